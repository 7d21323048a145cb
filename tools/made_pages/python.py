"""The reference of the Python face, from signatures and docstrings of everything that `import tripolis` offers."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import tripolis

from .markdown import parts


def page(about: str, root: str) -> str:
    """Every public name, with its public methods."""
    made = []
    for name in sorted(tripolis.__all__, key=str.lower):
        thing = getattr(tripolis, name)
        made += [f"## {name}", f"`{_signature(f'tripolis.{name}', thing)}`", _said(thing)]
        rows = [f"`{_signature(member, found)}`\n: {_said(found)}" for member, found in _members(thing)]
        made += ["\n\n".join(rows)] if rows else []
    return parts(*made)


def _members(thing: Any) -> Iterator[tuple[str, Any]]:
    if not inspect.isclass(thing):
        return
    for name, found in vars(thing).items():
        found = getattr(found, "__func__", found)
        found = getattr(found, "func", found)
        if (
            not name.startswith("_")
            and inspect.getdoc(found)
            and (inspect.isfunction(found) or isinstance(found, property))
        ):
            yield name, found


def _signature(name: str, thing: Any) -> str:
    if isinstance(thing, property):
        return name
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    given = [one for one in found.parameters.values() if one.name != "self"]
    return f"{name}{found.replace(parameters=given)}"


def _said(thing: Any) -> str:
    """The docstring; a fresh paragraph stays one inside a list."""
    return (inspect.getdoc(thing) or "").replace("\n\n", "\n\n  ")
