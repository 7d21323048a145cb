"""What goals are about, by name: groups, fields, holders, and what a bid would bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tripolis.engine.position import Position
from tripolis.engine.record import WHOLE, source_of
from tripolis.engine.words import Message

from ..box.reader import fields_in
from ..rules.scoring import has_highest_building, knows_goals
from ..rules.state import ALL_FIELDS, DISTRICTS, FIELD_NAMES, FIELDS, Area, act
from .labels import AREA_NAMES


@dataclass(frozen=True)
class Group:
    """Buildings that bring an area goal its points together."""

    area: Area
    fields: tuple[str, ...]
    points: int

    @property
    def words(self) -> Message:
        """`bridges: n9, w2`."""
        return Message("{area}: {fields}", area=AREA_NAMES[self.area], fields=", ".join(self.fields))


def groups(position: Position, s: Any, seat: int) -> tuple[Group, ...] | None:
    """The best groups of a seat, with the position's plain record; None where its goal is not known."""
    account, chosen, n_chosen = position.score_with(seat, "chosen", "n_chosen")
    if account.points["area"] is None:
        return None
    b = position.game.plain_box
    area, chosen = Area(int(s.goal[seat][0])), chosen[:n_chosen]
    if area == Area.LAKES and b.expert:
        chosen = with_all_around(b, chosen, int(s.own[seat]))
    points = int(b.area_points[area])
    return tuple(Group(area, tuple(FIELD_NAMES[f] for f in fields_in(bits)), points) for bits in chosen)


def with_all_around(b: Any, chosen: list[int], own: int) -> list[int]:
    """Lakes count from three buildings on: add the others around each lake that no other lake needs."""
    left = own
    for bits in chosen:
        left &= ~bits
    found = []
    for bits in chosen:
        around = int(b.lake[(bits >> FIELDS).bit_length() - 1])
        found.append((bits | around & left) & ALL_FIELDS)
        left &= ~around
    return found


def known_goal(s: Any, seat: int) -> tuple[Area, int]:
    """Area and kind (1..5, 0: none) of a seat's goals as far as the viewer may know them."""
    if not source_of(knows_goals)(s, seat):
        return Area.NONE, 0
    return Area(int(s.goal[seat][0])), int(s.goal[seat][1])


def goal_fields(s: Any, b: Any, seat: int) -> tuple[set[int], set[int]]:
    """The fields that a seat's own goals speak of: for the area goal, and of the kind of the neighbourhood goal.

    Districts and chains may lie anywhere: they name no fields.
    """
    area, kind = known_goal(s, seat)
    usable = int(s.fields)
    near = int(b.near[area]) & usable if Area.NONE < area <= Area.EDGE else 0
    of_kind = int(b.kind_fields[kind - 1]) & usable if kind else 0
    return set(fields_in(near)), set(fields_in(of_kind))


def highest_holders(s: Any, b: Any) -> list[list[int]]:
    """For each district the seats that have its highest building now; none where nobody has built (Expert)."""
    has_it = source_of(has_highest_building)
    return [[seat for seat in range(b.players) if has_it(s, b, seat, d)] for d in range(DISTRICTS)]


def settle(position: Position, action: int) -> Position:
    """The position after a move if everybody else passes."""
    world = position.imagine(0) if position.observer != WHOLE else position.copy()
    world.play(action)
    while not world.over and int(world.record.n_bids):
        world.play(act.PASS)
    return world


def gain(position: Position, action: int) -> int | None:
    """What a bid would bring its player if everybody else passed; a pass brings nothing."""
    if action == act.PASS:
        return 0
    seat = position.actor
    return settle(position, action).score(seat).total - position.score(seat).total
