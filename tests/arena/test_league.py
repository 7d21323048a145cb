"""Leagues: balanced seats, shared shuffles, the same games whoever plays them and however often the league is
killed."""

import itertools
import json
import os
import signal
import time
from collections import Counter

import pytest

from tests.arena.house import lasting
from tripolis.arena.league import League, seatings
from tripolis.engine.errors import BadOptions

pytestmark = pytest.mark.slow
KILLS = 10 if os.environ.get("TRIPOLIS_SOAK") else 4


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_pairing_sits_equally_often_on_every_seat(players):
    found = seatings(("a", "b"), players, 0)
    assert len(set(found)) == len(found)
    for seat in range(players):
        assert Counter(seating[seat] for seating in found) == {"a": len(found) // 2, "b": len(found) // 2}
    swapped = {tuple({"a": "b", "b": "a"}[name] for name in seating) for seating in found}
    assert swapped == set(found)
    turned = {seating[1:] + seating[:1] for seating in found}
    assert turned == set(found), "a rotation of every seating is a seating"
    assert all(abs(seating.count("a") - seating.count("b")) <= 1 for seating in found)


def test_all_at_one_table_take_every_seat_and_every_neighbour():
    bots = ("a", "b", "c", "d")
    for number in range(6):
        for seat in range(4):
            assert sorted(seating[seat] for seating in seatings(bots, 4, number)) == list(bots)
    everything = {seating for number in range(6) for seating in seatings(bots, 4, number)}
    assert everything == set(itertools.permutations(bots))


def test_games_are_rounded_up_to_whole_rounds():
    fixtures = list(League("quadropolis", {"players": 3}, ("greedy", "random", "x"), 7).fixtures())
    assert Counter(each.group for each in fixtures) == dict.fromkeys(
        itertools.combinations(("greedy", "random", "x"), 2), 12
    )
    assert len(set(fixtures)) == 36


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"bots": ("greedy",)}, "at least two bots"),
        ({"bots": ("greedy", "greedy")}, "named twice"),
        ({"games": 0}, "at least one game"),
        ({"error": 1.0}, "between 0 and 1"),
        ({"seconds": 0.0}, "must be more than 0"),
        ({"together": True, "settings": {"players": 3}}, "3 seats, but 2 bots"),
        ({"settings": {"players": 9}}, "players cannot be 9"),
    ],
)
def test_an_impossible_league_is_refused(given, sentence):
    with pytest.raises(BadOptions, match=sentence):
        League(**{"game": "quadropolis", "settings": {}, "bots": ("greedy", "random"), "games": 2, **given})


def test_one_process_or_two_play_the_same_games_with_the_same_shuffles(house):
    one = house.play("greedy,first,random", "one.jsonl", "--jobs", 1, "--players", 3)
    two = house.play("greedy,first,random", "two.jsonl", "--jobs", 2, "--players", 3)
    assert lasting(one) == lasting(two)
    assert len(one) == 36
    shuffles = {game["number"]: set() for game in one}
    for game in one:
        shuffles[game["number"]].add(game["shuffle"])
    assert all(len(found) == 1 for found in shuffles.values()), "a round has one shuffle, in every pairing"
    assert len({found.pop() for found in shuffles.values()}) == 2
    for seat in range(3):
        assert Counter(game["seats"][seat] for game in one) == {"greedy": 12, "first": 12, "random": 12}
    other = house.play("greedy,first,random", "other.jsonl", "--jobs", 1, "--players", 3, "--seed", 2)
    assert not {game["shuffle"] for game in one} & {game["shuffle"] for game in other}


def test_bots_see_what_they_may_see_and_are_asked_only_where_there_is_a_choice(house):
    games = house.play("spy,greedy", "spy.jsonl", "--players", 3, "--jobs", 1)
    assert all(game["failure"] is None for game in games)
    assert all(sum(game["decisions"]) <= game["plies"] for game in games)


def test_all_at_one_table(house):
    games = house.play("greedy,first,random", "all.jsonl", "--players", 3, "--all", "--jobs", 1)
    assert len(games) == 12
    assert {tuple(game["group"]) for game in games} == {("greedy", "first", "random")}


