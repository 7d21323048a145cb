"""A league: which bots meet on which seats, and with which shuffles. Everything follows from the league's seed.

A **group** is the bots that meet at a table: a pairing, or all bots. A **round** of a group is one shuffle played on
every **seating** of the group, so that within a round no bot has a better seat or better luck. Round `n` has the same
shuffle in every group.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.game import game as find_game
from tripolis.engine.words import Message

Group = tuple[str, ...]
Seating = tuple[str, ...]

SECONDS = 60.0
"""How long one decision may take by default."""


class Fixture(NamedTuple):
    """One game to be played: its group, the number of its shuffle, and which bot has which seat."""

    seed: int
    number: int
    group: Group
    seating: Seating


@dataclass(frozen=True)
class League:
    """A round robin of bots in one game: `games` for every group, rounded up to whole rounds."""

    game: str
    settings: Mapping[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int = 1
    together: bool = False
    """All bots at one table, instead of pairings."""
    seconds: float = SECONDS
    stop_early: bool = False
    error: float = 0.05
    box: Mapping[str, str] | None = field(default=None, repr=False)
    pairs: tuple[Group, ...] = ()
    """The pairings that are played, if not all."""

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise BadOptions(Message("A league needs at least two bots."))
        for name in self.bots:
            if self.bots.count(name) > 1:
                raise BadOptions(Message("The bot {name} is named twice.", name=name))
        if self.games < 1:
            raise BadOptions(Message("A league needs at least one game."))
        if not 0 < self.error < 1:
            raise BadOptions(Message("An error rate must be between 0 and 1."))
        if self.seconds <= 0:
            raise BadOptions(Message("The time for a decision must be more than 0."))
        players = self.make_game().players
        if self.together and players != len(self.bots):
            args = {"players": players, "bots": len(self.bots)}
            raise BadOptions(Message("All at one table: there are {players} seats, but {bots} bots.", **args))

    def make_game(self) -> Game:
        """The game that is played."""
        return find_game(self.game, box=self.box, **self.settings)

    @property
    def groups(self) -> list[Group]:
        """The groups of bots that meet."""
        return [self.bots] if self.together else list(self.pairs or itertools.combinations(self.bots, 2))

    def rounds(self, group: Group, players: int) -> int:
        """Rounds of a group: enough for all of its games."""
        return -(-self.games // len(seatings(group, players, 0)))

    def fixtures(self) -> Iterator[Fixture]:
        """All games, round by round, so that every group grows at the same pace."""
        players = self.make_game().players
        last = {group: self.rounds(group, players) for group in self.groups}
        for number in range(max(last.values())):
            for group in self.groups:
                if number < last[group]:
                    for seating in seatings(group, players, number):
                        yield Fixture(self.seed, number, group, seating)


def seatings(group: Group, players: int, number: int) -> list[Seating]:
    """The seatings of a round: over a round every bot sits equally often on every seat.

    Two bots: every way to fill the seats in which each has half of them; with an odd number of seats, each has the
    extra one equally often. That is AB BA at two seats, six seatings at three or four seats, and twenty at five or six.
    As many bots as seats: the rotations of one order around the table; the next round takes the next order.
    """
    if len(group) == 2:
        a, b = group
        shares = {players // 2, players - players // 2}
        filled = [
            tuple(a if seat in chosen else b for seat in range(players))
            for share in sorted(shares)
            for chosen in itertools.combinations(range(players), share)
        ]
        return sorted(filled, key=lambda seating: [group.index(name) for name in seating])
    orders = list(itertools.permutations(group[1:]))
    order = (group[0], *orders[number % len(orders)])
    return [order[turn:] + order[:turn] for turn in range(len(order))]


def shuffle_of(seed: int, number: int) -> bytes:
    """The seed of the matches of a round: the same in every group and on every seating."""
    return hashlib.sha256(b"tripolis arena %d shuffle %d" % (seed, number)).digest()[:16]


def chance_of(shuffle: bytes, seat: int, ply: int) -> int:
    """The seed of a bot's chance for one decision; it says nothing about the shuffle."""
    digest = hashlib.sha256(b"tripolis arena decision %d %d " % (seat, ply) + shuffle).digest()
    return int.from_bytes(digest[:8], "little") >> 2
