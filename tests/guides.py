"""What tests of all games' guides share."""

from dataclasses import fields, is_dataclass

from tripolis.engine.words import Message


def messages(thing):
    """Every message in a guide."""
    if isinstance(thing, Message):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from messages(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from messages(getattr(thing, field.name))
