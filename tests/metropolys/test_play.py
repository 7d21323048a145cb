"""The course of play of Metropolys: the rulebook's examples and the rulings on auctions, tokens and the end."""

from __future__ import annotations

from collections import Counter

import pytest

import tripolis
from tests.metropolys import oracle
from tests.metropolys.positions import codes, game, legal, names, picture, position, refused, told
from tripolis.games.metropolys.box.reader import FIELD
from tripolis.games.metropolys.rules.state import ACTIONS, Ending, Event, Token, act

BLUE, GREY, RED, WHITE = range(4)


# ------------------------------------------------------------------ the auction


def test_the_rulebooks_auction_3_7_9_10_11():
    """Example of AUSSCHREIBUNG: 3, 7, a 9 on the only field left (trendy), 10 on the subway, two passes, 11 over a
    bridge, a pass."""
    p = position(tokens={"w8": "trendy", "w4": "subway"})
    p.play("3w6")
    assert p.actor == GREY
    p.play("7w7")
    assert {text for text in legal(p) if text != "-"} == {f"{n}w8" for n in range(8, 14)}, "red has one field only"
    p.play("9w8")
    p.play("10w4")
    assert refused(p, "10s1") == "TOO_LOW", "blue needs an 11 at least"
    p.play("-")
    assert p.actor == GREY
    p.play("-")
    assert p.actor == RED
    assert "11s1" in legal(p), "over the bridge"
    p.play("11s1")
    assert p.actor == WHITE
    events = p.play("-")
    assert told(events, Event.BUILT) == [(RED, 11, FIELD["s1"], Ending.PASSED)], picture(p)
    assert told(events, Event.RETURNED)[0][0] == 4
    s = p.record
    assert names(s.own[RED]) == {"s1"} and s.n_bids == 0 and p.actor == RED
    assert [int(n) for n in s.supply] == [8191, 8191, 8191 - (1 << 10), 8191], "all others come back"
    assert names(s.free) == set(oracle.FIELDS) - {"s1"}
    assert refused(p, "-") == "MUST_OPEN", "red must open the next one"
    assert len(legal(p)) == 12 * 54, "any of his buildings on any free field"


def test_the_rulebooks_isolated_1():
    """Second example: no free field beside it, so a 1 wins at once, takes the trendy token, and grey starts anew."""
    around = ["1n2", "2n7", "3n9", "4n10"]
    p = position(tokens={"n8": "trendy"}, built=[around], actor=GREY)
    events = p.play("1n8")
    assert codes(events) == [Event.OPENED, Event.BUILT, Event.TOOK]
    assert told(events, Event.BUILT)[0][3] == Ending.ENCLOSED
    assert p.record.tokens[GREY][0] == 1 and p.actor == GREY and p.record.n_bids == 0


def test_the_highest_number_ends_the_auction_at_once():
    """ENDE DER AUSSCHREIBUNG 3: nobody can outbid a 13; also with the opening bid."""
    p = position()
    events = p.play("13c4")
    assert told(events, Event.BUILT) == [(0, 13, FIELD["c4"], Ending.TOO_HIGH)]
    assert Event.MUST_PASS not in codes(events)


def test_a_lower_number_is_the_highest_where_the_others_have_less():
    """Ruling 4: too high for all players still in, passed ones do not count."""
    p = position(supply={1: [1, 2, 3], 2: [13], 3: [1]})
    p.play("2c3")
    p.play("3c5")  # seat 1
    p.play("-")  # seat 2, with the 13, passes
    assert p.actor == 0, "seat 3 must pass: it has a 1 only"
    events = p.play("4c6")
    assert told(events, Event.BUILT)[0] == (0, 4, FIELD["c6"], Ending.TOO_HIGH), picture(p)


def test_who_has_no_higher_building_must_pass_and_it_is_told():
    """Passen, note: taken by the game itself, and said."""
    p = position(supply={1: [1, 5], 3: [2]})
    events = p.play("6c3")
    assert told(events, Event.MUST_PASS) == [(1, 0, 0, 0)] and p.actor == 2
    events = p.play("7c5")
    assert told(events, Event.MUST_PASS) == [(3, 0, 0, 0)] and p.actor == 0
    events = p.play("-")
    assert told(events, Event.BUILT)[0][3] == Ending.PASSED


def test_a_pass_can_leave_only_those_who_must_pass():
    """The last one who could go on passes: the others are passed over, and the bidder wins."""
    p = position(supply={1: [13], 2: [1], 3: [1]})
    p.play("5c3")
    events = p.play("-")
    assert codes(events)[:4] == [Event.PASSED, Event.MUST_PASS, Event.MUST_PASS, Event.BUILT]


