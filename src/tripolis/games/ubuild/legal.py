"""What is allowed: one predicate for each kind of move, asked by `refuse` and by `legal_actions` alike."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from .scoring import count_bits, means
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
    GROUPS,
    HAZARD,
    HAZARD0,
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
    STADIUM0,
    STEPS,
    TAKE0,
    Op,
    Reason,
)

N_STEPS = len(STEPS)
FREE_BLOCKS, BUILD_HAZARD, BUILD_BONUS = int(Op.FREE_BLOCKS), int(Op.BUILD_HAZARD), int(Op.BUILD_BONUS)
MOVE_HAZARD, REMOVE_HAZARD = int(Op.MOVE_HAZARD), int(Op.REMOVE_HAZARD)
FAR = 99


# ----------------------------------------------------------------- own things


@rule
def refuse_mortgage(s, b, seat, d):
    """An own district that is not mortgaged; while building only if it was not turned over in this turn (p. 13, T10)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    if s.phase == BUILD and s.flipped >> d & 1:
        return Reason.FLIPPED
    return LEGAL


@rule
def refuse_redeem(s, b, seat, d):
    """The sum received is paid back (p. 13, R24)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1 == 0:
        return Reason.NOT_MORTGAGED
    if s.flipped >> d & 1:
        return Reason.FLIPPED
    if s.cash[seat] < s.mortgage[d]:
        return Reason.TOO_POOR
    return LEGAL


# ------------------------------------------------------------------- building


@rule
def refuse_free(s, b, seat, d, kind):
    """Where blocks may stand at all: an own district that is not mortgaged, with room, and blocks left (p. 8, R30, R31)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    if s.blocks[d][0] + s.blocks[d][1] >= b.max_blocks:
        return Reason.FULL
    if b.unlimited_blocks == 0 and s.stock[kind] == 0:
        return Reason.NO_STOCK
    return LEGAL


@rule
def refuse_any_block(s, b, kind):
    """What forbids blocks in this turn wherever they stand: Starter (p. 8), three already, a special building (p. 9, R13)."""
    if kind == 1 and b.starter:
        return Reason.NOT_ON_STARTER
    if s.bought >= b.turn_blocks:
        return Reason.THREE_BLOCKS
    if b.one_project and s.specials + s.towers > 0:
        return Reason.ONE_PROJECT
    if s.specials > 0:
        return Reason.SPECIAL_BUILT
    return LEGAL


@rule
def refuse_block(s, b, seat, d, kind):
    """Up to three blocks in a turn, all on one own district, eight on it at most (p. 8)."""
    code = refuse_free(s, b, seat, d, kind)
    if code != LEGAL:
        return code
    code = refuse_any_block(s, b, kind)
    if code != LEGAL:
        return code
    if s.bought > 0 and s.bought_on != d:
        return Reason.OTHER_DISTRICT
    if s.cash[seat] < b.block_price[d][kind]:
        return Reason.TOO_POOR
    return LEGAL


@rule
def is_whole(s, b, seat, group):
    """Does a seat own a whole colour of this track, of two districts at least (T12)?"""
    group_set = b.group_set[group]
    return group_set & (group_set - 1) != 0 and s.holds[seat] & group_set == group_set


@rule
def whole_groups(s, b, seat):
    """How many whole colours a seat owns."""
    n = 0
    for group in range(GROUPS):
        if is_whole(s, b, seat, group):
            n += 1
    return n


@rule
def refuse_any_special(s, b):
    """Stadium and skyscraper: not in a turn with blocks (p. 9, R13); one project: not after anything else."""
    if b.one_project and s.bought + s.specials + s.towers > 0:
        return Reason.ONE_PROJECT
    if s.bought > 0:
        return Reason.BLOCKS_BUILT
    return LEGAL


