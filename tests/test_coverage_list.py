"""The lists of what the rulebooks say and of players' questions name sections, steps and rulings that the books have."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.guide import Items, Section, Table

RULES = Path(__file__).parents[1] / "docs" / "rules"
GAMES = {"Quadropolis": "quadropolis", "Metropolys": "metropolys", "U-Build": "ubuild"}
SHORT = "short rules: "


def rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """The game and the cells of every row of the tables, without their heads."""
    game = ""
    for line in text.splitlines():
        if line.startswith("## "):
            game = GAMES[line[3:].partition(",")[0]]
        elif line.startswith("| ") and not line.endswith(("| where |", "| clicks | |")):
            yield game, [cell.strip() for cell in line[1:-1].split("|")]


def steps_of(section: Section) -> int:
    """How many numbered steps a section has."""
    return sum(len(block.items) for block in section.blocks if isinstance(block, Items) and block.numbered)


def is_in_the_book(game: str, place: str) -> bool:
    """Whether the book has what is named: `Tips`, `ruling 3a`, `short rules: The aim`, `Set-up, step 2`, or a heading."""
    book = tripolis.game(game).book
    if place == "Tips":
        return bool(book.tips)
    if place.startswith("ruling "):
        return place.removeprefix("ruling ") in {ruling.number for ruling in book.rulings}
    sections = book.summary if place.startswith(SHORT) else book.guide
    heading, step = place.removeprefix(SHORT), 0
    if found := re.fullmatch(r"(.+), step (\d+)", heading):
        heading, step = found[1], int(found[2])
    return any(str(section.title) == heading and step <= steps_of(section) for section in sections)


def faults_of_coverage(text: str) -> Iterator[str]:
    """Rows without a place, decided ones without a ruling, and places that no book has."""
    for game, (said, letter, where) in rows(text):
        places = where.split("; ") if where else []
        if letter not in ("H", "D", "N"):
            yield f"{said}: neither H, D nor N"
        if letter in ("H", "D") and not places:
            yield f"{said}: names no place"
        if letter == "D" and not any(place.startswith("ruling ") for place in places):
            yield f"{said}: names no ruling"
        yield from (f"{said}: there is no {place}" for place in places if not is_in_the_book(game, place))


def coverage() -> str:
    return (RULES / "coverage.md").read_text(encoding="utf-8")


def test_every_statement_of_a_rulebook_has_its_place_in_the_book():
    assert list(faults_of_coverage(coverage())) == []
    assert len(list(rows(coverage()))) == 322


@pytest.mark.parametrize("game", GAMES.values())
def test_the_page_of_a_game_counts_its_rulings(game):
    told = re.search(r"^(\d+) rulings ", (RULES / f"{game}.md").read_text(encoding="utf-8"), re.M)
    assert told and int(told[1]) == len(tripolis.game(game).book.rulings)


def clicks_to(game: str, heading: str, words: str) -> int:
    """One click on the contents, and one more to open a ruling; 0 if the section does not say these words."""
    (section,) = (section for section in tripolis.game(game).book.guide if str(section.title) == heading)
    cells = [str(cell) for block in section.blocks if isinstance(block, Table) for row in block.rows for cell in row]
    if any(words in text for text in [*map(str, section.lines), *cells]):
        return 1
    return 2 * any(words in f"{ruling.question} {ruling.answer}" for ruling in section.rulings)


def faults_of_questions(text: str) -> Iterator[str]:
    """Rows whose words are not in their section, or are further away than the row says."""
    for game, (question, sections, words, clicks, how) in rows(text):
        steps = [clicks_to(game, *place) for place in zip(sections.split("; "), words.split(" / "), strict=True)]
        if 0 in steps or sum(steps) != int(clicks) or how not in ("found", "added"):
            yield f"{question}: {steps} clicks"


def questions() -> str:
    return (RULES / "questions.md").read_text(encoding="utf-8")


def test_every_question_is_answered_by_its_section_in_as_many_clicks_as_told():
    assert list(faults_of_questions(questions())) == []
    assert len(list(rows(questions()))) == 40


@pytest.mark.parametrize(
    "row", ["| planted | Jail | no such words | 1 | found |", "| planted | Jail | Pay 500k | 2 | found |"]
)
def test_a_planted_question_is_noticed(row):
    assert [fault.partition(":")[0] for fault in faults_of_questions(questions() + row)] == ["planted"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("| planted | H | Which track for us? |", "there is no Which track for us?"),
        ("| planted | H | Set-up, step 9 |", "there is no Set-up, step 9"),
        ("| planted | H | Jail; ruling R99 |", "there is no ruling R99"),
        ("| planted | H | short rules: Jail |", "there is no short rules: Jail"),
        ("| planted | H |  |", "names no place"),
        ("| planted | D | Jail |", "names no ruling"),
        ("| planted | P | Jail |", "neither H, D nor N"),
    ],
)
def test_a_planted_row_is_noticed(row, fault):
    assert list(faults_of_coverage(f"## U-Build\n{row}")) == [f"planted: {fault}"]
