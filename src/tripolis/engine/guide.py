"""A guide: what a game tells its players, as data. Rules with pictures, rulings, an aid, a guided first game; pages
show them.

A picture is a moment of a match, and a tour is a match whose moves are given: both are played by the rules, so that
neither can show what cannot happen. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from .game import Game
from .match import Match
from .record import WHOLE
from .scene import Scene, Text, svg
from .words import Message

GAP = 28
"""Between areas that stand side by side in a picture."""


@dataclass(frozen=True)
class Picture:
    """A moment of a match: its moves, the areas that are drawn (all if None), the sprites with a ring."""

    caption: Message
    options: Mapping[str, Any]
    seed: int = 0
    moves: tuple[str, ...] = ()
    areas: tuple[str, ...] | None = None
    marked: tuple[str, ...] = ()
    numbered: tuple[tuple[str, ...], ...] = ()
    """The sprites or areas with the number 1, those with 2, and so on; a number may have none."""
    position: str = ""
    """A position as text, instead of seed and moves."""
    where: str = field(default="", compare=False)
    """The file and the line where it is written."""


@dataclass(frozen=True)
class Items:
    """A list of items, with bullets or counted from 1."""

    items: tuple[Message, ...]
    numbered: bool = False

    @property
    def lines(self) -> list[Message]:
        """The items where there is no markup: each with its number or a bullet."""
        return [
            Message("{number}. {text}", number=n, text=item) if self.numbered else Message("• {text}", text=item)
            for n, item in enumerate(self.items, 1)
        ]


@dataclass(frozen=True)
class Table:
    """A table with a head; cells without words are plain texts."""

    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]


class ParScore(NamedTuple):
    """Scores of bots of one strength: quartiles over all seats, and the median of the winners."""

    mode: str
    players: int
    bot: str
    matches: int
    low: int
    median: int
    high: int
    winner: int


@dataclass(frozen=True)
class Par:
    """What a good score is."""

    scores: tuple[ParScore, ...]


@dataclass(frozen=True)
class Ruling:
    """A question of players: how this program answers it, and from where the answer is."""

    number: str
    question: Message
    answer: Message
    source: Message


Block = Message | Items | Table | Picture | Par


@dataclass(frozen=True)
class Section:
    """A part of the rules or of the summary, with the rulings that belong to it."""

    title: Message
    blocks: tuple[Block, ...]
    rulings: tuple[Ruling, ...] = ()
    name: str = ""
    """What cards and links call a section of the guide; the only mode that a part of the summary is for."""

    @property
    def paragraphs(self) -> tuple[Message, ...]:
        """Its prose."""
        return tuple(block for block in self.blocks if isinstance(block, Message))

    @property
    def lines(self) -> list[Message]:
        """Its prose and its lists, as lines."""
        found = ([block] if isinstance(block, Message) else getattr(block, "lines", ()) for block in self.blocks)
        return [line for lines in found for line in lines]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Its pictures, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Picture))


@dataclass(frozen=True)
class AidTable:
    """A table of the aid: what an overview card prints, or what is left of something now."""

    title: Message
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    note: Message | None = None
    symbols: tuple[str, ...] = ()
    """A symbol of the game's art for each row, where there are some."""


@dataclass(frozen=True)
class Step:
    """A step of a tour: a text, and the sprites it speaks of.

    With a move the tour waits until the player makes it, else until the text is read; then it plays the other seats'
    replies.
    """

    text: Message
    sprites: tuple[str, ...] = ()
    move: str = ""
    replies: tuple[str, ...] = ()
    where: str = field(default="", compare=False)
    """The file and the line where it is written."""


@dataclass(frozen=True)
class Tour:
    """A guided first game: the player has seat 0."""

    options: Mapping[str, Any]
    seed: int
    steps: tuple[Step, ...]


def start(game: Game, options: Mapping[str, Any], seed: int) -> Match:
    """The match of a picture or a tour: options that it does not name are the usual ones, and so is the box."""
    usual = {option.name: option.default for option in game.options}
    return game.configure(game.rules.standard_box(), **{**usual, **options}).new(seed)


def show(game: Game, picture: Picture) -> Scene:
    """The scene of a picture as seat 0 sees it, with its areas side by side in the order in which it names them."""
    match = start(game, picture.options, picture.seed)
    match.play(*picture.moves)
    position = match.game.position(picture.position) if picture.position else match.position
    scene = (position.seen_by(0) if position.observer == WHOLE else position).scene()
    if picture.areas is None:
        return scene
    known = {area.name: area for area in scene.areas}
    areas, x = [], 0.0
    for name in picture.areas:
        areas.append(replace(known[name], x=x, y=0))
        x += known[name].width + GAP
    return Scene(tuple(areas), tuple(sprite for sprite in scene.sprites if sprite.area in picture.areas))


def draw_picture(game: Game, picture: Picture, theme: str = "light", say: Callable[[Text], str] = str) -> str:
    """A picture as SVG; its caption is the title that a screen reader says."""
    scene = show(game, picture)
    return svg(scene, game.art_file, theme, picture.marked, say=say, title=picture.caption, numbered=picture.numbered)


def walk(game: Game, tour: Tour) -> Iterator[tuple[Step, Match]]:
    """The steps of a tour, each with the match as it stands while the step is shown."""
    match = start(game, tour.options, tour.seed)
    for step in tour.steps:
        yield step, match
        match.play(*filter(None, (step.move, *step.replies)))
