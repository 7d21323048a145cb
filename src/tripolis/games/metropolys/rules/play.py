"""The course of play: set-up, calls for tender, what is allowed.

Headings in brackets are those of the German rulebook; rulings are in book/rulings.md. A decision is a bid (a building
on a field) or a pass. Whoever can only pass is passed over; the end of a call is part of the decision that ended
it.
"""

from tripolis.engine.random import below
from tripolis.engine.record import in_python, rule
from tripolis.engine.steps import begin, begin_match, begin_world, tell, whisper, wide

from .state import (
    ALL_BUILDINGS,
    BY_PASSING,
    DISTRICTS,
    ENCLOSED,
    FIELDS,
    HEIGHT_WEIGHT,
    KINDS,
    LEGAL,
    MOST_NEIGHBOURS,
    NUMBERS,
    SEAT_STEP,
    SEATS,
    SITE,
    SUBWAY,
    TOKENS,
    TOO_HIGH,
    Event,
    Reason,
    act,
)

# --------------------------------------------------------------------- set-up


@rule
def set_up(s, b, w, seed):
    """Buildings, districts in use, tokens, secret goals, start seat (rulebook: set-up, fewer players)."""
    begin_match(s, w, seed)
    for seat in range(SEATS):
        s.own[seat] = 0
        s.n_built[seat] = 0
        s.supply[seat] = ALL_BUILDINGS if seat < b.players else 0
        s.goal[seat][0] = 0
        s.goal[seat][1] = 0
        for d in range(DISTRICTS):
            s.heights[seat][d] = 0
        for t in range(TOKENS):
            s.tokens[seat][t] = 0
    for field in range(FIELDS):
        s.built[field] = 0
        s.token[field] = 0
    for i in range(NUMBERS):
        s.bid_field[i] = 0
        s.bid[i] = 0
    s.n_bids = 0
    s.passed = 0
    s.subway_card = -1
    s.site_card = -1
    s.actor = b.first if b.first >= 0 else below(s, w, b.players)
    tell(w, Event.STARTS, s.actor)
    choose_districts(s, b, w)
    lay_tokens(s, b, w)
    deal_goals(s, b, w)


@rule
def choose_districts(s, b, w):
    """With 3 players an outer district stays unused, with 2 two that are neighbours (rulebook: fewer players)."""
    unused = wide(b.unused)
    if unused < 0:
        unused = 0
        if b.players < 4:
            one = below(s, w, 4)
            unused = 1 << one
            if b.players == 2:
                unused |= 1 << (one + 1) % 4  # north, east, south, west: in a ring
    s.fields = 0
    for d in range(DISTRICTS):
        if unused >> d & 1:
            tell(w, Event.UNUSED, d)
        else:
            s.fields |= b.district_fields[d]
    s.free = s.fields


@rule
def lay_tokens(s, b, w):
    """Draw 7 tokens for the centre, 5 for each outer district, none for a blind alley (rulebook: set-up)."""
    if b.fixed:
        for field in range(FIELDS):
            s.token[field] = b.layout[field] if s.fields >> field & 1 else 0
    else:
        trendy, subway, bag = wide(b.tokens[0]), wide(b.tokens[1]), 0
        for t in range(TOKENS):
            bag += b.tokens[t]
        for d in range(DISTRICTS):
            n = 0
            for field in range(FIELDS):
                if (b.district_fields[d] & b.token_fields & s.fields) >> field & 1:
                    w.deck[n] = field
                    n += 1
            for _ in range(min(n, wide(b.places[d]))):
                drawn = below(s, w, n * bag)  # one draw is two fair draws: a field of n, a token of the bag
                i, token = drawn // bag, drawn % bag
                field = w.deck[i]
                n -= 1
                bag -= 1
                w.deck[i] = w.deck[n]
                if token < trendy:
                    trendy -= 1
                    s.token[field] = 1
                elif token < trendy + subway:
                    subway -= 1
                    s.token[field] = SUBWAY
                else:
                    s.token[field] = SITE
    if w.mute == 0:
        for field in range(FIELDS):
            if s.token[field] != 0:
                tell(w, Event.LAID, field, s.token[field])


@rule
def deal_goals(s, b, w):
    """A secret area goal for each player, in Expert a neighbourhood goal too; the rest stays unseen (set-up)."""
    for sort in range(1 + b.expert):
        n = fill_deck(b, w, sort, 0)
        for seat in range(b.players):
            s.goal[seat][sort] = draw_card(s, w, n - seat)
    for seat in range(b.players):
        whisper(w, seat, Event.GOAL, seat, s.goal[seat][0], s.goal[seat][1])


