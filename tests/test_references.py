"""What is said of a rulebook stands there: every page, heading and printed value rests on lines of its text.

The lines are listed in `rulebook_references.toml`; the rulebooks themselves are no part of the repository.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.words import PACKAGE, texts_in

ROOT = Path(__file__).parents[1]
LIST = tomllib.loads((ROOT / "tests" / "rulebook_references.toml").read_text(encoding="utf-8"))
GAMES = ("quadropolis", "metropolys", "ubuild")
CLAIM = re.compile(r"rulebook|\b[Pp]rint(s|ed)\b|\bp\. ?[\d{]|\bpages? \d|\bmanual\b|\bscan\b")
"""What makes a text one that says something of a rulebook."""
PAGES = re.compile(r"\bp\. ([\d{][\d, and-]*)")
HEADING = re.compile(r"\(rulebook: ([^)]+)\)")
LANGUAGES = {"German": "de", "French": "fr", "Dutch": "nl"}
OTHERS = re.compile(r"[Oo]ur |[Cc]ounting|Photographs|manual of|What the sources lack|number of tiles|The rulebook")
"""How a source that is no line of a rulebook is named."""


def cited(text: str) -> set[int]:
    """The pages that a text names: `p. 7 and 14`, `p. 10-11`."""
    pages: set[int] = set()
    for found in PAGES.findall(text):
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", found):
            pages |= set(range(int(first), int(last or first) + 1))
    return pages


def pages_of(game: str, lines: list[int]) -> set[int]:
    """The pages on which lines stand."""
    pages = LIST[game].get("pages", {})
    return {int(page) for line in lines for page, (first, last) in pages.items() if first <= line <= last}


def texts_of(game: str) -> Iterator[str]:
    """The English texts of a game but for its rulings, which are looked at by number."""
    for file in sorted((PACKAGE / "games" / game).rglob("*")):
        if file.suffix == ".py" or (file.suffix == ".md" and file.name != "rulings.md"):
            for _, forms in texts_in(file):
                yield from forms


def faults_of_texts(game: str, texts: list[str]) -> Iterator[str]:
    """Claims that the list does not have, pages and headings that are others, and entries that no text needs."""
    entries, general = LIST[game]["claims"], LIST["general"]["texts"]
    used = set()
    for text in texts:
        if not CLAIM.search(text) or text.startswith(tuple(general)):
            continue
        heading = HEADING.search(text)
        if heading:
            if heading[1] not in LIST[game]["headings"]:
                yield f"the rulebook has no heading {heading[1]}: {text}"
            continue
        found = [start for start in entries if text.startswith(start)]
        used |= set(found)
        if not found:
            yield f"rests on no line of a rulebook: {text}"
        elif not cited(text) <= pages_of(game, entries[found[0]]):
            yield f"cites other pages than its lines are on: {text}"
    yield from (f"no text begins like this any more: {start}" for start in entries.keys() - used)


def faults_of_rulings(game: str, rulings: list[tuple[str, str, str]]) -> Iterator[str]:
    """Sources that name a rulebook or a page for which there are no lines, and lines that no ruling needs."""
    entries = LIST[game]["rulings"]
    for number, text, source in rulings:
        lines = entries.get(number, {})
        named = {lang for name, lang in LANGUAGES.items() if re.search(rf"{name}\b[^;]*rulebook", source)}
        if not named <= lines.keys():
            yield f"ruling {number} names rulebooks for which there are no lines: {source}"
        if not named and not OTHERS.search(source) and not lines:
            yield f"ruling {number} says neither a rulebook nor that it is ours: {source}"
        if CLAIM.search(text) and not lines and not OTHERS.search(source):
            yield f"ruling {number} rests on no line of a rulebook: {text}"
        if not cited(source) <= pages_of(game, lines.get("de", [])):
            yield f"ruling {number} cites other pages than its lines are on: {source}"
    unknown = entries.keys() - {number for number, _, _ in rulings}
    yield from (f"there is no ruling {number}" for number in sorted(unknown))


def rulings_of(game: str) -> list[tuple[str, str, str]]:
    """Number, question with answer, and source."""
    book = tripolis.game(game).book
    return [(one.number, f"{one.question} {one.answer}", str(one.source)) for one in book.rulings]


@pytest.mark.parametrize("game", GAMES)
def test_texts_say_of_the_rulebook_only_what_the_list_has(game):
    assert list(faults_of_texts(game, list(texts_of(game)))) == []


@pytest.mark.parametrize("game", GAMES)
def test_rulings_name_rulebooks_and_pages_that_the_list_has(game):
    assert list(faults_of_rulings(game, rulings_of(game))) == []


def test_texts_around_the_games_claim_nothing():
    files = [file for file in sorted(PACKAGE.rglob("*.py")) if PACKAGE / "games" not in file.parents]
    texts = [text for file in files for _, forms in texts_in(file) for text in forms]
    general = tuple(LIST["general"]["texts"])
    claims = [text for text in texts if re.search(r"rulebook|\bprinted\b", text) and not text.startswith(general)]
    assert len(files) > 50 and claims == []


def faults_of_page(name: str, text: str) -> Iterator[str]:
    """Pages that no rulebook of the page's games has, years that the rulebook does not say, and unknown rulings."""
    games = [game for game in GAMES if name == f"{game}.md"] or list(GAMES)
    pages = {int(page) for game in games for page in LIST[game].get("pages", {})}
    yield from (f"{name}: no rulebook has a page {page}" for page in sorted(cited(text) - pages))
    rulings = {number for game in games for number, _, _ in rulings_of(game)}
    named = set(re.findall(r"\b[Rr]uling (\d+a?|[RT]\d+)\b", text))
    named |= set(re.findall(r"\b[RT]\d+\b", text)) if games == ["ubuild"] else set()
    yield from (f"{name}: there is no ruling {number}" for number in sorted(named - rulings))
    years = set(re.findall(r"Hasbro \((\d{4})|© (\d{4}) Hasbro", text))
    yield from (f"{name}: Hasbro {year}" for year in sorted(map("".join, years)) if year != "2009")


