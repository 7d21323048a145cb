"""The rooms of a game: a missing or wrong part is said in a sentence, rooms that a game does not have are None,
titles are what people see."""

import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

import tripolis
from tests.toy import TOY
from tests.toy.bare import BARE, install
from tripolis.bots import bot, quick_choice
from tripolis.engine.game import Game, title_of
from tripolis.engine.layouts import work_layout
from tripolis.engine.record import public
from tripolis.engine.rooms import Advice, Book, Face, Helper, Rules
from tripolis.engine.testing import check_game

ROOT = Path(__file__).parents[1]
PARTS = {"title": TOY.title, "version": 1, "options": TOY.options, "rules": TOY.rules, "face": TOY.face}


def made(**changes):
    return Game("toy", **{**PARTS, **changes})


# ---------------------------------------------------------------- wrong parts


@pytest.mark.parametrize(
    ("room", "part"), [(Rules, "apply"), (Rules, "max_plies"), (Face, "moves"), (Face, "words_of"), (Advice, "choose")]
)
def test_a_missing_part_is_named(room, part):
    whole = {Rules: TOY.rules, Face: TOY.face, Advice: TOY.advice}[room]
    given = {field.name: getattr(whole, field.name) for field in fields(whole) if field.name != part}
    with pytest.raises(TypeError, match=rf"{room.__name__}\.__init__\(\) missing 1 required .* argument: '{part}'"):
        room(**given)


def test_a_misspelt_part_is_named():
    with pytest.raises(TypeError, match=r"Face.* unexpected keyword argument 'text_tabel'"):
        Face(**vars(TOY.face), text_tabel=print)


def test_a_room_of_the_wrong_kind_is_named():
    with pytest.raises(TypeError, match=r"The Toy: rules must be a Rules, not Face\("):
        made(rules=TOY.face)
    with pytest.raises(TypeError, match="The Toy: face must be a Face, not None"):
        made(face=None)
    with pytest.raises(TypeError, match="The Toy: book must be a Book, not 'a book'"):
        made(book="a book")


def test_a_rule_that_is_no_function_is_named():
    with pytest.raises(TypeError, match="The Toy: the rule apply must be a function, not None"):
        made(rules=replace(TOY.rules, apply=None))


def test_a_game_needs_the_option_players():
    with pytest.raises(TypeError, match="The Toy: players must be among the options"):
        made(options=())


WRONG = {
    "something is missing": ('    title="Quadropolis",\n', "", 'Missing named argument "title" for "Game"'),
    "a part is misspelt": ("text_table=", "text_tabel=", 'Unexpected keyword argument "text_tabel"'),
    "a module lacks a rule": (
        "play, scoring",
        "scoring, scoring",
        'Argument 3 to "of" of "Rules" has incompatible type',
    ),
    "a module does not define a name": (".shown_categories", ".shown", 'Module has no attribute "shown"'),
    "a rule has other arguments": (
        "advice=",
        "advice=Advice(choose=value.value) or ",
        'Argument "choose" to "Advice"',
    ),
    "a module is another": (
        "Advice.of(choice",
        "Advice.of(value",
        'Argument 1 to "of" of "Advice" has incompatible type',
    ),
    "a class is no editor": ("editor=CityEditor", "editor=CityAccount", 'Argument "editor" to "Helper"'),
}


