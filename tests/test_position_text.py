"""Positions as text: a round trip is exact, a viewer's text holds no secret, and bad text says what is wrong and
where."""

import random
import re

import numpy as np
import pytest

import tripolis
from tests.toy import TOY
from tripolis import BadPosition, Position
from tripolis.engine.layouts import state_layout
from tripolis.engine.position_text import LONGEST, read_rows, rows_of, write_field
from tripolis.engine.record import WHOLE, public

GAMES = {
    "toy": lambda: TOY.configure(players=3),
    "quadropolis": lambda: tripolis.game("quadropolis", players=3),
    "quadropolis expert": lambda: tripolis.game("quadropolis", mode="expert", players=4),
    "metropolys": lambda: tripolis.game("metropolys", players=3),
    "metropolys expert": lambda: tripolis.game("metropolys", mode="expert", players=4),
    "ubuild": lambda: tripolis.game("ubuild", players=3, track="pro"),
}


@pytest.fixture(params=GAMES)
def game(request):
    return GAMES[request.param]()


def walk(game, seed, most=80):
    """Positions along a random match, with its end if it comes soon enough."""
    match, rng = game.new(seed), random.Random(seed)
    yield match
    while not match.over and len(match.moves) < most:
        match.play(rng.choice(match.position.legal_numbers()))
        yield match


# ------------------------------------------------------------------ round trips


@pytest.mark.slow
def test_a_round_trip_equals_the_record_byte_for_byte(game):
    for match in walk(game, 3):
        for seat in range(WHOLE, game.players):
            position = match.position if seat == WHOLE else match.seen_by(seat)
            text = position.text()
            assert game.position(text).to_bytes() == position.to_bytes(), text
            assert game.position(text.replace(" ", "&")).to_bytes() == position.to_bytes()
            assert game.position(text.partition(" ")[2]).to_bytes() == position.to_bytes(), (
                "the first word may be left out"
            )


