"""What is allowed, one predicate for each kind of move; `refuse` and `legal_actions` ask the same ones."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from .scoring import count_bits
from .state import (
    A_GIVE_CARD,
    A_REMOVE_GIVE_CARD,
    A_REMOVE_TAKE_CARD,
    A_TAKE_CARD,
    ASK0,
    BUILD,
    EMPTY,
    EVENT,
    GIVE0,
    GROUPS,
    HAZARD,
    LEGAL,
    NOBODY,
    PAY0,
    PLANNING,
    RAISE,
    REMOVE0,
    SIDES,
    STEPS,
    TAKE0,
    Reason,
)

FAR = 99
"""More steps than any hazard makes."""


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
