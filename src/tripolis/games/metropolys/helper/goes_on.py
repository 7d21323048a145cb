"""A table of the score helper as a position to go on from: a call for tender begins."""

from __future__ import annotations

import random
from typing import Any

from tripolis.engine.editor import DRAWN, goes_on
from tripolis.engine.errors import BadCity
from tripolis.engine.position import Position
from tripolis.engine.words import Message

from ..box.reader import fields_in
from ..rules.state import CENTRE, DISTRICTS, NUMBERS

TOKENS_DRAWN = Message("Which tokens lie where, and under which building each was, is drawn.")
GOALS_DRAWN = Message("Goals that were not named are dealt.")
UNUSED_DRAWN = Message("Districts without a building are out of play, as many as the rules say.")


def start_call(given: Position, heights: bool, first: int) -> tuple[Position, tuple[Message, ...]]:
    """A call for tender that `first` opens, with the buildings that stand there."""
    game, put_in = given.game, given.plain
    b, chance = game.plain_box, random.Random(DRAWN)
    if max(put_in.n_built[: b.players]) >= NUMBERS:
        raise BadCity(Message("Somebody has built everything: the match is over."))
    fields = sum(b.district_fields[d] for d in range(DISTRICTS) if d not in unused(put_in, b))
    token = lay_tokens(put_in, b, fields, chance)

    def fill(s: Any) -> None:
        s.fields, s.actor, s.built, s.token = fields, first, list(put_in.built), token
        s.subway_card, s.site_card = put_in.subway_card, put_in.site_card
        s.bid, s.bid_field, s.passed = [0] * NUMBERS, [0] * NUMBERS, 0
        s.goal = [list(goal) for goal in put_in.goal]
        for sort in range(1 + b.expert):
            cards = b.card[: b.n_cards] if sort == 0 else range(1, 6)
            left = [card for card in cards if card not in [goal[sort] for goal in s.goal]]
            chance.shuffle(left)
            for seat in range(b.players):
                s.goal[seat][sort] = s.goal[seat][sort] or left.pop()

    filled = [TOKENS_DRAWN]
    if any(not goal[sort] for goal in put_in.goal[: b.players] for sort in range(1 + b.expert)):
        filled.append(GOALS_DRAWN)
    if b.players < 4:
        filled.append(UNUSED_DRAWN)
    if heights:
        filled.append(Message("Buildings of which only the height is known have the lowest numbers that are left."))
    return goes_on(game, fill), tuple(filled)


def unused(s: Any, b: Any) -> tuple[int, ...]:
    """Outer districts without a building that are out of play together (rulebook: fewer players)."""
    empty = [d for d in range(CENTRE) if not any(s.own[seat] & b.district_fields[d] for seat in range(b.players))]
    sets: dict[int, list[tuple[int, ...]]] = {4: [()], 3: [(d,) for d in empty]}
    pairs = [(d, (d + 1) % CENTRE) for d in empty if (d + 1) % CENTRE in empty]
    found = sets.get(b.players, pairs)
    if not found:
        n = CENTRE - b.players
        raise BadCity(
            Message("With {players} players {n} outer districts stay empty, two side by side.", players=b.players, n=n)
        )
    return found[0]


def lay_tokens(s: Any, b: Any, fields: int, chance: random.Random) -> list[int]:
    """Everybody's tokens under buildings of theirs, the others on free fields, no more in a district than it gets."""
    token, room = [0] * len(s.built), list(b.places)
    left = list(b.tokens)
    for seat in range(b.players):
        for sort, n in enumerate(s.tokens[seat]):
            places = [f for f in fields_in(b.token_fields & int(s.own[seat])) if not token[f] and room[b.district[f]]]
            if len(places) < n:
                raise BadCity(Message("Somebody has more tokens than buildings on fields where tokens lie."))
            for field in places[:n]:
                token[field] = sort + 1
                room[b.district[field]] -= 1
                left[sort] -= 1
    bag = [sort + 1 for sort, n in enumerate(left) for _ in range(n)]
    chance.shuffle(bag)
    built = {field for field, building in enumerate(s.built) if building}
    free = [field for field in fields_in(b.token_fields & fields) if field not in built]
    chance.shuffle(free)
    for field in free:
        if bag and room[b.district[field]]:
            token[field] = bag.pop()
            room[b.district[field]] -= 1
    return token
