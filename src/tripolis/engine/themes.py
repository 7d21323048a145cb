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


# Light: Okabe and Ito's hues, moved until a tile stands out 3:1 from the cell below it and numbers on it reach 4.5:1.
# Kinds whose hues fall together in colour blindness (tower, factory, park; public, office) are kept apart by lightness.
# Print: little ink on white paper; every kind still tells by its picture and, in grey, by its lightness.
# Contrast: white and bright colours on black, at least 7:1; lines are black, so that they part the colours.
NAMES = ("light", "dark", "print", "contrast")
COLOURS = {
    "surface": "#eee9de #14171b #ffffff #000000",
    "board": "#fcfaf5 #1e2228 #ffffff #000000",
    "well": "#f3eee4 #272c34 #ffffff #000000",  # where a piece may lie: site spaces, city cells, slots
    "block": "#ddd5c5 #333a44 #f3f3f3 #1c1c1c",  # a district, lake or other region of a board
    "line": "#bdb4a2 #454d59 #9a9a9a #a0a0a0",
    "rule": "#7d7565 #828c9a #6a6a6a #ffffff",  # a line that has to be seen: 3:1
    "ink": "#23211d #f1ede4 #000000 #ffffff",
    "ink-muted": "#5c564b #b3b1aa #444444 #e0e0e0",
    "paper": "#fffdf8 #f7f1e4 #ffffff #ffffff",
    "edge": "#23211d #0d0f12 #000000 #000000",  # outline of glyphs and pieces
    "halo": "#fffdf8 #0d0f12 #ffffff #000000",  # parts a ring or emblem from whatever lies below
    "can": "#2338ff #6fe8ff #1a1aff #ffff00",
    "on-can": "#ffffff #0d0f12 #ffffff #000000",
    "last": "#b8005c #ff8cc6 #b8005c #ff9ae0",
    "good": "#17703a #6fcf8b #0b5d2a #66ff8c",
    "bad": "#b3261e #ff8f80 #a3160f #ffa08f",
    "button": "#fffdf8 #2f3640 #ffffff #000000",
    "on-button": "#23211d #f1ede4 #000000 #ffffff",
    "gold": "#f2c230 #f2c84b #ffdb66 #ffd400",
    "gold-shade": "#c08a00 #b98f23 #d9a400 #c9a200",
    "resident": "#bfe0f5 #bfe0f5 #ffffff #ffffff",
    "energy": "#ffd84a #ffd84a #ffffff #ffe14d",
    "spent": "#d8d2c4 #8b929c #dddddd #9a9a9a",
    "plain": "#6e6a63 #a9adb3 #8c8c8c #d0d0d0",
    "on-plain": "#ffffff #0d0f12 #000000 #000000",
    "water": "#9cc9e3 #27465c #cfe6f5 #003a66",
    "land": "#dfe6cf #2a3428 #ffffff #000000",
    "road": "#fcfaf5 #3a424d #ffffff #333333",
    "tower": "#b87300 #ecb032 #f6c55c #ffb000",
    "tower-tint": "#ffe2a6 #fff0cf #ffffff #ffffff",
    "tower-deep": "#553300 #4a2f04 #4f3000 #000000",
    "on-tower": "#0c0700 #140c00 #000000 #000000",
    "shop": "#9347a0 #be70c2 #dcb2de #e29bff",
    "shop-tint": "#f5dcf7 #f9e6fa #ffffff #ffffff",
    "shop-deep": "#441a4c #3c1741 #431c47 #000000",
    "on-shop": "#ffffff #12040f #000000 #000000",
    "public": "#00625c #17a092 #8fd3cf #2fe0d6",
    "public-tint": "#bfeae2 #d3f5ee #ffffff #ffffff",
    "public-deep": "#00302e #023530 #003c40 #000000",
    "on-public": "#ffffff #00100e #000000 #000000",
    "park": "#568f45 #84b45c #a4cf83 #86e03a",
    "park-tint": "#def2cc #eaf7d9 #ffffff #ffffff",
    "park-deep": "#1c3d14 #1d3812 #16380a #000000",
    "on-park": "#071202 #060f00 #000000 #000000",
    "factory": "#ae2f0a #e4672f #f3a27c #ff8a52",
    "factory-tint": "#ffd7c4 #ffe1d2 #ffffff #ffffff",
    "factory-deep": "#511300 #4d1602 #631e00 #000000",
    "on-factory": "#ffffff #130400 #000000 #000000",
    "harbour": "#0f69ce #4f88f2 #94c5ec #66bfff",
    "harbour-tint": "#d2e6fd #e0ebfe #ffffff #ffffff",
    "harbour-deep": "#07305f #0a2856 #06325a #000000",
    "on-harbour": "#ffffff #000a14 #000000 #000000",
    "office": "#7d8794 #b4bfc9 #c3ccd5 #bccbd9",
    "office-tint": "#e9eef3 #f6f9fb #ffffff #ffffff",
    "office-deep": "#2b343f #2a323b #262f39 #000000",
    "on-office": "#0a0e13 #090c10 #000000 #000000",
    "monument": "#332c22 #2e271b #4a4236 #000000",
    "monument-tint": "#f2c230 #f2c84b #ffdb66 #ffd400",
    "monument-deep": "#14100a #0f0c07 #000000 #000000",
    "on-monument": "#f2c230 #f2c84b #ffdb66 #ffd400",
    "back": "#8a8172 #756f65 #e6e6e6 #8f8f8f",
    "back-tint": "#d6cebf #b5aea1 #ffffff #ffffff",
    "back-deep": "#4a4438 #37322a #555555 #000000",
    "on-back": "#f6f1e7 #efe9dc #ffffff #ffffff",
    "map-industry": "#d4a98a #7f4833 #f1ddd0 #3a1500",
    "map-industry-line": "#5f3213 #efbc97 #75401d #ff9a5c",
    "map-parks": "#b5d98c #1f430e #e0f0cd #003300",
    "map-parks-line": "#35591c #9ccb7c #3c6420 #86e03a",
    "map-housing": "#fbf1cd #796923 #fdf6dc #4a3d00",
    "map-housing-line": "#7d5c00 #f5e596 #7d5c00 #ffd94d",
    "map-malls": "#edc5ea #613a78 #f3e2f8 #38004a",
    "map-malls-line": "#702c7e #dfb3ea #76348a #eaa6ff",
    "map-administration": "#86aed6 #102450 #d3e6f2 #002a4d",
    "map-administration-line": "#0f3a5e #7db4ee #1d4f74 #66bfff",
    "seat-0": "#0b4fb8 #4a92f0 #0b4fb8 #66bfff",
    "seat-1": "#bf3c0c #ea6a3a #bf3c0c #ff8a52",
    "seat-2": "#0a7d62 #58cf9a #0a7d62 #3fe09a",
    "seat-3": "#b53aa0 #d673c0 #b53aa0 #e29bff",
    "seat-4": "#573500 #f0c83c #573500 #ffd400",
    "seat-5": "#33373f #dfe4ea #33373f #ffffff",
    "group-1": "#4a3024 #c09078 #4a3024 #d9a066",
    "group-2": "#0a6fb6 #54cdec #0a6fb6 #5fd8ff",
    "group-3": "#b03a80 #d75fa4 #b03a80 #ff8ad0",
    "group-4": "#913500 #fbbf66 #913500 #ffb000",
    "group-5": "#c81e38 #ff5a50 #c81e38 #ff8a80",
    "group-6": "#8e6b00 #e4ec3c #8e6b00 #ffff66",
    "group-7": "#0d703a #92d6a2 #0d703a #66ff8c",
    "group-8": "#14297f #7880f7 #14297f #a8b8ff",
}
"""Every colour in each of these themes."""
ON_NUMBERED = dict(zip(NAMES, ("#ffffff", "#0d0f12", "#ffffff", "#000000"), strict=True))
"""The colour of writing on all seats and groups."""


