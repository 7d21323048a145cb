"""Scenes of U-Build: pieces that stay the same sprites, values with their status. What holds for all games the kit
tries."""

import pytest

from tests.ubuild.positions import M, Setup
from tripolis import game
from tripolis.engine.scene import diff
from tripolis.engine.words import words
from tripolis.games.ubuild.face.district_cards import certainty_sign
from tripolis.games.ubuild.face.scene import name_lines


def test_unlisted_bids_are_put_together_from_steps_that_are_there():
    table = Setup("classic").cash(234, 10 * M).at(0, "l1").turn(0, "AUCTION")
    table.s.bid, table.s.leader, table.s.bidding = 1, 1, 3
    sprites = table.position.scene().by_id
    path = table.position.move(table.position.number_of("bid:1.37M")).path
    assert path == ("add-1M", "add-100k", "add-100k", "add-100k", "add-50k", "add-10k", "do-bid")
    assert set(path) <= set(sprites)


def test_pieces_keep_their_ids_and_move():
    """A deed goes from the bank to its owner, a building from the bank to its slot, a piece along the track."""
    table = Setup("classic").cash(20 * M, 20 * M)
    before = table.position.scene()
    table.roll(1, 3)
    table.play("buy")
    after = table.position.scene()
    assert {"token-0", "deed-l3"} <= {sprite.id for sprite in diff(before, after).changed}
    assert (before["deed-l3"].area, after["deed-l3"].area) == ("panel:bank", "panel:seat-0")
    table.turn(0, "PLANNING")
    slot = table.slots("l3")[0] if table.slots("l3") else int(table.b.slots_of[4][0])
    table.play(f"bonus:s{slot:02}")
    assert (after["bonus-0"].area, table.position.scene()["bonus-0"].area) == ("panel:bank", "board")


def test_offered_deeds_lie_on_the_table():
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1", "take:p1", "pay:500k")
    scene = table.position.scene()
    assert scene["offered-l1"].area == scene["offered-p1"].area == "panel:table"
    assert (scene["deed-l1"].area, scene["deed-p1"].area) == ("panel:seat-0", "panel:seat-1"), "they are still there"
    assert str(scene["offer-cash-0"].label) == "Cash 500k"


def test_who_opens_an_auction_sees_why_they_cannot_drop_out():
    table = Setup("classic").cash(10 * M, 10 * M).at(0, "l1").turn(0, "AUCTION")
    table.s.bidding, table.s.leader = 3, -1
    position = table.position
    button, seen = position.scene()["do-drop"], {name for move in position.legal() for name in move.path}
    assert (str(button.note), "do-drop" in seen) == ("you open: bid first", False)
    card = position.game.face.card(position, "district-l1")
    assert str(card.facts[0].label) == "Price, no bid yet"
    table.s.bid, table.s.leader = 5, 1
    assert str(table.position.scene()["do-drop"].note) == "can't be undone"


def test_pieces_on_a_district_leave_its_blocks_in_sight():
    table = Setup("classic").own(0, "l1").cash(5 * M, 5 * M)
    for seat in (0, 1):
        table.at(seat, "l1")
    table.s.blocks[int(table.b.district[table.s.at[0]])] = (2, 1)
    scene = table.position.scene()
    blocks = [sprite for sprite in scene.sprites if sprite.id.startswith("block-l1")]
    assert blocks
    for token in (scene["token-0"], scene["token-1"]):
        for block in blocks:
            apart = token.x >= block.x + block.width or token.x + token.width <= block.x
            assert apart or token.y >= block.y + block.height or token.y + token.height <= block.y, (token, block)


def test_the_log_knows_which_lines_put_an_offer_together():
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    icons, box = table.position.game.face.icons, table.position.game.plain_box
    told = [table.play(move) for move in ("deal:2", "give:l1", "take:p1", "send")]
    steps = [icons(box, event.code, event.args).step for events in told for event in events]
    assert steps and all(steps)


def test_every_value_of_a_deed_is_shown_with_its_status():
    """Known values stand bare, decoded ones have ~, reconstructed ones ?; the card has the printed reading."""
    position = Setup("classic").position
    texts = [str(mark.text) for mark in position.scene()["title-p1"].marks]
    assert texts[texts.index("Base rent") :][:3] == ["Base rent", "100k", ""]
    assert texts[texts.index("8 blocks") :][:3] == ["8 blocks", "8M", "~"]
    assert texts[texts.index("Price") :][:3] == ["Price", "1.4M", "?"]
    lines = [str(line) for line in position.game.face.card(position, "district-p1").lines]
    assert "8 blocks: 8M (decoded, but uncertain; the scan prints: €9M)" in lines
    assert [certainty_sign(s) for s in ("known", "decoded", "inferred", "reconstructed: x")] == ["", "~", "~", "?"]


