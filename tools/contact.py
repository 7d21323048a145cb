"""The contact sheet: every symbol of a game in every theme and as colour-blind people see it, to be looked at.

python tools/contact.py quadropolis --out build/contact
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from pathlib import Path

from tripolis.engine.game import find
from tripolis.engine.themes import THEMES, inline

SIZES = (40, 80, 200)
MARGIN = 16
WIDTH = 1552
FONT = "font-family:system-ui,sans-serif"
Theme = Mapping[str, str]
Symbol = tuple[str, float, float]  # id, width and height of its viewBox

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
VISION = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> list[float]:
    """The three channels of "#rrggbb" in linear light, 0 to 1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def seen_with(vision: str, colour: str) -> str:
    """The colour as it looks with protanopia, deuteranopia or tritanopia."""
    light = linear(colour)
    mixed = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in VISION[vision])
    coded = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in mixed)
    return "#" + "".join(f"{round(255 * c):02x}" for c in coded)


def art_of(game: str) -> str:
    """The text of a game's symbol sheet."""
    return find(game).art_file.read_text(encoding="utf-8")


def symbols_of(art: str) -> list[Symbol]:
    """The symbols of a sheet in the order of the file."""
    found = ET.fromstring(art).iter("{http://www.w3.org/2000/svg}symbol")
    boxes = [(symbol.attrib["id"], symbol.attrib["viewBox"].split()) for symbol in found]
    return [(name, float(box[2]), float(box[3])) for name, box in boxes]


def _prefixed(art: str, prefix: str, theme: Theme) -> str:
    """The symbols alone, in the theme's colours, with ids of their own, so that several themes fit into one picture."""
    body = art[art.index("<symbol") : art.rindex("</svg>")]
    return inline(body.replace('id="', f'id="{prefix}-').replace('href="#', f'href="#{prefix}-'), theme)


def _text(x: float, y: float, text: str, colour: str, size: int = 11) -> str:
    return f'<text x="{x:g}" y="{y:g}" style="{FONT};font-size:{size}px;fill:{colour}">{text}</text>'


def _card(symbol: Symbol, prefix: str, x: float, y: float, sizes: Iterable[int], theme: Theme) -> str:
    """One symbol at several sizes (of its longer side), with its name below."""
    name, width, height = symbol
    parts, at = [], x
    for size in sizes:
        w, h = size * width / max(width, height), size * height / max(width, height)
        parts.append(f'<use href="#{prefix}-{name}" x="{at:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>')
        at += size + MARGIN
    parts.append(_text(x, y + max(sizes) + 14, f"{name}  {width:g}x{height:g}", theme["ink"]))
    return "\n".join(parts)


def block(art: str, prefix: str, title: str, theme: Theme, sizes: tuple[int, ...], top: float) -> tuple[str, int]:
    """All symbols on the theme's board under a title; returns the drawing and its height."""
    symbols = symbols_of(art)
    step_x, step_y = sum(sizes) + MARGIN * (len(sizes) + 1), max(sizes) + 2 * MARGIN
    columns = WIDTH // step_x
    height = 48 + -(-len(symbols) // columns) * step_y
    parts = [
        f"<defs>{_prefixed(art, prefix, theme)}</defs>",
        f'<rect y="{top:g}" width="100%" height="{height}" style="fill:{theme["board"]}"/>',
        _text(MARGIN, top + 28, title, theme["ink"], 18),
    ]
    for number, symbol in enumerate(symbols):
        row, column = divmod(number, columns)
        parts.append(_card(symbol, prefix, MARGIN + column * step_x, top + 44 + row * step_y, sizes, theme))
    return "\n".join(parts), height


def page(art: str, blocks: Iterable[tuple[str, Theme]], sizes: tuple[int, ...] = SIZES) -> str:
    """One picture with a block for each title and theme, below one another."""
    parts, top = [], 0
    for number, (title, theme) in enumerate(blocks):
        drawing, height = block(art, f"t{number}", title, theme, sizes, top)
        parts.append(drawing)
        top += height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}">'
    return "\n".join([head, *parts, "</svg>\n"])


def sheets(game: str) -> dict[str, str]:
    """The contact sheets of a game by name: one for each theme, and one for colour vision."""
    art = art_of(game)
    made = {name: page(art, [(f"{game}, {name}", theme)]) for name, theme in THEMES.items()}
    seen = [
        (f"{game}, {name}, {vision}", {key: seen_with(vision, colour) for key, colour in THEMES[name].items()})
        for vision in VISION
        for name in ("light", "dark")
    ]
    return {**made, "vision": page(art, seen, sizes=(40, 80))}


def rasterize(svg: Path) -> Path | None:
    """A PNG beside the SVG if rsvg-convert or Chromium is at hand."""
    png = svg.with_suffix(".png")
    if tool := shutil.which("rsvg-convert"):
        command = [tool, "-o", str(png), str(svg)]
    elif tool := shutil.which("chromium") or shutil.which("chromium-browser"):
        size = f"--window-size={WIDTH},{ET.parse(svg).getroot().get('height')}"
        command = [tool, "--headless", "--no-sandbox", size, f"--screenshot={png}", svg.resolve().as_uri()]
    else:
        return None
    subprocess.run(command, check=True, capture_output=True)
    return png


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python tools/contact.py", description="Draw a game's symbols.")
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, default=Path("build/contact"))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for name, svg in sheets(asked.game).items():
        path = asked.out / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        print(path, rasterize(path) or "(no rsvg-convert or Chromium for a PNG)")


if __name__ == "__main__":
    main()
