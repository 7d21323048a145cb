"""Open tables of one process without a web server: eviction, opening by many at once, actions that are judged again."""

import asyncio
import contextlib
from dataclasses import replace

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.server.in_process import HERE, in_process, new_guest, new_table
from tripolis.engine.game import Game
from tripolis.server.api.requests import JoinRequest, TableRequest
from tripolis.server.api.stream import stream
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import ChatRequest, MovesRequest, MuteRequest, OptionsRequest, PlainRequest
from tripolis.server.live import tables as tables_module
from tripolis.server.live import views
from tripolis.server.rate_limit import RateLimit
from tripolis.server.slices import Slices

ALL_BOTS = TableRequest("quadropolis", {"players": 2}, seats=["bot:random", "bot:random"], start=True)
WAITING = TableRequest("quadropolis", {"players": 2}, seats=["me", "open"])
ONE_BOT = TableRequest("quadropolis", {"players": 2}, seats=["me", "bot:random"], start=True)


def test_a_table_is_opened_however_many_others_are_in_use(tmp_path, monkeypatch):
    monkeypatch.setattr(tables_module, "OPEN_TABLES", 2)

    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            idle = (await new_table(server, ada, WAITING)).table.id
            for _ in range(3):
                await new_table(server, ada, ALL_BOTS)
            assert idle not in tables.open, "an idle table is evicted first"
            assert (await tables.find(idle)).table.id == idle
            fresh = (await new_table(server, ada, WAITING)).table.id
            assert (await tables.find(fresh, fresh=True)).table.id == fresh
            assert len(tables.open) == 4, "the three with bots to move, and the last one"

    asyncio.run(run())


class Browser:
    """The other side of a stream, which goes away as soon as it has heard everything."""

    def __init__(self, guests, who):
        self.cookies, self.headers, self.query_params = {"tripolis": guests.sign(who.guest)}, {}, {}
        self.scope = {"state": {"address": HERE, "secure": False, "line": self}}
        self.heard = []

    async def accept(self):
        """Nothing to do."""

    def write_text(self, message):
        self.heard.append(msgspec.json.decode(message))
        return True

    async def receive_data(self, mode):
        raise WebSocketDisconnect(detail="gone")


def test_a_table_to_which_somebody_is_about_to_listen_is_not_evicted(tmp_path, monkeypatch):
    """Who begins to listen would stay with a table that nobody plays at: with 4,000 tables 114 hung like that."""
    monkeypatch.setattr(tables_module, "OPEN_TABLES", 1)

    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            table_id = (await new_table(server, ada, WAITING)).table.id
            look, found = tables.look, []

            async def look_while_others_come(live, *asked):
                await new_table(server, ada, WAITING)
                found.append((live, tables.open.get(table_id)))
                return await look(live, *asked)

            tables.look = look_while_others_come
            browser = Browser(server.guests, ada)
            await stream.fn(browser, tables, server.guests, server.settings, RateLimit(60), table_id)
            [(live, known)] = found
            assert known is live and browser.heard[0]["table"]["id"] == table_id
            assert not live.listeners
            await new_table(server, ada, WAITING)
            assert table_id not in tables.open, "once nobody arrives or listens any more it may go"

    asyncio.run(run())


