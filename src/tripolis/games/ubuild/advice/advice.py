"""Advice for bots and learners: what a seat's holdings are worth, a greedy choice, judging and making offers, features.

The greedy choice buys, bids and builds by value and keeps a reserve for the rents ahead. Amounts are in units of 10k.
"""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.allowed import (
    is_whole,
    refuse_ask,
    refuse_change,
    refuse_deal,
    refuse_pay,
    refuse_send,
    steps_to,
)
from ..rules.legal import legal_actions
from ..rules.scoring import (
    is_doubled,
    means,
    mortgage_value,
    rent,
)
from ..rules.state import (
    A_ACCEPT,
    A_AUCTION,
    A_BANKRUPT,
    A_BUY,
    A_CANCEL,
    A_CARD,
    A_DROP,
    A_END,
    A_FINE,
    A_PASS,
    A_REFUSE,
    A_REMOVE_CASH,
    A_ROLL,
    A_SEND,
    ANSWER,
    ASK0,
    AUCTION,
    BID0,
    BLOCK0,
    BLOCKS,
    BONUS0,
    BUILD,
    BUY,
    DEAL,
    DEAL0,
    DISTRICTS,
    FREE0,
    GIVE0,
    GROUPS,
    HAZARD,
    HAZARD0,
    JAIL,
    LEGAL,
    MORTGAGE0,
    MOVE0,
    NOBODY,
    PAY0,
    RAISE,
    REDEEM0,
    REMOVE_HAZARD0,
    ROLL,
    SKYSCRAPER0,
    SLOTS,
    STADIUM0,
    STEPS,
    TAKE0,
    TOWER0,
)
from ..rules.trade import hand_over

HORIZON = 24
"""Rounds that a rent is expected to come in for."""
N_STEPS = len(STEPS)
NEVER = -(1 << 30)
ROUND = 10
"""Sums offered are multiples of 100k."""


# ---------------------------------------------------------------------- values


@rule
def visits(b):
    """What a rent is worth, in hundredths of itself: once at the end, and for the visits to come."""
    return 100 + 100 * HORIZON * (b.players - 1) // b.n_spaces


@rule
def worth_of(s, b, seat, d):
    """What a district is worth to the seat that owns it: price, rents to come, and more the nearer its colour is to being whole."""
    price = wide(b.price[d])
    if s.mortgaged >> d & 1:
        found = price - s.mortgage[d]
    else:
        found = price + rent(s, b, d) * visits(b) // 100
    group = wide(b.group[d])
    if is_whole(s, b, seat, group):
        found += price + price // 2
        if not is_doubled(s, b, d):
            found += b.rent[d][s.blocks[d][0] + s.blocks[d][1]] * visits(b) // 200
    else:
        missing = b.group_set[group] & ~s.holds[seat]
        if missing & (missing - 1) == 0:
            found += price // 4
    return found


@rule
def value(s, b, w, seat):
    """What a seat is worth on its way: cash, prices, twice the rents, and the stadium; little cash costs something.

    That foretells the final place better than `holdings` does (`benchmarks/ubuild_worth.py`).
    """
    cash = wide(s.cash[seat])
    found = cash + 20 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        found -= (2 * b.salary - cash) // 2
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            found += b.price[d] // 2 if s.mortgaged >> d & 1 else b.price[d] + 2 * rent(s, b, d)
    home = s.stadium[1]
    if home != NOBODY and s.owner[home] == seat:
        found += b.stadium_bonus * 6
    return found


@rule
def holdings(s, b, seat):
    """What deals are judged by: cash, districts, the stadium and jail cards; little cash costs something: raising it is dear."""
    cash = wide(s.cash[seat])
    found = cash + 30 * s.jail_cards[seat]
    if cash < 2 * b.salary:
        found -= (2 * b.salary - cash) // 4
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            found += worth_of(s, b, seat, d)
    home = s.stadium[1]
    if home != NOBODY and s.owner[home] == seat:
        found += b.stadium_bonus * HORIZON * 7 // (2 * b.n_spaces)
    return found


@rule
def reserve(s, b, seat):
    """Cash to keep: a salary's fifth, and half of the highest rent of others."""
    most = 0
    for d in range(DISTRICTS):
        if s.owner[d] != NOBODY and s.owner[d] != seat:
            most = max(most, wide(rent(s, b, d)))
    return b.salary // 5 + most // 2


