"""Time that is up, and time that is nobody's: a process that was stopped, a clock that was set, a restart."""

import asyncio
from types import SimpleNamespace

import pytest

from tests.server.in_process import in_process, new_guest, new_table
from tripolis.server import now as now_module
from tripolis.server.api.requests import JoinRequest, TableRequest
from tripolis.server.domain.clock import MINUTE, SECOND
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import ChatRequest, ClockRequest, MovesRequest, PlainRequest, ReadyRequest
from tripolis.server.live.heartbeat import Heartbeat, give_back
from tripolis.server.live.scheduler import Scheduler
from tripolis.server.storage.schema import LEASES

CLOCK = ClockRequest("live", minutes=1)
HOUR = 60 * MINUTE


class Machine:
    """A machine whose clocks the test moves."""

    def __init__(self):
        self.wall, self.running = 1_794_700_000_000, 5_000_000

    def pass_time(self, milliseconds):
        self.wall += milliseconds
        self.running += milliseconds

    def start_process(self, monkeypatch):
        """A process reads the clock once, when it starts."""
        monkeypatch.setattr(now_module, "_start_ns", (self.wall - self.running) * 1_000_000)


@pytest.fixture
def machine(monkeypatch):
    machine = Machine()
    clocks = {"time_ns": lambda: machine.wall * 1_000_000, "monotonic_ns": lambda: machine.running * 1_000_000}
    monkeypatch.setattr(now_module, "time", SimpleNamespace(**clocks))
    machine.start_process(monkeypatch)
    return machine


async def begin(server, **more):
    """A match with a minute for each; returns its table, the one to move, and the other."""
    people = [await new_guest(server), await new_guest(server, "Ben")]
    request = TableRequest("quadropolis", {"players": 2}, seats=["me", "open"], clock=CLOCK, **more)
    live = await new_table(server, people[0], request)
    await server.seats.join(live, people[1], JoinRequest())
    for person in people:
        await server.tables.act(live, person, "ready", ReadyRequest())
    await server.tables.act(live, people[0], "start", PlainRequest())
    actor = live.table.actor
    return live, people[actor], people[1 - actor]


def move(server, live, person):
    return server.tables.act(live, person, "moves", MovesRequest([live.table.position.legal()[0].text]))


async def alive(server):
    """A process with a heartbeat."""
    heartbeat = Heartbeat(server.tables)
    server.tables.settle = heartbeat.settle
    await heartbeat.beat()
    return heartbeat


def test_a_move_that_arrives_at_the_last_moment_counts_and_one_that_comes_later_does_not(tmp_path, machine):
    async def run():
        async with in_process(tmp_path) as server:
            live, actor, _ = await begin(server)
            machine.pass_time(MINUTE - 1)
            assert (await move(server, live, actor)).kind == "moves"
            live, actor, _ = await begin(server)
            machine.pass_time(MINUTE)
            with pytest.raises(Problem) as refused:
                await move(server, live, actor)
            assert refused.value.code == "wrong_time"
            assert live.table.log[-1].kind == "timeout" and live.table.seats[live.table.actor].stand_in

    asyncio.run(run())


def test_whatever_arrives_first_stops_a_clock_that_has_run_out(tmp_path, machine):
    async def run():
        async with in_process(tmp_path) as server:
            live, _, other = await begin(server)
            machine.pass_time(MINUTE + 1)
            await server.tables.act(live, other, "chat", ChatRequest("?"))
            assert [line.kind for line in live.table.log[-2:]] == ["timeout", "chat"]
            live, actor, _ = await begin(server, on_timeout="wait")
            machine.pass_time(MINUTE + 1)
            await move(server, live, actor)
            assert [line.kind for line in live.table.log[-2:]] == ["timeout", "moves"], "who may be late may move"

    asyncio.run(run())


def test_a_move_that_waits_for_the_database_counts_when_it_arrived(tmp_path, machine):
    async def run():
        async with in_process(tmp_path) as server:
            live, actor, _ = await begin(server)
            async with live.lock:
                waiting = asyncio.create_task(move(server, live, actor))
                await asyncio.sleep(0)
                machine.pass_time(2 * MINUTE)
            assert (await waiting).kind == "moves" and live.table.clock.left[waiting.result().seat] == MINUTE

    asyncio.run(run())


AWAY = {
    "the process was stopped": lambda machine: machine.pass_time(HOUR),
    "the machine has slept, or its clock was set ahead": lambda machine: setattr(machine, "wall", machine.wall + HOUR),
    "the clock was set back": lambda machine: setattr(machine, "wall", machine.wall - HOUR),
}


@pytest.mark.parametrize("why", AWAY)
def test_time_in_which_nobody_was_there_is_nobodys(tmp_path, machine, why):
    async def run():
        async with in_process(tmp_path) as server:
            await alive(server)
            live, actor, _ = await begin(server)
            machine.pass_time(2 * SECOND)
            AWAY[why](machine)
            entry = await move(server, live, actor)
            assert entry.kind == "moves" and live.table.log[-2].kind == "downtime"
            assert live.table.clock.left[entry.seat] >= MINUTE - 2 * SECOND
            assert abs(live.table.updated_ms - machine.wall) < SECOND, "the table goes by the machine's clock again"

    asyncio.run(run())


