"""Why one move is better than another, in sentences made from accounts: what each counts at once and where, and how
matches that are played on from both end, on average, category by category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt

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

WORLDS, MORE_WORLDS = 256, 3072
"""Matches that are played on from each of the two moves: with a net, and by quick choices, which cost little."""
SURE = 2.5
"""Standard errors from which on a difference is named."""
LEAST_SHARE = 0.01
"""And this share of what a seat has in the end, but at least one point."""
NAMED = 3
"""Categories, and places of one, that a sentence names."""
LEAST_AT_ONCE = 1
"""Points that are worth a word at once."""
MATTERS = 0.25
"""A category is named from this share of the largest difference on."""
ROOM = 3
"""Sentences about facts of the game and the end; what counts at once comes before them."""
NEXT = 3
"""Further decisions of one's own that belong to a move, such as where to build what it takes."""


@dataclass(frozen=True)
class Difference:
    """By how much one seat ends with more after the better move than after the one played."""

    seat: int
    total: float
    """0: nothing that is certain."""
    lead: float
    """The same for its lead over the best rival."""
    categories: tuple[tuple[str, float], ...]
    """The categories that differ, the largest first."""


def prepare_analysis(game: Game) -> None:
    """Compile what analyses and reviews need beside bots, or load it from the cache."""
    if PLAIN:
        return  # there is nothing to compile, and a forecast takes a minute
    seen = first_decision(game)
    one, other = seen.legal_numbers()[:2]
    analyse(seen, 64)
    forecast(seen, (one, other), 1)


# ------------------------------------------------------------------- numbers


def differences(seen: Position, better: int, played: int) -> tuple[Difference, ...]:
    """How matches end after two moves: differences of every seat, as far as chance does not explain them."""
    worlds = WORLDS if has_net(seen.game) else MORE_WORLDS
    ends = forecast(seen, (better, played), worlds).astype(float)
    totals = ends.sum(axis=3)
    result = []
    for seat in range(seen.game.players):
        others = [other for other in range(seen.game.players) if other != seat]
        leads = totals[:, :, seat] - totals[:, :, others].max(axis=2)
        least = max(1.0, LEAST_SHARE * float(abs(totals[:, :, seat]).mean()))
        each = [certain(ends[:, 0, seat, i] - ends[:, 1, seat, i], least) for i in range(ends.shape[3])]
        categories = [(name, d) for name, d in zip(seen.game.categories, each, strict=True) if d]
        categories.sort(key=lambda pair: -abs(pair[1]))
        total = certain(totals[:, 0, seat] - totals[:, 1, seat], least)
        lead = certain(leads[:, 0] - leads[:, 1], least)
        result.append(Difference(seat, total, lead, tuple(categories)))
    return tuple(result)


def certain(values: Sequence[float], least: float) -> float:
    """The mean of differences, 0 where it is small or chance explains it."""
    n = len(values)
    mean = sum(values) / n
    error = sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
    return float(mean) if abs(mean) >= least and abs(mean) >= SURE * error else 0.0


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
    """Why one move is better than the other, in one to five sentences; `chances` are those to win with each."""
    later = list(in_the_end(seen.game, seen.actor, ends, names))
    counted = seen.game.face.account_parts is not None
    one, other = (complete(seen, number) if counted else None for number in (better, played))
    facts = list(islice(reasons(seen, better, one, played, other, names), max(1, ROOM - len(later))))
    said, found = [*facts, *later], []
    if (said or not ahead(seen, one, other)) and (now := at_once(seen, one, other)):
        found.append(now)
    if len(said) < ROOM and (rival := rivals_at_once(seen, one, other, names)):
        found.append(rival)
    found += said
    if said:
        return found
    shares = [f"{round(100 * chance)} %" for chance in chances]
    if shares[0] == shares[1]:
        return [*found, Message("In the end the two moves differ little.")]
    search = Message("The search puts the chance to win at {before} with the better move, at {after} with the other.")
    return [*found, search.fill(before=shares[0], after=shares[1])]


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
        what = {"name": names[seat], "amount": amount(game, own.total)}
        if words := balance(game, own.categories):
            yield Message(
                "By the end the better move is worth about {amount} to {name}: {changes}.", changes=words, **what
            )
        else:
            yield Message("By the end the better move is worth about {amount} to {name}.", **what)
    rivals = [one for one in ends if one.seat != seat and one.total < 0]
    worst = min(rivals, key=lambda one: one.total, default=None)
    if worst is not None and (own.total <= 0 or -worst.total > own.total / 2):
        what = {"name": names[worst.seat], "amount": amount(game, -worst.total)}
        if words := balance(game, worst.categories):
            yield Message(
                "{name} ends with about {amount} less than after the move played: {changes}.", changes=words, **what
            )
        else:
            yield Message("{name} ends with about {amount} less than after the move played.", **what)


