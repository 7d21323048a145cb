"""Why one move is better than another: each kind of reason is said where it is true, and not where it is not."""

import pytest

from tests.metropolys import positions as metropolys
from tests.quadropolis.positions import position as quadropolis
from tests.ubuild.positions import M, Setup, index
from tripolis.bots import bot
from tripolis.engine.game import game
from tripolis.engine.match import Match
from tripolis.engine.rooms import Tried
from tripolis.games.metropolys.face.reasons import bid_of
from tripolis.games.ubuild.rules.state import DISTRICT_IDS
from tripolis.review import assessment
from tripolis.study import why as study
from tripolis.study.why import ROOM, Difference, titles, why


def tried(seen, text):
    """Moves such as "3N1 b4" as one; nothing is chosen by a bot."""
    world, moves = seen.imagine(0), text.split()
    number = seen.number_of(moves[0])
    for move in moves:
        world.play(move)
    return Tried(number, world if world.over else world.seen_by(seen.actor))


def reasons(position, better, played):
    seen = position.seen_by(position.actor)
    moves = (tried(seen, text) for text in (better, played))
    return [str(reason) for reason in seen.game.face.reasons(seen, *moves, titles(seen.game))]


# ---------------------------------------------------------------- Metropolys


@pytest.mark.parametrize("mode", ["family", "expert"])
def test_a_bid_that_holds_ends_the_call_and_no_other_does(mode):
    match, held, fell = metropolys.game(mode, 3).new(4), 0, 0
    greedy = bot("greedy")
    while not match.over:
        position = match.position
        for number in position.legal_numbers()[::9]:
            bid = bid_of(position, number)
            if bid is not None:
                world = position.copy()
                world.play(number)
                assert bid.holds == (world.over or not int(world.record.n_bids)), (
                    position.text(),
                    position.move(number),
                )
                held, fell = held + bid.holds, fell + (not bid.holds)
        match.play(greedy.choose(match.seen_by(match.actor), 0))
    assert held > 20 < fell


def test_a_small_number_is_enough_where_no_free_field_lies_beside():
    enough = "No free field lies beside n10: there even the 1 wins at once, and the 5 stays for later."
    enclosed = metropolys.position(built=[[], ["9n8"]])
    assert enough in reasons(enclosed, "1n10", "5c9")
    assert enough not in reasons(metropolys.position(), "1n10", "5c9"), "n8 is free"


def test_who_can_outbid_is_said_with_their_lowest_number():
    position = metropolys.position(players=2, supply={1: (3, 7, 12)}, unused="east+south")
    assert "The 2 can be outbid with 3; against the 8 it takes 12 or more." in reasons(position, "8c10", "2c10")
    assert any(
        said.startswith("Nobody can outbid the 13 on c10: nobody still in")
        for said in reasons(position, "13c10", "8c10")
    )
    assert not any("Nobody can outbid" in said for said in reasons(position, "8c10", "2c10"))


def test_tokens_that_a_bid_leads_to_are_named():
    said = "From c9 the others can go on to c10 (trendy neighbourhood)."
    assert said in reasons(metropolys.position(tokens={"c10": "trendy"}), "9n5", "7c9")
    assert said not in reasons(metropolys.position(tokens={"c1": "trendy"}), "9n5", "7c9")


def test_a_field_that_completes_a_group_is_named_as_long_as_it_is_free():
    said = "With c10 built, w4 would complete a group of the area goal (4 points)."
    goals = [("bridges", "parks")]
    assert said in reasons(metropolys.position("expert", goals=goals), "5c10", "5c12")
    assert said not in reasons(metropolys.position("expert", goals=goals, built=[[], ["9w4"]]), "5c10", "5c12")
    assert said not in reasons(metropolys.position("expert", goals=[("statues", "parks")]), "5c10", "5c12")


