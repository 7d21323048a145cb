"""Long computations run beside the event loop, one at a time for each address."""

import asyncio
import threading

import httpx
import pytest

from tripolis.server.api import queries
from tripolis.server.app import create_app
from tripolis.server.domain.problems import Problem
from tripolis.server.live.background import PER_ADDRESS, Background
from tripolis.server.settings import Settings

NEVER = ("sleep", "600")
"""The command of a bot worker that is not needed here."""


def with_app(tmp_path, work):
    """Do something with a client of an application in this process."""

    async def run():
        app = create_app(Settings(data=tmp_path, requests_per_minute=100_000), worker=NEVER)
        async with app.lifespan():
            transport = httpx.ASGITransport(app)
            headers = {"X-Tripolis": "1"}
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers) as client:
                await work(client)

    asyncio.run(run())


def held(monkeypatch, name):
    """A function of `queries` that waits, in whatever thread, until it is let go."""
    go_on, threads, real = threading.Event(), [], getattr(queries, name)

    def waiting(*arguments):
        threads.append(threading.current_thread())
        assert go_on.wait(60)
        return real(*arguments)

    monkeypatch.setattr(queries, name, waiting)
    return go_on, threads


async def answered_meanwhile(client, go_on, threads, request):
    """The answer of a slow request, while which another one was answered."""
    slow = asyncio.create_task(request)
    while not threads:
        await asyncio.sleep(0)
        assert not slow.done(), slow.result().text
    assert (await client.get("/api/games")).status_code == 200
    assert not slow.done() and threads[0] is not threading.main_thread()
    go_on.set()
    return await slow


def test_the_server_answers_while_a_score_is_counted(tmp_path, monkeypatch):
    go_on, threads = held(monkeypatch, "count_score")

    async def work(client):
        request = client.post("/api/score/quadropolis", json={"start": {"mode": "expert", "players": "4"}})
        answer = await answered_meanwhile(client, go_on, threads, request)
        assert answer.status_code == 200 and len(answer.json()["accounts"]) == 4

    with_app(tmp_path, work)


@pytest.mark.parametrize(("name", "address"), [("finished", "replay"), ("story", "story"), ("verdict", "verify")])
def test_the_server_answers_while_a_match_is_replayed(tmp_path, monkeypatch, name, address):
    go_on, threads = held(monkeypatch, name)

    async def work(client):
        await client.post("/api/guest", json={"name": "Ada"})
        seats = {"game": "quadropolis", "options": {"players": 2}, "seats": ["me", "bot:random"], "start": True}
        table = (await client.post("/api/tables", json=seats)).json()["table"]
        assert (await client.post(f"/api/tables/{table}/resign", json={})).status_code == 200
        request = client.get(f"/api/tables/{table}/{address}")
        answer = await answered_meanwhile(client, go_on, threads, request)
        assert answer.status_code == 200, answer.text

    with_app(tmp_path, work)


def test_one_address_cannot_take_all_threads_nor_wait_without_end():
    async def run():
        background = Background()
        go_on = threading.Event()
        greedy = [asyncio.create_task(background.run("a", lambda: go_on.wait(60))) for _ in range(PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await background.run("a", lambda: None)
        assert refused.value.status == 429
        assert await asyncio.wait_for(background.run("b", lambda: "done"), 60) == "done"
        go_on.set()
        assert all(await asyncio.gather(*greedy))
        assert await background.run("a", lambda: "again") == "again" and not background._lines
        background.stop()

    asyncio.run(run())
