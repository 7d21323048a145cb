"""Commit and reveal: proof that a table's shuffle was fixed before its players could see anything of it.

Before anyone says "ready", the server shows the commitment: the SHA-256 of a secret of 32 bytes and of what will be
played. Each person may add a nonce of their own. The seed of the match is made of the secret and all nonces, and when
the match is over the secret is shown: whoever kept the commitment can check that the server did not choose the shuffle
afterwards. It does not prove that the host did not look at the cards: they lie in the host's memory.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from .engine.errors import BadMatch
from .engine.game import Game
from .engine.match import Match
from .engine.tri import quote
from .engine.words import Message

COMMITMENT, SECRET, TABLE = "Commitment", "Secret", "Table"
NONCE = "Nonce{seat}"


def canonical(game: Game, table: str) -> str:
    """What a commitment is about, as text: the headers of the match and the name of its table."""
    return "".join(f"[{name} {quote(value)}]\n" for name, value in [*game.header(), (TABLE, table)])


def commitment(secret: bytes, game: Game, table: str) -> str:
    """The fingerprint that is shown before the match."""
    return hashlib.sha256(secret + canonical(game, table).encode()).hexdigest()


def final_seed(secret: bytes, nonces: list[str]) -> bytes:
    """The seed of the match: secret and nonces, in the order of the seats."""
    return hashlib.sha256(secret + b"".join(bytes.fromhex(nonce) for nonce in nonces)).digest()[:16]


def headers(secret: bytes, game: Game, table: str, nonces: list[str]) -> dict[str, str]:
    """The headers of a finished match that let everyone check its shuffle."""
    fixed = {TABLE: table, COMMITMENT: commitment(secret, game, table), SECRET: secret.hex()}
    return fixed | {NONCE.format(seat=seat): nonce for seat, nonce in enumerate(nonces)}


@dataclass(frozen=True)
class Verdict:
    """What was checked: the commitment that the secret leads to, and the seed that secret and nonces lead to."""

    commitment: str
    seed: str
    commitment_holds: bool
    seed_holds: bool

    @property
    def holds(self) -> bool:
        """Was the shuffle fixed beforehand?"""
        return self.commitment_holds and self.seed_holds


def verify(match: Match, kept: str | None = None) -> Verdict:
    """Check a finished match against the commitment that a player kept or, without one, that its file names."""
    missing = [name for name in (TABLE, COMMITMENT, SECRET) if name not in match.headers]
    if missing:
        raise BadMatch(1, 1, Message("the header [{header} ...] is missing", header=missing[0]))
    nonces = [match.headers.get(NONCE.format(seat=seat), "") for seat in range(match.game.players)]
    try:
        secret = bytes.fromhex(match.headers[SECRET])
        seed = final_seed(secret, nonces).hex()
    except ValueError:
        raise BadMatch(1, 1, Message("secret and nonces are written in hex digits")) from None
    computed = commitment(secret, match.game, match.headers[TABLE])
    return Verdict(computed, seed, computed == (kept or match.headers[COMMITMENT]).lower(), seed == match.seed)
