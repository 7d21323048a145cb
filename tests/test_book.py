"""Books in Markdown: how they are read, and that a mistake in one is a sentence with file and line."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

import tripolis
from tests.toy.furnished import furnished
from tripolis.engine.book import BadBook, read_book
from tripolis.engine.guide import Items, Par, ParScore, Picture, Ruling, Section, Step, Table, Tour
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

# set-up. Two pictures

1. Shuffle the
   {cells} cells.
2. Deal them.

```picture
match: start
numbered: cell-1 - cell-2+board
caption: Numbers
```

- A tile
- A cell

```picture
match: start
caption: Later
```

| Kind | Points |
|---|---:|
| Tower, {n=2} levels | {points=cells} |
| {kind=thing(5)} | −3 |

```par
```

Rulings: 2 1a
"""
RULINGS = "# 1a. May I?\n\nYes.\n\nSource: Ours\n\n# 2. Must I?\n\nNo.\n\nSource: Ours\n"
PAR = {
    "scores": [
        {"mode": "a", "players": 2, "bot": "regular", "matches": 9, "low": 1, "median": 2, "high": 3, "winner": 4}
    ]
}
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
    (book / "par.json").write_text(json.dumps(PAR), encoding="utf-8")
    return book


def test_a_guide_has_sections_paragraphs_and_pictures(tmp_path):
    first, _ = read_book(written(tmp_path, guide=GUIDE, rulings=RULINGS), FACTS).guide
    paragraphs = (
        Message("There are {cells} cells, {cells} in all.", cells=16),
        Message("Another paragraph, {n} and {pages}.", n=-3, pages="7, 14"),
    )
    assert first == Section(Message("Cells and {what}", what="things"), (*paragraphs, PICTURE))
    assert first.paragraphs == paragraphs and first.pictures == (PICTURE,)
    assert first.pictures[0].where == "game/book/guide.md, line 18"


def test_a_section_has_lists_tables_pictures_par_and_rulings_in_order(tmp_path):
    book = read_book(written(tmp_path, guide=GUIDE, rulings=RULINGS), FACTS)
    _, second = book.guide
    steps, numbered, pieces, later, table, par = second.blocks
    assert second.name == "set-up" and str(second.title) == "Two pictures"
    assert steps == Items((Message("Shuffle the {cells} cells.", cells=16), Message("Deal them.")), numbered=True)
    assert pieces == Items((Message("A tile"), Message("A cell")))
    assert [str(line) for line in second.lines] == ["1. Shuffle the 16 cells.", "2. Deal them.", "• A tile", "• A cell"]
    assert numbered.numbered == (("cell-1",), (), ("cell-2", "board")) and str(later.caption) == "Later"
    rows = ((Message("Tower, {n} levels", n=2), "16"), ("things", "−3"))
    assert table == Table((Message("Kind"), Message("Points")), rows)
    assert par == Par((ParScore("a", 2, "regular", 9, 1, 2, 3, 4),))
    assert [ruling.number for ruling in second.rulings] == ["2", "1a"] and len(book.rulings) == 2


def test_a_book_may_leave_all_rulings_to_the_end(tmp_path):
    book = read_book(written(tmp_path, guide="# A\n\nText.\n", rulings=RULINGS))
    assert book.guide[0].rulings == () and len(book.rulings) == 2


def test_rulings_summary_and_tips_are_read(tmp_path):
    rulings = "# 3a. May I?\n\nYes, {n=thing(5)}.\n\nSource: Rulebook, p. {cells}\n"
    book = read_book(
        written(tmp_path, rulings=rulings, summary="# Aim\n\n1. Win.\n2. Lose.\n", tips="A.\n\nB.\n"), FACTS
    )
    answer, source = Message("Yes, {n}.", n="things"), Message("Rulebook, p. {cells}", cells=16)
    assert book.rulings == (Ruling("3a", Message("May I?"), answer, source),)
    assert book.summary == (Section(Message("Aim"), (Items((Message("Win."), Message("Lose.")), numbered=True),)),)
    assert book.tips == (Message("A."), Message("B.")) and book.short_tips("any") == [*book.tips]
    assert (book.guide, book.tour, book.aid) == ((), None, None)


