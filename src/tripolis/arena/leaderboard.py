"""A leaderboard: bots with fixed ratings, the anchors, against which any other bot is rated.

Ratings are on Elo's scale: 400 points more mean ten pairs of seats won for one lost, and `random` has 0. What counts is
the round, since games with the same shuffle are not independent. To each pairing one drawn round is added, so that a
bot that has won all of its games has a rating too.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import stdev

import tripolis
from tripolis.engine.errors import BadOptions
from tripolis.engine.files import reading, writing
from tripolis.engine.game import Game
from tripolis.engine.words import Message

from .play import Result
from .table import scores_of

OURS = Path(__file__).with_name("leaderboard.json")
"""The anchors of our games, as `benchmarks/anchors.py` has measured them."""
ANCHORS = ("random", "newcomer", "learner", "regular", "greedy", "skilled", "strong", "mcts:400", "master")
"""The anchors, roughly in the order of their strength."""
PASSES = 100
"""How often ratings are found again, each time with the rounds drawn anew."""
HIGHEST, STEPS, SWEEPS = 5000.0, 40, 60


@dataclass(frozen=True)
class Standing:
    """A bot on a leaderboard; `give` is half of the 95 % interval of its rating."""

    bot: str
    rating: float
    give: float
    games: int
    anchor: bool = False


@dataclass(frozen=True)
class Board:
    """The bots of one game with certain options."""

    game: str
    rules: int
    options: dict[str, str]
    box: str
    version: str
    """The version of Tripolis that the anchors were measured with."""
    standings: tuple[Standing, ...]

    @property
    def anchors(self) -> dict[str, float]:
        """The ratings of the anchors."""
        return {one.bot: one.rating for one in self.standings if one.anchor}

    def is_for(self, game: Game) -> bool:
        """Are the games that it counts of this kind?"""
        return (self.game, self.options, self.box) == (game.name, game.settings_text(), game.box_hash)

    def with_standing(self, new: Standing) -> Board:
        """The same with a bot that was rated; an earlier rating of it goes."""
        others = [one for one in self.standings if one.bot != new.bot]
        return replace(self, standings=tuple(sorted([*others, new], key=lambda one: -one.rating)))


# --------------------------------------------------------------------- ratings


@dataclass(frozen=True)
class Meeting:
    """Rounds against a bot of known rating, each as the share that was won, from 0 to 1."""

    rating: float
    rounds: Sequence[float]


def expected(difference: float) -> float:
    """The share of pairs of seats that a bot wins which is so much higher rated."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def check_anchors(board: Board, bot: str, chosen: Sequence[str]) -> dict[str, float]:
    """The anchors that a bot is to meet, with their ratings: the chosen ones, or all but itself."""
    anchors = board.anchors
    for name in chosen:
        if name not in anchors:
            names = {"name": name, "anchors": ", ".join(anchors)}
            raise BadOptions(Message("{name} is not an anchor; the anchors are {anchors}.", **names))
    if bot in anchors:
        raise BadOptions(Message("{bot} is an anchor; its rating is fixed.", bot=bot))
    return {name: rating for name, rating in anchors.items() if not chosen or name in chosen}


def best_rating(meetings: Sequence[Meeting]) -> float:
    """The rating by which one would have won as much as was won."""
    won = sum(sum(each.rounds) + 0.5 for each in meetings)
    low, high = -HIGHEST, HIGHEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if sum((len(each.rounds) + 1) * expected(middle - each.rating) for each in meetings) < won:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def least_give(rating: float, meetings: Sequence[Meeting]) -> float:
    """Half of the interval that so many rounds leave even if all of them ended alike."""
    shares = [(len(each.rounds) + 1, expected(rating - each.rating)) for each in meetings]
    return 1.96 * 400 / math.log(10) / math.sqrt(sum(n * share * (1 - share) for n, share in shares))


def drawn_anew(rounds: Sequence[float], rng: random.Random) -> list[float]:
    """As many rounds, each drawn from these."""
    return rng.choices(rounds, k=len(rounds)) if rounds else []


