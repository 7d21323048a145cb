"""A player whose instinct is weakened: who overlooks some moves, and does not tell good ones from better ones."""

from __future__ import annotations

import random
from statistics import median

from tripolis.engine.position import Position
from tripolis.nets.forward import LOGIT, STEP
from tripolis.nets.net import net_of

from .instinct import look
from .sampling import glance


class CarelessBot:
    """Plays by a net's instinct as a beginner would: its mistakes are plausible, never absurd.

    What it overlooks it overlooks as a whole: a place, a number, a card, with all actions that name it. Of the rest it
    takes one by the net's policy at a higher temperature, among those that look good at a glance and are not too far
    behind the best.
    """

    def __init__(self, name: str, overlooks: float, heat: float, reach: float) -> None:
        """`overlooks`: the chance of each part of an action not to be seen; `heat`: the temperature, and `reach`: what
        is too far behind the best, both in units of how far actions usually lie behind it here."""
        self.name, self.overlooks, self.heat, self.reach = name, overlooks, heat, reach

    def choose(self, seen: Position, seed: int) -> int:
        """An action that is noticed and looks good enough; where none is, the best one."""
        legal = seen.legal_numbers()
        if len(legal) == 1:
            return legal[0]
        rng, weights = random.Random(seed), net_of(seen.game)
        promise = dict(zip(legal, glance(seen, len(legal)), strict=True))
        legal, logits = look(seen, weights)
        top, good = max(logits), median(promise.values())
        behind = {action: top - logit for action, logit in zip(legal, logits, strict=True)}
        usual = median(behind.values())
        parts = {action: set(map(int, weights.net.table[action])) - {0} for action in legal}
        unseen = {part for part in sorted(set().union(*parts.values())) if rng.random() < self.overlooks}
        plausible = [a for a in legal if promise[a] >= good and behind[a] <= self.reach * usual]
        noticed = [a for a in plausible if not parts[a] & unseen]
        if not noticed:
            return legal[logits.index(top)]
        nearest, step = min(behind[a] for a in noticed), max(STEP, self.heat * usual / LOGIT * STEP)
        powers = weights.net.powers
        shares = [int(powers[min(int((behind[a] - nearest) / step), len(powers) - 1)]) for a in noticed]
        return rng.choices(noticed, shares)[0]
