"""The guided first game: the first round of Classic for two, from the first architect to the first points."""

from __future__ import annotations

from tripolis.engine.guide import Step, Tour
from tripolis.engine.words import Message

OPTIONS = {"players": 2, "mode": "classic", "first": 0}
SEED = 48

TOUR = Tour(
    OPTIONS,
    SEED,
    (
        Step(
            Message(
                "Welcome! This is your city: {cells} cells, all still empty. You and your opponent build for {rounds} "
                "rounds; then the most points win. Let us play the first round together.",
                cells=16,
                rounds=4,
            ),
            ("city-0",),
        ),
        Step(
            Message(
                "This is the construction site. Here lie the buildings of the round; you take turns at choosing. "
                "Tiles that lie face down are not in play when there are only two of you."
            ),
            ("site",),
        ),
        Step(
            Message(
                "Your four architects fetch the tiles. The number says how deep one reaches: lay architect 3 at N4, "
                "and it takes the third tile of that column, a tower with two residents. Choose the architect, then "
                "the slot."
            ),
            ("architect-0-3", "slot-N4", "tile-0"),
            "3N4",
        ),
        Step(
            Message(
                "Architect 3 builds in row 3 or in column 3. Put the tower on c3. The two residents on it move in at "
                "once."
            ),
            ("cell-0-c3",),
            "c3",
            ("2W4", "b1"),
        ),
        Step(
            Message(
                "Your opponent has taken a public service, and the urbanist has moved to where it lay. Now that row "
                "and that column are closed to you, from both ends: no architect at N2, S2 or E4."
            ),
            ("urbanist", "slot-N2", "slot-S2", "slot-E4"),
        ),
        Step(
            Message(
                "The tower with the mayor is tempting: architect 2 would get it from N2, but N2 is closed. It gets "
                "there from W2 as well. Lay architect 2 at W2."
            ),
            ("architect-0-2", "slot-W2", "tile-3"),
            "2W2",
        ),
        Step(
            Message(
                "Architect 2 builds in row 2 or column 2. But towers can grow: architect 2 may put a second level on "
                "any tower. Build on c3! With this tower you also get the mayor and will begin the next round."
            ),
            ("cell-0-c3",),
            "c3",
            ("1S4", "a1"),
        ),
        Step(
            Message(
                "Your tower has two levels and brought {residents} residents. But it needs an energy, and you have "
                "none: the mark on it says that it is not active. At the end such a building counts nothing. A "
                "factory brings energy.",
                residents=3,
            ),
            ("tile-3", "residents-0", "energys-0"),
        ),
        Step(
            Message("Lay architect 4 at N3: the fourth tile of that column is a factory with two energy."),
            ("architect-0-4", "slot-N3", "tile-18"),
            "4N3",
        ),
        Step(
            Message(
                "Architect 4 builds in row 4 or column 4. Put the factory on a4, in the corner. It brings two energy; "
                "one of them lights up your tower."
            ),
            ("cell-0-a4",),
            "a4",
            ("4W1", "d4"),
        ),
        Step(
            Message(
                "You need not place residents and energy yourself: the best placement is always found for you. One "
                "resident works in the factory now. But two residents and one energy have nothing to do, and each "
                "costs a point."
            ),
            ("tile-3", "tile-18", "account-unused-0"),
        ),
        Step(
            Message(
                "A shop puts that right: it needs one energy and welcomes residents as customers. Lay your last "
                "architect, number 1, at S3: it takes the tile at its own edge."
            ),
            ("architect-0-1", "slot-S3", "tile-8"),
            "1S3",
        ),
        Step(
            Message(
                "Architect 1 builds in row 1 or column 1. Put the shop on a3, beside the factory: factories earn "
                "points for shops and harbours beside them."
            ),
            ("cell-0-a3",),
            "a3",
            ("3E3", "c1"),
        ),
        Step(
            Message(
                "Your opponent has made the last turn, and the round is over: the architects are back, new tiles lie "
                "on the site, and the urbanist waits beside it. You hold the mayor, so you begin round {round}.",
                round=2,
            ),
            ("round", "urbanist", "mayor"),
        ),
        Step(
            Message(
                "Your city counts {total} points already: the tower {tower}, the shop with its two customers {shop}, "
                "the factory beside it {factory}; and nothing is left unused. Now you know how it goes. Play on, and "
                "have fun!",
                total=7,
                tower=3,
                shop=2,
                factory=2,
            ),
            ("account-total-0", "account-tower-0", "account-shop-0", "account-factory-0"),
        ),
    ),
)
