"""Options: what is chosen before a match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import BadOptions
from .words import Message


@dataclass(frozen=True)
class Option:
    """A choice made before the match. Without listed values any text is taken, and `check_settings` judges it."""

    name: str
    values: tuple[Any, ...]
    default: Any
    help: Message
    label: Message | None = None
    names: Mapping[Any, Message] = field(default_factory=dict, compare=False)
    """What people call the values; yes, no and numbers need no name."""
    number: bool = False
    """Without listed values: is it a whole number?"""
    off: str = ""
    """How a match file says that there is none, which is `None` in Python."""

    @property
    def title(self) -> Message | str:
        """What people call the option."""
        return self.label or self.name

    def name_of(self, value: Any) -> Message | str:
        """What people call a value."""
        if isinstance(value, bool):
            return Message("yes") if value else Message("no")
        if value is None:
            return self.off
        return self.names.get(value, str(value))

    @property
    def header(self) -> str:
        """The name in a match file: `face_down` is `FaceDown`."""
        return "".join(part.title() for part in self.name.split("_"))

    def show(self, value: Any) -> str:
        """A value as text."""
        if value is None:
            return self.off
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def parse(self, value: Any) -> Any:
        """A value from itself or its text."""
        if self.off and (value is None or value == self.off):
            return None
        if not self.values:
            text = str(value)
            return int(text) if self.number and re.fullmatch("0|[1-9][0-9]{0,5}", text, re.ASCII) else text
        for known in self.values:
            if (value == known and type(value) is type(known)) or str(value).lower() == self.show(known):
                return known
        values = ", ".join(self.show(v) for v in self.values)
        args = {"option": self.name, "value": value, "values": values}
        raise BadOptions(Message("{option} cannot be {value}; it can be {values}.", **args))


def switch(name: str, default: bool, help: Message, label: Message) -> Option:
    """An option that is on or off."""
    return Option(name, (default, not default), default, help, label)


def read_options(options: Iterable[str] | None) -> dict[str, str]:
    """Options as people write them, name=value, as a dictionary."""
    settings = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOptions(Message("Write options as name=value, not {text}.", text=option))
        settings[name] = value
    return settings
