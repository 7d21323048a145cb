"""An owner's box: what is printed on their cards, tiles and tracks where it differs from ours, and what they confirmed.

Kept as one small file: `{"game": "ubuild", "values": {"districts.json/districts/b2/price": 600000},
"confirmed": ["b1"]}`. A value is named by its file and the way to it; rows are named by their ids. It becomes the
files of a whole box.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .errors import BadBox
from .game import Game
from .scene import Sprite, Text
from .words import Message

OWN_BOX = "box.json"
"""What an owner's file is called where something is wrong with it as a whole."""
LETTERS = ("A", "B", "C")
MOST_TEXT = 400


@dataclass(frozen=True)
class BoxValue:
    """Something printed that an owner can type in: a number, one of several choices, or a text."""

    place: str
    label: Text
    most: int | None = None
    """Of a number: the highest one."""
    least: int = 0
    unit: int = 1
    """Of a number: what it is shown in, such as millions."""
    choices: tuple[tuple[str, Text], ...] = ()
    status: str = ""
    """Where the files say how sure it is."""


@dataclass(frozen=True)
class BoxCard:
    """A card, tile or track with what is printed on it."""

    id: str
    title: Text
    group: Text
    values: tuple[BoxValue, ...]
    picture: Sprite | None = None
    statuses: tuple[str, ...] = ()
    """Further places that say how sure it is."""


@dataclass(frozen=True)
class OwnBox:
    """An owner's box, checked."""

    values: dict[str, Any]
    confirmed: tuple[str, ...]
    files: dict[str, str]
    """The whole box; what the owner typed in or confirmed is known."""


def is_certain(status: str) -> bool:
    """Is a value with this status printed so? Reconstructed ones, and readings of low confidence, may be different."""
    return status == "A" or (status.startswith(("known", "decoded", "inferred")) and "low confidence" not in status)


# ---------------------------------------------------------------------- files


def parse(files: Mapping[str, str]) -> dict[str, Any]:
    """Files as trees; a table is a list of its rows."""
    return {
        name: json.loads(text) if name.endswith(".json") else list(csv.DictReader(io.StringIO(text)))
        for name, text in files.items()
    }


