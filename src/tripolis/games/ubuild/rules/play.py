"""Set-up, decisions, auctions and the end. Pages: the German rulebook; rulings (R, T): book/rulings.md."""

from tripolis.engine.record import in_python, rule
from tripolis.engine.steps import begin, begin_match, begin_world, tell, wide

from .building import build_blocks, build_special, mark_beside, mortgage_or_redeem, place_piece
from .state import (
    AFTER_FINE,
    AUCTION,
    BUILD,
    CARDS,
    DISTRICTS,
    EMPTY,
    END,
    ENTER_BUILD,
    ENTER_HAZARD,
    GROUPS,
    JAIL,
    MOST_BID,
    NOBODY,
    OVER,
    PIECES,
    ROLL,
    SEATS,
    SLOTS,
    START,
    WALK,
    Event,
    Use,
    act,
)
from .trade import answer_deal, change_offer, clear_offer, give_up_jail_card, hand_over, open_deal
from .turn import BY_DOUBLE, BY_DOUBLES, BY_FINE, WITH_CARD, go_to_jail, owe, put_card_under, roll, run


@rule
def set_up(s, b, w, seed):
    """A cleared table; the highest roll takes the first turn (p. 6)."""
    begin_match(s, w, seed)
    clear_table(s, b)
    first_rolls(s, b, w)
    s.turn = s.start
    s.phase = START
    run(s, b, w, START)


@rule
def clear_table(s, b):
    """Nobody owns anything, all pieces are on GO, all bridges are down, no card was drawn (p. 6, R27)."""
    s.rounds = 0
    s.doubles = 0
    s.again = 0
    s.bankrupt = NOBODY
    for p in range(SEATS):
        playing = p < b.players
        s.cash[p] = b.money if playing else 0
        s.at[p] = b.go if playing else 0
        s.jail[p] = 0
        s.jail_cards[p] = 0
        s.holds[p] = 0
    for d in range(DISTRICTS):
        s.owner[d] = NOBODY
        s.blocks[d][0] = 0
        s.blocks[d][1] = 0
        s.mortgage[d] = 0
    s.mortgaged = 0
    s.stock[0] = b.stock[0]
    s.stock[1] = b.stock[1]
    for slot in range(SLOTS):
        s.slot_use[slot] = EMPTY
    for piece in range(PIECES):
        s.bonus[piece] = NOBODY
        s.hazard[piece] = NOBODY
    s.beside_bonus = 0
    s.beside_hazard = 0
    for i in range(2):
        s.stadium[i] = NOBODY
        s.tower[i] = NOBODY
        for group in range(GROUPS):
            s.skyscraper[group][i] = NOBODY
    s.raised = 0
    s.unseen = (1 << b.n_cards) - 1
    for card in range(CARDS):
        s.under[card] = NOBODY
        s.held[card] = NOBODY
        s.held_by[card] = NOBODY
    s.n_under = 0
    s.n_held = 0
    s.card = 0
    s.card_up = 0
    s.debtor = NOBODY
    s.creditor = NOBODY
    s.debt = 0
    s.after = 0
    s.each = 0
    s.bid = 0
    s.leader = NOBODY
    s.bidding = 0
    clear_offer(s)


@rule
def first_rolls(s, b, w):
    """Every player rolls; the highest sum takes the first turn, ties roll again (p. 6)."""
    for p in range(SEATS):
        w.tied[p] = p < b.players
        s.first_dice[p][0] = 0
        s.first_dice[p][1] = 0
    left, ties = wide(b.players), 0
    while left > 1:
        best = 0
        for p in range(b.players):
            if w.tied[p]:
                roll(s, b, w)
                w.standing[p] = s.dice[0] + s.dice[1]
                best = max(best, wide(w.standing[p]))
                if ties == 0:
                    s.first_dice[p][0] = s.dice[0]
                    s.first_dice[p][1] = s.dice[1]
                    tell(w, Event.FIRST_ROLL, p, s.dice[0], s.dice[1])
        left = 0
        for p in range(b.players):
            if w.tied[p] and w.standing[p] == best:
                left += 1
                s.start = p
            else:
                w.tied[p] = 0
        if ties == 0:
            ties = left
    s.dice[0] = 0
    s.dice[1] = 0
    tell(w, Event.STARTS, s.start, ties)


