"""The open questions of the rulebook and how Tripolis answers them, for players (docs/rules/ubuild.md, in English)."""

from __future__ import annotations

from tripolis.engine.guide import Ruling
from tripolis.engine.words import Message

from ..face.labels import amount
from ..options import OPTION_NAMES

OURS = Message("Our ruling")


def printed(pages: str) -> Message:
    """On these pages of the German rulebook."""
    return Message("German rulebook, p. {pages}", pages=pages)


def partly(pages: str) -> Message:
    """Partly on these pages."""
    return Message("German rulebook, p. {pages}; the rest is our ruling", pages=pages)


def silent(pages: str) -> Message:
    """These pages leave it open."""
    return Message("Our ruling; p. {pages} of the German rulebook leaves it open", pages=pages)


RULINGS = (
    Ruling(
        "0",
        Message("How much of this game is known?"),
        Message(
            "Little: most of the box is reconstructed. The rulebook survives as a damaged scan without its pictures. "
            "Two of the {n} district cards are in it, no card text, no starting money, no tile. So prices, most "
            "rents, cards and tracks are ours; the card of each value says which.",
            n=22,
        ),
        Message("What the sources lack"),
    ),
    Ruling(
        "R1",
        Message("Do I draw a card when I land on a bridge that is down?"),
        Message(
            "Yes. It goes up, and the card's event for a raised bridge counts. On a bridge that is up you pay {toll}, "
            "it goes down, and the other event counts.",
            toll=amount(100),
        ),
        Message("German rulebook, p. 7 and 14, which differ; a review agrees, another does not"),
    ),
    Ruling(
        "R2",
        Message("How far does Planning Permission move a hazard free of charge?"),
        Message(
            "Up to {n} steps. An option changes this to {one}: {option}.",
            n=2,
            one=1,
            option=OPTION_NAMES["planning_move"],
        ),
        Message("German rulebook, p. 11; other pages say one step: our choice"),
    ),
    Ruling(
        "R3",
        Message("Do free and paid steps of a hazard add up?"),
        Message("Yes. One hazard makes {n} steps in a turn at most.", n=2),
        printed("11"),
    ),
    Ruling(
        "R4", Message("Which hazard may I move?"), Message("In your own turn any, but not from jail."), printed("7, 14")
    ),
    Ruling(
        "R5",
        Message("May a moved hazard end beside a protected district?"),
        Message("No. Only the slot where it ends is judged, but each slot on the way must be free."),
        partly("10"),
    ),
    Ruling(
        "R6",
        Message("May a hazard stand where it touches no district?"),
        Message("After a move, yes. When it is built it must touch another player's district."),
        printed("10, 11"),
    ),
    Ruling(
        "R7",
        Message("May a new hazard also touch my own districts, or those of nobody?"),
        Message("Yes, and it affects them too."),
        printed("11"),
    ),
    Ruling(
        "R8",
        Message("Where may a bonus stand?"),
        Message("It must touch a district of yours. It protects every district that it touches."),
        printed("10"),
    ),
    Ruling(
        "R9",
        Message("What is the rent beside a hazard without industrial blocks?"),
        Message("The base rent."),
        printed("12"),
    ),
    Ruling(
        "R10",
        Message("For whom does a skyscraper double the rents?"),
        Message("For every district of the colour, whoever owns it."),
        printed("13"),
    ),
    Ruling(
        "R11",
        Message("What does the tower double?"),
        Message("All districts of the player who owns its home."),
        printed("9, 13"),
    ),
    Ruling(
        "R12",
        Message("A slot touches several districts: to which does a large building belong?"),
        Message("To the one that the builder names as its home. It follows the card of that district."),
        OURS,
    ),
    Ruling(
        "R13",
        Message("May I build blocks and a large building in the same turn?"),
        Message(
            "No blocks in a turn with a stadium or a skyscraper, before or after. The tower and free blocks of a card "
            "do not count, and several large buildings are allowed. With an option there is one project in a turn "
            "only: {option}.",
            option=OPTION_NAMES["one_project"],
        ),
        partly("9"),
    ),
    Ruling(
        "R14",
        Message("May I build again after a double?"),
        Message("Yes. It is a whole new turn, with {n} blocks and a hazard.", n=3),
        Message("The manual of Monopoly City"),
    ),
    Ruling(
        "R15",
        Message("May I build before I roll, or in the turns of others?"),
        Message("No, only in step {n} of your own turn.", n=3),
        OURS,
    ),
    Ruling(
        "R16",
        Message("May I build in jail?"),
        Message("Blocks and large buildings, yes. Hazards are neither built nor moved."),
        partly("14"),
    ),
    Ruling(
        "R17",
        Message("May I build in the turn in which I go to jail?"),
        Message("No, that turn is over."),
        printed("14"),
    ),
    Ruling(
        "R18",
        Message("Does a double out of jail give a further turn?"),
        Message("No. An option changes this: {option}.", option=OPTION_NAMES["double_from_jail_rolls_again"]),
        Message("Our ruling, from the classic game"),
    ),
    Ruling(
        "R19",
        Message("What if I cannot pay the fine after the third try?"),
        Message("You raise money, or you are bankrupt, and the bank gets all."),
        printed("15"),
    ),
    Ruling("R20", Message("May jail cards be traded?"), Message("Yes. When used, they go under the deck."), OURS),
    Ruling(
        "R21",
        Message("How does an auction go?"),
        Message(
            "Whoever landed there must open with {least} at least. Then, clockwise, each bids {least} more at least "
            "or drops out. Every multiple of {least} up to one's cash is a bid.",
            least=amount(1),
        ),
        partly("13"),
    ),
    Ruling(
        "R22",
        Message("What if the one who opens has less than {least}?", least=amount(1)),
        Message("The others may open. Without a bid the district stays with the bank."),
        OURS,
    ),
    Ruling(
        "R23",
        Message("What is a mortgage worth beside a hazard?"),
        Message(
            "The current rent, not doubled; the hazard counts. Without blocks it is the base rent. An option changes "
            "this: {option}.",
            option=OPTION_NAMES["mortgage_ignores_hazard"],
        ),
        silent("13"),
    ),
    Ruling(
        "R24",
        Message("What does it cost to redeem a mortgage?"),
        Message("The sum that was received, without interest, even if the rent is another one now."),
        printed("13"),
    ),
    Ruling(
        "R25",
        Message("What else is true of a mortgaged district?"),
        Message(
            "Nothing is built there. It may be traded, and the new owner redeems it for the same sum. It counts for "
            "its colour, and its large buildings still work."
        ),
        partly("13"),
    ),
    Ruling(
        "R26",
        Message("What happens on the way when a card moves me?"),
        Message("You jump: no bridge is crossed. GO pays when you reach it. The way to jail never pays."),
        partly("14"),
    ),
    Ruling("R27", Message("How do the bridges stand at the start?"), Message("All are down."), OURS),
    Ruling("R28", Message("Do I pay for leaving a bridge that is up?"), Message("No."), OURS),
    Ruling(
        "R29",
        Message("Are railroads spaces?"),
        Message("No. You jump to the other end; the jump is not counted, and tolls and GO are as usual."),
        Message("German and US rulebooks, p. {pages}", pages="20"),
    ),
    Ruling(
        "R30",
        Message("Do free blocks of a card count for the limits?"),
        Message(
            "Not for the {turn} of a turn, but for the {most} of a district and for the stock. They need an "
            "unmortgaged district of yours; else the card goes under the deck.",
            turn=3,
            most=8,
        ),
        partly("14"),
    ),
    Ruling(
        "R31",
        Message("What if the bank has no blocks left?"),
        Message("None can be bought. An option changes this: {option}.", option=OPTION_NAMES["unlimited_blocks"]),
        OURS,
    ),
    Ruling(
        "R32",
        Message("Who gets what the bankrupt player leaves?"),
        Message(
            "The creditor: cash and districts without mortgage; mortgaged ones go to the bank. If the bank is the "
            "creditor, it gets all. Then the worth of the others is counted."
        ),
        partly("15"),
    ),
    Ruling(
        "R33",
        Message("Do doubled rents count double at the end?"),
        Message("Yes, as a visitor would pay them, after the creditor has got what is due."),
        printed("15"),
    ),
    Ruling(
        "R34",
        Message("How are ties broken?"),
        Message("By more cash, then by more districts; then the place is shared."),
        OURS,
    ),
    Ruling("R35", Message("Does an owner in jail collect rent?"), Message("Yes."), printed("14")),
    Ruling(
        "R36",
        Message("When may I offer a deal?"),
        Message("In your turn while you decide about buying or building; and whenever you owe more than you have."),
        partly("12, 13, 15"),
    ),
    Ruling(
        "R37",
        Message("What may be traded?"),
        Message(
            "Cash, districts with all their buildings, jail cards. A debtor's sum may be set off against the debt. "
            "Promises are not possible."
        ),
        partly("12, 13"),
    ),
    Ruling("R38", Message("Does the stadium pay each time that I pass GO?"), Message("Yes, each time."), printed("9")),
    Ruling("R39", Message("Does a stadium protect against hazards?"), Message("No."), printed("9")),
    Ruling(
        "R40",
        Message("Do I walk after the third double?"),
        Message("No, you go straight to jail."),
        Message("German rulebook, p. {pages}; the manual of Monopoly City", pages="14"),
    ),
    Ruling(
        "R41",
        Message("Do bonus and hazard cost anything on Planning Permission?"),
        Message("No."),
        Message("Our ruling; no price is printed"),
    ),
    Ruling("R42", Message("What happens to a visitor of Jail?"), Message("Nothing; you may build."), OURS),
    Ruling(
        "R43",
        Message("How many bonus buildings and hazards are there?"),
        Message("One of each kind that is named: {bonus} and {hazard}.", bonus=3, hazard=3),
        silent("10, 11"),
    ),
    Ruling(
        "R44",
        Message("Does the stadium also add {bonus} when a card moves me to GO?", bonus=amount(100)),
        Message("Yes, to every salary."),
        silent("9"),
    ),
    Ruling(
        "R45",
        Message("What happens when all cards have been seen?"),
        Message(
            "Used cards go underneath in order and are never shuffled again. That order is known to all; only the "
            "order of cards not seen yet is hidden."
        ),
        partly("14"),
    ),
    Ruling(
        "T1",
        Message("Is a step skipped when I have only one choice?"),
        Message("No. Only a hazard step and a card's event without any choice are skipped."),
        OURS,
    ),
    Ruling(
        "T2",
        Message("May I raise money before I buy?"),
        Message(
            "Yes, by mortgage or deal, while you decide about buying. Not for a bid, and not for a fine that you pay "
            "of your own will."
        ),
        partly("15"),
    ),
    Ruling(
        "T3",
        Message("When am I bankrupt?"),
        Message(
            "When your cash and all your mortgages together do not cover the debt. You need not take the mortgages "
            "first."
        ),
        partly("15"),
    ),
    Ruling("T4", Message("Do I keep a further turn when I go to jail?"), Message("No, jail cancels it."), OURS),
    Ruling(
        "T5",
        Message("How are payments made?"),
        Message(
            "At once, where the cash is there, to one creditor after the other. Else you raise money until it is "
            "enough."
        ),
        OURS,
    ),
    Ruling(
        "T6",
        Message("Must I use Planning Permission, or carry a card out?"),
        Message("Planning Permission may be declined, a card may not. If it has no choice, nothing happens."),
        partly("14"),
    ),
    Ruling(
        "T7",
        Message("Where do free blocks go?"),
        Message("All to one district, as many as fit and as the bank has."),
        OURS,
    ),
    Ruling("T8", Message("When is a toll due?"), Message("On the way, before a salary that comes later."), OURS),
    Ruling(
        "T9",
        Message("Does GO pay when a card moves me past it?"),
        Message("Yes, if GO lies on the clockwise way or is where you go."),
        OURS,
    ),
    Ruling(
        "T10",
        Message("How often may I take or redeem a mortgage on the same district?"),
        Message("Once in a turn, while you build."),
        OURS,
    ),
    Ruling(
        "T11",
        Message("What form has a deal?"),
        Message(
            "Both sides give something. A debtor only sells; a sum asked of the creditor is set off, never waived. A "
            "refused offer stays on the table. Each player has {offers} offers and {edits} changes in a turn; options "
            "change these numbers: {first}; {second}.",
            offers=3,
            edits=40,
            first=OPTION_NAMES["max_offers"],
            second=OPTION_NAMES["max_edits"],
        ),
        partly("12"),
    ),
    Ruling(
        "T12",
        Message("Is a colour whole that has one district on this track?"),
        Message("Never; it takes two at least."),
        printed("9"),
    ),
    Ruling(
        "T13",
        Message("May a mortgaged district be the home of a large building?"),
        Message("Not of a new one. But mortgaged districts count for the colour."),
        OURS,
    ),
    Ruling("T14", Message("How many hazards may I move for money?"), Message("One in a turn."), OURS),
    Ruling(
        "T15",
        Message("What becomes of the jail cards of the bankrupt player?"),
        Message("They go under the deck."),
        OURS,
    ),
    Ruling(
        "T16",
        Message("How does a round limit end the game?"),
        Message(
            "After so many full rounds, so that all have had equal turns. The ranking is the same, and nobody is "
            "bankrupt. It is an option: {option}.",
            option=OPTION_NAMES["round_limit"],
        ),
        OURS,
    ),
    Ruling(
        "T17",
        Message("Which conditions for tracks of one's own forbid play?"),
        Message(
            "Those of the rulebooks, but for two whose measure is lost, and those without which a track cannot be "
            "played. The others only warn."
        ),
        OURS,
    ),
)
