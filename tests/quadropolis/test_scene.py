"""Scenes of Quadropolis: ids that stay, paths that lead somewhere, labels, pictures."""

import os
import random
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.scene import ROLES, art, diff, svg
from tripolis.engine.themes import THEMES

HERE = Path(__file__).parent
GOLDEN = sorted((HERE / "golden").glob("*.tri"))
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
PICTURES = [(number, 7 + 11 * number % 60) for number in range(0, 40, 4)]


def matches():
    for mode in ("classic", "expert"):
        for players in (2, 3, 4):
            for seed in range(20 if SOAK else 1):
                yield tripolis.game("quadropolis", mode=mode, players=players).new(seed)


def walk(match):
    rng = random.Random(match.seed)
    yield match
    while not match.over:
        match.play(rng.choice(match.position.legal_numbers()))
        yield match


def test_sprites_are_well_formed_after_every_move():
    """Unique ids, known symbols and roles, areas that exist, a name for everything that can be clicked."""
    for match in matches():
        symbols = art(match.game.art_file)
        for now in walk(match):
            scene = now.position.scene()
            assert len(scene.by_id) == len(scene.sprites)
            areas = {area.name for area in scene.areas}
            for sprite in scene.sprites:
                assert sprite.role in ROLES
                assert sprite.area in areas
                assert not sprite.symbol or sprite.symbol in symbols
                assert all(not mark.symbol or mark.symbol in symbols for mark in sprite.marks)
                if sprite.role in ("target", "button"):
                    assert str(sprite.label), sprite.id


def test_every_legal_path_leads_over_sprites_and_ends_in_one_action():
    for match in matches():
        for now in walk(match):
            scene = now.position.scene().by_id
            legal = now.legal()
            assert len({move.path for move in legal}) == len(legal)
            for move in legal:
                assert all(step in scene for step in move.path), move.path


def test_pieces_keep_their_ids_and_move():
    """A tile is the same sprite on the site, in the hand and in a city; so is an architect in the supply and at a slot."""
    match = tripolis.game("quadropolis", mode="expert", players=2, first=0).new(3)
    before = match.position.scene()
    match.play("3N2")
    taken = match.position.record.hand
    after = match.position.scene()
    changes = diff(before, after)
    moved = {sprite.id for sprite in changes.changed}
    assert {f"tile-{taken}", "architect-3-0", "urbanist"} <= moved
    assert (before[f"tile-{taken}"].area, after[f"tile-{taken}"].area) == ("board", "hand")
    assert (before["architect-3-0"].area, after["architect-3-0"].area) == ("hand", "board")
    match.play(match.legal()[0])
    assert match.position.scene()[f"tile-{taken}"].area == "panel:city-0"
    assert "discard" in diff(after, match.position.scene()).removed


def test_tiles_on_the_table_are_never_drawn_twice_or_lost():
    """Every tile that lies, is held or stands is one sprite."""
    for match in matches():
        for now in walk(match):
            s = now.position.record
            on_site = [int(t) for t in s.site if t >= 0]
            built = [tile for tile in range(125) if s.built[tile]]
            held = [int(s.hand)] if s.hand >= 0 else []
            drawn = {sprite.id for sprite in now.position.scene().sprites if sprite.id.startswith("tile-")}
            assert drawn == {f"tile-{t}" for t in [*on_site, *built, *held]}


def test_a_scene_shows_nothing_that_is_hidden():
    """Two worlds that look alike to the public are drawn alike."""
    for match in matches():
        for now in walk(match):
            seen = now.seen_by(-1)
            other = seen.imagine(1).seen_by(-1)
            assert seen.scene() == other.scene()
            break


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_well_formed(theme):
    match = tripolis.Match.load(GOLDEN[7])
    root = ElementTree.fromstring(match.draw(ply=30, theme=theme))
    assert root.tag.endswith("svg")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href")[1:] for element in root.iter() if element.get("href")}
    assert used <= set(ids)
    sprites = [element.get("data-id") for element in root.iter() if element.get("data-id")]
    assert len(sprites) == len(set(sprites)) == len(match.at(30).scene().sprites)
    assert "var(" not in match.draw(ply=30, theme=theme)


@pytest.mark.parametrize(("number", "ply"), PICTURES)
def test_pictures_of_golden_positions_stay_as_they_are(number, ply):
    """Kept in `pictures/`; after a change of the art look at them and write them anew with TRIPOLIS_WRITE=1."""
    match = tripolis.Match.load(GOLDEN[number])
    picture = match.draw(ply=ply, seat=-1, theme=("light", "dark")[number // 4 % 2])
    file = HERE / "pictures" / f"{number:02}-{ply}.svg"
    if os.environ.get("TRIPOLIS_WRITE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(picture)
    assert file.read_text() == picture


def test_a_scene_is_plain_data_for_pages():
    match = tripolis.game("quadropolis", players=2).new(1)
    data = match.position.scene().as_data()
    assert {"areas", "sprites"} == set(data)
    by_id = {sprite["id"]: sprite for sprite in data["sprites"]}
    assert by_id["slot-N2"]["label"] == "Slot N2"
    assert by_id["slot-N2"]["role"] == "target"


def test_a_match_and_an_account_draw_themselves_in_a_notebook():
    match = tripolis.game("quadropolis", players=2).new(1)
    assert match._repr_svg_().startswith("<svg")
    assert "<table>" in match.scores()[0]._repr_html_()


def test_what_may_be_clicked_is_ringed_and_so_is_the_last_move():
    match = tripolis.game("quadropolis", players=2, first=0).new(1)
    assert "ring-can" in match.draw()
    assert "ring-last" not in match.draw()
    match.play("1N1")
    assert "ring-last" in match.draw()
    assert "ring-can" not in match.draw(seat=-1), "the public has nothing to click"


def test_pictures_of_two_themes_can_stand_on_one_page():
    """Their symbols have ids of their own."""
    match = tripolis.game("quadropolis", players=2).new(1)
    ids = [set(re.findall(r'[^-]id="([^"]+)"', match.draw(theme=theme))) for theme in ("light", "dark")]
    assert ids[0] and not ids[0] & ids[1]


def test_names_of_a_match_file_are_drawn():
    match = tripolis.game("quadropolis", players=2).new(1)
    match.headers |= {"Seat0": "Ada", "Seat1": "Grace"}
    assert ">Grace</text>" in match.draw()


def test_svg_refuses_an_unknown_theme():
    match = tripolis.game("quadropolis", players=2).new(1)
    with pytest.raises(KeyError):
        svg(match.position.scene(), match.game.art_file, "neon")
