"""What a table sends to whom: the only place where a table is turned into messages.

Everything is made from observations. What all see is made once for each language; a seat's own part is added to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from sys import intern
from typing import Any

import msgspec

from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.position import Account, Move, Position
from tripolis.engine.scene import Scene, Text
from tripolis.engine.words import Message, Plural, Words, words

from ..domain import actions as deeds
from ..domain.journal import Line, decode
from ..domain.table import Seat, Table, unpack

PLAYER = "Player {number}"
OWN_KINDS = ("order", "mute")
"""Entries that nobody else hears of."""
HIDDEN = {
    "ready": ("nonce",),
    "seat": ("guest", "token"),
    "create": ("owner", "seats", "box"),
    "options": ("box",),
    "moves": ("order",),
}
"""Data of an entry that is never sent."""


class Named(Words):
    """The words of a table or a match: seats are called by their names."""

    def __init__(self, lang: str, table: Table | Match) -> None:
        super().__init__(lang, *words(lang, table.game).folders)
        self.names: tuple[Text, ...] = (table.titles if isinstance(table, Table) else table.names) or ()

    def render(self, message: Message | str) -> str:
        """A message in this language, with the names of the table."""
        if isinstance(message, Message) and message.text == PLAYER:
            number = message.args["number"] - 1
            if number < len(self.names) and self.names[number]:
                return super().render(self.names[number])
        return super().render(message)


def unsaid(message: Any) -> Any:
    """A message as data, not yet in any language: equal for equal messages."""
    if isinstance(message, Message):
        return [message.text, message.args, message.many if isinstance(message, Plural) else None]
    raise TypeError(f"{type(message)} cannot be sent")


_UNSAID = msgspec.json.Encoder(enc_hook=unsaid)


@dataclass(slots=True)
class Signature:
    """What somebody's scene was like, in short: enough to see which sprites have changed."""

    ids: tuple[str, ...]
    marks: array[int]
    areas: int

    @classmethod
    def of(cls, scene: Scene) -> Signature:
        """The signature of a scene."""
        ids = tuple(intern(sprite.id) for sprite in scene.sprites)
        marks = array("q", (hash(_UNSAID.encode(sprite)) for sprite in scene.sprites))
        return cls(ids, marks, hash(_UNSAID.encode(scene.areas)))


def eyes_of(table: Table, seat: int) -> int:
    """Whose view a seat has: the public's (-1) if it knows nothing more."""
    if seat < 0 or table.position is None:
        return -1
    own, public = table.position.seen_by(seat), table.position.seen_by(-1)
    own.record.observer = -1
    return -1 if own.to_bytes() == public.to_bytes() else seat


class Sight:
    """A table through somebody's eyes, at one moment."""

    def __init__(self, table: Table, eyes: int) -> None:
        self.table = table
        self.eyes = eyes
        self.seen: Position | None = table.position.seen_by(eyes) if table.position is not None else None
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene | None:
        """The scene, drawn when it is first needed; none before the match or where a game has none."""
        if self._scene is None and self.seen is not None and self.seen.game.face.scene is not None:
            self._scene = self.seen.scene(self.table.titles)
        return self._scene

    def position_data(self) -> dict[str, Any]:
        """Where the match stands."""
        table = self.table
        if self.seen is None:
            return {"ply": 0, "actor": -1, "digest": None, "accounts": [], "ranks": None, "last": []}
        over = table.status == "over"
        return {
            "ply": table.ply,
            "actor": table.actor,
            "digest": self.seen.digest() if self.eyes == -1 else table.position.digest(),  # type: ignore[union-attr]
            "accounts": [account_data(account, table.game) for account in self.seen.scores()],
            "ranks": table.ranks() if over else None,
            "last": list(table.last),
        }


def account_data(account: Account, game: Game) -> dict[str, Any]:
    """An account as data; `shown` is what people read."""
    write = writer(game)
    shown = {key: "?" if points is None else write(points) for key, points in account.points.items()}
    shown["total"] = write(account.total)
    return {"total": account.total, "points": account.points, "ties": account.ties, "shown": shown}


def writer(game: Game) -> Callable[[int], str]:
    """How amounts of a game are written."""
    return game.face.write_amount or (lambda points: str(points).replace("-", "−"))


# ------------------------------------------------------------------- pieces


def seat_data(seat: Seat, title: Text, say: Words) -> dict[str, Any]:
    """Who sits there, as everybody may know."""
    return {
        "kind": seat.kind,
        "name": say.render(title) if seat.kind != "open" else "",
        "bot": seat.player or None,
        "ready": seat.ready,
        "late": seat.late,
        "resigned": bool(seat.resigned),
    }


