"""The guide of U-Build: what it counts is in the box and in the docs. That it can be shown, played and said the kit
tries."""

import json
import random
from functools import partial

import pytest

import tripolis
from tests.books import match_of, picture_of
from tests.ubuild.positions import Setup
from tripolis.engine.guide import Table, start, walk
from tripolis.games.ubuild import GAME
from tripolis.games.ubuild.book import facts
from tripolis.games.ubuild.face.district_cards import explain_rent
from tripolis.games.ubuild.face.labels import amount, card_words
from tripolis.games.ubuild.options import OPTION_NAMES
from tripolis.games.ubuild.rules.state import DISTRICT_IDS, UNIT, Phase, Space

GUIDE, RULINGS, TOUR, aid = GAME.book.guide, GAME.book.rulings, GAME.book.tour, GAME.book.aid
FACTS = facts()
TRACKS = ["starter", "classic", "pro"]
STATUSES = {"price": "price_status", "residential": "building_price_status", "skyscraper": "skyscraper_status"}


picture = partial(picture_of, GAME)
at = partial(match_of, GAME)
AUCTION = picture("Buy or auction")
BLOCKS = picture("Blocks and rent")
BRIDGE = picture("Bridges and cards")
SKYSCRAPER = picture("Stadium, skyscraper, tower")
PLANNING = picture("Planning Permission")
HAZARD = picture("Hazards")
DEAL = picture("Deals")


def district(name):
    return DISTRICT_IDS.index(name)


def positions(track, players, **options):
    """Moments of a match that greedy choices and chance play."""
    game = tripolis.game("ubuild", track=track, players=players, round_limit="8", **options)
    match, chance = game.new(players), random.Random(1)
    yield match
    while not match.over:
        action = int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work))
        match.play(action if chance.random() < 0.9 else chance.choice(match.position.legal_numbers()))
        if len(match.moves) % 23 == 0 or match.over:
            yield match


def box_file(name):
    return json.loads(GAME.rules.standard_box()[name])


# --------------------------------------------------------------------- rules


def test_the_rules_say_early_that_most_is_reconstructed():
    assert any("reconstructed" in str(paragraph) for paragraph in GUIDE[1].paragraphs)


def test_the_marked_slots_are_those_where_a_hazard_can_be_built():
    match = at(PLANNING)
    legal = {f"slot-{int(move.text[-2:])}" for move in match.legal() if move.text.startswith("hazard:")}
    assert match.position.record.phase == Phase.PLANNING and set(PLANNING.marked) == legal


def test_captions_count_as_the_position_does():
    s = at(AUCTION).position.record
    assert AUCTION.caption.args["bid"] == amount(s.bid) and s.phase == Phase.AUCTION and s.actor == 0
    said = [str(at(BLOCKS).position.words(event)) for event in at(BLOCKS).events[-1]]
    assert any("1M" in text and "Gerberheim" in text for text in said), said
    rents = {name: at(picture).scores()[1]["rents"] for name, picture in (("two", SKYSCRAPER), ("haz", HAZARD))}
    args, spoilt = SKYSCRAPER.caption.args, HAZARD.caption.args
    assert (args["rent"], args["plain"], spoilt["rent"]) == (amount(1300), amount(650), amount(36))
    assert rents["two"] - rents["haz"] == 1300 - 36, "what the power plant takes from Arkadenstadt"
    b = at(SKYSCRAPER).game.plain_box
    assert b.rent[district("r2")][5] == 650 and 2 * b.rent[district("r2")][0] == 36
    s = at(DEAL).position.record
    assert DEAL.caption.args["sum"] == amount(s.offer_cash) and s.actor == 0 and s.taken == 1 << district("r2")
    s = at(BRIDGE).position.record
    assert s.phase == Phase.EVENT and s.raised >> 10 & 1 and s.at[0] == 10


