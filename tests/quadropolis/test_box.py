"""The box as data: what it holds (docs/rules, sections 1 to 3), which boxes are refused and why, and play with
another one."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from random import Random

import pytest

import tripolis
from tests.quadropolis.positions import position, tile_code
from tripolis.games.quadropolis.box.reader import standard_box
from tripolis.games.quadropolis.rules.state import SPACES, Kind

TILES, BOARDS = "tiles.csv", "boards.json"
ROWS = list(csv.DictReader(io.StringIO(standard_box()[TILES])))

COUNTS = {
    # Rules, section 2: tiles of each face in rounds 1, 2, ... of Classic; the mayor's tower apart (`TM`).
    "classic": {
        "TM": "1110", "T1": "2212", "T2": "3333", "T3": "1111", "S": "3333", "P": "1111", "P+1": "2222", "P+2": "1111",
        "K": "2232", "Y": "1111", "F1": "2111", "F2": "1222", "F3": "1111", "H20": "1111", "H02": "1011", "H11": "1212",
        "H+1": "1000", "H+2": "0110", "H+3": "0001",
    },
    "expert": {
        "TM": "11110", "T1": "10010", "T2": "33323", "T3": "11112", "S": "32333", "P": "11111", "P+1": "12211",
        "P+2": "11111", "K": "22121", "Y": "11111", "F1": "10000", "F2": "12222", "F3": "11111", "H20": "11100",
        "H02": "10110", "H11": "12112", "H+1": "10000", "H+2": "01100", "H+3": "00012", "O": "33344", "M": "01111",
    },
}  # fmt: skip
MODES = [("classic", 4), ("expert", 5)]


# ------------------------------------------------------------- what it holds


def test_the_box_has_142_tiles():
    """p. 1; Classic-only 17, Expert-only 42, the others in both."""
    assert len(ROWS) == len({row["id"] for row in ROWS}) == 142
    assert Counter(row["set"] for row in ROWS) == {"both": 83, "classic": 17, "expert": 42}


@pytest.mark.parametrize(("mode", "rounds"), MODES)
def test_each_round_has_the_tiles_of_the_table(mode, rounds):
    """Rules, section 2: 25 tiles a round, face by face."""
    made = position(mode)
    for number in range(rounds):
        found = Counter(tile_code(made, tile) for tile in range(SPACES * number, SPACES * number + SPACES))
        assert found == +Counter({code: int(digits[number]) for code, digits in COUNTS[mode].items()})
        assert found.total() == SPACES


@pytest.mark.parametrize(("mode", "rounds"), MODES)
def test_each_round_has_16_unmarked_4_and_5_marked_tiles(mode, rounds):
    """p. 2; rules, section 3: 16, 20 and 25 tiles are in play with 2, 3 and 4 players."""
    marks = position(mode).game.box[0].mark
    for number in range(rounds):
        here = [int(mark) for mark in marks[SPACES * number : SPACES * number + SPACES]]
        assert Counter(here) == {2: 16, 3: 4, 4: 5}


@pytest.mark.parametrize(("mode", "residents", "energy"), [("classic", 64, 43), ("expert", 70, 47)])
def test_all_tiles_of_a_mode_together_produce(mode, residents, energy):
    """Rules, section 2 and ruling 33: the supply of 65 residents and 50 energy never runs out in Classic."""
    b = position(mode).game.box[0]
    assert (sum(b.residents), sum(b.energy)) == (residents, energy)


@pytest.mark.parametrize(("mode", "rounds"), MODES)
def test_each_round_but_the_last_has_one_mayors_tower_that_is_always_in_play(mode, rounds):
    """p. 5, ruling 17: a tower with 1 resident."""
    b = position(mode).game.box[0]
    found = [tile for tile in range(SPACES * rounds) if b.mayor[tile]]
    assert [tile // SPACES for tile in found] == list(range(rounds - 1))
    assert {(int(b.kind[t]), int(b.residents[t]), int(b.mark[t])) for t in found} == {(Kind.TOWER, 1, 2)}


def test_as_many_monuments_are_in_play_as_players():
    """p. 7: none in round 1; with 2 players none in rounds 4 and 5, with 3 none in round 5."""
    b = position("expert").game.box[0]
    rounds_and_marks = [(t // SPACES + 1, int(b.mark[t])) for t in range(5 * SPACES) if b.kind[t] == Kind.MONUMENT]
    assert rounds_and_marks == [(2, 2), (3, 2), (4, 3), (5, 4)]


def test_expert_districts_hold_every_number_but_their_own():
    """p. 7; rules, section 1: district d has the numbers 1 to 5 without d, so each architect reaches eight cells."""
    board = json.loads(standard_box()[BOARDS])["expert"]
    for district in range(1, 6):
        numbers = [
            number
            for numbers, districts in zip(board["cell"], board["district"], strict=True)
            for number, home in zip(numbers, districts, strict=True)
            if home == district
        ]
        assert sorted(numbers) == [n for n in range(1, 6) if n != district]
    b = position("expert").game.box[0]
    assert [int(reach).bit_count() for reach in b.reach] == [8] * 5


def test_classic_architects_reach_a_row_and_a_column_of_sixteen_cells():
    """p. 4: seven cells each; four districts of four cells."""
    b = position().game.box[0]
    assert [int(reach).bit_count() for reach in b.reach] == [7, 7, 7, 7, 0]
    assert [int(district).bit_count() for district in b.district] == [4, 4, 4, 4, 0]
    assert int(b.cells).bit_count() == 16


# --------------------------------------------------------------- wrong boxes


def tiles(tile=None, drop=None, again=None, **values):
    """The standard box with other values for one tile, without a tile, or with a tile twice."""
    lines = standard_box()[TILES].split("\n")
    names = lines[0].split(",")
    for i, text in enumerate(lines):
        fields = text.split(",")
        if fields[0] == str(tile):
            lines[i] = ",".join(str(values.get(name, field)) for name, field in zip(names, fields, strict=False))
    if drop:
        lines = [text for text in lines if not text.startswith(f"{drop},")]
    if again:
        lines = [part for text in lines for part in ([text] * (1 + text.startswith(f"{again},")))]
    return {**standard_box(), TILES: "\n".join(lines)}


def boards(mode, **values):
    """The standard box with something else on a board."""
    found = json.loads(standard_box()[BOARDS])
    found[mode].update(values)
    return {**standard_box(), BOARDS: json.dumps(found)}


def text(file, text):
    """The standard box with another text for a file."""
    return {**standard_box(), file: text}


def line_of(tile):
    """The line of a tile in the standard box (the first has the names of the columns)."""
    return 2 + [row["id"] for row in ROWS].index(str(tile))


WRONG = {
    "24 tiles in a round": (tiles(drop=105), TILES, line_of(125) - 1, "round 1 of Classic has 24 tiles; it needs 25"),
    "26 tiles in a round": (tiles(126, set="both", type="shop"), TILES, line_of(126), "round 1 of Classic has 26 tiles"),
    "no tiles at all": (text(TILES, standard_box()[TILES].split("\n")[0]), TILES, None, "0 tiles"),
    "an unknown kind": (tiles(108, type="castle"), TILES, line_of(108), "'castle' is not a kind of building"),
    "an unknown park": (tiles(115, variant="lawn"), TILES, line_of(115), "park or playground, not 'lawn'"),
    "an unknown set": (tiles(108, set="promo"), TILES, line_of(108), "both, classic or expert, not 'promo'"),
    "an office in Classic": (tiles(126, set="both"), TILES, line_of(126), "no office in Classic"),
    "no mayor's tower": (tiles(104, mayor=0), TILES, line_of(125), "round 1 of Classic has 0 mayor's towers"),
    "two mayor's towers": (tiles(105, mayor=1), TILES, line_of(105), "has 2 mayor's towers"),
    "a mayor in the last round": (tiles(404, mayor=1), TILES, line_of(404), "the last of Classic"),
    "a mayor's shop": (tiles(108, mayor=1), TILES, line_of(108), "the mayor must be on a tower"),
    "a mayor not always in play": (tiles(104, players="3-4"), TILES, line_of(104), "with any number of players"),
    "a bad mark": (tiles(108, players="2-3"), TILES, line_of(108), "2-4, 3-4 or 4, not '2-3'"),
    "a sixth round": (tiles(525, round=6), TILES, line_of(525), "round is a number from 1 to 5, not '6'"),
    "a fifth round of Classic": (tiles(525, set="both", type="park", variant="park"), TILES, line_of(525), "only 4 rounds"),
    "no number": (tiles(108, energy="two"), TILES, line_of(108), "energy is a number from 0 to 9, not 'two'"),
    "less than nothing": (tiles(108, residents=-1), TILES, line_of(108), "residents is a number from 0 to 9"),
    "points on a shop": (tiles(108, vp=2), TILES, line_of(108), "only public services and harbours"),
    "a tile twice": (tiles(again=108), TILES, line_of(108) + 1, f"tile 108 is already in line {line_of(108)}"),
    "a value too few": (text(TILES, standard_box()[TILES] + "999,1,both"), TILES, 144, "15 values"),
    "a column missing": (text(TILES, standard_box()[TILES].replace(",vp,", ",points,", 1)), TILES, 1, "column vp is missing"),
    "an empty file": (text(TILES, ""), TILES, 1, "column id is missing"),
    "a file missing": ({TILES: standard_box()[TILES]}, BOARDS, None, "this file is missing"),
    "the other file missing": ({BOARDS: standard_box()[BOARDS]}, TILES, None, "this file is missing"),
    "broken JSON": (text(BOARDS, '{"classic":\n  {"rows": [1, 2,]}}'), BOARDS, 2, "not valid JSON"),
    "JSON that is a list": (text(BOARDS, "[1]"), BOARDS, None, "the classic board is missing"),
    "no Expert board": (text(BOARDS, json.dumps({"classic": json.loads(standard_box()[BOARDS])["classic"]})), BOARDS, None, "expert board"),
    "a row short": (boards("expert", cell=[[1, 2, 3, 4, 5]] * 3), BOARDS, None, "cell must have 4 rows of 5 numbers"),
    "a column short": (boards("classic", district=[[1, 2, 3]] * 4), BOARDS, None, "district must have 4 rows of 4 numbers"),
    "a number five times": (boards("expert", cell=[[1, 1, 3, 4, 5]] * 4), BOARDS, None, "cell 1 must have four cells"),
    "a row number twice": (boards("classic", rows=[1, 2, 2, 4]), BOARDS, None, "rows must hold each number from 1 to 4 exactly once"),
    "no columns": (boards("classic", columns=None), BOARDS, None, "columns must hold each number"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_a_wrong_box_is_refused_with_file_line_and_reason(name, mode):
    """Whichever mode is played, both are checked, and before the first move."""
    box, file, line, reason = WRONG[name]
    with pytest.raises(tripolis.BadBox) as error:
        tripolis.game("quadropolis", box=box, mode=mode)
    assert (error.value.file, error.value.line) == (file, line)
    assert reason in str(error.value.reason)
    assert str(error.value).startswith(file if line is None else f"{file}, line {line}: ")


MISSED = {
    "a tower called playground": (tiles(101, variant="playground"), TILES, "becomes a playground silently"),
    "a digit that is no number": (tiles(108, energy="²"), TILES, "ValueError, since '²'.isdigit()"),
    "row numbers in quotes": (boards("classic", rows=[*"1234"], columns=[*"1234"]), BOARDS, "no architect reaches a cell"),
    "endless JSON": (text(BOARDS, "[" * 100_000), BOARDS, "RecursionError"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISSED)
def test_these_boxes_are_wrong_too(name):
    """Found by trying; what once happened instead stands in the table."""
    box, file, _ = MISSED[name]
    with pytest.raises(tripolis.BadBox) as error:
        tripolis.game("quadropolis", box=box)
    assert error.value.file == file


# ------------------------------------------------------------ another box

CHANGED = tiles(118, energy=9)
"""The +3 factory of round 1 gives 9 energy."""


def test_a_changed_box_plays_by_its_own_values():
    """Architecture: the box is data; an owner may put other values in."""
    p = position(box=CHANGED, hand="F9", number=2)
    p.play("b1")
    assert p.record.energy[0] == 9
    assert tripolis.game("quadropolis").box[0].energy[17] == 3, "the standard box is untouched"


def test_a_changed_board_changes_where_architects_build():
    """Numbers printed in another order reach other cells."""
    p = position(box=boards("classic", rows=[4, 3, 2, 1], columns=[4, 3, 2, 1]), hand="S", number=1)
    assert {move.text for move in p.legal()} == {"d1", "d2", "d3", "d4", "a4", "b4", "c4", "x"}


def test_a_changed_box_needs_no_recompilation():
    """Architecture: several boxes live in one process with the same machine code."""
    drivers = ("call_set_up", "call_legal_actions", "call_refuse", "call_apply", "call_score", "call_rank")

    def play(game):
        match = game.new(seed=3)
        chance = Random(3)
        while not match.over:
            match.play(chance.choice(match.position.legal_numbers()))
        match.ranks()
        return [game.call(name) for name in drivers]

    ours = play(tripolis.game("quadropolis"))
    compiled = [len(getattr(driver, "signatures", ())) for driver in ours]
    theirs = play(tripolis.game("quadropolis", box=CHANGED, mode="expert", players=3))
    assert all(one is other for one, other in zip(ours, theirs, strict=True))
    assert [len(getattr(driver, "signatures", ())) for driver in theirs] == compiled


def test_a_match_with_another_box_carries_it():
    """The file names the box by hash and embeds it; read again it is the same match with the same box."""
    game = tripolis.game("quadropolis", box=CHANGED, mode="expert", players=2)
    match = game.new(seed=5)
    match.play(match.legal()[0], "x")
    written = str(match)
    assert f'[Box "{game.box_hash}"]' in written and len(game.box_hash) == 32
    assert "\n%box boards.json\n> {\n" in written and "\n%box tiles.csv\n> id,round,set," in written
    read = tripolis.Match.parse(written)
    assert str(read) == written and read.game.box_files == CHANGED
    assert read.position.to_bytes() == match.position.to_bytes()
    assert read.game.box_layout.to_bytes(read.game.box) == game.box_layout.to_bytes(game.box)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_standard_box_given_as_files_is_the_standard_box(line_end):
    """It is named so, and not embedded; line ends of other systems make no difference."""
    files = {name: content.replace("\n", line_end) for name, content in standard_box().items()}
    game = tripolis.game("quadropolis", box=files)
    assert game.box_hash == "standard"
    assert "%box" not in str(game.new(seed=1))


def test_a_match_with_another_box_survives_other_line_ends():
    """A file sent through Windows is the same file."""
    written = str(tripolis.game("quadropolis", box=CHANGED).new(seed=5))
    assert str(tripolis.Match.parse(written.replace("\n", "\r\n"))) == written
