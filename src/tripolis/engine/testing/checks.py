"""The kit's compiled checks: all that numbers can tell about one position, for every seat, in a call each.

Bound to a game like the drivers of `drivers.py`. The position is S[TRUE] and stays as it is; the other records are
worked on. A check that fails gives its number at once: `note` then says where, and the records show it (`probe.py`
makes a sentence of that).
"""
# mypy: ignore-errors
# ruff: noqa: F821  (the names of rules mean the game's functions)

from enum import IntEnum

from ..random import below
from ..record import PLAIN, WHOLE, rule
from ..steps import copy_record, wide

TRUE, KEPT, OTHER, SEEN, OTHER_SEEN, WORLD, AGAIN, FIRST_AFTER = range(8)
"""What the records are: the position, it or an observation before a call, the position with other secrets, what a
seat sees of both, what it imagines, what it would see of that, and what it sees after each move that is tried."""

ACTIONS, WORLDS = 5, 4
"""Moves tried at a position for each viewer, and worlds that each is tried in."""

RECORDS = FIRST_AFTER + ACTIONS * WORLDS

SEAT, ACTION, OWNER, CATEGORY, ONE, TWO, NOTES = range(7)
"""What a note says: seat, action, whose account, which category, and two records that should be the same."""


class Wrong(IntEnum):
    """What a check found."""

    LIST = 1
    LISTED = 2
    UNLISTED = 3
    GOES_ON = 4
    STUCK = 5
    LISTING = 6
    SUM = 7
    OPEN = 8
    PLACES = 9
    COUNTING = 10
    ADVICE = 11
    FEATURE = 12
    ADVISING = 13
    SIGHT = 14
    GUESS = 15
    POINTS = 16
    MOVES = 17
    FEATURES = 18
    LOOKS = 19
    SEEDS = 20
    NO_WORLD = 21
    MANY_EVENTS = 22
    TOO_LITTLE = 23
    TOO_MUCH = 24
    REVEALED = 25
    NOT_WHOLE = 26
    TOTALS = 27


if PLAIN:

    def same(records, words, one, two):
        """Are two records equal?"""
        a, b = records[one], records[two]
        return all(getattr(a, name) == getattr(b, name) for name in type(a).__slots__)

else:

    @rule
    def same(records, words, one, two):
        """Are two records equal? (`words` are the same records as rows of 64-bit numbers.)"""
        for i in range(words.shape[1]):
            if words[one, i] != words[two, i]:
                return False
        return True


@rule
def another(pool, n, old, r):
    """One of the n numbers of a pool, another one than before if there is one."""
    others = 0
    for i in range(n):
        if pool[i] != old:
            others += 1
    if others == 0:
        return old
    k = below(r, r, others)
    for i in range(n):
        if pool[i] != old:
            if k == 0:
                return pool[i]
            k -= 1
    return old


@rule
def new_seed(r, seed):
    """A seed for an imagined world."""
    for i in range(4):
        seed[i] = below(r, r, 1 << 30)


# ---------------------------------------------------------------------- rules


