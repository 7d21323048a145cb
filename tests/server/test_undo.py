"""Taking moves back: not at all, inside one's turn, by consent; never behind a move that revealed something."""

import json
import time

import pytest

from tests.server.people import actor_of, finish_turn, first_step, fold, legal, pair, play_on, set_up, table_of


def test_inside_ones_turn_a_move_is_taken_back_at_once(client):
    people = table_of(client, "Ada", "Ben", undo="turn")
    actor, other = pair(people)
    before = actor.look()
    actor.play(first_step(actor))
    seen = actor.look()
    assert seen["you"]["undo"] == "now" and other.look()["you"]["undo"] is None
    other.refused("undo", "no_undo")
    assert actor.do("undo")["kind"] == "undo"
    after = actor.look()
    assert after["position"] == before["position"] and after["legal"] == before["legal"]
    assert after["scene"] == before["scene"]
    actor.refused("undo", "no_undo")
    actor.refused("moves", "stale", moves=[legal(actor)[0]], seq=seen["seq"])
    actor.play(legal(actor)[0], seq=after["seq"])
    finish_turn(actor)
    actor.refused("undo", "no_undo")


def test_a_table_without_undo_takes_nothing_back(client):
    people = table_of(client, "Ada", "Ben", undo="none")
    actor, _ = pair(people)
    actor.play(first_step(actor))
    assert actor.look()["you"]["undo"] is None
    actor.refused("undo", "no_undo")


def test_beyond_ones_turn_the_others_are_asked(client):
    people = table_of(client, "Ada", "Ben", undo="consent")
    actor, other = pair(people)
    before = actor.look()
    finish_turn(actor)
    after = other.look()
    assert actor.look()["you"]["undo"] == "ask"
    assert actor.do("undo")["kind"] == "offer"
    offer = other.look()["state"]["offer"]
    assert (offer["what"], offer["seat"], offer["ply"], offer["agreed"]) == ("undo", actor.seat, 0, [actor.seat])
    assert other.look()["position"] == after["position"], "nothing is taken back before all have agreed"
    actor.refused("undo", "wrong_time")
    actor.refused("answer", "wrong_time", yes=True)
    other.do("answer", yes=False)
    assert other.look()["state"]["offer"] is None and other.look()["position"] == after["position"]
    other.refused("answer", "wrong_time", yes=True)
    actor.do("undo")
    other.do("answer", yes=True)
    seen = actor.look()
    assert seen["position"] == before["position"] and seen["legal"] == before["legal"]
    assert seen["state"]["offer"] is None
    assert other.look()["legal"] == []


def test_a_question_ends_with_the_next_move(client):
    people = table_of(client, "Ada", "Ben", undo="consent")
    actor, other = pair(people)
    finish_turn(actor)
    actor.do("undo")
    other.play(legal(other)[0])
    assert actor.look()["state"]["offer"] is None
    other.refused("answer", "wrong_time", yes=True)


def test_nobody_has_to_be_asked_where_only_bots_sit(client):
    ada = set_up(client, "me", "bot:greedy", undo="consent", start=True)
    while ada.look()["position"]["actor"] != ada.seat:
        time.sleep(0.02)
    begun = ada.look()["position"]
    finish_turn(ada)
    while ada.look()["position"]["actor"] != ada.seat:
        time.sleep(0.02)
    assert ada.look()["you"]["undo"] == "ask"
    ada.do("undo")
    assert ada.look()["position"] == begun


def test_no_undo_goes_behind_a_move_that_revealed_something(client):
    people = table_of(client, "Ada", "Ben", undo="consent")
    revealed = 0
    for _ in range(30):
        actor, other = pair(people)
        actor.play(legal(actor)[0])
        if actor.look()["you"]["undo"] is None:
            revealed += 1
            for person in (actor, other):
                assert person.look()["you"]["undo"] is None
                person.refused("undo", "no_undo")
    assert 1 <= revealed <= 4, "a new round reveals new buildings"


def test_a_consent_undo_gives_the_time_back(client):
    people = table_of(client, "Ada", "Ben", undo="consent", clock={"kind": "live", "minutes": 10, "increment": 7})
    actor, other = pair(people)
    actor.play(first_step(actor), "x")
    time.sleep(1.2)
    actor.do("undo")
    other.do("answer", yes=True)
    clocks = actor.look()["state"]["clocks"]
    assert clocks["left"][other.seat] == 600_000, "what the other had used is theirs again"
    assert 540_000 < clocks["left"][actor.seat] <= 600_000, "and no increment of the turn is left"
    assert clocks["running"] == actor.seat
    assert clocks["deadline"] == clocks["since"] + clocks["left"][actor.seat]


def test_an_undo_inside_the_turn_gives_no_time_back(client):
    people = table_of(client, "Ada", "Ben", undo="turn", clock={"kind": "live", "minutes": 10, "increment": 0})
    actor, _ = pair(people)
    deadline = actor.look()["state"]["clocks"]["deadline"]
    time.sleep(0.3)
    actor.play(first_step(actor))
    actor.do("undo")
    assert actor.look()["state"]["clocks"]["deadline"] == deadline


def test_what_was_taken_back_is_in_the_log_but_not_in_the_match(client):
    people = table_of(client, "Ada", "Ben", undo="turn")
    actor, _ = pair(people)
    step = first_step(actor)
    actor.play(step)
    actor.do("undo")
    kinds = [line["kind"] for line in actor.look()["log"]]
    assert kinds[-2:] == ["moves", "undo"]
    text = client.get(f"/api/tables/{actor.table}/tri").text
    assert step not in text.split()
    play_on(people, 5)
    people[0].do("resign")
    assert client.get(f"/api/tables/{actor.table}/verify").json()["holds"]


def test_who_listens_is_told_of_an_undo(server, client):
    people = table_of(client, "Ada", "Ben", undo="turn")
    actor, other = pair(people)
    with server.stream(other.table, other.token) as stream:
        first = state = fold({}, json.loads(stream.recv(timeout=10)))
        for deed in (lambda: actor.play(first_step(actor)), lambda: actor.do("undo")):
            deed()
            state = fold(state, json.loads(stream.recv(timeout=10)))
    assert state["position"] == first["position"] and state["log"][-1]["kind"] == "undo"


@pytest.mark.parametrize("what", ["undo", "pause"])
def test_at_a_table_of_three_all_others_must_agree(client, what):
    people = table_of(client, "Ada", "Ben", "Cyd", undo="consent")
    actor = actor_of(people)
    others = [person for person in people if person is not actor]
    finish_turn(actor)
    ply = actor.look()["position"]["ply"]
    actor.do(what)
    others[0].do("answer", yes=True)
    seen = actor.look()
    assert seen["position"]["ply"] == ply and not seen["state"]["paused"]
    assert seen["state"]["offer"]["agreed"] == [actor.seat, others[0].seat]
    others[0].refused("answer", "wrong_time", yes=True)
    others[1].do("answer", yes=True)
    seen = actor.look()
    assert (seen["position"]["ply"] < ply) == (what == "undo") and seen["state"]["paused"] == (what == "pause")
