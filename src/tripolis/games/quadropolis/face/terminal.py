"""The table in a terminal: site and cities as small tables that stand side by side where the width allows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich import box as borders
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Styled

from tripolis.engine.position import Position
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, seat_name

from ..rules.state import COLUMNS, IN_LINE, NUMBERS, ROWS, SITE, TAKEN, Kind
from .events import build_numbers, slot_name
from .labels import KIND_NAMES, LETTERS, kinds

COLOUR_WORDS = "yellow magenta cyan green green red bright_blue bright_white bright_yellow"
COLOURS = dict(zip(KIND_NAMES, COLOUR_WORDS.split(), strict=True))
SEAT_COLOURS = ("bright_blue", "red", "green", "magenta")
EMBLEMS = "●■▲◆"
CLOSED_SLOT = "×"


def text_table(position: Position, names: tuple[Text, ...] | None, say: Callable[[Text], str]) -> RenderableType:
    """The whole table."""
    names = names or tuple(seat_name(seat) for seat in range(position.game.players))
    cities = [city(position, seat, names[seat], say) for seat in range(position.game.players)]
    return Group(Columns([site(position, say), *cities], padding=(0, 2)), legend(position, say))


def small_table(title: str) -> Table:
    """A table whose cells are as narrow as their content."""
    return Table(
        title=title, title_justify="left", title_style="bold", box=borders.ROUNDED, show_header=False, padding=(0, 0)
    )


# ------------------------------------------------------------------------ site


def site(position: Position, say: Callable[[Text], str]) -> Table:
    """Tiles, and around them the slots: free, closed by the urbanist, or with the architect that lies there."""
    s, b = position.plain, position.game.plain_box
    title = Message("Round {n} of {of}", n=min(s.round_no + 1, b.rounds), of=b.rounds)
    table = small_table(say(title))
    for column in range(SITE + 2):
        table.add_column(justify="center", width=4 if column in (0, SITE + 1) else 5)
    table.add_row("", *(slot(s, 0, i) for i in range(SITE)), "")
    for row in range(SITE):
        tiles = [site_tile(s, b, SITE * row + column) for column in range(SITE)]
        table.add_row(slot(s, 3, row), *tiles, slot(s, 1, row))
    table.add_row("", *(slot(s, 2, i) for i in range(SITE)), "")
    return table


def slot(s: Any, side: int, line: int) -> Styled:
    """`N2`, or the architect that lies there."""
    index = side * SITE + line
    number = s.slot_number[index]
    if number:
        seat = s.slot_seat[index]
        return Styled(f"{number}{EMBLEMS[seat]}", style=f"bold {SEAT_COLOURS[seat]}")
    name = slot_name(index)
    closed = s.urbanist >= 0 and IN_LINE[index][s.urbanist]
    return Styled(f"{name}{CLOSED_SLOT}" if closed else name, style="dim" if closed else "")


def site_tile(s: Any, b: Any, space: int) -> Styled:
    """A tile on the site, or what is there instead."""
    tile = s.site[space]
    if s.urbanist == space:
        return Styled("(U)", style="bold reverse")
    if tile == TAKEN:
        return Styled(" ")
    if tile < 0:
        return Styled("3-4" if tile == -3 else "4", style="dim")
    return Styled(tile_code(b, tile), style=COLOURS[Kind(b.kind[tile])])


def tile_code(b: Any, tile: int) -> str:
    """`Trr`: a tower with two residents; `He`, `F`, `P+1` likewise; `!` is the mayor's."""
    code = LETTERS[Kind(b.kind[tile])] + "r" * int(b.residents[tile]) + "e" * int(b.energy[tile])
    if b.vp[tile]:
        code += f"+{b.vp[tile]}"
    return code + ("!" if b.mayor[tile] else "")


# ---------------------------------------------------------------------- cities


def city(position: Position, seat: int, name: Text, say: Callable[[Text], str]) -> Table:
    """A city with the best placement of its resources: what stands in brackets is not active."""
    account, active, customers = position.score_with(seat, "active", "residents_on")
    s, b = position.plain, position.game.plain_box
    mayor = " !" if s.mayor == seat else ""
    table = small_table(f"{EMBLEMS[seat]} {say(name)}{mayor}")
    table.title_style = f"bold {SEAT_COLOURS[seat]}" + (" underline" if s.actor == seat else "")
    table.add_column(width=1)
    for _ in range(b.columns):
        table.add_column(justify="center", width=5)
    table.add_row("", *(Styled(str(column + 1), style="dim") for column in range(b.columns)))
    for row in range(ROWS):
        cells = [building(s, b, seat, row * COLUMNS + column, active, customers) for column in range(b.columns)]
        table.add_row(Styled("abcd"[row], style="dim"), *cells)
    have = {"points": account.total, "residents": s.residents[seat], "energy": s.energy[seat]}
    caption = say(Message("Points {points}, residents {residents}, energy {energy}", **have))
    if not b.expert:
        left = " ".join(str(n + 1) for n in range(b.numbers) if s.architects[seat][n])
        caption += "\n" + say(Message("Architects: {numbers}", numbers=left or "-"))
    table.caption, table.caption_justify, table.caption_style = caption, "left", ""
    return table


def building(s: Any, b: Any, seat: int, cell: int, active: int, customers: list[int]) -> Styled:
    """A building with its levels, points or customers; an empty cell shows the numbers that build there."""
    kind = Kind(s.kind[seat][cell])
    if kind == Kind.EMPTY:
        return Styled(build_numbers(b, cell), style="dim")
    code = LETTERS[kind]
    if s.level[seat][cell] > 1:
        code += str(s.level[seat][cell])
    if s.vp[seat][cell]:
        code += f"+{s.vp[seat][cell]}"
    if kind == Kind.SHOP and customers[cell]:
        code += "r" * customers[cell] if customers[cell] < 4 else f"{customers[cell]}r"
    if not active >> cell & 1:
        return Styled(f"[{code}]", style=f"dim {COLOURS[kind]}")
    return Styled(code, style=f"bold {COLOURS[kind]}")


def legend(position: Position, say: Callable[[Text], str]) -> RenderableType:
    """What the letters mean, and the supply of Expert."""
    b, s = position.game.plain_box, position.plain
    words = "  ".join(f"{LETTERS[kind]} {say(KIND_NAMES[kind])}" for kind in kinds(b))
    more = say(
        Message("r resident, e energy, +n points, ! mayor, [ ] not active, (U) urbanist, N2× blocked by the urbanist")
    )
    cells = say(
        Message("1·4 on an empty cell: the architects that build there; 4 and 3-4 on the site: face-down tiles")
    )
    lines = [Styled(words, style="dim"), Styled(more, style="dim"), Styled(cells, style="dim")]
    if b.expert:
        numbers = "  ".join(f"{n + 1}: {s.architects[0][n]}" for n in range(NUMBERS))
        lines.append(Styled(say(Message("Architects in the supply: {numbers}", numbers=numbers))))
    if s.hand >= 0:
        lines.append(Styled(say(Message("In hand: {tile}", tile=tile_code(b, s.hand))), style="bold"))
    return Group(*lines)