def test_a_pass_leaves_an_archaeological_site_to_others():
    said = "Passing keeps the 9, and leaves the archaeological site on c11 to others."
    for sort in ("site", "subway"):
        position = metropolys.position(tokens={"c11": sort})
        position.play("3c10")
        assert (said in reasons(position, "-", "9c11")) == (sort == "site")


def test_a_number_that_is_kept_is_named_with_the_field_where_it_brings_more():
    position = metropolys.position("expert", tokens={"w4": "trendy", "c12": "site"})
    elsewhere = "Elsewhere the 5 could bring more if nobody outbids it: "
    assert any(one.startswith(elsewhere) and " on w4, " in one for one in reasons(position, "1n10", "5c12"))
    assert not any("Elsewhere" in one for one in reasons(position, "5c9", "5c12")), "it is not kept"
    assert not any("Elsewhere" in one for one in reasons(position, "1n10", "5w4")), "nowhere is better"


# ---------------------------------------------------------------- Quadropolis


def test_what_a_building_is_worth_later_speaks_only_for_the_better_place():
    city = {"b3": "H", "c2": "H"}
    position = quadropolis(cities={0: city}, hand="F1", number=3, actor=0)
    said = reasons(position, "c3", "a3")
    assert any(
        one.startswith("Once every building has what it needs: factory (1 energy) (row 3, column 3) +6") for one in said
    )
    assert not any("Once every" in one for one in reasons(position, "a3", "c3"))


def test_what_the_next_player_gets_is_what_they_could_really_take():
    spaces = [f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6)]
    site = {"r1c1": "H20", "r5c5": "T2"} | dict.fromkeys(spaces[1:-1])
    position = quadropolis(
        site=site, cities={1: {"a2": "H", "a3": "H", "d4": "T"}}, actor=0, residents=(0, 3), energy=(0, 2)
    )
    left = "The move played leaves Player 2 a tile worth"
    assert any(one.startswith(left) and "harbour (2 residents)" in one for one in reasons(position, "1N1 a1", "1S5 a1"))
    assert not any(one.startswith(left) for one in reasons(position, "1S5 a1", "1N1 a1"))


def test_what_the_city_lacks_helps_only_if_it_lacks_it():
    for energy, lacks in ((0, True), (5, False)):
        position = quadropolis(
            cities={0: {"a1": "T", "a2": "S"}}, site={"r1c1": "F2", "r1c2": "K"}, actor=0, energy=(energy,)
        )
        said = "The buildings of the city still lack 2 energy; this helps: factory (2 energy)."
        assert (said in reasons(position, "1N1 b1", "1N2 b1")) == lacks


def test_a_discarded_tile_is_no_building():
    position = quadropolis(hand="T2", number=1, actor=0)
    assert "The move played ends without a building: tower (2 residents)." in reasons(position, "a1", "x")
    assert not any("without a building" in one for one in reasons(position, "a1", "b1"))


def test_a_cell_kept_free_is_worth_what_a_building_there_would_add():
    """And it is named only if no other cell would do as well."""
    free = "The better move keeps row 2, column 1 free, worth up to +7 once every building has what it needs (harbour: "
    for city, named in (({"a1": "H", "c1": "H"}, True), ({"b2": "H", "b3": "H"}, False)):
        position = quadropolis(cities={0: city}, hand="P", number=2, actor=0)
        said = reasons(position, "c2", "b1")
        assert any(one.startswith(free) for one in said) == named, said
        assert not any("keeps" in one for one in reasons(position, "b1", "c2"))


def test_what_a_building_could_add_later_is_more_than_anywhere_after_the_other_move():
    position = quadropolis(cities={0: {"c3": "H"}}, hand="H20", number=3, actor=0)
    later = (
        "Once every building has what it needs, harbour (row 3, column 2) could add +7: Harbours +7. After the move "
        "played it would be at most +4"
    )
    assert any(one.startswith(later) for one in reasons(position, "c1", "c4"))
    assert not any("needs, harbour" in one for one in reasons(position, "c4", "c1"))


