"""Why an action is refused, and which actions are legal: both ask the functions of `conditions.py`."""

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
    ANSWER,
    AUCTION,
    BUILD,
    BUY,
    DEAL,
    DISTRICTS,
    EMPTY,
    EVENT,
    HAZARD,
    HOME,
    JAIL,
    LEGAL,
    MOST_BID,
    NOBODY,
    PLANNING,
    RAISE,
    ROLL,
    SIDES,
    STADIUM,
    STEPS,
    Op,
    Reason,
    act,
)

N_STEPS = len(STEPS)
FREE_BLOCKS, BUILD_HAZARD, BUILD_BONUS = int(Op.FREE_BLOCKS), int(Op.BUILD_HAZARD), int(Op.BUILD_BONUS)
MOVE_HAZARD, REMOVE_HAZARD = int(Op.MOVE_HAZARD), int(Op.REMOVE_HAZARD)


# ------------------------------------------------------------- every action


@rule
def refuse(s, b, w, action):
    """Why an action is not legal; LEGAL if it is."""
    if not act.exists(action):
        return Reason.NO_ACTION
    if s.actor < 0:
        return Reason.OVER
    phase, seat = wide(s.phase), wide(s.actor)
    if act.is_bid(action):
        if phase != AUCTION:
            return Reason.NOT_NOW
        if act.bid_amount(action) <= s.bid:
            return Reason.BID_TOO_LOW
        return Reason.TOO_POOR if act.bid_amount(action) > s.cash[seat] else LEGAL
    if act.is_special(action):
        if phase != BUILD:
            return Reason.NOT_NOW
        building, d, slot = act.special_building(action), act.special_district(action), act.special_slot(action)
        return refuse_special(s, b, seat, building, d, slot)
    if act.is_piece(action):
        return refuse_piece(s, b, seat, phase, action)
    if act.is_deal(action):
        if phase != BUY and phase != BUILD and phase != RAISE:
            return Reason.NOT_NOW
        return refuse_deal(s, b, seat, act.deal_seat(action))
    if act.is_change(action):
        if phase != DEAL:
            return Reason.NOT_NOW
        return refuse_change(s, b, action)
    if act.is_free(action):
        if phase != EVENT or b.op[s.card_up][s.card] != FREE_BLOCKS:
            return Reason.NOT_NOW
        return refuse_free_blocks(s, b, seat, act.free_district(action), wide(b.op_kind[s.card_up][s.card]))
    if act.is_block(action):
        if phase != BUILD:
            return Reason.NOT_NOW
        return refuse_block(s, b, seat, act.block_district(action), act.block_kind(action))
    if act.is_redeem(action):
        if phase != BUILD:
            return Reason.NOT_NOW
        return refuse_redeem(s, b, seat, act.redeem_district(action))
    if act.is_mortgage(action):
        if phase != BUY and phase != BUILD and phase != RAISE:
            return Reason.NOT_NOW
        return refuse_mortgage(s, b, seat, act.mortgage_district(action))
    return refuse_plain(s, b, seat, phase, action)


@rule
def refuse_piece(s, b, seat, phase, action):
    """Bonus and hazard pieces: by Planning Permission, by a card, or a move for money (p. 10, 11 and 14)."""
    op = b.op[s.card_up][s.card] if phase == EVENT else 0
    if act.is_move(action):
        if phase != PLANNING and phase != HAZARD and op != MOVE_HAZARD:
            return Reason.NOT_NOW
        return refuse_move(s, b, seat, act.move_hazard(action), act.move_slot(action))
    if act.is_remove_hazard(action):
        if op != REMOVE_HAZARD:
            return Reason.NOT_NOW
        piece = act.remove_hazard_hazard(action)
        return LEGAL if piece < b.n_hazards and s.hazard[piece] != NOBODY else Reason.NO_HAZARD
    if act.is_hazard(action):
        if phase != PLANNING and op != BUILD_HAZARD:
            return Reason.NOT_NOW
        return refuse_hazard(s, b, seat, act.hazard_slot(action))
    if phase != PLANNING and op != BUILD_BONUS:
        return Reason.NOT_NOW
    return refuse_bonus(s, b, seat, act.bonus_slot(action))


