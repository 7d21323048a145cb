"""Everything that a game says is a sentence, in every language."""

from __future__ import annotations

import random
from typing import Any

from ..errors import IllegalMove
from ..game import Game
from ..match import Match
from ..position import Move
from ..words import LANGUAGES, Message, words
from .faults import fault

SOME = 5
"""Moves and reasons whose words are looked at after every move."""


class Speaker:
    """Asks for the words of events, moves and refusals, and says them in all languages.

    Events are said always, moves when they are first legal in a match and some at every position, and of the refusals some at every
    position. The same sentence with arguments of the same kind is put into other languages only once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.languages = [words(lang, game) for lang in LANGUAGES]
        self.said: set[Any] = set()
        self.described: set[int] = set()

    def start(self) -> None:
        """Begin a match."""
        self.described = set()

    def check_events(self, match: Match) -> None:
        """The last events are sentences."""
        for event in match.events[-1]:
            if not self.can_say(match.position.words(event)):
                raise fault(match, f"The event {event} has no words.")

    def check_moves(self, match: Match, s: Any, legal: list[int], rng: random.Random) -> list[Move]:
        """Moves are sentences; returns some legal ones."""
        some = rng.sample(legal, min(SOME, len(legal)))
        for number in (*some, *(number for number in legal if number not in self.described)):
            if not self.can_say(self.game.face.describe(s, self.game.plain_box, number)):
                raise fault(match, f"The action {number} has no words.")
        self.described.update(legal)
        return [match.position.move(number, s) for number in some]

    def check_refused(self, match: Match, s: Any, codes: Any, rng: random.Random) -> None:
        """What is refused is refused again when somebody plays it, for the same reason, and reasons are sentences."""
        refused = [action for action in rng.sample(range(len(codes)), min(9, len(codes))) if codes[action] != 0]
        for action in refused[:3]:
            try:
                match.position.play(action)
            except IllegalMove as reason:
                if reason.code != codes[action]:
                    raise fault(match, f"refuse gives different answers for the action {action}.") from None
                if not self.can_say(reason.message):
                    raise fault(match, f"The reason {reason.name} has no words.") from None
                continue
            raise fault(match, f"The refused action {action} was played.")
        reasons = [code for code in self.game.reasons if code != 0]
        for code in rng.sample(reasons, 0 if match.over else min(SOME, len(reasons))):
            if not self.can_say(self.game.face.why_not(s, self.game.plain_box, 0, int(code))):
                raise fault(match, f"The reason {code!r} has no words.")

    def can_say(self, message: Message) -> bool:
        """Does it give a text in every language?"""
        if not str(message).strip():
            return False
        kind = kind_of(message)
        if kind in self.said:
            return True
        self.said.add(kind)
        return all(language.render(message).strip() for language in self.languages)


def kind_of(value: Any) -> Any:
    """A message without the values of its arguments; of a number only whether it is none, one or many, of others whether they are empty."""
    if isinstance(value, Message):
        return (value.english(), *((name, kind_of(part)) for name, part in value.args.items()))
    if isinstance(value, int):
        return min(abs(value), 2)
    return type(value), not value