def test_a_league_killed_again_and_again_ends_like_one_that_was_left_alone(house):
    """Killed without warning when it has played some more games; at times the last line is cut in the middle."""
    arguments = ("toy", "--bots", "slowly,first,greedy", "--games", 8 * KILLS, "--players", 2, "--jobs", 1, "--out")
    house.run(*arguments, "whole.jsonl")
    whole = lasting(house.games("whole.jsonl"))
    file = house.folder / "killed.jsonl"
    for k in range(KILLS):
        before = file.stat().st_size if file.exists() else 0
        process = house.start(*arguments, file.name)
        while not file.exists() or file.stat().st_size < before + 5000:
            assert process.poll() is None, "the league was to be interrupted"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if k % 3 == 1:
            file.write_bytes(file.read_bytes()[:-100])
    assert 0 < len(file.read_bytes().splitlines()) < len(whole)
    said = house.run(*arguments, file.name)
    assert lasting(house.games(file.name)) == whole, "no game is lost, none is played twice"
    assert table_of(said) == table_of(house.run(*arguments, "whole.jsonl"))


def table_of(said):
    """The table without the times of moves, which differ from run to run."""
    return [line.split()[:6] for line in said.splitlines() if line.strip()]


def test_a_finished_league_plays_nothing_and_a_longer_one_only_what_is_new(house):
    first = house.play("greedy,first", "more.jsonl", "--players", 2, games=4)
    assert house.play("greedy,first", "more.jsonl", "--players", 2, games=4) == first
    longer = house.play("greedy,first", "more.jsonl", "--players", 2, games=8)
    assert longer[:4] == first and len(longer) == 8
    wider = house.play("greedy,first,random", "more.jsonl", "--players", 2, games=8)
    assert wider[:8] == longer and len(wider) == 24
    said = house.run("toy", "--bots", "greedy,first", "--players", 3, "--out", "more.jsonl", code=2)
    assert "results of another game or other options" in said


def test_files_of_several_machines_become_one(house):
    whole = house.play("greedy,first", "whole.jsonl", "--players", 2, games=12)
    lines = (house.folder / "whole.jsonl").read_text().splitlines(keepends=True)
    (house.folder / "a.jsonl").write_text("".join(lines[:8]))
    (house.folder / "b.jsonl").write_text("".join(lines[5:]) + lines[0][:50])
    assert "c.jsonl: 12 games." in house.run("merge", "a.jsonl", "b.jsonl", "--out", "c.jsonl")
    assert lasting(house.games("c.jsonl")) == lasting(whole)
    assert house.run("report", "a.jsonl", "b.jsonl") == house.run("report", "whole.jsonl")
    odd = whole[0] | {"places": whole[0]["places"][::-1]}
    (house.folder / "odd.jsonl").write_text(json.dumps(odd) + "\n")
    assert "1 game was played twice and ended differently" in house.run("report", "a.jsonl", "odd.jsonl")
    house.play("greedy,first", "three.jsonl", "--players", 3, games=1)
    assert "different games or options" in house.run("merge", "a.jsonl", "three.jsonl", "--out", "d.jsonl", code=2)
    (house.folder / "bad.jsonl").write_text("{}\n")
    assert "bad.jsonl, line 1: this is not the result of a game." in house.run("report", "bad.jsonl", code=2)


def test_two_leagues_do_not_write_to_one_file(house):
    process = house.start("toy", "--bots", "slowly,first", "--games", 5000, "--players", 2, "--out", "busy.jsonl")
    try:
        while not (house.folder / "busy.jsonl").exists():
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.2)
        said = house.run("toy", "--bots", "slowly,first", "--games", 2, "--players", 2, "--out", "busy.jsonl", code=2)
        assert "Another league is writing to busy.jsonl." in said
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_shows_the_table_so_far(house):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what is ignored here would be ignored there
    try:
        process = house.start(
            "toy", "--bots", "slowly,first", "--games", 5000, "--players", 2, "--out", "cut.jsonl",
            stdout=-1, stderr=-1, text=True,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    while not (house.folder / "cut.jsonl").exists() or not (house.folder / "cut.jsonl").stat().st_size:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, problems = process.communicate()
    assert process.returncode == 130, problems
    assert "Wins by seat" in out and "Interrupted after" in problems and "Run the same command again" in problems
