"""The records of Metropolys, and the numbers of its actions.

The 55 fields are numbered through the districts: north 1 to 10, east, south, west, centre 1 to 15. Sets of fields are
bits of a number.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Verb
from tripolis.engine.layouts import box_layout, state_layout, work_layout
from tripolis.engine.record import owner, public, table

SEATS, NUMBERS, FIELDS, DISTRICTS, KINDS, TOKENS = 4, 13, 55, 5, 5, 3
ALL_FIELDS, ALL_BUILDINGS = (1 << FIELDS) - 1, (1 << NUMBERS) - 1
DISTRICT_NAMES = ("north", "east", "south", "west", "centre")
DISTRICT_SIZES = (10, 10, 10, 10, 15)
CENTRE = 4
FIELD_NAMES = tuple(
    f"{name[0]}{i + 1}" for name, size in zip(DISTRICT_NAMES, DISTRICT_SIZES, strict=True) for i in range(size)
)
KIND_WORDS = ("industry", "parks", "housing", "malls", "administration")
MOST_NEIGHBOURS, MOST_BRIDGES, MOST_STATUES, MOST_LAKES, MOST_AROUND = 6, 32, 16, 8, 8
"""More than the board has; a changed board must keep to them."""


class Token(IntEnum):
    """What lies on a field."""

    NONE = 0
    TRENDY = 1
    SUBWAY = 2
    SITE = 3


class Area(IntEnum):
    """Area goals; the edge of the city is a Family card, districts and chains are Expert cards, the others are both."""

    NONE = 0
    BRIDGES = 1
    STATUES = 2
    LAKES = 3
    EDGE = 4
    DISTRICTS = 5
    CHAINS = 6


class Ending(IntEnum):
    """Why a call for tender ended (rulebook: end of a call; ruling 4)."""

    NONE = 0
    PASSED = 1
    ENCLOSED = 2
    TOO_HIGH = 3


class Event(IntEnum):
    """What can happen; the arguments stand in `events.py`."""

    STARTS = 1
    UNUSED = 2
    LAID = 3
    GOAL = 4
    OPENED = 5
    BID = 6
    PASSED = 7
    MUST_PASS = 8
    BUILT = 9
    TOOK = 10
    CARD = 11
    RETURNED = 12
    OVER = 13
    SHOWN = 14


class Reason(IntEnum):
    """Why an action is not allowed; the sentences stand in `events.py`."""

    LEGAL = 0
    OVER = 1
    MUST_OPEN = 2
    NO_BUILDING = 3
    UNUSED = 4
    FIELD_TAKEN = 5
    TOO_LOW = 6
    NOT_BESIDE = 7
    NO_ACTION = 8


# The same as plain numbers, for rules: in plain runs looking up a member costs more than the comparison.
TRENDY, SUBWAY, SITE = int(Token.TRENDY), int(Token.SUBWAY), int(Token.SITE)
BRIDGES, STATUES, LAKES, EDGE, BY_DISTRICT, CHAINS = (int(area) for area in Area if area)
BY_PASSING, ENCLOSED, TOO_HIGH = (int(how) for how in Ending if how)
LEGAL = int(Reason.LEGAL)

ACTIONS = Actions(
    Verb("bid", field=FIELDS, value=range(1, NUMBERS + 1)),  # a building on a field
    Verb("pass"),
)
act = ACTIONS.rules(__name__)

SEAT_STEP = 16
"""A building is a number: SEAT_STEP * seat + its value 1..13."""
BUILDING_NAMES = tuple(f"{i // SEAT_STEP}-{i % SEAT_STEP}" if i % SEAT_STEP else "" for i in range(SEATS * SEAT_STEP))
"""In positions as text: `0-7` is the 7 of seat 0."""
TOKEN_LETTERS = ("", "T", "S", "A")
"""Trendy neighbourhood, subway station, archaeological site."""

HEIGHT = table([0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
"""HEIGHT[value]: 1 small (1 to 5), 2 medium (6 to 9), 3 large (10 to 13) (rulebook: Expert, the highest building)."""
HEIGHT_WEIGHT = table([0, 1, 1, 1, 1, 1, 32, 32, 32, 32, 1024, 1024, 1024, 1024])
"""What a building adds to `s.heights` of its district: one taller building outweighs all lower ones."""

CATEGORIES = ("highest", "trendy", "subway", "subway_card", "site", "site_card", "area", "neighbourhood")
TIES = ("buildings",)
"""What breaks a tie: more buildings built (ruling 19)."""

STATE = state_layout(
    owner("goal", "i1", (SEATS, 2)),  # area goal; neighbourhood goal 1..5 (Expert); 0: none, or not known
    public("fields", "i8", bits=FIELD_NAMES),  # of the districts in use
    public("free", "i8", bits=FIELD_NAMES, derived=True),  # fields in use on which nothing stands
    public("own", "i8", SEATS, bits=FIELD_NAMES, derived=True),  # fields on which a seat has built
    public("token", "i1", FIELDS, at=FIELD_NAMES, values=TOKEN_LETTERS),  # laid at the start; taken by who builds there
    public("built", "i1", FIELDS, at=FIELD_NAMES, values=BUILDING_NAMES),  # stands there for good, 0 if none does
    public("supply", "i2", SEATS, derived=True),  # bits: the buildings in front of a seat; bit 0 is the 1
    public("n_built", "i1", SEATS, derived=True),
    public("heights", "i2", (SEATS, DISTRICTS), derived=True),  # of a seat's buildings there, by HEIGHT_WEIGHT
    public("tokens", "i1", (SEATS, TOKENS), derived=True),  # taken: trendy, subway, site
    public("subway_card", "i1"),  # the seat that has it, -1: nobody yet
    public("site_card", "i1"),
    public("n_bids", "i1", derived=True),  # bids that lie in this call, lowest first
    public("bid_field", "i1", NUMBERS, values=FIELD_NAMES),
    public("bid", "i1", NUMBERS, values=BUILDING_NAMES),
    public("passed", "i1"),  # bits of seats
)

BOX = box_layout(
    public("expert", "i1"),
    public("first", "i1"),  # start seat, -1: drawn
    public("unused", "i1"),  # bits of districts, -1: drawn
    public("fixed", "i1"),  # are the tokens laid as `layout` says?
    public("layout", "i1", FIELDS),
    public("tokens", "i1", TOKENS),  # in play
    public("places", "i1", DISTRICTS),  # tokens that lie in each district
    public("token_fields", "i8"),  # bits: where tokens may lie
    public("neighbours", "i8", FIELDS),  # bits, over land and bridges
    public("beside", "i1", (FIELDS, MOST_NEIGHBOURS)),  # the same as a list, closed by -1
    public("district", "i1", FIELDS),
    public("district_fields", "i8", DISTRICTS),
    public("kind", "i1", FIELDS),  # 1..5
    public("kind_fields", "i8", KINDS),
    public("near", "i8", 5),  # bits of the fields beside a bridge, statue, lake, and at the edge; index: Area
    public("n_bridges", "i1"),
    public("bridge", "i8", MOST_BRIDGES),  # bits of both its fields
    public("n_statues", "i1"),
    public("statue", "i8", MOST_STATUES),
    public("n_lakes", "i1"),
    public("lake", "i8", MOST_LAKES),
    public("n_cards", "i1"),
    public("card", "i1", 5),  # the area goals in play
    public("area_points", "i1", len(Area)),  # for a group (Expert) or a building (Family)
    public("trendy_points", "i1"),
    public("subway_points", "i1"),
    public("site_points", "i1"),
    public("subway_card_points", "i1"),
    public("site_card_points", "i1"),
    public("highest_points", "i1"),
    public("neighbourhood_points", "i1"),
)

GROUPS = 512
"""More groups than thirteen buildings can be part of."""

WORK = work_layout(
    SEATS,
    ACTIONS.count,
    64,
    len(CATEGORIES),
    len(TIES),
    public("deck", "i1", FIELDS),
    public("left", "i1", NUMBERS),
    # the area goal: possible groups, and the best choice of groups that share no building
    public("group", "i8", GROUPS),
    public("n_chosen", "i4"),
    public("chosen", "i8", NUMBERS),
    public("taken_group", "i4", NUMBERS),
    public("open_fields", "i8", NUMBERS),
    public("mine", "i1", NUMBERS),
    # scratch of the greedy choice
    public("n_before", "i4"),
)
