"""Tracks: the three standard ones, every condition of freestyle tracks, random ones, geometry (rulebook p. 20,
ruling T17)."""

import itertools
import os

import pytest

import tripolis
from tests.ubuild.positions import Setup
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.box.freestyle import CONDITIONS, random_track
from tripolis.games.ubuild.box.track import KINDS, Tile, TrackPlan, beside, lay, read_plan, same_shape, touch

BOX = read_box()
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
TEXT = {kind: BOX.standard[kind].text for kind in KINDS}


def found(text, error=None):
    return {p.code for p in BOX.check(read_plan(text)) if error is None or p.error == error}


def say(text, code):
    return [str(p.message) for p in BOX.check(read_plan(text)) if p.code == code]


def edited(kind, old, new, way=None, rails=""):
    head, tiles, steps, _ = TEXT[kind].split(":")
    assert old in tiles
    return f"{head}:{tiles.replace(old, new)}:{steps if way is None else way}:{rails}"


@pytest.mark.parametrize(("kind", "spaces", "slots"), [("starter", 14, 28), ("classic", 22, 44), ("pro", 32, 64)])
def test_standard_tracks(kind, spaces, slots):
    """Sizes, no complaint, two rings of slots with two neighbours each, a ring of spaces."""
    assert BOX.check(BOX.standard[kind]) == []
    laid = BOX.lay(kind)
    assert (len(laid.spaces), len(laid.slots)) == (spaces, slots)
    assert all(len(laid.neighbours(slot)) == 2 for slot in range(slots))
    assert all(1 <= len(laid.touched(slot)) <= 3 for slot in range(slots))


def test_bridges_are_evenly_spaced():
    for kind, apart in (("starter", 7), ("classic", 11), ("pro", 8)):
        spaces = BOX.lay(kind).spaces
        at = [i for i, space in enumerate(spaces) if space.kind.name == "BRIDGE"]
        assert {(b - a) % len(spaces) for a, b in zip(at, at[1:] + at[:1], strict=True)} == {apart}


CASES = {
    "K1": (edited("classic", "LL", "ZZ"), "There is no tile called ZZ."),
    "K2": (edited("classic", "PP", "LL"), "Tile LL is used 2 times; there is only one."),
    "K3": (edited("classic", "JAIL.PP", "BRIDGE.PP"), "Tile JAIL is missing."),
    "K4": (edited("classic", "BRIDGE.LP", "LP", "00011112222333444455"), "This track needs 2 bridges; you placed 1."),
    "K5": ("starter:GO.JAIL.FREE_PARKING.GO_TO_JAIL.BRIDGE.BRIDGE:01234:", "A track needs at least one double tile."),
    "S1": (
        edited("starter", "GG", "DA"),
        "Tile DA (Planning Permission / dark blue) is not used on the Starter track.",
    ),
    "S2": (
        "starter:GO.BB.BRIDGE.JAIL.PP.FREE_PARKING.RR.BRIDGE.GO_TO_JAIL.GG:0000112333345:",
        "This is not the shape of the Starter track; other shapes are for tracks with railroads.",
    ),
    "C1": (
        edited("classic", "LL", "BB"),
        "Tile BB is not part of our Classic track; the rulebook's picture is lost.",
    ),
    "C2": (edited("classic", "LL", "BB"), "Our Classic track also has tile LL; the rulebook's picture is lost."),
    "P1": (edited("pro", "BB", "LL"), "The Pro track uses every double tile; BB is missing."),
    "P2": (
        edited("pro", "JAIL.PP", "FREE_PARKING.PP").replace("OO.FREE_PARKING", "OO.JAIL"),
        "On the Pro track the single tiles should keep their order: GO, JAIL, FREE_PARKING, GO_TO_JAIL.",
    ),
    "L1": (edited("classic", "LP.JAIL", "JAIL.LP"), "Between GO and JAIL there must be 2 double tiles; there are 1."),
    "B1": (
        edited("classic", "LL.BRIDGE", "BRIDGE.LL").replace("OO.BRIDGE.OR", "OO.OR.BRIDGE"),
        "Space the bridges evenly: they are 15 and 7 spaces apart; both distances should be within 2 of half the track.",
    ),
    "B2": (
        edited("pro", "LL.BRIDGE.LP", "LL.LP").replace("DA.BRIDGE", "BRIDGE.DA.BRIDGE"),
        "Between GO and JAIL there must be exactly one bridge; there are 0.",
    ),
    "H1": (edited("classic", "LL", "LL", "0001111222233344445555"), "The track has 22 spaces but 23 places."),
    "H2": (edited("classic", "LL", "LL", "030111122223334444555"), "Spaces 1 and 3 are in the same place."),
    "H3": (edited("classic", "LL", "LL", "000x3y2z11122223334444555"), "Space 4 does not join space 5."),
    "H4": (
        edited("classic", "LL", "LL", "0" * 21),
        "The track does not close: join the last space to the first, or put a railroad on each end.",
    ),
    "H5": (
        edited("classic", "LL", "LL", "002" + "0" * 18),
        "Spaces 2 and 4 touch but do not follow each other: leave a gap between them.",
    ),
    "E1": (
        edited("classic", "LL", "LL", "0" * 21, "x-1y0z"),
        "An open track needs two railroads, one on each end; you placed 1.",
    ),
    "E2": (
        edited("classic", "LL", "LL", None, "x-1y0zx0y-1z"),
        "A closed track has no railroads: remove them, or open the track.",
    ),
    "E3": (
        edited("classic", "LL", "LL", "0" * 21, "x-1y0zx30y0z"),
        "A railroad must be on a free place next to an end of the track.",
    ),
    "W1": (
        edited("starter", "BB", "YG"),
        "The colour yellow has only one district here: no stadium, skyscraper or tower can be built with it.",
    ),
}
WARNINGS = {"S2", "C1", "C2", "P2", "B1", "W1"}


