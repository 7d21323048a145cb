"""Why one move is better than another, in sentences made from accounts: what each counts at once and where, and how
matches that are played on from both end, on average, category by category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import NamedTuple

from tripolis.bots import first_decision, quick_choice
from tripolis.bots.analysis import analyse
from tripolis.bots.forecast import forecast
from tripolis.bots.instinct import NetBot
from tripolis.engine.game import Game
from tripolis.engine.position import Position
from tripolis.engine.prompts import in_hand
from tripolis.engine.record import PLAIN
from tripolis.engine.rooms import AccountPart, Tried
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, listed, seat_name
from tripolis.nets.net import has_net

CHEAPER = 12
"""So many times more matches are played on where a game has no net: quick choices cost little."""
SURE = 2.5
"""Standard errors from which on a difference is named."""
LIKELY = 2.0
"""The same for the categories of a difference that is named."""
ABOUT = 1.5
"""Standard errors by which an amount may be wrong, which is told as from so much to so much."""
CONTRARY = 1.0
"""The same for a lead that speaks against the better move."""
CLEAR = 0.05
"""A fall of the chance to win that is worth a word by itself."""
LEAST_SHARE = 0.01
"""And this share of what a seat has in the end, but at least one point."""
NAMED = 3
"""Categories, and places of one, that a sentence names."""
LEAST_AT_ONCE = 1
"""Points that are worth a word at once."""
MATTERS = 0.4
"""A category is named from this share of the largest difference on."""
ROOM = 3
"""Sentences about facts of the game and the end; what counts at once comes before them."""
RIVALS = 2
"""Rivals whose accounts are named."""
LISTED = 4
"""Categories in which a sentence says what a move changes at once."""
NEXT = 3
"""Further decisions of one's own that belong to a move, such as where to build what it takes."""


@dataclass(frozen=True)
class Difference:
    """By how much one seat ends with more after the better move than after the one played."""

    seat: int
    total: float
    """0: nothing that is certain."""
    lead: float
    """The same for its lead over the best rival; below 0 already where it is likely."""
    categories: tuple[tuple[str, float], ...]
    """The categories that surely differ, the largest first."""
    error: float = 0.0
    """By how much the total may be wrong."""


def prepare_analysis(game: Game) -> None:
    """Compile what analyses and reviews need beside bots, or load it from the cache."""
    if PLAIN:
        return  # there is nothing to compile, and a forecast takes a minute
    seen = first_decision(game)
    one, other = seen.legal_numbers()[:2]
    analyse(seen, 64)
    forecast(seen, (one, other), 1)


# ------------------------------------------------------------------- numbers


def differences(seen: Position, better: int, played: int, worlds: int) -> tuple[Difference, ...]:
    """How matches end after two moves: differences of every seat, as far as chance does not explain them."""
    ends = forecast(seen, (better, played), how_many(seen.game, worlds)).astype(float)
    totals = ends.sum(axis=3)
    result = []
    for seat in range(seen.game.players):
        others = [other for other in range(seen.game.players) if other != seat]
        leads = totals[:, :, seat] - totals[:, :, others].max(axis=2)
        least = max(1.0, LEAST_SHARE * float(abs(totals[:, :, seat]).mean()))
        apart = dict(zip(seen.game.categories, (ends[:, 0, seat] - ends[:, 1, seat]).T, strict=True))
        sure = {name: d for name, values in apart.items() if (d := certain(values, least, LIKELY))}
        own = totals[:, 0, seat] - totals[:, 1, seat]
        total = certain(own, least)
        lead = certain(leads[:, 0] - leads[:, 1], least) or min(
            0.0, certain(leads[:, 0] - leads[:, 1], least, CONTRARY)
        )
        largest_first = tuple(sorted(sure.items(), key=lambda pair: -abs(pair[1])))
        result.append(Difference(seat, total, lead, largest_first, ABOUT * mean_and_error(own)[1]))
    return tuple(result)


def how_many(game: Game, worlds: int) -> int:
    """Matches that are played on from each move, in the time of so many by a net."""
    return worlds if has_net(game) else CHEAPER * worlds


