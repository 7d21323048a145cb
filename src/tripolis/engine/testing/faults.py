"""What is wrong with a game, as a sentence with what is needed to see it again."""

from __future__ import annotations

import numpy as np

from ..game import Game
from ..match import Match


class GameFault(AssertionError):
    """A game breaks its contract; the message is a sentence, with what is needed to see it again."""


def fault(match: Match | None, sentence: str) -> GameFault:
    """A fault with the match that shows it."""
    return GameFault(sentence if match is None else f"{sentence}\n\nThe match that shows it:\n{match}")


def differences(game: Game, a: bytes, b: bytes) -> str:
    """The fields in which two records differ."""
    one, two = (np.frombuffer(data, np.uint8).view(game.state.dtype)[0] for data in (a, b))
    changed = [name for name in game.state.by_name if not np.array_equal(one[name], two[name])]
    return ", ".join(f"{name} {one[name].tolist()} -> {two[name].tolist()}" for name in changed) or "padding"
