"""The complete rules of both modes, in our own words, with pictures of moments that can be played."""

from __future__ import annotations

from typing import Any

from tripolis.engine.guide import Section
from tripolis.engine.words import Message

from ..rules import points
from ..rules.state import ROWS, SITE, SIZE, SLOTS, SPACES, TURNS, Kind
from .aid import LARGEST_GROUP, office_row
from .pictures import BETWEEN, BUILD, CLOSED, GROUP, GROW, HOMES, INACTIVE, INDUSTRY, NUMBERS, TABLE, TAKE

CLASSIC, EXPERT = SIZE["classic"], SIZE["expert"]
FACE_UP = {2: 16, 3: 20, 4: SPACES}
"""How many tiles of a round lie face up with so many players."""
REACH = 8
"""The cells on which an architect builds in Expert."""


def listed(table: Any, most: int) -> str:
    """The points for 1, 2, 3 ... up to the most."""
    return ", ".join(str(int(table[n])) for n in range(1, most + 1))


GUIDE = (
    Section(
        Message("What it is about"),
        (
            Message(
                "You are the mayor of a city that is still to be built. Round after round you take buildings from a "
                "construction site that all players share, and put them into your city of {cells} cells.",
                cells=ROWS * CLASSIC,
            ),
            Message(
                "Each kind of building counts in its own way: some like company, some want to grow tall, some want to "
                "be everywhere. After {rounds} rounds the city with the most points wins.",
                rounds=CLASSIC,
            ),
            Message(
                "There are two modes. Classic is the one for your first games, and the rules begin with it; what is "
                "different in Expert comes at the end."
            ),
        ),
    ),
    Section(
        Message("What lies on the table"),
        (
            Message(
                "The construction site has {side} by {side} spaces for tiles. Around it are {slots} slots for "
                "architects, {side} on each side.",
                side=SITE,
                slots=SLOTS,
            ),
            Message(
                "Your city has {n} rows and {n} columns and is divided into {n} districts of 2 by 2 cells. An empty "
                "cell shows the numbers of its row and its column: those are the architects that build there.",
                n=CLASSIC,
            ),
            Message("You have four architects, with the numbers 1 to {n}.", n=CLASSIC),
            Message(
                "Two pieces belong to everybody: the urbanist, who stands in the way on the site, and the mayor, who "
                "says who begins a round."
            ),
            Message(
                "A tile shows at its top left what it brings: residents, energy, or points at the end. At its bottom "
                "right it shows what it needs, and at its bottom left the mayor or, on a park, that it takes an "
                "energy."
            ),
        ),
        TABLE,
    ),
    Section(
        Message("A round"),
        (
            Message(
                "Each round has {tiles} tiles of its own, shuffled onto the site. With four players all of them lie "
                "face up, with three {three}, with two {two}. The others are not in play: they stay face down, and "
                "their spaces count as empty.",
                tiles=SPACES,
                three=FACE_UP[3],
                two=FACE_UP[2],
            ),
            Message(
                "The holder of the mayor begins. Then turns go clockwise until everyone has had {turns}; you lay each "
                "of your architects once.",
                turns=TURNS,
            ),
            Message(
                "In your turn you lay an architect and take a tile, move the urbanist, build the tile, and take what "
                "it brings."
            ),
            Message(
                "At the end of a round the architects go back to their players, the tiles left on the site go to the "
                "box, and the urbanist stands beside the site again."
            ),
        ),
    ),
    Section(
        Message("Lay an architect, take a tile"),
        (
            Message(
                "Lay one of your architects at a free slot. It looks straight into the site, and its number says how "
                "deep: architect 1 takes the tile at its own edge, architect 3 the third tile from there."
            ),
            Message(
                "If a tile lies there face up, you take it. If the space is empty, you get nothing this turn. You may "
                "choose that on purpose, but you cannot pass: an architect must be laid."
            ),
            Message(
                "A slot holds one architect only. The slot at the other end of the same row or column stays open to "
                "others."
            ),
        ),
        TAKE,
    ),
    Section(
        Message("The urbanist"),
        (
            Message("The urbanist now moves to the space you have chosen, whether a tile lay there or not."),
            Message(
                "The next player must not lay an architect at its row or its column, at neither end and with no "
                "number. So what you take also decides what the others cannot reach."
            ),
            Message(
                "At the start of a round the urbanist stands beside the site and closes nothing. Some slot is always "
                "open: nobody ever has to pass."
            ),
        ),
        CLOSED,
    ),
    Section(
        Message("Build"),
        (
            Message(
                "Build the tile on an empty cell in the row or in the column of your architect's number: with "
                "architect 3 in row 3 or column 3. What is built stays where it is."
            ),
            Message(
                "Or discard the tile; then it brings nothing. A tile that fits nowhere in your city is discarded by "
                "itself."
            ),
            Message(
                "Then take the residents and the energy that the tile shows. Printed points are counted at the end."
            ),
        ),
        BUILD,
    ),
    Section(
        Message("Towers and the mayor"),
        (
            Message(
                "A tower can be built onto a tower, up to {levels} levels. The stack is one building; each of its "
                "tiles brings its residents.",
                levels=CLASSIC,
            ),
            Message(
                "A tower grows where your architect could build on an empty cell, in its row or column. Or it grows "
                "anywhere, if the new level has the architect's number: architect 2 adds second levels, architect 3 "
                "third levels. The first level always needs the row or the column."
            ),
            Message(
                "In each round but the last there is one tower with the mayor. Whoever builds it takes the mayor at "
                "once and begins the next round. If nobody builds it, the mayor stays where it is."
            ),
        ),
        GROW,
    ),
    Section(
        Message("Activate your buildings"),
        (
            Message(
                "At the end only active buildings count. A tower and a shop need 1 energy; a public service, a "
                "factory and a harbour need 1 resident; a park needs nothing. A tall tower needs no more than a low "
                "one."
            ),
            Message(
                "An active shop takes up to {customers} more residents as customers. A park takes 1 energy that is "
                "left, and so does a playground. Each resident and each energy that is still unused costs 1 point.",
                customers=CLASSIC,
            ),
            Message(
                "Residents and energy may be moved at any time, so only the last placement matters. Tripolis makes it "
                "for you, always the best one, and marks the buildings that lack something."
            ),
            Message(
                "Buildings that are not active are removed before the points are counted. They bring nothing, they "
                "are neighbours of nothing, and their cells are empty."
            ),
        ),
        INACTIVE,
    ),
    Section(
        Message("Points: towers, shops, public services"),
        (
            Message(
                "Each tower counts by its levels: {points} points for 1 to {most} levels.",
                points=listed(points.TOWER_POINTS, CLASSIC),
                most=CLASSIC,
            ),
            Message(
                "Each shop counts by its customers: {points} points for 1 to {most} customers. Without customers it "
                "counts nothing, but it is still a neighbour.",
                points=listed(points.SHOP_POINTS, CLASSIC),
                most=CLASSIC,
            ),
            Message(
                "Public services count together, by the districts that have at least one: {points} points for 1 to "
                "{most} districts.",
                points=listed(points.PUBLIC_POINTS, CLASSIC),
                most=CLASSIC,
            ),
            Message("Points printed on public services and harbours are added, if the building is active."),
        ),
        HOMES,
    ),
    Section(
        Message("Points: parks, factories, harbours"),
        (
            Message("Beside a cell are the cells that share an edge with it. Diagonal neighbours never count."),
            Message(
                "Each park counts by the towers beside it, however tall they are: {points} points for 1 to {most} "
                "towers. A playground is a park that brings a resident.",
                points=listed(points.PARK_POINTS, len(points.PARK_POINTS) - 1),
                most=len(points.PARK_POINTS) - 1,
            ),
            Message(
                "Each factory counts {shop} points for every shop and {harbour} for every harbour beside it.",
                shop=points.FACTORY_POINTS[Kind.SHOP],
                harbour=points.FACTORY_POINTS[Kind.HARBOUR],
            ),
            Message(
                "Harbours count in unbroken lines: {points} points for 1 to {most} harbours, once for your longest "
                "row and once for your longest column. The same harbour may count in both.",
                points=listed(points.HARBOUR_POINTS, CLASSIC),
                most=CLASSIC,
            ),
        ),
        INDUSTRY,
    ),
    Section(
        Message("The end of the game"),
        (
            Message(
                "After round {rounds} the game is over. The points of all active buildings are added up; unused "
                "residents and energy are taken off. The most points win.",
                rounds=CLASSIC,
            ),
            Message(
                "In a tie the player with more residents on buildings is ahead, customers included; then the one with "
                "fewer empty cells. If that is equal too, they share the place."
            ),
            Message("You need no pad: beside each city you see what it would count if the game ended now."),
        ),
    ),
    Section(
        Message("Expert: city and architects"),
        (
            Message(
                "Expert has {rounds} rounds and a city of {cells} cells in {districts} districts. Offices and "
                "monuments join the other buildings.",
                rounds=EXPERT,
                cells=ROWS * EXPERT,
                districts=EXPERT,
            ),
            Message(
                "The architects, 1 to {n}, belong to nobody. There is one of each number for every player, and in "
                "your turn you lay any that is left, also a number that you have already used. You still have {turns} "
                "turns a round.",
                n=EXPERT,
                turns=TURNS,
            ),
            Message(
                "Each cell has a number, and so has each district. An architect builds on any empty cell that has its "
                "number, and on any empty cell of the district that has its number: {reach} cells in all.",
                reach=REACH,
            ),
            Message(
                "Towers grow up to {n} levels, by the same rule as in Classic: on a cell where the architect builds, "
                "or anywhere as the level of its number. A shop takes up to {n} customers.",
                n=EXPERT,
            ),
        ),
        NUMBERS,
    ),
    Section(
        Message("Expert: offices"),
        (
            Message(
                "An office needs 1 resident and 1 energy. Offices grow like towers, up to {levels} levels, but the "
                "two are never mixed in one stack.",
                levels=EXPERT,
            ),
            Message(
                "Offices that are joined edge to edge form a group. Each office counts by its levels and by the size "
                "of its group. For 1 to {levels} levels:",
                levels=EXPERT,
            ),
            Message("An office by itself: {points} points.", points=listed(office_row(1, EXPERT), EXPERT)),
            *(
                Message(
                    "Each office in a group of {size}: {points} points.",
                    size=size,
                    points=listed(office_row(size, EXPERT), EXPERT),
                )
                for size in range(2, LARGEST_GROUP + 1)
            ),
            Message("A larger group counts as a group of {size}.", size=LARGEST_GROUP),
            Message(
                "For parks offices are the same as towers. A factory counts {points} points for every office beside "
                "it.",
                points=points.FACTORY_POINTS[Kind.OFFICE],
            ),
        ),
        GROUP,
    ),
    Section(
        Message("Expert: monuments and longer tables"),
        (
            Message(
                "A monument needs nothing. It counts for each building beside it: {park} points for a park, {shop} "
                "for a shop, {public} for a public service, nothing for a tower, an office or another monument, and "
                "{industry} for a factory or a harbour.",
                park=points.MONUMENT_POINTS[Kind.PARK],
                shop=points.MONUMENT_POINTS[Kind.SHOP],
                public=points.MONUMENT_POINTS[Kind.PUBLIC],
                industry=str(points.MONUMENT_POINTS[Kind.FACTORY]).replace("-", "−"),
            ),
            Message(
                "There are as many monuments as players: one in round 2 and one in round 3, with three or four "
                "players another one in round 4, with four players also one in round 5."
            ),
            Message(
                "The tables of Classic go on: {tower} points for a tower with {n} levels, {shop} for a shop with {n} "
                "customers, {public} for public services in {n} districts, {harbour} for a line of {n} harbours.",
                n=EXPERT,
                tower=int(points.TOWER_POINTS[EXPERT]),
                shop=int(points.SHOP_POINTS[EXPERT]),
                public=int(points.PUBLIC_POINTS[EXPERT]),
                harbour=int(points.HARBOUR_POINTS[EXPERT]),
            ),
        ),
        BETWEEN,
    ),
)
