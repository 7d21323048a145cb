"""The server under load: many tables with four WebSockets each, and a peer's server beside ours.

    python benchmarks/load.py [--tables 1000] [--seconds 60] [--no-peer] [--check] [--out benchmarks/results/load.json]
    python benchmarks/load.py --processes 1 2 --database postgresql+asyncpg://... --no-peer
    python benchmarks/load.py --page     # measure nothing, only fill in docs/performance.md

With two processes every other seat of a table sits at the second one. Without --database each run has a new file of
SQLite; a PostgreSQL database must be empty, and is left with the tables of the run.

The server runs on one core, all clients on another. Each table makes a move every ten seconds, the tables one after
the other. A move counts from just before it is sent to the moment in which the last of the four seats has it. The
peer, boardgame.io with its FlatFile store, is installed by npm into build/load_peer the first time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime
import gc
import importlib.metadata
import json
import os
import platform
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from load_seats import SEATS, OurTable, PeerTable, Record, Table, for_all, play
from peers import machine
from peers_report import markdown, report

Row = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / "benchmarks" / "load_peer"
PEER_HOME = ROOT / "build" / "load_peer"
RESULTS = ROOT / "benchmarks" / "results" / "load.json"
PAGE = ROOT / "docs" / "performance.md"
SETTLE = 10.0
"""Seconds before the measured ones, at the same pace, and the longest wait for the last moves after them."""
START_SECONDS = 600
FLOOR_MS, AIM_MS, TABLE_KIB = 250, 100, 160
AIM_TIMES = 1.15
"""What several processes on PostgreSQL may cost for a move, beside one."""
OUR_PARTS = ("tripolis", "litestar", "uvicorn", "uvloop", "websockets")
PEER_KINDS = ("boardgame.io", "socket.io", "node-persist")


class NoServer(Exception):
    """A server cannot be installed or does not run."""


# ---------------------------------------------------------------- their place


def cores() -> tuple[int, int]:
    """A core for the server and another for the clients; the same one, where there is no other."""
    found = sorted(os.sched_getaffinity(0))
    return found[-1], found[0]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def compile_rules() -> None:
    """What is compiled inside the server would leave free memory there, in which tables are not seen; and the server is
    ready only when its bots are."""
    code = """
from tripolis.bots import prepare_bots
from tripolis.engine.game import find, game_names
from tripolis.study.why import prepare_analysis
for game in map(find, game_names()):
    game.prepare()
    prepare_bots(game, "strong")
    prepare_analysis(game)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def install_peer() -> None:
    """The peer's packages, if they are missing or other versions are wanted."""
    wanted = (PEER / "package.json").read_text(encoding="utf-8")
    ready = PEER_HOME / ".ready"
    if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
        return
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise NoServer("The peer needs node and npm.")
    print(f"Installing the peer into {PEER_HOME.relative_to(ROOT)} (only this once)", file=sys.stderr)
    shutil.rmtree(PEER_HOME, ignore_errors=True)
    PEER_HOME.mkdir(parents=True)
    shutil.copy(PEER / "package.json", PEER_HOME)
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    if subprocess.run(["npm", "install", *quiet], cwd=PEER_HOME, stdout=subprocess.DEVNULL, check=False).returncode:
        raise NoServer("The peer could not be installed; is there a network?")
    ready.write_text(wanted, encoding="utf-8")


def peer_versions() -> dict[str, str]:
    """What npm has installed; boardgame.io's server has a socket.io of its own, older than its client's."""
    found = {"node": subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip().lstrip("v")}
    held = [*PEER_HOME.glob("node_modules/koa-socket-2/node_modules/socket.io"), PEER_HOME / "node_modules/socket.io"]
    places = {name: PEER_HOME / "node_modules" / name for name in PEER_KINDS} | {"socket.io": held[0]}
    for name, place in places.items():
        found[name] = json.loads((place / "package.json").read_text(encoding="utf-8"))["version"]
    return found


# -------------------------------------------------------------------- servers


