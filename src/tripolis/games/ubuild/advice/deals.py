"""Judging offers and making them. Amounts are in units of 10k."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.conditions import refuse_ask, refuse_change, refuse_pay, refuse_send
from ..rules.state import DISTRICTS, GROUPS, LEGAL, NOBODY, RAISE, STEPS, act
from ..rules.trade import hand_over
from .value import holdings, reserve

N_STEPS = len(STEPS)
ROUND = 10
"""Sums offered are multiples of 100k."""


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
    """Accept what is good for the seat and not much better for the other player, who may gain more as a debtor."""
    weigh(s, b, w, wide(s.opener), wide(s.partner), wide(s.given), wide(s.taken), wide(s.offer_cash))
    cards = 30 * (s.give_cards - s.take_cards)
    gain = w.gain[1] + cards
    if gain <= 0:
        return act.REFUSE
    return act.ACCEPT if s.back == RAISE or 3 * gain >= w.gain[0] - cards else act.REFUSE


@rule
def plan_purchase(s, b, w, seat):
    """What to offer for the one district that a colour of the seat lacks, in w.plan_*; no partner if there is none.

    Cash, or a district that the partner lacks and cash for the difference. With each refusal the offer gets better.
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
            mine, partners = wide(w.gain[0]), wide(w.gain[1])
            shared = (mine + partners) * (35 + 20 * s.offers[seat]) // 100
            if mine + partners <= 0:
                continue
            cash = max(0, (shared - partners + ROUND - 1) // ROUND * ROUND)
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
    """A debtor who cannot pay offers the district that is worth most to the creditor, or to the richest player."""
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
        return act.CANCEL
    if s.given & ~w.plan_give or s.taken & ~w.plan_take:
        return act.CANCEL
    for d in range(DISTRICTS):
        if w.plan_take >> d & 1 and s.taken >> d & 1 == 0:
            return act.take(d) if refuse_change(s, b, act.take(d)) == LEGAL else act.CANCEL
        if w.plan_give >> d & 1 and s.given >> d & 1 == 0:
            return act.give(d) if refuse_change(s, b, act.give(d)) == LEGAL else act.CANCEL
    more = w.plan_cash - s.offer_cash
    change = act.CANCEL
    if (more > 0 and w.plan_cash > 0) or (more < 0 and w.plan_cash < 0):
        if refuse_change(s, b, act.pay(0) if more > 0 else act.ask(0)) != LEGAL:
            return act.CANCEL
        for i in range(N_STEPS):
            if STEPS[i] <= abs(more):
                if more > 0 and refuse_pay(s, b, STEPS[i]) == LEGAL:
                    change = act.pay(i)
                if more < 0 and refuse_ask(s, b, STEPS[i]) == LEGAL:
                    change = act.ask(i)
        return change
    if more != 0:
        return act.REMOVE_CASH if refuse_change(s, b, act.REMOVE_CASH) == LEGAL else act.CANCEL
    return act.SEND if refuse_send(s, b) == LEGAL else act.CANCEL
