"""The complete rules of both modes, in our own words, with pictures of moments that can be played."""

from __future__ import annotations

from tripolis.engine.guide import Section
from tripolis.engine.words import Message

from ..rules.state import DISTRICTS, FIELDS, KINDS, NUMBERS
from .pictures import BUILDINGS, CARDS, ENCLOSED, FAMILY, HIGHEST, NEIGHBOURS, OUTBID, STATUES, TABLE

POINTS = {
    "trendy": 3,
    "subway": 1,
    "site": -1,
    "subway_card": 3,
    "site_card": -2,
    "highest": 5,
    "neighbourhood": 2,
    "family": 3,
    "bridges": 4,
    "statues": 7,
    "lakes": 5,
    "districts": 4,
    "chains": 4,
}
"""What everything brings; for areas what a group brings in Expert."""

GUIDE = (
    Section(
        Message("What it is about"),
        (
            Message(
                "You plan a city in which you build on the best fields: those that your secret goal asks for, and "
                "those where something valuable lies. But others want to build too, so every field is sold by auction."
            ),
            Message(
                "Such an auction, a call for tender, does not stay where it begins: each higher bid lies on a field "
                "beside the last one. So it wanders through the city, and where it ends, a building is built."
            ),
            Message(
                "As soon as somebody has built all {n} buildings, the game is over. The most prestige points win.",
                n=NUMBERS,
            ),
            Message(
                "There are two modes. Family is the one for your first games, and the rules begin with it; what is "
                "different in Expert comes at the end."
            ),
        ),
    ),
    Section(
        Message("The city"),
        (
            Message(
                "The city has {fields} fields in {districts} districts: north, east, south, west and the centre. The "
                "river flows between the districts.",
                fields=FIELDS,
                districts=DISTRICTS,
            ),
            Message(
                "There are {kinds} kinds of fields: industry, parks, housing, malls and administration. They matter "
                "in Expert only.",
                kinds=KINDS,
            ),
            Message(
                "Bridges cross the river. Statues stand where three fields meet. Lakes lie between the fields. Secret "
                "goals ask for all of them."
            ),
            Message(
                "On about half of the fields lies a token: a trendy neighbourhood, a subway station or an "
                "archaeological site. There is never one in a blind alley, a field with one neighbour and water "
                "around."
            ),
        ),
        TABLE,
    ),
    Section(
        Message("Neighbours"),
        (
            Message(
                "Fields are neighbours if they share a border or a bridge. Nobody crosses the river or a lake "
                "elsewhere."
            ),
            Message("Fields that meet in a corner only are no neighbours."),
        ),
        NEIGHBOURS,
    ),
    Section(
        Message("Buildings and goals"),
        (
            Message(
                "Everyone has {n} buildings, numbered 1 to {n}. With them you bid, and with them you build; the "
                "number is the height of your bid.",
                n=NUMBERS,
            ),
            Message("1 to 5 are small buildings, 6 to 9 medium, 10 to 13 large. The height matters in Expert only."),
            Message(
                "Everyone has a secret goal. It is shown at the end; until then the others can only guess it from "
                "where you build. Everything else lies open."
            ),
        ),
        BUILDINGS,
    ),
    Section(
        Message("A call for tender"),
        (
            Message("The starter must open: any own building on any free field."),
            Message(
                "Clockwise, everyone outbids or passes. A higher bid is a building with a higher number on a free "
                "field beside the last one."
            ),
            Message(
                "Free is a field on which nothing stands, neither a building nor a bid of this call. You may have "
                "several bids lying at the same time, but none of them can be used again in this call."
            ),
            Message("Who has passed is out of this call; bids that lie stay where they are until its end."),
            Message("Who has no higher building must pass."),
        ),
        OUTBID,
    ),
    Section(
        Message("The end of a call"),
        (
            Message(
                "It ends when all but one have passed, when no free field is left beside the last bid, or when nobody "
                "can outbid it."
            ),
            Message(
                "That can happen with the opening bid already: on a field without free neighbours a 1 is enough, and "
                "nobody outbids a 13."
            ),
            Message(
                "The last bidder builds there for good, and takes the token on the field. All other bids go back to "
                "their players."
            ),
            Message("The winner opens the next call."),
        ),
        ENCLOSED,
    ),
    Section(
        Message("Tokens and cards"),
        (
            Message(
                "A trendy neighbourhood brings {trendy} points, a subway station {subway}. An archaeological site "
                "costs {site}.",
                trendy=POINTS["trendy"],
                subway=POINTS["subway"],
                site=-POINTS["site"],
            ),
            Message(
                "The first to take a subway station gets the card Subway. It moves on only to somebody who has more "
                "stations; in a tie it stays. At the end it brings {points} points.",
                points=POINTS["subway_card"],
            ),
            Message(
                "Whoever takes an archaeological site also takes the card of that name, from the player who had it. "
                "At the end it costs {points} points.",
                points=-POINTS["site_card"],
            ),
        ),
        CARDS,
    ),
    Section(
        Message("Family: the goal"),
        (
            Message(
                "Your goal card shows bridges, statues, lakes or the edge of the city. Each of your buildings beside "
                "one of them, or at the edge, brings {points} points.",
                points=POINTS["family"],
            ),
            Message(
                "A building counts once, however many bridges are beside it. With two players there is no city edge."
            ),
            Message(
                "On the map a flag marks the fields where your goal counts, and a tick those where it counts already."
            ),
        ),
        FAMILY,
    ),
    Section(
        Message("The end of the game"),
        (
            Message(
                "The game ends at once when somebody has built the last building; its token still counts. Then all "
                "goals are shown."
            ),
            Message("Most points win; in a tie who has built more; if they are still tied, the victory is shared."),
            Message(
                "You need no pad: the account shows what everyone has now. Others' goals are a question mark until "
                "the end."
            ),
        ),
    ),
    Section(
        Message("Fewer players"),
        (
            Message("With three players one outer district stays unused, with two players two neighbouring ones."),
            Message(
                "There are fewer tokens then: {three} with three players, {two} with two, {four} with four. {centre} "
                "of them lie in the centre, {outer} in each other district.",
                three=22,
                two=17,
                four=27,
                centre=7,
                outer=5,
            ),
        ),
    ),
    Section(
        Message("Expert: two goals"),
        (
            Message(
                "The neighbourhood goal names a kind of field. Each of your buildings on such a field brings {points} "
                "points.",
                points=POINTS["neighbourhood"],
            ),
            Message("The area goal now counts groups of your buildings:"),
            Message("Bridges: {points} points for two buildings on both sides of a bridge.", points=POINTS["bridges"]),
            Message("Statues: {points} points for three buildings around a statue.", points=POINTS["statues"]),
            Message(
                "Lakes: {points} points for a lake with three buildings around it; more do not help.",
                points=POINTS["lakes"],
            ),
            Message(
                "Districts: {points} points for a district with three buildings; more do not help.",
                points=POINTS["districts"],
            ),
            Message(
                "Chains: {points} points for three buildings of which one is a neighbour of both others. Bridges join "
                "too.",
                points=POINTS["chains"],
            ),
            Message(
                "A building counts in one group only, but for the neighbourhood goal as well. Tripolis always finds "
                "the best groups."
            ),
        ),
        STATUES,
    ),
    Section(
        Message("Expert: the highest building"),
        (
            Message(
                "In each district the highest building brings {points} points. Heights count, not numbers: a 10 is as "
                "tall as a 13.",
                points=POINTS["highest"],
            ),
            Message(
                "In a tie compare the next buildings there, from the tallest down; to have one more is better than to "
                "have none. Whoever is still tied gets the points too."
            ),
            Message("Letters beside the names show who holds which district now."),
        ),
        HIGHEST,
    ),
)