@rule
def refuse_home(s, b, seat, d):
    """The home of a special building: own and not mortgaged (T13)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    return LEGAL


@rule
def refuse_stadium(s, b, seat, d):
    """2M, two districts of one colour, one in the game, not on Starter (p. 9)."""
    if b.starter:
        return Reason.NOT_ON_STARTER
    if s.stadium[1] != NOBODY or b.n_stadiums == 0:
        return Reason.NO_STOCK
    if count_bits(wide(s.holds[seat] & b.group_set[b.group[d]])) < 2:
        return Reason.NEEDS_TWO
    if s.cash[seat] < b.stadium_price:
        return Reason.TOO_POOR
    return refuse_any_special(s, b)


@rule
def refuse_skyscraper(s, b, seat, d):
    """The price on the card, the whole colour, one for each colour (p. 9)."""
    group = wide(b.group[d])
    if s.skyscraper[group][1] != NOBODY:
        return Reason.HAS_SKYSCRAPER
    if not is_whole(s, b, seat, group):
        return Reason.NEEDS_GROUP
    n = 0
    for other in range(GROUPS):
        if s.skyscraper[other][1] != NOBODY:
            n += 1
    if n >= b.n_skyscrapers:
        return Reason.NO_STOCK
    if s.cash[seat] < b.skyscraper_price[d]:
        return Reason.TOO_POOR
    return refuse_any_special(s, b)


@rule
def refuse_tower(s, b, seat, d):
    """7M, two whole colours, beside a district of one of them, not on Starter; blocks do not matter (p. 9, R13)."""
    if b.starter:
        return Reason.NOT_ON_STARTER
    if s.tower[1] != NOBODY or b.n_towers == 0:
        return Reason.NO_STOCK
    if not is_whole(s, b, seat, wide(b.group[d])) or whole_groups(s, b, seat) < 2:
        return Reason.NEEDS_TWO_GROUPS
    if s.cash[seat] < b.tower_price:
        return Reason.TOO_POOR
    if b.one_project and s.bought + s.specials + s.towers > 0:
        return Reason.ONE_PROJECT
    return LEGAL


@rule
def refuse_special(s, b, seat, what, d, slot):
    """A special building (0 stadium, 1 skyscraper, 2 tower) in an empty slot that touches its home."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    code = refuse_home(s, b, seat, d)
    if code != LEGAL:
        return code
    if b.slot_districts[slot] >> d & 1 == 0:
        return Reason.NOT_BESIDE_HOME
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if what == 0:
        return refuse_stadium(s, b, seat, d)
    if what == 1:
        return refuse_skyscraper(s, b, seat, d)
    return refuse_tower(s, b, seat, d)


# ----------------------------------------------------------- bonus and hazard


@rule
def pieces_out(slots, n):
    """How many of the pieces stand on the board."""
    out = 0
    for i in range(n):
        if slots[i] != NOBODY:
            out += 1
    return out


@rule
def refuse_bonus(s, b, seat, slot):
    """Beside an own district, and none of those it touches beside a hazard (p. 10, R8)."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    if pieces_out(s.bonus, wide(b.n_bonus)) == b.n_bonus:
        return Reason.NO_PIECE
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if b.slot_districts[slot] & s.holds[seat] == 0:
        return Reason.NOT_BESIDE_YOURS
    if b.slot_districts[slot] & s.beside_hazard:
        return Reason.BESIDE_HAZARD
    return LEGAL


@rule
def others_hold(s, b, seat):
    """The districts of all other players."""
    found = 0
    for q in range(b.players):
        if q != seat:
            found |= s.holds[q]
    return found


@rule
def refuse_hazard(s, b, seat, slot):
    """Beside another player's district, and none of those it touches beside a bonus (p. 10 and 11, R6, R7)."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    if pieces_out(s.hazard, wide(b.n_hazards)) == b.n_hazards:
        return Reason.NO_PIECE
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if b.slot_districts[slot] & others_hold(s, b, seat) == 0:
        return Reason.NOT_BESIDE_OTHERS
    if b.slot_districts[slot] & s.beside_bonus:
        return Reason.BESIDE_BONUS
    return LEGAL


