"""Finished matches and path counts of every game, kept as data: what they say must stay as it is while the rules' version does."""

import json
import os
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.perft import count, splits

HERE = Path(__file__).parent
PLAIN = bool(os.environ.get("TRIPOLIS_PLAIN"))
GAMES = {"quadropolis": (40, 20), "metropolys": (40, 12), "ubuild": (30, 25)}
"""How many matches are kept of a game, and of how many different settings at least."""
MATCHES = {name: sorted((HERE / name / "golden").glob("*.tri")) for name in GAMES}
PERFT = [(name, row) for name in GAMES for row in json.loads((HERE / name / "perft.json").read_text())]


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
    """Every move is legal, the result and the final position are the same, and the file is written the same."""
    match = tripolis.Match.load(file)
    assert match.over
    assert match.position.digest() == match.headers["Digest"]
    assert str(match) == file.read_text()


@pytest.mark.parametrize(("name", "row"), [pytest.param(name, row, id=named(name, row)) for name, row in PERFT])
def test_path_counts(name, row):
    """Chance is fixed by the seed; where a count differs, the moves under which it splits are named."""
    game = tripolis.game(name, **row["settings"])
    match = game.new(row["seed"])
    match.play(*row["moves"].split())
    most = len(row["counts"])
    depth = 2 if PLAIN else most
    counts = [count(match.position, d) for d in range(1, depth + 1)]
    if counts != row["counts"][:depth]:
        where = splits(game, row["seed"], row["moves"], row["divide"], most)
        pytest.fail(f"{counts} paths, expected {row['counts']}; they split here:\n" + "\n".join(where), pytrace=False)


def test_a_split_count_is_named():
    name, row = PERFT[0]
    first, *_ = row["divide"]
    wrong = {**row["divide"], first: row["divide"][first] + 1, "9Z9": 4}
    found = splits(tripolis.game(name, **row["settings"]), row["seed"], row["moves"], wrong, len(row["counts"]))
    assert len(found) == 2
    assert f"{first}: {row['divide'][first]}, expected {row['divide'][first] + 1}" in found
    assert "9Z9: not legal, expected 4" in found
