"""The course of play: set-up, turns, what is allowed.

Pages are those of the German rulebook; rulings are in book/rulings.md. A turn is one or two decisions: lay an architect
(which takes the tile it points at and moves the urbanist), then build the tile or discard it. A taken tile that fits
nowhere is discarded without asking.
"""

from tripolis.engine.random import below
from tripolis.engine.record import in_python, rule
from tripolis.engine.steps import begin, begin_match, tell

from .state import (
    BUILD,
    CELL_TAKEN,
    CELLS,
    EMPTY,
    IN_LINE,
    LEGAL,
    LEVELS,
    NO_CELL,
    NOWHERE,
    NUMBERS,
    OFFICE,
    PICK,
    SEATS,
    SLOTS,
    SPACES,
    TAKEN,
    TARGET,
    TILES,
    TOO_HIGH,
    TOWER,
    TURNS,
    WRONG_NUMBER,
    Event,
    Reason,
    act,
)


@rule
def set_up(s, b, w, seed):
    """Empty cities, the start seat with the mayor, the first 25 tiles (p. 2; Expert p. 7)."""
    begin_match(s, w, seed)
    s.round_no = 0
    for seat in range(SEATS):
        s.residents[seat] = 0
        s.energy[seat] = 0
        for cell in range(CELLS):
            s.kind[seat][cell] = EMPTY
            s.level[seat][cell] = 0
            s.vp[seat][cell] = 0
    for tile in range(TILES):
        s.built[tile] = 0
    s.mayor = b.first if b.first >= 0 else below(s, w, b.players)
    s.hand = NOWHERE
    s.number = 0
    begin_round(s, b, w)


@rule
def begin_round(s, b, w):
    """Shuffle the round's 25 tiles onto the site; architects go back, the urbanist stands beside it (p. 2 and 5)."""
    tell(w, Event.ROUND, s.round_no, s.mayor)
    for slot in range(SLOTS):
        s.slot_number[slot] = 0
        s.slot_seat[slot] = 0
        s.slot_turn[slot] = 0
    for seat in range(SEATS):
        for n in range(NUMBERS):
            s.architects[seat][n] = 0
    for n in range(b.numbers):
        if b.expert:
            s.architects[0][n] = b.players  # one of each number for every player, in common (p. 7)
        else:
            for seat in range(b.players):
                s.architects[seat][n] = 1
    first = SPACES * s.round_no
    for i in range(SPACES):
        s.site[i] = first + i
    site = s.site
    for i in range(SPACES - 1, 0, -2):  # one draw below (i + 1) * i is two fair draws, below i + 1 and below i
        drawn = below(s, w, (i + 1) * i)
        j = drawn // i
        tile = site[i]
        site[i] = site[j]
        site[j] = tile
        j = drawn % i
        tile = site[i - 1]
        site[i - 1] = site[j]
        site[j] = tile
    for space in range(SPACES):
        mark = b.mark[site[space]]
        if mark > b.players:
            site[space] = -mark  # stays face down; only its mark is known (ruling 36)
        if w.mute == 0:
            tell(w, Event.LAID, space, site[space])
    s.turned = 0
    s.urbanist = NOWHERE
    s.turn = 0
    s.phase = PICK
    s.actor = s.mayor


# ------------------------------------------------------------ what is allowed


@rule
def supply(b, seat):
    """Whose architects a seat lays: its own, in Expert those of all (p. 7)."""
    return 0 if b.expert else seat


@rule
def refuse_lay(s, b, slot, number):
    """An architect needs a free slot that does not point at the urbanist (p. 3, rulings 4 to 7)."""
    if number > b.numbers or s.architects[supply(b, s.actor)][number - 1] == 0:
        return Reason.NO_ARCHITECT
    if s.slot_number[slot] != 0:
        return Reason.SLOT_TAKEN
    if s.urbanist != NOWHERE and IN_LINE[slot][s.urbanist]:
        return Reason.URBANIST
    return LEGAL


@rule
def grows(kind):
    """Towers and offices grow level by level (p. 4; Expert p. 8)."""
    return kind == TOWER or kind == OFFICE


