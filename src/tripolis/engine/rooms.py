"""The five rooms of a game, as types: rules, face, book, helper, advice. `Game` is made of them.

`s`, `b` and `w` are the three records of a position, a box and scratch memory (`layouts.py`); a rule is a function
over them that is compiled. Rules and a face are what every game has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .actions import Actions, Notation
from .features import Sections, bounds, count_features, name_features, version
from .layouts import box_layout
from .record import Layout, Rule
from .steps import imagine_nothing
from .words import Message

if TYPE_CHECKING:
    from rich.console import RenderableType

    from .cards import Card
    from .choices import Amount, Composing
    from .guide import AidTable, Picture, Ruling, Section, Tour
    from .own_box import BoxCard
    from .parts import (
        BoxModule,
        Builder,
        ChoiceModule,
        Editor,
        EventsModule,
        FeaturesModule,
        LabelsModule,
        LegalModule,
        NotationModule,
        PlayModule,
        ScoringModule,
        SearchModule,
        StateModule,
        StepsModule,
        ValueModule,
    )
    from .position import Account, Position
    from .scene import Scene, Sprite, Text

S: TypeAlias = Any
"""A position, the record STATE."""
B: TypeAlias = Any
"""The read-only data of a match, the record BOX."""
W: TypeAlias = Any
"""Scratch memory, the record WORK."""
Settings = Mapping[str, Any]
"""A value for each option."""
Say = Callable[["Text"], str]
"""Puts a message into the reader's language."""


# ------------------------------------------------------------------- rules


def fill_nothing(b: B, files: Mapping[str, str], settings: Settings) -> None:
    """A box without components."""


def allow_all(settings: Settings) -> None:
    """All options go together."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What the rulebook says: the records, the course of play, the account."""

    state: Layout
    """A position, from `state_layout`."""
    work: Layout
    """Scratch memory, from `work_layout`."""
    box: Layout = field(default_factory=box_layout)
    """The read-only data of a match, from `box_layout`."""
    actions: Actions
    """The actions, declared as verbs with axes (`actions.py`); numbers, notation, clicks and names come from this."""
    categories: tuple[str, ...]
    """The keys of the account's categories."""
    ties: tuple[str, ...] = ()
    """The keys of what breaks ties, in order."""
    reasons: type[IntEnum]
    """Why an action is refused; 0 means that it is not."""

    events: type[IntEnum] | None = None
    """The codes of events, whose names `event.name` gives."""
    set_up: Callable[[S, B, W, Any], None]
    """Rule `(s, b, w, seed)`: fill a record, fresh or used; the first line is `begin_match(s, w, seed)`."""
    legal_actions: Callable[[S, B, W], int] | None = None
    """Rule `(s, b, w)`: list the legal actions in `w.actions` and return how many there are. Without it: every action
    that `refuse` lets through."""
    refuse: Callable[[S, B, W, int], int]
    """Rule `(s, b, w, action)`: 0 if the action is legal, else the reason; takes any number of an action."""
    apply: Callable[[S, B, W, int], None]
    """Rule `(s, b, w, action)`: one decision; the first line is `begin(s, w)`. Then `s.actor` is the next seat, -1
    at the end."""
    imagine: Callable[[S, B, W, int, Any], None] = imagine_nothing
    """Rule `(s, b, w, seat, seed)`: fill an observation's gaps with a random world that fits; the first line is
    `begin_world(s, w, seed)`."""
    score: Callable[[S, B, W, int], int]
    """Rule `(s, b, w, seat)`: the account in `w.points`, `w.unknown` and `w.ties`; returns the total."""
    rank: Callable[[S, B, W], None] | None = None
    """Rule `(s, b, w)`: each seat's total in `w.total` and place in `w.place`, from 1. Without it: most points, then
    what breaks ties."""

    derive: Callable[[S, B], None] | None = None
    """`(s, b)`: fill the `derived` fields from the others, in a record of Python's own numbers; for positions as
    text."""
    why_impossible: Callable[[S, B], Message | None] | None = None
    """`(s, b)`: why a position, in a record of Python's own numbers, cannot stand on a table; None if it can. Without
    it, nobody can put in positions of their own where strangers may (`sound.py`)."""
    max_plies: Callable[[B], int]
    """`(b)`: no match is longer."""
    standard_box: Callable[[], Mapping[str, str]] = dict
    """`()`: the files of the standard box, name to text."""
    fill_box: Callable[[B, Mapping[str, str], Settings], None] = fill_nothing
    """`(b, files, settings)`: check the files and fill the BOX record; raises `BadBox`."""
    check_settings: Callable[[Settings], None] = allow_all
    """`(settings)`: raises `BadOptions` where options do not go together."""

    @classmethod
    def of(
        cls, state: StateModule, play: PlayModule, legal: LegalModule, scoring: ScoringModule, box: BoxModule
    ) -> Self:
        """The rules from the modules that they stand in; `replace` adds what else there is."""
        return cls(
            state=state.STATE,
            box=state.BOX,
            work=state.WORK,
            actions=state.ACTIONS,
            categories=state.CATEGORIES,
            ties=state.TIES,
            reasons=state.Reason,
            events=state.Event,
            set_up=play.set_up,
            legal_actions=legal.legal_actions,
            refuse=legal.refuse,
            apply=play.apply,
            score=scoring.score,
            rank=scoring.rank,
            derive=play.derive,
            max_plies=play.max_plies,
            standard_box=box.standard_box,
            fill_box=box.fill_box,
            check_settings=box.check_settings,
        )


