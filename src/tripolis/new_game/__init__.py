"""`tripolis new-game`: a package with a small game that can be played and tested at once, to be changed into another.

The files beside this one are its templates; `{{name}}` and `{{title}}` are filled in.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
from importlib.resources import files as resource_files
from pathlib import Path

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "game.py": "{{name}}/__init__.py",
    "rules.py": "{{name}}/rules.py",
    "box.py": "{{name}}/box.py",
    "plots.csv": "{{name}}/plots.csv",
    "face.py": "{{name}}/face.py",
    "art.svg": "{{name}}/art.svg",
    "de.po": "{{name}}/words/de.po",
    "tests.py": "tests/test_{{name}}.py",
}
"""The templates (with `.in` behind their names), and where each goes."""


def lay_out(name: str, folder: Path | None = None) -> list[Path]:
    """Write the package of a new game into a new or empty folder (by default one with its name, here); returns the
    files."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadOptions(
            Message("{name} cannot be a package: use small letters, digits and _, such as my_game.", name=name)
        )
    if importlib.util.find_spec(name) is not None:
        raise BadOptions(Message("There is a module called {name} already: choose another name.", name=name))
    folder = Path(name) if folder is None else folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOptions(Message("{folder} exists already and is not an empty folder.", folder=folder))
    values = {"{{name}}": name, "{{title}}": name.replace("_", " ").title()}
    written = []
    for template, place in FILES.items():
        text = (resource_files(__package__) / f"{template}.in").read_text(encoding="utf-8")
        for key, value in values.items():
            text, place = text.replace(key, value), place.replace(key, value)
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        written.append(file)
    return written
