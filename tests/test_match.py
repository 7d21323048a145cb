"""Matches and their files: playing, taking back, replaying, `.tri` texts read and written exactly, and what broken ones
are told.

Tried with Quadropolis for four: all tiles lie face up, so the moves of `OPENING` are legal whatever the seed.
"""

from __future__ import annotations

from random import Random

import pytest

import tripolis
from tripolis import BadMatch, BadNotation, BadOptions, IllegalMove, Match
from tripolis.engine.position import position_after

OPENING = ["1N1", "x", "1S3", "x", "2W2", "x", "3E4", "x"]


def start(seed=1, **options):
    return tripolis.game("quadropolis", **options).new(seed)


def opened():
    match = start()
    match.play(*OPENING)
    return match


def finished():
    match, chance = start(seed=2, players=2), Random(2)
    while not match.over:
        match.play(chance.choice(match.position.legal_numbers()))
    return match


TEXT, FINISHED = str(opened()), str(finished())


# ------------------------------------------------------------------- playing


def test_a_move_may_be_given_as_text_as_move_or_as_number():
    """Architecture, the Python face."""
    by_text, by_move, by_number = start(), start(), start()
    by_text.play(" 3n2 ")
    move = next(move for move in by_move.legal() if move.text == "3N2")
    by_move.play(move)
    by_number.play(move.number)
    assert by_text == by_move == by_number
    assert by_text.moves == [move] and str(move) == "3N2"
    assert move.path == (f"architect-{start().actor}-3", "slot-N2")
    assert str(move.words).startswith("Architect 3 at the top of column 2: ")


def test_several_moves_are_played_at_once_up_to_the_first_illegal_one():
    """What was told comes back in one list; what was legal stays played."""
    match = start()
    told = match.play("1N1", "x", "1S3")
    assert told == [event for events in match.events[1:] for event in events]
    with pytest.raises(IllegalMove):
        match.play("x", "2W2", "2W3", "x")
    assert [move.text for move in match.moves] == ["1N1", "x", "1S3", "x", "2W2"]


@pytest.mark.parametrize(
    ("moves", "wrong", "name", "code", "sentence"),
    [
        ([], "a1", "PICK_FIRST", 3, "You have no tile in hand: place an architect first to take one (p. 3)."),
        (["1N1"], "1N2", "BUILD_FIRST", 2, "First build the tile you have taken, or discard it (p. 4)."),
        (["1N1", "x"], "2N1", "SLOT_TAKEN", 5, "There is already an architect at N1 (p. 3)."),
        (
            ["1N1"],
            "d4",
            "WRONG_NUMBER",
            10,
            "Architect 1 builds in row or column 1",
        ),
    ],
)
def test_an_illegal_move_changes_nothing_and_says_why(moves, wrong, name, code, sentence):
    """Code and name for programs, a sentence with its page for people."""
    match = start()
    match.play(*moves)
    before, text = match.position.to_bytes(), str(match)
    for _ in range(2):
        with pytest.raises(IllegalMove) as error:
            match.play(wrong)
        assert (error.value.name, error.value.code) == (name, code)
        assert str(error.value).startswith(sentence)
    assert (match.position.to_bytes(), str(match), len(match.events)) == (before, text, len(moves) + 1)
    asked = match.position.why_not(wrong)
    assert asked is not None and (asked.code, str(asked)) == (code, str(error.value))
    assert match.position.why_not(match.legal()[0]) is None


@pytest.mark.parametrize(
    "text", ["", "6N1", "0N1", "3N6", "N3", "3X1", "e1", "a6", "a0", "1N1x", "hello", "3 N 2", "１N1"]
)
def test_a_text_that_is_no_move_is_bad_notation(text):
    """Not understood is another thing than not allowed."""
    match = start()
    with pytest.raises(BadNotation, match="is not a valid move"):
        match.play(text)
    assert match == start()


@pytest.mark.parametrize("number", [-1, 121, 10**6])
def test_a_number_that_is_no_action_is_bad_notation(number):
    """Actions are the numbers 0 to 120."""
    with pytest.raises(BadNotation, match=str(number)):
        start().play(number)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 5}, "players cannot be 5; it can be 2, 3, 4."),
        ({"players": True}, "players cannot be True"),
        ({"mode": "advanced"}, "mode cannot be advanced; it can be classic, expert."),
        ({"take_face_down": "maybe"}, "take_face_down cannot be maybe; it can be no, yes."),
        ({"colour": "red"}, "Quadropolis has no option colour"),
        ({"players": 2, "first": 2}, "Seat 2 cannot start: with 2 players the seats are 0 to 1."),
    ],
)
def test_wrong_options_are_refused_before_the_match(options, reason):
    """They say what can be chosen."""
    with pytest.raises(BadOptions) as error:
        tripolis.game("quadropolis", **options)
    assert str(error.value).startswith(reason)


