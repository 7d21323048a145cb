"""Chance: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).

A seed is four 32-bit words: two are Philox's key, two the upper half of its counter; the lower half is (ply, block
within the ply). A record therefore stores seed and ply alone, and the numbers of one ply never depend on another's.
"""

import hashlib
import secrets

from .record import Layout, public, rule

MASK = 0xFFFFFFFF

CHANCE = (public("chance", "i8", 4), public("chance_block", "i4"), public("chance_used", "i4"))
"""Fields of WORK: the block of four words in use, its number within the ply, and how many were drawn from it."""

STREAM = Layout("stream", (public("seed", "i8", 4), public("ply", "i4"), public("revealed", "i1"), *CHANCE))
"""A source of chance of its own, for drivers: `below(stream, stream, n)`."""


@rule
def philox(k0, k1, c0, c1, c2, c3, out):
    """Ten rounds of Philox4x32; words are kept in 64-bit numbers below 2**32."""
    for _ in range(10):
        left = 0xD2511F53 * c0
        right = 0xCD9E8D57 * c2
        c0 = ((right >> 32) ^ c1 ^ k0) & MASK
        c1 = right & MASK
        c2 = ((left >> 32) ^ c3 ^ k1) & MASK
        c3 = left & MASK
        k0 += 0x9E3779B9
        k1 += 0xBB67AE85
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


@rule
def begin_chance(w):
    """Forget what is left of the last block: a new ply starts with block 0."""
    w.chance_block = 0
    w.chance_used = 4


@rule
def below(s, w, n):
    """A fair number from 0 to n - 1 (Lemire's method). Whatever is drawn counts as revealed."""
    w.revealed = 1
    while True:
        if w.chance_used == 4:
            philox(s.seed[0], s.seed[1], s.ply, w.chance_block, s.seed[2], s.seed[3], w.chance)
            w.chance_block += 1
            w.chance_used = 0
        product = w.chance[w.chance_used] * n
        w.chance_used += 1
        rest = product & MASK
        if rest >= n or rest >= ((1 << 32) - n) % n:
            return product >> 32


def seed_words(seed: "int | bytes | str | None") -> "tuple[int, int, int, int]":
    """Four words from a number, 16 bytes, 32 hex digits, or nothing (then from the system's generator)."""
    if seed is None:
        seed = secrets.token_bytes(16)
    if isinstance(seed, int):
        seed = hashlib.sha256(b"tripolis seed %d" % seed).digest()[:16]
    if isinstance(seed, str):
        seed = bytes.fromhex(seed)
    if len(seed) != 16:
        raise ValueError(f"a seed has 16 bytes, not {len(seed)}")
    a, b, c, d = (int.from_bytes(seed[i : i + 4], "little") for i in (0, 4, 8, 12))
    return a, b, c, d


def seed_text(words: "tuple[int, ...]") -> str:
    """The 32 hex digits of a seed."""
    return b"".join(w.to_bytes(4, "little") for w in words).hex()
