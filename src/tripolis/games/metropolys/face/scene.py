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
from ..rules.state import DISTRICTS, FIELD_NAMES, FIELDS, HEIGHT, NUMBERS, SEAT_STEP, Area, Token
from .goals import Group, goal_fields, groups, highest_holders, known_goal
from .labels import (
    AREA_TITLES,
    CARD_NAMES,
    CATEGORY_NAMES,
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
    FEWEST_IN_HAND,
    GOALS_HEIGHT,
    HEIGHT_OF_MAP,
    HIGHEST_ROW,
    NOT_BUILT,
    OWN_HEIGHT,
    PANEL_HEIGHT,
    PANEL_WIDTH,
    POINTS,
    ROW,
    WIDTH,
    account_name,
    account_number,
    account_x,
    box_on,
    building_sprite,
    field_sprite,
    gone_sprite,
    hand_size,
    map_sprites,
    mark_sprite,
    panel_sprites,
    points_sprite,
    signed,
    token_sprite,
    tokens_sprite,
    too_low_sprite,
    unused_sprite,
)

GAP = 24
HAND_ROOM = hand_size(NUMBERS)
"""The room for all own buildings, side by side."""
GOAL_ROW, GOAL_CARD = 76, 46
"""The own goals below each other, each with its card."""
MAP_TEXT = 21
"""The numbers of bids; names of fields are for notation."""
CARD_ON_MAP, CARD = 40, 22
"""How wide the special cards are: beside the map until somebody gets them, then with their holder."""
FEWEST_TOO_LOW = 2
"""From so many small buildings on that are too low, there is room above them for words."""
OWN_CARDS, CARDS = 320, 248
"""Where the special cards lie with the viewer and with others."""
PLATES, OWN_PLATES = PANEL_WIDTH - 132, 262
"""Up to where, and with the viewer from where on, the districts stand in which a seat has the highest building."""


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
        yield Part("board", 0, 0, WIDTH, HEIGHT_OF_MAP, Message("The city"), text=MAP_TEXT, ground=True)
        y = HEIGHT_OF_MAP + GAP
        if own >= 0:
            yield Part("hand", 0, y, *hand_size(len(self.in_hand)), Message("Your buildings"), "hand", own, 20)
        yield Part("choices", HAND_ROOM[0] + GAP, y, 160, 60, Message("Your moves"), "choices")
        if own >= 0:
            size, chips = (PANEL_WIDTH, GOAL_ROW * (1 + self.expert) + 8), tuple(self.goal_chips(own))
            title = Message("Your secret goals") if self.expert else Message("Your secret goal")
            yield Part("panel:goals", 0, y + HAND_ROOM[1] + GAP, *size, title, "own", own, 15.5, chips)
        y = 0
        for seat in self.seats:
            height, summary = self.panel_height(seat), tuple(self.summary(seat))
            place = (WIDTH + GAP, y, PANEL_WIDTH, height)
            yield Part(f"panel:seat-{seat}", *place, self.names[seat], "own", seat, 15.5, summary)
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
        now = Message("{goal}: {n}", goal=AREA_TITLES[area], n=signed(account.points["area"]))
        yield Chip(f"goal-area-{int(area)}", now, area_rule(self.b, area))
        if kind:
            now = Message("{goal}: {n}", goal=KIND_TITLES[kind - 1], n=signed(account.points["neighbourhood"]))
            yield Chip(f"goal-kind-{kind}", now, kind_rule(self.b, kind))

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
        yield from self.too_low()
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
            bid = self.on_map.get(building, (field, BUILT))[1] == BID
            yield field_sprite(field, b.kind[field] if used else 0, building, s.token[field], owner, bid)
            if field in about:
                yield mark_sprite(field, tuple(about[field]))
        for district in range(DISTRICTS):
            inside = [field for field in range(FIELDS) if b.district[field] == district]
            if not any(s.fields >> field & 1 for field in inside):
                yield unused_sprite(district, tuple(inside))

    def goal_marks(self) -> dict[int, list[str]]:
        """A symbol for each of the viewer's goals: a flag on a field that may still count, a tick where one does."""
        seat = self.position.observer
        symbols: dict[int, list[str]] = {}
        if seat < 0:
            return symbols
        near, of_kind = goal_fields(self.s, self.b, seat)
        counted = {FIELD_NAMES.index(name) for group in self.groups[seat] or () for name in group.fields}
        own = {field for field in of_kind if self.s.own[seat] >> field & 1}
        for fields, done in ((near | counted, counted), (of_kind, own)):
            for field in sorted(fields):
                if field in done or not self.s.built[field]:
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

    @cached_property
    def on_map(self) -> dict[int, tuple[int, int]]:
        """The field of every building that is on the map, and whether it is built or a bid."""
        s = self.s
        place = {int(s.built[field]): (field, BUILT) for field in range(FIELDS) if s.built[field]}
        return place | {int(s.bid[i]): (int(s.bid_field[i]), BID) for i in range(s.n_bids)}

    @cached_property
    def in_hand(self) -> list[int]:
        """The viewer's buildings that are not built, also those that lie as bids: they keep their places."""
        built = {building for building, (_, state) in self.on_map.items() if state == BUILT}
        return [value for value in range(1, NUMBERS + 1) if SEAT_STEP * self.owner + value not in built]

    def holds(self, seat: int, value: int) -> bool:
        """Does a building have a place in the viewer's hand?"""
        return seat == self.owner and value in self.in_hand

    def buildings(self) -> Iterator[Sprite]:
        """Buildings in front of their players and bids with their numbers, built ones with their owner's emblem."""
        s = self.s
        last = int(s.bid[s.n_bids - 1]) if s.n_bids else 0
        for seat in self.seats:
            for value in range(1, NUMBERS + 1):
                building = SEAT_STEP * seat + value
                held = (self.in_hand.index(value), len(self.in_hand)) if self.holds(seat, value) else None
                where = self.on_map.get(building, (-1, NOT_BUILT))
                yield building_sprite(seat, value, self.names[seat], held, *where, building == last)

    def too_low(self) -> Iterator[Sprite]:
        """Above the small buildings in the viewer's hand that beat no bid: why they are dim; a full hand is too small
        for words."""
        s = self.s
        if self.owner < 0 or s.actor != self.owner or not s.n_bids:
            return
        last = int(s.bid[s.n_bids - 1]) % SEAT_STEP
        low = [i for i, value in enumerate(self.in_hand) if value <= last and HEIGHT[value] == 1]
        if len(low) >= FEWEST_TOO_LOW and len(self.in_hand) <= FEWEST_IN_HAND:
            yield too_low_sprite(len(low), len(self.in_hand))

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
            area, x, y, width = "board", 2.0 + (CARD_ON_MAP + 5) * i, 2.0, CARD_ON_MAP
            label: Message = Message("Card, nobody has it yet: {card}", card=CARD_NAMES[token])
            if holder >= 0:
                left, y = (OWN_CARDS, 11.0) if holder == self.owner else (CARDS, 55.0)
                area, x, width = f"panel:seat-{holder}", left + (CARD + 4.0) * i, CARD
                label = Message("{seat} has the card: {card}", seat=self.names[holder], card=CARD_NAMES[token])
            mark = Mark(50, 110, 34, text=f"{points:+d}".replace("-", "−"), colour="edge")
            name, box = f"card-{int(token)}", (x, y, width, width * 1.4)
            yield Sprite(name, name, area, *box, 5, role="piece", label=label, marks=() if holder >= 0 else (mark,))

    # ------------------------------------------------------------- panels

    def panels(self) -> Iterator[Sprite]:
        """Name, points, whether passed, how many built, highest buildings, and the goals as far as they lie open."""
        s = self.s
        holders = highest_holders(self.s, self.b) if self.expert else []
        last, value = divmod(int(s.bid[s.n_bids - 1]), SEAT_STEP) if s.n_bids else (-1, 0)
        for seat in self.seats:
            own, wide = seat == self.owner, 100 if self.expert or seat == self.owner else 150
            yield from panel_sprites(
                seat,
                self.names[seat],
                s.actor == seat,
                own,
                self.panel_height(seat),
                wide,
                bool(s.passed >> seat & 1),
                value if seat == last and not own else 0,
            )
            yield points_sprite(seat, own, self.accounts[seat].total)
            yield from self.plates(seat, own, holders)
            for kind, n in enumerate(s.tokens[seat], 1):
                yield tokens_sprite(seat, own, kind, n)
            if not own:
                for number in range(1, NUMBERS + 1):
                    if SEAT_STEP * seat + number in self.on_map:
                        yield gone_sprite(seat, number)
            yield from self.goal_cards(seat)

    def plates(self, seat: int, own: bool, holders: list[list[int]]) -> Iterator[Sprite]:
        """The districts in which a seat has the highest building; with the viewer also the others, empty."""
        if own and holders:
            title = CATEGORY_NAMES["highest"]
            mark = Mark(0, 0, 16, text=title, colour="ink-muted", anchor="start", width=OWN_PLATES - 26)
            yield Sprite(
                f"highest-{seat}", "", f"panel:seat-{seat}", 16, OWN_HEIGHT + 16, z=2, label=title, marks=(mark,)
            )
        shown = [d for d, seats in enumerate(holders) if own or seat in seats]
        for i, d in enumerate(shown):
            has, district = seat in holders[d], DISTRICT_LABELS[d]
            words = Message("{name} has the highest building: {district}", name=self.names[seat], district=district)
            if not has:
                words = Message("Highest building: {district}", district=district)
            mark = Mark(50, 51, 60, text="NESWC"[d], colour="edge" if has else "ink-muted")
            x, y, size = (OWN_PLATES + 36 * i, OWN_HEIGHT + 1, 30) if own else (PLATES - 21 * (len(shown) - i), 16, 20)
            look: dict[str, Any] = {"label": words, "marks": (mark,)}
            symbol = "plate" if has else "plate-off"
            yield Sprite(f"highest-{seat}-{d}", symbol, f"panel:seat-{seat}", x, y, size, size, 2, **look)

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
            box = (PANEL_WIDTH - 128.0 + 21 * i, 13.0, 18.0, 25.2)
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
        yield from self.goal(0, "area", int(area), AREA_TITLES[area], area_rule(self.b, area))
        if kind:
            yield from self.goal(1, "kind", kind, KIND_TITLES[kind - 1], kind_rule(self.b, kind))

    def goal(self, row: int, sort: str, number: int, title: Message, rule: Message) -> Iterator[Sprite]:
        """A row of the own goals: the card, what it counts, and what it brings now."""
        seat, x, y = self.position.observer, 24 + GOAL_CARD, 10.0 + GOAL_ROW * row
        mark = (Mark(50, 112, 24, text=self.worth(sort, number)),)
        look: dict[str, Any] = {"role": "piece", "label": rule, "marks": mark, "about": self.fields_of_goal(sort)}
        box = (12, y, GOAL_CARD, 1.4 * GOAL_CARD, 3)
        yield Sprite(f"goal-{seat}-{sort}", f"goal-{sort}-{number}", "panel:goals", *box, **look)
        rules, now = (
            self.card_lines(sort, number),
            self.accounts[seat].points["area" if sort == "area" else "neighbourhood"],
        )
        for k, (line, size, top, most, wide, colour) in enumerate(
            ((title, 20, 15, 1, POINTS - x - 12, "ink"), (rules, 15.5, 38, 1, PANEL_WIDTH - x - 14, "ink-muted"))
        ):
            mark = (Mark(0, 0, size, text=line, lines=most, colour=colour, anchor="start", width=wide),)
            yield Sprite(f"goal-{seat}-{sort}-{k}", "", "panel:goals", x, y + top, z=2, label=line, marks=mark)
        if row == int(self.expert):
            yield from self.legend(x, y + 61)
        mark = (Mark(122, 52, 84, text=signed(now or 0), anchor="start"),)
        look = {"label": now_words(now), "marks": mark}
        yield Sprite(f"goal-{seat}-{sort}-now", "point", "panel:goals", POINTS, y + 1, 28, 28, 2, **look)

    def legend(self, x: float, y: float) -> Iterator[Sprite]:
        """What the signs on the map say about the own goals."""
        for left, name, words in ((0, "goal-mark", Message("would count")), (150, "goal-done", Message("counts"))):
            marks = (
                Mark(8, 0, 18, symbol=name),
                Mark(22, 0, 15.5, text=words, colour="ink-muted", anchor="start", width=120),
            )
            yield Sprite(f"legend-{name}", "", "panel:goals", x + left, y, z=2, label=words, marks=marks)

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

    def card_lines(self, sort: str, number: int) -> Text:
        """What a card counts, in a short line."""
        if sort == "kind":
            return Message("each building on such a field")
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
        return what[Area(number)]

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
