"""Par scores: what the books say a good score is comes from matches that anybody can play again."""

import json
import sys
from itertools import product
from pathlib import Path

import pytest

import tripolis
from tripolis.bots.par import blocks_of
from tripolis.engine.book import PAR
from tripolis.engine.guide import Par, ParScore, Section, Table
from tripolis.engine.words import Message, words

sys.path.append(str(Path(__file__).parents[2] / "tools"))

import par


def scores_of(name):
    found = json.loads((tripolis.game(name).folder / "book" / PAR).read_text(encoding="utf-8"))
    return found, [ParScore(**score) for score in found["scores"]]


@pytest.mark.parametrize("name", ["quadropolis", "metropolys", "ubuild"])
def test_every_kind_of_table_has_par_scores_of_the_present_rules(name):
    game, (about, scores) = tripolis.game(name), scores_of(name)
    modes = list(map(str, game.mode_option.values or game.mode_option.names))
    players = next(option.values for option in game.options if option.name == "players")
    command = f"python tools/par.py {name} --seed 1 --strengths BOT --matches MATCHES"
    assert about["rules"] == game.version and about["command"] == command
    kinds = {(score.mode, score.players, score.bot) for score in scores}
    assert kinds >= set(product(modes, players, ("newcomer", "learner", "regular"))) and len(kinds) == len(scores)
    for score in scores:
        assert score.low <= score.median <= score.high and score.matches >= 10 and score.winner >= score.median, score


def test_the_same_seed_gives_the_same_scores():
    game = tripolis.game("metropolys")
    first, again, other = (par.Plan(seed, 6).scores(game, "family", 2, "newcomer") for seed in (1, 1, 2))
    assert first == again != other and first.matches == 6


def test_a_book_says_them_in_a_sentence_and_a_table_for_each_mode():
    game = tripolis.game("quadropolis")
    rows = [ParScore("classic", n, "regular", 9, 20 + n, 30, 40 + n, 50 + n) for n in (2, 4)]
    rows += [ParScore("expert", 2, "master", 9, 60, 70, 80, 90)]
    sentence, lead, classic, expert = blocks_of(game, Section(Message("Par"), (Par(tuple(rows)),)))
    assert str(sentence) == "Half of all scores are between 24 and 44 with 4 players of strength Regular."
    assert "median" in str(lead) and isinstance(classic, Table)
    assert [[str(cell) for cell in row] for row in (classic.columns, *classic.rows)] == [
        ["Classic", "2 players", "4 players"],
        ["Regular", "22–42 (52)", "24–44 (54)"],
    ]
    assert [str(cell) for cell in expert.rows[0]] == ["Master", "60–80 (90)", "–"]


def test_money_is_said_in_two_figures():
    row = ParScore("starter", 2, "regular", 9, 7, 328, 1062, 98765)
    sentence, _, table = blocks_of(tripolis.game("ubuild"), Section(Message("Par"), (Par((row,)),)))
    assert "between 70k and 11M with" in str(sentence) and str(table.rows[0][1]) == "70k–11M (990M)"


def test_money_is_said_in_the_language_of_the_reader():
    row, say = ParScore("starter", 2, "regular", 9, 7, 328, 1062, 352), words("de", tripolis.game("ubuild")).render
    sentence, _, table = blocks_of(tripolis.game("ubuild"), Section(Message("Par"), (Par((row,)),)))
    assert "70.000 und 11\u00a0Mio." in say(sentence)
    assert say(table.rows[0][1]) == "70.000–11\u00a0Mio. (3,5\u00a0Mio.)"
