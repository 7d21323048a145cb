"""Open questions of the rulebook with our answers, for players; docs/rules/metropolys.md has the same in English."""

from __future__ import annotations

from tripolis.engine.guide import Ruling
from tripolis.engine.words import Message

DE = Message("German rulebook")
OURS = Message("Our ruling")
DE_OURS = Message("German rulebook; our ruling")
DE_PLAIN = Message("German rulebook, as it reads plainly")
DE_BOARD = Message("German rulebook; picture of the board")

RULINGS = (
    Ruling(
        "1",
        Message("May the starter pass?"),
        Message(
            "No. The starter opens with any own building on any free field. That is always possible: with four, "
            "three, two players at most {n4}, {n3}, {n2} buildings stand on {f4}, {f3}, {f2} fields.",
            n4=49,
            n3=37,
            n2=25,
            f4=55,
            f3=45,
            f2=35,
        ),
        Message("German rulebook; we have counted"),
    ),
    Ruling(
        "2",
        Message("What is a higher bid?"),
        Message(
            "A building with a higher number on a free field beside the last one. You may have several bids lying; "
            "they cannot be used again in that call."
        ),
        DE_PLAIN,
    ),
    Ruling(
        "3",
        Message("Can I come back after I have passed?"),
        Message(
            "No. Your bids stay and block their fields. If you have no higher building you must pass; the game does "
            "it for you and says so."
        ),
        DE,
    ),
    Ruling(
        "4",
        Message("When does a call for tender end?"),
        Message(
            "At once when all but one have passed, when no free field is left beside the last building, or when "
            "nobody who is still in has a higher building. That may be after the opening bid. Nobody bids against "
            "himself."
        ),
        DE,
    ),
    Ruling(
        "5",
        Message("What comes first after a call?"),
        Message(
            "The building is turned over; the token is taken, and cards move; the other bids go back; the winner "
            "opens the next call."
        ),
        DE,
    ),
    Ruling(
        "6",
        Message("What counts of the last building of the game?"),
        Message("Its token, and a card that moves. Then the game is over; no round is completed."),
        DE_PLAIN,
    ),
    Ruling(
        "7",
        Message("What can I do with low buildings?"),
        Message(
            "You pass where you cannot outbid. But as the starter you open as always, and you win if nobody outbids "
            "you."
        ),
        DE,
    ),
    Ruling(
        "8",
        Message("When does the card Subway move?"),
        Message(
            "The first to take a subway station gets it. It moves only to somebody who has more stations; in a tie it "
            "stays."
        ),
        DE,
    ),
    Ruling(
        "9",
        Message("And the card Archaeological site?"),
        Message("It always goes to the last player who has taken a site."),
        DE,
    ),
    Ruling(
        "10",
        Message("Which building of a district is the highest?"),
        Message(
            "Heights are compared, not numbers: the tallest, then the next, and so on. One more building is better "
            "than none. In a full tie everyone gets the points. A district without buildings brings nothing."
        ),
        DE_OURS,
    ),
    Ruling(
        "11",
        Message("How often does a building count for the goals?"),
        Message(
            "Once for the area goal, and once for the neighbourhood goal as well. Tripolis finds the groups that "
            "bring the most."
        ),
        DE_OURS,
    ),
    Ruling(
        "12",
        Message("Expert, bridges: which pairs count?"),
        Message("As many pairs over bridges as can be found, without using a building twice."),
        DE_OURS,
    ),
    Ruling(
        "13",
        Message("Expert, statues: which groups count?"),
        Message(
            "Buildings on all three fields around a statue. Where statues share fields, each building counts for one "
            "of them."
        ),
        DE_BOARD,
    ),
    Ruling(
        "14",
        Message("Expert, lakes: what about four or more around a lake?"),
        Message("One group for each lake, however many stand there. A building counts for one lake."),
        DE_PLAIN,
    ),
    Ruling(
        "15",
        Message("Expert, chains: what is a chain?"),
        Message(
            "Three buildings that hang together: one is a neighbour of both others, bridges included. As many chains "
            "as possible are found, without using a building twice. So six buildings in a block are not always two "
            "chains: {fields} make only one.",
            fields="s1, s2, s8, s10, c9, w4",
        ),
        Message("German rulebook; picture of the card; our ruling"),
    ),
    Ruling(
        "16",
        Message("Expert, districts: what about more than three in a district?"),
        Message("Each district counts once."),
        DE,
    ),
    Ruling(
        "17",
        Message("Family: what about a building beside several bridges?"),
        Message("It counts once."),
        DE,
    ),
    Ruling(
        "18",
        Message("What is left of an unused district?"),
        Message(
            "Nothing can be built there. The edge of the city is the printed rim. A bridge that leads there still "
            "counts as a bridge in Family."
        ),
        DE_OURS,
    ),
    Ruling(
        "19",
        Message("Who wins a tie?"),
        Message("Whoever has built more buildings. If that is equal too, the victory is shared."),
        DE,
    ),
    Ruling(
        "20",
        Message("What about the goals that are left over?"),
        Message("Nobody sees them."),
        DE_OURS,
    ),
    Ruling(
        "21",
        Message("Which fields are blind alleys?"),
        Message("Those with one neighbour and water around, whatever is unused."),
        DE_BOARD,
    ),
    Ruling(
        "22",
        Message("What is secret?"),
        Message("The goals alone. Supplies, bids, tokens, cards and the numbers of built buildings lie open."),
        DE_OURS,
    ),
    Ruling(
        "23",
        Message("What is drawn by lot in a random layout?"),
        Message("Both: which tokens, and on which fields they lie."),
        DE_OURS,
    ),
    Ruling(
        "24",
        Message("Can the layout of the first game be played with other districts?"),
        Message("No. It says which districts are used."),
        OURS,
    ),
    Ruling(
        "25",
        Message("What is shown during a game?"),
        Message(
            "Who holds the cards, and in Expert the highest building of each district. The goals of others count as "
            "unknown until the end."
        ),
        OURS,
    ),
    Ruling(
        "26",
        Message("Who starts?"),
        Message("At a table the oldest player. Here the starter is drawn by lot, or chosen by an option."),
        DE_OURS,
    ),
)
