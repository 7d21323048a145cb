"""Leagues of the toy from the command line, in plain Python: nothing is compiled, and bots are installed as packages
install them."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOTS = ("First", "Crash", "Cheat", "Wordy", "Gone", "Sleepy", "Stillborn", "Spy", "Slowly")
POINTS = "[tripolis.games]\ntoy = tests.toy:TOY\n[tripolis.bots]\n" + "".join(
    f"{b.lower()} = tests.arena.bots:{b}\n" for b in BOTS
)


def install(folder):
    """A package with the toy and the bots, as an installer leaves it."""
    info = folder / "arenatoys-1.5.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: arenatoys\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(POINTS)
    return folder


class House:
    """Where leagues are played."""

    def __init__(self, folder):
        self.folder = folder
        path = [str(ROOT / "src"), str(ROOT), str(install(folder / "site"))]
        given = {"PYTHONPATH": os.pathsep.join(path), "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en", "COLUMNS": "120"}
        self.environment = {**os.environ, **given}

    def command(self, *arguments):
        return [sys.executable, "-m", "tripolis.cli", "arena", *map(str, arguments)]

    def start(self, *arguments, **how):
        """Start a league, and do not wait for it."""
        return subprocess.Popen(self.command(*arguments), env=self.environment, cwd=self.folder, **how)

    def run(self, *arguments, code=0):
        """Play a league; returns what it says."""
        return self.tripolis("arena", *arguments, code=code)

    def tripolis(self, *arguments, code=0):
        """Run a command; returns what it says."""
        command = [sys.executable, "-m", "tripolis.cli", *map(str, arguments)]
        ran = subprocess.run(
            command, env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    def play(self, bots, name, *arguments, games=12, code=0):
        """Play a league of the toy into a file; returns its games in the order of the file."""
        self.run("toy", "--bots", bots, "--games", games, "--out", name, *arguments, code=code)
        return self.games(name)

    def games(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


def lasting(games):
    """What does not depend on the clock, in a fixed order."""
    kept = [{k: v for k, v in game.items() if k not in ("seconds", "slowest")} for game in games]
    return sorted(kept, key=lambda game: json.dumps([game["group"], game["seed"], game["number"], game["seats"]]))
