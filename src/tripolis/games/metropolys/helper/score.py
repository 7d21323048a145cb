"""The accounts of a finished board put in by hand: `score_board`, for owners of the box."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from tripolis.engine.editor import NOT_SETTLED, finished_position, game_for, places, whole_number
from tripolis.engine.errors import BadCity
from tripolis.engine.own_box import is_certain
from tripolis.engine.position import Position
from tripolis.engine.record import source_of
from tripolis.engine.words import Message, seat_name

from ..box.reader import EXPERT_CARDS, FAMILY_CARDS, FIELD, TOKEN_WORDS, standard_box
from ..face.goals import Group, groups
from ..face.labels import CATEGORY_NAMES, HEIGHT_NAMES, TIE_NAMES, TOTAL, shown_categories
from ..rules.play import put_building
from ..rules.state import ALL_BUILDINGS, ALL_FIELDS, HEIGHT, KIND_WORDS, NUMBERS, SEATS, SITE, SUBWAY, Area

WORD = re.compile(r"(?:([0-9]{1,2})|([SML]))?([neswc][0-9]{1,2})", re.IGNORECASE)
HEIGHT_LETTERS = "SML"
"""Small, medium, large: buildings whose numbers are turned away."""
VALUES = {
    letter: [value for value in range(1, NUMBERS + 1) if HEIGHT[value] == height]
    for height, letter in enumerate(HEIGHT_LETTERS, 1)
}
NOBODY = -1
EDGE_IS_OUT = 2
"""With so many players the goal card City edge is not used (rulebook: secret goals)."""


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
class Holdings:
    """What one player has at the end: the building on each field by its value, tokens (trendy, subway, site), goals."""

    built: dict[str, int]
    tokens: tuple[int, int, int]
    area: Area
    kind: int


def score_board(
    mode: str,
    buildings: Sequence[Sequence[str]],
    tokens: Sequence[Mapping[str, int]],
    goals: Sequence[Mapping[str, str | None]],
    subway_card: int | None = None,
    site_card: int | None = None,
    box: Mapping[str, str] | None = None,
) -> list[BoardAccount]:
    """The accounts of one to four players, with the best groups for their area goals.

    Of each player: buildings as words, `"11c4"` (number and field) or `"Lc4"` (S, M, L for small, medium, large; in
    Family `"c4"` is enough); tokens as `{"trendy": 2, "subway": 1, "site": 1}`; goals as `{"area": "bridges",
    "neighbourhood": "parks"}`. The cards name the seat that has them, counted from 0, where the tokens do not tell it.
    """
    players, holders = read_players(mode, buildings, tokens, goals, subway_card, site_card)
    return accounts(board_position(mode, players, *holders, box), len(players))


def read_players(
    mode: str, buildings: Any, tokens: Any, goals: Any, subway_card: Any = None, site_card: Any = None
) -> tuple[list[Holdings], tuple[int, int]]:
    """What everybody has and who holds the special cards, from plain data; whatever cannot be is refused."""
    if mode not in ("family", "expert"):
        raise BadCity(Message("The mode must be family or expert, not {mode}.", mode=mode))
    for name, rows in (("buildings", buildings), ("tokens", tokens), ("goals", goals)):
        if not isinstance(rows, list | tuple) or len(rows) != len(buildings) or not 1 <= len(rows) <= SEATS:
            raise BadCity(Message("{name} must be a list with one entry per player, for 1 to 4 players.", name=name))
    players = []
    for seat in range(len(buildings)):
        built, counts = read_buildings(mode, seat, buildings[seat]), read_tokens(seat, tokens[seat])
        players.append(Holdings(built, counts, *read_goals(mode, seat, goals[seat], len(buildings))))
    check_together(players)
    subway_seats, site_seats = possible_holders([held.tokens for held in players])
    message = Message("subway_card must be the seat that has the card: one of {seats}.", seats=listed(subway_seats))
    subway_holder = named_holder(subway_seats, subway_card, message)
    message = Message("site_card must be the seat that has the card: one of {seats}.", seats=listed(site_seats))
    site_holder = named_holder(site_seats, site_card, message)
    return players, (subway_holder, site_holder)


# -------------------------------------------------------------------- reading


def bad(seat: int, reason: Message) -> BadCity:
    """What is wrong with a player's board."""
    return BadCity(Message("{seat}: {reason}.", seat=seat_name(seat), reason=reason))


