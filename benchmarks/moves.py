"""What a move costs the server, in one process: judged, written to SQLite, drawn and encoded for every seat.

    python benchmarks/moves.py [--games quadropolis metropolys ubuild] [--moves 400] [--profile]

No sockets and no other processes, so that a busy machine disturbs little: CPU time counts. Each table has four seats
(or as many as the game takes) with one listener each, in two languages.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from peers_report import markdown

from tripolis.server.api.requests import JoinRequest, TableRequest
from tripolis.server.api.seats import Seats
from tripolis.server.api.table_setup import TableSetup
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.requests import MovesRequest, PlainRequest, ReadyRequest
from tripolis.server.live.tables import LiveTable, LiveTables
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


async def measure(game: str, moves: int, profile: bool) -> tuple[str, ...]:
    """So many moves, the tables one after the other."""
    many = 1_000_000
    limits = {"tables_per_guest": many, "tables_per_address": many, "guests_per_hour": many}
    with tempfile.TemporaryDirectory(prefix="tripolis-moves-") as folder:
        settings = Settings(data=Path(folder), **limits)  # type: ignore[arg-type]
        store = Store(settings.database_url)
        await store.open()
        tables, guests = LiveTables(store, settings), Guests(store, settings)
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
        await store.close()
    if profile:
        pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)
    took.sort()
    mean = 1000 * sum(took) / len(took)
    return game, f"{mean:.2f}", f"{1000 * took[len(took) // 2]:.2f}", f"{1000 * took[-1]:.1f}", f"{bytes_heard:,}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What a move costs the server, in one process.")
    parser.add_argument("--games", nargs="*", default=[*OPTIONS], choices=[*OPTIONS])
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    chosen = parser.parse_args()
    rows = [asyncio.run(measure(game, chosen.moves, chosen.profile)) for game in chosen.games]
    print(markdown(("game", "CPU ms a move", "median", "most", "bytes sent"), rows))


if __name__ == "__main__":
    main()
