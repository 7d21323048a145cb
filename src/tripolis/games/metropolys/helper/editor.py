"""The score helper: a finished board put together step by step, with everybody's account after each step.

An editor has the same shape as a match: moves as text and as paths of clicks, a scene, a verdict. It has no seats to wait for, and its whole
state is one short text that fits into an address: `expert.11c4-Ln2_210_bridges_parks.3c1_000__.10`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.position import Move
from tripolis.engine.scene import Area as Part
from tripolis.engine.scene import Mark, Scene, Sprite
from tripolis.engine.words import Message, Plural, seat_name

from ..box.reader import EXPERT_CARDS, FAMILY_CARDS, FIELD, TOKEN_WORDS
from ..face.labels import AREA_NAMES, CARD_NAMES, HEIGHT_NAMES, KIND_NAMES, TOKEN_NAMES
from ..face.scene import GAP, PANEL_WIDTH, WIDTH, Table
from ..rules.state import FIELD_NAMES, KIND_WORDS, Area, Token
from .score import HEIGHT_LETTERS, MOST_TOKENS, NOBODY, BoardAccount, Hand, accounts, check_together, position_of
from .score import read_buildings as read_words

SORTS = "tsa"
PANEL = 250
CARDS = (Token.SUBWAY, Token.SITE)

MOVE = re.compile(
    r"([1-4])(?:([neswc][0-9]{1,2})=([0-9]{1,2}|[SML])?|([tsa])=([0-9])|([gk])=([a-z]*)|\+([sa]))", re.IGNORECASE
)
HAND = re.compile(r"([^_]*)_([0-9])([0-9])([0-9])_([a-z]*)_([a-z]*)")
BUILDING = re.compile(r"([0-9]{1,2}|[SML])([neswc][0-9]{1,2})")
STATE = re.compile(r"(family|expert)\.(.+)\.([0-4])([0-4])")


@dataclass(frozen=True)
class Side:
    """What one player has: a number or a height (S, M, L) on each field, tokens, goals."""

    built: dict[str, str] = field(default_factory=dict)
    tokens: tuple[int, int, int] = (0, 0, 0)
    area: str = ""
    kind: str = ""

    @property
    def words(self) -> list[str]:
        """The buildings as `score_board` takes them."""
        return [f"{what}{name}" for name, what in sorted(self.built.items(), key=lambda pair: FIELD[pair[0]])]


class BoardEditor:
    """The board of one to four players, put together by hand."""

    MODES: ClassVar[tuple[str, ...]] = ("family", "expert")
    FEWEST: ClassVar[int] = 1
    HELP: ClassVar[Message] = Message(
        "Steps: 1c4=11 puts the building 11 of player 1 on c4 (or S, M, L for a small, medium, large one), 1c4= clears it, "
        "1t=2 trendy neighbourhoods, 1s=3 subway stations, 1a=1 archaeological sites, 1+s or 1+a takes the card of that name, "
        "1g=bridges is an area goal, 1k=parks a neighbourhood goal."
    )

    def __init__(self, mode: str = "family", players: int = 1) -> None:
        if mode not in self.MODES:
            raise BadCity(Message("The mode is family or expert, not {mode}.", mode=mode))
        if not 1 <= players <= 4:
            raise BadCity(Message("One to four players can be compared, not {n}.", n=players))
        self.mode = mode
        self.sides = [Side() for _ in range(players)]
        self.cards = [NOBODY, NOBODY]

    # --------------------------------------------------------------- state

    @property
    def state(self) -> str:
        """The whole editor as a text for addresses."""
        parts = [self.mode]
        for side in self.sides:
            parts.append(f"{'-'.join(side.words)}_{''.join(map(str, side.tokens))}_{side.area}_{side.kind}")
        return ".".join([*parts, "".join(str(seat + 1) for seat in self.cards)])

    @classmethod
    def from_state(cls, text: str) -> BoardEditor:
        """The editor of a text; a wrong one is refused."""
        wrong = BadCity(Message("This is no state of the score helper."))
        found = STATE.fullmatch(text)
        if found is None:
            raise wrong
        hands = found[2].split(".")
        editor = cls(found[1], len(hands))
        for seat, part in enumerate(hands):
            read = HAND.fullmatch(part)
            if read is None:
                raise wrong
            for word in filter(None, read[1].split("-")):
                cut = BUILDING.fullmatch(word)
                if cut is None:
                    raise wrong
                editor.play(f"{seat + 1}{cut[2]}={cut[1]}")
            for i, letter in enumerate(SORTS):
                editor.play(f"{seat + 1}{letter}={read[2 + i]}")
            editor.play(f"{seat + 1}g={read[5]}")
            if read[6]:
                editor.play(f"{seat + 1}k={read[6]}")
        holders = [int(found[3]) - 1, int(found[4]) - 1]
        if max(holders) >= len(hands):
            raise wrong
        editor.cards = holders
        return editor

    # --------------------------------------------------------------- moves

    def play(self, text: str) -> None:
        """One step, as `HELP` says; a wrong one changes nothing."""
        found = MOVE.fullmatch(text.strip())
        if found is None:
            raise BadNotation(
                Message(
                    "{text} is no step: write 1c4=11 to build, 1c4= to clear, 1t=2 for tokens, 1+s for a card, 1g=bridges for a goal.",
                    text=text,
                )
            )
        seat = int(found[1]) - 1
        if seat >= len(self.sides):
            raise BadCity(Plural("There is {n} player only.", "There are {n} players only.", len(self.sides)))
        if found[8]:
            self.cards["sa".index(found[8].lower())] = seat
            return
        sides = list(self.sides)
        sides[seat] = self.changed(seat, found)
        self.check(sides)
        self.sides = sides

    def changed(self, seat: int, found: re.Match[str]) -> Side:
        """A player's side after a step."""
        side = self.sides[seat]
        if found[2]:
            name, what = found[2].lower(), (found[3] or "").upper()
            if name not in FIELD:
                raise BadCity(Message("There is no field {name}.", name=name))
            built = {other: value for other, value in side.built.items() if other != name}
            return replace(side, built=built | ({name: what} if what else {}))
        if found[4]:
            i = SORTS.index(found[4].lower())
            tokens = [*side.tokens[:i], int(found[5]), *side.tokens[i + 1 :]]
            return replace(side, tokens=(tokens[0], tokens[1], tokens[2]))
        word = found[7].lower()
        if found[6].lower() == "g":
            if word and word not in self.area_words:
                names = ", ".join(self.area_words)
                raise BadCity(Message("{name} is no area goal; there are {names}.", name=word, names=names))
            return replace(side, area=word)
        if word and (self.mode == "family" or word not in KIND_WORDS):
            names = ", ".join(KIND_WORDS)
            raise BadCity(Message("{name} is no neighbourhood goal; Expert has {names}.", name=word, names=names))
        return replace(side, kind=word)

    @property
    def area_words(self) -> list[str]:
        """The area goals of this mode."""
        return [card.name.lower() for card in (EXPERT_CARDS if self.mode == "expert" else FAMILY_CARDS)]

    def hands(self, sides: list[Side]) -> list[Hand]:
        """The sides as `score_board` reads them."""
        return [
            Hand(
                read_words(self.mode, seat, side.words),
                side.tokens,
                Area[side.area.upper()] if side.area else Area.NONE,
                KIND_WORDS.index(side.kind) + 1 if side.kind else 0,
            )
            for seat, side in enumerate(sides)
        ]

    def check(self, sides: list[Side]) -> None:
        """Refuse a board that cannot be; tokens may be put in before their buildings."""
        check_together([replace(hand, tokens=(0, 0, 0)) for hand in self.hands(sides)])
        for i, name in enumerate(TOKEN_WORDS):
            if sum(side.tokens[i] for side in sides) > MOST_TOKENS:
                raise BadCity(Message("There are {most} tokens of the sort {name}.", most=MOST_TOKENS, name=name))

    def moves(self) -> Iterator[Move]:
        """Every step that may be taken now, as text and as a path of clicks."""
        taken = {name: seat for seat, side in enumerate(self.sides) for name in side.built}
        for seat in range(len(self.sides)):
            yield from self.building_moves(seat, taken)
            yield from self.other_moves(seat)

    def building_moves(self, seat: int, taken: dict[str, int]) -> Iterator[Move]:
        """A height, then a field: puts a building there; the eraser, then a field: takes it away."""
        side = self.sides[seat]
        values = read_words(self.mode, seat, side.words)
        for height, letter in enumerate(HEIGHT_LETTERS, 1):
            most = 5 if height == 1 else 4
            used = sum(HEIGHT_LETTERS[height_of(value) - 1] == letter for value in values.values())
            for name in FIELD_NAMES:
                own = taken.get(name) == seat
                if (name in taken and not own) or (used == most and not (own and height_of(values[name]) == height)):
                    continue
                words = Message("Put on {field}: {height}", field=name, height=HEIGHT_NAMES[height])
                yield Move(-1, f"{seat + 1}{name}={letter}", (f"height-{seat}-{height}", f"field-{name}"), words)
        for name in side.built:
            words = Message("Clear {field}", field=name)
            yield Move(-1, f"{seat + 1}{name}=", (f"clear-{seat}", f"field-{name}"), words)

    def other_moves(self, seat: int) -> Iterator[Move]:
        """Tokens, cards and goals."""
        side = self.sides[seat]
        for i, letter in enumerate(SORTS):
            n, all_of_them = side.tokens[i], sum(other.tokens[i] for other in self.sides)
            name = TOKEN_NAMES[Token(i + 1)]
            if all_of_them < MOST_TOKENS:
                words = Message("{token}: {n}", token=name, n=n + 1)
                yield Move(-1, f"{seat + 1}{letter}={n + 1}", (f"more-{seat}-{letter}",), words)
            if n:
                words = Message("{token}: {n}", token=name, n=n - 1)
                yield Move(-1, f"{seat + 1}{letter}={n - 1}", (f"less-{seat}-{letter}",), words)
        for i, letter in enumerate("sa"):
            if self.cards[i] != seat:
                words = Message("Take the card: {card}", card=CARD_NAMES[CARDS[i]])
                yield Move(-1, f"{seat + 1}+{letter}", (f"card-{seat}-{letter}",), words)
        for letter, now, all_words, held in (
            ("g", side.area, self.area_words, {other.area for other in self.sides}),
            ("k", side.kind, [*KIND_WORDS], {other.kind for other in self.sides}),
        ):
            if letter == "k" and self.mode == "family":
                continue
            free = ["", *(word for word in all_words if word == now or word not in held)]
            following = free[(free.index(now) + 1) % len(free)]
            yield Move(-1, f"{seat + 1}{letter}={following}", (f"goal-{seat}-{letter}",), goal_words(letter, following))

    # ------------------------------------------------------------- verdict

    def holders(self) -> tuple[int, int]:
        """Who has the cards: as said, where the tokens allow it; else who alone has the most stations, or the only sites."""
        most = max(side.tokens[1] for side in self.sides)
        able = (
            [seat for seat, side in enumerate(self.sides) if side.tokens[1] == most > 0],
            [seat for seat, side in enumerate(self.sides) if side.tokens[2] > 0],
        )
        found = []
        for said, seats in zip(self.cards, able, strict=True):
            found.append(said if said in seats else seats[0] if len(seats) == 1 else NOBODY)
        return found[0], found[1]

    def verdict(self) -> list[BoardAccount]:
        """Everybody's account."""
        return accounts(self.mode, self.hands(self.sides), *self.holders())

    def ranks(self) -> list[int]:
        """The places, with the rulebook's tie-break."""
        return [account.place for account in self.verdict()]

    def lines(self, say: Callable[[Message], str]) -> Iterator[str]:
        """Boards and accounts for a terminal."""
        found, cards = self.verdict(), self.holders()
        for seat, (side, account) in enumerate(zip(self.sides, found, strict=True)):
            yield "  " + (" ".join(side.words) or "-")
            tokens = "".join(letter.upper() * n for letter, n in zip(SORTS, side.tokens, strict=True))
            held = [say(CARD_NAMES[CARDS[i]]) for i in (0, 1) if cards[i] == seat]
            goals = [say(goal_words(letter, word)) for letter, word in (("g", side.area), ("k", side.kind)) if word]
            yield "  " + ", ".join([tokens or "-", *held, *goals])
            for group in account.groups:
                yield "  " + say(Message("{points} for {group}", points=group.points, group=group.words))
            numbers = {"number": seat + 1, "points": account.total, "place": account.place, "n": account.buildings}
            yield say(Message("Player {number}: buildings {n}, points {points}, place {place}", **numbers))

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The map with what was built, everybody's tools, and the accounts."""
        position = position_of(self.mode, self.hands(self.sides), *self.holders())
        names = tuple(seat_name(seat) for seat in range(position.game.players))
        table = Table(position, names)
        table.seats = range(len(self.sides))
        wanted = ("map", "field-", "bridge-", "statue-", "lake-")
        sprites = [sprite for sprite in (*table.map(), *table.fields()) if sprite.id.startswith(wanted)]
        sprites += [sprite for sprite in table.buildings() if sprite.area == "board"]
        areas = [area for area in table.areas() if area.name == "board"]
        for seat in table.seats:
            areas.append(Part(f"panel:seat-{seat}", WIDTH + GAP, seat * (PANEL + 10), PANEL_WIDTH, PANEL, names[seat]))
            sprites += self.tools(seat, names[seat])
        account = next(area for area in table.areas() if area.name == "panel:account")
        areas.append(replace(account, x=0, y=table_height(areas), width=PANEL_WIDTH))
        return Scene(tuple(areas), (*sprites, *table.account()))

    def tools(self, seat: int, name: Message) -> Iterator[Sprite]:
        """What can be put in for a player."""
        area, side = f"panel:seat-{seat}", self.sides[seat]
        marks = (Mark(28, 22, 28, symbol=f"seat-{seat}"), Mark(50, 22, 21, text=name, anchor="start"))
        yield Sprite(f"name-{seat}", "", area, 0, 0, z=1, owner=seat, label=name, marks=marks)
        for height in (1, 2, 3):
            x = 10 + 74 * (height - 1)
            yield Sprite(
                f"height-{seat}-{height}", f"building-{height}", area, x, 44, 60, 78, 3, role="button", owner=seat,
                shape="building", label=HEIGHT_NAMES[height],
            )  # fmt: skip
        cross = (Mark(50, 50, 60, text="×", colour="on-button"),)
        yield Sprite(f"clear-{seat}", "tool", area, 236, 58, 56, 56, 3, role="button", label=Message("Clear a field"), marks=cross)  # fmt: skip
        for i, letter in enumerate(SORTS):
            yield from self.counter(seat, area, letter, 10 + 150 * i, Token(i + 1), side.tokens[i])
        for i, letter in enumerate("sa"):
            token = CARDS[i]
            held = (Mark(50, 112, 40, symbol=f"seat-{seat}"),) if self.holders()[i] == seat else ()
            label = Message("Card: {card}", card=CARD_NAMES[token])
            yield Sprite(
                f"card-{seat}-{letter}", f"card-{int(token)}", area, 312 + 56 * i, 48, 48, 67.2, 3, role="button",
                label=label, marks=held,
            )  # fmt: skip
        goals = [("g", side.area, "area")] + ([("k", side.kind, "kind")] if self.mode == "expert" else [])
        for i, (letter, word, sort) in enumerate(goals):
            number = 0
            if word:
                number = int(Area[word.upper()]) if letter == "g" else KIND_WORDS.index(word) + 1
            symbol = f"goal-{sort}-{number}" if number else "goal-back"
            x = 432 + 62 * i
            label = goal_words(letter, word)
            yield Sprite(f"goal-{seat}-{letter}", symbol, area, x, 44, 56, 78.4, 3, role="button", label=label)

    def counter(self, seat: int, area: str, letter: str, x: float, token: Token, n: int) -> Iterator[Sprite]:
        """A kind of token with its number, and buttons for more and less."""
        number = (Mark(118, 52, 70, text=str(n), anchor="start"),)
        label = Message("{token}: {n}", token=TOKEN_NAMES[token], n=n)
        yield Sprite(
            f"tokens-{seat}-{letter}", f"token-{int(token)}", area, x, 152, 40, 40, 2, label=label, marks=number
        )
        for k, (way, sign, words) in enumerate(
            (
                ("less", "−", Message("One less: {token}", token=TOKEN_NAMES[token])),
                ("more", "+", Message("One more: {token}", token=TOKEN_NAMES[token])),
            )
        ):
            mark = (Mark(50, 50, 70, text=sign, colour="on-button"),)
            place = (x + 44 * k, 200, 38, 38)
            yield Sprite(f"{way}-{seat}-{letter}", "tool", area, *place, 3, role="button", label=words, marks=mark)


def height_of(value: int) -> int:
    """1 small, 2 medium, 3 large."""
    return 3 if value >= 10 else 2 if value >= 6 else 1


def table_height(areas: list[Part]) -> float:
    """Below everything."""
    return max(area.y + area.height for area in areas) + GAP


def goal_words(letter: str, word: str) -> Message:
    """A goal by its word; none is said too."""
    if not word:
        return Message("Area goal: none") if letter == "g" else Message("Neighbourhood goal: none")
    if letter == "g":
        return Message("Area goal: {area}", area=AREA_NAMES[Area[word.upper()]])
    return Message("Neighbourhood goal: {kind}", kind=KIND_NAMES[KIND_WORDS.index(word)])