@pytest.mark.parametrize("code", CASES)
def test_each_condition_is_told(code):
    text, message = CASES[code]
    assert message in say(text, code), say(text, code)
    assert (code in found(text, error=False)) == (code in WARNINGS)


def test_there_is_a_case_for_every_condition():
    assert set(CASES) == set(CONDITIONS)


def test_starter_sides_are_a_warning():
    text = edited("starter", "BB.BRIDGE", "BB.YY.BRIDGE", "0" * 15, "x-1y0zx16y0z")
    assert found(text, error=True) == set()
    assert say(text, "L1") == ["Between GO and JAIL there should be 1 double tile; there are 2."]


def test_classic_needs_both_planning_tiles():
    """p. 20 names these two; which other doubles are in the picture is ours, so another one only warns (T17)."""
    text = edited("classic", "DA", "BB")
    assert found(text, error=True) == {"C2"}
    assert say(text, "C2") == ["The Classic track also needs tile DA (Planning Permission / dark blue)."]
    assert Setup(edited("classic", "LL", "BB")).phase == "ROLL"


def broken_after(kind, tile):
    """The standard track, opened behind a tile and laid out in a line with a railroad on each end."""
    tiles = TEXT[kind].split(":")[1].split(".")
    cut = tiles.index(tile) + 1
    n = len(BOX.lay(kind).spaces)
    return f"{kind}:{'.'.join(tiles[cut:] + tiles[:cut])}:{'0' * (n - 1)}:x-1y0zx{n}y0z"


@pytest.mark.parametrize(
    ("tile", "last", "first"),
    [
        pytest.param("GO", "GO", "b1", id="after GO"),
        pytest.param("JAIL", "JAIL", "p2", id="after Jail"),
        pytest.param("BRIDGE", "BRIDGE", "JAIL", id="before Jail"),
        pytest.param("BB", "b2", "BRIDGE", id="after a district"),
    ],
)
def test_a_track_may_be_broken_where_the_rulebook_says_so(tile, last, first):
    """p. 20: anywhere, for example after GO, beside Jail or between districts; the jump is an ordinary step (R29)."""
    text = broken_after("starter", tile)
    assert found(text) == set()
    table = Setup(text).cash(10 * 100, 0)
    ends = table.b.n_spaces - 1
    assert (table.space(last, -1), table.space(first)) == (ends, 0)
    table.at(0, ends - 1)
    cash = int(table.s.cash[0])
    table.roll(2)
    assert table.s.at[0] == 0
    assert table.s.cash[0] - cash == (200 if last == "GO" else 0)


