"""Information-set Monte Carlo tree search (max^n), written once and bound to each game's own rules.

Every iteration fills in what the seat cannot know (`imagine`, with fresh chance), walks down the tree, plays on from its leaf,
and brings the outcome of every seat back up. A node stands for what the searching seat has seen: the actions so far and
whatever they revealed. So two worlds that look alike to the seat lead through the same nodes.

Where a game's plan says so (`others`), only the searching seat's own actions are searched, and all others take the quick choice:
with four seats a tree of everybody's actions hardly reaches the seat's next turn.

All numbers are made by +, -, *, / and the square root alone: the same on every machine, compiled or not.
"""

from math import sqrt

from tripolis.engine.random import begin_chance, below, philox
from tripolis.engine.record import PLAIN, rule
from tripolis.engine.steps import copy_record, wide

# The columns of a search's parameters; `SearchPlan` in `engine/rooms.py` says what they mean.
EXPLORE, DOUBT, SPREAD, OPEN_AT, WIDTH, REST, DEPTH = range(7)
RANDOM, SCALE, PLACE, UNIT, OTHERS, PAIRS, SLOWER_WITH_SEATS, FORCED = range(7, 15)

ROOT = 0
NEW = -1
SEEN, WORLD, LOOK = 0, 1, 2
"""The records of a search: what the seat sees, the world of this iteration, and what the seat would see in it."""
TURN = 16
"""Decisions that it may take to finish a turn."""
HALF, LOW = (1 << 31) - 1, (1 << 62) - 1


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

    def hash_record(records, words, i):
        """A hash of a record: its fields."""
        record = records[i]
        return hash(repr([getattr(record, name) for name in type(record).__slots__])) & LOW

else:

    @rule
    def hash_record(records, words, i):
        """A hash of a record: its memory as 64-bit words."""
        h = 0
        for k in range(words.shape[1]):
            h = mix(h, words[i][k])
        return h


@rule
def slot_of(keys, node, mark):
    """Where the table keeps the child of a node under a mark, or would keep it."""
    key = mix(mix(node, mark), node) | 1
    last = len(keys) - 1
    i = key & last
    while keys[i] != 0 and keys[i] != key:
        i = (i + 1) & last
    return i


@rule
def child_of(keys, places, node, mark):
    """The child of a node under a mark, `NEW` if there is none."""
    i = slot_of(keys, node, mark)
    return places[i] if keys[i] != 0 else NEW


@rule
def make_child(keys, places, size, prior, node, mark, weight):
    """The child of a node under a mark, made if it is new; `NEW` if the tree is full."""
    i = slot_of(keys, node, mark)
    if keys[i] != 0:
        return places[i]
    if size[0] == len(prior):
        return NEW
    child = size[0]
    keys[i] = mix(mix(node, mark), node) | 1
    places[i] = child
    prior[child] = weight
    size[0] += 1
    return child


@rule
def edge(actor, action):
    """The mark of an action; an even number, so that it never meets the mark of something seen."""
    return (action * 16 + actor) * 2


# -------------------------------------------------------------------- the drivers


def weigh_by_choice(s, b, w, n, weight):
    """What each listed action promises, where the game does not weigh them itself: the quick choice stands out."""
    best = choose(s, b, w)
    legal_actions(s, b, w)
    for i in range(n):
        weight[i] = 1 if w.actions[i] == best else 0


def call_weigh(S, B, W, n, weight):
    """What each of the n legal actions promises."""
    w = W[0]
    w.mute = 1
    legal_actions(S[0], B[0], w)
    weigh(S[0], B[0], w, n, weight)
    w.mute = 0


def search(
    S,
    words,
    B,
    W,
    R,
    keys,
    places,
    size,
    visits,
    prior,
    opened,
    totals,
    wins,
    leads,
    path,
    weight,
    ranked,
    outcome,
    P,
    iterations,
):
    """Go on searching for `iterations` more; the tree's arrays keep what was learned.

    `size` holds the number of nodes and of iterations so far; `totals` sums the outcome of every seat, `wins` and `leads` the
    wins and leads (in points) of the searching seat.
    """
    b, w, r = B[0], W[0], R[0]
    seat, players = wide(S[SEEN].actor), wide(b.players)
    w.mute = 1
    if size[0] == 0:
        size[0] = 1
    for _ in range(iterations):
        # A world that fits what the seat sees, with chance of its own.
        copy_record(S, WORLD, SEEN)
        s = S[WORLD]
        philox(r.seed[0], r.seed[1], size[1], 0, r.seed[2], r.seed[3], r.chance)
        imagine(s, b, w, seat, r.chance)
        r.ply = size[1]
        begin_chance(r)
        r.chance_block = 1
        size[1] += 1

        # Down the tree, to a node that is not opened yet.
        node, depth = ROOT, 1
        path[0] = ROOT
        last = -1
        while s.actor >= 0 and depth + 2 < len(path):
            actor = wide(s.actor)
            if P[OTHERS] > 0 and actor != seat:
                apply(s, b, w, choose(s, b, w))
            else:
                n = legal_actions(s, b, w)
                action = wide(w.actions[0])
                if node == ROOT and P[FORCED] >= 0:
                    action = wide(int(P[FORCED]))
                elif n > 1:
                    if opened[node] == 0:
                        if visits[node] < P[OPEN_AT] or size[0] + P[WIDTH] >= len(visits):
                            break
                        weigh(s, b, w, n, weight)
                        open_node(w, weight, ranked, keys, places, size, prior, node, actor, n, P)
                        opened[node] = 1
                        legal_actions(s, b, w)
                    start = below(r, r, n)
                    action = promising(w, keys, places, visits, prior, totals, node, actor, n, start, P)
                child = make_child(keys, places, size, prior, node, edge(actor, action), P[REST] / n)
                last = actor
                apply(s, b, w, action)
                if child == NEW:
                    break
                node = child
                path[depth] = node
                depth += 1
            if w.revealed != 0 and s.actor >= 0:
                copy_record(S, LOOK, WORLD)
                observe(S[LOOK], b, seat)
                child = make_child(keys, places, size, prior, node, hash_record(S, words, LOOK) | 1, 0.0)
                if child == NEW:
                    break
                node = child
                path[depth] = node
                depth += 1

        # On from there, by quick choices and some random ones; whoever moved last in the tree finishes a turn (with `others`: the next).
        left = P[DEPTH]
        while s.actor >= 0 and (left > 0 or (s.actor == last and left > -TURN)):
            left -= 1
            last = wide(s.actor)
            if P[RANDOM] > 0 and below(r, r, 256) < P[RANDOM]:
                n = legal_actions(s, b, w)
                apply(s, b, w, w.actions[below(r, r, n)])
            else:
                apply(s, b, w, choose(s, b, w))

        # What came of it, for every seat, back up.
        over = s.actor < 0
        if over:
            rank(s, b, w)
        for i in range(players):
            outcome[i] = P[UNIT] * w.total[i] if over else value(s, b, w, i)
        judge(w, players, seat, over, outcome, P)
        for k in range(depth):
            node = path[k]
            visits[node] += 1
            for i in range(players):
                totals[node][i] += outcome[players + i]
            wins[node] += outcome[2 * players]
            leads[node] += outcome[2 * players + 1]
    w.mute = 0


