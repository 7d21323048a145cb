"""The contract of a game, the one class that all games share, and the registry that finds them.

A game is a handful of modules that together define the names in `DATA`, `RULES` and `PYTHON`. Everything else (matches,
files, bots, pages, the conformance kit) works on any game that does.
"""

from __future__ import annotations

import copy
import hashlib
import importlib.metadata
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from . import ENTRY_POINTS, drivers
from .errors import BadOptions
from .random import CHANCE
from .record import PLAIN, Field, Layout, Records, Rule, bind, make_observe, nobody, public, source_of
from .words import Message

if TYPE_CHECKING:
    from .match import Match

DATA = {
    "STATE": "the layout of a position, made by `state_layout`",
    "BOX": "the layout of the read-only data of a match",
    "WORK": "the layout of scratch memory, made by `work_layout`",
    "N_ACTIONS": "how many action numbers there are",
    "N_FEATURES": "how many numbers describe an observation",
    "CATEGORIES": "the names of the account's categories",
    "TIES": "the names of what breaks ties, in order",
    "Reason": "an enumeration of why an action is refused; 0 means that it is not",
}
RULES = {
    "set_up": "set_up(s, b, w, seed): fill a fresh record; starts with `begin_match`",
    "legal_actions": "legal_actions(s, b, w): list them in w.actions, return how many",
    "refuse": "refuse(s, b, w, action): 0 if legal, else the reason",
    "apply": "apply(s, b, w, action): one decision; starts with `begin`",
    "imagine": "imagine(s, b, w, seat, seed): fill in what the seat cannot know; starts with `begin_world`",
    "score": "score(s, b, w, seat): the account in w.points, w.unknown, w.ties; return the total",
    "rank": "rank(s, b, w): every seat's total in w.total, and its place, from 1, in w.place",
    "value": "value(s, b, w, seat): how well a seat stands, for bots; only what the seat may know is looked at",
    "choose": "choose(s, b, w): a quick sensible action of the actor; leaves the position as it was",
    "features": "features(s, b, seat, out): N_FEATURES numbers that describe an observation",
}
PYTHON = {
    "standard_box": "standard_box(): the files of the standard box, name to text",
    "fill_box": "fill_box(b, files, settings): check the files and fill the BOX record",
    "check_settings": "check_settings(settings): raise BadOptions where options do not go together",
    "max_plies": "max_plies(b): no match is longer",
    "write": "write(s, b, action): an action as text",
    "read": "read(s, b, text): the action of a text, or BadNotation",
    "path": "path(s, b, action): the sprites to click",
    "feature_names": "feature_names(): what each feature means",
    "describe": "describe(s, b, action): an action as a message",
    "why_not": "why_not(s, b, action, code): a refusal as a message",
    "words_of": "words_of(b, code, args): an event as a message",
}
OPTIONAL = {
    "UNLISTED": "a range of actions that may be legal without being listed (the many possible bids of an auction)",
    "scene": "scene(position, names): the table as sprites; symbols in `art.svg`",
    "text_table": "text_table(position, names, say): the table for a terminal, as something that Rich prints",
    "gain": "gain(position, action): what a move would bring its player; without it, the change of the account at once",
    "draft": "draft(s, b, action): `keep` for an action that is put together with others before anybody hears of it, such as a change of an offer, `drop` for one that throws them away, else nothing",
    "amounts": "amounts(s, b, clicks): the unlisted actions that clicks on the steps of an amount may become, each with its path",
    "CATEGORY_NAMES": "what people call the categories: key to message",
    "TIE_NAMES": "what people call the things that break ties: key to message",
    "shown_categories": "shown_categories(b): the categories that a score sheet of this match lists; all if it is missing",
    "NOTATION": "how a move is written, as a message",
    "SUMMARY": "the rules in short: headings with paragraphs, all messages",
    "TIPS": "tips for the first games, as messages",
    "GUIDE": "the complete rules for players: sections with pictures (see `guide.py`)",
    "RULINGS": "open questions of the rulebook with their answers, for players",
    "aid": "aid(position): what overview cards print and what is left now, as tables, from an observation",
    "TOUR": "a guided first game: a seed, steps with texts, sprites and moves",
    "count_by_hand": "count_by_hand(given, say): the account of a table put in by hand as JSON: plain data, and lines of text",
    "Editor": "the score helper step by step: a class with MODES, HELP, state, play, moves, verdict, ranks, lines and scene",
    "Builder": "an editor that builds what is played on; its state is a value of the option BUILT_OPTION",
    "BUILT_OPTION": "the option that a builder's state is a value of",
    "write_amount": "write_amount(points): an amount of the account as people say it; a plain number if it is missing",
    "weigh_actions": "weigh_actions(s, b, w, n, weight): what each of the n listed actions promises its player; the list stays as it is (a rule, for search)",
    "SEARCH": "how to search this game: fields of `bots.mcts.Plan` that differ from its defaults",
}

