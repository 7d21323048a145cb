"""What is chosen before a match of Metropolys."""

from __future__ import annotations

from tripolis.engine.options import Option
from tripolis.engine.words import Message

from .face.labels import FIRST_NAMES, LAYOUT_NAMES, MODE_NAMES, UNUSED_LABELS, unused_names

OPTIONS = (
    Option("players", (2, 3, 4), 4, Message("The number of players."), Message("Players")),
    Option(
        "mode",
        ("family", "expert"),
        "family",
        Message("Family: one secret goal each. Expert: two secret goals, groups of buildings, highest buildings."),
        Message("Mode"),
        MODE_NAMES,
    ),
    Option(
        "first",
        ("drawn", 0, 1, 2, 3),
        "drawn",
        Message("The seat that opens the first call for tender."),
        Message("First player"),
        FIRST_NAMES,
    ),
    Option(
        "layout",
        ("random", "first", "given"),
        "random",
        Message("Where the tokens go: drawn by lot, set for a first game, or given by the option tokens."),
        Message("Layout of the tokens"),
        LAYOUT_NAMES,
    ),
    Option(
        "unused",
        ("drawn", *unused_names(3), *unused_names(2)),
        "drawn",
        Message("With 2 or 3 players: the outer districts that stay unused. A fixed layout already sets them."),
        Message("Unused districts"),
        UNUSED_LABELS,
    ),
    Option(
        "tokens",
        (),
        "",
        Message("With layout=given: the tokens, written T:n7,e7 S:n2,n9 A:n4 (trendy, subway, archaeological site)."),
        Message("Tokens of a given layout"),
    ),
)
