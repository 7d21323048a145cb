"""What is wrong with a game, as a sentence with what is needed to see it again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..events import Event
from ..game import Game
from ..match import Match


class GameFault(AssertionError):
    """A game breaks its contract; the message is a sentence, with what is needed to see it again."""


def fault(match: Match | None, sentence: str) -> GameFault:
    """A fault with the match that shows it."""
    return GameFault(sentence if match is None else f"{sentence}\n\nThe match that shows it:\n{match}")


SHOWN = 6
"""Places or events that a sentence names."""
SAME = "nothing"
"""The differences between two equal records."""


def differences(game: Game, a: bytes, b: bytes) -> str:
    """The places in which two records differ, with both numbers."""
    one, two = (np.frombuffer(data, np.uint8).view(game.state.dtype)[0] for data in (a, b))
    places = []
    for name in game.state.by_name:
        mine, other = np.asarray(one[name]), np.asarray(two[name])
        for at in np.argwhere(mine != other).tolist():
            index = "".join(f"[{i}]" for i in at)
            places.append(f"{name}{index} {mine[tuple(at)]} -> {other[tuple(at)]}")
    return shorten(places) or SAME


def shorten(parts: Sequence[str]) -> str:
    """The first few of a list, and how many more there are."""
    more = len(parts) - SHOWN
    return ", ".join(parts[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def viewer(seat: int) -> str:
    """Who looks."""
    return "a spectator" if seat < 0 else f"seat {seat}"


def heard_text(game: Game, events: Sequence[Event]) -> str:
    """Events as a viewer hears them: their words, names and arguments."""
    said, names = [], game.rules.events
    for event in events:
        name = names(event.code).name if names else f"code {event.code}"
        words = game.face.words_of(game.plain_box, event.code, event.args)
        said.append(f"“{words}” ({name} {', '.join(map(str, event.args))})")
    return shorten(said) or "nothing"


def moves_text(match: Match) -> str:
    """The moves that lead to a position."""
    return f"The moves: {' '.join(move.text for move in match.moves)}." if match.moves else "No move was made yet."
