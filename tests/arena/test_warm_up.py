"""Before its clock starts a bot has decided once, where there is a choice; compiling is not thinking, and a program
that cannot be started is refused."""

import math
import multiprocessing
import sys

import pytest

from tripolis.arena.league import League
from tripolis.arena.worker import Clock, Watch, play_games

pytestmark = pytest.mark.slow
READY = 'import json, sys, time\ninput()\nprint(json.dumps({"type": "ready", "protocol": 1}), flush=True)\n'
FIRST = 'print(json.dumps({"move": json.loads(line)["legal"][0]["number"]}), flush=True)'


class Noting:
    """Notes how many actions it may choose from."""

    name = "noting"

    def __init__(self):
        self.choices = []

    def choose(self, seen, seed):
        self.choices.append(len(seen.legal_numbers()))
        return seen.legal_numbers()[0]


def test_a_bot_warms_up_where_it_has_a_choice():
    """The first decision of U-Build is forced: a search that takes it without thinking has compiled nothing."""
    here, there = multiprocessing.Pipe()
    bots = {"one": Noting(), "other": Noting()}
    there.close()
    with here:
        league = League("ubuild", {"players": 2}, tuple(bots), 2)
        with pytest.raises(BrokenPipeError):  # nobody waits for the games
            play_games(league, bots, here, Watch(), frozenset())
    assert all(len(bot.choices) == 1 and bot.choices[0] > 1 for bot in bots.values())


def test_compiling_stops_the_clock():
    import numba
    from numba.core import event

    watch = Watch(since=100.0)
    clock = Clock(watch)
    clock.listen()
    try:
        with event.trigger_event("numba:compile"):
            assert watch.since == math.inf, "whoever compiles is not late"
            numba.njit(lambda x: x + 1)(1)
            assert watch.since == math.inf and clock.compiled == 0, "one compilation lies within another"
    finally:
        event.unregister("numba:compile", clock)
    assert clock.compiled > 0 and watch.since == 100.0 + clock.compiled


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("/no/such/program", "run:/no/such/program cannot be started: No such file"),
        (f"{sys.executable} ends.py", "has ended with code 1: no licence"),
    ],
)
def test_a_program_that_cannot_start_is_refused_and_not_rated(house, program, sentence):
    (house.folder / "ends.py").write_text("import sys; sys.exit('no licence')")
    said = house.run("toy", "--bots", f"first,run:{program}", "--jobs", 1, "--out", "x.jsonl", code=2)
    assert said.splitlines()[-1].startswith("tripolis: run:") and sentence in said
    assert not (house.folder / "x.jsonl").read_text()


def test_a_program_may_take_its_time_for_its_first_decision(house):
    """It compiles, say; its clock starts afterwards."""
    (house.folder / "slow.py").write_text(f"{READY}time.sleep(2.5)\nfor line in sys.stdin: {FIRST}\n")
    (house.folder / "later.py").write_text(
        f"{READY}for n, line in enumerate(sys.stdin): time.sleep(9 * (n > 0)); {FIRST}\n"
    )
    play = ("--players", 2, "--jobs", 1, "--seconds-per-move", 2)
    games = house.play(f"first,run:{sys.executable} slow.py", "x.jsonl", *play, games=2)
    assert [game["failure"] for game in games] == [None, None]
    games = house.play(f"first,run:{sys.executable} later.py", "y.jsonl", *play, games=1)
    assert {game["failure"]["kind"] for game in games} == {"slow"}
