"""Study: variations from any position, kept in match files; positions of strangers; who analyses, and by what they see."""

import random
import re
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.errors import BadMatch, BadOptions, BadPosition, TripolisError
from tripolis.engine.record import WHOLE
from tripolis.engine.sound import BadTable, check_position
from tripolis.study import Room, begin, lines_of, match_of
from tripolis.study.tree import split_name

GAMES = ("quadropolis", "metropolys", "ubuild")
GOLDEN = {name: sorted((Path(__file__).parent / name / "golden").glob("*.tri")) for name in GAMES}


@pytest.fixture(params=GAMES)
def match(request):
    """A recorded match of each game."""
    return tripolis.Match.load(GOLDEN[request.param][0])


def branched(match, ply=4):
    """A room with a variation in a variation, both named, with comments."""
    room = Room(match, ply)
    room.comment = "here it turns"
    other = next(n for n in room.position.legal_numbers() if n != match.numbers[ply])
    room.play(other)
    room.name, room.comment = "Quiet plan", "what if {this}"
    room.play(room.position.legal_numbers()[0])
    room.step(-1)
    if len(room.position.legal_numbers()) > 1:
        room.play(room.position.legal_numbers()[1])
        room.name = "Even quieter"
    return room


def test_variations_names_and_comments_survive_the_file(match):
    room = branched(match)
    text = str(match)
    again = tripolis.Match.parse(text)
    assert str(again) == text and again.comments[4] == "here it turns"
    line = again.variations[4][0]
    assert split_name(line.comments[4]) == ("Quiet plan", "") and line.comments[5] == "what if (this)"
    assert room.name in ("Even quieter", "Quiet plan")


def test_a_tree_as_data_is_the_same_match(match):
    branched(match)
    first = tripolis.Match(match.game, match.seed)
    first.headers = dict(match.headers)
    rebuilt = match_of(first, lines_of(match))
    assert lines_of(rebuilt) == lines_of(match) and rebuilt.variations[4][0].comments[5] == "what if {this}"
    with pytest.raises(TripolisError):
        match_of(tripolis.Match(match.game, match.seed), {"moves": ["no move"]})
    deep = {"moves": match.texts()[:2]}
    for _ in range(25):
        deep = {"moves": match.texts()[:1], "variations": {"0": [deep]}}
    with pytest.raises(BadOptions):
        match_of(tripolis.Match(match.game, match.seed), deep)


def test_stepping_leaves_a_variation_where_it_began(match):
    room = branched(match)
    room.step(-1)
    room.up()
    assert room.ply == 4 or room.in_variation
    room.go(0)
    assert not room.in_variation and room.line is match and room.position == match.at(0)
    room.go(4)
    known = [move.number for move, _ in room.choices()]
    assert len(known) == 2
    room.play(known[1])
    assert room.in_variation and room.name == "Quiet plan"
    room.remove()
    assert len(list(room.choices())) == 1 and not room.in_variation


def test_a_match_goes_on_from_a_position(match):
    position = match.at(7)
    there = begin(position.text())
    assert there.eyes == WHOLE and there.match.position == position
    there.match.play(*match.numbers[7:12])
    text = str(there.match)
    assert begin(text).match == there.match and begin(text).match.at(0) == position
    assert there.match.position == match.at(12)
    wrong = text.replace("[Position ", f'[Seed "{match.seed}"]\n[Position ')
    with pytest.raises(BadMatch, match="seed"):
        begin(wrong)


def test_what_a_seat_sees_is_analysed_without_secrets():
    match = tripolis.Match.load(GOLDEN["metropolys"][0])
    seen = match.at(9).seen_by(1)
    one = begin(seen.text())
    assert one.eyes == 1 and one.filled and begin(str(one.match)).eyes == 1
    other_secrets = next(
        world for seed in range(50) if (world := seen.imagine(seed)).plain.goal != match.at(9).plain.goal
    )
    here, there = Room(one.match, 0, 1), Room(begin(other_secrets.text()).match, 0, 1)
    told = [[(line.move.text, line.chances) for line in room.analyse(120)] for room in (here, there)]
    assert told[0] == told[1]


def test_every_seat_has_a_chance_and_a_lead(match):
    lines = Room(match, 8).analyse(200)
    assert 1 <= len(lines) <= 3
    for line in lines:
        assert sum(line.chances) == pytest.approx(1) and len(line.leads) == match.game.players
        assert line.leads[match.actors[8]] == line.lead and line.moves[0] == line.move
    assert Room(match, 8).analyse(200) == lines


def test_positions_of_real_matches_can_stand_on_a_table(match):
    for ply in range(0, len(match), 5):
        check_position(match.at(ply))
        check_position(match.at(ply).seen_by(match.actors[ply]))
    check_position(match.position)


WRONG = {
    "quadropolis": ["residents=5000", "mayor=3", "round_no=3", "hand=4", "built=0-a1,0-a1", "site=60", "turn=1"],
    "metropolys": ["built=0-7,0-7", "token=n1:S", "goal=1/1", "passed=1", "subway_card=1", "bid=0-4", "fields=7"],
    "ubuild": [
        "at=31",
        "cash=-1",
        "owner=b1:7",
        "phase=raise",
        "phase=answer",
        "hazard=3*2",
        "blocks=b1:9",
        "at=3 jail=1",
    ],
}


@pytest.mark.parametrize(("name", "field"), [(name, field) for name in GAMES for field in WRONG[name]])
def test_what_cannot_stand_on_a_table_is_refused_with_a_reason(name, field):
    with pytest.raises((BadTable, BadPosition)) as refused:
        begin(f"{tripolis.game(name, players=2).new(1).position.text().split()[0]} {field}")
    assert len(str(refused.value)) > 15


def test_altered_positions_are_refused_or_can_be_played(match):
    chance = random.Random(7)
    text = match.at(len(match) // 2).text()
    accepted = 0
    for _ in range(40):
        numbers = [m.span() for m in re.finditer(r"(?<=[=,/:*])-?[0-9]+(?=[,/* ]|$)", text.split(" seed=")[0])]
        start, stop = chance.choice(numbers)
        changed = text[:start] + str(chance.choice((-3, -1, 0, 1, 2, 5, 19, 24, 77))) + text[stop:]
        try:
            world = begin(changed).match.position
        except TripolisError:
            continue
        accepted += 1
        for _ in range(30):
            if not world.over:
                world.play(chance.choice(world.legal_numbers()))
    assert accepted < 40
