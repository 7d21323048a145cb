"""Open tables of one process without a web server: eviction, opening by many at once, actions that are judged again."""

import asyncio
import contextlib

import pytest

from tests.server.in_process import in_process
from tripolis.server.api.desk import Caller
from tripolis.server.api.requests import OptionsAsk, TableAsk
from tripolis.server.domain.actions import Who
from tripolis.server.domain.problems import Problem
from tripolis.server.live import tables as hall_module

ALL_BOTS = TableAsk("quadropolis", {"players": 2}, seats=["bot:random", "bot:random"], start=True)
WAITING = TableAsk("quadropolis", {"players": 2}, seats=["me", "open"])


async def owner(desk):
    return Caller(await desk.guests.create("Ada", "en"), "", "en", "127.0.0.1")


async def set_up(desk, caller, ask):
    return (await desk.create(caller, ask))["table"]


def test_a_table_is_opened_however_many_others_are_in_use(tmp_path, monkeypatch):
    monkeypatch.setattr(hall_module, "ROOMS", 2)

    async def run():
        async with in_process(tmp_path) as desk:
            caller = await owner(desk)
            idle = await set_up(desk, caller, WAITING)
            for _ in range(3):
                await set_up(desk, caller, ALL_BOTS)
            assert idle not in desk.hall.rooms, "an idle table is evicted first"
            assert (await desk.hall.room(idle)).table.id == idle
            fresh = await set_up(desk, caller, WAITING)
            assert (await desk.hall.room(fresh, fresh=True)).table.id == fresh
            assert len(desk.hall.rooms) == 4, "the three with bots to move, and the last one"

    asyncio.run(run())


def test_the_owner_closes_a_running_table_of_bots_alone(tmp_path):
    async def run():
        async with in_process(tmp_path) as desk:
            caller = await owner(desk)
            room = await desk.hall.room(await set_up(desk, caller, ALL_BOTS))
            assert room.table.status == "playing"
            with pytest.raises(Problem) as refused:
                await desk.hall.act(room, Who("somebody"), "close", {})
            assert refused.value.code == "not_owner"
            await desk.hall.act(room, caller.at(room.table), "close", {})
            assert room.table.status == "closed"

    asyncio.run(run())


def test_one_who_gives_up_waiting_takes_the_table_from_nobody(tmp_path):
    async def run():
        async with in_process(tmp_path) as desk:
            table_id = await set_up(desk, await owner(desk), WAITING)
            desk.hall.rooms.clear()
            reading, go_on = asyncio.Event(), asyncio.Event()
            read = desk.store.entries

            async def entries(*about):
                reading.set()
                await go_on.wait()
                return await read(*about)

            desk.store.entries = entries
            first = asyncio.create_task(desk.hall.room(table_id))
            await reading.wait()
            second = asyncio.create_task(desk.hall.room(table_id))
            await asyncio.sleep(0)
            first.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await first
            go_on.set()
            assert (await second).table.id == table_id

    asyncio.run(run())


def test_options_are_judged_again_after_a_lost_race(tmp_path):
    async def run():
        async with in_process(tmp_path) as desk:
            caller = await owner(desk)
            room = await desk.hall.room(await set_up(desk, caller, WAITING))
            desk.hall.rooms.clear()
            other = await desk.hall.room(room.table.id)  # as another process has it
            await desk.hall.act(other, caller.at(other.table), "chat", {"text": "hello"})
            ask = OptionsAsk("quadropolis", {"players": 3})
            entry = await desk.change_options(room, caller.at(room.table), ask)
            assert (entry.seq, room.table.game.players) == (3, 3)
            assert "players" not in entry.data

    asyncio.run(run())


def test_a_rematch_of_a_table_from_before_there_were_hints(tmp_path):
    async def run():
        async with in_process(tmp_path) as desk:
            caller = await owner(desk)
            options = desk.options
            desk.options = lambda ask: {k: v for k, v in options(ask).items() if k != "hints"}
            room = await desk.hall.room(await set_up(desk, caller, WAITING))
            await desk.hall.act(room, caller.at(room.table), "close", {})
            again = await desk.rematch(room, caller)
            assert (await desk.hall.room(again["table"])).table.hints is False

    asyncio.run(run())