def test_a_player_may_have_several_bids_and_they_stay_used():
    """Ruling 2: a lying building cannot be used again in that auction, and blocks its field."""
    p = position(players=2, unused="north+east")
    for text in ("1c8", "2c7", "3c6", "4c5"):
        p.play(text)
    assert p.actor == 0
    assert refused(p, "3c3") == "NO_BUILDING" and "on the board as a bid" in str(p.why_not("3c3").message)
    assert refused(p, "5c6") == "FIELD_TAKEN"
    assert legal(p) == {"-"} | {f"{n}{f}" for n in range(5, 14) for f in ("c3", "c4")}, "e7 is not used"


def test_a_pass_is_final_and_the_bids_of_the_passed_stay():
    """Ruling 3: seat 0 passed; its 1 blocks c8 until the end."""
    p = position(players=3, unused="north")
    for text in ("1c8", "2c7", "3c6", "-", "-"):
        p.play(text)
    assert p.actor == 2, "seat 2's 3 was outbid by nobody: it won and starts"
    p = position(players=3, unused="north")
    for text in ("1c8", "2c7", "3c6", "-", "4c5"):
        p.play(text)
    assert p.actor == 2, "seat 0 is out"
    assert names(p.record.free) == set(oracle.FIELDS) - {f for f in oracle.FIELDS if f[0] == "n"} - {
        "c8",
        "c7",
        "c6",
        "c5",
    }
    events = p.play("-")
    assert told(events, Event.BUILT)[0][:3] == (1, 4, FIELD["c5"]) and "c8" in names(p.record.free)


def test_a_bridge_joins_and_river_lakes_and_corners_do_not():
    """Überbieten: neighbours share a border or a bridge; doubtful corners are none (ruling)."""
    p = position()
    p.play("1n6")
    assert {t[1:] for t in legal(p) if t != "-" and t[0] == "2" and len(t) == 3} == {"n5", "c4"}
    for one, other in (
        ("e1", "e8"),
        ("e2", "e9"),
        ("n3", "n8"),
        ("n2", "n7"),
        ("c5", "c12"),
        ("w6", "w8"),
        ("c7", "c15"),
    ):
        p = position()
        p.play(f"1{one}")
        assert refused(p, f"2{other}") == "NOT_BESIDE", (one, other)


def test_only_low_buildings_still_open():
    """Ruling 7: a starter with a 1 alone opens normally, and wins if nobody wants to outbid."""
    p = position(supply={0: [1]}, players=2, unused="north+east", built=[["2c1"]])
    p.play("1c8")
    events = p.play("-")
    assert told(events, Event.BUILT)[0][:2] == (0, 1)


# ------------------------------------------------------------- tokens and cards


def win(p, seat, text):
    """Let a seat open with its 13 (13 beats all): it builds there."""
    p.record.actor = seat
    p.record.supply[seat] |= 1 << 12
    return p.play(text)


def test_the_subway_card_goes_to_the_first_and_then_to_who_has_more():
    """SONDERKARTEN: a tie leaves it where it is."""
    p = position(tokens=dict.fromkeys(["c1", "c2", "c3", "c4", "c5"], "subway"))
    assert told(win(p, 0, "13c1"), Event.CARD) == [(0, Token.SUBWAY, 0, 0)]
    assert told(win(p, 1, "13c2"), Event.CARD) == [], "a tie"
    assert p.record.subway_card == 0
    assert told(win(p, 1, "13c3"), Event.CARD) == [(1, Token.SUBWAY, 0, 0)]
    assert told(win(p, 0, "13c4"), Event.CARD) == [] and p.record.subway_card == 1
    assert told(win(p, 0, "13c5"), Event.CARD) == [(0, Token.SUBWAY, 0, 0)]
    assert p.score(0)["subway_card"] == 3 and p.score(1)["subway_card"] == 0
    assert p.score(0)["subway"] == 3 and p.score(1)["subway"] == 2


def test_the_site_card_always_goes_to_the_last_taker():
    """SONDERKARTEN: minus 2 for its holder, minus 1 for each token."""
    p = position(tokens=dict.fromkeys(["c1", "c2", "c3"], "site"))
    assert told(win(p, 0, "13c1"), Event.CARD) == [(0, Token.SITE, 0, 0)]
    assert told(win(p, 1, "13c2"), Event.CARD) == [(1, Token.SITE, 0, 0)]
    assert told(win(p, 1, "13c3"), Event.CARD) == [], "it stays"
    assert (p.score(0)["site"], p.score(0)["site_card"]) == (-1, 0)
    assert (p.score(1)["site"], p.score(1)["site_card"]) == (-2, -2)


