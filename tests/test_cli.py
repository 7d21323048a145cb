"""The command line as a person uses it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.fork_server import python
from tripolis.engine.game import game

CITY = {
    "mode": "classic",
    "city": [["tower:3", "park", "shop", "."], ["factory", "harbour+2", "harbour", "."], ["."] * 4, ["."] * 4],
    "residents": 7,
    "energy": 3,
}


def tripolis(*arguments, given=None, **environment):
    return subprocess.run(
        [python(plain=True), "-m", "tripolis.cli", *map(str, arguments)],
        input=given,
        env={**os.environ, "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_names_the_commands():
    text = tripolis("--help").stdout
    for command in ("play", "score", "box", "bench"):
        assert command in text


def test_version_is_that_of_the_package_and_of_the_changelog():
    from tripolis import __version__

    ran = tripolis("--version")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"tripolis {__version__}\n", "")
    changes = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## [{__version__}]" in changes


def test_score_prints_the_account():
    ran = tripolis("score", "quadropolis", "-", given=json.dumps(CITY))
    assert ran.returncode == 0, ran.stderr
    assert "Total" in ran.stdout
    assert "shop rrrre" in ran.stdout


def test_score_as_json(tmp_path):
    file = tmp_path / "city.json"
    file.write_text(json.dumps(CITY))
    found = json.loads(tripolis("score", "quadropolis", file, "--json").stdout)
    assert found["total"] == sum(found["points"].values()) == 23
    assert found["allocation"][0][2] == [4, 1]


def test_score_step_by_step():
    """The editor says how steps are written, shows every step's account, and how to go on."""
    ran = tripolis("score", "quadropolis", "edit", given="1a1=T1\n1a2=K\n1e=1\nhello\nexpert 2\nq\n")
    assert ran.returncode == 0, ran.stderr
    assert "classic N, expert N: start again" in ran.stdout
    assert "tower:1 e" in ran.stdout and "points 3, place 1" in ran.stdout and "hello is not a valid step" in ran.stdout
    assert "Player 2: residents 0, energy 0, points 0, place 1" in ran.stdout
    state = "expert" + 2 * f".{'-' * 20}_0_0"
    assert f"tripolis score quadropolis edit:{state}" in ran.stdout
    again = tripolis("score", "quadropolis", f"edit:{state}", given="q\n")
    assert f"edit:{state}" in again.stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "line 1, column 2"),
        ("[]", "Give an object with mode, city, residents and energy"),
        (json.dumps({**CITY, "residents": -1}), "residents must be a whole number"),
        (json.dumps({**CITY, "colour": 1}), "Give an object with"),
        (json.dumps({**CITY, "mode": "hard"}), "classic or expert"),
    ],
)
def test_a_wrong_city_gets_a_sentence(text, sentence):
    ran = tripolis("score", "quadropolis", "-", given=text)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_missing_file_gets_a_sentence():
    ran = tripolis("score", "quadropolis", "nowhere.json")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "nowhere.json cannot be read" in ran.stderr


def test_a_box_is_exported_checked_and_refused(tmp_path):
    folder = tmp_path / "box"
    assert tripolis("box", "export", "quadropolis", folder).returncode == 0
    assert "standard" in tripolis("box", "check", folder).stdout
    assert "not empty" in tripolis("box", "export", "quadropolis", folder).stderr
    tiles = folder / "tiles.csv"
    lines = tiles.read_text().splitlines()
    tiles.write_text("\n".join(lines[:4] + lines[5:]) + "\n")
    ran = tripolis("box", "check", folder)
    assert ran.returncode == 2
    assert "tiles.csv, line" in ran.stderr
    assert "24 tiles" in ran.stderr
    assert "24 tiles" in tripolis("play", "quadropolis", "--box", folder).stderr
    shutil.rmtree(folder)
    assert "no such folder" in tripolis("box", "check", folder).stderr


def test_unknown_games_and_options_get_a_sentence():
    assert "There is no game called chess" in tripolis("play", "chess").stderr
    assert "has no option colour" in tripolis("play", "quadropolis", "-o", "colour=red").stderr
    assert "players cannot be 7" in tripolis("play", "quadropolis", "--players", 7).stderr
    assert "name=value" in tripolis("play", "quadropolis", "-o", "colour").stderr


def test_a_position_as_text_is_drawn_as_a_seat_may_see_it(tmp_path):
    position = game("quadropolis", players=2).new(3).position
    secret, seen = tmp_path / "whole.svg", tmp_path / "seen.svg"
    assert tripolis("draw", position.text(), "--out", secret, "--seat", 1).stdout == f"{secret}\n"
    assert tripolis("draw", position.seen_by(1).text(), "--out", seen).returncode == 0
    assert secret.read_text().startswith("<svg") and secret.read_text() == seen.read_text()
    refused = tripolis("draw", "quadropolis/1/nonsense", "--out", seen)
    assert refused.returncode == 2 and refused.stderr.startswith("tripolis: ") and "Traceback" not in refused.stderr


@pytest.mark.slow
def test_bench_prints_rows():
    ran = tripolis("bench", "--json", "--quick", "--game", "quadropolis", TRIPOLIS_PLAIN="1")
    rows = [json.loads(line) for line in ran.stdout.splitlines()]
    assert {(row["mode"], row["players"]) for row in rows} == {(m, n) for m in ("classic", "expert") for n in (2, 3, 4)}
    for row in rows:
        assert row["decisions_per_s"] > 0
        assert {"game", "engine", "games_per_s", "legal_mean", "forced_share"} <= set(row)


def test_the_readme_commands_exist():
    makefile = (Path(__file__).parent.parent / "Makefile").read_text()
    for target in ("play", "test", "lint", "bench", "soak", "help"):
        assert f"\n{target}:" in makefile
