"""A whole match over HTTP."""

import pytest

from tests.server.people import play_on, set_up, table_of

pytestmark = pytest.mark.both_databases


def test_a_person_and_bots_play_a_whole_match(client):
    ada = set_up(client, "me", "bot:greedy", "bot:random", start=True)
    assert play_on([ada]) > 10
    seen = ada.look()
    assert seen["state"]["status"] == "over" and sorted(seen["position"]["ranks"])[0] == 1
    assert client.get(f"/api/tables/{ada.table}/verify").json()["holds"]


def test_two_people_play_a_whole_match(client):
    people = table_of(client, "Ada", "Ben")
    play_on(people)
    assert people[1].look()["state"]["status"] == "over"
