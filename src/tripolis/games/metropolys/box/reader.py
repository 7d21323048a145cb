"""The box: the board, the first game's layout, and the pieces, read from three JSON files and checked.

Every part says how sure it is: A printed or read twice, B one reading, C ours. An owner of the real box can put other
values in: `tripolis box export metropolys FOLDER`, edit, `tripolis box check FOLDER --game metropolys`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files as resource_files
from typing import Any

from tripolis.engine.errors import BadBox, BadOptions
from tripolis.engine.files import read_box_json
from tripolis.engine.words import Message

from ..face.labels import TOKEN_LETTERS, unused_names
from ..rules.state import (
    CENTRE,
    DISTRICT_NAMES,
    FIELD_NAMES,
    FIELDS,
    KIND_WORDS,
    MOST_AROUND,
    MOST_BRIDGES,
    MOST_LAKES,
    MOST_NEIGHBOURS,
    MOST_STATUES,
    Area,
    Token,
)

BOARD_JSON, LAYOUTS_JSON, PIECES_JSON = FILES = ("board.json", "layouts.json", "pieces.json")
TOKEN_WORDS = tuple(token.name.lower() for token in Token if token)
FAMILY_CARDS = (Area.BRIDGES, Area.STATUES, Area.LAKES, Area.EDGE)
EXPERT_CARDS = (Area.BRIDGES, Area.STATUES, Area.LAKES, Area.DISTRICTS, Area.CHAINS)
FIELD = {name: i for i, name in enumerate(FIELD_NAMES)}
POINTS = ("trendy", "subway", "site", "subway_card", "site_card", "highest", "neighbourhood")
GIVEN = re.compile(r"([TSA]):([a-z0-9,]*)", re.IGNORECASE)


@cache
def standard_box() -> dict[str, str]:
    """The files of the box as it was sold, as far as it is known."""
    folder = resource_files(__package__)
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


# -------------------------------------------------------------------- options


def check_settings(settings: Mapping[str, Any]) -> None:
    """The start seat plays, unused districts fit the number of players, and a given layout has its tokens."""
    players = settings["players"]
    if settings["first"] != "drawn" and settings["first"] >= players:
        args = {"seat": settings["first"], "players": players, "last": players - 1}
        raise BadOptions(Message("Seat {seat} cannot start: with {players} players the seats are 0 to {last}.", **args))
    unused = districts_of(settings["unused"])
    if unused and len(unused) != 4 - players:
        args = {"players": players, "n": 4 - players, "given": len(unused)}
        raise BadOptions(Message("With {players} players the number of unused districts is {n}, not {given}.", **args))
    if (settings["layout"] == "given") != bool(settings["tokens"]):
        raise BadOptions(Message("The options layout=given and tokens go together."))


def districts_of(unused: str) -> tuple[int, ...]:
    """The districts that an option names."""
    return () if unused == "drawn" else tuple(DISTRICT_NAMES.index(name) for name in unused.split("+"))


# ---------------------------------------------------------------- small checks


def bad(file: str, reason: Message) -> BadBox:
    """A fault in a file; JSON has no lines that could be named."""
    return BadBox(file, None, reason)


def read_json(file: str, text: str) -> dict[str, Any]:
    """A JSON object."""
    data = read_box_json(file, text)
    if not isinstance(data, dict):
        raise bad(file, Message("this must be a JSON object"))
    return data


def part(file: str, where: Any, name: str, kind: type) -> Any:
    """A named part of an object, of a kind."""
    value = where.get(name) if isinstance(where, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise bad(file, Message("{name} is missing or invalid", name=name))
    return value


def whole(file: str, where: Any, name: str, least: int, most: int) -> int:
    """A whole number in its range."""
    n = part(file, where, name, int)
    if not least <= n <= most:
        args = {"name": name, "least": least, "most": most, "n": n}
        raise bad(file, Message("{name} must be a number from {least} to {most}, not {n}", **args))
    return int(n)


def fields_of(file: str, names: Any, least: int, most: int) -> int:
    """Bits of a list of different fields."""
    if not isinstance(names, list) or any(not isinstance(name, str) or name not in FIELD for name in names):
        raise bad(file, Message("{names} is not a list of fields", names=json.dumps(names)))
    if len(set(names)) != len(names) or not least <= len(names) <= most:
        args = {"names": json.dumps(names), "least": least, "most": most}
        raise bad(file, Message("{names} must be {least} to {most} different fields", **args))
    return bits_of(FIELD[name] for name in names)


def bits_of(fields: Iterable[int]) -> int:
    """A set as bits."""
    return sum(1 << field for field in fields)


def fields_in(bits: int) -> list[int]:
    """The fields of a set."""
    return [field for field in range(FIELDS) if bits >> field & 1]


# ---------------------------------------------------------------------- board


def read_board(text: str) -> dict[str, Any]:
    """The board as sets of fields."""
    board = read_json(BOARD_JSON, text)
    rows = part(BOARD_JSON, board, "fields", list)
    ids = [row.get("id") if isinstance(row, dict) else None for row in rows]
    if ids != [*FIELD_NAMES]:
        raise bad(BOARD_JSON, Message("fields must be {first} to {last}, in order", first="n1", last="c15"))
    kind, edge, blind = [], 0, 0
    for i, row in enumerate(rows):
        word = part(BOARD_JSON, row, "kind", str)
        if word not in KIND_WORDS:
            args = {"name": word, "names": ", ".join(KIND_WORDS)}
            raise bad(BOARD_JSON, Message("{name} is not a kind of field; choose from {names}", **args))
        kind.append(KIND_WORDS.index(word) + 1)
        edge |= part(BOARD_JSON, row, "edge", bool) << i
        blind |= part(BOARD_JSON, row, "blind_alley", bool) << i
    neighbours = [0] * FIELDS
    pairs: set[int] = set()

    def join(pair: int) -> None:
        if pair in pairs:
            raise bad(BOARD_JSON, Message("{names} are connected twice", names=names_in(pair)))
        pairs.add(pair)
        one, other = fields_in(pair)
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one

    for names in part(BOARD_JSON, board, "land", list):
        join(fields_of(BOARD_JSON, names, 2, 2))
    landmarks: dict[str, list[int]] = {}
    for name, least, most, number in (
        ("bridges", 2, 2, MOST_BRIDGES),
        ("statues", 3, 3, MOST_STATUES),
        ("lakes", 3, MOST_AROUND, MOST_LAKES),
    ):
        things = part(BOARD_JSON, board, name, list)
        if len(things) > number:
            raise bad(BOARD_JSON, Message("{name}: at most {n}", name=name, n=number))
        sets = [fields_of(BOARD_JSON, part(BOARD_JSON, thing, "fields", list), least, most) for thing in things]
        landmarks[name] = sorted(sets, key=lambda fields: (fields & -fields, fields))  # `pack` wants the lowest first
    for pair in landmarks["bridges"]:
        join(pair)
    for i, near in enumerate(neighbours):
        if not 1 <= near.bit_count() <= MOST_NEIGHBOURS:
            args = {"name": FIELD_NAMES[i], "most": MOST_NEIGHBOURS, "n": near.bit_count()}
            raise bad(BOARD_JSON, Message("{name} must have 1 to {most} neighbours, not {n}", **args))
    return {"kind": kind, "edge": edge, "blind": blind, "neighbours": neighbours, **landmarks}


def names_in(bits: int) -> str:
    """The names of a set of fields."""
    return ", ".join(FIELD_NAMES[field] for field in fields_in(bits))


def districts() -> list[int]:
    """Bits of the fields of each district: a field's letter says it."""
    return [bits_of(i for i, field in enumerate(FIELD_NAMES) if field[0] == name[0]) for name in DISTRICT_NAMES]


