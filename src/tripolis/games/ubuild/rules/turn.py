"""The steps of a turn between decisions: start, walk, land, draw, pay, end. Pages: the German rulebook.

`run` takes step after step until a player has to decide. A debt is kept in the position (`debtor`, `creditor`, `debt`)
together with what follows it (`after`), so that raising money can take as many decisions as it needs.
"""

from tripolis.engine.random import below
from tripolis.engine.record import rule
from tripolis.engine.steps import tell, wide

from .legal import list_hazard_moves, list_pieces
from .scoring import count_bits, rent
from .state import (
    AFTER_BUILD,
    AFTER_DRAW,
    AFTER_EACH,
    AFTER_FINE,
    AFTER_WALK,
    BRIDGE,
    BUILD,
    BUY,
    CARDS,
    DISTRICT,
    DISTRICTS,
    DRAW,
    END,
    ENTER_BUILD,
    ENTER_HAZARD,
    EVENT,
    GO,
    GO_TO_JAIL,
    HAZARD,
    HOME,
    JAIL,
    LAND,
    NOBODY,
    OVER,
    PAID,
    PAY,
    PIECES,
    PLANNING,
    PLANNING_SPACE,
    RAISE,
    ROLL,
    SEATS,
    START,
    WALK,
    Event,
    Op,
)

TO_GO, TO_FREE_PARKING, TO_UNOWNED, CARD_JAIL, KEEP = (
    int(op) for op in (Op.TO_GO, Op.TO_FREE_PARKING, Op.TO_UNOWNED, Op.GO_TO_JAIL, Op.KEEP)
)
PAY_PER_BLOCK, GET_PER_DISTRICT, PAY_BANK, GET_BANK, PAY_EACH, GET_EACH = (
    int(op) for op in (Op.PAY_PER_BLOCK, Op.GET_PER_DISTRICT, Op.PAY_BANK, Op.GET_BANK, Op.PAY_EACH, Op.GET_EACH)
)
BY_SPACE, BY_CARD, BY_DOUBLES = 0, 1, 2
"""Why a player goes to jail."""
BY_FINE, WITH_CARD, BY_DOUBLE = 0, 1, 2
"""How a player gets out of jail."""


@rule
def run(s, b, w, step):
    """Take steps until a player has to decide."""
    while step >= START:
        if step == START:
            step = start(s, b, w)
        elif step == WALK:
            step = walk(s, b, w)
        elif step == LAND:
            step = land(s, b, w)
        elif step == DRAW:
            step = draw(s, b, w)
        elif step == PAY:
            step = try_to_pay(s, b, w)
        elif step == PAID:
            step = after_payment(s, b, w)
        elif step == ENTER_BUILD:
            s.actor = s.turn
            step = BUILD
        elif step == ENTER_HAZARD:
            step = enter_hazard(s, b, w)
        else:
            step = end(s, b, w)
    s.phase = step


@rule
def start(s, b, w):
    """A turn starts: its counters are cleared; in jail you first try to get out (p. 7 and 14)."""
    s.bought = 0
    s.bought_on = NOBODY
    s.specials = 0
    s.towers = 0
    s.flipped = 0
    for piece in range(PIECES):
        s.moved[piece] = 0
    for seat in range(SEATS):
        s.offers[seat] = 0
        s.edits[seat] = 0
    s.steps = 0
    s.actor = s.turn
    tell(w, Event.TURN, s.turn, s.doubles)
    return JAIL if s.jail[s.turn] else ROLL


@rule
def roll(s, b, w):
    """Roll one die on Starter, else two; returns whether it is a double, on Starter a six (p. 6 and 7)."""
    if b.dice == 1:
        s.dice[0] = 1 + below(s, w, 6)
        s.dice[1] = 0
        return s.dice[0] == 6
    both = below(s, w, 36)
    s.dice[0] = 1 + both // 6
    s.dice[1] = 1 + both % 6
    return s.dice[0] == s.dice[1]


# --------------------------------------------------------------------- walking


@rule
def salary(s, b, w, seat):
    """2M for passing or reaching GO, and 1M more for the owner of the stadium (p. 7, 9 and 14, R38, R44)."""
    amount = wide(b.salary)
    home = s.stadium[HOME]
    if home != NOBODY and s.owner[home] == seat:
        amount += b.stadium_bonus
    s.cash[seat] += amount
    tell(w, Event.SALARY, seat, amount)


@rule
def walk(s, b, w):
    """Walk space by space; a raised bridge that you cross costs a toll of 1M (p. 7, R28, T8)."""
    p = wide(s.turn)
    while s.steps > 0:
        s.steps -= 1
        at = next_space(b, s.at[p])
        s.at[p] = at
        kind = b.space[at]
        if kind == GO:
            salary(s, b, w, p)
        elif kind == BRIDGE and s.steps > 0 and s.raised >> at & 1:
            tell(w, Event.TOLL, p, at, b.toll)
            return owe(s, w, p, NOBODY, wide(b.toll), AFTER_WALK)
    return LAND


