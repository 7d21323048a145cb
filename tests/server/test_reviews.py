"""Reviews on a server: made in the background, kept for all, limited for each guest; and hints by search."""

import asyncio
import contextlib
import json
import sqlite3

import httpx
import pytest

from tests.server.in_process import in_process, new_guest, new_table
from tests.server.people import play_on, set_up, table_of, until
from tests.server.servers import Server, figure
from tests.server.test_bots_at_tables import play_until_turns
from tests.server.test_seats_and_limits import AGAINST_A_BOT
from tripolis.server.api.matches import finished as over
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import PlainRequest
from tripolis.server.live.reviews import Reviews
from tripolis.server.live.workers import Workers

LIMIT = 2
REVIEWED = 180
"""Seconds for a whole review: on a busy machine it waits for everything that people wait for."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose reviews are quick and few."""
    limits = {"REVIEWS_PER_HOUR": LIMIT, "REVIEW_ITERATIONS": 400, "HINT_MILLISECONDS": 50}
    environment = {f"TRIPOLIS_SERVER_{name}": str(value) for name, value in limits.items()}
    found = Server(tmp_path_factory.mktemp("reviews"), **environment).start()
    yield found
    found.stop()


def finished(client, **more):
    """A match against a bot, played to its end."""
    person = set_up(client, "me", "bot:random", start=True, **more)
    play_on([person])
    return person


def reviewed(client, source, lang="en"):
    """Wait for a review."""

    def done():
        found = client.get(f"{source}/review", params={"lang": lang}).json()
        return found if found["status"] == "done" else None

    until(done, "the review is done", REVIEWED)
    return done()


def test_a_review_is_made_while_bots_go_on_playing_and_is_kept(server, client):
    ada = finished(client)
    source = f"/api/tables/{ada.table}"
    assert client.get(f"{source}/review").json() == {"status": "none", "done": 0, "of": 0}
    ben = set_up(client, "me", "bot:greedy", name="Ben", start=True)
    begun = ada.do("review")
    assert begun["status"] == "running" and begun["of"] > 20 and begun["done"] < begun["of"]
    play_until_turns(ben, 1, 3)  # the bot at another table is not kept waiting
    found = reviewed(client, source)
    plies = ada.look()["position"]["ply"]
    assert found["done"] == found["of"] == len(found["decisions"]) and len(found["chances"]) == plies + 1
    assert found["costliest"] and len(found["summary"]) == len(found["costliest"])
    worst = next(one for one in found["decisions"] if one["ply"] == found["costliest"][0])
    assert worst["loss"] == max(one["loss"] for one in found["decisions"] if one["before"] >= 0.02)
    assert worst["text"] == found["summary"][0] and "points" in worst["text"] and worst["path"]
    again = client.post(f"{source}/review", json={}).json()
    assert again["status"] == "done" and again["decisions"] == found["decisions"], "anybody gets the same one at once"
    with httpx.Client(base_url=server.base) as stranger:
        assert stranger.get(f"{source}/review").json()["summary"] == found["summary"]


def test_a_review_that_a_dead_server_left_behind_is_gone_on_with(server, client):
    ada = finished(client)
    source = f"/api/tables/{ada.table}"
    ada.do("review")
    whole = reviewed(client, source)
    server.kill()
    with contextlib.closing(sqlite3.connect(server.folder / "tripolis.sqlite", isolation_level=None)) as kept:
        (noted,) = kept.execute("SELECT data FROM reviews WHERE id = ?", [ada.table]).fetchone()
        first = json.loads(noted)[:5]
        first[0]["visits"] = 77  # to be known again: it must not be judged anew
        left = [json.dumps(first), len(first), ada.table]
        kept.execute("UPDATE reviews SET touched = 0, data = ?, done = ? WHERE id = ?", left)
    server.start()
    with server.client() as later:
        assert later.get(f"{source}/review").json() == {"status": "none", "done": 5, "of": whole["of"]}
        assert later.post(f"{source}/review", json={}).json()["status"] in ("running", "done")
        found = reviewed(later, source)["decisions"]
    assert found[0]["visits"] == 77 and found[1:] == whole["decisions"][1:]


def test_a_running_match_has_no_review(client):
    ada, _ = table_of(client, "Ada", "Bob")
    ada.refused("review", "wrong_time")
    assert client.get(f"/api/tables/{ada.table}/review").json()["code"] == "wrong_time"
    assert client.get("/api/tables/zzzzzzzzzzzz/review").status_code == 404


