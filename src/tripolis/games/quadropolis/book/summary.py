"""The rules of Quadropolis in short, and tips for the first games."""

from __future__ import annotations

from tripolis.engine.words import Message

TIPS = (
    Message(
        "Before you take a tile, ask what will activate it: a building without its resident or energy brings nothing."
    ),
    Message(
        "Points rise ever more steeply: one tall tower beats two low ones, one full shop beats two half-full ones."
    ),
    Message(
        "In Classic you lay each architect once a round. Keep cells free in all rows and columns, or the last one "
        "builds nowhere."
    ),
    Message("Where you take a tile, the urbanist follows: it closes that row and that column to the player after you."),
    Message("Towers bring residents and need energy, factories bring energy and need residents: build some of both."),
    Message("Too many residents? A shop takes up to four of them as customers. Too much energy? Each park takes one."),
    Message("A park wants towers all around it, a factory wants shops and harbours: leave the cells beside them open."),
    Message("Let a row and a column of harbours cross: the harbour where they meet counts in both."),
    Message("Public services pay by the number of districts that have one: put the next one where there is none yet."),
    Message("In Expert, surround a monument with parks for 20 points, and keep factories and harbours away from it."),
)

SUMMARY = (
    (
        Message("The aim"),
        (
            Message("Everyone builds a city of 16 cells. After 4 rounds the most points win."),
            Message(
                "The holder of the mayor begins the round; taking turns, everyone lays one architect at a time, four "
                "in a round."
            ),
        ),
    ),
    (
        Message("Your turn"),
        (
            Message("1. Lay one of your architects, 1 to 4, at a free slot beside the construction site."),
            Message(
                "2. Count as many spaces from its own edge as its number says: take the tile that lies there face up."
            ),
            Message(
                "3. The urbanist moves to that space, even if you found nothing. Its row and column are closed to the "
                "next architect."
            ),
            Message(
                "4. Build the tile on an empty cell in the row or column of your architect's number, or discard it."
            ),
            Message("5. Take the residents and the energy printed on the tile you have built."),
            Message("With 2 or 3 players some tiles stay face down; their spaces count as empty."),
        ),
    ),
    (
        Message("Towers grow"),
        (
            Message(
                "You may build a tower onto a tower: in the row or column of the architect's number, or anywhere if "
                "the new level has that number."
            ),
            Message("A tower has at most four levels."),
            Message("Whoever builds the mayor's tower takes the mayor and begins the next round."),
        ),
    ),
    (
        Message("Residents and energy"),
        (
            Message("At the end only active buildings count, also as neighbours; the others are removed."),
            Message(
                "A tower of any height and a shop need 1 energy; a public service, a factory and a harbour 1 "
                "resident; a park nothing."
            ),
            Message(
                "An active shop takes up to 4 residents as customers, a park 1 energy that is left over. Every "
                "resident and every energy that still remains costs 1 point."
            ),
            Message("You need not place anything yourself: the account always finds the best placement."),
        ),
    ),
    (
        Message("Points"),
        (
            Message("Each tower: 1, 3, 6, 10 for 1, 2, 3, 4 levels."),
            Message("Each shop: 1, 2, 4, 7 for 1, 2, 3, 4 customers."),
            Message(
                "Public services together: 2, 5, 9, 14 for 1, 2, 3, 4 districts (quarters of 2 by 2 cells) that have "
                "one; and the printed points."
            ),
            Message(
                "Each park: 2, 4, 7, 11 for 1, 2, 3, 4 towers beside it, whatever their height. Playgrounds are parks."
            ),
            Message("Each factory: 2 for every shop and 3 for every harbour beside it."),
            Message(
                "Harbours: 3, 7, 12 for 2, 3, 4 in an unbroken line, once for your longest row and once for your "
                "longest column; and the printed points."
            ),
            Message("Diagonal neighbours never count."),
            Message(
                "In a tie the player with more residents placed wins, then the one with fewer empty cells; if they "
                "are still tied, the victory is shared."
            ),
        ),
    ),
    (
        Message("Expert"),
        (
            Message(
                "5 rounds, 20 cells, 5 districts. The architects, 1 to 5, lie in a common supply: lay any that is left."
            ),
            Message("Architect 3 builds on a cell with the number 3 or in district 3, and so on."),
            Message(
                "Towers and offices grow to 5 levels, each only on its own kind: where the architect may build, or "
                "anywhere if the new level has its number."
            ),
            Message(
                "An office of any height needs 1 resident and 1 energy. It scores by its levels and by the size of "
                "its group (offices joined side to side):"
            ),
            Message("1 office: 0, 1, 3, 6, 10 for 1, 2, 3, 4, 5 levels."),
            Message("2 offices: 1, 3, 6, 10, 15 each."),
            Message("3 offices: 2, 5, 9, 14, 20 each."),
            Message("4 offices: 3, 7, 12, 18, 25 each."),
            Message("5 offices or more: 4, 9, 15, 22, 30 each."),
            Message(
                "A monument needs nothing. Beside it every park counts 5, shop 3, public service 2, factory or "
                "harbour −5."
            ),
            Message("Parks count offices like towers; a factory gets 4 for every office beside it."),
            Message(
                "The tables go on: tower with 5 levels 15, shop with 5 customers 11, 5 districts 20, 5 harbours 18."
            ),
        ),
    ),
)
"""Headings with their paragraphs."""