@rule
def refuse_plain(s, b, seat, phase, action):
    """Moves that are not about a district, slot, player or amount."""
    if action == act.ROLL:
        return LEGAL if phase == ROLL or phase == JAIL else Reason.NOT_NOW
    if action == act.FINE:
        if phase != JAIL:
            return Reason.NOT_NOW
        return Reason.TOO_POOR if s.cash[seat] < b.fine else LEGAL
    if action == act.CARD:
        if phase != JAIL:
            return Reason.NOT_NOW
        return Reason.NO_CARD if s.jail_cards[seat] == 0 else LEGAL
    if action == act.BUY:
        if phase != BUY:
            return Reason.NOT_NOW
        return Reason.TOO_POOR if s.cash[seat] < b.price[b.district[s.at[seat]]] else LEGAL
    if action == act.AUCTION:
        return LEGAL if phase == BUY else Reason.NOT_NOW
    if action == act.DROP:
        if phase != AUCTION:
            return Reason.NOT_NOW
        return Reason.MUST_OPEN if s.bid == 0 and seat == s.turn else LEGAL
    if action == act.PASS:
        return LEGAL if phase == PLANNING else Reason.NOT_NOW
    if action == act.END:
        return LEGAL if phase == BUILD or phase == HAZARD else Reason.NOT_NOW
    if action == act.BANKRUPT:
        if phase != RAISE:
            return Reason.NOT_NOW
        return LEGAL if means(s, b, seat) < s.debt else Reason.CAN_PAY
    if action == act.SEND:
        return refuse_send(s, b) if phase == DEAL else Reason.NOT_NOW
    if action == act.CANCEL:
        return LEGAL if phase == DEAL else Reason.NOT_NOW
    return LEGAL if phase == ANSWER else Reason.NOT_NOW  # accept, refuse


# -------------------------------------------------------------------- listing


@rule
def add(w, n, action):
    """Put an action behind the n that are listed already; returns how many there are then."""
    w.actions[n] = action
    return n + 1


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
    if phase == ANSWER:
        return add(w, add(w, 0, act.ACCEPT), act.REFUSE)
    if phase == ROLL:
        return add(w, 0, act.ROLL)
    if phase == AUCTION:
        return list_bids(s, b, w)
    if phase == HAZARD:
        return add(w, list_hazard_moves(s, b, w, 0), act.END)
    if phase == PLANNING or phase == EVENT:
        return list_pieces(s, b, w)
    seat = wide(s.actor)
    if phase == JAIL:
        n = add(w, 0, act.ROLL)
        if s.cash[seat] >= b.fine:
            n = add(w, n, act.FINE)
        if s.jail_cards[seat] > 0:
            n = add(w, n, act.CARD)
        return n
    n = 0
    if phase == BUY:
        if s.cash[seat] >= b.price[b.district[s.at[seat]]]:
            n = add(w, n, act.BUY)
        n = add(w, n, act.AUCTION)
    elif means(s, b, seat) < s.debt:
        n = add(w, n, act.BANKRUPT)
    free = s.holds[seat] & ~s.mortgaged
    for d in range(DISTRICTS):
        if free >> d & 1:
            n = add(w, n, act.mortgage(d))
    return list_deals(s, b, w, n)


@rule
def list_deals(s, b, w, n):
    """The players with whom a deal can be opened."""
    seat = wide(s.actor)
    for q in range(b.players):
        if q != seat and refuse_deal(s, b, seat, q) == LEGAL:
            n = add(w, n, act.deal(q))
    return n


@rule
def list_build_step(s, b, w):
    """All that can be done in the build step (p. 8, 9 and 13)."""
    seat, n = wide(s.actor), add(w, 0, act.END)
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
                n = add(w, n, act.redeem(d))
            continue
        if s.flipped >> d & 1 == 0:
            n = add(w, n, act.mortgage(d))
        for kind in range(2):
            if kinds >> kind & 1 and refuse_block(s, b, seat, d, kind) == LEGAL:
                n = add(w, n, act.block(d, kind))
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
                            n = add(w, n, act.special(STADIUM + what, d, slot))
    return list_deals(s, b, w, n)