@rule
def fill_deck(b, w, sort, seen):
    """The goal cards of a sort (0 area, 1 neighbourhood) in w.deck but for one that was seen; returns how many."""
    n = 0
    for i in range(KINDS if sort else b.n_cards):
        card = i + 1 if sort else wide(b.card[i])
        if card != seen:
            w.deck[n] = card
            n += 1
    return n


@rule
def draw_card(s, w, n):
    """Draw one of the first n cards of w.deck; the last of them takes its place."""
    i = below(s, w, n)
    card = w.deck[i]
    w.deck[i] = w.deck[n - 1]
    return card


@rule
def imagine(s, b, w, seat, seed):
    """Deal the goals that the seat has not seen: nothing but the own card tells anything about them."""
    begin_world(s, w, seed)
    if s.actor < 0:
        return  # all goals lie open
    for sort in range(1 + b.expert):
        n = fill_deck(b, w, sort, wide(s.goal[seat][sort]) if seat >= 0 else 0)
        for other in range(b.players):
            if other != seat:
                s.goal[other][sort] = draw_card(s, w, n)
                n -= 1


# ------------------------------------------------------------ what is allowed


@rule
def refuse(s, b, w, action):
    """A bid needs an own building, a higher number than the last one, and a free field beside it (ruling 2)."""
    if not act.exists(action):
        return Reason.NO_ACTION
    if s.actor < 0:
        return Reason.OVER
    if action == act.PASS:
        return Reason.MUST_OPEN if s.n_bids == 0 else LEGAL
    field, value = act.bid_field(action), act.bid_value(action)
    if s.supply[s.actor] >> (value - 1) & 1 == 0:
        return Reason.NO_BUILDING
    if s.fields >> field & 1 == 0:
        return Reason.UNUSED
    if s.free >> field & 1 == 0:
        return Reason.FIELD_TAKEN
    if s.n_bids:
        if value <= s.bid[s.n_bids - 1] % SEAT_STEP:
            return Reason.TOO_LOW
        if b.neighbours[s.bid_field[s.n_bids - 1]] >> field & 1 == 0:
            return Reason.NOT_BESIDE
    return LEGAL


@rule
def legal_actions(s, b, w):
    """Exactly the actions that `refuse` allows, in the order of their numbers."""
    n = 0
    if s.actor < 0:
        return n
    actions, left, free = w.actions, w.left, wide(s.free)
    above = s.bid[s.n_bids - 1] % SEAT_STEP if s.n_bids else 0
    supply, m = wide(s.supply[s.actor]), 0
    for value in range(above + 1, NUMBERS + 1):
        if supply >> (value - 1) & 1:
            left[m] = value
            m += 1
    if s.n_bids == 0:
        for field in range(FIELDS):
            if free >> field & 1:
                for i in range(m):
                    actions[n + i] = act.bid(field, left[i])
                n += m
        return n
    beside = b.beside[s.bid_field[s.n_bids - 1]]
    for k in range(MOST_NEIGHBOURS):
        field = wide(beside[k])
        if field < 0:
            break
        if free >> field & 1:
            for i in range(m):
                actions[n + i] = act.bid(field, left[i])
            n += m
    actions[n] = act.PASS
    return n + 1


# ------------------------------------------------------------------ decisions


@rule
def apply(s, b, w, action):
    """A bid or a pass, and what follows from it."""
    begin(s, w)
    seat, how = wide(s.actor), 0
    if action == act.PASS:
        s.passed |= 1 << seat
        tell(w, Event.PASSED, seat)
    else:
        how = place(s, b, w, seat, act.bid_field(action), act.bid_value(action))
    if how == 0:
        how = next_seat(s, b, w, seat)
    if how != 0:
        end_call(s, b, w, how)


@rule
def place(s, b, w, seat, field, value):
    """Lay a building as a bid; the call ends if nobody can go on from there (ruling 4)."""
    n = wide(s.n_bids)
    s.bid_field[n] = field
    s.bid[n] = SEAT_STEP * seat + value
    s.n_bids = n + 1
    s.supply[seat] &= ~(1 << (value - 1))
    s.free &= ~(1 << field)
    if n == 0:
        tell(w, Event.OPENED, seat, value, field)
    else:
        tell(w, Event.BID, seat, value, field)
    if b.neighbours[field] & s.free == 0:
        return ENCLOSED
    for other in range(b.players):
        if other != seat and s.passed >> other & 1 == 0 and s.supply[other] >> value != 0:
            return 0
    return TOO_HIGH


