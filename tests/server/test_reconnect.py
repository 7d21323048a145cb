"""A client that is cut off, after whichever message, comes back to exactly what a client sees that was never cut."""

import json
import os
import socket
from dataclasses import dataclass, field

import pytest

from tests.server.people import Person, actor_of, comparable, fold, join, legal, set_up, table_of
from tests.server.servers import Server

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
STAY = 10_000 if SOAK else 2
"""After how many more messages one who came back is cut again."""


@dataclass
class Listener:
    """A client of a table's stream: it folds what it hears, and keeps all that it has seen."""

    server: Server
    table: str
    token: str | None
    lang: str
    states: list[dict] = field(default_factory=lambda: [{}])

    @property
    def state(self):
        return self.states[-1]

    @property
    def seq(self):
        return self.state.get("seq", 0)

    def connect(self):
        """Come, and say what was seen last."""
        self.socket = self.server.stream(self.table, self.token, self.seq, self.lang).__enter__()
        self.hear()

    def hear(self):
        """One message."""
        self.states.append(fold(self.state, json.loads(self.socket.recv(timeout=30))))
        seqs = [line["seq"] for line in self.state["log"]]
        assert seqs == sorted(set(seqs)), f"something is twice in the log: {seqs}"

    def cut(self, politely):
        """The connection is gone: with a good-bye, or without."""
        if not politely:
            self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class Steady(Listener):
    """A client that is never cut."""

    def hear(self):
        super().hear()
        self.by_seq = {**getattr(self, "by_seq", {}), self.seq: comparable(self.state)}


class Returned(Listener):
    """A client that was cut after it had heard the first `k` messages that a steady one has heard."""

    def __init__(self, steady, k):
        super().__init__(steady.server, steady.table, steady.token, steady.lang, [steady.states[k]])
        self.steady, self.k, self.stays = steady, k, 0

    def hear(self):
        """One message; from then on everything is as if there had been no cut."""
        super().hear()
        self.stays += 1
        mine, theirs = comparable(self.state), self.steady.by_seq[self.seq]
        if mine != theirs:
            mine, theirs = json.loads(mine), json.loads(theirs)
            different = {key: (mine.get(key), theirs[key]) for key in theirs if mine.get(key) != theirs[key]}
            pytest.fail(f"cut after {self.k} messages, at seq {self.seq} this differs: {str(different)[:3000]}")


def whole_match(server, client):
    """A table from its first entry to its rematch, with everything that people do at tables. Each deed is done when
    it is asked for; yields the people and the seq that the table has come to."""
    clock = {"kind": "live", "minutes": 60, "increment": 5}
    ada = set_up(client, "me", "open", "bot:random", undo="consent", clock=clock)
    yield [ada], ada.look()["seq"]
    ada.do("options", "PUT", game="quadropolis", options={"players": 3}, undo="consent", clock=clock, public=True)
    ben = join(client, ada.table, "Ben")
    people = [ada, ben]

    def settled():
        """When bots and automatic moves have moved."""
        while True:
            seen = ada.look()
            actor = next((person for person in people if person.seat == seen["position"]["actor"]), None)
            if seen["position"]["actor"] < 0 or seen["state"]["paused"]:
                return seen
            if actor and (mine := actor.look())["legal"] and not mine["you"]["order"]:
                return mine

    def done(who: Person, deed, **body):
        who.do(deed, **body)
        return people, settled()["seq"]

    yield people, settled()["seq"]
    yield done(ben, "ready", nonce="0b")
    yield done(ben, "ready", ready=False)
    yield done(ada, "ready", nonce="0a")
    yield done(ben, "ready", nonce="0c")
    yield done(ada, "start")
    for step in range(10_000):
        seen = settled()
        if seen["state"]["status"] != "playing":
            break
        actor = next(person for person in people if person.seat == seen["position"]["actor"])
        other = people[1 - people.index(actor)]
        legal = seen["legal"]
        move = legal[step % len(legal)]["move"]
        if step % 5 == 4:
            message = {"moves": [move], "id": f"step-{step}"}
            with server.stream(ada.table, actor.token, after=1 << 30) as sender:
                sender.send(json.dumps({"do": "moves", **message}))  # and gone before the answer comes
            yield done(actor, "moves", **message)
        else:
            yield done(actor, "moves", moves=[move])
        if step % 9 == 3:
            yield done(ada if step < 20 else ben, "chat", text=f"after step {step}")
        if step % 7 == 2 and (mine := actor.look())["you"]["undo"]:
            yield done(actor, "undo")
            if mine["you"]["undo"] == "ask":
                yield done(other, "answer", yes=step % 2 == 0)
        if step == 12:
            yield done(ada, "pause")
            yield done(ben, "answer", yes=True)
            yield done(ben, "resume")
        if step == 20:
            yield done(ada, "mute", seat=ben.seat)
        if step == 24:
            yield done(ben, "order", move=legal[0]["move"], times=1)
    assert ada.look()["state"]["status"] == "over"
    ada.do("rematch")
    yield people, ada.look()["seq"]


