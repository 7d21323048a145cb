"""Messages: a whole sentence with named arguments. The English sentence is its own identity."""

from __future__ import annotations

from typing import Any


class Message:
    """A sentence such as "{seat} takes a {tile}." with its arguments; arguments may be messages themselves."""

    __slots__ = ("args", "text")

    def __init__(self, text: str, /, **args: Any) -> None:
        self.text = text
        self.args = args

    def __str__(self) -> str:
        return self.text.format(**self.args)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.text, self.args) == (other.text, other.args)

    def __hash__(self) -> int:
        return hash(str(self))
