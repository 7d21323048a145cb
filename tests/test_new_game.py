"""`tripolis new-game` lays out a package whose own tests are green at once, and which is installed, listed and played."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tripolis.engine.errors import BadOptions
from tripolis.new_game import FILES, lay_out

ROOT = Path(__file__).parent.parent
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with an environment of its own, which has what this one has."""
    folder = tmp_path_factory.mktemp("author")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    site = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
    (site / "all.pth").write_text(f"{ROOT / 'src'}\n{sysconfig.get_path('purelib')}\n")
    return folder


def run(home, *command, given="", folder=None, plain="1"):
    """Run something in this environment; returns what it says."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"TRIPOLIS_PLAIN": plain, "TRIPOLIS_LANG": "en", "HOME": str(home)}
    python = home / "venv" / "bin" / "python"
    ran = subprocess.run(
        [python, "-m", *map(str, command)],
        cwd=folder or home,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.slow
def test_a_new_game_is_green_listed_and_played_at_once(home):
    """Plain, so that nothing is compiled; with TRIPOLIS_SOAK=1 compiled too."""
    said = run(home, "tripolis.cli", "new-game", "hill_town")
    package = home / "hill_town"
    assert "pip install -e" in said and "hill_town/tests/test_hill_town.py" in said
    assert not [file for file in package.rglob("*") if file.is_file() and "{{" in file.read_text(encoding="utf-8")]
    how = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    run(home, "pip", "install", *how, "-e", package)
    skipped = () if SOAK else ("--deselect", "tests/test_hill_town.py::test_compiled_and_plain_runs_agree")
    tested = run(home, "pytest", "-q", *skipped, folder=package, plain="" if SOAK else "1")
    assert re.search(r"\b[34] passed", tested), tested
    assert re.search(r"^hill_town +2–3 +Hill Town$", run(home, "tripolis.cli", "games"), re.MULTILINE)
    typed = "\n".join(f"{column}{row}" for row in "123" for column in "abc")
    played = run(home, "tripolis.cli", "play", "hill_town", "--terminal", "--bots", "none", given=typed)
    assert "Place 1: Player" in played and "Neighbours" in played
    drawn = run(home, "tripolis.cli", "play", "hill_town", "--terminal", "--lang", "de", given="b2\nquit")
    assert "Ein Zug ist ein Feld" in drawn


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Hill", "cannot be a package: use small letters"),
        ("class", "cannot be a package: use small letters"),
        ("random", "There is a module called random already"),
        ("tripolis", "There is a module called tripolis already"),
    ],
)
def test_a_name_that_cannot_be_a_package_is_refused(tmp_path, name, sentence):
    with pytest.raises(BadOptions, match=sentence):
        lay_out(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "mine").write_text("mine")
    for folder in (tmp_path, tmp_path / "mine"):
        with pytest.raises(BadOptions, match="exists already"):
            lay_out("hill_town", folder)
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_every_template_is_used():
    templates = {file.name.removesuffix(".in") for file in (ROOT / "src" / "tripolis" / "new_game").glob("*.in")}
    assert templates == set(FILES)