@rule
def next_space(b, at):
    """The next space clockwise. A railroad is not a space: from it you jump to the other end (p. 20, R29)."""
    return 0 if at + 1 == b.n_spaces else at + 1


@rule
def go_to_jail(s, b, w, why):
    """Go to Jail without a salary; the turn is over (p. 14, R17, R40, T4)."""
    p = s.turn
    s.at[p] = b.jail
    s.jail[p] = 1
    s.again = 0
    s.steps = 0
    tell(w, Event.JAILED, p, why)
    return END


@rule
def land(s, b, w):
    """What happens on the space where you land (p. 6 and 7, R35, R42)."""
    p = wide(s.turn)
    at = s.at[p]
    kind = b.space[at]
    tell(w, Event.LANDED, p, at)
    s.actor = p
    if kind == DISTRICT:
        d = wide(b.district[at])
        owner = s.owner[d]
        if owner == NOBODY:
            return BUY
        if owner == p:
            return ENTER_BUILD
        amount = rent(s, b, d)
        if amount == 0:
            return ENTER_BUILD
        tell(w, Event.RENT, p, d, amount, owner)
        return owe(s, w, p, wide(owner), wide(amount), AFTER_BUILD)
    if kind == PLANNING_SPACE:
        return PLANNING
    if kind == BRIDGE:
        if s.raised >> at & 1:
            tell(w, Event.TOLL, p, at, b.toll)
            return owe(s, w, p, NOBODY, wide(b.toll), AFTER_DRAW)
        s.raised |= 1 << at
        tell(w, Event.BRIDGE, at, 1)
        return DRAW
    if kind == GO_TO_JAIL:
        return go_to_jail(s, b, w, BY_SPACE)
    return ENTER_BUILD


@rule
def move_by_card(s, b, w, to):
    """A card moves you directly; GO pays if it is on the way clockwise, or the target (p. 14, R26, T9)."""
    p = wide(s.turn)
    at, n = s.at[p], b.n_spaces
    if (b.go - at) % n <= (to - at) % n:
        s.at[p] = to
        tell(w, Event.JUMPED, p, to)
        salary(s, b, w, p)
    else:
        s.at[p] = to
        tell(w, Event.JUMPED, p, to)
    return LAND


# --------------------------------------------------------------------- paying


@rule
def owe(s, w, debtor, creditor, amount, after):
    """A player owes a sum; amount and creditor stay as they are now (T5)."""
    s.debtor = debtor
    s.creditor = creditor
    s.debt = amount
    s.after = after
    if s.cash[debtor] < amount:
        tell(w, Event.OWES, debtor, creditor, amount)
    return PAY


@rule
def try_to_pay(s, b, w):
    """Pay, or raise money first if there is not enough cash (p. 15, T5)."""
    if s.cash[s.debtor] < s.debt:
        s.actor = s.debtor
        return RAISE
    if s.debt > 0:
        s.cash[s.debtor] -= s.debt
        if s.creditor != NOBODY:
            s.cash[s.creditor] += s.debt
        tell(w, Event.PAID, s.debtor, s.creditor, s.debt)
    return PAID


@rule
def after_payment(s, b, w):
    """Go on with what the payment was for; the bridge whose toll was paid goes down (p. 7, R28)."""
    p = wide(s.turn)
    after = s.after
    s.debt = 0
    s.debtor = NOBODY
    s.creditor = NOBODY
    s.after = 0
    if after == AFTER_WALK or after == AFTER_DRAW:
        at = s.at[p]
        s.raised &= ~(1 << at)
        tell(w, Event.BRIDGE, at, 0)
        return WALK if after == AFTER_WALK else DRAW
    if after == AFTER_FINE:
        s.jail[p] = 0
        s.steps = s.dice[0] + s.dice[1]
        tell(w, Event.FREED, p, BY_FINE)
        return WALK
    if after == AFTER_EACH:
        return pay_next(s, b, w)
    return ENTER_BUILD


@rule
def pay_next(s, b, w):
    """The next payment between the player whose turn it is and the others, clockwise from the left (T5)."""
    p = wide(s.turn)
    s.each += 1
    if s.each >= b.players:
        s.each = 0
        return ENTER_BUILD
    q = wide((p + s.each) % b.players)
    amount = wide(b.op_n[s.card_up][s.card])
    if b.op[s.card_up][s.card] == PAY_EACH:
        return owe(s, w, p, q, amount, AFTER_EACH)
    return owe(s, w, q, p, amount, AFTER_EACH)


