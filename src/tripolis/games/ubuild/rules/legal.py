"""The two questions about legality: why an action is refused, and which actions are legal.

Both ask the functions of `conditions.py`.
"""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from .conditions import (
    count_full_colours,
    count_pieces,
    districts_of_others,
    most_cash_asked,
    refuse_block,
    refuse_blocks_now,
    refuse_bonus,
    refuse_change,
    refuse_changes_now,
    refuse_deal,
    refuse_free_blocks,
    refuse_hazard,
    refuse_mortgage,
    refuse_move,
    refuse_redeem,
    refuse_send,
    refuse_skyscraper,
    refuse_special,
    refuse_stadium,
    refuse_tower,
)
from .scoring import means
from .state import (
    A_ACCEPT,
    A_AUCTION,
    A_BANKRUPT,
    A_BUY,
    A_CANCEL,
    A_CARD,
    A_DROP,
    A_END,
    A_FINE,
    A_GIVE_CARD,
    A_PASS,
    A_REFUSE,
    A_REMOVE_CASH,
    A_REMOVE_GIVE_CARD,
    A_REMOVE_TAKE_CARD,
    A_ROLL,
    A_SEND,
    A_TAKE_CARD,
    ANSWER,
    ASK0,
    AUCTION,
    BID0,
    BLOCK0,
    BONUS0,
    BUILD,
    BUY,
    DEAL,
    DEAL0,
    DISTRICTS,
    EMPTY,
    EVENT,
    FREE0,
    GIVE0,
    HAZARD,
    HAZARD0,
    HOME,
    JAIL,
    LEGAL,
    MORTGAGE0,
    MOST_BID,
    MOVE0,
    N_ACTIONS,
    NOBODY,
    PAY0,
    PLANNING,
    RAISE,
    REDEEM0,
    REMOVE0,
    REMOVE_HAZARD0,
    ROLL,
    SIDES,
    SLOTS,
    STADIUM,
    STADIUM0,
    STEPS,
    TAKE0,
    Op,
    Reason,
)

N_STEPS = len(STEPS)
FREE_BLOCKS, BUILD_HAZARD, BUILD_BONUS = int(Op.FREE_BLOCKS), int(Op.BUILD_HAZARD), int(Op.BUILD_BONUS)
MOVE_HAZARD, REMOVE_HAZARD = int(Op.MOVE_HAZARD), int(Op.REMOVE_HAZARD)


# ------------------------------------------------------------- every action


