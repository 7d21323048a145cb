"""Information-set Monte Carlo tree search (max^n, PUCT), written once and bound to each game's own rules.

Every iteration determinizes the position (`imagine` fills in what the seat cannot know, with fresh chance), selects a
path down the tree, expands it, plays on from its leaf, and backs up the outcome of every seat. A node stands for what
the searching seat has seen: the actions so far and whatever they revealed. So two worlds that look alike to the seat
lead through the same nodes.

Where a game's plan says so (`others`), only the searching seat's own actions are searched, and all others take the
quick choice: with four seats a tree of everybody's actions hardly reaches the seat's next turn.

The records are those of `mcts.py`: `q` is the search with its plan, `nodes` the tree, `slots` the hash table of
children. Functions without `@rule` call the game's rules by name and are bound together with the driver that calls
them.

All numbers are made by +, -, *, / and the square root alone: the same on every machine, compiled or not.
"""

from math import sqrt

import numpy as np

from tripolis.engine.random import begin_chance, below, philox
from tripolis.engine.record import PLAIN, rule
from tripolis.engine.steps import copy_record, wide

ROOT = 0
NONE = -1
"""No node, or no action."""
SEEN, WORLD, LOOK = 0, 1, 2
"""The positions of a search: what the seat sees, the world of this iteration, and what the seat would see in it."""
TURN = 16
"""Decisions that it may take to finish a turn."""
HALF, LOW = (1 << 31) - 1, (1 << 62) - 1


# -------------------------------------------------------------------- drivers


def search(S, B, W, R, Q, nodes, slots, iterations):
    """Go on searching for `iterations` more."""
    b, w, r, q = B[0], W[0], R[0], Q[0]
    w.mute = 1
    for _ in range(iterations):
        determinize(S, b, w, r, q)
        select(S, b, w, r, q, nodes, slots)
        play_out(S[WORLD], b, w, r, q)
        evaluate(S[WORLD], b, w, q)
        back_up(q, nodes)
    w.mute = 0


def root_statistics(S, B, W, nodes, slots, statistics):
    """The visits and means of every legal action at the root; returns how many there are."""
    s = S[SEEN]
    seat = wide(s.actor)
    n = legal_actions(s, B[0], W[0])
    for i in range(n):
        line, action = statistics[i], wide(W[0].actions[i])
        line.number = action
        child = child_of(slots, ROOT, edge(seat, action))
        if child != NONE and nodes[child].visits > 0:
            line.visits = nodes[child].visits
            line.outcome = nodes[child].totals[seat] / nodes[child].visits
            line.wins = nodes[child].wins[seat] / nodes[child].visits
            line.lead = nodes[child].leads[seat] / nodes[child].visits
    return n


def best_line(S, B, W, Q, nodes, slots, action, prospects, line):
    """The most tried actions after one at the root, in the world S[WORLD]; returns how many there are.

    `prospects` gets what every seat can expect after the action: its outcome, its chance to win, its lead.
    """
    s, b, w, q = S[WORLD], B[0], W[0], Q[0]
    w.mute = 1
    node, n, chosen = ROOT, 0, wide(action)
    while chosen != NONE and n < len(line):
        if q.others == 0 or s.actor == q.seat:
            node = child_of(slots, node, edge(wide(s.actor), chosen))
        if n == 0 and node != NONE:
            visits = max(1, nodes[node].visits)
            for seat in range(b.players):
                prospects[0][seat] = nodes[node].totals[seat] / visits
                prospects[1][seat] = nodes[node].wins[seat] / visits
                prospects[2][seat] = nodes[node].leads[seat] / visits
        line[n] = chosen
        n += 1
        apply(s, b, w, chosen)
        if node != NONE and w.revealed != 0 and s.actor >= 0:
            copy_record(S, LOOK, WORLD)
            observe(S[LOOK], b, q.seat)
            node = child_of(slots, node, hash_record(S, LOOK) | 1)
        chosen = most_tried(s, b, w, q, nodes, slots, node)
    w.mute = 0
    return n


def most_tried(s, b, w, q, nodes, slots, node):
    """The action that was followed most often from a node, `NONE` if none was."""
    if node == NONE or s.actor < 0:
        return NONE
    actor = wide(s.actor)
    if q.others > 0 and actor != q.seat:
        return wide(choose(s, b, w))
    best, most = NONE, 0
    for i in range(legal_actions(s, b, w)):
        child = child_of(slots, node, edge(actor, wide(w.actions[i])))
        if child != NONE and nodes[child].visits > most:
            best, most = wide(w.actions[i]), wide(nodes[child].visits)
    return best


def call_weigh(S, B, W, n, weight):
    """Weigh each of the n legal actions."""
    w = W[0]
    w.mute = 1
    legal_actions(S[0], B[0], w)
    weigh(S[0], B[0], w, n, weight)
    w.mute = 0


