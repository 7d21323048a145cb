"""A quick choice: the build that is worth most at once."""

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.placement import NEVER
from ..rules.play import refuse_build, refuse_lay
from ..rules.state import BUILD, CELLS, LEGAL, LOOKS, NOWHERE, NUMBERS, SLOTS, SPACES, TARGET, act
from .value import recall, value_with


@rule
def best_build(s, b, w, city, tile, number):
    """The best cell for a tile taken by an architect (w.best_cell, NOWHERE: discard it), and the value then."""
    seat = wide(s.actor)
    hand, used = s.hand, s.number
    s.hand = tile
    s.number = number
    best = NEVER
    w.best_cell = NOWHERE
    for cell in range(-1, CELLS):
        if cell >= 0 and (tile < 0 or refuse_build(s, b, cell) != LEGAL):
            continue
        look = wide(b.look[tile]) if cell >= 0 else 0
        known = look < LOOKS and w.known[city][look] >> (1 + cell) & 1 == 1
        value_here = 0 if known else value_with(s, b, w, seat, tile, cell)
        if known:
            value_here = wide(w.known_value[city][look * (1 + CELLS) + 1 + cell])
        elif look < LOOKS:
            w.known[city][look] |= 1 << (1 + cell)
            w.known_value[city][look * (1 + CELLS) + 1 + cell] = value_here
        w.cell_value[1 + cell] = value_here
        if value_here > best:
            best = value_here
            w.best_cell = cell
    s.hand = hand
    s.number = used
    return best


@rule
def choose(s, b, w):
    """The greedy choice: the tile and cell that make the own city most valuable at once; changes nothing."""
    building = s.phase == BUILD
    for i in range(SPACES * NUMBERS):
        w.pick_known[i] = 0
    city = recall(s, b, w, wide(s.actor))
    best = NEVER
    action = act.DISCARD
    for slot in range(SLOTS):
        for number in range(1, NUMBERS + 1):
            tile, used, i = wide(s.hand), wide(s.number), 0
            if not building:
                if refuse_lay(s, b, slot, number) != LEGAL:
                    continue
                space = TARGET[b.count_absolute][slot][number - 1]
                tile, used, i = wide(s.site[space]), number, space * NUMBERS + number - 1
            if w.pick_known[i] == 0:
                w.pick_known[i] = 1
                look = wide(b.look[tile]) if tile >= 0 else LOOKS
                at = look * NUMBERS + used - 1
                if not building and look < LOOKS and w.best_known[city][look] >> used & 1:
                    w.pick_value[i] = w.best_value[city][at]
                else:
                    w.pick_value[i] = best_build(s, b, w, city, tile, used)
                    if look < LOOKS:
                        w.best_known[city][look] |= 1 << used
                        w.best_value[city][at] = w.pick_value[i]
                if building:
                    return act.DISCARD if w.best_cell == NOWHERE else act.build(w.best_cell)
            if w.pick_value[i] > best:
                best = w.pick_value[i]
                action = act.lay(slot, number)
    return action
