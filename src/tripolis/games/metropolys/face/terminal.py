"""The table in a terminal: districts as lists of fields with their neighbours, players, bids, the viewer's goals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from tripolis.engine.position import Position
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..box.reader import fields_in
from ..rules.state import DISTRICTS, FIELD_NAMES, NUMBERS, SEAT_STEP, Area, Token
from .goals import goal_fields, groups, highest_holders, known_goal
from .labels import CARD_NAMES, DISTRICT_LABELS, KIND_LETTERS, KIND_NAMES, TOKEN_LETTERS, area_rule, kind_rule

KIND_COLOURS = ("red", "green", "yellow", "magenta", "bright_blue")
SEAT_COLOURS = ("bright_blue", "red", "green", "magenta")
EMBLEMS = "●■▲◆"
Say = Callable[[Text], str]


def text_table(position: Position, names: tuple[Text, ...] | None, say: Say) -> RenderableType:
    """The whole table."""
    names = names or tuple(seat_name(seat) for seat in range(position.game.players))
    s, b = position.plain, position.game.plain_box
    used = [d for d in range(DISTRICTS) if s.fields & b.district_fields[d]]
    districts = [district(position, d, say) for d in used]
    return Group(
        Columns(districts, padding=(0, 1)),
        players(position, names, say),
        *bids(s, say),
        *own_goals(position, say),
        *legend(b, say),
    )


# ------------------------------------------------------------------------ city


def district(position: Position, d: int, say: Say) -> Table:
    """A district: its fields with kind, surroundings, token, building and neighbours."""
    s, b = position.plain, position.game.plain_box
    title = say(DISTRICT_LABELS[d]).capitalize()
    if b.expert:
        holders = "".join(EMBLEMS[seat] for seat in highest_holders(s, b)[d])
        title += f"  {say(Message('highest building: {seats}', seats=holders or '-'))}"
    table = Table(
        title=title, title_justify="left", title_style="bold", box=None, show_header=False, padding=(0, 1, 0, 0)
    )
    for width in (3, 1, 3, 1, 4, 21):
        table.add_column(width=width, no_wrap=True)
    seat = position.observer
    near, of_kind = goal_fields(s, b, seat) if seat >= 0 else (set(), set())
    for field in fields_in(b.district_fields[d]):
        kind = b.kind[field] - 1
        own = field in near or field in of_kind
        table.add_row(
            Styled(FIELD_NAMES[field], style="bold underline" if own else ""),
            Styled(KIND_LETTERS[kind], style=KIND_COLOURS[kind]),
            Styled(around(b, field), style="dim"),
            token(s, field),
            building(s, field),
            neighbours(s, b, field),
        )
    return table


def around(b: Any, field: int) -> str:
    """`*~|`: beside a statue, a lake, at the edge."""
    marks = ((Area.STATUES, "*"), (Area.LAKES, "~"), (Area.EDGE, "|"))
    return "".join(mark for area, mark in marks if b.near[area] >> field & 1)


def token(s: Any, field: int) -> Styled:
    """The token that lies on a field."""
    if not s.token[field] or s.built[field]:
        return Styled("")
    return Styled(TOKEN_LETTERS[s.token[field] - 1], style="bold")


def building(s: Any, field: int) -> Styled:
    """`●7`: a building with its owner; behind a bid stands a question mark."""
    for i in range(s.n_bids):
        if s.bid_field[i] == field:
            return piece(s.bid[i], "reverse ", "?")
    return piece(s.built[field], "bold ") if s.built[field] else Styled("")


def piece(code: int, style: str, more: str = "") -> Styled:
    """A building in its owner's colour."""
    seat, value = divmod(code, SEAT_STEP)
    return Styled(f"{EMBLEMS[seat]}{value}{more}", style=f"{style}{SEAT_COLOURS[seat]}")


def neighbours(s: Any, b: Any, field: int) -> Styled:
    """The fields beside it, those over a bridge marked; free ones are brighter."""
    bridges = {b.bridge[i] for i in range(b.n_bridges)}
    line = Styled()
    for other in fields_in(b.neighbours[field]):
        mark = "=" if (1 << field | 1 << other) in bridges else ""
        line.append(f"{mark}{FIELD_NAMES[other]} ", style="" if s.free >> other & 1 else "dim strike")
    line.rstrip()
    return line


# --------------------------------------------------------------------- players


def players(position: Position, names: tuple[Text, ...], say: Say) -> Table:
    """Everybody's buildings, tokens, cards and points."""
    s = position.plain
    table = Table(box=None, padding=(0, 2, 0, 0))
    heads = (
        Message("Player"),
        Message("Buildings"),
        Message("Tokens"),
        Message("Cards"),
        Message("Built"),
        Message("Points"),
    )
    for i, head in enumerate(heads):
        table.add_column(say(head), justify="left" if i < 4 else "right")
    for seat, name in enumerate(names[: position.game.players]):
        supply = " ".join(str(value) for value in range(1, NUMBERS + 1) if s.supply[seat] >> (value - 1) & 1)
        tokens = "".join(letter * s.tokens[seat][i] for i, letter in enumerate(TOKEN_LETTERS))
        cards = [
            say(CARD_NAMES[sort])
            for sort, holder in ((Token.SUBWAY, s.subway_card), (Token.SITE, s.site_card))
            if int(holder) == seat
        ]
        account = position.score(seat)
        points = f"{account.total}{' + ?' if None in account.points.values() else ''}"
        style = f"bold {SEAT_COLOURS[seat]}" + (" underline" if s.actor == seat else "")
        who = Styled(f"{EMBLEMS[seat]} {say(name)}", style=style)
        if s.passed >> seat & 1:
            who.append(f" ({say(Message('has passed'))})", style="not underline")
        table.add_row(who, supply or "-", tokens or "-", ", ".join(cards) or "-", str(s.n_built[seat]), points)
    return table


def bids(s: Any, say: Say) -> list[Styled]:
    """The call for tender so far."""
    if not s.n_bids:
        return []
    line = Styled(say(Message("Bids: ")))
    for i in range(s.n_bids):
        line.append_text(piece(s.bid[i], "bold "))
        line.append(f" {FIELD_NAMES[s.bid_field[i]]}  ")
    line.rstrip()
    return [line]


def own_goals(position: Position, say: Say) -> list[Styled]:
    """The goals of the viewer, or of all when they lie open; with the groups that count."""
    s, b = position.plain, position.game.plain_box
    lines = []
    for seat in range(position.game.players):
        area, kind = known_goal(s, seat)
        if not area:
            continue
        rules = [say(area_rule(b, area))] + ([say(kind_rule(b, kind))] if kind else [])
        chosen = groups(position, s, seat)
        if chosen:
            counted = "; ".join(" ".join(group.fields) for group in chosen)
            rules.append(say(Message("Counts now: {groups}", groups=counted)))
        for rule in rules:
            lines.append(Styled(f"{EMBLEMS[seat]} {rule}", style=SEAT_COLOURS[seat]))
    return lines


def legend(b: Any, say: Say) -> list[Styled]:
    """What the letters mean."""
    kinds = "  ".join(f"{KIND_LETTERS[i]} {say(name)}" for i, name in enumerate(KIND_NAMES))
    more = say(
        Message(
            "* statue, ~ lake, | city edge, =c4 neighbour over a bridge, ●7? bid, T trendy neighbourhood, S subway "
            "station, "
            "A archaeological site; underlined fields count for your goals"
        )
    )
    return [Styled(kinds, style="dim"), Styled(more, style="dim")]
