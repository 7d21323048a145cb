"""Scenes of U-Build: pieces that stay the same sprites, values with their status. What holds for all games the kit
tries."""

from tests.ubuild.positions import M, Setup
from tripolis.engine.scene import diff
from tripolis.games.ubuild.face.district_cards import certainty_sign


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
    assert (before["deed-l3"].area, after["deed-l3"].area) == ("panel:bank", "panel:seats")
    table.turn(0, "PLANNING")
    slot = table.slots("l3")[0] if table.slots("l3") else int(table.b.slots_of[4][0])
    table.play(f"bonus:s{slot:02}")
    assert (after["bonus-0"].area, table.position.scene()["bonus-0"].area) == ("panel:bank", "board")


def test_offered_deeds_lie_on_the_table():
    table = Setup("classic").own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    table.play("deal:2", "give:l1", "take:p1", "pay:500k")
    scene = table.position.scene()
    assert scene["deed-l1"].area == scene["deed-p1"].area == "panel:table"
    assert str(scene["offer-cash-0"].label) == "Cash 500k"


def test_every_value_is_shown_with_its_status():
    """Known values stand bare, decoded ones have ~, reconstructed ones ?; the printed reading is in the label."""
    scene = Setup("classic").position.scene()
    assert str(scene["title-p1-9"].label) == "8 blocks: 8M (decoded, and not sure; the scan prints: €9M)"
    assert str(scene["title-o1-0"].label) == "Price: 1.8M (reconstructed by us)"
    assert str(scene["title-p1-1"].label).startswith("Base rent: 100k (known: printed in the rulebook")
    assert [certainty_sign(s) for s in ("known", "decoded", "inferred", "reconstructed: x")] == ["", "~", "~", "?"]


def test_values_on_the_track_carry_their_sign():
    """A base rent of 100k is known on Wächtershausen and reconstructed on Gerberheim; prices are reconstructed."""
    scene = Setup("classic").own(0, "p1", "p2").blocks("p1", 3).position.scene()
    said = {name: str(scene[f"district-{name}"].marks[2].text) for name in ("p1", "p2", "p3")}
    assert said == {"p1": "2M~", "p2": "100k?", "p3": "(1.6M)?"}
    assert str(Setup("classic").own(0, "p1").position.scene()["district-p1"].marks[2].text) == "100k"


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
    assert scene["deed-l1"].symbol == "deed-back" and scene["title-l1"].symbol == "title-back"
    assert "mortgage-l1" in scene.by_id
