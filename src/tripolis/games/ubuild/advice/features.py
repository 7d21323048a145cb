"""Whole numbers that describe an observation, for learners.

An amount is three of them: whole millions up to 127, those above 127, and the units of 10k that are left.
"""

from tripolis.engine.features import MOST, Section, starts
from tripolis.engine.record import rule
from tripolis.engine.steps import wide

from ..rules.scoring import rent
from ..rules.state import (
    BLOCKS,
    CARDS,
    DISTRICTS,
    GROUP_NAMES,
    GROUPS,
    HOME,
    NOBODY,
    PIECES,
    SEATS,
    SLOT,
    SLOTS,
    SPACES,
    After,
    Phase,
    Use,
)

DECISIONS = tuple(phase.name.lower() for phase in Phase if phase < Phase.OVER)
BUILDINGS = tuple(use.name.lower() for use in (Use.STADIUM, Use.SKYSCRAPER, Use.TOWER, Use.BONUS))
PAYMENTS = tuple(after.name.lower() for after in After)
DIGITS = ("million", "above 127 million", "10k of the last million")
PHASES, USES, PARTS = len(DECISIONS), len(BUILDINGS), len(DIGITS)
STADIUM, SKYSCRAPER, TOWER, BONUS = range(USES)
MILLION = 100
"""In units of 10k."""
OF_GROUP = 3
"""The most districts of a colour; another box may have more."""
DIE = range(1, 7)