@pytest.mark.parametrize("file", sorted((ROOT / "docs").rglob("*.md")), ids=lambda file: file.name)
def test_a_page_of_the_documentation_names_pages_and_rulings_that_exist(file):
    assert list(faults_of_page(file.name, file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("It is free (p. 17).", "ubuild.md: no rulebook has a page 17"),
        ("See ruling R99.", "ubuild.md: there is no ruling R99"),
        ("A game by Hasbro (2010).", "ubuild.md: Hasbro 2010"),
    ],
)
def test_a_planted_line_of_the_documentation_is_noticed(text, fault):
    assert list(faults_of_page("ubuild.md", text)) == [fault]


@pytest.mark.parametrize(
    "text", ["The rulebook says 30 minutes.", "Start from one of the printed tracks.", "A bonus must touch it (p. 12)."]
)
def test_a_planted_claim_is_noticed(text):
    assert any(text in fault for fault in faults_of_texts("ubuild", [*texts_of("ubuild"), text]))


@pytest.mark.parametrize(
    ("number", "source"),
    [
        ("R3", "German rulebook, p. 12"),
        ("R3", "French rulebook"),
        ("R3", "Our ruling; p. 3 of the German rulebook"),
        ("R99", "German rulebook"),
        ("R99", "Somebody said so"),
    ],
)
def test_a_planted_source_is_noticed(number, source):
    assert any(source in fault for fault in faults_of_rulings("ubuild", [*rulings_of("ubuild"), (number, "", source)]))


def test_known_constants_are_on_the_pages_that_the_box_names():
    file = PACKAGE / "games" / "ubuild" / "box" / "constants.json"
    constants = json.loads(file.read_text(encoding="utf-8"))["constants"]
    known = {name: value["status"] for name, value in constants.items() if value["status"].startswith("known")}
    lines = LIST["ubuild"]["constants"]
    assert lines.keys() == known.keys()
    for name, status in known.items():
        assert cited(status) == pages_of("ubuild", lines[name]), name


def test_the_list_holds_lines_of_the_texts_that_were_read():
    for game in GAMES:
        texts = LIST[game]["texts"]
        lines = [
            ("de", line) for part in ("claims", "constants") for x in LIST[game].get(part, {}).values() for line in x
        ]
        lines += [(lang, n) for one in LIST[game]["rulings"].values() for lang, found in one.items() for n in found]
        lines += [("de", line) for line in LIST[game].get("headings", {}).values()]
        assert lines and all(1 <= line <= texts[lang]["lines"] for lang, line in lines)
