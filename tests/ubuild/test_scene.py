"""Scenes of U-Build: ids that stay, paths that lead somewhere, labels, pictures."""

import os
import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tripolis
from tests.ubuild.positions import M, Setup
from tripolis.engine.scene import ROLES, art, diff
from tripolis.engine.themes import THEMES
from tripolis.games.ubuild.box.freestyle import random_track
from tripolis.games.ubuild.box.reader import read_box
from tripolis.games.ubuild.face.district_cards import certainty_sign

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "golden").glob("*.tri"))
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
BOX = read_box()
PICTURES = [(number, 31 + 17 * number % 90) for number in range(0, 30, 5)]


def matches():
    for kind, players in (("starter", 2), ("classic", 4), ("pro", 6), ("classic", 3)):
        for seed in range(10 if SOAK else 1):
            track = kind
            if players == 3:
                track = random_track(kind, seed, BOX.doubles, BOX.standard[kind], broken=True).text
            yield tripolis.game("ubuild", track=track, players=players, round_limit=6, max_edits=8).new(seed)


def walk(match):
    """Greedy and random decisions, so that everything that can be drawn comes up."""
    rng, game = random.Random(match.seed), match.game
    yield match
    while not match.over and len(match.moves) < 400:
        action = rng.choice(match.position.legal_numbers())
        if rng.random() < 0.8:
            action = int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work))
        match.play(action)
        yield match


def test_sprites_are_well_formed_and_paths_lead_over_them_after_every_move():
    """Unique ids, known symbols and roles, areas that exist, a name for everything that can be clicked, one path for each move."""
    for match in matches():
        symbols = art(match.game.art_file)
        for now in walk(match):
            scene = now.position.scene()
            by_id = scene.by_id
            assert len(by_id) == len(scene.sprites)
            areas = {area.name for area in scene.areas}
            for sprite in scene.sprites:
                assert sprite.role in ROLES and sprite.area in areas
                assert not sprite.symbol or sprite.symbol in symbols
                assert not sprite.shape or f"ring-can-{sprite.shape}" in symbols
                assert all(not mark.symbol or mark.symbol in symbols for mark in sprite.marks)
                if sprite.role in ("target", "button"):
                    assert str(sprite.label), sprite.id
            legal = now.legal()
            assert len({move.path for move in legal}) == len(legal)
            for move in legal:
                assert all(step in by_id for step in move.path), move.path


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


def test_a_scene_shows_nothing_that_is_hidden():
    for match in matches():
        seen = match.seen_by(-1)
        assert seen.scene() == seen.imagine(1).seen_by(-1).scene()


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_well_formed(theme):
    match = tripolis.Match.load(GOLDEN[7])
    picture = match.draw(ply=30, theme=theme)
    root = ElementTree.fromstring(picture)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href")[1:] for element in root.iter() if element.get("href")}
    assert used <= set(ids)
    sprites = [element.get("data-id") for element in root.iter() if element.get("data-id")]
    assert len(sprites) == len(set(sprites)) == len(match.at(30).scene().sprites)
    assert "var(" not in picture


@pytest.mark.parametrize(("number", "ply"), PICTURES)
def test_pictures_of_golden_positions_stay_as_they_are(number, ply):
    """Kept in `pictures/`; after a change of the art look at them and write them anew with TRIPOLIS_WRITE=1."""
    match = tripolis.Match.load(GOLDEN[number])
    ply = min(ply, len(match.moves))
    picture = match.draw(ply=ply, seat=-1, theme=("light", "dark")[number // 5 % 2])
    file = HERE / "pictures" / f"{number:02}-{ply}.svg"
    if os.environ.get("TRIPOLIS_WRITE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(picture)
    assert file.read_text() == picture