# ---------------------------------------------------------------------- the end


def test_the_game_ends_at_the_last_building_and_its_token_counts():
    """ENDE DES SPIELS, ruling 6: token and card first, no further auction; then all goals are shown."""
    p = position(
        "expert",
        tokens={"c15": "site", "c4": "site"},
        goals=[("bridges", "parks"), ("chains", "malls"), ("lakes", "housing"), ("statues", "industry")],
    )
    p.record.n_built[2] = 12
    p.record.site_card = 0
    p.record.supply[2] = 1 << 12
    p.record.actor = 2
    events = p.play("13c4")
    assert codes(events) == [Event.OPENED, Event.BUILT, Event.TOOK, Event.CARD, Event.OVER, *[Event.SHOWN] * 4]
    assert p.over and p.legal() == [] and p.record.site_card == 2
    assert told(events, Event.SHOWN)[2] == (2, 3, 3, 0)
    assert p.revealed
    assert refused(p, "-") == "OVER"
    for seat in range(-1, 4):
        assert None not in p.seen_by(seat).score(1).points.values()


def test_ties_are_broken_by_buildings_and_then_shared():
    """ENDE DES SPIELS, ruling 19."""
    p = position(players=3, built=[["1c3"], ["1c5", "2c15"], ["1c11"]], goals=[("edge", "none")] * 3, unused="north")
    assert [account.total for account in p.scores()] == [0, 0, 0]
    assert p.ranks() == [2, 1, 2]


# ----------------------------------------------------------------------- set-up


@pytest.mark.parametrize(("players", "counts"), [(2, (5, 6, 6)), (3, (8, 7, 7)), (4, (9, 9, 9))])
@pytest.mark.parametrize("layout", ["random", "first"])
def test_tokens_as_the_rulebook_counts_them(players, counts, layout):
    """VORBEREITUNG and PARTIE ZU ZWEIT UND ZU DRITT: 7 in the centre, 5 in each outer district in use, none in blind
    alleys."""
    for seed in range(20):
        p = game(players=players, layout=layout).new(seed).position
        lying = {name: int(p.record.token[i]) for i, name in enumerate(oracle.FIELDS) if p.record.token[i]}
        assert tuple(Counter(lying.values())[t] for t in (1, 2, 3)) == counts
        assert not {"n10", "e10", "s10", "c15"} & set(lying)
        where = Counter(oracle.DISTRICT[name] for name in lying)
        assert where.pop("centre") == 7 and set(where.values()) == {5} and len(where) == players
        used = names(p.record.fields)
        assert {oracle.DISTRICT[name] for name in used} == {*where, "centre"} and p.record.fields == p.record.free


@pytest.mark.slow
def test_random_layouts_use_every_field_and_every_pair_of_districts():
    """Ruling 23: field and token are both drawn; two unused districts are neighbours, never opposite."""
    seen, unused = Counter(), Counter()
    for seed in range(400):
        p = game(players=2).new(seed).position
        for i, name in enumerate(oracle.FIELDS):
            seen[name, int(p.record.token[i])] += 1
        unused["".join(sorted({"n", "e", "s", "w"} - {name[0] for name in names(p.record.fields)}))] += 1
    assert set(unused) == {"en", "es", "sw", "nw"} and min(unused.values()) > 60
    for name in oracle.FIELDS:
        blind = name in ("n10", "e10", "s10", "c15")
        assert all((seen[name, token] == 0) == blind for token in (1, 2, 3)), name


def test_the_first_game_fixes_tokens_and_districts():
    """Ruling 24."""
    for players, letters in ((4, "neswc"), (3, "nswc"), (2, "nwc")):
        one, other = (game(players=players, layout="first").new(seed).position.record for seed in (1, 2))
        assert list(one.token) == list(other.token)
        assert {name[0] for name in names(one.fields)} == set(letters)
    with pytest.raises(tripolis.BadOptions, match="does not use: east"):
        game(players=3, layout="first", unused="north")


GIVEN = "T:n1,n2,w1,c1,c2 S:n3,n4,w2,w3,c3,c4 A:n5,w4,w5,c5,c6,c7"


