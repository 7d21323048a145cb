"""Scenes of Metropolys: pieces that stay the same sprites, and goals that lie face down. What holds for all games
the kit tries."""

import os
import random

from tests.metropolys.oracle import BOARD, NEAR
from tests.metropolys.positions import game, position
from tools.map_art import FILE, sheet
from tripolis.engine.scene import art, diff
from tripolis.games.metropolys.rules.state import HEIGHT, HEIGHT_WEIGHT

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))


def matches():
    for mode in ("family", "expert"):
        for players in (2, 3, 4):
            for seed in range(10 if SOAK else 1):
                yield game(mode, players).new(seed)


def walk(match, every=1):
    rng = random.Random(match.seed)
    yield match
    while not match.over:
        match.play(rng.choice(match.position.legal_numbers()))
        if match.over or len(match.moves) % every == 0:
            yield match


def test_the_sheet_is_what_the_outlines_make_of_it():
    """If this fails: run python tools/map_art.py."""
    old = FILE.read_text(encoding="utf-8")
    assert sheet(old) == old
    assert {field["id"] for field in BOARD["fields"]} <= {name[6:] for name in art(FILE) if name.startswith("field-")}


def test_heights_are_five_four_and_four():
    """EXPERTEN-SPIEL: 1 to 5 small, 6 to 9 medium, 10 to 13 large; weight follows height."""
    assert [int(h) for h in HEIGHT[1:]] == [1] * 5 + [2] * 4 + [3] * 4
    assert [int(n) for n in HEIGHT_WEIGHT[1:]] == [1] * 5 + [32] * 4 + [1024] * 4


def test_pieces_keep_their_ids_and_move():
    """A building goes from its player to the map and back; a token from its field to who built there; a card to its
    holder."""
    p = position("expert", tokens={"w8": "site"})
    before = p.scene()
    p.play("9w8")
    bid = p.scene()
    assert (before["building-0-9"].area, bid["building-0-9"].area) == ("panel:seat-0", "board")
    assert bid["building-0-9"].marks[0].text == "9", "a bid shows its number"
    assert "pass" in bid.by_id and "pass" not in before.by_id
    p.play("13w4")
    built = p.scene()
    changes = {sprite.id for sprite in diff(bid, built).changed}
    assert {"building-0-9", "building-1-13"} <= changes
    assert built["building-0-9"].area == "panel:seat-0"
    assert built["building-1-13"].marks[0].symbol == "seat-1", "a built one shows its owner"


def test_tokens_and_cards_go_to_their_takers():
    p = position(tokens={"c4": "subway", "c5": "site"})
    p.play("13c4")
    scene = p.scene()
    assert scene["token-c4"].area == scene["card-2"].area == "panel:seat-0"
    assert (scene["token-c5"].area, scene["card-3"].area) == ("board", "board")


def test_every_building_is_one_sprite():
    for match in matches():
        for now in walk(match, 7):
            drawn = {sprite.id for sprite in now.position.scene().sprites if sprite.id.startswith("building-")}
            assert drawn == {f"building-{seat}-{n}" for seat in range(now.game.players) for n in range(1, 14)}


def test_the_own_goal_lies_open_in_the_hand_and_others_face_down():
    for match in matches():
        for now in walk(match, 11):
            if now.over:
                continue
            for seat in range(-1, now.game.players):
                seen = now.seen_by(seat)
                scene = seen.scene()
                for other in range(now.game.players):
                    card = scene[f"goal-{other}-area"]
                    assert (card.area == "panel:goals") == (other == seat) == (card.symbol != "goal-back")


def test_at_the_end_all_goals_lie_open():
    match = game("expert", 3).new(2)
    for _ in walk(match):
        pass
    scene = match.seen_by(-1).scene()
    for seat in range(3):
        assert scene[f"goal-{seat}-area"].symbol == f"goal-area-{int(match.position.record.goal[seat][0])}"
        assert scene[f"goal-{seat}-kind"].symbol == f"goal-kind-{int(match.position.record.goal[seat][1])}"
    assert "?" not in {mark.text for sprite in scene.sprites for mark in sprite.marks}


def test_the_fields_of_the_own_goals_are_marked():
    """Only for their owner; those that count already look different."""
    p = position("family", goals=[("statues", "none")], built=[["1c6"]])
    scene = p.seen_by(0).scene()
    assert {s.id[5:] for s in scene.sprites if s.id.startswith("mark-")} == NEAR["statues"]
    assert scene["mark-c6"].symbol == "goal-done" and scene["mark-c7"].symbol == "goal-mark"
    assert not [s for s in p.seen_by(-1).scene().sprites if s.id.startswith("mark-")]


def test_a_field_that_somebody_has_built_on_is_no_goal_any_more():
    p = position("family", goals=[("statues", "none")], built=[["1c6"], ["2c7"]])
    marked = {s.id[5:] for s in p.seen_by(0).scene().sprites if s.id.startswith("mark-")}
    assert marked == NEAR["statues"] - {"c7"}


def test_buildings_that_beat_no_bid_are_said_to_be_too_low():
    """Above a hand that is small enough for words, at its owner's turn."""
    p = position("family", players=3, built=[["13n1"], ["5c1", "10e1", "11e2", "12e3", "13s1"]])
    p.play("6c2")
    assert p.actor == 1 and "too-low" in p.seen_by(1).scene().by_id
    assert "too-low" not in p.seen_by(0).scene().by_id


def test_a_card_and_a_look_ahead_say_what_a_field_does_for_the_goal():
    p = position("family", goals=[("statues", "none")], tokens={})
    seen, card, outlook = p.seen_by(0), p.game.face.card, p.game.face.outlook
    assert "+3" in [str(fact.text) for fact in card(seen, "field-c6").facts]
    off = next(name for name in ("n1", "e1", "w1") if name not in NEAR["statues"])
    assert "does not count" in [str(fact.text) for fact in card(seen, f"field-{off}").facts]
    assert str(card(seen, "field-c6").reach) == "You can open here with 1 or more."
    assert str(outlook(seen, seen.number_of(f"1{off}")).note).endswith("no token, no goal")
    assert str(outlook(seen, seen.number_of("1c6")).note) == "if nobody bids higher"


def test_unused_districts_look_different_and_say_so():
    p = game("family", 3, unused="north").new(1).position
    scene = p.scene()
    assert scene["field-n1"].symbol == "off-n1" and "unused" in str(scene["field-n1"].label)
    assert scene["field-e1"].symbol == "field-e1"


def test_the_account_names_its_groups():
    p = position("expert", goals=[("bridges", "parks")], built=[["1n9", "2w2"]])
    assert "(n9, w2)" in str(p.scene()["account-area-0"].label)


def test_holders_of_highest_buildings_are_shown():
    """Ruling 25: public at any time."""
    p = position("expert", built=[["10n1", "1e1"], ["2n2", "3e2"]])
    ids = p.seen_by(-1).scene().by_id
    assert {name for name in ids if name.startswith("highest-")} == {"highest-0-0", "highest-0-1", "highest-1-1"}


def test_the_button_that_bids_is_there_from_the_first_click_on():
    match = game("family", 2).new(1)
    actor, submit = match.actor, match.game.face.submit
    said = [submit(match.seen_by(actor), clicks) for clicks in ((), (f"building-{actor}-7",))]
    assert [(str(button.title), str(button.note)) for button in said] == [
        ("Open", "choose a building"),
        ("Open with 7", "choose a field"),
    ]
    assert submit(match.seen_by(1 - actor), ()) is None, "others have nothing to send"