SECTIONS = (
    Section("seat {0} (0: own) plays", (SEATS,)),
    Section("seat {0} is to decide", (SEATS,)),
    Section("seat {0} is on turn", (SEATS,)),
    Section("seat {0} took the first turn", (SEATS,)),
    Section("cash of seat {0}: {1}", (SEATS, DIGITS), MOST),
    Section("seat {0} in jail: tries to get out and 1", (SEATS,), 10),
    Section("jail cards of seat {0}", (SEATS,), CARDS),
    Section("seat {0} on space {1}", (SEATS, SPACES)),
    Section("seat {0} owns district {1}", (SEATS, DISTRICTS)),
    Section("seat {0} owns districts of {1}", (SEATS, GROUP_NAMES), OF_GROUP),
    Section("districts of {1} that seat {0} lacks", (SEATS, GROUP_NAMES), OF_GROUP),
    Section("district {0} is on the track", (DISTRICTS,)),
    Section("residential blocks on district {0}", (DISTRICTS,), BLOCKS),
    Section("industrial blocks on district {0}", (DISTRICTS,), BLOCKS),
    Section("rent of district {0}: {1}", (DISTRICTS, DIGITS), MOST),
    Section("district {0} is mortgaged", (DISTRICTS,)),
    Section("mortgage on district {0}: {1}", (DISTRICTS, DIGITS), MOST),
    Section("district {0} mortgaged or redeemed in this turn", (DISTRICTS,)),
    Section("district {0} beside a hazard", (DISTRICTS,)),
    Section("district {0} beside a bonus", (DISTRICTS,)),
    Section("district {0} is home of: {1}", (DISTRICTS, BUILDINGS[:BONUS])),
    Section("district {0} offered", (DISTRICTS,)),
    Section("district {0} asked for", (DISTRICTS,)),
    Section("in slot {0}: {1}", (SLOTS, BUILDINGS)),
    Section("hazard {0} in slot {1}", (PIECES, SLOTS)),
    Section("steps of hazard {0} in this turn", (PIECES,), 10),
    Section("space {0} is a raised bridge", (SPACES,)),
    Section("to decide: {0}", (DECISIONS,)),
    Section("die {0}: {1}", (2, DIE)),
    Section("doubles in a row", (), 10),
    Section("further turn noted", ()),
    Section("spaces still to walk", (), 12),
    Section("blocks bought in this turn", (), BLOCKS),
    Section("blocks bought on district {0}", (DISTRICTS,)),
    Section("stadiums and skyscrapers built in this turn", (), 1 + GROUPS),
    Section("towers built in this turn", (), 1),
    Section("offers of seat {0} in this turn", (SEATS,), MOST),
    Section("changes to offers of seat {0} in this turn", (SEATS,), MOST),
    Section("seat {0} is bankrupt", (SEATS,)),
    Section("residential blocks left", (), MOST),
    Section("industrial blocks left", (), MOST),
    Section("card {0} not seen yet", (CARDS,)),
    Section("place of card {0} under the deck", (CARDS,), CARDS),
    Section("card {0} held by seat {1}", (CARDS, SEATS)),
    Section("place of card {0} among those held", (CARDS,), CARDS),
    Section("last card: {0}", (CARDS,)),
    Section("last card with the bridge up", ()),
    Section("seat {0} owes", (SEATS,)),
    Section("seat {0} is owed", (SEATS,)),
    Section("open debt: {0}", (DIGITS,), MOST),
    Section("payment for: {0}", (PAYMENTS,)),
    Section("payments between players made", (), SEATS),
    Section("highest bid: {0}", (DIGITS,), MOST),
    Section("seat {0} has the highest bid", (SEATS,)),
    Section("seat {0} has not dropped out", (SEATS,)),
    Section("seat {0} has opened the deal", (SEATS,)),
    Section("seat {0} is the partner of the deal", (SEATS,)),
    Section("deal opened in: {0}", (DECISIONS,)),
    Section("jail cards offered", (), CARDS),
    Section("jail cards asked for", (), CARDS),
    Section("cash offered: {0}", (DIGITS,), MOST),
    Section("cash asked for: {0}", (DIGITS,), MOST),
    Section("rounds played: {0}", (("hundreds", "rest"),), MOST),
    Section("rounds left: {0}", (("hundreds", "rest"),), MOST),
    Section("there is a round limit", ()),
    Section("one die", ()),
    Section("open track with railroads", ()),
    Section("spaces of the track", (), SPACES),
    Section("one project per turn", ()),
    Section("free hazard steps on Planning Permission", (), 2),
    Section("double out of jail: another turn", ()),
    Section("mortgage value ignores hazards", ()),
    Section("blocks never run out", ()),
    Section("offers per turn", (), MOST),
    Section("changes to offers per turn", (), MOST),
)
"""The parts of the feature row in order. Seats are counted from the one that looks."""
FEATURES_EDITION = 1
(
    PLAYS, DECIDES, ON_TURN, STARTED, CASH, JAIL, JAIL_CARDS, AT, OWNER, GROUP_OWNED, GROUP_LACKED, ON_TRACK,
    RESIDENTIAL, INDUSTRIAL, RENT, MORTGAGED, MORTGAGE, FLIPPED, BESIDE_HAZARD, BESIDE_BONUS, HOMES, GIVEN, ASKED,
    IN_SLOT, HAZARD, MOVED, RAISED, TO_DECIDE, DICE, DOUBLES, AGAIN, STEPS, BOUGHT, BOUGHT_ON, SPECIALS, TOWERS, OFFERS,
    EDITS, BANKRUPT, RESIDENTIAL_LEFT, INDUSTRIAL_LEFT, UNSEEN, UNDER, HELD_BY, HELD, CARD, CARD_UP, DEBTOR, CREDITOR,
    DEBT, AFTER, EACH, BID, LEADER, BIDDING, OPENER, PARTNER, BACK, GIVE_CARDS, TAKE_CARDS, PAY, ASK, ROUNDS,
    ROUNDS_LEFT, ROUND_LIMIT, STARTER, BROKEN, N_SPACES, ONE_PROJECT, PLANNING_MOVE, DOUBLE_FROM_JAIL,
    MORTGAGE_IGNORES_HAZARD, UNLIMITED_BLOCKS, MAX_OFFERS, MAX_EDITS, N_FEATURES,
) = starts(SECTIONS)  # fmt: skip
NOT_DESCRIBED = {
    "first_dice": "the rolls for the first turn change nothing later",
    "holds": "the owners of the districts say it",
    "n_under": "the cards under the deck say it",
    "n_held": "the cards that are held say it",
    "slot_use": "the pieces and buildings in the slots say it",
}


