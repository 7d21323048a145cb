"""Real servers for tests: a process of `tripolis serve` on a free port, on SQLite or on a PostgreSQL of our own."""

from __future__ import annotations

import contextlib
import glob
import itertools
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

NAMES = itertools.count()
START_SECONDS = 600


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ------------------------------------------------------------------ databases


def postgres_bin() -> Path | None:
    """Where PostgreSQL's programs are, if it is installed."""
    found = [Path(file).parent for file in sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), reverse=True)]
    if found:
        return found[0]
    which = shutil.which("initdb")
    return Path(which).resolve().parent if which else None


class Postgres:
    """A cluster of our own in a temporary folder; initdb does not run as root, so that another user does."""

    def __init__(self) -> None:
        programs = postgres_bin()
        assert programs is not None
        self.folder = Path(tempfile.mkdtemp(prefix="tripolis-pg-"))
        self.port = free_port()
        self.user = None
        if os.getuid() == 0:
            known = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in known else "nobody"
            shutil.chown(self.folder, self.user)
        self.run(programs / "initdb", "-D", "data", "-U", "tripolis", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.process = subprocess.Popen(
            [
                programs / "postgres",
                "-D",
                "data",
                "-p",
                str(self.port),
                "-k",
                self.folder,
                "-h",
                "127.0.0.1",
                "-N",
                "200",
            ],
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("w"),
        )
        self.psql = programs / "psql"
        deadline = time.monotonic() + 30
        while self.sql("SELECT 1", check=False).returncode:
            if time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.1)

    def run(self, *command: Any) -> None:
        subprocess.run(list(map(str, command)), cwd=self.folder, user=self.user, check=True, capture_output=True)

    def sql(self, text: str, database: str = "postgres", check: bool = True) -> subprocess.CompletedProcess[str]:
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tripolis", "-d", database]
        return subprocess.run([str(self.psql), *where, "-qtAc", text], check=check, capture_output=True, text=True)

    def database(self) -> str:
        """The URL of a new database."""
        name = f"t{next(NAMES)}_{os.getpid()}"
        self.sql(f"CREATE DATABASE {name}")
        return f"postgresql+asyncpg://tripolis@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(20)
        if self.process.poll() is None:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


# -------------------------------------------------------------------- servers


