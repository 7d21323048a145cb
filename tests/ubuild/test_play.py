"""The rules beyond the worked cases: payments, jail, auctions, planning, cards, deals, the end, and every switch."""

import pytest

import tripolis
from tests.ubuild.positions import M, Setup, index
from tripolis.games.ubuild.rules.state import NOBODY, Event


def told(events, code):
    return [event.args for event in events if event.code == code]


# ------------------------------------------------------------ walking and paying


def test_a_toll_is_due_before_a_later_salary():
    """T8: with nothing in hand the toll must be raised although GO lies ahead."""
    table = Setup("pro").cash(0, 10 * M).at(0, 28).raised(3).own(0, "p1").blocks("p1", 0, 2)
    events = table.roll(1, 4)
    assert table.phase == "RAISE" and table.s.at[0] == 29 and table.s.raised
    assert told(events, Event.OWES) == [(0, NOBODY, 1 * M, 0)]
    events = table.play("mortgage:p1")
    assert table.s.raised == 0 and told(events, Event.SALARY) == [(0, 2 * M, 0, 0)]
    assert table.s.at[0] == 1 and table.s.cash[0] == 2 * M


def test_no_toll_for_leaving_a_raised_bridge():
    """R28."""
    table = Setup("classic").cash(10 * M, 0).at(0, "BRIDGE").raised(0)
    table.roll(1, 2)
    assert table.s.cash[0] == 10 * M and table.s.raised


def test_rent_of_a_mortgaged_district_is_nothing():
    table = Setup("classic").own(1, "l3").mortgage("l3", 8).cash(10 * M, 0)
    table.roll(2, 2)
    assert table.s.cash[0] == 10 * M and table.phase == "BUILD"


def test_an_owner_in_jail_collects():
    """p. 14, R35."""
    table = Setup("classic").own(1, "l3").jail(1).cash(10 * M, 0)
    table.roll(2, 2)
    assert table.s.cash[1] == 8


def test_a_double_gives_a_whole_further_turn():
    """p. 7, R14: blocks are counted anew."""
    table = Setup("classic").own(0, "l3").cash(20 * M, 0)
    table.roll(2, 2)
    table.play("block:l3:r", "block:l3:r", "block:l3:r")
    events = table.play("end")
    assert told(events, Event.TURN) == [(0, 1, 0, 0)] and table.phase == "ROLL" and table.s.turn == 0
    table.roll(1, 3)
    assert table.phase == "BUY"


def test_jail_cancels_the_further_turn():
    """T4."""
    table = Setup("classic").cash(20 * M, 0).at(0, 13)
    table.roll(2, 2)
    assert table.s.jail[0] == 1 and table.s.turn == 1


@pytest.mark.parametrize(("start", "where"), [(19, "GO"), (20, "l1")])
@pytest.mark.parametrize("stadium", [False, True])
def test_go_pays_who_lands_on_it_as_it_pays_who_passes_it(start, where, stadium):
    """R46; the stadium adds 1M to every salary (R44)."""
    table = Setup("classic").own(0, "l1", "p1").cash(20 * M, 0).at(0, start)
    if stadium:
        table.special("stadium", "p1")
    table.roll(1, 2)
    assert table.s.at[0] == table.space(where) and table.s.cash[0] == (23 if stadium else 22) * M


# ------------------------------------------------------------------------- jail


def test_ways_out_of_jail():
    """p. 14."""
    table = Setup("classic").cash(20 * M, 0).jail(0).turn(0, "JAIL").jail_card(0)
    assert table.legal == ["roll", "fine", "card"]
    table.play("fine")
    assert table.phase == "ROLL" and table.s.cash[0] == 19.5 * M
    table = Setup("classic").cash(40, 0).jail(0).turn(0, "JAIL").jail_card(0)
    assert table.why("fine") == "TOO_POOR"
    table.play("card")
    assert table.phase == "ROLL" and table.s.jail_cards[0] == 0
    assert table.s.under[int(table.s.n_under) - 1] == 10