LIMITS = ("REQUESTS_PER_MINUTE", "GUESTS_PER_HOUR", "CONNECTIONS", "CONNECTIONS_PER_ADDRESS", "STREAMS_PER_ADDRESS")
LIMITS += ("TABLES", "TABLES_PER_ADDRESS", "OPEN_REQUESTS_PER_ADDRESS")
"""Of a host; here all clients have one address."""


class Server:
    """A server process and its children, on one core."""

    def __init__(
        self, kind: type[Table], folder: Path, core: int | None, database: str = "", raised: bool = True
    ) -> None:
        self.kind, self.folder, self.port = kind, folder, free_port()
        self.log = folder / f"log-{self.port}"
        environment = {**os.environ}
        if kind is OurTable:
            if raised:  # benchmarks/delay.py measures what the limits are for
                environment |= {f"TRIPOLIS_SERVER_{name}": "100000000" for name in LIMITS}
            command = [sys.executable, "-m", "tripolis.cli", "serve", "--port", str(self.port), "--data", str(folder)]
            command += ["--bot-workers", "1", "--log-level", "warning"]
            command += ["--database", database] if database else []
            ready = "/ready"
        else:
            environment |= {"NODE_PATH": str(PEER_HOME / "node_modules"), "NODE_ENV": "production"}
            command = ["node", str(PEER / "server.js"), str(self.port), str(folder / "store")]
            ready = "/games"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=None if core is None else lambda: os.sched_setaffinity(0, {core}),
            )
        self.base = f"http://127.0.0.1:{self.port}"
        deadline = time.monotonic() + (START_SECONDS if kind is OurTable else 30)
        while True:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise NoServer(f"{kind.server} does not start:\n{self.tail()}")
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(self.base + ready, timeout=5).status_code == 200:
                    break
            time.sleep(0.1)

    def tail(self) -> str:
        """The end of what it said."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]

    def rss(self) -> int:
        """Memory of the process that holds the connections, in KiB; the bots' process is not in it."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1])  # type: ignore[index]

    def cpu(self) -> float:
        """CPU seconds of the process so far, with all its threads."""
        after = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(after[11]) + int(after[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds for which its main thread was ready to run but had no core: others had it."""
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text(encoding="utf-8").split()[1]) / 1e9

    def stop(self) -> None:
        """The end of it."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)  # a session of its own: it and its children
                self.process.wait()


class Servers:
    """The processes of one server, on one core."""

    def __init__(self, kind: type[Table], folder: Path, core: int, database: str, processes: int) -> None:
        self.kind = kind
        self.all: list[Server] = []
        for _ in range(processes):
            self.all.append(Server(kind, folder, core, database))

    @property
    def bases(self) -> list[str]:
        """Where they are reached."""
        return [server.base for server in self.all]

    def total(self, figure: Callable[[Server], Any]) -> Any:
        """A figure of all processes together."""
        return sum(map(figure, self.all))

    def stop(self) -> None:
        """The end of them."""
        for server in self.all:
            server.stop()


# ------------------------------------------------------------------ measuring


def part(times: list[float], share: float) -> float:
    """The time that this share of all times does not exceed, in ms."""
    return round(1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))], 1) if times else float("nan")