# -------------------------------------------------------------------- face


def no_draft(s: S, b: B, action: int) -> str:
    """Every action is sent at once."""
    return ""


class Outlook(NamedTuple):
    """What a preview says beside the change of the account: what the move can become, and what it is about."""

    later: Message | None = None
    note: Message | None = None
    after: Account | None = None
    """The account that the move may lead to, where that of the next moment says nothing: a bid that nobody outbids."""
    exchange: bool = False
    """Is one thing given for another? Then the note says more than the change of the account."""


class Icons(NamedTuple):
    """What a line of the log shows: symbols of the game's art, and the sprites that it speaks of."""

    symbols: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    """From which sprite to which the last symbol goes, such as money from a payer to the bank; else empty."""
    seat: int = -1
    """Whose event it is, where `short` says it below that player's name."""
    short: Message | None = None
    """The line below a player's name, without what `change` says."""
    change: Message | None = None
    """What it brings that player, with its sign: +2M."""
    quiet: bool = False
    """Does it say no more than the next name in the log does?"""
    step: bool = False
    """Is it a part of something that is put together in several moves? The log tells all of that in one line."""


class AccountPart(NamedTuple):
    """What one thing on the table, or several together, bring to a category of an account."""

    category: str
    points: int
    place: Text
    """Where it lies: `c1, c2, c3`; the name of a district."""


class Tried(NamedTuple):
    """A move that is compared with another one."""

    number: int
    after: Position
    """What its player sees as soon as it is complete."""


class Submit(NamedTuple):
    """The button that sends a move of several clicks: its words, and what is missing as long as it cannot be sent."""

    title: Message
    note: Message


