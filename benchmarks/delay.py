"""How long others wait while one visitor sends what costs the server most, as fast as the server takes it.

    python benchmarks/delay.py [--seconds 8] [--only NAME ...]

Two people chat at a table, from 127.0.0.1; the delay is the time from sending a line to hearing it at the other side.
Meanwhile a visitor from another address of the loopback (each row has its own) sends one kind of request with four names and eight connections, without pause;
when the server says how long to wait (429), half a second is waited. All limits are the server's own defaults. Nothing
leaves the loopback, and each row ends after a few seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from load import Server, compile_rules, part
from load_seats import OurTable
from peers_report import markdown
from websockets.asyncio.client import connect

import tripolis
from tripolis.puzzles.puzzle import puzzles_of

AIM_MS = 250
GUESTS, AT_ONCE, WAIT = 4, 8, 0.5
CHAT_EVERY = 0.2
LONGEST_FILE = 250_000
QUIET = "nothing else"


@dataclass
class Visitor:
    """One address with several names."""

    base: str
    address: str
    clients: list[httpx.AsyncClient] = field(default_factory=list)
    tables: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    match: str = ""
    counts: Counter[int] = field(default_factory=Counter)
    number: int = 0

    async def arrive(self, name: str) -> None:
        """Names, a table of each game at one's turn; and what a kind of request needs: a long log, a long match."""
        for n in range(GUESTS):
            transport = httpx.AsyncHTTPTransport(
                local_address=self.address, limits=httpx.Limits(max_connections=AT_ONCE)
            )
            client = httpx.AsyncClient(base_url=self.base, timeout=120, transport=transport)
            client.headers["X-Tripolis"] = "1"
            (await client.post("/api/guest", json={"name": f"Visitor {n}"})).raise_for_status()
            self.clients.append(client)
        for game in tripolis.game_names():
            self.tables[game] = await self.table(game)
            match = tripolis.game(game).new(1)  # what the visitor's own process loads at first use is not the server's
            _ = str(match), match.position.text(), match.legal()[0].text
        if REQUESTS[name] is long_log:
            await self.talk()
        if REQUESTS[name] in (story, replay):
            answer = await self.clients[0].post("/api/matches", json={"text": long_match()})
            self.match = answer.json().get("match", "")

    async def talk(self) -> None:
        """Moves and many lines at one table."""
        path, headers = self.at("quadropolis", "")
        until = time.monotonic() + 30
        while time.monotonic() < until:
            seen = (await self.clients[0].get(path, headers=headers, params={"after": 10_000})).json()
            if seen.get("legal"):
                await self.clients[0].post(f"{path}/moves", json={"moves": [seen["legal"][0]["move"]]}, headers=headers)
            await self.clients[0].post(f"{path}/chat", json={"text": "a long line " * 20}, headers=headers)
            await asyncio.sleep(0.05)

    async def table(self, game: str) -> tuple[str, dict[str, str]]:
        """A match against a bot, and how its seat is proved."""
        body = {"game": game, "options": {"players": 2}, "seats": ["me", "bot:greedy"], "start": True, "hints": True}
        created = (await self.clients[0].post("/api/tables", json=body | {"name": "Visitor"})).json()
        return created["table"], {"Authorization": f"Bearer {created['token']}"}

    async def send(self, method: str, path: str, **how: Any) -> None:
        """A request, as one of the names."""
        self.number += 1
        client = self.clients[self.number % GUESTS]
        with contextlib.suppress(httpx.TransportError):
            answer = await client.request(method, path, **how)
            self.counts[answer.status_code] += 1
            if answer.status_code == 429:
                await asyncio.sleep(WAIT)

    def at(self, game: str, path: str) -> tuple[str, dict[str, str]]:
        """An address at a table, with the headers of the seat."""
        table, headers = self.tables[game]
        return f"/api/tables/{table}{path}", headers

    async def leave(self) -> None:
        for client in self.clients:
            await client.aclose()