def test_room_is_said_of_the_same_tile_only():
    position = quadropolis(hand="S", number=1, actor=0)
    room = "More free cells lie beside row 1, column 2, 3 instead of 2"
    assert any(one.startswith(room) for one in reasons(position, "a2", "a1"))
    assert not any("More free cells" in one for one in reasons(position, "a1", "a2"))


# -------------------------------------------------------------------- U-Build


def owned(seat=0, *names):
    """A Classic match in which a seat owns districts and builds."""
    setup = Setup()
    setup.put(owner=",".join(f"{name}:{seat}" for name in names))
    return setup.turn(0, "BUILD")


def test_a_visitor_is_named_only_within_the_next_roll():
    for steps, near in ((5, True), (13, False), (1, False)):
        setup = owned(0, "r1")
        setup.s.at[1] = (setup.space("r1") - steps) % int(setup.b.n_spaces)
        said = reasons(setup.position, "block:r1:r", "end")
        assert any(one.startswith(f"Player 2 is {steps} spaces away from") for one in said) == near, (steps, said)
    setup = owned(0, "r1").jail(1)
    assert not any("away from" in one for one in reasons(setup.position, "block:r1:r", "end"))


def test_a_rent_that_a_visitor_cannot_pay_is_no_reason():
    for cash, named in ((9 * M, True), (0, False)):
        setup = owned(0, "r1").cash(9 * M, cash)
        setup.s.at[1] = (setup.space("r1") - 5) % int(setup.b.n_spaces)
        assert any("away from" in one for one in reasons(setup.position, "block:r1:r", "end")) == named


def test_with_a_debt_that_nobody_can_pay_no_rent_is_to_come():
    """A mortgage that is not enough: the match ends with it."""
    for debt, named in ((1, True), (90 * M, False)):
        setup = Setup().put(owner="r1:0,r2:0", blocks="r1:2,0").cash(0, 9 * M)
        setup.put(debtor=0, creditor=1, debt=debt).turn(0, "RAISE")
        setup.s.at[1] = (setup.space("r1") - 5) % int(setup.b.n_spaces)
        assert any("away from" in one for one in reasons(setup.position, "mortgage:r2", "mortgage:r1")) == named


def test_with_the_last_try_every_move_leaves_jail():
    for tries, named in ((1, True), (2, False)):
        setup = Setup().jail(0, tries).turn(0, "JAIL")
        assert any("outside" in one for one in reasons(setup.position, "fine", "roll")) == named


def test_money_that_a_rent_ahead_takes_is_not_spent():
    setup = owned(0, "r1").put(owner="r1:0,d1:1", blocks="d1:5,0")
    setup.s.at[0] = (setup.space("d1") - 4) % int(setup.b.n_spaces)
    due = setup.rent("d1")
    price = int(setup.b.block_price[index("r1")][0])
    for cash, short in ((due, True), (due + price, False)):
        setup.s.cash[0] = cash
        assert any("4 spaces ahead, costs" in one for one in reasons(setup.position, "end", "block:r1:r")) == short
        fits = [one for one in reasons(setup.position, "block:r1:r", "end") if "It can be afforded" in one]
        assert bool(fits) == (not short)


def test_a_colour_for_sale_is_completed_only_with_its_last_district():
    group = [d for d in DISTRICT_IDS if d[0] == "p"]
    for have in (group[1:], group[2:]):
        setup = Setup().put(owner=",".join(f"{name}:0" for name in have)).turn(0, "BUY").at(0, group[0])
        said = reasons(setup.position, "buy", "auction")
        assert any("completes a colour of Player 1: pink" in one for one in said) == (len(have) == len(group) - 1), said


def test_a_bid_above_the_price_of_the_card_is_called_so():
    setup = Setup().turn(0, "AUCTION").at(0, "p1").put(bidding=3, bid=5, leader=1)
    price = int(setup.b.price[index("p1")])
    for paid, dear in ((price + 10, True), (price - 10, False)):
        said = reasons(setup.position, "drop", f"bid:{paid * 10}k")
        assert any("is more than the price of" in one for one in said) == dear