# --------------------------------------------------------------- pieces, layout


def read_pieces(text: str) -> dict[str, Any]:
    """Tokens in play for each number of players, places for them, points."""
    pieces = read_json(PIECES_JSON, text)
    tokens, places, points = (part(PIECES_JSON, pieces, name, dict) for name in ("tokens", "places", "points"))
    removed = part(PIECES_JSON, pieces, "removed", dict)
    place = [whole(PIECES_JSON, places, "outer", 0, 10)] * 4 + [whole(PIECES_JSON, places, "centre", 0, 15)]
    in_play = {}
    for players in (2, 3, 4):
        fewer = part(PIECES_JSON, removed, str(players), dict) if players < 4 else {}
        in_play[players] = [
            whole(PIECES_JSON, tokens, word, 0, 30)
            - (whole(PIECES_JSON, fewer, word, 0, tokens[word]) if players < 4 else 0)
            for word in TOKEN_WORDS
        ]
        needed = place[0] * players + place[CENTRE]
        if sum(in_play[players]) != needed:
            args = {"players": players, "n": sum(in_play[players]), "needed": needed}
            raise bad(PIECES_JSON, Message("with {players} players there are {n} tokens for {needed} fields", **args))
    worth: dict[str, Any] = {name: whole(PIECES_JSON, points, name, -99, 99) for name in POINTS}
    for mode, cards in (("family", FAMILY_CARDS), ("expert", EXPERT_CARDS)):
        card_points = part(PIECES_JSON, points, mode, dict)
        worth[mode] = {card: whole(PIECES_JSON, card_points, card.name.lower(), 0, 9) for card in cards}
    return {"tokens": in_play, "places": place, "points": worth}