def long_match() -> str:
    """A match file that is as long as one may be, within a few seconds of making it."""
    game, rng, until = tripolis.game("ubuild", players=2), random.Random(3), time.monotonic() + 6
    match = game.new(3)
    while not match.over and time.monotonic() < until and len(match.moves) < 20_000:
        match.play(rng.choice(match.position.legal_numbers()))
    return str(match)[:LONGEST_FILE]


# ------------------------------------------------------------------- requests


async def first_moves(visitor: Visitor, game: str) -> list[str]:
    """A legal move of a table, where it is the visitor's turn."""
    path, headers = visitor.at(game, "")
    answer = await visitor.clients[0].get(path, headers=headers)
    return [move["move"] for move in answer.json().get("legal", [])][:1] if answer.status_code == 200 else []


def fresh(visitor: Visitor) -> str:
    """Something that no cache knows."""
    visitor.number += 1
    return str(visitor.number)


async def offices(visitor: Visitor) -> None:
    """Four Expert cities full of offices."""
    city = "".join(random.choices(("O1", "O2", "O3", "O4"), k=20)) + "_40_20"
    await visitor.send("POST", "/api/score/quadropolis", json={"state": ".".join(["expert", *[city] * 4])})


async def backtracking(visitor: Visitor) -> None:
    """A text that regular expressions once took minutes for."""
    await visitor.send("POST", "/api/score/metropolys", json={"state": "expert." + "1c1" * 40 + "!" + fresh(visitor)})


async def long_file(visitor: Visitor) -> None:
    """A match file with a box of many lines that is refused in the end."""
    text = '[Game "quadropolis"]\n[Box "own"]\n\n' + "{box a.json\n" * 12_000 + fresh(visitor)
    await visitor.send("POST", "/api/matches", json={"text": text})


async def story(visitor: Visitor) -> None:
    await visitor.send("GET", f"/api/matches/{visitor.match}/story", params={"lang": random.choice(["en", "de"])})


async def replay(visitor: Visitor) -> None:
    await visitor.send("GET", f"/api/matches/{visitor.match}/replay", params={"ply": int(fresh(visitor)) % 500})


async def long_log(visitor: Visitor) -> None:
    path, headers = visitor.at("quadropolis", "")
    await visitor.send("GET", path, headers=headers)


async def bots_alone(visitor: Visitor) -> None:
    body = {"game": "quadropolis", "options": {"players": 4}, "seats": ["bot:master"] * 4, "start": True}
    await visitor.send("POST", "/api/tables", json=body)


async def tours(visitor: Visitor) -> None:
    await visitor.send("POST", "/api/tours/quadropolis", json={})


async def streams(visitor: Visitor) -> None:
    """Open a stream, and close it again."""
    table, headers = visitor.tables["ubuild"]
    address = f"{visitor.base.replace('http', 'ws')}/api/tables/{table}/stream"
    try:
        async with connect(
            address, additional_headers=headers, local_addr=(visitor.address, 0), max_size=None
        ) as stream:
            await stream.recv()
            visitor.counts[200] += 1
    except Exception:
        visitor.counts[429] += 1
        await asyncio.sleep(WAIT)


async def pings(visitor: Visitor) -> None:
    """A flood of pings on one stream, until it is cut."""
    table, headers = visitor.tables["quadropolis"]
    address = f"{visitor.base.replace('http', 'ws')}/api/tables/{table}/stream"
    try:
        async with connect(
            address, additional_headers=headers, local_addr=(visitor.address, 0), max_size=None
        ) as stream:
            for _ in range(5000):
                await stream.ping()
            await stream.recv()
    except Exception:
        visitor.counts[429] += 1
        await asyncio.sleep(WAIT)