@rule
def steps_to(s, b, piece, to):
    """Steps of a hazard to a slot over empty neighbouring slots: 1, 2, or FAR (p. 11, R5)."""
    start = s.hazard[piece]
    for i in range(SIDES):
        one = wide(b.slot_next[start][i])
        if one == NOBODY:
            break
        if one == to:
            return 1
    for i in range(SIDES):
        one = wide(b.slot_next[start][i])
        if one == NOBODY:
            break
        if s.slot_use[one] == EMPTY:
            for j in range(SIDES):
                two = wide(b.slot_next[one][j])
                if two == NOBODY:
                    break
                if two == to:
                    return 2
    return FAR


@rule
def hazard_steps(s, b):
    """How far a hazard may be moved now: on Planning Permission (R2), by a card, or for money."""
    if s.phase == PLANNING:
        return min(wide(b.planning_move), wide(b.hazard_steps))
    if s.phase == EVENT:
        return min(wide(b.op_n[s.card_up][s.card]), wide(b.hazard_steps))
    return wide(b.hazard_steps)


@rule
def refuse_move(s, b, seat, piece, to):
    """A hazard moves at most two steps in a turn, ends on an empty slot and beside no protected district (p. 10 and 11, R3, R5)."""
    if to >= b.n_slots:
        return Reason.NO_SLOT
    if piece >= b.n_hazards or s.hazard[piece] == NOBODY:
        return Reason.NO_HAZARD
    if s.slot_use[to] != EMPTY:
        return Reason.SLOT_TAKEN
    steps = steps_to(s, b, piece, to)
    if steps > hazard_steps(s, b) or steps + s.moved[piece] > b.hazard_steps:
        return Reason.TOO_FAR
    if b.slot_districts[to] & s.beside_bonus:
        return Reason.BESIDE_BONUS
    if s.phase == HAZARD and s.cash[seat] < steps * b.hazard_price:
        return Reason.TOO_POOR
    return LEGAL


# ---------------------------------------------------------------------- deals


@rule
def owns_something(s, seat):
    """10k, a district or a jail card."""
    return s.cash[seat] > 0 or s.holds[seat] != 0 or s.jail_cards[seat] > 0


@rule
def refuse_deal(s, b, seat, q):
    """Whom a deal can be opened with (R36, T11)."""
    if b.max_offers == 0 or s.offers[seat] >= b.max_offers:
        return Reason.NO_DEALS
    if s.edits[seat] >= b.max_edits:
        return Reason.NO_EDITS
    if q == seat:
        return Reason.NOT_WITH_YOURSELF
    if q >= b.players:
        return Reason.NO_ACTION
    if s.phase == RAISE:
        if s.holds[seat] == 0 and s.jail_cards[seat] == 0:
            return Reason.NOTHING_TO_TRADE
        if s.cash[q] == 0 and q != s.creditor:
            return Reason.NOTHING_TO_TRADE
        return LEGAL
    if not owns_something(s, seat) or not owns_something(s, q):
        return Reason.NOTHING_TO_TRADE
    return LEGAL


@rule
def most_asked(s, b):
    """The highest sum that can be asked: the partner's cash, and the open debt if he is its creditor (p. 12, T11)."""
    most = s.cash[s.partner]
    if s.back == RAISE and s.partner == s.creditor:
        most += s.debt
    return most


@rule
def refuse_send(s, b):
    """Both sides get something; a debtor must ask for money (T11)."""
    if s.offers[s.opener] >= b.max_offers:
        return Reason.NO_DEALS
    if s.given == 0 and s.give_cards == 0 and s.offer_cash <= 0:
        return Reason.INCOMPLETE
    if s.taken == 0 and s.take_cards == 0 and s.offer_cash >= 0:
        return Reason.INCOMPLETE
    if s.back == RAISE and s.offer_cash >= 0:
        return Reason.DEBTOR_SELLS
    return LEGAL


@rule
def refuse_any_change(s, b):
    """Changes while offers and edits are left (T11)."""
    if s.offers[s.opener] >= b.max_offers:
        return Reason.NO_DEALS
    if s.edits[s.opener] >= b.max_edits:
        return Reason.NO_EDITS
    return LEGAL


