"""The tiles and boards as an owner reads them off their own box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tripolis.engine.own_box import BoxCard, BoxValue, parse
from tripolis.engine.scene import Mark, Sprite
from tripolis.engine.words import Message

from ..face.labels import KIND_NAMES, MODE_NAMES
from ..rules.state import Kind

TILES, BOARDS = "tiles.csv", "boards.json"
PRINTED = (
    ("residents", Message("Residents"), "value_conf"),
    ("energy", Message("Energy"), "value_conf"),
    ("vp", Message("Printed points"), "value_conf"),
)
SETS = (("both", Message("Classic and Expert")), ("classic", MODE_NAMES["classic"]), ("expert", MODE_NAMES["expert"]))


def cards(files: Mapping[str, str]) -> Iterator[BoxCard]:
    """All tiles, round by round, and the two city boards."""
    trees = parse(files)
    for row in trees[TILES]:
        kind = Kind[(row["variant"] or row["type"]).upper()]
        here = f"{TILES}/{row['id']}"
        marks = (("2-4", "2–4"), ("3-4", "3–4"), ("4", "4"))
        values = (
            *(BoxValue(f"{here}/{key}", label, 9, status=f"{here}/{status}") for key, label, status in PRINTED),
            BoxValue(f"{here}/mayor", Message("Mayor"), choices=(("0", "–"), ("1", "✓")), status=f"{here}/value_conf"),
            BoxValue(f"{here}/players", Message("Number of players"), choices=marks, status=f"{here}/mark_conf"),
            BoxValue(f"{here}/set", Message("Used in"), choices=SETS, status=f"{here}/set_conf"),
        )
        title = Message("{id}: {kind}", id=row["id"], kind=KIND_NAMES[kind])
        yield BoxCard(row["id"], title, Message("Round {n}", n=row["round"]), values, picture(row, kind))
    for mode, name in (("classic", MODE_NAMES["classic"]), ("expert", MODE_NAMES["expert"])):
        board = trees[BOARDS][mode]
        values = tuple(
            BoxValue(f"{BOARDS}/{mode}/{key}/{i}", label.fill(n=i + 1), 5, 1)
            for key, label in (("rows", Message("Row {n}")), ("columns", Message("Column {n}")))
            for i in range(len(board.get(key, ())))
        )
        grids = (("cell", Message("{cell}: number")), ("district", Message("{cell}: district")))
        values += tuple(
            BoxValue(f"{BOARDS}/{mode}/{key}/{r}/{c}", label.fill(cell=f"{'abcd'[r]}{c + 1}"), 5, 1)
            for key, label in grids
            for r, line in enumerate(board.get(key, ()))
            for c in range(len(line))
        )
        symbol = "city-expert" if mode == "expert" else "city"
        drawn = Sprite("board", symbol, "", 0, 0, 540 if mode == "expert" else 440, 440)
        yield BoxCard(mode, Message("City board: {mode}", mode=name), Message("Boards"), values, drawn)


def picture(row: dict[str, Any], kind: Kind) -> Sprite:
    """A tile with what is printed on it."""
    income = ["resident"] * int(row["residents"]) + ["energy"] * int(row["energy"])
    marks = [Mark(17.5 + 21 * i, 17.5, 19, symbol) for i, symbol in enumerate(income[:4])]
    if int(row["vp"]):
        marks += [Mark(21, 20, 34, "point"), Mark(21, 21.5, 17, text=row["vp"], colour="edge")]
    if int(row["mayor"]):
        marks.append(Mark(17, 85, 19, "mayor"))
    return Sprite(f"tile-{row['id']}", f"tile-{kind.name.lower()}", "", 0, 0, marks=tuple(marks))
