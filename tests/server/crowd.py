"""Scripted people who play on whatever happens to their servers: they send again, under the same id, what was not
acknowledged, and remember what was. And the accounts that are asked for afterwards: what the journal says beside
what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import threading
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import ClientConnection

import tripolis
from tests.fork_server import python
from tests.server.histories import Heard, History, Read, Write, said, violations
from tests.server.people import Person, fold, join, set_up
from tests.server.servers import Server
from tripolis import proof
from tripolis.server.domain.journal import Entry
from tripolis.server.storage.journals import Journals
from tripolis.server.storage.store import Store

PATIENCE = 240
"""Seconds after which a crowd is given up in which nobody has been acknowledged anything."""
LOST = (OSError, WebSocketException, InvalidHandshake, EOFError, TimeoutError, httpx.TransportError)


class Away(ConnectionError):
    """A server without its database: it says so, and when to come back."""


@dataclass
class Sent(Write):
    """A message of a player, with how often it was sent."""

    tries: int = 0


class Player(threading.Thread):
    """One person at one table, over REST or over the stream, who knows the addresses of all servers."""

    def __init__(self, crowd: Crowd, person: Person, how: str, number: int) -> None:
        super().__init__(name=f"{how} player {number} at {person.table}", daemon=True)
        self.crowd, self.how = crowd, how
        self.table, self.seat, self.token = person.table, person.seat, person.token
        self.random = random.Random(f"{crowd.seed}:{number}")
        self.sent: list[Sent] = []
        self.reconnects = 0
        self.wrong = "nothing was wrong"
        """What went wrong the last time that no answer came."""
        self.codes: list[int | None] = []
        """With which codes the server has closed streams; None where it was cut off."""
        self.here = number % len(crowd.servers)
        self.state: dict[str, Any] = {}
        self.client = httpx.Client(timeout=30, headers={"Authorization": f"Bearer {self.token}"})
        self.socket: ClientConnection | None = None
        self.opened = 0.0

    def run(self) -> None:
        try:
            while not self.crowd.failures and not self.crowd.leaving and not self.is_over():
                if self.random.random() < 0.1:
                    self.send("chat", text=f"{self.seat} says {len(self.sent)}")
                elif self.state["legal"]:
                    self.think()
                    self.send("moves", moves=[self.random.choice(self.state["legal"])["move"]], seq=self.state["seq"])
                else:
                    self.wait()
        except BaseException:
            self.crowd.failures.append(f"{self.name}:\n{traceback.format_exc()}")
        finally:
            self.client.close()
            if self.socket is not None:
                self.socket.close()

    def think(self) -> None:
        time.sleep(self.random.uniform(0, 2 * self.crowd.pace))

    def is_over(self) -> bool:
        if self.how == "rest" or not self.state:
            self.look()
        return bool(self.state["state"]["status"] == "over")

    def wait(self) -> None:
        """Until something may have changed."""
        if self.how == "rest":
            time.sleep(0.05)
        else:
            self.hear(patience=0.5)

    def look(self) -> None:
        """The table as it is now."""
        if self.how == "rest":
            self.state = self.again(self.read)
        else:
            self.hear()

    def send(self, deed: str, **body: Any) -> None:
        """Send a message until it is acknowledged."""
        message = Sent(self.table, self.seat, f"{self.seat}-{len(self.sent)}", deed, body, time.monotonic())
        self.sent.append(message)
        if self.how == "rest":
            message.seq = self.again(lambda: self.post(message))["seq"]
        else:
            message.seq = self.over_stream(message)
        message.ended = time.monotonic()
        self.crowd.go_on()

    def again(self, work: Callable[[], Any]) -> Any:
        """Try until a server answers; go on at the next one when one does not."""
        while True:
            self.crowd.check_patience(self.wrong)
            try:
                return work()
            except LOST as error:
                self.wrong = f"{type(error).__name__}: {error}"
                self.here = (self.here + 1) % len(self.crowd.servers)
                time.sleep(0.05)

    def note(self, message: dict[str, Any], began: float | None = None) -> None:
        """Remember what was heard and, if all of the table was asked for, when that was."""
        history = self.crowd.history
        if began is not None:
            history.reads.append(Read(self.table, self.name, began, time.monotonic(), message["seq"]))
        for line in message["log"]:
            text = said(line["kind"], line["data"])
            history.heard.append(Heard(self.table, self.name, line["seq"], line["kind"], line["seat"], text))

    # ------------------------------------------------------------------ REST

    def read(self) -> dict[str, Any]:
        began = time.monotonic()
        state = self.request("GET", f"?after={self.state.get('seq', 0)}")
        self.note(state, began)
        return state

    def post(self, message: Sent) -> dict[str, Any]:
        message.tries += 1
        return self.request("POST", f"/{message.deed}", {**message.body, "id": message.id})

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        address = f"{self.crowd.servers[self.here].base}/api/tables/{self.table}{path}"
        answer = self.client.request(method, address, json=body)
        if answer.status_code == 503:
            assert answer.headers["retry-after"], answer.text
            raise Away(answer.text)
        assert answer.status_code == 200, f"{method} {path} {body}: {answer.status_code} {answer.text}"
        return dict(answer.json())

    # ---------------------------------------------------------------- stream

    def over_stream(self, message: Sent) -> int:
        """Send it, and listen until it is acknowledged; after every cut it is sent again."""
        while True:
            try:
                self.connect()
                assert self.socket is not None
                cut, message.tries = self.reconnects, message.tries + 1
                self.socket.send(json.dumps({"do": message.deed, "id": message.id, **message.body}))
            except LOST as error:
                self.cut(error)
                continue
            while self.reconnects == cut:
                found = self.hear()
                if found is not None and found.get("code") == "unavailable":
                    time.sleep(0.1)
                    if found.get("id"):
                        break
                elif found is not None:
                    assert found["type"] == "done" and found["id"] == message.id, f"{message}: {found}"
                    return int(found["seq"])

    def connect(self) -> None:
        if self.socket is None:
            self.socket = self.again(self.open_stream)

    def open_stream(self) -> ClientConnection:
        after, self.opened = self.state.get("seq", 0), time.monotonic()
        return self.crowd.servers[self.here].stream(self.table, self.token, after).__enter__()

    def cut(self, error: Exception) -> None:
        self.wrong = f"{type(error).__name__}: {error}"
        if self.socket is not None:
            self.socket.close()
            said = self.socket.protocol.close_rcvd
            self.codes.append(said.code if said else None)
        self.socket = None
        self.reconnects += 1
        self.here = (self.here + 1) % len(self.crowd.servers)
        self.crowd.check_patience(self.wrong)
        time.sleep(0.02)

    def hear(self, patience: float | None = None) -> dict[str, Any] | None:
        """One message; returned if it is an answer, folded if it is news. With `patience` it may be none."""
        try:
            self.connect()
            assert self.socket is not None
            timeout = patience or max(1, self.crowd.deadline - time.monotonic())
            found: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        except TimeoutError as error:
            if patience is None:
                self.cut(error)
            return None
        except LOST as error:
            self.cut(error)
            return None
        if found["type"] not in ("snapshot", "update"):
            return found
        self.note(found, self.opened if found["type"] == "snapshot" else None)
        before = self.state.get("seq", 0)
        if found["type"] == "update":
            assert found["seq"] > before, f"after {before} came {found['seq']}"
        else:
            assert found["seq"] >= before, f"the table went back from {before} to {found['seq']}"
        self.state = fold(self.state, found)
        seqs = [line["seq"] for line in self.state["log"]]
        assert seqs == list(range(1, found["seq"] + 1)), f"the log has a gap or something twice: {seqs}"
        return None


@dataclass
class Crowd:
    """Several tables with people and bots. Servers may come and go while they play."""

    servers: list[Server]
    seed: int
    pace: float = 0.0
    """Seconds that people think on average."""
    players: list[Player] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    leaving: bool = False
    """Do they stop where they are, once what they have sent is answered?"""
    history: History = field(default_factory=History)
    acknowledged: threading.Event = field(default_factory=threading.Event)
    deadline: float = 0.0

    def gather(self, *tables: tuple[str, ...], **options: Any) -> None:
        """Set the tables up: seats are `rest`, `stream` (people) or `bot:NAME`."""
        self.deadline = time.monotonic() + PATIENCE
        with self.servers[0].client() as client:
            for seats in tables:
                wishes = [seat if seat.startswith("bot:") else "open" for seat in seats]
                how = [seat for seat in seats if not seat.startswith("bot:")]
                wishes[wishes.index("open")] = "me"
                people = [set_up(client, *wishes, **options)]
                people += [join(client, people[0].table, f"Guest {n}") for n in range(1, len(how))]
                for n, person in enumerate(people):
                    person.do("ready", nonce=f"{n:02x}")
                people[0].do("start")
                start = len(self.players)
                self.players += [Player(self, person, how[n], start + n) for n, person in enumerate(people)]

    @property
    def tables(self) -> list[str]:
        return sorted({player.table for player in self.players})

    def begin(self) -> None:
        self.deadline = time.monotonic() + PATIENCE
        for player in self.players:
            player.start()

    def is_playing(self) -> bool:
        return any(player.is_alive() for player in self.players) and not self.failures

    def go_on(self) -> None:
        """Somebody was acknowledged something: all have patience again."""
        if not self.leaving:
            self.deadline = time.monotonic() + PATIENCE
        self.acknowledged.set()

    def check_patience(self, wrong: str) -> None:
        """With what went wrong for whoever asks."""
        assert time.monotonic() < self.deadline, f"no server has acknowledged anything for too long; {wrong}"

    def check_streams_are_open(self) -> None:
        """Everybody who plays over a stream has one."""
        assert all(player.socket is not None for player in self.players if player.how == "stream")

    def next_acknowledgement(self) -> None:
        """Wait until somebody is answered, or all have finished."""
        self.deadline = time.monotonic() + PATIENCE
        self.acknowledged.clear()
        while self.is_playing() and not self.acknowledged.wait(0.05):
            pass

    def finish(self) -> None:
        """Let all play to the end, without thinking, for as long as they get on."""
        self.pace = 0.0
        self.deadline = time.monotonic() + PATIENCE
        for player in self.players:
            while player.is_alive() and time.monotonic() < self.deadline + 10:
                player.join(1)
        assert not self.failures, "\n".join([f"seed {self.seed}", *self.failures])
        assert not any(player.is_alive() for player in self.players), f"seed {self.seed}: some have not finished"

    def leave(self) -> None:
        """Let all stop where they are."""
        self.leaving = True
        self.finish()

    def give_up(self) -> None:
        """Let all go whose server does not come back: what was not acknowledged by now never will be."""
        self.leaving, self.deadline = True, 0.0
        for player in self.players:
            player.join(60)
        assert all("no server has acknowledged" in failure for failure in self.failures), "\n".join(self.failures)

    def compare(self, database: str) -> tuple[Counter[str], dict[str, list[Entry]]]:
        """What was done and heard must fit the journals; returns some figures, and the journals."""
        journals = read(database, self.tables)
        self.history.writes[:] = [message for player in self.players for message in player.sent]
        assert not (found := violations(self.history, journals)), "\n".join([f"seed {self.seed}", *found[:20]])
        figures = Counter(acknowledged=len(self.history.writes), reads=len(self.history.reads))
        return figures + Counter(heard=len(self.history.heard)), journals

    def check(self, database: str, client: httpx.Client, folder: Path) -> Counter[str]:
        """The journal holds what was acknowledged, once, and nothing that nobody has sent; every match has ended,
        replays to its digests and proves its shuffle. Returns some figures."""
        _, journals = self.compare(database)
        figures: Counter[str] = Counter()
        for table, entries in journals.items():
            people = [player for player in self.players if player.table == table]
            try:
                figures += check_journal(entries, people)
            except AssertionError as error:
                raise AssertionError(f"seed {self.seed}, table {table}: {error}") from error
            text = client.get(f"/api/tables/{table}/tri").text
            seen = client.get(f"/api/tables/{table}").json()
            check_match(text, entries, seen["table"]["proof"]["seed"])
            assert seen["seq"] == len(entries) and seen["state"]["status"] == "over"
            (folder / f"{table}.tri").write_text(text)
        command_line("db", "check", "--database", database)
        command_line("verify", str(folder / f"{self.tables[0]}.tri"))
        return figures


def check_journal(entries: list[Entry], people: list[Player]) -> Counter[str]:
    """What the people of a table were told must be what its journal says."""
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "the journal has a gap"
    ids = Counter(entry.client_id for entry in entries if entry.client_id)
    assert not [name for name, n in ids.items() if n > 1], "a message was written twice"
    by_seq = {entry.seq: entry for entry in entries}
    figures: Counter[str] = Counter()
    for player in people:
        seqs = [message.seq for message in player.sent]
        assert 0 not in seqs and len(set(seqs)) == len(seqs), (
            f"{player.name} was acknowledged the same entry twice: {seqs}"
        )
        for message in player.sent:
            entry = by_seq.get(message.seq)
            assert entry is not None, f"{message} was acknowledged and is not there"
            assert (entry.kind, entry.seat) == (message.deed, player.seat), f"{message} became {entry}"
            assert entry.client_id is not None and entry.client_id.endswith(f":{message.id}"), f"{message}: {entry}"
            name = "text" if message.deed == "chat" else "moves"
            assert entry.data[name] == message.body[name], f"{message} became {entry}"
            figures["sent again"] += message.tries > 1
        acted = [e.seq for e in entries if e.seat == player.seat and e.kind in ("moves", "chat")]
        assert acted == sorted(seqs), f"{player.name} sent {sorted(seqs)}, the journal has {acted}"
        figures["acknowledged"] += len(seqs)
        figures["reconnected"] += player.reconnects
    figures["entries"] += len(entries)
    return figures


def check_match(text: str, entries: list[Entry], seed: str) -> None:
    """The file replays to the digest of every entry, and its shuffle was fixed beforehand."""
    match = tripolis.Match.parse(text)
    assert match.over and match.seed == seed
    ply = 0
    for entry in entries:
        if entry.kind in ("start", "moves"):
            ply += len(entry.data.get("moves", ()))
            assert match.at(ply).digest() == entry.data["digest"], f"entry {entry.seq} leads elsewhere"
    assert ply == len(match.moves)
    assert proof.verify(match).holds


def read(database: str, tables: list[str]) -> dict[str, list[Entry]]:
    """Journals, straight from the database."""

    async def work(store: Store) -> dict[str, list[Entry]]:
        return {table: await Journals(store).entries(table) for table in tables}

    return on_store(database, work)


def on_store(database: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Do something with a database, beside whatever server."""

    async def run() -> Any:
        store = Store(database)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def command_line(*words: str) -> str:
    """`tripolis ...` must succeed."""
    done = subprocess.run([python(), "-m", "tripolis.cli", *words], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


class Faulty(Server):
    """A server process with a fault: see `faulty.py`."""

    program = "tests.server.faulty"


@contextlib.contextmanager
def killed_at_the_end(*servers: Server) -> Iterator[None]:
    """Whatever happens, no server stays behind."""
    try:
        yield
    finally:
        for server in servers:
            server.kill()