def same_in_play(s, b, field, place, number):
    """Without a deal it does not matter where one was opened."""
    return field == "back" and s.opener == NOBODY


@rule
def features(s, b, seat, out):
    """Write the features of an observation into a row of N_FEATURES numbers."""
    for i in range(N_FEATURES):
        out[i] = 0
    describe_seats(s, b, seat, out)
    describe_districts(s, b, seat, out)
    describe_slots(s, out)
    describe_cards(s, b, seat, out)
    describe_turn(s, b, seat, out)
    describe_trade(s, b, seat, out)
    describe_settings(s, b, out)


@rule
def put_amount(out, i, amount):
    """Three digits of an amount; the row has zeros already."""
    if amount > 0:
        millions = amount // MILLION
        out[i] = min(millions, MOST)
        out[i + 1] = min(max(millions - MOST, 0), MOST)
        out[i + 2] = amount - MILLION * millions


@rule
def put_seat(b, seat, p, out, i):
    """Mark a seat, counted from the one that looks, unless it is nobody."""
    if p >= 0:
        out[i + (p - seat) % b.players] = 1


@rule
def describe_seats(s, b, seat, out):
    """What each player has, and where the pieces are."""
    for k in range(b.players):
        p = (seat + k) % b.players
        out[PLAYS + k] = 1
        put_amount(out, CASH + PARTS * k, s.cash[p])
        out[JAIL + k] = s.jail[p]
        out[JAIL_CARDS + k] = s.jail_cards[p]
        out[AT + SPACES * k + s.at[p]] = 1
        out[OFFERS + k] = min(s.offers[p], MOST)
        out[EDITS + k] = min(s.edits[p], MOST)
        out[BIDDING + k] = s.bidding >> p & 1
    put_seat(b, seat, s.actor, out, DECIDES)
    put_seat(b, seat, s.turn, out, ON_TURN)
    put_seat(b, seat, s.start, out, STARTED)
    put_seat(b, seat, s.bankrupt, out, BANKRUPT)


@rule
def describe_districts(s, b, seat, out):
    """Owners, blocks, rents and mortgages."""
    for d in range(DISTRICTS):
        on_track = b.on_track >> d & 1
        out[ON_TRACK + d] = on_track
        out[GROUP_LACKED + b.group[d]] += on_track  # the size of the group, until it is known who owns it
        if s.owner[d] != NOBODY:
            k = (s.owner[d] - seat) % b.players
            out[OWNER + DISTRICTS * k + d] = 1
            out[GROUP_OWNED + GROUPS * k + b.group[d]] += 1
            put_amount(out, RENT + PARTS * d, rent(s, b, d))
        out[RESIDENTIAL + d] = s.blocks[d][0]
        out[INDUSTRIAL + d] = s.blocks[d][1]
        out[MORTGAGED + d] = s.mortgaged >> d & 1
        put_amount(out, MORTGAGE + PARTS * d, s.mortgage[d])
        out[FLIPPED + d] = s.flipped >> d & 1
        out[BESIDE_HAZARD + d] = s.beside_hazard >> d & 1
        out[BESIDE_BONUS + d] = s.beside_bonus >> d & 1
        out[GIVEN + d] = s.given >> d & 1
        out[ASKED + d] = s.taken >> d & 1
    for group in range(GROUPS):
        size = wide(out[GROUP_LACKED + group])
        for k in range(b.players):
            i = GROUPS * k + group
            mine = out[GROUP_OWNED + i]
            out[GROUP_OWNED + i] = min(mine, OF_GROUP)
            out[GROUP_LACKED + i] = min(size - mine, OF_GROUP)
    out[RESIDENTIAL_LEFT] = min(s.stock[0], MOST)
    out[INDUSTRIAL_LEFT] = min(s.stock[1], MOST)


@rule
def put_building(building, what, out):
    """Where a special building stands, and the district that it belongs to."""
    if building[SLOT] != NOBODY:
        out[IN_SLOT + USES * building[SLOT] + what] = 1
    if building[HOME] != NOBODY:
        out[HOMES + BONUS * building[HOME] + what] = 1


