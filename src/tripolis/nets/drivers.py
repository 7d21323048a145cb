# mypy: ignore-errors
# ruff: noqa: F821
"""Compiled drivers of nets: what a net thinks of one observation. The names of rules mean the game's own."""

from tripolis.nets.forward import forward, set_shares, set_values


def net_look(S, B, W, net, k):
    """Policy and values of the seat to move; returns how many actions are listed."""
    s, b, w = S[0], B[0], W[0]
    seat = s.actor + 0
    features(s, b, seat, k.row)
    forward(net, k, seat)
    n = legal_actions(s, b, w)
    set_shares(net, k, w.actions, n, 1.0)
    set_values(net, k, b.players)
    return n
