"""The same league on a real Ray cluster of two machines, one of which is lost on the way: the same results for the
same seeds."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.arena.house import lasting

pytestmark = pytest.mark.slow

SCRIPT = "tests.arena.cluster"
GAMES = 120 if os.environ.get("TRIPOLIS_SOAK") else 20


def alive(pid):
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_a_league_on_two_machines_of_which_one_is_lost_ends_like_one_at_home(house):
    """The second machine is taken away, without a word, while it is playing games."""
    here = house.play("slowly,first,greedy", "here.jsonl", "--players", 2, "--jobs", 1, games=GAMES)
    ran = subprocess.run(
        [sys.executable, "-m", SCRIPT, "there.jsonl", str(GAMES)],
        env=house.environment | {"RAY_USAGE_STATS_ENABLED": "0"},
        cwd=house.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lost = json.loads((house.folder / "lost.json").read_text())
    assert 30 <= lost["done"] < lost["of"] == len(here) == 3 * GAMES
    assert lasting(house.games("there.jsonl")) == lasting(here)
    assert len(lost["processes"]) > 4
    while any(map(alive, lost["processes"])):  # the last games end by themselves when nobody wants them any more
        time.sleep(0.05)


def test_a_cluster_that_is_not_there_is_named(house):
    """Nobody listens at port 1 of this machine."""
    said = house.run("toy", "--bots", "first,greedy", "--cluster", "127.0.0.1:1", code=2)
    assert "There is no Ray cluster at 127.0.0.1:1: " in said and "Connection refused" in said