def test_a_layout_can_be_given():
    p = game(players=2, layout="given", tokens=GIVEN).new(1).position
    assert {name for i, name in enumerate(oracle.FIELDS) if p.record.token[i] == 1} == {"n1", "n2", "w1", "c1", "c2"}
    assert {name[0] for name in names(p.record.fields)} == {"n", "w", "c"}
    text = str(game(players=2, layout="given", tokens=GIVEN).new(1))
    assert tripolis.Match.parse(text).position.to_bytes() == p.to_bytes()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"tokens": GIVEN}, "go together"),
        ({"layout": "given"}, "go together"),
        ({"layout": "given", "tokens": "T:n1 X:n2"}, "X:n2 is not a list of tokens"),
        ({"layout": "given", "tokens": GIVEN.replace("n1", "n11")}, "no field n11"),
        ({"layout": "given", "tokens": GIVEN.replace("n1", "n2")}, "There are two tokens on n2"),
        ({"layout": "given", "tokens": GIVEN.replace("n1", "n10")}, "blind alley"),
        ({"layout": "given", "tokens": GIVEN.replace("n1", "e1")}, "without tokens must be one of"),
        (
            {"layout": "given", "tokens": GIVEN.replace("n1", "c8")},
            "there are 4 tokens in the district north; there must be 5",
        ),
        (
            {"layout": "given", "tokens": GIVEN.replace("T:n1,", "T:").replace("S:", "S:n1,")},
            "there are 5 tokens of the kind trendy, not 4",
        ),
        ({"layout": "given", "tokens": GIVEN, "unused": "north+east"}, "does not use: east\\+south"),
        ({"unused": "north"}, "unused districts is 2, not 1"),
        ({"first": 2}, "Seat 2 cannot start"),
        ({"players": 4, "unused": "north"}, "unused districts is 0, not 1"),
        ({"unused": "north+south"}, "unused cannot be north\\+south"),
    ],
)
def test_options_that_do_not_fit_get_a_sentence(options, sentence):
    with pytest.raises(tripolis.BadOptions, match=sentence):
        tripolis.game("metropolys", **{"players": 2, **options})


@pytest.mark.parametrize(
    ("mode", "players", "cards"),
    [("family", 2, 3), ("family", 3, 4), ("family", 4, 4), ("expert", 2, 5), ("expert", 4, 5)],
)
def test_goals_are_dealt_secretly_and_every_card_comes_up(mode, players, cards):
    """VORBEREITUNG: a different card for each; the city edge is out with two players; only the owner hears of it."""
    areas, kinds = set(), set()
    for seed in range(60):
        match = game(mode, players).new(seed)
        dealt = [tuple(int(n) for n in match.position.record.goal[seat]) for seat in range(players)]
        assert len({area for area, _ in dealt}) == players
        areas |= {area for area, _ in dealt}
        if mode == "expert":
            assert len({kind for _, kind in dealt}) == players
            kinds |= {kind for _, kind in dealt}
        else:
            assert {kind for _, kind in dealt} == {0}
        whispers = [event for event in match.events[0] if event.code == Event.GOAL]
        assert [(event.audience, event.args[:3]) for event in whispers] == [(i, (i, *dealt[i])) for i in range(players)]
    assert len(areas) == cards and len(kinds) == (5 if mode == "expert" else 0)
    assert (4 in areas) == (mode == "family" and players > 2)


def test_the_start_seat_is_drawn_or_given():
    assert {tripolis.game("metropolys").new(seed).actor for seed in range(40)} == {0, 1, 2, 3}
    assert {tripolis.game("metropolys", first=2).new(seed).actor for seed in range(5)} == {2}


# ------------------------------------------------------------------------- texts


def test_every_action_is_written_and_read():
    p = position()
    texts = [p.move(action).text for action in range(ACTIONS.count)]
    assert len(set(texts)) == ACTIONS.count and texts[act.PASS] == "-"
    assert [p.number_of(text.upper()) for text in texts] == list(range(ACTIONS.count))
    for text in ("", "7", "c4", "0c4", "14c4", "7c0", "7c16", "7n11", "7x1", "07c4", "7c04", "--", "pass"):
        with pytest.raises(tripolis.BadNotation):
            p.number_of(text)


def test_reasons_name_what_stands_in_the_way():
    p = position(players=2, built=[["5c3"], ["9c5"]], unused="east+south")
    assert "already built" in str(p.why_not("5c4").message)
    assert "unused district" in str(p.why_not("6e1").message)
    assert "c5 is not free" in str(p.why_not("6c5").message)
    p.play("6c4")
    assert "must be 7 or more" in str(p.why_not("5n6").message)
    assert "not beside c4" in str(p.why_not("8c8").message)
