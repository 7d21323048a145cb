"""What a game is like, for those who choose one."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Message


@dataclass(frozen=True)
class About:
    """One sentence that makes one want to play, how demanding the game is (1 to 3; 0: nobody has said), and for how
    many players it is (`2–4`; a game takes it from its options)."""

    pitch: Message | None = None
    weight: int = 0
    players: str = ""