# ---------------------------------------------------------------------- cards


@rule
def take_top_card(s, b, w):
    """The top card: one of the unseen ones at random, else the one that has been under the deck longest (R45)."""
    if s.unseen == 0:
        card = wide(s.under[0])
        s.n_under -= 1
        for i in range(s.n_under):
            s.under[i] = s.under[i + 1]
        s.under[s.n_under] = NOBODY
        return card
    n = count_bits(wide(s.unseen))
    skip = 0 if n == 1 else below(s, w, n)
    for card in range(CARDS):
        if s.unseen >> card & 1:
            if skip == 0:
                s.unseen &= ~(1 << card)
                return wide(card)
            skip -= 1
    return 0


@rule
def put_card_under(s, card):
    """A card goes under the deck (p. 14, R20, R45)."""
    s.under[s.n_under] = card
    s.n_under += 1


@rule
def draw(s, b, w):
    """Draw a card and do what it says for the new position of the bridge (p. 14, R1, R30, T6)."""
    p = wide(s.turn)
    if s.unseen == 0 and s.n_under == 0:
        tell(w, Event.NO_EFFECT, p)  # players keep all cards
        return ENTER_BUILD
    card = take_top_card(s, b, w)
    up = wide(s.raised >> s.at[p] & 1)
    s.card = card
    s.card_up = up
    tell(w, Event.CARD, p, card, up)
    op = b.op[up][card]
    amount = wide(b.op_n[up][card])
    if op == KEEP:
        s.held[s.n_held] = card
        s.held_by[s.n_held] = p
        s.n_held += 1
        s.jail_cards[p] += 1
        tell(w, Event.KEPT, p)
        return ENTER_BUILD
    put_card_under(s, card)
    if op == CARD_JAIL:
        return go_to_jail(s, b, w, BY_CARD)
    if op == TO_GO:
        return move_by_card(s, b, w, wide(b.go))
    if op == TO_FREE_PARKING:
        return move_by_card(s, b, w, wide(b.free_parking))
    if op == TO_UNOWNED:
        for k in range(1, b.n_spaces):
            to = (s.at[p] + k) % b.n_spaces
            if b.district[to] != NOBODY and s.owner[b.district[to]] == NOBODY:
                return move_by_card(s, b, w, wide(to))
        tell(w, Event.NO_EFFECT, p)
        return ENTER_BUILD
    if op == PAY_PER_BLOCK:
        n = 0
        for d in range(DISTRICTS):
            if s.owner[d] == p:
                n += s.blocks[d][0] + s.blocks[d][1]
        if n == 0:
            tell(w, Event.NO_EFFECT, p)
            return ENTER_BUILD
        return owe(s, w, p, NOBODY, min(wide(n) * amount, wide(b.op_cap[up][card])), AFTER_BUILD)
    if op == PAY_BANK:
        return owe(s, w, p, NOBODY, amount, AFTER_BUILD)
    if op == GET_BANK or op == GET_PER_DISTRICT:
        if op == GET_PER_DISTRICT:
            amount = min(count_bits(wide(s.holds[p])) * amount, wide(b.op_cap[up][card]))
        if amount == 0:
            tell(w, Event.NO_EFFECT, p)
            return ENTER_BUILD
        s.cash[p] += amount
        tell(w, Event.GOT, p, amount)
        return ENTER_BUILD
    if op == PAY_EACH or op == GET_EACH:
        s.each = 0
        return pay_next(s, b, w)
    s.phase = EVENT
    s.actor = p
    if list_pieces(s, b, w) == 0:
        tell(w, Event.NO_EFFECT, p)
        return ENTER_BUILD
    return EVENT


# -------------------------------------------------------------------- hazards


@rule
def enter_hazard(s, b, w):
    """Moving a hazard for money; skipped in jail and where no move is possible (p. 7 and 14, R4, T1, T14)."""
    p = wide(s.turn)
    s.actor = p
    if s.jail[p]:
        return END
    s.phase = HAZARD
    if list_hazard_moves(s, b, w, 0) == 0:
        return END
    return HAZARD


# ------------------------------------------------------------------------ end


@rule
def end(s, b, w):
    """A further turn after a double, else the next player; a round limit ends the match (p. 7, R14, T4, T16)."""
    if s.again and s.jail[s.turn] == 0:
        s.again = 0
        return START
    s.again = 0
    s.doubles = 0
    s.turn = (s.turn + 1) % b.players
    if s.turn == s.start:
        s.rounds += 1
        if b.round_limit > 0 and s.rounds >= b.round_limit:
            tell(w, Event.LIMIT, s.rounds)
            s.actor = -1
            return OVER
    return START
