"""The worked cases of `cases.json`, one test each; the number of the case is the test's name."""

import json
import re
from pathlib import Path

import pytest

import tripolis
from tests.ubuild.positions import M, Setup, index
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.rules.state import NOBODY, Event

CASES = {case["id"]: case for case in json.loads((Path(__file__).parent / "cases.json").read_text())}


def expect(case):
    return CASES[case]["expect"]


def units(value):
    return value // 10_000


def test_every_case_has_a_test():
    tested = set(re.findall(r"def test_(t\d\d)_", Path(__file__).read_text()))
    assert {name.upper() for name in tested} == set(CASES)


def marktkai():
    """The rulebook's example on p. 12: the pink colour, 2 + 4 blocks on Marktkai, a power plant beside it."""
    table = Setup("classic", 2).own(0, "p1", "p2", "p3").blocks("p3", 2, 4)
    return table.hazard(table.slots("p3")[0])


def test_t01_rulebook_example_of_rent():
    """p. 12: 4 industrial blocks count, the skyscraper beside Gerberheim doubles: 7M by our reading (the scan prints
    27M)."""
    table = marktkai().special("skyscraper", "p2")
    assert table.rent("p3") == units(expect("T01")["decoded"]["rent"])


def test_t02_without_the_skyscraper():
    assert marktkai().rent("p3") == units(CASES["T01"]["expect"]["decoded"]["undoubled"]) == 3.5 * M


def test_t03_doubled_once_only():
    """p. 12: skyscraper and tower together double once."""
    assert marktkai().special("skyscraper", "p2").special("tower", "p1").rent("p3") == 7 * M


def test_t04_waechtershausen_card():
    table = Setup("classic").own(0, "p1")
    assert [table.blocks("p1", n).rent("p1") for n in range(9)] == [units(n) for n in expect("T04")]


def test_t05_kargenfeld_card():
    table = Setup("pro").own(0, "b1")
    assert [table.blocks("b1", 0, n).rent("b1") for n in range(1, 9)] == [units(n) for n in expect("T05")]


def test_t06_hazard_without_industry_leaves_the_base_rent():
    table = Setup("classic").own(0, "p3").blocks("p3", 5)
    table.hazard(table.slots("p3")[0])
    assert table.rent("p3") == 12


def test_t07_stadium_owner_passes_go():
    table = Setup("classic").own(0, "l1", "l2").special("stadium", "l1").cash(10 * M, 0).at(0, "d2")
    table.roll(1, 2)
    assert table.s.cash[0] == 13 * M


def test_t08_salary_twice_in_one_turn():
    """p. 14: past GO onto a bridge, whose card says: go to GO."""
    table = Setup("classic").cash(10 * M, 0).at(0, 19).next_card(13)
    events = table.roll(2, 4)
    assert [event.args[1] for event in events if event.code == Event.SALARY] == [2 * M, 2 * M]
    assert table.s.cash[0] == 14 * M


def test_t09_land_on_a_raised_bridge():
    table = Setup("classic").cash(10 * M, 0).raised(0).next_card(15)
    events = table.roll(1, 2)
    assert table.s.raised == 0
    assert [event.args for event in events if event.code == Event.CARD] == [(0, 14, 0, 0)]
    assert table.s.cash[0] == 10 * M - 1 * M + 2 * M  # DOWN event: the bank pays 2M


def test_t10_land_on_a_bridge_that_is_down():
    table = Setup("classic").cash(10 * M, 0).next_card(15)
    events = table.roll(1, 2)
    assert table.s.raised == 1 << 3
    assert [event.args for event in events if event.code == Event.CARD] == [(0, 14, 1, 0)]
    assert table.s.cash[0] == 9.5 * M  # UP event: 500k to the bank


@pytest.mark.parametrize(("raised", "cash"), [((0,), 9 * M), ((), 10 * M)])
def test_t11_pass_a_bridge(raised, cash):
    table = Setup("classic").cash(10 * M, 0).raised(*raised)
    events = table.roll(1, 3)
    assert table.s.cash[0] == cash
    assert table.s.raised == 0
    assert not [event for event in events if event.code == Event.CARD]


def test_t12_pass_a_bridge_that_is_down():
    test_t11_pass_a_bridge((), 10 * M)