def certain(values: Sequence[float], least: float, sure: float = SURE) -> float:
    """The mean of differences, 0 where it is small or chance explains it."""
    mean, error = mean_and_error(values)
    return float(mean) if abs(mean) >= least and abs(mean) >= sure * error else 0.0


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of values, and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)


# --------------------------------------------------------------------- words


Complete = tuple[Position, list[Message]] | None
"""A complete move as `complete` gives it."""


def why(
    seen: Position,
    better: int,
    played: int,
    ends: Sequence[Difference],
    names: Sequence[Text],
    chances: tuple[float, float],
) -> list[Message]:
    """Why one move is better than the other, in up to six sentences, none if nothing speaks for it; `chances` are those
    to win with each."""
    later = list(in_the_end(seen.game, seen.actor, ends, names))
    counted = seen.game.face.account_parts is not None
    one, other = (complete(seen, number) if counted else None for number in (better, played))
    said = list(islice(reasons(seen, better, one, played, other, names), max(1, ROOM - len(later)))) + later
    found: list[Message] = []
    if one is not None and other is not None:
        both = Moves(seen, (better, played), (one, other))
        own = both.at_once(seen.actor)
        rivals = list(both.rival_words(names))
        if own.difference > 0 or ((own.better or own.played) and (said or rivals)):
            found.append(both.own_words(own))
        found += rivals
    if said or found:
        return [*found, *said]
    if counted and chances[0] - chances[1] < CLEAR:
        return []
    shares = [f"{round(100 * chance)} %" for chance in chances]
    if shares[0] == shares[1]:
        return [Message("In the end the two moves differ little.")]
    search = Message("The search puts the chance to win at {before} with the better move, at {after} with the other.")
    return [search.fill(before=shares[0], after=shares[1])]


def reasons(
    seen: Position, better: int, one: Complete, played: int, other: Complete, names: Sequence[Text]
) -> Iterator[Message]:
    """What the game itself says for the better move."""
    give = seen.game.face.reasons
    if give is not None and one is not None and other is not None:
        yield from give(seen, Tried(better, one[0]), Tried(played, other[0]), names)


def in_the_end(game: Game, seat: int, ends: Sequence[Difference], names: Sequence[Text]) -> Iterator[Message]:
    """What the better move brings by the end, to its player and from the rivals."""
    if not ends or ends[seat].lead <= 0:
        return
    own = ends[seat]
    if own.total > 0:
        what = {"name": names[seat], "amount": about(game, own.total, own.error)}
        if words := balance(game, own):
            yield Message(
                "By the end the better move is worth about {amount} to {name}: {changes}.", changes=words, **what
            )
        else:
            yield Message("By the end the better move is worth about {amount} to {name}.", **what)
    rivals = [one for one in ends if one.seat != seat and one.total < 0]
    worst = min(rivals, key=lambda one: one.total, default=None)
    if worst is not None and (own.total <= 0 or -worst.total > own.total / 2):
        what = {"name": names[worst.seat], "amount": about(game, -worst.total, worst.error)}
        if words := balance(game, worst):
            yield Message(
                "{name} ends with about {amount} less than after the move played: {changes}.", changes=words, **what
            )
        else:
            yield Message("{name} ends with about {amount} less than after the move played.", **what)


def about(game: Game, change: float, error: float) -> Text:
    """An amount that matches played on can tell: from so much to so much."""
    low, high = rounded(game, max(1.0, change - error)), rounded(game, change + error)
    if low == high:
        return amount(game, change)
    write = game.face.write_amount
    if write:
        return Message("{low} to {high}", low=write(low), high=write(high))
    return Message("{low} to {high} points", low=low, high=high)


