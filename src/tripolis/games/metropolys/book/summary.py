"""The rules of Metropolys in short, and tips for the first games."""

from __future__ import annotations

from tripolis.engine.words import Message

TIPS = (
    Message("Do not build all your high numbers early: later you could no longer outbid anybody."),
    Message("A field without free neighbours cannot be outbid: open there with your lowest building and win at once."),
    Message("Look at who could still outbid you: whoever has only lower buildings left is out of every higher bid."),
    Message("A bid is not lost if you are outbid: the building comes back. Raise the price where others want to go."),
    Message(
        "Every auction moves on from field to field. Open two or three steps before the field that you really want."
    ),
    Message("Watch where the others build: soon you will guess their secret goals, and can get in their way."),
    Message("Take subway stations early: the card stays with you in a tie."),
    Message("Sometimes an archaeological site is worth taking: the field may be good, and the card wanders on."),
    Message("In Expert a small building can decide a district: it counts if the taller ones are equal."),
)

SUMMARY = (
    (
        Message("The aim"),
        (
            Message(
                "Everyone has 13 buildings, numbered 1 to 13. Build on the right fields of the city and collect "
                "prestige points."
            ),
            Message("The game ends at once when somebody has built all 13."),
        ),
    ),
    (
        Message("A call for tender"),
        (
            Message("The starter must open: any own building on any free field."),
            Message(
                "Clockwise, everyone outbids or passes. A higher bid is a building with a higher number on a free "
                "field beside the last one."
            ),
            Message(
                "Fields are neighbours if they share a border or a bridge. Nobody crosses the river or a lake "
                "elsewhere."
            ),
            Message("Who has passed is out of this call; bids that lie stay where they are until its end."),
            Message("Who has no higher building must pass."),
        ),
    ),
    (
        Message("The end of a call"),
        (
            Message(
                "It ends when all but one have passed, when no free field is left beside the last bid, or when nobody "
                "can outbid it."
            ),
            Message(
                "The last bidder builds there for good, and takes the token on the field. All other bids go back to "
                "their players."
            ),
            Message("The winner opens the next call."),
        ),
    ),
    (
        Message("Tokens and cards"),
        (
            Message("Trendy neighbourhood: 3 points. Subway station: 1 point. Archaeological site: minus 1 point."),
            Message(
                "The first to take a subway station gets the card Subway, 3 points; it moves on only to somebody who "
                "has more stations."
            ),
            Message(
                "Whoever takes an archaeological site gets the card of that name: minus 2 points for its last holder."
            ),
        ),
    ),
    (
        Message("Family"),
        (
            Message(
                "Everyone has one secret goal: 3 points for each own building beside a bridge, a statue or a lake, or "
                "at the edge of the city."
            ),
            Message(
                "A building counts once, however many bridges are beside it. With two players there is no city edge."
            ),
        ),
    ),
    (
        Message("Expert"),
        (
            Message(
                "Everyone has two secret goals. The neighbourhood goal brings 2 points for each own building on "
                "fields of its kind."
            ),
            Message(
                "The area goal counts groups: two over a bridge 4, three around a statue 7, at least three around a "
                "lake 5, a district with at least three 4, a chain of three neighbours 4."
            ),
            Message("A building counts for one group only. The account always finds the best groups."),
            Message(
                "The highest building in each district brings 5 points. Heights count, not numbers: 1 to 5 are small, "
                "6 to 9 medium, 10 to 13 large."
            ),
            Message("In a tie the next highest decides, and so on; who is still equal gets the 5 points too."),
        ),
    ),
    (
        Message("Fewer players"),
        (
            Message("With three players one outer district stays unused, with two players two neighbouring ones."),
            Message("Most points win; in a tie who has built more; if they are still tied, the victory is shared."),
        ),
    ),
)
"""Headings with their paragraphs."""