def test_options_may_be_given_as_text():
    """As they stand in a file or come from a command line."""
    game = tripolis.game("quadropolis", players="3", mode="Expert", first="1", take_face_down="yes")
    assert game.settings | {"players": 3, "mode": "expert", "first": 1, "take_face_down": True} == game.settings


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are():
    """The registry."""
    with pytest.raises(BadOptions, match=r"no game called chess; there are: .*quadropolis"):
        tripolis.game("chess")


def test_a_seed_is_a_number_bytes_or_hex_digits():
    """The same seed gives the same match; none gives a new one each time."""
    match = start(seed=7)
    assert match == start(seed=7) == start(seed=match.seed) == start(seed=bytes.fromhex(match.seed))
    assert match != start(seed=8)
    assert start(seed=None).seed != start(seed=None).seed
    for wrong in (b"short", "12", "x" * 32):
        with pytest.raises(ValueError, match=r"16 bytes|hexadecimal"):
            start(seed=wrong)


# ------------------------------------------------------------- there and back


def test_every_earlier_position_is_found_again():
    """A match is its seed and its moves."""
    match, chance = start(seed=3, players=3, mode="expert", take_face_down=True), Random(3)
    seen = [match.position.to_bytes()]
    while not match.over:
        match.play(chance.choice(match.position.legal_numbers()))
        seen.append(match.position.to_bytes())
    for ply in range(0, len(seen), 7):
        assert match.at(ply).to_bytes() == seen[ply]
    assert match.at(len(seen) - 1).to_bytes() == seen[-1] == match.position.to_bytes(), "at() leaves the match alone"
    for wrong in (-1, len(seen)):
        with pytest.raises(ValueError, match=f"the match has {len(match.moves)} moves"):
            match.at(wrong)


def test_a_match_that_went_back_and_forth_finds_every_position_with_few_records():
    """Records are kept of the last moves and of every 16th: memory grows by a sixteenth of a record with each move."""
    match, chance = start(seed=4), Random(4)
    for back in (0, 1, 40, 17, 3, 33):
        match.undo(min(back, len(match)))
        while len(match) < 70 and not match.over:
            match.play(chance.choice(match.legal_numbers()))
    assert len(match._kept) <= 16 + len(match) / 16 + 1
    for ply in range(len(match) + 1):
        there = position_after(match.game, match.seed, match.numbers[:ply])
        assert match.at(ply) == there and match.at(ply).heard() == there.heard() == match.events[ply]
        assert match.at(ply).revealed == there.revealed and match.at(ply).legal() == there.legal()
    assert [move.text for move in match.moves] == match.texts() == [match.moves[i].text for i in range(len(match))]


def test_comments_of_moves_taken_back_go_with_them():
    match = opened()
    match.comments = {1: "stays", len(match.moves): "goes"}
    match.undo(2)
    assert match.comments == {1: "stays"}


def test_undo_takes_moves_back_with_all_they_left():
    """Position, moves, events and reveals are those of before; the match goes on in another way."""
    match, earlier = opened(), start()
    earlier.play(*OPENING[:5])
    match.undo(3)
    assert match == earlier and match.position.to_bytes() == earlier.position.to_bytes()
    assert (match.events, match.reveals) == (earlier.events, earlier.reveals)
    match.play("b2")
    match.undo()
    match.undo(0)
    assert match == earlier
    with pytest.raises(ValueError, match="5 moves were made; 6 cannot be taken back"):
        match.undo(6)


def test_an_observation_is_not_played_on():
    """Architecture: look ahead with imagine() first."""
    match = opened()
    with pytest.raises(IllegalMove, match="imagine") as error:
        match.seen_by(0).play("4N5")
    assert error.value.name == "OBSERVATION"
    match.seen_by(0).imagine(5).play("4N5")
    for seat in (-2, 4):
        with pytest.raises(ValueError, match="no seat"):
            match.seen_by(seat)


# -------------------------------------------------------------------- files


