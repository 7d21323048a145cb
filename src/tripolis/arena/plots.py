"""Small plots as SVG: dots with intervals, bars by seat, stacked bars. Colours are the page's custom properties."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

WIDTH, ROW, TOP, BOTTOM = 720, 30, 8, 30
CHAR = 7.0
"""Width of a letter of a label, roughly."""


class Span(NamedTuple):
    """A value with its interval (and a narrower one inside it), for one row."""

    label: str
    value: float
    low: float
    high: float
    tip: str
    inner: tuple[float, float] | None = None


class Bars(NamedTuple):
    """Values for one row: each with its tip; None where there is none."""

    label: str
    values: Sequence[float | None]
    tips: Sequence[str]


def ticks(low: float, high: float, n: int = 6) -> list[float]:
    """Round numbers that cover a range."""
    rough = max(high - low, 1e-9) / n
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


class Frame:
    """The axes of a plot: labels of rows on the left, a scale below."""

    def __init__(
        self,
        labels: Sequence[str],
        marks: Sequence[float],
        row: int,
        write: Callable[[float], str],
        zero: float | None = 0.0,
    ) -> None:
        self.left = min(260.0, 24 + CHAR * max(map(len, labels)))
        self.row, self.rows = row, len(labels)
        self.low, self.high = marks[0], marks[-1]
        self.height = TOP + row * len(labels) + BOTTOM
        self.parts = []
        for mark in marks:
            x, foot = self.x(mark), self.height - BOTTOM
            strong = ' class="zero"' if mark == zero else ""
            self.parts.append(f'<line{strong} x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{foot}"/>')
            self.parts.append(f'<text x="{x:.1f}" y="{foot + 18}" text-anchor="middle">{escape(write(mark))}</text>')
        room = int((self.left - 16) / CHAR)
        for number, label in enumerate(labels):
            short = label if len(label) <= room else label[: room - 1] + "…"
            self.parts.append(
                f'<text class="label" x="{self.left - 12:.1f}" y="{self.y(number) + 4:.1f}" text-anchor="end">{escape(short)}</text>'
            )

    def x(self, value: float) -> float:
        """Where a value lies."""
        inside = (value - self.low) / (self.high - self.low)
        return self.left + max(0.0, min(1.0, inside)) * (WIDTH - self.left - 24)

    def y(self, number: float) -> float:
        """The middle of a row."""
        return TOP + self.row * (number + 0.5)

    def close(self, title: str) -> str:
        """The finished plot."""
        head = f'<svg class="plot" viewBox="0 0 {WIDTH} {self.height}" role="img" aria-label="{escape(title)}">'
        return head + "".join(self.parts) + "</svg>"


def spans(title: str, rows: Sequence[Span], write: Callable[[float], str], marks: Sequence[float] | None = None) -> str:
    """Dots with intervals, one row each."""
    zero = None if marks is None else 0.0
    if marks is None:
        marks = ticks(min(row.low for row in rows), max(row.high for row in rows))
    frame = Frame([row.label for row in rows], marks, ROW, write, zero)
    for number, row in enumerate(rows):
        y = frame.y(number)
        drawn = f'<line class="span" x1="{frame.x(row.low):.1f}" x2="{frame.x(row.high):.1f}" y1="{y}" y2="{y}"/>'
        if row.inner:
            low, high = map(frame.x, row.inner)
            drawn += f'<line class="inner" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
        dot = f'<circle cx="{frame.x(row.value):.1f}" cy="{y}" r="5"/>'
        frame.parts.append(f"<g><title>{escape(row.tip)}</title>{drawn}{dot}</g>")
    return frame.close(title)


def grouped(title: str, rows: Sequence[Bars], write: Callable[[float], str], top: float, fair: float | None) -> str:
    """A thin bar for every value, coloured by its number, and a line at what would be fair."""
    count = max(len(row.values) for row in rows)
    thick = 10
    frame = Frame([row.label for row in rows], ticks(0, top), thick * count + 14, write)
    for number, row in enumerate(rows):
        start = frame.y(number) - thick * count / 2
        for k, (value, tip) in enumerate(zip(row.values, row.tips, strict=True)):
            if value is not None:
                width = max(1.0, frame.x(value) - frame.x(0))
                frame.parts.append(
                    f'<rect class="c{k}" x="{frame.x(0):.1f}" y="{start + thick * k:.1f}" width="{width:.1f}" '
                    f'height="{thick - 2}" rx="2"><title>{escape(tip)}</title></rect>'
                )
    if fair is not None:
        x = frame.x(fair)
        frame.parts.append(f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{frame.height - BOTTOM}"/>')
    return frame.close(title)


def stacked(title: str, rows: Sequence[Bars], write: Callable[[float], str]) -> str:
    """Bars end to end: gains to the right of zero, losses to the left."""
    gains = [sum(value for value in row.values if value and value > 0) for row in rows]
    losses = [sum(value for value in row.values if value and value < 0) for row in rows]
    frame = Frame([row.label for row in rows], ticks(min(0, *losses), max(1, *gains)), ROW + 6, write)
    for number, row in enumerate(rows):
        ends = [0.0, 0.0]
        for k, (value, tip) in enumerate(zip(row.values, row.tips, strict=True)):
            if not value:
                continue
            side = 0 if value > 0 else 1
            a, b = sorted((frame.x(ends[side]), frame.x(ends[side] + value)))
            ends[side] += value
            frame.parts.append(
                f'<rect class="c{k}" x="{a:.1f}" y="{frame.y(number) - 11:.1f}" width="{max(0.5, b - a - 1.5):.1f}" '
                f'height="22" rx="2"><title>{escape(tip)}</title></rect>'
            )
    return frame.close(title)
