"""The steps of a turn that nobody decides: start, walk, land, draw, pay, end (docs/rules/ubuild.md; pages of the German rulebook).

`run` takes the next step until somebody has to decide. A debt waits in the position (`debtor`, `creditor`, `debt`) with what follows it
(`after`), so that raising money can take as many decisions as it needs.
"""

from tripolis.engine.random import below
from tripolis.engine.record import rule
from tripolis.engine.steps import tell, wide

from .legal import list_moves, list_pieces
from .scoring import count_bits, rent
from .state import (
    AFTER_BUILD,
    AFTER_DRAW,
    AFTER_EACH,
    AFTER_FREE,
    AFTER_WALK,
    BRIDGE,
    BUILD,
    BUILDING,
    BUY,
    CARDS,
    DISTRICT,
    DISTRICTS,
    DRAW,
    EMPTY,
    END,
    EVENT,
    GO,
    GO_TO_JAIL,
    HAZARD,
    HAZARD_PIECE,
    JAIL,
    LAND,
    MOVING,
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
"""Why somebody goes to jail."""
BY_FINE, WITH_CARD, BY_DOUBLE = 0, 1, 2
"""How somebody gets out."""


@rule
def run(s, b, w, go):
    """Take steps until somebody decides."""
    while go >= START:
        if go == START:
            go = start(s, b, w)
        elif go == WALK:
            go = walk(s, b, w)
        elif go == LAND:
            go = land(s, b, w)
        elif go == DRAW:
            go = draw(s, b, w)
        elif go == PAY:
            go = try_to_pay(s, b, w)
        elif go == PAID:
            go = after_payment(s, b, w)
        elif go == BUILDING:
            s.actor = s.turn
            go = BUILD
        elif go == MOVING:
            go = hazard_step(s, b, w)
        else:
            go = end(s, b, w)
    s.phase = go


@rule
def start(s, b, w):
    """The records of the turn are cleared; in jail one tries to get out (section 2)."""
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
    """Throw the dice of the track: one on Starter, else two; returns whether it is a double, on Starter a six (p. 6 and 7)."""
    if b.dice == 1:
        s.dice[0] = 1 + below(s, w, 6)
        s.dice[1] = 0
        return s.dice[0] == 6
    thrown = below(s, w, 36)
    s.dice[0] = 1 + thrown // 6
    s.dice[1] = 1 + thrown % 6
    return s.dice[0] == s.dice[1]


# --------------------------------------------------------------------- walking


@rule
def salary(s, b, w, seat):
    """2M for passing or reaching GO, 1M more for the owner of the stadium's home (p. 7, 9 and 14, R38, R44)."""
    amount = wide(b.salary)
    home = s.stadium[1]
    if home != NOBODY and s.owner[home] == seat:
        amount += b.stadium_bonus
    s.cash[seat] += amount
    tell(w, Event.SALARY, seat, amount)


@rule
def walk(s, b, w):
    """One space after the other; a raised bridge that is crossed costs 1M and goes down (p. 7, R28, R29, T8)."""
    p = wide(s.turn)
    while s.steps > 0:
        s.steps -= 1
        at = s.at[p] + 1
        if at == b.n_spaces:
            at = 0
        s.at[p] = at
        kind = b.space[at]
        if kind == GO:
            salary(s, b, w, p)
        elif kind == BRIDGE and s.steps > 0 and s.raised >> at & 1:
            tell(w, Event.TOLL, p, at, b.toll)
            return owe(s, w, p, NOBODY, wide(b.toll), AFTER_WALK)
    return LAND


@rule
def to_jail(s, b, w, why):
    """The piece goes to Jail, no salary, the turn is over (p. 14, R17, R40, T4)."""
    p = s.turn
    s.at[p] = b.jail
    s.jail[p] = 1
    s.again = 0
    s.steps = 0
    tell(w, Event.JAILED, p, why)
    return END


@rule
def land(s, b, w):
    """What happens on the space (p. 6 and 7)."""
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
            return BUILDING
        amount = rent(s, b, d)
        if amount == 0:
            return BUILDING
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
        return to_jail(s, b, w, BY_SPACE)
    return BUILDING


@rule
def jump(s, b, w, to):
    """A card moves the piece at once; GO pays if it lies on the clockwise way or is the target (R26, T9)."""
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
    """A debt arises; its amount and creditor stay as they are now (section 4)."""
    s.debtor = debtor
    s.creditor = creditor
    s.debt = amount
    s.after = after
    if s.cash[debtor] < amount:
        tell(w, Event.OWES, debtor, creditor, amount)
    return PAY


@rule
def try_to_pay(s, b, w):
    """Pay if there is cash enough; else the debtor raises money (section 4, T5)."""
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
    """What the payment was for goes on."""
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
    if after == AFTER_FREE:
        s.jail[p] = 0
        s.steps = s.dice[0] + s.dice[1]
        tell(w, Event.FREED, p, BY_FINE)
        return WALK
    if after == AFTER_EACH:
        return each(s, b, w)
    return BUILDING


@rule
def each(s, b, w):
    """The next payment between the player on turn and the others, clockwise from his left (T5)."""
    p = wide(s.turn)
    s.each += 1
    if s.each >= b.players:
        s.each = 0
        return BUILDING
    q = wide((p + s.each) % b.players)
    amount = wide(b.op_n[s.card_up][s.card])
    if b.op[s.card_up][s.card] == PAY_EACH:
        return owe(s, w, p, q, amount, AFTER_EACH)
    return owe(s, w, q, p, amount, AFTER_EACH)


# ---------------------------------------------------------------------- cards


@rule
def take_top(s, b, w):
    """The top card: an unseen one by chance, else the one that lies lowest in time underneath (R45)."""
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
def put_under(s, card):
    """A card goes under the deck."""
    s.under[s.n_under] = card
    s.n_under += 1


@rule
def draw(s, b, w):
    """Draw a card and do what it says for the bridge's new position (p. 14, R1)."""
    p = wide(s.turn)
    if s.unseen == 0 and s.n_under == 0:
        tell(w, Event.NO_EFFECT, p)  # every card is held by somebody
        return BUILDING
    card = take_top(s, b, w)
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
        return BUILDING
    put_under(s, card)
    if op == CARD_JAIL:
        return to_jail(s, b, w, BY_CARD)
    if op == TO_GO:
        return jump(s, b, w, wide(b.go))
    if op == TO_FREE_PARKING:
        return jump(s, b, w, wide(b.free_parking))
    if op == TO_UNOWNED:
        for k in range(1, b.n_spaces):
            to = (s.at[p] + k) % b.n_spaces
            if b.district[to] != NOBODY and s.owner[b.district[to]] == NOBODY:
                return jump(s, b, w, wide(to))
        tell(w, Event.NO_EFFECT, p)
        return BUILDING
    if op == PAY_PER_BLOCK:
        n = 0
        for d in range(DISTRICTS):
            if s.owner[d] == p:
                n += s.blocks[d][0] + s.blocks[d][1]
        if n == 0:
            tell(w, Event.NO_EFFECT, p)
            return BUILDING
        return owe(s, w, p, NOBODY, min(wide(n) * amount, wide(b.op_cap[up][card])), AFTER_BUILD)
    if op == PAY_BANK:
        return owe(s, w, p, NOBODY, amount, AFTER_BUILD)
    if op == GET_BANK or op == GET_PER_DISTRICT:
        if op == GET_PER_DISTRICT:
            amount = min(count_bits(wide(s.holds[p])) * amount, wide(b.op_cap[up][card]))
        if amount == 0:
            tell(w, Event.NO_EFFECT, p)
            return BUILDING
        s.cash[p] += amount
        tell(w, Event.GOT, p, amount)
        return BUILDING
    if op == PAY_EACH or op == GET_EACH:
        s.each = 0
        return each(s, b, w)
    s.phase = EVENT
    s.actor = p
    if list_pieces(s, b, w) == 0:
        tell(w, Event.NO_EFFECT, p)  # bad luck (p. 14)
        return BUILDING
    return EVENT


# -------------------------------------------------------------------- hazards


@rule
def hazard_step(s, b, w):
    """The step of moving a hazard for money; left out in jail or where no move is possible (p. 7 and 14, R4, T1)."""
    p = wide(s.turn)
    s.actor = p
    if s.jail[p]:
        return END
    s.phase = HAZARD
    if list_moves(s, b, w, 0) == 0:
        return END
    return HAZARD


@rule
def mark_beside(s, b):
    """Which districts stand beside a bonus, and which beside a hazard."""
    bonus, hazard = 0, 0
    for piece in range(PIECES):
        if s.bonus[piece] != NOBODY:
            bonus |= b.slot_districts[s.bonus[piece]]
        if s.hazard[piece] != NOBODY:
            hazard |= b.slot_districts[s.hazard[piece]]
    s.beside_bonus = bonus
    s.beside_hazard = hazard


@rule
def move_hazard(s, b, piece, to):
    """Put a hazard into another slot."""
    s.slot_use[s.hazard[piece]] = EMPTY
    s.hazard[piece] = to
    s.slot_use[to] = HAZARD_PIECE
    mark_beside(s, b)


# ------------------------------------------------------------------------ end


@rule
def end(s, b, w):
    """A further turn for a double, else the next player; after the last round of a limit the match ends (p. 7, R14, T16)."""
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