async def attempt(server: Servers, count: int, seconds: float, pace: float) -> Row:
    """Fill a server with tables, and let them play."""
    record = Record()
    limits = httpx.Limits(max_connections=16, max_keepalive_connections=16)
    rss_now, cpu_now, waited_now = (partial(server.total, one) for one in (Server.rss, Server.cpu, Server.waited))
    async with httpx.AsyncClient(base_url=server.bases[0], timeout=120, limits=limits) as http:
        rss = {"ready": rss_now()}
        first: Table = server.kind(record, http, -1, server.bases)  # what is loaded at first use belongs to no table
        await first.set_up()
        await first.connect()
        for _ in range(8):
            first.move()
            await asyncio.sleep(0.25)
        first.close()
        await asyncio.sleep(1)
        rss["before"] = rss_now()
        tables: list[Table] = [server.kind(record, http, number, server.bases) for number in range(count)]
        began, cpu = time.perf_counter(), cpu_now()
        await for_all(tables, lambda table: table.set_up())
        rss["tables"] = rss_now()
        await for_all(tables, lambda table: table.connect())
        opening = {"seconds": round(time.perf_counter() - began, 1), "cpu_s": round(cpu_now() - cpu, 1)}
        rss["connected"] = rss_now()
        gc.collect()
        gc.freeze()  # the clients' own pauses are not the server's
        await play(tables, pace, SETTLE)
        record.measuring = True
        began, cpu, own, waited = time.perf_counter(), cpu_now(), time.process_time(), waited_now()
        await play(tables, pace, seconds)
        wall = time.perf_counter() - began
        cpu, own, waited = cpu_now() - cpu, time.process_time() - own, waited_now() - waited
        rss["end"] = rss_now()
        deadline = time.perf_counter() + SETTLE
        while any(table.goal >= 0 for table in tables) and time.perf_counter() < deadline:
            await asyncio.sleep(0.1)
        record.measuring = False
        unanswered = sum(table.goal >= 0 for table in tables)
        for table in [first, *tables]:
            table.close()
        await asyncio.sleep(0.5)
    return {
        "server": server.kind.server + (f", {len(server.all)} processes" if len(server.all) > 1 else ""),
        "processes": len(server.all),
        "tables": count,
        "connections": count * SEATS,
        "moves": record.sent,
        "p50_ms": part(record.latencies, 0.5),
        "p90_ms": part(record.latencies, 0.9),
        "p99_ms": part(record.latencies, 0.99),
        "max_ms": part(record.latencies, 1),
        "cpu_share": round(cpu / wall, 3),
        "core_wait_share": round(waited / wall, 3),
        "cpu_ms_per_move": round(1000 * cpu / max(1, record.sent), 2),
        "kib_per_table": round((rss["end"] - rss["before"]) / count, 1),
        "rss_mib": {when: round(kib / 1024, 1) for when, kib in rss.items()},
        "message_bytes": round(record.received_bytes / max(1, record.received)),
        "opening": opening,
        "late": record.late,
        "idle": record.idle,
        "unanswered": unanswered,
        "lost_connections": record.lost,
        "problems": dict(record.problems),
        "client_cpu_share": round(own / wall, 3),
        "client_lag_p99_ms": part(record.lags, 0.99),
    }


def holds(row: Row) -> bool:
    """Did every move arrive, at the pace that was asked for?"""
    return not any(row.get(name) for name in ("failure", "late", "idle", "unanswered", "lost_connections", "problems"))


def measure(
    kind: type[Table], count: int, seconds: float, pace: float, core: int, database: str = "", processes: int = 1
) -> Row:
    """One server with so many tables; a server that breaks down is a result too."""
    with tempfile.TemporaryDirectory(prefix="tripolis-load-") as folder:
        server = Servers(kind, Path(folder), core, database, processes)
        pids = ", ".join(str(one.process.pid) for one in server.all)
        print(f"{kind.server}: {count:,} tables, process {pids}", file=sys.stderr)
        try:
            before = os.getloadavg()
            row = run_clients(attempt(server, count, seconds, pace))
            row["load_average"] = [round(one, 2) for one in (before[0], os.getloadavg()[0])]
        except (OSError, httpx.HTTPError, TimeoutError, ExceptionGroup) as error:
            while isinstance(error, ExceptionGroup):
                error = error.exceptions[0]  # type: ignore[assignment]
            codes = [one.process.poll() for one in server.all]
            state = "runs" if codes == [None] * len(codes) else f"has ended with {codes}"
            why = f"{type(error).__name__}: {error}"[:300]
            row = {"server": kind.server, "tables": count, "failure": f"{why}; the server {state}"}
            print(*(one.tail() for one in server.all), sep="\n", file=sys.stderr)
        finally:
            server.stop()
    return row


