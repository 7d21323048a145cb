"""Finished matches, path counts and pictures kept as data: what they say must stay as it is while the rules' version
does.

A folder holds matches in `golden/*.tri`, path counts in `perft.json` and pictures of matches in
`pictures/MATCH-PLY.svg`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..game import game
from ..match import Match
from ..perft import count, differences, divide
from .faults import GameFault

THEMES = ("light", "dark")
"""Of pictures, in turn."""


def matches_in(folder: Path) -> list[Path]:
    """The files of the kept matches."""
    return sorted((folder / "golden").glob("*.tri"))


def paths_in(folder: Path) -> list[dict[str, Any]]:
    """The kept path counts."""
    rows: list[dict[str, Any]] = json.loads((folder / "perft.json").read_text(encoding="utf-8"))
    return rows


def pictures_in(folder: Path) -> list[Path]:
    """The files of the kept pictures."""
    return sorted((folder / "pictures").glob("*.svg"))


# ------------------------------------------------------------------ checking


def check_match_file(file: Path) -> None:
    """Every move is legal, the result and the final position are the same, and the file is written the same."""
    match = Match.load(file)
    if not match.over:
        raise GameFault(f"{file.name} is not finished.")
    if match.position.digest() != match.headers["Digest"]:
        raise GameFault(f"{file.name} ends in another position: {match.position.digest()}.")
    if str(match) != file.read_text(encoding="utf-8"):
        raise GameFault(f"{file.name} is written otherwise:\n{match}")


def check_paths(name: str, row: dict[str, Any], depth: int | None = None) -> None:
    """Chance is fixed by the seed; where a count differs, the moves under which it splits are named."""
    chosen, most = game(name, **row["settings"]), len(row["counts"])
    match = chosen.new(row["seed"])
    match.play(*row["moves"].split())
    counts = [count(match.position, d) for d in range(1, (depth or most) + 1)]
    if counts != row["counts"][: len(counts)]:
        where = differences(chosen, row["seed"], row["moves"], row["divide"], most)
        raise GameFault(f"{counts} paths, expected {row['counts']}; they split here:\n" + "\n".join(where))


def draw_kept(file: Path, number: int, seat: int = -1) -> str:
    """The picture that a file of `pictures/` keeps, as it is drawn now."""
    match, ply = file.stem.split("-")
    kept = Match.load(file.parent.parent / "golden" / f"{match}.tri")
    return kept.draw(ply=int(ply), seat=seat, theme=THEMES[number % 2])


# ------------------------------------------------------------------- writing


def count_row(settings: dict[str, Any], seed: int, match: Match, depth: int) -> dict[str, Any]:
    """Counts from the position of a match with these settings and this seed to a depth, and under each first move."""
    return {
        "settings": settings,
        "seed": seed,
        "moves": " ".join(move.text for move in match.moves),
        "counts": [count(match.position, d) for d in range(1, depth + 1)],
        "divide": divide(match.position, depth),
    }


def write_golden(folder: Path, matches: Iterable[Match], rows: Iterable[dict[str, Any]]) -> None:
    """Keep matches and path counts: only after the rules' version has changed, and read the difference."""
    (folder / "golden").mkdir(parents=True, exist_ok=True)
    for number, match in enumerate(matches):
        match.headers["Digest"] = match.position.digest()
        match.save(folder / "golden" / f"{number:02}.tri")
    (folder / "perft.json").write_text(json.dumps(list(rows), indent=1) + "\n", encoding="utf-8")