def test_a_type_checker_finds_wrong_parts(tmp_path):
    """All wrong games are checked in one run of mypy: it takes long."""
    source = (ROOT / "src" / "tripolis" / "games" / "quadropolis" / "__init__.py").read_text(encoding="utf-8")
    source = source.replace("from .", "from tripolis.games.quadropolis.")
    files = []
    for number, (old, new, _) in enumerate(WRONG.values()):
        assert old in source
        files.append(tmp_path / f"wrong_{number}.py")
        files[-1].write_text(source.replace(old, new), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", *files]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    for number, (_, _, said) in enumerate(WRONG.values()):
        lines = [line for line in ran.stdout.splitlines() if f"wrong_{number}.py" in line]
        assert any(said in line for line in lines), ran.stdout + ran.stderr


# ------------------------------------------------------------- rooms left out


def test_a_game_without_advice_plays_to_its_end():
    assert (BARE.book, BARE.helper, BARE.advice) == (None, None, None)
    match = BARE.new(3)
    while not match.over:
        seen = match.seen_by(match.actor)
        assert quick_choice(seen) == seen.legal_numbers()[0]
        match.play(bot("random", BARE).choose(seen, len(match.moves)))
    assert BARE.feature_names() == [] and BARE.n_features == 0
    seen = match.seen_by(0)
    assert BARE.call("call_value")(seen.records, BARE.box, BARE.work, 0) == seen.score(0).total


def test_the_engine_ranks_by_points_and_then_by_ties():
    for seed in range(40):
        match = BARE.new(seed)
        while not match.over:
            match.play(bot("random").choose(match.seen_by(match.actor), seed + len(match.moves)))
            accounts = [(account.total, *account.ties.values()) for account in match.position.scores()]
            assert match.ranks() == [1 + sum(other > mine for other in accounts) for mine in accounts]


@pytest.mark.slow
def test_a_bare_game_passes_the_kit():
    assert check_game(BARE.configure(players=2), matches=2, traces=0, samples=300)["matches"] == 2


def test_the_engine_lists_what_is_not_refused():
    game = made(rules=replace(TOY.rules, legal_actions=None))
    match = game.new(1)
    while not match.over:
        legal = match.position.legal_numbers()
        assert legal == [n for n in range(game.n_actions) if match.position.why_not(n) is None]
        assert quick_choice(match.seen_by(match.actor)) in legal
        match.play(legal[-1])


def test_the_engine_lists_only_where_there_is_room():
    work = work_layout(3, 5, 12, 3, 1, public("deck", "i1", 5))
    with pytest.raises(TypeError, match="room for 5 actions; without legal_actions it is 11"):
        made(rules=replace(TOY.rules, legal_actions=None, work=work))


def test_greedy_refuses_a_game_without_advice():
    message = "Bare gives no advice, so the bot greedy cannot play it."
    with pytest.raises(tripolis.BadOptions, match=message):
        bot("greedy", BARE)
    with pytest.raises(tripolis.BadOptions, match=message):
        bot("greedy").choose(BARE.new(1).seen_by(0), 0)
    assert bot("greedy", TOY).name == "greedy"


def test_what_a_game_does_not_have_is_said_in_a_sentence():
    for ask, message in {
        lambda: BARE.editor: "There is no score helper for Bare.",
        lambda: BARE.builder: "There is nothing to build in Bare.",
        lambda: BARE.tour: "There is no guided first game of Bare.",
    }.items():
        with pytest.raises(tripolis.BadOptions) as refused:
            ask()
        assert str(refused.value) == message


@pytest.mark.slow
def test_a_bare_game_is_played_in_the_terminal(tmp_path):
    """Against random bots, where there is no advice for greedy ones; the record's fields stand for a drawing."""
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT, install(tmp_path))))
    given = {"PYTHONPATH": path, "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en"}

    def run(*command, typed=""):
        started = [sys.executable, "-m", "tripolis.cli", *command]
        environment = {**os.environ, **given}
        return subprocess.run(started, env=environment, input=typed, capture_output=True, text=True, check=False)

    played = run("play", "bare", "--seed", "1", "--players", "2", typed="score\nrules\naid\ntips\nquit\n")
    assert played.returncode == 0 and "prizes" in played.stdout and "shown" in played.stdout, played.stderr
    refused = run("play", "bare", "--players", "2", "--bots", "greedy")
    assert refused.returncode and "Bare gives no advice, so the bot greedy cannot play it." in refused.stderr
    counted = run("score", "bare", "edit")
    assert counted.returncode and "There is no score helper for Bare." in counted.stderr


def test_empty_rooms_are_as_good_as_none():
    game = made(book=Book(), helper=Helper())
    assert game.book.guide == () and not game.has_editor and not game.has_builder


# --------------------------------------------------------------------- titles


def test_titles_are_what_people_see():
    assert {name: title_of(name) for name in tripolis.game_names()} == {
        "quadropolis": "Quadropolis",
        "metropolys": "Metropolys",
        "ubuild": "U-Build",
    }
    assert title_of("gone") == "gone"


def test_a_picture_has_the_title():
    assert "<title>U-Build</title>" in tripolis.game("ubuild").new(1).position.draw()


def test_a_wrong_option_names_the_title():
    with pytest.raises(tripolis.BadOptions, match="U-Build has no option colour; it has players, track"):
        tripolis.game("ubuild", colour="red")
