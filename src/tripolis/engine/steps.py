"""What rules are made of: the first lines of set_up, apply and imagine, telling, copying."""

from .random import begin_chance
from .record import PLAIN, WHOLE, copy_twin, rule


@rule
def begin_match(s, w, seed):
    """The first line of every `set_up`: ply 0, this seed, nothing told yet."""
    copy_row(s.seed, seed)
    s.ply = 0
    s.observer = WHOLE
    w.n_events = 0
    w.revealed = 0
    begin_chance(w)


@rule
def begin(s, w):
    """The first line of every `apply`: the next ply, with chance of its own."""
    s.ply += 1
    w.n_events = 0
    w.revealed = 0
    w.chance_block = 0  # as begin_chance does, without a call: this is done for every decision
    w.chance_used = 4


@rule
def begin_world(s, w, seed):
    """The first line of every `imagine`: the same ply in a world with another seed."""
    copy_row(s.seed, seed)
    s.observer = WHOLE
    begin_chance(w)


@rule
def imagine_nothing(s, b, w, seat, seed):
    """The `imagine` of a game without secrets: only the chance to come is another."""
    begin_world(s, w, seed)


@rule
def tell(w, code, a=0, b=0, c=0, d=0):
    """Say that something happened, for everyone to hear."""
    if w.mute == 0:
        add_event(w, wide(code), wide(-1), wide(a), wide(b), wide(c), wide(d))


@rule
def whisper(w, seat, code, a=0, b=0, c=0, d=0):
    """Say that something happened, for one seat alone."""
    if w.mute == 0:
        add_event(w, wide(code), wide(seat), wide(a), wide(b), wide(c), wide(d))


@rule
def add_event(w, code, audience, a, b, c, d):
    """Put an event on the list; if the list is full it is only counted, and whoever reads the list complains."""
    if w.n_events < len(w.events):
        event = w.events[w.n_events]
        event[0] = code
        event[1] = audience
        event[2] = a
        event[3] = b
        event[4] = c
        event[5] = d
    w.n_events += 1


# ------------------------------------------------------------------- places


@rule
def place_by_standing(b, w):
    """The last line of a `rank`: places from 1 by `w.standing`; equal ones share a place."""
    for seat in range(b.players):
        place = 1
        for other in range(b.players):
            if w.standing[other] > w.standing[seat]:
                place += 1
        w.place[seat] = place


# ------------------------------------------------------------ numbers and rows


@rule
def wide(x):
    """A number of a small field in full width: Numba compiles a function once for every width it is called with."""
    return x + 0


@rule
def copy_row(to, source):
    """Copy a row of numbers; plain assignment would alias in the twin."""
    for i in range(len(source)):
        to[i] = source[i]


if PLAIN:

    def copy_record(records, to, source):
        """Copy a whole record within an array of records."""
        copy_twin(records[to], records[source])

else:

    @rule
    def copy_record(records, to, source):
        """Copy a whole record within an array of records."""
        records[to] = records[source]