def test_a_match_is_written_and_read_without_any_loss(tmp_path):
    """Headers with quotes and other alphabets, comments of several lines, before, between and after the moves."""
    match = opened()
    match.headers = {
        "Date": "2026-11-15",
        "Seat0": 'Ada "the mayor" \\ Lovelace',
        "Site": "Größe, 東京 [1] {2}",
        "Note": "",
    }
    match.comments = {0: "A friend's table", 3: " two\nlines\n\n[and] %more 1N1 * ", 8: "to be continued"}
    match.save(tmp_path / "friday.tri")
    read = Match.load(tmp_path / "friday.tri")
    assert (read.headers, read.comments) == (match.headers, match.comments)
    assert str(read) == str(match) == (tmp_path / "friday.tri").read_text(encoding="utf-8")
    assert read.position.to_bytes() == match.position.to_bytes() and read.moves == match.moves


def test_a_match_file_reads_like_this():
    """Headers, an empty line, the moves, a * as long as it goes on."""
    head, moves = TEXT.split("\n\n")
    lines = head.split("\n")
    assert lines[:4] == ['[Game "quadropolis"]', '[Rules "1"]', '[Players "4"]', '[Mode "classic"]']
    assert '[TakeFaceDown "no"]' in lines and '[Box "standard"]' in lines and f'[Seed "{opened().seed}"]' in lines
    assert moves == "1N1 x 1S3 x 2W2 x 3E4 x *\n"


def test_a_finished_match_ends_with_its_result_and_in_short_lines():
    """The totals of all seats, separated by spaces."""
    match = finished()
    totals = " ".join(str(account.total) for account in match.scores())
    assert f'[Result "{totals}"]\n' in FINISHED and "*" not in FINISHED
    assert max(map(len, FINISHED.split("\n"))) <= 100
    assert Match.parse(FINISHED) == match


def test_a_file_may_be_laid_out_by_hand():
    """Line ends of any system, moves on lines of their own, small letters, a comment in two parts."""
    loose = TEXT.replace("1N1 x 1S3", "1n1\n  x {one} {two}\n\n1s3").replace("\n", "\r\n")
    match = Match.parse(loose)
    assert match.comments == {2: "one two"}
    match.comments = {}
    assert str(match) == TEXT


def place(text, at):
    """Line and column of the ^ in a piece of the text."""
    assert text.count(at.replace("^", "")) == 1, f"{at} must stand in the text once"
    before = text[: text.index(at.replace("^", "")) + at.index("^")]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


