"""The pictures of the rules: moments of two matches that can be played."""

from __future__ import annotations

from tripolis.engine.guide import Picture
from tripolis.engine.words import Message

from ..face.labels import amount
from .tours import OPTIONS, SEED


def moves(text: str) -> tuple[str, ...]:
    """The moves of a match, written one after the other."""
    return tuple(text.split())


FIRST_TURN = moves("roll buy block:p2:r end")
AUCTIONED = (*FIRST_TURN, *moves("roll auction bid:300k"))
ON_BRIDGE = (*AUCTIONED, *moves("drop end roll"))
PAID = (*ON_BRIDGE, *moves("free:p2 end roll"))

CLASSIC = {"players": 2, "track": "classic"}
CLASSIC_SEED = 15
OFFERED = moves(
    "roll buy block:l3:r block:l3:r block:l3:r end roll bonus:s31 block:l3:r block:l3:r block:l3:r end roll buy "
    "block:d1:r "
    "block:d1:r block:d1:r end roll buy block:d1:r block:d1:r end roll buy block:l3:r block:l3:r end roll mortgage:d1 "
    "block:r2:r block:r2:r block:r2:r end roll buy stadium:r1:s02 deal:1 take:r2 pay:5M pay:5M pay:1M pay:1M pay:1M "
    "pay:1M pay:100k send"
)
DOUBLED = (
    *OFFERED,
    *moves(
        "accept end roll end roll end roll block:r2:r end roll buy end roll end roll buy block:o1:r block:o1:r "
        "block:o1:r "
        "end roll end roll block:o1:r block:o1:r block:o1:r end roll skyscraper:r1:s03 end roll block:r2:r end roll"
    ),
)
SPOILT = (*DOUBLED, "hazard:s00")
"""A Classic match with a stadium, a skyscraper, a deal, a mortgage, a bonus and a hazard."""

TABLE = Picture(
    Message(
        "The Starter track with two players. You walk clockwise from GO; the slots lie on both sides of the track."
    ),
    OPTIONS,
    SEED,
    (),
    ("board",),
    ("space-0",),
)
AUCTION = Picture(
    Message(
        "Player 2 has called an auction and bids {bid} for Lumpenwinkel. You bid more, or drop out.",
        bid=amount(30),
    ),
    OPTIONS,
    SEED,
    AUCTIONED,
    ("panel:table", "choices"),
    ("do-drop",),
)
DEEDS = Picture(
    Message("The cards of the Starter track. The signs beside the values say how sure they are."),
    OPTIONS,
    SEED,
    PAID,
    ("panel:deeds",),
)
BRIDGE = Picture(
    Message("You landed on bridge 2: it is up now, and the card says what happens."),
    OPTIONS,
    SEED,
    ON_BRIDGE,
    ("board", "panel:table"),
    ("space-10",),
)
BLOCKS = Picture(
    Message(
        "Two residential blocks on Gerberheim: the rent is {rent}, and Player 2 has just paid it.", rent=amount(100)
    ),
    OPTIONS,
    SEED,
    PAID,
    ("board",),
    ("district-p2",),
)
SKYSCRAPER = Picture(
    Message(
        "The skyscraper doubles the rents of the whole red colour: Arkadenstadt with five blocks brings {rent} "
        "instead of {plain}.",
        rent=amount(1300),
        plain=amount(650),
    ),
    CLASSIC,
    CLASSIC_SEED,
    DOUBLED,
    ("board",),
    ("skyscraper-4", "district-r1", "district-r2", "district-r3"),
)
PLANNING = Picture(
    Message(
        "You are on Planning Permission. A hazard could be built on the marked slots: each touches a district of "
        "Player 2, and none that the wind farm protects."
    ),
    CLASSIC,
    CLASSIC_SEED,
    DOUBLED,
    ("board",),
    tuple(f"slot-{slot}" for slot in (0, 1, 6, 8, 9, 10, 11, 15)),
)
HAZARD = Picture(
    Message(
        "A power plant stands beside Arkadenstadt. Its five residential blocks are worthless, and the doubled base "
        "rent is left: {rent}.",
        rent=amount(36),
    ),
    CLASSIC,
    CLASSIC_SEED,
    SPOILT,
    ("board",),
    ("hazard-0", "district-r2"),
)
DEAL = Picture(
    Message("Player 2 offers {sum} for Arkadenstadt. You accept or refuse.", sum=amount(1410)),
    CLASSIC,
    CLASSIC_SEED,
    OFFERED,
    ("panel:table", "choices"),
    ("do-accept", "do-refuse"),
)