def test_visits_that_earn_a_bid_back_are_counted_where_they_are_many():
    setup = Setup().turn(0, "AUCTION").at(0, "p1").put(bidding=3, bid=5, leader=1)
    rent = int(setup.b.rent[index("p1")][0])
    for times, many in ((5, True), (2, False)):
        said = reasons(setup.position, "drop", f"bid:{times * rent * 10}k")
        assert any(f"it takes {times} visits to earn" in one for one in said) == many


def test_a_colour_that_somebody_else_holds_a_part_of_needs_a_deal():
    for owner, blocked in (("p2:1", True), ("p2:0", False)):
        setup = Setup().put(owner=owner).turn(0, "AUCTION").at(0, "p1").put(bidding=3, bid=5, leader=1)
        said = reasons(setup.position, "drop", "bid:300k")
        assert any("without a deal" in one for one in said) == blocked
        assert any("nobody completes a colour" in one for one in said) != blocked


def test_what_an_offer_gives_and_gets_speaks_for_sending_it_or_against():
    setup = Setup().put(owner="p1:0,d1:1", opener=0, partner=1, given="p1", taken="d1").turn(0, "DEAL")
    terms = "By the prices of the cards, and with the cash, Player 1 gives 1.4M and gets 3.5M."
    assert terms in reasons(setup.position, "send", "cancel")
    assert terms not in reasons(setup.position, "cancel", "send")


def test_a_hazard_is_named_with_those_whom_it_touches():
    setup = owned(0, "r1").put(owner="r1:0,y1:1")
    slots = [slot for slot in range(int(setup.b.n_slots)) if setup.b.slot_districts[slot] >> index("r1") & 1]
    for slot in slots:
        setup.hazard(slot)
        setup.turn(0, "HAZARD")
        for move in (text for text in setup.legal if text.startswith("move")):
            to = int(move[-2:])
            frees = not setup.b.slot_districts[to] >> index("r1") & 1
            said = reasons(setup.position, move, "end")
            assert any("takes the hazard away from districts of Player 1" in one for one in said) == frees
            assert not any("The move played puts a hazard" in one for one in said)
        break


def test_what_a_stadium_costs_and_brings_speaks_against_it():
    setup = owned(0, "r1").put(owner="r1:0,r2:0")
    setup.s.cash[0] = 20 * M
    build = next(move for move in setup.legal if move.startswith("stadium:"))
    said = "The stadium costs 2M and brings 1M whenever its owner passes GO: it takes 2 times to earn it back."
    for played in (build, "end"):
        told = reasons(setup.position, "block:r1:r", played)
        assert (said in told) == (played == build), told


def test_a_low_bid_is_called_too_dear_only_if_it_takes_long_to_earn_back():
    setup = Setup().put(owner="p2:1").turn(0, "AUCTION").at(0, "p1").put(bidding=3, bid=5, leader=1)
    assert not any("without a deal" in one for one in reasons(setup.position, "drop", "bid:100k"))


def test_what_only_the_cash_of_a_mortgage_makes_possible_is_named():
    setup = Setup().put(owner="r1:0,d1:0").turn(0, "BUILD")
    said = "Only the cash of the mortgage makes this move possible: “"
    price = int(setup.b.block_price[index("d1")][0])
    for cash, only in ((price - 1, True), (price * 9, False)):
        setup.s.cash[0] = cash
        told = reasons(setup.position, "mortgage:r1", "end")
        assert any(one.startswith(said) and "block" in one for one in told) == only, told


def test_a_mortgage_that_nothing_forces_loses_a_rent():
    setup = owned(0, "r1")
    assert any("Nothing has to be paid now" in one for one in reasons(setup.position, "end", "mortgage:r1"))
    setup.put(debtor=0, creditor=1, debt=int(3 * M)).turn(0, "RAISE")
    setup.put(owner="r1:0,r2:0")
    setup.s.cash[0] = 0
    assert not any("Nothing has to be paid" in one for one in reasons(setup.position, "mortgage:r2", "mortgage:r1"))