def look(S, B, W, keys, places, visits, totals, wins, leads, found, means):
    """The legal actions at the root: number and visits in `found`, mean outcome, wins and lead in `means`; returns how many."""
    s = S[SEEN]
    seat = wide(s.actor)
    n = legal_actions(s, B[0], W[0])
    for i in range(n):
        action = wide(W[0].actions[i])
        found[i][0] = action
        found[i][1] = 0
        child = child_of(keys, places, ROOT, edge(seat, action))
        if child != NEW and visits[child] > 0:
            found[i][1] = visits[child]
            means[i][0] = totals[child][seat] / visits[child]
            means[i][1] = wins[child] / visits[child]
            means[i][2] = leads[child] / visits[child]
    return n


@rule
def promising(w, keys, places, visits, prior, totals, node, actor, n, start, P):
    """The listed action that deserves attention most: it did well so far, or it promises something and was little tried.

    `start` is the first to be looked at, so that chance decides between equals.
    """
    best, action = -1e30, wide(w.actions[0])
    mean = totals[node][actor] / visits[node] - P[DOUBT] if visits[node] > 0 else 0.5
    reach = P[EXPLORE] * sqrt(visits[node] + 1.0)
    rest = P[REST] / n
    for k in range(n):
        i = start + k if start + k < n else start + k - n
        child = child_of(keys, places, node, edge(actor, w.actions[i]))
        if child == NEW:
            found = mean + reach * rest
        elif visits[child] == 0:
            found = mean + reach * prior[child]
        else:
            found = totals[child][actor] / visits[child] + reach * prior[child] / (1 + visits[child])
        if found > best:
            best = found
            action = wide(w.actions[i])
    return action


@rule
def open_node(w, weight, ranked, keys, places, size, prior, node, actor, n, P):
    """Give the most promising actions of a node their share of attention; all others share what is left."""
    width = min(n, int(P[WIDTH]))
    top = weight[0]
    for i in range(n):
        top = max(top, weight[i])
    total = 0.0
    for k in range(width):
        best = -1
        for i in range(n):
            if w.actions[i] >= 0 and (best < 0 or weight[i] > weight[best]):
                best = i
        far = 1.0 + (top - weight[best]) / P[SPREAD]
        share = 1.0 / (far * far)
        total += share
        child = make_child(keys, places, size, prior, node, edge(actor, w.actions[best]), share)
        ranked[k] = child
        w.actions[best] = -1
    for k in range(width):
        prior[ranked[k]] *= (1.0 - P[REST]) / total


@rule
def ahead(lead, scale):
    """A lead as a number between 0 and 1."""
    return 0.5 + 0.5 * lead / (scale + abs(lead))


@rule
def judge(w, players, seat, over, outcome, P):
    """Turn points into outcomes between 0 and 1: how far ahead of the best other seat (or of all), at the end the place too.

    Reads `outcome[:players]`; writes the outcomes after them, then whether the searching seat won and by how many points it leads;
    adds what every seat has won to the sums behind that.
    """
    for i in range(players):
        other, pairs = -1e30, 0.0
        for j in range(players):
            if j != i:
                other = max(other, outcome[j])
                pairs += ahead(outcome[i] - outcome[j], P[SCALE])
        lead = outcome[i] - other
        won = ahead(lead, P[SCALE])
        found = pairs / (players - 1) if P[PAIRS] > 0 else won
        if over:
            beaten, equal = 0.0, 0.0
            for j in range(players):
                if j != i:
                    beaten += 1.0 if w.place[j] > w.place[i] else 0.0
                    equal += 1.0 if w.place[j] == w.place[i] else 0.0
            found = (1.0 - P[PLACE]) * found + P[PLACE] * (beaten + 0.5 * equal) / (players - 1)
            won = 1.0 / (1.0 + equal) if w.place[i] == 1 else 0.0
        outcome[players + i] = found
        outcome[2 * players + 2 + i] += won
        if i == seat:
            outcome[2 * players] = won
            outcome[2 * players + 1] = lead / P[UNIT]
