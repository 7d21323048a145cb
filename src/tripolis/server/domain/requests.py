"""What can be asked of a table: the shape and size of every request that may become an entry."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Short = Annotated[str, Meta(max_length=40)]
Name = Annotated[str, Meta(max_length=100, description="A name; it is cleaned and cut to 24 characters.")]
Nonce = Annotated[
    str, Meta(pattern="^([0-9a-f]{2}){0,32}$", description="What you add to the shuffle: up to 32 bytes in hex digits.")
]
CLIENT_ID = "Your own name for this message, up to 40 characters: sent twice, it counts once."
ClientId = Annotated[str, Meta(max_length=40, pattern="^[^\\x00]*$", description=CLIENT_ID)] | None
SEQ = "The last seq that you have seen: if the position has changed since, the request is refused."
Seq = Annotated[int | None, Meta(description=SEQ)]
MAX_MOVES = 64
"""Moves that are sent together."""
BOX_BYTES = 64 * 1024
MoveText = Annotated[str, Meta(max_length=120)]
Moves = Annotated[list[MoveText], Meta(min_length=1, max_length=MAX_MOVES)]


class Request(Struct, forbid_unknown_fields=True, frozen=True):
    """A request; fields that it does not know are refused."""


class ClockRequest(Request, frozen=True):
    """A clock: none, live (minutes for the match, seconds more for each turn), or days for each turn."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: Annotated[float, Meta(ge=0, le=600)] = 0
    increment: Annotated[float, Meta(ge=0, le=600)] = 0
    days: Annotated[float, Meta(ge=0, le=30)] = 0


class OptionsRequest(Request, frozen=True):
    """What is played, and how."""

    game: Short
    options: Annotated[dict[Short, str | int | bool], Meta(max_length=40)] = {}
    box: Annotated[dict[Short, str], Meta(max_length=10)] | None = None
    public: bool = False
    undo: Literal["none", "turn", "consent"] = "turn"
    clock: ClockRequest = ClockRequest()
    on_timeout: Literal["bot", "wait"] = "bot"
    chat: bool = True
    hints: bool = False
    rated: bool = False


class PlainRequest(Request, frozen=True, kw_only=True):
    """A request that says everything by its name."""

    id: ClientId = None


class SeatRequest(PlainRequest, frozen=True):
    """Put a bot on a seat, or open it."""

    seat: int
    bot: Short | None = None


class ReadyRequest(PlainRequest, frozen=True):
    """Ready, or not yet."""

    ready: bool = True
    nonce: Nonce = ""
    commitment: Annotated[str, Meta(max_length=64)] | None = None


class MovesRequest(PlainRequest, frozen=True):
    """Moves in notation, made one after the other: all of them, or none."""

    moves: Moves
    seq: Seq = None


class UndoRequest(PlainRequest, frozen=True):
    """Take the last move back, or ask for it."""

    seq: Seq = None


class AnswerRequest(PlainRequest, frozen=True):
    """Yes or no."""

    yes: bool


class OrderRequest(PlainRequest, frozen=True):
    """An automatic move: this move at every turn, until it is not legal or (unless 0) this many times. No move: no
    order."""

    move: MoveText | None = None
    times: Annotated[int, Meta(ge=0, le=1000)] = 0


class ChatRequest(PlainRequest, frozen=True):
    """A line of chat, or a reaction, which everybody reads in their own language."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None
    react: Literal["well", "thanks", "ouch", "wow", "wait", "laugh"] | None = None


class ClaimRequest(PlainRequest, frozen=True):
    """Somebody who has lost their cookie asks for their seat."""

    seat: int


class MuteRequest(PlainRequest, frozen=True):
    """Mute a seat for yourself or, as the one who set up the table, for all; or hear it again."""

    seat: int
    mute: bool = True
    all: bool = False


class Joining(PlainRequest, frozen=True):
    """Somebody who sits down: on a seat, or the first that is open, with the hash of the token that will prove it."""

    seat: int | None
    token: str
