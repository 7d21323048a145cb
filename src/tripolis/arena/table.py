"""The table of a league: all figures about the bots, computed from the results and from nothing else."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from .evidence import Evidence, decided_at, evidence_of
from .league import seatings
from .play import Result
from .results import key_of

PASSES = 100
"""How often all games are rated, each time with the rounds drawn anew."""
MAX_RATED = 200_000
"""Games that are rated in all passes together, at most."""


@dataclass(frozen=True)
class Rating:
    """An openskill rating (all start at 25); `give` is 1.96 standard deviations."""

    mu: float
    give: float


@dataclass(frozen=True)
class Line:
    """One bot."""

    bot: str
    games: int
    rating: Rating | None
    score: float
    """Mean share of the other bots' seats that its seats finished ahead of; a tie counts half."""
    win_rate: float
    """Share of all first places at its tables; a shared first place is divided."""
    fair_rate: float
    """The same if all bots were equally good."""
    place: float
    by_seat: list[float | None]
    """How often it won on each seat that it had."""
    points: float | None
    points_by_seat: list[float | None]
    categories: dict[str, float]
    failures: int
    milliseconds: float
    """Mean time of one decision."""
    slowest: float
    """The longest decision, in milliseconds."""


@dataclass(frozen=True)
class Pairing:
    """Two bots that have met: `evidence` is in favour of the first."""

    a: str
    b: str
    games: int
    wins: float
    """Share of games in which the first bot finished ahead of the second (see `share_ahead`)."""
    evidence: Evidence

    @property
    def decided(self) -> bool:
        """Is it certain, up to the error rate, which of the two is better?"""
        return self.evidence.decided_at is not None

    @property
    def better(self) -> str | None:
        """The better one, where that is decided."""
        return (self.a if self.evidence.mean > 0 else self.b) if self.decided else None


@dataclass(frozen=True)
class LeagueTable:
    """All figures about a league."""

    game: str
    options: dict[str, str]
    players: int
    games: int
    error: float
    lines: list[Line]
    pairings: list[Pairing]
    failures: list[Result]
    versions: dict[str, list[str]]
    seeds: list[int]


def share_ahead(result: Result, a: str, b: str) -> float:
    """The share of pairs of seats, one of each bot, in which the first bot finished ahead; a tie counts half."""
    own = [place for place, name in zip(result["places"], result["seats"], strict=True) if name == a]
    others = [place for place, name in zip(result["places"], result["seats"], strict=True) if name == b]
    won = sum(1.0 if x < y else 0.5 if x == y else 0.0 for x in own for y in others)
    return won / (len(own) * len(others))


def rounds_of(results: list[Result]) -> dict[tuple[Any, ...], list[Result]]:
    """Games by round: group, seed and number."""
    rounds: dict[tuple[Any, ...], list[Result]] = defaultdict(list)
    for result in results:
        rounds[tuple(result["group"]), result["seed"], result["number"]].append(result)
    return dict(sorted(rounds.items()))


def scores_of(results: list[Result], a: str, b: str) -> list[float]:
    """The score of every complete round in which two bots met, in order, from -1 to 1."""
    return [
        sum(2 * share_ahead(game, a, b) - 1 for game in games) / len(games)
        for (group, _, _), games in rounds_of(results).items()
        if a in group and b in group and is_complete(games)
    ]


def is_complete(games: list[Result]) -> bool:
    """Was a round played on all of its seatings?"""
    group, players, number = tuple(games[0]["group"]), len(games[0]["seats"]), games[0]["number"]
    return len(games) == len(seatings(group, players, number))


def up_to_decision(results: list[Result], error: float) -> list[Result]:
    """The games up to the decision of their pairing: how many follow depends on the number of processes."""
    kept = []
    by_group: dict[tuple[str, ...], list[Result]] = defaultdict(list)
    for result in results:
        by_group[tuple(result["group"])].append(result)
    for group, games in by_group.items():
        last = decided_after(games, group, error)
        kept += [game for game in games if last is None or (game["seed"], game["number"]) <= last]
    return sorted(kept, key=key_of)


def decided_after(games: list[Result], group: tuple[str, ...], error: float) -> tuple[int, int] | None:
    """The round (seed and number) after which every pair of a group is decided, if there is one.

    Only rounds up to the first incomplete one count, so that the answer does not depend on which games end first.
    """
    complete: list[tuple[int, int]] = []
    for (_, seed, number), of_round in rounds_of(games).items():
        expected = (seed, complete[-1][1] + 1 if complete and complete[-1][0] == seed else 0)
        if (seed, number) != expected or not is_complete(of_round):
            break
        complete.append((seed, number))
    counted = [game for game in games if (game["seed"], game["number"]) in set(complete)]
    latest = 0
    for a, b in itertools.combinations(group, 2):
        decided = decided_at(scores_of(counted, a, b), error)
        if decided is None:
            return None
        latest = max(latest, decided)
    return complete[latest - 1]