async def half_open(visitor: Visitor) -> None:
    """A connection that sends half a head."""
    host, port = visitor.base.removeprefix("http://").split(":")
    try:
        _, writer = await asyncio.open_connection(host, int(port), local_addr=(visitor.address, 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        await writer.drain()
        visitor.counts[200] += 1
        await asyncio.sleep(WAIT / 10)
        if visitor.counts[200] > 400:
            writer.close()
    except OSError:
        visitor.counts[429] += 1
        await asyncio.sleep(WAIT)


def new_position(visitor: Visitor, game: str) -> str:
    """The text of a position that nobody has analysed."""
    return str(tripolis.game(game).new(int(fresh(visitor))).position.text())


def analysis(what: str, game: str, **more: Any) -> Callable[[Visitor], Awaitable[None]]:
    """A request of the analysis room."""

    async def ask(visitor: Visitor) -> None:
        await visitor.send("POST", f"/api/analysis/{what}", json={"position": new_position(visitor, game), **more})

    return ask


async def editor(visitor: Visitor) -> None:
    """As many steps of the editor of positions as one may send together."""
    body = {"state": new_position(visitor, "quadropolis"), "moves": ["round=2", "round=1"] * 32}
    await visitor.send("POST", "/api/analysis/set-up/quadropolis", json=body)


async def puzzles(visitor: Visitor) -> None:
    """Answers to all puzzles, one after the other; each is searched."""
    names = list(puzzles_of("quadropolis"))
    await visitor.send("POST", f"/api/puzzles/quadropolis/{names[int(fresh(visitor)) % len(names)]}", json={})


async def variations(visitor: Visitor) -> None:
    """A match file with as many variations as one may have."""
    match = tripolis.game("metropolys").new(int(fresh(visitor)))
    match.play(*match.legal_numbers()[:1])
    head, moves = str(match).rpartition("*")[0], f"( {match.at(0).legal()[1].text} ) " * 1000
    await visitor.send("POST", "/api/matches", json={"text": f"{head}{moves}*\n"})


def query(game: str, path: str, body: Callable[[list[str]], dict[str, Any]]) -> Callable[[Visitor], Awaitable[None]]:
    """A question at one's turn."""

    async def ask(visitor: Visitor) -> None:
        moves = visitor.tables.get(f"moves {game}")
        if moves is None:
            visitor.tables[f"moves {game}"] = moves = await first_moves(visitor, game)  # type: ignore[assignment]
        address, headers = visitor.at(game, path)
        await visitor.send("POST", address, headers=headers, json=body(moves))  # type: ignore[arg-type]

    return ask


def page(path: str) -> Callable[[Visitor], Awaitable[None]]:
    """A page or a picture."""

    async def get(visitor: Visitor) -> None:
        await visitor.send("GET", path.replace("LANG", random.choice(["en", "de", "fr", "nl"])))

    return get


REQUESTS: dict[str, Callable[[Visitor], Awaitable[None]]] = {
    "score helper: offices": offices,
    "score helper: backtracking": backtracking,
    "import that is refused": long_file,
    "story of a long match": story,
    "replay of a long match": replay,
    "a table with a long log": long_log,
    "preview, Metropolys": query("metropolys", "/preview", lambda moves: {"moves": moves}),
    "preview, U-Build": query("ubuild", "/preview", lambda moves: {"moves": moves}),
    "gains, Quadropolis": query("quadropolis", "/gains", lambda moves: {"after": [], "clicks": []}),
    "draft, U-Build": query("ubuild", "/draft", lambda moves: {"moves": []}),
    "streams opened and closed": streams,
    "a flood of pings": pings,
    "half-open connections": half_open,
    "analysis: best moves": analysis("best", "quadropolis", limit=30_000),
    "analysis: a moment": analysis("moment", "ubuild", tree=True),
    "editor of positions": editor,
    "answers to puzzles": puzzles,
    "import with 1,000 variations": variations,
    "home page": page("/?lang=LANG"),
    "page of an analysis": page("/analyse?lang=LANG"),
    "one's own record": page("/api/me/record?lang=LANG"),
    "board of ratings": page("/api/board/quadropolis?lang=LANG"),
    "rules page": page("/rules/ubuild?lang=LANG"),
    "games and options": page("/api/games?lang=LANG"),
    "guided games": tours,
    "tables of masters": bots_alone,  # the last one: they play on
}


# ------------------------------------------------------------------ measuring


class Pair:
    """Two people at a table: one chats, the other listens."""

    def __init__(self, base: str) -> None:
        self.http = httpx.AsyncClient(base_url=base, timeout=120)
        self.stream: Any = None
        self.delays: list[float] = []

    async def arrive(self) -> None:
        seats = {"game": "quadropolis", "options": {"players": 2}, "seats": ["me", "open"], "name": "Ada"}
        created = (await self.http.post("/api/tables", json=seats)).json()
        self.path, self.token = f"/api/tables/{created['table']}", created["token"]
        address = f"{str(self.http.base_url).replace('http', 'ws').rstrip('/')}{self.path}/stream"
        self.stream = await connect(address, max_size=None)
        await self.stream.recv()

    async def chat(self, seconds: float) -> None:
        """Lines at a steady pace; each is sent when the one before was heard."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            began = time.perf_counter()
            headers = {"Authorization": f"Bearer {self.token}"}
            sending = asyncio.create_task(self.http.post(f"{self.path}/chat", json={"text": "hello"}, headers=headers))
            while b'"hello"' not in str(await asyncio.wait_for(self.stream.recv(), 60)).encode():
                pass
            self.delays.append(time.perf_counter() - began)
            (await sending).raise_for_status()
            await asyncio.sleep(max(0.0, CHAT_EVERY - (time.perf_counter() - began)))

    async def leave(self) -> None:
        await self.stream.close()
        await self.http.aclose()


async def attempt(server: Server, name: str, seconds: float, address: str) -> tuple[str, ...]:
    """One kind of request, and what the others wait."""
    visitor, pair = Visitor(server.base, address), Pair(server.base)
    await pair.arrive()
    tasks: list[asyncio.Task[None]] = []
    if name != QUIET:
        await visitor.arrive(name)

        async def go_on() -> None:
            while True:
                await REQUESTS[name](visitor)

        tasks = [asyncio.create_task(go_on()) for _ in range(AT_ONCE)]
    await pair.chat(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(visitor.leave(), pair.leave())
    good = sum(n for status, n in visitor.counts.items() if status < 400)
    limited = visitor.counts[429]
    other = sum(visitor.counts.values()) - good - limited
    times = part(pair.delays, 0.5), part(pair.delays, 1)
    verdict = "held" if times[1] <= AIM_MS else "not held"
    return name, f"{good}", f"{limited}", f"{other}", f"{times[0]:.0f}", f"{times[1]:.0f}", verdict


def main() -> None:
    parser = argparse.ArgumentParser(description="How long others wait while one visitor sends what costs most.")
    parser.add_argument("--seconds", type=float, default=8, help="for each kind of request")
    parser.add_argument("--only", nargs="*", choices=[*REQUESTS], default=[*REQUESTS])
    parser.add_argument("--out", type=Path, help="a JSON file for the rows")
    chosen = parser.parse_args()
    compile_rules()
    rows = []
    with tempfile.TemporaryDirectory(prefix="tripolis-delay-") as folder:
        server = Server(OurTable, Path(folder), None, raised=False)
        try:
            for n, name in enumerate((QUIET, *chosen.only)):
                rows.append(asyncio.run(attempt(server, name, chosen.seconds, f"127.0.0.{n + 2}")))
                print(*rows[-1], sep="\t", file=sys.stderr)
        finally:
            server.stop()
    heads = ("while a visitor sends", "done", "429", "refused", "p50, ms", "worst, ms", f"aim {AIM_MS} ms")
    print(markdown(heads, rows))
    if chosen.out:
        chosen.out.write_text(json.dumps([dict(zip(heads, row, strict=True)) for row in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
