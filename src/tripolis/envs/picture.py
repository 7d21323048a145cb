"""Pictures of a table for environments: SVG as text, and its pixels where the machine can draw SVG."""

from __future__ import annotations

import importlib.util
import shutil
import struct
import subprocess
import zlib
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripolis.engine.errors import BadOptions
from tripolis.engine.position import Position
from tripolis.engine.record import Rule, bind
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
        raise BadOptions(Message("{mode} is not a render mode; there are: svg, rgb_array.", mode=mode))


def pixels(svg: str, width: int = 1000) -> NDArray[np.uint8]:
    """The pixels of an SVG, drawn by librsvg's program `rsvg-convert` or, without it, by the package `cairosvg`."""
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
    """Pixels (height, width, 3) of a PNG as both programs write it: 8 bits per channel, RGB or RGBA, not interlaced."""
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
    image = np.zeros((height, width, channels), np.uint8)
    _unfilter()(rows, image)
    return np.ascontiguousarray(image[:, :, :3])


@cache
def _unfilter() -> Rule:
    """The loop below, compiled and kept on disk like any driver."""
    return bind(undo_filters, "png", {})


def undo_filters(rows: Any, image: Any) -> None:
    """Undo PNG's filters, byte by byte: what is written is the difference to a guess (PNG specification, section 9)."""
    height, width, channels = image.shape
    for y in range(height):
        how = rows[y, 0]
        for x in range(width):
            for c in range(channels):
                left = int(image[y, x - 1, c]) if x > 0 else 0
                up = int(image[y - 1, x, c]) if y > 0 else 0
                corner = int(image[y - 1, x - 1, c]) if x > 0 and y > 0 else 0
                guess = 0
                if how == 1:
                    guess = left
                elif how == 2:
                    guess = up
                elif how == 3:
                    guess = (left + up) // 2
                elif how == 4:
                    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    guess = left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner
                image[y, x, c] = (int(rows[y, 1 + x * channels + c]) + guess) & 255
