"""A game with rules and a face alone has its pages, and is played to the end with bots."""

import os
from pathlib import Path

import pytest

from tests.server.people import play_on, set_up, until
from tests.server.servers import Server
from tests.toy.bare import install

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bare")
    path = os.pathsep.join(map(str, (ROOT / "src", ROOT, install(folder / "site"))))
    server = Server(folder, PYTHONPATH=path, TRIPOLIS_PLAIN="1").start()
    with server.client() as found:
        yield found
    server.stop()


def test_it_is_played_to_its_end(client):
    ada = set_up(client, "me", "bot:random", game="bare", start=True)
    assert play_on([ada]) > 3
    assert ada.look()["state"]["status"] == "over" and ada.look()["scene"] is None
    aid = client.get(f"/api/tables/{ada.table}/aid", headers={"Authorization": f"Bearer {ada.token}"})
    assert aid.json() == {"tables": [], "summary": []}
    assert client.get(f"/table/{ada.table}").status_code == 200


def test_somebody_who_resigned_is_played_for(client):
    ada = set_up(client, "me", "bot:random", "bot:random", game="bare", start=True)
    ada.do("resign")
    until(lambda: ada.look()["state"]["status"] == "over", "the match was over")


def test_its_pages_are_there(client):
    for page in ("/", "/new?game=bare", "/rules/bare"):
        answer = client.get(page)
        assert answer.status_code == 200 and "Bare" in answer.text
    for page in ("/score/bare", "/build/bare", "/box/bare", "/rules/bare/picture/1/light"):
        assert client.get(page).status_code == 404


GREEDY = {"game": "bare", "options": {"players": 2}, "seats": ["me", "bot:greedy"]}


@pytest.mark.parametrize(
    ("address", "body", "sentence"),
    [
        ("/api/tables", GREEDY, "Bare gives no advice, so the bot greedy cannot play it."),
        ("/api/tours/bare", {}, "There is no guided first game of Bare."),
        ("/api/score/bare", {}, "There is no score helper for Bare."),
        ("/api/build/bare", {}, "There is nothing to build in Bare."),
    ],
)
def test_what_it_lacks_is_said_in_a_sentence(client, address, body, sentence):
    answer = client.post(address, json=body)
    assert answer.status_code == 422 and sentence in answer.text
