"""The shape and size of what clients may send, beside what can be asked of a table (`domain/requests.py`)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ..domain.requests import (
    MAX_MOVES,
    ClientId,
    Moves,
    MoveText,
    Name,
    Nonce,
    OptionsRequest,
    PlainRequest,
    Request,
    Short,
)

Lang = Literal["en", "de", "fr", "nl"]
MATCH_BYTES = 256 * 1024


class GuestRequest(Request, frozen=True):
    """A new guest, or another name or language."""

    name: Name
    lang: Lang | None = None


class LogoutRequest(Request, frozen=True):
    """Where to log out: in this browser, or in all others."""

    where: Literal["here", "elsewhere"] = "here"


class TableRequest(OptionsRequest, frozen=True):
    """A new table. Seats are `me`, `open` or `bot:NAME`; without any, you take the first and the others are open."""

    seats: Annotated[list[Short], Meta(max_length=8)] | None = None
    start: bool = False
    nonce: Nonce = ""
    name: Name = ""
    id: ClientId = None


class JoinRequest(PlainRequest, frozen=True):
    """Sit down."""

    seat: int | None = None
    name: Name = ""


class WatchRequest(Request, frozen=True):
    """Keep a table on your list, or not."""

    watch: bool = True


class PreviewRequest(Request, frozen=True):
    """Moves to try."""

    moves: Moves


class DraftRequest(Request, frozen=True):
    """Moves that are put together and not made, and clicks on the steps of an amount after them."""

    moves: Annotated[list[MoveText], Meta(max_length=MAX_MOVES)] = field(default_factory=list)
    clicks: Annotated[list[Short], Meta(max_length=MAX_MOVES)] = field(default_factory=list)


class GainsRequest(Request, frozen=True):
    """Clicks that are to become a move, after moves that are put together and not made."""

    after: Annotated[list[MoveText], Meta(max_length=MAX_MOVES)] = field(default_factory=list)
    clicks: Annotated[list[Short], Meta(max_length=MAX_MOVES)] = field(default_factory=list)


class AnswerPuzzleRequest(Request, frozen=True):
    """The move that you think is best, in notation; without one you give up."""

    move: MoveText | None = None


class BoardRequest(Request, frozen=True):
    """Whether all may see your ratings."""

    board: bool


class SecretRequest(Request, frozen=True):
    """A secret from a link."""

    secret: Annotated[str, Meta(max_length=80)]
    name: Name = ""


class BoxRequest(Request, frozen=True):
    """An owner's box: the values that differ from ours by their places, and the cards that were confirmed."""

    game: Short | None = None
    values: Annotated[dict[Annotated[str, Meta(max_length=120)], int | float | str], Meta(max_length=2000)] = field(
        default_factory=dict
    )
    confirmed: Annotated[list[Short], Meta(max_length=400)] = field(default_factory=list)


EditorStep = Annotated[str, Meta(max_length=200)]
MAX_STEPS = 64


class EditorRequest(Request, frozen=True):
    """Steps of the score helper or a builder: from a state (empty: a fresh one, with mode and players), with a move or
    several. Names are the players', and a box is an owner's."""

    state: Annotated[str, Meta(max_length=20_000)] = ""
    move: EditorStep | None = None
    moves: Annotated[list[EditorStep], Meta(max_length=MAX_STEPS)] = field(default_factory=list)
    names: Annotated[list[Name], Meta(max_length=8)] = field(default_factory=list)
    start: Annotated[dict[Short, Short], Meta(max_length=8)] = field(default_factory=dict)
    box: BoxRequest | None = None


class PlaceRequest(Request, frozen=True):
    """A place in an analysis: what it begins with (a position as text, a match or a table by its code), how many moves
    of that were made, and the moves after them; `eyes` is a seat, -1 the public, -2 everything."""

    position: Annotated[str, Meta(max_length=20_000)] = ""
    match: Short = ""
    table: Short = ""
    ply: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    moves: Annotated[list[MoveText], Meta(max_length=5000)] = field(default_factory=list)
    eyes: Annotated[int, Meta(ge=-2, le=7)] = -2
    tree: bool = False
    limit: Annotated[int, Meta(ge=16, le=30_000)] = 200


PlyText = Annotated[str, Meta(pattern="^[0-9]{1,8}$", description="A number of moves.")]


class LineRequest(Request, frozen=True):
    """A line of an analysis: its moves, and what is said of it and leaves it after so many of them."""

    moves: list[MoveText] = field(default_factory=list)
    comments: dict[PlyText, str] = field(default_factory=dict)
    name: str = ""
    variations: dict[PlyText, list[LineRequest]] = field(default_factory=dict)


class TreeRequest(Request, frozen=True):
    """An analysis with its variations."""

    tree: LineRequest
    position: Annotated[str, Meta(max_length=20_000)] = ""
    match: Short = ""
    table: Short = ""


class SetUpRequest(EditorRequest, frozen=True):
    """The table of a score helper, and who goes on."""

    first: Annotated[int, Meta(ge=0, le=7)] = 0


class ReportRequest(Request, frozen=True):
    """Something for the host to look at."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    seat: int | None = None


class CloseTableRequest(Request, frozen=True):
    """A table that the host closes."""

    table: Annotated[str, Meta(max_length=16)]


class RestrictRequest(Request, frozen=True):
    """A guest who is muted or banned, or no longer."""

    guest: Annotated[str, Meta(max_length=32)]
    kind: Literal["mute", "ban"]
    on: bool = True


class HostMessageRequest(Request, frozen=True):
    """A message to all; empty to take it back."""

    text: Annotated[str, Meta(max_length=300)]


class MaintenanceRequest(Request, frozen=True):
    """Is everything to stay as it is?"""

    on: bool


class ReportDoneRequest(Request, frozen=True):
    """A report that was dealt with."""

    report: Annotated[str, Meta(max_length=16)]


class MatchRequest(Request, frozen=True):
    """A match file."""

    text: Annotated[str, Meta(max_length=MATCH_BYTES)]


class MailRequest(Request, frozen=True):
    """An address for notices; empty for none."""

    mail: Annotated[str, Meta(max_length=254)]
