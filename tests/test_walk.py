"""docs/walk.md follows a move from the click to the other browser: every file and function that it names is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "walk.md"
STEP = re.compile(r"^\d+\. (.*?)(?=^\d+\. |^## |\Z)", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w/]+\.(?:py|js)")


def python_names(text):
    """Functions and classes of a module, and methods as Class.method."""
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            inner = (ast.FunctionDef, ast.AsyncFunctionDef)
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, inner)}
    return names


def script_names(text):
    """Functions, methods and classes of a script."""
    methods = re.findall(r"^  (?:async |get )?(\w+)\(.*\) \{$", text, re.MULTILINE)
    return {*methods, *re.findall(r"^(?:export )?(?:async )?(?:function|class) (\w+)", text, re.MULTILINE)}


def names_in(file):
    text = (ROOT / "src" / "tripolis" / file).read_text(encoding="utf-8")
    return python_names(text) if file.endswith(".py") else script_names(text)


def steps(page):
    """Each step: the files and the names that it quotes."""
    for step in STEP.findall(page):
        quoted = re.findall(r"`([^`]+)`", step)
        files = [text for text in quoted if FILE.fullmatch(text)]
        yield step.split("\n")[0], files, [text for text in quoted if text not in files]


def missing(page):
    """What the page names and the sources do not have; a step without files goes on in those of the step before."""
    found, before = [], []
    for first, files, names in steps(page):
        gone = [file for file in files if not (ROOT / "src" / "tripolis" / file).is_file()]
        found += gone
        before = [file for file in files if file not in gone] or before
        known = set().union(*map(names_in, before)) if before else set()
        found += [f"{name} ({first})" for name in names if name not in known and name not in ("done",)]
    return found


def test_every_file_and_function_of_the_walk_exists():
    page = PAGE.read_text(encoding="utf-8")
    assert len(list(steps(page))) > 20
    assert missing(page) == []


@pytest.mark.parametrize(
    ("there", "not_there"),
    [
        ("`Table.change`", "`Table.changed`"),
        ("server/domain/folds.py", "server/domain/fold.py"),
        ("`pick` says", "`picks` says"),
    ],
)
def test_a_name_that_is_gone_is_found(there, not_there):
    page = PAGE.read_text(encoding="utf-8")
    assert there in page and missing(page.replace(there, not_there))