LAST = FINISHED.split()[-1]
BROKEN = {
    # name: (text, what to replace, by what, where the ^ is in the broken text (None: at its start), reason)
    "an illegal move": (TEXT, "1S3", "1S1", "x ^1S1", "1S1: An architect at S1 would point at the urbanist"),
    "an illegal building": (TEXT, "1N1 x", "1N1 b2", "1N1 ^b2", "b2: Architect 1 builds in row or column 1"),
    "no move at all": (TEXT, "2W2", "2W9", "x ^2W9", "2W9 is not a valid move"),
    "a wrong move on a later line": (TEXT, "x 2W2", "x\n\n  2W9", "  ^2W9", "2W9 is not a valid move"),
    "a comment without an end": (TEXT, "2W2", "{oh 2W2", "^{oh", "never closed"),
    "a brace too many": (TEXT, "2W2", "2W2 }", "2W2 ^}", "does not close a comment"),
    "a move behind the end": (TEXT, "*", "* 4N5", "* ^4N5", "follows the *"),
    "a header behind the moves": (TEXT, "*", '\n[Date "x"]', '^[Date "x"]', "[Date is not a valid move"),
    "a header without quotes": (TEXT, '"classic"', "classic", "^[Mode classic]", 'looks like [Name "value"]'),
    "a header without an end": (TEXT, '[Mode "classic"]', '[Mode "classic', '^[Mode "classic', "looks like"),
    "a header twice": (TEXT, '[Mode "classic"]', '[Rules "1"]', '"4"]\n[^Rules', "twice"),
    "an unknown game": (TEXT, '"quadropolis"', '"chess"', '[Game "^chess"]', "no game called chess"),
    "another version of the rules": (TEXT, '[Rules "1"]', '[Rules "999"]', '[Rules "^999"]', "by version 999"),
    "an option that is none": (TEXT, '[Players "4"]', '[Players "7"]', '[Players "^7"]', "players cannot be 7"),
    "a short seed": (TEXT, '[Seed "', '[Seed "abc"]\n[Old "', '[Seed "^abc"]', "32 hex digits"),
    "a seed of other letters": (TEXT, opened().seed, "xyz" * 11, f'[Seed "^{"xyz" * 11}"]', "32 hex digits"),
    "no game": (TEXT, "[Game ", "[Play ", None, "header [Game ...] is missing"),
    "no rules": (TEXT, "[Rules ", "[Laws ", None, "header [Rules ...] is missing"),
    "no seed": (TEXT, "[Seed ", "[Seeds ", None, "header [Seed ...] is missing"),
    "nothing": (TEXT, TEXT, "", None, "header [Game ...] is missing"),
    "a result too early": (TEXT, "\n\n", '\n[Result "1 2 3 4"]\n\n', '[Result "^1 2', "the moves do not finish the match"),
    "a wrong result": (FINISHED, '[Result "', '[Result "100 ', '[Result "^100', "the moves lead to"),
    "a match that is over and goes on": (FINISHED, f"{LAST}\n", f"{LAST}\n *", "\n ^*", "the match is over here"),
    "a move after the game": (FINISHED, f"{LAST}\n", f"{LAST}\n\n1N1", "\n\n^1N1", "1N1: The game is over."),
    "a box that is not there": (TEXT, '"standard"', '"0123abcd"', '[Box "^0123abcd"]', "needs the box 0123abcd"),
    "a box with a path": (TEXT, "*", "*\n%box ../tiles.csv", "%box ^../tiles.csv", "not the name of a box file"),
    "a box file twice": (TEXT, "*", "*\n%box a.csv\n> x\n%box a.csv\n%", "\n%box ^a.csv\n%", "appears twice"),
    "a box line without its mark": (TEXT, "*", "*\n%box a.csv\n> x\noops", "^oops", "starts with >"),
    "a box that lacks a file": (TEXT, "*", "*\n%box tiles.csv\n> x", '[Box "^standard"]', "embedded box is wrong: boards.json"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_told_line_column_and_reason(name):
    """The place is that of the first thing that is wrong."""
    text, old, new, at, reason = BROKEN[name]
    assert old in text
    broken = text.replace(old, new, 1)
    with pytest.raises(BadMatch) as error:
        Match.parse(broken)
    line, column = place(broken, at) if at else (1, 1)
    assert (error.value.line, error.value.column) == (line, column), f"{error.value}\n{broken}"
    assert reason in str(error.value.reason)
    assert str(error.value) == f"line {line}, column {column}: {error.value.reason}"


def test_a_file_that_is_not_utf_8_is_told_where(tmp_path):
    """Line and column count bytes here."""
    file = tmp_path / "latin.tri"
    file.write_bytes(TEXT.replace('[Rules "1"]', '[Site "Kön"]\n[Rules "1"]').encode("latin-1"))
    with pytest.raises(BadMatch, match="not UTF-8") as error:
        Match.load(file)
    assert (error.value.line, error.value.column) == (2, 9)


def test_options_that_do_not_go_together_make_a_bad_match():
    """Each value alone is fine."""
    with pytest.raises(BadMatch, match="Seat 3 cannot start: with 2 players"):
        Match.parse(TEXT.replace('"drawn"', '"3"').replace('[Players "4"]', '[Players "2"]'))


def test_a_damaged_file_is_a_match_or_a_bad_match_and_nothing_else():
    """Letters lost, doubled or replaced anywhere: never another kind of error."""
    chance = Random(5)
    refused = 0
    for _ in range(400):
        letters = list(chance.choice((TEXT, FINISHED)))
        for _ in range(chance.randint(1, 3)):
            i = chance.randrange(len(letters))
            letters[i] = chance.choice(("", letters[i] * 2, chance.choice('[]{}"\\*%> 1Nx\n\0é²')))
        try:
            Match.parse("".join(letters))
        except BadMatch:
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("name", ["this:s", "no_such_module:GAME", "a:b:c d"])
def test_a_file_cannot_name_code_to_be_loaded(name, capsys):
    """A file comes from anybody: only installed games are looked for."""
    with pytest.raises(BadMatch, match="Game"):
        Match.parse(TEXT.replace('"quadropolis"', f'"{name}"'))
    assert capsys.readouterr().out == "", "the module was imported"


def test_a_comment_may_hold_any_words():
    """Also those that mean something outside of comments."""
    match = opened()
    match.comments = {0: "so\n%box tiles.csv\nwas it"}
    assert Match.parse(str(match)).comments == match.comments
