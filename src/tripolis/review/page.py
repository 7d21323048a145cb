"""A review as HTML: sentences, the chart of everybody's chances, and the table of decisions."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from tripolis import html_report
from tripolis.engine.words import Message

if TYPE_CHECKING:
    from .report import Review

Say = Callable[[Message | str], str]

STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8888}"
    ".scroll{overflow-x:auto}"
)


def chart(review: Review, say: Say) -> str:
    """Everybody's chance to win over the match, as SVG; the costliest moves are marked."""
    names = [say(review.name(seat)) for seat in range(review.match.game.players)]
    lines = list(zip(names, zip(*review.chances, strict=True), strict=True))
    description = "; ".join(f"{name} {review.share(line[0])} → {review.share(line[-1])}" for name, line in lines)
    dots = [(one.ply, review.chances[one.ply][one.seat]) for one in review.costliest]
    return html_report.line_chart(say(Message("Chance to win over the match")), description, lines, dots)


def heads() -> list[Message]:
    """The heads of the table of decisions."""
    decision = Message("Move"), Message("Player"), Message("Played"), Message("Best")
    return [*decision, Message("Chance before"), Message("after"), Message("Loss")]


def rows(review: Review, say: Say, costly: bool = False) -> list[list[str]]:
    """The table of decisions in words; `costly`: only those that lost something."""
    table = []
    for one in review.assessments:
        if one.loss or not costly:
            played, best = review.moves[one.ply]
            table.append(
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
    return table


def page(review: Review, say: Say, lang: str, whole: bool) -> str:
    """The review as a page of its own (`whole`), or as a part of one."""
    title = say(Message("Review of the match: {game}", game=review.match.game.title))
    sentences = "".join(f"<li>{escape(say(message))}</li>" for message in review.summary())
    cells = ([f"<td>{escape(cell)}</td>" for cell in row] for row in rows(review, say))
    table = html_report.table(map(say, heads()), cells)
    body = f"<h1>{escape(title)}</h1><ol>{sentences}</ol>{chart(review, say)}"
    if whole:
        return html_report.page(lang, title, STYLE, body + table)
    return f"{body}<details><summary>{escape(say(Message('All decisions')))}</summary>{table}</details>"