@rule
def apply(s, b, w, action):
    """One decision, and the steps up to the next one."""
    begin(s, w)
    if act.is_bid(action):
        s.bid = act.bid_amount(action)
        s.leader = s.actor
        tell(w, Event.BID, s.actor, s.bid)
        step = next_bidder(s, b, w)
    elif act.is_special(action):
        step = build_special(s, b, w, action)
    elif act.is_piece(action):
        step = place_piece(s, b, w, action)
    elif act.is_deal(action):
        step = open_deal(s, b, w, act.deal_seat(action))
    elif act.is_change(action):
        step = change_offer(s, b, w, action)
    elif act.is_block(action) or act.is_free(action):
        step = build_blocks(s, b, w, action)
    elif act.is_mortgage(action) or act.is_redeem(action):
        step = mortgage_or_redeem(s, b, w, action)
    elif action == act.ROLL:
        step = roll_and_walk(s, b, w)
    elif act.is_answer(action):
        step = answer_deal(s, b, w, action)
    else:
        step = apply_plain(s, b, w, action)
    run(s, b, w, step)


# -------------------------------------------------------------- plain moves


@rule
def roll_and_walk(s, b, w):
    """Roll and walk; in jail a double sets you free, after the third try you pay (p. 7 and 14, R18, R40)."""
    p = wide(s.turn)
    double = roll(s, b, w)
    tell(w, Event.ROLLED, p, s.dice[0], s.dice[1])
    if s.phase == JAIL:
        if not double:
            s.jail[p] += 1
            if s.jail[p] > b.jail_turns:
                return owe(s, w, p, NOBODY, wide(b.fine), AFTER_FINE)
            tell(w, Event.STAYS, p, s.jail[p] - 1)
            return ENTER_BUILD
        s.jail[p] = 0
        tell(w, Event.FREED, p, BY_DOUBLE)
        double = b.double_from_jail != 0
    if double:
        s.doubles += 1
        if s.doubles >= b.doubles_to_jail:
            return go_to_jail(s, b, w, BY_DOUBLES)
        s.again = 1
        tell(w, Event.AGAIN, p, s.doubles)
    s.steps = s.dice[0] + s.dice[1]
    return WALK


@rule
def apply_plain(s, b, w, action):
    """Fine, card, buy, auction, drop, pass, end, bankrupt (p. 7, 13, 14 and 15)."""
    p = wide(s.actor)
    if action == act.END:
        return ENTER_HAZARD if s.phase == BUILD else END
    if action == act.BUY:
        d = wide(b.district[s.at[p]])
        s.cash[p] -= b.price[d]
        hand_over(s, d, p)
        tell(w, Event.BOUGHT, p, d, b.price[d])
        return ENTER_BUILD
    if action == act.AUCTION:
        return open_auction(s, b, w)
    if action == act.DROP:
        s.bidding &= ~(1 << p)
        tell(w, Event.DROPPED, p)
        return next_bidder(s, b, w)
    if action == act.PASS:
        tell(w, Event.PASSED, p)
        return ENTER_BUILD
    if action == act.FINE:
        s.cash[p] -= b.fine
        s.jail[p] = 0
        tell(w, Event.PAID, p, NOBODY, b.fine)
        tell(w, Event.FREED, p, BY_FINE)
        return ROLL
    if action == act.CARD:
        put_card_under(s, give_up_jail_card(s, p))
        s.jail[p] = 0
        tell(w, Event.FREED, p, WITH_CARD)
        return ROLL
    return bankrupt(s, b, w)


