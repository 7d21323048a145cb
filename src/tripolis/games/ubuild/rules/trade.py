"""Owners change: districts, jail cards, and deals from opening to exchange (p. 12 and 13, R36, R37, T11)."""

from tripolis.engine.record import rule
from tripolis.engine.steps import tell, wide

from .state import ANSWER, DEAL, DISTRICTS, NOBODY, PAY, RAISE, STEPS, Event, act


@rule
def hand_over(s, d, to):
    """A district gets another owner (NOBODY: the bank); all buildings stay (p. 13)."""
    if s.owner[d] != NOBODY:
        s.holds[s.owner[d]] &= ~(1 << d)
    s.owner[d] = to
    if to != NOBODY:
        s.holds[to] |= 1 << d


@rule
def give_up_jail_card(s, seat):
    """A player gives up the jail card that was drawn first; returns which card it is (R20, T18)."""
    s.jail_cards[seat] -= 1
    i = 0
    while s.held_by[i] != seat:
        i += 1
    card = wide(s.held[i])
    s.n_held -= 1
    for k in range(i, s.n_held):
        s.held[k] = s.held[k + 1]
        s.held_by[k] = s.held_by[k + 1]
    s.held[s.n_held] = NOBODY
    s.held_by[s.n_held] = NOBODY
    return card


@rule
def clear_offer(s):
    """There is no offer."""
    s.opener = NOBODY
    s.partner = NOBODY
    s.back = 0
    s.given = 0
    s.taken = 0
    s.give_cards = 0
    s.take_cards = 0
    s.offer_cash = 0


@rule
def open_deal(s, b, w, q):
    """A deal is opened, which counts as an edit (R36, T11)."""
    s.opener = s.actor
    s.partner = q
    s.back = s.phase
    s.edits[s.actor] += 1
    tell(w, Event.DEAL, s.actor, q)
    return DEAL


@rule
def change_offer(s, b, w, action):
    """The offer is changed, which counts as an edit (T11)."""
    s.edits[s.opener] += 1
    if act.is_ask(action):
        s.offer_cash -= STEPS[act.ask_step(action)]
    elif act.is_pay(action):
        s.offer_cash += STEPS[act.pay_step(action)]
    elif act.is_remove(action):
        s.given &= ~(1 << act.remove_district(action))
        s.taken &= ~(1 << act.remove_district(action))
    elif act.is_take(action):
        s.taken |= 1 << act.take_district(action)
    elif act.is_give(action):
        s.given |= 1 << act.give_district(action)
    elif action == act.GIVE_CARD:
        s.give_cards += 1
    elif action == act.TAKE_CARD:
        s.take_cards += 1
    elif action == act.REMOVE_GIVE_CARD:
        s.give_cards -= 1
    elif action == act.REMOVE_TAKE_CARD:
        s.take_cards -= 1
    else:
        s.offer_cash = 0
    tell(w, Event.CHANGED, s.opener, action)
    return DEAL


@rule
def answer_deal(s, b, w, action):
    """Send, withdraw, accept or refuse; a refused offer stays on the table (T11)."""
    if action == act.SEND:
        s.offers[s.opener] += 1
        tell(w, Event.SENT, s.opener, s.partner)
        s.actor = s.partner
        return ANSWER
    if action == act.REFUSE:
        tell(w, Event.REFUSED, s.partner, s.opener)
        s.actor = s.opener
        return DEAL
    s.actor = s.opener
    back = wide(s.back)
    if action == act.ACCEPT:
        tell(w, Event.ACCEPTED, s.partner, s.opener)
        exchange(s, w)
    else:
        tell(w, Event.CANCELLED, s.opener)
    clear_offer(s)
    return PAY if back == RAISE else back


@rule
def exchange(s, w):
    """Districts as they are, jail cards and cash change hands at once; a debt is set off first (p. 12 and 13)."""
    o, q = wide(s.opener), wide(s.partner)
    for d in range(DISTRICTS):
        if s.given >> d & 1:
            hand_over(s, d, q)
            tell(w, Event.HANDED, d, o, q)
        elif s.taken >> d & 1:
            hand_over(s, d, o)
            tell(w, Event.HANDED, d, q, o)
    from_opener, from_partner = wide(s.give_cards), wide(s.take_cards)
    for i in range(s.n_held):
        if s.held_by[i] == o and from_opener > 0:
            from_opener -= 1
            s.held_by[i] = q
        elif s.held_by[i] == q and from_partner > 0:
            from_partner -= 1
            s.held_by[i] = o
    s.jail_cards[o] += s.take_cards - s.give_cards
    s.jail_cards[q] += s.give_cards - s.take_cards
    if s.give_cards > 0:
        tell(w, Event.CARD_HANDED, o, q, s.give_cards)
    if s.take_cards > 0:
        tell(w, Event.CARD_HANDED, q, o, s.take_cards)
    cash = wide(s.offer_cash)
    if s.back == RAISE and q == s.creditor:
        set_off = min(-cash, wide(s.debt))
        s.debt -= set_off
        cash += set_off
        tell(w, Event.SET_OFF, o, q, set_off)
    s.cash[o] -= cash
    s.cash[q] += cash
    if cash > 0:
        tell(w, Event.PAID, o, q, cash)
    elif cash < 0:
        tell(w, Event.PAID, q, o, -cash)
