"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

from typing import Any

from .markdown import cell, code, parts, table


def page(about: str, root: str) -> str:
    """Every command with its arguments and options."""
    import typer.main

    from tripolis.cli import app

    made = []
    for words, command in sorted(_leaves(("tripolis",), typer.main.get_command(app))):
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        usage = " ".join([*words, *(one.name.upper() for one in arguments)])
        made += [f"## {' '.join(words[1:])}", code(usage), cell(command.help or ""), _table(command)]
    return parts(*made)


def _leaves(words: tuple[str, ...], command: Any) -> list[tuple[tuple[str, ...], Any]]:
    if not hasattr(command, "commands"):
        return [(words, command)]
    return [leaf for name, inner in command.commands.items() for leaf in _leaves((*words, name), inner)]


def _table(command: Any) -> str:
    rows = []
    for one in command.params:
        if one.name == "help":
            continue
        names = ", ".join(map(code, one.opts)) if one.param_type_name == "option" else code(one.name.upper())
        default = one.default if one.default not in (None, "", False) and not callable(one.default) else ""
        rows.append((names, cell(getattr(one, "help", "") or ""), code(default)))
    return table(("name", "what", "default"), rows) if rows else ""
