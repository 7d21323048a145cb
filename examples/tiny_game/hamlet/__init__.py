"""Hamlet: nine plots of drawn value. In turn everyone builds a house; plots count their value, neighbouring own
houses 2 each pair."""

from enum import IntEnum

from tripolis.engine.actions import Actions, Notation, Verb
from tripolis.engine.game import Game
from tripolis.engine.layouts import state_layout, work_layout
from tripolis.engine.options import Option
from tripolis.engine.random import below
from tripolis.engine.record import public, rule, table
from tripolis.engine.rooms import Advice, Face, Rules
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.steps import begin, begin_match, tell
from tripolis.engine.words import Message

SEATS, PLOTS = 3, 9
NAMES = [f"{column}{row}" for row in "123" for column in "abc"]
PAIRS = table([(p, q) for p in range(9) for q in (p + 1, p + 3) if q < 9 and (q == p + 3 or q % 3)])
Reason = IntEnum("Reason", ["OVER", "TAKEN"])
ACTIONS = Actions(Verb("build", plot=PLOTS))
BUILT = 1


@rule
def set_up(s, b, w, seed):
    """Draw the value of every plot, and who starts."""
    begin_match(s, w, seed)
    for plot in range(PLOTS):
        s.worth[plot] = 1 + below(s, w, 6)
        s.house[plot] = 0
    s.actor = below(s, w, b.players)


@rule
def refuse(s, b, w, action):
    """A plot holds one house."""
    if s.actor < 0:
        return Reason.OVER
    return Reason.TAKEN if s.house[action] else 0


@rule
def apply(s, b, w, action):
    """Build a house; the next seat is on turn until all plots are built."""
    begin(s, w)
    s.house[action] = s.actor + 1
    tell(w, BUILT, s.actor, action)
    s.actor = (s.actor + 1) % b.players if s.ply < PLOTS else -1


@rule
def score(s, b, w, seat):
    """The values of the own plots, and 2 for each pair of neighbours."""
    w.points[0] = w.points[1] = w.unknown[0] = w.unknown[1] = 0
    for plot in range(PLOTS):
        if s.house[plot] == seat + 1:
            w.points[0] += s.worth[plot]
    for i in range(len(PAIRS)):
        if s.house[PAIRS[i][0]] == seat + 1 and s.house[PAIRS[i][1]] == seat + 1:
            w.points[1] += 2
    return w.points[0] + w.points[1]


@rule
def choose(s, b, w):
    """The plot that brings most at once."""
    seat, most, best = s.actor, -1, -1
    for plot in range(PLOTS):
        if s.house[plot] == 0:
            s.house[plot] = seat + 1
            points = score(s, b, w, seat)
            s.house[plot] = 0
            if points > most:
                most, best = points, plot
    return best


MOVES = Notation(
    ACTIONS,
    texts={"build": "{plot}"},
    clicks={"build": "plot-{plot}"},
    axes={"plot": NAMES},
    wrong=lambda text: Message("{text} is not a plot.", text=text),
)


def describe(s, b, action):
    """A move in words."""
    return Message("Build on {plot}", plot=NAMES[action])


def why_not(s, b, action, code):
    """A refusal in words."""
    return Message("There is a house already.") if code == Reason.TAKEN else Message("The match is over.")


def words_of(b, code, args):
    """An event in words."""
    return Message("Seat {seat} builds on {plot}.", seat=args[0] + 1, plot=NAMES[args[1]])


def scene(position, names):
    """Nine plots with their values, and the houses on them."""
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


RULES = Rules(
    state=state_layout(public("worth", "i1", PLOTS), public("house", "i1", PLOTS)),  # 0: no house, else seat + 1
    work=work_layout(seats=SEATS, actions=PLOTS, events=2, categories=2, ties=0),
    actions=ACTIONS,
    categories=("plots", "neighbours"),
    reasons=Reason,
    set_up=set_up,
    refuse=refuse,
    apply=apply,
    score=score,
    max_plies=lambda b: PLOTS,
)
FACE = Face(moves=MOVES, describe=describe, why_not=why_not, words_of=words_of, scene=scene)
OPTIONS = (Option("players", (2, 3), 2, Message("How many play.")),)
GAME = Game("hamlet", title="Hamlet", version=1, options=OPTIONS, rules=RULES, face=FACE, advice=Advice(choose=choose))