def test_the_jail_card_drawn_first_goes_back_first_also_after_a_deal():
    """T18: player 1 draws the first card and sells it to player 2, who has kept the second one for longer."""
    first, second = 11, 10
    table = Setup("classic").jail_card(0, first).jail_card(1, second).own(0, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:card", "ask:10k", "send", "accept")
    assert list(table.s.jail_cards[:2]) == [0, 2]
    table.jail(1).turn(1, "JAIL").play("card")
    assert table.s.under[int(table.s.n_under) - 1] == first
    assert (int(table.s.held[0]), int(table.s.held_by[0])) == (second, 1)


def test_a_deal_hands_over_the_jail_card_drawn_first():
    """T18."""
    table = Setup("classic").jail_card(0, 11).jail_card(0, 10).own(0, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:card", "ask:10k", "send", "accept")
    assert [(int(card), int(seat)) for card, seat in zip(table.s.held, table.s.held_by, strict=True)][:2] == [
        (11, 1),
        (10, 0),
    ]


def test_a_failed_try_still_builds_but_moves_no_hazard():
    """p. 14, R16."""
    table = Setup("classic").own(0, "p1").cash(20 * M, 10 * M).jail(0).turn(0, "JAIL")
    table.hazard(table.slots("l1", "l2")[0])
    table.roll(1, 2)
    assert table.phase == "BUILD"
    table.play("block:p1:r")
    table.play("end")
    assert table.s.turn == 1 and table.phase == "ROLL"


@pytest.mark.parametrize("again", [False, True])
def test_a_double_out_of_jail(again):
    """R18 and its switch."""
    table = Setup("classic", double_from_jail_rolls_again=again).own(0, "p3").cash(20 * M, 0).jail(0).turn(0, "JAIL")
    table.roll(1, 1)
    assert table.s.jail[0] == 0 and table.s.at[0] == table.b.jail + 2
    assert table.s.again == int(again) and table.s.doubles == int(again)


# --------------------------------------------------------------------- auctions


def test_the_caller_must_open():
    """p. 13."""
    table = Setup("classic", 3).cash(5 * M, 5 * M, 5 * M)
    table.roll(2, 2)
    table.play("auction")
    assert table.why("drop") == "MUST_OPEN"
    table.play("bid:1.23M")
    assert table.position.actor == 1
    table.play("drop", "bid:1.24M", "drop")
    assert table.s.owner[index("l3")] == 2 and table.s.cash[2] == 5 * M - 124 and table.phase == "BUILD"
    assert table.s.turn == 0


def test_a_caller_without_money_is_out_and_nobody_need_bid():
    """R22."""
    table = Setup("classic", 3).cash(0, 5 * M, 5 * M)
    table.roll(2, 2)
    events = table.play("auction")
    assert told(events, Event.OUT) == [(0, 0, 0, 0)] and table.position.actor == 1
    table.play("drop")
    table.play("drop")
    assert table.s.owner[index("l3")] == NOBODY and table.phase == "BUILD" and table.position.actor == 0


def test_who_drops_out_stays_out():
    table = Setup("classic", 3).cash(5 * M, 5 * M, 5 * M)
    table.roll(2, 2)
    table.play("auction", "bid:10k", "drop", "bid:20k", "bid:30k")
    assert table.position.actor == 2
    table.play("drop")
    assert table.s.owner[index("l3")] == 0


# ------------------------------------------------------------ planning and hazards


def test_planning_permission():
    """p. 10 and 11: a bonus beside one's own, a hazard beside another's, a move, or nothing; all free (R41, T6)."""
    table = Setup("classic").own(0, "p3").own(1, "o1").cash(10 * M, 10 * M).at(0, "p3")
    table.hazard(table.slots("l1")[0] if table.slots("l1") else table.slots("l1", "l2")[0])
    table.at(0, 6)
    table.roll(1, 2)
    assert table.phase == "PLANNING"
    kinds = {move.split(":")[0] for move in table.legal}
    assert kinds == {"pass", "bonus", "hazard", "move"}
    own, other = table.slots("p3")[0], table.slots("o1")[0]
    assert table.why(f"bonus:s{other:02}") == "NOT_BESIDE_YOURS"
    assert table.why(f"hazard:s{own:02}") == "NOT_BESIDE_OTHERS"
    table.play(f"hazard:s{other:02}")
    assert table.s.cash[0] == 10 * M and table.s.hazard[1] == other and table.phase == "BUILD"


@pytest.mark.parametrize("far", [1, 2])
def test_planning_move_and_its_switch(far):
    """R2, R3: what was moved free of charge counts towards the two steps of the turn."""
    table = Setup("classic", planning_move=far).own(0, "p3").cash(10 * M, 10 * M).at(0, 6)
    start = table.slots("l1", "l2")[0]
    table.hazard(start)
    table.roll(1, 2)
    one = int(table.b.slot_next[start][0])
    two = next(int(n) for n in table.b.slot_next[one] if n >= 0 and n != start)
    assert table.why(f"move:s{start:02}:s{two:02}") == (None if far == 2 else "TOO_FAR")
    table.play(f"move:s{start:02}:s{one:02}", "end")
    assert table.phase == "HAZARD"
    third = next(int(n) for n in table.b.slot_next[two] if n >= 0 and n != one)
    assert table.why(f"move:s{one:02}:s{third:02}") == "TOO_FAR"
    table.play(f"move:s{one:02}:s{two:02}")
    assert table.s.cash[0] == 9 * M and table.s.turn == 1


def test_a_hazard_walks_over_empty_slots_and_shuns_protected_districts():
    """R5."""
    table = Setup("classic").cash(10 * M, 10 * M).own(0, "p3").turn(0, "HAZARD")
    start = table.slots("l1", "l2")[0]
    one = int(table.b.slot_next[start][0])
    two = next(int(n) for n in table.b.slot_next[one] if n >= 0 and n != start)
    table.hazard(start).hazard(one, piece=1)
    assert table.why(f"move:s{start:02}:s{two:02}") == "TOO_FAR"
    table = Setup("classic").cash(10 * M, 10 * M).own(0, "r3").turn(0, "HAZARD")
    near = table.slots("r2", "r3")[0]
    away = next(int(n) for n in table.b.slot_next[near] if n >= 0)
    table.hazard(away)
    assert table.why(f"move:s{away:02}:s{near:02}") is None
    table.s.beside_bonus = 1 << index("r3")
    assert table.why(f"move:s{away:02}:s{near:02}") == "BESIDE_BONUS"


def test_three_pieces_of_a_kind():
    """R43."""
    table = Setup("pro").own(1, "b1", "o1", "y1", "r1").own(0, "g1").turn(0, "PLANNING")
    for piece, name in enumerate(("b1", "o1", "y1")):
        table.hazard(table.slots(name)[0] if table.slots(name) else int(table.b.slots_of[index(name)][0]), piece)
    free = next(int(n) for n in table.b.slots_of[index("r1")] if n >= 0)
    assert table.why(f"hazard:s{free:02}") == "NO_PIECE"


# ------------------------------------------------------------------------- cards


def draw(number, up, **options):
    """Land on the first bridge with this card on top; `up` is its new position."""
    table = Setup("classic", 3, **options).cash(10 * M, 10 * M, 10 * M).next_card(number)
    if not up:
        table.raised(0)
        table.s.cash[0] += 1 * M
    return table


def test_free_blocks_go_to_one_district():
    """p. 14, R30, T7: as many as fit; outside the three of the turn."""
    table = draw(3, up=False).own(0, "p1", "p2").blocks("p1", 6)
    table.roll(1, 2)
    assert table.phase == "EVENT" and table.legal == ["free:p1", "free:p2"]
    table.play("free:p1")
    assert table.s.blocks[index("p1")][0] == 8 and table.s.bought == 0
    table.play("block:p2:r", "block:p2:r", "block:p2:r")


def test_a_free_industrial_block_is_residential_on_starter():
    table = Setup("starter").cash(10 * M, 10 * M).next_card(2).own(0, "b1").raised(0)
    table.roll(3)
    table.play("free:b1")
    assert list(table.s.blocks[index("b1")]) == [1, 0]
    table = draw(2, up=False).own(0, "p1")
    table.roll(1, 2)
    table.play("free:p1")
    assert list(table.s.blocks[index("p1")]) == [0, 1]


def test_hazard_and_bonus_cards_are_compulsory():
    """T6."""
    table = draw(7, up=True).own(1, "p1")
    table.roll(1, 2)
    assert table.phase == "EVENT" and all(move.startswith("hazard:") for move in table.legal)
    table = draw(7, up=False).own(0, "p1")
    table.roll(1, 2)
    assert table.phase == "EVENT" and all(move.startswith("bonus:") for move in table.legal)
    table = draw(7, up=False)
    events = table.roll(1, 2)
    assert table.phase == "BUILD" and told(events, Event.NO_EFFECT) == [(0, 0, 0, 0)]


def test_cards_that_move_or_remove_a_hazard():
    table = draw(8, up=True)
    start = table.slots("l3", "p1")[0]
    table.hazard(start)
    table.roll(1, 2)
    assert len(table.legal) == 2 and all(move.startswith(f"move:s{start:02}") for move in table.legal)
    table = draw(5, up=False).hazard(start)
    table.roll(1, 2)
    assert len(table.legal) == 4
    table = draw(8, up=False).hazard(start)
    table.roll(1, 2)
    assert table.legal == [f"remove:s{start:02}"]
    table.play(f"remove:s{start:02}")
    assert table.s.beside_hazard == 0 and table.s.slot_use[start] == 0


@pytest.mark.parametrize(("card", "up"), [(9, True), (10, True), (10, False)])
def test_jail_by_card(card, up):
    table = draw(card, up)
    table.roll(1, 2)
    assert table.s.jail[0] == 1 and table.s.turn == 1


def test_a_jail_card_is_kept_and_a_used_deck_comes_round():
    table = draw(11, up=True)
    table.roll(1, 2)
    assert table.s.jail_cards[0] == 1 and table.s.n_under == 16 and table.s.unseen == 0
    order = [int(card) for card in table.s.under[:16]]
    table.turn(0, "ROLL").at(0, "GO")
    table.s.raised = 0
    events = table.roll(1, 2)
    assert told(events, Event.CARD)[0][1] == order[0]
    assert [int(card) for card in table.s.under[:16]] == [*order[1:], order[0]], (
        "it goes underneath, the others move up"
    )


def test_taxi():
    """T9: no bridge is crossed, GO pays when it is passed."""
    table = draw(17, up=True)
    table.s.raised = 1 << table.space("BRIDGE", 1)
    table.roll(1, 2)
    assert table.s.at[0] == table.b.free_parking and table.s.cash[0] == 10 * M and table.phase == "BUILD"
    table = draw(17, up=False)
    table.roll(1, 2)
    assert table.s.at[0] == table.space("l3") and table.phase == "BUY" and table.s.cash[0] == 10 * M
    table = draw(17, up=False).own(
        1, *(d for d in ["l3", "p1", "p2", "p3", "d1", "o1", "o2", "o3", "r1", "r2", "r3", "d2"])
    )
    table.roll(1, 2)
    assert table.s.at[0] == table.space("l1") and table.s.cash[0] == 12 * M
    table.own(1, "l1", "l2").turn(0, "ROLL").at(0, "GO").next_card(17).raised(0)
    events = table.roll(1, 2)
    assert table.s.at[0] == table.space("BRIDGE") and told(events, Event.NO_EFFECT)


def test_tax_and_subsidy():
    table = draw(14, up=True).own(0, "p1", "p2").blocks("p1", 3, 2).blocks("p2", 4)
    table.roll(1, 2)
    assert table.s.cash[0] == 10 * M - 90
    table = draw(14, up=True).own(0, "p1", "p2", "p3").blocks("p1", 8).blocks("p2", 8).blocks("p3", 8)
    table.roll(1, 2)
    assert table.s.cash[0] == 8 * M
    table = draw(14, up=False).own(0, "p1", "p2")
    table.roll(1, 2)
    assert table.s.cash[0] == 10 * M + 50


def test_festival():
    """T5: clockwise from the left, each payer may have to raise money."""
    table = draw(16, up=True)
    table.roll(1, 2)
    assert list(table.s.cash[:3]) == [960, 1020, 1020]
    table = draw(16, up=False).own(2, "p1").blocks("p1", 1)
    table.s.cash[2] = 10
    events = table.roll(1, 2)
    assert table.phase == "RAISE" and table.position.actor == 2 and table.s.creditor == 0
    assert told(events, Event.PAID)[-1] == (1, 0, 30, 0)
    table.play("mortgage:p1")
    assert table.s.cash[2] == 30 and table.phase == "BUILD" and table.position.actor == 0


# ---------------------------------------------------------------------- building


def test_what_special_buildings_need():
    """p. 9, T12, T13."""
    table = Setup("classic").own(0, "p1", "d1").cash(50 * M, 0).turn(0, "BUILD")
    assert not any(move.split(":")[0] in ("stadium", "skyscraper", "tower") for move in table.legal)
    slot = int(table.b.slots_of[index("p1")][0])
    assert table.why(f"stadium:p1:s{slot:02}") == "NEEDS_TWO"
    assert table.why(f"skyscraper:p1:s{slot:02}") == "NEEDS_GROUP"
    assert table.why(f"tower:p1:s{slot:02}") == "NEEDS_TWO_GROUPS"
    table.own(0, "p2")
    assert table.why(f"stadium:p1:s{slot:02}") is None
    table.own(0, "p3")
    assert table.why(f"skyscraper:p1:s{slot:02}") is None
    assert table.why(f"tower:p1:s{slot:02}") == "NEEDS_TWO_GROUPS", "one whole colour is not enough"
    table.own(0, "d2")
    assert table.why(f"tower:p1:s{slot:02}") is None
    beside_o1 = int(table.b.slots_of[index("o1")][0])
    table.own(0, "o1")
    assert table.why(f"tower:o1:s{beside_o1:02}") == "NEEDS_TWO_GROUPS", "its home is in a colour owned wholly"
    table.mortgage("p1", 10)
    assert table.why(f"skyscraper:p1:s{slot:02}") == "MORTGAGED"
    assert any(move.startswith("skyscraper:p2") for move in table.legal), "a mortgaged one counts for the colour"
    elsewhere = table.slots("r2", "r3")[0]
    assert table.why(f"stadium:p2:s{elsewhere:02}") == "NOT_BESIDE_HOME"


def test_a_colour_with_one_district_is_never_whole():
    """T12, on a freestyle track with one yellow and one green district."""
    table = Setup("starter:GO.BB.BRIDGE.JAIL.PP.FREE_PARKING.RR.BRIDGE.GO_TO_JAIL.YG:0011222334455:")
    table.own(0, "y3", "b1", "b2").cash(50 * M, 0).turn(0, "BUILD")
    slot = int(table.b.slots_of[index("y3")][0])
    assert table.why(f"skyscraper:y3:s{slot:02}") == "NEEDS_GROUP"
    assert {move.split(":")[1] for move in table.legal if move.startswith("skyscraper")} == {"b1", "b2"}


def test_one_stadium_and_one_skyscraper_for_each_colour():
    table = Setup("classic").own(0, "p1", "p2", "p3", "d1", "d2").cash(50 * M, 0).turn(0, "BUILD")
    table.special("stadium", "p1").special("skyscraper", "p1")
    slot = next(int(n) for n in table.b.slots_of[index("p2")] if not table.s.slot_use[n])
    assert table.why(f"stadium:p2:s{slot:02}") == "NO_STOCK"
    assert table.why(f"skyscraper:p2:s{slot:02}") == "HAS_SKYSCRAPER"
    assert any(move.startswith("skyscraper:d") for move in table.legal)


def test_starter_limits():
    """p. 8 to 10."""
    table = Setup("starter").own(0, "b1", "b2", "p2", "p3").cash(50 * M, 0).turn(0, "BUILD")
    slot = int(table.b.slots_of[index("b1")][0])
    for move in ("block:b1:i", f"stadium:b1:s{slot:02}", f"tower:b1:s{slot:02}"):
        assert table.why(move) == "NOT_ON_STARTER"
    assert table.why(f"skyscraper:b1:s{slot:02}") is None


@pytest.mark.parametrize("unlimited", [False, True])
def test_the_stock_of_blocks(unlimited):
    """R31 and its switch."""
    table = Setup("classic", unlimited_blocks=unlimited).own(0, "p1").cash(50 * M, 0).turn(0, "BUILD")
    table.s.stock[0] = 0
    assert table.why("block:p1:r") == (None if unlimited else "NO_STOCK")
    if unlimited:
        table.play("block:p1:r")
        assert table.s.stock[0] == 0


# --------------------------------------------------------------------- mortgages


@pytest.mark.parametrize(("ignores", "sum_received"), [(False, 50), (True, 4 * M)])
def test_mortgage_value_beside_a_hazard(ignores, sum_received):
    """R23 and its switch."""
    table = (
        Setup("classic", mortgage_ignores_hazard=ignores).own(0, "p1").blocks("p1", 4, 1).cash(0, 0).turn(0, "BUILD")
    )
    table.hazard(table.slots("p1")[0] if table.slots("p1") else int(table.b.slots_of[index("p1")][0]))
    table.play("mortgage:p1")
    assert table.s.cash[0] == sum_received
    assert table.why("redeem:p1") == "FLIPPED"
    table.s.flipped = 0
    table.blocks("p1", 0, 0)
    table.play("redeem:p1")
    assert table.s.cash[0] == 0, "the sum received is paid back, whatever the rent is now (R24)"


def test_no_building_on_a_mortgaged_district():
    """p. 13, R25."""
    table = Setup("classic").own(0, "p1").mortgage("p1", 10).cash(10 * M, 0).turn(0, "BUILD")
    assert table.why("block:p1:r") == "MORTGAGED"
    assert table.why("mortgage:p1") == "MORTGAGED"
    assert table.why("redeem:p1") is None


# ------------------------------------------------------------------------- deals


def test_a_deal_moves_everything_at_once():
    """p. 13: districts with buildings and mortgages, cards, cash."""
    table = Setup("classic").own(0, "p1").own(1, "l1").mortgage("l1", 6).blocks("p1", 2).jail_card(0).cash(5 * M, 5 * M)
    table.turn(0, "BUILD").special("stadium", "p1")
    table.play("deal:2", "give:p1", "give:card", "take:l1", "ask:1M", "ask:50k", "send")
    assert table.position.actor == 1 and table.legal == ["accept", "refuse"]
    table.play("accept")
    assert table.s.owner[index("p1")] == 1 and table.s.owner[index("l1")] == 0
    assert table.s.jail_cards[1] == 1 and table.s.held_by[0] == 1
    assert list(table.s.cash[:2]) == [6 * M + 5, 4 * M - 5]
    assert table.s.mortgage[index("l1")] == 6 and table.s.blocks[index("p1")][0] == 2
    assert table.phase == "BUILD" and table.position.actor == 0


def test_what_an_offer_can_hold():
    """T11."""
    table = Setup("classic").own(0, "p1").own(1, "l1").cash(60, 40).turn(0, "BUILD")
    table.play("deal:2")
    assert table.why("send") == "INCOMPLETE"
    assert table.why("give:l1") == "NOT_YOURS" and table.why("take:p1") == "NOT_YOURS"
    assert table.why("give:card") == "NO_CARD"
    table.play("pay:50k")
    assert table.why("ask:10k") == "EXCLUDES"
    assert table.why("pay:1M") == "TOO_MUCH"
    assert table.why("send") == "INCOMPLETE"
    table.play("take:l1", "remove:l1", "take:l1", "remove:cash")
    assert table.why("remove:cash") == "NOT_IN_OFFER" and table.why("remove:p1") == "NOT_IN_OFFER"
    assert table.why("send") == "INCOMPLETE", "the opener gives nothing"
    table.play("give:p1")
    assert table.why("give:p1") == "IN_OFFER"
    table.play("send")


def test_offers_and_edits_are_counted():
    table = Setup("classic", max_edits=3).own(0, "p1").own(1, "l1").turn(0, "BUILD")
    table.play("deal:2", "give:p1", "take:l1")
    assert table.legal == ["cancel", "send"], "no edits are left, sending still goes"
    table.play("cancel")
    assert table.why("deal:2") == "NO_EDITS"
    table = Setup("classic", max_offers=0).own(0, "p1").own(1, "l1").turn(0, "BUILD")
    assert table.why("deal:2") == "NO_DEALS"
    assert table.why("deal:1") == "NO_DEALS"


def test_offers_and_edits_are_cleared_for_all_at_every_start():
    """T11."""
    table = Setup("classic", 3).own(0, "p1").own(1, "l1").turn(0, "BUILD")
    table.play("deal:2", "give:p1", "take:l1", "send", "refuse", "cancel")
    assert table.s.offers[0] == 1 and table.s.edits[0] == 3
    table.s.offers[2] = 2
    table.play("end")
    assert table.s.turn == 1 and not any(table.s.offers) and not any(table.s.edits)


def test_a_debtor_sells():
    """T11: no cash is added, a sum must be asked."""
    table = Setup("classic", 3).own(0, "l1").own(1, "p1").own(2, "o1").blocks("p1", 6).cash(20, 30, 5 * M)
    table.roll(2, 3)
    table.play("deal:3")
    assert table.why("pay:10k") == "DEBTOR_SELLS"
    table.play("give:l1", "take:o1")
    assert table.why("send") == "DEBTOR_SELLS"
    table.play("ask:5M", "send", "accept")
    assert list(table.s.cash[:3]) == [20, 30 + 5 * M, 0], "the sum came in cash and the rent was paid"
    assert table.phase == "BUILD"


def test_nobody_with_nothing_trades():
    """R36."""
    table = Setup("classic").cash(10, 0).turn(0, "BUILD")
    assert table.why("deal:2") == "NOTHING_TO_TRADE"
    assert table.why("deal:1") == "NOT_WITH_YOURSELF"


# --------------------------------------------------------------------------- end


def test_bankrupt_to_the_bank():
    """p. 15, R32: everything goes back; jail cards under the deck (T15)."""
    table = Setup("classic", 3).own(0, "l1").jail_card(0).cash(20, 5 * M, 5 * M).jail(0, tries=2).turn(0, "JAIL")
    table.roll(1, 2)
    assert table.phase == "RAISE" and "bankrupt" in table.legal
    table.play("bankrupt")
    assert table.position.over and table.s.owner[index("l1")] == NOBODY
    assert table.s.under[int(table.s.n_under) - 1] == 10 and table.s.jail_cards[0] == 0
    assert table.position.ranks() == [3, 1, 1]


def test_bankrupt_only_when_mortgages_do_not_cover_the_debt():
    """T3."""
    table = Setup("classic").own(0, "l1").own(1, "p1").blocks("p1", 1).blocks("l1", 3).cash(0, 0)
    table.roll(2, 3)
    assert table.phase == "RAISE" and table.why("bankrupt") == "CAN_PAY"
    table.play("mortgage:l1")
    assert table.phase == "BUILD" and table.s.cash[0] == 70


def test_the_round_limit():
    """T16: everybody has had equal turns."""
    table = Setup("classic", 2, round_limit=1).own(0, "l3").own(1, "p1").cash(5 * M, 6 * M)
    table.roll(1, 3)
    table.play("end")
    assert table.s.turn == 1
    table.roll(2, 3)
    events = table.play("end")
    assert told(events, Event.LIMIT) == [(1, 0, 0, 0)] and table.position.over and table.s.bankrupt == NOBODY
    assert table.position.ranks() == [2, 1]


def test_ties_are_broken_by_cash_then_districts():
    """R34."""
    table = Setup("classic", 3).cash(100, 90, 100).own(1, "p1")
    assert [account.total for account in table.position.scores()] == [100, 100, 100]
    assert table.position.ranks() == [1, 3, 1]


# ------------------------------------------------------------------------ options


@pytest.mark.parametrize(
    "options",
    [
        {"money": "lots"},
        {"money": "15k"},
        {"round_limit": "0"},
        {"max_edits": "0"},
        {"max_offers": "-1"},
        {"track": "moebius"},
        {"planning_move": 3},
        {"players": 7},
    ],
)
def test_wrong_options_are_refused(options):
    with pytest.raises(tripolis.BadOptions):
        tripolis.game("ubuild", **options)


def test_starting_money():
    for track, money in (("starter", 10 * M), ("classic", 20 * M), ("pro", 30 * M)):
        assert Setup(track).s.cash[0] == money
    assert Setup("classic", money="1.5M").s.cash[0] == 150
    assert Setup("classic", money="340k").s.cash[0] == 34


def test_a_whole_turn_is_told_step_by_step():
    table = Setup("classic", 2).own(1, "p3", "p1", "p2").blocks("p3", 2, 4).special("skyscraper", "p2").raised(0)
    table.hazard(table.slots("p3")[0]).cash(20 * M, 0).at(0, "l2")
    said = [str(table.position.words(event)) for event in table.roll(3, 3)]
    assert said == [
        "Player 1 rolls 3 and 3.",
        "A double: Player 1 gets another turn.",
        "Bridge 1 is raised: Player 1 owes a toll of 1M.",
        "Player 1 pays the bank 1M.",
        "Bridge 1 goes down.",
        "Player 1 lands on Marktkai.",
        "Player 1 owes Player 2 7M rent for Marktkai.",
        "Player 1 pays Player 2 7M.",
    ]