@rule
def balance(s, b, seat):
    """Own current rents less those of others: what hazards are judged by."""
    found = 0
    for d in range(DISTRICTS):
        if s.owner[d] == seat:
            found += rent(s, b, d)
        elif s.owner[d] != NOBODY:
            found -= rent(s, b, d)
    return found


# --------------------------------------------------------------- buying, bidding


@rule
def price_limit(s, b, seat, d):
    """What a district is worth at an auction: more if it makes a colour whole, one's own or another's."""
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
    """Raise by a third of what is left up to the limit; never into the last cash."""
    d = wide(b.district[s.at[s.turn]])
    limit = min(price_limit(s, b, seat, d), wide(s.cash[seat]) - reserve(s, b, seat) // 3)
    if limit <= s.bid:
        if s.bid == 0 and seat == s.turn:
            return BID0 + 1
        return A_DROP
    step = 1
    for i in range(N_STEPS):
        if STEPS[i] <= max(5, (limit - s.bid) // 3) and STEPS[i] <= limit - s.bid:
            step = STEPS[i]
    return BID0 + s.bid + step


@rule
def choose_buy(s, b, seat):
    """Buy what can be paid without going below a part of the reserve, or at any cost what makes a colour whole."""
    d = wide(b.district[s.at[seat]])
    price, cash = wide(b.price[d]), wide(s.cash[seat])
    if cash < price:
        return A_AUCTION
    if cash - price >= reserve(s, b, seat) // 2 or price_limit(s, b, seat, d) > price + price // 3:
        return A_BUY
    return A_AUCTION


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
    """What a project brings, less what is lost with it in the end: large buildings still count for half their price."""
    if action >= TOWER0:
        gain = 0
        for d in range(DISTRICTS):
            if s.owner[d] == seat and not is_doubled(s, b, d):
                gain += rent(s, b, d)
        return gain * visits(b) // 100 - b.tower_price // 2
    if action >= SKYSCRAPER0:
        home = (action - SKYSCRAPER0) // SLOTS
        gain = 0
        for d in range(DISTRICTS):
            if b.group[d] == b.group[home] and s.owner[d] == seat and not is_doubled(s, b, d):
                gain += rent(s, b, d)
        return gain * visits(b) // 100 - b.skyscraper_price[home] // 2
    if action >= STADIUM0:
        return b.stadium_bonus * HORIZON * 7 // (2 * b.n_spaces) - b.stadium_price // 2
    if action >= BLOCK0 and action < FREE0:
        return block_gain(s, b, seat, (action - BLOCK0) // 2, (action - BLOCK0) % 2)
    if action >= REDEEM0 and action < BLOCK0:
        d = action - REDEEM0
        return b.rent[d][s.blocks[d][1]] * visits(b) // 100 - s.mortgage[d] // 2
    return NEVER


@rule
def build_cost(s, b, action):
    """The cash that a project takes."""
    if action >= TOWER0:
        return wide(b.tower_price)
    if action >= SKYSCRAPER0:
        return wide(b.skyscraper_price[(action - SKYSCRAPER0) // SLOTS])
    if action >= STADIUM0:
        return wide(b.stadium_price)
    if action >= BLOCK0:
        return wide(b.block_price[(action - BLOCK0) // 2][(action - BLOCK0) % 2])
    return wide(s.mortgage[action - REDEEM0])


@rule
def choose_build(s, b, w, seat, n):
    """The project that brings most, if it leaves the reserve; else an offer; else the end of the step."""
    keep = reserve(s, b, seat)
    best, found = 0, A_END
    for i in range(n):
        action = wide(w.actions[i])
        gain = build_gain(s, b, seat, action)
        if gain > best and s.cash[seat] - build_cost(s, b, action) >= keep:
            best = gain
            found = action
    if found == A_END and s.edits[seat] == 0 and s.offers[seat] == 0:
        plan_purchase(s, b, w, seat)
        q = wide(w.plan_partner)
        if q != NOBODY and refuse_deal(s, b, seat, q) == LEGAL:
            return DEAL0 + q
    return found


# ------------------------------------------------------------- bonus and hazard


@rule
def piece_gain(s, b, seat, action):
    """What a bonus, a hazard, a move or a removal changes in one's favour, by the rents of the day."""
    if action >= HAZARD0:
        hazard = s.beside_hazard + 0
        before = balance(s, b, seat)
        if action < REMOVE_HAZARD0:
            s.beside_hazard |= b.slot_districts[action - HAZARD0]
        else:
            piece = action - REMOVE_HAZARD0 if action < MOVE0 else (action - MOVE0) // SLOTS
            near = 0
            for other in range(b.n_hazards):
                if other != piece and s.hazard[other] != NOBODY:
                    near |= b.slot_districts[s.hazard[other]]
            if action >= MOVE0:
                near |= b.slot_districts[(action - MOVE0) % SLOTS]
            s.beside_hazard = near
        gain = balance(s, b, seat) - before
        s.beside_hazard = hazard
        return gain
    if action >= BONUS0:
        gain = 0
        near = b.slot_districts[action - BONUS0] & s.holds[seat] & ~s.beside_bonus
        for d in range(DISTRICTS):
            if near >> d & 1:
                gain += 1 + (b.rent[d][s.blocks[d][0] + s.blocks[d][1]] - b.rent[d][s.blocks[d][1]]) // 2
        return gain
    if action >= FREE0:
        d = action - FREE0
        return block_gain(s, b, seat, d, 1) + b.block_price[d][1]
    return 0


@rule
def choose_piece(s, b, w, seat, n):
    """The best of what Planning Permission, a card or money allows."""
    best, found = NEVER, wide(w.actions[0])
    keep = reserve(s, b, seat)
    for i in range(n):
        action = wide(w.actions[i])
        gain = piece_gain(s, b, seat, action)
        if s.phase == HAZARD and action != A_END:
            cost = steps_to(s, b, (action - MOVE0) // SLOTS, (action - MOVE0) % SLOTS) * b.hazard_price
            gain = gain * visits(b) // 200 - cost
            if s.cash[seat] - cost < keep:
                gain = NEVER
        if gain > best or (gain == best and (action == A_PASS or action == A_END)):
            best = gain
            found = action
    return found


# ----------------------------------------------------------------------- offers


@rule
def weigh(s, b, w, o, q, give, take, cash):
    """What an exchange changes for both, in w.gain: districts given by o and by q, and cash that o pays."""
    before_o, before_q = holdings(s, b, o), holdings(s, b, q)
    for d in range(DISTRICTS):
        if give >> d & 1:
            hand_over(s, d, q)
        elif take >> d & 1:
            hand_over(s, d, o)
    s.cash[o] -= cash
    s.cash[q] += cash
    w.gain[0] = holdings(s, b, o) - before_o
    w.gain[1] = holdings(s, b, q) - before_q
    s.cash[o] += cash
    s.cash[q] -= cash
    for d in range(DISTRICTS):
        if give >> d & 1:
            hand_over(s, d, o)
        elif take >> d & 1:
            hand_over(s, d, q)


@rule
def choose_answer(s, b, w):
    """Accept what is good for oneself, and not much better for the other; with a debtor only the first counts."""
    weigh(s, b, w, wide(s.opener), wide(s.partner), wide(s.given), wide(s.taken), wide(s.offer_cash))
    cards = 30 * (s.give_cards - s.take_cards)
    gain = w.gain[1] + cards
    if gain <= 0:
        return A_REFUSE
    return A_ACCEPT if s.back == RAISE or 3 * gain >= w.gain[0] - cards else A_REFUSE


@rule
def plan_purchase(s, b, w, seat):
    """The one district that is missing in a colour of one's own: what to give for it, in w.plan_*; no partner if there is none.

    Cash, or a district that the partner misses in turn and cash for the difference. With each refusal the offer gets better.
    """
    w.plan_partner = NOBODY
    w.plan_give = 0
    w.plan_take = 0
    w.plan_cash = 0
    best = 0
    keep = reserve(s, b, seat) // 2
    for group in range(GROUPS):
        missing = b.group_set[group] & ~s.holds[seat]
        if missing == b.group_set[group] or missing == 0 or missing & (missing - 1):
            continue
        q = NOBODY + 0
        for p in range(b.players):
            if p != seat and s.holds[p] & missing:
                q = p
        if q == NOBODY:
            continue
        for d in range(-1, DISTRICTS):
            give = 0
            if d >= 0:
                if s.holds[seat] >> d & 1 == 0 or b.group[d] == group:
                    continue
                theirs = b.group_set[b.group[d]] & ~(1 << d)
                if theirs == 0 or s.holds[q] & theirs != theirs or missing & theirs:
                    continue
                give = 1 << d
            weigh(s, b, w, seat, q, give, wide(missing), 0)
            mine, his = wide(w.gain[0]), wide(w.gain[1])
            shared = (mine + his) * (35 + 20 * s.offers[seat]) // 100
            if mine + his <= 0:
                continue
            cash = max(0, (shared - his + ROUND - 1) // ROUND * ROUND)
            if give == 0 and cash == 0:
                continue
            if mine - cash > best and s.cash[seat] - cash >= keep:
                best = mine - cash
                w.plan_partner = q
                w.plan_give = give
                w.plan_take = missing
                w.plan_cash = cash


@rule
def plan_sale(s, b, w, seat):
    """For a debtor who cannot cover his debt: the district that is worth most to the creditor, or to the richest player."""
    w.plan_partner = NOBODY
    w.plan_give = 0
    w.plan_take = 0
    w.plan_cash = 0
    q = wide(s.creditor)
    if q == NOBODY:
        for p in range(b.players):
            if p != seat and (q == NOBODY or s.cash[p] > s.cash[q]):
                q = p
    best = 0
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            weigh(s, b, w, seat, q, 1 << d, 0, 0)
            if w.gain[1] > best:
                best = wide(w.gain[1])
                w.plan_give = 1 << d
    most = wide(s.cash[q])
    if q == s.creditor:
        most += s.debt
    cash = min(min(best * (80 - 20 * s.offers[seat]) // 100, most), wide(s.debt)) // ROUND * ROUND
    if cash > 0:
        w.plan_partner = q
        w.plan_cash = -cash


@rule
def choose_change(s, b, w, seat):
    """Go on with the offer as planned: districts, then cash, then send it; after two refusals take it back."""
    if s.back == RAISE:
        plan_sale(s, b, w, seat)
    else:
        plan_purchase(s, b, w, seat)
    if w.plan_partner != s.partner or s.offers[seat] >= 2:
        return A_CANCEL
    if s.given & ~w.plan_give or s.taken & ~w.plan_take:
        return A_CANCEL
    for d in range(DISTRICTS):
        if w.plan_take >> d & 1 and s.taken >> d & 1 == 0:
            return TAKE0 + d if refuse_change(s, b, TAKE0 + d) == LEGAL else A_CANCEL
        if w.plan_give >> d & 1 and s.given >> d & 1 == 0:
            return GIVE0 + d if refuse_change(s, b, GIVE0 + d) == LEGAL else A_CANCEL
    more = w.plan_cash - s.offer_cash
    found = A_CANCEL
    if (more > 0 and w.plan_cash > 0) or (more < 0 and w.plan_cash < 0):
        if refuse_change(s, b, PAY0 if more > 0 else ASK0) != LEGAL:
            return A_CANCEL
        for i in range(N_STEPS):
            if STEPS[i] <= abs(more):
                if more > 0 and refuse_pay(s, b, STEPS[i]) == LEGAL:
                    found = PAY0 + i
                if more < 0 and refuse_ask(s, b, STEPS[i]) == LEGAL:
                    found = ASK0 + i
        return found
    if more != 0:
        return A_REMOVE_CASH if refuse_change(s, b, A_REMOVE_CASH) == LEGAL else A_CANCEL
    return A_SEND if refuse_send(s, b) == LEGAL else A_CANCEL


# ---------------------------------------------------------------- raising money


@rule
def choose_raise(s, b, w, seat):
    """The mortgage that costs least and is enough, else the largest; before going bankrupt one offer to sell."""
    if means(s, b, seat) < s.debt:
        if s.edits[seat] == 0 and s.offers[seat] == 0:
            plan_sale(s, b, w, seat)
            q = wide(w.plan_partner)
            if q != NOBODY and refuse_deal(s, b, seat, q) == LEGAL:
                return DEAL0 + q
        return A_BANKRUPT
    missing = s.debt - s.cash[seat]
    best, found = NEVER, A_BANKRUPT
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1 and s.mortgaged >> d & 1 == 0:
            lent = mortgage_value(s, b, d)
            score = 10_000_000 - rent(s, b, d) if lent >= missing else lent
            if score > best:
                best = score
                found = MORTGAGE0 + d
    return found


@rule
def choose_jail(s, b, seat):
    """Out as long as there is something to buy; later jail is a safe place."""
    free = 0
    for d in range(DISTRICTS):
        if b.on_track >> d & 1 and s.owner[d] == NOBODY:
            free += 1
    if free > 0:
        if s.jail_cards[seat] > 0:
            return A_CARD
        if s.cash[seat] - b.fine >= reserve(s, b, seat):
            return A_FINE
    return A_ROLL


@rule
def choose(s, b, w):
    """The greedy choice. Leaves the position as it was."""
    seat, phase = wide(s.actor), wide(s.phase)
    if phase == ROLL:
        return A_ROLL
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
