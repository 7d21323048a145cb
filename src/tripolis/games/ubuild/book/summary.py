"""The rules of U-Build in short, and tips for the first games."""

from __future__ import annotations

from tripolis.engine.words import Message

TIPS = (
    Message("Buy early: an empty district of somebody else only ever costs you money."),
    Message(
        "You need no whole colour to build. Three blocks on one district in every turn are the quickest way to rents "
        "that hurt."
    ),
    Message(
        "Residential blocks are cheap but worthless beside a hazard; industrial blocks cost twice as much and are safe."
    ),
    Message("A bonus building keeps hazards away from every district it touches: put it where two of yours meet."),
    Message("The skyscraper doubles a whole colour. Do not let anybody complete one cheaply."),
    Message("The stadium pays 1M whenever you pass GO: the sooner it stands, the better."),
    Message(
        "Look at the bridges before you roll: landing on a raised one costs 1M, but its cards are the better ones."
    ),
    Message(
        "Keep cash for the highest rent ahead of you: the first bankruptcy ends the game, and the bankrupt player is "
        "last."
    ),
    Message(
        "A mortgage brings what the rent would bring, and costs nothing but the rent you miss: redeem when you can."
    ),
    Message("In the end cash and current rents count. Blocks count by the rent they bring, not by what they cost."),
)

SUMMARY = (
    (
        Message("The aim"),
        (
            Message(
                "Buy districts, build on them and collect rent. The game ends when the first player goes bankrupt."
            ),
            Message("Then cash and the current rents of one's districts are added up: the richest wins."),
            Message(
                "Much of this box is reconstructed: the prices, most rents, the cards and the tracks are ours "
                "wherever the sources are silent."
            ),
        ),
    ),
    (
        Message("Your turn"),
        (
            Message(
                "1. Roll and walk clockwise. Passing or reaching GO pays 2M. A raised bridge on the way costs 1M and "
                "goes down."
            ),
            Message("2. Do what the space says."),
            Message("3. Build, take or redeem mortgages, make deals."),
            Message("4. Move a hazard one or two steps for 1M each, if you like."),
            Message(
                "A double gives you a whole further turn, the third in a row sends you to jail. On Starter there is "
                "one die, and a six is the double."
            ),
        ),
    ),
    (
        Message("Where did you land?"),
        (
            Message(
                "A district that nobody owns: buy it, or it is sold by auction; you must open with 10k at least, if "
                "you have it."
            ),
            Message("Somebody else's district: pay rent. Your own, or a mortgaged one: nothing."),
            Message(
                "Planning Permission: build a bonus beside your district, or a hazard beside somebody else's, or move "
                "a hazard, all free of charge."
            ),
            Message(
                "A bridge that is down: raise it and draw a card. One that is up: pay 1M, lower it, draw a card. The "
                "card's event for the new position counts."
            ),
            Message("Go To Jail: your turn is over. Free Parking and visiting Jail: nothing."),
        ),
    ),
    (
        Message("Buildings"),
        (
            Message(
                "Blocks: up to 3 in a turn, all on one district, 8 on a district. No whole colour is needed. Starter: "
                "residential only."
            ),
            Message(
                "Stadium (2M, two districts of a colour): 1M more whenever its owner passes GO. Only one; not on "
                "Starter."
            ),
            Message(
                "Skyscraper (price on the card, the whole colour): doubles the rents of that colour, whoever owns them."
            ),
            Message(
                "Monopoly Tower (7M, two whole colours): doubles all rents of its owner. Only one; not on Starter. "
                "Rents are doubled once only."
            ),
            Message("In a turn with a stadium or a skyscraper no blocks are bought."),
            Message(
                "Hazards make residential blocks beside them worthless. No hazard may stand beside a district that a "
                "bonus touches, and no bonus beside one that a hazard touches."
            ),
        ),
    ),
    (
        Message("Money"),
        (
            Message(
                "Rent: the base rent without blocks, else the table; beside a hazard only industrial blocks count."
            ),
            Message("Mortgage: you get the current rent, not doubled, and no rent until you pay the same sum back."),
            Message(
                "Deals: districts with all their buildings, cash and jail cards, in your own turn or when you are "
                "short of money."
            ),
            Message("Jail: roll a double, pay 500k, or use a card. After the third try you pay and walk."),
            Message(
                "Who cannot pay, not even with mortgages, is bankrupt; the creditor gets his cash and his districts "
                "without mortgage."
            ),
        ),
    ),
)
"""Headings with their paragraphs."""