def table_data(table: Table, say: Words) -> dict[str, Any]:
    """What is played here, and how."""
    game = table.game
    found: dict[str, Any] = {
        "id": table.id,
        "game": game.name,
        "rules": game.version,
        "options": {option.name: option.show(game.settings[option.name]) for option in game.options},
        "options_said": [
            {"name": say.render(option.title), "value": say.render(option.name_of(game.settings[option.name]))}
            for option in game.options
        ],
        "box": game.box_hash,
        "custom_box": game.box_hash != "standard",
        "players": game.players,
        "public": table.public,
        "undo": table.undo,
        "on_timeout": table.on_timeout,
        "chat": table.chat,
        "hints": table.hints,
        "tour": table.tour,
        "clock": msgspec.to_builtins(table.clock.rule),
        "created": table.created,
        "commitment": table.commitment,
        "categories": categories(game, say),
        "ties": {key: say.render(name) for key, name in game.face.tie_names.items()},
        "successor": table.successor or None,
        "proof": None,
    }
    if table.status == "over" and not table.tour:
        found["proof"] = {"secret": table.secret.hex(), "nonces": table.nonces, "seed": table.seed.hex()}
    return found


def categories(game: Game, say: Words) -> list[dict[str, str]]:
    """The categories of a score sheet, with their names."""
    return [{"key": key, "name": say.render(game.category_name(key))} for key in game.shown_categories()]


def clock_data(table: Table) -> dict[str, Any]:
    """What is left on the clocks."""
    clock = table.clock
    return {"left": clock.left, "running": clock.running, "since": clock.since, "deadline": clock.deadline()}


def state_data(table: Table, say: Words) -> dict[str, Any]:
    """How the table stands: everything small that may change with any entry."""
    offer = table.offer
    return {
        "status": table.status,
        "reason": say.render(table.reason) if table.reason else None,
        "paused": table.paused,
        "seats": [seat_data(seat, title, say) for seat, title in zip(table.seats, table.titles, strict=True)],
        "clocks": clock_data(table),
        "position_seq": table.position_seq,
        "offer": {"what": offer.what, "seat": offer.seat, "ply": offer.ply, "agreed": offer.agreed} if offer else None,
    }


def you_data(table: Table, seat: int, guest: str) -> dict[str, Any]:
    """What concerns the one who looks."""
    now, ask = (deeds.may_undo(table, seat), deeds.may_ask(table, seat)) if seat >= 0 else (None, None)
    order = table.orders.get(seat)
    return {
        "seat": seat,
        "owner": bool(guest) and guest == table.owner,
        "undo": "now" if now is not None else "ask" if ask is not None else None,
        "order": {"move": order.move, "times": order.times} if order else None,
        "muted": sorted(other for who, other in table.mutes if who == seat and seat >= 0),
    }


def legal_data(table: Table, seat: int, say: Words) -> list[dict[str, Any]]:
    """The legal moves, for the one who is to decide."""
    if seat < 0 or table.actor != seat or table.paused or table.seats[seat].stand_in:
        return []
    assert table.position is not None
    return moves_data(table.position.seen_by(seat), say)


def moves_data(seen: Position, say: Words) -> list[dict[str, Any]]:
    """The legal moves of a position, with what a page must know of those that are put together from several clicks or moves."""
    game, s = seen.game, seen.plain
    found = []
    for move in seen.legal():
        data = move_data(move, say)
        if kind := game.face.draft(s, game.plain_box, move.number):
            data["draft"] = kind
        if game.face.amounts is not None and move.number in game.unlisted and len(move.path) > 1:
            data["open"] = True
        found.append(data)
    return found


def move_data(move: Move, say: Words) -> dict[str, Any]:
    """A move as a page needs it."""
    return {"move": move.text, "path": move.path, "text": say.render(move.words)}


def line_data(table: Table, line: Line, seat: int, say: Words) -> dict[str, Any] | None:
    """A line of the log as a seat may read it."""
    if line.kind in OWN_KINDS and line.seat != seat:
        return None
    if seat in line.deaf:
        return None
    data = decode(line.data)
    for name in HIDDEN.get(line.kind, ()):
        data.pop(name, None)
    found = {"seq": line.seq, "kind": line.kind, "seat": line.seat, "at": line.at, "data": data}
    if line.events:
        found["events"] = [
            {"code": event.code, "args": event.args, "text": say.render(words_of(table, event))}
            for event in unpack(line.events)
            if event.audience in (-1, seat)
        ]
    return found


def words_of(table: Table, event: Any) -> Message:
    """An event as a sentence."""
    return table.game.face.words_of(table.game.plain_box, event.code, event.args)


def is_shared(line: Line) -> bool:
    """Does everybody read the same in this line?"""
    return line.kind not in (*OWN_KINDS, "chat") and all(event.audience == -1 for event in unpack(line.events))


# ----------------------------------------------------------------- messages


