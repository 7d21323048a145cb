"""The conditions of each kind of move: one function for each, which returns LEGAL or the reason against it.

`legal.refuse` finds the condition of an action, and `legal.legal_actions` lists what meets its condition.
"""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from .scoring import count_bits
from .state import (
    BUILD,
    EMPTY,
    EVENT,
    GROUPS,
    HAZARD,
    HOME,
    INDUSTRIAL,
    LEGAL,
    NOBODY,
    PLANNING,
    RAISE,
    RESIDENTIAL,
    SIDES,
    SKYSCRAPER,
    STADIUM,
    STEPS,
    Reason,
    act,
)

FAR = 99
"""More steps than a hazard can move."""


# ------------------------------------------------------------------ mortgages


@rule
def refuse_mortgage(s, b, seat, d):
    """Your district, not mortgaged; in the build step its card is turned over once in a turn (p. 13, T10)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    if s.phase == BUILD and s.flipped >> d & 1:
        return Reason.FLIPPED
    return LEGAL


@rule
def refuse_redeem(s, b, seat, d):
    """You pay back the sum you received (p. 13, R24); once in a turn (T10)."""
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
def refuse_free_blocks(s, b, seat, d, kind):
    """Blocks, bought or free: your district, not mortgaged, with room, and the bank has some (p. 8, R30, R31)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    if s.blocks[d][RESIDENTIAL] + s.blocks[d][INDUSTRIAL] >= b.max_blocks:
        return Reason.FULL
    if b.unlimited_blocks == 0 and s.stock[kind] == 0:
        return Reason.NO_STOCK
    return LEGAL


@rule
def refuse_blocks_now(s, b, kind):
    """Buying blocks anywhere: none that Starter lacks, three in a turn, no special building (p. 8 and 9, R13)."""
    if kind == INDUSTRIAL and b.starter:
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
    """A block for money: up to three in a turn, all on one district, at most eight on it (p. 8)."""
    code = refuse_free_blocks(s, b, seat, d, kind)
    if code != LEGAL:
        return code
    code = refuse_blocks_now(s, b, kind)
    if code != LEGAL:
        return code
    if s.bought > 0 and s.bought_on != d:
        return Reason.OTHER_DISTRICT
    if s.cash[seat] < b.block_price[d][kind]:
        return Reason.TOO_POOR
    return LEGAL


@rule
def can_be_full(b, group):
    """Can a colour be full on this track? Only with two districts or more (p. 9, T12)."""
    group_set = b.group_set[group]
    return group_set & (group_set - 1) != 0


@rule
def has_full_colour(s, b, seat, group):
    """A full colour: a player owns all its districts on this track, which are two or more (p. 9, T12)."""
    group_set = b.group_set[group]
    return can_be_full(b, group) and s.holds[seat] & group_set == group_set


@rule
def count_full_colours(s, b, seat):
    """How many full colours a player owns."""
    n = 0
    for group in range(GROUPS):
        if has_full_colour(s, b, seat, group):
            n += 1
    return n


@rule
def refuse_special_now(s, b):
    """Stadium and skyscraper: not in a turn with blocks; with `one_project` not after any other project (p. 9, R13)."""
    if b.one_project and s.bought + s.specials + s.towers > 0:
        return Reason.ONE_PROJECT
    if s.bought > 0:
        return Reason.BLOCKS_BUILT
    return LEGAL


@rule
def refuse_home(s, b, seat, d):
    """The home of a special building: your district, not mortgaged (T13)."""
    if s.holds[seat] >> d & 1 == 0:
        return Reason.NOT_YOURS
    if s.mortgaged >> d & 1:
        return Reason.MORTGAGED
    return LEGAL


@rule
def refuse_stadium(s, b, seat, d):
    """The stadium: 2M, two districts of one colour, one in the game, not on Starter (p. 9)."""
    if b.starter:
        return Reason.NOT_ON_STARTER
    if s.stadium[HOME] != NOBODY or b.n_stadiums == 0:
        return Reason.NO_STOCK
    if count_bits(wide(s.holds[seat] & b.group_set[b.group[d]])) < 2:
        return Reason.NEEDS_TWO
    if s.cash[seat] < b.stadium_price:
        return Reason.TOO_POOR
    return refuse_special_now(s, b)


