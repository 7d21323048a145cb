"""The pictures of the rules: moments of three matches that can be played."""

from __future__ import annotations

from tripolis.engine.guide import Picture
from tripolis.engine.words import Message

from .tours import OPTIONS, SEED, TOUR


def moves(text: str) -> tuple[str, ...]:
    """The moves of a match, written one after the other."""
    return tuple(text.split())


TOUR_MOVES = tuple(move for step in TOUR.steps for move in (step.move, *step.replies) if move)

FOUR = {"players": 4, "mode": "family", "first": 0, "layout": "first"}
FOUR_SEED = 1

EXPERT = {"players": 3, "mode": "expert", "first": 0}
EXPERT_SEED = 57
EXPERT_MOVES = moves(
    "13e3 9s3 10s4 11e6 12c7 13c6 12e1 13e2 12s3 10w5 11s1 12s8 11e1 - 10w2 11w1 12w10 11c2 1c15 8w1 10w2 11w3 "
    "10e5 9s7 - - 8w5 - 9s1 10s9 8c11 - 7c4 8c5 9c3 8w1 10w2 2c12 7w9 - 6c1 7c14 - 6w7 7w8 6c8 1s10 8s4 5e6 6e4 "
    "5e7 - 3c1 4w5 - -"
)
"""An Expert match; seat 0 has three statues."""

TABLE = Picture(
    Message(
        "The city with four players. Marked: the field w10, a subway station on w1, an archaeological site on w2, and "
        "a trendy neighbourhood on w3."
    ),
    FOUR,
    FOUR_SEED,
    (),
    ("board",),
    ("field-w10", "token-w1", "token-w2", "token-w3"),
)
BUILDINGS = Picture(
    Message("Your 13 buildings. Marked: the first small, the first medium and the first large one."),
    OPTIONS,
    SEED,
    (),
    ("hand",),
    ("building-0-1", "building-0-6", "building-0-10"),
)
NEIGHBOURS = Picture(
    Message(
        "A bid on c10. The marked fields are its neighbours: c9, c11 and c13 over their borders, w4 over a bridge. "
        "Between c10 and c14 lies a lake."
    ),
    OPTIONS,
    SEED,
    ("5c10",),
    ("board",),
    ("field-c9", "field-c11", "field-c13", "field-w4"),
)
OUTBID = Picture(
    Message(
        "Player 1 has opened with 5 on c6, player 2 has bid 7 on c12, player 3 has passed, player 4 has bid 9 on c2. "
        "Player 1 may now bid 10 or more on a marked field, or pass."
    ),
    FOUR,
    FOUR_SEED,
    ("5c6", "7c12", "-", "9c2"),
    ("board",),
    ("field-c1", "field-c3", "field-c14"),
)
ENCLOSED = Picture(
    Message(
        "n10 has one neighbour only, n8, and there a building stands. Whoever opens on n10 wins at once, even with 1."
    ),
    OPTIONS,
    SEED,
    TOUR_MOVES[:-1],
    ("board",),
    ("field-n10",),
)
CARDS = Picture(
    Message(
        "Player 1 has taken a trendy neighbourhood and a subway station, and holds the card Subway. Player 2 has an "
        "archaeological site and its card."
    ),
    OPTIONS,
    SEED,
    TOUR_MOVES,
    ("panel:seat-0", "panel:seat-1"),
    ("card-2", "card-3"),
)
FAMILY = Picture(
    Message(
        "Your goal is the lakes. Flags show where it counts; the marked fields, each with a tick, bring {points} "
        "points already.",
        points=9,
    ),
    OPTIONS,
    SEED,
    TOUR_MOVES,
    ("board",),
    ("field-c12", "field-w8", "field-n10"),
)
STATUES = Picture(
    Message(
        "Player 1 has the goal statues. The marked fields lie around three statues: {points} points.",
        points=21,
    ),
    EXPERT,
    EXPERT_SEED,
    EXPERT_MOVES,
    ("board",),
    tuple(f"field-{name}" for name in ("e3", "e4", "e7", "w1", "w2", "w10", "c2", "c3", "c12")),
)
HIGHEST = Picture(
    Message(
        "The same city, the east. Everyone has a large building there. Player 3 has two, on the marked fields, and "
        "gets the {points} points; the medium and the small building of player 1 do not help.",
        points=5,
    ),
    EXPERT,
    EXPERT_SEED,
    EXPERT_MOVES,
    ("board",),
    ("field-e2", "field-e5"),
)
