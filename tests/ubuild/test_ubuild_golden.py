"""Finished matches and path counts, kept as data: what they say must stay as it is while the rules' version does."""

import json
import os
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.perft import count, splits

HERE = Path(__file__).parent
MATCHES = sorted((HERE / "golden").glob("*.tri"))
PERFT = json.loads((HERE / "perft.json").read_text())
DEPTH = 2 if os.environ.get("TRIPOLIS_PLAIN") else 4


def test_there_are_golden_matches_of_all_kinds():
    assert len(MATCHES) == 30
    kinds = {tuple(sorted(tripolis.Match.load(file).game.settings.items())) for file in MATCHES}
    assert len(kinds) >= 25


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_a_golden_match_is_replayed_to_the_letter(file):
    """Every move is legal, the result and the final position are the same, and the file is written the same."""
    match = tripolis.Match.load(file)
    assert match.over
    assert match.position.digest() == match.headers["Digest"]
    assert str(match) == file.read_text()


@pytest.mark.parametrize(
    "row", PERFT, ids=lambda row: f"{row['settings']['track']}-{row['settings']['players']}-{row['seed']}"
)
def test_path_counts(row):
    """Chance is fixed by the seed; where a count differs, the moves under which it splits are named."""
    game = tripolis.game("ubuild", **row["settings"])
    match = game.new(row["seed"])
    match.play(*row["moves"].split())
    counts = [count(match.position, depth) for depth in range(1, DEPTH + 1)]
    if counts != row["counts"][:DEPTH]:
        where = splits(game, row["seed"], row["moves"], row["divide"], 4)
        pytest.fail(f"{counts} paths, expected {row['counts']}; they split here:\n" + "\n".join(where), pytrace=False)