def test_a_part_of_the_summary_may_be_for_one_mode_only(tmp_path):
    summary = "# Aim\n\nWin.\n\n# expert. Offices\n\nThey grow.\n\n# family. Goal\n\nOne.\n"
    book = read_book(written(tmp_path, summary=summary))
    titles = {mode: [str(part.title) for part in book.short_rules(mode)] for mode in ("expert", "family", "classic")}
    assert titles == {"expert": ["Aim", "Offices"], "family": ["Aim", "Goal"], "classic": ["Aim"]}
    assert len(book.summary) == 3
    both = read_book(written(tmp_path, summary="# Aim\n\nWin.\n\n# classic+pro. Tower\n\nHigh.\n"))
    assert [len(both.short_rules(mode)) for mode in ("starter", "classic", "pro")] == [1, 2, 2]


def test_a_tip_may_be_for_some_modes_only(tmp_path):
    book = read_book(written(tmp_path, tips="A.\n\nModes: classic+pro\n\nB.\n\nC.\n"))
    assert [len(book.short_tips(mode)) for mode in ("starter", "classic", "pro")] == [2, 3, 3]
    assert [*map(str, book.tips)] == ["A.", "B.", "C."] and [*map(str, book.short_tips("starter"))] == ["A.", "C."]


@pytest.mark.parametrize(
    ("name", "options", "never"),
    [
        (
            "quadropolis",
            {"mode": "expert"},
            (
                "16 cells",
                "4 rounds",
                "row 3",
                "four levels",
                "4 customers.",
                "Classic",
                "row and the column of one number",
            ),
        ),
        ("quadropolis", {"mode": "classic"}, ("office", "monument", "20 cells", "5 levels", "Expert")),
        ("metropolys", {"mode": "family"}, ("two secret goals", "highest", "Expert")),
        ("metropolys", {"mode": "expert"}, ("one secret goal",)),
        ("ubuild", {"track": "starter"}, ("Planning Permission", "tadium", "Tower", "industrial blocks cost")),
        ("ubuild", {"track": "classic"}, ("one die", "tarter")),
    ],
)
def test_short_rules_say_nothing_of_other_modes(name, options, never):
    game = tripolis.game(name, **options)
    parts = game.book.short_rules(game.mode)
    said = " ".join(
        map(str, [*(line for part in parts for line in (part.title, *part.lines)), *game.book.short_tips(game.mode)])
    )
    assert len(said) > 500
    assert [words for words in never if words in said] == []


