"""Scenes of Quadropolis: pieces that stay the same sprites, and pictures in notebooks. What holds for all games the
kit tries."""

import os
import random
import re

import pytest

import tripolis
from tripolis.engine.scene import diff, svg

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))


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


def test_pieces_keep_their_ids_and_move():
    """A tile is the same sprite on the site, in the hand and in a city; so is an architect in the supply and at a
    slot."""
    match = tripolis.game("quadropolis", mode="expert", players=2, first=0).new(3)
    before = match.position.scene()
    match.play("3N2")
    taken = match.position.record.hand
    after = match.position.scene()
    changes = diff(before, after)
    moved = {sprite.id for sprite in changes.changed}
    assert {f"tile-{taken}", "architect-3-0", "urbanist"} <= moved
    assert (before[f"tile-{taken}"].area, after[f"tile-{taken}"].area) == ("board", "choices")
    assert (before["architect-3-0"].area, after["architect-3-0"].area) == ("hand", "board")
    match.play(match.legal()[0])
    assert match.position.scene()[f"tile-{taken}"].area == "panel:city-0"
    assert "discard" in diff(after, match.position.scene()).removed


@pytest.mark.slow
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


def test_a_scene_is_plain_data_for_pages():
    match = tripolis.game("quadropolis", players=2).new(1)
    data = match.position.scene().as_data()
    assert {"areas", "sprites"} == set(data)
    by_id = {sprite["id"]: sprite for sprite in data["sprites"]}
    assert by_id["slot-N2"]["label"] == "Slot: the top of column 2"
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
    with pytest.raises(tripolis.BadOptions, match="no theme neon"):
        svg(match.position.scene(), match.game.art_file, "neon")


def test_what_a_building_brings_is_known_before_new_tiles_are():
    """The last tile of a round is built before the next round is dealt: what it scores follows from the city alone."""
    revealing = 0
    for match in matches():
        for now in walk(match):
            if now.over or now.position.record.hand < 0:
                continue
            position, gain = now.position, now.game.face.gain
            seen = position.seen_by(position.actor)
            for number in position.legal_numbers():
                after = position.copy()
                after.play(number)
                change = after.score(position.actor).total - position.score(position.actor).total
                revealing += after.revealed
                assert gain(seen, number) == change
    assert revealing