@rule
def refuse_pay(s, b, step):
    """Cash that the opener adds: not while he asks, not as a debtor, not more than he has (T11)."""
    if s.back == RAISE:
        return Reason.DEBTOR_SELLS
    if s.offer_cash < 0:
        return Reason.EXCLUDES
    if s.offer_cash + step > s.cash[s.opener]:
        return Reason.TOO_MUCH
    return LEGAL


@rule
def refuse_ask(s, b, step):
    """Cash that the opener asks for: not while he pays, not more than the partner can give (T11)."""
    if s.offer_cash > 0:
        return Reason.EXCLUDES
    if step - s.offer_cash > most_asked(s, b):
        return Reason.TOO_MUCH
    return LEGAL


@rule
def refuse_change(s, b, action):
    """One change of an offer (section 6 of the turn's description, T11)."""
    code = refuse_any_change(s, b)
    if code != LEGAL:
        return code
    if action >= ASK0:
        return refuse_ask(s, b, STEPS[action - ASK0])
    if action >= PAY0:
        return refuse_pay(s, b, STEPS[action - PAY0])
    if action >= REMOVE0:
        return LEGAL if (s.given | s.taken) >> (action - REMOVE0) & 1 else Reason.NOT_IN_OFFER
    if action >= TAKE0:
        d = action - TAKE0
        if s.holds[s.partner] >> d & 1 == 0:
            return Reason.NOT_YOURS
        return Reason.IN_OFFER if s.taken >> d & 1 else LEGAL
    if action >= GIVE0:
        d = action - GIVE0
        if s.holds[s.opener] >> d & 1 == 0:
            return Reason.NOT_YOURS
        return Reason.IN_OFFER if s.given >> d & 1 else LEGAL
    if action == A_GIVE_CARD:
        return LEGAL if s.give_cards < s.jail_cards[s.opener] else Reason.NO_CARD
    if action == A_TAKE_CARD:
        return LEGAL if s.take_cards < s.jail_cards[s.partner] else Reason.NO_CARD
    if action == A_REMOVE_GIVE_CARD:
        return LEGAL if s.give_cards > 0 else Reason.NOT_IN_OFFER
    if action == A_REMOVE_TAKE_CARD:
        return LEGAL if s.take_cards > 0 else Reason.NOT_IN_OFFER
    return LEGAL if s.offer_cash != 0 else Reason.NOT_IN_OFFER


# ------------------------------------------------------------- every action


