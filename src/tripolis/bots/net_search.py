# mypy: ignore-errors
# ruff: noqa: F821
"""The tree search of `search.py` with a net in it: priors from its policy, outcomes from its values, no playouts.

Every iteration ends at a node that nobody has looked at yet. There the net looks once, through the eyes of the seat to
move: its policy gives the priors of the actions, its values the outcome of every seat. Where secrets count, the values
are those that the searching seat sees at its next turn (`own_eyes`).
"""

from tripolis.engine.random import below
from tripolis.engine.record import rule
from tripolis.engine.steps import copy_record, wide
from tripolis.nets.forward import OUTCOME, POINTS, WIN, forward, set_shares, set_values

from .search import (
    HALF,
    LOOK,
    NONE,
    ROOT,
    WORLD,
    back_up,
    begin_iteration,
    best_by_puct,
    child_of,
    edge,
    hash_record,
    make_child,
    set_outcomes,
    step_to,
)

LEAST = 0.1
"""An action gets a node of its own at once if the policy gives it so much of an equal share."""


def search_with_net(S, B, W, R, Q, nodes, slots, net, k, iterations):
    """Go on searching for `iterations` more."""
    b, w, r, q = B[0], W[0], R[0], Q[0]
    w.mute = 1
    for _ in range(iterations):
        imagine_world(S, b, w, r, q)
        descend(S, b, w, r, q, nodes, slots, net, k)
        back_up(q, nodes)
    w.mute = 0


def imagine_world(S, b, w, r, q):
    """A random world that fits what the seat sees, with chance of its own."""
    begin_iteration(S, r, q)
    imagine(S[WORLD], b, w, q.seat, r.chance)


def descend(S, b, w, r, q, nodes, slots, net, k):
    """Walk down the tree to the end of the match or to a node that is new, and find what that means for every seat."""
    s = S[WORLD]
    node = ROOT
    q.path[0], q.length = ROOT, 1
    while s.actor >= 0:
        actor = wide(s.actor)
        n = legal_actions(s, b, w)
        if n == 1:
            action = wide(w.actions[0])
        elif node == ROOT and q.forced >= 0:
            action = wide(q.forced)
        elif q.instinct > 0 and actor != q.seat and node != NONE and nodes[node].expanded != 0:
            action = by_instinct(w, nodes, slots, node, actor, n, below(r, r, HALF) if q.instinct > 1 else NONE)
        else:
            full = node == NONE or q.n_nodes + n + 2 >= len(nodes) or q.length + 3 >= len(q.path)
            if full or nodes[node].expanded == 0:
                advised = look(S, b, w, q, net, k, actor)
                if not full:
                    expand_by_policy(w, q, k, nodes, slots, node, actor, n, advised)
                if q.own_eyes > 0 and actor != q.seat:
                    look_with_own_eyes(S, b, w, q, net, k, actor)
                return
            action = best_by_puct(w, q, nodes, slots, node, actor, n, below(r, r, n))
        if node != NONE:
            node = step_to(q, nodes, slots, node, edge(actor, action), q.rest / n)
        apply(s, b, w, action)
        if node != NONE and w.revealed != 0 and s.actor >= 0:
            copy_record(S, LOOK, WORLD)
            observe(S[LOOK], b, q.seat)
            node = step_to(q, nodes, slots, node, hash_record(S, LOOK) | 1, 0.0)
    end(s, b, w, q)


def end(s, b, w, q):
    """The match is over in this world: what that means for every seat."""
    rank(s, b, w)
    for i in range(q.players):
        q.points[i] = q.unit * w.total[i]
    set_outcomes(w, q, True)


@rule
def by_instinct(w, nodes, slots, node, actor, n, chance):
    """The listed action with the highest prior; with chance in 0..HALF, one drawn by the priors."""
    best, action, left = -1.0, wide(w.actions[0]), chance / HALF
    for i in range(n):
        child = child_of(slots, node, edge(actor, w.actions[i]))
        prior = nodes[child].prior if child != NONE else 0.0
        if chance == NONE:
            if prior > best:
                best, action = prior, wide(w.actions[i])
        else:
            left -= prior
            action = wide(w.actions[i]) if prior > 0 else action
            if left <= 0:
                return action
    return action


def look(S, b, w, q, net, k, actor):
    """Let the net look through the eyes of the seat to move: outcomes of every seat, and a share for each action.

    Returns the quick choice, if the plan asks for it.
    """
    copy_record(S, LOOK, WORLD)
    observe(S[LOOK], b, actor)
    features(S[LOOK], b, actor, k.row)
    forward(net, k, actor)
    advised = wide(choose(S[LOOK], b, w)) if q.advised > 0 else NONE
    n = legal_actions(S[LOOK], b, w)
    set_shares(net, k, w.actions, n, q.heat)
    set_values(net, k, q.players)
    for i in range(q.players):
        seat = (actor + i) % q.players
        q.outcome[seat] = k.values[OUTCOME][i]
        q.won[seat] = k.values[WIN][i]
        q.wins[seat] += q.won[seat]
        q.points[seat] = k.values[POINTS][i] * q.scale / q.unit
    for seat in range(q.players):
        best = -1e30
        for other in range(q.players):
            if other != seat:
                best = max(best, q.points[other])
        q.lead[seat] = q.points[seat] - best
    return advised


def look_with_own_eyes(S, b, w, q, net, k, actor):
    """Go on by quick choices to the searching seat's turn, and let the net look through the eyes of that seat.

    A net that looks through the actor's eyes knows nothing of the searching seat's secrets, and values its position as
    if it had any. What the position is worth to the actor stays as the actor sees it.
    """
    s, theirs = S[WORLD], q.outcome[actor]
    for i in range(q.players):
        q.wins[i] -= q.won[i]
    while s.actor >= 0 and s.actor != q.seat:
        apply(s, b, w, choose(s, b, w))
    if s.actor < 0:
        end(s, b, w, q)
    else:
        look(S, b, w, q, net, k, q.seat)
        q.outcome[actor] = theirs


def expand_by_policy(w, q, k, nodes, slots, node, actor, n, advised):
    """Add children with the policy's shares as priors; actions that it hardly thinks of share what is left."""
    total = 0.0
    for i in range(n):
        total += k.shares[i]
    for i in range(n):
        prior = (1.0 - q.rest - q.advised) * k.shares[i] / total + q.rest / n
        if wide(w.actions[i]) == advised:
            prior += q.advised
        if prior > LEAST / n:
            child = make_child(q, nodes, slots, node, edge(actor, w.actions[i]), prior)
            nodes[child].prior = prior
    nodes[node].expanded = 1
