"""Pixels of a table, and the reader of PNGs."""

import shutil
import struct
import zlib

import numpy as np
import pytest

import tripolis
from tripolis.envs import picture


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda near: abs(guess - near))


def written(image, filters):
    """A PNG written by the specification, with a filter for each line."""
    height, width, channels = image.shape
    wide = np.zeros((height + 1, width + 1, channels), int)
    wide[1:, 1:] = image
    lines = b""
    for y in range(1, height + 1):
        how = filters[(y - 1) % len(filters)]
        line = bytes([how])
        for x in range(1, width + 1):
            for c in range(channels):
                left, up, corner = wide[y, x - 1, c], wide[y - 1, x, c], wide[y - 1, x - 1, c]
                guess = (0, left, up, (left + up) // 2, paeth(left, up, corner))[how]
                line += bytes([(wide[y, x, c] - guess) % 256])
        lines += line
    head = struct.pack(">IIBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)
    data = zlib.compress(lines)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", data[:9]), chunk(b"IDAT", data[9:]), chunk(b"IEND", b"")]
    return picture.SIGNATURE + b"".join(parts)


@pytest.mark.parametrize("channels", [3, 4])
def test_every_filter_of_png_is_undone(channels):
    image = np.random.default_rng(1).integers(256, size=(15, 7, channels), dtype=np.uint8)
    found = picture.read_png(written(image, [0, 1, 2, 3, 4]))
    assert found.dtype == np.uint8 and (found == image[:, :, :3]).all()


def test_what_is_no_such_png_is_refused():
    with pytest.raises(ValueError, match="this is no PNG"):
        picture.read_png(b"GIF89a")
    grey = bytearray(written(np.zeros((1, 1, 3), np.uint8), [0]))
    grey[25] = 0
    with pytest.raises(ValueError, match="only PNGs with 8 bits"):
        picture.read_png(bytes(grey))


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed: apt install librsvg2-bin")
def test_a_table_has_pixels():
    position = tripolis.game("quadropolis", players=2).new(seed=1).seen_by(-1)
    image = picture.render(position, "rgb_array")
    assert image.dtype == np.uint8 and image.shape[1:] == (1000, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 50, "a table has many colours"


def test_without_a_program_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(picture.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"rsvg-convert .* or the Python package cairosvg"):
        picture.pixels("<svg/>")