@rule
def refuse(s, b, w, action):
    """Why an action is not allowed; LEGAL if it is."""
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
        rest = (action - STADIUM0) % (DISTRICTS * SLOTS)
        return refuse_special(s, b, seat, (action - STADIUM0) // (DISTRICTS * SLOTS), rest // SLOTS, rest % SLOTS)
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
        return refuse_free(s, b, seat, action - FREE0, wide(b.op_kind[s.card_up][s.card]))
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
    """Bonus and hazard: built, moved, removed; on Planning Permission, by a card, or (moved only) for money (p. 10, 11 and 14)."""
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
    """Moves that need no choice of a thing."""
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
    """Exactly the actions that `refuse` allows, but of the bids only a few."""
    if s.actor < 0:
        return 0
    phase = s.phase
    if phase == DEAL:
        return list_changes(s, b, w)
    if phase == BUILD:
        return list_building(s, b, w)
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
        n = list_moves(s, b, w, 0)
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
    """The players that a deal can be opened with."""
    seat = wide(s.actor)
    for q in range(b.players):
        if q != seat and refuse_deal(s, b, seat, q) == LEGAL:
            w.actions[n] = DEAL0 + q
            n += 1
    return n


@rule
def list_building(s, b, w):
    """All that can be done in the building step."""
    a, n, seat = w.actions, 0, wide(s.actor)
    a[n] = A_END
    n += 1
    mine, cash = s.holds[seat], s.cash[seat]
    stadium = cash >= b.stadium_price and b.starter == 0 and s.stadium[1] == NOBODY
    groups = 0
    for group in range(GROUPS):
        if is_whole(s, b, seat, group):
            groups += 1
    kinds = 0
    for kind in range(2):
        if refuse_any_block(s, b, kind) == LEGAL:
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
        if kinds & 1 and refuse_block(s, b, seat, d, 0) == LEGAL:
            a[n] = BLOCK0 + 2 * d
            n += 1
        if kinds & 2 and refuse_block(s, b, seat, d, 1) == LEGAL:
            a[n] = BLOCK0 + 2 * d + 1
            n += 1
        can = 0
        if stadium and refuse_stadium(s, b, seat, d) == LEGAL:
            can = 1
        if groups:
            if refuse_skyscraper(s, b, seat, d) == LEGAL:
                can |= 2
            if refuse_tower(s, b, seat, d) == LEGAL:
                can |= 4
        if can:
            for i in range(SIDES):
                slot = wide(b.slots_of[d][i])
                if slot == NOBODY:
                    break
                if s.slot_use[slot] == EMPTY:
                    for what in range(3):
                        if can >> what & 1:
                            a[n] = STADIUM0 + (what * DISTRICTS + d) * SLOTS + slot
                            n += 1
    return list_deals(s, b, w, n)


@rule
def list_bids(s, b, w):
    """The raises by a step and the whole cash; and dropping out (R21)."""
    a, n, seat = w.actions, 0, wide(s.actor)
    if s.bid > 0 or seat != s.turn:
        a[n] = A_DROP
        n += 1
    most = min(wide(s.cash[seat]), MOST_BID)
    whole = most > s.bid
    for i in range(N_STEPS):
        amount = s.bid + STEPS[i]
        if amount <= most:
            a[n] = BID0 + amount
            n += 1
            if amount == most:
                whole = False
    if whole:
        a[n] = BID0 + most
        n += 1
    return n


@rule
def list_moves(s, b, w, n):
    """All moves of hazards that are allowed now."""
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
            n = list_move(s, b, w, n, first, seat, piece, one)
            for j in range(SIDES):
                two = wide(b.slot_next[one][j])
                if two == NOBODY:
                    break
                if two != start and s.slot_use[two] == EMPTY:
                    n = list_move(s, b, w, n, first, seat, piece, two)
    return n


@rule
def list_move(s, b, w, n, first, seat, piece, to):
    """List one move, once."""
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
    """What Planning Permission or a card allows."""
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
                if refuse_free(s, b, seat, d, kind) == LEGAL:
                    a[n] = FREE0 + d
                    n += 1
            return n
        if op == REMOVE_HAZARD:
            for piece in range(b.n_hazards):
                if s.hazard[piece] != NOBODY:
                    a[n] = REMOVE_HAZARD0 + piece
                    n += 1
            return n
    if (op == 0 or op == BUILD_BONUS) and pieces_out(s.bonus, wide(b.n_bonus)) < b.n_bonus:
        mine = s.holds[seat]
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & mine and near & s.beside_hazard == 0 and s.slot_use[slot] == EMPTY:
                a[n] = BONUS0 + slot
                n += 1
    if (op == 0 or op == BUILD_HAZARD) and pieces_out(s.hazard, wide(b.n_hazards)) < b.n_hazards:
        theirs = others_hold(s, b, seat)
        for slot in range(b.n_slots):
            near = b.slot_districts[slot]
            if near & theirs and near & s.beside_bonus == 0 and s.slot_use[slot] == EMPTY:
                a[n] = HAZARD0 + slot
                n += 1
    if op == 0 or op == MOVE_HAZARD:
        n = list_moves(s, b, w, n)
    return n


@rule
def list_changes(s, b, w):
    """All changes of the offer on the table; sending it; taking it back."""
    a, n = w.actions, 0
    a[n] = A_CANCEL
    n += 1
    if refuse_send(s, b) == LEGAL:
        a[n] = A_SEND
        n += 1
    if refuse_any_change(s, b) != LEGAL:
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
        left = most_asked(s, b) + cash
        for i in range(N_STEPS):
            if STEPS[i] > left:
                break
            a[n] = ASK0 + i
            n += 1
    return n
