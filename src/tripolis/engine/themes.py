"""Themes: the values of the custom properties that every `art.svg` draws with, for day, lamp, paper and sharp contrast.

A symbol says `style="fill:var(--park)"`. A page hands the values over as CSS (`css`); pictures that stand alone get
them written in (`inline`). Names are without the leading dashes. A kind of building has four colours: `park` is the
body of its tile, `park-tint` the lit side, `park-deep` lines and the band at the foot, `on-park` writing on the
body; `back` is a face-down tile, with `on-back` for writing on its deep plate. A kind of field on a map has two:
`map-parks` is the ground, `map-parks-line` its pattern and its picture. `seat` is the seat that owns the piece
drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

KINDS = ("tower", "shop", "public", "park", "factory", "harbour", "office", "monument")
MAP_KINDS = ("industry", "parks", "housing", "malls", "administration")
SEATS = 6
_VAR = re.compile(r"var\(--([a-z0-9-]+)\)")


def _kinds(**rows: str) -> dict[str, str]:
    """Rows of "body tint deep on"."""
    found = {}
    for kind, row in rows.items():
        found[kind], found[f"{kind}-tint"], found[f"{kind}-deep"], found[f"on-{kind}"] = row.split()
    return found


def _map(**rows: str) -> dict[str, str]:
    """Rows of "ground line"."""
    found = {}
    for kind, row in rows.items():
        found[f"map-{kind}"], found[f"map-{kind}-line"] = row.split()
    return found


def _numbered(name: str, on: str, colours: str, first: int = 0) -> dict[str, str]:
    """Colours `name-0`, `name-1` and so on, all written on with the colour `on`."""
    found = {}
    for number, colour in enumerate(colours.split(), first):
        found[f"{name}-{number}"], found[f"on-{name}-{number}"] = colour, on
    return found


# Okabe and Ito's hues, moved until a tile stands out 3:1 from the cell below it and numbers on it reach 4.5:1. Kinds
# whose hues fall together in colour blindness (tower, factory, park; public, office) are kept apart by lightness.
LIGHT = {
    "surface": "#eee9de",
    "board": "#fcfaf5",
    "well": "#f3eee4",  # where a piece may lie: site spaces, city cells, slots
    "block": "#ddd5c5",  # a district, lake or other region of a board
    "line": "#bdb4a2",
    "rule": "#7d7565",  # a line that has to be seen: 3:1
    "ink": "#23211d",
    "ink-muted": "#5c564b",
    "paper": "#fffdf8",
    "edge": "#23211d",  # outline of glyphs and pieces
    "halo": "#fffdf8",  # parts a ring or emblem from whatever lies below
    "can": "#2338ff",
    "on-can": "#ffffff",
    "last": "#b8005c",
    "good": "#17703a",
    "bad": "#b3261e",
    "button": "#fffdf8",
    "on-button": "#23211d",
    "gold": "#f2c230",
    "gold-shade": "#c08a00",
    "resident": "#bfe0f5",
    "energy": "#ffd84a",
    "spent": "#d8d2c4",
    "plain": "#6e6a63",
    "on-plain": "#ffffff",
    "water": "#9cc9e3",
    "land": "#dfe6cf",
    "road": "#fcfaf5",
    **_kinds(
        tower="#b87300 #ffe2a6 #553300 #140c00",
        shop="#9347a0 #f5dcf7 #441a4c #ffffff",
        public="#00625c #bfeae2 #00302e #ffffff",
        park="#568f45 #def2cc #1c3d14 #071202",
        factory="#ae2f0a #ffd7c4 #511300 #ffffff",
        harbour="#0f6ad0 #d2e6fd #07305f #ffffff",
        office="#7d8794 #e9eef3 #2b343f #0a0e13",
        monument="#332c22 #f2c230 #14100a #f2c230",
        back="#8a8172 #d6cebf #4a4438 #f6f1e7",
    ),
    **_map(
        industry="#d4a98a #5f3213",
        parks="#b5d98c #35591c",
        housing="#fbf1cd #7d5c00",
        malls="#edc5ea #702c7e",
        administration="#86aed6 #0f3a5e",
    ),
    **_numbered("seat", "#ffffff", "#0b4fb8 #cf430f #0a7d62 #b53aa0 #6b4200 #33373f"),
    **_numbered("group", "#ffffff", "#4a3024 #0b78c4 #b03a80 #7a3300 #c81e38 #957000 #0d703a #14297f", first=1),
}

DARK = {
    "surface": "#14171b",
    "board": "#1e2228",
    "well": "#272c34",
    "block": "#333a44",
    "line": "#454d59",
    "rule": "#828c9a",
    "ink": "#f1ede4",
    "ink-muted": "#b3b1aa",
    "paper": "#f7f1e4",
    "edge": "#0d0f12",
    "halo": "#0d0f12",
    "can": "#6fe8ff",
    "on-can": "#0d0f12",
    "last": "#ff8cc6",
    "good": "#6fcf8b",
    "bad": "#ff8f80",
    "button": "#2f3640",
    "on-button": "#f1ede4",
    "gold": "#f2c84b",
    "gold-shade": "#b98f23",
    "resident": "#bfe0f5",
    "energy": "#ffd84a",
    "spent": "#8b929c",
    "plain": "#a9adb3",
    "on-plain": "#0d0f12",
    "water": "#27465c",
    "land": "#2a3428",
    "road": "#3a424d",
    **_kinds(
        tower="#ecb032 #fff0cf #4a2f04 #140c00",
        shop="#be70c2 #f9e6fa #3c1741 #12040f",
        public="#17a092 #d3f5ee #023530 #00100e",
        park="#84b45c #eaf7d9 #1d3812 #060f00",
        factory="#dc5c28 #ffe1d2 #4d1602 #130400",
        harbour="#4f88f2 #e0ebfe #0a2856 #000a14",
        office="#b4bfc9 #f6f9fb #2a323b #090c10",
        monument="#2e271b #f2c84b #0f0c07 #f2c84b",
        back="#756f65 #b5aea1 #37322a #efe9dc",
    ),
    **_map(
        industry="#7f4833 #efbc97",
        parks="#1f430e #9ccb7c",
        housing="#7a6a24 #f5e596",
        malls="#613a78 #dfb3ea",
        administration="#102450 #7db4ee",
    ),
    **_numbered("seat", "#0d0f12", "#4a92f0 #ea6a3a #58cf9a #d673c0 #f0c83c #dfe4ea"),
    **_numbered("group", "#0d0f12", "#a97a62 #54cdec #d75fa4 #fbbf66 #fb3d36 #e4ec3c #92d6a2 #7880f7", first=1),
}

# Little ink on white paper; every kind still tells by its picture and, in grey, by its lightness.
PRINT = {
    "surface": "#ffffff",
    "board": "#ffffff",
    "well": "#ffffff",
    "block": "#f3f3f3",
    "line": "#9a9a9a",
    "rule": "#6a6a6a",
    "ink": "#000000",
    "ink-muted": "#444444",
    "paper": "#ffffff",
    "edge": "#000000",
    "halo": "#ffffff",
    "can": "#1a1aff",
    "on-can": "#ffffff",
    "last": "#b8005c",
    "good": "#0b5d2a",
    "bad": "#a3160f",
    "button": "#ffffff",
    "on-button": "#000000",
    "gold": "#ffdb66",
    "gold-shade": "#d9a400",
    "resident": "#ffffff",
    "energy": "#ffffff",
    "spent": "#dddddd",
    "plain": "#8c8c8c",
    "on-plain": "#000000",
    "water": "#cfe6f5",
    "land": "#ffffff",
    "road": "#ffffff",
    **_kinds(
        tower="#f6c55c #ffffff #4f3000 #000000",
        shop="#dcb2de #ffffff #431c47 #000000",
        public="#8fd3cf #ffffff #003c40 #000000",
        park="#a4cf83 #ffffff #16380a #000000",
        factory="#f3a27c #ffffff #631e00 #000000",
        harbour="#94c5ec #ffffff #06325a #000000",
        office="#c3ccd5 #ffffff #262f39 #000000",
        monument="#4a4236 #ffdb66 #000000 #ffdb66",
        back="#e6e6e6 #ffffff #555555 #ffffff",
    ),
    **_map(
        industry="#f1ddd0 #75401d",
        parks="#e0f0cd #3c6420",
        housing="#fdf6dc #7d5c00",
        malls="#f3e2f8 #76348a",
        administration="#d3e6f2 #1d4f74",
    ),
    **_numbered("seat", "#ffffff", "#0b4fb8 #cf430f #0a7d62 #b53aa0 #6b4200 #33373f"),
    **_numbered("group", "#ffffff", "#4a3024 #0b78c4 #b03a80 #7a3300 #c81e38 #957000 #0d703a #14297f", first=1),
}

# White and bright colours on black, at least 7:1; lines are black, so that they part the colours.
CONTRAST = {
    "surface": "#000000",
    "board": "#000000",
    "well": "#000000",
    "block": "#1c1c1c",
    "line": "#a0a0a0",
    "rule": "#ffffff",
    "ink": "#ffffff",
    "ink-muted": "#e0e0e0",
    "paper": "#ffffff",
    "edge": "#000000",
    "halo": "#000000",
    "can": "#ffff00",
    "on-can": "#000000",
    "last": "#ff9ae0",
    "good": "#66ff8c",
    "bad": "#ffa08f",
    "button": "#000000",
    "on-button": "#ffffff",
    "gold": "#ffd400",
    "gold-shade": "#c9a200",
    "resident": "#ffffff",
    "energy": "#ffe14d",
    "spent": "#9a9a9a",
    "plain": "#d0d0d0",
    "on-plain": "#000000",
    "water": "#003a66",
    "land": "#000000",
    "road": "#333333",
    **_kinds(
        tower="#ffb000 #ffffff #000000 #000000",
        shop="#e29bff #ffffff #000000 #000000",
        public="#2fe0d6 #ffffff #000000 #000000",
        park="#86e03a #ffffff #000000 #000000",
        factory="#ff8a52 #ffffff #000000 #000000",
        harbour="#66bfff #ffffff #000000 #000000",
        office="#bccbd9 #ffffff #000000 #000000",
        monument="#000000 #ffd400 #000000 #ffd400",
        back="#8f8f8f #ffffff #000000 #ffffff",
    ),
    **_map(
        industry="#3a1500 #ff9a5c",
        parks="#003300 #86e03a",
        housing="#4a3d00 #ffd94d",
        malls="#38004a #eaa6ff",
        administration="#002a4d #66bfff",
    ),
    **_numbered("seat", "#000000", "#66bfff #ff8a52 #3fe09a #e29bff #ffd400 #ffffff"),
    **_numbered("group", "#000000", "#d9a066 #5fd8ff #ff8ad0 #ffb000 #ff8a80 #ffff66 #66ff8c #a8b8ff", first=1),
}

THEMES: dict[str, dict[str, str]] = {"light": LIGHT, "dark": DARK, "print": PRINT, "contrast": CONTRAST}


def for_seat(theme: Mapping[str, str], seat: int) -> dict[str, str]:
    """The theme with `seat` and `on-seat` set to the colours of one seat, for pieces such as architects."""
    return {**theme, "seat": theme[f"seat-{seat}"], "on-seat": theme[f"on-seat-{seat}"]}


for _name, _theme in THEMES.items():
    THEMES[_name] = for_seat(_theme, 0)


def inline(svg_text: str, theme: str | Mapping[str, str]) -> str:
    """The text with every `var(--name)` replaced by the theme's value; an unknown name is a KeyError."""
    values = THEMES[theme] if isinstance(theme, str) else theme
    return _VAR.sub(lambda found: values[found[1]], svg_text)


def css(theme: str | Mapping[str, str]) -> str:
    """The theme as CSS declarations, to be put between the braces of a rule."""
    values = THEMES[theme] if isinstance(theme, str) else theme
    return " ".join(f"--{name}: {value};" for name, value in values.items())
