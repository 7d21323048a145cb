"""The components of a game with the status of every value, from the files of its standard box."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from typing import Any

from tripolis.engine.game import Game

from .markdown import cell, code, folded, listing, parts, table

LETTERS = (
    "**A**: printed, official, or from a source that survived a cross-check. **B**: one source, or a strong inference. "
    "**C**: our reconstruction or free choice."
)


def components(game: Game) -> str:
    """The box of a game; one that is not ours is listed by its files."""
    files = game.rules.standard_box()
    described = {"quadropolis": quadropolis, "metropolys": metropolys, "ubuild": ubuild}.get(game.name)
    return (
        described(files)
        if described
        else table(("file", "lines"), [(code(f), str(len(t.splitlines()))) for f, t in files.items()])
    )


def grid(rows: list[list[int]]) -> str:
    """A board of numbers."""
    return "\n".join(" ".join(map(str, row)) for row in rows)


# ---------------------------------------------------------------- Quadropolis


def quadropolis(files: dict[str, str]) -> str:
    """Tiles and boards."""
    tiles = list(csv.DictReader(io.StringIO(files["tiles.csv"])))
    boards = json.loads(files["boards.json"])
    letters = {name: Counter(tile[f"{name}_conf"] for tile in tiles) for name in ("value", "mark", "set")}
    summary = [
        (what, *(str(letters[name][letter]) for letter in "ABC"))
        for name, what in (
            ("value", "what is printed on it"),
            ("mark", "the mark for the number of players"),
            ("set", "in which mode it is used"),
        )
    ]
    rows = [
        (
            tile["id"],
            tile["round"],
            tile["set"],
            tile["variant"] or tile["type"],
            _brings(tile),
            tile["players"],
            "".join(tile[f"{name}_conf"] for name in ("value", "mark", "set")),
            cell(tile["note"]),
        )
        for tile in tiles
    ]
    head = ("tile", "round", "mode", "kind", "brings", "players", "status", "remark")
    return parts(
        LETTERS,
        f"### Tiles\n\nOf {len(tiles)} tiles, so many are",
        table(("what", "A", "B", "C"), summary),
        folded(f"All {len(tiles)} tiles; the three letters are value, mark and mode", table(head, rows)),
        "### Boards",
        f"Classic, districts: {cell(boards['classic']['status'])}.",
        listing(grid(boards["classic"]["district"])),
        f"Expert, districts and numbers of the cells: {cell(boards['expert']['status'])}.",
        listing(
            "\n".join(
                f"{' '.join(map(str, left))}        {' '.join(map(str, right))}"
                for left, right in zip(boards["expert"]["district"], boards["expert"]["cell"], strict=True)
            )
        ),
    )


def _brings(tile: dict[str, str]) -> str:
    words = [(tile["residents"], "resident"), (tile["energy"], "energy"), (tile["vp"], "point")]
    found = [f"{n} {word}{'s' if n != '1' and word != 'energy' else ''}" for n, word in words if n != "0"]
    return ", ".join([*found, *(["the mayor"] if tile["mayor"] == "1" else [])])


# ----------------------------------------------------------------- Metropolys


def metropolys(files: dict[str, str]) -> str:
    """Fields, bridges, statues, lakes, tokens and points."""
    board, pieces, layouts = (json.loads(files[name]) for name in ("board.json", "pieces.json", "layouts.json"))
    bridges = [bridge["fields"] for bridge in board["bridges"]]
    rows = []
    for field in board["fields"]:
        name = field["id"]
        land = [_other(pair, name) for pair in board["land"] if name in pair]
        over = [_other(pair, name) for pair in bridges if name in pair]
        marks = [word for word in ("edge", "blind_alley") if field[word]]
        rows.append(
            (
                code(name),
                field["district"],
                field["kind"],
                " ".join(land),
                " ".join(over),
                ", ".join(marks).replace("_", " "),
            )
        )
    kinds = [(kind, said["colour"], said["status"], cell(said["seen"])) for kind, said in board["kinds"].items()]
    points = pieces["points"]
    worth = [(key, str(value)) for key, value in points.items() if not isinstance(value, dict)]
    worth += [(f"{mode}: {key}", str(value)) for mode in ("family", "expert") for key, value in points[mode].items()]
    places = [
        (kind, str(i), " ".join(place["fields"]))
        for kind in ("statues", "lakes")
        for i, place in enumerate(board[kind], 1)
    ]
    return parts(
        f"{cell(board['about']['status'])}. Sources: {cell(board['about']['sources'])}.",
        f"### Fields\n\n{len(rows)} fields, {len(board['land'])} pairs of neighbours over land, {len(bridges)} bridges, "
        f"{len(board['statues'])} statues, {len(board['lakes'])} lakes.",
        folded(f"All {len(rows)} fields", table(("field", "district", "kind", "beside it", "over a bridge", ""), rows)),
        folded("Statues and lakes", table(("what", "number", "fields"), places)),
        "What the kinds are called:",
        table(("kind", "colour", "status", "what the picture shows"), kinds),
        "Doubtful places, and how they were read:",
        "\n".join(f"- {cell(line)}" for line in board["doubtful"]),
        f"### Tokens and points\n\n{cell(pieces['about'])}.",
        table(("what", "points"), [(cell(key.replace("_", " ")), value) for key, value in worth]),
        table(
            ("token", "in the box", "less with 3", "less with 2"),
            [
                (kind, str(n), *(str(pieces["removed"][seats][kind]) for seats in "32"))
                for kind, n in pieces["tokens"].items()
            ],
        ),
        f"### The first game\n\n{cell(layouts['about'])}.",
        table(("token", "fields"), [(kind, " ".join(fields)) for kind, fields in layouts["first"].items()]),
    )


def _other(pair: list[str], name: str) -> str:
    return pair[1] if pair[0] == name else pair[0]


# --------------------------------------------------------------------- U-Build


def ubuild(files: dict[str, str]) -> str:
    """Districts, tracks, cards, amounts."""
    districts, tracks, cards, constants = (
        json.loads(files[f"{name}.json"]) for name in ("districts", "tracks", "cards", "constants")
    )
    counted = Counter(_word(status) for one in districts["districts"] for status in _statuses(one))
    total = sum(counted.values())
    rows = [
        (
            code(one["id"]),
            cell(one["name"]),
            one["group"].replace("_", " "),
            money(one["price"]),
            money(one["base_rent"]),
            " ".join(map(money, one["rents"])),
            " / ".join(money(one[key]) for key in ("residential", "industrial", "skyscraper")),
            ", ".join(f"{n} {word}" for word, n in Counter(map(_word, _statuses(one))).items()),
        )
        for one in districts["districts"]
    ]
    head = (
        "id",
        "name",
        "colour",
        "price",
        "rent",
        "with 1 to 8 blocks",
        "block / industrial / skyscraper",
        "status of the values",
    )
    amounts = [
        (cell(key.replace("_", " ")), cell(_value(one["value"])), cell(one["status"]))
        for key, one in constants["constants"].items()
    ]
    effects = [
        (code(card["id"]), _effect(card["up"]), _effect(card["down"]), cell(card["status"])) for card in cards["cards"]
    ]
    made = [(cell(name), code(one["layout"]), cell(one["status"])) for name, one in tracks["tracks"].items()]
    tiles = [(code(one["id"]), ", ".join(map(code, one["halves"])), cell(one["status"])) for one in tracks["tiles"]]
    return parts(
        cell(districts["note"]),
        "### Districts\n\nOf the values on the district cards, so many are",
        table(("status", "values", "share"), [(word, str(n), f"{n / total:.0%}") for word, n in counted.most_common()]),
        folded(f"All {len(rows)} districts", table(head, rows)),
        "### Amounts and limits",
        table(("what", "value", "status"), amounts),
        "### Cards",
        folded(
            f"All {len(effects)} event cards", table(("card", "bridge goes up", "bridge goes down", "status"), effects)
        ),
        "### Tiles and tracks",
        table(("track", "as text", "status"), made),
        folded(f"All {len(tiles)} double tiles", table(("tile", "halves", "status"), tiles)),
    )


def money(amount: int) -> str:
    """An amount as people say it."""
    return f"{amount / 1_000_000:g}M" if amount >= 1_000_000 else f"{amount // 1000}k"


def _statuses(one: dict[str, Any]) -> list[str]:
    """The status of every value of a district card."""
    single = (
        "name_status",
        "price_status",
        "base_status",
        "building_price_status",
        "building_price_status",
        "skyscraper_status",
    )
    return [*(one[key] for key in single), *one["rents_status"]]


def _word(status: str) -> str:
    return status.partition(",")[0].partition(":")[0].strip()


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(one)}" for key, one in value.items())
    return money(value) if value >= 10_000 else str(value)


def _effect(effect: dict[str, Any]) -> str:
    more = ", ".join(
        f"{key.replace('_', ' ')} {_value(value) if isinstance(value, int) else value}"
        for key, value in effect.items()
        if key != "op"
    )
    return cell(effect["op"].replace("_", " ") + (f" ({more})" if more else ""))