@rule
def describe_slots(s, out):
    """What stands in the slots."""
    put_building(s.stadium, STADIUM, out)
    put_building(s.tower, TOWER, out)
    for group in range(GROUPS):
        put_building(s.skyscraper[group], SKYSCRAPER, out)
    for piece in range(PIECES):
        if s.bonus[piece] != NOBODY:
            out[IN_SLOT + USES * s.bonus[piece] + BONUS] = 1
        if s.hazard[piece] != NOBODY:
            out[HAZARD + SLOTS * piece + s.hazard[piece]] = 1
        out[MOVED + piece] = s.moved[piece]


@rule
def describe_cards(s, b, seat, out):
    """Bridges and cards: which are unseen, under the deck and held, in their order (R45)."""
    for space in range(SPACES):
        out[RAISED + space] = s.raised >> space & 1
    for i in range(CARDS):
        out[UNSEEN + i] = s.unseen >> i & 1
        if s.under[i] != NOBODY:
            out[UNDER + s.under[i]] = i + 1
        if s.held[i] != NOBODY:
            out[HELD + s.held[i]] = i + 1
            put_seat(b, seat, s.held_by[i], out, HELD_BY + SEATS * s.held[i])
    out[CARD + s.card] = 1
    out[CARD_UP] = s.card_up


@rule
def describe_turn(s, b, seat, out):
    """The course of the turn, and an open payment."""
    if s.phase < PHASES:
        out[TO_DECIDE + s.phase] = 1
    for die in range(2):
        if s.dice[die]:
            out[DICE + 6 * die + s.dice[die] - 1] = 1
    out[DOUBLES] = s.doubles
    out[AGAIN] = s.again
    out[STEPS] = s.steps
    out[BOUGHT] = s.bought
    if s.bought_on != NOBODY:
        out[BOUGHT_ON + s.bought_on] = 1
    out[SPECIALS] = s.specials
    out[TOWERS] = s.towers
    put_seat(b, seat, s.debtor, out, DEBTOR)
    put_seat(b, seat, s.creditor, out, CREDITOR)
    put_amount(out, DEBT, s.debt)
    out[AFTER + s.after] = 1
    out[EACH] = s.each


@rule
def describe_trade(s, b, seat, out):
    """An auction, and a deal."""
    put_amount(out, BID, s.bid)
    put_seat(b, seat, s.leader, out, LEADER)
    put_seat(b, seat, s.opener, out, OPENER)
    put_seat(b, seat, s.partner, out, PARTNER)
    if s.opener != NOBODY:
        out[BACK + s.back] = 1
    out[GIVE_CARDS] = s.give_cards
    out[TAKE_CARDS] = s.take_cards
    put_amount(out, PAY, max(s.offer_cash, 0))
    put_amount(out, ASK, max(-s.offer_cash, 0))


@rule
def describe_settings(s, b, out):
    """Rounds, the track, and the switches."""
    out[ROUNDS] = min(s.rounds // 100, MOST)
    out[ROUNDS + 1] = s.rounds % 100
    if b.round_limit > 0:
        left = b.round_limit - s.rounds
        out[ROUNDS_LEFT] = min(left // 100, MOST)
        out[ROUNDS_LEFT + 1] = left % 100
        out[ROUND_LIMIT] = 1
    out[STARTER] = b.starter
    out[BROKEN] = b.open_track
    out[N_SPACES] = b.n_spaces
    out[ONE_PROJECT] = b.one_project
    out[PLANNING_MOVE] = b.planning_move
    out[DOUBLE_FROM_JAIL] = b.double_from_jail
    out[MORTGAGE_IGNORES_HAZARD] = b.mortgage_ignores_hazard
    out[UNLIMITED_BLOCKS] = b.unlimited_blocks
    out[MAX_OFFERS] = min(b.max_offers, MOST)
    out[MAX_EDITS] = min(b.max_edits, MOST)
