"""What is chosen before a match of Quadropolis."""

from __future__ import annotations

from tripolis.engine.options import Option, switch
from tripolis.engine.words import Message

from .face.labels import FIRST_NAMES, MODE_NAMES

OPTIONS = (
    Option("players", (2, 3, 4), 4, Message("Number of players."), Message("Players")),
    Option(
        "mode",
        ("classic", "expert"),
        "classic",
        Message("Classic: 4 rounds, 16 cells. Expert: 5 rounds, 20 cells, offices and monuments, shared architects."),
        Message("Mode"),
        MODE_NAMES,
    ),
    Option(
        "first",
        ("drawn", 0, 1, 2, 3),
        "drawn",
        Message("Who starts with the mayor."),
        Message("First player"),
        FIRST_NAMES,
    ),
    switch(
        "take_face_down",
        False,
        Message("With 2 or 3 players: may you take face-down tiles? (ruling 2)"),
        Message("Take face-down tiles"),
    ),
    switch(
        "count_absolute",
        False,
        Message(
            "Does an architect's number name a fixed row or column of the site instead of counting from its own edge? "
            "(ruling 3a)"
        ),
        Message("Fixed rows and columns"),
    ),
    switch(
        "playgrounds_absorb",
        True,
        Message("Does a playground take 1 leftover energy, as a park does? (ruling 25)"),
        Message("Playgrounds take energy"),
    ),
    switch(
        "office_cap",
        True,
        Message("Does a group of more than five offices count as five? (ruling 29)"),
        Message("Office groups count up to five"),
    ),
)
OPTION_NAMES = {option.name: option.title for option in OPTIONS}
