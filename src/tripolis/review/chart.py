"""A review to look at: the graph of everybody's chances, and a page round it that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from tripolis.engine.themes import DARK, LIGHT
from tripolis.engine.words import Message

if TYPE_CHECKING:
    from .report import Review

Say = Callable[[Message | str], str]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT = 640, 280, 66, 140, 14, 30
DASHES = ("none", "9 4", "3 4", "14 4 3 4", "1 5", "18 5")
"""Lines differ in dashes as well as in colour."""


def style(players: int) -> str:
    """Colours for day and night."""

    def rules(theme: dict[str, str]) -> str:
        seats = "".join(f".tr .s{n}{{stroke:{theme[f'seat-{n}']}}}" for n in range(players))
        return (
            f".tr text{{fill:{theme['ink']}}}.tr .g{{stroke:{theme['line']}}}.tr .m{{fill:{theme['ink']}}}"
            f".tr .b{{fill:{theme['board']}}}{seats}"
        )

    dashes = "".join(f".tr .s{n}{{stroke-dasharray:{DASHES[n]}}}" for n in range(players))
    return (
        f".tr text{{font:18px sans-serif}}.tr polyline{{fill:none;stroke-width:3}}{dashes}"
        f"{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}"
    )


def chart(review: Review, say: Say) -> str:
    """Everybody's chance to win over the match, as SVG; the costliest moves are marked."""
    rows = review.chances
    plies = max(1, len(rows) - 1)

    def x(ply: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / plies, 1)

    def y(chance: float) -> float:
        return round(TOP + (HEIGHT - TOP - FOOT) * (1 - chance), 1)

    told = "; ".join(
        f"{say(review.name(seat))} {review.share(rows[0][seat])} → {review.share(chance)}"
        for seat, chance in enumerate(rows[-1])
    )
    title = say(Message("Chance to win over the match"))
    parts = [f"<title>{escape(title)}</title><desc>{escape(told)}</desc>"]
    parts.append(f'<rect class="b" width="{WIDTH}" height="{HEIGHT}"/>')
    for percent in (0, 25, 50, 75, 100):
        at = y(percent / 100)
        parts.append(f'<line class="g" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 6}" text-anchor="end">{percent} %</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">1</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{plies}</text>')
    labels = sorted((y(chance), seat) for seat, chance in enumerate(rows[-1]))
    for seat in range(review.match.game.players):
        points = " ".join(f"{x(ply)},{y(row[seat])}" for ply, row in enumerate(rows))
        parts.append(f'<polyline class="s{seat}" points="{points}"/>')
    for one in review.costliest:
        parts.append(f'<circle class="m" cx="{x(one.ply)}" cy="{y(rows[one.ply][one.seat])}" r="5"/>')
    least = 0.0
    for at, seat in labels:
        least = max(at, least + 20)
        name = escape(say(review.name(seat))[:13])
        parts.append(f'<polyline class="s{seat}" points="{WIDTH - RIGHT + 4},{least} {WIDTH - RIGHT + 20},{least}"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 24}" y="{least + 6}">{name}</text>')
    return (
        f'<svg class="tr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'style="width:100%;max-width:{WIDTH}px;height:auto"><style>{style(review.match.game.players)}</style>'
        f"{''.join(parts)}</svg>"
    )


def columns() -> list[Message]:
    """The heads of the table of decisions."""
    return [
        Message("Move"),
        Message("Player"),
        Message("Played"),
        Message("Best"),
        Message("Chance before"),
        Message("after"),
        Message("Loss"),
    ]


def rows(review: Review, say: Say, costly: bool = False) -> list[list[str]]:
    """The table of decisions in words; `costly`: only those that lost something."""
    found = []
    for one in review.judged:
        if one.loss or not costly:
            played, best = review.moves[one.ply]
            found.append(
                [
                    str(one.ply + 1),
                    say(review.name(one.seat)),
                    f"{played.text} · {say(played.words)}",
                    "=" if one.played == one.best else f"{best.text} · {say(best.words)}",
                    review.share(one.before),
                    review.share(one.after),
                    say(review.points(one.loss)) if one.loss else "",
                ]
            )
    return found


PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>:root{{color-scheme:light dark}}body{{font:16px/1.5 sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}}
table{{border-collapse:collapse}}th,td{{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8888}}.wide{{overflow-x:auto}}</style></head>
<body>{body}</body></html>
"""


def page(review: Review, say: Say, lang: str, whole: bool) -> str:
    """Sentences, graph and table as HTML."""
    title = say(Message("Review of the match: {game}", game=review.match.game.title))
    said = "".join(f"<li>{escape(say(message))}</li>" for message in review.summary())
    heads = "".join(f"<th scope='col'>{escape(say(head))}</th>" for head in columns())
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows(review, say))
    table = f"<div class='wide' tabindex='0'><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    part = f"<h1>{escape(title)}</h1><ol>{said}</ol>{chart(review, say)}"
    if not whole:
        return f"{part}<details><summary>{escape(say(Message('All decisions')))}</summary>{table}</details>"
    return PAGE.format(lang=lang, title=escape(title), body=f"{part}{table}")