class Server:
    """A server process. `kill` ends it as a power cut would."""

    def __init__(self, folder: Path, database: str = "", port: int | None = None, **environment: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.database = database or f"sqlite+aiosqlite:///{folder / 'tripolis.sqlite'}"
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "TRIPOLIS_SERVER_REQUESTS_PER_MINUTE": "1000000",
            "TRIPOLIS_SERVER_GUESTS_PER_HOUR": "1000000",
            "TRIPOLIS_SERVER_STREAMS_PER_SEAT": "1000",
        }
        self.environment |= environment
        self.log = folder / f"server-{self.port}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, wait: bool = True) -> Server:
        command = [sys.executable, "-m", "tripolis.cli", "serve", "--port", str(self.port), "--data", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, "--database", self.database, "--bot-workers", "1"],
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("ab"),
            start_new_session=True,
        )
        if wait:
            self.wait()
        return self

    def wait(self) -> None:
        """Until the server is ready."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.base}/ready", timeout=5).status_code == 200:
                    return
            time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL for the server and the processes of its bots, all by their ids."""
        if self.process is not None:
            children = descendants(self.process.pid)
            self.process.kill()
            self.process.wait()
            for child in children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self.process = None

    def stop(self) -> None:
        """A graceful end."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            self.process = None

    def client(self, **how: Any) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=30, **how)

    def stream(self, table: str, token: str | None = None, after: int = 0, lang: str = "en") -> ClientConnection:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/stream?after={after}&lang={lang}"
        return connect(address, additional_headers=headers, max_size=None, compression=None, open_timeout=30)


def descendants(pid: int) -> list[int]:
    """All processes below one, from /proc."""
    parents: dict[int, list[int]] = {}
    for stat in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError):
            text = Path(stat).read_text()
            parents.setdefault(int(text.rpartition(")")[2].split()[1]), []).append(int(text.split()[0]))
    found, todo = [], [pid]
    while todo:
        children = parents.get(todo.pop(), [])
        found += children
        todo += children
    return found


# -------------------------------------------------------------------- people


@dataclass
class Person:
    """A program that plays a seat over HTTP with a token."""

    client: httpx.Client
    table: str
    seat: int
    token: str
    sent: Iterator[int] = field(default_factory=itertools.count)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def look(self, **params: Any) -> dict[str, Any]:
        answer = self.client.get(f"/api/tables/{self.table}", headers=self.headers, params=params)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def ask(self, deed: str, method: str = "POST", **body: Any) -> httpx.Response:
        return self.client.request(method, f"/api/tables/{self.table}/{deed}", headers=self.headers, json=body)

    def do(self, deed: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        answer = self.ask(deed, method, **body)
        assert answer.status_code == 200, f"{deed}: {answer.status_code} {answer.text}"
        return dict(answer.json())

    def play(self, *moves: str, **more: Any) -> dict[str, Any]:
        return self.do("moves", moves=list(moves), **more)

    def refused(self, deed: str, code: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """The deed must be refused with this code, and change nothing."""
        before = self.look()["seq"]
        answer = self.ask(deed, method, **body)
        problem = answer.json()
        assert answer.status_code >= 400 and problem["code"] == code, answer.text
        assert problem["detail"] and answer.headers["content-type"] == "application/problem+json"
        assert self.look()["seq"] == before, "a refused deed has changed something"
        return dict(problem)


def set_up(client: httpx.Client, *seats: str, name: str = "Ada", **more: Any) -> Person:
    """A new table; its first `me` seat is this person's."""
    options = {"players": len(seats)} | more.pop("options", {})
    body = {"game": "quadropolis", "options": options, "seats": list(seats), "name": name} | more
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return Person(client, found["table"], found["seat"], found.get("token", ""))


def join(client: httpx.Client, table: str, name: str, **more: Any) -> Person:
    answer = client.post(f"/api/tables/{table}/join", json={"name": name} | more)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    return Person(client, table, found["seat"], found["token"])


def table_of(client: httpx.Client, *names: str, **more: Any) -> list[Person]:
    """A match that has begun, with these people."""
    people = [set_up(client, "me", *["open"] * (len(names) - 1), name=names[0], **more)]
    people += [join(client, people[0].table, name) for name in names[1:]]
    for person in people:
        person.do("ready")
    people[0].do("start")
    return people


def play_on(people: list[Person], plies: int = 10_000) -> int:
    """Let scripted people play legal moves; returns how many they made."""
    for made in range(plies):
        seen = people[0].look()
        if seen["state"]["status"] != "playing":
            return made
        actor = next((p for p in people if p.seat == seen["position"]["actor"]), None)
        if actor is None:
            time.sleep(0.02)
            continue
        legal = actor.look()["legal"]
        actor.play(legal[made % len(legal)]["move"])
    return plies


def fold(state: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """What a client of the stream does with a message; the whole client there is."""
    if message["type"] == "snapshot":
        scene = message["scene"]
        sprites = {sprite["id"]: sprite for sprite in scene["sprites"]} if scene else {}
        areas = scene["areas"] if scene else []
        log = [line for line in state.get("log", []) if line["seq"] < (message["log"] or [{"seq": 1 << 60}])[0]["seq"]]
        return {**message, "sprites": sprites, "areas": areas, "log": log + message["log"]}
    assert message["type"] == "update", message
    changes = message["sprites"]
    sprites = {**state["sprites"], **{sprite["id"]: sprite for sprite in changes["put"]}}
    for gone in changes["gone"]:
        del sprites[gone]
    new = {**state, **message, "sprites": sprites, "areas": changes.get("areas", state["areas"])}
    new["log"] = state["log"] + message["log"]
    return new


def comparable(state: dict[str, Any]) -> str:
    """A client's state as text, to compare two of them: the order in which sprites came does not matter."""
    kept = {name: value for name, value in state.items() if name not in ("type", "scene")}
    return json.dumps(kept, sort_keys=True)
