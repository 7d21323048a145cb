"""Which positions cannot stand on a table: components twice, bids that do not rise, goals that nobody deals."""

from typing import Any

from tripolis.engine.record import WHOLE
from tripolis.engine.sound import outside, twice
from tripolis.engine.words import Message

from .state import (
    ALL_FIELDS,
    CENTRE,
    DISTRICTS,
    FIELD_NAMES,
    FIELDS,
    KINDS,
    NUMBERS,
    SEAT_STEP,
    SITE,
    SUBWAY,
    TOKENS,
)


def why_impossible(s: Any, b: Any) -> Message | None:
    """Why a position cannot stand on a table; None if it can."""
    return (
        outside(s, ranges(b))
        or wrong_districts(s, b)
        or wrong_tokens(s, b)
        or wrong_buildings(s, b)
        or wrong_bids(s, b)
        or wrong_cards(s, b)
        or wrong_goals(s, b)
    )


def ranges(b: Any) -> tuple[tuple[str, int, int], ...]:
    """The least and the largest number of each field."""
    last = b.players - 1
    return (
        ("fields", 0, ALL_FIELDS),
        ("token", 0, TOKENS),
        ("built", 0, SEAT_STEP * last + NUMBERS),
        ("bid", 0, SEAT_STEP * last + NUMBERS),
        ("bid_field", 0, FIELDS - 1),
        ("passed", 0, (1 << b.players) - 1),
        ("subway_card", -1, last),
        ("site_card", -1, last),
        ("goal", 0, max(KINDS, *b.card)),
    )


def wrong_districts(s: Any, b: Any) -> Message | None:
    """With 3 players an outer district stays unused, with 2 two that are neighbours (rulebook: fewer players)."""
    unused = [d for d in range(DISTRICTS) if not s.fields & b.district_fields[d]]
    whole = s.fields == sum(b.district_fields[d] for d in range(DISTRICTS) if d not in unused)
    beside = len(unused) < 2 or (unused[1] - unused[0]) in (1, 3)
    if not whole or CENTRE in unused or len(unused) != 4 - b.players or not beside:
        return Message("with {n} players these districts are not in use together", n=b.players)
    return None


def wrong_tokens(s: Any, b: Any) -> Message | None:
    """No more tokens than there are, only on fields for tokens that are in use."""
    for field, token in enumerate(s.token):
        if token and not (b.token_fields & s.fields) >> field & 1 and not b.fixed:
            return Message("no token lies on {field}", field=FIELD_NAMES[field])
    for token in range(1, TOKENS + 1):
        if s.token.count(token) > b.tokens[token - 1]:
            return Message("there are only {n} tokens of a kind", n=b.tokens[token - 1])
    return None


def wrong_buildings(s: Any, b: Any) -> Message | None:
    """Every building stands in one place, on a field in use; the first with 13 ends the match."""
    standing = [(field, building) for field, building in enumerate(s.built) if building]
    for field, building in standing:
        if not 1 <= building % SEAT_STEP <= NUMBERS:
            return Message("{field} cannot be {value}", field="built", value=building)
        if not s.fields >> field & 1:
            return Message("nothing stands on {field}: it is not in use", field=FIELD_NAMES[field])
    if twice([*(building for _, building in standing), *s.bid], 0):
        return Message("a building stands in two places")
    built = [sum(building // SEAT_STEP == seat for _, building in standing) for seat in range(b.players)]
    if (max(built) == NUMBERS) != (s.actor < 0):
        return Message("the match is over when somebody has built everything, and only then")
    return None


def wrong_bids(s: Any, b: Any) -> Message | None:
    """Bids rise from field to neighbouring free field (rulebook: bidding)."""
    n = sum(building > 0 for building in s.bid)
    fields, values = s.bid_field[:n], [building % SEAT_STEP for building in s.bid[:n]]
    if any(s.bid[n:]) or any(s.bid_field[n:]) or 0 in values or max(values, default=0) > NUMBERS:
        return Message("bids lie one after another, the lowest first")
    for i, field in enumerate(fields):
        if s.built[field] or not s.fields >> field & 1:
            return Message("there cannot be a bid on {field}", field=FIELD_NAMES[field])
        if i and (values[i] <= values[i - 1] or not b.neighbours[fields[i - 1]] >> field & 1):
            return Message("a bid is higher than the one before, on a field beside it")
    if twice(fields, -1):
        return Message("two bids lie on one field")
    leader = s.bid[n - 1] // SEAT_STEP if n else -1
    if (s.passed and not n) or (n and (s.passed >> leader & 1 or s.passed >> max(0, s.actor) & 1)):
        return Message("who has passed is out of this call for tender")
    if n and (s.actor == leader or s.actor < 0):
        return Message("nobody outbids themselves")
    return None


def wrong_cards(s: Any, b: Any) -> Message | None:
    """The subway card is with most stations, the site card with somebody who has a site (rulebook: special cards)."""
    taken = [[0] * (TOKENS + 1) for _ in range(b.players)]
    for field, building in enumerate(s.built):
        if building:
            taken[building // SEAT_STEP][s.token[field]] += 1
    for card, token in ((s.subway_card, SUBWAY), (s.site_card, SITE)):
        counts = [row[token] for row in taken]
        if (card < 0) != (max(counts) == 0) or (card >= 0 and counts[card] == 0):
            return Message("a special card is with somebody who has its tokens")
        if token == SUBWAY and card >= 0 and counts[card] < max(counts):
            return Message("the card of the subway is with most subway stations")
    return None


def wrong_goals(s: Any, b: Any) -> Message | None:
    """Everybody has an area goal, in Expert a neighbourhood goal too; each card is there once."""
    areas, kinds = ([goal[i] for goal in s.goal] for i in (0, 1))
    cards = b.card[: b.n_cards]
    if any(area and area not in cards for area in areas) or (any(kinds) and not b.expert):
        return Message("no such goal is in this game")
    if twice(areas, 0) or twice(kinds, 0) or any(areas[b.players :]) or any(kinds[b.players :]):
        return Message("every goal is there once, for one of the players")
    dealt = [area and (kind or not b.expert) for area, kind in zip(areas, kinds, strict=True)][: b.players]
    if s.observer == WHOLE and s.actor >= 0 and not all(dealt):
        return Message("somebody has no secret goal; leave out the goals that a viewer cannot know")
    return None