def read_layouts(text: str, board: dict[str, Any], pieces: dict[str, Any]) -> dict[str, Any]:
    """The first game's tokens, and the districts that it leaves unused with 2 and 3 players."""
    layouts = read_json(LAYOUTS_JSON, text)
    first, unused = part(LAYOUTS_JSON, layouts, "first", dict), part(LAYOUTS_JSON, layouts, "unused", dict)
    layout = [0] * FIELDS
    for token, word in enumerate(TOKEN_WORDS, 1):
        for field in fields_in(fields_of(LAYOUTS_JSON, part(LAYOUTS_JSON, first, word, list), 0, FIELDS)):
            if layout[field]:
                raise bad(LAYOUTS_JSON, Message("there are two tokens on {name}", name=FIELD_NAMES[field]))
            layout[field] = token
    left_out = {4: 0}
    for players in (3, 2):
        names = part(LAYOUTS_JSON, unused, str(players), list)
        if any(not isinstance(name, str) for name in names) or "+".join(names) not in unused_names(players):
            args = {"players": players, "names": ", ".join(unused_names(players))}
            raise bad(
                LAYOUTS_JSON, Message("with {players} players the unused districts must be one of {names}", **args)
            )
        left_out[players] = bits_of(DISTRICT_NAMES.index(name) for name in names)
    for players in (2, 3, 4):
        reason = layout_fault(layout, left_out[players], players, board, pieces)
        if reason:
            what = Message("the first game with {players} players: {reason}", players=players, reason=reason)
            raise bad(LAYOUTS_JSON, what)
    return {"first": layout, "unused": left_out}


def layout_fault(
    layout: list[int], unused: int, players: int, board: dict[str, Any], pieces: dict[str, Any]
) -> Message | None:
    """What is wrong with a layout: too many or too few tokens in a district or of a sort, or one in a blind alley."""
    counts: Counter[int] = Counter()
    for d, fields in enumerate(districts()):
        if unused >> d & 1:
            continue
        here = [layout[field] for field in fields_in(fields) if layout[field]]
        counts.update(here)
        if len(here) != pieces["places"][d]:
            args = {"district": DISTRICT_NAMES[d], "n": pieces["places"][d], "given": len(here)}
            return Message("there are {given} tokens in the district {district}; there must be {n}", **args)
    for field in fields_in(board["blind"]):
        if layout[field]:
            return Message("{name} is a blind alley: it cannot have a token", name=FIELD_NAMES[field])
    for token, word in enumerate(TOKEN_WORDS, 1):
        n = pieces["tokens"][players][token - 1]
        if counts[token] != n:
            args = {"token": word, "players": players, "n": n, "given": counts[token]}
            return Message("with {players} players there are {n} tokens of the kind {token}, not {given}", **args)
    return None


def given_layout(text: str, players: int, board: dict[str, Any], pieces: dict[str, Any]) -> tuple[list[int], int]:
    """A layout given as an option, `T:n7,e7 S:n2 A:n4`; districts without tokens are those that are not used."""
    layout = [0] * FIELDS
    for word in text.split():
        given = GIVEN.fullmatch(word)
        if given is None:
            raise BadOptions(
                Message("{text} is not a list of tokens: write T:n7,e7 S:n2 A:n4 for trendy, subway, site.", text=word)
            )
        for name in filter(None, given[2].lower().split(",")):
            if name not in FIELD:
                raise BadOptions(Message("There is no field {name}.", name=name))
            if layout[FIELD[name]]:
                raise BadOptions(Message("There are two tokens on {name}.", name=name))
            layout[FIELD[name]] = TOKEN_LETTERS.index(given[1].upper()) + 1
    unused = bits_of(
        d for d, fields in enumerate(districts()) if d != CENTRE and not any(layout[f] for f in fields_in(fields))
    )
    names = "+".join(DISTRICT_NAMES[d] for d in ring_order(unused))
    if players < 4 and names not in unused_names(players):
        args = {"players": players, "names": ", ".join(unused_names(players))}
        raise BadOptions(Message("With {players} players the districts without tokens must be one of {names}.", **args))
    reason = layout_fault(layout, unused, players, board, pieces)
    if reason:
        raise BadOptions(Message("This layout is not possible: {reason}.", reason=reason))
    return layout, unused


