"""A table: a fold over its journal. Nothing here waits; the same entries always make the same table."""

from __future__ import annotations

import copy
import hmac
import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tripolis.engine.errors import TripolisError
from tripolis.engine.game import Game
from tripolis.engine.moves import Move
from tripolis.engine.position import Position, position_after
from tripolis.engine.random import seed_text, seed_words
from tripolis.engine.scene import Text
from tripolis.engine.words import Message
from tripolis.proof import commitment, final_seed

from .clock import Clock, ClockRule
from .folds import FOLDS, MENDING, NEW_FOLDS, Diverged
from .journal import DAMAGED, Entry, Line, encode
from .problems import damaged_table
from .seats import Claim, Offer, Order, Seat, seat_titles

LOG = logging.getLogger("tripolis.server.journal")


class Change(NamedTuple):
    """An entry that may be written, and the table after it."""

    entry: Entry
    table: Table


@dataclass(slots=True)
class Table:
    """All that is known of a table after `seq` entries."""

    id: str
    secret: bytes
    seq: int = 0
    owner: str = ""
    created: int = 0
    game: Game = None  # type: ignore[assignment]
    public: bool = False
    undo: str = "turn"
    on_timeout: str = "bot"
    chat: bool = True
    hints: bool = False
    rated: bool = False
    """Does the match count for ratings? Whoever says that they are ready agrees to it."""
    tour: bool = False
    """A guided first game: its shuffle is known, and bots follow its script."""
    status: str = "open"
    """open, playing, over, closed, or stopped (the rules of this program lead elsewhere than the journal says)."""
    reason: Message | None = None
    """Why the table is over, closed or stopped, where it is not by the rules of the game."""
    stopped_at: int = 0
    """The first entry that the rules of this program lead elsewhere with."""
    quarantined: bool = False
    """Something has failed here that must not fail at other tables: nobody looks at it or plays before it is mended."""
    seats: list[Seat] = field(default_factory=list)
    position: Position | None = None
    position_seq: int = 0
    """The last entry that changed the position."""
    numbers: list[int] = field(default_factory=list)
    actors: list[int] = field(default_factory=list)
    reveals: list[bool] = field(default_factory=list)
    times: list[tuple[int, ...]] = field(default_factory=list)
    """What was on the clocks before each move."""
    last: tuple[str, ...] = ()
    """The sprites of the last move."""
    clock: Clock = field(default_factory=lambda: Clock(ClockRule()))
    offer: Offer | None = None
    claim: Claim | None = None
    """A seat that is asked back."""
    paused: bool = False
    orders: dict[int, Order] = field(default_factory=dict)
    mutes: frozenset[tuple[int, int]] = frozenset()
    """(who does not want to hear, whom); -1 for everybody."""
    successor: str = ""
    updated_ms: int = 0
    log: list[Line] = field(default_factory=list)
    hash: str = field(default="", compare=False)
    """The hash of the last entry that is on disk: the next one is linked to it."""
    _digest: str = field(default="", compare=False)

    # --------------------------------------------------------------- looking

    @property
    def actor(self) -> int:
        """The seat to decide, -1 if nobody is."""
        return self.position.actor if self.position is not None and self.status == "playing" else -1

    @property
    def digest(self) -> str:
        """The digest of the position."""
        assert self.position is not None
        self._digest = self._digest or self.position.digest()
        return self._digest

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.numbers)

    @property
    def titles(self) -> tuple[Text, ...]:
        """What people read for the seats."""
        return seat_titles([(seat.kind, seat.name) for seat in self.seats])

    @property
    def nonces(self) -> list[str]:
        """What the seats have added to the shuffle."""
        return [seat.nonce for seat in self.seats]

    @property
    def commitment(self) -> str:
        """The fingerprint of the shuffle."""
        return commitment(self.secret, self.game, self.id)

    @property
    def seed(self) -> bytes:
        """The seed of the match: never shown before the end."""
        if self.tour:
            return bytes.fromhex(seed_text(seed_words(self.game.tour.seed)))
        return final_seed(self.secret, self.nonces)

    @property
    def people(self) -> list[int]:
        """The seats where people sit who have not given up."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == "person" and not seat.resigned]

    @property
    def thinking(self) -> bool:
        """Is the next move a bot's, or an automatic one?"""
        actor = self.actor
        return actor >= 0 and not self.paused and bool(self.seats[actor].player or actor in self.orders)

    def seat_of(self, guest: str) -> int:
        """Where a guest sits, -1 for nowhere."""
        if guest:
            for i, seat in enumerate(self.seats):
                if seat.guest == guest and seat.kind == "person":
                    return i
        return -1

    def seat_for(self, guest: str, token: str) -> int:
        """The seat of somebody who shows a token (its hash) or else a guest's cookie."""
        if not token:
            return self.seat_of(guest)
        held = [i for i, seat in enumerate(self.seats) if seat.token and hmac.compare_digest(seat.token, token)]
        return held[0] if held else -1

    def ranks(self) -> list[int]:
        """Every seat's place by the game's own rules; those who gave up come last, the first of them at the end."""
        assert self.position is not None
        seats, places = self.seats, self.position.ranks()
        order = sorted(range(len(places)), key=lambda i: (seats[i].resigned > 0, -seats[i].resigned, places[i]))
        ranks = [0] * len(places)
        for n, seat in enumerate(order):
            before = order[n - 1]
            equal = n > 0 and not seats[seat].resigned and not seats[before].resigned
            ranks[seat] = ranks[before] if equal and places[seat] == places[before] else n + 1
        return ranks

    # --------------------------------------------------------------- folding

    def change(self, kind: str, seat: int, data: dict[str, Any], at: int) -> Change:
        """A new entry and the table after it; this one stays as it is. Raises what forbids the entry."""
        entry, after = Entry(self.id, self.seq + 1, kind, seat, data, None, at), self.copy()
        events = (NEW_FOLDS.get(kind) or FOLDS[kind])(after, entry) or b""
        after._settle(at)
        after._append(entry, events)
        return Change(entry, after)

    def after(self, *entries: Entry) -> Table:
        """The table after entries that are in the journal; this one stays as it is."""
        table = self.copy()
        for entry in entries:
            table.fold(entry)
        return table

    def copy(self) -> Table:
        """The same table, independent of this one."""
        table = copy.copy(self)
        table.seats = [copy.copy(seat) for seat in self.seats]
        table.position = self.position.copy() if self.position is not None else None
        table.clock = self.clock.copy()
        table.offer = copy.deepcopy(self.offer)
        table.orders = {seat: copy.copy(order) for seat, order in self.orders.items()}
        table.numbers, table.actors, table.reveals = [*self.numbers], [*self.actors], [*self.reveals]
        table.times, table.log = [*self.times], [*self.log]
        return table

    def fold(self, entry: Entry) -> None:
        """Take in an entry of the journal, in place. Where the rules lead elsewhere, the table stops."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} does not follow {self.seq}"
        events = b""
        if self.status != "stopped" or entry.kind in MENDING:
            try:
                events = FOLDS[entry.kind](self, entry) or b""
            except (TripolisError, Diverged) as error:
                args = {"seq": entry.seq, "reason": getattr(error, "message", Message("another position"))}
                self._stop(
                    entry.seq, Message("The rules of this program give another result at entry {seq}: {reason}", **args)
                )
            self._settle(entry.at)
        self._append(entry, events)
        self.hash = entry.hash

    def pass_over(self, entry: Entry) -> None:
        """Stop at an entry that cannot be read, in place: the host decides how the table goes on."""
        if self.status != "stopped":
            self._stop(entry.seq, Message("Entry {seq} of the journal is damaged.", seq=entry.seq))
        self._settle(entry.at)
        self._append(Entry(self.id, entry.seq, DAMAGED, -1, {}, None, entry.at), b"")
        self.hash = entry.hash

    def _stop(self, seq: int, reason: Message) -> None:
        self.status, self.stopped_at, self.reason = "stopped", seq, reason

    def _append(self, entry: Entry, events: bytes) -> None:
        """Keep a line of the entry."""
        self.seq, self.updated_ms = entry.seq, entry.at
        data = {name: value for name, value in entry.data.items() if name != "box"}  # the game has it
        muted_by = tuple(who for who, other in self.mutes if other == entry.seat) if entry.kind == "chat" else ()
        self.log.append(Line(entry.seq, entry.kind, entry.seat, entry.at, encode(data).encode(), events, muted_by))

    def _settle(self, at: int) -> None:
        """What follows from an entry of any kind: the end, and whose clock runs."""
        if self.status == "playing" and self.position is not None:
            left = sum(not seat.resigned for seat in self.seats)
            if self.position.over:
                self.status = "over"
            elif left < len(self.seats) and (left == 1 or not self.people):
                self.status, self.reason = "over", Message("The others have given up.")
        if self.status in ("over", "closed", "stopped"):
            self.offer, self.orders = None, {}
        actor = self.actor
        runs = actor if actor >= 0 and not self.paused and self.clocked(actor) else -1
        if runs != self.clock.running:
            self.clock.pass_on(runs, at)

    def clocked(self, seat: int) -> bool:
        """Does the clock run for this seat when it is to move?"""
        return self.seats[seat].kind == "person" and not self.seats[seat].stand_in and not self.seats[seat].late

    # --------------------------------------------------------------- playing

    def begin(self) -> bytes:
        """Set the match up, in place; returns the game's events, packed."""
        self.status = "playing"
        self.position, self._digest = position_after(self.game, self.seed), ""
        return self.position.heard().data

    def play(self, text: str | int) -> tuple[Move, bytes]:
        """Make a move, in place; returns it with the game's events, packed. An illegal one changes nothing."""
        assert self.position is not None
        move = self.position.move(self.position.number_of(text))
        actor = self.position.actor
        events = self.position.play(move)
        self._digest = ""
        self.actors.append(actor)
        self.times.append(tuple(self.clock.left))
        self.reveals.append(self.position.revealed)
        self.numbers.append(move.number)
        self.last = move.path
        return move, events.data

    def rewind(self, ply: int) -> None:
        """Take moves back, in place."""
        del self.numbers[ply:], self.actors[ply:], self.reveals[ply:], self.times[ply:]
        self.position = position_after(self.game, self.seed, self.numbers[: ply - 1] if ply else [])
        self.last, self._digest = (), ""
        if ply:
            self.last = self.position.move(self.numbers[ply - 1]).path
            self.position.play(self.numbers[ply - 1])


def fold_journal(table_id: str, secret: bytes, entries: Sequence[Entry]) -> Table:
    """A table from its whole journal. One that cannot be folded stops at the entry that is to blame."""
    folding = fold_by_steps(table_id, secret, entries)
    while True:
        try:
            next(folding)
        except StopIteration as end:
            table: Table = end.value
            return table


def fold_by_steps(table_id: str, secret: bytes, entries: Sequence[Entry]) -> Generator[None, None, Table]:
    """The same, one entry at each step: whoever has other things to do may stop in between."""
    damaged = {entry.seq for entry in entries if entry.kind == DAMAGED}
    while True:
        table = Table(table_id, secret)
        for entry in entries:
            yield
            if entry.seq in damaged:
                table.pass_over(entry)
                continue
            try:
                table.fold(entry)
            except Exception:  # whatever a damaged entry leads to: it must not reach other tables
                LOG.exception("table %s: entry %s cannot be folded", table_id, entry.seq)
                damaged.add(entry.seq)
                break
        else:
            break
    if 1 in damaged:
        raise damaged_table()
    return table
