"""The guided first game: four calls for tender of Family for two, one of each way that a call can go."""

from __future__ import annotations

from tripolis.engine.guide import Step, Tour
from tripolis.engine.words import Message

OPTIONS = {"players": 2, "mode": "family", "first": 0, "layout": "first"}
SEED = 5

TOUR = Tour(
    OPTIONS,
    SEED,
    (
        Step(
            Message(
                "Welcome! This is the city in which you and your opponent build. It has five districts; with two of "
                "you the grey ones, east and south, stay unused. Let us play the first calls for tender together."
            ),
            ("map",),
        ),
        Step(
            Message(
                "This is your secret goal: {points} points for each of your buildings beside a lake. Small flags on "
                "the map show the fields where it counts. Your opponent has a goal too; you will see it at the end.",
                points=3,
            ),
            ("goal-0-area", "mark-c12", "mark-w8", "mark-n10"),
        ),
        Step(
            Message(
                "These are your {n} buildings. The number says how high you bid with one. The picture says how tall "
                "it is: 1 to 5 are small, 6 to 9 medium, 10 to 13 large. Heights count in Expert only.",
                n=13,
            ),
            ("building-0-1", "building-0-6", "building-0-10"),
        ),
        Step(
            Message(
                "Whoever builds on a field takes its token: a trendy neighbourhood brings {trendy} points, a subway "
                "station {subway} point. An archaeological site costs {site} point.",
                trendy=3,
                subway=1,
                site=1,
            ),
            ("token-c2", "token-c12", "token-n8"),
        ),
        Step(
            Message(
                "You open the first call for tender: you put any building on any free field. You would like c2 or "
                "c12, but wherever you open, you will probably be outbid. So begin one step away: choose your "
                "building 4, then c1."
            ),
            ("building-0-4", "field-c1"),
            "4c1",
            ("6c2",),
        ),
        Step(
            Message(
                "Your opponent bids higher: 6 on c2. A higher bid needs a higher number, on a free field beside the "
                "last bid. Beside c2 lies c12, with two lakes and a subway station. Bid your building 8 on c12!"
            ),
            ("building-0-8", "field-c12", "building-1-6"),
            "8c12",
            ("-",),
        ),
        Step(
            Message(
                "Your opponent passes, and you have won. Your building stays on c12 for good. You take the subway "
                "station and, as the first one who has a station, the card Subway as well. The other bids have gone "
                "back to their players."
            ),
            ("building-0-8", "token-c12", "card-2", "building-0-4"),
        ),
        Step(
            Message(
                "That makes {total} points: {area} for your goal, {subway} for the station, {card} for the card. The "
                "card moves on only if your opponent gets more stations than you.",
                total=7,
                area=3,
                subway=1,
                card=3,
            ),
            ("account-total-0", "account-area-0", "account-subway-0", "account-subway_card-0"),
        ),
        Step(
            Message(
                "The winner opens the next call. Try it with a low number first: it may be enough, and if not, it "
                "comes back. Put your building 3 on n2, beside the lake in the north."
            ),
            ("building-0-3", "field-n2"),
            "3n2",
            ("5n8",),
        ),
        Step(
            Message(
                "Your opponent has put 5 on n8, where an archaeological site lies. A bluff, in the hope that you go "
                "on? You need not: pass. Whoever passes is out of this call, and the last bidder must build."
            ),
            ("pass", "building-1-5", "token-n8"),
            "-",
            ("2w7",),
        ),
        Step(
            Message(
                "Caught! The site costs your opponent {site} point, and the card that goes with it {card} more. That "
                "card always moves on to whoever takes the next site.",
                site=1,
                card=2,
            ),
            ("token-n8", "card-3", "account-site-1", "account-site_card-1"),
        ),
        Step(
            Message(
                "As the winner your opponent has opened the next call, with 2 on w7. Beside it is w8: a trendy "
                "neighbourhood at a lake. Put your building 6 there."
            ),
            ("building-0-6", "field-w8", "building-1-2"),
            "6w8",
            ("-",),
        ),
        Step(
            Message(
                "Won again, and you open. Look at n10: its only neighbour is n8, and that is built on. Nobody can bid "
                "beside n10, so whoever opens there wins at once. Your building 1 is enough!"
            ),
            ("building-0-1", "field-n10"),
            "1n10",
        ),
        Step(
            Message(
                "You have {total} points already. So it goes on until somebody has built all {n} buildings; then the "
                "goals are shown, and the most points win. Keep some high numbers for later. Play on, and have fun!",
                total=16,
                n=13,
            ),
            ("account-total-0", "building-0-13", "building-0-12"),
        ),
    ),
)