@rule
def refuse_build(s, b, cell):
    """Where the tile in hand may stand (p. 4; Expert p. 7; rulings 9 to 14).

    Its architect's row or column, in Expert cell number or district; a tower (office) also grows an existing one there,
    or anywhere as the level of the architect's number.
    """
    seat = s.actor
    if b.cells >> cell & 1 == 0:
        return NO_CELL
    kind = b.kind[s.hand]
    if s.kind[seat][cell] != EMPTY:
        if s.kind[seat][cell] != kind or not grows(kind):
            return CELL_TAKEN
        if s.level[seat][cell] >= b.levels:
            return TOO_HIGH
        if s.level[seat][cell] + 1 == s.number:
            return LEGAL
    if b.reach[s.number - 1] >> cell & 1 == 0:
        return WRONG_NUMBER
    return LEGAL


@rule
def refuse(s, b, w, action):
    """Why an action is not allowed; LEGAL if it is."""
    if not act.exists(action):
        return Reason.NO_ACTION
    if s.actor < 0:
        return Reason.OVER
    if act.is_lay(action):
        if s.phase != PICK:
            return Reason.BUILD_FIRST
        return refuse_lay(s, b, act.lay_slot(action), act.lay_number(action))
    if s.phase != BUILD:
        return Reason.PICK_FIRST
    if action == act.DISCARD:
        return LEGAL  # always allowed (p. 4, ruling 8)
    return refuse_build(s, b, act.build_cell(action))


@rule
def legal_actions(s, b, w):
    """Exactly the actions that `refuse` allows, in the order of their numbers."""
    n = 0
    actions = w.actions
    if s.actor < 0:
        return n
    if s.phase == BUILD:
        n = list_cells(s, b, w, CELLS)
        actions[n] = act.DISCARD
        return n + 1
    architects, left, m = s.architects[supply(b, s.actor)], w.left, 0
    for k in range(b.numbers):
        if architects[k] != 0:
            left[m] = k + 1
            m += 1
    taken, urbanist = s.slot_number, s.urbanist
    for slot in range(SLOTS):
        if taken[slot] != 0 or (urbanist != NOWHERE and IN_LINE[slot][urbanist]):
            continue
        for i in range(m):
            actions[n] = act.lay(slot, left[i])
            n += 1
    return n


@rule
def list_cells(s, b, w, most):
    """List at most `most` actions that build the tile in hand: where `refuse_build` has nothing against it."""
    kind, kinds, reach = b.kind[s.hand], s.kind[s.actor], b.reach[s.number - 1]
    can_grow, n = grows(kind), 0
    for cell in range(CELLS):
        if kinds[cell] == EMPTY:
            if reach >> cell & 1 == 0:
                continue
        elif not can_grow or kinds[cell] != kind or refuse_build(s, b, cell) != LEGAL:
            continue
        w.actions[n] = act.build(cell)
        n += 1
        if n == most:
            break
    return n


# ------------------------------------------------------------------ decisions


@rule
def apply(s, b, w, action):
    """One decision of the actor."""
    begin(s, w)
    if act.is_lay(action):
        pick(s, b, w, act.lay_slot(action), act.lay_number(action))
    elif action == act.DISCARD:
        tell(w, Event.DISCARDED, s.actor, s.hand)
        end_turn(s, b, w)
    else:
        build(s, b, w, act.build_cell(action))
        end_turn(s, b, w)


@rule
def pick(s, b, w, slot, number):
    """Lay an architect, take the tile it points at, move the urbanist there in any case (p. 3, rulings 2 and 3)."""
    seat = s.actor
    s.architects[supply(b, seat)][number - 1] -= 1
    s.slot_number[slot] = number
    s.slot_seat[slot] = seat
    s.slot_turn[slot] = s.turn
    space = TARGET[b.count_absolute][slot][number - 1]
    tile = s.site[space]
    if tile < TAKEN and b.take_face_down:
        tile = turn_up(s, b, w, -tile)
    s.urbanist = space
    if w.mute == 0:
        tell_pick(w, seat, number, slot, tile, space)
    if tile < 0:
        end_turn(s, b, w)
        return
    s.site[space] = TAKEN
    s.hand = tile
    s.number = number
    s.phase = BUILD
    if list_cells(s, b, w, 1) == 0:
        tell(w, Event.NO_PLACE, seat, tile)
        end_turn(s, b, w)


