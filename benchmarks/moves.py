"""What a move costs the server, in one process: judged, written to SQLite, drawn and encoded for every seat.

    python benchmarks/moves.py [--games quadropolis metropolys ubuild] [--moves 400] [--profile]
    python benchmarks/moves.py --questions    # what runs on the event loop when somebody looks or asks at a turn

No sockets and no other processes, so that a busy machine disturbs little: CPU time counts. Each table has four seats
(or as many as the game takes) with one listener each, in two languages.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import cProfile
import pstats
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from peers_report import markdown

from tripolis.engine.game import find
from tripolis.server.api import queries
from tripolis.server.api.requests import DraftRequest, JoinRequest, TableRequest
from tripolis.server.api.seats import Seats
from tripolis.server.api.table_setup import TableSetup
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.requests import MovesRequest, PlainRequest, ReadyRequest
from tripolis.server.live.tables import LiveTable, LiveTables
from tripolis.server.live.views import Logs, table_words
from tripolis.server.settings import Settings
from tripolis.server.storage.guests import Guests
from tripolis.server.storage.store import Store

TABLES = 8
OPTIONS: dict[str, dict[str, Any]] = {
    "quadropolis": {"mode": "classic", "players": 4},
    "metropolys": {"players": 4},
    "ubuild": {"players": 4},
}


class Listener:
    """A seat that hears everything."""

    def __init__(self, identity: Identity, seat: int) -> None:
        self.identity, self.seat, self.heard = identity, seat, 0

    def hear(self, message: bytes) -> None:
        self.heard += len(message)

    def drop(self) -> None:
        raise RuntimeError("a message could not be made")

    async def close(self, code: int, reason: str) -> None:
        """The end."""


async def new_table(tables: LiveTables, guests: Guests, game: str) -> tuple[LiveTable, list[Identity]]:
    """A match that has begun."""
    players = OPTIONS[game]["players"]
    people = []
    for n in range(players):
        guest = await guests.create(f"Seat {n + 1}", "en", "127.0.0.1")
        people.append(Identity(guest.id, guest.name, lang="ende"[n % 2 * 2 :][:2], address="127.0.0.1"))
    setup, seats = TableSetup(tables, guests), Seats(tables, guests)
    request = TableRequest(game, OPTIONS[game], seats=["me", *["open"] * (players - 1)])
    live = await tables.find((await setup.create(people[0], request))["table"])
    for who in people[1:]:
        await seats.join(live, who, JoinRequest())
    for who in people:
        await tables.act(live, who, "ready", ReadyRequest())
    await tables.act(live, people[0], "start", PlainRequest())
    live.listeners += [Listener(who, seat) for seat, who in enumerate(people)]
    return live, people


@contextlib.asynccontextmanager
async def house(game: str) -> AsyncIterator[tuple[LiveTables, Guests]]:
    """The parts of a server, on a new file of SQLite."""
    find(game).configure(**OPTIONS[game]).prepare()
    many = 1_000_000
    limits = {"tables_per_guest": many, "tables_per_address": many, "guests_per_hour": many}
    with tempfile.TemporaryDirectory(prefix="tripolis-moves-") as folder:
        settings = Settings(data=Path(folder), **limits)  # type: ignore[arg-type]
        store = Store(settings.database_url)
        await store.open()
        yield LiveTables(store, settings), Guests(store, settings)
        await store.close()


async def measure(game: str, moves: int, profile: bool) -> tuple[str, ...]:
    """So many moves, the tables one after the other."""
    async with house(game) as (tables, guests):
        rng = random.Random(1)
        running = [await new_table(tables, guests, game) for _ in range(TABLES)]
        took: list[float] = []
        profiler = cProfile.Profile()
        for turn in range(moves + 2 * TABLES):
            place = turn % TABLES
            if running[place][0].table.status != "playing":
                running[place] = await new_table(tables, guests, game)
            live, people = running[place]
            position = live.table.position
            assert position is not None
            who, number = people[live.table.actor], rng.choice(position.legal_numbers())
            request = MovesRequest([position.move(number).text])
            counts = turn >= 2 * TABLES  # the first of each table fill caches
            if counts and profile:
                profiler.enable()
            began = time.process_time()
            await tables.act(live, who, "moves", request)
            if counts:
                took.append(time.process_time() - began)
                profiler.disable()
        bytes_heard = sum(listener.heard for live, _ in running for listener in live.listeners)
    if profile:
        pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)
    took.sort()
    mean = 1000 * sum(took) / len(took)
    return game, f"{mean:.2f}", f"{1000 * took[len(took) // 2]:.2f}", f"{1000 * took[-1]:.1f}", f"{bytes_heard:,}"


def ask(live: LiveTable, number: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What the one to move may ask about a move."""
    table = live.table
    assert table.position is not None
    seat, move, say = table.actor, table.position.move(number), table_words("de", table)
    sprite, before = move.path[0], list(move.path[:-1])
    seen = queries.seen_at_turn(table, seat)
    yield "preview", lambda: queries.preview(table, seat, [move.text])
    yield "gains", lambda: queries.gains(table, seat, [], before)
    yield "draft", lambda: queries.draft(table, seat, DraftRequest(moves=[]), say)
    yield "prompts", lambda: queries.prompts(table, seat, say)
    yield "card", lambda: queries.card(table, seat, sprite, [], [], say)
    yield "why not", lambda: queries.why_not(seen, None, [sprite], [], say)
    yield "aid", lambda: queries.aid(table, seat)
    yield "snapshot, whole log", lambda: live.snapshot(Identity(table.seats[seat].guest, lang="de"), Logs())


async def questions(game: str, moves: int) -> list[tuple[str, ...]]:
    """Every question at every turn of a match."""
    took: dict[str, list[float]] = {}
    async with house(game) as (tables, guests):
        rng, first = random.Random(1), True
        live, people = await new_table(tables, guests, game)
        for _ in range(moves):
            table = live.table
            if table.status != "playing" or table.position is None:
                break
            number, say = rng.choice(table.position.legal_numbers()), table_words("de", table).render
            for name, work in ask(live, number):
                began = time.process_time()
                msgspec.json.encode(work(), enc_hook=say)
                took.setdefault(name, []).extend([] if first else [1000 * (time.process_time() - began)])
            first = False  # what is loaded at first use
            text = table.position.move(number).text
            await tables.act(live, people[table.actor], "moves", MovesRequest([text]))
    rows = []
    for name, times in took.items():
        times.sort()
        rows.append((game, name, f"{times[len(times) // 2]:.1f}", f"{times[-1]:.1f}"))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="What a move costs the server, in one process.")
    parser.add_argument("--games", nargs="*", default=[*OPTIONS], choices=[*OPTIONS])
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    parser.add_argument("--questions", action="store_true", help="instead: what somebody asks at their turn")
    chosen = parser.parse_args()
    if chosen.questions:
        asked = [row for game in chosen.games for row in asyncio.run(questions(game, chosen.moves))]
        print(markdown(("game", "question", "CPU ms, median", "most"), asked))
        return
    rows = [asyncio.run(measure(game, chosen.moves, chosen.profile)) for game in chosen.games]
    print(markdown(("game", "CPU ms a move", "median", "most", "bytes sent"), rows))


if __name__ == "__main__":
    main()
