"""Breaks the code on purpose, one place at a time, and looks whether the tests notice: `python tools/breakages.py
[WORD...]`.

`tests/breakages.toml` says what is broken and which tests must go red. All of it happens in a copy of the tree; with
words, only the breakages that have one of them in their description are tried. Fails if somebody has to be told.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "breakages.toml"
KEPT = (
    "src",
    "tests",
    "tools",
    "docs",
    "examples",
    "benchmarks",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "Makefile",
)
RED = 1
"""What pytest returns when tests have failed, and nothing else was wrong."""


def breakages() -> list[dict[str, Any]]:
    """The list, in its order."""
    listed: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["breakage"]
    return listed


def run(tree: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Some tests of a tree, whose rules run as plain Python."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not server", *tests]
    path = os.pathsep.join([str(tree / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "TRIPOLIS_PLAIN": "1", "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def try_one(tree: Path, one: dict[str, Any]) -> str:
    """Break the tree, run the tests, mend it again; returns what came of it."""
    file = tree / one["file"]
    text = file.read_text(encoding="utf-8")
    if text.count(one["old"]) != 1:
        return "is not there"
    file.write_text(text.replace(one["old"], one["new"]), encoding="utf-8")
    code = run(tree, one["tests"]).returncode
    file.write_text(text, encoding="utf-8")
    return "red" if code == RED else "nobody noticed" if code == 0 else f"pytest ended with {code}"


def main(*words: str) -> int:
    """Try all breakages, or those with these words; returns how many were not noticed as they should be."""
    chosen = [one for one in breakages() if not words or any(word in one["what"] for word in words)]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in KEPT:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, tree / name)
        whole = run(tree, sorted({test for one in chosen for test in one["tests"]}))
        if whole.returncode:
            print(whole.stdout[-3000:], "The tests are red before anything is broken.", sep="\n")
            return 1
        for one in chosen:
            said = try_one(tree, one)
            wrong += said != "red"
            print(f"{one['what']}: {said}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
