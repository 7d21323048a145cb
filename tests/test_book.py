"""Books in Markdown: how they are read, and that a mistake in one is a sentence with file and line."""

from pathlib import Path
from textwrap import dedent

import pytest

from tests.toy.furnished import furnished
from tripolis.engine.book import BadBook, read_book
from tripolis.engine.guide import Picture, Ruling, Section, Step, Tour
from tripolis.engine.words import FOLDER, Message, texts_in, update

GUIDE = """\
<!-- Two players, before the first move. -->

```match start
players: 2
mode: classic
seed: 7
moves: a1 b2
  c3
```

# Cells and {what=thing(5)}

There are {cells} cells,
{cells} in all.

Another paragraph, {n=-3} and {pages="7, 14"}.

```picture
match: start
after: 1
moves: d4
areas: board panel:city-0
marked: cell-1
  cell-2
caption: One of
  {cells}.
```

# No picture

Words.
"""
TOUR = """\
```match
players: 2
seed: 1
```

Welcome!

```step
sprites: city
```

Lay it.

```step
sprites: slot tile
move: 3N4
replies: c3 2W4
```
"""
FACTS = {"cells": 16, "thing": {5: "things"}}
PICTURE = Picture(
    Message("One of {cells}.", cells=16),
    {"players": 2, "mode": "classic"},
    7,
    ("a1", "d4"),
    ("board", "panel:city-0"),
    ("cell-1", "cell-2"),
)


def written(folder, **pages):
    """A folder of a game with these pages in its book."""
    book = folder / "game" / "book"
    book.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (book / f"{name}.md").write_text(text, encoding="utf-8")
    return book


def test_a_guide_has_sections_paragraphs_and_pictures(tmp_path):
    first, second = read_book(written(tmp_path, guide=GUIDE), FACTS).guide
    paragraphs = (
        Message("There are {cells} cells, {cells} in all.", cells=16),
        Message("Another paragraph, {n} and {pages}.", n=-3, pages="7, 14"),
    )
    assert first == Section(Message("Cells and {what}", what="things"), paragraphs, PICTURE)
    assert second == Section(Message("No picture"), (Message("Words."),))
    assert first.picture.where == "game/book/guide.md, line 18"


def test_rulings_summary_and_tips_are_read(tmp_path):
    rulings = "# 3a. May I?\n\nYes, {n=thing(5)}.\n\nSource: Rulebook, p. {cells}\n"
    book = read_book(
        written(tmp_path, rulings=rulings, summary="# Aim\n\n1. Win.\n\n2. Lose.\n", tips="A.\n\nB.\n"), FACTS
    )
    answer, source = Message("Yes, {n}.", n="things"), Message("Rulebook, p. {cells}", cells=16)
    assert book.rulings == (Ruling("3a", Message("May I?"), answer, source),)
    assert book.summary == ((Message("Aim"), (Message("1. Win."), Message("2. Lose."))),)
    assert book.tips == (Message("A."), Message("B."))
    assert (book.guide, book.tour, book.aid) == ((), None, None)


def test_a_part_of_the_summary_may_be_for_one_mode_only(tmp_path):
    summary = "# Aim\n\nWin.\n\n# expert. Offices\n\nThey grow.\n\n# family. Goal\n\nOne.\n"
    book = read_book(written(tmp_path, summary=summary))
    titles = {mode: [str(title) for title, _ in book.short_rules(mode)] for mode in ("expert", "family", "classic")}
    assert titles == {"expert": ["Aim", "Offices"], "family": ["Aim", "Goal"], "classic": ["Aim"]}
    assert len(book.summary) == 3


def test_a_tour_is_a_match_and_steps_that_pictures_may_show(tmp_path):
    picture = "# One\n\nText.\n\n```picture\nmatch: tour\nafter: 2\ncaption: Two moves\n```\n"
    book = read_book(written(tmp_path, tour=TOUR, guide=picture))
    steps = (Step(Message("Welcome!"), ("city",)), Step(Message("Lay it."), ("slot", "tile"), "3N4", ("c3", "2W4")))
    assert book.tour == Tour({"players": 2}, 1, steps)
    assert [step.where for step in book.tour.steps] == ["game/book/tour.md, line 6", "game/book/tour.md, line 12"]
    assert book.guide[0].picture == Picture(Message("Two moves"), {"players": 2}, 1, ("3N4", "c3"))


def test_a_fact_may_be_a_table_or_a_function(tmp_path):
    texts = "{a=row(1)} {b=twice(1.4M)}"
    (tip,) = read_book(written(tmp_path, tips=texts), {"row": [0, 5], "twice": lambda text: 2 * text}).tips
    assert tip == Message("{a} {b}", a=5, b="1.4M1.4M")