def balance(game: Game, of: Difference) -> Message | None:
    """The categories in which most of a difference lies: those that agree with it, and those against it."""
    main = [(name, d) for name, d in of.categories[:NAMED] if abs(d) >= MATTERS * abs(of.categories[0][1])]
    more, less = (listed([game.category_name(name) for name, d in main if (d > 0) == up]) for up in (True, False))
    if not any((d > 0) == (of.total > 0) for _, d in main):
        return None
    if more and less:
        both = (
            Message("more from {more}, less from {less}")
            if of.total > 0
            else Message("less from {less}, more from {more}")
        )
        return both.fill(more=more, less=less)
    return Message("more from {more}", more=more) if more else Message("less from {less}", less=less)


Changes = dict[str, tuple[int, tuple[str, ...], list[Text]]]
"""By category: the change, the places that change it by their names, and the same as texts."""


class AtOnce(NamedTuple):
    """What two moves change in an account as soon as they are complete."""

    better: Changes
    played: Changes

    @property
    def sums(self) -> tuple[int, int]:
        """What they change in all."""
        first, second = (sum(change[0] for change in found.values()) for found in self)
        return first, second

    @property
    def difference(self) -> int:
        """By how much the better move is worth more."""
        return self.sums[0] - self.sums[1]


@dataclass(frozen=True)
class Moves:
    """The better move and the one played: their numbers, and what they lead to when they are complete."""

    seen: Position
    numbers: tuple[int, int]
    complete: tuple[tuple[Position, list[Message]], tuple[Position, list[Message]]]

    def at_once(self, seat: int) -> AtOnce:
        """What they change in the account of a seat."""
        before = parts_of(self.seen, seat)
        better, played = (changes(self.seen.game, before, parts_of(after, seat)) for after, _ in self.complete)
        return AtOnce(better, played)

    def own_words(self, own: AtOnce) -> Message:
        """What they change in their player's account."""
        game, (_, then), (_, other) = self.seen.game, *self.complete
        gain, less = (worth(game, total, found) for total, found in zip(own.sums, own, strict=True))
        better, move = the_move(True, then), the_move(False, other)
        what = {"gain": gain, "less": less, "better": better, "move": move, "when": self.when(self.seen.actor)}
        if not own.difference and same_changes(own):
            gain = worth(game, own.sums[0], {name: (n, (), []) for name, (n, *_) in own.better.items()})
            return Message("{when}, both moves are worth {gain}.", **what | {"gain": gain})
        if own.difference < 0:
            return Message("{when}, {better} is worth only {gain}; {move} is worth {less}.", **what)
        return Message("{when}, {better} is worth {gain}; {move} is worth {less}.", **what)

    def rival_words(self, names: Sequence[Text]) -> Iterator[Message]:
        """The rivals for whom the better move is clearly and only worse at once, the worst first."""
        game, (better, _), (played, _) = self.seen.game, *self.complete
        rivals = [rival for rival in range(game.players) if rival != self.seen.actor]
        for rival in sorted(rivals, key=lambda rival: self.at_once(rival).difference)[:RIVALS]:
            before = sum(part.points for part in parts_of(self.seen, rival))
            less = -self.at_once(rival).difference
            if less < max(LEAST_AT_ONCE, LEAST_SHARE * abs(before)):
                return
            found = changes(game, parts_of(played, rival), parts_of(better, rival))
            if max(change for change, *_ in found.values()) > 0:
                continue  # such as the price of what the rival buys
            names_of = sorted(found, key=lambda name: -abs(found[name][0]))
            yield Message(
                "{when}, {name} has {amount} less after the better move: {changes}.",
                name=names[rival],
                amount=amount(game, less),
                changes=listed([change_words(game, name, found[name][0]) for name in names_of]),
                when=self.when(rival),
            )

    def when(self, seat: int) -> Message:
        """Do both count at once, or only if nobody bids higher?"""
        if self.seen.game.face.settle is not None:
            for number, (settled, _) in zip(self.numbers, self.complete, strict=True):
                world = self.seen.imagine(0)
                world.play(number)
                now = world if world.over else world.seen_by(self.seen.actor)
                if changes(self.seen.game, parts_of(now, seat), parts_of(settled, seat)):
                    return Message("Unless somebody bids higher")
        return Message("At once")


