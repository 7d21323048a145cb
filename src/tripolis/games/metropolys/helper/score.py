"""The accounts of a finished board put in by hand: `score_board`, for owners of the box."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tripolis.engine.errors import BadCity
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.words import Message, seat_name

from ..box.reader import EXPERT_CARDS, FAMILY_CARDS, FIELD, TOKEN_WORDS
from ..face.goals import Group, groups
from ..face.labels import CATEGORY_NAMES, HEIGHT_NAMES, TIE_NAMES, TOTAL, shown_categories
from ..rules.state import FIELD_NAMES, HEIGHT, KIND_WORDS, NUMBERS, SEAT_STEP, SEATS, STRENGTH, Area

WORD = re.compile(r"(?:([0-9]{1,2})|([SML]))?([neswc][0-9]{1,2})", re.IGNORECASE)
HEIGHT_LETTERS = "SML"
"""Small, medium, large: buildings whose numbers are turned away."""
VALUES = {
    letter: [value for value in range(1, NUMBERS + 1) if int(HEIGHT[value]) == height]
    for height, letter in enumerate(HEIGHT_LETTERS, 1)
}
MOST_TOKENS = 9
NOBODY = -1


@dataclass(frozen=True)
class BoardAccount:
    """The account of one player: points by category, and the groups that the area goal counts."""

    total: int
    points: dict[str, int]
    buildings: int
    groups: tuple[Group, ...]
    place: int

    def __getitem__(self, category: str) -> int:
        return self.points[category]

    def __int__(self) -> int:
        return self.total


@dataclass(frozen=True)
class Hand:
    """What one player has at the end: value of the building on each field, tokens (trendy, subway, site), goals."""

    built: dict[str, int]
    tokens: tuple[int, int, int]
    area: Area
    kind: int


@cache
def _game(mode: str, players: int) -> Game:
    from .. import GAME

    return GAME.configure(mode=mode, players=players)


def score_board(
    mode: str,
    buildings: Sequence[Sequence[str]],
    tokens: Sequence[Mapping[str, int]],
    goals: Sequence[Mapping[str, str | None]],
    subway_card: int | None = None,
    site_card: int | None = None,
) -> list[BoardAccount]:
    """The accounts of one to four players, with the best groups for their area goals.

    Of each player: buildings as words, `"11c4"` (number and field) or `"Lc4"` (S, M, L for small, medium, large; in Family `"c4"` is enough);
    tokens as `{"trendy": 2, "subway": 1, "site": 1}`; goals as `{"area": "bridges", "neighbourhood": "parks"}`. The cards name the seat that
    has them, counted from 0; they need not be named where the tokens tell it.
    """
    if mode not in ("family", "expert"):
        raise BadCity(Message("The mode is family or expert, not {mode}.", mode=mode))
    for name, rows in (("buildings", buildings), ("tokens", tokens), ("goals", goals)):
        if not isinstance(rows, list | tuple) or len(rows) != len(buildings) or not 1 <= len(rows) <= SEATS:
            raise BadCity(Message("{name} must be a list with an entry for each of 1 to 4 players.", name=name))
    hands = []
    for seat in range(len(buildings)):
        built, counts = read_buildings(mode, seat, buildings[seat]), read_tokens(seat, tokens[seat])
        hands.append(Hand(built, counts, *read_goals(mode, seat, goals[seat])))
    check_together(hands)
    return accounts(mode, hands, subway_holder(hands, subway_card), site_holder(hands, site_card))


# -------------------------------------------------------------------- reading


def bad(seat: int, reason: Message) -> BadCity:
    """What is wrong with a player's board."""
    return BadCity(Message("{seat}: {reason}.", seat=seat_name(seat), reason=reason))


