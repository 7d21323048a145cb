"""The best placement of residents and energy, found by an exact search (p. 5).

Most points, then most residents placed, then fewest empty cells (ruling on the final placement). All three are added up
in one number, so that one search finds the best of all: a point is worth POINT, a resident placed RESIDENT, an active
building 1. Why the search is exact is argued in docs/decisions/002-exact-account.md, by the numbers of its steps.
"""

from tripolis.engine.record import rule, table
from tripolis.engine.steps import wide

from .points import (
    FACTORY_HARBOUR,
    MONUMENT_INDUSTRY,
    MONUMENT_PARK,
    MONUMENT_PUBLIC,
    MONUMENT_SHOP,
    NEAR,
    PUBLIC_POINTS,
    SHOP_POINTS,
    TOWER_POINTS,
    count,
    factory_points,
    harbour_points,
    lowest,
    office_points,
    park_points,
    sort_by_kind,
)
from .state import CELLS, FACTORY, HARBOUR, MONUMENT, OFFICE, PARK, PLAYGROUND, PUBLIC, SHOP, SIZE, TOWER

POINT, RESIDENT = 1 << 13, 1 << 5
NEVER = -(1 << 30)
CUSTOMERS = table(
    [[n // most * SHOP_POINTS[most] + SHOP_POINTS[n % most] for n in range(CELLS * 5 + 1)] for most in SIZE.values()]
)
"""CUSTOMERS[expert][n]: n customers fill one shop after the other, since points grow faster and faster (p. 5)."""


@rule
def customer_value(b, shops, residents):
    """What residents bring as customers of a number of active shops."""
    customers = min(residents, shops * b.customers)
    return CUSTOMERS[b.expert][customers] * POINT + customers * (POINT + RESIDENT)


# ------------------------------------------------------ the parts of the search


@rule
def sort_by_worth(w, order, mask):
    """List the cells of a mask, those of greater `w.worth` first; returns how many."""
    n = 0
    while mask:
        cell = lowest(mask)
        mask &= mask - 1
        i = n
        while i > 0 and w.worth[order[i - 1]] < w.worth[cell]:
            order[i] = order[i - 1]
            i -= 1
        order[i] = cell
        n += 1
    return n


@rule
def best_publics(b, w, publics, vp, monuments):
    """w.public_value[n] and w.public_cells[n]: the best n public services (p. 5); returns how many there are."""
    for d in range(b.numbers + 1):
        for n in range(count(publics) + 1):
            w.public_best[d][n] = NEVER
    w.public_best[0][0] = 0
    w.public_mask[0][0] = 0
    total = 0
    for district in range(b.numbers):
        here = publics & b.district[district]
        if here == 0:
            continue
        for cell in range(CELLS):
            if here >> cell & 1:
                w.worth[cell] = vp[cell] + MONUMENT_PUBLIC * count(NEAR[cell] & monuments)
        have = sort_by_worth(w, w.order, here)
        for d in range(district, -1, -1):
            for n in range(total, -1, -1):
                value, mask = w.public_best[d][n], w.public_mask[d][n]
                if value == NEVER:
                    continue
                for k in range(have):
                    value += (w.worth[w.order[k]] + 1) * POINT + RESIDENT + 1
                    mask |= 1 << w.order[k]
                    if value > w.public_best[d + 1][n + k + 1]:
                        w.public_best[d + 1][n + k + 1] = value
                        w.public_mask[d + 1][n + k + 1] = mask
        total += have
    for n in range(total + 1):
        w.public_value[n] = NEVER
        for d in range(b.numbers + 1):
            if w.public_best[d][n] != NEVER:
                value = w.public_best[d][n] + PUBLIC_POINTS[d] * POINT
                if value > w.public_value[n]:
                    w.public_value[n] = value
                    w.public_cells[n] = w.public_mask[d][n]
    return total


@rule
def best_towers(w, levels, towers, parks, offices):
    """w.tower_value[n] and w.tower_cells[n]: the best n towers with all parks, given the active offices (p. 5 and 6).

    Only towers beside a park need trying together; of the others the highest come first.
    """
    beside = 0
    for cell in range(CELLS):
        if towers >> cell & 1:
            w.worth[cell] = TOWER_POINTS[levels[cell]]
            if NEAR[cell] & parks:
                beside |= 1 << cell
    lonely = sort_by_worth(w, w.tower_order, towers & ~beside)
    for n in range(count(towers) + 1):
        w.tower_value[n] = NEVER
    sub = beside
    while True:
        value = park_points(parks, sub | offices) * POINT
        left = sub
        n = 0
        while left:
            value += w.worth[lowest(left)] * POINT + POINT + 1
            left &= left - 1
            n += 1
        mask = sub
        k = 0
        while True:
            if value > w.tower_value[n]:
                w.tower_value[n] = value
                w.tower_cells[n] = mask
            if k == lonely:
                break
            value += w.worth[w.tower_order[k]] * POINT + POINT + 1
            mask |= 1 << w.tower_order[k]
            n += 1
            k += 1
        if sub == 0:
            return
        sub = (sub - 1) & beside


@rule
def order_factories(w, factories, shops, harbours, offices, monuments):
    """w.factory_value[n]: the best n factories, given their active neighbours (p. 6, Expert p. 8)."""
    left = factories
    while left:
        cell = lowest(left)
        left &= left - 1
        w.worth[cell] = factory_points(cell, shops, harbours, offices) + MONUMENT_INDUSTRY * count(
            NEAR[cell] & monuments
        )
    n = sort_by_worth(w, w.factory_order, factories)
    w.factory_value[0] = 0
    for k in range(n):
        w.factory_value[k + 1] = w.factory_value[k] + (w.worth[w.factory_order[k]] + 1) * POINT + RESIDENT + 1


@rule
def best_workers(w, factories, publics):
    """w.worker_value[n]: the best n residents at work in factories and public services."""
    for n in range(factories + publics + 1):
        best = NEVER
        for f in range(max(0, n - publics), min(n, factories) + 1):
            best = max(best, w.factory_value[f] + w.public_value[n - f])
        w.worker_value[n] = best


@rule
def harbour_worth(harbours, vp, monuments):
    """What harbours add to a placement: `harbour_points`, printed points, and what they cost beside monuments.

    In the search's units (p. 6, Expert p. 8).
    """
    value = harbour_points(harbours) * POINT
    while harbours:
        cell = lowest(harbours)
        harbours &= harbours - 1
        points = vp[cell] + MONUMENT_INDUSTRY * count(NEAR[cell] & monuments)
        value += (points + 1) * POINT + RESIDENT + 1
    return value


@rule
def harbour_bound(harbours, factories):
    """What harbours could bring to the factories beside them at most."""
    points = 0
    while harbours:
        points += FACTORY_HARBOUR * count(NEAR[lowest(harbours)] & factories)
        harbours &= harbours - 1
    return points * POINT


@rule
def best_rest(b, w, workers, fewest, most, shops, residents):
    """The best of workers, customers and energy together with the residents left (`w.energy_value` by far shops)."""
    best = NEVER
    for q in range(fewest, most + 1):
        for n in range(min(workers, residents) + 1):
            value = w.worker_value[n] + customer_value(b, shops + q, residents - n)
            best = max(best, value + w.energy_value[q])
    return best


@rule
def chosen_rest(b, w, workers, fewest, most, shops, residents, publics, factories):
    """The cells that `best_rest` has chosen."""
    best = NEVER
    mask = 0
    for q in range(fewest, most + 1):
        for n in range(min(workers, residents) + 1):
            value = w.worker_value[n] + customer_value(b, shops + q, residents - n) + w.energy_value[q]
            if value <= best:
                continue
            for f in range(max(0, n - publics), min(n, factories) + 1):
                if w.factory_value[f] + w.public_value[n - f] == w.worker_value[n]:
                    best = value
                    mask = w.energy_cells[q] | w.public_cells[n - f]
                    for k in range(f):
                        mask |= 1 << w.factory_order[k]
                    break
    return mask


@rule
def best_placement(b, w, kinds, levels, vp, residents, energy):
    """Bits of the buildings to activate: exactly the best account (docs/decisions/002-exact-account.md).

    w.best_sum is what they bring together in POINT, RESIDENT and 1, without what no placement changes.
    """
    sort_by_kind(w, kinds)
    towers, shops = wide(w.of_kind[TOWER]), wide(w.of_kind[SHOP])
    harbours, factories = wide(w.of_kind[HARBOUR]), wide(w.of_kind[FACTORY])
    offices, monuments = wide(w.of_kind[OFFICE]), wide(w.of_kind[MONUMENT])
    parks, playgrounds = wide(w.of_kind[PARK]), wide(w.of_kind[PLAYGROUND])
    absorbing = count(parks) + (count(playgrounds) if b.playgrounds_absorb else 0)
    parks |= playgrounds
    n_towers, n_shops, n_harbours = count(towers), count(shops), count(harbours)
    n_factories = count(factories)
    n_publics = best_publics(b, w, wide(w.of_kind[PUBLIC]), vp, monuments)
    n_workers = n_factories + n_publics

    # Step 1: the most that each number of harbours could bring.
    for n in range(n_harbours + 1):
        w.harbour_best[n] = NEVER
    sub = harbours
    while True:
        n = count(sub)
        w.harbour_best[n] = max(w.harbour_best[n], harbour_worth(sub, vp, monuments) + harbour_bound(sub, factories))
        if sub == 0:
            break
        sub = (sub - 1) & harbours

    # Shops beside factories are tried together; of the far ones those beside monuments come first.
    nothing = shops & 0  # a variable: Numba would compile what it calls once more for a literal 0
    near_shops = nothing
    for cell in range(CELLS):
        if shops >> cell & 1:
            w.worth[cell] = MONUMENT_SHOP * count(NEAR[cell] & monuments)
            if NEAR[cell] & factories:
                near_shops |= 1 << cell
    n_far = sort_by_worth(w, w.shop_order, shops & ~near_shops)
    w.shop_value[0] = 0
    for k in range(n_far):
        w.shop_value[k + 1] = w.shop_value[k] + (w.worth[w.shop_order[k]] + 1) * POINT + 1

    best = NEVER
    active = 0
    active_offices = offices
    while True:  # Step 2: every set of offices
        n_offices = count(active_offices)
        if n_offices <= residents and n_offices <= energy:
            left = energy - n_offices
            office_value = office_points(levels, active_offices, b.office_cap) * POINT
            office_value += n_offices * (2 * POINT + RESIDENT + 1)
            best_towers(w, levels, towers, parks, active_offices)
            short = left < n_towers + n_shops
            active_shops = near_shops
            while True:  # Step 3: every set of shops beside factories, if energy is short
                n_near = count(active_shops)
                fewest, most = n_far, n_far
                if short:
                    fewest, most = max(0, left - n_near - n_towers), min(n_far, left - n_near)
                if fewest <= most:
                    shop_value = 0
                    for cell in range(CELLS):
                        if active_shops >> cell & 1:
                            shop_value += (w.worth[cell] + 1) * POINT + 1
                    for q in range(fewest, most + 1):
                        lit = min(n_towers, left - n_near - q)
                        over = left - n_near - q - lit
                        w.energy_value[q] = w.tower_value[lit] + w.shop_value[q] + min(over, absorbing) * POINT
                        mask = w.tower_cells[lit]
                        for k in range(q):
                            mask |= 1 << w.shop_order[k]
                        w.energy_cells[q] = mask
                    fixed = office_value + shop_value
                    # Step 4: every set of harbours for which the bound allows more than the best so far
                    order_factories(w, factories, active_shops, nothing, active_offices, monuments)
                    best_workers(w, n_factories, n_publics)
                    hands = residents - n_offices
                    promising = False
                    for n in range(min(n_harbours, hands) + 1):
                        w.rest_value[n] = fixed + best_rest(b, w, n_workers, fewest, most, n_near, hands - n)
                        promising = promising or w.rest_value[n] + w.harbour_best[n] > best
                    sub = harbours
                    while promising:
                        n = count(sub)
                        if n <= hands and w.rest_value[n] + w.harbour_best[n] > best:
                            if harbours:  # without harbours all is as it was for the bound
                                order_factories(w, factories, active_shops, sub, active_offices, monuments)
                                best_workers(w, n_factories, n_publics)
                            value = fixed + harbour_worth(sub, vp, monuments)
                            value += best_rest(b, w, n_workers, fewest, most, n_near, hands - n)
                            if value > best:
                                best = value
                                active = active_offices | active_shops | sub
                                active |= chosen_rest(
                                    b, w, n_workers, fewest, most, n_near, hands - n, n_publics, n_factories
                                )
                        if sub == 0:
                            break
                        sub = (sub - 1) & harbours
                if active_shops == 0 or not short:
                    break
                active_shops = (active_shops - 1) & near_shops
        if active_offices == 0:
            w.best_sum = best
            return active
        active_offices = (active_offices - 1) & offices


@rule
def unchanged_sum(w, residents, energy):
    """What no placement changes: what unplaced resources cost, parks beside monuments, and that both always stand."""
    parks, monuments = wide(w.of_kind[PARK] | w.of_kind[PLAYGROUND]), wide(w.of_kind[MONUMENT])
    points, buildings = -residents - energy, count(parks) + count(monuments)
    while monuments:
        points += MONUMENT_PARK * count(NEAR[lowest(monuments)] & parks)
        monuments &= monuments - 1
    return points * POINT + buildings
