"""Seats, links and limits that are judged inside the transaction that writes them."""

import asyncio

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest, new_table
from tripolis.engine.words import LANGUAGES, words
from tripolis.server.api.requests import JoinRequest, SecretRequest, TableRequest
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import AnswerRequest, ChatRequest, ClaimRequest, PlainRequest
from tripolis.server.storage.schema import TABLES

OPEN = TableRequest("quadropolis", {"players": 3}, seats=["me", "open", "open"])


def just_before(tables, name, happens):
    """Let something happen right before the next call of a method, when all that was looked at before is old."""
    method = getattr(tables, name)

    async def called(*given, **more):
        setattr(tables, name, method)
        await happens()
        return await method(*given, **more)

    setattr(tables, name, called)


@pytest.mark.both_databases
def test_one_who_sits_down_while_a_link_is_followed_has_one_seat(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            ada, ben = await new_guest(server), await new_guest(server, "Ben")
            live = await new_table(server, ada, OPEN)
            secret = (await server.seats.transfer_link(live, ada))["secret"]
            just_before(server.tables, "append", lambda: server.seats.join(live, ben, JoinRequest(seat=1)))
            with pytest.raises(Problem) as refused:
                await server.seats.claim(ben, SecretRequest(secret))
            assert refused.value.code == "wrong_time"
            assert [seat.guest for seat in live.table.seats] == [ada.guest, ben.guest, ""]
            cyd = await new_guest(server, "Cyd")
            seat, guest = await server.seats.claim(cyd, SecretRequest(secret))
            assert (seat["seat"], guest) == (0, cyd.guest), "a refused link is not used up"

    asyncio.run(run())


@pytest.mark.both_databases
def test_a_link_is_used_up_only_with_the_entry_that_moves_the_seat(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            ada, ben = await new_guest(server), await new_guest(server, "Ben")
            live = await new_table(server, ada, OPEN)
            secret = (await server.seats.transfer_link(live, ada))["secret"]

            async def fail():
                raise ConnectionError("the database is gone")

            just_before(server.tables.journals, "append", fail)
            with pytest.raises(ConnectionError):
                await server.seats.claim(ben, SecretRequest(secret))
            assert (await server.seats.claim(ben, SecretRequest(secret)))[0]["seat"] == 0
            with pytest.raises(Problem):
                await server.seats.claim(await new_guest(server, "Cyd"), SecretRequest(secret))
            assert live.table.seats[0].guest == ben.guest

    asyncio.run(run())


def test_nobody_is_given_a_lost_seat_beside_another(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada, ben, eve = [await new_guest(server, name) for name in ("Ada", "Ben", "Eve")]
            live = await new_table(server, ada, OPEN)
            await server.seats.join(live, ben, JoinRequest(seat=1))
            await server.tables.act(live, eve, "claim", ClaimRequest(1))
            await server.seats.join(live, eve, JoinRequest(seat=2))
            with pytest.raises(Problem) as refused:
                await server.tables.act(live, ada, "grant", AnswerRequest(True))
            assert refused.value.code == "wrong_time"
            assert [seat.guest for seat in live.table.seats] == [ada.guest, ben.guest, eve.guest]

    asyncio.run(run())


# ------------------------------------------------------------------ new tables

AGAINST_A_BOT = TableRequest("quadropolis", {"players": 2}, seats=["me", "bot:random"], start=True)


@pytest.mark.both_databases
def test_eight_equal_requests_for_a_table_get_one_table_and_equal_answers(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database(), tables_per_guest=1) as server:
            ada = await new_guest(server)
            for start in (False, True):
                request = msgspec.structs.replace(AGAINST_A_BOT, start=start, id=f"start {start}")
                answers = await asyncio.gather(*(server.setup.create(ada, request) for _ in range(8)))
                assert answers == [answers[0]] * 8
                live = await server.tables.find(answers[0]["table"])
                assert live.table.status == ("playing" if start else "open")
                await server.tables.act(live, ada, "chat", ChatRequest("hello"))
                assert await server.setup.create(ada, request) == answers[0], "nor does the limit count it twice"
                assert await count_tables(server) == start + 1
                await server.tables.act(live, ada, "close", PlainRequest())

    asyncio.run(run())


async def count_tables(server):
    return (await server.store.row(sa.select(sa.func.count()).select_from(TABLES)))[0]


@pytest.mark.both_databases
def test_no_race_gets_a_guest_more_tables_than_the_limit(tmp_path, database):
    """Two processes, as far as the database knows: each has a writer of its own."""

    async def run():
        url = database() or f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}"
        limit = {"tables_per_guest": 3}
        async with in_process(tmp_path, url, **limit) as one, in_process(tmp_path, url, **limit) as two:
            ada = await new_guest(one)
            wishes = [server.setup.create(ada, AGAINST_A_BOT) for _ in range(5) for server in (one, two)]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, Problem)]
            assert [problem.code for problem in refused] == ["too_many"] * 7
            assert await count_tables(one) == 3

    asyncio.run(run())


