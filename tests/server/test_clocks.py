"""Clocks, time that is up, downtime and automatic moves, on a server that runs."""

import json
import time

from tests.server.people import actor_of, finish_turn, first_step, legal, pair, set_up, table_of, until


def seat_of(person):
    return person.look()["state"]["seats"][person.seat]


def test_when_time_is_up_a_bot_takes_over_until_one_is_back(client):
    people = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 0.02, "increment": 0})
    actor, _ = pair(people)
    until(lambda: seat_of(actor)["late"], "the time was up")
    assert seat_of(actor)["bot"] == "skilled"
    until(lambda: actor.look()["position"]["ply"] > 0, "the bot has moved")
    assert actor.look()["legal"] == []
    assert actor.ask("moves", moves=["x"]).json()["code"] in ("wrong_time", "not_your_turn")
    actor.do("back")
    seen = actor.look()
    assert not seat_of(actor)["late"] and seat_of(actor)["bot"] is None
    assert seen["state"]["clocks"]["left"][actor.seat] > 50_000, "who comes back has some time"
    kinds = [line["kind"] for line in seen["log"]]
    assert kinds.count("timeout") >= 1


def test_a_seat_may_wait_when_time_is_up_and_time_can_be_up_again(client):
    """About two seconds for each turn."""
    people = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 0.00002}, on_timeout="wait")
    actor, _ = pair(people)

    def timeouts():
        return sum(line["kind"] == "timeout" for line in actor.look()["log"])

    until(lambda: timeouts() == 1, "the time was up")
    seen = actor.look()
    assert seat_of(actor)["late"] and seat_of(actor)["bot"] is None
    assert seen["position"] == actor.look()["position"] and seen["legal"], "one may still move"
    assert seen["state"]["clocks"]["deadline"] is None
    actor.do("back")
    assert actor.look()["state"]["clocks"]["deadline"] is not None
    until(lambda: timeouts() == 2, "the time was up once more")
    actor.play(legal(actor)[0])
    assert not seat_of(actor)["late"], "by days a move is a way to come back"


def test_the_owner_may_put_a_bot_on_a_seat_whose_time_is_up(client):
    people = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 0.00001}, on_timeout="wait")
    owner, guest = people
    while owner.look()["position"]["actor"] == owner.seat:
        if seat_of(owner)["late"]:
            owner.do("back")
        owner.ask("moves", moves=[(legal(owner) or ["x"])[0]])
    until(lambda: seat_of(guest)["late"], "the other's time was up")
    owner.do("seat", "PUT", seat=guest.seat, bot="random")
    until(lambda: any(line["kind"] == "moves" and line["seat"] == guest.seat for line in owner.look()["log"]))
    assert guest.look()["you"]["seat"] == -1


def test_no_bot_is_put_on_the_seat_of_one_who_plays(client):
    ada, ben = table_of(client, "Ada", "Ben")
    ada.refused("seat", "wrong_time", "PUT", seat=ben.seat, bot="greedy")
    ada.refused("seat", "wrong_time", "PUT", seat=ben.seat)
    ada.refused("back", "wrong_time")


def test_a_pause_stops_the_clock(client):
    people = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 0.1, "increment": 0})
    actor, other = pair(people)
    actor.do("pause")
    other.do("answer", yes=True)
    seen = actor.look()
    assert seen["state"]["paused"] and seen["state"]["clocks"]["deadline"] is None and seen["legal"] == []
    actor.refused("moves", "wrong_time", moves=["x"])
    actor.refused("undo", "wrong_time")
    actor.refused("pause", "wrong_time")
    time.sleep(7)
    assert not seat_of(actor)["late"], "no time is up in a pause"
    other.do("resume")
    clocks = actor.look()["state"]["clocks"]
    assert clocks["running"] == actor.seat and clocks["deadline"] > clocks["since"]


# ------------------------------------------------------------ automatic moves


