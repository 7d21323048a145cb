"""Metropolys (Sébastien Pauchon, 2008): auctions that wander over the city, field by field, and secret goals."""

from __future__ import annotations

from tripolis.engine.game import Game, Option
from tripolis.engine.words import Message

from .advice import advice
from .book import guide
from .box import reader
from .face import events, goals, labels, notation, scene, terminal
from .face.labels import FIRST_NAMES, LAYOUT_NAMES, MODE_NAMES, OPTION_NAMES, UNUSED_LABELS, unused_names
from .helper import editor, score
from .helper.score import BoardAccount, score_board
from .rules import play, scoring, state

__all__ = ["GAME", "BoardAccount", "score_board"]

GAME = Game(
    "metropolys",
    1,
    (
        Option("players", (2, 3, 4), 4, Message("How many play."), OPTION_NAMES["players"]),
        Option(
            "mode",
            ("family", "expert"),
            "family",
            Message("Family: one secret goal each. Expert: two secret goals, groups of buildings, highest buildings."),
            OPTION_NAMES["mode"],
            MODE_NAMES,
        ),
        Option(
            "first",
            ("drawn", 0, 1, 2, 3),
            "drawn",
            Message("The seat that opens the first call for tender."),
            OPTION_NAMES["first"],
            FIRST_NAMES,
        ),
        Option(
            "layout",
            ("random", "first", "given"),
            "random",
            Message("Where the tokens lie: drawn by lot, as in the first game, or as the option tokens says."),
            OPTION_NAMES["layout"],
            LAYOUT_NAMES,
        ),
        Option(
            "unused",
            ("drawn", *unused_names(3), *unused_names(2)),
            "drawn",
            Message("With 2 or 3 players: the outer districts that stay unused. A fixed layout decides it by itself."),
            OPTION_NAMES["unused"],
            UNUSED_LABELS,
        ),
        Option(
            "tokens",
            (),
            "",
            Message("With layout=given: the tokens, as T:n7,e7 S:n2,n9 A:n4 (trendy, subway, archaeological site)."),
            OPTION_NAMES["tokens"],
        ),
    ),
    state,
    play,
    scoring,
    reader,
    notation,
    events,
    labels,
    guide,
    advice,
    scene,
    terminal,
    score,
    editor,
    goals,
)