def test_the_owner_closes_a_running_table_of_bots_alone(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada = await new_guest(server)
            live = await new_table(server, ada, ALL_BOTS)
            assert live.table.status == "playing"
            with pytest.raises(Problem) as refused:
                await server.tables.act(live, Identity("somebody"), "close", PlainRequest())
            assert refused.value.code == "not_owner"
            await server.tables.act(live, ada, "close", PlainRequest())
            assert live.table.status == "closed"

    asyncio.run(run())


def test_one_who_gives_up_waiting_takes_the_table_from_nobody(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            tables = server.tables
            table_id = (await new_table(server, await new_guest(server), WAITING)).table.id
            tables.open.clear()
            reading, go_on = asyncio.Event(), asyncio.Event()
            read = tables.journals.entries

            async def entries(*about):
                reading.set()
                await go_on.wait()
                return await read(*about)

            tables.journals.entries = entries
            first = asyncio.create_task(tables.find(table_id))
            await reading.wait()
            second = asyncio.create_task(tables.find(table_id))
            await asyncio.sleep(0)
            first.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await first
            go_on.set()
            assert (await second).table.id == table_id

    asyncio.run(run())


def test_options_are_judged_again_after_a_lost_race(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            live = await new_table(server, ada, WAITING)
            tables.open.clear()
            other = await tables.find(live.table.id)  # as another process has it
            await tables.act(other, ada, "chat", ChatRequest("hello"))
            entry = await tables.act(live, ada, "options", OptionsRequest("quadropolis", {"players": 3}))
            assert (entry.seq, live.table.game.players) == (3, 3)

    asyncio.run(run())


def test_a_rematch_of_a_table_from_before_there_were_hints(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada = await new_guest(server)
            live = await new_table(server, ada, WAITING)
            first = live.table.log[0]
            object.__setattr__(first, "data", first.data.replace(b'"hints":false,', b""))
            assert b"hints" not in first.data
            await server.tables.act(live, ada, "close", PlainRequest())
            again = await server.setup.rematch(live, ada)
            assert (await server.tables.find(again["table"])).table.hints is False

    asyncio.run(run())


def test_two_rematches_at_once_are_one_table(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            live = await new_table(server, ada, WAITING)
            await tables.act(live, ada, "close", PlainRequest())
            tables.open.clear()
            other = await tables.find(live.table.id)
            one, two = await asyncio.gather(server.setup.rematch(live, ada), server.setup.rematch(other, ada))
            assert one == two
            assert sorted(each.table.status for each in tables.open.values()) == ["closed", "open"]

    asyncio.run(run())


class Applications:
    """How often a game's drivers were called in this process."""

    def __init__(self, monkeypatch):
        self.n = dict.fromkeys(("call_step", "call_apply", "call_refuse"), 0)
        real = Game.call

        def call(game, name):
            driver = real(game, name)
            if name not in self.n:
                return driver

            def counted(*arguments):
                self.n[name] += 1
                return driver(*arguments)

            return counted

        monkeypatch.setattr(Game, "call", call)
        monkeypatch.setattr(Game, "step", property(lambda game: call(game, "call_step")))


def test_a_move_is_judged_and_applied_once(tmp_path, monkeypatch):
    async def run():
        async with in_process(tmp_path) as server:
            ada = await new_guest(server)
            live = await new_table(server, ada, ONE_BOT)
            while live.table.actor != ada.seat_at(live.table):
                number = live.table.position.legal_numbers()[0]
                await server.tables.append(live, lambda t, at, n=number: t.change("moves", t.actor, {"moves": [n]}, at))
            move = live.table.position.legal()[0].text
            count = Applications(monkeypatch)
            await server.tables.act(live, ada, "moves", MovesRequest([move]))
            assert count.n == {"call_step": 1, "call_apply": 0, "call_refuse": 0}

    asyncio.run(run())


def test_the_table_that_was_judged_is_the_one_that_the_journal_leads_to(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            live = await new_table(server, ada, ONE_BOT)
            for _ in range(40):
                number = live.table.position.legal_numbers()[0]
                await tables.append(live, lambda t, at, n=number: t.change("moves", t.actor, {"moves": [n]}, at))
            tables.open.clear()
            again = (await tables.find(live.table.id)).table
            assert again.position.to_bytes() == live.table.position.to_bytes()
            assert (again.log, again.clock, again.numbers) == (live.table.log, live.table.clock, live.table.numbers)

    asyncio.run(run())


# -------------------------------------------------------------------- snapshots


def test_others_get_their_turn_while_a_long_log_is_read(tmp_path, monkeypatch):
    """What happens meanwhile is in it too, and in the words of those who sit there then."""
    paused, go_on = asyncio.Event(), asyncio.Event()

    class LongPause(Slices):
        async def pause(self):
            paused.set()
            await go_on.wait()

    monkeypatch.setattr(tables_module, "Slices", LongPause)

    async def run():
        async with in_process(tmp_path) as server:
            ada, tables = await new_guest(server), server.tables
            live = await new_table(server, ada, WAITING)
            for n in range(20):
                await tables.act(live, ada, "chat", ChatRequest(text=f"{n}"))
            looking = asyncio.create_task(tables.look(live, ada))
            await paused.wait()
            await tables.act(live, ada, "chat", ChatRequest(text="meanwhile"))
            go_on.set()
            seen = msgspec.json.decode(await looking)
            assert [line["seq"] for line in seen["log"]] == list(range(1, 23)) and seen["seq"] == 22
            assert seen["log"][-1]["data"]["text"] == "meanwhile"
            late = msgspec.json.decode(await tables.look(live, ada, 20))
            assert late["log"] == seen["log"][20:]

    asyncio.run(run())


def test_a_line_of_the_log_is_made_once_for_all_who_read_the_same(tmp_path, monkeypatch):
    lines = []
    make = views.line_data
    monkeypatch.setattr(views, "line_data", lambda table, line, *who: lines.append(line.seq) or make(table, line, *who))

    async def run():
        async with in_process(tmp_path) as server:
            ada, ben, tables = await new_guest(server), await new_guest(server, "Ben"), server.tables
            live = await new_table(server, ada, WAITING)
            await tables.act(live, ada, "chat", ChatRequest(text="hello"))
            await tables.act(live, ada, "mute", MuteRequest(1))
            first = msgspec.json.decode(await tables.look(live, ada))
            assert [line["kind"] for line in first["log"]] == ["create", "chat", "mute"] and lines == [1, 2, 3]
            lines.clear()
            other = msgspec.json.decode(await tables.look(live, ben))
            assert other["log"] == first["log"][:2] and lines == [3], "what only Ada reads is nobody else's"
            lines.clear()
            await tables.look(live, replace(ben, lang="de"))
            assert lines == [1, 2, 3], "in another language they read otherwise"
            await server.seats.join(live, ben, JoinRequest(seat=1))
            lines.clear()
            again = msgspec.json.decode(await tables.look(live, ada))
            assert lines == [1, 2, 3, 4] and again["log"][:3] == first["log"], "seats may be called otherwise now"

    asyncio.run(run())
