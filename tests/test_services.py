"""`tools/services`: installs what tests need where it may, says what is missing where it may not, and never fails."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAM = "/usr/lib/postgresql/*/bin/initdb"


@pytest.fixture
def run(tmp_path):
    """Runs the script on a machine of our own making: its files, its programs and who we are there."""
    text = (ROOT / "tools" / "services").read_text()
    assert f"\n{PROGRAM}|postgresql|PostgreSQL\n" in text
    needs = f"needs='\n{tmp_path}/lib/*/initdb|postgresql|PostgreSQL\n'"
    text, found = re.subn(r"needs='[^']*'", lambda _: needs, text)
    assert found == 1
    (tmp_path / "services").write_text(text)
    programs = tmp_path / "bin"
    programs.mkdir()
    asked = tmp_path / "asked"
    asked.touch()

    def add(name, body):
        (programs / name).write_text(f"#!/bin/sh\n{body}\n")
        (programs / name).chmod(0o755)

    def go(user=0, installs=True, apt=True, there=False, **environment):
        add("id", f"echo {user}")
        if apt:
            add("apt-get", f'echo "$@" >> {asked}; exit {0 if installs else 100}')
        if there:
            (tmp_path / "lib" / "17").mkdir(parents=True)
            (tmp_path / "lib" / "17" / "initdb").touch()
        shell = subprocess.run(["bash", "-c", "command -v bash"], capture_output=True, text=True).stdout.strip()
        done = subprocess.run(
            [shell, str(tmp_path / "services")],
            env={"PATH": str(programs), **environment},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return asked.read_text().splitlines(), done.stdout + done.stderr

    return go


def test_nothing_is_said_or_done_where_all_is_there(run):
    assert run(there=True, CI="true") == ([], "")


@pytest.mark.parametrize("why", [{"CI": "true"}, {"TRIPOLIS_INSTALL": "1"}])
def test_root_installs_what_is_missing_in_ci_or_when_asked_to(run, why):
    asked, said = run(**why)
    assert asked == ["-qq update", "-qq install -y --no-install-recommends postgresql"]
    assert said == "tools/services: installing postgresql\n"


@pytest.mark.parametrize(
    "where",
    [
        {"user": 1000, "CI": "true", "TRIPOLIS_INSTALL": "1"},
        {"user": 0},
        {"user": 0, "CI": "", "TRIPOLIS_INSTALL": "0"},
        {"user": 0, "CI": "true", "apt": False},
    ],
    ids=["no root", "root, but nobody asked", "root who says no", "no apt-get"],
)
def test_where_nothing_may_be_installed_one_line_says_what_is_missing(run, where):
    asked, said = run(**where)
    assert asked == []
    assert said.count("\n") == 1
    assert "PostgreSQL" in said and "SKIPPED" in said and "apt-get install postgresql" in said


def test_a_failed_installation_is_told_and_fails_nothing(run):
    asked, said = run(CI="true", installs=False)
    assert asked == ["-qq update"]
    assert "SKIPPED" in said


def test_the_script_can_be_run():
    assert os.access(ROOT / "tools" / "services", os.X_OK)