def weigh(s, b, w, n, weight):
    """What each listed action promises, where the game does not weigh them itself: the quick choice stands out."""
    best = choose(s, b, w)
    legal_actions(s, b, w)
    for i in range(n):
        weight[i] = 1 if w.actions[i] == best else 0


# ------------------------------------------------------ the steps of an iteration


def determinize(S, b, w, r, q):
    """A random world that fits what the seat sees, with chance of its own."""
    begin_iteration(S, r, q)
    imagine(S[WORLD], b, w, q.seat, r.chance)


@rule
def begin_iteration(S, r, q):
    """What the seat sees, to become a world by the seed in `r.chance`; the iteration has chance of its own."""
    copy_record(S, WORLD, SEEN)
    philox(r.seed[0], r.seed[1], q.iterations, 0, r.seed[2], r.seed[3], r.chance)
    r.ply = q.iterations
    begin_chance(r)
    r.chance_block = 1
    q.iterations += 1


def select(S, b, w, r, q, nodes, slots):
    """Walk down the tree, noting the nodes in `q.path`, to a node that is not expanded or a child that is new."""
    s = S[WORLD]
    node = ROOT
    q.path[0], q.length = ROOT, 1
    q.last = -1
    while node != NONE and s.actor >= 0 and q.length + 2 < len(q.path):
        actor = wide(s.actor)
        if q.others > 0 and actor != q.seat:
            apply(s, b, w, choose(s, b, w))
        else:
            n = legal_actions(s, b, w)
            action = select_action(s, b, w, r, q, nodes, slots, node, n)
            if action == NONE:
                return
            node = step_to(q, nodes, slots, node, edge(actor, action), q.rest / n)
            q.last = actor
            apply(s, b, w, action)
        if node != NONE and w.revealed != 0 and s.actor >= 0:
            copy_record(S, LOOK, WORLD)
            observe(S[LOOK], b, q.seat)
            node = step_to(q, nodes, slots, node, hash_record(S, LOOK) | 1, 0.0)


def select_action(s, b, w, r, q, nodes, slots, node, n):
    """The action to follow from a node, one of n; `NONE` if it is a leaf that is not to be expanded yet."""
    if node == ROOT and q.forced >= 0:
        return wide(q.forced)
    if n == 1:
        return wide(w.actions[0])
    if nodes[node].expanded == 0:
        if nodes[node].visits < q.open_at or q.n_nodes + q.width >= len(nodes):
            return NONE
        weigh(s, b, w, n, q.weight)
        expand(w, q, nodes, slots, node, wide(s.actor), n)
        legal_actions(s, b, w)
    return best_by_puct(w, q, nodes, slots, node, wide(s.actor), n, below(r, r, n))


def play_out(s, b, w, r, q):
    """Play on by quick choices and some random ones.

    Whoever moved last in the tree finishes a turn, even where the plan cuts playouts off (with `others`: the next
    turn).
    """
    left = q.depth
    while s.actor >= 0 and (left > 0 or (s.actor == q.last and left > -TURN)):
        left -= 1
        q.last = s.actor
        if q.random > 0 and below(r, r, 256) < q.random:
            n = legal_actions(s, b, w)
            apply(s, b, w, w.actions[below(r, r, n)])
        else:
            apply(s, b, w, choose(s, b, w))


def evaluate(s, b, w, q):
    """Points of every seat at the end of the playout, and the outcomes that they mean."""
    over = s.actor < 0
    if over:
        rank(s, b, w)
    for i in range(q.players):
        q.points[i] = q.unit * w.total[i] if over else value(s, b, w, i)
    set_outcomes(w, q, over)


@rule
def back_up(q, nodes):
    """Add the outcomes to all nodes of the path."""
    for k in range(q.length):
        node = nodes[q.path[k]]
        node.visits += 1
        for i in range(q.players):
            node.totals[i] += q.outcome[i]
            node.wins[i] += q.won[i]
            node.leads[i] += q.lead[i]


# ----------------------------------------------------------- attention and outcome


@rule
def best_by_puct(w, q, nodes, slots, node, actor, n, start):
    """The listed action with the highest upper bound: it did well so far, or it has a high prior and few visits (PUCT).

    `start` is the first to be looked at, so that chance decides between equals.
    """
    parent = nodes[node]
    best, action = -1e30, wide(w.actions[0])
    untried = parent.totals[actor] / parent.visits - q.doubt if parent.visits > 0 else 0.5
    reach = q.explore * sqrt(parent.visits + 1.0)
    rest = q.rest / n
    for k in range(n):
        i = start + k if start + k < n else start + k - n
        number = child_of(slots, node, edge(actor, w.actions[i]))
        if number == NONE:
            bound = untried + reach * rest
        elif nodes[number].visits == 0:
            bound = untried + reach * nodes[number].prior
        else:
            child = nodes[number]
            bound = child.totals[actor] / child.visits + reach * child.prior / (1 + child.visits)
        if bound > best:
            best = bound
            action = wide(w.actions[i])
    return action


