"""Hamlet: nine plots of drawn value. In turn everyone builds a house; plots count their value, neighbouring own houses 2 each pair."""
# ruff: noqa: D103, E731 (short on purpose)

import sys
from enum import IntEnum

from tripolis.engine.errors import BadNotation
from tripolis.engine.game import Game, Option, box_layout, state_layout, work_layout
from tripolis.engine.random import below
from tripolis.engine.record import public, rule, table
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.steps import begin, begin_match, begin_world, tell
from tripolis.engine.words import Message

SEATS, PLOTS = 3, 9
N_ACTIONS, N_FEATURES = PLOTS, 2 * PLOTS
CATEGORIES, TIES = ("plots", "neighbours"), ()
Reason = IntEnum("Reason", ["OVER", "TAKEN"])
BUILT = 1
PAIRS = table([(p, q) for p in range(9) for q in (p + 1, p + 3) if q < 9 and (q == p + 3 or q % 3)])

STATE = state_layout(public("worth", "i1", PLOTS), public("house", "i1", PLOTS))  # 0: none, else seat + 1
BOX = box_layout()
WORK = work_layout(SEATS, N_ACTIONS, 2, len(CATEGORIES), len(TIES))


@rule
def set_up(s, b, w, seed):
    begin_match(s, w, seed)
    for plot in range(PLOTS):
        s.worth[plot] = 1 + below(s, w, 6)
        s.house[plot] = 0
    s.actor = below(s, w, b.players)


@rule
def refuse(s, b, w, action):
    if s.actor < 0:
        return Reason.OVER
    return Reason.TAKEN if s.house[action] else 0


@rule
def legal_actions(s, b, w):
    n = 0
    for plot in range(PLOTS):
        if refuse(s, b, w, plot) == 0:
            w.actions[n] = plot
            n += 1
    return n


@rule
def apply(s, b, w, action):
    begin(s, w)
    s.house[action] = s.actor + 1
    tell(w, BUILT, s.actor, action)
    s.actor = (s.actor + 1) % b.players if s.ply < PLOTS else -1


@rule
def imagine(s, b, w, seat, seed):
    begin_world(s, w, seed)


@rule
def score(s, b, w, seat):
    w.points[0] = w.points[1] = w.unknown[0] = w.unknown[1] = 0
    for plot in range(PLOTS):
        if s.house[plot] == seat + 1:
            w.points[0] += s.worth[plot]
    for i in range(len(PAIRS)):
        if s.house[PAIRS[i][0]] == seat + 1 and s.house[PAIRS[i][1]] == seat + 1:
            w.points[1] += 2
    return w.points[0] + w.points[1]


@rule
def rank(s, b, w):
    for p in range(b.players):
        w.total[p] = score(s, b, w, p)
    for p in range(b.players):
        w.place[p] = 1
        for q in range(b.players):
            w.place[p] += w.total[q] > w.total[p]


value = score


@rule
def choose(s, b, w):
    seat, best, found = s.actor, -1, -1
    for plot in range(PLOTS):
        if s.house[plot] == 0:
            s.house[plot] = seat + 1
            now = score(s, b, w, seat)
            s.house[plot] = 0
            if now > best:
                best, found = now, plot
    return found


@rule
def features(s, b, seat, out):
    for plot in range(PLOTS):
        out[plot] = s.worth[plot] / 6
        out[PLOTS + plot] = 0 if s.house[plot] == 0 else 1 if s.house[plot] == seat + 1 else -1


NAMES = [f"{column}{row}" for row in "123" for column in "abc"]
feature_names = lambda: [f"worth of {p}, in sixths" for p in NAMES] + [f"house on {p}, own 1" for p in NAMES]
max_plies = lambda b: PLOTS
standard_box = dict
fill_box = lambda b, files, settings: None
check_settings = lambda settings: None
write = lambda s, b, action: NAMES[action]
path = lambda s, b, action: [f"plot-{NAMES[action]}"]
describe = lambda s, b, action: Message("Build on {plot}", plot=NAMES[action])


def read(s, b, text):
    if text not in NAMES:
        raise BadNotation(Message("{text} is no plot.", text=text))
    return NAMES.index(text)


def why_not(s, b, action, code):
    return Message("There is a house already.") if code == Reason.TAKEN else Message("The match is over.")


def words_of(b, code, args):
    return Message("Seat {seat} builds on {plot}.", seat=args[0] + 1, plot=NAMES[args[1]])


def scene(position, names):
    s, sprites = position.plain, []
    for i, plot in enumerate(NAMES):
        x, y, marks = 110 * (i % 3), 110 * (i // 3), (Mark(50, 50, 34, text=str(s.worth[i])),)
        label = Message("Plot {plot}, worth {worth}", plot=plot, worth=s.worth[i])
        sprites.append(Sprite(f"plot-{plot}", "plot", "board", x, y, role="target", label=label, marks=marks))
        if seat := s.house[i]:
            label = Message("House of seat {seat}", seat=seat)
            at = ("board", x + 5, y + 5, 32, 32, 1)
            sprites.append(Sprite(f"house-{plot}", "house", *at, owner=seat - 1, label=label))
    return Scene((Area("board", 0, 0, 320, 320),), tuple(sprites))


GAME = Game("hamlet", 1, (Option("players", (2, 3), 2, Message("How many play.")),), sys.modules[__name__])