@rule
def refuse_skyscraper(s, b, seat, d):
    """A skyscraper: the price on the district card, the full colour, one for each colour (p. 9)."""
    group = wide(b.group[d])
    if s.skyscraper[group][HOME] != NOBODY:
        return Reason.HAS_SKYSCRAPER
    if not has_full_colour(s, b, seat, group):
        return Reason.NEEDS_GROUP
    if count_skyscrapers(s) >= b.n_skyscrapers:
        return Reason.NO_STOCK
    if s.cash[seat] < b.skyscraper_price[d]:
        return Reason.TOO_POOR
    return refuse_special_now(s, b)


@rule
def count_skyscrapers(s):
    """How many skyscrapers are on the board."""
    n = 0
    for group in range(GROUPS):
        if s.skyscraper[group][HOME] != NOBODY:
            n += 1
    return n


@rule
def refuse_tower(s, b, seat, d):
    """The Monopoly Tower: 7M, two full colours, its home in one of them, not on Starter (p. 9, R13)."""
    if b.starter:
        return Reason.NOT_ON_STARTER
    if s.tower[HOME] != NOBODY or b.n_towers == 0:
        return Reason.NO_STOCK
    if not has_full_colour(s, b, seat, wide(b.group[d])) or count_full_colours(s, b, seat) < 2:
        return Reason.NEEDS_TWO_GROUPS
    if s.cash[seat] < b.tower_price:
        return Reason.TOO_POOR
    if b.one_project and s.bought + s.specials + s.towers > 0:
        return Reason.ONE_PROJECT
    return LEGAL


@rule
def refuse_special(s, b, seat, what, d, slot):
    """A stadium, skyscraper or tower in an empty slot that touches its home (p. 9, R12)."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    code = refuse_home(s, b, seat, d)
    if code != LEGAL:
        return code
    if b.slot_districts[slot] >> d & 1 == 0:
        return Reason.NOT_BESIDE_HOME
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if what == STADIUM:
        return refuse_stadium(s, b, seat, d)
    if what == SKYSCRAPER:
        return refuse_skyscraper(s, b, seat, d)
    return refuse_tower(s, b, seat, d)


# ----------------------------------------------------------- bonus and hazard


@rule
def count_pieces(slots, n):
    """How many of a kind of pieces are on the board."""
    out = 0
    for i in range(n):
        if slots[i] != NOBODY:
            out += 1
    return out


@rule
def refuse_bonus(s, b, seat, slot):
    """A bonus: touches one of your districts, and none that a hazard touches (p. 10, R8)."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    if count_pieces(s.bonus, wide(b.n_bonus)) == b.n_bonus:
        return Reason.NO_PIECE
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if b.slot_districts[slot] & s.holds[seat] == 0:
        return Reason.NOT_BESIDE_YOURS
    if b.slot_districts[slot] & s.beside_hazard:
        return Reason.BESIDE_HAZARD
    return LEGAL


@rule
def districts_of_others(s, b, seat):
    """The districts of all other players."""
    districts = 0
    for q in range(b.players):
        if q != seat:
            districts |= s.holds[q]
    return districts


@rule
def refuse_hazard(s, b, seat, slot):
    """A hazard: touches another player's district, and none that a bonus touches (p. 10 and 11, R6, R7)."""
    if slot >= b.n_slots:
        return Reason.NO_SLOT
    if count_pieces(s.hazard, wide(b.n_hazards)) == b.n_hazards:
        return Reason.NO_PIECE
    if s.slot_use[slot] != EMPTY:
        return Reason.SLOT_TAKEN
    if b.slot_districts[slot] & districts_of_others(s, b, seat) == 0:
        return Reason.NOT_BESIDE_OTHERS
    if b.slot_districts[slot] & s.beside_bonus:
        return Reason.BESIDE_BONUS
    return LEGAL


@rule
def hazard_distance(s, b, piece, to):
    """The steps of a hazard to a slot, from empty slot to empty slot: 1, 2, or FAR (p. 11, R5)."""
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
def hazard_range(s, b):
    """How many steps a hazard may move now: on Planning Permission (R2), by a card, or for money (p. 11)."""
    if s.phase == PLANNING:
        return min(wide(b.planning_move), wide(b.hazard_steps))
    if s.phase == EVENT:
        return min(wide(b.op_n[s.card_up][s.card]), wide(b.hazard_steps))
    return wide(b.hazard_steps)