@pytest.mark.parametrize("track", TRACKS)
def test_numbers_of_the_rules_are_those_of_the_box(track):
    game = GAME.configure(track=track)
    assert game.plain_box.n_spaces == FACTS["spaces"][track]
    constants = box_file("constants.json")["constants"]
    assert FACTS["money"][track] == amount(constants["starting_money"]["value"][track] // UNIT)
    assert FACTS["salary"] == amount(constants["salary"]["value"] // UNIT)
    default = {option.name: option.default for option in GAME.options}
    deals = next(section for section in GUIDE if str(section.title) == "Deals")
    assert deals.paragraphs[1].args["n"] == default["max_offers"]


def section(name):
    return next(section for section in GUIDE if section.name == name)


def tables(name):
    return [{str(row[0]): row[1:] for row in block.rows} for block in section(name).blocks if isinstance(block, Table)]


def test_the_worked_final_score_is_that_of_the_match():
    (table,) = tables("example")
    (shown,) = section("example").pictures
    match = at(shown)
    for column, seat in enumerate((0, 2)):
        cells = {row: texts[column] for row, texts in table.items()}
        account = match.scores()[seat]
        rents = [text for row, text in cells.items() if "block" in row and text != "–"]
        owned = [d for d in range(len(DISTRICT_IDS)) if match.position.record.owner[d] == seat]
        assert cells["Cash"] == amount(account["cash"]) and cells["Worth"] == amount(account.total)
        explained = [explain_rent(match.position.plain, match.game.plain_box, d) for d in owned]
        assert sorted(map(str, rents)) == sorted(str(amount(rent.total)) for rent in explained)
    said = section("example").paragraphs
    s = match.position.record
    assert said[0].args == {"debt": amount(500), "left": amount(430)} and match.over and s.owner[district("r2")] == 2
    assert said[1].args == {"plain": amount(100), "base": amount(12)}


def test_the_example_of_the_rulebook_is_counted_as_the_box_does():
    """p. 12: two residential blocks are worthless, four industrial ones count, and a skyscraper doubles."""
    table = Setup("classic", 2).own(1, "p3", "p1", "p2").blocks("p3", 2, 4).special("skyscraper", "p2")
    table.hazard(table.slots("p3")[0])
    rent = explain_rent(table.position.plain, table.game.plain_box, district("p3"))
    assert section("rent").paragraphs[-1].args == {"plain": amount(rent.plain), "rent": amount(rent.total)}


@pytest.mark.parametrize(("column", "track"), list(enumerate(TRACKS)))
def test_the_table_of_tracks_is_that_of_the_box(column, track):
    (table,) = tables("which")
    game = GAME.configure(track=track)
    layout = box_file("tracks.json")["tracks"][track]["layout"].split(":")[1].split(".")
    cells = {row: str(values[column]) for row, values in table.items()}
    assert cells["Spaces"] == str(game.plain_box.n_spaces) and cells["Dice"] == str(game.plain_box.dice)
    assert cells["Bridges"] == str(layout.count("BRIDGE"))
    assert cells["Double tiles"] == str(sum(len(tile) == 2 for tile in layout) - layout.count("GO"))
    assert cells["Planning Permission"] == ("yes" if {"DA", "DB"} <= set(layout) else "no")


def test_the_buildings_in_the_box_are_all_of_them():
    (table,) = tables("box")
    counts = [int(str(row[-1])) for row in table.values()]
    assert counts == list(box_file("constants.json")["constants"]["stock"]["value"].values()) and sum(counts) == 91


def test_set_up_pictures_number_each_bridge_and_go():
    for shown in section("setup").pictures:
        match = at(shown)
        b = match.game.plain_box
        bridges = [space for space in range(b.n_spaces) if b.space[space] == Space.BRIDGE]
        assert shown.numbered[1] == tuple(f"space-{space}" for space in bridges)
        assert shown.numbered[2] == ("space-0",) and set(match.position.record.at[: match.game.players]) == {0}


# ------------------------------------------------------------------- rulings


def test_every_ruling_is_there():
    first, *others = RULINGS
    assert "reconstructed" in str(first.answer)
    assert [ruling.number for ruling in others] == [f"R{n}" for n in range(1, 47)] + [f"T{n}" for n in range(1, 19)]


def test_rulings_that_are_switches_name_their_option():
    switches = {"R2": "planning_move", "R13": "one_project", "R18": "double_from_jail_rolls_again"}
    switches |= {"R23": "mortgage_ignores_hazard", "R31": "unlimited_blocks", "T16": "round_limit"}
    named = {ruling.number: ruling.answer.args["option"] for ruling in RULINGS if "option" in ruling.answer.args}
    assert named == {number: OPTION_NAMES[option] for number, option in switches.items()}
    (deals,) = (ruling.answer.args for ruling in RULINGS if ruling.number == "T11")
    assert (deals["first"], deals["second"]) == (OPTION_NAMES["max_offers"], OPTION_NAMES["max_edits"])
    default = {option.name: option.default for option in GAME.options}
    assert (int(deals["offers"]), int(deals["edits"])) == (default["max_offers"], default["max_edits"])


# ----------------------------------------------------------------------- aid


def table(position, title):
    return next(found for found in aid(position) if found.title.text == title)


@pytest.mark.parametrize("track", TRACKS)
def test_prices_and_rents_are_those_of_the_box(track):
    position = tripolis.game("ubuild", track=track, players=2).new(1).seen_by(0)
    b, cards = position.game.plain_box, {row["id"]: row for row in box_file("districts.json")["districts"]}
    order = [DISTRICT_IDS[d] for d in b.district[: b.n_spaces] if d >= 0]
    rents = table(position, "Rents of this track in millions, by blocks")
    prices = table(position, "Prices of this track in millions")
    assert [row[0] for row in rents.rows] == [row[0] for row in prices.rows] == [cards[name]["name"] for name in order]
    kinds = ["price", "residential", *([] if track == "starter" else ["industrial"]), "skyscraper"]
    for name, row, costs in zip(order, rents.rows, prices.rows, strict=True):
        card = cards[name]
        assert [float(str(cell)) * 1e6 for cell in row[1:]] == pytest.approx([card["base_rent"], *card["rents"]])
        assert [float(str(cell)) * 1e6 for cell in costs[1:]] == pytest.approx([card[kind] for kind in kinds])


@pytest.mark.parametrize("track", TRACKS)
def test_other_prices_are_those_of_the_box(track):
    position = tripolis.game("ubuild", track=track, players=2).new(1).seen_by(0)
    constants = box_file("constants.json")["constants"]
    rows = [str(row[1]) for row in table(position, "Other prices").rows]
    names = ["salary", "stadium_bonus", "bridge_toll", "jail_fine", "hazard_move_price", "stadium_price", "tower_price"]
    if track == "starter":
        names = [name for name in names if name not in ("stadium_bonus", "stadium_price", "tower_price")]
    money = constants["starting_money"]["value"][track]
    assert rows == [str(amount(money // UNIT)), *(str(amount(constants[name]["value"] // UNIT)) for name in names)]


@pytest.mark.parametrize(("track", "players"), [("starter", 2), ("classic", 3), ("pro", 6)])
def test_everyone_has_and_the_bank_keeps_what_the_position_says(track, players):
    for match in positions(track, players):
        s, b, view = match.position.record, match.game.plain_box, match.seen_by(0)
        for seat, row in enumerate(table(view, "What everyone has").rows):
            account = match.scores()[seat]
            assert row[1:4] == (amount(s.cash[seat]), amount(account["rents"]), amount(account.total))
            assert row[4].replace("–", "").split() == [
                name for d, name in enumerate(DISTRICT_IDS) if s.owner[d] == seat
            ]
        bank = {str(row[0]): row[1:] for row in table(view, "What is left in the bank").rows}
        assert bank["residential block"] == (str(s.stock[0]), f"{b.stock[0]}?")
        assert ("industrial block" in bank) == ("stadium" in bank) == (track != "starter")
        if track != "starter":
            assert bank["stadium"] == (str(int(s.stadium[0] < 0)), "1")
            assert bank["Monopoly Tower"] == (str(int(s.tower[0] < 0)), "1~")
        for name, slots in (("bonus building", s.bonus), ("hazard", s.hazard)):
            assert bank[name] == (str(3 - sum(slot >= 0 for slot in slots)), "3?")
        cards = table(view, "Cards not seen yet")
        unseen = [card for card in range(17) if s.unseen >> card & 1]
        if unseen:
            assert [row[:2] for row in cards.rows] == [(card_words(b, c, 1), card_words(b, c, 0)) for c in unseen]
        note = cards.note.args
        assert note["left"] == len(unseen) and sum(note.values()) == 17


def test_the_aid_follows_the_options():
    position = tripolis.game("ubuild", players=2, unlimited_blocks=True, money="15M").new(1).seen_by(0)
    assert table(position, "What is left in the bank").rows[0][1:] == ("∞", "∞")
    assert str(table(position, "Other prices").rows[0][1]) == "15M", "an amount that was chosen has no sign"


# ---------------------------------------------------------------------- tour


def tour_at_its_end():
    match = start(GAME, TOUR.options, TOUR.seed)
    for step in TOUR.steps:
        match.play(*filter(None, (step.move, *step.replies)))
    return match


def test_the_tour_begins_with_the_player_and_ends_when_one_may_build():
    assert start(GAME, TOUR.options, TOUR.seed).position.record.start == 0
    assert tour_at_its_end().position.record.phase == Phase.BUILD


def test_the_tour_tells_the_truth():
    steps = [(step, match.position.copy(), match.game.plain_box) for step, match in walk(GAME, TOUR)]
    args = [step.text.args for step, _, _ in steps]
    records = [position.record for _, position, _ in steps]
    b, p2, b1 = steps[0][2], district("p2"), district("b1")
    assert args[0]["spaces"] == b.n_spaces and args[1]["cash"] == amount(records[0].cash[0])
    assert records[3].at[0] == 5 and args[3]["price"] == amount(b.price[p2])
    assert args[4] == {
        "base": amount(b.rent[p2][0]),
        "rent": amount(b.rent[p2][1]),
        "price": amount(b.block_price[p2][0]),
    }
    assert args[6] == {"bid": amount(records[6].bid), "least": amount(records[6].bid + 1)}
    assert records[7].at[0] == 5 and records[8].at[0] == 10 and args[8]["toll"] == amount(b.toll)
    assert records[9].blocks[p2][0] == 2 and args[9]["rent"] == args[10]["rent"] == amount(b.rent[p2][2])
    assert records[10].cash[0] - records[9].cash[0] == b.rent[p2][2], "the rent was paid"
    assert args[10]["sum"] == amount(-records[10].offer_cash) and -records[10].offer_cash < b.price[district("b2")]
    assert args[11]["salary"] == args[12]["salary"] == amount(b.salary)
    assert records[12].cash[0] - records[11].cash[0] == b.salary and args[12]["price"] == amount(b.price[b1])
    assert args[13]["most"] == b.turn_blocks and records[13].holds[0] & b.group_set[0] == b.group_set[0]
