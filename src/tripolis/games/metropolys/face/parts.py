"""What of an account lies where: tokens, goals and the highest buildings, by field and district."""

from __future__ import annotations

from collections.abc import Iterator

from tripolis.engine.position import Position
from tripolis.engine.rooms import AccountPart

from ..box.reader import fields_in
from ..rules.state import DISTRICTS, FIELD_NAMES, Token
from .goals import groups, highest_holders, known_goal
from .labels import DISTRICT_LABELS

TOKENS = {Token.TRENDY: "trendy", Token.SUBWAY: "subway", Token.SITE: "site"}


def account_parts(position: Position, seat: int) -> Iterator[AccountPart]:
    """Everything that brings a seat points, with its field."""
    s, b, account = position.plain, position.game.plain_box, position.score(seat)
    own = fields_in(int(s.own[seat]))
    worth = {"trendy": b.trendy_points, "subway": b.subway_points, "site": b.site_points}
    for field in own:
        if category := TOKENS.get(Token(int(s.token[field]))):
            yield AccountPart(category, int(worth[category]), FIELD_NAMES[field])
    for group in groups(position, s, seat) or ():
        yield AccountPart("area", group.points, ", ".join(group.fields))
    kind = known_goal(s, seat)[1]
    for field in own:
        if kind and b.kind[field] == kind:
            yield AccountPart("neighbourhood", int(b.neighbourhood_points), FIELD_NAMES[field])
    if b.expert:
        holders = highest_holders(s, b)
        for d in range(DISTRICTS):
            if seat in holders[d]:
                yield AccountPart("highest", int(b.highest_points), DISTRICT_LABELS[d])
    for card in ("subway_card", "site_card"):
        if account.points[card]:
            yield AccountPart(card, account.points[card] or 0, "")