MAX_EVENT_ARGS = 4


# ------------------------------------------------------------------- layouts


def state_layout(*fields: Field) -> Layout:
    """The layout of a position: the game's fields and those that every game has."""
    return Layout(
        "state",
        (
            nobody("seed", "i8", 4),
            public("ply", "i4"),
            public("actor", "i1"),
            public("observer", "i1"),
            *fields,
        ),
    )


def box_layout(*fields: Field) -> Layout:
    """The layout of a match's read-only data."""
    return Layout("box", (public("players", "i1"), *fields))


def work_layout(seats: int, actions: int, events: int, categories: int, ties: int, *fields: Field) -> Layout:
    """The layout of scratch memory: at most so many seats, legal actions, events of one ply, categories, tie-breaks."""
    return Layout(
        "work",
        (
            public("actions", "i4", actions),
            public("events", "i4", (events, 2 + MAX_EVENT_ARGS)),
            public("n_events", "i4"),
            public("mute", "i1"),
            public("revealed", "i1"),
            public("points", "i4", categories),
            public("unknown", "i1", categories),
            public("ties", "i4", max(1, ties)),
            public("total", "i4", seats),
            public("place", "i1", seats),
            *CHANCE,
            *fields,
        ),
    )


# ------------------------------------------------------------------- options


@dataclass(frozen=True)
class Option:
    """A choice made before the match. Without listed values any text is taken, and `check_settings` judges it."""

    name: str
    values: tuple[Any, ...]
    default: Any
    help: Message
    label: Message | None = None
    names: Mapping[Any, Message] = field(default_factory=dict, compare=False)
    """What people call the values; yes, no and numbers need no name."""

    @property
    def title(self) -> Message | str:
        """What people call the option."""
        return self.label or self.name

    def name_of(self, value: Any) -> Message | str:
        """What people call a value."""
        if isinstance(value, bool):
            return Message("yes") if value else Message("no")
        return self.names.get(value, str(value))

    @property
    def header(self) -> str:
        """The name in a match file: `face_down` is `FaceDown`."""
        return "".join(part.title() for part in self.name.split("_"))

    def show(self, value: Any) -> str:
        """A value as text."""
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def parse(self, value: Any) -> Any:
        """A value from itself or its text."""
        if not self.values:
            return str(value)
        for known in self.values:
            if (value == known and type(value) is type(known)) or str(value).lower() == self.show(known):
                return known
        raise BadOptions(
            Message(
                "{option} cannot be {value}; it can be {values}.",
                option=self.name,
                value=value,
                values=", ".join(self.show(v) for v in self.values),
            )
        )


# ---------------------------------------------------------------------- game


