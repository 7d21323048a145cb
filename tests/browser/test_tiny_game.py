"""Games of other packages are played in the browser without any JavaScript of their own: the examples, the smallest of
them in under 140 lines of Python, and what `tripolis new-game` lays out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.browsing import GLOWING, my_turn, set_up, status
from tests.server.servers import Server
from tripolis.new_game import lay_out

ROOT = Path(__file__).parents[2]
TINY, DOORS, HARBOUR = (ROOT / "examples" / name for name in ("tiny_game", "six_doors", "harbour_bids"))
KIT = """
import tripolis
from tripolis.engine.testing import check_game
for players in (2, 3):
    print(check_game(tripolis.game("hamlet", players=players), matches=2, traces=0, samples=50)["plies"])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The packages, installed into a folder of their own; returns the environment in which Python finds them.

    Plain, so that nothing is compiled.
    """
    folder, new = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("new")
    lay_out("hill_town", new)
    how = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    subprocess.run(
        [sys.executable, "-m", "pip", "install", *how, "--target", folder, TINY, DOORS, HARBOUR, new], check=True
    )
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {"PYTHONPATH": path, "TRIPOLIS_PLAIN": "1"}


@pytest.fixture(scope="module")
def server(installed, tmp_path_factory):
    """A server that knows the games."""
    found = Server(tmp_path_factory.mktemp("tiny"), **installed).start()
    yield found
    found.stop()


def test_the_package_is_small_and_has_no_script():
    files = [file for file in TINY.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert {file.suffix for file in files} == {".py", ".svg", ".toml"}
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files if file.suffix == ".py") < 140


def test_it_passes_the_kit(installed):
    ran = subprocess.run([sys.executable, "-c", KIT], env={**os.environ, **installed}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["18", "18"]


@pytest.mark.parametrize("game", ["hamlet", "hill_town", "six_doors", "harbour_bids"])
def test_it_is_played_by_clicks_to_the_end(house, game):
    page = house.visitor(None)
    page.goto(set_up(page, "me", "bot:random", game=game))
    clicks = 0
    while my_turn(page):
        before = page.evaluate("window.tripolis.line.seq")
        page.locator(GLOWING).first.click()
        page.wait_for_function("(before) => window.tripolis.line.seq > before", arg=before)
        clicks += 1
    assert clicks in (4, 5) or game in ("six_doors", "harbour_bids")
    assert page.evaluate("window.tripolis.state.state.status") == "over"
    assert page.locator("#boards [data-id^=house-]").count() == (9 if game in ("hamlet", "hill_town") else 0)
    assert status(page).inner_text()
