"""A game: the class that all games share, and the registry that finds them.

A game is made of five rooms (`rooms.py`). Everything else (matches, files, bots, pages, the conformance kit) works
on any game.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import ENTRY_POINTS, drivers
from .about import About
from .drivers import STEP
from .errors import BadOptions
from .installed import installed
from .options import Option
from .record import PLAIN, Records, Rule, bind, make_observe, put_rules, row, source_of
from .rooms import Advice, Book, Face, Helper, Rules, rules_of
from .words import Message

if TYPE_CHECKING:
    from .guide import Tour
    from .match import Match
    from .parts import Builder, Editor
    from .position import Position

DEFAULT_RULES: dict[str, Rule] = {
    "legal_actions": drivers.list_allowed,
    "rank": drivers.rank_by_points,
    "choose": drivers.choose_first,
    "features": drivers.describe_nothing,
}
"""What takes the place of a rule that a game leaves out; each may call those before it."""


MOST_BOXES = 64
"""Boxes that a game keeps; visitors of a server bring their own."""


class Game:
    """A game with its settings and its box. `configure` gives the same game with others."""

    def __init__(
        self,
        name: str,
        *,
        title: str,
        version: int,
        options: tuple[Option, ...],
        rules: Rules,
        face: Face,
        book: Book | Callable[[], Book] | None = None,
        helper: Helper | None = None,
        advice: Advice | None = None,
        about: About | None = None,
    ) -> None:
        """`name` is for files and addresses, `title` what people see. Rooms that a game does not have are None; a
        book may be a function that reads it, which is called when somebody first opens it."""
        self.name, self.title, self.version, self.options = name, title, version, options
        self.rules, self.face, self.helper, self.advice = rules, face, helper, advice
        self._open_book = cache(book) if callable(book) else lambda: book
        self._check_rooms(book)
        seats = next(option.values for option in options if option.name == "players")
        players = "–".join(map(str, dict.fromkeys((seats[0], seats[-1])))) if seats else ""
        self.about = replace(about or About(), players=players)
        self.state, self.box_layout, self.work_layout = rules.state, rules.box, rules.work
        self.n_actions, self.unlisted, self.reasons = rules.actions.count, rules.actions.unlisted, rules.reasons
        self.categories, self.ties = rules.categories, rules.ties
        self.event_names = {int(event): event.name for event in rules.events or ()}
        self.home = Path(source_of(rules.apply).__code__.co_filename)
        self.compiled = self._all_rules()
        self._bound: dict[str, Rule] = {}
        self._local = threading.local()
        self.settings: dict[str, Any] = {option.name: option.default for option in options}
        self.box_files: Mapping[str, str] | None = None
        self._boxes: dict[Any, Records] = {}
        """The boxes that were read last; `configure` hands them on."""
        self.starts: dict[int, Any] = {}
        """What positions as text start from, by observer."""

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.settings.items())
        return f"tripolis.game({self.name!r}, {chosen})"

    def __eq__(self, other: object) -> bool:
        """The same rules and rooms, with the same options and the same box?"""
        return isinstance(other, Game) and self._key() == other._key() and self.box_hash == other.box_hash

    def __hash__(self) -> int:
        return hash((self.name, self.version, *self.settings.values()))

    def _key(self) -> tuple[Any, ...]:
        rooms = self.rules, self.face, self.helper, self.advice, self._open_book
        return self.name, self.version, *map(id, rooms), self.settings

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A game travels by its name, with its options and its box."""
        return _again, (_place_of(self), self.settings, self.box_files and dict(self.box_files))

    # ---------------------------------------------------------------- rooms

    def _check_rooms(self, book: object) -> None:
        """Say in a sentence what is wrong with the parts of a game; a type checker says it before."""
        if book is not None and not isinstance(book, Book) and not callable(book):
            raise TypeError(f"{self.title}: book must be a Book, not {book!r}")
        kinds = {"rules": Rules, "face": Face, "helper": Helper, "advice": Advice}
        for room, kind in kinds.items():
            given = getattr(self, room)
            if not isinstance(given, kind) and (given is not None or room in ("rules", "face")):
                raise TypeError(f"{self.title}: {room} must be a {kind.__name__}, not {given!r}")
        for name, rule in rules_of(self.rules, self.advice).items():
            if not callable(rule) and name not in DEFAULT_RULES:
                raise TypeError(f"{self.title}: the rule {name} must be a function, not {rule!r}")
        held, count = self.rules.work.by_name["actions"].shape[0], self.rules.actions.count
        if self.rules.legal_actions is None and held != count:
            raise TypeError(
                f"{self.title}: work_layout has room for {held} actions; without legal_actions it is {count}"
            )
        if "players" not in [option.name for option in self.options]:
            raise TypeError(f"{self.title}: players must be among the options")

    def _all_rules(self) -> dict[str, Rule]:
        """The rules by the names that drivers call them by, with those of the engine where the game has none."""
        given = rules_of(self.rules, self.advice)
        rules = {name: rule for name, rule in given.items() if rule is not None}
        for name, default in DEFAULT_RULES.items():
            if name not in rules:
                rules[name] = put_rules(default, rules)
        return rules

    @property
    def mode_option(self) -> Option | None:
        """The option that says which mode is played."""
        return next((option for option in self.options if option.name in ("mode", "track")), None)

    @property
    def mode(self) -> str:
        """The mode that is played, by its key; of a track of one's own, the kind of track."""
        option = self.mode_option
        if option is None:
            return ""
        keys = map(str, option.values or option.names)
        played = self.settings_text()[option.name].split(":")
        return next((key for key in keys if key in played), "")

    @property
    def book(self) -> Book | None:
        """What players read."""
        return self._open_book()

    @property
    def n_features(self) -> int:
        """How many numbers describe an observation."""
        return self.advice.n_features if self.advice else 0

    def feature_names(self) -> list[str]:
        """What each of these numbers means."""
        return self.advice.feature_names() if self.advice else []

    def feature_bounds(self) -> NDArray[np.int8]:
        """The largest number that each can be, as a row; `row / game.feature_bounds()` scales features to 0..1."""
        return self.advice.feature_bounds() if self.advice else np.zeros(0, np.int8)

    @property
    def features_version(self) -> str:
        """A short hash of what the features are: whatever was trained with other ones does not fit."""
        return self.advice.features_version if self.advice else ""

    def action_name(self, number: int) -> str:
        """What learners call an action, whatever the position: `lay slot N2 number 3`."""
        return self.face.moves.name(number)

    def shown_categories(self) -> Sequence[str]:
        """The categories that a score sheet of this match lists."""
        shown = self.face.shown_categories
        return shown(self.plain_box) if shown else self.categories

    def category_name(self, key: str) -> Message | str:
        """What people call a category."""
        return self.face.category_names.get(key, key)

    @property
    def has_editor(self) -> bool:
        """Is there a score helper?"""
        return self.helper is not None and self.helper.editor is not None

    @property
    def has_set_up(self) -> bool:
        """Is there an editor of positions?"""
        return self.helper is not None and self.helper.set_up is not None

    @property
    def has_builder(self) -> bool:
        """Is there a builder?"""
        return self.helper is not None and self.helper.builder is not None

    @property
    def editor(self) -> type[Editor]:
        """The score helper; a game without one says so."""
        if self.helper is None or self.helper.editor is None:
            raise BadOptions(Message("There is no score helper for {name}.", name=self.title))
        return self.helper.editor

    @property
    def set_up(self) -> type[Editor]:
        """The editor of positions; a game without one says so."""
        if self.helper is None or self.helper.set_up is None:
            raise BadOptions(Message("There is no editor of positions for {name}.", name=self.title))
        return self.helper.set_up

    @property
    def builder(self) -> type[Builder]:
        """The builder; a game without one says so."""
        if self.helper is None or self.helper.builder is None:
            raise BadOptions(Message("There is nothing to build in {game}.", game=self.title))
        return self.helper.builder

    @property
    def tour(self) -> Tour:
        """The guided first game; a game without one says so."""
        if self.book is None or self.book.tour is None:
            raise BadOptions(Message("There is no guided first game of {game}.", game=self.title))
        return self.book.tour

    # ------------------------------------------------------------- settings

    def configure(self, box: Mapping[str, str] | None = None, **settings: Any) -> Game:
        """The same game with these options and this box (file name to text; the standard one if None)."""
        known = {option.name: option for option in self.options}
        for name in settings:
            if name not in known:
                args = {"game": self.title, "option": name, "options": ", ".join(known)}
                raise BadOptions(Message("{game} has no option {option}; it has {options}.", **args))
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.settings = {name: option.parse(settings.get(name, self.settings[name])) for name, option in known.items()}
        self.rules.check_settings(other.settings)
        if box is not None:
            other.box_files = {name: "\n".join(text.lstrip("\ufeff").splitlines()) + "\n" for name, text in box.items()}
        other.starts = {}
        other._local = threading.local()  # what quick choices remember belongs to one box and its options
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
        home = Path(source_of(self.face.scene).__code__.co_filename) if self.face.scene else self.home
        return home.with_name("art.svg")

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
        """The read-only record of this match's components and options. Reading one takes milliseconds, so games that
        are set up alike share it."""
        key = (*self.settings.values(), None if self.box_files is None else frozenset(self.box_files.items()))
        records = self._boxes.get(key)
        if records is None:
            records = self.box_layout.make()
            records[0].players = self.players
            self.rules.fill_box(records[0], self.box_files or self.rules.standard_box(), self.settings)
            if len(self._boxes) >= MOST_BOXES:
                self._boxes.clear()
            self._boxes[key] = records
        return records

    @cached_property
    def plain_box(self) -> Any:
        """The box with Python's own numbers, for words and drawings."""
        return self.box_layout.plain(self.box)

    @property
    def box_hash(self) -> str:
        """What a match file names its box by."""
        if self.box_files is None or dict(self.box_files) == self.rules.standard_box():
            return "standard"
        text = "\0".join(f"{name}\0{self.box_files[name]}" for name in sorted(self.box_files))
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def header(self) -> list[tuple[str, str]]:
        """What is played: name, version of the rules, options and box, as a match file says it."""
        chosen = zip((option.header for option in self.options), self.settings_text().values(), strict=True)
        return [("Game", self.name), ("Rules", str(self.version)), *chosen, ("Box", self.box_hash)]

    def settings_text(self) -> dict[str, str]:
        """The value of each option as text."""
        return {option.name: option.show(self.settings[option.name]) for option in self.options}

    # -------------------------------------------------------------- drivers

    @cached_property
    def observe(self) -> Rule:
        """`observe(s, b, seat)`, derived from the declared sight of every field."""
        if "observe" not in self._bound:
            self._bound["observe"] = make_observe(self.state, self.home)
        return self._bound["observe"]

    def bind(self, driver: Rule, **helpers: Rule) -> Rule:
        """A driver with this game's rules (and bound helpers) in place of their names."""
        source = source_of(driver)
        key = f"{source.__module__}.{source.__name__}"
        if key not in self._bound:
            self._bound[key] = bind(source, self.name, {**self.compiled, "observe": self.observe, **helpers})
        return self._bound[key]

    def call(self, name: str) -> Rule:
        """A driver of `engine.drivers` by its name."""
        return self._bound.get(f"{drivers.__name__}.{name}") or self.bind(getattr(drivers, name))

    @cached_property
    def step(self) -> Rule:
        """The driver `call_step`, at hand: it is called for every move."""
        return self.call("call_step")

    @property
    def work(self) -> Records:
        """This thread's scratch memory for drivers called on observations: bots can read it."""
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
        self.step(records, box, work, 0, row(STEP + len(work[0].actions)))
        progress(len(steps) + 1, len(steps) + 1)

    def new(self, seed: int | bytes | str | None = None) -> Match:
        """A new match. The same seed gives the same match; without one the system's generator is asked."""
        from .match import Match

        return Match(self, seed)

    def position(self, text: str) -> Position:
        """The position of a text, as `position.text()` writes it; one of another game, with other options or another
        box is refused.

        Its form is checked, not its sense: compiled rules trust a position.
        """
        from .position_text import read_position

        return read_position(text, self)


