"""Scenes of Metropolys: ids that stay, paths that lead somewhere, secrets that stay secret, pictures."""

import os
import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tripolis
from tests.metropolys.oracle import BOARD, NEAR
from tests.metropolys.positions import game, position
from tools.map_art import FILE, sheet
from tripolis.engine.scene import ROLES, art, diff
from tripolis.engine.themes import THEMES
from tripolis.games.metropolys import GAME
from tripolis.games.metropolys.rules.state import HEIGHT, STRENGTH

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "golden").glob("*.tri"))
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
PICTURES = [(number, 5 + 7 * number % 40) for number in range(0, 40, 7)]


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
    """EXPERTEN-SPIEL: 1 to 5 small, 6 to 9 medium, 10 to 13 large; strength follows height."""
    assert [int(h) for h in HEIGHT[1:]] == [1] * 5 + [2] * 4 + [3] * 4
    assert [int(n) for n in STRENGTH[1:]] == [1] * 5 + [32] * 4 + [1024] * 4


def test_sprites_are_well_formed_and_paths_lead_over_them():
    """Unique ids, known symbols, rings and roles, areas that exist, a name for everything that can be clicked."""
    symbols = art(GAME.art_file)
    for match in matches():
        for now in walk(match, 4):
            seen = now.seen_by(now.actor)
            scene = seen.scene()
            by_id = scene.by_id
            assert len(by_id) == len(scene.sprites)
            areas = {area.name for area in scene.areas}
            for sprite in scene.sprites:
                assert sprite.role in ROLES and sprite.area in areas
                assert not sprite.symbol or sprite.symbol in symbols
                assert all(not mark.symbol or mark.symbol in symbols for mark in sprite.marks)
                rings = ("ring-can", "ring-last", "ring-picked")
                assert not sprite.shape or all(f"{ring}-{sprite.shape}" in symbols for ring in rings)
                if sprite.role in ("target", "button", "piece"):
                    assert str(sprite.label), sprite.id
            for move in now.legal():
                assert all(step in by_id for step in move.path), move.path


def test_pieces_keep_their_ids_and_move():
    """A building goes from its player to the map and back; a token from its field to who built there; a card to its holder."""
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
    assert (scene["token-c5"].area, scene["card-3"].area) == ("board", "hand")


def test_every_building_is_one_sprite():
    for match in matches():
        for now in walk(match, 7):
            drawn = {sprite.id for sprite in now.position.scene().sprites if sprite.id.startswith("building-")}
            assert drawn == {f"building-{seat}-{n}" for seat in range(now.game.players) for n in range(1, 14)}


def test_a_scene_shows_nothing_that_is_hidden():
    """Worlds that look alike to a viewer are drawn alike; the own goal lies open in the hand, others face down."""
    for match in matches():
        for now in walk(match, 11):
            if now.over:
                continue
            for seat in range(-1, now.game.players):
                seen = now.seen_by(seat)
                scene = seen.scene()
                assert scene == seen.imagine(1).seen_by(seat).scene()
                for other in range(now.game.players):
                    card = scene[f"goal-{other}-area"]
                    assert (card.area == "hand") == (other == seat) == (card.symbol != "goal-back")


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


def test_unused_districts_look_different_and_say_so():
    p = game("family", 3, unused="north").new(1).position
    scene = p.scene()
    assert scene["field-n1"].symbol == "off-n1" and "not used" in str(scene["field-n1"].label)
    assert scene["field-e1"].symbol == "field-e1"


def test_the_account_names_its_groups():
    p = position("expert", goals=[("bridges", "parks")], built=[["1n9", "2w2"]])
    assert "(n9, w2)" in str(p.scene()["account-area-0"].label)


def test_holders_of_highest_buildings_are_shown():
    """Ruling live_display: public at any time."""
    p = position("expert", built=[["10n1", "1e1"], ["2n2", "3e2"]])
    ids = p.seen_by(-1).scene().by_id
    assert {name for name in ids if name.startswith("highest-")} == {"highest-0-0", "highest-0-1", "highest-1-1"}


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_well_formed(theme):
    match = tripolis.Match.load(GOLDEN[7])
    text = match.draw(ply=30, theme=theme)
    root = ElementTree.fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {element.get("href")[1:] for element in root.iter() if element.get("href")} <= set(ids)
    sprites = [element.get("data-id") for element in root.iter() if element.get("data-id")]
    assert len(sprites) == len(set(sprites)) == len(match.at(30).scene().sprites)
    assert "var(" not in text


@pytest.mark.parametrize(("number", "ply"), PICTURES)
def test_pictures_of_golden_positions_stay_as_they_are(number, ply):
    """Kept in `pictures/`; after a change of the art look at them and write them anew with TRIPOLIS_WRITE=1."""
    match = tripolis.Match.load(GOLDEN[number])
    picture = match.draw(ply=ply, seat=number % 3 - 1, theme=("light", "dark")[number // 7 % 2])
    file = HERE / "pictures" / f"{number:02}-{ply}.svg"
    if os.environ.get("TRIPOLIS_WRITE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(picture)
    assert file.read_text() == picture