@rule
def next_seat(s, b, w, seat):
    """The next seat clockwise that is still in; without a higher number it must pass (rulebook: pass)."""
    last = wide(s.bid[s.n_bids - 1])
    leader, value = last // SEAT_STEP, last % SEAT_STEP
    for k in range(1, b.players):
        other = (seat + k) % b.players
        if other == leader or s.passed >> other & 1:
            continue
        if s.supply[other] >> value != 0:
            s.actor = other
            return 0
        s.passed |= 1 << other
        tell(w, Event.MUST_PASS, other)
    return BY_PASSING


@rule
def end_call(s, b, w, how):
    """The last bidder builds, takes the token and starts; other bids go back (rulings 4, 5)."""
    last = wide(s.n_bids) - 1
    field, seat, value = wide(s.bid_field[last]), s.bid[last] // SEAT_STEP, s.bid[last] % SEAT_STEP
    put_building(s, b, seat, field, value)
    tell(w, Event.BUILT, seat, value, field, how)
    if s.token[field] != 0:
        take_token(s, w, seat, field, wide(s.token[field]))
    if last > 0:
        tell(w, Event.RETURNED, last)
    for i in range(last):
        s.supply[s.bid[i] // SEAT_STEP] |= 1 << (s.bid[i] % SEAT_STEP - 1)
        s.free |= 1 << wide(s.bid_field[i])
        s.bid[i] = 0
        s.bid_field[i] = 0
    s.bid[last] = 0
    s.bid_field[last] = 0
    s.n_bids = 0
    s.passed = 0
    s.actor = seat
    if s.n_built[seat] == NUMBERS:
        end_match(s, b, w)


@rule
def put_building(s, b, seat, field, value):
    """Put a building from its player's supply onto a field for good; its height counts in its district."""
    s.built[field] = SEAT_STEP * seat + value
    s.own[seat] |= 1 << field
    s.free &= ~(1 << field)
    s.supply[seat] &= ~(1 << (value - 1))
    s.n_built[seat] += 1
    s.heights[seat][b.district[field]] += HEIGHT_WEIGHT[value]


def derive(s, b):
    """What follows from the buildings, the tokens under them and the bids (for positions as text)."""
    s.free, s.n_bids = s.fields, 0
    for seat in range(SEATS):
        s.own[seat], s.n_built[seat], s.tokens[seat], s.heights[seat] = 0, 0, [0] * TOKENS, [0] * DISTRICTS
        s.supply[seat] = ALL_BUILDINGS if seat < b.players else 0
    for field, building in enumerate(s.built):
        if building:
            seat, value = divmod(building, SEAT_STEP)
            in_python(put_building)(s, b, seat, field, value)
            if s.token[field]:
                s.tokens[seat][s.token[field] - 1] += 1
    for field, building in zip(s.bid_field, s.bid, strict=True):
        if building:
            s.free &= ~(1 << field)
            s.supply[building // SEAT_STEP] &= ~(1 << (building % SEAT_STEP - 1))
            s.n_bids += 1


@rule
def take_token(s, w, seat, field, token):
    """The builder takes the token.

    The subway card goes to whoever has most stations, and stays where it is in a tie; the site card goes to whoever
    took the last site (SONDERKARTEN).
    """
    s.tokens[seat][token - 1] += 1
    tell(w, Event.TOOK, seat, token, field)
    if token == SUBWAY and s.subway_card != seat:
        if s.subway_card < 0 or s.tokens[seat][SUBWAY - 1] > s.tokens[s.subway_card][SUBWAY - 1]:
            s.subway_card = seat
            tell(w, Event.CARD, seat, token)
    if token == SITE and s.site_card != seat:
        s.site_card = seat
        tell(w, Event.CARD, seat, token)


@rule
def end_match(s, b, w):
    """The game ends with somebody's last building; all show their goals (rulebook: end of the game)."""
    s.actor = -1
    w.revealed = 1
    tell(w, Event.OVER)
    for seat in range(b.players):
        tell(w, Event.SHOWN, seat, s.goal[seat][0], s.goal[seat][1])


def max_plies(b):
    """Numbers rise, so a call has at most 13 bids and a pass of every other seat; each one ends in a building."""
    players = int(b.players)
    return ((NUMBERS - 1) * players + 1) * (NUMBERS + players - 1)
