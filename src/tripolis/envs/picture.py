"""Pictures of a table for environments: SVG as text, and its pixels where the machine can draw SVG."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import subprocess
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripolis.engine.errors import BadOptions
from tripolis.engine.position import Position
from tripolis.engine.words import Message

RENDER_MODES = ["svg", "rgb_array"]
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def render(position: Position, mode: str | None) -> Any:
    """The table as SVG text or as an array of pixels (height, width, 3), None without a mode."""
    if mode is None:
        return None
    svg = position.draw()
    return svg if mode == "svg" else pixels(svg)


def check_mode(mode: str | None) -> None:
    """Only what can be drawn."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOptions(Message("{mode} is no way to draw; there are: svg, rgb_array.", mode=mode))


def pixels(svg: str, width: int = 1000) -> NDArray[np.uint8]:
    """The pixels of an SVG, drawn by librsvg's program `rsvg-convert` or by the package `cairosvg`, whichever is there."""
    program = shutil.which("rsvg-convert")
    if program:
        command = [program, "--width", str(width), "--background-color", "white"]
        png = subprocess.run(command, input=svg.encode(), capture_output=True, check=True).stdout
    elif importlib.util.find_spec("cairosvg"):
        cairosvg = importlib.import_module("cairosvg")
        png = cairosvg.svg2png(svg.encode(), output_width=width, background_color="white")
    else:
        raise RuntimeError(
            "To draw pixels, install librsvg's rsvg-convert (Debian: apt install librsvg2-bin) or the Python package "
            "cairosvg; render_mode='svg' needs neither."
        )
    return read_png(png)


def read_png(png: bytes) -> NDArray[np.uint8]:
    """Pixels (height, width, 3) of a PNG with 8 bits a channel, RGB or RGBA, not interlaced: what both programs write."""
    if png[:8] != SIGNATURE:
        raise ValueError("this is no PNG")
    at, data, header = 8, b"", (0, 0, 0, 0, 0, 0, 0)
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        if kind == b"IHDR":
            header = struct.unpack_from(">IIBBBBB", png, at + 8)
        elif kind == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    width, height, depth, colour, _, _, interlaced = header
    if depth != 8 or colour not in (2, 6) or interlaced:
        raise ValueError("only PNGs with 8 bits a channel, RGB or RGBA, not interlaced, are read")
    channels = 3 if colour == 2 else 4
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    found = _unfiltered(rows[:, 1:].reshape(height, width, channels), rows[:, 0])
    return np.ascontiguousarray(found[:, :, :3])


def _unfiltered(coded: NDArray[np.uint8], filters: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Undo PNG's filters, line by line (PNG specification, section 9)."""
    height, width, channels = coded.shape
    lines = np.zeros((height + 1, width + 1, channels), np.int64)
    for y, how in enumerate(filters.tolist()):
        line, above, code = lines[y + 1], lines[y], coded[y].astype(np.int64)
        if how == 0:
            line[1:] = code
        elif how == 1:
            line[1:] = np.cumsum(code, axis=0) & 255
        elif how == 2:
            line[1:] = (code + above[1:]) & 255
        else:
            for c in range(channels):
                line[1:, c] = _from_neighbours(how, code[:, c].tolist(), above[:, c].tolist())
    return lines[1:, 1:].astype(np.uint8)


def _from_neighbours(how: int, code: list[int], above: list[int]) -> list[int]:
    """One channel of a line whose filter looks at the pixels to the left and above: Average (3) or Paeth (4)."""
    left, found = 0, []
    for x, byte in enumerate(code):
        up, corner = above[x + 1], above[x]
        if how == 3:
            guess = (left + up) // 2
        else:
            by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner
        left = (byte + guess) & 255
        found.append(left)
    return found
