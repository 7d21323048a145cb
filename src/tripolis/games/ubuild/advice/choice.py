"""A quick choice: buy, bid and build by value, and keep a reserve for the rents ahead. Amounts are in units of 10k."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.conditions import hazard_distance, refuse_deal
from ..rules.legal import legal_actions
from ..rules.scoring import is_doubled, means, mortgage_value, rent
from ..rules.state import (
    ANSWER,
    AUCTION,
    BLOCKS,
    BUILD,
    BUY,
    DEAL,
    DISTRICTS,
    HAZARD,
    JAIL,
    LEGAL,
    NOBODY,
    RAISE,
    ROLL,
    STADIUM,
    STEPS,
    TOWER,
    act,
)
from .deals import N_STEPS, choose_answer, choose_change, plan_purchase, plan_sale
from .value import HORIZON, balance, reserve, visits

NEVER = -(1 << 30)


# --------------------------------------------------------------- buying, bidding


@rule
def price_limit(s, b, seat, d):
    """What a district is worth at an auction: more if it completes a colour of the seat or of another player."""
    price = wide(b.price[d])
    group = b.group_set[b.group[d]]
    rest = group & ~(1 << d)
    if rest == 0:
        return price
    if s.holds[seat] & rest == rest:
        return price * 2
    for q in range(b.players):
        if s.holds[q] & rest == rest:
            return price * 3 // 2
    return price + price // 4 if s.holds[seat] & rest else price


@rule
def choose_bid(s, b, seat):
    """Raise by a third of what is left up to the limit, and keep some cash."""
    d = wide(b.district[s.at[s.turn]])
    limit = min(price_limit(s, b, seat, d), wide(s.cash[seat]) - reserve(s, b, seat) // 3)
    if limit <= s.bid:
        if s.bid == 0 and seat == s.turn:
            return act.bid(1)
        return act.DROP
    step = 1
    for i in range(N_STEPS):
        if STEPS[i] <= max(5, (limit - s.bid) // 3) and STEPS[i] <= limit - s.bid:
            step = STEPS[i]
    return act.bid(s.bid + step)


@rule
def choose_buy(s, b, seat):
    """Buy what leaves a part of the reserve, and at any cost what completes a colour."""
    d = wide(b.district[s.at[seat]])
    price, cash = wide(b.price[d]), wide(s.cash[seat])
    if cash < price:
        return act.AUCTION
    if cash - price >= reserve(s, b, seat) // 2 or price_limit(s, b, seat, d) > price + price // 3:
        return act.BUY
    return act.AUCTION


# --------------------------------------------------------------------- building


@rule
def block_gain(s, b, seat, d, kind):
    """What one more block brings on average, looking at as many as can still be bought in this turn, less its price."""
    have = wide(s.blocks[d][0] + s.blocks[d][1])
    industrial = wide(s.blocks[d][1])
    n = min(b.turn_blocks - s.bought, b.max_blocks - have)
    beside_hazard = s.beside_hazard >> d & 1
    if beside_hazard:
        if kind == 0:
            return NEVER
        more = b.rent[d][min(industrial + n, BLOCKS)] - b.rent[d][industrial]
    else:
        more = b.rent[d][min(have + n, BLOCKS)] - b.rent[d][have]
        if kind == 0 and b.starter == 0 and s.beside_bonus >> d & 1 == 0:
            more = more * 3 // 4
    if is_doubled(s, b, d):
        more *= 2
    return more * visits(b) // (100 * max(1, n)) - b.block_price[d][kind]


@rule
def build_gain(s, b, seat, action):
    """What a project brings, less its cost: for large buildings half their price."""
    if act.is_special(action):
        building, home, gain = act.special_building(action), act.special_district(action), 0
        if building == STADIUM:
            return b.stadium_bonus * HORIZON * 7 // (2 * b.n_spaces) - b.stadium_price // 2
        for d in range(DISTRICTS):
            if building == TOWER or b.group[d] == b.group[home]:
                if s.owner[d] == seat and not is_doubled(s, b, d):
                    gain += rent(s, b, d)
        return gain * visits(b) // 100 - (b.tower_price if building == TOWER else b.skyscraper_price[home]) // 2
    if act.is_block(action):
        return block_gain(s, b, seat, act.block_district(action), act.block_kind(action))
    if act.is_redeem(action):
        d = act.redeem_district(action)
        return b.rent[d][s.blocks[d][1]] * visits(b) // 100 - s.mortgage[d] // 2
    return NEVER


@rule
def build_cost(s, b, action):
    """The cash that a project takes."""
    if act.is_special(action):
        building = act.special_building(action)
        if building == STADIUM:
            return wide(b.stadium_price)
        return wide(b.tower_price) if building == TOWER else wide(b.skyscraper_price[act.special_district(action)])
    if act.is_block(action):
        return wide(b.block_price[act.block_district(action)][act.block_kind(action)])
    return wide(s.mortgage[act.redeem_district(action)])


@rule
def choose_build(s, b, w, seat, n):
    """The project that brings most, if it leaves the reserve; else an offer; else the end of the step."""
    keep = reserve(s, b, seat)
    best, choice = 0, act.END
    for i in range(n):
        action = wide(w.actions[i])
        gain = build_gain(s, b, seat, action)
        if gain > best and s.cash[seat] - build_cost(s, b, action) >= keep:
            best = gain
            choice = action
    if choice == act.END and s.edits[seat] == 0 and s.offers[seat] == 0:
        plan_purchase(s, b, w, seat)
        q = wide(w.plan_partner)
        if q != NOBODY and refuse_deal(s, b, seat, q) == LEGAL:
            return act.deal(q)
    return choice


# ------------------------------------------------------------- bonus and hazard


@rule
def piece_gain(s, b, seat, action):
    """What a bonus, a hazard, a move or a removal changes in favour of the seat, by the current rents."""
    if act.is_bonus(action):
        gain = 0
        near = b.slot_districts[act.bonus_slot(action)] & s.holds[seat] & ~s.beside_bonus
        for d in range(DISTRICTS):
            if near >> d & 1:
                gain += 1 + (b.rent[d][s.blocks[d][0] + s.blocks[d][1]] - b.rent[d][s.blocks[d][1]]) // 2
        return gain
    if act.is_free(action):
        d = act.free_district(action)
        return block_gain(s, b, seat, d, 1) + b.block_price[d][1]
    if not act.is_piece(action):
        return 0
    hazard = s.beside_hazard + 0
    before = balance(s, b, seat)
    if act.is_hazard(action):
        s.beside_hazard |= b.slot_districts[act.hazard_slot(action)]
    else:
        moves = act.is_move(action)
        piece = act.move_hazard(action) if moves else act.remove_hazard_hazard(action)
        near = 0
        for other in range(b.n_hazards):
            if other != piece and s.hazard[other] != NOBODY:
                near |= b.slot_districts[s.hazard[other]]
        if moves:
            near |= b.slot_districts[act.move_slot(action)]
        s.beside_hazard = near
    gain = balance(s, b, seat) - before
    s.beside_hazard = hazard
    return gain


@rule
def choose_piece(s, b, w, seat, n):
    """The best of what Planning Permission, a card or money allows."""
    best, choice = NEVER, wide(w.actions[0])
    keep = reserve(s, b, seat)
    for i in range(n):
        action = wide(w.actions[i])
        gain = piece_gain(s, b, seat, action)
        if s.phase == HAZARD and action != act.END:
            cost = hazard_distance(s, b, act.move_hazard(action), act.move_slot(action)) * b.hazard_price
            gain = gain * visits(b) // 200 - cost
            if s.cash[seat] - cost < keep:
                gain = NEVER
        if gain > best or (gain == best and (action == act.PASS or action == act.END)):
            best = gain
            choice = action
    return choice


# ---------------------------------------------------------------- raising money


@rule
def choose_raise(s, b, w, seat):
    """The mortgage that costs least and is enough, else the largest; before going bankrupt one offer to sell."""
    if means(s, b, seat) < s.debt:
        if s.edits[seat] == 0 and s.offers[seat] == 0:
            plan_sale(s, b, w, seat)
            q = wide(w.plan_partner)
            if q != NOBODY and refuse_deal(s, b, seat, q) == LEGAL:
                return act.deal(q)
        return act.BANKRUPT
    missing = s.debt - s.cash[seat]
    best, choice = NEVER, act.BANKRUPT
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1 and s.mortgaged >> d & 1 == 0:
            lent = mortgage_value(s, b, d)
            score = 10_000_000 - rent(s, b, d) if lent >= missing else lent
            if score > best:
                best = score
                choice = act.mortgage(d)
    return choice


@rule
def choose_jail(s, b, seat):
    """Out as long as there is something to buy; later jail is a safe place."""
    free = 0
    for d in range(DISTRICTS):
        if b.on_track >> d & 1 and s.owner[d] == NOBODY:
            free += 1
    if free > 0:
        if s.jail_cards[seat] > 0:
            return act.CARD
        if s.cash[seat] - b.fine >= reserve(s, b, seat):
            return act.FINE
    return act.ROLL


@rule
def choose(s, b, w):
    """The quick choice. Leaves the position as it was."""
    seat, phase = wide(s.actor), wide(s.phase)
    if phase == ROLL:
        return act.ROLL
    if phase == JAIL:
        return choose_jail(s, b, seat)
    if phase == BUY:
        return choose_buy(s, b, seat)
    if phase == AUCTION:
        return choose_bid(s, b, seat)
    if phase == RAISE:
        return choose_raise(s, b, w, seat)
    if phase == DEAL:
        return choose_change(s, b, w, seat)
    if phase == ANSWER:
        return choose_answer(s, b, w)
    n = legal_actions(s, b, w)
    if phase == BUILD:
        return choose_build(s, b, w, seat, n)
    return choose_piece(s, b, w, seat, n)