# ---------------------------------------------------------------------- study


def test_the_search_alone_is_named_only_where_nothing_else_is_known():
    position = metropolys.position(built=[[], ["9n8"]])
    seen, names = position.seen_by(0), titles(position.game)
    one, other = (seen.number_of(text) for text in ("1n10", "5c9"))
    nothing = [Difference(seat, 0.0, 0.0, ()) for seat in range(4)]
    said = [str(message) for message in why(seen, one, other, nothing, names, (0.4, 0.2))]
    assert any("even the 1 wins" in text for text in said) and not any("The search" in text for text in said)
    same = [str(message) for message in why(seen, one, one, nothing, names, (0.4, 0.2))]
    assert any("The search puts the chance" in text for text in same)
    sure = [Difference(0, 5.0, 5.0, (("area", 5.0),)), *nothing[1:]]
    said = [str(message) for message in why(seen, one, other, sure, names, (0.4, 0.2))]
    assert (
        said[-1].startswith("By the end the better move is worth about 5 points to Player 1") and len(said) <= ROOM + 2
    )


@pytest.mark.parametrize(
    ("total", "sure", "told"),
    [
        (2.0, (("area", 2.2),), "more from Area goal"),
        (3.0, (("area", 4.0), ("site", -1.8), ("subway", 0.5)), "more from Area goal, less from Archaeological sites"),
        (-3.0, (("area", -4.0), ("site", 1.8)), "less from Area goal, more from Archaeological sites"),
        (-3.0, (("area", -4.0),), "less from Area goal"),
        (3.0, (("site", -1.8),), None),
        (3.0, (), None),
    ],
)
def test_the_main_categories_of_a_difference_are_named_without_amounts_that_matches_cannot_tell(total, sure, told):
    said = study.balance(metropolys.game("expert", 2), Difference(0, total, total, sure))
    assert (None if said is None else str(said)) == told


def test_an_amount_is_told_as_far_as_matches_tell_it():
    played = metropolys.game("expert", 2)
    for change, error, told in ((4.2, 1.4, "3 to 6 points"), (4.2, 0.2, "4 points"), (1.2, 3.0, "1 to 4 points")):
        assert str(study.about(played, change, error)) == told
    assert str(study.about(game("ubuild"), 130.5, 24.6)) == "1.1M to 1.6M"


@pytest.mark.parametrize(("values", "error"), [((1.0, 3.0, 5.0, 7.0), 1.291), ((2.0, 2.0), 0.0)])
def test_the_error_of_a_mean_is_one_standard_error(values, error):
    assert study.mean_and_error(values)[1] == pytest.approx(error, abs=0.001)


def test_every_rival_who_has_less_at_once_is_named():
    setup = Setup(players=3).turn(0, "PLANNING")
    both = next(slot for slot in range(int(setup.b.n_slots)) if int(setup.b.slot_districts[slot]).bit_count() == 2)
    near = [name for name in DISTRICT_IDS if setup.b.slot_districts[both] >> index(name) & 1]
    far = next(
        slot for slot in range(int(setup.b.n_slots)) if not setup.b.slot_districts[slot] & setup.b.slot_districts[both]
    )
    bare = next(name for name in DISTRICT_IDS if setup.b.slot_districts[far] >> index(name) & 1)
    setup.put(owner=f"{near[0]}:1,{near[1]}:2,{bare}:1")
    for name in near:
        setup.s.blocks[index(name)][0] = 3
    seen = setup.turn(0, "PLANNING").position.seen_by(0)
    one, other = (seen.number_of(f"hazard:s{slot:02}") for slot in (both, far))
    said = [str(message) for message in why(seen, one, other, (), titles(seen.game), (0.4, 0.2))]
    worse = {text.split(" has ")[0] for text in said if " has " in text}
    assert worse == {"At once, Player 2", "At once, Player 3"}