def test_a_standing_order_is_followed_at_ones_turn_and_nobody_else_sees_it(server, client):
    people = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1})
    actor, other = pair(people)
    wish = legal(actor)[-1]
    assert len(legal(actor)) > 5
    with server.stream(actor.table, actor.token) as stream:
        first = json.loads(stream.recv(timeout=10))
        other.refused("order", "bad_notation", move="rubbish")
        other.do("order", move=wish, times=1)
        assert other.look()["you"]["order"] == {"move": wish, "times": 1}
        actor.play(first_step(actor), "x")
        until(lambda: other.look()["you"]["order"] is None, "the order was followed or ended")
        log = other.look()["log"]
        heard = []
        while not heard or heard[-1]["seq"] < log[-1]["seq"]:
            heard.append(json.loads(stream.recv(timeout=10)))
    own = [line for line in log if line["kind"] == "order"]
    made = [line for line in log if line["kind"] == "moves" and line["seat"] == other.seat]
    assert len(own) == 1 and made[0]["data"]["moves"] == [wish]
    for seen in (first, *heard, actor.look(), client.get(f"/api/tables/{actor.table}").json()):
        assert seen["you"]["order"] is None
        assert "order" not in [line["kind"] for line in seen["log"]]
        assert all("order" not in line["data"] for line in seen["log"])


def test_a_standing_order_is_followed_again_and_again_until_it_is_not_legal(client):
    """`x` leaves what was taken: it is legal inside a turn, after something was taken, and never at its beginning."""
    people = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1})
    actor, _ = pair(people)
    actor.play(first_step(actor))
    actor.do("order", move="x")
    until(lambda: actor.look()["position"]["actor"] != actor.seat, "the order was followed")
    seen = actor.look()
    assert seen["log"][-1]["data"]["moves"] == ["x"] and seen["you"]["order"] == {"move": "x", "times": 0}
    finish_turn(actor_of(people))
    until(lambda: actor.look()["you"]["order"] is None, "the order has ended")
    assert actor.look()["legal"] and actor.look()["log"][-1]["kind"] == "order"


def test_a_standing_order_is_withdrawn(client):
    people = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1})
    actor, other = pair(people)
    other.refused("order", "wrong_time")
    other.do("order", move="x", times=5)
    other.do("order")
    assert other.look()["you"]["order"] is None
    finish_turn(actor)
    assert other.look()["legal"]


# ------------------------------------------------------------------ downtime


def test_after_downtime_live_deadlines_shift_by_the_gap_and_day_clocks_do_not(server):
    with server.client() as client:
        live = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 5, "increment": 0})
        days = table_of(client, "Ada", "Ben", clock={"kind": "days", "days": 1})
        paused = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 5, "increment": 0})
        paused[0].do("pause")
        paused[1].do("answer", yes=True)
        bots = set_up(client, "me", "bot:random", "bot:random", start=True)
        short = table_of(client, "Ada", "Ben", clock={"kind": "live", "minutes": 0.2, "increment": 0})
        before = {person.table: person.look() for person in (live[0], days[0], paused[0], short[0])}
        time.sleep(1.1)
        away = time.time()
        server.kill()
        time.sleep(3.5)
        server.start()
        gone = time.time() - away
        after = {table: client.get(f"/api/tables/{table}").json() for table in before}

        def shift(people):
            table = people[0].table
            return [found["state"]["clocks"]["deadline"] for found in (before[table], after[table])]

        old, new = shift(live)
        assert 3_000 < new - old < gone * 1000 + 20_000, "the gap, measured from the last sign of life"
        assert after[live[0].table]["log"][-1]["kind"] == "downtime"
        assert len(set(shift(days))) == 1 and after[days[0].table]["seq"] == before[days[0].table]["seq"]
        assert shift(paused) == [None, None] and after[paused[0].table]["seq"] == before[paused[0].table]["seq"]
        late = [seat["late"] for seat in after[short[0].table]["state"]["seats"]]
        assert not any(late), "a downtime takes nobody's time"
        for people in (live, days):
            actor_of(people).play(legal(actor_of(people))[0])
        until(lambda: bots.look()["position"]["actor"] == bots.seat, "bots go on after a restart")
