"""What a table sends to whom, made from observations: what all see, once per language, and each seat's own part."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from tripolis.bots import BOT_NAMES
from tripolis.engine.choices import Amount
from tripolis.engine.events import Events
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.moves import Move
from tripolis.engine.parts import CountedAccount
from tripolis.engine.position import Account, Position
from tripolis.engine.prompts import decides, in_hand, open_card, prompt
from tripolis.engine.record import Layout
from tripolis.engine.rooms import Icons, no_draft
from tripolis.engine.scene import Scene, Text
from tripolis.engine.words import Message, Words, words

from ..domain.actions import undo_offer_ply, undo_ply
from ..domain.journal import Line, decode
from ..domain.seats import Seat, seat_titles
from ..domain.table import Table
from .drawn import USUAL, Signature, brief_changes, brief_scene, hash_of

OWN_KINDS = ("order", "mute")
"""Entries that nobody else hears of."""
REACTIONS = {
    "well": Message("Well played!"),
    "thanks": Message("Thank you!"),
    "ouch": Message("Ouch!"),
    "wow": Message("Wow!"),
    "wait": Message("One moment, please."),
    "laugh": Message("Ha!"),
}
"""What a reaction says."""
HIDDEN = {
    "ready": ("nonce",),
    "seat": ("guest", "token"),
    "create": ("owner", "seats", "box"),
    "claim": ("guest",),
    "options": ("box",),
    "moves": ("order",),
}
"""Data of an entry that is never sent."""


def table_words(lang: str, table: Table) -> Words:
    """The words of a language at a table, with its seats called by their titles."""
    return words(lang, table.game).naming(table.titles)


def match_titles(match: Match) -> tuple[Text, ...] | None:
    """What people read for the seats of a match: bots by the names that they have at tables."""
    if match.names is None:
        return None
    return seat_titles([("bot" if name in BOT_NAMES else "person", name) for name in match.names])


def match_words(lang: str, match: Match) -> Words:
    """The words of a language for a match, with its seats called by their titles."""
    return words(lang, match.game).naming(match_titles(match))


# ------------------------------------------------------------------- pieces


def account_data(account: Account | CountedAccount, game: Game) -> dict[str, Any]:
    """An account as data; `shown` is what people read."""
    write = writer(game)
    shown = {key: "?" if points is None else write(points) for key, points in account.points.items()}
    return {"total": account.total, "points": account.points, "shown": shown | {"total": write(account.total)}}


def accounts_data(seen: Position) -> list[dict[str, Any]]:
    """The accounts of all seats, with what breaks ties."""
    return [account_data(account, seen.game) | {"ties": account.ties} for account in seen.scores()]


def writer(game: Game) -> Callable[[int], Text]:
    """How amounts of a game are written."""
    return game.face.write_amount or (lambda points: str(points).replace("-", "−"))


def seat_data(seat: Seat, title: Text, say: Words) -> dict[str, Any]:
    """Who sits there, as everybody may know."""
    return {
        "kind": seat.kind,
        "name": say.render(title) if seat.kind != "open" else "",
        "bot": seat.player or None,
        "strength": say.render(BOT_NAMES.get(seat.player, seat.player)) if seat.player else "",
        "ready": seat.ready,
        "late": seat.late,
        "resigned": bool(seat.resigned),
    }


def seats_data(table: Table, say: Words) -> list[dict[str, Any]]:
    """Who sits where."""
    return [seat_data(seat, title, say) for seat, title in zip(table.seats, table.titles, strict=True)]


def table_data(table: Table, say: Words) -> dict[str, Any]:
    """What is played here, and how."""
    game = table.game
    proof = None
    if table.status == "over" and not table.tour:
        proof = {"secret": table.secret.hex(), "nonces": table.nonces, "seed": table.seed.hex()}
    return {
        "id": table.id,
        "game": game.name,
        "rules": game.version,
        "options": game.settings_text(),
        "options_said": [
            {"name": say.render(option.title), "value": say.render(option.name_of(game.settings[option.name]))}
            for option in game.options
        ],
        "box": game.box_hash,
        "custom_box": game.box_hash != "standard",
        "players": game.players,
        "host": next((seat.name for seat in table.seats if seat.kind == "person" and seat.guest == table.owner), None),
        "public": table.public,
        "undo": table.undo,
        "on_timeout": table.on_timeout,
        "chat": table.chat,
        "hints": table.hints,
        "rated": table.rated,
        "tour": table.tour,
        "clock": msgspec.to_builtins(table.clock.rule),
        "created": table.created,
        "commitment": table.commitment,
        "categories": category_data(game, say),
        "ties": {key: say.render(name) for key, name in game.face.tie_names.items()},
        "amounts": game.face.write_amount is not None,
        "successor": table.successor or None,
        "proof": proof,
    }


def category_data(game: Game, say: Words) -> list[dict[str, str]]:
    """The categories of a score sheet, with their names and symbols."""
    symbols = game.face.category_symbols
    return [
        {"key": key, "name": say.render(game.category_name(key)), "symbol": symbols.get(key, "")}
        for key in game.shown_categories()
    ]


def state_data(table: Table, earlier: Table | None, say: Words) -> dict[str, Any]:
    """How the table stands: everything small that may change with any entry; the seats only if they are not as they
    were earlier."""
    offer, clock = table.offer, table.clock
    data: dict[str, Any] = {
        "status": table.status,
        "reason": say.render(table.reason) if table.reason else None,
        "paused": table.paused,
        "clocks": {"left": clock.left, "running": clock.running, "since": clock.since, "deadline": clock.deadline()},
        "position_seq": table.position_seq,
        "claim": {"seat": table.claim.seat} if table.claim else None,
        "offer": {"what": offer.what, "seat": offer.seat, "ply": offer.ply, "agreed": offer.agreed} if offer else None,
    }
    if earlier is None or earlier.seats != table.seats:
        seats = seats_data(table, say)
        if earlier is None or seats_data(earlier, say) != seats:
            data["seats"] = seats
    return data


def you_data(table: Table, seat: int, guest: str) -> dict[str, Any]:
    """What concerns the viewer."""
    undo = None
    if seat >= 0 and undo_ply(table, seat) is not None:
        undo = "now"
    elif seat >= 0 and undo_offer_ply(table, seat) is not None:
        undo = "ask"
    order = table.orders.get(seat)
    return {
        "seat": seat,
        "owner": bool(guest) and guest == table.owner,
        "undo": undo,
        "order": {"move": order.move, "times": order.times} if order else None,
        "muted": sorted(other for who, other in table.mutes if who == seat and seat >= 0),
    }


def moves_data(seen: Position, say: Words) -> list[dict[str, Any]]:
    """The legal moves of a position, with what a page must know of those that are put together from several clicks
    or moves. Where a number is asked for, one entry stands for all moves that are not listed one by one."""
    game = seen.game
    amount = game.face.amount(seen) if game.face.amount is not None else None
    moves = [amount_data(seen, amount, say)] if amount is not None else []
    drafts = game.face.draft is not no_draft
    for move in seen.legal():
        if amount is not None and move.number in game.unlisted:
            continue
        data = move_data(move, say)
        if drafts and (kind := move.draft):
            data["draft"] = kind
        moves.append(data)
    return moves


def amount_data(seen: Position, amount: Amount, say: Words) -> dict[str, Any]:
    """A number that is asked for, as a page needs it; its move is that of the number in the field at first."""
    value = amount.least if amount.value is None else amount.value
    first = seen.move(seen.number_of(amount.template.format(value)))
    return move_data(first, say) | {
        "amount": {
            "template": amount.template,
            "least": amount.least,
            "most": amount.most,
            "step": amount.step,
            "steps": amount.steps,
            "value": value,
            "of": say.render(amount.of),
            "title": amount.title if isinstance(amount.title, str) else say.template(amount.title),
            "note": amount.note if isinstance(amount.note, str) else say.template(amount.note),
            "units": amount.units,
            "forms": [(size, say.render(form)) for size, form in amount.forms],
            "have": amount.have,
        }
    }


def move_data(move: Move, say: Words) -> dict[str, Any]:
    """A move as a page needs it."""
    return {"move": move.text, "path": move.path, "text": say.render(move.words)}


def events_data(events: Any, seat: int, game: Game, say: Words) -> list[dict[str, Any]]:
    """The events that a seat may hear of, as sentences."""
    words_of, box, icons_of = game.face.words_of, game.plain_box, game.face.icons or no_icons
    lines = []
    for event in events:
        if event.audience in (-1, seat):
            text, icons = say.render(words_of(box, event.code, event.args)), icons_of(box, event.code, event.args)
            data = {"code": event.code, "args": event.args, "text": text}
            more: dict[str, Any] = {"moves": icons.moves} if icons.moves else {}
            if icons.short is not None:
                change = say.render(icons.change) if icons.change is not None else ""
                more |= {"seat": icons.seat, "short": say.render(icons.short), "change": change}
            more |= {name: True for name in ("quiet", "step") if getattr(icons, name)}
            lines.append(data | {"icons": icons.symbols, "about": icons.about} | more)
    return lines


def no_icons(b: Any, code: int, args: tuple[int, ...]) -> Icons:
    """A game without icons in its log."""
    return Icons()


def line_data(table: Table, line: Line, seat: int, say: Words) -> dict[str, Any] | None:
    """A line of the log as a seat may read it."""
    if (line.kind in OWN_KINDS and line.seat != seat) or seat in line.muted_by:
        return None
    entry = {name: value for name, value in decode(line.data).items() if name not in HIDDEN.get(line.kind, ())}
    data = {"seq": line.seq, "kind": line.kind, "seat": line.seat, "at": line.at, "data": entry}
    if "react" in entry:
        entry["text"] = say.render(REACTIONS[entry["react"]])
    if line.events:
        data["events"] = events_data(Events(line.events), seat, table.game, say)
    return data


def is_shared(line: Line) -> bool:
    """Does everybody read the same in this line?"""
    if line.kind in OWN_KINDS or line.muted_by:
        return False
    return all(event.audience == -1 for event in Events(line.events))


KEPT_LOGS = 100
"""Logs that are kept as they were sent: whoever opens a page gets the whole log."""


@dataclass(slots=True)
class Logs:
    """The lines of some tables that everybody reads alike, by seq, as they were sent; those used last."""

    kept: OrderedDict[tuple[str, str], tuple[tuple[Text, ...], dict[int, msgspec.Raw]]] = field(
        default_factory=OrderedDict
    )

    def of(self, table: Table, lang: str) -> dict[int, msgspec.Raw]:
        """The log of a table in a language, as long as its seats are called the same."""
        key, titles = (table.id, lang), table.titles
        known, lines = self.kept.pop(key, (titles, {}))
        lines = lines if known == titles else {}
        self.kept[key] = titles, lines
        if len(self.kept) > KEPT_LOGS:
            self.kept.popitem(last=False)
        return lines


def read_log(table: Table, lines: list[Line], seat: int, say: Words, kept: dict[int, msgspec.Raw]) -> Iterator[Any]:
    """Lines of the log as a seat reads them, one at a time; those that all read alike are `kept`."""
    for line in lines:
        if line.seq in kept:
            yield kept[line.seq]
        elif (data := line_data(table, line, seat, say)) is not None:
            text = msgspec.Raw(msgspec.json.encode(data, enc_hook=say.render))
            if is_shared(line):
                kept[line.seq] = text
            yield text


def can_be_shown(table: Table) -> bool:
    """Can everybody be sent this table, as it would go on?"""
    table = table.copy()
    table.status = "playing" if table.position is not None else "open"
    try:
        for seat in range(-1, len(table.seats)):
            Moment(table, table.log).snapshot(seat, "", "en")
    except Exception:
        return False
    return True


# ----------------------------------------------------------------- messages


def step_data(seen: Position) -> dict[str, Any]:
    """What a viewer is asked for, what is drawn large beside it, the offer that they put together, and the button
    that will send a move."""
    offer = seen.game.face.composing
    composing = offer(seen) if offer is not None and decides(seen) else None
    progress, submit = seen.game.face.progress, seen.game.face.submit
    return {
        "prompt": prompt(seen),
        "in_hand": in_hand(seen),
        "open_card": open_card(seen),
        "composing": composing,
        "progress": progress(seen) if progress is not None and not seen.over else "",
        "submit": submit(seen, ()) if submit is not None and decides(seen) else None,
    }


@lru_cache(maxsize=256)
def has_secrets(state: Layout) -> bool:
    """Does a seat ever know more than the public?"""
    return any(known.sight not in ("public", "nobody") for known in state.fields)


class Perspective:
    """A table as a viewer sees it, at one moment: a seat, or the public (-1)."""

    def __init__(self, table: Table, viewer: int) -> None:
        self.table = table
        self.seen: Position | None = table.position.seen_by(viewer) if table.position is not None else None
        self._scene: Scene | None = None
        self._accounts: list[dict[str, Any]] | None = None

    @property
    def accounts(self) -> list[dict[str, Any]]:
        """The accounts of all seats, made when they are first needed."""
        if self._accounts is None:
            assert self.seen is not None
            self._accounts = accounts_data(self.seen)
        return self._accounts

    @property
    def scene(self) -> Scene | None:
        """The scene, drawn when it is first needed; none before the match or where a game has none."""
        if self._scene is None and self.seen is not None and self.seen.game.face.scene is not None:
            self._scene = self.seen.scene(self.table.titles)
        return self._scene

    def position_data(self, asked: Position | None) -> dict[str, Any]:
        """Where the match stands, and what is asked of the one to decide (`asked`: as they see it) or told to the
        others."""
        table = self.table
        if asked is None or self.seen is None:
            nothing = {"prompt": "", "in_hand": None, "open_card": None}
            nothing |= {"composing": None, "progress": "", "submit": None}
            return {"ply": 0, "actor": -1, "digest": None, "accounts": [], "ranks": None, "last": [], **nothing}
        return {
            "ply": table.ply,
            "actor": table.actor,
            "digest": table.digest,
            "accounts": self.accounts,
            "ranks": table.ranks() if table.status == "over" else None,
            "last": list(table.last),
            **step_data(asked),
        }


@dataclass(slots=True)
class Sent:
    """What is kept of the last messages, to send only what has changed since."""

    viewers: dict[int, int] = field(default_factory=dict)
    """Whose view each seat had: the public's (-1) if it knew nothing more."""
    signatures: dict[int, Signature] = field(default_factory=dict)
    """The scenes in short, by viewers."""
    accounts: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The hashes of the accounts, by viewers."""


@dataclass(slots=True)
class Moment:
    """A table at one moment, with the pieces of messages that were made of it so far."""

    table: Table
    lines: list[Line]
    earlier: Moment | None = None
    """The moment of the last message, for those who have that."""
    sent: Sent = field(default_factory=Sent)
    logs: Logs = field(default_factory=Logs)
    _perspectives: dict[int, Perspective] = field(default_factory=dict)
    _pieces: dict[tuple[Any, ...], msgspec.Raw] = field(default_factory=dict)
    _words: dict[str, Words] = field(default_factory=dict)
    _changes: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)
    _asked: Position | None = None

    def viewer(self, seat: int) -> int:
        """Whose view a seat has: the public's (-1) if it knows nothing more."""
        if seat < 0 or self.table.position is None or not has_secrets(self.table.position.game.state):
            return -1
        if seat not in self.sent.viewers:
            own, public = self.table.position.seen_by(seat), self.perspective(-1).seen
            own.record.observer = -1
            same = public is not None and own.to_bytes() == public.to_bytes()
            self.sent.viewers[seat] = -1 if same else seat
        return self.sent.viewers[seat]

    def perspective(self, viewer: int) -> Perspective:
        """The table as a viewer sees it."""
        if viewer not in self._perspectives:
            self._perspectives[viewer] = Perspective(self.table, viewer)
        return self._perspectives[viewer]

    def asked(self, seat: int) -> Position | None:
        """The position as a seat is asked in it: the one to decide sees their own, the others what is public."""
        if seat != self.table.actor or seat < 0 or self.table.position is None:
            return self.perspective(-1).seen
        if self._asked is None:
            self._asked = self.table.position.seen_by(seat)
        return self._asked

    def words(self, lang: str) -> Words:
        """The words of a language."""
        if lang not in self._words:
            self._words[lang] = table_words(lang, self.table)
        return self._words[lang]

    def signature(self, viewer: int) -> Signature:
        """The signature of the scene now."""
        if viewer not in self.sent.signatures:
            self.sent.signatures[viewer] = Signature.of(self.perspective(viewer).scene)
        return self.sent.signatures[viewer]

    def account_hashes(self, viewer: int) -> tuple[int, ...]:
        """The hashes of the accounts now; none before the match."""
        if viewer not in self.sent.accounts:
            perspective = self.perspective(viewer)
            accounts = perspective.accounts if perspective.seen is not None else ()
            self.sent.accounts[viewer] = tuple(map(hash_of, accounts))
        return self.sent.accounts[viewer]

    def _piece(self, key: tuple[Any, ...], make: Callable[[], Any], say: Words) -> msgspec.Raw:
        if key not in self._pieces:
            self._pieces[key] = msgspec.Raw(msgspec.json.encode(make(), enc_hook=say.render))
        return self._pieces[key]

    def _log(self, seat: int, lang: str, after: int) -> msgspec.Raw:
        """The log behind a seq as a seat reads it."""
        say = self.words(lang)
        lines = [line for line in self.lines if line.seq > after]
        kept = self.logs.of(self.table, lang)
        reader = -1 if all(line.seq in kept or is_shared(line) for line in lines) else seat
        return self._piece(
            ("log", reader, lang, after), lambda: list(read_log(self.table, lines, seat, say, kept)), say
        )

    def _legal(self, seat: int, say: Words) -> list[dict[str, Any]]:
        """The legal moves, for the player to decide."""
        table = self.table
        if seat < 0 or table.actor != seat or table.paused or table.seats[seat].stand_in:
            return []
        seen = self.asked(seat)
        assert seen is not None
        return moves_data(seen, say)

    def _position(self, seat: int) -> dict[str, Any]:
        """Where the match stands; accounts that are as they were in the last message are null."""
        viewer = self.viewer(seat)
        data = self.perspective(viewer).position_data(self.asked(seat))
        if self.earlier is not None:
            now, then = self.account_hashes(viewer), self.earlier.account_hashes(self.earlier.viewer(seat))
            if len(now) == len(then):
                triples = zip(data["accounts"], now, then, strict=True)
                data["accounts"] = [None if new == old else account for account, new, old in triples]
        return data

    def _common(self, seat: int, guest: str, lang: str) -> dict[str, Any]:
        say, before = self.words(lang), self.earlier.viewer(seat) if self.earlier else None
        key = ("position", before, self.viewer(seat), lang, seat if seat == self.table.actor else -1)
        earlier = self.earlier.table if self.earlier else None
        return {
            "seq": self.table.seq,
            "state": self._piece(("state", lang), lambda: state_data(self.table, earlier, say), say),
            "position": self._piece(key, lambda: self._position(seat), say),
            "you": you_data(self.table, seat, guest),
            "legal": self._legal(seat, say),
        }

    def _table(self, lang: str) -> msgspec.Raw:
        say = self.words(lang)
        return self._piece(("table", lang), lambda: table_data(self.table, say), say)

    def snapshot(self, seat: int, guest: str, lang: str, after: int = 0, log: list[msgspec.Raw] | None = None) -> bytes:
        """Everything, for a new connection, with the log behind the last seq that it has seen."""
        assert self.earlier is None
        say, viewer = self.words(lang), self.viewer(seat)
        message = {
            "type": "snapshot",
            **self._common(seat, guest, lang),
            "table": self._table(lang),
            "scene": self._piece(("scene", viewer, lang), lambda: brief_scene(self.perspective(viewer).scene), say),
            "usual": USUAL,
            "log": self._log(seat, lang, after) if log is None else log,
        }
        return msgspec.json.encode(message)

    def update(self, seat: int, guest: str, lang: str) -> bytes:
        """What has changed since the last message, for a connection that has that."""
        assert self.earlier is not None
        viewer, before = self.viewer(seat), self.earlier.viewer(seat)
        key = ("sprites", before, viewer, lang)
        message = {
            "type": "update",
            **self._common(seat, guest, lang),
            "sprites": self._piece(key, lambda: self.changes(before, viewer), self.words(lang)),
            "log": self._log(seat, lang, 0),
        }
        kinds = {line.kind for line in self.lines}
        if kinds & {"options", "start", "rematch", "seat"} or self.table.status == "over":
            message["table"] = self._table(lang)
        return msgspec.json.encode(message)

    def changes(self, before: int, viewer: int) -> dict[str, Any]:
        """What has changed from the earlier scene of one viewer to the scene of another now."""
        assert self.earlier is not None
        if (before, viewer) not in self._changes:  # the same in all languages
            scene = self.perspective(viewer).scene
            signatures = self.earlier.signature(before), self.signature(viewer)
            self._changes[before, viewer] = brief_changes(*signatures, scene)
        return self._changes[before, viewer]