def read_buildings(mode: str, seat: int, words: Any) -> dict[str, int]:
    """The value on each field; buildings of known height get a number that is left over."""
    if not isinstance(words, list | tuple):
        raise bad(seat, Message("buildings are a list of words such as 11c4"))
    built: dict[str, int] = {}
    heights: list[tuple[str, str]] = []
    for word in words:
        found = WORD.fullmatch(word) if isinstance(word, str) else None
        field = found[3].lower() if found else ""
        if found is None or field not in FIELD:
            raise bad(seat, Message("{word} is no building; write 11c4, or Lc4 for a large one", word=word))
        if field in built or field in [name for name, _ in heights]:
            raise bad(seat, Message("two buildings stand on {field}", field=field))
        if found[1]:
            value = int(found[1])
            if not 1 <= value <= NUMBERS or value in built.values():
                raise bad(seat, Message("there is one building of each number from 1 to 13, not {word}", word=word))
            built[field] = value
        elif found[2] or mode == "family":
            heights.append((field, (found[2] or "").upper()))
        else:
            raise bad(seat, Message("{word} lacks its number or its height (S, M, L)", word=word))
    for field, letter in sorted(heights, key=lambda pair: not pair[1]):
        left = [v for v in VALUES.get(letter, range(1, NUMBERS + 1)) if v not in built.values()]
        if not left:
            what = HEIGHT_NAMES[HEIGHT_LETTERS.index(letter) + 1] if letter else HEIGHT_NAMES[0]
            raise bad(seat, Message("there are not so many buildings ({height})", height=what))
        built[field] = left[0]
    return built


def read_tokens(seat: int, given: Any) -> tuple[int, int, int]:
    """How many tokens of each sort."""
    if not isinstance(given, Mapping) or not set(given) <= set(TOKEN_WORDS):
        raise bad(seat, Message("tokens are numbers of {names}", names=", ".join(TOKEN_WORDS)))
    counts = []
    for name in TOKEN_WORDS:
        value = given.get(name, 0)
        if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= operator.index(value) <= MOST_TOKENS:
            args = {"name": name, "most": MOST_TOKENS, "value": value}
            raise bad(seat, Message("{name} is a whole number from 0 to {most}, not {value}", **args))
        counts.append(operator.index(value))
    return counts[0], counts[1], counts[2]


def read_goals(mode: str, seat: int, given: Any) -> tuple[Area, int]:
    """Area and kind; a goal that is not given brings nothing."""
    allowed = {"area", "neighbourhood"} if mode == "expert" else {"area"}
    if not isinstance(given, Mapping) or not set(given) <= allowed:
        raise bad(seat, Message("goals are given by {names}", names=", ".join(sorted(allowed))))
    cards = {card.name.lower(): card for card in (EXPERT_CARDS if mode == "expert" else FAMILY_CARDS)}
    area, kind = given.get("area"), given.get("neighbourhood")
    if area is not None and area not in cards:
        raise bad(seat, Message("{name} is no area goal; there are {names}", name=area, names=", ".join(cards)))
    if kind is not None and kind not in KIND_WORDS:
        names = ", ".join(KIND_WORDS)
        raise bad(seat, Message("{name} is no neighbourhood goal; there are {names}", name=kind, names=names))
    return cards[area] if area else Area.NONE, KIND_WORDS.index(kind) + 1 if kind else 0


def check_together(hands: Sequence[Hand]) -> None:
    """A field has one building, a goal one holder, a token one taker who built for it."""
    seen: set[str] = set()
    areas: set[Area] = set()
    kinds: set[int] = set()
    for seat, hand in enumerate(hands):
        for field in hand.built:
            if field in seen:
                raise bad(seat, Message("two buildings stand on {field}", field=field))
            seen.add(field)
        if (hand.area and hand.area in areas) or (hand.kind and hand.kind in kinds):
            raise bad(seat, Message("somebody else has this goal"))
        areas.add(hand.area)
        kinds.add(hand.kind)
        if sum(hand.tokens) > len(hand.built):
            raise bad(seat, Message("there are more tokens than buildings"))
    for i, name in enumerate(TOKEN_WORDS):
        if sum(hand.tokens[i] for hand in hands) > MOST_TOKENS:
            raise BadCity(Message("There are {most} tokens of the sort {name}.", most=MOST_TOKENS, name=name))


def subway_holder(hands: Sequence[Hand], given: Any) -> int:
    """Nobody has more stations than the holder; in a tie it must be said who had them first (SONDERKARTEN)."""
    most = max(hand.tokens[1] for hand in hands)
    able = [seat for seat, hand in enumerate(hands) if hand.tokens[1] == most > 0]
    name = Message("subway_card is the seat that has the card, one of {seats}.", seats=", ".join(map(str, able)) or "-")
    return holder(able, given, name)


def site_holder(hands: Sequence[Hand], given: Any) -> int:
    """Whoever took the last site; where several have sites it must be said (SONDERKARTEN)."""
    able = [seat for seat, hand in enumerate(hands) if hand.tokens[2] > 0]
    name = Message("site_card is the seat that has the card, one of {seats}.", seats=", ".join(map(str, able)) or "-")
    return holder(able, given, name)