def test_t13_build_for_free_without_a_district():
    table = Setup("classic").cash(10 * M, 0).next_card(1)
    table.roll(1, 2)
    assert table.phase == "BUILD"
    assert table.s.under[int(table.s.n_under) - 1] == 0
    assert sum(map(sum, table.s.blocks)) == 0


def test_t14_no_hazard_beside_a_school_and_no_school_beside_a_hazard():
    """p. 10."""
    table = Setup("classic").own(0, "p3").own(1, "p2").turn(1, "PLANNING")
    slots = table.slots("p3")
    table.bonus(slots[0])
    assert table.why(f"hazard:s{slots[1]:02}") == "BESIDE_BONUS"
    table = Setup("classic").own(0, "p3").own(1, "p2").turn(0, "PLANNING").hazard(slots[0])
    assert table.why(f"bonus:s{slots[1]:02}") == "BESIDE_HAZARD"


def test_t15_mortgage_of_a_doubled_district():
    table = Setup("classic").own(0, "p1", "p2", "p3").blocks("p3", 0, 4).special("skyscraper", "p1")
    table.turn(0, "BUILD").cash(0, 0)
    table.play("mortgage:p3")
    assert table.s.cash[0] == 3.5 * M
    assert table.rent("p3") == 0
    assert table.position.score(0).points["rents"] == 2 * 10 + 2 * 10


def test_t16_skyscraper_traded_away_still_doubles_both():
    table = Setup("classic").own(0, "p1", "p3").own(1, "p2").special("skyscraper", "p2")
    assert (table.rent("p1"), table.rent("p2"), table.rent("p3")) == (20, 20, 24)


def test_t17_tower_traded_away_doubles_for_the_new_owner():
    table = Setup("classic").own(0, "p1", "l1").own(1, "p2", "o1").special("tower", "p1")
    assert (table.rent("l1"), table.rent("o1")) == (12, 14)
    table.own(1, "p1")
    assert (table.rent("l1"), table.rent("o1")) == (6, 28)


def test_t18_bankrupt_to_another_player():
    table = Setup("classic", 3).own(1, "d2").blocks("d2", 0, 8).own(0, "l1", "l2").cash(1 * M, 5 * M, 5 * M)
    table.mortgage("l2", 6).at(0, 17)
    table.roll(1, 3)
    assert table.phase == "RAISE"
    table.play("bankrupt")
    assert table.position.over and table.s.bankrupt == 0
    assert table.s.owner[index("l1")] == 1 and table.s.owner[index("l2")] == NOBODY
    account = table.position.score(1)
    assert account.points == {"cash": 6 * M, "rents": 21 * M + 6}
    assert table.position.ranks() == [3, 1, 2]


def test_t19_starter_three_sixes_in_a_row():
    table = Setup("starter", 2).cash(10 * M, 10 * M).own(0, "p3", "g2")
    table.roll(6)
    assert table.s.at[0] == table.space("p3")
    table.play("end")
    table.roll(6)
    table.play("end")
    table.s.at[0] = 12  # a third walk would pass GO
    events = table.roll(6)
    assert table.s.at[0] == table.b.jail and table.s.jail[0] == 1
    assert not [event for event in events if event.code == Event.SALARY]
    assert table.s.turn == 1


def test_t20_third_failed_try_pays_and_walks():
    table = Setup("classic").cash(10 * M, 0).jail(0, tries=2).turn(0, "JAIL").own(0, "p2")
    table.roll(1, 2)
    assert table.s.cash[0] == 9.5 * M
    assert table.s.jail[0] == 0
    assert table.s.at[0] == table.b.jail + 3


def test_t21_moving_a_hazard_for_money():
    """p. 11: 1M a step, two steps at most, it may end beside spaces without districts."""
    table = Setup("classic").cash(10 * M, 0)
    ring = rings(table)[0]
    start = next(i for i, slot in enumerate(ring) if table.b.slot_districts[ring[(i + 2) % len(ring)]] == 0)
    table.hazard(ring[start]).turn(0, "HAZARD")
    one, two, three = (f"s{ring[(start + k) % len(ring)]:02}" for k in (1, 2, 3))
    here = f"s{ring[start]:02}"
    assert table.why(f"move:{here}:{three}") == "TOO_FAR"
    assert table.why(f"move:{here}:{one}") is None
    table.play(f"move:{here}:{two}")
    assert table.s.cash[0] == 8 * M


