"""Servers that are ended in the middle of play, by force and gracefully: nothing that was acknowledged is lost,
nothing is there twice."""

import json
import os
import random
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.crowd import Crowd, Faulty, killed_at_the_end, read
from tests.server.people import table_of
from tests.server.servers import Server, descendants

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
KILLS = 30 if SOAK else 3
TABLES = (
    ("rest", "rest"),
    ("stream", "stream"),
    ("stream", "bot:greedy"),
    ("rest", "bot:random", "stream"),
    ("bot:greedy", "rest", "bot:random", "stream"),
) + SOAK * (("rest", "stream", "rest", "stream"), ("stream", "stream", "rest"))
PLIES = 64
"""Decisions of a match for two, roughly."""
STARTING = 1.0
"""Seconds in which a server that has just been started may already be killed again."""


@pytest.mark.both_databases
def test_whatever_was_acknowledged_survives_sigkill_at_random_moments(database, tmp_path):
    seed = random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    server = Server(tmp_path / "server", database())
    crowd = Crowd([server], seed)
    with killed_at_the_end(server):
        server.start()
        crowd.gather(*TABLES)
        crowd.pace = KILLS * 1.2 / PLIES
        crowd.begin()
        while_playing = 0
        for n in range(KILLS):
            if n % 3 == 2:  # while it is starting
                time.sleep(chance.uniform(0, STARTING))
            else:
                crowd.next_acknowledgement()
                time.sleep(chance.uniform(0, 1))
            while_playing += crowd.is_playing()
            server.kill()
            server.start(wait=False)
        crowd.finish()
        server.wait()
        with server.client() as client:
            figures = crowd.check(server.database, client, tmp_path)
        assert while_playing == KILLS, f"seed {seed}: they had finished before the last kill"
    print(f"seed {seed}: {KILLS} kills, {dict(figures)}")


def test_a_graceful_end_keeps_what_was_acknowledged_and_says_good_bye(database, tmp_path):
    seed = random.SystemRandom().randrange(1 << 32)
    server = Server(tmp_path / "server", database())
    crowd = Crowd([server], seed)
    with killed_at_the_end(server):
        server.start()
        crowd.gather(("rest", "stream"), ("stream", "bot:greedy"), ("rest", "stream", "bot:random"))
        crowd.begin()
        crowd.next_acknowledgement()
        time.sleep(random.Random(seed).uniform(0.5, 1))
        crowd.check_streams_are_open()
        assert crowd.is_playing()
        process, children = server.process, descendants(server.process.pid)
        process.terminate()
        assert process.wait(15) == 0, server.log.read_text()[-4000:]
        deadline = time.monotonic() + 15
        while any(Path(f"/proc/{child}").exists() for child in children):
            assert time.monotonic() < deadline, "processes of bots were left behind"
            time.sleep(0.05)
        server.start()
        crowd.finish()
        codes = [player.codes for player in crowd.players if player.how == "stream"]
        # One whose match was over by then had gone before.
        assert [1012] in codes and all(code in ([1012], []) for code in codes), f"seed {seed}: {codes}"
        with server.client() as client:
            crowd.check(server.database, client, tmp_path)


def play_until_it_dies(people):
    """Two people play until the server is gone: returns the last message, its sender, and the last seq that was
    acknowledged."""
    last = 0
    try:
        while True:
            actor = people[people[0].look()["position"]["actor"]]
            message = {"moves": [actor.look()["legal"][0]["move"]], "id": f"after {last}"}
            last = actor.do("moves", **message)["seq"]
    except httpx.TransportError:
        return actor, message, last


def heard(stream):
    """All seqs that one heard of until the connection was gone."""
    found = []
    try:
        while True:
            found.append(json.loads(stream.recv(timeout=10))["seq"])
    except ConnectionClosed:
        return found


@pytest.mark.parametrize("when", ["before", "after"])
def test_nobody_hears_of_an_entry_before_it_is_on_disk_and_one_that_is_there_counts(database, tmp_path, when):
    server = Faulty(tmp_path / "server", database(), FAULTY_DIES=f"{when}:12")
    with killed_at_the_end(server):
        server.start()
        with server.client() as client:
            people = table_of(client, "Ada", "Ben")
            table = people[0].table
            with server.stream(table, people[1].token) as seated, server.stream(table) as public:
                actor, message, last = play_until_it_dies(people)
                seqs = [max(heard(stream)) for stream in (seated, public)]
        there = len(read(server.database, [table])[table])
        assert there == (last if when == "before" else last + 1), f"{last} was acknowledged, {there} is there"
        assert seqs == [last, last], "somebody has heard of an entry that was not acknowledged"
        server.kill()
        del server.environment["FAULTY_DIES"]
        server.start()
        with server.client() as client:
            actor.client = client
            assert [actor.do("moves", **message)["seq"] for _ in range(2)] == [last + 1] * 2
            assert actor.look()["seq"] == last + 1