@rule
def bankrupt(s, b, w):
    """The end: what is left goes to the creditor or the bank; buildings stay (p. 15, R19, R32, T15)."""
    seat, to = wide(s.debtor), wide(s.creditor)
    tell(w, Event.BANKRUPT, seat, to, s.debt)
    if to != NOBODY:
        s.cash[to] += s.cash[seat]
    if s.cash[seat] > 0:
        tell(w, Event.PAID, seat, to, s.cash[seat])
    s.cash[seat] = 0
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            heir = NOBODY if s.mortgaged >> d & 1 else to
            tell(w, Event.HANDED, d, seat, heir)
            hand_over(s, d, heir)
            if s.mortgaged >> d & 1:
                s.mortgaged &= ~(1 << d)
                s.mortgage[d] = 0
    while s.jail_cards[seat] > 0:
        put_card_under(s, give_up_jail_card(s, seat))
    s.bankrupt = seat
    s.actor = -1
    return OVER


# --------------------------------------------------------------------- auction


@rule
def open_auction(s, b, w):
    """All players take part; whoever called the auction must open it, but is out without 10k (p. 13, R21, R22)."""
    p = wide(s.turn)
    s.bid = 0
    s.leader = NOBODY
    s.bidding = (1 << b.players) - 1
    tell(w, Event.AUCTION, p, b.district[s.at[p]])
    if s.cash[p] > 0:
        return AUCTION
    s.bidding &= ~(1 << p)
    tell(w, Event.OUT, p)
    return next_bidder(s, b, w)


@rule
def next_bidder(s, b, w):
    """The next bidder clockwise; if there is none the leader pays and gets the district (p. 13, R21, R22)."""
    for k in range(1, b.players):
        q = (s.actor + k) % b.players
        if s.bidding >> q & 1 and q != s.leader:
            s.actor = q
            return AUCTION
    d = wide(b.district[s.at[s.turn]])
    winner = wide(s.leader)
    if winner != NOBODY:
        s.cash[winner] -= s.bid
        hand_over(s, d, winner)
        tell(w, Event.SOLD, winner, d, s.bid)
    else:
        tell(w, Event.UNSOLD, d)
    s.bid = 0
    s.leader = NOBODY
    s.bidding = 0
    return ENTER_BUILD


# --------------------------------------------------------------- beyond the rules


@rule
def imagine(s, b, w, seat, seed):
    """Only future dice and cards are hidden, and they are drawn when needed: another seed is another world (R45)."""
    begin_world(s, w, seed)


def max_plies(b):
    """The longest match: with a round limit every turn is bounded, without one only the counter of plies is."""
    if not b.round_limit:
        return 2**31 - 1
    seats = int(b.players)
    deals = seats * 2 * (int(b.max_edits) + int(b.max_offers))  # each edit with a withdrawal, each offer with an answer
    auction = MOST_BID + seats
    turn = 40 + 3 * DISTRICTS + deals + auction
    turns = int(b.round_limit) * seats * int(b.doubles_to_jail)
    return min(2**31 - 1, turns * turn)


def derive(s, b):
    """Owners, holdings, slots and the stock of the bank follow from districts, pieces and cards."""
    for seat in range(SEATS):
        s.holds[seat] = sum(1 << d for d in range(DISTRICTS) if s.owner[d] == seat)
        s.jail_cards[seat] = sum(holder == seat for holder in s.held_by)
    s.mortgaged = sum(1 << d for d in range(DISTRICTS) if s.mortgage[d])
    taken = [0 if b.unlimited_blocks else sum(blocks[kind] for blocks in s.blocks) for kind in range(2)]
    s.stock = [b.stock[kind] - taken[kind] for kind in range(2)]
    s.n_under, s.n_held = (sum(card != NOBODY for card in cards) for cards in (s.under, s.held))
    s.slot_use = [int(Use.EMPTY)] * SLOTS
    for use, slots in (
        (Use.STADIUM, s.stadium[:1]),
        (Use.TOWER, s.tower[:1]),
        (Use.SKYSCRAPER, [slot for slot, _ in s.skyscraper]),
        (Use.BONUS, s.bonus),
        (Use.HAZARD, s.hazard),
    ):
        for slot in slots:
            if slot != NOBODY:
                s.slot_use[slot] = int(use)
    in_python(mark_beside)(s, b)
