"""The course of play: set-up, decisions, imagination. Pages are those of the German rulebook; rulings are in docs/rules/ubuild.md."""

from tripolis.engine.record import rule
from tripolis.engine.steps import begin, begin_match, begin_world, tell, wide

from .allowed import steps_to
from .scoring import mortgage_value
from .state import (
    A_AUCTION,
    A_BUY,
    A_CARD,
    A_DROP,
    A_END,
    A_FINE,
    A_GIVE_CARD,
    A_PASS,
    A_REMOVE_CASH,
    A_ROLL,
    A_SEND,
    AFTER_FREE,
    AUCTION,
    BID0,
    BLOCK0,
    BONUS0,
    BONUS_PIECE,
    BUILD,
    BUILDING,
    CARDS,
    DEAL0,
    DISTRICTS,
    EMPTY,
    END,
    FREE0,
    GIVE0,
    GROUPS,
    HAZARD,
    HAZARD0,
    HAZARD_PIECE,
    JAIL,
    MORTGAGE0,
    MOST_BID,
    MOVE0,
    MOVING,
    NOBODY,
    OVER,
    PAY,
    PAY0,
    PIECES,
    RAISE,
    REDEEM0,
    REMOVE_HAZARD0,
    ROLL,
    SEATS,
    SKYSCRAPER,
    SLOTS,
    STADIUM,
    STADIUM0,
    START,
    TOWER,
    WALK,
    Event,
)
from .trade import (
    answer_deal,
    change_offer,
    clear_offer,
    hand_back,
    hand_over,
    open_deal,
)
from .turn import (
    BY_DOUBLE,
    BY_DOUBLES,
    BY_FINE,
    WITH_CARD,
    mark_beside,
    move_hazard,
    owe,
    put_under,
    roll,
    run,
    to_jail,
)


@rule
def set_up(s, b, w, seed):
    """All pieces on GO, bridges down, nobody owns anything; the highest roll starts, those tied roll again (p. 6, R27)."""
    begin_match(s, w, seed)
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
    first_rolls(s, b, w)
    s.turn = s.start
    s.phase = START
    run(s, b, w, START)


@rule
def first_rolls(s, b, w):
    """Each seat rolls the dice of the track; the highest sum starts, those tied roll again (p. 6)."""
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
    """One decision, and all steps that follow without one."""
    begin(s, w)
    if action >= BID0:
        s.bid = action - BID0
        s.leader = s.actor
        tell(w, Event.BID, s.actor, s.bid)
        go = next_bidder(s, b, w)
    elif action >= STADIUM0:
        go = build_special(s, b, w, action - STADIUM0)
    elif action >= BONUS0:
        go = place_piece(s, b, w, action)
    elif action >= GIVE0 or (action >= A_GIVE_CARD and action <= A_REMOVE_CASH):
        if action >= DEAL0 and action < PAY0:
            go = open_deal(s, b, w, action - DEAL0)
        else:
            go = change_offer(s, b, w, action)
    elif action >= BLOCK0:
        go = build_blocks(s, b, w, action)
    elif action >= MORTGAGE0:
        go = flip(s, b, w, action)
    elif action == A_ROLL:
        go = roll_and_go(s, b, w)
    elif action >= A_SEND:
        go = answer_deal(s, b, w, action)
    else:
        go = decide(s, b, w, action)
    run(s, b, w, go)


# ----------------------------------------------------------- plain decisions


@rule
def roll_and_go(s, b, w):
    """Roll: for the way, or to get out of jail (p. 7 and 14)."""
    p = wide(s.turn)
    double = roll(s, b, w)
    tell(w, Event.ROLLED, p, s.dice[0], s.dice[1])
    if s.phase == JAIL:
        if not double:
            s.jail[p] += 1
            if s.jail[p] > b.jail_turns:
                return owe(s, w, p, NOBODY, wide(b.fine), AFTER_FREE)
            tell(w, Event.STAYS, p, s.jail[p] - 1)
            return BUILDING
        s.jail[p] = 0
        tell(w, Event.FREED, p, BY_DOUBLE)
        double = b.double_from_jail != 0  # R18
    if double:
        s.doubles += 1
        if s.doubles >= b.doubles_to_jail:
            return to_jail(s, b, w, BY_DOUBLES)
        s.again = 1
        tell(w, Event.AGAIN, p, s.doubles)
    s.steps = s.dice[0] + s.dice[1]
    return WALK


