"""Parts of reports that are one HTML file: the page, tables, and charts as SVG. Style sheets give the colours."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from .engine.themes import inline

WIDTH, ROW, TOP, BOTTOM = 720, 30, 8, 30
BAR = 10
"""Height of a row of bars for each bar."""
CHAR = 7.0
"""Approximate width of a letter of a label."""


def page(lang: str, title: str, style: str, body: str) -> str:
    """A page that needs no other file; the body is HTML."""
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>{body}</body></html>\n"
    )


def table(heads: Iterable[str], rows: Iterable[Iterable[str]], style: str = "") -> str:
    """A table that scrolls by itself where it is too wide; the cells are HTML."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    html = f'<table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="scroll" tabindex="0">{html}</div>'


def element(name: str, *content: str, **attributes: str | float) -> str:
    """An SVG element without its empty attributes; `class_` means `class`, and `text_anchor` means `text-anchor`."""
    written = ""
    for key, value in attributes.items():
        text = escape(value) if isinstance(value, str) else f"{round(value, 1):g}"
        if text:
            written += f' {key.rstrip("_").replace("_", "-")}="{text}"'
    return f"<{name}{written}>{''.join(content)}</{name}>"


def label(text: str, x: float, y: float, anchor: str = "start", style: str = "") -> str:
    """A line of text."""
    return element("text", escape(text), class_=style, x=x, y=y, text_anchor=anchor)