PICTURES = "# A\n\nText.\n\n```picture\n"
MISTAKES = {
    "a fact is not there": ({"tips": "Fine.\n\nSome {cells}."}, r"tips\.md, line 3: there is no fact cells"),
    "a fact has no such key": ({"tips": "{n=thing(6)}"}, r"tips\.md, line 1: the fact thing has nothing for 6"),
    "a number has no keys": ({"tips": "{n=one(6)}"}, r"tips\.md, line 1: the fact one has nothing for 6"),
    "a value is none": ({"tips": "{n=a b}"}, r"tips\.md, line 1: a b is not a number, a text in quotes or a fact"),
    "a placeholder has two values": ({"tips": "{n=1} {n=2}"}, r"line 1: \{n\} has two values"),
    "a brace is left alone": ({"tips": "a { b"}, r"line 1: a brace stands only around a placeholder"),
    "a heading is too deep": ({"guide": "## A\n\nText."}, r"guide\.md, line 1: a heading is one #"),
    "a heading follows at once": ({"guide": "# A\n\nText.\n# B"}, r"guide\.md, line 4: there is no blank line"),
    "a text stands before all headings": ({"guide": "Text.\n\n# A"}, r"guide\.md, line 1: there is no heading before this text"),
    "a section is empty": ({"guide": "# A\n\nText.\n\n# B\n"}, r"guide\.md, line 5: B has no paragraphs"),
    "a heading of the summary is empty": ({"summary": "# Aim\n"}, r"summary\.md, line 1: Aim has no paragraphs"),
    "a block stands on the wrong page": ({"tips": "# A\n"}, r"tips\.md, line 1: there is no heading in tips\.md"),
    "a block is unknown": ({"guide": "```python\n```"}, r"guide\.md, line 1: there is no python in guide\.md"),
    "a fence is open": ({"guide": "```match a\nseed: 1\n"}, r"line 1: the fence of this match is not closed"),
    "a line between fences is prose": ({"guide": "```match a\nHello there\n```"}, r"line 2: a line between fences"),
    "a field is unknown": ({"guide": f"{PICTURES}mark: a\n```"}, r"guide\.md, line 5: a picture has no mark"),
    "a match is not there": ({"guide": f"{PICTURES}match: moon\n```"}, r"line 5: a picture is of one of the matches"),
    "a picture says nothing": ({"tour": TOUR, "guide": f"{PICTURES}match: tour\n```"}, "line 5: a picture needs a caption"),
    "a match is shorter": ({"tour": TOUR, "guide": f"{PICTURES}match: tour\nafter: 4\ncaption: a\n```"}, "only 3 moves"),
    "a number is none": ({"guide": "```match a\nseed: x\n```"}, r"guide\.md, line 1: x is not a number"),
    "two pictures": ({"tour": TOUR, "guide": PICTURES + 2 * "match: tour\ncaption: a\n```\n\n```picture\n" + "match: tour\ncaption: a\n```"}, "line 1: A has more than one picture"),
    "a ruling has no number": ({"rulings": "# May I?\n\nYes.\n\nSource: p. 1"}, r"rulings\.md, line 1: a ruling is"),
    "a ruling has no source": ({"rulings": "# 1. May I?\n\nYes."}, r"rulings\.md, line 1: a ruling is"),
    "two rulings share a number": ({"rulings": 2 * "# 1. A?\n\nB.\n\nSource: C\n\n"}, r"line 7: there is a ruling 1 already"),
    "a step is missing": ({"tour": f"{TOUR}\nThe end."}, r"tour\.md, line 1: a tour is a match and then"),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_a_sentence_with_file_and_line(what, tmp_path):
    pages, sentence = MISTAKES[what]
    with pytest.raises(BadBook, match=sentence) as error:
        read_book(written(tmp_path, **pages), {"thing": {5: "things"}, "one": 1})
    assert str(error.value).startswith("game/book/")


def test_a_fact_that_no_text_names_is_a_mistake(tmp_path):
    with pytest.raises(BadBook, match=r"^game/book: no text names the facts cells, thing$"):
        read_book(written(tmp_path, tips="None."), FACTS)


def test_a_page_that_no_book_has_is_a_mistake(tmp_path):
    with pytest.raises(BadBook, match=r"^game/book/notes\.md: a book has the pages guide, rulings"):
        list(texts_in(written(tmp_path, notes="Words.") / "notes.md"))


def test_the_catalogues_have_every_paragraph_with_file_and_line(tmp_path):
    rulings = "# 1. May I?\n\nYes, {n=2}.\n\nSource: Rulebook\n"
    home = written(tmp_path, guide=GUIDE, rulings=rulings).parent
    (home / FOLDER).mkdir()
    texts = ["Cells and {what}", "There are {cells} cells, {cells} in all.", "Another paragraph, {n} and {pages}."]
    texts += ["One of {cells}.", "No picture", "Words.", "May I?", "Yes, {n}.", "Rulebook"]
    assert update(home, "fr") == texts
    catalogue = (home / FOLDER / "fr.po").read_text(encoding="utf-8")
    assert '#: book/guide.md:13\n#, python-brace-format\nmsgid "There are {cells} cells, {cells} in all."' in catalogue
    assert '#: book/rulings.md:5\nmsgid "Rulebook"' in catalogue


def test_the_example_of_the_docs_is_a_section(tmp_path):
    docs = (Path(__file__).parent.parent / "docs" / "makers.md").read_text(encoding="utf-8")
    example = docs.partition("A section of a guide looks like this:\n")[2].partition("**Values.**")[0]
    facts = {"listed": {"tower": "1, 3, 6, 10"}, "classic": 4, "cells": 16}
    (section,) = read_book(written(tmp_path, guide=dedent(example)), facts).guide
    assert str(section.paragraphs[0]).startswith(
        "Each tower counts by its levels: 1, 3, 6, 10 points for 1 to 4 levels."
    )
    assert section.picture.moves == ("4N5", "a4", "1N1", "a1") and str(section.picture.caption).endswith("counts 1.")


def test_a_book_is_read_when_it_is_first_opened():
    read = []

    def open_book():
        read.append(1)
        return read_book(furnished().folder / "book")

    game = furnished(book=open_book)
    assert read == []
    assert game.book.tips == (Message("Bid low."),) and game.configure(players=2).book is game.book
    assert read == [1]