def test_values_on_the_track_stand_bare():
    """The price of a free district, the rent of one that is owned: how sure they are is said on the deed."""
    scene = Setup("classic").own(0, "p1", "p2").blocks("p1", 3).position.scene()
    said = {name: str(scene[f"district-{name}"].marks[-1].text) for name in ("p1", "p2", "p3")}
    assert said == {"p1": "2M", "p2": "100k", "p3": "1.6M"}


def test_slots_are_shown_only_where_something_may_be_built():
    table = Setup("classic").own(0, "p1").cash(5 * M, 5 * M).turn(0, "ROLL")
    assert not [name for name in table.position.scene().by_id if name.startswith("slot-")]
    table.turn(0, "PLANNING")
    lit = {name for move in table.position.legal() for name in move.path if name.startswith("slot-")}
    assert lit and lit == {name for name in table.position.scene().by_id if name.startswith("slot-")}


def test_long_names_stand_in_two_lines():
    names = ("Marktkai", "Goldküste", "Rembrandtpromenade", "Kargenfeld", "Bad Aibling-Nord")
    lines = {name: [line for _, line in name_lines(name)] for name in names}
    assert [len(found) for found in lines.values()] == [1, 1, 2, 1, 2]
    assert all(
        "".join(found).replace("-", "") == name.replace(" ", "").replace("-", "") for name, found in lines.items()
    )


def test_a_bid_is_asked_for_as_an_amount():
    """From one step above the highest bid to all that one has; the template makes every bid in between."""
    table = Setup("classic").cash(234, 10 * M).at(0, "l1").turn(0, "AUCTION")
    table.s.bid, table.s.leader, table.s.bidding = 50, 1, 3
    amount = table.position.game.face.amount(table.position)
    assert (amount.least, amount.most, amount.step) == (510, 2340, 10)
    assert amount.units == ((1000, "M"), (1, "k"))
    said = words("de", table.position.game)
    assert [said.render(form).format(n="3,5") for _, form in amount.forms] == ["3,5\u00a0Mio.", "3,5.000"]
    for n in (amount.least, 1000, amount.most):
        assert table.position.why_not(amount.template.format(n)) is None
    for n in (amount.least - amount.step, amount.most + amount.step):
        assert table.position.why_not(amount.template.format(n)) is not None
    assert table.position.number_of("bid:300000k") == table.position.number_of("bid:300M")


def test_an_offer_is_a_form_for_both_sides():
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1", "take:p1", "pay:500k")
    offer = table.position.game.face.composing(table.position.seen_by(0))
    assert [part.id for part in offer.give] == ["district-l1", "cash"] and [part.id for part in offer.get] == [
        "district-p1"
    ]
    assert offer.give[0].remove == ("tool-remove", "district-l1") and offer.give[1].remove == ("do-remove-cash",)
    assert (offer.send, offer.cancel, offer.seat) == (("do-send",), ("do-cancel",), 1)
    assert ("pay-100k",) in [step.path for step in offer.more_give] and not offer.more_get
    assert offer.most == (5000, 5000) and offer.give[0].colour == offer.give[0].symbol.replace("deed", "group")
    assert table.position.game.face.composing(table.position.seen_by(1)) is None, "nobody else has heard of it"
    table.play("send")
    answer = table.position.game.face.composing(table.position.seen_by(1))
    assert [part.id for part in answer.give] == ["district-p1"] and [part.id for part in answer.get] == [
        "district-l1",
        "cash",
    ]
    assert not answer.send and not any(part.remove for part in (*answer.give, *answer.get))


def test_the_button_that_sends_an_offer_keeps_its_place():
    """It is there from the first step on, so that the one that withdraws does not move when it may be pressed."""
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    places = []
    for text in ("deal:2", "give:l1", "take:p1"):
        table.play(text)
        sprites = {sprite.id: sprite for sprite in table.position.seen_by(0).scene().sprites}
        places.append([(name, sprites[name].x) for name in ("do-send", "do-cancel")])
    assert places[0] == places[1] == places[2]


def test_the_button_that_sends_an_offer_says_what_is_missing():
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")

    def note(*texts):
        table.play(*texts)
        return str(table.position.seen_by(0).scene().by_id["do-send"].note)

    assert note("deal:2") == note("give:l1") == "add what you want"
    assert note("take:p1") == "Player 2 may refuse"
    assert note("remove:l1") == "add what you give"
    assert note("pay:500k") == "Player 2 may refuse"