def read_buildings(mode: str, seat: int, words: Any) -> dict[str, int]:
    """The value on each field; buildings of known height get a number that is left over."""
    if not isinstance(words, list | tuple):
        raise bad(seat, Message("buildings must be a list of words such as 11c4"))
    built: dict[str, int] = {}
    heights: list[tuple[str, str]] = []
    for word in words:
        match = WORD.fullmatch(word) if isinstance(word, str) else None
        field = match[3].lower() if match else ""
        if match is None or field not in FIELD:
            raise bad(seat, Message("{word} is not a building; write 11c4, or Lc4 for a large one", word=word))
        if field in built or field in [name for name, _ in heights]:
            raise bad(seat, Message("there are two buildings on {field}", field=field))
        if match[1]:
            value = int(match[1])
            if not 1 <= value <= NUMBERS or value in built.values():
                raise bad(
                    seat,
                    Message("{word} is not possible: there is one building of each number from 1 to 13", word=word),
                )
            built[field] = value
        elif match[2] or mode == "family":
            heights.append((field, (match[2] or "").upper()))
        else:
            raise bad(seat, Message("{word} needs a number or a height (S, M, L)", word=word))
    for field, letter in sorted(heights, key=lambda pair: not pair[1]):
        left = [v for v in VALUES.get(letter, range(1, NUMBERS + 1)) if v not in built.values()]
        if not left:
            what = HEIGHT_NAMES[HEIGHT_LETTERS.index(letter) + 1] if letter else HEIGHT_NAMES[0]
            raise bad(seat, Message("there are not that many buildings ({height})", height=what))
        built[field] = left[0]
    return built


def tokens_in_box() -> list[int]:
    """How many tokens of each sort there are."""
    return [int(n) for n in game_for("metropolys", SEATS).box[0].tokens]


def read_tokens(seat: int, given: Any) -> tuple[int, int, int]:
    """How many tokens of each sort."""
    if not isinstance(given, Mapping) or not set(given) <= set(TOKEN_WORDS):
        raise bad(seat, Message("tokens must be counts of {names}", names=", ".join(TOKEN_WORDS)))
    counts = []
    for name, most in zip(TOKEN_WORDS, tokens_in_box(), strict=True):
        count = whole_number(given.get(name, 0))
        if count is None or not 0 <= count <= most:
            args = {"name": name, "most": most, "value": given[name]}
            raise bad(seat, Message("{name} must be a whole number from 0 to {most}, not {value}", **args))
        counts.append(count)
    return counts[0], counts[1], counts[2]


def area_cards(mode: str, players: int) -> dict[str, Area]:
    """The area goals by their words; with two players the city edge is out, and one may be from a larger game."""
    cards = EXPERT_CARDS if mode == "expert" else FAMILY_CARDS
    return {card.name.lower(): card for card in cards if card != Area.EDGE or players != EDGE_IS_OUT}


def read_goals(mode: str, seat: int, given: Any, players: int) -> tuple[Area, int]:
    """Area and kind; a goal that is not given brings nothing."""
    allowed = {"area", "neighbourhood"} if mode == "expert" else {"area"}
    if not isinstance(given, Mapping) or not set(given) <= allowed:
        raise bad(seat, Message("goals must be an object with {names}", names=", ".join(sorted(allowed))))
    cards, area, kind = area_cards(mode, players), given.get("area"), given.get("neighbourhood")
    if area is not None and (not isinstance(area, str) or area not in cards):
        raise bad(seat, Message("{name} is not an area goal; choose from {names}", name=area, names=", ".join(cards)))
    if kind is not None and kind not in KIND_WORDS:
        names = ", ".join(KIND_WORDS)
        raise bad(seat, Message("{name} is not a neighbourhood goal; choose from {names}", name=kind, names=names))
    return cards[area] if area else Area.NONE, KIND_WORDS.index(kind) + 1 if kind else 0


