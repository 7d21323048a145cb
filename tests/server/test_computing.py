"""Long computations run in processes of their own: with a deadline, a bounded queue and limits by what they cost."""

import asyncio
import contextlib
import random
import sys

import pytest

import tripolis
from tests.server.crowd import killed_at_the_end
from tests.server.in_process import in_process, new_guest
from tests.server.people import play_on, set_up, table_of
from tests.server.servers import Server, figure
from tests.server.test_guests import guest
from tripolis.engine.game import find, game_names
from tripolis.puzzles.puzzle import puzzles_of
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.problems import Problem
from tripolis.server.live.computing import WAITING_PER_ADDRESS, Computing, decoded
from tripolis.server.rate_limit import CostLimit
from tripolis.server.settings import Settings

PROGRAM = """
import sys, time
from tripolis.server.live.worker import receive, send
receive(sys.stdin.buffer)
send(sys.stdout.buffer, {"ready": True})
while (message := receive(sys.stdin.buffer)) is not None:
    work = message["request"]["work"]
    if work == "hang":
        time.sleep(600)
    if work == "die":
        sys.exit(1)
    reply = {"number": message["number"], "cpu": message["request"]["arguments"].get("cpu", 0.0)}
    refused = {"problem": {"status": 422, "code": "bad_value", "message": "No."}}
    reply |= refused if work == "refuse" else {"failure": "Oh"} if work == "fail" else {"result": '"done"'}
    send(sys.stdout.buffer, reply)
"""
"""A process that takes as much CPU time as it is told, or hangs, dies, refuses, fails."""
ADA, BEN = Identity("ada", address="1.1.1.1"), Identity("ben", address="2.2.2.2")


def with_computing(work, **limits):
    async def run():
        computing = Computing(Settings(**limits), (sys.executable, "-c", PROGRAM))
        try:
            await work(computing)
        finally:
            await computing.stop()

    asyncio.run(run())


def test_a_result_is_computed_once_and_kept():
    async def work(computing):
        both = await asyncio.gather(*(computing.run(who, "story", n=1) for who in (ADA, BEN)))
        assert [decoded(one) for one in both] == ["done", "done"] and computing.done == 1
        await computing.run(BEN, "story", n=1)
        assert computing.done == 1
        await computing.run(BEN, "story", n=2)
        assert computing.done == 2

    with_computing(work)


def test_one_that_takes_too_long_is_ended_and_counts_and_others_go_on():
    async def work(computing):
        hanging = asyncio.create_task(computing.run(ADA, "hang"))
        await asyncio.sleep(0)
        assert decoded(await computing.run(BEN, "story")) == "done"
        with pytest.raises(Problem) as refused:
            await hanging
        assert (refused.value.status, refused.value.code) == (422, "too_costly")
        with pytest.raises(Problem) as refused:
            await computing.run(ADA, "story", n=2)
        assert refused.value.status == 429, "a computation that failed counts"
        assert decoded(await computing.run(BEN, "story", n=3)) == "done", "the process that was ended is started again"

    with_computing(work, computing_seconds=2, cpu_seconds_per_minute=0.5)


@pytest.mark.parametrize("what", ["story", "refuse", "fail"])
def test_whoever_has_used_up_their_share_is_told_when_to_come_back(what):
    async def work(computing):
        for n in range(2):
            with contextlib.suppress(Problem, RuntimeError):
                await computing.run(ADA, what, n=n, cpu=40.0)
        with pytest.raises(Problem) as refused:
            await computing.run(ADA, "story", n=2)
        assert refused.value.status == 429 and 50 <= refused.value.wait <= 61
        other = Identity("eve", address=ADA.address)
        assert decoded(await computing.run(other, "story", n=3)) == "done", "a guest's share is not the address's"
        await computing.run(other, "story", n=4, cpu=200.0)
        with pytest.raises(Problem):
            await computing.run(Identity("new", address=ADA.address), "story", n=5)
        assert decoded(await computing.run(BEN, "story", n=6)) == "done"

    with_computing(work, cpu_seconds_per_minute=20)