class Game:
    """A game with its settings and its box. `configure` gives the same game with others."""

    def __init__(self, name: str, version: int, options: tuple[Option, ...], *parts: ModuleType) -> None:
        self.name = name
        self.version = version
        self.options = options
        self._parts: dict[str, Any] = {}
        for wanted, meaning in {**DATA, **RULES, **PYTHON}.items():
            for part in parts:
                if hasattr(part, wanted):
                    self._parts[wanted] = getattr(part, wanted)
                    break
            else:
                raise TypeError(f"the game {name} lacks {wanted}: {meaning}")
        for wanted in OPTIONAL:
            self._parts[wanted] = next((getattr(part, wanted) for part in parts if hasattr(part, wanted)), None)
        self.state: Layout = self._parts["STATE"]
        self.box_layout: Layout = self._parts["BOX"]
        self.work_layout: Layout = self._parts["WORK"]
        self.n_actions: int = self._parts["N_ACTIONS"]
        self.categories: tuple[str, ...] = tuple(self._parts["CATEGORIES"])
        self.ties: tuple[str, ...] = tuple(self._parts["TIES"])
        self.reasons = self._parts["Reason"]
        self.unlisted: range = self._parts["UNLISTED"] or range(0)
        self.home = Path(source_of(self._parts["apply"]).__code__.co_filename)
        self._bound: dict[str, Rule] = {}
        self._local = threading.local()
        self.settings: dict[str, Any] = {option.name: option.default for option in options}
        self.box_files: Mapping[str, str] | None = None

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"tripolis.game({self.name!r}, {chosen})"

    def part(self, name: str) -> Any:
        """One of the names that the contract asks for."""
        return self._parts[name]

    def optional(self, name: str) -> Any:
        """One of the names of `OPTIONAL`, None where the game has none."""
        return self._parts[name]

    def need(self, name: str) -> Any:
        """One of the names of `OPTIONAL`; a game without it cannot do what was asked."""
        if self._parts[name] is None:
            raise BadOptions(
                Message("{game} has no {part}: it cannot be shown in this way.", game=self.name, part=name)
            )
        return self._parts[name]

    # ------------------------------------------------------------- settings

    def configure(self, box: Mapping[str, str] | None = None, **settings: Any) -> Game:
        """The same game with these options and this box (file name to text; the standard one if None)."""
        known = {option.name: option for option in self.options}
        for name in settings:
            if name not in known:
                args = {"game": self.name, "option": name, "options": ", ".join(known)}
                raise BadOptions(Message("{game} has no option {option}; it has {options}.", **args))
        other = copy.copy(self)
        other.settings = {name: option.parse(settings.get(name, self.settings[name])) for name, option in known.items()}
        self.part("check_settings")(other.settings)
        if box is not None:
            other.box_files = {name: "\n".join(text.lstrip("\ufeff").splitlines()) + "\n" for name, text in box.items()}
        other.__dict__.pop("box", None)
        other.__dict__.pop("plain_box", None)
        _ = other.box  # a wrong box is refused now, not at the first move
        return other

    @property
    def folder(self) -> Path:
        """The folder of the game: of the module with its rules, or that above where rules have a room of their own."""
        folder = self.home.parent
        return folder.parent if folder.name == "rules" else folder

    @property
    def art_file(self) -> Path:
        """The sheet of symbols that scenes are drawn with."""
        sheet = self.folder / "face" / "art.svg"
        return sheet if sheet.is_file() else self.folder / "art.svg"

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.settings["players"])

    def check_seat(self, seat: int) -> None:
        """A seat that does not exist is a ValueError: compiled rules would read foreign memory for it."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")

    @cached_property
    def box(self) -> Records:
        """The read-only record of this match's components and options."""
        records = self.box_layout.make()
        records[0].players = self.players
        self.part("fill_box")(records[0], self.box_files or self.part("standard_box")(), self.settings)
        return records

    @cached_property
    def plain_box(self) -> Any:
        """The box with Python's own numbers, for words and drawings."""
        return self.box_layout.plain(self.box)

    @property
    def box_hash(self) -> str:
        """What a match file names its box by."""
        if self.box_files is None or dict(self.box_files) == self.part("standard_box")():
            return "standard"
        text = "\0".join(f"{name}\0{self.box_files[name]}" for name in sorted(self.box_files))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def header(self) -> list[tuple[str, str]]:
        """What is played: name, version of the rules, options and box, as a match file says it."""
        chosen = [(option.header, option.show(self.settings[option.name])) for option in self.options]
        return [("Game", self.name), ("Rules", str(self.version)), *chosen, ("Box", self.box_hash)]

    # -------------------------------------------------------------- drivers

    @cached_property
    def observe(self) -> Rule:
        """`observe(s, b, seat)`, derived from the declared sight of every field."""
        made: Rule = self._bound.get("observe") or make_observe(self.state, self.home)
        self._bound["observe"] = made
        return made

    def bind(self, driver: Rule, **helpers: Rule) -> Rule:
        """A driver with this game's rules (and bound helpers) in place of their names."""
        source = source_of(driver)
        key = f"{source.__module__}.{source.__name__}"
        if key not in self._bound:
            rules = {name: self.part(name) for name in RULES} | {"observe": self.observe} | helpers
            self._bound[key] = bind(source, self.name, rules)
        return self._bound[key]

    def call(self, name: str) -> Rule:
        """A driver of `engine.drivers` by its name."""
        return self._bound.get(f"{drivers.__name__}.{name}") or self.bind(getattr(drivers, name))

    @property
    def work(self) -> Records:
        """This thread's scratch memory, for drivers called on what may be known: bots get at it through their observations."""
        if not hasattr(self._local, "work"):
            self._local.work = self.work_layout.make()
        return self._local.work

    # ----------------------------------------------------------- start here

    @property
    def is_cold(self) -> bool:
        """Were these rules never compiled on this machine? (Then `prepare` takes a while.)"""
        from .cache import is_cold

        return not PLAIN and is_cold(source_of(self.call("call_choose")))

    def prepare(self, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """Compile all that a match needs, or fetch it from the cache; `progress(done, of)` is called on the way."""
        records, work, box = self.state.make(), self.work, self.box
        seed, out = self.state.make()[0].seed, feature_row(self)
        steps: list[tuple[str, tuple[Any, ...]]] = [
            ("call_set_up", (records, box, work, seed)),
            ("call_legal_actions", (records, box, work)),
            ("call_refuse", (records, box, work, 0)),
            ("call_choose", (records, box, work)),
            ("call_value", (records, box, work, 0)),
            ("call_features", (records, box, 0, out)),
            ("call_score", (records, box, work, 0)),
            ("call_rank", (records, box, work)),
            ("call_observe", (records, box, 0)),
            ("call_imagine", (records, box, work, 0, seed)),
        ]
        for done, (name, arguments) in enumerate(steps):
            progress(done, len(steps) + 1)
            self.call(name)(*arguments)
        progress(len(steps), len(steps) + 1)
        n = self.call("call_legal_actions")(records, box, work)
        self.call("call_apply")(records, box, work, int(work[0].actions[n - 1]))
        progress(len(steps) + 1, len(steps) + 1)

    def new(self, seed: int | bytes | str | None = None) -> Match:
        """A new match. The same seed gives the same match; without one the system's generator is asked."""
        from .match import Match

        return Match(self, seed)


def read_options(options: Iterable[str] | None) -> dict[str, str]:
    """Options as people write them, name=value, as a dictionary."""
    found = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise BadOptions(Message("Write options as name=value, not {text}.", text=option))
        found[name] = value
    return found


def feature_row(game: Game) -> Any:
    """A row for a game's features."""
    n = int(game.part("N_FEATURES"))
    return [0.0] * n if PLAIN else np.zeros(n, np.float32)


# ------------------------------------------------------------------ registry


def game_names() -> list[str]:
    """The names of all installed games."""
    return sorted({found.name for found in importlib.metadata.entry_points(group=ENTRY_POINTS)})


def find(name: str) -> Game:
    """An installed game by its name. Nothing else is ever imported: names come from files of strangers too."""
    found = importlib.metadata.entry_points(group=ENTRY_POINTS, name=name)
    if not found:
        names = ", ".join(game_names())
        raise BadOptions(Message("There is no game called {name}; there are: {names}.", name=name, names=names))
    found_game = next(iter(found)).load()
    assert isinstance(found_game, Game)
    return found_game


def game(name: str, *, box: Mapping[str, str] | None = None, **settings: Any) -> Game:
    """A game by its name, with options: `game("quadropolis", mode="expert", players=3)`."""
    return find(name).configure(box, **settings)
