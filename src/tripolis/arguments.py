"""Options and arguments of commands, explained in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup

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


def or_command(usual: str) -> type[TyperGroup]:
    """A group of commands that takes a game where a command stands: `arena quadropolis ...` means `arena play
    quadropolis ...` if `play` is the usual one."""

    class GameOrCommand(TyperGroup):
        usual_command = usual

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
                args = [self.usual_command, *args]
            return super().parse_args(ctx, args)

    return GameOrCommand


Options = Annotated[
    list[str] | None, option(Message("An option of the game, written name=value; may be repeated."), "--option", "-o")
]