def test_a_guest_may_ask_for_so_many_reviews_an_hour(server):
    with server.client(headers={"X-Tripolis": "1"}) as guest:
        guest.post("/api/guest", json={"name": "Cleo"}).raise_for_status()
        tables = [finished(guest) for _ in range(LIMIT + 1)]
        answers = [guest.post(f"/api/tables/{one.table}/review", json={}) for one in tables]
        assert [answer.status_code for answer in answers] == [200] * LIMIT + [429]
        assert answers[-1].json()["code"] == "too_many"
        for lang in ("de", "fr", "nl"):
            told = guest.post(f"/api/tables/{tables[-1].table}/review", json={}, params={"lang": lang}).json()
            assert told["detail"]
        assert guest.post(f"/api/tables/{tables[0].table}/review", json={}).status_code == 200, "it is there already"


@pytest.mark.server
def test_an_address_may_ask_for_so_many_reviews_an_hour(tmp_path):
    async def run():
        async with in_process(tmp_path, reviews_per_hour=1) as server:
            reviews = Reviews(server.store, Workers(server.settings), server.computing, server.settings)
            sent_away = []
            for name, address in (*((f"guest {n}", "10.0.0.1") for n in range(5)), ("other", "10.0.0.2")):
                who = await new_guest(server, name, address=address)
                live = await new_table(server, who, AGAINST_A_BOT)
                await server.tables.act(live, who, "resign", PlainRequest())
                try:
                    await reviews.start(live.table.id, live.table.game, over(live.table).data, who)
                except Problem as problem:
                    sent_away.append((name, problem.status, problem.wait))
            assert sent_away == [("guest 4", 429, 3600)], "four times as many as a guest, from one address"

    asyncio.run(run())


def test_an_imported_match_is_reviewed_and_strangers_tell_their_name_first(server, client):
    ada = finished(client)
    text = client.get(f"/api/tables/{ada.table}/tri").text
    with server.client(headers={"X-Tripolis": "1"}) as guest:
        guest.post("/api/guest", json={"name": "Dan"}).raise_for_status()
        source = f"/api/matches/{guest.post('/api/matches', json={'text': text}).json()['match']}"
        assert client.post(f"{source}/review", json={}).json()["code"] == "no_name"
        assert guest.post(f"{source}/review", json={}).status_code == 200
        found = reviewed(guest, source)
        assert found["summary"] and any("Ada" in one["text"] for one in found["decisions"])


def test_a_hint_names_a_legal_move_and_the_chance_to_win(server, client):
    ada = set_up(client, "me", "bot:random", start=True, hints=True)
    until(lambda: ada.look()["legal"], "it is her turn")
    hint = client.get(f"/api/tables/{ada.table}/hint", headers=ada.headers).json()
    assert hint["move"] in [move["move"] for move in ada.look()["legal"]]
    assert 0 < hint["chance"] < 1 and hint["text"] and hint["path"]
    searches = figure(server, "bot_decisions")
    again = [client.get(f"/api/tables/{ada.table}/hint", headers=ada.headers).json() for _ in range(5)]
    assert again == [hint] * 5 and figure(server, "bot_decisions") == searches, "a position is searched once"
    ada.play(hint["move"])
    assert client.get(f"/api/tables/{ada.table}/hint").json()["code"] == "not_your_seat"


def test_hints_count_by_what_they_cost(tmp_path):
    limits = {"CPU_SECONDS_PER_MINUTE": 0.01, "HINT_MILLISECONDS": 100}
    server = Server(tmp_path, **{f"TRIPOLIS_SERVER_{name}": str(value) for name, value in limits.items()}).start()
    try:
        with server.client() as client:
            tables = [set_up(client, "me", "bot:random", name=f"Ada {n}", start=True, hints=True) for n in range(4)]
            answers = []
            for person in tables:
                until(lambda person=person: person.look()["legal"], "it is her turn")
                url = f"/api/tables/{person.table}/hint"
                answers.append(client.get(url, headers=person.headers))
                assert client.get(url, headers=person.headers).status_code == answers[-1].status_code, (
                    "kept ones cost nothing"
                )
            # An address has four times three minutes' worth, 0.12 s; the second hint goes beyond that.
            assert [answer.status_code for answer in answers] == [200] * 2 + [429] * 2
            assert int(answers[-1].headers["retry-after"]) > 0 and answers[-1].json()["code"] == "too_many"
            alone = tables[0]
            before = alone.look()["position"]["ply"]
            alone.play(alone.look()["legal"][0]["move"])
            until(lambda: alone.look()["position"]["ply"] > before, "moves are still made")
    finally:
        server.stop()


def test_bots_are_offered_from_the_weakest_to_the_strongest(client):
    found = client.get("/api/games").json()["bots"]
    assert found[:6] == ["newcomer", "learner", "regular", "skilled", "strong", "master"]