def line(style: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line."""
    return element("line", class_=style, x1=x1, y1=y1, x2=x2, y2=y2)


def tip(text: str) -> str:
    """The title of an element, which browsers show as a tooltip."""
    return element("title", escape(text))


# ------------------------------------------------- charts with a row for each label


class Span(NamedTuple):
    """A value with its interval (and a narrower one inside it), for one row."""

    label: str
    value: float
    low: float
    high: float
    tip: str
    inner: tuple[float, float] | None = None


Write = Callable[[float], str]
Bars = Mapping[str, Sequence[float | None]]
"""The label of every row, and its values: a bar each."""


def ticks(low: float, high: float, n: int = 6) -> list[float]:
    """Round numbers that cover a range."""
    rough = max(high - low, 1e-9) / n
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


class RowChart:
    """A chart with labels of rows on the left and a scale below."""

    def __init__(
        self, labels: Collection[str], scale: Sequence[float], write: Write, row: int, zero: bool = True
    ) -> None:
        self.left = min(260.0, 24 + CHAR * max(map(len, labels)))
        self.row = row
        self.low, self.high = scale[0], scale[-1]
        self.foot = TOP + row * len(labels)
        self.parts = []
        for mark in scale:
            self.add_line("zero" if zero and mark == 0 else "", mark)
            short = re.sub(r"\.0\b", "", write(mark))
            self.parts.append(label(short, self.x(mark), self.foot + 18, "middle"))
        room = int((self.left - 16) / CHAR)
        for number, text in enumerate(labels):
            short = text if len(text) <= room else text[: room - 1] + "…"
            self.parts.append(label(short, self.left - 12, self.y(number) + 4, "end", "label"))

    def x(self, value: float) -> float:
        """Where a value lies."""
        inside = (value - self.low) / (self.high - self.low)
        return self.left + max(0.0, min(1.0, inside)) * (WIDTH - self.left - 24)

    def y(self, number: float) -> float:
        """The middle of a row."""
        return TOP + self.row * (number + 0.5)

    def add_line(self, style: str, value: float) -> None:
        """A line over all rows at a value."""
        self.parts.append(line(style, self.x(value), TOP, self.x(value), self.foot))

    def add_bar(self, number: int, start: float, end: float, y: float, height: float, text: str) -> None:
        """A bar from one x to another in the colour of a number."""
        box = {"x": start, "y": y, "width": end - start, "height": height, "rx": 2}
        self.parts.append(element("rect", tip(text), class_=f"c{number}", **box))

    def svg(self, title: str) -> str:
        """The finished chart."""
        box = f"0 0 {WIDTH} {self.foot + BOTTOM}"
        return element("svg", *self.parts, class_="plot", viewBox=box, role="img", aria_label=title)


def interval_chart(title: str, rows: Sequence[Span], write: Write, scale: Sequence[float] | None = None) -> str:
    """Dots with intervals, one row each; with a scale, its zero stands out."""
    marks = scale or ticks(min(row.low for row in rows), max(row.high for row in rows))
    chart = RowChart([row.label for row in rows], marks, write, ROW, zero=scale is not None)
    for number, row in enumerate(rows):
        y = chart.y(number)
        drawn = [tip(row.tip), line("span", chart.x(row.low), y, chart.x(row.high), y)]
        if row.inner:
            low, high = map(chart.x, row.inner)
            drawn.append(line("inner", low, y, high, y))
        chart.parts.append(element("g", *drawn, element("circle", cx=chart.x(row.value), cy=y, r=5)))
    return chart.svg(title)


def bar_chart(title: str, bars: Bars, names: Sequence[str], write: Write, top: float, fair: float) -> str:
    """A thin bar for every value, in the colour of its name, and a line at what would be fair."""
    height = BAR * len(names)
    chart = RowChart(bars, ticks(0, top), write, height + 14)
    for number, (row, values) in enumerate(bars.items()):
        for k, value in enumerate(values):
            if value is not None:
                end, y = max(chart.x(0) + 1, chart.x(value)), chart.y(number) - height / 2 + BAR * k
                chart.add_bar(k, chart.x(0), end, y, BAR - 2, f"{row}, {names[k]}: {write(value)}")
    chart.add_line("fair", fair)
    return chart.svg(title)


def stacked_chart(title: str, bars: Bars, names: Sequence[str], write: Write) -> str:
    """Bars end to end, in the colours of their names: gains to the right of zero, losses to the left."""
    gains = [sum(value for value in values if value and value > 0) for values in bars.values()]
    losses = [sum(value for value in values if value and value < 0) for values in bars.values()]
    chart = RowChart(bars, ticks(min(0, *losses), max(1, *gains)), write, ROW + 6)
    for number, (row, values) in enumerate(bars.items()):
        ends = [0.0, 0.0]
        for k, value in enumerate(values):
            if value:
                side = 0 if value > 0 else 1
                start, end = sorted((chart.x(ends[side]), chart.x(ends[side] + value)))
                ends[side] += value
                text = f"{row}, {names[k]}: {write(value)}"
                chart.add_bar(k, start, max(start + 0.5, end - 1.5), chart.y(number) - 11, 22, text)
    return chart.svg(title)


# ------------------------------------------------------------- shares over time

LINE_WIDTH, LINE_HEIGHT, LEFT, RIGHT, LINE_TOP, FOOT = 640, 280, 66, 140, 14, 30
DASHES = ("none", "9 4", "3 4", "14 4 3 4", "1 5", "18 5")
"""Lines differ in dashes as well as in colour."""
COLOURS = ".tr text,.tr .m{fill:var(--ink)}.tr .g{stroke:var(--line)}.tr .b{fill:var(--board)}" + "".join(
    f".tr .s{n}{{stroke:var(--seat-{n})}}" for n in range(len(DASHES))
)
LINE_STYLE = (
    ".tr text{font:18px sans-serif}.tr polyline{fill:none;stroke-width:3}"
    + "".join(f".tr .s{n}{{stroke-dasharray:{dashes}}}" for n, dashes in enumerate(DASHES))
    + f"{inline(COLOURS, 'light')}@media (prefers-color-scheme:dark){{{inline(COLOURS, 'dark')}}}"
)


def line_chart(
    title: str, description: str, lines: Sequence[tuple[str, Sequence[float]]], dots: Iterable[tuple[int, float]]
) -> str:
    """Shares from 0 to 1 over time as a picture of its own: named lines, and dots at (time, share)."""
    last, end = max(1, len(lines[0][1]) - 1), LINE_WIDTH - RIGHT

    def x(time: float) -> float:
        return LEFT + (end - LEFT) * time / last

    def y(share: float) -> float:
        return LINE_TOP + (LINE_HEIGHT - LINE_TOP - FOOT) * (1 - share)

    def polyline(number: int, points: Iterable[tuple[float, float]]) -> str:
        written = " ".join(f"{round(px, 1):g},{round(py, 1):g}" for px, py in points)
        return element("polyline", class_=f"s{number}", points=written)

    parts = [element("style", LINE_STYLE), tip(title), element("desc", escape(description))]
    parts.append(element("rect", class_="b", width=LINE_WIDTH, height=LINE_HEIGHT))
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        parts += [line("g", LEFT, at, end, at), label(f"{percent} %", LEFT - 6, at + 6, "end")]
    parts += [label("1", LEFT, LINE_HEIGHT - 6), label(str(last), end, LINE_HEIGHT - 6, "end")]
    for number, (_, shares) in enumerate(lines):
        parts.append(polyline(number, ((x(time), y(share)) for time, share in enumerate(shares))))
    parts += [element("circle", class_="m", cx=x(time), cy=y(share), r=5) for time, share in dots]
    lowest = 0.0
    for at, number in sorted((y(shares[-1]), number) for number, (_, shares) in enumerate(lines)):
        lowest = max(at, lowest + 20)
        parts.append(polyline(number, ((end + 4, lowest), (end + 20, lowest))))
        parts.append(label(lines[number][0][:13], end + 24, lowest + 6))
    box, size = f"0 0 {LINE_WIDTH} {LINE_HEIGHT}", f"width:100%;max-width:{LINE_WIDTH}px;height:auto"
    return element("svg", *parts, class_="tr", xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", style=size)
