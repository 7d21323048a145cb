"""Themes and symbol sheets: colours that can be told apart and read, and symbols that every renderer understands."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

import tripolis
from tools.contact import VISION, art_of, linear, seen_with, sheets, symbols_of
from tripolis.engine.themes import KINDS, MAP_KINDS, SEATS, THEMES, css, for_seat, inline

GAMES = sorted(path.parents[1].name for path in Path(tripolis.__file__).parent.glob("games/*/face/art.svg"))
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"circle", "ellipse", "g", "path", "rect", "use"}
BOARDS = ("surface", "board", "well")
SEAT_NAMES = [f"seat-{seat}" for seat in range(SEATS)]
GROUPS = [f"group-{number}" for number in range(1, 9)]
MAP = [f"map-{kind}" for kind in MAP_KINDS]
GLYPHS = ("resident", "energy", "gold")

WRITING = [  # what is written, on what
    *[("ink", ground) for ground in (*BOARDS, "block")],
    *[("ink-muted", ground) for ground in BOARDS],
    *[("on-" + name, name) for name in (*KINDS, *SEAT_NAMES, *GROUPS, "seat", "plain", "can", "button")],
    *[(kind + "-tint", kind + "-deep") for kind in KINDS],  # on the band at the foot of a tile
    *[("edge", glyph) for glyph in GLYPHS],  # the number in a star, the bolt on a drum
    ("on-back", "back-deep"),
    *[("ink", ground) for ground in MAP],
]
FOUND = [  # what must be found, against what
    *[(name, ground) for name in (*SEAT_NAMES, *GROUPS, "plain") for ground in BOARDS],
    *[(name, ground) for name in ("can", "last", "good", "bad", "rule") for ground in BOARDS],
    *[(f"{ground}-line", ground) for ground in MAP],
    *[(name, "halo") for name in ("can", "last", "good", "bad", "ink-muted", "ink", *SEAT_NAMES)],
]
LEAST = {"light": (4.5, 3), "dark": (4.5, 3), "print": (4.5, 3), "contrast": (7, 4.5)}  # of writing, of what is found


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2."""
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))]
    return (max(light) + 0.05) / (min(light) + 0.05)


def distance(one: str, other: str) -> float:
    """How different two colours look: CIE 1976, where 2 is just seen."""

    def lab(colour: str) -> tuple[float, float, float]:
        r, g, b = linear(colour)
        x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
        y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
        x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    return sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_the_same_properties_as_plain_colours(name):
    """A colour is "#rrggbb", so that it can be computed with."""
    assert THEMES[name].keys() == THEMES["light"].keys()
    assert [value for value in THEMES[name].values() if not re.fullmatch(r"#[0-9a-f]{6}", value)] == []


@pytest.mark.parametrize("name", THEMES)
def test_writing_can_be_read(name):
    """WCAG 2.2, 1.4.3: 4.5:1, and 7:1 where much contrast is asked for."""
    theme, least = THEMES[name], LEAST[name][0]
    ratios = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 2) for pair in WRITING}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < least} == {}


@pytest.mark.parametrize("name", THEMES)
def test_pieces_and_marks_stand_out_from_what_lies_below(name):
    """WCAG 2.2, 1.4.11: 3:1."""
    theme, least = THEMES[name], LEAST[name][1]
    ratios = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 2) for pair in FOUND}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < least} == {}


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_tiles_stand_out_from_the_board_and_pictograms_from_tiles(name, kind):
    """By the body alone in light and dark, else by the rim; the monument has a rim of gold."""
    theme = THEMES[name]
    rim = theme["gold" if kind == "monument" else f"{kind}-deep"]
    for ground in BOARDS:
        ways = [contrast(theme[kind], theme[ground])]
        if kind == "monument" or name == "print":
            ways.append(contrast(rim, theme[ground]))
        assert max(ways) >= 3, ground
    assert max(contrast(theme[kind], theme[f"{kind}-{side}"]) for side in ("tint", "deep")) >= 3


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("glyph", GLYPHS)
def test_glyphs_are_seen_on_every_ground(name, glyph):
    """By what is inside or by the outline."""
    theme = THEMES[name]
    for ground in (*BOARDS, *KINDS, *(f"{kind}-deep" for kind in KINDS)):
        assert max(contrast(theme[glyph], theme[ground]), contrast(theme["edge"], theme[ground])) >= 3, ground


@pytest.mark.parametrize("vision", [None, *VISION])
@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("names", [KINDS, SEAT_NAMES, GROUPS, MAP], ids=["kinds", "seats", "groups", "map"])
def test_kinds_seats_groups_and_fields_differ_in_every_colour_vision(names, name, vision):
    """Shapes tell them too; colours that fell together would be worse than none."""
    seen = {key: seen_with(vision, THEMES[name][key]) if vision else THEMES[name][key] for key in names}
    apart = {pair: round(distance(seen[pair[0]], seen[pair[1]]), 1) for pair in combinations(names, 2)}
    assert {pair: far for pair, far in apart.items() if far < 12} == {}