def test_tours_and_rematches_count_as_tables(tmp_path):
    async def run():
        async with in_process(tmp_path, tables_per_guest=2) as server:
            ada, ben = await new_guest(server), await new_guest(server, "Ben")
            first = await new_table(server, ada, OPEN)
            await server.seats.join(first, ben, JoinRequest())
            await server.tables.act(first, ada, "close", PlainRequest())
            tours = [await server.setup.tour(ada, "quadropolis") for _ in range(2)]
            for asked in (server.setup.tour(ada, "quadropolis"), server.setup.rematch(first, ada)):
                with pytest.raises(Problem) as refused:
                    await asked
                assert refused.value.code == "too_many"
            rematch = await server.setup.rematch(first, ben)
            assert (await server.setup.rematch(first, ada))["table"] == rematch["table"], "there is one already"
            tour = await server.tables.find(tours[0]["table"])
            await server.tables.act(tour, ada, "close", PlainRequest())
            await server.setup.tour(ada, "quadropolis")

    asyncio.run(run())


# ------------------------------------------------ tables of an address and in all

OTHERS = ("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3")


async def refusal(asked):
    """The limit that refuses something, as everybody reads it."""
    with pytest.raises(Problem) as refused:
        await asked
    problem = refused.value
    assert (problem.status, problem.code) == (429, "too_many") and problem.wait > 0
    said = {words(lang).render(problem.message) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES), "in four languages"
    return problem.message.text.partition(":")[0]


@pytest.mark.both_databases
def test_an_address_and_the_server_have_only_so_many_tables(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database(), tables_per_address=2, tables=3) as server:
            ada, ben, cyd, dan = [await new_guest(server, address=address) for address in OTHERS]
            first, second = await new_table(server, ada, OPEN), await new_table(server, ben, OPEN)
            for wish in (server.setup.create(ben, OPEN), server.setup.tour(ada, "quadropolis")):
                assert await refusal(wish) == "There are {n} tables from your network already"
            await server.setup.tour(cyd, "quadropolis")
            assert await refusal(server.setup.create(dan, OPEN)) == "This server has no room for more tables"
            await server.tables.act(first, ada, "close", PlainRequest())
            await server.setup.rematch(first, ada)
            await server.tables.act(second, ben, "close", PlainRequest())
            await server.setup.create(dan, OPEN)
            assert await refusal(server.setup.rematch(second, ben)) == "This server has no room for more tables"
            assert await count_tables(server) == 5

    asyncio.run(run())


@pytest.mark.both_databases
def test_no_race_gets_an_address_more_tables_than_the_limit(tmp_path, database):
    async def run():
        url = database() or f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}"
        limit = {"tables_per_address": 3}
        async with in_process(tmp_path, url, **limit) as one, in_process(tmp_path, url, **limit) as two:
            guests = [await new_guest(one) for _ in range(5)]
            wishes = [server.setup.create(guest, OPEN) for guest in guests for server in (one, two)]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            assert [answer.code for answer in answers if isinstance(answer, Problem)] == ["too_many"] * 7
            assert await count_tables(one) == 3

    asyncio.run(run())


