"""Bots at tables: put there and removed at any time, ended when they take too long or too much, replaced by greedy's
choice."""

import contextlib
import glob
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.fork_server import Forked
from tests.server.people import join, legal, play_on, set_up, table_of, until
from tests.server.servers import Server, descendants, figure
from tripolis.bots import bot
from tripolis.engine.match import Match

MARK = "mark-5f1c3a90e7"


class StrangeServer(Server):
    """A server whose workers know the strange bots."""

    def start(self, wait=True):
        settings = {"PORT": self.port, "DATA": self.folder, "DATABASE": self.database, "BOT_WORKERS": 1}
        settings |= {"BOT_SECONDS": 3, "BOT_MEGABYTES": 300, "KEY": f"{MARK}-key-of-thirty-two-signs-or-more"}
        settings |= {"SMTP_URL": f"smtp://me:{MARK}@127.0.0.1:9"}
        environment = {f"TRIPOLIS_SERVER_{name}": str(value) for name, value in settings.items()}
        environment |= {"SOME_PASSWORD": MARK, "PGPASSWORD": MARK, "DATABASE_URL": MARK}
        command, environment = (
            ["-m", "tests.server.strange_bots", "serve"],
            {**os.environ, **self.environment, **environment},
        )
        with self.log.open("ab") as log:
            self.process = self.new_process(command, environment, log.fileno())
        if wait:
            self.wait()
        return self

    def new_process(self, command, environment, log):
        return Forked(command, environment, log)


class NewServer(StrangeServer):
    """One whose processes are new ones, with nothing in them but what they were given."""

    def new_process(self, command, environment, log):
        command = [sys.executable, *command]
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)


@pytest.fixture(scope="module")
def server(database, tmp_path_factory):
    found = StrangeServer(tmp_path_factory.mktemp("bots"), database()).start()
    yield found
    found.stop()


@pytest.fixture
def new_server(database, tmp_path):
    found = NewServer(tmp_path, database()).start()
    yield found
    found.stop()


def worker_of(server):
    """The process in which bots think."""
    found = []
    for child in descendants(server.process.pid):
        with contextlib.suppress(OSError):
            if b"strange_bots" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found[0] if found else 0


def turns_of(person, seat):
    return [line for line in person.look()["log"] if line["kind"] == "moves" and line["seat"] == seat]


def play_until_turns(person, seat, wanted):
    """Play on until a bot's seat has moved so many times."""
    for _ in range(60):
        until(lambda: person.look()["position"]["actor"] == person.seat or len(turns_of(person, seat)) >= wanted)
        if len(turns_of(person, seat)) >= wanted:
            return
        person.play(legal(person)[0])
    raise AssertionError("the bot hardly moves")


def finished_match(client, person):
    person.do("resign")
    return Match.parse(client.get(f"/api/tables/{person.table}/tri").text)


def choices(match, seat):
    """What a seat did, and what greedy would have done there."""
    for ply, move in enumerate(match.moves):
        if match.actors[ply] == seat:
            yield move.number, bot("greedy").choose(match.at(ply).seen_by(seat), 0)


@pytest.mark.parametrize(
    ("name", "ended"),
    [
        ("sleepy", True), ("hungry", True), ("noisy", True), ("odd", True), ("boastful", True), ("clumsy", True),
        ("gone", True), ("cheat", False), ("wild", False), ("wordy", False),
    ],
)  # fmt: skip
def test_a_bot_that_fails_is_ended_and_greedy_moves_instead(server, client, name, ended):
    failures, worker = figure(server, "bot_failures"), worker_of(server)
    ada = set_up(client, "me", f"bot:{name}", start=True)
    play_until_turns(ada, 1, 2)
    assert figure(server, "bot_failures") >= failures + 2
    if ended:
        assert not Path(f"/proc/{worker}").exists() or worker_of(server) != worker, "its process lives on"
    match = finished_match(client, ada)
    made = list(choices(match, 1))
    assert len(made) >= 2 and all(action == greedy for action, greedy in made)


def test_after_all_that_good_bots_think_in_a_new_process(server, client):
    ada = set_up(client, "me", "bot:gone", start=True)
    play_until_turns(ada, 1, 1)
    ada.do("resign")
    failures = figure(server, "bot_failures")
    ben = set_up(client, "me", "bot:chatty", "bot:random", start=True)
    play_until_turns(ben, 1, 2)
    assert figure(server, "bot_failures") <= failures + 1, "a bot that prints spoils nothing"
    match = finished_match(client, ben)
    for ply, move in enumerate(match.moves):
        if match.actors[ply] == 1:
            assert move.number == match.at(ply).legal_numbers()[0], "the bot's own choice"
    assert httpx.get(f"{server.base}/ready").status_code == 200