def rate(bot: str, results: list[Result], anchors: Mapping[str, float]) -> Standing:
    """The rating of a bot by its games against anchors, whose ratings stay as they are."""
    meetings = [Meeting(rating, shares_won(results, bot, other)) for other, rating in anchors.items()]
    meetings = [each for each in meetings if each.rounds]
    if not meetings:
        raise BadOptions(Message("{bot} has no whole round against an anchor.", bot=bot))
    rating, rng = best_rating(meetings), random.Random(0)
    again = [
        best_rating([Meeting(each.rating, drawn_anew(each.rounds, rng)) for each in meetings]) for _ in range(PASSES)
    ]
    games = sum(bot in result["group"] for result in results)
    return Standing(bot, round(rating), round(max(1.96 * stdev(again), least_give(rating, meetings))), games)


def shares_won(results: list[Result], bot: str, other: str) -> list[float]:
    """What a bot won of each whole round against another, from 0 to 1."""
    return [(1 + score) / 2 for score in scores_of(results, bot, other)]


def rate_anchors(results: list[Result], bots: Sequence[str]) -> tuple[Standing, ...]:
    """The ratings of bots that have met one another; the first one has 0."""
    rounds = {(a, b): shares_won(results, a, b) for a in bots for b in bots if a != b}
    rounds = {pair: shares for pair, shares in rounds.items() if shares}
    ratings, rng = settle(rounds, bots), random.Random(0)
    passes = []
    for _ in range(PASSES):
        drawn: dict[tuple[str, str], list[float]] = {}
        for (a, b), shares in rounds.items():
            if (b, a) in drawn:
                drawn[a, b] = [1 - share for share in drawn[b, a]]
            else:
                drawn[a, b] = drawn_anew(shares, rng)
        passes.append(settle(drawn, bots, ratings))
    games = {name: sum(name in result["group"] for result in results) for name in bots}
    standings = [Standing(bots[0], 0, 0, games[bots[0]], True)]
    for name in bots[1:]:
        least = least_give(ratings[name], [Meeting(ratings[b], won) for (a, b), won in rounds.items() if a == name])
        give = max(1.96 * stdev(each[name] for each in passes), least)
        standings.append(Standing(name, round(ratings[name]), round(give), games[name], True))
    return tuple(sorted(standings, key=lambda one: -one.rating))


def settle(
    rounds: Mapping[tuple[str, str], list[float]], bots: Sequence[str], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Rate each bot by the others, again and again, until nothing moves."""
    ratings = dict(start or dict.fromkeys(bots, 0.0))
    for _ in range(SWEEPS):
        before = dict(ratings)
        for bot in bots:
            ratings[bot] = best_rating([Meeting(ratings[b], shares) for (a, b), shares in rounds.items() if a == bot])
        ratings = {name: rating - ratings[bots[0]] for name, rating in ratings.items()}
        if max(abs(ratings[name] - before[name]) for name in bots) < 0.5:
            break
    return ratings


# ----------------------------------------------------------------------- files


def make_board(game: Game, standings: tuple[Standing, ...]) -> Board:
    """A leaderboard of these bots."""
    return Board(game.name, game.version, game.settings_text(), game.box_hash, tripolis.__version__, standings)


def read_boards(file: Path = OURS) -> list[Board]:
    """The leaderboards of a file."""
    with reading(file):
        text = file.read_text(encoding="utf-8")
    try:
        return [
            Board(**{**board, "standings": tuple(Standing(**one) for one in board["standings"])})
            for board in json.loads(text)
        ]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadOptions(Message("{file} is not a leaderboard.", file=file)) from None


def write_boards(boards: Sequence[Board], file: Path) -> None:
    """Write leaderboards, a line for each bot."""
    parts = []
    for board in boards:
        head = {name: value for name, value in asdict(board).items() if name != "standings"}
        lines = ",\n".join("  " + json.dumps(asdict(one), ensure_ascii=False) for one in board.standings)
        parts.append(json.dumps(head, ensure_ascii=False)[:-1] + ', "standings": [\n' + lines + "\n]}")
    with writing(file):
        file.write_text("[\n" + ",\n".join(parts) + "\n]\n", encoding="utf-8")


def board_of(game: Game, boards: Sequence[Board]) -> Board:
    """The leaderboard of a game with its options; one of other rules is refused."""
    for board in boards:
        if board.is_for(game):
            if board.rules != game.version:
                raise BadOptions(
                    Message("The leaderboard of {game} is for rules that have changed since.", game=game.title)
                )
            return board
    there = "; ".join(f"{board.game} " + ", ".join(f"{k}={v}" for k, v in board.options.items()) for board in boards)
    names = {"game": game.title, "there": there}
    raise BadOptions(Message("There is no leaderboard of {game} with these options. There are: {there}.", **names))