@rule
def decide(s, b, w, action):
    """Fine, card, buy, auction, drop, pass, end, bankrupt."""
    p = wide(s.actor)
    if action == A_END:
        return MOVING if s.phase == BUILD else END
    if action == A_BUY:
        d = wide(b.district[s.at[p]])
        s.cash[p] -= b.price[d]
        hand_over(s, d, p)
        tell(w, Event.BOUGHT, p, d, b.price[d])
        return BUILDING
    if action == A_AUCTION:
        return open_auction(s, b, w)
    if action == A_DROP:
        s.bidding &= ~(1 << p)
        tell(w, Event.DROPPED, p)
        return next_bidder(s, b, w)
    if action == A_PASS:
        tell(w, Event.PASSED, p)
        return BUILDING
    if action == A_FINE:
        s.cash[p] -= b.fine
        s.jail[p] = 0
        tell(w, Event.PAID, p, NOBODY, b.fine)
        tell(w, Event.FREED, p, BY_FINE)
        return ROLL
    if action == A_CARD:
        put_under(s, hand_back(s, p))
        s.jail[p] = 0
        tell(w, Event.FREED, p, WITH_CARD)
        return ROLL
    return bankrupt(s, b, w)


@rule
def bankrupt(s, b, w):
    """The end: what is left goes to the creditor or the bank; buildings stay (p. 15, R32, T15)."""
    seat, to = wide(s.debtor), wide(s.creditor)
    tell(w, Event.BANKRUPT, seat, to, s.debt)
    if to != NOBODY:
        s.cash[to] += s.cash[seat]
    if s.cash[seat] > 0:
        tell(w, Event.PAID, seat, to, s.cash[seat])
    s.cash[seat] = 0
    for d in range(DISTRICTS):
        if s.holds[seat] >> d & 1:
            new = NOBODY if s.mortgaged >> d & 1 else to
            tell(w, Event.HANDED, d, seat, new)
            hand_over(s, d, new)
            if s.mortgaged >> d & 1:
                s.mortgaged &= ~(1 << d)
                s.mortgage[d] = 0
    while s.jail_cards[seat] > 0:
        put_under(s, hand_back(s, seat))
    s.bankrupt = seat
    s.actor = -1
    return OVER


# --------------------------------------------------------------------- auction


@rule
def open_auction(s, b, w):
    """All players are in; the one who called must open, but is out without 10k (p. 13, R21, R22)."""
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
    """The next player who is in and not leading; else the leader gets the district, or nobody does (p. 13, R21)."""
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
    return BUILDING


# -------------------------------------------------------------------- building


@rule
def flip(s, b, w, action):
    """A mortgage is taken or redeemed (p. 13, R23, R24)."""
    p = wide(s.actor)
    if action >= REDEEM0:
        d = action - REDEEM0
        s.cash[p] -= s.mortgage[d]
        tell(w, Event.REDEEMED, p, d, s.mortgage[d])
        s.mortgage[d] = 0
        s.mortgaged &= ~(1 << d)
    else:
        d = action - MORTGAGE0
        s.mortgage[d] = mortgage_value(s, b, d)
        s.mortgaged |= 1 << d
        s.cash[p] += s.mortgage[d]
        tell(w, Event.MORTGAGED, p, d, s.mortgage[d])
    s.flipped |= 1 << d
    return PAY if s.phase == RAISE else s.phase + 0


