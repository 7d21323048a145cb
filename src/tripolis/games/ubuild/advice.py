"""Advice for bots and learners."""

from tripolis.engine.record import rule

from .legal import legal_actions

N_FEATURES = 1


def feature_names() -> list[str]:
    """What each feature means."""
    return ["cash"]


@rule
def value(s, b, w, seat):
    """Cash."""
    return s.cash[seat]


@rule
def choose(s, b, w):
    """The first."""
    legal_actions(s, b, w)
    return w.actions[0]


@rule
def features(s, b, seat, out):
    """Cash."""
    out[0] = s.cash[seat]
