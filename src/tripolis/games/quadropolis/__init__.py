"""Quadropolis (François Gandon, 2016): four architects, a construction site, and a city of 16 or 20 cells."""

from __future__ import annotations

from tripolis.engine.game import Game, Option
from tripolis.engine.words import Message

from .advice import advice
from .book import guide
from .box import reader
from .face import events, labels, notation, scene, terminal
from .face.labels import FIRST_NAMES, MODE_NAMES, OPTION_NAMES
from .helper import editor, score
from .helper.score import CityAccount, score_city
from .rules import play, scoring, state

__all__ = ["GAME", "CityAccount", "score_city"]

GAME = Game(
    "quadropolis",
    1,
    (
        Option(
            "players",
            (2, 3, 4),
            4,
            Message("How many play."),
            OPTION_NAMES["players"],
        ),
        Option(
            "mode",
            ("classic", "expert"),
            "classic",
            Message(
                "Classic: 4 rounds, 16 cells. Expert: 5 rounds, 20 cells, offices and monuments, architects in common."
            ),
            OPTION_NAMES["mode"],
            MODE_NAMES,
        ),
        Option(
            "first",
            ("drawn", 0, 1, 2, 3),
            "drawn",
            Message("The seat that starts with the mayor."),
            OPTION_NAMES["first"],
            FIRST_NAMES,
        ),
        Option(
            "take_face_down",
            (False, True),
            False,
            Message("With 2 or 3 players: may a face-down tile be taken? (ruling 2)"),
            OPTION_NAMES["take_face_down"],
        ),
        Option(
            "count_absolute",
            (False, True),
            False,
            Message(
                "Does an architect's number name a row or column of the site, instead of counting from its own edge? (ruling 3a)"
            ),
            OPTION_NAMES["count_absolute"],
        ),
        Option(
            "playgrounds_absorb",
            (True, False),
            True,
            Message("Does a playground take an energy that is left, as a park does? (ruling 25)"),
            OPTION_NAMES["playgrounds_absorb"],
        ),
        Option(
            "office_cap",
            (True, False),
            True,
            Message("Does a group of more than five offices count as five? (ruling 29)"),
            OPTION_NAMES["office_cap"],
        ),
    ),
    state,
    play,
    scoring,
    reader,
    notation,
    events,
    labels,
    advice,
    scene,
    terminal,
    guide,
    score,
    editor,
)