@rule
def build_blocks(s, b, w, action):
    """One block for money, or the blocks of a card: as many as fit and the stock holds (p. 8, R30, T7)."""
    p = wide(s.actor)
    if action >= FREE0:
        d = action - FREE0
        kind = wide(b.op_kind[s.card_up][s.card])
        n = min(wide(b.op_n[s.card_up][s.card]), b.max_blocks - s.blocks[d][0] - s.blocks[d][1])
        if b.unlimited_blocks == 0:
            n = min(n, wide(s.stock[kind]))
            s.stock[kind] -= n
        s.blocks[d][kind] += n
        tell(w, Event.FREE_BLOCKS, p, d, kind, n)
        return BUILDING
    d = (action - BLOCK0) // 2
    kind = (action - BLOCK0) % 2
    s.cash[p] -= b.block_price[d][kind]
    s.blocks[d][kind] += 1
    if b.unlimited_blocks == 0:
        s.stock[kind] -= 1
    s.bought += 1
    s.bought_on = d
    tell(w, Event.BLOCK, p, d, kind, b.block_price[d][kind])
    return BUILD


@rule
def build_special(s, b, w, number):
    """A stadium, skyscraper or tower beside its home (p. 9, R12)."""
    p = wide(s.actor)
    what = number // (DISTRICTS * SLOTS)
    d = number // SLOTS % DISTRICTS
    slot = number % SLOTS
    if what == 0:
        s.stadium[0] = slot
        s.stadium[1] = d
        s.slot_use[slot] = STADIUM
        s.cash[p] -= b.stadium_price
        s.specials += 1
        tell(w, Event.STADIUM, p, d, slot, b.stadium_price)
    elif what == 1:
        s.skyscraper[b.group[d]][0] = slot
        s.skyscraper[b.group[d]][1] = d
        s.slot_use[slot] = SKYSCRAPER
        s.cash[p] -= b.skyscraper_price[d]
        s.specials += 1
        tell(w, Event.SKYSCRAPER, p, d, slot, b.skyscraper_price[d])
    else:
        s.tower[0] = slot
        s.tower[1] = d
        s.slot_use[slot] = TOWER
        s.cash[p] -= b.tower_price
        s.towers += 1
        tell(w, Event.TOWER, p, d, slot, b.tower_price)
    return BUILD


@rule
def place_piece(s, b, w, action):
    """A bonus or hazard is built, moved or removed (p. 10, 11 and 14)."""
    p = wide(s.actor)
    if action >= MOVE0:
        piece, to = (action - MOVE0) // SLOTS, (action - MOVE0) % SLOTS
        steps = steps_to(s, b, piece, to)
        cost = 0
        if s.phase == HAZARD:
            cost = steps * b.hazard_price
            s.cash[p] -= cost
        tell(w, Event.MOVED, p, s.hazard[piece], to, cost)
        s.moved[piece] += steps
        move_hazard(s, b, piece, to)
        return END if s.phase == HAZARD else BUILDING
    if action >= REMOVE_HAZARD0:
        piece = action - REMOVE_HAZARD0
        slot = wide(s.hazard[piece])
        s.slot_use[slot] = EMPTY
        s.hazard[piece] = NOBODY
        s.moved[piece] = 0
        tell(w, Event.REMOVED, p, slot, piece)
    elif action >= HAZARD0:
        slot = action - HAZARD0
        piece = 0
        while s.hazard[piece] != NOBODY:
            piece += 1
        s.hazard[piece] = slot
        s.slot_use[slot] = HAZARD_PIECE
        tell(w, Event.HAZARD, p, slot, piece)
    else:
        slot = action - BONUS0
        piece = 0
        while s.bonus[piece] != NOBODY:
            piece += 1
        s.bonus[piece] = slot
        s.slot_use[slot] = BONUS_PIECE
        tell(w, Event.BONUS, p, slot, piece)
    mark_beside(s, b)
    return BUILDING


# ---------------------------------------------------------------------- worlds


@rule
def imagine(s, b, w, seat, seed):
    """Everything is open but the dice and cards to come, and those are drawn when they come: another seed is another world (R45)."""
    begin_world(s, w, seed)


def max_plies(b):
    """No match is longer: with a round limit a turn has its bounds, without one only the counter of plies ends it."""
    if not b.round_limit:
        return 2**31 - 1
    seats = int(b.players)
    deals = seats * 2 * (int(b.max_edits) + int(b.max_offers))  # openings and changes, cancellings; offers, answers
    auction = MOST_BID + seats
    turn = 40 + 3 * DISTRICTS + deals + auction
    turns = int(b.round_limit) * seats * int(b.doubles_to_jail)
    return min(2**31 - 1, turns * turn)