@rule
def refuse(s, b, w, action):
    """Why an action is not legal; LEGAL if it is."""
    if action < 0 or action >= N_ACTIONS:
        return Reason.NO_ACTION
    if s.actor < 0:
        return Reason.OVER
    phase, seat = wide(s.phase), wide(s.actor)
    if action >= BID0:
        if phase != AUCTION:
            return Reason.NOT_NOW
        if action - BID0 <= s.bid:
            return Reason.BID_TOO_LOW
        return Reason.TOO_POOR if action - BID0 > s.cash[seat] else LEGAL
    if action >= STADIUM0:
        if phase != BUILD:
            return Reason.NOT_NOW
        what = STADIUM + (action - STADIUM0) // (DISTRICTS * SLOTS)
        return refuse_special(s, b, seat, what, (action - STADIUM0) // SLOTS % DISTRICTS, (action - STADIUM0) % SLOTS)
    if action >= BONUS0:
        return refuse_piece(s, b, seat, phase, action)
    if action >= DEAL0 and action < PAY0:
        if phase != BUY and phase != BUILD and phase != RAISE:
            return Reason.NOT_NOW
        return refuse_deal(s, b, seat, action - DEAL0)
    if action >= GIVE0 or (action >= A_GIVE_CARD and action <= A_REMOVE_CASH):
        if phase != DEAL:
            return Reason.NOT_NOW
        return refuse_change(s, b, action)
    if action >= FREE0:
        if phase != EVENT or b.op[s.card_up][s.card] != FREE_BLOCKS:
            return Reason.NOT_NOW
        return refuse_free_blocks(s, b, seat, action - FREE0, wide(b.op_kind[s.card_up][s.card]))
    if action >= BLOCK0:
        if phase != BUILD:
            return Reason.NOT_NOW
        return refuse_block(s, b, seat, (action - BLOCK0) // 2, (action - BLOCK0) % 2)
    if action >= REDEEM0:
        if phase != BUILD:
            return Reason.NOT_NOW
        return refuse_redeem(s, b, seat, action - REDEEM0)
    if action >= MORTGAGE0:
        if phase != BUY and phase != BUILD and phase != RAISE:
            return Reason.NOT_NOW
        return refuse_mortgage(s, b, seat, action - MORTGAGE0)
    return refuse_plain(s, b, seat, phase, action)


@rule
def refuse_piece(s, b, seat, phase, action):
    """Bonus and hazard pieces: by Planning Permission, by a card, or a move for money (p. 10, 11 and 14)."""
    op = b.op[s.card_up][s.card] if phase == EVENT else 0
    if action >= MOVE0:
        if phase != PLANNING and phase != HAZARD and op != MOVE_HAZARD:
            return Reason.NOT_NOW
        return refuse_move(s, b, seat, (action - MOVE0) // SLOTS, (action - MOVE0) % SLOTS)
    if action >= REMOVE_HAZARD0:
        if op != REMOVE_HAZARD:
            return Reason.NOT_NOW
        piece = action - REMOVE_HAZARD0
        return LEGAL if piece < b.n_hazards and s.hazard[piece] != NOBODY else Reason.NO_HAZARD
    if action >= HAZARD0:
        if phase != PLANNING and op != BUILD_HAZARD:
            return Reason.NOT_NOW
        return refuse_hazard(s, b, seat, action - HAZARD0)
    if phase != PLANNING and op != BUILD_BONUS:
        return Reason.NOT_NOW
    return refuse_bonus(s, b, seat, action - BONUS0)


@rule
def refuse_plain(s, b, seat, phase, action):
    """Moves that are not about a district, slot, player or amount."""
    if action == A_ROLL:
        return LEGAL if phase == ROLL or phase == JAIL else Reason.NOT_NOW
    if action == A_FINE:
        if phase != JAIL:
            return Reason.NOT_NOW
        return Reason.TOO_POOR if s.cash[seat] < b.fine else LEGAL
    if action == A_CARD:
        if phase != JAIL:
            return Reason.NOT_NOW
        return Reason.NO_CARD if s.jail_cards[seat] == 0 else LEGAL
    if action == A_BUY:
        if phase != BUY:
            return Reason.NOT_NOW
        return Reason.TOO_POOR if s.cash[seat] < b.price[b.district[s.at[seat]]] else LEGAL
    if action == A_AUCTION:
        return LEGAL if phase == BUY else Reason.NOT_NOW
    if action == A_DROP:
        if phase != AUCTION:
            return Reason.NOT_NOW
        return Reason.MUST_OPEN if s.bid == 0 and seat == s.turn else LEGAL
    if action == A_PASS:
        return LEGAL if phase == PLANNING else Reason.NOT_NOW
    if action == A_END:
        return LEGAL if phase == BUILD or phase == HAZARD else Reason.NOT_NOW
    if action == A_BANKRUPT:
        if phase != RAISE:
            return Reason.NOT_NOW
        return LEGAL if means(s, b, seat) < s.debt else Reason.CAN_PAY
    if action == A_SEND:
        return refuse_send(s, b) if phase == DEAL else Reason.NOT_NOW
    if action == A_CANCEL:
        return LEGAL if phase == DEAL else Reason.NOT_NOW
    return LEGAL if phase == ANSWER else Reason.NOT_NOW  # accept, refuse


# -------------------------------------------------------------------- listing


@rule
def legal_actions(s, b, w):
    """List every action that `refuse` allows, but only some of the bids (R21)."""
    if s.actor < 0:
        return 0
    phase = s.phase
    if phase == DEAL:
        return list_changes(s, b, w)
    if phase == BUILD:
        return list_build_step(s, b, w)
    a = w.actions
    if phase == ANSWER:
        a[0] = A_ACCEPT
        a[1] = A_REFUSE
        return 2
    if phase == ROLL:
        a[0] = A_ROLL
        return 1
    if phase == AUCTION:
        return list_bids(s, b, w)
    if phase == HAZARD:
        n = list_hazard_moves(s, b, w, 0)
        a[n] = A_END
        return n + 1
    if phase == PLANNING or phase == EVENT:
        return list_pieces(s, b, w)
    seat = wide(s.actor)
    if phase == JAIL:
        a[0] = A_ROLL
        n = 1
        if s.cash[seat] >= b.fine:
            a[n] = A_FINE
            n += 1
        if s.jail_cards[seat] > 0:
            a[n] = A_CARD
            n += 1
        return n
    n = 0
    if phase == BUY:
        if s.cash[seat] >= b.price[b.district[s.at[seat]]]:
            a[n] = A_BUY
            n += 1
        a[n] = A_AUCTION
        n += 1
    elif means(s, b, seat) < s.debt:
        a[n] = A_BANKRUPT
        n += 1
    free = s.holds[seat] & ~s.mortgaged
    for d in range(DISTRICTS):
        if free >> d & 1:
            a[n] = MORTGAGE0 + d
            n += 1
    return list_deals(s, b, w, n)


@rule
def list_deals(s, b, w, n):
    """The players with whom a deal can be opened."""
    seat = wide(s.actor)
    for q in range(b.players):
        if q != seat and refuse_deal(s, b, seat, q) == LEGAL:
            w.actions[n] = DEAL0 + q
            n += 1
    return n


@rule
def list_build_step(s, b, w):
    """All that can be done in the build step (p. 8, 9 and 13)."""
    a, n, seat = w.actions, 0, wide(s.actor)
    a[n] = A_END
    n += 1
    mine, cash = s.holds[seat], s.cash[seat]
    stadium = cash >= b.stadium_price and b.starter == 0 and s.stadium[HOME] == NOBODY
    full_colours = count_full_colours(s, b, seat)
    kinds = 0
    for kind in range(2):
        if refuse_blocks_now(s, b, kind) == LEGAL:
            kinds |= 1 << kind
    for d in range(DISTRICTS):
        if mine >> d & 1 == 0:
            continue
        if s.mortgaged >> d & 1:
            if cash >= s.mortgage[d] and s.flipped >> d & 1 == 0:
                a[n] = REDEEM0 + d
                n += 1
            continue
        if s.flipped >> d & 1 == 0:
            a[n] = MORTGAGE0 + d
            n += 1
        for kind in range(2):
            if kinds >> kind & 1 and refuse_block(s, b, seat, d, kind) == LEGAL:
                a[n] = BLOCK0 + 2 * d + kind
                n += 1
        specials = 0
        if stadium and refuse_stadium(s, b, seat, d) == LEGAL:
            specials = 1
        if full_colours:
            if refuse_skyscraper(s, b, seat, d) == LEGAL:
                specials |= 2
            if refuse_tower(s, b, seat, d) == LEGAL:
                specials |= 4
        if specials:
            for i in range(SIDES):
                slot = wide(b.slots_of[d][i])
                if slot == NOBODY:
                    break
                if s.slot_use[slot] == EMPTY:
                    for what in range(3):
                        if specials >> what & 1:
                            a[n] = STADIUM0 + (what * DISTRICTS + d) * SLOTS + slot
                            n += 1
    return list_deals(s, b, w, n)


@rule
def list_bids(s, b, w):
    """The raises by a step, all of one's cash, and dropping out (R21)."""
    a, n, seat = w.actions, 0, wide(s.actor)
    if s.bid > 0 or seat != s.turn:
        a[n] = A_DROP
        n += 1
    most = min(wide(s.cash[seat]), MOST_BID)
    all_in = most > s.bid
    for i in range(N_STEPS):
        amount = s.bid + STEPS[i]
        if amount <= most:
            a[n] = BID0 + amount
            n += 1
            if amount == most:
                all_in = False
    if all_in:
        a[n] = BID0 + most
        n += 1
    return n


@rule
def list_hazard_moves(s, b, w, n):
    """All moves of hazards that are legal now."""
    seat = wide(s.actor)
    for piece in range(b.n_hazards):
        start = s.hazard[piece]
        if start == NOBODY or s.moved[piece] >= b.hazard_steps:
            continue
        first = n
        for i in range(SIDES):
            one = wide(b.slot_next[start][i])
            if one == NOBODY:
                break
            if s.slot_use[one] != EMPTY:
                continue
            n = list_hazard_move(s, b, w, n, first, seat, piece, one)
            for j in range(SIDES):
                two = wide(b.slot_next[one][j])
                if two == NOBODY:
                    break
                if two != start and s.slot_use[two] == EMPTY:
                    n = list_hazard_move(s, b, w, n, first, seat, piece, two)
    return n


@rule
def list_hazard_move(s, b, w, n, first, seat, piece, to):
    """List a move of a hazard, unless it is listed already or not legal."""
    action = MOVE0 + piece * SLOTS + to
    for i in range(first, n):
        if w.actions[i] == action:
            return n
    if refuse_move(s, b, seat, piece, to) == LEGAL:
        w.actions[n] = action
        n += 1
    return n


@rule
def list_pieces(s, b, w):
    """What Planning Permission or a card lets the player do (p. 10, 11 and 14)."""
    a, n, seat = w.actions, 0, wide(s.actor)
    op = 0
    if s.phase == PLANNING:
        a[n] = A_PASS
        n += 1
    else:
        op = b.op[s.card_up][s.card]
        if op == FREE_BLOCKS:
            kind = wide(b.op_kind[s.card_up][s.card])
            for d in range(DISTRICTS):
                if refuse_free_blocks(s, b, seat, d, kind) == LEGAL:
                    a[n] = FREE0 + d
                    n += 1
            return n
        if op == REMOVE_HAZARD:
            for piece in range(b.n_hazards):
                if s.hazard[piece] != NOBODY:
                    a[n] = REMOVE_HAZARD0 + piece
                    n += 1
            return n
    if (op == 0 or op == BUILD_BONUS) and count_pieces(s.bonus, wide(b.n_bonus)) < b.n_bonus:
        mine = s.holds[seat]
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & mine and near & s.beside_hazard == 0 and s.slot_use[slot] == EMPTY:
                a[n] = BONUS0 + slot
                n += 1
    if (op == 0 or op == BUILD_HAZARD) and count_pieces(s.hazard, wide(b.n_hazards)) < b.n_hazards:
        theirs = districts_of_others(s, b, seat)
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & theirs and near & s.beside_bonus == 0 and s.slot_use[slot] == EMPTY:
                a[n] = HAZARD0 + slot
                n += 1
    if op == 0 or op == MOVE_HAZARD:
        n = list_hazard_moves(s, b, w, n)
    return n


@rule
def list_changes(s, b, w):
    """All changes of the offer, sending it, and withdrawing it (T11)."""
    a, n = w.actions, 0
    a[n] = A_CANCEL
    n += 1
    if refuse_send(s, b) == LEGAL:
        a[n] = A_SEND
        n += 1
    if refuse_changes_now(s, b) != LEGAL:
        return n
    give, take = s.given, s.taken
    mine, theirs = s.holds[s.opener] & ~give, s.holds[s.partner] & ~take
    offered = give | take
    for d in range(DISTRICTS):
        if mine >> d & 1:
            a[n] = GIVE0 + d
            n += 1
        elif theirs >> d & 1:
            a[n] = TAKE0 + d
            n += 1
        elif offered >> d & 1:
            a[n] = REMOVE0 + d
            n += 1
    if s.jail_cards[s.opener] > s.give_cards:
        a[n] = A_GIVE_CARD
        n += 1
    if s.jail_cards[s.partner] > s.take_cards:
        a[n] = A_TAKE_CARD
        n += 1
    if s.give_cards > 0:
        a[n] = A_REMOVE_GIVE_CARD
        n += 1
    if s.take_cards > 0:
        a[n] = A_REMOVE_TAKE_CARD
        n += 1
    cash = s.offer_cash
    if cash != 0:
        a[n] = A_REMOVE_CASH
        n += 1
    if cash >= 0 and s.back != RAISE:
        left = s.cash[s.opener] - cash
        for i in range(N_STEPS):
            if STEPS[i] > left:
                break
            a[n] = PAY0 + i
            n += 1
    if cash <= 0:
        left = most_cash_asked(s, b) + cash
        for i in range(N_STEPS):
            if STEPS[i] > left:
                break
            a[n] = ASK0 + i
            n += 1
    return n
