"""U-Build for owners of the box, as pages and commands ask for it: the worth of a table, and the track builder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tripolis.engine.words import Message

from ..box.track import KINDS
from ..face.labels import amount_text
from .builder import TrackBuilder
from .editor import TableEditor
from .score import ranks, score_table

BUILT_OPTION = "track"
"""The option of a table that the builder's state is a value of."""


def write_amount(units: int) -> str:
    """An amount as people say it: 3.5M, −500k."""
    return ("−" if units < 0 else "") + amount_text(abs(units)) if units else "0"


class Editor(TableEditor):
    """The score helper of U-Build."""

    MODES = KINDS
    FEWEST = 2

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Everybody's districts and worth, for a terminal."""
        for seat, (account, place) in enumerate(zip(self.verdict(), self.ranks(), strict=True)):
            for row in self.rows(seat):
                yield "  " + "".join(f"{cell:<10}" for cell in row).rstrip()
            yield say(
                Message(
                    "Player {number}: cash {cash}, worth {worth}, place {place}",
                    number=seat + 1,
                    cash=amount_text(account.cash),
                    worth=amount_text(account.total),
                    place=place,
                )
            )


class Builder(TrackBuilder):
    """The track builder of U-Build."""

    MODES = KINDS


def count_by_hand(given: Any, say: Callable[[Message], str]) -> tuple[dict[str, Any], list[str]]:
    """What everybody at a table given as JSON is worth: as plain data, and as lines for people."""
    accounts = score_table(given)
    places = ranks(accounts)
    found = [
        {
            "total": account.total,
            "cash": account.cash,
            "rents": {name: rent.total for name, rent in account.rents.items()},
        }
        for account in accounts
    ]
    lines = [
        say(
            Message(
                "Player {number}: cash {cash}, worth {worth}, place {place}",
                number=seat + 1,
                cash=amount_text(account.cash),
                worth=amount_text(account.total),
                place=place,
            )
        )
        for seat, (account, place) in enumerate(zip(accounts, places, strict=True))
    ]
    return {"unit": "10k", "players": found, "ranks": places}, lines