def feature_row(game: Game) -> Any:
    """A row for a game's features."""
    return [0] * game.n_features if PLAIN else np.zeros(game.n_features, np.int8)


# ------------------------------------------------------------------ registry


def game_names() -> list[str]:
    """The names of all installed games."""
    return sorted(installed(ENTRY_POINTS))


def find(name: str) -> Game:
    """An installed game by its name. Nothing else is ever imported: names come from files of strangers too."""
    entry = installed(ENTRY_POINTS).get(name)
    if entry is None:
        names = ", ".join(game_names())
        raise BadOptions(Message("There is no game called {name}; there are: {names}.", name=name, names=names))
    loaded = entry.load()
    if not isinstance(loaded, Game):
        raise TypeError(f"the entry point {name} is not a Game but {loaded!r}")
    return loaded


def _place_of(game: Game) -> tuple[str, str]:
    """Where a process that does not know this game finds it: the group of installed games, or a module."""
    if game.name in installed(ENTRY_POINTS) and find(game.name).rules is game.rules:
        return "", game.name
    module = source_of(game.rules.apply).__module__
    while module:
        for name, value in vars(sys.modules.get(module, sys)).items():
            if isinstance(value, Game) and value._key()[:-1] == game._key()[:-1]:
                return module, name
        module = module.rpartition(".")[0]
    raise pickle.PicklingError(f"{game.title} is not installed, and no module of its package names it")


def _again(place: tuple[str, str], settings: dict[str, Any], box: dict[str, str] | None) -> Game:
    """A game that came from another process."""
    module, name = place
    known: Game = getattr(import_module(module), name) if module else find(name)
    return known.configure(box, **settings)


def title_of(name: str) -> str:
    """What people call a game; a game that is not installed has only its name."""
    return find(name).title if name in game_names() else name


def game(name: str, *, box: Mapping[str, str] | None = None, **settings: Any) -> Game:
    """A game by its name, with options: `game("quadropolis", mode="expert", players=3)`."""
    return find(name).configure(box, **settings)


def all_kinds(game: Game) -> list[Game]:
    """The game in every mode, with every number of seats."""
    seats = next(option.values for option in game.options if option.name == "players")
    mode = game.mode_option
    modes = [{mode.name: value} for value in mode.values or mode.names] if mode else [{}]
    return [game.configure(players=n, **chosen) for chosen, n in product(modes, seats)]