def rings(table):
    """The slots of a standard track form two rings."""
    left, found = set(range(int(table.b.n_slots))), []
    while left:
        ring = [min(left)]
        while True:
            step = [int(n) for n in table.b.slot_next[ring[-1]] if n >= 0 and n in left and n not in ring]
            if not step:
                break
            ring.append(step[0])
        left -= set(ring)
        found.append(ring)
    return found


def test_t22_go_to_jail_past_go_pays_nothing():
    table = Setup("classic").cash(10 * M, 0).at(0, 13)
    table.roll(1, 3)
    assert table.s.at[0] == table.b.jail
    assert table.s.cash[0] == 10 * M


@pytest.mark.parametrize("one_project", [False, True])
def test_t23_blocks_and_special_buildings_in_one_turn(one_project):
    """p. 9 and ruling R13."""

    def table():
        made = Setup("classic", one_project=one_project).own(0, "p1", "p2", "p3", "d1", "d2").cash(50 * M, 0)
        return made.turn(0, "BUILD")

    def special(made, what, home="p1"):
        return next(move for move in made.legal if move.startswith(f"{what}:{home}"))

    made = table()
    made.play(special(made, "skyscraper"))
    assert made.why("block:p1:r") == ("ONE_PROJECT" if one_project else "SPECIAL_BUILT")
    assert any(move.startswith("stadium") for move in made.legal) is not one_project
    made = table()
    made.play(special(made, "stadium"))
    assert made.why("block:p1:i") == ("ONE_PROJECT" if one_project else "SPECIAL_BUILT")
    made = table()
    tower, skyscraper = special(made, "tower"), special(made, "skyscraper")
    made.play("block:p1:r")
    assert made.why(skyscraper) == ("ONE_PROJECT" if one_project else "BLOCKS_BUILT")
    assert made.why(tower) == ("ONE_PROJECT" if one_project else None)
    if not one_project:
        made.play(tower, "block:p1:r")


def test_t24_limits_of_blocks():
    """p. 8; nothing is ever sold to the bank: there is no such move."""
    table = Setup("classic").own(0, "p1", "p2").cash(50 * M, 0).turn(0, "BUILD")
    table.play("block:p1:r", "block:p1:i")
    assert table.why("block:p2:r") == "OTHER_DISTRICT"
    table.play("block:p1:r")
    assert table.why("block:p1:r") == "THREE_BLOCKS"
    table = Setup("classic").own(0, "p1").blocks("p1", 4, 4).cash(50 * M, 0).turn(0, "BUILD")
    assert table.why("block:p1:r") == "FULL"


def test_t25_track_sizes():
    for kind, n in expect("T25").items():
        assert Setup(kind).b.n_spaces == n


def test_t26_railroads_are_jumped():
    """p. 20: the step from the last space to the first is one ordinary step."""
    plan = "starter:GO.BB.BRIDGE.JAIL.PP.FREE_PARKING.RR.BRIDGE.GO_TO_JAIL.GG:0000000000000:x-1y0zx14y0z"
    table = Setup(plan).own(0, "b1").cash(10 * M, 0).at(0, "g2")
    assert table.b.open_track
    table.roll(3)
    assert table.s.at[0] == table.space("b1")
    assert table.s.cash[0] == 12 * M


def debtor():
    """Rent 5M due to player 1 (the second one); the debtor has 200k and one district, player 1 has 300k."""
    table = Setup("classic", 3).own(0, "l1").own(1, "p1").blocks("p1", 6).cash(20, 30, 5 * M).at(0, "GO")
    table.s.owner[index("l2")] = NOBODY
    table.roll(2, 3)
    assert table.phase == "RAISE" and table.s.debt == 5 * M
    return table


def test_t27_a_district_for_the_whole_debt():
    table = debtor()
    table.play("deal:2", "give:l1", "ask:5M", "send", "accept")
    assert table.s.cash[0] == 20 and table.s.cash[1] == 30
    assert table.s.owner[index("l1")] == 1 and table.phase == "BUILD"


