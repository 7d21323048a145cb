"""Chance: Philox against the published answers, fair numbers, and seeds."""

import numpy as np
import pytest

from tripolis.engine.position import seed_row
from tripolis.engine.random import STREAM, begin_chance, below, philox, seed_text, seed_words
from tripolis.engine.record import PLAIN, bind
from tripolis.engine.steps import copy_row

# The Random123 distribution, file kat_vectors, rows "philox4x32 10": counter, key, answer.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text):
    return [int(word, 16) for word in text.split()]


def numbers(n):
    return [0] * n if PLAIN else np.zeros(n, np.int64)


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox_gives_the_published_answers(counter, key, answer):
    out = numbers(4)
    philox(*words(key), *words(counter), out)
    assert [int(x) for x in out] == words(answer)


def draw(R, n, out):
    """Draw many numbers below n."""
    r = R[0]
    begin_chance(r)
    for i in range(len(out)):
        out[i] = below(r, r, n)


def drawn(seed, n, how_many):
    stream, out = STREAM.make(), numbers(how_many)
    copy_row(stream[0].seed, seed_row(seed))
    bind(draw, "test", {})(stream, n, out)
    return [int(x) for x in out]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 25, 1000])
def test_numbers_below_n_are_fair(n):
    """Chi-square, at five standard deviations."""
    found = drawn(11, n, 20_000)
    assert min(found) >= 0
    assert max(found) < n
    expected = len(found) / n
    statistic = sum((found.count(k) - expected) ** 2 / expected for k in range(n))
    assert statistic < n - 1 + 5 * (2 * n) ** 0.5


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    assert drawn(1, 1000, 50) == drawn(1, 1000, 50)
    assert drawn(1, 1000, 50) != drawn(2, 1000, 50)


def test_seeds_are_numbers_bytes_or_text():
    data = bytes(range(16))
    assert seed_words(data) == seed_words(data.hex()) == (0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C)
    assert seed_text(seed_words(data)) == data.hex()
    assert seed_words(7) == seed_words(7) != seed_words(8)
    assert seed_words(None) != seed_words(None)
    with pytest.raises(ValueError, match="16 bytes"):
        seed_words(b"short")
