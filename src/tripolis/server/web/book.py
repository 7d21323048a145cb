"""The book of a game for templates: sections with their blocks and rulings, in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tripolis.bots.par import Shown, blocks_of
from tripolis.engine.game import Game, find
from tripolis.engine.guide import Items, Picture, Ruling, Section, show
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Text
from tripolis.engine.words import Message

SMALL = 900
"""A picture that is narrower, in its own units, does not take the whole column."""
HIGHEST = 0.85
"""The height of the highest picture, of the width of the column."""
FIGURE = 12
"""A longer text is a sentence, not a figure."""


@cache
def picture_sizes(name: str) -> list[tuple[int, int]]:
    """Width and height of every picture of the guide, so that a page does not jump while they are loaded."""
    game = find(name)
    scenes = [show(game, picture) for picture in (game.book or Book()).pictures]
    return [(round(scene.size[0]), round(scene.size[1])) for scene in scenes]


def guide_data(game: Game, say: Callable[[Text], str]) -> list[dict[str, Any]]:
    """The guide with its pictures numbered and sized."""
    sections = [section_data(game, section, say) for section in (game.book or Book()).guide]
    pictures = [block for section in sections for block in section["blocks"] if block["kind"] == "picture"]
    for number, (block, (width, height)) in enumerate(zip(pictures, picture_sizes(game.name), strict=True), 1):
        block |= {"number": number, "width": width, "height": height, "share": share(width, height)}
    return sections


def share(width: int, height: int) -> int:
    """How much of the column a picture takes, in percent: a tall or small one less."""
    wanted = 100 * min(1, width / SMALL, HIGHEST * width / height)
    return next(percent for percent in (40, 60, 80, 100) if wanted <= percent)


def section_data(game: Game, section: Section, say: Callable[[Text], str]) -> dict[str, Any]:
    """A section of the rules or of the summary."""
    return {
        "name": section.name,
        "title": say(section.title),
        "blocks": [block_data(block, say) for block in blocks_of(game, section)],
        "rulings": [ruling_data(ruling, say) for ruling in section.rulings],
    }


def block_data(block: Shown, say: Callable[[Text], str]) -> dict[str, Any]:
    """A block: its kind and its texts."""
    if isinstance(block, Message):
        return {"kind": "text", "text": say(block)}
    if isinstance(block, Items):
        return {"kind": "ol" if block.numbered else "ul", "items": [say(item) for item in block.items]}
    if isinstance(block, Picture):
        return {"kind": "picture", "caption": say(block.caption)}
    return {"kind": "table", **rows_data(block.columns, block.rows, say)}


def rows_data(columns: Any, rows: Any, say: Callable[[Text], str]) -> dict[str, Any]:
    """A table; columns with sentences are known apart from those with figures."""
    texts = [[say(text) for text in row] for row in rows]
    said = [max(map(len, column)) > FIGURE for column in zip(*texts, strict=True)]
    return {"columns": [say(text) for text in columns], "rows": texts, "said": said}


def ruling_data(ruling: Ruling, say: Callable[[Text], str]) -> dict[str, str]:
    """A ruling."""
    return {
        "number": ruling.number,
        "question": say(ruling.question),
        "answer": say(ruling.answer),
        "source": say(ruling.source),
    }
