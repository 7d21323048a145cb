"""Features: what they are is declared once, and they tell apart whatever a seat can tell apart."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import tripolis
from tripolis.engine.features import Section, bounds, name_features, sparse, starts, version
from tripolis.engine.game import feature_row
from tripolis.engine.match import Match
from tripolis.engine.testing.described import COMMON, check_described

NAMES = ("metropolys", "quadropolis", "ubuild")
RECORDED = {"metropolys": ("00", "01"), "quadropolis": ("00", "01"), "ubuild": ("06", "10", "11")}
"""Golden matches that reach what chance seldom does: U-Build's tower and its own tracks."""
NEVER = {"metropolys": set(), "quadropolis": {"turned"}, "ubuild": {"each"}}
"""Fields that stay as usual in all of these matches; the kit tries the switch that turns tiles up."""
SECTIONS = (Section("a {0} {1}", (2, ("x", "y"))), Section("b", (), 7), Section("c {0}", (range(1, 4),), 127))


def row_of(game, position, seat):
    row = feature_row(game)
    game.call("call_features")(position.seen_by(seat).records, game.box, seat, row)
    return row


def test_sections_declare_names_bounds_and_places():
    assert name_features(SECTIONS) == ["a 0 x", "a 0 y", "a 1 x", "a 1 y", "b", "c 1", "c 2", "c 3"]
    assert bounds(SECTIONS).tolist() == [1, 1, 1, 1, 7, 127, 127, 127] and bounds(SECTIONS).dtype == np.int8
    assert starts(SECTIONS) == [0, 4, 5, 8]


@pytest.mark.parametrize("most", [0, 128])
def test_a_bound_that_does_not_fit_a_row_is_refused(most):
    with pytest.raises(ValueError, match="bound"):
        Section("a", (), most)


def test_the_version_changes_with_every_part_of_the_declaration():
    others = [
        version(SECTIONS, 2),
        version(SECTIONS[1:], 1),
        version((Section("a {1} {0}", SECTIONS[0].axes), *SECTIONS[1:]), 1),
        version((Section("a {0} {1}", (2, ("x", "z"))), *SECTIONS[1:]), 1),
        version((SECTIONS[0], Section("b", (), 6), SECTIONS[2]), 1),
        version((SECTIONS[1], SECTIONS[0], SECTIONS[2]), 1),
    ]
    assert len({version(SECTIONS, 1), *others}) == 1 + len(others)
    assert version(SECTIONS, 1) == version(tuple(SECTIONS), 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_sparse_row_says_the_same_as_the_dense_one(name):
    game = tripolis.game(name)
    match = game.new(3)
    row = row_of(game, match.position, 1)
    index, amount = np.zeros(len(row), np.int16), np.zeros(len(row), np.int8)
    n = sparse(row, len(row), index, amount)
    again = np.zeros_like(row)
    again[index[:n]] = amount[:n]
    assert 0 < n < len(row) // 4 and (again == row).all() and (amount[:n] > 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_features_tell_apart_what_a_seat_sees_of_recorded_matches(name):
    folder, tried = Path(__file__).parent / name / "golden", Counter()
    for number in RECORDED[name]:
        match = Match.parse((folder / f"{number}.tri").read_text(encoding="utf-8"))
        tried += check_described(match.game, recorded=[match])
    game = tripolis.game(name)
    left_out = {*COMMON, *game.advice.not_described, *NEVER[name]}
    assert {field.name for field in game.state.fields} - tried.keys() == left_out


SWITCHES = [
    ("quadropolis", {"mode": "expert"}),
    ("quadropolis", {"take_face_down": True}),
    ("quadropolis", {"count_absolute": True}),
    ("quadropolis", {"playgrounds_absorb": False}),
    ("quadropolis", {"office_cap": False}),
    ("metropolys", {"mode": "expert"}),
    ("ubuild", {"track": "starter"}),
    ("ubuild", {"track": "pro"}),
    ("ubuild", {"round_limit": "off"}),
    ("ubuild", {"round_limit": "300"}),
    ("ubuild", {"one_project": True}),
    ("ubuild", {"planning_move": 1}),
    ("ubuild", {"double_from_jail_rolls_again": True}),
    ("ubuild", {"mortgage_ignores_hazard": True}),
    ("ubuild", {"unlimited_blocks": True}),
    ("ubuild", {"max_offers": "0"}),
    ("ubuild", {"max_edits": "7"}),
]


@pytest.mark.parametrize(("name", "chosen"), SWITCHES)
def test_features_tell_which_options_are_played(name, chosen):
    """One position, described with the box of other options."""
    game = tripolis.game(name)
    position = game.new(1).position
    assert (row_of(game, position, 0) != row_of(game.configure(**chosen), position, 0)).any()


@pytest.mark.parametrize("name", NAMES)
def test_every_option_that_counts_after_the_set_up_is_tried(name):
    before = {"players", "first", "layout", "unused", "tokens", "money"}
    tried = {option for game, chosen in SWITCHES if game == name for option in chosen}
    assert {option.name for option in tripolis.game(name).options} - before == tried
