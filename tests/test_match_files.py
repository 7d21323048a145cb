"""Match files: many matches in one, variations, clocks, comments with any line ends, headers that are misspelt."""

from __future__ import annotations

from random import Random

import pytest

import tripolis
from tests.toy import TOY
from tripolis import BadMatch, Match, read_matches, write_matches

GAME = tripolis.game("quadropolis", players=2)


def finished(seed):
    match, chance = GAME.new(seed), Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal_numbers()))
    return match


def running(seed, plies=12):
    match = finished(seed)
    match.undo(len(match) - plies)
    return match


# ------------------------------------------------------------------ many matches


def test_many_matches_stand_in_one_file(tmp_path):
    """Finished and running ones, with comments that look like headers, and with a box of their own."""
    file = tmp_path / "evening.tri"
    matches = [finished(1), running(2), GAME.configure(GAME.rules.standard_box()).new(3), finished(4)]
    matches[1].comments = {0: 'so\n[Game "chess"]\n%box x', 12: "{open"}
    assert write_matches(file, iter(matches[:3])) == 3
    assert write_matches(file, matches[3:], append=True) == 1
    texts = list(read_matches(file))
    assert [text.match() for text in texts] == matches
    assert [text.headers["Seed"] for text in texts] == [match.seed for match in matches]
    assert texts[0].moves == matches[0].texts() and texts[1].comments[12] == "(open"
    lines = file.read_text(encoding="utf-8").split("\n")
    assert all(lines[text.first_line - 1] == '[Game "quadropolis"]' for text in texts)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert [text.match() for text in read_matches(file)] == matches


def test_a_box_with_braces_does_not_hide_the_next_match(tmp_path):
    """Boxes are JSON and CSV."""
    files = dict(GAME.rules.standard_box())
    name = next(name for name in files if name.endswith(".json"))
    files[name] = files[name].replace("{", "{ ", 1)
    own = GAME.configure(files).new(1)
    write_matches(tmp_path / "two.tri", [own, finished(1)])
    assert "%box" in str(own) and len(list(read_matches(tmp_path / "two.tri"))) == 2


def test_reading_goes_on_match_by_match(tmp_path):
    """What is wrong with a later match is said when it is its turn, with its line in the file."""
    file = tmp_path / "two.tri"
    file.write_text(str(finished(1)) + "\n" + str(running(2)).replace("*", "9N9 *"), encoding="utf-8")
    first, second = read_matches(file)
    assert first.match().over
    with pytest.raises(BadMatch, match="9N9 is not a valid move") as error:
        second.match()
    line = file.read_text(encoding="utf-8").split("\n")[error.value.line - 1]
    assert line[error.value.column - 1 :].startswith("9N9 *")


def test_one_match_is_not_read_from_a_file_of_many():
    with pytest.raises(BadMatch, match="not a valid move"):
        Match.parse(str(running(1)).replace("*", "") + str(running(2)))


def test_a_game_that_is_not_installed_is_given():
    match = TOY.configure(players=2).new(1)
    match.play(match.legal()[0])
    assert Match.parse(str(match), TOY) == match


# ------------------------------------------------------------ what stands between


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_comment_may_have_any_line_ends(ends, tmp_path):
    match = running(1)
    match.comments, match.headers = {3: f"one{ends}two{ends}{ends}three{ends}"}, {"Site": f"a{ends}b"}
    match.save(tmp_path / "match.tri")
    read = Match.load(tmp_path / "match.tri")
    assert read == match and read.comments[3] == "one\ntwo\n\nthree\n" and read.headers["Site"] == "a b"


def varied():
    match = running(1)
    line = match.vary(3, next(n for n in match.at(3).legal_numbers() if n != match.numbers[3]))
    line.comments = {3: "or so", 4: "and then"}
    line.play(line.legal()[0])
    other = line.vary(4, line.at(4).legal()[-1])
    other.clocks = {5: 7}
    match.vary(3, match.at(3).legal()[2])
    match.vary(11, match.at(11).legal()[0])
    match.clocks = {1: 60, 2: 59.5, 12: 0.125}
    match.comments = {4: "the match goes on", 12: "here"}
    return match


