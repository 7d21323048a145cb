"""Monopoly U-Build (Hasbro, 2010): a track put together from tiles, districts that grow by blocks, bridges, hazards, and deals."""

from __future__ import annotations

from tripolis.engine.game import Game, Option
from tripolis.engine.words import Message

from .advice import advice, features, weights
from .book import guide
from .box import reader
from .face import events, labels, notation, scene, terminal
from .face.labels import OPTION_NAMES, TRACK_TITLES
from .helper import table
from .helper.score import rent_of, score_table
from .rules import legal, play, scoring, state

__all__ = ["GAME", "rent_of", "score_table"]

GAME = Game(
    "ubuild",
    1,
    (
        Option("players", (2, 3, 4, 5, 6), 4, Message("How many play."), OPTION_NAMES["players"]),
        Option(
            "track",
            (),
            "classic",
            Message("starter, classic, pro, or a track of your own as the track builder writes it."),
            OPTION_NAMES["track"],
            TRACK_TITLES,
        ),
        Option(
            "money",
            (),
            "standard",
            Message(
                "What each player starts with: standard (10M, 20M or 30M by the track, reconstructed) or an amount such as 15M."
            ),
            OPTION_NAMES["money"],
        ),
        Option(
            "round_limit",
            (),
            "200",
            Message("The game ends after so many full rounds, or off (ruling T16)."),
            OPTION_NAMES["round_limit"],
        ),
        Option(
            "one_project",
            (False, True),
            False,
            Message("Only one project in a turn: blocks, or one stadium, skyscraper or tower? (ruling R13)"),
            OPTION_NAMES["one_project"],
        ),
        Option(
            "planning_move",
            (1, 2),
            2,
            Message("How far Planning Permission moves a hazard free of charge (ruling R2)."),
            OPTION_NAMES["planning_move"],
        ),
        Option(
            "double_from_jail_rolls_again",
            (False, True),
            False,
            Message("Does a double that gets you out of jail give a further turn? (ruling R18)"),
            OPTION_NAMES["double_from_jail_rolls_again"],
        ),
        Option(
            "mortgage_ignores_hazard",
            (False, True),
            False,
            Message("Does the mortgage value count all blocks, even beside a hazard? (ruling R23)"),
            OPTION_NAMES["mortgage_ignores_hazard"],
        ),
        Option(
            "unlimited_blocks",
            (False, True),
            False,
            Message("Does the bank always have blocks? (ruling R31)"),
            OPTION_NAMES["unlimited_blocks"],
        ),
        Option(
            "max_offers",
            (),
            "3",
            Message("Offers that each player may send in a turn; 0: no deals (ruling T11)."),
            OPTION_NAMES["max_offers"],
        ),
        Option(
            "max_edits",
            (),
            "40",
            Message("Openings and changes of deals for each player in a turn (ruling T11)."),
            OPTION_NAMES["max_edits"],
        ),
    ),
    state,
    play,
    legal,
    scoring,
    reader,
    notation,
    events,
    guide,
    labels,
    advice,
    weights,
    features,
    terminal,
    scene,
    table,
)
