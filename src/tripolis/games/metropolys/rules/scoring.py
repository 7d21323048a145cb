"""The account: tokens, special cards, the highest building of each district, and the secret goals.

Expert's area goals count groups of buildings, and each building in one group only. The best choice of groups is exact:
the possible groups are listed by their lowest field and tried in that order, with a bound (see `pack`).
"""

from tripolis.engine.record import WHOLE, rule
from tripolis.engine.steps import place_by_standing, wide

from .state import (
    ALL_FIELDS,
    BRIDGES,
    BY_DISTRICT,
    CATEGORIES,
    CHAINS,
    DISTRICTS,
    FIELDS,
    LAKES,
    SITE,
    STATUES,
    SUBWAY,
    TRENDY,
)

HIGHEST, TRENDY_TOKENS, SUBWAY_TOKENS, SUBWAY_CARD, SITE_TOKENS, SITE_CARD, AREA, NEIGHBOURHOOD = range(len(CATEGORIES))
"""The categories' places in w.points."""


@rule
def count(fields):
    """How many fields a set has."""
    n = 0
    while fields:
        fields &= fields - 1
        n += 1
    return n


# ------------------------------------------------------------- highest building


@rule
def has_highest_building(s, b, seat, district):
    """Does a seat have the highest building of a district (rulebook: Expert; ruling 10)?

    Heights are compared from the tallest down, and one more building beats none (`HEIGHT_WEIGHT` adds them up so);
    seats that stay equal all have it.
    """
    for other in range(b.players):
        if s.heights[other][district] > s.heights[seat][district]:
            return False
    return s.heights[seat][district] > 0


@rule
def highest_buildings(s, b, seat):
    """In how many districts a seat has the highest building."""
    n = 0
    for district in range(DISTRICTS):
        if has_highest_building(s, b, seat, district):
            n += 1
    return n


# ------------------------------------------------------------------- secret goals


@rule
def knows_goals(s, seat):
    """Does the observer know a seat's secret goals: its own, or all of them at the end (rulebook: secret goals)?"""
    return s.observer == WHOLE or s.observer == seat or s.actor < 0


# ------------------------------------------------------------------- area goals


@rule
def area_groups(b, w, own, goal):
    """How many groups the fields in `own` make for an area goal; the groups are in w.chosen (rulebook: secret goals).

    Family: every building beside what the goal names, once. Expert: as many groups as possible that share no building.
    """
    if b.expert == 0:
        return each_alone(w, own & b.near[goal])
    if goal == BY_DISTRICT:
        return whole_districts(b, w, own)
    n = 0
    size = 3
    if goal == BRIDGES:
        size = 2
        for i in range(b.n_bridges):
            n = add_group(w, n, own, wide(b.bridge[i]))
    elif goal == STATUES:
        for i in range(b.n_statues):
            n = add_group(w, n, own, wide(b.statue[i]))
    else:
        n = list_triples(b, w, own, goal)
    return pack(w, n, own, size)


@rule
def each_alone(w, fields):
    """Every field is a group of its own."""
    n = 0
    while fields:
        w.chosen[n] = fields & -fields
        fields &= fields - 1
        n += 1
    w.n_chosen = n
    return n


@rule
def whole_districts(b, w, own):
    """Districts with at least three own buildings, each once."""
    n = 0
    for d in range(DISTRICTS):
        here = own & b.district_fields[d]
        if count(here) >= 3:
            w.chosen[n] = here
            n += 1
    w.n_chosen = n
    return n


@rule
def add_group(w, n, own, group):
    """List a group if all of it is built on."""
    if group & ~own == 0:
        w.group[n] = group
        return n + 1
    return n


