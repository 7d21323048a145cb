"""A bot that crashes, cheats or hangs loses that game, with the reason noted, and the league goes on."""

import sys

import pytest

from tests.arena.house import ROOT, lasting

pytestmark = pytest.mark.slow


def check(games, bot, kind, *whys):
    """Some games were lost in this way, the others played to the end; who failed is last, the others first."""
    failed = [game for game in games if game["failure"]]
    assert 0 < len(failed) < len(games)
    for game in failed:
        failure = game["failure"]
        assert failure["bot"] == bot == game["seats"][failure["seat"]]
        assert failure["kind"] == kind
        assert any(why in failure["why"] for why in whys), failure
        others = sum(name != bot for name in game["seats"])
        assert game["places"] == [others + 1 if name == bot else 1 for name in game["seats"]]
        assert game["points"] is None
    assert all(sorted(game["places"])[0] == 1 and game["points"] for game in games if not game["failure"])


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        ("crash", "crashed", "RuntimeError: I fell"),
        ("cheat", "illegal", "is not allowed"),
        ("wordy", "illegal", "'please' is no action"),
        ("gone", "crashed", "its process has ended with code 3"),
    ],
)
def test_a_bot_that_fails_now_and_then_loses_those_games(house, bot, kind, why):
    games = house.play(f"{bot},first", "x.jsonl", "--players", 3, "--jobs", 2, games=24)
    assert len(games) == 24
    check(games, bot, kind, why)


def test_a_bot_that_hangs_loses_and_is_not_waited_for(house):
    games = house.play("sleepy,first", "x.jsonl", "--players", 2, "--jobs", 2, "--seconds-per-move", 0.2, games=6)
    assert len(games) == 6
    check(games, "sleepy", "slow", "no answer within 0.2 s")


def test_a_bot_that_ends_its_process_at_the_first_question_loses_every_game(house):
    games = house.play("stillborn,first", "x.jsonl", "--players", 2, "--jobs", 1, games=2)
    assert [game["failure"]["bot"] for game in games] == ["stillborn"] * 2


def test_failures_do_not_depend_on_the_number_of_processes(house):
    one = house.play("crash,cheat,first", "one.jsonl", "--players", 2, "--jobs", 1, games=20)
    two = house.play("crash,cheat,first", "two.jsonl", "--players", 2, "--jobs", 2, games=20)
    assert lasting(one) == lasting(two)


def test_the_table_says_who_failed_and_why(house):
    said = house.run("toy", "--bots", "crash,first", "--players", 2, "--games", 20, "--jobs", 1)
    assert "× crash: crashed (RuntimeError: I fell)" in said


def test_an_unknown_bot_is_named_at_once(house):
    assert "There is no bot called nobody" in house.run("toy", "--bots", "nobody,first", code=2)
    assert "as greedy,random" in house.run("toy", "--bots", "first,,greedy", code=2)


def test_programs_play_and_the_end_of_one_is_noted(house):
    """The example draws as random does; another program goes at its third question."""
    program = f"run:{sys.executable} {ROOT / 'examples' / 'process_bot.py'}"
    games = house.play(f"random,{program}", "x.jsonl", "--players", 2, "--jobs", 1, games=4)
    assert [game["failure"] for game in games] == [None] * 4
    assert games[0]["points"] == games[1]["points"], "both draw the same moves, whoever sits where"
    text = (ROOT / "examples" / "process_bot.py").read_text()
    brief = text.replace(
        "for line in sys.stdin:",
        "for line in iter(sys.stdin.readline, None):\n    asked = globals().get('asked', 0) + 1\n    if asked > 3: "
        "sys.exit('enough')",
    )
    (house.folder / "brief.py").write_text(brief)
    program = f"run:{sys.executable} brief.py"
    games = house.play(f"first,{program}", "y.jsonl", "--players", 2, "--jobs", 1, games=4)
    failures = [game["failure"] for game in games if game["failure"]]
    assert failures
    for failure in failures:
        assert failure["bot"] == program and failure["kind"] == "crashed"
        assert "has ended with code 1: enough" in failure["why"]