def make_table(results: list[Result], error: float = 0.05) -> LeagueTable:
    """The table of these games (at least one)."""
    first = results[0]
    bots = list(dict.fromkeys(name for result in results for name in result["group"]))
    ratings = rate(results, bots)
    lines = [line_of(results, name, ratings.get(name)) for name in bots]
    lines.sort(key=lambda line: (-(line.rating.mu if line.rating else line.score), line.bot))
    pairings = []
    for a, b in itertools.combinations([line.bot for line in lines], 2):
        together = [result for result in results if a in result["group"] and b in result["group"]]
        if together:
            wins = sum(share_ahead(result, a, b) for result in together) / len(together)
            evidence = evidence_of(scores_of(together, a, b), error)
            pairings.append(Pairing(a, b, len(together), wins, evidence))
    return LeagueTable(
        game=first["game"],
        options=first["options"],
        players=len(first["seats"]),
        games=len(results),
        error=error,
        lines=lines,
        pairings=pairings,
        failures=[result for result in results if result["failure"]],
        versions=versions_in(results),
        seeds=sorted({result["seed"] for result in results}),
    )


def versions_in(results: list[Result]) -> dict[str, list[str]]:
    """All versions that the games were played with: of the program, the rules, and bots of other packages."""
    versions: dict[str, list[str]] = {}
    for result in results:
        own = result["versions"]
        for name, version in [*own.items(), *own.get("bots", {}).items()]:
            if name != "bots" and str(version) not in versions.setdefault(name, []):
                versions[name].append(str(version))
    return versions


def line_of(results: list[Result], name: str, rating: Rating | None) -> Line:
    """The figures of one bot."""
    own = [result for result in results if name in result["seats"]]
    players = len(own[0]["seats"])
    on_seat: list[list[float]] = [[] for _ in range(players)]
    points_on_seat: list[list[int]] = [[] for _ in range(players)]
    sums: dict[str, int] = defaultdict(int)
    places, counted, decisions, seconds, slowest = [], 0, 0, 0.0, 0.0
    wins = shares = scores = 0.0
    for result in own:
        winners = result["places"].count(1)
        others = [other for other in result["group"] if other != name]
        scores += sum(share_ahead(result, name, other) for other in others) / len(others)
        shares += 1 / len(result["group"])
        for seat, who in enumerate(result["seats"]):
            if who != name:
                continue
            won = 1 / winners if result["places"][seat] == 1 else 0.0
            wins += won
            on_seat[seat].append(won)
            places.append(result["places"][seat])
            decisions += result["decisions"][seat]
            seconds += result["seconds"][seat]
            slowest = max(slowest, result["slowest"][seat])
            if result["points"] is not None:
                counted += 1
                points_on_seat[seat].append(result["points"][seat])
                for category, points in result["categories"][seat].items():
                    sums[category] += points or 0
    total = sum(map(sum, points_on_seat))
    return Line(
        bot=name,
        games=len(own),
        rating=rating,
        score=scores / len(own),
        win_rate=wins / len(own),
        fair_rate=shares / len(own),
        place=sum(places) / len(places),
        by_seat=[_mean(won) for won in on_seat],
        points=total / counted if counted else None,
        points_by_seat=[_mean(points) for points in points_on_seat],
        categories={category: points / counted for category, points in sums.items()},
        failures=sum(result["failure"] is not None and result["failure"]["bot"] == name for result in own),
        milliseconds=1000 * seconds / decisions if decisions else 0.0,
        slowest=1000 * slowest,
    )


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


# -------------------------------------------------------------------- ratings


def rate(results: list[Result], bots: list[str]) -> dict[str, Rating]:
    """Ratings by openskill's Plackett-Luce model, where it is installed.

    Its ratings depend on the order of the games, and its own sigma takes games with the same shuffle for independent.
    So all games are rated many times, each time with as many rounds drawn with replacement; the rating is the mean, and
    its uncertainty the deviation over these passes, or sigma where that is greater (a bot that has won all of its games
    has done so in every pass).
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce(tau=0.0)  # a bot does not change from game to game
    rounds = [[(game["group"], mean_places(game)) for game in games] for games in rounds_of(results).values()]
    rng = random.Random(0)
    passes = max(20, min(PASSES, MAX_RATED // len(results)))
    by_bot: dict[str, list[Any]] = {name: [] for name in bots}
    for _ in range(passes):
        current = {name: model.rating() for name in bots}
        for games in rng.choices(rounds, k=len(rounds)):
            for group, places in games:
                rated = model.rate([[current[name]] for name in group], ranks=places)
                current |= {name: new for name, (new,) in zip(group, rated, strict=True)}
        for name in bots:
            by_bot[name].append(current[name])
    ratings = {}
    for name, of_bot in by_bot.items():
        mus = [rating.mu for rating in of_bot]
        ratings[name] = Rating(fmean(mus), 1.96 * max(stdev(mus), fmean(rating.sigma for rating in of_bot)))
    return ratings


def mean_places(result: Result) -> list[float]:
    """The mean place of every bot of a group."""
    return [
        sum(place for place, who in zip(result["places"], result["seats"], strict=True) if who == name)
        / result["seats"].count(name)
        for name in result["group"]
    ]
