"""Mortgages, blocks, special buildings, bonus and hazard: what they change (p. 8 to 13 of the German rulebook)."""

from tripolis.engine.record import rule
from tripolis.engine.steps import tell, wide

from .conditions import hazard_distance
from .scoring import mortgage_value
from .state import (
    BONUS_PIECE,
    BUILD,
    EMPTY,
    END,
    ENTER_BUILD,
    HAZARD,
    HAZARD_PIECE,
    HOME,
    INDUSTRIAL,
    NOBODY,
    PAY,
    PIECES,
    RAISE,
    RESIDENTIAL,
    SLOT,
    STADIUM,
    TOWER,
    Event,
    act,
)


@rule
def mortgage_or_redeem(s, b, w, action):
    """A mortgage is taken, or redeemed for the sum received (p. 13, R23, R24)."""
    p = wide(s.actor)
    if act.is_redeem(action):
        d = act.redeem_district(action)
        s.cash[p] -= s.mortgage[d]
        tell(w, Event.REDEEMED, p, d, s.mortgage[d])
        s.mortgage[d] = 0
        s.mortgaged &= ~(1 << d)
    else:
        d = act.mortgage_district(action)
        s.mortgage[d] = mortgage_value(s, b, d)
        s.mortgaged |= 1 << d
        s.cash[p] += s.mortgage[d]
        tell(w, Event.MORTGAGED, p, d, s.mortgage[d])
    s.flipped |= 1 << d
    return PAY if s.phase == RAISE else s.phase + 0


@rule
def build_blocks(s, b, w, action):
    """One block for money, or the free blocks of a card: as many as fit and the bank has (p. 8, R30, T7)."""
    p = wide(s.actor)
    if act.is_free(action):
        d = act.free_district(action)
        kind = wide(b.op_kind[s.card_up][s.card])
        n = min(wide(b.op_n[s.card_up][s.card]), b.max_blocks - s.blocks[d][RESIDENTIAL] - s.blocks[d][INDUSTRIAL])
        if b.unlimited_blocks == 0:
            n = min(n, wide(s.stock[kind]))
            s.stock[kind] -= n
        s.blocks[d][kind] += n
        tell(w, Event.FREE_BLOCKS, p, d, kind, n)
        return ENTER_BUILD
    d = act.block_district(action)
    kind = act.block_kind(action)
    s.cash[p] -= b.block_price[d][kind]
    s.blocks[d][kind] += 1
    if b.unlimited_blocks == 0:
        s.stock[kind] -= 1
    s.bought += 1
    s.bought_on = d
    tell(w, Event.BLOCK, p, d, kind, b.block_price[d][kind])
    return BUILD


@rule
def build_special(s, b, w, action):
    """A stadium, skyscraper or tower beside its home (p. 9, R12)."""
    p, what = wide(s.actor), act.special_building(action)
    d, slot = act.special_district(action), act.special_slot(action)
    s.slot_use[slot] = what
    if what == TOWER:
        s.towers += 1
        place(s.tower, slot, d)
        price, event = wide(b.tower_price), Event.TOWER
    elif what == STADIUM:
        s.specials += 1
        place(s.stadium, slot, d)
        price, event = wide(b.stadium_price), Event.STADIUM
    else:
        s.specials += 1
        place(s.skyscraper[b.group[d]], slot, d)
        price, event = wide(b.skyscraper_price[d]), Event.SKYSCRAPER
    s.cash[p] -= price
    tell(w, event, p, d, slot, price)
    return BUILD


@rule
def place(building, slot, home):
    """Write down where a special building stands and where it belongs."""
    building[SLOT] = slot
    building[HOME] = home


# ----------------------------------------------------------- bonus and hazard


@rule
def place_piece(s, b, w, action):
    """A bonus or hazard is built, or a hazard is moved or removed (p. 10, 11 and 14)."""
    p = wide(s.actor)
    if act.is_move(action):
        piece, to = act.move_hazard(action), act.move_slot(action)
        steps = hazard_distance(s, b, piece, to)
        cost = 0
        if s.phase == HAZARD:
            cost = steps * b.hazard_price
            s.cash[p] -= cost
        tell(w, Event.MOVED, p, s.hazard[piece], to, cost)
        s.moved[piece] += steps
        move_hazard(s, b, piece, to)
        return END if s.phase == HAZARD else ENTER_BUILD
    if act.is_remove_hazard(action):
        piece = act.remove_hazard_hazard(action)
        slot = wide(s.hazard[piece])
        s.slot_use[slot] = EMPTY
        s.hazard[piece] = NOBODY
        s.moved[piece] = 0
        tell(w, Event.REMOVED, p, slot, piece)
    elif act.is_hazard(action):
        slot = act.hazard_slot(action)
        piece = next_piece(s.hazard)
        s.hazard[piece] = slot
        s.slot_use[slot] = HAZARD_PIECE
        tell(w, Event.HAZARD, p, slot, piece)
    else:
        slot = act.bonus_slot(action)
        piece = next_piece(s.bonus)
        s.bonus[piece] = slot
        s.slot_use[slot] = BONUS_PIECE
        tell(w, Event.BONUS, p, slot, piece)
    mark_beside(s, b)
    return ENTER_BUILD


@rule
def next_piece(slots):
    """The bonus or hazard that is built next: the first that is not on the board."""
    for piece in range(PIECES):
        if slots[piece] == NOBODY:
            return piece
    return 0


@rule
def move_hazard(s, b, piece, to):
    """A hazard leaves its slot for another one."""
    s.slot_use[s.hazard[piece]] = EMPTY
    s.hazard[piece] = to
    s.slot_use[to] = HAZARD_PIECE
    mark_beside(s, b)


@rule
def mark_beside(s, b):
    """Note which districts a bonus touches, and which a hazard touches (p. 10 and 11)."""
    bonus, hazard = 0, 0
    for piece in range(PIECES):
        if s.bonus[piece] != NOBODY:
            bonus |= b.slot_districts[s.bonus[piece]]
        if s.hazard[piece] != NOBODY:
            hazard |= b.slot_districts[s.hazard[piece]]
    s.beside_bonus = bonus
    s.beside_hazard = hazard