def test_variations_and_clocks_are_written_and_read_without_loss():
    match = varied()
    read = Match.parse(str(match))
    assert read == match and str(read) == str(match) and read.clocks == match.clocks
    assert {ply: len(lines) for ply, lines in read.variations.items()} == {3: 2, 11: 1}
    line = read.variations[3][0]
    assert line.numbers[:3] == match.numbers[:3] and line.numbers[3] != match.numbers[3] and len(line) == 5
    assert line.comments == {3: "or so", 4: "and then"} and line.variations[4][0].clocks == {5: 7}
    assert line.position == match.variations[3][0].position
    match.variations[3][0].comments = {}
    assert match != read


def test_a_variation_is_a_match_of_its_own():
    match = varied()
    text = str(match)
    copied = match.copy()
    copied.variations[3][0].play(copied.variations[3][0].legal()[0])
    assert str(match) == text != str(copied)
    for ply in (-1, 12):
        with pytest.raises(ValueError, match="none follows"):
            match.vary(ply)


def test_what_was_taken_back_takes_its_variations_and_clocks_along():
    match = varied()
    match.undo(9)
    assert match.variations == {} and match.clocks == {1: 60, 2: 59.5} and match.comments == {}


def test_variations_do_not_count_for_the_match():
    """A file with them plays like one without."""
    plain = varied()
    plain.variations, plain.clocks, plain.comments = {}, {}, {}
    assert Match.parse(str(varied())).position == Match.parse(str(plain)).position


MOVES = " ".join(running(1).texts())
BROKEN = {
    "a variation without an end": ("{m} ( 1N1 *", "(", "never closed"),
    "a variation before the first move": ("( 1N1 ) {m} *", "(", "does not belong to a variation"),
    "a parenthesis too many": ("{m} ) *", ")", "does not belong to a variation"),
    "an illegal move in a variation": ("{m} ( 9N9 ) *", "9N9", "9N9 is not a valid move"),
    "a clock before the first move": ("@5 {m} *", "@5", "@5 is not a valid move"),
    "a clock that is no number": ("{m} @soon *", "@soon", "@soon is not a valid move"),
    "an end within a variation": ("{m} ( * ) *", "*", "* is not a valid move"),
    "variations without end": ("{m}" + " ( 1N1" * 30 + " )" * 30 + " *", None, "too many variations"),
    "too many variations": ("{m}" + " ( )" * 1001 + " *", None, "too many variations"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_variation_is_told_line_column_and_reason(name):
    body, at, reason = BROKEN[name]
    head = str(running(1)).split("\n\n")[0] + "\n\n"
    text = head + body.replace("{m}", MOVES) + "\n"
    with pytest.raises(BadMatch, match=reason.replace("*", r"\*")) as error:
        Match.parse(text)
    if at:
        line = text.split("\n")[error.value.line - 1]
        assert line[error.value.column - 1 :].startswith(at)


# ------------------------------------------------------------------------ headers


@pytest.mark.parametrize(
    ("wrong", "meant"), [("mode", "Mode"), ("Mod", "Mode"), ("TakeFacedown", "TakeFaceDown"), ("CountAbsolut", "CountAbsolute")]
)  # fmt: skip
def test_a_misspelt_option_is_refused_with_the_one_that_is_meant(wrong, meant):
    """Else the default would apply, and nobody would know."""
    text = str(running(1)).replace(f"[{meant} ", f"[{wrong} ")
    with pytest.raises(BadMatch, match=f"{wrong}: .*{meant}") as error:
        Match.parse(text)
    assert text.split("\n")[error.value.line - 1].startswith(f"[{wrong} ")


def test_headers_of_other_things_are_kept():
    match = running(1)
    match.headers = dict.fromkeys(("Date", "Seat0", "Site", "Event", "Round", "Note", "Table", "Secret"), "x")
    assert Match.parse(str(match)).headers == match.headers