def test_what_a_rival_buys_is_not_called_a_loss():
    setup = Setup().turn(0, "AUCTION").at(0, "p1").put(bidding=3, bid=100, leader=1)
    seen = setup.position.seen_by(0)
    said = why(seen, *map(seen.number_of, ("drop", "bid:3M")), (), titles(seen.game), (0.4, 0.2))
    assert said and not any("Player 2 has" in str(message) for message in said)


def test_moves_that_are_worth_the_same_at_once_are_said_to_be():
    position = metropolys.position(tokens={"c10": "trendy"}, built=[["13n8", "12n5"]])
    seen = position.seen_by(0)
    one, other = (seen.number_of(text) for text in ("9c10", "7c10"))
    said = [str(message) for message in why(seen, one, other, (), titles(seen.game), (0.4, 0.2))]
    assert any("both moves are worth +" in text and "Trendy neighbourhoods +3" in text for text in said), said


def test_steps_of_an_offer_are_not_judged_but_whether_it_is_made_is():
    setup = Setup().put(owner="p1:0,d1:1").turn(0, "BUILD")
    match = Match(setup.position.game, start=setup.position)
    match.play("deal:2", "give:p1", "take:d1", "pay:100k", "cancel")
    judged = [str(seen.move(number).text) for _, seen, number in assessment.decisions(match)]
    assert judged == ["cancel"]


def loss_after(monkeypatch, lead, fall):
    """An assessment of a first move of Quadropolis for which nothing speaks but the search, and what is left of it."""
    position = game("quadropolis", players=2).new(5).position
    seen = position.seen_by(position.actor)
    number = seen.legal_numbers()[0]
    found = assessment.Assessment(0, seen.actor, number, number, 0.5, 0.5 - fall, 4.0, 9, (0.5, 0.5))
    ends = tuple(Difference(seat, 0.0, lead if seat == seen.actor else 0.0, ()) for seat in range(2))
    monkeypatch.setattr(assessment, "differences", lambda *_: ends)
    return assessment.played_on(seen, found, 8)


@pytest.mark.parametrize(("lead", "costly"), [(2.0, True), (0.0, True), (-2.0, False)])
def test_a_loss_that_matches_played_on_contradict_is_none(monkeypatch, lead, costly):
    judged = loss_after(monkeypatch, lead, 0.2)
    assert (judged.loss, judged.after) == ((4.0, 0.3) if costly else (0.0, 0.5))


@pytest.mark.parametrize(("fall", "costly"), [(0.02, False), (0.06, True)])
def test_a_loss_for_which_nothing_can_be_said_is_none_unless_the_chance_falls_clearly(monkeypatch, fall, costly):
    assert bool(loss_after(monkeypatch, 0.0, fall).loss) == costly


def test_matches_are_played_on_from_the_costliest_moves_as_far_as_time_goes():
    def costly(ply, loss):
        return assessment.Assessment(ply, 0, 1, 2, 0.5, 0.4, loss, 9, (0.5, 0.5))

    long = [costly(ply, 1.0 + ply % 7) for ply in range(600)]
    chosen = dict(assessment.to_play_on(long))
    assert len(chosen) == 600, "of each it is asked whether something speaks for it"
    losses = sorted((one.loss for one in long), reverse=True)
    assert [long[i].loss for i in chosen] == losses and all(list(chosen.values())[: assessment.NAMED])
    assert sum(2 * (600 - i) * worlds for i, worlds in chosen.items()) <= 2 * assessment.PLAYED_ON
    short = [costly(0, 0.0), *(costly(ply, 9.0 - ply) for ply in range(1, 6))]
    every = [assessment.WORLDS] * 3 + [assessment.OF_OTHERS] * 2
    assert list(dict(assessment.to_play_on(short)).values()) == every
