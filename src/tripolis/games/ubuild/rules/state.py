"""The records of U-Build, and the numbers of its actions.

Every amount is a whole number of units of 10k. Districts are the 22 of the box, whatever the track; a set of districts
is a number with a bit for each. Spaces are numbered in walking order, slots (the places beside the track where large
buildings stand) in the order of their hexes.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Verb
from tripolis.engine.layouts import box_layout, state_layout, work_layout
from tripolis.engine.record import public

SEATS = 6
DISTRICTS, GROUPS, CARDS = 22, 8, 17
SPACES, SLOTS, SIDES = 32, 68, 6
PIECES = 6
"""The most bonus pieces, and the most hazards, that a box can have."""
BLOCKS = 8
"""The length of a rent table."""
NAME_BYTES = 32
NOBODY = -1
"""The bank; also no seat, no slot, no district."""
RESIDENTIAL, INDUSTRIAL = 0, 1
"""Kinds of blocks: columns of `blocks`, `stock` and `block_price`."""
SLOT, HOME = 0, 1
"""Columns of `stadium`, `tower` and `skyscraper`: where it stands, and the district that it belongs to (R12)."""

UNIT = 10_000
STEPS = (1, 5, 10, 50, 100, 500)
"""The raises listed in an auction, and the steps of cash in a deal: 10k, 50k, 100k, 500k, 1M, 5M (ours)."""
MOST_BID = 30_000
"""The highest bid: 300M."""

DISTRICT_IDS = (
    "b1", "b2", "l1", "l2", "l3", "p1", "p2", "p3", "o1", "o2", "o3", "r1", "r2", "r3", "y1", "y2", "y3", "g1", "g2",
    "g3", "d1", "d2",
)  # fmt: skip
CARD_IDS = tuple(f"C{number + 1:02d}" for number in range(CARDS))
GROUP_NAMES = ("brown", "light_blue", "pink", "orange", "red", "yellow", "green", "dark_blue")
GROUP_LETTERS = "BLPORYGD"


class Space(IntEnum):
    """What a space of the track is."""

    GO = 0
    JAIL = 1
    FREE_PARKING = 2
    GO_TO_JAIL = 3
    BRIDGE = 4
    DISTRICT = 5
    PLANNING = 6


class Phase(IntEnum):
    """What the actor has to decide. From START on: the steps between decisions (`turn.run`)."""

    ROLL = 0
    JAIL = 1
    BUY = 2
    AUCTION = 3
    PLANNING = 4
    EVENT = 5
    RAISE = 6
    BUILD = 7
    HAZARD = 8
    DEAL = 9
    ANSWER = 10
    OVER = 11
    START = 12
    WALK = 13
    LAND = 14
    DRAW = 15
    PAY = 16
    PAID = 17
    ENTER_BUILD = 18
    ENTER_HAZARD = 19
    END = 20


class After(IntEnum):
    """What a payment was for, and so what follows it."""

    WALK = 0  # a toll on the way
    BUILD = 1  # rent, or what a card makes you pay the bank
    DRAW = 2  # the toll of the bridge you landed on
    FINE = 3  # the fine after the third try in jail
    EACH = 4  # one of several payments between players


class Op(IntEnum):
    """What a card does."""

    NONE = 0
    FREE_BLOCKS = 1
    BUILD_HAZARD = 2
    BUILD_BONUS = 3
    MOVE_HAZARD = 4
    REMOVE_HAZARD = 5
    GO_TO_JAIL = 6
    KEEP = 7
    TO_GO = 8
    TO_FREE_PARKING = 9
    TO_UNOWNED = 10
    PAY_PER_BLOCK = 11
    GET_PER_DISTRICT = 12
    PAY_BANK = 13
    GET_BANK = 14
    PAY_EACH = 15
    GET_EACH = 16


class Use(IntEnum):
    """What stands in a slot."""

    EMPTY = 0
    STADIUM = 1
    SKYSCRAPER = 2
    TOWER = 3
    BONUS = 4
    HAZARD = 5


class Event(IntEnum):
    """What can happen; `face/events.py` turns it into words."""

    FIRST_ROLL = 1
    STARTS = 2
    TURN = 3
    ROLLED = 4
    AGAIN = 5
    SALARY = 6
    TOLL = 7
    LANDED = 8
    RENT = 9
    PAID = 10
    OWES = 11
    JAILED = 12
    STAYS = 13
    FREED = 14
    BRIDGE = 15
    CARD = 16
    NO_EFFECT = 17
    KEPT = 18
    JUMPED = 19
    GOT = 20
    FREE_BLOCKS = 21
    BOUGHT = 22
    AUCTION = 23
    BID = 24
    DROPPED = 25
    SOLD = 26
    UNSOLD = 27
    BLOCK = 28
    STADIUM = 29
    SKYSCRAPER = 30
    TOWER = 31
    MORTGAGED = 32
    REDEEMED = 33
    BONUS = 34
    HAZARD = 35
    MOVED = 36
    REMOVED = 37
    PASSED = 38
    DEAL = 39
    CHANGED = 40
    SENT = 41
    ACCEPTED = 42
    REFUSED = 43
    CANCELLED = 44
    HANDED = 45
    CARD_HANDED = 46
    SET_OFF = 47
    BANKRUPT = 48
    LIMIT = 50
    OUT = 51


class Reason(IntEnum):
    """Why an action is not allowed; the sentences are in `face/events.py`."""

    LEGAL = 0
    OVER = 1
    NO_ACTION = 2
    NOT_NOW = 3
    TOO_POOR = 4
    NO_CARD = 5
    NOT_YOURS = 6
    MORTGAGED = 7
    NOT_MORTGAGED = 8
    FLIPPED = 9
    BID_TOO_LOW = 10
    MUST_OPEN = 11
    SLOT_TAKEN = 12
    NO_SLOT = 13
    NO_PIECE = 14
    BESIDE_HAZARD = 15
    BESIDE_BONUS = 16
    NOT_BESIDE_YOURS = 17
    NOT_BESIDE_OTHERS = 18
    NO_HAZARD = 19
    TOO_FAR = 20
    FULL = 21
    NO_STOCK = 22
    NOT_ON_STARTER = 23
    THREE_BLOCKS = 24
    OTHER_DISTRICT = 25
    SPECIAL_BUILT = 26
    BLOCKS_BUILT = 27
    ONE_PROJECT = 28
    NOT_BESIDE_HOME = 29
    NEEDS_TWO = 30
    NEEDS_GROUP = 31
    NEEDS_TWO_GROUPS = 32
    HAS_SKYSCRAPER = 33
    NO_DEALS = 34
    NO_EDITS = 35
    NOT_WITH_YOURSELF = 36
    NOTHING_TO_TRADE = 37
    IN_OFFER = 38
    NOT_IN_OFFER = 39
    EXCLUDES = 40
    TOO_MUCH = 41
    INCOMPLETE = 42
    DEBTOR_SELLS = 43
    CAN_PAY = 44


# The same as plain numbers, for rules: in plain Python looking up a member costs more than the comparison.
GO, JAIL_SPACE, FREE_PARKING, GO_TO_JAIL, BRIDGE, DISTRICT, PLANNING_SPACE = (int(kind) for kind in Space)
(
    ROLL, JAIL, BUY, AUCTION, PLANNING, EVENT, RAISE, BUILD, HAZARD, DEAL, ANSWER, OVER,
    START, WALK, LAND, DRAW, PAY, PAID, ENTER_BUILD, ENTER_HAZARD, END,
) = (int(phase) for phase in Phase)  # fmt: skip
AFTER_WALK, AFTER_BUILD, AFTER_DRAW, AFTER_FINE, AFTER_EACH = (int(after) for after in After)
EMPTY, STADIUM, SKYSCRAPER, TOWER, BONUS_PIECE, HAZARD_PIECE = (int(use) for use in Use)
LEGAL = int(Reason.LEGAL)

ACTIONS = Actions(
    Verb("roll"), Verb("fine"), Verb("card"), Verb("buy"), Verb("auction"), Verb("drop"), Verb("pass"),
    Verb("end"), Verb("bankrupt"),
    Verb("send"), Verb("cancel"), Verb("accept"), Verb("refuse"),
    Verb("give_card"), Verb("take_card"), Verb("remove_give_card"), Verb("remove_take_card"), Verb("remove_cash"),
    Verb("mortgage", district=DISTRICTS), Verb("redeem", district=DISTRICTS),
    Verb("block", district=DISTRICTS, kind=2),
    Verb("free", district=DISTRICTS),  # the blocks of a card
    Verb("give", district=DISTRICTS), Verb("take", district=DISTRICTS), Verb("remove", district=DISTRICTS),
    Verb("deal", seat=SEATS),
    Verb("pay", step=len(STEPS)), Verb("ask", step=len(STEPS)),
    Verb("bonus", slot=SLOTS), Verb("hazard", slot=SLOTS), Verb("remove_hazard", hazard=PIECES),
    Verb("move", hazard=PIECES, slot=SLOTS),
    Verb("special", building=range(STADIUM, TOWER + 1), district=DISTRICTS, slot=SLOTS),
    Verb("bid", listed=False, amount=MOST_BID + 1),  # 0 is not a bid
    answer="send cancel accept refuse",
    change="give take remove pay ask give_card take_card remove_give_card remove_take_card remove_cash",
    piece="bonus hazard remove_hazard move",
)  # fmt: skip
act = ACTIONS.rules(__name__)

CATEGORIES = ("cash", "rents")
TIES = ("cash", "districts")
"""What breaks a tie, in this order: more cash, more districts (R34)."""

STATE = state_layout(
    # the course of the turn
    public("phase", "i1", values=Phase),
    public("turn", "i1"),  # whose turn it is; the actor may be another player
    public("start", "i1"),  # who took the first turn
    public("first_dice", "i1", (SEATS, 2)),  # each seat's first roll for the first turn
    public("rounds", "i4"),  # full rounds played
    public("dice", "i1", 2),  # the last roll
    public("doubles", "i1"),  # in a row
    public("again", "i1"),  # this turn earns a further one
    public("steps", "i1"),  # spaces still to walk
    public("bought", "i1"),  # blocks bought in this turn
    public("bought_on", "i1"),  # and the district they stand on
    public("specials", "i1"),  # stadiums and skyscrapers built in this turn
    public("towers", "i1"),  # towers built in this turn
    public("flipped", "i4", bits=DISTRICT_IDS),  # districts mortgaged or redeemed in this turn
    public("moved", "i1", PIECES),  # steps that each hazard moved in this turn
    public("offers", "i2", SEATS),  # offers sent in this turn
    public("edits", "i2", SEATS),  # deals opened and offers changed in this turn
    public("bankrupt", "i1"),  # the bankrupt player
    # players
    public("cash", "i4", SEATS),
    public("at", "i1", SEATS),  # the space of the piece
    public("jail", "i1", SEATS),  # 0: free, else 1 + tries to get out
    public("jail_cards", "i1", SEATS, derived=True),
    public("holds", "i4", SEATS, bits=DISTRICT_IDS, derived=True),  # districts of each seat
    # districts
    public("owner", "i1", DISTRICTS, at=DISTRICT_IDS),
    public("blocks", "i1", (DISTRICTS, 2), rows=DISTRICT_IDS),  # residential, industrial
    public("mortgaged", "i4", bits=DISTRICT_IDS, derived=True),  # a set of districts
    public("mortgage", "i2", DISTRICTS, at=DISTRICT_IDS),  # the sum received
    public("stock", "i2", 2, derived=True),  # blocks left: residential, industrial
    # slots
    public("slot_use", "i1", SLOTS, values=Use, derived=True),  # a Use
    public("bonus", "i1", PIECES),  # the slot of each bonus piece
    public("hazard", "i1", PIECES),  # the slot of each hazard
    public("beside_bonus", "i4", bits=DISTRICT_IDS, derived=True),  # the districts that a bonus touches
    public("beside_hazard", "i4", bits=DISTRICT_IDS, derived=True),
    public("stadium", "i1", 2),  # slot and home district
    public("tower", "i1", 2),
    public("skyscraper", "i1", (GROUPS, 2), rows=GROUP_NAMES),
    # bridges and cards: which cards are unseen is public; their order is decided as they are drawn (R45)
    public("raised", "i8"),  # a bit for each space whose bridge is up
    public("unseen", "i4", bits=CARD_IDS),  # a bit for each card
    public("under", "i1", CARDS, values=CARD_IDS),  # cards under the deck, the one drawn first in front
    public("n_under", "i1", derived=True),
    public("held", "i1", CARDS, values=CARD_IDS),  # jail cards that players keep, the oldest first
    public("held_by", "i1", CARDS),
    public("n_held", "i1", derived=True),
    public("card", "i1", values=CARD_IDS),  # the last one drawn
    public("card_up", "i1"),  # and which of its events counted
    # a payment
    public("debtor", "i1"),
    public("creditor", "i1"),
    public("debt", "i4"),
    public("after", "i1"),
    public("each", "i1"),  # how many payments between players were made
    # an auction
    public("bid", "i4"),
    public("leader", "i1"),
    public("bidding", "i1"),  # a bit for each seat that has not dropped out
    # a deal
    public("opener", "i1"),
    public("partner", "i1"),
    public("back", "i1", values=Phase),  # the phase in which it was opened
    public("given", "i4", bits=DISTRICT_IDS),
    public("taken", "i4", bits=DISTRICT_IDS),
    public("give_cards", "i1"),
    public("take_cards", "i1"),
    public("offer_cash", "i4"),  # above 0: the opener pays, below 0: the opener asks
)

BOX = box_layout(
    # the track
    public("n_spaces", "i1"),
    public("n_slots", "i1"),
    public("dice", "i1"),
    public("starter", "i1"),
    public("open_track", "i1"),  # with a railroad at each end
    public("space", "i1", SPACES),
    public("district", "i1", SPACES),  # NOBODY where there is none
    public("go", "i1"),
    public("jail", "i1"),
    public("free_parking", "i1"),
    public("slot_districts", "i4", SLOTS),  # the districts that each slot touches
    public("slot_next", "i1", (SLOTS, SIDES)),  # its neighbours, then NOBODY
    public("slots_of", "i1", (DISTRICTS, SIDES)),  # the slots that touch it, then NOBODY
    public("space_hex", "i1", (SPACES, 2)),
    public("slot_hex", "i1", (SLOTS, 2)),
    public("railroad_hex", "i1", (2, 2)),
    public("on_track", "i4"),
    # districts
    public("name", "u1", (DISTRICTS, NAME_BYTES)),  # UTF-8
    public("group", "i1", DISTRICTS),
    public("group_set", "i4", GROUPS),  # its districts on this track
    public("price", "i2", DISTRICTS),
    public("rent", "i2", (DISTRICTS, BLOCKS + 1)),  # by number of blocks; [0] is the base rent
    public("block_price", "i2", (DISTRICTS, 2)),
    public("skyscraper_price", "i2", DISTRICTS),
    # cards: [0] with the bridge down, [1] with the bridge up
    public("op", "i1", (2, CARDS)),
    public("op_n", "i2", (2, CARDS)),  # blocks, steps or an amount
    public("op_kind", "i1", (2, CARDS)),  # kind of blocks
    public("op_cap", "i2", (2, CARDS)),
    public("n_cards", "i1"),
    # constants
    public("money", "i4"),
    public("salary", "i2"),
    public("stadium_bonus", "i2"),
    public("stadium_price", "i2"),
    public("tower_price", "i2"),
    public("toll", "i2"),
    public("fine", "i2"),
    public("hazard_price", "i2"),
    public("hazard_steps", "i1"),
    public("max_blocks", "i1"),
    public("turn_blocks", "i1"),
    public("jail_turns", "i1"),
    public("doubles_to_jail", "i1"),
    public("stock", "i2", 2),
    public("n_stadiums", "i1"),
    public("n_towers", "i1"),
    public("n_skyscrapers", "i1"),
    public("n_bonus", "i1"),
    public("n_hazards", "i1"),
    # switches
    public("round_limit", "i4"),  # 0: none
    public("one_project", "i1"),
    public("planning_move", "i1"),
    public("double_from_jail", "i1"),
    public("mortgage_ignores_hazard", "i1"),
    public("unlimited_blocks", "i1"),
    public("max_offers", "i2"),
    public("max_edits", "i2"),
)

WORK = work_layout(
    SEATS,
    640,
    96,
    len(CATEGORIES),
    len(TIES),
    public("tied", "i1", SEATS),
    # for the quick choice: what an exchange changes for both players, and the offer planned
    public("gain", "i4", 2),
    public("plan_partner", "i4"),
    public("plan_give", "i4"),
    public("plan_take", "i4"),
    public("plan_cash", "i4"),
)