def test_an_offer_says_what_it_would_bring_to_each_side():
    table = Setup("classic").own(0, "p1", "p2", "l1", "l2").own(1, "p3", "l3").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1")
    offer = table.position.game.face.composing(table.position.seen_by(0))
    assert ("district-l2",) in [step.path for step in offer.more_give]
    assert [step.path for step in offer.more_get if not step.amount] == [("district-l3",), ("district-p3",)]
    table.play("take:p3")
    offer = table.position.game.face.composing(table.position.seen_by(0))
    assert ("You complete pink", 1) in [(str(effect.text), effect.sign) for effect in offer.effects]
    table.play("send")
    answer = table.position.game.face.composing(table.position.seen_by(1))
    assert ("Player 1 completes pink", -1) in [(str(effect.text), effect.sign) for effect in answer.effects]


def test_the_prompt_of_a_deal_names_both_sides():
    table = Setup("classic").own(0, "l1", "l2", "g1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")

    def says(seat):
        return str(table.position.game.face.prompt(table.position.seen_by(seat), ()))

    table.play("deal:2")
    assert says(0) == "Deal with Player 2: choose what you want and what you give for it"
    table.play("give:l1", "pay:500k")
    assert says(0) == "You give Player 2 Fischerlände and 500k: what do you want for it?"
    table.play("take:p1")
    assert says(0) == "Offer Player 2 Fischerlände and 500k for Wächtershausen?"
    table.play("give:l2", "give:g1", "send")
    assert says(1) == "Player 1 offers you 3 districts and 500k for Wächtershausen"


def test_the_card_of_the_space_where_one_stands_lies_open():
    """Where no form and no bids say what goes on."""
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    open_card = table.position.game.face.open_card
    assert open_card(table.position) == "space-0"
    table.play("deal:2")
    assert open_card(table.position) is None


def test_a_mortgaged_district_shows_its_owner_and_no_rent():
    table = Setup("classic").own(0, "p1").turn(0, "BUILD")
    table.play("mortgage:p1")
    scene = table.position.scene()
    assert [mark.symbol for mark in scene["mortgage-p1"].marks] == ["seat-0"]
    assert not any("100k" in str(mark.text) for mark in scene["district-p1"].marks)


def test_building_says_what_is_paid_and_how_the_rent_grows():
    table = Setup("classic").own(0, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    position = table.position.seen_by(0)
    outlook = position.game.face.outlook(position, position.number_of("block:p1:r"))
    assert str(outlook.note) == "Pay 1M: rent 100k → 500k"


def test_a_district_shows_the_rent_of_the_rules():
    """p. 12: two residential blocks are worthless beside a hazard, the skyscraper doubles."""
    table = Setup("classic").own(0, "p1", "p2", "p3").blocks("p3", 2, 4).special("skyscraper", "p2")
    table.hazard(table.slots("p3")[0])
    scene = table.position.scene()
    assert str(scene["district-p3"].label) == "Marktkai (pink), owner Player 1; rent 7M"
    assert [str(scene[f"block-p3-{block}"].marks[0].text) for block in ("r2", "i4")] == ["2×", "4"]


def test_mortgaged_deeds_lie_on_their_faces():
    table = Setup("classic").own(0, "l1").mortgage("l1", 6)
    scene = table.position.scene()
    assert scene["deed-l1"].symbol == "row-back" and scene["title-l1"].symbol == "title-back"
    assert "mortgage-l1" in scene.by_id


@pytest.mark.parametrize("track", ["classic", "pro"])
def test_no_space_lies_in_the_free_part_of_the_track_or_under_the_dice(track):
    """What is open now goes there: an offer, an auction, a card."""
    scene = game("ubuild", players=3, track=track).new(1).position.seen_by(0).scene(None)
    board = next(area for area in scene.areas if area.name == "board")
    left, top, width, height = board.free
    dice = scene["deck"]
    open_parts = [(left, top, left + width, top + height), (dice.x, dice.y, dice.x + dice.width, dice.y + dice.height)]
    spaces = [sprite for sprite in scene.sprites if sprite.id.startswith(("space-", "district-"))]
    assert len(spaces) > 20 and height >= 200
    for x0, y0, x1, y1 in open_parts:
        for space in spaces:
            # A hex is half as wide at its tips.
            for share_x, share_y in ((0, 0.25), (0.25, 0)):
                sx0, sx1 = space.x + share_x * space.width, space.x + (1 - share_x) * space.width
                sy0, sy1 = space.y + share_y * space.height, space.y + (1 - share_y) * space.height
                assert sx1 <= x0 or sx0 >= x1 or sy1 <= y0 or sy0 >= y1, (space.id, track)
