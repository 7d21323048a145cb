"""Real servers for tests: a process of `tripolis serve` on a free port, on SQLite or on a PostgreSQL of our own."""

from __future__ import annotations

import contextlib
import glob
import itertools
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.fork_server import Forked

NAMES = itertools.count()
START_SECONDS = 600
STOP_SECONDS = 120
"""Ten for requests that are under way, and whatever a slow machine adds."""


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
        self.programs, self.psql = programs, programs / "psql"
        self.start()

    def start(self) -> None:
        """Start the server of the cluster, and wait until it answers."""
        command = [self.programs / "postgres", "-D", "data", "-p", str(self.port), "-k", self.folder]
        self.process = subprocess.Popen(
            [*command, "-h", "127.0.0.1", "-N", "200"],
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "log").open("a"),
        )
        deadline = time.monotonic() + START_SECONDS
        while self.sql("SELECT 1", check=False).returncode:
            if time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.1)

    def stop_hard(self) -> None:
        """Stop it as `pg_ctl stop -m immediate` does: nothing is finished, and the next start recovers."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(20)

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

    program = "tripolis.cli"

    def __init__(self, folder: Path, database: str = "", port: int | None = None, **environment: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.database = database or f"sqlite+aiosqlite:///{folder / 'tripolis.sqlite'}"
        self.port = port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "TRIPOLIS_SERVER_REQUESTS_PER_MINUTE": "1000000",
            "TRIPOLIS_SERVER_GUESTS_PER_HOUR": "1000000",
            "TRIPOLIS_SERVER_CPU_SECONDS_PER_MINUTE": "1000000",
            "TRIPOLIS_SERVER_OPEN_REQUESTS_PER_ADDRESS": "2000",
            "TRIPOLIS_SERVER_STREAMS_PER_SEAT": "1000",
            "TRIPOLIS_SERVER_STREAMS_PER_ADDRESS": "10000",
            "TRIPOLIS_SERVER_CONNECTIONS_PER_ADDRESS": "10000",
            "TRIPOLIS_SERVER_SPECTATORS_PER_TABLE": "1000",
            "TRIPOLIS_SERVER_TABLES_PER_ADDRESS": "1000000",
            "TRIPOLIS_SERVER_TABLES": "1000000",
            "TRIPOLIS_SERVER_THINKING_TABLES_PER_ADDRESS": "1000000",
            "TRIPOLIS_SERVER_THINKING_TABLES": "1000000",
        }
        self.environment |= environment
        self.log = folder / f"server-{self.port}.log"
        self.process: Forked | None = None

    def start(self, wait: bool = True) -> Server:
        command = ["-m", self.program, "serve", "--port", str(self.port), "--data", str(self.folder)]
        command += ["--database", self.database, "--bot-workers", "1"]
        with self.log.open("ab") as log:
            self.process = Forked(command, {**os.environ, **self.environment}, log.fileno())
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
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.base}/ready", timeout=5):
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
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise
            self.process = None

    def client(self, **how: Any) -> httpx.Client:
        return httpx.Client(base_url=self.base, timeout=30, **how)

    def stream(self, table: str, token: str | None = None, after: int = 0, lang: str = "en") -> ClientConnection:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/stream?after={after}&lang={lang}"
        how: dict[str, Any] = {"max_size": None, "compression": None, "open_timeout": 30}
        return connect(address, additional_headers=headers, create_connection=Stream, **how)


class Stream(ClientConnection):
    """A stream that waits a minute for a message, not for ever: a test fails where nothing comes."""

    def recv(self, timeout: float | None = 60, decode: bool | None = None) -> Any:
        return super().recv(timeout, decode)


class SteadyServer(Server):
    """A server whose tables are dealt the same in every run."""

    program = "tests.server.steady"


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


def figure(server: Server, name: str) -> float:
    """What a server's metrics say."""
    text = httpx.get(f"{server.base}/metrics").text
    return float(re.search(rf"^tripolis_{name}(?:_total)?(?:{{.*}})? (\S+)$", text, re.M)[1])