class Role:
    """A steady client, and beside it one for each of its messages that was cut after just that."""

    def __init__(self, server, table, token, lang):
        self.steady = Steady(server, table, token, lang)
        self.steady.connect()
        self.known = 1
        self.away, self.here, self.gone = [], [], []

    def follow(self, step, seq):
        """Take in what has happened; some come back, some are cut again."""
        steady = self.steady
        while steady.seq < seq:
            steady.hear()
        assert steady.seq == seq, "more was told than has happened"
        for one in self.here:
            while one.seq < seq:
                one.hear()
        self.away += [(step + k % 4, Returned(steady, k)) for k in range(self.known, len(steady.states))]
        self.known = len(steady.states)
        self.come_back([one for due, one in self.away if due <= step])
        self.away = [(due, one) for due, one in self.away if due > step]
        for one in [*self.here]:
            if one.stays > STAY:
                one.cut(politely=one.k % 2)
                self.here.remove(one)
                self.gone.append(one)

    def come_back(self, ones):
        for one in ones:
            one.connect()
            assert one.seq == self.steady.seq, "one who has just come is behind"
            self.here.append(one)

    def end(self):
        """All come together, and all see the same."""
        self.come_back(self.gone + [one for _, one in self.away])
        assert {one.k for one in self.here} == set(range(1, self.known)) and self.known > 80
        assert all(one.seq == self.steady.seq for one in self.here)
        for one in [self.steady, *self.here]:
            one.cut(politely=True)


def test_a_client_cut_after_any_message_comes_back_to_the_exact_position(server, client):
    roles = []
    for step, (people, seq) in enumerate(whole_match(server, client)):
        if not roles:
            table = people[0].table
            roles = [Role(server, table, people[0].token, "en"), Role(server, table, None, "fr")]
        for role in roles:
            role.follow(step, seq)
    for role in roles:
        role.end()


def test_a_message_says_only_what_is_not_as_usual_and_not_as_it_was(server, client):
    people = table_of(client, "Ada", "Ben", "Cleo", options={"mode": "classic"})
    actor = actor_of(people)
    with server.stream(actor.table, actor.token) as stream:
        usual = json.loads(stream.recv())["usual"]
        actor.play(legal(actor)[0])
        message = json.loads(stream.recv())
    assert "seats" not in message["state"], "nobody has come or gone"
    assert message["position"]["accounts"].count(None) >= 2, "the others have built nothing"
    put, areas = message["sprites"]["put"], message["sprites"]["areas"]
    changed = [area for area in areas if not isinstance(area, str)]
    assert 0 < len(put) < 12 and 0 < len(changed) < len(areas)
    things = {"sprite": put, "mark": [mark for sprite in put for mark in sprite.get("marks", [])]}
    things |= {"area": changed, "chip": [chip for area in changed for chip in area.get("summary", [])]}
    for kind, found in things.items():
        assert found and usual[kind]
        assert not [name for one in found for name in one if name in usual[kind] and one[name] == usual[kind][name]]
