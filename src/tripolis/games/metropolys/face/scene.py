"""The table of Metropolys as a seat sees it: map, buildings, tokens, cards, the seat's own goals, accounts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tripolis.engine.position import Account, Position
from tripolis.engine.scene import Area as Part
from tripolis.engine.scene import Chip, Drawing, Mark, Scene, Sprite, Text
from tripolis.engine.words import Message

from ..box.reader import fields_in
from ..rules.state import FIELD_NAMES, FIELDS, NUMBERS, SEAT_STEP, Area, Token
from .goals import Group, goal_fields, groups, highest_holders, known_goal
from .labels import (
    AREA_TITLES,
    CARD_NAMES,
    DISTRICT_LABELS,
    KIND_TITLES,
    TOKEN_NAMES,
    area_rule,
    kind_rule,
    shown_categories,
)
from .sprites import (
    BID,
    BUILT,
    GOALS_HEIGHT,
    HEIGHT_OF_MAP,
    HIGHEST_ROW,
    NOT_BUILT,
    OWN_HEIGHT,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    ROW,
    WIDTH,
    account_name,
    account_number,
    account_x,
    box_on,
    building_sprite,
    field_sprite,
    map_sprites,
    mark_sprite,
    panel_sprites,
    points_sprite,
    signed,
    token_sprite,
    tokens_sprite,
)

GAP = 24
HAND_WIDTH, HAND_HEIGHT = 596, 76
"""The own buildings, side by side."""
GOALS_WIDTH, GOAL_ROW, GOALS_END = 648, 124, 586
"""The own goals side by side, and the cards that nobody has behind their end. With what its smallest text asks for,
each of these is drawn as wide as the others."""
MAP_TEXT = 21
"""The numbers of bids; names of fields are for notation."""
OWN_CARDS, CARDS = 410, 420
"""Where the special cards lie with the viewer and with others."""


def scene(position: Position, names: tuple[Text, ...] | None = None) -> Scene:
    """The whole table."""
    return TableDrawing(position, names).scene()


def piece_box(target: str) -> tuple[float, float, float, float] | None:
    """The box of a building that is put on a field."""
    kind, _, name = target.partition("-")
    return box_on(name) if kind == "field" else None


class TableDrawing(Drawing):
    """Everything that is drawn from one observation."""

    def __init__(self, position: Position, names: tuple[Text, ...] | None) -> None:
        super().__init__(position, names)
        self.expert = bool(self.b.expert)

    @cached_property
    def accounts(self) -> list[Account]:
        """Each seat's account, as far as it is known."""
        return [self.position.score(seat) for seat in self.seats]

    @cached_property
    def groups(self) -> list[tuple[Group, ...] | None]:
        """The best groups of each seat, where its goal is known."""
        return [groups(self.position, self.s, seat) for seat in self.seats]

    # -------------------------------------------------------------- areas

    def areas(self) -> Iterator[Part]:
        """The map with the own buildings and goals below it, players and accounts on the right."""
        own = self.owner
        yield Part("board", 0, 0, WIDTH, HEIGHT_OF_MAP, Message("The city"), text=MAP_TEXT)
        y = HEIGHT_OF_MAP + GAP
        if own >= 0:
            yield Part("hand", 0, y, HAND_WIDTH, HAND_HEIGHT, Message("Your buildings"), "hand", own, 20)
        yield Part("choices", HAND_WIDTH + GAP, y, 160, 60, Message("Your moves"), "choices")
        size, goals = (GOALS_WIDTH, GOAL_ROW), Message("Goals and cards")
        if own >= 0:
            chips = tuple(self.goal_chips(own))
            yield Part("panel:goals", 0, y + HAND_HEIGHT + GAP, *size, goals, "own", own, 18.5, chips)
        else:
            yield Part("panel:goals", 0, y + HAND_HEIGHT + GAP, *size, goals, "info", text=22)
        y = 0
        for seat in self.seats:
            height, summary = self.panel_height(seat), tuple(self.summary(seat))
            place = (WIDTH + GAP, y, PANEL_WIDTH, height)
            yield Part(f"panel:seat-{seat}", *place, self.names[seat], "own", seat, 16, summary)
            y += height + 14
        rows = len(shown_categories(self.b)) + 2
        yield Part("panel:account", WIDTH + GAP, y, PANEL_WIDTH, ROW * rows + 10, Message("Points"), "info", text=16)

    @cached_property
    def owner(self) -> int:
        """The seat whose hand is shown, -1 for none."""
        return -1 if self.position.over or self.position.observer not in self.seats else self.position.observer

    def panel_height(self, seat: int) -> int:
        """The panel of a seat; the viewer's has no buildings, which lie in the hand."""
        if seat == self.owner:
            return OWN_HEIGHT + HIGHEST_ROW * self.expert
        return PANEL_HEIGHT + GOALS_HEIGHT * self.position.over

    def goal_chips(self, seat: int) -> Iterator[Chip]:
        """The own goals in a row, with what they bring now."""
        area, kind = known_goal(self.s, seat)
        account = self.accounts[seat]
        yield Chip(f"goal-area-{int(area)}", signed(account.points["area"]), area_rule(self.b, area))
        if kind:
            yield Chip(f"goal-kind-{kind}", signed(account.points["neighbourhood"]), kind_rule(self.b, kind))

    def summary(self, seat: int) -> Iterator[Chip]:
        """A player in a row: points, buildings left, tokens, cards, and whether they have passed."""
        s, total = self.s, self.accounts[seat].total
        yield Chip("point", signed(total), Message("Points known so far: {n}", n=total))
        if s.n_bids and s.bid[s.n_bids - 1] // SEAT_STEP == seat:
            bid = Message("bids {n}", n=int(s.bid[s.n_bids - 1] % SEAT_STEP))
            yield Chip(f"seat-{seat}", bid, bid)
        left = NUMBERS - s.n_built[seat]
        yield Chip("building-2", str(left), Message("Buildings left: {n}", n=left), seat)
        for token, n in zip(Token, (0, *s.tokens[seat]), strict=True):
            if n:
                label = Message("{token}: {n}", token=TOKEN_NAMES[token], n=n)
                yield Chip(f"token-{int(token)}", str(n), label)
        for token, holder in ((Token.SUBWAY, s.subway_card), (Token.SITE, s.site_card)):
            if holder == seat:
                yield Chip(f"card-{int(token)}", "", CARD_NAMES[token])
        if s.passed >> seat & 1:
            yield Chip("passed", "", Message("{name} has passed", name=self.names[seat]))

    def sprites(self) -> Iterator[Sprite]:
        """All sprites."""
        yield from map_sprites()
        yield from self.fields()
        yield from self.panels()
        yield from self.buildings()
        yield from self.tokens()
        yield from self.cards()
        yield from self.hand()
        yield from self.account()

    # ------------------------------------------------------------- fields

    def fields(self) -> Iterator[Sprite]:
        """The 55 fields with name and kind; marks show what the own goals are about."""
        s, b = self.s, self.b
        about, standing = self.goal_marks(), self.standing()
        for field in range(FIELDS):
            building, used = standing[field], s.fields >> field & 1
            owner = self.names[building // SEAT_STEP] if used and building else ""
            yield field_sprite(field, b.kind[field] if used else 0, building, s.token[field], owner)
            if field in about:
                yield mark_sprite(field, tuple(about[field]))

    def goal_marks(self) -> dict[int, list[str]]:
        """A symbol for each of the viewer's goals that a field is about: a flag, or a tick where it counts already."""
        seat = self.position.observer
        symbols: dict[int, list[str]] = {}
        if seat < 0:
            return symbols
        near, of_kind = goal_fields(self.s, self.b, seat)
        counted = {FIELD_NAMES.index(name) for group in self.groups[seat] or () for name in group.fields}
        own = {field for field in of_kind if self.s.own[seat] >> field & 1}
        for fields, done in ((near | counted, counted), (of_kind, own)):
            for field in sorted(fields):
                symbols.setdefault(field, []).append("goal-done" if field in done else "goal-mark")
        return symbols

    def standing(self) -> list[int]:
        """The building on each field, built or lying as a bid; 0 if none."""
        s = self.s
        standing = [int(building) for building in s.built[:FIELDS]]
        for i in reversed(range(s.n_bids)):
            standing[s.bid_field[i]] = int(s.bid[i])
        return standing

    # ------------------------------------------------------------- pieces

    def buildings(self) -> Iterator[Sprite]:
        """Buildings in front of their players and bids with their numbers, built ones with their owner's emblem."""
        s = self.s
        place = {s.built[field]: (field, BUILT) for field in range(FIELDS) if s.built[field]}
        place |= {s.bid[i]: (s.bid_field[i], BID) for i in range(s.n_bids)}
        last = int(s.bid[s.n_bids - 1]) if s.n_bids else 0
        for seat in self.seats:
            for value in range(1, NUMBERS + 1):
                building = SEAT_STEP * seat + value
                where = place.get(building, (-1, NOT_BUILT))
                yield building_sprite(seat, value, self.names[seat], seat == self.owner, *where, building == last)

    def tokens(self) -> Iterator[Sprite]:
        """A token keeps its id from the field to the player who took it."""
        s = self.s
        for field in range(FIELDS):
            token = s.token[field]
            if not token:
                continue
            if not s.built[field]:
                yield token_sprite(field, token, -1, "", False)
                continue
            seat = s.built[field] // SEAT_STEP
            yield token_sprite(field, token, seat, self.names[seat], seat == self.owner)

    def cards(self) -> Iterator[Sprite]:
        """The two special cards, beside the map until somebody gets them."""
        for token, holder in ((Token.SUBWAY, self.s.subway_card), (Token.SITE, self.s.site_card)):
            i = int(token) - 2
            points = int(self.b.subway_card_points if token == Token.SUBWAY else self.b.site_card_points)
            area, x, y = "panel:goals", GOALS_END + 10, 3.0 + 60 * i
            label: Message = Message("Card, nobody has it yet: {card}", card=CARD_NAMES[token])
            width = 42
            if holder >= 0:
                left, width, y = (OWN_CARDS, 28, 10.0) if holder == self.owner else (CARDS, 24, 9.0)
                area, x = f"panel:seat-{holder}", left + (width + 4) * i
                label = Message("{seat} has the card: {card}", seat=self.names[holder], card=CARD_NAMES[token])
            mark = Mark(50, 110, 34, text=f"{points:+d}".replace("-", "−"), colour="edge")
            name, box = f"card-{int(token)}", (x, y, width, width * 1.4)
            yield Sprite(name, name, area, *box, 5, role="piece", label=label, marks=() if holder >= 0 else (mark,))

    # ------------------------------------------------------------- panels

    def panels(self) -> Iterator[Sprite]:
        """Name, points, whether passed, how many built, highest buildings, and the goals as far as they lie open."""
        s = self.s
        holders = highest_holders(self.s, self.b) if self.expert else []
        for seat in self.seats:
            area, name, own = f"panel:seat-{seat}", self.names[seat], seat == self.owner
            yield from panel_sprites(
                seat, name, s.actor == seat, own, self.panel_height(seat), bool(s.passed >> seat & 1)
            )
            yield points_sprite(seat, own, self.accounts[seat].total)
            for d, seats in enumerate(holders):
                if seat in seats:
                    district = DISTRICT_LABELS[d]
                    words = Message("{name} has the highest building: {district}", name=name, district=district)
                    mark = (Mark(50, 51, 60, text="NESWC"[d], colour="edge"),)
                    box = (50 + 32 * d, OWN_HEIGHT, 28, 28) if own else (292 + 25 * d, 14, 24, 24)
                    yield Sprite(f"highest-{seat}-{d}", "plate", area, *box, 2, label=words, marks=mark)
            for kind, n in enumerate(s.tokens[seat], 1):
                yield tokens_sprite(seat, own, kind, n)
            yield from self.goal_cards(seat)

    def goal_cards(self, seat: int) -> Iterator[Sprite]:
        """The goals in front of a player: face down for others until the end."""
        area, kind = known_goal(self.s, seat)
        own = seat == self.position.observer
        for i, sort in enumerate(("area", "kind") if self.expert else ("area",)):
            if own and not self.position.over:
                continue  # the own ones lie in the hand, large enough to read
            number = int(area) if i == 0 else kind
            symbol = f"goal-{sort}-{number}" if number else "goal-back"
            label: Message = Message("Secret goal of {name}", name=self.names[seat])
            if number:
                rule = area_rule(self.b, area) if i == 0 else kind_rule(self.b, kind)
                label = Message("Goal of {name}: {rule}", name=self.names[seat], rule=rule)
            box = (248.0 + 21 * i, 13.0, 18.0, 25.2)
            if self.position.over:
                box = (16.0 + 48 * i, PANEL_HEIGHT + 2.0, 38.0, 53.2)
            yield Sprite(f"goal-{seat}-{sort}", symbol, f"panel:seat-{seat}", *box, 3, label=label)

    def hand(self) -> Iterator[Sprite]:
        """The own goals with what they say, and the button that passes."""
        seat, s = self.position.observer, self.s
        if not self.position.over and s.n_bids:
            words, note = Message("Pass"), Message("out of this call for tender")
            mark = (Mark(50, 21, 15, text=words, colour="on-button", width=90),)
            look: dict[str, Any] = {"role": "button", "shape": "wide", "label": words, "marks": mark}
            yield Sprite("pass", "pass", "choices", 10, 2, 140, 56, 3, kind="ends", note=note, **look)
        if seat < 0 or self.position.over:
            return
        area, kind = known_goal(self.s, seat)
        cards = [("area", int(area), AREA_TITLES[area], area_rule(self.b, area))]
        if kind:
            cards.append(("kind", kind, KIND_TITLES[kind - 1], kind_rule(self.b, kind)))
        wide, card = (GOALS_END / 2, 66) if kind else (GOALS_END, 78)
        for i, (sort, number, title, rule) in enumerate(cards):
            x, y = 4 + wide * i, (GOAL_ROW - 1.4 * card) / 2
            mark = (Mark(50, 112, 24, text=self.worth(sort, number)),)
            look = {"role": "piece", "label": rule, "marks": mark, "about": self.fields_of_goal(sort)}
            yield Sprite(
                f"goal-{seat}-{sort}", f"goal-{sort}-{number}", "panel:goals", x, y, card, 1.4 * card, 3, **look
            )
            rule_lines, now = self.card_lines(sort, number)
            for k, (line, size, top) in enumerate(((title, 23, 22), (rule_lines, 18.5, 54), (now, 18.5, 104))):
                look = {"colour": "ink" if k < 2 else "ink-muted", "anchor": "start", "width": wide - card - 18}
                mark = (Mark(0, 0, size, text=line, lines=2 if k == 1 else 1, **look),)
                name = f"goal-{seat}-{sort}-{k}"
                yield Sprite(name, "", "panel:goals", x + card + 12, top, z=2, label=line, marks=mark)

    def fields_of_goal(self, sort: str) -> tuple[str, ...]:
        """The fields that one of the viewer's goals is about; for districts and chains those already built on."""
        seat = self.position.observer
        near, of_kind = goal_fields(self.s, self.b, seat)
        own = set(fields_in(self.s.own[seat]))
        return tuple(f"field-{FIELD_NAMES[field]}" for field in sorted((near or own) if sort == "area" else of_kind))

    def worth(self, sort: str, number: int) -> Text:
        """The points on a card."""
        n = self.b.area_points[number] if sort == "area" else self.b.neighbourhood_points
        return f"+{int(n)}"

    def card_lines(self, sort: str, number: int) -> list[Text]:
        """What a card counts, in short lines, and what it brings now."""
        account = self.accounts[self.position.observer]
        if sort == "kind":
            now = account.points["neighbourhood"]
            return [Message("each building on such a field"), now_words(now)]
        what: dict[Area, Message] = {
            Area.BRIDGES: Message("two on the two sides of a bridge"),
            Area.STATUES: Message("three around a statue"),
            Area.LAKES: Message("at least three around a lake"),
            Area.DISTRICTS: Message("at least three in a district"),
            Area.CHAINS: Message("three that are connected"),
        }
        if not self.expert:
            what = {
                Area.BRIDGES: Message("each building beside a bridge"),
                Area.STATUES: Message("each building beside a statue"),
                Area.LAKES: Message("each building beside a lake"),
                Area.EDGE: Message("each building at the city edge"),
            }
        return [what[Area(number)], now_words(account.points["area"])]

    # ------------------------------------------------------------ account

    def account(self) -> Iterator[Sprite]:
        """Points by category and seat; what is not known is a question mark."""
        accounts, n = self.accounts, len(self.seats)
        for seat in self.seats:
            marks = (Mark(0, 15, 24, symbol=f"seat-{seat}"),)
            place = (f"account-{seat}", "", "panel:account", account_x(seat, n), 0)
            yield Sprite(*place, label=self.names[seat], marks=marks)
        listed = ["; ".join(", ".join(group.fields) for group in groups or ()) for groups in self.groups]
        for row, category in enumerate((*shown_categories(self.b), "total"), 1):
            yield account_name(category, row)
            for seat in self.seats:
                points = accounts[seat].total if category == "total" else accounts[seat].points[category]
                named = listed[seat] if category == "area" else ""
                yield account_number(category, row, seat, n, self.names[seat], points, named)


def now_words(points: int | None) -> Message:
    """What a card brings now."""
    return Message("now: {n}", n=points or 0)
