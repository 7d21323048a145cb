"""The score helper: a finished board put together step by step, with everybody's account after each step.

The whole state is one short text: `expert.11c4-Ln2_210_bridges_parks.3c1_000__.10`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tripolis.engine.editor import NOT_SETTLED, ScoreEditor
from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.position import Position
from tripolis.engine.scene import Area as Part
from tripolis.engine.scene import Mark, Scene, Sprite
from tripolis.engine.words import Message, Plural

from ..box.reader import FIELD
from ..face.labels import AREA_NAMES, CARD_NAMES, HEIGHT_NAMES, KIND_NAMES, TOKEN_NAMES
from ..face.scene import GAP, TableDrawing
from ..face.sprites import map_sprites
from ..rules.state import FIELD_NAMES, HEIGHT, KIND_WORDS, SEATS, Area, Token
from . import score
from .goes_on import start_call
from .score import HEIGHT_LETTERS, NOBODY, VALUES, BoardAccount, Holdings, area_cards, read_buildings

TOKEN_OF_LETTER = {"t": Token.TRENDY, "s": Token.SUBWAY, "a": Token.SITE}
CARD_OF_LETTER = {"s": Token.SUBWAY, "a": Token.SITE}

STEP = re.compile(
    r"(?P<player>[1-4])(?:(?P<field>[neswc][0-9]{1,2})=(?P<building>[0-9]{1,2}|[SML])?"
    r"|(?P<token>[tsa])=(?P<count>[0-9])|(?P<goal>[gk])=(?P<word>[a-z]*)|\+(?P<card>[sa]))",
    re.IGNORECASE,
)
ENTRY = re.compile(r"([^_]*)_([0-9])([0-9])([0-9])_([a-z]*)_([a-z]*)")
BUILDING = re.compile(r"([0-9]{1,2}|[SML])([neswc][0-9]{1,2})")
STATE = re.compile(r"(family|expert)\.(.+)\.([0-4])([0-4])")


@dataclass(frozen=True)
class Entry:
    """What was put in for one player: a number or a height (S, M, L) on each field, tokens, goals."""

    built: dict[str, str] = field(default_factory=dict)
    tokens: tuple[int, int, int] = (0, 0, 0)
    area: str = ""
    kind: str = ""

    @property
    def words(self) -> list[str]:
        """The buildings as `score_board` takes them."""
        return [f"{what}{name}" for name, what in sorted(self.built.items(), key=lambda pair: FIELD[pair[0]])]


class BoardEditor(ScoreEditor):
    """The board of one to four players, put together by hand."""

    MODES = ("family", "expert")
    HELP = Message(
        "Steps: 1c4=11 puts the building 11 of player 1 on c4 (or S, M, L for a small, medium, large one), 1c4= clears "
        "it, 1t=2 trendy neighbourhoods, 1s=3 subway stations, 1a=1 archaeological sites, 1+s or 1+a takes the card of "
        "that name, 1g=bridges is an area goal, 1k=parks a neighbourhood goal."
    )

    def __init__(self, mode: str = "family", players: int = 1, box: Mapping[str, str] | None = None) -> None:
        if mode not in self.MODES:
            raise BadCity(Message("The mode must be family or expert, not {mode}.", mode=mode))
        if not 1 <= players <= SEATS:
            raise BadCity(Message("The score helper compares 1 to 4 players, not {n}.", n=players))
        self.mode, self.box = mode, box
        self.entries = [Entry() for _ in range(players)]
        self.cards = [NOBODY, NOBODY]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.entries)

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        parts = [f"{'-'.join(e.words)}_{''.join(map(str, e.tokens))}_{e.area}_{e.kind}" for e in self.entries]
        return ".".join([self.mode, *parts, "".join(str(seat + 1) for seat in self.cards)])

    @classmethod
    def from_state(cls, text: str, box: Mapping[str, str] | None = None) -> BoardEditor:
        """The editor of a text; a wrong one is refused."""
        wrong = BadCity(Message("This is not a valid state of the score helper."))
        state = STATE.fullmatch(text)
        if state is None:
            raise wrong
        parts = state[2].split(".")
        editor = cls(state[1], len(parts), box)
        for player, part in enumerate(parts, 1):
            entry = ENTRY.fullmatch(part)
            if entry is None:
                raise wrong
            for word in filter(None, entry[1].split("-")):
                building = BUILDING.fullmatch(word)
                if building is None:
                    raise wrong
                editor.play(f"{player}{building[2]}={building[1]}")
            for i, letter in enumerate(TOKEN_OF_LETTER):
                editor.play(f"{player}{letter}={entry[2 + i]}")
            editor.play(f"{player}g={entry[5]}")
            if entry[6]:
                editor.play(f"{player}k={entry[6]}")
        editor.cards = [int(state[3]) - 1, int(state[4]) - 1]
        if max(editor.cards) >= len(parts):
            raise wrong
        return editor

    def for_players(self, players: int) -> BoardEditor:
        """The same board without those who leave; a goal that is out with so many players is not told any more."""
        editor = BoardEditor(self.mode, players, self.box)
        goals = ("", *area_cards(self.mode, players))
        kept = [entry if entry.area in goals else replace(entry, area="") for entry in self.entries[:players]]
        editor.entries[: len(kept)] = kept
        editor.cards = [seat if seat < players else NOBODY for seat in self.cards]
        return editor

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step, as `HELP` says; a wrong one changes nothing."""
        step = STEP.fullmatch(text.strip())
        if step is None:
            message = Message(
                "{text} is not a valid step: write 1c4=11 to build, 1c4= to clear, 1t=2 for tokens, 1+s for a card, "
                "1g=bridges for a goal."
            )
            raise BadNotation(message.fill(text=text))
        seat = int(step["player"]) - 1
        if seat >= self.players:
            raise BadCity(Plural("There is only {n} player.", "There are only {n} players.", self.players))
        if step["card"]:
            self.cards[[*CARD_OF_LETTER].index(step["card"].lower())] = seat
            return
        entries = list(self.entries)
        entries[seat] = self.changed(entries[seat], step)
        score.check_together(self.holdings(entries), tokens_first=True)
        self.entries = entries

    def changed(self, entry: Entry, step: re.Match[str]) -> Entry:
        """A player's entry after a step."""
        if step["field"]:
            name, what = step["field"].lower(), (step["building"] or "").upper()
            if name not in FIELD:
                raise BadCity(Message("There is no field {name}.", name=name))
            built = {other: value for other, value in entry.built.items() if other != name}
            return replace(entry, built=built | ({name: what} if what else {}))
        if step["token"]:
            i = TOKEN_OF_LETTER[step["token"].lower()] - 1
            tokens = [*entry.tokens[:i], int(step["count"]), *entry.tokens[i + 1 :]]
            return replace(entry, tokens=(tokens[0], tokens[1], tokens[2]))
        word = step["word"].lower()
        if step["goal"].lower() == "g":
            if word and word not in area_cards(self.mode, self.players):
                names = ", ".join(area_cards(self.mode, self.players))
                raise BadCity(Message("{name} is not an area goal; choose from {names}.", name=word, names=names))
            return replace(entry, area=word)
        if word and (self.mode == "family" or word not in KIND_WORDS):
            names = ", ".join(KIND_WORDS)
            raise BadCity(Message("{name} is not a neighbourhood goal; Expert has {names}.", name=word, names=names))
        return replace(entry, kind=word)

    def holdings(self, entries: Sequence[Entry]) -> list[Holdings]:
        """The entries as `score_board` reads them."""
        return [
            Holdings(
                read_buildings(self.mode, seat, entry.words),
                entry.tokens,
                Area[entry.area.upper()] if entry.area else Area.NONE,
                KIND_WORDS.index(entry.kind) + 1 if entry.kind else 0,
            )
            for seat, entry in enumerate(entries)
        ]

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as a path of clicks."""
        owners = {name: seat for seat, entry in enumerate(self.entries) for name in entry.built}
        for seat in range(self.players):
            yield from self.building_moves(seat, owners)

    def building_moves(self, seat: int, owners: dict[str, int]) -> Iterator[Move]:
        """A height, then a field: puts a building there; the eraser, then a field: takes it away."""
        entry = self.entries[seat]
        heights = {name: HEIGHT[value] for name, value in read_buildings(self.mode, seat, entry.words).items()}
        for height, letter in enumerate(HEIGHT_LETTERS, 1):
            all_used = [*heights.values()].count(height) == len(VALUES[letter])
            for name in FIELD_NAMES:
                if owners.get(name, seat) != seat or (all_used and heights.get(name) != height):
                    continue
                words = Message("Put on {field}: {height}", field=name, height=HEIGHT_NAMES[height])
                yield Move(-1, f"{seat + 1}{name}={letter}", (f"height-{seat}-{height}", f"field-{name}"), words)
        for name in entry.built:
            words = Message("Clear {field}", field=name)
            yield Move(-1, f"{seat + 1}{name}=", (f"clear-{seat}", f"field-{name}"), words)

    def fields(self) -> list[InputField]:
        """Tokens and goals of everybody, and who has a card that several players can have."""
        return [
            *(field for seat in range(self.players) for field in self.fields_of(seat)),
            *(
                InputField(
                    f"{{}}+{letter}",
                    Message("Card: {card}", card=CARD_NAMES[card]),
                    str(holder + 1),
                    choices=tuple((str(s + 1), self.titles()[s] if s >= 0 else "?") for s in sorted({holder, *able})),
                    symbol=f"card-{int(card)}",
                )
                for (letter, card), able, holder in zip(
                    CARD_OF_LETTER.items(), self.possible_holders(), self.holders(), strict=True
                )
                if len(able) > 1
            ),
        ]

    def fields_of(self, seat: int) -> Iterator[InputField]:
        """A player's tokens and goals; goals that others have are left out."""
        entry, others = self.entries[seat], [entry for i, entry in enumerate(self.entries) if i != seat]
        for i, ((letter, token), most) in enumerate(zip(TOKEN_OF_LETTER.items(), score.tokens_in_box(), strict=True)):
            left, n = most - sum(other.tokens[i] for other in others), entry.tokens[i]
            symbol = f"token-{i + 1}"
            yield InputField(f"{seat + 1}{letter}={{}}", TOKEN_NAMES[token], str(n), seat, most=left, symbol=symbol)
        areas = {word: AREA_NAMES[card] for word, card in area_cards(self.mode, self.players).items()}
        goals = [("g", Message("Area goal"), entry.area, areas)]
        if self.mode == "expert":
            kinds = dict(zip(KIND_WORDS, KIND_NAMES, strict=True))
            goals.append(("k", Message("Neighbourhood goal"), entry.kind, kinds))
        taken = {other.area for other in others} | {other.kind for other in others}
        for letter, label, now, names in goals:
            choices: tuple[tuple[str, str | Message], ...] = (
                ("", "–"),
                *((word, name) for word, name in names.items() if word not in taken),
            )
            yield InputField(f"{seat + 1}{letter}={{}}", label, now, seat, choices=choices)

    # ------------------------------------------------------------- verdict

    def holders(self) -> tuple[int, int]:
        """Who has the cards: as was said where the tokens allow it, else the only player who can have one."""
        subway, site = (
            said if said in seats else seats[0] if len(seats) == 1 else NOBODY
            for said, seats in zip(self.cards, self.possible_holders(), strict=True)
        )
        return subway, site

    def possible_holders(self) -> tuple[list[int], list[int]]:
        """Who can have the special cards."""
        return score.possible_holders([entry.tokens for entry in self.entries])

    def questions(self) -> list[Message]:
        """Who has a card that several players can have, as long as nobody has said it (rulebook: special cards)."""
        return [
            Message(
                "Which player has the card {card}: {numbers}?",
                card=CARD_NAMES[card],
                numbers=", ".join(str(seat + 1) for seat in seats),
            )
            for card, seats, holder in zip(
                CARD_OF_LETTER.values(), self.possible_holders(), self.holders(), strict=True
            )
            if len(seats) > 1 and holder == NOBODY
        ]

    def position(self) -> Position:
        """The board as a position of the game."""
        return score.board_position(self.mode, self.holdings(self.entries), *self.holders(), self.box)

    def to_play(self, first: int) -> tuple[Position, tuple[Message, ...]]:
        """A call for tender, opened by `first`."""
        if self.players < 2:
            raise BadCity(Message("Choose at least two players to play on."))
        heights = any(not what.isdecimal() for entry in self.entries for what in entry.built.values())
        return start_call(self.position(), heights, min(first, self.players - 1))

    def verdict(self) -> list[BoardAccount]:
        """Everybody's account."""
        return score.accounts(self.position(), self.players)

    def readings(self) -> list[list[BoardAccount]]:
        """Everybody's account for every reading of the kinds that are not certain."""
        others = score.other_readings(self.holdings(self.entries), self.box)
        return [
            score.accounts(score.board_position(self.mode, held, *self.holders(), self.box), self.players)
            for held in others
        ]

    def spread(self) -> list[dict[str, tuple[int, int]]]:
        """Everybody's neighbourhood goal, where it rests on a kind that is not certain."""
        return score.spread_of(self.readings(), self.verdict())

    def is_settled(self) -> bool:
        """Does every reading of the kinds give the same places?"""
        return score.are_settled(self.readings())

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Boards and accounts for a terminal."""
        holders, questions = self.holders(), self.questions()
        settled = self.is_settled()
        for seat, (entry, account) in enumerate(zip(self.entries, self.verdict(), strict=True)):
            yield "  " + (" ".join(entry.words) or "-")
            tokens = "".join(letter.upper() * n for letter, n in zip(TOKEN_OF_LETTER, entry.tokens, strict=True))
            cards = [say(CARD_NAMES[card]) for i, card in enumerate(CARD_OF_LETTER.values()) if holders[i] == seat]
            goals = [say(goal_words(letter, word)) for letter, word in (("g", entry.area), ("k", entry.kind)) if word]
            yield "  " + ", ".join([tokens or "-", *cards, *goals])
            for group in account.groups:
                yield "  " + say(Message("{points} for {group}", points=group.points, group=group.words))
            place = account.place if settled and not questions else "?"
            numbers = {"number": seat + 1, "points": account.total, "place": place, "n": account.buildings}
            yield say(Message("Player {number}: buildings {n}, points {points}, place {place}", **numbers))
        yield from map(say, questions)
        if not settled:
            yield say(NOT_SETTLED)

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The map with what was built, and everybody's tools."""
        table = TableDrawing(self.position(), self.titles())
        table.seats = range(self.players)
        shown = ("map", "field-", "bridge-", "statue-", "lake-")
        sprites = [sprite for sprite in (*map_sprites(), *table.fields()) if sprite.id.startswith(shown)]
        sprites += [sprite for sprite in table.buildings() if sprite.area == "board"]
        areas = [area for area in table.areas() if area.name == "board"]
        for seat in table.seats:
            below = areas[0].height + GAP + 100 * seat
            areas.append(Part(f"hand:{seat}", 0, below, 400, 90, self.titles()[seat], "hand", seat))
            sprites += self.tools(seat)
        return Scene(tuple(areas), tuple(sprites))

    def tools(self, seat: int) -> Iterator[Sprite]:
        """A player's buildings by their heights, and the eraser."""
        for height in (1, 2, 3):
            looks: dict[str, Any] = {"owner": seat, "shape": "building", "label": HEIGHT_NAMES[height]}
            place = (f"hand:{seat}", 80 * height - 80, 0, 66, 86)
            yield Sprite(f"height-{seat}-{height}", f"building-{height}", *place, role="button", **looks)
        cross, place = (Mark(50, 50, 60, text="×", colour="on-button"),), (f"hand:{seat}", 240, 10, 66, 66)
        yield Sprite(f"clear-{seat}", "tool", *place, role="button", label=Message("Clear a field"), marks=cross)


def goal_words(letter: str, word: str) -> Message:
    """A goal by its word; none is said too."""
    if not word:
        return Message("Area goal: none") if letter == "g" else Message("Neighbourhood goal: none")
    if letter == "g":
        return Message("Area goal: {area}", area=AREA_NAMES[Area[word.upper()]])
    return Message("Neighbourhood goal: {kind}", kind=KIND_NAMES[KIND_WORDS.index(word)])
