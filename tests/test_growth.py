"""Every reader of a visitor's text takes steps in proportion to its length: twice the text, about twice the steps.

Steps are lines of Python that run, counted and not timed. What a regular expression does is tested by
`test_hostile_text.py`.
"""

import json
import sys

import pytest

import tripolis
from tripolis.engine.box_shape import check_box
from tripolis.engine.errors import TripolisError
from tripolis.engine.match import Match
from tripolis.engine.tri import read_tri
from tripolis.server.domain.user_text import clean_chat, clean_name
from tripolis.server.web.pages import eyes_of_text, game_of_text
from tripolis.study.start import begin
from tripolis.study.tree import lines_of, match_of

START = 200


def steps(work, text):
    """How many lines of Python run."""
    count = 0

    def trace(frame, event, arg):
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work(text)
    except TripolisError:
        pass
    finally:
        sys.settrace(before)
    return count


def box_of(text):
    game = tripolis.game("ubuild")
    file = json.loads(game.rules.standard_box()["cards.json"])
    file["cards"] = [file["cards"][0]] * (len(text) // 4)
    check_box(game, {"cards.json": json.dumps(file)})


def editors():
    for name in ("quadropolis", "metropolys", "ubuild"):
        helper = tripolis.game(name).helper
        for part in (helper.editor, helper.builder):
            if part is not None:
                for start in (part().state.partition(".")[0] + ".", part().state):
                    yield f"{name}, {part.__name__}, {start[:12]}", lambda text, p=part, s=start: p.from_state(s + text)
        position = tripolis.game(name).new(1).position
        yield f"a move of {name}", position.number_of


def with_variations(text, moves=12):
    """A file with many variations of its last move, and the file that is written of it."""
    match = tripolis.game("metropolys").new(1)
    while len(match) < moves:
        match.play(match.legal_numbers()[0])
    *before, last = match.texts()
    other = match.at(moves - 1).legal()[1].text
    head = str(match).partition("\n\n")[0] + "\n\n"
    many = f"( {other} ) " * (len(text) // 8)
    read = Match.parse(f"{head}{' '.join(before)} {last} {many}*\n")
    assert str(read).split().count("(") == len(text) // 8
    match_of(Match(read.game, read.seed), lines_of(read))


def positions():
    for name in ("quadropolis", "metropolys", "ubuild"):
        start = tripolis.game(name).new(1).position.text()
        yield f"a position of {name}", lambda text, s=start: begin(s + " " + text)
        yield f"a field of {name}", lambda text, s=start: begin(s.rpartition(" seed")[0] + "," + text.replace(" ", ","))


READERS = {
    "a file of moves": lambda text: read_tri('[Game "quadropolis"]\n\n' + text),
    "a file with a box": lambda text: read_tri("%box tiles.csv\n" + text.replace(" ", "\n> ")),
    "a file of headers": lambda text: read_tri("".join(f'[H{n} "x"]\n' for n in range(len(text) // 4))),
    "a name": clean_name,
    "a line of chat": clean_chat,
    "a box": box_of,
    "a file of variations": with_variations,
    "an address of an analysis": lambda text: (game_of_text("metropolys/1/" + text), eyes_of_text(text)),
    **dict(positions()),
    **dict(editors()),
}
PIECES = ("a1 ", "1_0.", "GO.LL.", "x1y1z", "T4c1-")


@pytest.mark.parametrize("reader", READERS)
def test_twice_the_text_takes_about_twice_the_steps(reader):
    work = READERS[reader]
    for piece in PIECES if reader != "a box" else PIECES[:1]:
        work_at = {}
        for n in (START, 2 * START, 4 * START):
            steps(work, piece * n)  # what is kept from now on is counted for none of them
            work_at[n] = steps(work, piece * n)
        assert work_at[4 * START] <= 2.5 * work_at[2 * START] + 500, (piece, work_at)
        assert work_at[2 * START] <= 2.5 * work_at[START] + 500, (piece, work_at)


def test_a_file_of_variations_is_one_that_is_read_and_written():
    with_variations(PIECES[0] * START)