def test_of_an_address_nothing_is_kept_but_a_keyed_hash(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            await server.setup.create(await new_guest(server, address="10.0.0.1"), OPEN)
            (kept,) = await server.store.rows(sa.select(TABLES.c.address))
            assert kept.address and "10.0.0.1" not in kept.address

    asyncio.run(run())


# ------------------------------------------------------------ tables where bots think

BOTS_ALONE = TableRequest("quadropolis", {"players": 2}, seats=["bot:random", "bot:random"], start=True)
"""In these tests no bot ever moves."""


@pytest.mark.both_databases
def test_bots_think_at_only_so_many_tables_of_a_guest_an_address_and_in_all(tmp_path, database):
    async def run():
        limits = {"thinking_tables_per_guest": 2, "thinking_tables_per_address": 3, "thinking_tables": 4}
        async with in_process(tmp_path, database(), **limits) as server:
            ada, ben, cyd, dan = [await new_guest(server, address=address) for address in OTHERS]
            first = await new_table(server, ada, BOTS_ALONE)
            await new_table(server, ada, BOTS_ALONE)
            assert await refusal(server.setup.create(ada, BOTS_ALONE)) == (
                "Bots are thinking at {n} of your tables already"
            )
            await new_table(server, ben, BOTS_ALONE)
            assert await refusal(server.setup.create(ben, BOTS_ALONE)) == (
                "Bots are thinking at {n} tables from your network already"
            )
            await new_table(server, cyd, BOTS_ALONE)
            assert await refusal(server.setup.create(dan, BOTS_ALONE)) == (
                "Bots are thinking at too many tables of this server"
            )
            chosen = sa.select(sa.func.count()).where(TABLES.c.status == "open")
            assert (await server.store.row(chosen))[0] == 0, "a table that may not begin is not left behind"
            await server.tables.act(first, ada, "close", PlainRequest())
            await new_table(server, dan, BOTS_ALONE)

    asyncio.run(run())


def test_a_table_that_waits_for_its_people_begins_when_others_have_moved(tmp_path):
    async def run():
        async with in_process(tmp_path, thinking_tables_per_guest=1) as server:
            ada = await new_guest(server)
            first = await new_table(server, ada, BOTS_ALONE)
            request = msgspec.structs.replace(BOTS_ALONE, id="again")
            await refusal(server.setup.create(ada, request))
            await server.tables.act(first, ada, "close", PlainRequest())
            live = await server.tables.find((await server.setup.create(ada, request))["table"])
            assert live.table.status == "playing"
            waiting = await new_table(server, ada, msgspec.structs.replace(BOTS_ALONE, start=False))
            await refusal(server.tables.act(waiting, ada, "start", PlainRequest()))
            await server.tables.act(live, ada, "close", PlainRequest())
            await server.tables.act(waiting, ada, "start", PlainRequest())
            assert waiting.table.status == "playing"

    asyncio.run(run())


@pytest.mark.both_databases
def test_no_race_lets_bots_think_at_more_tables_than_the_limit(tmp_path, database):
    async def run():
        url = database() or f"sqlite+aiosqlite:///{tmp_path / 'tripolis.sqlite'}"
        limit = {"thinking_tables_per_guest": 3}
        async with in_process(tmp_path, url, **limit) as one, in_process(tmp_path, url, **limit) as two:
            ada = await new_guest(one)
            wishes = [server.setup.create(ada, BOTS_ALONE) for _ in range(5) for server in (one, two)]
            answers = await asyncio.gather(*wishes, return_exceptions=True)
            assert [answer.code for answer in answers if isinstance(answer, Problem)] == ["too_many"] * 7
            thinking = sa.select(sa.func.count()).where(TABLES.c.thinking, TABLES.c.status == "playing")
            assert (await one.store.row(thinking))[0] == 3

    asyncio.run(run())
