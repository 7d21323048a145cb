"""The board, tokens and points as an owner reads them off their own box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tripolis.engine.own_box import BoxCard, BoxValue, parse
from tripolis.engine.scene import Sprite
from tripolis.engine.words import Message

from ..face.labels import AREA_NAMES, KIND_NAMES, TOKEN_NAMES
from ..rules.state import KIND_WORDS, Area, Token

BOARD, LAYOUTS, PIECES = "board.json", "layouts.json", "pieces.json"
TOKENS = {"trendy": Token.TRENDY, "subway": Token.SUBWAY, "site": Token.SITE}
POINTS = {
    "subway_card": Message("Card: Subway"),
    "site_card": Message("Card: Archaeological site"),
    "highest": Message("Highest building of a district"),
    "neighbourhood": Message("Building of the neighbourhood goal"),
}


def cards(files: Mapping[str, str]) -> Iterator[BoxCard]:
    """Points and tokens, the first game's tokens, and what kind every neighbourhood is."""
    trees = parse(files)
    box, board = Message("Tokens and goals"), Message("The board")
    names = {**{word: TOKEN_NAMES[token] for word, token in TOKENS.items()}, **POINTS}
    values = tuple(BoxValue(f"{PIECES}/points/{word}", name, 20, -20) for word, name in names.items())
    yield BoxCard("points", Message("Points"), box, values, drawn("token-1"))
    for mode, title in (("family", Message("Area goals, Family")), ("expert", Message("Area goals, Expert"))):
        values = tuple(
            BoxValue(f"{PIECES}/points/{mode}/{word}", AREA_NAMES[Area[word.upper()]], 20)
            for word in trees[PIECES]["points"][mode]
        )
        yield BoxCard(f"goals-{mode}", title, box, values, drawn("goal-area-1", 70))
    values = tuple(BoxValue(f"{PIECES}/tokens/{word}", TOKEN_NAMES[token], 30) for word, token in TOKENS.items())
    yield BoxCard("tokens", Message("Numbers of tokens"), box, values, drawn("token-2"))
    values = tuple(BoxValue(f"{LAYOUTS}/first/{word}", TOKEN_NAMES[token]) for word, token in TOKENS.items())
    yield BoxCard("first", Message("Tokens of the first game"), board, values, drawn("token-3"))
    kinds = tuple(zip(KIND_WORDS, KIND_NAMES, strict=True))
    values = tuple(
        BoxValue(f"{BOARD}/fields/{field['id']}/kind", field["id"], choices=kinds) for field in trees[BOARD]["fields"]
    )
    statuses = tuple(f"{BOARD}/kinds/{word}/status" for word in KIND_WORDS)
    yield BoxCard("kinds", Message("Kinds of neighbourhoods"), board, values, drawn("goal-kind-1", 70), statuses)


def drawn(symbol: str, width: float = 100) -> Sprite:
    """A picture of something in the box."""
    return Sprite(symbol, symbol, "", 0, 0, width, 100)