def run_clients(work: Any) -> Row:
    """All clients, in this process and on its core."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def measure_peer(count: int, seconds: float, pace: float, core: int) -> list[Row]:
    """The peer with as many tables; if it does not hold them, also with the largest round number that it holds."""
    try:
        install_peer()
    except NoServer as problem:
        return [{"server": PeerTable.server, "tables": count, "failure": str(problem)}]
    rows = [measure(PeerTable, count, seconds, pace, core)]
    smaller = [n for n in (500, 200, 100, 50, 20, 10) if n < count]
    while smaller and not holds(rows[-1]):
        rows.append(measure(PeerTable, smaller.pop(0), seconds, pace, core))
    return rows[:1] if holds(rows[0]) else [rows[0], rows[-1]]


# ------------------------------------------------------------------ reporting

HEADS = ("server", "tables", "p50, ms", "p99, ms", "most, ms", "CPU share", "CPU ms/move", "KiB/table", "bytes/message")


def cells_of(row: Row) -> tuple[str, ...]:
    """A row in words."""
    if "failure" in row:
        return (row["server"], f"{row['tables']:,}", *["–"] * (len(HEADS) - 2))
    times = (f"{row[name]:,.0f}" if row[name] >= 100 else f"{row[name]:.1f}" for name in ("p50_ms", "p99_ms", "max_ms"))
    more = (f"{row['cpu_share']:.0%}", f"{row['cpu_ms_per_move']:.1f}", f"{row['kib_per_table']:.0f}")
    return (row["server"], f"{row['tables']:,}", *times, *more, f"{row['message_bytes']:,}")


def verdicts(row: Row) -> list[tuple[str, bool]]:
    """What our server is to hold, and whether it does."""
    if "failure" in row:
        return [(f"all tables open: {row['failure']}", False)]
    all_there = f"{row['moves']:,} moves, all of them with all seats"
    missing = f"late {row['late']}, unanswered {row['unanswered']}, connections lost {row['lost_connections']}"
    return [
        (all_there if holds(row) else f"{row['moves']:,} moves: {missing}", holds(row)),
        (f"p99 {row['p99_ms']:.0f} ms (floor {FLOOR_MS} ms)", row["p99_ms"] < FLOOR_MS),
        (f"p99 {row['p99_ms']:.0f} ms (aim {AIM_MS} ms)", row["p99_ms"] < AIM_MS),
        (f"{row['kib_per_table']:.0f} KiB for a table (floor {TABLE_KIB} KiB)", row["kib_per_table"] <= TABLE_KIB),
    ]


def words_of(verdict: tuple[str, bool]) -> str:
    return f"{verdict[0]}: {'met' if verdict[1] else 'not met'}"


def trouble_of(row: Row) -> str:
    """What did not go well with a server, in words; empty if all did."""
    if "failure" in row:
        return f"{row['server']} with {row['tables']:,} tables: {row['failure']}"
    if holds(row):
        return ""
    seen = {name: row[name] for name in ("late", "idle", "unanswered", "lost_connections") if row[name]} | row[
        "problems"
    ]
    return f"{row['server']} with {row['tables']:,} tables: " + ", ".join(f"{k} {v}" for k, v in seen.items())


def sections(found: Row) -> dict[str, str]:
    """What stands between the marks of the page."""
    rows = found["rows"]
    made = found["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in found["versions"].items())
    source = f"`{found['command']}`, {found['date']}, {made['cpu']} with {made['cores']} cores, {made['system']}; "
    source += f"{found['seconds']:g} s measured after {found['settle_s']:g} s at the same pace. "
    for row in rows:
        if "failure" not in row:
            source += f"Beside {row['server']} with {row['tables']:,} tables the clients took {row['client_cpu_share']:.0%} of their core; "
            source += f"for {row['core_wait_share']:.0%} of the time the server waited for its own, which other programs of the machine had "
            source += f"(load average {row['load_average'][0]} before, {row['load_average'][1]} after). "
    lines = [f"- {words_of(verdict)}" for verdict in verdicts(rows[0])]
    lines += [f"- {text}" for row in rows[1:] if (text := trouble_of(row))]
    return {
        "load.table": markdown(HEADS, [cells_of(row) for row in rows]),
        "load.floors": "\n".join(lines),
        "load.source": f"{source.strip()}\nVersions: {versions}.",
    }


def fill(page: str, made: dict[str, str]) -> str:
    """The page with these sections filled in."""
    for name, text in made.items():
        mark = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
        page, n = mark.subn(lambda found, text=text: f"{found[1]}{text}\n{found[2]}", page)
        if n != 1:
            raise ValueError(f"the page has {n} marks {name}")
    return page


def command_of(arguments: list[str]) -> str:
    """How to measure this again; where the results went does not matter."""
    kept = [
        word
        for i, word in enumerate(arguments)
        if not word.startswith("--out") and (i == 0 or arguments[i - 1] != "--out")
    ]
    return " ".join(["python", "benchmarks/load.py", *kept])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="The server under load, and a peer's beside it.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured")
    parser.add_argument("--pace", type=float, default=10, help="seconds between two moves at a table")
    parser.add_argument("--processes", type=int, nargs="+", default=[1], help="processes of our server, run by run")
    parser.add_argument("--sticky", action="store_true", help="all seats of a table sit at the same process")
    parser.add_argument("--database", default="", help="a URL; else a new file of SQLite for each run")
    parser.add_argument("--peer", action=argparse.BooleanOptionalAction, default=True, help="boardgame.io beside ours")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless all floors are met")
    parser.add_argument("--page", action="store_true", help="measure nothing, only fill in docs/performance.md")
    parser.add_argument("--out", type=Path, help="a JSON file for the results")
    chosen = parser.parse_args(arguments)
    if chosen.page:
        found = json.loads(RESULTS.read_text(encoding="utf-8"))
        PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), sections(found)), encoding="utf-8")
        return 0
    Table.sticky = chosen.sticky
    wanted = 2 * chosen.tables * SEATS + 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
    server_core, client_core = cores()
    os.sched_setaffinity(0, {client_core})
    try:
        compile_rules()
        where = (chosen.tables, chosen.seconds, chosen.pace, server_core, chosen.database)
        rows = [measure(OurTable, *where, processes) for processes in chosen.processes]
    except (NoServer, subprocess.CalledProcessError) as problem:
        print(problem, file=sys.stderr)
        return 1
    versions = {"python": platform.python_version()} | {name: importlib.metadata.version(name) for name in OUR_PARTS}
    if chosen.peer:
        rows += measure_peer(chosen.tables, chosen.seconds, chosen.pace, server_core)
        versions |= peer_versions() if PEER_HOME.exists() else {}
    found = {
        "command": command_of(arguments if arguments is not None else sys.argv[1:]),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "versions": versions,
        "cores": {"server": server_core, "clients": client_core},
        "seats": SEATS,
        "pace_s": chosen.pace,
        "settle_s": SETTLE,
        "seconds": chosen.seconds,
        "rows": rows,
    }
    print(markdown(HEADS, [cells_of(row) for row in rows]))
    print()
    judged = verdicts(rows[0])
    one, *more = [row for row in rows if "processes" in row and row["server"].startswith(OurTable.server)] or [{}]
    for row in more:
        times = row["cpu_ms_per_move"] / one["cpu_ms_per_move"]
        judged.append(
            (f"{row['server']}: {times:.2f} times the CPU of one process (aim {AIM_TIMES})", times <= AIM_TIMES)
        )
    for line in [*map(words_of, judged), *filter(None, map(trouble_of, rows[1:]))]:
        print(line)
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        chosen.out.write_text(report(found), encoding="utf-8")
    return int(chosen.check and not all(met for words, met in judged if "(aim" not in words))


if __name__ == "__main__":
    sys.exit(main())