@rule
def list_bids(s, b, w):
    """The raises by a step, all of one's cash, and dropping out (R21)."""
    seat, n = wide(s.actor), 0
    if s.bid > 0 or seat != s.turn:
        n = add(w, n, act.DROP)
    most = min(wide(s.cash[seat]), MOST_BID)
    all_in = most > s.bid
    for i in range(N_STEPS):
        amount = s.bid + STEPS[i]
        if amount <= most:
            n = add(w, n, act.bid(amount))
            if amount == most:
                all_in = False
    if all_in:
        n = add(w, n, act.bid(most))
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
    action = act.move(piece, to)
    for i in range(first, n):
        if w.actions[i] == action:
            return n
    if refuse_move(s, b, seat, piece, to) == LEGAL:
        n = add(w, n, action)
    return n


@rule
def list_pieces(s, b, w):
    """What Planning Permission or a card lets the player do (p. 10, 11 and 14)."""
    seat, n = wide(s.actor), 0
    op = 0
    if s.phase == PLANNING:
        n = add(w, n, act.PASS)
    else:
        op = b.op[s.card_up][s.card]
        if op == FREE_BLOCKS:
            kind = wide(b.op_kind[s.card_up][s.card])
            for d in range(DISTRICTS):
                if refuse_free_blocks(s, b, seat, d, kind) == LEGAL:
                    n = add(w, n, act.free(d))
            return n
        if op == REMOVE_HAZARD:
            for piece in range(b.n_hazards):
                if s.hazard[piece] != NOBODY:
                    n = add(w, n, act.remove_hazard(piece))
            return n
    if (op == 0 or op == BUILD_BONUS) and count_pieces(s.bonus, wide(b.n_bonus)) < b.n_bonus:
        mine = s.holds[seat]
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & mine and near & s.beside_hazard == 0 and s.slot_use[slot] == EMPTY:
                n = add(w, n, act.bonus(slot))
    if (op == 0 or op == BUILD_HAZARD) and count_pieces(s.hazard, wide(b.n_hazards)) < b.n_hazards:
        theirs = districts_of_others(s, b, seat)
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & theirs and near & s.beside_bonus == 0 and s.slot_use[slot] == EMPTY:
                n = add(w, n, act.hazard(slot))
    if op == 0 or op == MOVE_HAZARD:
        n = list_hazard_moves(s, b, w, n)
    return n


@rule
def list_changes(s, b, w):
    """All changes of the offer, sending it, and withdrawing it (T11)."""
    n = add(w, 0, act.CANCEL)
    if refuse_send(s, b) == LEGAL:
        n = add(w, n, act.SEND)
    if refuse_changes_now(s, b) != LEGAL:
        return n
    give, take = s.given, s.taken
    mine, theirs = s.holds[s.opener] & ~give, s.holds[s.partner] & ~take
    offered = give | take
    for d in range(DISTRICTS):
        if mine >> d & 1:
            n = add(w, n, act.give(d))
        elif theirs >> d & 1:
            n = add(w, n, act.take(d))
        elif offered >> d & 1:
            n = add(w, n, act.remove(d))
    if s.jail_cards[s.opener] > s.give_cards:
        n = add(w, n, act.GIVE_CARD)
    if s.jail_cards[s.partner] > s.take_cards:
        n = add(w, n, act.TAKE_CARD)
    if s.give_cards > 0:
        n = add(w, n, act.REMOVE_GIVE_CARD)
    if s.take_cards > 0:
        n = add(w, n, act.REMOVE_TAKE_CARD)
    cash = s.offer_cash
    if cash != 0:
        n = add(w, n, act.REMOVE_CASH)
    if cash >= 0 and s.back != RAISE:
        left = s.cash[s.opener] - cash
        for i in range(N_STEPS):
            if STEPS[i] > left:
                break
            n = add(w, n, act.pay(i))
    if cash <= 0:
        left = most_cash_asked(s, b) + cash
        for i in range(N_STEPS):
            if STEPS[i] > left:
                break
            n = add(w, n, act.ask(i))
    return n
