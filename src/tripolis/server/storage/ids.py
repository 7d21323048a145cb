"""The codes of tables and matches."""

from __future__ import annotations

import hashlib
import secrets

from ..domain.problems import no_table

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, 1, i, l, o: codes are read aloud and typed."""
LENGTH = 12


def new_id(secret: str = "") -> str:
    """An unguessable code for a table or a match, drawn or made of a secret."""
    if secret:
        number = int.from_bytes(hashlib.sha256(secret.encode()).digest())
        return "".join(ALPHABET[number // len(ALPHABET) ** i % len(ALPHABET)] for i in range(LENGTH))
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def check_id(text: str) -> None:
    """Only what can be a code is ever looked for."""
    if not (text.isascii() and text.isalnum() and len(text) <= 16):
        raise no_table()