def test_any_record_has_a_text(game):
    """Also one that cannot come up: every number of every field is kept, derived ones too."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        s = game.new(1).position.plain
        for f in game.state.fields:
            if f.name not in ("actor", "observer", "seed") and rng.random() < 0.4:
                low, high = (-3, 4) if rng.random() < 0.5 else (np.iinfo(f.kind).min, np.iinfo(f.kind).max)
                if not f.derived and game.rules.derive is not None:
                    low, high = 0, 2  # what others are derived from must make sense
                setattr(s, f.name, rng.integers(low, high, f.shape, endpoint=True).tolist())
        position = Position(game, game.state.from_plain(s))
        assert game.position(position.text()).to_bytes() == position.to_bytes(), position.text()


def test_a_viewers_text_holds_neither_the_seed_nor_what_was_erased(game):
    """It is the same in every world that looks alike."""
    for match in walk(game, 4, most=30):
        if match.over:
            break
        assert f"seed={match.seed}" in match.position.text()
        for seat in range(-1, game.players):
            seen = match.seen_by(seat)
            assert "seed" not in seen.text()
            assert seen.imagine(1).seen_by(seat).text() == seen.text()


def test_a_text_is_one_short_line_that_says_what_is_played(game):
    longest = max(len(match.position.text()) for match in walk(game, 5, most=400))
    text = game.new(5).position.text()
    assert text.isascii() and "\n" not in text and longest < 1000
    assert text.startswith(f"{game.name}/{game.version}")


def test_the_start_needs_few_words(game):
    """What follows from rules and options is left out."""
    assert game.position("").to_bytes() == game.position(game.position("").text()).to_bytes()
    assert len(game.position("").text().split()) == 1


def test_a_position_finds_its_game():
    match = tripolis.game("metropolys", mode="expert", players=3).new(9)
    match.play(match.legal()[0])
    again = Position.parse(match.position.text())
    assert again.to_bytes() == match.position.to_bytes() and again.game.settings == match.game.settings
    assert again.play(again.legal()[0]) == match.play(match.legal()[0])


def test_texts_read_like_this():
    game = tripolis.game("metropolys", players=3)
    text = (
        "metropolys/1/players=3 ply=5 goal=2/3/1 fields=36028797017916415 token=n2:T,S,A,S,n8:S built=w3:1-13 "
        "bid_field=w2,n9 bid=1-10,2-12"
    )
    position = game.position(text)
    assert position.text() == text
    s = position.plain
    assert (s.ply, s.actor, s.n_bids, s.n_built[:3], s.supply[1]) == (5, 0, 2, [0, 1, 0], 8191 - (1 << 12) - (1 << 9))
    assert game.position(text + " supply=0*3").record.supply[2] == 0, "what is derived can be said too"


def test_box_and_odd_values_of_options_are_named_by_hash():
    standard = tripolis.game("quadropolis", players=2)
    files = {name: text.replace("1,tower", "1,tower") + "\n" for name, text in standard.rules.standard_box().items()}
    own = tripolis.game("quadropolis", players=2, box=files)
    text = own.new(1).position.text()
    assert f"/box={own.box_hash} " in text and len(own.box_hash) == 32
    with pytest.raises(BadPosition, match=r"box is [0-9a-f]{32} in the position, but standard in this game"):
        standard.position(text)
    assert own.position(text).text() == text
    plan = tripolis.game("ubuild").builder("starter")
    plan.play("template:starter")
    built = tripolis.game("ubuild", track=plan.state)
    text = built.new(1).position.text()
    assert re.search(r"/track=~[0-9a-f]{16}\b", text) and built.position(text).text() == text
    with pytest.raises(BadPosition, match=r"track is ~[0-9a-f]{16} in the position, but classic in this game"):
        tripolis.game("ubuild").position(text)


# --------------------------------------------------------------------- grammar

GRID = public("grid", "i1", (2, 4), at=("a", "b", "c", "d"), values=("", "one"))


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([[0, 0, 0, 0], [0, 0, 0, 5]], "/d:5"),
        ([[1, 0, 0, 0], [0, 0, 0, 0]], "one"),
        ([[2, 2, 2, 2], [2, 2, 2, 1]], "2*4/2*3,one"),
        ([[0, -1, 0, -1], [0, 0, 0, 0]], "b:-1,d:-1"),
    ],
)
def test_rows_are_written_with_runs_places_and_names(rows, text):
    nothing = [[0] * 4, [0] * 4]
    assert write_field(GRID, rows, nothing) == text
    read_rows(GRID, rows_of(GRID, nothing), text, 1)
    assert nothing == rows


def test_rows_can_have_names_and_numbers_can_be_sets():
    field = public("blocks", "i1", (3, 2), rows=("p1", "p2", "p3"))
    assert write_field(field, [[0, 0], [0, 3], [1, 0]], [[0, 0]] * 3) == "p2:0,3,p3:1"
    sets = public("holds", "i4", 2, bits=("x", "y", "z"))
    assert write_field(sets, [5, 0], [0, 7]) == "x+z,0"


@pytest.mark.parametrize("name", ["", "7", "-7", "a b", "a:b", "a,b", "a/b", "a+b", "a=b", "a*b", "é"])
def test_names_that_a_text_cannot_hold_are_refused(name):
    with pytest.raises(ValueError, match="the field grid has the name"):
        state_layout(public("grid", "i1", 2, at=("a", name)))


@pytest.mark.parametrize("names", [{"values": ("a", "a")}, {"bits": ("a", "a")}, {"at": ("a", "a")}, {"at": ("a",)}])
def test_two_numbers_or_places_cannot_share_a_name(names):
    with pytest.raises(ValueError, match=r"the field grid has (one name twice|2 places and [12] names)"):
        state_layout(public("grid", "i1", 2, **names))


BAD = {
    "nothing of this game": ("chess/1 ply=3", 1, "the position is from chess/1, but this is quadropolis/1"),
    "another version": ("quadropolis/2 ply=3", 1, "the position is from quadropolis/2, but this is quadropolis/1"),
    "other players": ("quadropolis/1/players=3 ply=3", 15, "players is 3 in the position, but 2 in this game"),
    "another mode": ("quadropolis/1/players=2/mode=expert", 25, "mode is expert in the position, but classic in this game"),
    "no such option": ("quadropolis/1/players=2/moon=1", 25, "there is no option moon"),
    "no such field": ("  moon=1", 3, "there is no field moon"),
    "twice": ("ply=1 ply=2", 7, "ply appears twice"),
    "no value": ("ply", 1, "the position is from ply, but this is quadropolis/1"),
    "an empty value": ("ply=1 turn=", 7, "write name=value, not turn="),
    "no number": ("ply=x", 5, "x is neither a number nor a name of ply"),
    "not Python's number": ("ply=1_0", 5, "1_0 is neither a number nor a name of ply"),
    "another alphabet's number": ("ply=٣", 5, "٣ is neither a number nor a name of ply"),
    "too large": ("ply=1 turn=200", 12, "200 does not fit into turn"),
    "far too large": ("ply=" + "9" * 5000, 5, "is neither a number nor a name of ply"),
    "no such value": ("phase=dance", 7, "dance is neither a number nor a name of phase"),
    "no such bit": ("turned=r1c1+r9c9", 13, "r9c9 is neither a number nor a name of turned"),
    "no such place": ("site=1,2,r9c1:3", 10, "site has no place r9c1"),
    "a place too far": ("site=25:3", 6, "site has no place 25"),
    "too many": ("residents=1,2,3,4,5", 19, "residents has no place 4"),
    "too long a run": ("site=1*99", 8, "*99 is neither a number nor a name of site"),
    "a run over the end": ("site=r5c5:1*2", 6, "site has no place r5c5"),
    "too many rows": ("kind=/////a1:tower", 11, "kind has no place a1"),
    "nothing between commas": ("site=1,,2", 8, " is neither a number nor a name of site"),
    "a short seed": ("seed=abc", 6, "a seed has 32 hex digits"),
    "no such actor": ("ply=1 actor=2", 13, "there is no seat 2"),
    "no such observer": ("observer=5", 10, "there is no seat 5"),
    "a viewer who knows the seed": ("observer=0 ply=1 seed=" + "1" * 32, 23, "a viewer cannot know seed"),
    "too long a text": ("ply=1" + " " * LONGEST, 1, f"a position has at most {LONGEST} characters"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_text_says_what_is_wrong_and_where(what):
    text, column, reason = BAD[what]
    game = tripolis.game("quadropolis", players=2)
    with pytest.raises(BadPosition) as caught:
        game.position(text)
    assert reason in str(caught.value.reason) and caught.value.column == column, str(caught.value)
    assert str(caught.value) == f"column {column}: {caught.value.reason}"


def test_a_text_without_a_game_or_of_an_unknown_one_says_so():
    with pytest.raises(BadPosition, match="column 1: the game is missing"):
        Position.parse("ply=3")
    with pytest.raises(BadPosition, match="There is no game called chess"):
        Position.parse("chess/1 ply=3")


def test_what_a_seat_cannot_know_is_refused():
    game = tripolis.game("metropolys", players=3)
    assert game.position("observer=1 goal=/3").plain.goal[1] == [3, 0]
    with pytest.raises(BadPosition, match="column 17: a viewer cannot know goal"):
        game.position("observer=1 goal=1")


def test_a_damaged_text_is_a_position_or_a_bad_position_and_nothing_else(game):
    rng = random.Random(8)
    texts = [match.position.text() for match in walk(game, 6, most=40)][::8]
    for _ in range(400):
        text = list(rng.choice(texts))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(3)] = rng.choice(["", ",", "/", ":", "*", "=", "9", "-", "a", " ", "+", "é"])
        try:
            position = game.position("".join(text))
        except BadPosition:
            continue
        assert game.position(position.text()).to_bytes() == position.to_bytes()
