"""Finished matches, path counts and pictures of every game, kept as data: what they say must stay as it is while the
rules' version does."""

import os
from pathlib import Path

import pytest

import tripolis
from tests.make_golden import golden
from tripolis.engine.perft import differences
from tripolis.engine.testing.faults import GameFault
from tripolis.engine.testing.golden import (
    check_match_file,
    check_paths,
    draw_kept,
    matches_in,
    paths_in,
    pictures_in,
)

HERE = Path(__file__).parent
PLAIN = bool(os.environ.get("TRIPOLIS_PLAIN"))
GAMES = {"quadropolis": (40, 20), "metropolys": (40, 12), "ubuild": (30, 25)}
"""How many matches are kept of a game, and of how many different settings at least."""
MATCHES = {name: matches_in(HERE / name) for name in GAMES}
PATHS = [(name, row) for name in GAMES for row in paths_in(HERE / name)]
PICTURES = [(name, number, file) for name in GAMES for number, file in enumerate(pictures_in(HERE / name))]


def named(name, row):
    """An id that tells a reader which position it is."""
    settings = row["settings"]
    return f"{name}-{settings.get('mode') or settings['track']}-{settings['players']}-{row['seed']}"


@pytest.mark.parametrize("name", GAMES)
def test_there_are_golden_matches_of_all_kinds(name):
    matches, settings = GAMES[name]
    assert len(MATCHES[name]) == matches
    kinds = {tuple(sorted(tripolis.Match.load(file).game.settings.items())) for file in MATCHES[name]}
    assert len(kinds) >= settings


@pytest.mark.parametrize(
    "file", [pytest.param(file, id=f"{name}-{file.stem}") for name in GAMES for file in MATCHES[name]]
)
def test_a_golden_match_is_replayed_to_the_letter(file):
    check_match_file(file)


@pytest.mark.parametrize("name", GAMES)
def test_golden_matches_are_made_by_their_recipe(name):
    """Bots and chance still play what they played; one of each game, the others are made alike."""
    match = golden(name, 4)
    match.headers["Digest"] = match.position.digest()
    assert str(match) == MATCHES[name][4].read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "row"), [pytest.param(name, row, id=named(name, row)) for name, row in PATHS])
def test_path_counts(name, row):
    check_paths(name, row, 2 if PLAIN else None)


@pytest.mark.parametrize(
    ("name", "number", "file"),
    [pytest.param(name, number, file, id=f"{name}-{file.stem}") for name, number, file in PICTURES],
)
def test_pictures_of_golden_positions_stay_as_they_are(name, number, file):
    """After a change of the art look at them, and write them anew with TRIPOLIS_WRITE=1. Goals of Metropolys are
    secret: seats in turn."""
    seat = int(file.stem[:2]) % 3 - 1 if name == "metropolys" else -1
    picture = draw_kept(file, number, seat)
    if os.environ.get("TRIPOLIS_WRITE"):
        file.write_text(picture, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == picture


# -------------------------------------------------------------- what goes red


def test_a_match_that_ends_otherwise_is_named(tmp_path):
    text = MATCHES["quadropolis"][0].read_text(encoding="utf-8")
    file = tmp_path / "00.tri"
    file.write_text(text.replace('[Digest "4', '[Digest "5'), encoding="utf-8")
    with pytest.raises(GameFault, match=r"00\.tri ends in another position: 4e6701223dfed319"):
        check_match_file(file)
    file.write_text(text.replace("\n\n", "\n\n\n", 1), encoding="utf-8")
    with pytest.raises(GameFault, match=r"00\.tri is written otherwise"):
        check_match_file(file)


def test_a_split_count_is_named():
    name, row = PATHS[0]
    first, *_ = row["divide"]
    wrong = {**row["divide"], first: row["divide"][first] + 1, "9Z9": 4}
    found = differences(tripolis.game(name, **row["settings"]), row["seed"], row["moves"], wrong, len(row["counts"]))
    assert len(found) == 2
    assert f"{first}: {row['divide'][first]}, expected {row['divide'][first] + 1}" in found
    assert "9Z9: not legal, expected 4" in found
    with pytest.raises(GameFault, match=r"(?s)paths, expected .* they split here:.*9Z9: not legal, expected 4"):
        check_paths(name, {**row, "counts": [1, *row["counts"][1:]], "divide": wrong})