def try_rules(S, B, W, words, codes, listed, unlisted, truth, note):
    """What is listed is what is not refused; totals are sums, and places follow; and nothing of it changes the
    position.

    Leaves the reasons in `codes`, the points in `truth` (row 2p: seat p's points, row 2p + 1: which are unknown).
    """
    s, b, w = S[TRUE], B[0], W[0]
    copy_record(S, KEPT, TRUE)
    note[ONE], note[TWO] = KEPT, TRUE
    n = legal_actions(s, b, w)
    if n > len(w.actions):
        return Wrong.LIST
    for i in range(n):
        action = w.actions[i]
        if action < 0 or action >= len(codes) or listed[action] != 0:
            return Wrong.LIST
        listed[action] = 1
    for action in range(len(codes)):
        code = refuse(s, b, w, action)
        codes[action] = code
        note[ACTION] = action
        if listed[action] != 0:
            listed[action] = 0
            if code != 0:
                return Wrong.LISTED
        elif code == 0 and not (unlisted[0] <= action < unlisted[1]):
            return Wrong.UNLISTED
        if code == 0 and s.actor < 0:
            return Wrong.GOES_ON
    if s.actor >= 0 and n == 0:
        return Wrong.STUCK
    if not same(S, words, KEPT, TRUE):
        return Wrong.LISTING

    for seat in range(b.players):
        note[SEAT] = seat
        total = score(s, b, w, seat)
        for c in range(len(w.points)):
            truth[2 * seat][c] = w.points[c]
            truth[2 * seat + 1][c] = w.unknown[c]
            if w.unknown[c] == 0:
                total -= w.points[c]
            elif s.actor < 0:
                return Wrong.OPEN
        if total != 0:
            return Wrong.SUM
    rank(s, b, w)
    for p in range(b.players):
        total = wide(w.total[p])
        for c in range(len(w.points)):
            if truth[2 * p + 1][c] == 0:
                total -= truth[2 * p][c]
        if total != 0:
            return Wrong.TOTALS
        before = 0
        for q in range(b.players):
            if w.place[q] < w.place[p]:
                before += 1
        if w.place[p] != 1 + before:
            return Wrong.PLACES
    if not same(S, words, KEPT, TRUE):
        return Wrong.COUNTING
    return 0


# ---------------------------------------------------------------------- sight


def try_sight(S, B, W, R, words, codes, truth, pools, sizes, seed, out, other_out, bounds, spare, note):
    """What the viewers may not know is replaced, and must change nothing for them; what they imagine looks the same;
    features keep to their bounds, and advice is legal.

    The seat on turn comes last: its observation is left in S[SEEN], the position with other secrets in S[OTHER].
    """
    s, b, w, r = S[TRUE], B[0], W[0], R[0]
    for k in range(b.players + 1):
        seat = (s.actor + 2 + k) % (b.players + 1) - 1
        note[SEAT] = seat
        copy_record(S, OTHER, TRUE)
        scramble(s, S[OTHER], b, seat, pools, sizes, r)
        copy_record(S, SEEN, TRUE)
        copy_record(S, OTHER_SEEN, OTHER)
        other, seen, other_seen = S[OTHER], S[SEEN], S[OTHER_SEEN]
        observe(seen, b, seat)
        observe(other_seen, b, seat)
        note[ONE], note[TWO] = SEEN, OTHER_SEEN
        if not same(S, words, SEEN, OTHER_SEEN):
            return Wrong.SIGHT
        copy_record(S, KEPT, SEEN)

        for owner in range(b.players):
            note[OWNER] = owner
            score(seen, b, w, owner)
            for c in range(len(w.points)):
                note[CATEGORY] = c
                if w.unknown[c] == 0 and (truth[2 * owner + 1][c] != 0 or truth[2 * owner][c] != w.points[c]):
                    return Wrong.GUESS
        if seat >= 0:
            # What the seat knows of its own points is known to be true by now: other secrets must leave it so.
            score(seen, b, w, seat)
            for c in range(len(w.points)):
                spare[c] = w.unknown[c]
            score(other, b, w, seat)
            for c in range(len(w.points)):
                note[CATEGORY] = c
                if spare[c] == 0 and (w.unknown[c] != 0 or w.points[c] != truth[2 * seat][c]):
                    return Wrong.POINTS
            features(seen, b, seat, out)
            features(other_seen, b, seat, other_out)
            for i in range(len(out)):
                if out[i] < 0 or out[i] > bounds[i]:
                    note[ACTION] = i
                    return Wrong.FEATURE
                if out[i] != other_out[i]:
                    return Wrong.FEATURES
        if seat >= 0 and seat == s.actor:
            n = legal_actions(s, b, w)
            for i in range(n):
                spare[i] = w.actions[i]
            for view in (OTHER, SEEN):
                if legal_actions(S[view], b, w) != n:
                    return Wrong.MOVES
                for i in range(n):
                    if w.actions[i] != spare[i]:
                        return Wrong.MOVES

        new_seed(r, seed)
        copy_record(S, WORLD, SEEN)
        imagine(S[WORLD], b, w, seat, seed)
        if S[WORLD].observer != WHOLE:
            return Wrong.NOT_WHOLE
        copy_record(S, AGAIN, WORLD)
        observe(S[AGAIN], b, seat)
        note[TWO] = AGAIN
        if not same(S, words, SEEN, AGAIN):
            return Wrong.LOOKS
        copy_record(S, AGAIN, SEEN)
        imagine(S[AGAIN], b, w, seat, seed)
        if not same(S, words, WORLD, AGAIN):
            return Wrong.SEEDS
        if seat >= 0 and seat == s.actor and legal_actions(S[WORLD], b, w) == 0:
            return Wrong.NO_WORLD

    seen = S[SEEN]
    note[ONE], note[TWO] = KEPT, SEEN
    action = choose(seen, b, w)
    note[ACTION] = action
    if action < 0 or action >= len(codes) or codes[action] != 0:
        return Wrong.ADVICE
    value(seen, b, w, s.actor)
    if not same(S, words, KEPT, SEEN):
        return Wrong.ADVISING
    return 0


