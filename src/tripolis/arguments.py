"""Options and arguments of commands, explained in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from .engine.words import Message, say

F = TypeVar("F", bound=Callable[..., Any])


def option(meaning: Message, *names: str, **settings: Any) -> Any:
    """An option; without names it is called like the parameter."""
    return typer.Option(*names, help=say(meaning), **settings)


def argument(meaning: Message, **settings: Any) -> Any:
    """An argument."""
    return typer.Argument(help=say(meaning), **settings)


def command(app: typer.Typer, meaning: Message, name: str | None = None) -> Callable[[F], F]:
    """Make a function a command; without a name it is called like the function."""
    return app.command(name, help=say(meaning))


Options = Annotated[
    list[str] | None, option(Message("An option of the game, written name=value; may be repeated."), "--option", "-o")
]