@rule
def expand(w, q, nodes, slots, node, actor, n):
    """Add children with priors for the actions with the highest weights; all other actions share what is left."""
    width = min(n, int(q.width))
    top = q.weight[0]
    for i in range(n):
        top = max(top, q.weight[i])
    total = 0.0
    for k in range(width):
        best = -1
        for i in range(n):
            if w.actions[i] >= 0 and (best < 0 or q.weight[i] > q.weight[best]):
                best = i
        far = 1.0 + (top - q.weight[best]) / q.spread
        share = 1.0 / (far * far)
        total += share
        q.children[k] = make_child(q, nodes, slots, node, edge(actor, w.actions[best]), share)
        w.actions[best] = -1
    for k in range(width):
        nodes[q.children[k]].prior *= (1.0 - q.rest) / total
    nodes[node].expanded = 1


@rule
def ahead(lead, scale):
    """A lead as a number between 0 and 1."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


@rule
def set_outcomes(w, q, over):
    """Turn `q.points` into outcomes between 0 and 1: how far ahead of the best other seat (or of all), at the end the
    place too.

    Also notes for every seat whether it has won and by how many points it leads, and adds to its wins.
    """
    players = q.players
    for i in range(players):
        other, pairs = -1e30, 0.0
        for j in range(players):
            if j != i:
                other = max(other, q.points[j])
                pairs += ahead(q.points[i] - q.points[j], q.scale)
        lead = q.points[i] - other
        won = ahead(lead, q.scale)
        outcome = pairs / (players - 1) if q.pairs > 0 else won
        if over:
            beaten, equal = 0.0, 0.0
            for j in range(players):
                if j != i:
                    beaten += 1.0 if w.place[j] > w.place[i] else 0.0
                    equal += 1.0 if w.place[j] == w.place[i] else 0.0
            outcome = (1.0 - q.place) * outcome + q.place * (beaten + 0.5 * equal) / (players - 1)
            won = 1.0 / (1.0 + equal) if w.place[i] == 1 else 0.0
        q.outcome[i] = outcome
        q.wins[i] += won
        q.won[i] = won
        q.lead[i] = lead / q.unit


# --------------------------------------------------------------------- the tree


@rule
def mix(h, x):
    """A hash of a hash and a number, below 2**62. No product leaves 63 bits: LLVM may take it that none does."""
    h = (h ^ x) & LOW
    right = (h & HALF) * 0x5851F42D
    left = (h >> 31) * 0x4C957F2D
    h = right ^ (left >> 31) ^ ((left & HALF) << 31)
    return h ^ (h >> 29)


if PLAIN:

    def hash_record(records, i):
        """A hash of a record: its fields."""
        record = records[i]
        return hash(repr([getattr(record, name) for name in type(record).__slots__])) & LOW

else:

    @rule
    def hash_record(records, i):
        """A hash of a record: its memory as 64-bit words."""
        words = records[i : i + 1].view(np.int64)
        h = 0
        for k in range(len(words)):
            h = mix(h, words[k])
        return h


@rule
def edge(actor, action):
    """The mark of an action; an even number, so that it never meets the mark of something seen."""
    return (action * 16 + actor) * 2


@rule
def key_of(node, mark):
    """The key of a node's child under a mark, never 0."""
    return mix(mix(node, mark), node) | 1


@rule
def slot_of(slots, key):
    """Where the hash table keeps a key, or would keep it."""
    last = len(slots) - 1
    i = key & last
    while slots[i].key != 0 and slots[i].key != key:
        i = (i + 1) & last
    return i


@rule
def child_of(slots, node, mark):
    """The child of a node under a mark, `NONE` if there is none."""
    slot = slots[slot_of(slots, key_of(node, mark))]
    return wide(slot.node) if slot.key != 0 else NONE


@rule
def make_child(q, nodes, slots, node, mark, prior):
    """The child of a node under a mark, added if it is new; `NONE` if the tree is full."""
    key = key_of(node, mark)
    slot = slots[slot_of(slots, key)]
    if slot.key != 0:
        return wide(slot.node)
    if q.n_nodes == len(nodes):
        return NONE
    child = wide(q.n_nodes)
    slot.key, slot.node = key, child
    nodes[child].prior = prior
    q.n_nodes += 1
    return child


@rule
def step_to(q, nodes, slots, node, mark, prior):
    """`make_child`, and the next node of the path."""
    child = make_child(q, nodes, slots, node, mark, prior)
    if child != NONE:
        q.path[q.length] = child
        q.length += 1
    return child