# --------------------------------------------------------------------- events


def try_events(S, B, W, R, words, heard, seed, legal, note):
    """Events tell each viewer the whole change and nothing more. Counts the worlds that were tried in note[NOTES].

    Among worlds that look alike to a viewer: what it hears after an action decides what it sees, and what it sees
    decides what it hears; and where nothing is said to be revealed, it sees the same in all of them. `heard` has a
    block for each world: in the row before its events stands how many they are.
    """
    s, b, w, r = S[TRUE], B[0], W[0], R[0]
    note[NOTES] = 0
    for seat in range(-1, b.players):
        note[SEAT] = seat
        n = legal_actions(s, b, w)
        for i in range(n):
            legal[i] = w.actions[i]
        worlds = 0
        for i in range(min(n, ACTIONS)):
            j = i + below(r, r, n - i)
            action = legal[j]
            legal[j] = legal[i]
            note[ACTION] = action
            first, sights, revealed = worlds, 0, False
            for k in range(WORLDS):
                after = FIRST_AFTER + worlds
                copy_record(S, after, TRUE)
                world = S[after]
                if k > 0:
                    new_seed(r, seed)
                    observe(world, b, seat)
                    imagine(world, b, w, seat, seed)
                if refuse(world, b, w, action) != 0:
                    continue
                apply(world, b, w, action)
                if w.n_events > len(w.events):
                    return Wrong.MANY_EVENTS
                revealed = revealed or w.revealed != 0
                note[NOTES] += 1
                if world.actor < 0:
                    continue  # all is open now: whatever is shown at the end is not too much
                write_heard(w, seat, heard[worlds])
                observe(world, b, seat)
                fresh = True
                for m in range(worlds):
                    looks, sounds = same(S, words, FIRST_AFTER + m, after), same_heard(heard[m], heard[worlds])
                    note[ONE], note[TWO] = FIRST_AFTER + m, after
                    if sounds and not looks:
                        return Wrong.TOO_LITTLE
                    if m >= first and looks:
                        fresh = False
                        if not sounds:
                            return Wrong.TOO_MUCH
                if fresh:
                    sights += 1
                worlds += 1
            if sights > 1 and not revealed:
                return Wrong.REVEALED
    return 0


@rule
def write_heard(w, seat, rows):
    """The events of the last `apply` that are for a viewer's ears."""
    n = 0
    for i in range(w.n_events):
        if w.events[i][1] == -1 or w.events[i][1] == seat:
            n += 1
            for k in range(len(w.events[i])):
                rows[n][k] = w.events[i][k]
    rows[0][0] = n


@rule
def same_heard(a, b):
    """Did a viewer hear the same twice?"""
    for i in range(a[0][0] + 1):
        for k in range(len(a[i]) if i > 0 else 1):
            if a[i][k] != b[i][k]:
                return False
    return True