@rule
def tell_pick(w, seat, number, slot, tile, space):
    """The three steps of a pick, in their order (p. 3)."""
    tell(w, Event.ARCHITECT, seat, number, slot)
    if tile >= 0:
        tell(w, Event.TOOK, seat, tile, space)
    else:
        tell(w, Event.NOTHING, seat, space)
    tell(w, Event.URBANIST, space)


@rule
def turn_up(s, b, w, mark):
    """A face-down tile is any of this round's tiles of its mark that have not been revealed (switch of ruling 2)."""
    first = SPACES * s.round_no
    unseen = 0
    for i in range(SPACES):
        if b.mark[first + i] == mark and s.turned >> i & 1 == 0:
            unseen += 1
    wanted = below(s, w, unseen)
    for i in range(SPACES):
        if b.mark[first + i] == mark and s.turned >> i & 1 == 0:
            if wanted == 0:
                s.turned |= 1 << i
                return first + i
            wanted -= 1
    return TAKEN


@rule
def build(s, b, w, cell):
    """Put the tile into the city and take its income, with the mayor's tower the mayor (p. 4 and 5, rulings 15, 16)."""
    seat, tile = s.actor, s.hand
    level = s.level[seat][cell] + 1
    put_building(s, seat, cell, b.kind[tile], level, s.vp[seat][cell] + b.vp[tile])
    put_tile(s, seat, cell, level, tile)
    s.residents[seat] += b.residents[tile]
    s.energy[seat] += b.energy[tile]
    if b.mayor[tile]:
        s.mayor = seat
    if w.mute == 0:
        tell_build(b, w, seat, tile, cell, level)


@rule
def put_building(s, seat, cell, kind, level, vp):
    """Put a building on a cell of a seat's city: its kind, its levels and its printed points."""
    s.kind[seat][cell] = kind
    s.level[seat][cell] = level
    s.vp[seat][cell] = vp


def derive(s, b):
    """What stands in the cities follows from where each tile was built (for positions as text)."""
    for seat in range(SEATS):
        s.kind[seat], s.level[seat], s.vp[seat] = [0] * CELLS, [0] * CELLS, [0] * CELLS
    for tile, built in enumerate(s.built):
        if built:
            seat, cell = divmod(built // LEVELS, CELLS)
            levels, points = s.level[seat][cell] + 1, s.vp[seat][cell] + b.vp[tile]
            in_python(put_building)(s, seat, cell, b.kind[tile], levels, points)


@rule
def put_tile(s, seat, cell, level, tile):
    """Note that a tile is this level of the building on a cell."""
    s.built[tile] = LEVELS * (CELLS * seat + cell) + level


@rule
def tell_build(b, w, seat, tile, cell, level):
    """What a new building brings, in the order of the rulebook (p. 4 and 5)."""
    tell(w, Event.BUILT, seat, tile, cell, level)
    if b.residents[tile] + b.energy[tile] > 0:
        tell(w, Event.INCOME, seat, b.residents[tile], b.energy[tile])
    if b.mayor[tile]:
        tell(w, Event.MAYOR, seat)


@rule
def end_turn(s, b, w):
    """The next seat clockwise; four turns each make a round; the mayor's holder starts the next one (p. 3 and 5)."""
    s.hand = NOWHERE
    s.number = 0
    s.phase = PICK
    s.turn += 1
    s.actor = (s.actor + 1) % b.players
    if s.turn < TURNS * b.players:
        return
    tell(w, Event.CLEARED, s.round_no)
    s.round_no += 1
    if s.round_no == b.rounds:
        s.actor = -1
        tell(w, Event.OVER)
    else:
        begin_round(s, b, w)


def max_plies(b):
    """Two decisions a turn at most."""
    return 2 * TURNS * int(b.players) * int(b.rounds)
