"""What is chosen before a match of U-Build."""

from __future__ import annotations

from tripolis.engine.options import Option, switch
from tripolis.engine.words import Message

from .face.labels import TRACK_TITLES

OPTIONS = (
    Option("players", (2, 3, 4, 5, 6), 4, Message("The number of players."), Message("Players")),
    Option(
        "track",
        (),
        "classic",
        Message("One of the three standard tracks, or the text of your own from the track builder."),
        Message("Track"),
        TRACK_TITLES,
    ),
    Option(
        "money",
        (),
        "standard",
        Message(
            "What each player starts with: standard (10M, 20M or 30M depending on the track, reconstructed) or an "
            "amount such as 15M."
        ),
        Message("Starting money"),
    ),
    Option(
        "round_limit",
        (),
        200,
        Message("The game ends after this many full rounds; off: no limit (ruling T16)."),
        Message("Round limit"),
        number=True,
        off="off",
    ),
    switch(
        "one_project",
        False,
        Message("Only one project per turn: blocks, or one stadium, skyscraper or tower? (ruling R13)"),
        Message("One project per turn"),
    ),
    Option(
        "planning_move",
        (1, 2),
        2,
        Message("How far you may move a hazard for free on Planning Permission (ruling R2)."),
        Message("Free hazard steps on Planning Permission"),
    ),
    switch(
        "double_from_jail_rolls_again",
        False,
        Message("Does a double that gets you out of jail give you another turn? (ruling R18)"),
        Message("Double out of jail: another turn"),
    ),
    switch(
        "mortgage_ignores_hazard",
        False,
        Message("Does the mortgage value count all blocks, even next to a hazard? (ruling R23)"),
        Message("Mortgage value ignores hazards"),
    ),
    switch(
        "unlimited_blocks",
        False,
        Message("Does the bank always have blocks? (ruling R31)"),
        Message("Blocks never run out"),
    ),
    Option(
        "max_offers",
        (),
        3,
        Message("Offers that each player may send in a turn; 0: no deals (ruling T11)."),
        Message("Offers per turn"),
        number=True,
    ),
    Option(
        "max_edits",
        (),
        40,
        Message("How often each player may open or change deals in a turn (ruling T11)."),
        Message("Changes to offers per turn"),
        number=True,
    ),
)
OPTION_NAMES = {option.name: option.title for option in OPTIONS}