@rule
def list_triples(b, w, own, goal):
    """List chains, three fields joined by land or bridges, or three fields around one lake.

    A lake is a bit of its own in its groups, so that it counts once ("at least three").
    """
    m = 0
    for field in range(FIELDS):
        if own >> field & 1:
            w.mine[m] = field
            m += 1
    n = 0
    for i in range(m):
        one = wide(w.mine[i])
        near = b.neighbours[one]
        for j in range(i + 1, m):
            two = wide(w.mine[j])
            joined = near >> two & 1
            for k in range(j + 1, m):
                three = wide(w.mine[k])
                group = 1 << one | 1 << two | 1 << three
                if goal == CHAINS:
                    if joined + (near >> three & 1) + (b.neighbours[two] >> three & 1) >= 2:
                        w.group[n] = group
                        n += 1
                elif goal == LAKES:
                    for lake in range(b.n_lakes):
                        if group & ~b.lake[lake] == 0:
                            w.group[n] = group | 1 << (FIELDS + lake)
                            n += 1
    return n


@rule
def pack(w, n, own, size):
    """The most groups that share no building, out of the n in w.group, which are sorted by their lowest field; exact.

    Groups are chosen in that order, so whatever comes later lies on fields not below the next group's lowest one. With
    f such fields left, at most f // size more groups can follow; where that does not beat the best choice so far, the
    rest is skipped (docs/decisions/007-exact-groups.md).
    """
    best, level, i = 0, 0, 0
    left = -1 ^ ALL_FIELDS | own  # the bits of lakes are free too
    w.n_chosen = 0
    while True:
        deeper = False
        while i < n:
            group = w.group[i]
            if group & ~left == 0:
                lowest = group & -group
                if level + count(left & -lowest & ALL_FIELDS) // size > best:
                    deeper = True
                else:
                    i = n
                break
            i += 1
        if deeper:
            w.taken_group[level] = i
            w.open_fields[level] = left
            left &= ~group & -lowest
            level += 1
            i += 1
            if level > best:
                best = level
                w.n_chosen = best
                for k in range(best):
                    w.chosen[k] = w.group[w.taken_group[k]]
        elif level == 0:
            return best
        else:
            level -= 1
            i = w.taken_group[level] + 1
            left = w.open_fields[level]


# ------------------------------------------------------------------ the account


@rule
def score(s, b, w, seat):
    """The account of a seat as if the game ended now (rulebook: end of the game); unknown goals are marked."""
    points, unknown, tokens = w.points, w.unknown, s.tokens[seat]
    for category in range(len(points)):
        unknown[category] = 0
    points[HIGHEST] = b.highest_points * highest_buildings(s, b, seat) if b.expert else 0
    points[TRENDY_TOKENS] = b.trendy_points * tokens[TRENDY - 1]
    points[SUBWAY_TOKENS] = b.subway_points * tokens[SUBWAY - 1]
    points[SUBWAY_CARD] = wide(b.subway_card_points) if s.subway_card == seat else 0
    points[SITE_TOKENS] = b.site_points * tokens[SITE - 1]
    points[SITE_CARD] = wide(b.site_card_points) if s.site_card == seat else 0
    points[AREA] = 0
    points[NEIGHBOURHOOD] = 0
    w.n_chosen = 0
    if knows_goals(s, seat):
        area, kind = wide(s.goal[seat][0]), wide(s.goal[seat][1])
        if area:
            points[AREA] = b.area_points[area] * area_groups(b, w, wide(s.own[seat]), area)
        if kind:
            points[NEIGHBOURHOOD] = b.neighbourhood_points * count(s.own[seat] & b.kind_fields[kind - 1])
    else:
        unknown[AREA] = 1
        unknown[NEIGHBOURHOOD] = wide(b.expert)
    w.ties[0] = s.n_built[seat]
    total = 0
    for category in range(len(points)):
        total += points[category]
    return total


@rule
def rank(s, b, w):
    """Most points; ties: most buildings, else the place is shared (rulebook: end of the game; ruling 19)."""
    for seat in range(b.players):
        w.total[seat] = score(s, b, w, seat)
        w.standing[seat] = 64 * w.total[seat] + s.n_built[seat]
    place_by_standing(b, w)