MOOD = re.compile(r'\[data-mood="(\w+)"\]\[data-mood\] \{(.*?)\n  \}', re.S)
PAIR = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
TOKENS = Path(tripolis.__file__).parent / "server" / "web" / "static" / "tokens.css"


def moods():
    """The colours on each game's page, in light and dark: a theme with what the game's mood changes in it."""
    for game, declared in MOOD.findall(TOKENS.read_text(encoding="utf-8")):
        for look in ("light", "dark"):
            changed = {name: light if look == "light" else dark for name, light, dark in PAIR.findall(declared)}
            yield game, look, THEMES[look] | changed


def test_every_game_has_a_mood_in_light_and_dark():
    assert sorted((game, look) for game, look, _ in moods()) == [
        (game, look) for game in GAMES for look in ("dark", "light")
    ]


@pytest.mark.parametrize("vision", [None, *VISION])
@pytest.mark.parametrize(
    ("game", "look", "theme"), list(moods()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_is_drawn_on_the_boards_of_a_page_can_be_read_and_found(game, look, theme, vision):
    """4.5:1 for writing and 3:1 for marks, also as seen with three kinds of colour vision. Only U-Build has groups;
    on its wood only the round is written, and pieces stand out by their outline or their halo."""
    seen = {name: seen_with(vision, colour) if vision else colour for name, colour in theme.items()}
    wood = game == "ubuild"
    pairs = [(pair, 4.5) for pair in WRITING if not (wood and pair == ("ink-muted", "surface"))]
    pairs += [(pair, 3) for pair in FOUND if not (wood and pair[1] == "surface")]
    pairs = [(pair, least) for pair, least in pairs if wood or "group-" not in "".join(pair)]
    ratios = {pair: (round(contrast(seen[pair[0]], seen[pair[1]]), 2), least) for pair, least in pairs}
    assert {pair: ratio for pair, (ratio, least) in ratios.items() if ratio < least} == {}
    assert max(contrast(seen[name], seen["surface"]) for name in ("edge", "halo", "paper")) >= 3


def test_a_theme_is_written_in_or_handed_over():
    """`inline` for pictures that stand alone, `css` for pages; what is unknown is not passed over."""
    assert inline("fill:var(--ink);stroke:var(--on-park)", {"ink": "#000000", "on-park": "#ffffff"}) == (
        "fill:#000000;stroke:#ffffff"
    )
    assert inline("var(--seat)", for_seat(THEMES["dark"], 3)) == THEMES["dark"]["seat-3"]
    with pytest.raises(KeyError):
        inline("var(--no-such-thing)", "light")
    assert f"--park: {THEMES['print']['park']};" in css("print")


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_uses_only_properties_that_every_theme_has(game):
    """And no colour of its own."""
    art = art_of(game)
    used = set(re.findall(r"var\(\s*--([^)]*)\)", art))
    for name, theme in THEMES.items():
        assert used - theme.keys() == set(), name
        assert "var(" not in inline(art, theme)
    styles = "".join(element.get("style", "") for element in ET.fromstring(art).iter())
    assert re.findall(r"(?:fill|stroke):(?!var\(--|none)[^;]*", styles) == []
    assert re.findall(r' (?:fill|stroke|class)="', art) == []


@pytest.mark.parametrize("game", GAMES)
def test_symbols_are_well_formed(game):
    """Unique ids, a viewBox from 0 0, plain shapes, and `use` at most one deep."""
    root = ET.fromstring(art_of(game))
    assert {child.tag for child in root} == {SVG + "symbol"}
    ids = [symbol.get("id", "") for symbol in root]
    assert len(ids) == len(set(ids))
    bare = {symbol.get("id") for symbol in root if symbol.find(f".//{SVG}use") is None}
    for symbol in root:
        name = symbol.get("id", "")
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", name)
        assert re.fullmatch(r"0 0 [1-9]\d* [1-9]\d*", symbol.get("viewBox", "")), name
        inside = list(symbol.iter())[1:]
        assert inside, name
        assert {element.tag.removeprefix(SVG) for element in inside} <= SHAPES, name
        assert [element for element in inside if element.get("id")] == [], name
        assert {use.get("href", "")[1:] for use in symbol.iter(SVG + "use")} <= bare, name


@pytest.mark.parametrize("game", GAMES)
def test_the_contact_sheets_show_every_symbol(game):
    """In every theme and every colour vision."""
    made = sheets(game)
    assert made.keys() == {*THEMES, "vision"}
    for name, svg in made.items():
        root = ET.fromstring(svg)
        shown = {use.get("href", "").split("-", 1)[1] for use in root.findall(SVG + "use")}
        assert shown == {symbol[0] for symbol in symbols_of(art_of(game))}, name