def test_a_process_that_somebody_kills_is_replaced(server, client):
    ada = set_up(client, "me", "bot:random", start=True)
    play_until_turns(ada, 1, 1)
    os.kill(worker_of(server), signal.SIGKILL)
    play_until_turns(ada, 1, 4)
    assert worker_of(server)
    ada.do("resign")


def test_a_bots_process_sees_no_secret_of_the_server(new_server):
    server = new_server
    with server.client() as client:
        ada = set_up(client, "me", "bot:random", start=True)
        play_until_turns(ada, 1, 1)
    worker = worker_of(server)
    own = Path(f"/proc/{server.process.pid}/environ").read_bytes().decode()
    assert MARK in own and server.database in own
    seen = Path(f"/proc/{worker}/environ").read_bytes().decode()
    assert "PATH=" in seen and MARK not in seen and "TRIPOLIS_SERVER" not in seen and server.database not in seen
    assert MARK not in Path(f"/proc/{worker}/cmdline").read_text()
    opened = []
    for link in glob.glob(f"/proc/{worker}/fd/*"):
        with contextlib.suppress(OSError):
            opened.append(os.readlink(link))
    assert opened and not [file for file in opened if "sqlite" in file or "signing.key" in file]
    sockets = {file for file in opened if file.startswith("socket:")}
    assert len(sockets) <= 2, "its own standard input and output, and no connection of the server's"


def test_bots_are_put_and_removed_before_a_match(client):
    ada = set_up(client, "me", "open", "open")
    ada.do("seat", "PUT", seat=1, bot="random")
    ada.do("seat", "PUT", seat=2, bot="random")
    ada.do("seat", "PUT", seat=2)
    ben = join(client, ada.table, "Ben")
    assert ben.seat == 2
    ben.refused("seat", "not_owner", "PUT", seat=1)
    ada.refused("seat", "bad_options", "PUT", seat=1, bot="nobody")
    ada.refused("seat", "bad_value", "PUT", seat=7, bot="random")
    seats = ada.look()["state"]["seats"]
    assert [(seat["kind"], seat["bot"], seat["ready"]) for seat in seats[:2]] == [
        ("person", None, False),
        ("bot", "random", True),
    ]
    for person in (ada, ben):
        person.do("ready")
    ada.do("start")
    play_on([ada, ben], 6)
    assert ada.look()["position"]["ply"] >= 6


def test_bots_are_put_removed_and_exchanged_during_a_match(client):
    people = table_of(client, "Ada", "Ben", "Cyd")
    ada, ben, cyd = people
    play_on(people, 4)
    ben.do("leave")
    ada.do("seat", "PUT", seat=1, bot="random")
    play_on([ada, cyd], 8)
    until(lambda: turns_of(ada, 1), "the bot has moved")
    ada.do("seat", "PUT", seat=1, bot="greedy")
    assert ada.look()["state"]["seats"][1]["bot"] == "greedy"
    ada.do("seat", "PUT", seat=1)
    dan = join(client, ada.table, "Dan")
    assert dan.seat == 1
    play_on([ada, dan, cyd])
    seen = ada.look()
    assert seen["state"]["status"] == "over" and client.get(f"/api/tables/{ada.table}/verify").json()["holds"]


def test_while_a_seat_is_open_its_turn_waits(client):
    ada, ben = table_of(client, "Ada", "Ben")
    actor = next(person for person in (ada, ben) if legal(person))
    other = ben if actor is ada else ada
    actor.do("leave")
    before = other.look()["position"]
    other.refused("moves", "not_your_turn", moves=["x"])
    if other is ada:
        ada.do("seat", "PUT", seat=actor.seat, bot="greedy")
        until(lambda: other.look()["position"]["ply"] > before["ply"], "the bot has moved")


def test_bots_alone_play_to_the_end(client):
    body = {"game": "quadropolis", "options": {"players": 2}, "seats": ["bot:greedy", "bot:random"], "name": "Ada"}
    table = client.post("/api/tables", json=body | {"start": True}).json()["table"]
    until(lambda: client.get(f"/api/tables/{table}").json()["state"]["status"] == "over", "the bots have played")
    assert client.get(f"/api/tables/{table}/verify").json()["holds"]


def test_when_the_server_dies_its_bots_do_not_live_on(server):
    worker = worker_of(server)
    assert worker
    server.process.kill()
    server.process.wait()
    until(lambda: not Path(f"/proc/{worker}").exists(), "the worker has seen that nobody is there")
    server.start()