def test_t28_more_and_less_than_the_debt():
    table = debtor()
    table.play("deal:2", "give:l1", "ask:5M", "ask:100k", "ask:100k", "ask:100k")
    assert table.why("ask:10k") == "TOO_MUCH"
    table.play("send", "accept")
    assert table.s.cash[0] == 50 and table.s.cash[1] == 0 and table.phase == "BUILD"
    table = debtor()
    table.play("deal:2", "give:l1", "ask:1M", "ask:1M", "ask:1M", "ask:1M", "send", "accept")
    assert table.phase == "RAISE" and table.s.debt == 1 * M and table.s.cash[1] == 30


def test_t29_a_refused_offer_stays_three_times():
    table = Setup("classic").own(0, "l1").own(1, "p1").turn(0, "BUILD")
    table.play("deal:2", "give:l1", "take:p1")
    for _ in range(3):
        table.play("send", "refuse")
        assert table.s.given == 1 << index("l1") and table.s.taken == 1 << index("p1")
    assert table.legal == ["cancel"]
    table.play("cancel")
    assert table.why("deal:2") == "NO_DEALS"


def test_t30_listed_and_legal_bids():
    table = Setup("classic").cash(234, 10 * M).at(0, "l1").turn(0, "AUCTION")
    table.s.bid, table.s.leader, table.s.bidding = 1, 1, 3
    bids = [move for move in table.legal if move != "drop"]
    wanted = expect("T30")
    assert [tripolis_amount(bid) for bid in bids] == wanted["listed"]
    for legal in wanted["legal_too"]:
        assert table.why(f"bid:{legal // 1000}k") is None
    assert table.why("bid:10k") == "BID_TOO_LOW"
    assert table.why("bid:2350k") == "TOO_POOR"
    with pytest.raises(tripolis.BadNotation):
        table.why("bid:25k")


def tripolis_amount(bid):
    from tripolis.games.ubuild.face.notation import read_amount

    return read_amount(bid.split(":")[1]) * 10_000


def test_t31_stadium_owner_draws_go_to_go():
    table = Setup("classic").own(0, "l1", "l2").special("stadium", "l1").cash(10 * M, 0).next_card(13)
    table.roll(1, 2)
    assert table.s.cash[0] == 13 * M


def test_t32_money_may_be_raised_before_buying():
    table = Setup("classic").own(0, "p1").blocks("p1", 0, 4).own(1, "p2").cash(10, 10 * M)
    table.roll(2, 2)
    assert table.phase == "BUY" and table.why("buy") == "TOO_POOR"
    table.play("mortgage:p1")
    assert table.phase == "BUY"
    table.play("deal:2", "give:p1", "ask:1M", "send", "accept")
    assert table.phase == "BUY" and table.s.cash[0] == 10 + 3 * M + 1 * M
    table.play("buy")
    assert table.s.owner[index("l3")] == 0


def test_t33_what_is_known_of_the_deck():
    """Ruling R45: first C15, then a jail card (kept), then C13."""
    table = Setup("classic").cash(50 * M, 50 * M)
    for number, card in enumerate((15, 11, 13)):
        unseen = int(table.s.unseen)
        table.s.unseen = 1 << (card - 1)
        table.turn(0, "ROLL").at(0, "GO")
        table.s.raised = 0
        table.roll(1, 2)
        table.s.unseen = unseen & ~(1 << (card - 1))
        assert bin(int(table.s.unseen)).count("1") == 16 - number
    assert bin(int(table.s.unseen)).count("1") == 14
    assert [int(card) for card in table.s.under[: table.s.n_under]] == [14, 12]
    assert [int(card) for card in table.s.held[: table.s.n_held]] == [10]
    seen = table.position.seen_by(1)
    assert seen.record.unseen == table.s.unseen and list(seen.record.seed) == [0, 0, 0, 0]


def test_a_decoded_value_stands_beside_its_printed_reading():
    """The box keeps both: 9M is what the scan gives for 8 blocks on Wächtershausen, 8M what we read."""
    row = read_box().districts[index("p1")]
    assert row["rents"][7] == 8_000_000 and row["as_printed"]["rents"]["8"] == "€9M"
    assert row["rents_status"][7] == "decoded, low confidence"