@rule
def refuse_move(s, b, seat, piece, to):
    """A hazard moves two steps in a turn at most, to an empty slot beside no protected district (p. 10, 11, R3, R5)."""
    if to >= b.n_slots:
        return Reason.NO_SLOT
    if piece >= b.n_hazards or s.hazard[piece] == NOBODY:
        return Reason.NO_HAZARD
    if s.slot_use[to] != EMPTY:
        return Reason.SLOT_TAKEN
    steps = hazard_distance(s, b, piece, to)
    if steps > hazard_range(s, b) or steps + s.moved[piece] > b.hazard_steps:
        return Reason.TOO_FAR
    if b.slot_districts[to] & s.beside_bonus:
        return Reason.BESIDE_BONUS
    if s.phase == HAZARD and s.cash[seat] < steps * b.hazard_price:
        return Reason.TOO_POOR
    return LEGAL


# ---------------------------------------------------------------------- deals


@rule
def owns_something(s, seat):
    """Has a player anything to trade: cash, a district or a jail card?"""
    return s.cash[seat] > 0 or s.holds[seat] != 0 or s.jail_cards[seat] > 0


@rule
def refuse_deal(s, b, seat, q):
    """A deal with a player: both have something to trade, and offers and edits are left (R36, T11)."""
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
def most_cash_asked(s, b):
    """The highest sum to ask for: the partner's cash, and the open debt if the partner is the creditor (p. 12, T11)."""
    most = s.cash[s.partner]
    if s.back == RAISE and s.partner == s.creditor:
        most += s.debt
    return most


@rule
def refuse_send(s, b):
    """Sending an offer: each side gets something, and a debtor asks for money (T11)."""
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
def refuse_changes_now(s, b):
    """Any change of an offer: offers and edits are left (T11)."""
    if s.offers[s.opener] >= b.max_offers:
        return Reason.NO_DEALS
    if s.edits[s.opener] >= b.max_edits:
        return Reason.NO_EDITS
    return LEGAL


@rule
def refuse_pay(s, b, step):
    """Adding cash: not as a debtor, not while asking for cash, not more than the opener has (T11)."""
    if s.back == RAISE:
        return Reason.DEBTOR_SELLS
    if s.offer_cash < 0:
        return Reason.EXCLUDES
    if s.offer_cash + step > s.cash[s.opener]:
        return Reason.TOO_MUCH
    return LEGAL


@rule
def refuse_ask(s, b, step):
    """Asking for cash: not while adding some, not more than the partner can give (T11)."""
    if s.offer_cash > 0:
        return Reason.EXCLUDES
    if step - s.offer_cash > most_cash_asked(s, b):
        return Reason.TOO_MUCH
    return LEGAL


@rule
def refuse_change(s, b, action):
    """One change of an offer (T11)."""
    code = refuse_changes_now(s, b)
    if code != LEGAL:
        return code
    if act.is_ask(action):
        return refuse_ask(s, b, STEPS[act.ask_step(action)])
    if act.is_pay(action):
        return refuse_pay(s, b, STEPS[act.pay_step(action)])
    if act.is_remove(action):
        return LEGAL if (s.given | s.taken) >> act.remove_district(action) & 1 else Reason.NOT_IN_OFFER
    if act.is_take(action):
        d = act.take_district(action)
        if s.holds[s.partner] >> d & 1 == 0:
            return Reason.NOT_YOURS
        return Reason.IN_OFFER if s.taken >> d & 1 else LEGAL
    if act.is_give(action):
        d = act.give_district(action)
        if s.holds[s.opener] >> d & 1 == 0:
            return Reason.NOT_YOURS
        return Reason.IN_OFFER if s.given >> d & 1 else LEGAL
    if action == act.GIVE_CARD:
        return LEGAL if s.give_cards < s.jail_cards[s.opener] else Reason.NO_CARD
    if action == act.TAKE_CARD:
        return LEGAL if s.take_cards < s.jail_cards[s.partner] else Reason.NO_CARD
    if action == act.REMOVE_GIVE_CARD:
        return LEGAL if s.give_cards > 0 else Reason.NOT_IN_OFFER
    if action == act.REMOVE_TAKE_CARD:
        return LEGAL if s.take_cards > 0 else Reason.NOT_IN_OFFER
    return LEGAL if s.offer_cash != 0 else Reason.NOT_IN_OFFER