def test_nobody_loses_while_the_time_is_being_given_back(tmp_path, machine):
    """The clock is set right before tables are shifted: whoever looks for clocks that have run out waits for that."""

    async def run():
        async with in_process(tmp_path) as server:
            heartbeat = await alive(server)
            live, *_ = await begin(server)
            machine.wall += HOUR
            beating = asyncio.create_task(heartbeat.beat())
            while now_module.now() < machine.wall:
                await asyncio.sleep(0)
            assert live.table.log[-1].kind == "start", "not shifted yet"
            await Scheduler(server.tables, None, None, server.settings).time_out(live.table.id)
            await beating
            assert [line.kind for line in live.table.log[-2:]] == ["start", "downtime"]

    asyncio.run(run())


def giving_back_takes(server, machine, milliseconds):
    """Each entry that gives time back takes so long; returns the tables that got one."""
    append, given = server.tables.append, []

    async def take_time(live, judge, key=None, *more, **how):
        entry = await append(live, judge, key, *more, **how)
        if entry.kind == "downtime":
            machine.pass_time(milliseconds)
            given.append(live.table.id)
        return entry

    server.tables.append = take_time
    return given


def test_giving_time_back_to_many_tables_is_no_time_in_which_nobody_is_there(tmp_path, machine):
    """Each sign of life would be late for the next one, and all tables would be shifted again and again."""

    async def run():
        async with in_process(tmp_path, tables_per_address=99, guests_per_hour=999) as server:
            heartbeat = await alive(server)
            tables = [(await begin(server))[0].table.id for _ in range(45)]
            machine.pass_time(20 * SECOND)
            given = giving_back_takes(server, machine, 100)
            await heartbeat.beat()
            assert sorted(given) == sorted(tables)
            assert not heartbeat.missed

    asyncio.run(run())


def test_all_who_wait_for_time_to_be_given_back_wait_for_it_together(tmp_path, machine):
    """On a slow machine the time would pass while it is given back to each of them."""

    async def run():
        async with in_process(tmp_path) as server:
            await alive(server)
            live, actor, other = await begin(server)
            machine.pass_time(20 * SECOND)
            given = giving_back_takes(server, machine, 4 * SECOND)
            say = [server.tables.act(live, who, "chat", ChatRequest("Hello")) for who in 5 * [actor, other]]
            await asyncio.gather(*say)
            assert len(given) == 2, "once for whoever came first, and once for all who came meanwhile"
            assert sum(line.kind == "chat" for line in live.table.log) == 10

    asyncio.run(run())


def test_a_clock_that_was_started_after_a_jump_is_not_shifted_by_it(tmp_path, machine):
    async def run():
        async with in_process(tmp_path) as server:
            live, *_ = await begin(server)
            at = machine.wall + HOUR
            late = live.table.copy()
            late.clock.since = at
            with pytest.raises(Problem):
                give_back(late, at, machine.wall)
            assert give_back(live.table, at, machine.wall).table.clock.deadline() == at + MINUTE
            before = live.table.copy()
            before.clock.since = machine.wall - HOUR
            with pytest.raises(Problem):
                give_back(before, machine.wall - HOUR, machine.wall)

    asyncio.run(run())


@pytest.mark.parametrize("why", AWAY)
def test_a_restart_follows_the_same_rule(tmp_path, machine, why, monkeypatch):
    async def run():
        async with in_process(tmp_path) as server:
            await alive(server)
            live, _, _ = await begin(server)
            table_id = live.table.id
        AWAY[why](machine)
        machine.start_process(monkeypatch)
        async with in_process(tmp_path) as server:
            await alive(server)
            live = await server.tables.find(table_id)
            assert live.table.log[-1].kind == "downtime"
            assert live.table.clock.deadline() == machine.wall + MINUTE

    asyncio.run(run())


def test_while_another_process_is_there_nobody_gets_time_back(tmp_path, machine):
    async def run():
        async with in_process(tmp_path) as server:
            stopped, other = await alive(server), await alive(server)
            live, _, _ = await begin(server)
            for _ in range(5):
                machine.pass_time(SECOND)
                await other.beat()
            await stopped.settle()
            assert live.table.log[-1].kind == "start"

    asyncio.run(run())


# --------------------------------------------------------------------- leases


@pytest.mark.both_databases
def test_leases_go_by_the_clock_of_the_database(tmp_path, database, monkeypatch):
    async def run():
        async with in_process(tmp_path, database()) as server:
            first, second = [Scheduler(server.tables, None, None, server.settings) for _ in range(2)]
            assert await first.take_lease()
            with monkeypatch.context() as wrong:
                wrong.setattr("tripolis.server.live.scheduler.now", lambda: now_module.now() + HOUR)
                assert not await second.take_lease(), "a process whose clock is wrong"
                assert await first.take_lease()
            assert not await second.take_lease(), "nor does it hold the lease for ever"

    asyncio.run(run())


@pytest.mark.both_databases
def test_a_lease_in_the_future_holds_nobody_up(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            lease = {"name": "sweep", "holder": "gone", "until": now_module.now() + HOUR}
            await server.store.write(server.store.insert(LEASES).values(lease))
            assert await Scheduler(server.tables, None, None, server.settings).take_lease()

    asyncio.run(run())
