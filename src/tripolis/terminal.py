"""A plain text game against bots."""

from __future__ import annotations

import random

from .bots import bot as find_bot
from .engine.errors import TripolisError
from .engine.match import Match
from .engine.position import Event


def play_match(match: Match, bot_name: str) -> None:
    """Seat 0 is you, the others are bots."""
    rng = random.Random(match.seed)
    opponent = find_bot(bot_name)
    tell(match, match.events[0])
    while not match.over:
        if match.actor != 0:
            tell(match, match.play(opponent.choose(match.seen_by(match.actor), rng.randrange(1 << 30))))
            continue
        legal = " ".join(move.text for move in match.legal())
        try:
            text = input(f"\nYour move ({legal}): ").strip()
        except EOFError:
            print(f"\n{match}")
            return
        if text in ("quit", "q"):
            print(f"\n{match}")
            return
        try:
            tell(match, match.play(text))
        except TripolisError as error:
            print(error)
    for seat, (account, place) in enumerate(zip(match.scores(), match.ranks(), strict=True)):
        points = ", ".join(f"{name} {points}" for name, points in account.points.items() if points)
        print(f"Place {place}: Player {seat + 1} with {account.total} points ({points})")


def tell(match: Match, events: list[Event]) -> None:
    """Print what happened."""
    for event in events:
        print(match.position.words(event))