@dataclass(frozen=True, kw_only=True)
class Face:
    """How a game looks and reads: notation and clicks, words, the table as a scene and in a terminal."""

    moves: Notation
    """Actions as text and as clicks: a pattern for each verb (`actions.py`)."""
    describe: Callable[[S, B, int], Message]
    """`(s, b, action)`: an action as a message."""
    why_not: Callable[[S, B, int, int], Message]
    """`(s, b, action, code)`: a refusal as a message."""
    words_of: Callable[[B, int, tuple[int, ...]], Message]
    """`(b, code, args)`: an event as a message."""

    scene: Callable[[Position, tuple[Text, ...] | None], Scene] | None = None
    """`(position, names)`: the table as sprites; their symbols are in `art.svg` beside this function's file."""
    prompt: Callable[[Position, tuple[str, ...]], Message] | None = None
    """`(position, clicks)`: what the viewer is asked for after these clicks, or what somebody else decides."""
    in_hand: Callable[[Position, tuple[str, ...]], str | None] | None = None
    """`(position, clicks)`: the sprite that is drawn large beside the prompt."""
    open_card: Callable[[Position], str | None] | None = None
    """`(position)`: the sprite whose card lies open in the free part of the board while nothing is in hand."""
    progress: Callable[[Position], Message] | None = None
    """`(position)`: how far the match is, such as its round."""
    submit: Callable[[Position, tuple[str, ...]], Submit | None] | None = None
    """`(position, clicks)`: the button that sends the move which these clicks have begun, if it is always shown."""
    card: Callable[[Position, str], Card | None] | None = None
    """`(position, sprite)`: what a sprite is; without it, its label."""
    catches: Callable[[Position, tuple[str, ...]], Mapping[str, Sprite]] | None = None
    """`(position, clicks)`: what a further click on these sprites would take, such as the tile at a slot."""
    piece_box: Callable[[str], tuple[float, float, float, float] | None] | None = None
    """`(target)`: left, top, width and height of a piece that lies on a sprite; without it, it fills the middle."""
    icons: Callable[[B, int, tuple[int, ...]], Icons] | None = None
    """`(b, code, args)`: the symbols of an event in the log, and the sprites that it speaks of."""
    outlook: Callable[[Position, int], Outlook] | None = None
    """`(position, action)`: what a preview says beside the change of the account."""
    amount: Callable[[Position], Amount | None] | None = None
    """`(position)`: the number that the viewer is asked for, in place of the moves that its template makes."""
    composing: Callable[[Position], Composing | None] | None = None
    """`(position)`: the offer that the viewer is putting together."""
    chapters: frozenset[int] = frozenset()
    """The codes of events with which a part of a match begins, such as a round: replays mark them."""
    decision_names: Mapping[str, Message] = field(default_factory=dict)
    """What people call the decisions of a verb, where many of them are counted together."""
    category_symbols: Mapping[str, str] = field(default_factory=dict)
    """Symbols of the categories."""
    text_table: Callable[[Position, tuple[Text, ...] | None, Say], RenderableType] | None = None
    """`(position, names, say)`: the table for a terminal, as something that Rich prints; without it, the fields of
    the record."""
    gain: Callable[[Position, int], int | None] | None = None
    """`(position, action)`: what a move would bring its player, for previews, also where it reveals something hidden;
    without it, or where it is None, the change of the account at once."""
    account_parts: Callable[[Position, int], Iterable[AccountPart]] | None = None
    """`(position, seat)`: what of the account lies where, so that reviews can name places."""
    reasons: Callable[[Position, Tried, Tried, Sequence[Text]], Iterable[Message]] | None = None
    """`(position, better, played, names)`: what speaks for the better of two moves in the game's own words, as facts
    of the table, the weightiest first; for reviews and puzzles."""
    settle: Callable[[Position, int], Position] | None = None
    """`(position, action)`: the position that a move leads to if nobody answers it, where the next moment tells
    nothing."""
    draft: Callable[[S, B, int], str] = no_draft
    """`(s, b, action)`: `keep` for an action that is put together with others before anybody hears of it, such as a
    change of an offer; `drop` for one that throws them away; else nothing. A page sends them as one list with the
    move that ends them."""
    amounts: Callable[[S, B, tuple[str, ...]], Iterable[tuple[int, tuple[str, ...]]]] | None = None
    """`(s, b, clicks)`: the unlisted actions that clicks on the steps of an amount may become, each with its path."""
    category_names: Mapping[str, Message] = field(default_factory=dict)
    """What people call the categories."""
    tie_names: Mapping[str, Message] = field(default_factory=dict)
    """What people call the things that break ties."""
    shown_categories: Callable[[B], Sequence[str]] | None = None
    """`(b)`: the categories that a score sheet of this match lists; all without it."""
    unit: str = ""
    """What a point of the account is, where it is not a point, such as 10k of money."""
    write_amount: Callable[[int], Message | str] | None = None
    """`(points)`: an amount of the account as people say it (3.5M, in German 3,5 Mio.); a plain number without it."""
    notation: Message | None = None
    """How a move is written."""
    readings: Mapping[str, Callable[[B, Any], Any]] = field(default_factory=dict)
    """`(b, value)` for fields whose numbers stand for something: what `position.named()` says in their place."""

    @classmethod
    def of(cls, notation: NotationModule, events: EventsModule, labels: LabelsModule, steps: StepsModule) -> Self:
        """Notation, events, names and steps from the modules that they stand in; `replace` adds what else there is."""
        return cls(
            moves=notation.MOVES,
            describe=notation.describe,
            why_not=events.why_not,
            words_of=events.words_of,
            icons=events.icons,
            prompt=steps.prompt,
            in_hand=steps.in_hand,
            outlook=steps.outlook,
            category_names=labels.CATEGORY_NAMES,
            category_symbols=labels.CATEGORY_SYMBOLS,
            tie_names=labels.TIE_NAMES,
            notation=labels.NOTATION,
        )