def balance(game: Game, categories: Sequence[tuple[str, float]]) -> Message | None:
    """The categories that matter, what rises before what falls."""
    most = max((abs(change) for _, change in categories), default=0.0)
    named = [(name, change) for name, change in categories if abs(change) >= MATTERS * most][:NAMED]
    if not named:
        return None
    rises, falls = ([change_words(game, name, d) for name, d in named if (d > 0) == up] for up in (True, False))
    if rises and falls:
        words = Message("{gains}, but {losses}", gains=listed(rises), losses=listed(falls))
    else:
        words = Message("{changes}", changes=listed(rises or falls))
    return words if len(named) == len(categories) else Message("above all {changes}", changes=words)


def ahead(seen: Position, better: Complete, played: Complete) -> bool:
    """Does the move played count more at once? Then what it counts explains nothing by itself."""
    if better is None or played is None:
        return False
    one, other = (sum(part.points for part in parts_of(move[0], seen.actor)) for move in (better, played))
    return other > one


def rivals_at_once(seen: Position, better: Complete, played: Complete, names: Sequence[Text]) -> Message | None:
    """The rival who has clearly more at once after the move played than after the better one."""
    game = seen.game
    if better is None or played is None:
        return None
    worst, most = None, 0.0
    for rival in range(game.players):
        if rival == seen.actor:
            continue
        before = parts_of(seen, rival)
        mine, theirs = (changes(game, before, parts_of(move[0], rival)) for move in (better, played))
        more = sum(change[0] for change in theirs.values()) - sum(change[0] for change in mine.values())
        least = max(LEAST_AT_ONCE, LEAST_SHARE * abs(sum(part.points for part in before)))
        if more >= max(least, most) and (words := said(game, told(theirs, mine), theirs)):
            what = {"name": names[rival], "amount": amount(game, more), "changes": words}
            worst, most = Message("After the move played {name} has {amount} more at once: {changes}.", **what), more
    return worst


def at_once(seen: Position, one: Complete, other: Complete) -> Message | None:
    """What both moves change in their player's account as soon as they are complete, where it differs."""
    game, seat = seen.game, seen.actor
    if one is None or other is None:
        return None
    before = parts_of(seen, seat)
    mine, theirs = (changes(game, before, parts_of(position, seat)) for position, _ in (one, other))
    named = told(mine, theirs)
    gain, loss = said(game, named, mine), said(game, named, theirs)
    if gain is None and loss is None:
        return None
    what = {
        "gains": gain or "",
        "losses": loss or "",
        "better": the_move(True, one[1]),
        "move": the_move(False, other[1]),
    }
    what["when"] = Message("Unless somebody bids higher") if game.face.settle is not None else Message("At once")
    if gain and loss:
        return Message("{when}, {better} counts {gains}; {move} counts {losses}.", **what)
    if gain:
        return Message("{when}, {better} counts {gains}; {move} counts nothing of that.", **what)
    return Message("{when}, {move} counts {losses}; {better} counts nothing of that yet.", **what)


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


Changes = dict[str, tuple[int, tuple[str, ...], list[Text]]]
"""By category: the change, the places that change it by their names, and the same as texts."""
NO_CHANGE: tuple[int, tuple[str, ...], list[Text]] = (0, (), [])


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


def told(mine: Changes, others: Changes) -> list[str]:
    """The categories in which two moves differ, the largest difference first; trifles are left out."""
    by_how_much = {
        name: abs(mine.get(name, NO_CHANGE)[0] - others.get(name, NO_CHANGE)[0]) for name in {**mine, **others}
    }
    least = max(LEAST_AT_ONCE, MATTERS * max(by_how_much.values(), default=0))
    names = [name for name, difference in by_how_much.items() if difference >= least]
    return sorted(names, key=lambda name: -by_how_much[name])[:NAMED]


def said(game: Game, names: Sequence[str], mine: Changes) -> Message | str | None:
    """What a move changes in these categories, and where."""
    lines = [at_places(change_words(game, name, mine[name][0]), mine[name][2]) for name in names if name in mine]
    return listed(lines) if lines else None


def at_places(words: Message, places: Sequence[Text]) -> Message:
    """A change with where it comes from."""
    return Message("{change} ({places})", change=words, places=listed(places, "; ")) if places else words


def change_words(game: Game, category: str, change: float) -> Message:
    """A change of a category: Harbours +4."""
    units = rounded(game, change)
    write = game.face.write_amount
    size = write(abs(units)) if write else str(abs(units))
    return Message(
        "{category} {sign}{amount}", category=game.category_name(category), sign="+" if units > 0 else "−", amount=size
    )


def amount(game: Game, change: float) -> Text:
    """How much, as people say it."""
    write, n = game.face.write_amount, rounded(game, change)
    return write(n) if write else Plural("{n} point", "{n} points", n)


def rounded(game: Game, change: float) -> int:
    """A mean as a whole number, never 0; large amounts to two figures."""
    n = round(change) or (1 if change > 0 else -1)
    step = 10 ** max(0, len(str(abs(n))) - 2) if game.face.write_amount and not float(change).is_integer() else 1
    return round(n / step) * step


def titles(game: Game) -> list[Text]:
    """What seats are called where nobody has a name."""
    return [seat_name(seat) for seat in range(game.players)]
