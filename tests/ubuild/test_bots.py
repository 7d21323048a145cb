"""Bots judge offers sensibly, make some, and play better than chance."""

from random import Random

import tripolis
from tests.ubuild.positions import M, Setup, index
from tripolis.bench import mode_of, random_play, variants
from tripolis.bots import bot
from tripolis.games.ubuild.rules.state import Event


def advice(table):
    game = table.game
    action = int(game.call("call_choose")(table.position.records, game.box, game.work))
    return table.position.move(action).text


def test_no_monopoly_for_nothing():
    """Somebody who lacks one pink district offers next to nothing for it."""
    for price in ("pay:10k", "pay:1M"):
        table = Setup("classic").own(0, "p1", "p2").own(1, "p3").cash(20 * M, 20 * M).turn(0, "BUILD")
        table.play("deal:2", "take:p3", price, "send")
        assert advice(table) == "refuse"


def test_a_fair_price_is_accepted():
    table = Setup("classic").own(0, "p1", "p2").own(1, "p3").cash(20 * M, 20 * M).turn(0, "BUILD")
    table.play("deal:2", "take:p3", "pay:5M", "send")
    assert advice(table) == "accept"


def test_a_gift_is_accepted_and_a_robbery_refused():
    table = Setup("classic").own(0, "l1").own(1, "d2").cash(20 * M, 20 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1", "ask:10k", "send")
    assert advice(table) == "accept"
    table = Setup("classic").own(0, "l1").own(1, "d2").cash(20 * M, 20 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1", "take:d2", "send")
    assert advice(table) == "refuse"


def test_greedy_offers_for_the_missing_district_and_improves_after_a_refusal():
    table = Setup("classic").own(0, "p1", "p2").own(1, "p3").cash(7 * M, 2 * M).turn(0, "BUILD")
    table.s.bought = 3
    offered = []
    while True:
        move = advice(table)
        if move in ("end", "cancel"):
            break
        if move == "send":
            offered.append(int(table.s.offer_cash))
            table.play("send", "refuse")
        else:
            table.play(move)
    assert len(offered) == 2 and 1.6 * M < offered[0] < offered[1]


def test_nobody_offers_where_deals_are_switched_off():
    """T11: with `max_offers=0` there are no deals, whatever a deal would bring."""
    table = Setup("classic", max_offers=0).own(0, "p1", "p2").own(1, "p3").cash(7 * M, 2 * M).turn(0, "BUILD")
    table.s.bought = 3
    assert advice(table) == "end"


def test_two_missing_districts_are_swapped():
    table = Setup("classic").own(0, "p1", "p2", "d1").own(1, "p3", "d2").cash(2 * M, 2 * M).turn(0, "BUILD")
    table.s.bought = 3
    while (move := advice(table)) != "send":
        table.play(move)
    assert table.s.taken in (1 << index("p3"), 1 << index("d2")) and table.s.given
    table.play("send")
    assert advice(table) == "accept"


def test_a_debtor_tries_to_sell_before_going_bankrupt():
    table = Setup("classic").own(0, "l1", "o1").own(1, "p1").blocks("p1", 6).cash(20, 30)
    table.roll(2, 3)
    assert advice(table).startswith("deal:")
    table.play("bankrupt")


def test_greedy_beats_random():
    """Nine of ten matches for two."""
    game = tripolis.game("ubuild", track="classic", players=2, round_limit=60)
    won = 0
    for seed in range(20):
        match, rng = game.new(seed), Random(seed)
        while not match.over:
            name = "greedy" if match.actor == seed % 2 else "random"
            match.play(bot(name).choose(match.seen_by(match.actor), rng.randrange(1 << 30)))
        won += match.ranks()[seed % 2] == 1
    assert won >= 18


def test_the_benchmark_has_a_row_for_every_track_and_seat_count():
    found = {(mode_of(game), game.players) for game in variants(tripolis.game("ubuild"))}
    assert found == {(track, n) for track in ("starter", "classic", "pro") for n in (2, 3, 4, 5, 6)}
    assert all(random_play(game, 0.001)["decisions_per_s"] > 0 for game in list(variants(tripolis.game("ubuild")))[:2])


def test_bots_make_and_accept_deals():
    sent = accepted = 0
    for seed in range(6):
        match = tripolis.game("ubuild", track="classic", players=4).new(seed)
        while not match.over:
            match.play(bot("greedy").choose(match.seen_by(match.actor), 0))
        codes = [event.code for events in match.events for event in events]
        sent += codes.count(Event.SENT)
        accepted += codes.count(Event.ACCEPTED)
    assert sent >= accepted > 0
