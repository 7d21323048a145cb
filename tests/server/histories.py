"""What clients did and were told, beside what the journal says: a small Jepsen of our own.

Clients note every write, every read and every line they heard. `violations` compares them with the journals: nothing
acknowledged is lost, changed, doubled or reordered, nothing was heard that is not durable, and no read is stale.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tripolis.server.domain.journal import Entry, encode, first_touched


@dataclass
class Write:
    """A message that was sent until it was acknowledged, with the seq of its acknowledgement (0: never)."""

    table: str
    seat: int
    id: str
    deed: str
    body: dict[str, Any]
    began: float
    seq: int = 0
    ended: float = 0.0


@dataclass
class Read:
    """The table as somebody saw it when they asked."""

    table: str
    who: str
    began: float
    ended: float
    seq: int


@dataclass
class Heard:
    """A line of the log that somebody was sent."""

    table: str
    who: str
    seq: int
    kind: str
    seat: int
    text: str = ""
    """What was said, or the moves that were made."""


@dataclass
class History:
    """All that happened to all clients."""

    writes: list[Write] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)


def said(kind: str, data: dict[str, Any]) -> str:
    """What a line of a journal says, as clients can compare it."""
    return json.dumps(data["text"] if kind == "chat" else data["moves"]) if kind in ("chat", "moves") else ""


def violations(history: History, journals: dict[str, list[Entry]]) -> list[str]:
    """Everything that must not be."""
    return [
        *not_in_order(journals),
        *lost_or_changed(history, journals),
        *doubled(history, journals),
        *reordered(history),
        *never_durable(history, journals),
        *stale(history),
    ]


def not_in_order(journals: dict[str, list[Entry]]) -> Iterator[str]:
    """A journal has a gap, or an entry is not what was written."""
    for table, entries in journals.items():
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            yield f"{table}: the journal has a gap"
        if (touched := first_touched((entry, encode(entry.data)) for entry in entries)) is not None:
            yield f"{table}: entry {touched} is not as it was written"


def lost_or_changed(history: History, journals: dict[str, list[Entry]]) -> Iterator[str]:
    """Something that was acknowledged is not there, or is something else."""
    for write in history.writes:
        if not write.seq:
            continue
        entries = journals[write.table]
        if write.seq > len(entries):
            yield f"lost: {write}"
            continue
        entry = entries[write.seq - 1]
        same = (entry.kind, entry.seat) == (write.deed, write.seat) and str(entry.client_id).endswith(f":{write.id}")
        if not same or said(entry.kind, entry.data) != said(write.deed, write.body):
            yield f"changed: {write} is {entry}"


def doubled(history: History, journals: dict[str, list[Entry]]) -> Iterator[str]:
    """Something is there twice, is acknowledged as another, or was never sent."""
    for table, entries in journals.items():
        for name, times in Counter(entry.client_id for entry in entries if entry.client_id).items():
            if times > 1:
                yield f"doubled: {name} at {table}"
        seqs = Counter(write.seq for write in history.writes if write.table == table and write.seq)
        yield from (f"doubled: {seq} at {table} was acknowledged {n} times" for seq, n in seqs.items() if n > 1)
        sent = {(write.seat, write.id) for write in history.writes if write.table == table}
        people = {seat for seat, _ in sent}
        for entry in entries:
            if entry.kind in ("moves", "chat") and entry.seat in people:
                if (entry.seat, str(entry.client_id).rpartition(":")[2]) not in sent:
                    yield f"doubled: {entry} was not sent like this"


def reordered(history: History) -> Iterator[str]:
    """One write was acknowledged before another began, and stands behind it."""
    by_table: dict[str, list[Write]] = defaultdict(list)
    for write in history.writes:
        if write.seq:
            by_table[write.table].append(write)
    for writes in by_table.values():
        latest = 0
        ended = sorted(writes, key=lambda write: write.ended)
        done = 0
        for write in sorted(writes, key=lambda write: write.began):
            while done < len(ended) and ended[done].ended < write.began:
                latest = max(latest, ended[done].seq)
                done += 1
            if write.seq < latest:
                yield f"reordered: {write} began after {latest} was acknowledged"


def never_durable(history: History, journals: dict[str, list[Entry]]) -> Iterator[str]:
    """Somebody was told of something that is not in the journal, or is something else there."""
    for heard in history.heard:
        entries = journals[heard.table]
        entry = entries[heard.seq - 1] if heard.seq <= len(entries) else None
        if (
            entry is None
            or (entry.kind, entry.seat) != (heard.kind, heard.seat)
            or (heard.text and said(entry.kind, entry.data) != heard.text)
        ):
            yield f"never durable: {heard} is {entry}"


def stale(history: History) -> Iterator[str]:
    """A read does not show what was acknowledged, or read by anybody, before it began."""
    for table in {read.table for read in history.reads}:
        known = [(write.ended, write.seq) for write in history.writes if write.table == table and write.seq]
        known += [(read.ended, read.seq) for read in history.reads if read.table == table]
        known.sort()
        latest = done = 0
        for read in sorted((read for read in history.reads if read.table == table), key=lambda read: read.began):
            while done < len(known) and known[done][0] < read.began:
                latest = max(latest, known[done][1])
                done += 1
            if read.seq < latest:
                yield f"stale: {read} began after {latest} was known"