def holder(able: list[int], given: Any, sentence: Message) -> int:
    """The seat that has a card."""
    if given is None and len(able) < 2:
        return able[0] if able else NOBODY
    if isinstance(given, bool) or given not in able:
        raise BadCity(sentence)
    return int(given)


# ------------------------------------------------------------------- counting


def position_of(mode: str, hands: Sequence[Hand], subway: int, site: int) -> Position:
    """A finished board as a position that is over, with all goals open."""
    game = _game(mode, max(2, len(hands)))
    position = Position(game, game.state.make())
    s, b = position.record, game.box[0]
    s.actor, s.observer = -1, -1
    s.subway_card, s.site_card = subway, site
    s.fields = s.free = (1 << len(FIELD_NAMES)) - 1
    for seat, hand in enumerate(hands):
        s.supply[seat] = (1 << NUMBERS) - 1
        s.goal[seat][0], s.goal[seat][1] = int(hand.area), hand.kind
        for i in range(3):
            s.tokens[seat][i] = hand.tokens[i]
        for name, value in hand.built.items():
            field = FIELD[name]
            s.built[field] = SEAT_STEP * seat + value
            s.own[seat] |= 1 << field
            s.free &= ~(1 << field)
            s.supply[seat] &= ~(1 << (value - 1))
            s.n_built[seat] += 1
            s.strength[seat][b.district[field]] += STRENGTH[value]
    return position


def accounts(mode: str, hands: Sequence[Hand], subway: int, site: int) -> list[BoardAccount]:
    """Everybody's account."""
    position = position_of(mode, hands, subway, site)
    found = []
    for seat, hand in enumerate(hands):
        account = position.score(seat)
        points = {name: points or 0 for name, points in account.points.items()}
        chosen = groups(position, seat) or ()
        found.append((account.total, points, len(hand.built), chosen))
    order = [(total, n) for total, _, n, _ in found]
    return [
        BoardAccount(total, points, n, chosen, 1 + sum(other > (total, n) for other in order))
        for total, points, n, chosen in found
    ]


# -------------------------------------------------------------------- as text

NEEDED = ("mode", "buildings", "tokens", "goals")
ALLOWED = (*NEEDED, "subway_card", "site_card")


def count_by_hand(given: Any, say: Callable[[Message], str]) -> tuple[dict[str, Any], list[str]]:
    """The accounts of a board given as JSON: as plain data, and as lines for people."""
    if not isinstance(given, dict) or not set(NEEDED) <= set(given) <= set(ALLOWED):
        raise BadCity(
            Message(
                "Give an object with mode, buildings, tokens and goals (and, if you like, {others}).",
                others="subway_card, site_card",
            )
        )
    found = score_board(**given)
    data = [
        {
            "total": account.total,
            "points": account.points,
            "buildings": account.buildings,
            "groups": [group.fields for group in account.groups],
            "place": account.place,
        }
        for account in found
    ]
    return {"players": data}, sheet(given["mode"], found, say)


def sheet(mode: str, found: Sequence[BoardAccount], say: Callable[[Message], str]) -> list[str]:
    """The score sheet as lines of text."""
    shown = shown_categories(_game(mode, 2).box[0])
    rows: list[tuple[str, list[str]]] = [("", [say(seat_name(seat)) for seat in range(len(found))])]
    rows += [(say(CATEGORY_NAMES[name]), [str(account[name]) for account in found]) for name in shown]
    rows.append((say(TOTAL), [str(account.total) for account in found]))
    rows.append((say(TIE_NAMES["buildings"]), [str(account.buildings) for account in found]))
    rows.append((say(Message("Place")), [str(account.place) for account in found]))
    width = max(len(name) for name, _ in rows)
    wide = max(len(cell) for _, cells in rows for cell in cells)
    lines = [f"{name:<{width}}  {'  '.join(f'{cell:>{wide}}' for cell in cells)}" for name, cells in rows]
    for seat, account in enumerate(found):
        if account.groups:
            groups_ = "; ".join(" ".join(group.fields) for group in account.groups)
            words = Message("{seat}, area goal: {groups}", seat=seat_name(seat), groups=groups_)
            lines.append(say(words))
    return lines