def test_a_tour_is_a_match_and_steps_that_pictures_may_show(tmp_path):
    picture = "# One\n\nText.\n\n```picture\nmatch: tour\nafter: 2\ncaption: Two moves\n```\n"
    book = read_book(written(tmp_path, tour=TOUR, guide=picture))
    steps = (Step(Message("Welcome!"), ("city",)), Step(Message("Lay it."), ("slot", "tile"), "3N4", ("c3", "2W4")))
    assert book.tour == Tour({"players": 2}, 1, steps)
    assert [step.where for step in book.tour.steps] == ["game/book/tour.md, line 6", "game/book/tour.md, line 12"]
    assert book.guide[0].pictures[0] == Picture(Message("Two moves"), {"players": 2}, 1, ("3N4", "c3"))


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
    "a list changes its signs": ({"guide": "# A\n\n- One\n2. Two"}, r"guide\.md, line 4: this item begins with -"),
    "a list counts wrong": ({"guide": "# A\n\n1. One\n3. Two"}, r"guide\.md, line 4: this item begins with 2\."),
    "a list begins late": ({"guide": "# A\n\n2. One"}, r"guide\.md, line 3: this item begins with 1\."),
    "an item is not indented": ({"guide": "# A\n\n- One\nmore"}, r"guide\.md, line 4: a line of a list begins an item"),
    "a list stands on the wrong page": ({"tips": "- One"}, r"tips\.md, line 1: there is no bullets in tips\.md"),
    "a table has no head": ({"guide": "# A\n\n| a | b |\n| c | d |\n| e | f |"}, r"guide\.md, line 3: a table is"),
    "a row is too long": ({"guide": "# A\n\n| a |\n|---|\n| c |\n| e | f |"}, r"guide\.md, line 6: this row has 2 cells, and the head has 1"),
    "a row is open": ({"guide": "# A\n\n| a |\n|---|\n| c"}, r"guide\.md, line 5: a row of a table begins and ends with \|"),
    "the line below a head is short": ({"guide": "# A\n\n| a | b |\n|---|\n| c | d |"}, r"guide\.md, line 4: the line below the head"),
    "a fact in a cell is not there": ({"guide": "# A\n\n| a |\n|---|\n| {x} |"}, r"guide\.md, line 5: there is no fact x"),
    "a ruling is not there": ({"guide": "# A\n\nText.\n\nRulings: 9", "rulings": RULINGS}, r"guide\.md, line 5: there is no ruling 9"),
    "a ruling stands twice": ({"guide": "# A\n\nText.\n\nRulings: 2 1a 2", "rulings": RULINGS}, r"line 5: the ruling 2 stands at two sections"),
    "a ruling stands nowhere": ({"guide": "# A\n\nText.\n\nRulings: 2", "rulings": RULINGS}, r"guide\.md, line 5: no section has the rulings 1a"),
    "two sections share a name": ({"guide": "# a. A\n\nText.\n\n# a. B\n\nText."}, r"guide\.md, line 5: there is a section a already"),
    "par has a field": ({"guide": "# A\n\n```par\nmode: a\n```"}, r"guide\.md, line 3: a par has no mode"),
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
    texts += [
        "One of {cells}.",
        "Two pictures",
        "Shuffle the {cells} cells.",
        "Deal them.",
        "Numbers",
        "A tile",
        "A cell",
    ]
    texts += ["Later", "Kind", "Points", "Tower, {n} levels", "May I?", "Yes, {n}.", "Rulebook"]
    assert update(home, "fr") == texts
    catalogue = (home / FOLDER / "fr.po").read_text(encoding="utf-8")
    assert '#: book/guide.md:13\n#, python-brace-format\nmsgid "There are {cells} cells, {cells} in all."' in catalogue
    assert '#: book/rulings.md:5\nmsgid "Rulebook"' in catalogue


def test_the_example_of_the_docs_is_a_section(tmp_path):
    docs = (Path(__file__).parent.parent / "docs" / "makers.md").read_text(encoding="utf-8")
    example = docs.partition("A section of a guide looks like this:\n")[2].partition("**Values.**")[0]
    facts = {"listed": {"tower": "1, 3, 6, 10"}, "classic": 4, "cells": 16}
    (section,) = read_book(written(tmp_path, guide=dedent(example), rulings=RULINGS), facts).guide
    (picture,) = section.pictures
    assert picture.numbered == (("cell-0-a4",), (), ("panel:account",)) and len(section.rulings) == 2
    assert [type(block) for block in section.blocks] == [Message, Items, Table, Picture]
    assert str(section.paragraphs[0]).startswith(
        "Each tower counts by its levels: 1, 3, 6, 10 points for 1 to 4 levels."
    )
    assert picture.moves == ("4N5", "a4", "1N1", "a1") and str(picture.caption).endswith("counts 1.")


def test_a_book_is_read_when_it_is_first_opened():
    read = []

    def open_book():
        read.append(1)
        return read_book(furnished().folder / "book")

    game = furnished(book=open_book)
    assert read == []
    assert game.book.tips == (Message("Bid low."),) and game.configure(players=2).book is game.book
    assert read == [1]
