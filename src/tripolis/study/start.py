"""What an analysis begins with: a match file, a position as text, a new match, or a table put in by hand."""

from __future__ import annotations

from dataclasses import dataclass

from tripolis.engine.errors import BadPosition
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.engine.record import WHOLE
from tripolis.engine.sound import check_position
from tripolis.engine.words import Message

EYES = "Eyes"
"""The header of a file whose hidden things were imagined: the seat that it was seen by."""
WORLD = 20_150_301
"""The seed of the world in which an observation is played on: the same one for everybody."""


@dataclass(frozen=True)
class Beginning:
    """A match to analyse, and through whose eyes it is looked at."""

    match: Match
    eyes: int = WHOLE
    """A seat, -1 for the public; `WHOLE` where nothing is hidden from whoever looks."""
    filled: tuple[Message, ...] = ()
    """What could not be known, and how it was filled in."""


def begin(text: str, game: Game | None = None) -> Beginning:
    """An analysis of a match file, or of a position as text."""
    text = text.strip()
    if text.startswith(("[", "\ufeff[")):
        match = Match.parse(text + "\n", game)
        return Beginning(match, read_eyes(match))
    if not text:
        raise BadPosition(1, Message("there is nothing here: paste a position or a match file"))
    return begin_at(Position.parse(text, game))


def begin_at(position: Position, filled: tuple[Message, ...] = ()) -> Beginning:
    """An analysis from a position; what its viewer cannot know is imagined."""
    check_position(position)
    eyes = position.observer
    if eyes == WHOLE:
        return Beginning(Match(position.game, start=position), filled=filled)
    match = Match(position.game, start=position.imagine(WORLD))
    match.headers[EYES] = str(eyes)
    hidden = Message("What this seat cannot see is one of the possibilities; the analysis looks at several of them.")
    return Beginning(match, eyes, (*filled, hidden))


def read_eyes(match: Match) -> int:
    """Whose eyes a file says; those of a match without secrets, or one that is over, see everything."""
    eyes = match.headers.get(EYES, "")
    return int(eyes) if eyes in {"-1", *map(str, range(match.game.players))} else WHOLE
