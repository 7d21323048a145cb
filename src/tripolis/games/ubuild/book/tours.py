"""The guided first turns: Starter for two, from the first roll to the first whole colour."""

from __future__ import annotations

from tripolis.engine.guide import Step, Tour
from tripolis.engine.words import Message

from ..face.labels import amount

OPTIONS = {"players": 2, "track": "starter"}
SEED = 49049

TOUR = Tour(
    OPTIONS,
    SEED,
    (
        Step(
            Message(
                "Welcome! This is the Starter track with {spaces} spaces. Both pieces stand on GO. You walk round the "
                "track, buy districts and build on them; whoever lands there pays you rent. Let us play the first "
                "turns together.",
                spaces=14,
            ),
            ("token-0", "token-1"),
        ),
        Step(
            Message(
                "Here you see your cash, {cash}, and what you are worth. All amounts are in thousands (k) and millions (M).",
                cash=amount(1000),
            ),
            ("seat-0", "district-b1"),
        ),
        Step(Message("It is your turn, and a turn begins with the die. Roll!"), ("do-roll",), "roll"),
        Step(
            Message(
                "You are on Gerberheim, which nobody owns. You can buy it for {price}, or it is sold by auction. "
                "Districts earn money for the whole game: buy it.",
                price=amount(140),
            ),
            ("district-p2", "title-p2", "do-buy"),
            "buy",
        ),
        Step(
            Message(
                "Now you may build, even without the other pink district. The rent without blocks is {base}, with one "
                "block {rent}. Choose the residential block, then Gerberheim. It costs {price}.",
                base=amount(10),
                rent=amount(50),
                price=amount(100),
            ),
            ("tool-residential", "district-p2", "title-p2"),
            "block:p2:r",
        ),
        Step(
            Message(
                "You could build two more, but keep some cash for now. End this step; then it is your opponent's turn."
            ),
            ("do-end",),
            "end",
            ("roll", "auction", "bid:300k"),
        ),
        Step(
            Message(
                "Your opponent is on Lumpenwinkel and does not pay its price: it is sold by auction, and the bid is "
                "{bid}. You could bid more, {least} at least. Let it go this time: drop out.",
                bid=amount(30),
                least=amount(31),
            ),
            ("open-0", "open-1", "do-drop"),
            "drop",
            ("end",),
        ),
        Step(
            Message("It is your turn again. Five spaces ahead of you is a bridge. Roll!"),
            ("do-roll", "space-10"),
            "roll",
        ),
        Step(
            Message(
                "You landed on the bridge: it goes up, and you draw a card. It lets you build a residential block "
                "free of charge. Choose Gerberheim. Whoever crosses a raised bridge later pays {toll}.",
                toll=amount(100),
            ),
            ("card", "space-10", "district-p2"),
            "free:p2",
        ),
        Step(
            Message(
                "Two blocks stand on Gerberheim now, and the rent is {rent}. That is enough for this turn: end the "
                "step.",
                rent=amount(100),
            ),
            ("district-p2", "do-end"),
            "end",
            ("roll", "deal:1", "give:b2", "ask:500k", "send"),
        ),
        Step(
            Message(
                "Your opponent landed on Gerberheim and paid you {rent}! Now you are offered a deal: Lumpenwinkel for "
                "{sum}. That is less than its price, and one half of the brown colour. Accept.",
                rent=amount(100),
                sum=amount(50),
            ),
            ("offer-0", "deed-b2", "offer-1", "do-accept"),
            "accept",
            ("end",),
        ),
        Step(
            Message(
                "GO is only four spaces away. Whoever passes or reaches it gets {salary} from the bank. Roll!",
                salary=amount(200),
            ),
            ("do-roll", "space-0"),
            "roll",
        ),
        Step(
            Message(
                "You passed GO, and {salary} are yours. You are on Kargenfeld, the other brown district. It costs "
                "only {price}: buy it, and the colour is whole.",
                salary=amount(200),
                price=amount(60),
            ),
            ("district-b1", "do-buy", "seat-0"),
            "buy",
        ),
        Step(
            Message(
                "All of brown is yours. Now you could build a skyscraper there, which doubles the rents of the "
                "colour; but first come blocks, up to {most} in a turn on one district. The game ends when somebody "
                "is bankrupt: keep some cash. Play on, and have fun!",
                most=3,
            ),
            ("district-b1", "district-b2", "tool-skyscraper", "tool-residential"),
        ),
    ),
)
