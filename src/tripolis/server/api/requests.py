"""What clients may send: the shape and size of every request."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Short = Annotated[str, Meta(max_length=40)]
Name = Annotated[str, Meta(max_length=100, description="A name; it is cleaned and cut to 24 signs.")]
Nonce = Annotated[
    str, Meta(pattern="^([0-9a-f]{2}){0,32}$", description="What you add to the shuffle: up to 32 bytes in hex digits.")
]
ClientId = (
    Annotated[
        str,
        Meta(
            max_length=40,
            pattern="^[^\\x00]*$",
            description="Your own name for this message, up to 40 signs: sent twice, it counts once.",
        ),
    ]
    | None
)
Seq = Annotated[
    int | None,
    Meta(description="The last seq that you have seen: if the position has changed since, the request is refused."),
]
Lang = Literal["en", "de", "fr", "nl"]
MoveText = Annotated[str, Meta(max_length=120)]
MOST_MOVES = 64
"""So many moves are sent together at most."""
BOX_BYTES = 64 * 1024
MATCH_BYTES = 256 * 1024


class Ask(Struct, forbid_unknown_fields=True, frozen=True):
    """A request; what it does not know is refused."""


class GuestAsk(Ask, frozen=True):
    """A new guest, or another name or language."""

    name: Name
    lang: Lang | None = None


class ClockAsk(Ask, frozen=True):
    """A clock: none, live (minutes for the match, seconds more for each turn), or days for each turn."""

    kind: Literal["none", "live", "days"] = "none"
    minutes: Annotated[float, Meta(ge=0, le=600)] = 0
    increment: Annotated[float, Meta(ge=0, le=600)] = 0
    days: Annotated[float, Meta(ge=0, le=30)] = 0


class OptionsAsk(Ask, frozen=True):
    """What is played, and how."""

    game: Short
    options: Annotated[dict[Short, str | int | bool], Meta(max_length=40)] = {}
    box: Annotated[dict[Short, str], Meta(max_length=10)] | None = None
    public: bool = False
    undo: Literal["none", "turn", "consent"] = "turn"
    clock: ClockAsk = ClockAsk()
    on_timeout: Literal["bot", "wait"] = "bot"
    chat: bool = True
    hints: bool = False


class TableAsk(OptionsAsk, frozen=True):
    """A new table. Seats are `me`, `open` or `bot:NAME`; without any, you take the first and the others are open."""

    seats: Annotated[list[Short], Meta(max_length=8)] | None = None
    start: bool = False
    nonce: Nonce = ""
    name: Name = ""
    id: ClientId = None


class JoinAsk(Ask, frozen=True):
    """Sit down."""

    seat: int | None = None
    name: Name = ""
    id: ClientId = None


class SeatAsk(Ask, frozen=True):
    """Put a bot on a seat, or open it."""

    seat: int
    bot: Short | None = None
    id: ClientId = None


class ReadyAsk(Ask, frozen=True):
    """Ready, or not yet."""

    ready: bool = True
    nonce: Nonce = ""
    commitment: Annotated[str, Meta(max_length=64)] | None = None
    id: ClientId = None


class MovesAsk(Ask, frozen=True):
    """Moves in notation, made one after the other: all of them, or none."""

    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_MOVES)]
    seq: Seq = None
    id: ClientId = None


class UndoAsk(Ask, frozen=True):
    """Take the last move back, or ask for it."""

    seq: Seq = None
    id: ClientId = None


class PlainAsk(Ask, frozen=True):
    """A request that says everything by its name."""

    id: ClientId = None


class AnswerAsk(Ask, frozen=True):
    """Yes or no."""

    yes: bool
    id: ClientId = None


class OrderAsk(Ask, frozen=True):
    """A standing order: this move at every turn, until it is not legal or (unless 0) so many times. No move: no order."""

    move: Annotated[str, Meta(max_length=120)] | None = None
    times: Annotated[int, Meta(ge=0, le=1000)] = 0
    id: ClientId = None


class ChatAsk(Ask, frozen=True):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    id: ClientId = None


class MuteAsk(Ask, frozen=True):
    """Mute a seat for yourself or, as the one who set up the table, for all; or hear it again."""

    seat: int
    mute: bool = True
    all: bool = False
    id: ClientId = None


class WatchAsk(Ask, frozen=True):
    """Keep a table on your list, or not."""

    watch: bool = True


class PreviewAsk(Ask, frozen=True):
    """Moves to try."""

    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=MOST_MOVES)]


class DraftAsk(Ask, frozen=True):
    """Moves that are put together and not made, and clicks on the steps of an amount after them."""

    moves: Annotated[list[MoveText], Meta(max_length=MOST_MOVES)] = []
    clicks: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=MOST_MOVES)] = []


class SecretAsk(Ask, frozen=True):
    """A secret from a link."""

    secret: Annotated[str, Meta(max_length=64)]
    name: Name = ""


class ScoreAsk(Ask, frozen=True):
    """A step of the score helper: from a state (empty: a fresh one, with mode and players), with a move."""

    state: Annotated[str, Meta(max_length=4000)] = ""
    move: Annotated[str, Meta(max_length=200)] | None = None
    start: Annotated[dict[Short, Short], Meta(max_length=8)] = {}


class MatchAsk(Ask, frozen=True):
    """A match file."""

    text: Annotated[str, Meta(max_length=MATCH_BYTES)]


class MailAsk(Ask, frozen=True):
    """An address for notices; empty for none."""

    mail: Annotated[str, Meta(max_length=254)]


DEED_ASKS: dict[str, type[Ask]] = {
    "ready": ReadyAsk,
    "start": PlainAsk,
    "moves": MovesAsk,
    "undo": UndoAsk,
    "pause": PlainAsk,
    "resume": PlainAsk,
    "answer": AnswerAsk,
    "resign": PlainAsk,
    "order": OrderAsk,
    "chat": ChatAsk,
    "mute": MuteAsk,
    "back": PlainAsk,
    "leave": PlainAsk,
    "close": PlainAsk,
    "set_seat": SeatAsk,
}
"""What can be asked for over a stream."""


def fields(ask: Ask) -> dict[str, Any]:
    """A request as a dictionary, without its id."""
    return {name: getattr(ask, name) for name in ask.__struct_fields__ if name != "id"}
