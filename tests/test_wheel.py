"""A wheel built from the tree installs into an empty environment and plays; what is not installed is named in one
sentence."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.server.servers import free_port
from tripolis.cli import EXTRAS
from tripolis.engine.words import LANGUAGES, Message, words

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
OFFLINE = ("NewConnectionError", "Temporary failure in name resolution")
OTHER_NAMES = {"open_spiel": "open_spiel"}
GAMES = ("quadropolis", "metropolys", "ubuild")
ABOUT = Message("Three city-building board games: play, score, study, measure.")
MATCH = """
import random, sys, tripolis
for name in tripolis.game_names():
    match = tripolis.game(name, players=2, **({"round_limit": "3"} if name == "ubuild" else {})).new(seed=1)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.position.legal_numbers()))
    assert tripolis.Match.parse(str(match)) == match and match.draw().startswith("<svg")
    print(name, len(match.moves), match.ranks())
assert not {"litestar", "sqlalchemy", "numba"} & set(sys.modules)
"""


PERSON = """
import tripolis
from tripolis.bots import bot
match = tripolis.game("quadropolis", players=2).new(seed=3)
while not match.over:
    actor, number = match.actor, bot("greedy").choose(match.seen_by(match.actor), 0)
    if actor == 0:
        print(match.position.move(number).text)
    match.play(number)
"""
"""What a person types who plays like the bot."""


class House:
    """An environment of its own, with what was installed into it."""

    def __init__(self, folder):
        self.folder, self.home = folder, folder / "home"
        self.home.mkdir()
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)

    def install(self, what):
        command = [
            "pip",
            "--python",
            self.folder / "venv" / "bin" / "python",
            "install",
            "--quiet",
            "--no-compile",
            what,
        ]
        ran = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
        if ran.returncode and any(word in ran.stderr for word in OFFLINE):
            pytest.skip("pip reaches no package index")
        assert ran.returncode == 0, ran.stderr

    def environment(self, **more):
        """Nothing of the tree, and nothing of the user: compiled code would be a cold start of minutes."""
        plain = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en"}
        return plain | more

    def run(self, program, *arguments, given="", **environment):
        return subprocess.run(
            [self.folder / "venv" / "bin" / program, *map(str, arguments)],
            input=given,
            cwd=self.home,
            env=self.environment(**environment),
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_words_art_boxes_and_pages(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for file in (ROOT / "src" / "tripolis").rglob("*"):
        name = str(file.relative_to(ROOT / "src"))
        if file.is_file() and "__pycache__" not in name:
            assert name in inside, f"{name} is not in the wheel"
    for game in GAMES:
        assert {
            f"tripolis/games/{game}/{part}" for part in ("face/art.svg", "words/de.po", "words/fr.po", "words/nl.po")
        } <= inside
        assert any(name.startswith(f"tripolis/games/{game}/box/") for name in inside)
    assert "tripolis/py.typed" in inside
    assert not [name for name in inside if name.startswith(("tests", "docs"))]


def test_every_extra_is_known_to_the_command_line():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, wanted in project["optional-dependencies"].items():
        names = {re.match(r"[\w.-]+", one)[0] for one in wanted if not one.startswith("tripolis[")}
        if extra != "dev":
            known = {OTHER_NAMES.get(name, name.replace("_", "-")) for name in EXTRAS[extra].split()}
            assert names <= known, f"{extra} installs {names - known}"


def test_it_plays_in_an_empty_environment_and_serves_with_its_extra(wheel, tmp_path):
    """First the wheel and what it cannot do without, then the extra beside it."""
    house = House(tmp_path)
    house.install(wheel)
    plays_every_game(house)
    plays_in_the_terminal(house)
    speaks_four_languages(house)
    says_what_is_missing(house)
    house.install(f"{wheel}[server]")
    serves(house)


def plays_every_game(house):
    ran = house.run("python", "-c", MATCH)
    assert ran.returncode == 0 and len(ran.stdout.splitlines()) == len(GAMES), ran.stderr


def plays_in_the_terminal(house):
    typed = house.run("python", "-c", PERSON).stdout
    table = ("play", "quadropolis", "--terminal", "--players", 2, "--bots", "greedy", "--seed", 3)
    played = house.run("tripolis", *table, given=typed)
    assert played.returncode == 0 and played.stderr == "", played.stderr
    assert "Place 1: Player" in played.stdout and "Place 2: Player" in played.stdout


def speaks_four_languages(house):
    for language in LANGUAGES:
        told = house.run("tripolis", "--help", TRIPOLIS_LANG=language)
        assert " ".join(words(language).render(ABOUT).split()) in " ".join(told.stdout.split()), told.stderr


def says_what_is_missing(house):
    for command in ("serve", "play", "db check", "db upgrade"):
        refused = house.run("tripolis", *command.split())
        assert refused.returncode == 2 and refused.stdout == "", command
        assert re.fullmatch(r"tripolis: .+: pip install 'tripolis\[server\]'\n", refused.stderr), refused.stderr
    for extra, modules in EXTRAS.items():
        script = f"import tripolis.cli as c; c.app = lambda: __import__({modules.split()[0]!r}); c.main()"
        refused = house.run("python", "-c", script)
        assert refused.returncode == 2, refused.stderr
        assert refused.stderr == f"tripolis: This part is not installed: pip install 'tripolis[{extra}]'\n"


def serves(house):
    address = f"http://127.0.0.1:{free_port()}"
    with (house.folder / "log").open("w") as log:
        server = subprocess.Popen(
            [house.folder / "venv" / "bin" / "tripolis", "serve", "--port", address.rpartition(":")[2]],
            env=house.environment(),
            cwd=house.home,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        while not (health := fetch(f"{address}/health")):
            assert server.poll() is None, (house.folder / "log").read_text()
            time.sleep(0.1)
        assert json.loads(health)
        assert {game["name"] for game in json.loads(fetch(f"{address}/api/games"))["games"]} == set(GAMES)
        assert b"Tripolis" in fetch(f"{address}/")
    finally:
        server.terminate()
        assert server.wait(timeout=60) == 0


def fetch(address):
    """What a server answers; nothing while it does not listen yet."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.read()
    except ConnectionError:
        return b""
    except urllib.error.URLError as error:
        if isinstance(error.reason, ConnectionError):
            return b""
        raise