def check_together(players: Sequence[Holdings], tokens_first: bool = False) -> None:
    """A field has one building, a goal one holder, and nobody more tokens than buildings (unless these come later)."""
    seen: set[str] = set()
    areas: set[Area] = set()
    kinds: set[int] = set()
    for seat, held in enumerate(players):
        for field in held.built:
            if field in seen:
                raise bad(seat, Message("there are two buildings on {field}", field=field))
            seen.add(field)
        if (held.area and held.area in areas) or (held.kind and held.kind in kinds):
            raise bad(seat, Message("another player already has this goal"))
        areas.add(held.area)
        kinds.add(held.kind)
        if sum(held.tokens) > len(held.built) and not tokens_first:
            raise bad(seat, Message("there are more tokens than buildings"))
    for i, (name, most) in enumerate(zip(TOKEN_WORDS, tokens_in_box(), strict=True)):
        if sum(held.tokens[i] for held in players) > most:
            raise BadCity(Message("There are only {most} tokens of the kind {name}.", most=most, name=name))


def possible_holders(tokens: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Who can have the special cards: seats with most stations, and seats with a site (rulebook: special cards)."""
    stations, sites = ([row[token - 1] for row in tokens] for token in (SUBWAY, SITE))
    return (
        [seat for seat, n in enumerate(stations) if n == max(stations) > 0],
        [seat for seat, n in enumerate(sites) if n > 0],
    )


def listed(seats: list[int]) -> str:
    """Seats as text."""
    return ", ".join(map(str, seats)) or "-"


def named_holder(able: list[int], given: Any, message: Message) -> int:
    """The seat that has a card: as it is named, or the only one that can have it."""
    if given is None and len(able) < 2:
        return able[0] if able else NOBODY
    if isinstance(given, bool) or given not in able:
        raise BadCity(message)
    return int(given)


# ------------------------------------------------------------------- counting


def board_position(
    mode: str, players: Sequence[Holdings], subway_card: int, site_card: int, box: Mapping[str, str] | None = None
) -> Position:
    """A finished board as a position that is over, with all goals open; a single player may be from any game."""
    seats = len(players) if len(players) > 1 else SEATS
    position = finished_position(game_for("metropolys", seats, box, mode=mode))
    s, b = position.record, position.game.box[0]
    s.subway_card, s.site_card = subway_card, site_card
    s.fields = s.free = ALL_FIELDS
    for seat, held in enumerate(players):
        s.supply[seat] = ALL_BUILDINGS
        s.goal[seat][0], s.goal[seat][1] = int(held.area), held.kind
        for i, n in enumerate(held.tokens):
            s.tokens[seat][i] = n
        for field, value in held.built.items():
            source_of(put_building)(s, b, seat, FIELD[field], value)
    return position


def accounts(position: Position, players: int) -> list[BoardAccount]:
    """Everybody's account, counted by the rules."""
    result = []
    for seat, place in enumerate(places(position, players)):
        account = position.score(seat)
        points = {name: points or 0 for name, points in account.points.items()}
        chosen = groups(position, position.plain, seat) or ()
        result.append(BoardAccount(account.total, points, account.ties["buildings"], chosen, place))
    return result


# ------------------------------------------------------------------ certainty


def other_readings(players: Sequence[Holdings], box: Mapping[str, str] | None) -> list[list[Holdings]]:
    """The same board for every reading of the kinds that are not certain: their names may be exchanged.

    The board shows kinds by colours and pictures; which is which was read for some of them once only.
    """
    kinds = json.loads((box or standard_box())["board.json"])["kinds"]
    unsure = [i + 1 for i, word in enumerate(KIND_WORDS) if not is_certain(str(kinds[word].get("status", "")))]
    if not any(held.kind in unsure for held in players):
        return []
    readings = [dict(zip(unsure, order, strict=True)) for order in permutations(unsure)]
    return [[replace(held, kind=names.get(held.kind, held.kind)) for held in players] for names in readings]


def spread_of(
    readings: Sequence[Sequence[BoardAccount]], scored: Sequence[BoardAccount]
) -> list[dict[str, tuple[int, int]]]:
    """Of each player the lowest and highest points for the neighbourhood goal, where they are not certain."""
    result = []
    for seat, account in enumerate(scored):
        points = [other[seat]["neighbourhood"] for other in readings] or [account["neighbourhood"]]
        unsure = min(points) != max(points)
        result.append({"neighbourhood": (min(points), max(points))} if unsure else {})
    return result


# -------------------------------------------------------------------- as text

NEEDED = ("mode", "buildings", "tokens", "goals")
ALLOWED = (*NEEDED, "subway_card", "site_card")


def count_by_hand(
    given: Any, say: Callable[[Message], str], box: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[str]]:
    """The accounts of a board given as JSON: as plain data, and as lines for people."""
    if not isinstance(given, dict) or not set(NEEDED) <= set(given) <= set(ALLOWED):
        args = {"others": "subway_card, site_card"}
        raise BadCity(Message("Enter an object with mode, buildings, tokens and goals (optional: {others}).", **args))
    scored = score_board(**given, box=box)
    players, holders = read_players(**given)
    n, mode = len(players), given["mode"]
    readings = [accounts(board_position(mode, other, *holders, box), n) for other in other_readings(players, box)]
    spread, settled = spread_of(readings, scored), are_settled(readings)
    data = [
        vars(account)
        | {"groups": [group.fields for group in account.groups]}
        | ({"range": unsure["neighbourhood"]} if unsure else {})
        for account, unsure in zip(scored, spread, strict=True)
    ]
    lines = sheet(mode, scored, say, settled)
    for seat, unsure in enumerate(spread):
        if unsure:
            low, high = unsure["neighbourhood"]
            words = Message("{seat}, neighbourhood goal: {low} to {high}, its kind is not certain", low=low, high=high)
            lines.append(say(words.fill(seat=seat_name(seat))))
    if not settled:
        lines.append(say(NOT_SETTLED))
    return {"players": data, "settled": settled}, lines


def are_settled(readings: Sequence[Sequence[BoardAccount]]) -> bool:
    """Does every reading give the same places?"""
    return len({tuple(account.place for account in reading) for reading in readings}) <= 1


def sheet(mode: str, scored: Sequence[BoardAccount], say: Callable[[Message], str], settled: bool) -> list[str]:
    """The score sheet as lines of text, with places only if they are certain."""
    shown = shown_categories(game_for("metropolys", 1, mode=mode).box[0])
    rows: list[tuple[str, list[str]]] = [("", [say(seat_name(seat)) for seat in range(len(scored))])]
    rows += [(say(CATEGORY_NAMES[name]), [str(account[name]) for account in scored]) for name in shown]
    rows.append((say(TOTAL), [str(account.total) for account in scored]))
    rows.append((say(TIE_NAMES["buildings"]), [str(account.buildings) for account in scored]))
    rows.append((say(Message("Place")), [str(account.place) if settled else "?" for account in scored]))
    width = max(len(name) for name, _ in rows)
    wide = max(len(cell) for _, cells in rows for cell in cells)
    lines = [f"{name:<{width}}  {'  '.join(f'{cell:>{wide}}' for cell in cells)}" for name, cells in rows]
    for seat, account in enumerate(scored):
        if account.groups:
            listed = "; ".join(" ".join(group.fields) for group in account.groups)
            lines.append(say(Message("{seat}, area goal: {groups}", seat=seat_name(seat), groups=listed)))
    return lines
