"""How strong is a net, and is it better than the one before? Matches, judged by the arena's sequential test."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import numpy as np

from tripolis.arena.evidence import evidence_of
from tripolis.arena.league import Fixture, seatings
from tripolis.arena.play import play
from tripolis.arena.table import share_ahead
from tripolis.bots import Bot, bot
from tripolis.bots.instinct import NetBot
from tripolis.engine.game import Game
from tripolis.nets.net import Weights

from .learner import best
from .matches import Matches
from .model import Model, Params

ERROR = 0.05
"""The chance that a net which is no better is accepted."""


class Verdict(NamedTuple):
    """What matches say of a candidate beside the accepted net."""

    better: bool
    matches: int
    share: float
    """The share of pairs that the candidate won."""
    low: float
    high: float
    """The interval of that share, right at all times at once."""


@dataclass
class Judge:
    """Plays nets against others, every kind of match equally often."""

    model: Model
    kinds: Sequence[Game]
    seed: int

    def __post_init__(self) -> None:
        self.choose = jax.jit(lambda params, *seen: best(self.model, params, *seen))
        self.number = 0

    def shares(self, params: Params, rivals: Params | None = None, rows: int = 256) -> Any:
        """The share of pairs that one seat of a net wins in each match, a row for each kind.

        On all other seats is another net or, without `rivals`, the game's quick choice.
        """
        self.number += 1
        matches = Matches(self.kinds, rows, self.seed * 1000 + self.number)
        batch = matches.batch
        own = np.arange(matches.rows) % matches.players
        done, won = np.zeros(matches.rows, bool), np.zeros(matches.rows)
        while not done.all():
            seen = batch.features.copy(), matches.legal()
            liked, other = np.asarray(self.choose(params, *seen)), batch.actors != own
            if rivals is None:
                theirs = matches.quick_choices(other & ~done)
                matches.play(np.where(theirs >= 0, theirs, liked))
            else:
                matches.play(np.where(other, np.asarray(self.choose(rivals, *seen)), liked))
            for i in np.flatnonzero(batch.ended & ~done):
                won[i] = pairs_won(batch.places[i][: matches.players[i]], own[i])
            done |= batch.ended
        return won.reshape(len(self.kinds), rows)

    def compare(self, candidate: Params, accepted: Params, rows: int = 64, most: int = 8) -> Verdict:
        """Is the candidate better? At most `most` times `rows` matches of every kind; fewer where it is clear."""
        scores: list[float] = []
        for _ in range(most):
            scores += (2 * self.shares(candidate, accepted, rows) - 1).T.ravel().tolist()  # all kinds in turn
            found = evidence_of(scores, ERROR)
            if found.decided_at:
                break
        share, low, high = ((1 + x) / 2 for x in (found.mean, found.low, found.high))
        return Verdict(found.decided_at is not None and found.mean > 0, len(scores), share, low, high)

    def against_search(self, weights: Weights, search: str, seconds: float) -> list[dict[str, float]]:
        """Matches of every kind and the share of pairs that a net's instinct won in them, for about so many seconds."""
        ends, group = time.monotonic() + seconds, ("net", search)
        bots: dict[str, Bot] = {"net": NetBot(weights), search: bot(search)}
        played: list[list[float]] = [[] for _ in self.kinds]
        while time.monotonic() < ends:
            number = len(played[-1])
            for kind, shares in zip(self.kinds, played, strict=True):
                seating = (every := seatings(group, kind.players, 0))[number % len(every)]
                shares.append(share_ahead(play(kind, bots, Fixture(self.seed, number, group, seating), 1e9), *group))
        return [{"matches": len(shares), "share": float(np.mean(shares))} for shares in played if shares]


def pairs_won(places: Any, seat: int) -> float:
    """The share of all other seats that a seat finished ahead of; a tie counts half."""
    behind, level = (places > places[seat]).sum(), (places == places[seat]).sum() - 1
    return float(behind + 0.5 * level) / (len(places) - 1)