def test_one_address_cannot_take_all_processes_nor_wait_without_end():
    async def work(computing):
        greedy = [asyncio.create_task(computing.run(ADA, "hang", n=n)) for n in range(WAITING_PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await computing.run(ADA, "story")
        assert refused.value.status == 429
        assert decoded(await computing.run(BEN, "story")) == "done"
        for task in greedy:
            task.cancel()

    with_computing(work)


def test_shares_come_back_with_time(monkeypatch):
    at = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: at)
    limit = CostLimit(20)
    assert limit.wait("ada") == 0
    limit.charge("ada", 62)
    assert limit.wait("ada") == pytest.approx(6) and limit.wait("ben") == 0 and limit.wait("") == 0
    at += 6
    assert limit.wait("ada") == 0
    limit.charge("ada", 1)
    assert limit.wait("ada") == pytest.approx(3)


def test_everything_that_may_take_long_is_computed_elsewhere(server, client):
    """Counted by the server itself: a computation for each new one of them, none for one that was there before."""
    client.headers["X-Tripolis"] = "1"
    people = table_of(client, "Ada", "Ben")
    play_on(people, 2)
    people[0].do("resign")
    table = people[0].table
    client.post("/api/guest", json={"name": "Ada"})
    text = client.get(f"/api/tables/{table}/tri").text

    match = client.post("/api/matches", json={"text": text}).json()["match"]
    asked = [
        lambda: client.get(f"/api/tables/{table}/story"),
        lambda: client.get(f"/api/tables/{table}/replay?ply=1"),
        lambda: client.get(f"/api/tables/{table}/verify"),
        lambda: client.get(f"/table/{table}/picture.svg"),
        lambda: client.get("/rules/quadropolis/picture/1/dark?lang=nl"),
        lambda: client.get(f"/api/matches/{match}/story"),
        lambda: client.get(f"/api/matches/{match}/replay?ply=0&seat=1"),
        lambda: client.post("/api/score/quadropolis", json={"start": {"mode": "expert", "players": "3"}}),
        lambda: client.post("/api/build/ubuild", json={"start": {"mode": "pro"}}),
        lambda: client.post("/api/box/metropolys", json={"confirmed": []}),
        lambda: client.post("/api/analysis/moment", json={"table": table, "ply": 1}),
        lambda: client.post("/api/analysis/best", json={"match": match, "limit": 16}),
        lambda: client.post("/api/analysis/file", json={"match": match, "tree": {"name": "again"}}),
        lambda: client.get("/api/puzzles/metropolys/today"),
    ]
    for ask in asked:
        before = figure(server, "computations")
        assert ask().status_code == 200
        after = figure(server, "computations")
        assert after > before
        assert ask().status_code == 200
        assert figure(server, "computations") == after, "it was kept"


def test_what_takes_too_much_memory_is_refused_and_the_next_one_is_computed(tmp_path):
    """A thousand variations of the last move of a long match are a thousand long matches."""
    match, rng = tripolis.game("ubuild").new(5), random.Random(1)
    while not match.over:
        match.play(rng.choice(match.legal_numbers()))
    small, before = str(match), match.at(len(match) - 1)
    large = small + f"( {before.legal()[-1].text} ) " * 999

    async def run():
        async with in_process(tmp_path, bot_megabytes=12) as server:
            ada = await new_guest(server)
            with pytest.raises(Problem) as refused:
                await server.matches.import_match(ada, large)
            assert (refused.value.status, refused.value.code) == (422, "too_costly")
            assert (await server.matches.import_match(ada, small))[1] == len(match)

    asyncio.run(run())


def test_a_computation_says_what_is_wrong_in_the_readers_language(client):
    answer = client.post("/api/score/quadropolis?lang=de", json={"state": "nonsense"})
    assert answer.status_code == 422 and answer.json()["code"] == "bad_value"
    assert "not" not in answer.json()["detail"]


def test_an_answer_to_a_puzzle_is_searched_once(server):
    name = next(name for name in game_names() if puzzles_of(name))
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        address, searched = f"/api/puzzles/{name}/today", []
        for client in (ada, ben, ada):
            told = client.post(address, json={}).json()
            assert told["best"] and told["chance"] == told["best_chance"] > 0
            searched.append(figure(server, "bot_decisions"))
        assert len(set(searched)) == 1, "it was kept"


def test_whoever_has_used_up_their_share_gets_no_search_of_any_kind(tmp_path):
    """A share of nothing: the first one is granted, and then the guest waits."""
    name = next(name for name in game_names() if puzzles_of(name))
    server = Server(tmp_path, TRIPOLIS_SERVER_CPU_SECONDS_PER_MINUTE="0.001").start()
    with killed_at_the_end(server), guest(server, "Ada") as ada:
        puzzles = [f"/api/puzzles/{name}/{puzzle}" for puzzle in puzzles_of(name)]
        position = find("metropolys").new(1).position.text()
        table = set_up(ada, "me", "bot:random", start=True, hints=True).table
        assert ada.post(puzzles[0], json={}).status_code == 429, "what moves there are was granted, the search is not"
        for answer in (
            ada.post(puzzles[1], json={}),
            ada.post("/api/analysis/best", json={"position": position}),
            ada.post("/api/analysis/moment", json={"position": position}),
            ada.post("/api/analysis/set-up/metropolys", json={"state": position}),
            ada.get(f"/api/tables/{table}/hint"),
        ):
            assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0, answer.text
