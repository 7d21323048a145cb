"""Open questions of the rulebooks with our answers, for players; docs/rules/quadropolis.md has the same in English."""

from __future__ import annotations

from tripolis.engine.guide import Ruling
from tripolis.engine.words import Message

from ..options import OPTION_NAMES
from ..rules.points import MONUMENT_POINTS
from ..rules.state import SEATS, SIZE, SLOTS, SPACES, TURNS, Kind

DE = Message("German rulebook")
DE_FR = Message("German and French rulebooks")
ALL = Message("German, French and Dutch rulebooks")
OURS = Message("Our ruling")

CLOSED = 4
"""Slots that the urbanist closes."""
LAID = TURNS * SEATS - 1
"""Architects that can lie at the site before a turn."""

RULINGS = (
    Ruling(
        "1",
        Message("Are {n} tiles drawn from the bag each round, or are all laid out?", n=SPACES),
        Message("It is the same: each round of a mode has exactly {n}.", n=SPACES),
        Message("The rulebooks differ in their words; the number of tiles settles it"),
    ),
    Ruling(
        "2",
        Message("Can I take a face-down tile?"),
        Message(
            "No. Its space counts as empty: an architect may point at it, nothing is taken, and the urbanist moves "
            "there. An option changes this: {option}.",
            option=OPTION_NAMES["take_face_down"],
        ),
        Message("The rulebooks do not say; our ruling"),
    ),
    Ruling(
        "3",
        Message("May I choose an empty space on purpose?"),
        Message("Yes. An architect must be laid in every turn, and the urbanist moves to that space."),
        DE_FR,
    ),
    Ruling(
        "3a",
        Message("From which end does an architect's number count?"),
        Message(
            "From its own edge: number 2 in the east takes the second tile from the east. An option changes this: "
            "{option}.",
            option=OPTION_NAMES["count_absolute"],
        ),
        Message("French rulebook; our ruling against the letter of the German one"),
    ),
    Ruling(
        "4",
        Message("Which slots does the urbanist close?"),
        Message("Both ends of its row and both ends of its column, for every number."),
        DE,
    ),
    Ruling(
        "5",
        Message("And in the first turn of a round?"),
        Message("None: it still stands beside the site."),
        DE_FR,
    ),
    Ruling(
        "6",
        Message("Can it happen that I have no place for an architect?"),
        Message(
            "Never. Before a turn at most {laid} of {slots} slots are taken, so {free} are free. The urbanist closes "
            "{closed}, and one of these is taken by the architect that moved it. At least {left} remain.",
            laid=LAID,
            slots=SLOTS,
            free=SLOTS - LAID,
            closed=CLOSED,
            left=SLOTS - LAID - (CLOSED - 1),
        ),
        Message("Counting"),
    ),
    Ruling(
        "7",
        Message("An architect lies at one end of a row: is the other end open?"),
        Message("Yes. Only the slot itself is taken."),
        DE,
    ),
    Ruling(
        "8",
        Message("Must I build the tile I have taken?"),
        Message("No. You may discard it at will; then it brings nothing."),
        ALL,
    ),
    Ruling(
        "9",
        Message("Where may I build in Classic?"),
        Message("On an empty cell in the row or in the column of the architect's number."),
        ALL,
    ),
    Ruling(
        "10",
        Message("Where may I build in Expert?"),
        Message("On an empty cell with the architect's number, or on any empty cell of the district with that number."),
        ALL,
    ),
    Ruling(
        "11",
        Message("Where may a tower or an office grow?"),
        Message(
            "Where an empty cell could be built on (row or column, in Expert number or district), or where the new "
            "level has the architect's number."
        ),
        Message("German and French rulebooks; for Expert our ruling, by analogy"),
    ),
    Ruling(
        "12",
        Message("Does the rule of levels also build a ground floor?"),
        Message("No. It is for the levels above the first."),
        DE,
    ),
    Ruling(
        "13",
        Message("How high may I build?"),
        Message("{classic} levels in Classic, {expert} in Expert, for towers and for offices.", **SIZE),
        DE,
    ),
    Ruling(
        "14",
        Message("May a tower stand on an office, or an office on a tower?"),
        Message("No."),
        DE,
    ),
    Ruling(
        "15",
        Message("Does an upper level bring its residents too?"),
        Message("Yes, every tile that is built brings what it shows."),
        DE,
    ),
    Ruling(
        "16",
        Message("Who gets the mayor?"),
        Message(
            "Whoever builds the mayor's tower, at once, also as an upper level; not who only takes or discards it. If "
            "nobody builds it, the same player begins again."
        ),
        DE_FR,
    ),
    Ruling(
        "17",
        Message("Is there a mayor's tower in the last round?"),
        Message("No. There is no round left to begin."),
        DE_FR,
    ),
    Ruling(
        "18",
        Message("Whose are the architects in Expert?"),
        Message(
            "They lie in a common supply, one of each number for every player. Anyone uses any of them, also the same "
            "number again. As many are left over as there are players."
        ),
        ALL,
    ),
    Ruling(
        "19",
        Message("May I move residents and energy?"),
        Message(
            "Freely, until the end. You may also leave a building without them on purpose, for instance a harbour "
            "beside a monument."
        ),
        Message("German rulebook; the last part is our conclusion"),
    ),
    Ruling(
        "20",
        Message("What happens to buildings that are not active?"),
        Message(
            "They are removed before counting: no points, not even printed ones, and they are no neighbours and give "
            "no district."
        ),
        ALL,
    ),
    Ruling(
        "21",
        Message("When do printed points count?"),
        Message("If the building is active."),
        ALL,
    ),
    Ruling(
        "22",
        Message("What about a shop without customers?"),
        Message("Its energy activates it. It has {n} points and is a neighbour for factories and monuments.", n=0),
        Message("German rulebook; our conclusion"),
    ),
    Ruling(
        "23",
        Message("Where may customers stand?"),
        Message(
            "In an active shop, at most {classic}, in Expert {expert}. Residents beyond that are unused.",
            **SIZE,
        ),
        DE,
    ),
    Ruling(
        "24",
        Message("May energy lie on parks?"),
        Message("Yes, one that is left on each park. A park scores without it too."),
        ALL,
    ),
    Ruling(
        "25",
        Message("Does a playground take energy that is left?"),
        Message(
            "Yes: the text says each park. But the tile lacks the symbol that parks have. An option changes this: "
            "{option}.",
            option=OPTION_NAMES["playgrounds_absorb"],
        ),
        Message("The rulebooks' text against photographs of the tiles; our ruling"),
    ),
    Ruling(
        "26",
        Message("Is a playground a park in all other things?"),
        Message("In every respect; and it brings {n} resident.", n=1),
        Message("Photographs of the tiles"),
    ),
    Ruling(
        "27",
        Message("What is beside a cell?"),
        Message("The four cells that share an edge with it, no diagonals."),
        DE_FR,
    ),
    Ruling(
        "28",
        Message("What does a park count?"),
        Message("The active towers beside it, in Expert also the offices, whatever their height."),
        DE,
    ),
    Ruling(
        "29",
        Message("What is a group of offices?"),
        Message(
            "Offices that are connected by edges. Each group counts by itself, and a group of more than {n} counts as "
            "{n}. An option changes this: {option}.",
            n=5,
            option=OPTION_NAMES["office_cap"],
        ),
        Message("Example in the rulebooks; above five our ruling"),
    ),
    Ruling(
        "30",
        Message("How do harbours count?"),
        Message("The longest unbroken row and the longest unbroken column; one harbour may be in both."),
        DE,
    ),
    Ruling(
        "31",
        Message("What does a monument count?"),
        Message(
            "For each building beside it: factory or harbour {industry}; tower, office or monument {homes}; public "
            "service {public}; shop {shop}; park {park}.",
            industry=str(MONUMENT_POINTS[Kind.FACTORY]).replace("-", "−"),
            homes=MONUMENT_POINTS[Kind.TOWER],
            public=MONUMENT_POINTS[Kind.PUBLIC],
            shop=MONUMENT_POINTS[Kind.SHOP],
            park=MONUMENT_POINTS[Kind.PARK],
        ),
        DE,
    ),
    Ruling(
        "32",
        Message("How are ties broken?"),
        Message(
            "By more residents on buildings, customers included; then by fewer empty cells, counted after inactive "
            "buildings are removed; then the place is shared."
        ),
        Message("German and French rulebooks; the last steps are our ruling"),
    ),
    Ruling(
        "33",
        Message("Can the supply of {residents} residents and {energy} energy run out?", residents=65, energy=50),
        Message(
            "It counts as unlimited. In Classic it cannot run out at all; in Expert only the residents could, in "
            "theory."
        ),
        Message("The number of tiles; our ruling"),
    ),
    Ruling(
        "34",
        Message("What do unused residents and energy cost?"),
        Message("{n} point each.", n=1),
        ALL,
    ),
    Ruling(
        "35",
        Message("What about an office with only a resident, or only an energy?"),
        Message("It is not active. What lies on it is unused and does not count in ties."),
        OURS,
    ),
    Ruling(
        "36",
        Message("What is known of a face-down tile?"),
        Message("Its mark, to all. Its face, to nobody."),
        Message("German rulebook; our ruling"),
    ),
    Ruling(
        "37",
        Message("Which of these rulings can be changed by options?"),
        Message("{numbers} and {last}; the others are fixed.", numbers="2, 3a, 25", last="29"),
        OURS,
    ),
)
