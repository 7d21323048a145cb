"""Whatever fails at a table stops that table alone, and its host can let it go on."""

import asyncio

import pytest

from tests.server.in_process import in_process, new_guest, new_table
from tripolis.server.api.requests import TableRequest
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import PlainRequest
from tripolis.server.live.bots import Bots
from tripolis.server.live.notices import Notices
from tripolis.server.live.scheduler import Scheduler
from tripolis.server.live.views import can_be_shown
from tripolis.server.live.workers import Workers
from tripolis.server.storage.maintenance import check, mend

HOME = TableRequest("quadropolis", {"players": 2}, seats=["me", "bot:greedy"], start=True)


async def fail():
    raise ZeroDivisionError


async def begun(server):
    """A running table where three moves were made, and the scheduler of its process."""
    ada = await new_guest(server)
    live = await new_table(server, ada, HOME)
    for _ in range(3):
        move = live.table.position.legal()[0].text
        await server.tables.append(live, lambda t, at, move=move: t.change("moves", t.actor, {"moves": [move]}, at))
    workers = Workers(server.settings)
    bots = Bots(server.tables, workers, server.settings)
    return ada, live, Scheduler(server.tables, bots, Notices(server.store, server.settings), server.settings)


def test_a_sweep_that_fails_stops_its_table_once_and_no_other(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada, live, scheduler = await begun(server)
            other = await new_table(server, ada, HOME)
            await scheduler._alone(live.table.id, fail())
            await scheduler._alone(live.table.id, fail())
            assert (live.table.status, live.table.log[-1].kind, live.table.log[-2].kind) == ("stopped", "stop", "moves")
            assert not live.table.thinking and live.table.clock.deadline() is None
            assert other.table.status == "playing"
            for refused in (server.tables.visit(live.table.id), server.tables.act(live, ada, "resign", PlainRequest())):
                with pytest.raises(Problem, match="quarantine"):
                    await refused
            again = await server.tables.journals.table(live.table.id)
            assert again.quarantined and again.reason == live.table.reason, "a restart knows it too"
            [told] = await check(server.store)
            assert live.table.id in str(told)

    asyncio.run(run())


def test_a_request_that_is_refused_or_a_database_that_is_away_stops_no_table(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            _, live, _ = await begun(server)
            for error in (Problem(409, "busy", "x"), ConnectionError(), MemoryError()):
                await server.tables.quarantine(live.table.id, "care", error)
            assert live.table.status == "playing"

    asyncio.run(run())


def test_the_host_lets_a_table_go_on_from_the_last_entry_that_works(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            _, live, scheduler = await begun(server)
            digest = (await server.tables.journals.table(live.table.id)).after().digest
            await scheduler._alone(live.table.id, fail())
            await mend(server.store, live.table.id, True, can_be_shown)
            await server.tables.catch_up(live)
            assert (live.table.status, live.table.ply, live.table.digest) == ("playing", 3, digest), "nothing was wrong"
            await scheduler._alone(live.table.id, fail())
            await mend(server.store, live.table.id, True, lambda table: table.ply < 2)
            await server.tables.catch_up(live)
            assert (live.table.status, live.table.ply) == ("playing", 1) and can_be_shown(live.table)
            await scheduler._alone(live.table.id, fail())
            await mend(server.store, live.table.id, False, can_be_shown)
            assert (await server.tables.journals.table(live.table.id)).status == "closed"
            assert await check(server.store) == []

    asyncio.run(run())
