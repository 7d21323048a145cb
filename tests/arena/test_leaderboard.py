"""A leaderboard: anchors of fixed rating, against which a bot is rated by one command."""

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

import tripolis
from tripolis.arena.leaderboard import (
    ANCHORS,
    OURS,
    Meeting,
    best_rating,
    board_of,
    expected,
    make_board,
    rate,
    rate_anchors,
    read_boards,
    write_boards,
)
from tripolis.bots import STRENGTHS
from tripolis.engine.errors import BadOptions

TRUE = {"a": 0.0, "b": 150.0, "c": 400.0}


def played(a, b, strengths, rounds, seed=1):
    """Games of two bots, each round on both seatings; the share that a wins is what the strengths say."""
    rng = random.Random(f"{a} {b} {seed}")
    chance = expected(strengths[a] - strengths[b])
    return [
        {
            "game": "g", "group": [a, b], "seats": seats, "seed": seed, "number": number,
            "places": [1 + (name != winner) for name in seats],
        }
        for number in range(rounds)
        for winner in [a if rng.random() < chance else b]
        for seats in ([a, b], [b, a])
    ]  # fmt: skip


def test_a_bot_is_rated_where_it_wins_as_often_as_it_did():
    assert best_rating([Meeting(100.0, [0.5] * 40)]) == pytest.approx(100, abs=0.1)
    ten_to_one = best_rating([Meeting(100.0, [1.0] * 1000 + [0.0] * 100)])
    assert ten_to_one == pytest.approx(500, abs=2)
    assert best_rating([Meeting(0.0, [1.0] * 10)]) < 600  # who has won everything has a rating too


def test_ratings_come_near_the_true_strength_and_the_interval_holds_it():
    held = 0
    for seed in range(20):
        strengths = TRUE | {"new": 250.0}
        results = [game for name in TRUE for game in played("new", name, strengths, 40, seed)]
        new = rate("new", results, TRUE)
        held += abs(new.rating - 250) <= new.give
        assert new.games == 240 and 20 < new.give < 150
    assert held >= 17  # of 20 drawn once and for all: the seeds are fixed


def test_anchors_are_rated_by_one_another_and_the_first_has_nothing():
    results = [game for a, b in (("a", "b"), ("b", "c")) for game in played(a, b, TRUE, 400)]
    standings = {one.bot: one for one in rate_anchors(results, ["a", "b", "c"])}
    assert standings["a"].rating == 0 and all(one.anchor for one in standings.values())
    assert standings["b"].rating == pytest.approx(150, abs=standings["b"].give)
    assert standings["c"].rating == pytest.approx(400, abs=standings["c"].give)


def test_more_rounds_give_a_narrower_interval():
    few, many = (rate("c", played("c", "b", TRUE, rounds), TRUE).give for rounds in (20, 320))
    assert few > 2 * many


@pytest.mark.parametrize("name", ["quadropolis", "metropolys", "ubuild"])
def test_every_game_has_a_leaderboard_of_its_present_rules_with_all_anchors(name):
    game = tripolis.game(name, players=2)
    board = board_of(game, read_boards())
    assert set(board.anchors) == set(ANCHORS) >= {"random", "greedy", "mcts:400", *STRENGTHS}
    assert board.anchors["random"] == 0
    unsure = max(one.give for one in board.standings)
    strengths = [board.anchors[bot] for bot in STRENGTHS]
    assert all(weaker < stronger + unsure for weaker, stronger in pairwise(strengths))
    assert strengths[-1] == max(board.anchors.values()) and strengths[0] < strengths[2] < strengths[-1]
    assert all(one.games > 0 and one.give >= 0 for one in board.standings)


def test_the_page_shows_the_leaderboard():
    page = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")
    for board in read_boards():
        for one in board.standings:
            (line,) = [line for line in page.splitlines() if line.startswith(f"| `{one.bot}` |")]
            assert f" {one.rating} ± {one.give} " in line


def test_a_leaderboard_reads_back_as_it_was_written(tmp_path):
    write_boards(read_boards(), tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == OURS.read_bytes()


def test_without_a_leaderboard_of_these_options_those_that_exist_are_named():
    with pytest.raises(BadOptions, match=r"There is no leaderboard of Quadropolis with these options.*players=2"):
        board_of(tripolis.game("quadropolis", players=3, mode="expert"), read_boards())


def test_one_command_rates_a_bot_and_enters_it(house):
    from tests.toy import TOY

    game = TOY.configure(players=2)
    results = played("random", "wordy", {"random": 0.0, "wordy": 100.0}, 50)
    write_boards([make_board(game, rate_anchors(results, ["random", "wordy"]))], house.folder / "mine.json")
    arguments = ("rate", "toy", "--bot", "first", "--games", 8, "--board", "mine.json", "--jobs", 1)
    text = house.run(*arguments)
    (board,) = json.loads((house.folder / "mine.json").read_text())
    new = next(one for one in board["standings"] if one["bot"] == "first")
    assert not new["anchor"] and new["games"] == 16 and new["give"] > 0
    assert f"first: {new['rating']} (95% interval {new['rating'] - new['give']} to" in text
    assert house.run(*arguments) == text and len(json.loads((house.folder / "mine.json").read_text())) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bot", "greedy"), "greedy is an anchor; its rating is fixed."),
        (("--bot", "mcts:50", "--against", "first"), "first is not an anchor; the anchors are "),
        (("--bot", "mcts:50", "--players", "3"), "There is no leaderboard of Quadropolis with these options."),
        (("--bot", "nobody"), "There is no bot called nobody"),
    ],
)
def test_what_cannot_be_rated_is_said_in_a_sentence(house, arguments, sentence):
    assert sentence in house.run("rate", "quadropolis", *arguments, code=2)