def written(name: str, tree: Any) -> str:
    """A tree as its file."""
    if name.endswith(".json"):
        return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
    out = io.StringIO()
    writer = csv.DictWriter(out, list(tree[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(tree)
    return out.getvalue()


def step(node: Any, key: str) -> Any:
    """The name of a part within a node: a row's number by its id, an entry's number, or a key."""
    if not isinstance(node, list):
        return key
    rows = [i for i, row in enumerate(node) if isinstance(row, dict) and row.get("id") == key]
    return rows[0] if rows else int(key)


def look_up(trees: Mapping[str, Any], place: str) -> Any:
    """What stands at a place; lists of words as one text."""
    node: Any = trees
    for key in place.split("/"):
        node = node[step(node, key)]
    return " ".join(node) if isinstance(node, list) else node


def put(trees: Mapping[str, Any], place: str, value: Any) -> None:
    """Write a value to its place, in the form of what stands there."""
    *way, last = place.split("/")
    node: Any = trees
    for key in way:
        node = node[step(node, key)]
    key = step(node, last)
    old = node[key]
    node[key] = str(value).split() if isinstance(old, list) else str(value) if isinstance(old, str) else value


# -------------------------------------------------------------------- reading


def cards_of(game: Game, files: Mapping[str, str]) -> tuple[BoxCard, ...]:
    """Everything of a game that an owner can type in."""
    cards = game.helper.cards if game.helper else None
    return tuple(cards(files)) if cards else ()


@lru_cache(maxsize=16)
def standard_cards(game: Game) -> tuple[BoxCard, ...]:
    """The cards of the standard box, drawn once."""
    return cards_of(game, game.rules.standard_box())


def read_own_box(game: Game, data: Any) -> OwnBox:
    """An owner's box from plain data; whatever is wrong is said with its place."""
    if not isinstance(data, dict) or not set(data) <= {"game", "values", "confirmed"}:
        raise BadBox(OWN_BOX, None, Message("give game, values and confirmed"))
    if data.get("game", game.name) != game.name:
        raise BadBox(OWN_BOX, None, Message("this is a box of another game: {name}", name=str(data["game"])[:40]))
    values, confirmed = data.get("values", {}), data.get("confirmed", [])
    if not isinstance(values, dict) or not isinstance(confirmed, list):
        raise BadBox(OWN_BOX, None, Message("values have names, and confirmed is a list"))
    cards = {card.id: card for card in standard_cards(game)}
    known = {value.place: value for card in cards.values() for value in card.values}
    standard = game.rules.standard_box()
    trees, differ = parse(standard), {}
    statuses = [
        place
        for name in confirmed
        for place in (*card_named(cards, name).statuses, *(value.status for value in cards[name].values))
    ]
    for place, given in values.items():
        if place not in known:
            raise BadBox(str(place)[:100], None, Message("nothing of this name can be typed in"))
        value = checked(known[place], given)
        if value != number_of(known[place], look_up(trees, place)):
            put(trees, place, value)
            differ[place] = value
            statuses.append(known[place].status)
    for place in filter(None, statuses):
        put(trees, place, "A" if look_up(trees, place) in LETTERS else "known")
    before = parse(standard)
    files = {name: written(name, tree) if tree != before[name] else standard[name] for name, tree in trees.items()}
    game.configure(files)
    return OwnBox(differ, tuple(confirmed), files)


def card_named(cards: Mapping[str, BoxCard], name: Any) -> BoxCard:
    """A card by its id."""
    if not isinstance(name, str) or name not in cards:
        raise BadBox(OWN_BOX, None, Message("there is no card {name} to confirm", name=str(name)[:40]))
    return cards[name]


def checked(value: BoxValue, given: Any) -> Any:
    """What was typed in, as the files hold it."""
    if value.most is not None:
        if isinstance(given, bool) or not isinstance(given, int) or not value.least <= given <= value.most:
            args = {"least": value.least, "most": value.most, "value": str(given)[:40]}
            raise BadBox(
                value.place, None, Message("this is a whole number from {least} to {most}, not {value}", **args)
            )
        return given
    if not isinstance(given, str) or len(given) > MOST_TEXT:
        raise BadBox(value.place, None, Message("this is a text of at most {n} characters", n=MOST_TEXT))
    if value.choices and given not in dict(value.choices):
        args = {"names": ", ".join(dict(value.choices)), "value": given[:40]}
        raise BadBox(value.place, None, Message("this is one of {names}, not {value}", **args))
    return given


# ----------------------------------------------------------------------- page


def box_data(game: Game, own: OwnBox) -> dict[str, Any]:
    """An owner's box as a page shows it: every card with its values, ours beside them, and how sure they are."""
    trees, standard = parse(own.files), parse(game.rules.standard_box())

    def shown(value: BoxValue) -> dict[str, Any]:
        return {
            "place": value.place, "label": value.label, "most": value.most, "least": value.least, "unit": value.unit,
            "choices": value.choices, "value": number_of(value, look_up(trees, value.place)),
            "standard": number_of(value, look_up(standard, value.place)),
            "certain": not value.status or is_certain(str(look_up(trees, value.status))),
        }  # fmt: skip

    return {
        "cards": [
            {
                "id": card.id, "title": card.title, "group": card.group, "picture": card.picture,
                "values": [shown(value) for value in card.values], "confirmed": card.id in own.confirmed,
                "certain": all(is_certain(str(look_up(trees, place))) for place in card.statuses),
            }
            for card in cards_of(game, own.files)
        ],
        "values": own.values,
        "confirmed": own.confirmed,
        "files": own.files if own.values else None,
    }  # fmt: skip


def number_of(value: BoxValue, stored: Any) -> Any:
    """A number of a table, which holds texts, as a number."""
    return int(stored) if value.most is not None else stored
