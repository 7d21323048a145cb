"""What a district card says, line by line with the status of every value; and how a rent comes about, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tripolis.engine.record import in_python
from tripolis.engine.words import Message, Plural

from ..box.files import Box
from ..rules.scoring import counted_blocks, plain_rent, rent, skyscraper_doubles, tower_doubles
from ..rules.state import BLOCKS, NOBODY, UNIT
from .labels import amount, short_amount, status_title

# ------------------------------------------------------------------------ rent


@dataclass(frozen=True)
class Rent:
    """A rent with its reasons, all by the rules (`rules/scoring.py`); amounts in units of 10k."""

    total: int
    """What a visitor pays."""
    plain: int
    counted: int
    hazard: bool
    skyscraper: bool
    tower: bool
    mortgaged: bool
    unowned: bool

    def reasons(self) -> list[Message]:
        """The steps of the account, as on p. 12 of the rulebook."""
        steps: list[Message] = []
        if self.hazard:
            steps.append(Message("A hazard touches it: only industrial blocks count."))
        if self.counted:
            n, units = self.counted, amount(self.plain)
            steps.append(Plural("{n} block counts: {amount}", "{n} blocks count: {amount}", n, amount=units))
        else:
            steps.append(Message("No block counts: base rent {amount}", amount=amount(self.plain)))
        if self.skyscraper and self.tower:
            steps.append(Message("Skyscraper and Monopoly Tower: doubled only once."))
        elif self.skyscraper:
            steps.append(Message("The colour has a skyscraper: doubled."))
        elif self.tower:
            steps.append(Message("The owner has the Monopoly Tower: doubled."))
        if self.mortgaged:
            steps.append(Message("It is mortgaged: no rent."))
        return steps


def explain_rent(s: Any, b: Any, d: int) -> Rent:
    """The rent of a district of a plain record, and what it comes from."""
    return Rent(
        total=int(in_python(rent)(s, b, d)),
        plain=int(in_python(plain_rent)(s, b, d, True)),
        counted=int(in_python(counted_blocks)(s, d, True)),
        hazard=bool(s.beside_hazard >> d & 1),
        skyscraper=bool(in_python(skyscraper_doubles)(s, b, d)),
        tower=bool(in_python(tower_doubles)(s, d)),
        mortgaged=bool(s.mortgaged >> d & 1),
        unowned=s.owner[d] == NOBODY,
    )


# ----------------------------------------------------------------------- cards


@dataclass(frozen=True)
class Line:
    """A line of a district card: its label, the amount, how sure it is, and how the scan prints a decoded one."""

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


def card_lines(box: Box, d: int) -> list[Line]:
    """A district card: price, base rent, rents by blocks, prices of buildings."""
    row = box.districts[d]
    printed = row.get("as_printed") or {}
    readings = {**printed.get("rents", {})}
    if printed.get("example"):
        readings["4"] = printed["example"].get("4 industrial blocks", "")
    statuses = row.get("rents_status") or ["reconstructed"] * BLOCKS

    def line(label: Message, key: str, status: str) -> Line:
        reading = "" if key == "price" else printed.get(key, "")
        return Line(label, row[key] // UNIT, row.get(status, "reconstructed"), reading)

    return [
        line(Message("Price"), "price", "price_status"),
        line(Message("Base rent"), "base_rent", "base_status"),
        *(
            Line(Plural("{n} block", "{n} blocks", n), units // UNIT, status, readings.get(str(n), ""))
            for n, (units, status) in enumerate(zip(row["rents"], statuses, strict=True), start=1)
        ),
        line(Message("Residential block"), "residential", "building_price_status"),
        line(Message("Industrial block"), "industrial", "building_price_status"),
        line(Message("Skyscraper"), "skyscraper", "skyscraper_status"),
    ]


# ------------------------------------------------------------------- certainty


def certainty_sign(status: str) -> str:
    """Nothing beside a known value, ~ beside a decoded or inferred one, ? beside a reconstructed one."""
    if status.startswith(("known", "effect known")):
        return ""
    return "~" if status.startswith(("decoded", "inferred")) else "?"


def money_words(box: Box, b: Any, d: int, rent: Rent) -> Message:
    """What a district costs (in brackets) or brings now, with the sign of how sure that is."""
    row = box.districts[d]
    if rent.unowned:
        return Message(
            "({amount}){sign}", amount=short_amount(b.price[d]), sign=certainty_sign(row.get("price_status", ""))
        )
    status = row.get("base_status", "")
    if rent.counted:
        status = (row.get("rents_status") or [""] * BLOCKS)[rent.counted - 1]
    sign = certainty_sign(status) if rent.total else ""
    return Message("{amount}{sign}", amount=short_amount(rent.total), sign=sign)


def card_sign(box: Box, card: int) -> str:
    """How sure an event card is."""
    return certainty_sign(str(box.cards[card].get("status", "")))