def make_theme(name: str) -> dict[str, str]:
    """The colours of a theme, and what is written with on seats and groups."""
    theme = {}
    for colour, values in COLOURS.items():
        theme[colour] = values.split()[NAMES.index(name)]
        if colour.startswith(("seat-", "group-")):
            theme[f"on-{colour}"] = ON_NUMBERED[name]
    return for_seat(theme, 0)


def for_seat(theme: Mapping[str, str], seat: int) -> dict[str, str]:
    """The theme with `seat` and `on-seat` set to the colours of one seat, for pieces such as architects."""
    return {**theme, "seat": theme[f"seat-{seat}"], "on-seat": theme[f"on-seat-{seat}"]}


THEMES: dict[str, dict[str, str]] = {name: make_theme(name) for name in NAMES}


def inline(svg_text: str, theme: str | Mapping[str, str]) -> str:
    """The text with every `var(--name)` replaced by the theme's value; an unknown name is a KeyError."""
    values = THEMES[theme] if isinstance(theme, str) else theme
    return _VAR.sub(lambda match: values[match[1]], svg_text)


def css(theme: str | Mapping[str, str]) -> str:
    """The theme as CSS declarations, to be put between the braces of a rule."""
    values = THEMES[theme] if isinstance(theme, str) else theme
    return " ".join(f"--{name}: {value};" for name, value in values.items())
