"""The complete rules of U-Build, in our own words, with pictures of moments that can be played."""

from __future__ import annotations

from tripolis.engine.guide import Section
from tripolis.engine.words import Message

from ..box.files import read_box
from ..face.labels import amount
from .pictures import AUCTION, BLOCKS, BRIDGE, DEAL, DEEDS, HAZARD, PLANNING, SKYSCRAPER, TABLE

PRINTED = read_box().constants
"""The constants of the box: amounts in units of 10k."""
SPACES = {"starter": 14, "classic": 22, "pro": 32}
MINUTES = {"starter": 30, "classic": 60, "pro": 90}
"""As the rulebook has it."""
LEAST = 1
"""The lowest bid and the smallest step of a bid, in units."""

GUIDE = (
    Section(
        Message("What it is about"),
        (
            Message(
                "You build a city along a track that is put together from tiles. You buy districts, build blocks on "
                "them, and whoever lands there pays you rent."
            ),
            Message(
                "The first bankruptcy ends the game. Then cash and current rents are added up, and the richest of the "
                "others wins."
            ),
            Message(
                "It is a game for two to six. What happens is open to all; only the dice and the cards are chance."
            ),
        ),
    ),
    Section(
        Message("How sure all this is"),
        (
            Message(
                "Most of this box is reconstructed. Of the rulebook we have a damaged scan: it prints two of the 22 "
                "district cards, no card text, no starting money and no tile."
            ),
            Message(
                "Each value says how sure it is. One that stands bare is printed. One with ~ was hard to read, or "
                "follows from what is printed. One with ? is ours."
            ),
            Message(
                "Where the rulebook is silent or contradicts itself, we had to decide: the rulings tell what and why. "
                "Whoever owns the box can put the real values in."
            ),
        ),
        DEEDS,
    ),
    Section(
        Message("Tracks"),
        (
            Message(
                "Starter has {starter} spaces, Classic {classic}, Pro {pro}; the rulebook says {a}, {b} and {c} "
                "minutes. You may also lay a track of your own in the track builder.",
                starter=SPACES["starter"],
                classic=SPACES["classic"],
                pro=SPACES["pro"],
                a=MINUTES["starter"],
                b=MINUTES["classic"],
                c=MINUTES["pro"],
            ),
            Message(
                "Each player starts with {starter} on Starter, {classic} on Classic, {pro} on Pro.",
                starter=amount(PRINTED["money"]["starter"]),
                classic=amount(PRINTED["money"]["classic"]),
                pro=amount(PRINTED["money"]["pro"]),
            ),
            Message(
                "Starter is the one for your first games: one die, residential blocks only, no stadium, no tower, no "
                "Planning Permission. The others have two dice."
            ),
            Message(
                "The empty places beside the track are slots. Large buildings stand there, one in each slot, and "
                "touch every space at its edges."
            ),
            Message(
                "An open track has a railroad at each end: the step from one end to the other is an ordinary step."
            ),
        ),
        TABLE,
    ),
    Section(
        Message("Your turn"),
        (
            Message("All roll for the start, the highest begins, and turns go clockwise. A turn has four steps."),
            Message(
                "1. Roll and walk clockwise. Whenever you pass or reach GO, the bank pays you {salary}.",
                salary=amount(PRINTED["salary"]),
            ),
            Message("2. Do what the space says. On GO, on Free Parking and as a visitor of Jail nothing happens."),
            Message("3. Build, take or redeem mortgages, make deals, as often as you like."),
            Message(
                "4. You may move one hazard, {steps} steps at most, for {price} each.",
                steps=PRINTED["hazard_steps"],
                price=amount(PRINTED["hazard_price"]),
            ),
            Message(
                "A double gives you a whole further turn. The third in a row sends you to jail at once. On Starter a "
                "six counts as a double."
            ),
        ),
    ),
    Section(
        Message("Buy or auction"),
        (
            Message(
                "If nobody owns the district on which you land, you may buy it for the price on its card. If you are "
                "short of cash, you may take a mortgage or make a deal first."
            ),
            Message(
                "Else it is sold by auction. You must open it with {least} at least, if you have that much; then the "
                "others bid more or drop out, clockwise. Any multiple of {least} is a bid, up to one's cash.",
                least=amount(LEAST),
            ),
            Message("The last one left pays the bid to the bank and owns the district."),
        ),
        AUCTION,
    ),
    Section(
        Message("Blocks and rent"),
        (
            Message(
                "Whoever lands on another player's district pays its rent, even if the owner is in jail. On your own "
                "district and on a mortgaged one nothing is paid."
            ),
            Message(
                "You may build up to {turn} blocks in a turn, all on one of your districts, and {most} on a district "
                "in all. You need no whole colour for that. Blocks are not sold and not moved.",
                turn=PRINTED["turn_blocks"],
                most=PRINTED["max_blocks"],
            ),
            Message(
                "Residential and industrial blocks bring the same rent. Industrial ones cost more, but hazards do "
                "them no harm. The card has the rent for each number of blocks; without blocks the base rent is due."
            ),
            Message(
                "The bank has {residential} residential and {industrial} industrial blocks. When they are gone, none "
                "can be bought.",
                residential=PRINTED["stock"]["residential"],
                industrial=PRINTED["stock"]["industrial"],
            ),
        ),
        BLOCKS,
    ),
    Section(
        Message("Bridges and cards"),
        (
            Message(
                "All bridges are down at first. If you cross one that is up, you pay {toll}, and it goes down. "
                "Crossing one that is down costs nothing.",
                toll=amount(PRINTED["toll"]),
            ),
            Message(
                "If you land on a bridge that is down, it goes up and you draw a card. If it is up, you pay {toll}, "
                "it goes down, and you draw a card.",
                toll=amount(PRINTED["toll"]),
            ),
            Message(
                "A card has an event for a bridge that is now up and one for a bridge that is now down. It must be "
                "carried out; if that is impossible, nothing happens."
            ),
            Message(
                "Used cards go under the deck, which is never shuffled again. A card that gets you out of jail is "
                "kept and can be traded."
            ),
        ),
        BRIDGE,
    ),
    Section(
        Message("Stadium, skyscraper, tower"),
        (
            Message(
                "These stand in a slot that touches one of your districts, which must not be mortgaged. That district "
                "is their home: whoever gets it gets the building."
            ),
            Message(
                "The stadium costs {price} and needs two districts of the home's colour. Its owner gets {bonus} more "
                "whenever the bank pays the salary of GO. There is only one.",
                price=amount(PRINTED["stadium_price"]),
                bonus=amount(PRINTED["stadium_bonus"]),
            ),
            Message(
                "A skyscraper costs what the card says and needs the whole colour. It doubles the rents of that "
                "colour, whoever owns the districts. One for each colour."
            ),
            Message(
                "The Monopoly Tower costs {price} and needs two whole colours. It doubles all rents of its owner. "
                "There is only one. No rent is doubled twice.",
                price=amount(PRINTED["tower_price"]),
            ),
            Message(
                "In a turn in which you build a stadium or a skyscraper you buy no blocks. A colour is whole when you "
                "own all its districts on this track, two at least."
            ),
        ),
        SKYSCRAPER,
    ),
    Section(
        Message("Planning Permission"),
        (
            Message(
                "On this space you may do one of three things, all free of charge: build a bonus, build a hazard, or "
                "move a hazard, two steps at most."
            ),
            Message(
                "Bonus buildings are the wind farm, the school and the park. A bonus must touch a district of yours. "
                "No hazard may come beside a district that it touches."
            ),
            Message(
                "Hazards are the power plant, the prison and the sewage works. A new hazard must touch another "
                "player's district, and none that a bonus touches. A bonus may touch no district beside a hazard."
            ),
        ),
        PLANNING,
    ),
    Section(
        Message("Hazards"),
        (
            Message(
                "Beside a hazard residential blocks are worthless: only industrial blocks count. If there are none, "
                "the base rent is due."
            ),
            Message(
                "A hazard moves from slot to neighbouring slot, over free slots only. It may not end beside a "
                "district that a bonus touches. One hazard makes two steps in a turn at most."
            ),
        ),
        HAZARD,
    ),
    Section(
        Message("Jail"),
        (
            Message(
                "You go to jail by the space, by a card, or by the third double in a row. Your turn is over at once, "
                "and you get no salary on the way."
            ),
            Message(
                "In your next turns you may pay {fine} or use a card, and then roll as usual. Or you roll for a "
                "double: then you are free and walk. After {turns} tries without a double you pay and walk.",
                fine=amount(PRINTED["fine"]),
                turns=PRINTED["jail_turns"],
            ),
            Message(
                "In jail you collect rent and may build, but you move no hazard. A double out of jail gives no "
                "further turn."
            ),
        ),
    ),
    Section(
        Message("Mortgages and debts"),
        (
            Message(
                "For a mortgage the bank pays you the current rent of a district, not doubled. Then it brings no "
                "rent, and nothing can be built there. To redeem it you pay the same sum back, without interest."
            ),
            Message(
                "If you cannot pay what you owe, you take mortgages or sell something in a deal. If your cash and all "
                "your mortgages together are not enough, you may declare bankruptcy."
            ),
        ),
    ),
    Section(
        Message("Deals"),
        (
            Message(
                "While you decide about buying or building, and when you are short of money, you may offer a deal to "
                "another player: districts with all their buildings, cash and jail cards. Both sides give something."
            ),
            Message(
                "The partner accepts or refuses. A refused offer stays on the table, and you may change it; {n} "
                "offers in a turn at most. Promises are worth nothing here.",
                n=3,
            ),
        ),
        DEAL,
    ),
    Section(
        Message("The end of the game"),
        (
            Message(
                "With the first bankruptcy the game is over. Whoever the debt is owed to gets the cash and the "
                "districts without mortgage; all else goes to the bank, and to the bank goes everything if the debt "
                "is owed to it."
            ),
            Message(
                "The others count their worth: cash and the current rents of their districts, doubled ones doubled, "
                "mortgaged ones nothing. The most wins; in a tie more cash, then more districts. The bankrupt player "
                "is last."
            ),
            Message("With a round limit the game also ends after so many full rounds; then nobody is bankrupt."),
        ),
    ),
)