def same_changes(own: AtOnce) -> bool:
    """Do both moves change the same categories by the same?"""
    one, other = ({name: change[0] for name, change in found.items()} for found in own)
    return one == other


def worth(game: Game, total: int, found: Changes) -> Message | str:
    """What a move changes in an account: in all, and in which categories, the largest first."""
    if not found:
        return "0"
    size = sized(game, total) if total else "0"
    names = sorted(found, key=lambda name: -abs(found[name][0]))
    words = listed([at_places(change_words(game, name, found[name][0]), found[name][2]) for name in names[:LISTED]])
    if len(names) > LISTED:
        return Message("{total}, above all {changes}", total=size, changes=words)
    return Message("{total}: {changes}", total=size, changes=words)


def the_move(better: bool, then: Sequence[Message]) -> Message:
    """One of the two moves, with those that complete it."""
    if then:
        words = Message("the better move (then “{next}”)") if better else Message("the move played (then “{next}”)")
        return words.fill(next=then[0])
    return Message("the better move") if better else Message("the move played")


def complete(seen: Position, number: int) -> tuple[Position, list[Message]] | None:
    """What its player sees when a move is complete, and the words of the moves that complete it; None where something
    hidden would be revealed."""
    game, seat = seen.game, seen.actor
    if game.face.settle is not None:
        return game.face.settle(seen, number).seen_by(seat), []
    world, then = seen.imagine(0), []
    world.play(number)
    for _ in range(NEXT):
        if world.over or world.actor != seat or world.revealed or not belongs(seen, world):
            break
        now = world.seen_by(seat)
        chosen = NetBot().choose(now, 0) if has_net(game) else quick_choice(now)
        then.append(world.move(chosen).words)
        world.play(chosen)
    return (world if world.over else world.seen_by(seat)), then


def belongs(seen: Position, world: Position) -> bool:
    """Does the next decision belong to the move that was made: has it put something into the player's hand?"""
    return in_hand(seen) is None and in_hand(world.seen_by(world.actor)) is not None


def parts_of(position: Position, seat: int) -> list[AccountPart]:
    """What of an account lies where."""
    parts = position.game.face.account_parts
    return list(parts(position, seat)) if parts is not None else []


def changes(game: Game, before: Sequence[AccountPart], after: Sequence[AccountPart]) -> Changes:
    """The categories that change, with the places that change them."""
    found: Changes = {}
    for category in game.categories:
        old, new = ([part for part in parts if part.category == category] for parts in (before, after))
        change = sum(part.points for part in new) - sum(part.points for part in old)
        if change:
            known = {(str(part.place), part.points) for part in old}
            places = [part.place for part in new if part.place and (str(part.place), part.points) not in known]
            found[category] = change, tuple(map(str, places)), places[:NAMED]
    return found


def at_places(words: Message, places: Sequence[Text]) -> Message:
    """A change with where it comes from."""
    return Message("{change} ({places})", change=words, places=listed(places, "; ")) if places else words


def change_words(game: Game, category: str, change: float) -> Message:
    """A change of a category: Harbours +4."""
    return Message("{category} {amount}", category=game.category_name(category), amount=sized(game, change))


def sized(game: Game, change: float) -> Message:
    """A change with its sign."""
    units, write = rounded(game, change), game.face.write_amount
    size = write(abs(units)) if write else str(abs(units))
    return Message("{sign}{amount}", sign="+" if units > 0 else "−", amount=size)


def amount(game: Game, change: float) -> Text:
    """How much, as people say it."""
    write, n = game.face.write_amount, rounded(game, change)
    return write(n) if write else Plural("{n} point", "{n} points", n)


def rounded(game: Game, change: float, least: int = 1) -> int:
    """A mean as a whole number, never 0 unless asked for; large amounts to two figures."""
    n = round(change) or (least if change > 0 else -least)
    step = 10 ** max(0, len(str(abs(n))) - 2) if game.face.write_amount and not float(change).is_integer() else 1
    return round(n / step) * step


def titles(game: Game) -> list[Text]:
    """What seats are called where nobody has a name."""
    return [seat_name(seat) for seat in range(game.players)]
