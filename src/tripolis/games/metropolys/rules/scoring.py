"""The account: tokens, cards, the highest building of each district, and the secret goals.

Expert's area goals count groups of buildings, and each building for one group only. The best choice of groups is found exactly: possible groups
are listed by their lowest field, and tried in that order with a bound; see `pack`.
"""

from tripolis.engine.record import WHOLE, rule
from tripolis.engine.steps import place_by_standing, wide

from .state import (
    ALL_FIELDS,
    BRIDGES,
    BY_DISTRICT,
    CHAINS,
    DISTRICTS,
    FIELDS,
    LAKES,
    STATUES,
)


@rule
def bits(x):
    """How many bits a number has."""
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n


# ------------------------------------------------------------- highest building


@rule
def has_highest_building(s, b, seat, district):
    """Does a seat have the highest building of a district (EXPERTEN-SPIEL, Das höchste Gebäude)?

    Heights are compared from the tallest down, and one more building beats none; seats that are equal to the end all have it.
    """
    for other in range(b.players):
        if s.strength[other][district] > s.strength[seat][district]:
            return False
    return s.strength[seat][district] > 0


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
    """Are the secret goals of a seat known to whoever looks: the seat itself, or everybody at the end (GEHEIME ZIELE)?"""
    return s.observer == WHOLE or s.observer == seat or s.actor < 0


# ------------------------------------------------------------------- area goals


@rule
def area_groups(b, w, own, goal):
    """How many groups the fields in `own` make for an area goal; the groups stand in w.chosen (GEHEIME ZIELE).

    Family: every building beside what the goal names, once. Expert: groups that share no building, as many as can be.
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
        if bits(here) >= 3:
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
    """Chains: three fields that hang together, over land or bridges. Lakes: three around one lake; the lake is a bit of its own,
    so that it counts once ("at least three")."""
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
    """The most groups that share no building, out of the n in w.group, which stand in the order of their lowest field; exact.

    Groups are chosen in that order, so whatever comes later lies on fields that are not below the next group's lowest one: with
    f such fields left there are f // size more groups at most, and where that does not beat the best choice known, all that
    would follow is left out.
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
                if level + bits(left & -lowest & ALL_FIELDS) // size > best:
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
    """The account of a seat as if the game ended now (ENDE DES SPIELS of both games); goals that cannot be known are marked so."""
    points, unknown = w.points, w.unknown
    for c in range(8):
        unknown[c] = 0
    points[0] = b.highest_points * highest_buildings(s, b, seat) if b.expert else 0
    points[1] = b.trendy_points * s.tokens[seat][0]
    points[2] = b.subway_points * s.tokens[seat][1]
    points[3] = wide(b.subway_card_points) if s.subway_card == seat else 0
    points[4] = b.site_points * s.tokens[seat][2]
    points[5] = wide(b.site_card_points) if s.site_card == seat else 0
    points[6] = 0
    points[7] = 0
    w.n_chosen = 0
    if knows_goals(s, seat):
        goal, kind = wide(s.goal[seat][0]), wide(s.goal[seat][1])
        if goal:
            points[6] = b.area_points[goal] * area_groups(b, w, wide(s.own[seat]), goal)
        if kind:
            points[7] = b.neighbourhood_points * bits(s.own[seat] & b.kind_fields[kind - 1])
    else:
        unknown[6] = 1
        unknown[7] = wide(b.expert)
    w.ties[0] = s.n_built[seat]
    total = 0
    for c in range(8):
        total += points[c]
    return total


@rule
def rank(s, b, w):
    """Most points; then most buildings built; then the victory is shared (ENDE DES SPIELS)."""
    for seat in range(b.players):
        w.total[seat] = score(s, b, w, seat)
        w.standing[seat] = 64 * w.total[seat] + s.n_built[seat]
    place_by_standing(b, w)