# -------------------------------------------------------------------- book


@dataclass(frozen=True, kw_only=True)
class Book:
    """What players read (`guide.py`); `book.py` reads it from Markdown."""

    summary: Sequence[Section] = ()
    """The rules in short: headings with paragraphs and lists."""
    tips: Sequence[Message] = ()
    """Tips for the first games."""
    tip_modes: Mapping[Message, str] = field(default_factory=dict)
    """The only modes that some of the tips are for, such as `classic+pro`."""
    guide: Sequence[Section] = ()
    """The complete rules for players, in sections with pictures."""
    rulings: Sequence[Ruling] = ()
    """Open questions of the rulebook with their answers."""
    aid: Callable[[Position], Iterable[AidTable]] | None = None
    """`(position)`: what overview cards print, and what is left now: tables made from an observation."""
    overview: Callable[[Position], Iterable[AidTable]] | None = None
    """`(position)`: the tables of the aid that are the same in all matches of a mode, for an overview card on paper."""
    pad: Callable[[Position], Iterable[tuple[str, Text]]] | None = None
    """`(position)`: symbol and name of each row of a score pad on paper; if not given, the account's categories."""
    tour: Tour | None = None
    """A guided first game."""

    @property
    def pictures(self) -> list[Picture]:
        """All pictures of the guide, in order."""
        return [picture for section in self.guide for picture in section.pictures]

    def short_rules(self, mode: str) -> list[Section]:
        """The parts of the summary that are for a mode: those without a name, and those that name it."""
        return [part for part in self.summary if not part.name or mode in part.name.split("+")]

    def short_tips(self, mode: str) -> list[Message]:
        """The tips that are for a mode."""
        return [tip for tip in self.tips if mode in self.tip_modes.get(tip, mode).split("+")]


# ------------------------------------------------------------------ helper


@dataclass(frozen=True, kw_only=True)
class Helper:
    """For owners of the printed game: accounts of a real table, and builders."""

    count_by_hand: Callable[[Any, Say, Mapping[str, str] | None], tuple[dict[str, Any], list[str]]] | None = None
    """`(given, say, box)`: the account of a finished table put in as JSON, counted with the files of a box (None: the
    standard one): plain data, and lines of text."""
    editor: type[Editor] | None = None
    """The score helper step by step: a class like `Editor`."""
    set_up: type[Editor] | None = None
    """The editor of positions to analyse: a class like `SetUpEditor`, whose state is a position as text."""
    builder: type[Builder] | None = None
    """A class like `Builder`: it builds what is played on, such as a track."""
    cards: Callable[[Mapping[str, str]], Iterable[BoxCard]] | None = None
    """`(files)`: what is printed on cards, tiles and tracks, for owners to type in."""


# ------------------------------------------------------------------ advice


@dataclass(frozen=True, kw_only=True)
class SearchPlan:
    """How to search a game."""

    explore: float = 1.0
    """How much attention promising but little tried actions get."""
    doubt: float = 0.1
    """How much worse than its siblings an action is thought to be before it is tried."""
    spread: float = 1.0
    """How fast attention falls with what `weigh_actions` says, in its units."""
    open_at: float = 4.0
    """Visits of a node before its actions are looked at one by one."""
    width: float = 16.0
    """Actions of a node that get attention by their weight."""
    rest: float = 0.2
    """The share of attention for all other actions together."""
    depth: float = 1e9
    """Decisions after the leaf before the position is judged by `value`."""
    random: float = 32.0
    """How many of 256 decisions after the leaf are random."""
    scale: float = 160.0
    """A lead that counts as half won, in units of `value`."""
    place: float = 0.5
    """The share of the final place in an outcome; the rest is the lead."""
    unit: float = 1.0
    """Units of `value` in a point."""
    others: float = 0.0
    """1: other seats take the quick choice, and only the seat's own actions are searched."""
    pairs: float = 0.0
    """1: a lead over every other seat counts, not only that over the best one."""
    heat: float = 1.0
    """The temperature of a net's policy: the higher, the more attention for what it does not like best."""
    advised: float = 0.0
    """In a search with a net, the share of attention for the quick choice, which a net may overlook."""
    instinct: float = 0.0
    """1: in a search with a net, other seats play by instinct, and only the seat's own actions are searched."""
    own_eyes: float = 0.0
    """1: where a search with a net ends at another's decision, quick choices lead to the seat's own next turn. That is
    valued, through its own eyes: others do not know its secrets."""
    slower_with_seats: float = 1.0
    """1: an iteration takes longer with more seats, so a strength has fewer of them then."""