@dataclass(slots=True)
class Moment:
    """A table at one moment, with the pieces of messages that were made of it so far."""

    table: Table
    lines: list[Line]
    earlier: Moment | None = None
    """The moment of the last message, for those who have that."""
    signatures: dict[int, Signature] = field(default_factory=dict)
    """The scenes in short, by eyes."""
    _eyes: dict[int, int] = field(default_factory=dict)
    _sights: dict[int, Sight] = field(default_factory=dict)
    _pieces: dict[tuple[Any, ...], msgspec.Raw] = field(default_factory=dict)
    _voices: dict[str, Named] = field(default_factory=dict)

    def eyes(self, seat: int) -> int:
        """Whose view a seat has."""
        if seat not in self._eyes:
            self._eyes[seat] = eyes_of(self.table, seat)
        return self._eyes[seat]

    def sight(self, eyes: int) -> Sight:
        """The table through these eyes."""
        if eyes not in self._sights:
            self._sights[eyes] = Sight(self.table, eyes)
        return self._sights[eyes]

    def voice(self, lang: str) -> Named:
        """The words of a language."""
        if lang not in self._voices:
            self._voices[lang] = Named(lang, self.table)
        return self._voices[lang]

    def signature(self, eyes: int) -> Signature:
        """The signature of the scene now."""
        if eyes not in self.signatures:
            scene = self.sight(eyes).scene
            self.signatures[eyes] = Signature.of(scene) if scene else Signature((), array("q"), 0)
        return self.signatures[eyes]

    def _piece(self, key: tuple[Any, ...], make: Any, say: Words) -> msgspec.Raw:
        if key not in self._pieces:
            self._pieces[key] = msgspec.Raw(msgspec.json.encode(make(), enc_hook=say.render))
        return self._pieces[key]

    def log(self, seat: int, lang: str, after: int) -> msgspec.Raw:
        """The log behind a seq as a seat reads it."""
        say = self.voice(lang)
        lines = [line for line in self.lines if line.seq > after]
        shared = all(is_shared(line) for line in lines)
        key = ("log", -1 if shared else seat, lang, after)
        return self._piece(
            key, lambda: [d for line in lines if (d := line_data(self.table, line, seat, say)) is not None], say
        )

    def _common(self, seat: int, guest: str, lang: str) -> dict[str, Any]:
        say, eyes = self.voice(lang), self.eyes(seat)
        sight = self.sight(eyes)
        return {
            "seq": self.table.seq,
            "state": self._piece(("state", lang), lambda: state_data(self.table, say), say),
            "position": self._piece(("position", eyes), sight.position_data, say),
            "you": you_data(self.table, seat, guest),
            "legal": legal_data(self.table, seat, say),
        }

    def snapshot(self, seat: int, guest: str, lang: str, after: int = 0) -> bytes:
        """Everything, for one who has just come, with the log behind the last seq that they have seen."""
        say, eyes = self.voice(lang), self.eyes(seat)
        scene = self.sight(eyes).scene
        message = {
            "type": "snapshot",
            **self._common(seat, guest, lang),
            "table": self._piece(("table", lang), lambda: table_data(self.table, say), say),
            "scene": self._piece(("scene", eyes, lang), lambda: scene, say),
            "log": self.log(seat, lang, after),
        }
        return msgspec.json.encode(message)

    def update(self, seat: int, guest: str, lang: str) -> bytes:
        """What has changed since the last message, for one who has that."""
        assert self.earlier is not None
        say, eyes, before = self.voice(lang), self.eyes(seat), self.earlier.eyes(seat)
        message = {
            "type": "update",
            **self._common(seat, guest, lang),
            "sprites": self._piece(("sprites", before, eyes, lang), lambda: self.changes(before, eyes), say),
            "log": self.log(seat, lang, 0),
        }
        if (
            any(line.kind in ("options", "start", "rematch", "seat") for line in self.lines)
            or self.table.status == "over"
        ):
            message["table"] = self._piece(("table", lang), lambda: table_data(self.table, say), say)
        return msgspec.json.encode(message)

    def changes(self, before: int, eyes: int) -> dict[str, Any]:
        """The sprites that came, changed or went, from one view to another; all areas if one of them is new."""
        assert self.earlier is not None
        old, new = self.earlier.signature(before), self.signature(eyes)
        scene = self.sight(eyes).scene
        if scene is None:
            return {"put": [], "gone": []}
        known = dict(zip(old.ids, old.marks, strict=True))
        put = [s for s, mark in zip(scene.sprites, new.marks, strict=True) if known.get(s.id) != mark]
        here = set(new.ids)
        found: dict[str, Any] = {"put": put, "gone": [sprite for sprite in known if sprite not in here]}
        if old.areas != new.areas:
            found["areas"] = scene.areas
        return found
