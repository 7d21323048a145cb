"""Who sends a request."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Identity:
    """A guest by their cookie, the holder of a seat by its token, or a stranger; with the language to answer in."""

    guest: str = ""
    """The id of the guest; empty for strangers and for those who show a token."""
    name: str = ""
    token: str = ""
    """The hash of the token that was shown: it says who this is even when the seat is no longer theirs."""
    lang: str = "en"
    address: str = ""

    def seat_at(self, table: Table) -> int:
        """The seat held at a table, -1 for none."""
        return table.seat_for(self.guest, self.token)

    def guest_at(self, table: Table, seat: int | None = None) -> str:
        """The guest who acts at a table: with a token, the one whose seat it is (`seat`, where that is known)."""
        if not self.token:
            return self.guest
        seat = self.seat_at(table) if seat is None else seat
        return table.seats[seat].guest if seat >= 0 else ""

    def as_guest(self, guest: str, name: str) -> Identity:
        """The same one as a guest, whatever token was shown."""
        return replace(self, guest=guest, name=name, token="")
