"""A table on paper: hand-made entries and times, no server and no database."""

import copy
from dataclasses import fields, replace

import msgspec
import pytest

from tripolis.engine.errors import TripolisError
from tripolis.server.domain.actions import ACTIONS
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.journal import decode, encode
from tripolis.server.domain.table import Table

BEGAN = 1_700_000_000_000
NONE = {"kind": "none", "minutes": 0, "increment": 0, "days": 0}
LIVE = {"kind": "live", "minutes": 5, "increment": 3, "days": 0}
DAYS = {"kind": "days", "minutes": 0, "increment": 0, "days": 2}


class Paper:
    """A table whose entries are written by hand; `now` is moved by the test."""

    def __init__(self, players=2, clock=None, undo="consent", on_timeout="bot", bots=(), begin=True, mode="classic"):
        self.now = BEGAN
        self.entries = []
        self.table = Table("paperpaper23", bytes(range(32)))
        names = "abcdef"
        seats = [
            {"kind": "bot", "name": "greedy", "bot": "greedy", "ready": True}
            if i in bots
            else {"kind": "person", "name": names[i], "guest": names[i], "token": names[i] * 64}
            for i in range(players)
        ]
        data = {"game": "quadropolis", "rules": 1, "options": {"mode": mode, "players": players}, "box": None}
        data |= {"public": False, "undo": undo, "clock": clock or NONE, "on_timeout": on_timeout, "chat": True}
        owner = next(seat["guest"] for seat in seats if seat["kind"] == "person")
        self.add("create", -1, data | {"owner": owner, "seats": seats})
        if begin:
            for seat in self.table.people:
                self.do("ready", seat)
            self.do("start", self.table.people[0])

    def take(self, change):
        """An entry was judged: the journal gets it as the database keeps it, and the table after it is the table."""
        self.table = change.table
        self.entries.append(replace(change.entry, data=decode(encode(change.entry.data))))
        return self.entries[-1]

    def add(self, kind, seat, data):
        return self.take(self.table.change(kind, seat, data, self.now))

    def do(self, action, seat, /, **fields):
        guest = self.table.seats[seat].guest if 0 <= seat < len(self.table.seats) else ""
        fields = ({"token": "z" * 64, "seat": None} if action == "join" else {}) | fields
        request = msgspec.convert(fields, ACTIONS[action].request)
        return self.take(ACTIONS[action].judge(self.table, Identity(guest or "stranger", "Zoe"), request, self.now))

    def bot_moves(self):
        """A bot makes the first legal move."""
        return self.add("moves", self.table.actor, {"moves": [self.table.position.legal_numbers()[0]]})

    def refused(self, deed, seat, code, /, **ask):
        before = picture(self.table)
        with pytest.raises(TripolisError) as found:
            self.do(deed, seat, **ask)
        assert getattr(found.value, "code", "") == code, found.value
        assert picture(self.table) == before

    def legal(self):
        return [move.text for move in self.table.position.legal()]

    def move(self, which=0):
        """The one to move does."""
        actor = self.table.actor
        legal = self.legal()
        return self.do("moves", actor, moves=[legal[which % len(legal)]])

    def turn(self):
        """The one to move finishes the turn."""
        actor = self.table.actor
        while self.table.actor == actor:
            self.move()
        return actor

    def again(self):
        """The same journal, folded from its first line."""
        table = Table(self.table.id, self.table.secret)
        for entry in self.entries:
            table.fold(entry)
        return table


def picture(table):
    """All that a table is, to compare two of them."""
    found = {known.name: getattr(table, known.name) for known in fields(Table) if known.compare}
    found["position"] = table.position.to_bytes() if table.position is not None else None
    found["game"] = (table.game.name, table.game.settings, table.game.box_hash)
    return copy.deepcopy(found)