@dataclass(frozen=True, kw_only=True)
class Advice:
    """What bots and learners get from a game. All of it looks only at what the seat may know."""

    choose: Callable[[S, B, W], int]
    """Rule `(s, b, w)`: a quick sensible action of the actor; leaves the position as it was."""
    value: Callable[[S, B, W, int], int] | None = None
    """Rule `(s, b, w, seat)`: how well a seat stands; without it, its points."""
    weigh_actions: Callable[[S, B, W, int, Any], None] | None = None
    """Rule `(s, b, w, n, weight)`: what each of the n listed actions promises its player; without it the quick
    choice stands out alone."""
    features: Callable[[S, B, int, Any], None] | None = None
    """Rule `(s, b, seat, out)`: write the whole numbers that describe an observation into an int8 row."""
    sections: Sections = ()
    """What these numbers are, in order, and their bounds (`features.py`)."""
    features_edition: int = 1
    """Raised where a feature gets another meaning and the sections stay as they are."""
    not_described: Mapping[str, str] = field(default_factory=dict)
    """Fields of an observation that the features leave out, each with the reason."""
    same_in_play: Callable[[S, B, str, tuple[int, ...], int], bool] | None = None
    """`(s, b, field, place, number)`: would another number in this place of a field make no difference, as an equal
    tile? Then the features need not tell it."""
    search: SearchPlan = field(default_factory=SearchPlan)
    """How to search the game."""
    nets: Mapping[str, Path] = field(default_factory=dict)
    """Files of trained nets (`tripolis.nets`) by mode; that of "" serves all modes without one of their own."""
    search_with_net: Mapping[str, float] = field(default_factory=dict)
    """How a search with the net differs from the plan of `bots.instinct`, by the plan's fields."""
    looks: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """How often the strongest bot looks with the net for a decision, for each mode: the numbers are for the
    numbers of players in order, and take as long as its search without a net."""
    certainty: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """The power that makes a net's chances to win come true as often as they say, likewise."""

    @classmethod
    def of(cls, choice: ChoiceModule, value: ValueModule, features: FeaturesModule, search: SearchModule) -> Self:
        """The advice from the modules that it stands in; `replace` adds nets."""
        return cls(
            choose=choice.choose,
            value=value.value,
            weigh_actions=search.weigh_actions,
            features=features.features,
            sections=features.SECTIONS,
            features_edition=features.FEATURES_EDITION,
            not_described=features.NOT_DESCRIBED,
            same_in_play=features.same_in_play,
            search=search.SEARCH,
            looks=search.LOOKS,
            certainty=search.CERTAINTY,
        )

    @cached_property
    def n_features(self) -> int:
        """How many numbers describe an observation."""
        return count_features(self.sections)

    @cached_property
    def features_version(self) -> str:
        """A short hash of what the features are."""
        return version(self.sections, self.features_edition)

    def feature_names(self) -> list[str]:
        """What each of them means."""
        return name_features(self.sections)

    def feature_bounds(self) -> NDArray[np.int8]:
        """The largest number that each of them can be; the smallest is 0."""
        return bounds(self.sections)


def rules_of(rules: Rules, advice: Advice | None) -> dict[str, Rule | None]:
    """The rules of a game by the names that drivers call them by; None where the game leaves one out."""
    return {
        "set_up": rules.set_up,
        "legal_actions": rules.legal_actions,
        "refuse": rules.refuse,
        "apply": rules.apply,
        "imagine": rules.imagine,
        "score": rules.score,
        "rank": rules.rank,
        "value": advice.value if advice and advice.value else rules.score,
        "choose": advice.choose if advice else None,
        "features": advice.features if advice else None,
    }
