"""Positions as text: a whole position, or what a viewer sees of it, in one short line that people can read and edit.

    ubuild/1/players=2/track=pro ply=9 actor=1 phase=buy turn=1 dice=3,4 cash=1200,1500 at=7 owner=b1:0,b2:0
    seed=9c0f...

The first word says what is played: the game, the version of its rules, and options and box where they are not the usual
ones. Then come the fields of the record that differ from the start of a match (see `start_of`), so that no field can be
forgotten:

    text  = [game "/" version { "/" option "=" value }] { field "=" row { "/" row } }
    row   = [item { "," item }]
    item  = [place ":"] value ["*" how many]
    value = number | name | bit { "+" bit }

A field with two axes has a row for each index of the first. Items fill a row from its beginning or from a place (a
row's name is a place too: its beginning); what a text leaves out stays as it is at the start. Places, values and
bits have the names that the layout gives them, or are numbers. Between words there are spaces, in addresses `&`.
`derived` fields follow from the others (`Rules.derive`) and are written only where they do not.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import BadOptions, BadPosition
from .game import Game, find
from .random import seed_text, seed_words
from .record import WHOLE, Field, copy_twin
from .words import Message

if TYPE_CHECKING:
    from .position import Position

LONGEST = 20_000
"""Characters of a text; that of a real position has some hundred."""
WORD = re.compile(r"[^\s&]+")
AS_IT_IS = re.compile(r"[A-Za-z0-9_.-]{1,32}")
"""A value of an option that can stand in a text; any other is named by its hash."""
MOST_BITS = 12
"""A larger set is written as a number."""
DEALS = 16
"""Matches that are dealt to see which fields chance decides."""


# ------------------------------------------------------------------- the start


def start_of(game: Game, observer: int) -> Any:
    """What texts start from: a new match as this observer sees it, 0 where chance decides. Shared: copy to change."""
    from .position import position_after

    if observer not in game.starts:
        dealt = [position_after(game, bytes([k] * 16)) for k in range(DEALS)]
        start, *others = [(one if observer == WHOLE else one.seen_by(observer)).plain for one in dealt]
        for f in game.state.fields:
            if any(getattr(other, f.name) != getattr(start, f.name) for other in others):
                setattr(start, f.name, np.zeros(f.shape, np.int64).tolist())
        game.starts[observer] = start
    return game.starts[observer]


def copy_of(game: Game, s: Any) -> Any:
    """A twin like another one."""
    twin = game.state.twin()
    copy_twin(twin, s)
    return twin


def put_derived(game: Game, s: Any) -> None:
    """Fill the fields that follow from others; what they held before does not count."""
    if game.rules.derive is not None:
        start = copy_of(game, start_of(game, s.observer))
        for f in game.state.declared:
            if f.derived:
                setattr(s, f.name, getattr(start, f.name))
        game.rules.derive(s, game.plain_box)


# --------------------------------------------------------------------- writing


def write_position(position: Position) -> str:
    """A position as text."""
    game, s = position.game, position.plain
    start, derived = start_of(game, s.observer), copy_of(game, s)
    put_derived(game, derived)
    words = [head(game), *([] if s.observer == WHOLE else [f"observer={s.observer}"])]
    for f in game.state.declared:
        value, usual = getattr(s, f.name), getattr(derived if f.derived else start, f.name)
        if value != usual and f.name != "seed":
            words.append(f"{f.name}={write_field(f, value, usual)}")
    return " ".join(words + ([f"seed={seed_text(s.seed)}"] if any(s.seed) else []))


def head(game: Game) -> str:
    """What is played: `quadropolis/1/mode=expert`."""
    settings = game.settings.items()
    chosen = [
        f"{o.name}={show(o.show(game.settings[o.name]))}" for o in game.options if (o.name, o.default) not in settings
    ]
    box = [] if game.box_hash == "standard" else [f"box={game.box_hash}"]
    return "/".join([game.name, str(game.version), *chosen, *box])


def show(value: str) -> str:
    """The value of an option, or its hash where it is long or has odd characters."""
    return value if AS_IT_IS.fullmatch(value) else "~" + hashlib.sha256(value.encode()).hexdigest()[:16]


def write_field(f: Field, value: Any, usual: Any) -> str:
    """A field, as far as it differs from the usual one."""
    pairs = list(zip(rows_of(f, value), rows_of(f, usual), strict=True))
    if f.rows:
        named = zip(f.rows, pairs, strict=True)
        return ",".join(f"{name}:{write_row(f, row, other)}" for name, (row, other) in named if row != other)
    return "/".join(write_row(f, row, other) for row, other in pairs).rstrip("/")


def rows_of(f: Field, value: Any) -> list[list[int]]:
    """A field as rows: the lists along its last axis."""
    rows = value if f.shape else [value]
    if len(f.shape) < 2:
        return [rows]
    for _ in f.shape[2:]:
        rows = [row for part in rows for row in part]
    return rows


def write_row(f: Field, row: list[int], usual: list[int]) -> str:
    """From the beginning, or only where it differs if that is shorter or places have names; else nothing."""
    differing = [i for i, (value, other) in enumerate(zip(row, usual, strict=True)) if value != other]
    if not differing:
        return ""
    full = ",".join(write_run(f, row, 0, differing[-1] + 1))
    if f.rows:
        return full
    parts, at, last = [], 0, 0
    while at < len(differing):
        first = stop = differing[at]
        while at < len(differing) and differing[at] == stop:
            at, stop = at + 1, stop + 1
        place = f"{f.at[first] if f.at else first}:" if first != last else ""
        parts.append(place + ",".join(write_run(f, row, first, stop)))
        last = stop
    sparse = ",".join(parts)
    return sparse if len(sparse) < len(full) * (1.5 if f.at else 1) else full


def write_run(f: Field, row: list[int], first: int, stop: int) -> Iterator[str]:
    """Values of a row, equal neighbours in one item."""
    while first < stop:
        n = 1
        while first + n < stop and row[first + n] == row[first]:
            n += 1
        value = write_value(f, row[first])
        if n * (len(value) + 1) - 1 <= len(f"{value}*{n}"):
            yield from [value] * n
        else:
            yield f"{value}*{n}"
        first += n


def write_value(f: Field, value: int) -> str:
    """A number by its name, or by the names of its bits."""
    if value in f.values:
        return f.values[value]
    if f.bits and 0 < value < 1 << len(f.bits) and value.bit_count() <= MOST_BITS:
        return "+".join(name for i, name in enumerate(f.bits) if value >> i & 1)
    return str(value)


def named_fields(position: Position) -> dict[str, Any]:
    """The fields of a position with the names of places and values; without the seed."""
    s, b, readings = position.plain, position.game.plain_box, position.game.face.readings
    fields = {f.name: _named(f, getattr(s, f.name), f.shape) for f in position.game.state.declared if f.name != "seed"}
    return {name: readings[name](b, value) if name in readings else value for name, value in fields.items()}


def _named(f: Field, value: Any, shape: tuple[int, ...]) -> Any:
    """A field, or a part of it with fewer axes, by names."""
    if not shape:
        if f.bits:
            return tuple(name for i, name in enumerate(f.bits) if value >> i & 1)
        return f.values.get(value, value)
    parts = [_named(f, part, shape[1:]) for part in value]
    names = f.at if len(shape) == 1 else f.rows if len(shape) == len(f.shape) else ()
    return dict(zip(names, parts, strict=True)) if names else parts


# --------------------------------------------------------------------- reading


def read_position(text: str, game: Game | None = None) -> Position:
    """The position of a text; without a game, of the installed one that it names. Errors name the column."""
    from .position import Position

    if len(text) > LONGEST:
        raise BadPosition(1, Message("a position has at most {n} characters", n=LONGEST))
    words = {match.start() + 1: match[0] for match in WORD.finditer(text)}
    first = next(iter(words), 1)
    if "=" not in words.get(first, "=").partition("/")[0]:
        game = check_head(words.pop(first), first, game)
    if game is None:
        raise BadPosition(first, Message("the game is missing: a position starts like quadropolis/1"))
    fields = split_words(game, words)
    observer = game.state.by_name["observer"]
    seat = WHOLE
    if "observer" in fields:
        seat = read_number(observer, fields["observer"][1], fields["observer"][0])
        if not -1 <= seat < game.players and seat != WHOLE:
            raise BadPosition(fields["observer"][0], Message("there is no seat {seat}", seat=seat))
    s = copy_of(game, start_of(game, seat))
    put_fields(game, s, fields, derived=False)
    if not -1 <= s.actor < game.players:
        raise BadPosition(fields["actor"][0], Message("there is no seat {seat}", seat=s.actor))
    try:
        put_derived(game, s)
        put_fields(game, s, fields, derived=True)
        position = Position(game, game.state.from_plain(s))
    except (IndexError, OverflowError, ValueError):
        raise BadPosition(first, Message("the fields do not fit together")) from None
    check_sight(position, fields)
    return position


def check_head(word: str, column: int, game: Game | None) -> Game:
    """The game of a first word; where a game is given it must be that one, with the same options and box."""
    name, *parts = word.split("/")
    version, *chosen = parts or [""]
    given = game
    try:
        game = find(name) if game is None else game
    except BadOptions as error:
        raise BadPosition(column, error.message) from None
    if (name, version) != (game.name, str(game.version)):
        names = {"theirs": word[:40], "ours": f"{game.name}/{game.version}"}
        raise BadPosition(column, Message("the position is from {theirs}, but this is {ours}", **names))
    theirs = {option.name: option.show(option.default) for option in game.options} | {"box": "standard"}
    column += len(name) + len(version) + 2
    columns = dict.fromkeys(theirs, column)
    for part in chosen:
        key, equals, value = part.partition("=")
        if key not in theirs or not equals:
            raise BadPosition(column, Message("there is no option {name}", name=key))
        theirs[key], columns[key] = value, column
        column += len(part) + 1
    if given is None:
        try:
            game = game.configure(None, **{key: value for key, value in theirs.items() if key != "box"})
        except BadOptions as error:
            raise BadPosition(columns["box"], error.message) from None
    for key, setting in (game.settings_text() | {"box": game.box_hash}).items():
        if show(setting) not in (theirs[key], show(theirs[key])):
            args = {"option": key, "theirs": theirs[key], "ours": show(setting)}
            raise BadPosition(
                columns[key], Message("{option} is {theirs} in the position, but {ours} in this game", **args)
            )
    return game


def split_words(game: Game, words: dict[int, str]) -> dict[str, tuple[int, str]]:
    """The fields that a text names, each with the column of its value and the value."""
    fields: dict[str, tuple[int, str]] = {}
    for column, word in words.items():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise BadPosition(column, Message("write name=value, not {text}", text=word[:40]))
        if name not in game.state.by_name:
            raise BadPosition(column, Message("there is no field {name}", name=name[:40]))
        if name in fields:
            raise BadPosition(column, Message("{name} appears twice", name=name))
        fields[name] = column + len(name) + 1, value
    return fields


def put_fields(game: Game, s: Any, fields: dict[str, tuple[int, str]], derived: bool) -> None:
    """Put the fields of a text into a twin: those that follow from others, or all the rest."""
    for name, (column, text) in fields.items():
        f = game.state.by_name[name]
        if f.derived != derived:
            continue
        if name == "seed":
            s.seed = read_seed(text, column)
        elif not f.shape:
            setattr(s, name, read_number(f, text, column))
        else:
            read_rows(f, rows_of(f, getattr(s, name)), text, column)


def read_seed(text: str, column: int) -> list[int]:
    """The 32 hex digits of a seed."""
    try:
        return list(seed_words(text))
    except ValueError:
        raise BadPosition(column, Message("a seed has 32 hex digits")) from None


def read_rows(f: Field, rows: list[list[int]], text: str, column: int) -> None:
    """Put the items of a text into the rows of a field."""
    for number, part in enumerate(text.split("/")):
        row, at = number, 0
        for item in part.split(",") if part else ():
            place, colon, rest = item.rpartition(":")
            if colon and place in f.rows:
                row, at = f.rows.index(place), 0
            elif colon:
                at = f.at.index(place) if place in f.at else int(place) if is_number(place) else -1
            text, star, count = rest.partition("*")
            value = read_number(f, text, column + len(place + colon))
            n = read_count(f, count, column + len(item) - len(count)) if star else 1
            if row >= len(rows) or at < 0 or at + n > f.shape[-1]:
                where = place if colon else f"/{row}" if row >= len(rows) else at
                raise BadPosition(column, Message("{field} has no place {place}", field=f.name, place=where))
            rows[row][at : at + n] = [value] * n
            at += n
            column += len(item) + 1
        column += 0 if part else 1


def read_count(f: Field, text: str, column: int) -> int:
    """How many equal values there are."""
    n = int(text) if is_number(text) else 0
    if not 1 <= n <= f.shape[-1]:
        raise BadPosition(
            column, Message("{text} is neither a number nor a name of {field}", text=f"*{text[:40]}", field=f.name)
        )
    return n


def read_number(f: Field, text: str, column: int) -> int:
    """A number, a name, or names of bits, as far as it fits the field."""
    if is_number(text):
        value = int(text)
        limits = np.iinfo(f.kind)
        if not limits.min <= value <= limits.max:
            raise BadPosition(column, Message("{number} does not fit into {field}", number=value, field=f.name))
        return value
    if text in f.numbers:
        return f.numbers[text]
    value = 0
    for name in text.split("+"):
        if name not in f.bits:
            message = Message("{text} is neither a number nor a name of {field}", text=name[:40], field=f.name)
            raise BadPosition(column, message)
        value |= 1 << f.bits.index(name)
        column += len(name) + 1
    return value


def is_number(text: str) -> bool:
    """Is it a whole number that may fit a field?"""
    digits = text.removeprefix("-")
    return len(digits) <= 20 and digits.isascii() and digits.isdecimal()


def check_sight(position: Position, fields: dict[str, tuple[int, str]]) -> None:
    """An observation holds nothing that its viewer cannot know."""
    if position.observer == WHOLE:
        return
    s, seen = position.plain, position.seen_by(position.observer).plain
    for name, (column, _) in fields.items():
        if getattr(s, name) != getattr(seen, name):
            raise BadPosition(column, Message("a viewer cannot know {field}", field=name))
