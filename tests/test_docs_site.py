"""The site is built without a warning, its links lead somewhere, and what it takes from the code is what the code
says."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tripolis
from tripolis.engine.testing.words import messages

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from made_pages import api, games, links  # noqa: E402

pytestmark = pytest.mark.slow

NAMES = ("metropolys", "quadropolis", "ubuild")
WORD = re.compile(r"<[^>]+>")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The whole site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-W",
            "--keep-going",
            "-d",
            folder / "trees",
            ROOT / "docs",
            folder / "html",
        ],
        env={**os.environ, "TRIPOLIS_LANG": "de"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0 and not ran.stdout + ran.stderr, ran.stdout + ran.stderr
    return folder / "html"


def words(site, page):
    """A built page as a reader sees it; folded parts too."""
    text = WORD.sub("", (site / f"{page}.html").read_text(encoding="utf-8"))
    return " ".join(html.unescape(text).split())


def flat(message):
    """A text in one line; a numbered paragraph becomes an item of a list, and a browser writes the number."""
    return " ".join(re.sub(r"^\d+\. ", "", str(message)).split())


def test_every_page_of_the_docs_is_in_the_site_and_can_be_reached(site):
    index = (site / "index.html").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix("")
        assert (site / f"{name}.html").is_file()
        assert name.parts[0] in ("index", "decisions") or f"{name}.html" in index


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_says_what_the_code_says(site, name):
    game, text = tripolis.game(name), words(site, f"games/{name}")
    for section in game.book.guide:
        assert flat(section.title) in text
        assert [str(said) for said in messages(section) if flat(said) not in text] == []
    for ruling in game.book.rulings:
        assert flat(ruling.question) in text and flat(ruling.answer) in text and flat(ruling.source) in text
    for option in game.options:
        assert f"{option.name} {flat(option.title)} {flat(option.help)}" in text
    for i, feature in enumerate(game.feature_names()):
        assert f"{i} {feature}" in text
    for reason in game.reasons:
        assert int(reason) == 0 or f"{int(reason)} {reason.name}" in text
    for key in game.categories:
        assert f"{key} {flat(game.face.category_names[key])} points" in text
    for field in game.state.fields:
        assert f"{field.name} {field.kind}" in text
    assert flat(game.face.notation) in text and f"version of the rules {game.version}" in text
    assert f"0 to {game.n_actions - 1:,}" in text
    modules = "|".join(file.stem for file in (game.folder / "rules").glob("*.py"))
    assert len(re.findall(rf"\b(?:{modules})\.[a-z_]+ [A-Z0-9]", text)) > 10, "rules with their pages"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("quadropolis", ["102 1 both tower 2 residents 4 AAA", "128 1 expert office 4 ACA", "1 1 4 2 2 2 3 1 1 3"]),
        ("metropolys", ["n1 north industry n2 n9 w1 edge", "housing green B", "statues 4 n3 n4 n5", "site 9 2 3"]),
        ("ubuild", ["b1 Kargenfeld brown 600k 10k 100k 200k 400k 600k 800k 1.1M 1.4M 1.8M", "salary 2M known, p. 7 and 14"]),
    ],
)  # fmt: skip
def test_components_stand_there_with_their_status(site, name, told):
    text = words(site, f"games/{name}")
    assert [part for part in told if part not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_drawn_light_and_dark(site, name):
    page = (site / "games" / f"{name}.html").read_text(encoding="utf-8")
    light, dark = (set(re.findall(rf'src="\.\./_images/([^"]+)-{theme}\.svg"', page)) for theme in ("light", "dark"))
    drawn = len(tripolis.game(name).book.pictures)
    assert light == dark and len(light) == drawn + 1


def test_every_route_stands_there_with_its_fields_and_answers(site):
    text, found = words(site, "api-reference"), api.document()
    for method, path, operation in api.operations(found):
        assert f"{method} {path} {flat(operation['description'])}" in text
    for name, schema in found["components"]["schemas"].items():
        assert name in text and all(field in text for field in schema.get("properties", ()))


def test_every_command_stands_there_in_english(site):
    text = words(site, "commands")
    for usage in ("tripolis play", "tripolis draw FILE", "tripolis box export NAME FOLDER", "tripolis db purge"):
        assert usage in text
    assert "Step through a match in the terminal." in text


def test_a_version_of_the_rules_without_history_is_refused():
    other = tripolis.game("quadropolis").configure()
    other.version += 1
    with pytest.raises(ValueError, match=r"does not tell what version 2 of the rules is"):
        games.versions(other)


def test_a_dead_link_is_found(tmp_path):
    (tmp_path / "other.html").write_text('<h1 id="here">x</h1>')
    (tmp_path / "page.html").write_text(
        '<a href="other.html#here"></a><a href="other.html#there"></a><a href="gone.html"></a><img src="a.png">'
        '<a href="https://example.org/x"></a><a href="https://example"></a><a href="javascript:x"></a><a href="../up.html"></a>'
    )
    assert [line.split(": ")[1:] for line in links.wrong(tmp_path)] == [
        ["../up.html", "there is no such file"],
        ["a.png", "there is no such file"],
        ["gone.html", "there is no such file"],
        ["https://example", "this is no address"],
        ["javascript:x", "an address of a kind that no page should have"],
        ["other.html#there", "there is no such anchor"],
    ]