def ring_order(unused: int) -> list[int]:
    """Districts in the order in which they are named: west before north."""
    districts = [d for d in range(4) if unused >> d & 1]
    return districts[::-1] if districts == [0, 3] else districts


# ----------------------------------------------------------------------- box


def check_files(files: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Read all files of a box, whichever game will be played."""
    for name in FILES:
        if name not in files:
            raise BadBox(name, None, Message("this file is missing"))
    for name in files:
        if name not in FILES:
            raise BadBox(name, None, Message("a Metropolys box has no such file"))
    board, pieces = read_board(files[BOARD_JSON]), read_pieces(files[PIECES_JSON])
    for d, fields in enumerate(districts()):
        room = (fields & ~board["blind"]).bit_count()
        if room < pieces["places"][d]:
            args = {"district": DISTRICT_NAMES[d], "n": pieces["places"][d], "room": room}
            raise bad(PIECES_JSON, Message("the district {district} has room for {room} tokens, not for {n}", **args))
    return board, pieces, read_layouts(files[LAYOUTS_JSON], board, pieces)


def fill_box(b: Any, files: Mapping[str, str], settings: Mapping[str, Any]) -> None:
    """Check a box and fill the record of a match with it."""
    board, pieces, layouts = check_files(files)
    players, mode = settings["players"], settings["mode"]
    b.expert = int(mode == "expert")
    b.first = -1 if settings["first"] == "drawn" else settings["first"]
    fill_layout(b, settings, board, pieces, layouts)
    for i in range(3):
        b.tokens[i] = pieces["tokens"][players][i]
    for d, fields in enumerate(districts()):
        b.places[d] = pieces["places"][d]
        b.district_fields[d] = fields
        for field in fields_in(fields):
            b.district[field] = d
    b.token_fields = ((1 << FIELDS) - 1) & ~board["blind"]
    for field in range(FIELDS):
        b.neighbours[field] = board["neighbours"][field]
        beside = [*fields_in(board["neighbours"][field]), *[-1] * MOST_NEIGHBOURS]
        for k in range(MOST_NEIGHBOURS):
            b.beside[field][k] = beside[k]
        b.kind[field] = board["kind"][field]
    for i in range(len(KIND_WORDS)):
        b.kind_fields[i] = bits_of(field for field in range(FIELDS) if board["kind"][field] == i + 1)
    b.n_bridges, b.n_statues, b.n_lakes = (len(board[name]) for name in ("bridges", "statues", "lakes"))
    for row, name in ((b.bridge, "bridges"), (b.statue, "statues"), (b.lake, "lakes")):
        near = 0
        for i, fields in enumerate(board[name]):
            row[i] = fields
            near |= fields
        b.near[Area[name.upper()]] = near
    b.near[Area.EDGE] = board["edge"]
    cards = EXPERT_CARDS if b.expert else FAMILY_CARDS[: 3 if players == 2 else 4]
    b.n_cards = len(cards)
    for i, card in enumerate(cards):
        b.card[i] = card
        b.area_points[card] = pieces["points"][mode][card]
    for name in POINTS:
        setattr(b, f"{name}_points", pieces["points"][name])


def fill_layout(
    b: Any, settings: Mapping[str, Any], board: dict[str, Any], pieces: dict[str, Any], layouts: dict[str, Any]
) -> None:
    """Which tokens lie where, and which districts are not used: drawn, chosen, or fixed by the layout."""
    players, chosen = settings["players"], bits_of(districts_of(settings["unused"]))
    b.fixed = int(settings["layout"] != "random")
    b.unused = chosen if chosen or players == 4 else -1
    if not b.fixed:
        return
    layout, unused = layouts["first"], layouts["unused"][players]
    if settings["layout"] == "given":
        layout, unused = given_layout(settings["tokens"], players, board, pieces)
    if chosen not in (0, unused):
        fixed = "+".join(DISTRICT_NAMES[d] for d in ring_order(unused))
        raise BadOptions(Message("This layout does not use: {districts}.", districts=fixed))
    b.unused = unused
    for field in range(FIELDS):
        b.layout[field] = layout[field]
