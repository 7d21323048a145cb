"""The reference of the Python face, from signatures and docstrings of everything that `import tripolis` offers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import tripolis

from .markdown import parts


def page(about: str, root: str) -> str:
    """Every public name, with its public methods."""
    made = []
    for name, thing in sorted(_offered().items(), key=lambda one: _rank(*one)):
        made += [f"## {name}", f"`{_signature(f'tripolis.{name}', thing)}`", _said(thing)]
        rows = [f"`{_signature(member, found)}`\n: {_said(found)}" for member, found in _members(thing)]
        made += ["\n\n".join(rows)] if rows else []
    return parts(*made)


def _offered() -> dict[str, Any]:
    return {name: getattr(tripolis, name) for name in tripolis.__all__}


def _rank(name: str, thing: Any) -> tuple[int, str]:
    """Functions first, then classes, then errors."""
    return (2 if issubclass(thing, Exception) else 1) if inspect.isclass(thing) else 0, name


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
    answer = inspect.Signature.empty if inspect.isclass(thing) else found.return_annotation
    text = str(found.replace(parameters=given, return_annotation=answer))
    return name + re.sub(r"(: |-> )'([^']+)'", r"\1\2", text)  # annotations are kept as texts


def _said(thing: Any) -> str:
    """The docstring; a fresh paragraph stays one inside a list."""
    return (inspect.getdoc(thing) or "").replace("\n\n", "\n\n  ")
