"""What a district card says, line by line with the status of every value; and how a rent comes about, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tripolis.engine.words import Message, Plural

from ..box.reader import Box
from ..rules.state import BLOCKS, NOBODY, UNIT
from .labels import amount, status_title

# ------------------------------------------------------------------------ rent


@dataclass(frozen=True)
class Rent:
    """A rent with its reasons; amounts in units of 10k."""

    counted: int
    hazard: bool
    plain: int
    skyscraper: bool
    tower: bool
    mortgaged: bool
    unowned: bool

    @property
    def total(self) -> int:
        """What a visitor pays."""
        if self.mortgaged or self.unowned:
            return 0
        return 2 * self.plain if self.skyscraper or self.tower else self.plain

    def reasons(self) -> list[Message]:
        """The steps of the account, as on p. 12 of the rulebook."""
        found: list[Message] = []
        if self.hazard:
            found.append(Message("A hazard stands beside it: only industrial blocks count."))
        if self.counted:
            found.append(
                Plural(
                    "{n} block counts: {amount}", "{n} blocks count: {amount}", self.counted, amount=amount(self.plain)
                )
            )
        else:
            found.append(Message("No block counts: base rent {amount}", amount=amount(self.plain)))
        if self.skyscraper and self.tower:
            found.append(Message("Skyscraper and Monopoly Tower: doubled, once only."))
        elif self.skyscraper:
            found.append(Message("The colour has a skyscraper: doubled."))
        elif self.tower:
            found.append(Message("The owner has the Monopoly Tower: doubled."))
        if self.mortgaged:
            found.append(Message("It is mortgaged: no rent."))
        return found


def rent_parts(s: Any, b: Any, d: int) -> Rent:
    """The rent of a district with its reasons, for words and drawings (the rule itself is `scoring.rent`)."""
    hazard = bool(int(s.beside_hazard) >> d & 1)
    counted = int(s.blocks[d][1]) + (0 if hazard else int(s.blocks[d][0]))
    home, owner = int(s.tower[1]), int(s.owner[d])
    return Rent(
        counted,
        hazard,
        int(b.rent[d][counted]),
        int(s.skyscraper[int(b.group[d])][1]) != NOBODY,
        home != NOBODY and owner != NOBODY and int(s.owner[home]) == owner,
        bool(int(s.mortgaged) >> d & 1),
        owner == NOBODY,
    )


# ----------------------------------------------------------------------- deeds


@dataclass(frozen=True)
class Line:
    """A line of a district card: what it says, the amount, how sure it is, and what the scan prints where it was decoded."""

    label: Message
    units: int
    status: str
    printed: str = ""

    @property
    def certainty(self) -> Message:
        """The status as words, with the printed reading beside a decoded one."""
        if self.printed:
            return Message("{status}; the scan prints: {text}", status=status_title(self.status), text=self.printed)
        return status_title(self.status)


def deed(box: Box, d: int) -> list[Line]:
    """A district card: price, rents, prices of buildings."""
    row = box.districts[d]
    printed = row.get("as_printed") or {}
    rents = printed.get("rents", {})
    example = printed.get("example", {})
    lines = [
        Line(Message("Price"), row["price"] // UNIT, row.get("price_status", "reconstructed")),
        Line(
            Message("Base rent"),
            row["base_rent"] // UNIT,
            row.get("base_status", "reconstructed"),
            printed.get("base_rent", ""),
        ),
    ]
    statuses = row.get("rents_status") or ["reconstructed"] * BLOCKS
    for i, value in enumerate(row["rents"]):
        text = rents.get(str(i + 1), "")
        if i == 3 and example:
            text = example.get("4 industrial blocks", "")
        label: Message = Plural("{n} block", "{n} blocks", i + 1)
        lines.append(Line(label, value // UNIT, statuses[i], text))
    building = row.get("building_price_status", "reconstructed")
    lines += [
        Line(Message("Residential block"), row["residential"] // UNIT, building, printed.get("residential", "")),
        Line(Message("Industrial block"), row["industrial"] // UNIT, building, printed.get("industrial", "")),
        Line(
            Message("Skyscraper"),
            row["skyscraper"] // UNIT,
            row.get("skyscraper_status", "reconstructed"),
            printed.get("skyscraper", ""),
        ),
    ]
    return lines


# ------------------------------------------------------------------- certainty


def certainty_sign(status: str) -> str:
    """Nothing beside a known value, ~ beside a decoded or inferred one, ? beside one that we reconstructed."""
    if status.startswith("known") or status.startswith("effect known"):
        return ""
    return "~" if status.startswith(("decoded", "inferred")) else "?"


def money_words(box: Box, s: Any, b: Any, d: int) -> Message:
    """What a district costs (in brackets) or brings now, with the sign of how sure that is."""
    row = box.districts[d]
    if s.owner[d] < 0:
        return Message("({amount}){sign}", amount=amount(b.price[d]), sign=certainty_sign(row.get("price_status", "")))
    rent = rent_parts(s, b, d)
    status = row.get("base_status", "")
    if rent.counted:
        status = (row.get("rents_status") or [""] * BLOCKS)[rent.counted - 1]
    sign = certainty_sign(status) if rent.total else ""
    return Message("{amount}{sign}", amount=amount(rent.total), sign=sign)


def card_sign(box: Box, card: int) -> str:
    """How sure a card is."""
    return certainty_sign(str(box.cards[card].get("status", "")))