def test_a_track_may_be_broken_between_two_double_tiles():
    """p. 20: between districts; on Pro the two districts belong to different tiles."""
    text = broken_after("pro", "BB")
    assert found(text) == set()
    table = Setup(text).cash(3000, 0).at(0, "b2").own(0, "l1", "l2")
    assert (table.space("b2"), table.space("l1")) == (table.b.n_spaces - 1, 0)
    table.roll(1, 1)
    assert table.s.at[0] == table.space("l2")


def test_both_railroads_on_one_place():
    assert say(edited("classic", "LL", "LL", "0" * 21, "x-1y0zx-1y0z"), "E3") == [
        "Both railroads are in the same place."
    ]


def test_a_track_with_errors_cannot_be_played():
    with pytest.raises(tripolis.BadOptions, match="K3: Tile JAIL is missing"):
        tripolis.game("ubuild", track=CASES["K3"][0])


@pytest.mark.parametrize("text", ["", "classic", "x" * 700, "classic:GO:9:", "classic:go:0:", "circle:GO:0:"])
def test_only_the_form_is_judged_when_a_plan_is_read(text):
    with pytest.raises(tripolis.BadOptions):
        read_plan(text)


def test_a_plan_is_the_same_after_it_was_written():
    for text, _ in CASES.values():
        assert read_plan(text).text == text
    plan = TrackPlan("pro", (Tile("GO"), Tile("LP", True)), ((3, -4), (4, -4), (9, 9)), ((1, 1),))
    assert read_plan(plan.text) == plan


def test_a_turned_double_is_walked_the_other_way_round():
    table = Setup(edited("classic", "LP", "-LP"))
    assert table.space("p1") + 1 == table.space("l3")


def test_same_shape_knows_turns_and_mirrors():
    places = BOX.standard["starter"].places
    turned = tuple((-r + 5, q + r - 2) for q, r in places)
    mirrored = tuple((r, q) for q, r in places)
    assert same_shape(turned, places) and same_shape(mirrored, places)
    assert not same_shape(BOX.standard["classic"].places, places)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "broken"), [*itertools.product(KINDS, (False, True))])
def test_random_tracks_are_legal_and_stand_free(kind, broken):
    """No errors; each space touches only its neighbours in the walk; slots are the empty hexes beside the track."""
    texts = set()
    for seed in range(300 if SOAK else 25):
        plan = random_track(kind, seed, BOX.doubles, BOX.standard[kind], broken)
        assert plan == random_track(kind, seed, BOX.doubles, BOX.standard[kind], broken)
        assert [p for p in BOX.check(plan) if p.error] == []
        texts.add(plan.text)
        assert read_plan(plan.text) == plan
        laid = lay(plan, BOX.doubles)
        n = len(plan.places)
        assert n == len(laid.spaces) <= 32 and len(laid.slots) <= 68
        for i, j in itertools.combinations(range(n), 2):
            follow = j == i + 1 or (not broken and (i, j) == (0, n - 1))
            assert touch(plan.places[i], plan.places[j]) == follow
        taken = {*plan.places, *plan.railroads}
        assert set(laid.slots) == {h for place in plan.places for h in beside(place)} - taken
        for slot in range(len(laid.slots)):
            assert laid.touched(slot) and all(slot in laid.neighbours(other) for other in laid.neighbours(slot))
    assert len(texts) > (5 if kind == "starter" else 20)


@pytest.mark.parametrize(("kind", "broken"), [*itertools.product(KINDS, (False, True))])
def test_random_tracks_are_played_without_compiling(kind, broken):
    """A track is data of the box; a whole match is written and read again with it."""
    plan = random_track(kind, 3, BOX.doubles, BOX.standard[kind], broken)
    game = tripolis.game("ubuild", track=plan.text, players=3, round_limit=2)
    match = game.new(5)
    while not match.over:
        match.play(match.position.legal_numbers()[0])
    assert tripolis.Match.parse(str(match)) == match
