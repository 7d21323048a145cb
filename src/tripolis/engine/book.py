"""Reads a game's book from its Markdown files: `guide.md`, `rulings.md`, `summary.md`, `tips.md` and `tour.md`.

The format is described in docs/makers.md, "How a book is written". Every paragraph is one message, so the catalogues
follow the text paragraph by paragraph.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from .guide import AidTable, Items, Par, ParScore, Picture, Ruling, Section, Step, Table, Tour
from .guide import Block as Part
from .position import Position
from .rooms import Book
from .scene import Text
from .words import Message

Paragraph = Message
"""Its text is no literal: the catalogues find it on the page."""
HEADING = re.compile(r"# (?:([\w+-]+)\. )?(\S.*)")
"""A heading. That of a ruling begins with its number: `# 3a. From which end does an architect's number count?`; that of
a section of the guide may begin with a name for links: `# towers. Towers`, that of a part of the summary with the only
mode that it is for: `# expert. Offices`"""
ITEM = re.compile(r"(?:-|(\d+)\.) +(\S.*)")
"""An item of a list: `- tiles`, or `1. Shuffle the tiles.`"""
RULE = re.compile(r"\|(?: *:?-+:? *\|)+")
"""The line below the head of a table."""
PLACEHOLDER = re.compile(r"\{(\w+)(?:=([^{}]+))?\}")
"""`{cells}`, or `{cells=16}`: the name that translators see, and the value where it is not the fact of that name."""
VALUE = re.compile(r'(?P<number>-?\d+)|"(?P<text>[^"]*)"|(?P<fact>\w+)(?:\((?P<key>[\w.]+)\))?')
FIELD = re.compile(r"(\w+): *(.*)")
PAR = "par.json"
"""The file with par scores, which `tools/par.py` makes."""
TOUR = "tour"
"""The page of the guided first game, and its match among those that pictures name."""
BLOCKS: Mapping[str, frozenset[str]] = {
    "guide": frozenset({"heading", "text", "bullets", "numbers", "table", "rulings", "match", "picture", "par"}),
    "rulings": frozenset({"heading", "text", "source"}),
    "summary": frozenset({"heading", "text", "bullets", "numbers"}),
    "tips": frozenset({"text", "modes"}),
    TOUR: frozenset({"match", "text", "step"}),
}
"""The pages, and the kinds of blocks that each may have."""
FIELDS = {
    "picture": {"match", "after", "moves", "position", "areas", "marked", "numbered", "caption"},
    "par": set(),
    "step": {"sprites", "move", "replies"},
}
"""What may be said in a fenced block; a match has its options there too."""


class BadBook(ValueError):
    """A mistake in a book: one sentence that begins with the file and the line."""


class Block(NamedTuple):
    """A heading, a paragraph, a list, a table or a fenced block."""

    kind: str
    line: int
    text: str = ""
    name: str = ""
    """The number of a ruling, the name of a section or a match, the mode of a part of the summary."""
    fields: Mapping[str, str] = {}
    """What a fenced block says."""
    rows: tuple[tuple[Block, ...], ...] = ()
    """The cells of a table, its head first; the items of a list, one in a row."""


class Recorded(NamedTuple):
    """A match that pictures and tours are moments of."""

    options: Mapping[str, Any]
    seed: int
    moves: tuple[str, ...] = ()


def read_book(
    folder: Path,
    facts: Mapping[str, Any] | None = None,
    aid: Callable[[Position], Iterable[AidTable]] | None = None,
    overview: Callable[[Position], Iterable[AidTable]] | None = None,
    pad: Callable[[Position], Iterable[tuple[str, Text]]] | None = None,
) -> Book:
    """The book in a folder. Facts are the values that its texts name; one that no text names is a mistake."""
    facts = facts or {}
    pages = {name: Page(folder / f"{name}.md", facts) for name in BLOCKS}
    matches: dict[str, Recorded] = {}
    rulings = {ruling.number: ruling for ruling in pages["rulings"].rulings()}
    tips = dict(pages["tips"].tips())
    book = Book(
        tour=pages[TOUR].tour(matches),
        guide=tuple(pages["guide"].guide(matches, rulings)),
        rulings=tuple(rulings.values()),
        summary=tuple(pages["summary"].summary()),
        tips=tuple(tips),
        tip_modes={tip: modes for tip, modes in tips.items() if modes},
        aid=aid,
        overview=overview,
        pad=pad,
    )
    unused = facts.keys() - set().union(*(page.used for page in pages.values()))
    if unused:
        raise BadBook(f"{short(folder)}: no text names the facts {', '.join(sorted(unused))}")
    return book


def page_texts(file: Path) -> Iterator[tuple[int, str]]:
    """Line and English text of every message of a page, for the catalogues."""
    for block in Page(file).blocks:
        text = block.fields.get("caption", "") if block.kind == "picture" else block.text
        if text and block.kind not in ("rulings", "modes"):
            yield block.line, PLACEHOLDER.sub(r"{\1}", text)
        for row in block.rows:
            yield from ((cell.line, PLACEHOLDER.sub(r"{\1}", cell.text)) for cell in row if has_words(cell.text))


def has_words(text: str) -> bool:
    """Is there something to translate? A cell may hold only figures and values."""
    return any(sign.isalpha() for sign in PLACEHOLDER.sub("", text))


def short(file: Path) -> str:
    """A file or folder of a book as mistakes name it: with the game that it belongs to."""
    return "/".join(file.parts[-3 if file.suffix else -2 :])


@dataclass
class Page:
    """One file of a book; one that is not there has no blocks."""

    file: Path
    facts: Mapping[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    """The facts that were named."""
    blocks: list[Block] = field(init=False)

    def __post_init__(self) -> None:
        if self.file.stem not in BLOCKS:
            raise BadBook(f"{short(self.file)}: a book has the pages {', '.join(BLOCKS)}")
        self.blocks = list(self.parse(self.file.read_text(encoding="utf-8"))) if self.file.is_file() else []
        for block in self.blocks:
            if block.kind not in BLOCKS[self.file.stem]:
                raise self.mistake(block.line, f"there is no {block.kind} in {self.file.name}")

    def mistake(self, line: int, what: str) -> BadBook:
        """A mistake in a line."""
        return BadBook(f"{self.where(line)}: {what}")

    def where(self, line: int) -> str:
        """File and line, for people."""
        return f"{short(self.file)}, line {line}"

    # --------------------------------------------------------------- blocks

    def parse(self, text: str) -> Iterator[Block]:
        """The blocks of a page: blank lines end a paragraph, fences stand around what is not prose."""
        lines = enumerate((*text.splitlines(), ""), 1)
        for start, line in lines:
            if line.startswith("```"):
                yield self.fenced(start, line, lines)
            elif line.startswith("#"):
                heading = HEADING.fullmatch(line)
                if heading is None:
                    raise self.mistake(start, "a heading is one #, a space and words")
                yield Block("heading", start, heading[2], heading[1] or "")
            elif line.strip():
                paragraph = [(start, line)]
                for number, following in lines:
                    if not following.strip():
                        break
                    if following.startswith(("#", "```")):
                        raise self.mistake(number, "there is no blank line before this")
                    paragraph.append((number, following))
                yield from self.paragraph(paragraph)

    def paragraph(self, lines: list[tuple[int, str]]) -> Iterator[Block]:
        """Lines between two blank ones: a table, a list, what begins with a word of ours, or prose."""
        start, first = lines[0]
        prose = " ".join(line.strip() for _, line in lines)
        keyword, colon, rest = prose.partition(": ")
        if first.startswith("|"):
            yield self.table(lines)
        elif ITEM.fullmatch(first.rstrip()):
            yield self.items(lines)
        elif colon and keyword in ("Source", "Rulings", "Modes"):
            yield Block(keyword.lower(), start, rest)
        elif not prose.startswith("<!--"):
            yield Block("text", start, prose)

    def items(self, lines: list[tuple[int, str]]) -> Block:
        """A list: each item begins a line, and goes on in lines that are indented."""
        start, found = lines[0][0], list[Block]()
        bullets = lines[0][1].startswith("-")
        for number, line in lines:
            item = ITEM.fullmatch(line.rstrip())
            if item:
                if item[1] != (None if bullets else str(len(found) + 1)):
                    wanted = "-" if bullets else f"{len(found) + 1}."
                    raise self.mistake(
                        number, f"this item begins with {wanted}; no blank lines part the items of a list"
                    )
                found.append(Block("text", number, item[2]))
            elif line.startswith(" "):
                found[-1] = found[-1]._replace(text=f"{found[-1].text} {line.strip()}")
            else:
                raise self.mistake(number, "a line of a list begins an item, or continues one and is indented")
        return Block("bullets" if bullets else "numbers", start, rows=tuple((item,) for item in found))

    def table(self, lines: list[tuple[int, str]]) -> Block:
        """A table: a head, a line of dashes, and rows with as many cells as the head."""
        start = lines[0][0]
        if len(lines) < 3 or not RULE.fullmatch(lines[1][1].strip()):
            raise self.mistake(start, "a table is `| a | b |`, below that `|---|---|`, and rows")
        rows = []
        for number, line in (lines[0], *lines[2:]):
            text = line.strip()
            if not (text.startswith("|") and text.endswith("|") and len(text) > 1):
                raise self.mistake(number, "a row of a table begins and ends with |")
            rows.append(tuple(Block("text", number, cell.strip()) for cell in text[1:-1].split("|")))
            if len(rows[-1]) != len(rows[0]):
                raise self.mistake(number, f"this row has {len(rows[-1])} cells, and the head has {len(rows[0])}")
        if lines[1][1].strip().count("|") != len(rows[0]) + 1:
            raise self.mistake(lines[1][0], f"the line below the head does not have {len(rows[0])} parts")
        return Block("table", start, rows=tuple(rows))

    def fenced(self, start: int, opening: str, lines: Iterator[tuple[int, str]]) -> Block:
        """What stands between two fences: `key: value`, continued in lines that are indented."""
        kind, _, name = opening.removeprefix("```").strip().partition(" ")
        fields: dict[str, str] = {}
        key = ""
        for number, line in lines:
            if line.rstrip() == "```":
                unknown = fields.keys() - FIELDS.get(kind, fields.keys())
                if unknown:
                    raise self.mistake(start, f"a {kind} has no {', '.join(sorted(unknown))}")
                return Block(kind, start, name=name.strip(), fields=fields)
            found = FIELD.fullmatch(line)
            if found:
                key = found[1]
                fields[key] = found[2]
            elif key and line.startswith(" "):
                fields[key] = f"{fields[key]} {line.strip()}"
            elif line.strip():
                raise self.mistake(number, "a line between fences is `key: value`, or continues one and is indented")
        raise self.mistake(start, f"the fence of this {kind} is not closed")

    def sections(self) -> Iterator[tuple[Block, list[Block]]]:
        """Each heading with the blocks below it, of which one at least has words; matches may stand before all."""
        heads = [number for number, block in enumerate(self.blocks) if block.kind == "heading"]
        for block in self.blocks[: heads[0] if heads else None]:
            if block.kind != "match":
                raise self.mistake(block.line, f"there is no heading before this {block.kind}")
        for first, end in pairwise((*heads, len(self.blocks))):
            heading, below = self.blocks[first], self.blocks[first + 1 : end]
            if not any(block.kind in ("text", "bullets", "numbers", "table", "par") for block in below):
                raise self.mistake(heading.line, f"{heading.text} has no paragraphs")
            yield heading, below

    # ------------------------------------------------------------- messages

    def message(self, block: Block, text: str = "") -> Message:
        """The text of a block with the values that it names."""
        text = text or block.text
        values: dict[str, str] = {}
        for name, value in PLACEHOLDER.findall(text):
            if value and values.get(name, value) not in (name, value):
                raise self.mistake(block.line, f"{{{name}}} has two values")
            values[name] = value or values.get(name, name)
        if re.search(r"[{}]", PLACEHOLDER.sub("", text)):
            raise self.mistake(block.line, "a brace stands only around a placeholder: {name} or {name=value}")
        args = {name: self.value(block, value) for name, value in values.items()}
        return Paragraph(PLACEHOLDER.sub(r"{\1}", text), **args)

    def value(self, block: Block, written: str) -> Any:
        """A number, a "text", a fact, or what a fact has for a key: `tower(5)`."""
        value = VALUE.fullmatch(written)
        if value is None:
            raise self.mistake(block.line, f"{written} is not a number, a text in quotes or a fact")
        if value["number"]:
            return int(value["number"])
        if value["text"] is not None:
            return value["text"]
        fact, key = value["fact"], value["key"]
        if fact not in self.facts:
            raise self.mistake(block.line, f"there is no fact {fact}")
        self.used.add(fact)
        if key is None:
            return self.facts[fact]
        try:
            return at(self.facts[fact], number_or_text(key))
        except (LookupError, TypeError):
            raise self.mistake(block.line, f"the fact {fact} has nothing for {key}") from None

    def cell(self, block: Block) -> Text:
        """A cell of a table: a message, or figures and values that need no translation."""
        if has_words(block.text):
            return self.message(block)
        message = self.message(block) if block.text else ""
        if isinstance(message, Message) and message.text == f"{{{next(iter(message.args), '')}}}":
            value = next(iter(message.args.values()))
            return value if isinstance(value, Message) else str(value)
        if isinstance(message, Message) and any(isinstance(value, Message) for value in message.args.values()):
            raise self.mistake(block.line, f"the cell {block.text} has a value with words and no words of its own")
        return str(message)

    # ---------------------------------------------------------------- parts

    def guide(self, matches: dict[str, Recorded], rulings: Mapping[str, Ruling]) -> Iterator[Section]:
        """Sections with pictures and rulings. Matches may stand anywhere before the pictures that name them."""
        names: set[str] = set()
        for block in self.blocks:
            if block.kind == "match":
                matches[block.name] = self.recorded(block)
            elif block.kind == "heading" and block.name in names:
                raise self.mistake(block.line, f"there is a section {block.name} already")
            elif block.kind == "heading" and block.name:
                names.add(block.name)
        left = dict(rulings)
        for heading, below in self.sections():
            parts = tuple(part for block in below if (part := self.part(block, matches)))
            numbers = [(block, number) for block in below if block.kind == "rulings" for number in block.text.split()]
            here = tuple(self.ruling(block, number, rulings, left) for block, number in numbers)
            yield Section(self.message(heading), parts, here, heading.name)
        if 0 < len(left) < len(rulings):
            raise self.mistake(self.blocks[-1].line, f"no section has the rulings {' '.join(left)}")

    def ruling(self, block: Block, number: str, rulings: Mapping[str, Ruling], left: dict[str, Ruling]) -> Ruling:
        """A ruling that stands at this section, and at no other."""
        if number not in rulings:
            raise self.mistake(block.line, f"there is no ruling {number}")
        if number not in left:
            raise self.mistake(block.line, f"the ruling {number} stands at two sections")
        return left.pop(number)

    def part(self, block: Block, matches: Mapping[str, Recorded]) -> Part | None:
        """What a block shows; matches and rulings show nothing by themselves."""
        match block.kind:
            case "text":
                return self.message(block)
            case "bullets" | "numbers":
                return Items(tuple(self.message(item) for (item,) in block.rows), block.kind == "numbers")
            case "table":
                head, *rows = (tuple(map(self.cell, row)) for row in block.rows)
                return Table(head, tuple(rows))
            case "picture":
                return self.picture(block, matches)
            case "par":
                return self.par(block)
        return None

    def par(self, block: Block) -> Par:
        """The par scores of the file beside the page."""
        file = self.file.parent / PAR
        try:
            scores = json.loads(file.read_text(encoding="utf-8"))["scores"]
            return Par(tuple(ParScore(**score) for score in scores))
        except FileNotFoundError:
            raise self.mistake(block.line, f"there is no {PAR}: `python tools/par.py` makes it") from None
        except (ValueError, LookupError, TypeError) as error:
            raise self.mistake(block.line, f"{PAR} cannot be read: {error}") from None

    def recorded(self, block: Block) -> Recorded:
        """A match: its options, seed and moves."""
        said = dict(block.fields)
        seed, moves = said.pop("seed", "0"), said.pop("moves", "")
        options = {name: number_or_text(value) for name, value in said.items()}
        return Recorded(options, self.number(block, seed), tuple(moves.split()))

    def picture(self, block: Block, matches: Mapping[str, Recorded]) -> Picture:
        """A moment of a match: after so many of its moves (all, if not said) and then some of its own."""
        said = block.fields
        if said.get("match") not in matches:
            raise self.mistake(block.line, f"a picture is of one of the matches {', '.join(matches)}")
        if "caption" not in said:
            raise self.mistake(block.line, "a picture needs a caption")
        options, seed, moves = matches[said["match"]]
        after = self.number(block, said.get("after", str(len(moves))))
        if after > len(moves):
            raise self.mistake(block.line, f"the match {said['match']} has only {len(moves)} moves")
        return Picture(
            self.message(block, said["caption"]),
            options,
            seed,
            (*moves[:after], *said.get("moves", "").split()),
            tuple(said["areas"].split()) if "areas" in said else None,
            tuple(said.get("marked", "").split()),
            tuple(
                tuple(name for name in names.split("+") if name != "-") for names in said.get("numbered", "").split()
            ),
            said.get("position", ""),
            where=self.where(block.line),
        )

    def rulings(self) -> Iterator[Ruling]:
        """A ruling is a numbered question, an answer in one paragraph, and its source."""
        numbers: set[str] = set()
        for heading, below in self.sections():
            if [block.kind for block in below] != ["text", "source"] or not heading.name:
                raise self.mistake(heading.line, "a ruling is `# number. question`, one paragraph, and `Source: ...`")
            if heading.name in numbers:
                raise self.mistake(heading.line, f"there is a ruling {heading.name} already")
            numbers.add(heading.name)
            yield Ruling(heading.name, *map(self.message, (heading, *below)))

    def summary(self) -> Iterator[Section]:
        """Headings with paragraphs and lists."""
        for heading, below in self.sections():
            parts = tuple(part for block in below if (part := self.part(block, {})))
            yield Section(self.message(heading), parts, name=heading.name)

    def tips(self) -> Iterator[tuple[Message, str]]:
        """Each tip, and the only modes that it is for, if it names some."""
        modes = ""
        for block in self.blocks:
            if block.kind == "modes":
                modes = block.text
            else:
                yield self.message(block), modes
                modes = ""

    def tour(self, matches: dict[str, Recorded]) -> Tour | None:
        """A match, then texts with a step each; pictures may show moments of it."""
        if not self.blocks:
            return None
        opening, *others = self.blocks
        steps = list(zip(others[::2], others[1::2], strict=False))
        kinds = [block.kind for block in self.blocks]
        if kinds != ["match", *["text", "step"] * len(steps)]:
            raise self.mistake(opening.line, "a tour is a match and then, again and again, one paragraph and its step")
        start = self.recorded(opening)
        tour = Tour(start.options, start.seed, tuple(self.step(text, data) for text, data in steps))
        moves = tuple(move for step in tour.steps for move in (step.move, *step.replies) if move)
        matches[TOUR] = start._replace(moves=moves)
        return tour

    def step(self, text: Block, data: Block) -> Step:
        """A step of the tour."""
        said = data.fields
        sprites, replies = (tuple(said.get(key, "").split()) for key in ("sprites", "replies"))
        return Step(self.message(text), sprites, said.get("move", ""), replies, where=self.where(text.line))

    def number(self, block: Block, text: str) -> int:
        """A number that somebody wrote."""
        if not text.isdecimal():
            raise self.mistake(block.line, f"{text} is not a number")
        return int(text)


def number_or_text(text: str) -> int | str:
    """The value of an option or the key of a fact."""
    return int(text) if text.isdecimal() else text


def at(fact: Any, key: int | str) -> Any:
    """What a fact, a table or a function, has for a key."""
    return fact(key) if callable(fact) else fact[key]
