"""Looking without changing: why not, what would it bring, the match as a file, any moment of a finished match."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

from tripolis import proof
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.engine.words import Message, words

from .problems import Problem, bad_value, wrong_time
from .table import Table
from .views import Named, account_data


def seen_at_turn(table: Table, seat: int) -> Position:
    """What the one to decide sees."""
    if table.status != "playing" or table.position is None:
        raise wrong_time(Message("The match is not going on."))
    if seat < 0:
        raise Problem(403, "not_your_seat", Message("This seat is not yours."))
    if table.actor != seat:
        raise Problem(409, "not_your_turn", Message("It is not your turn."))
    return table.position.seen_by(seat)


def why_not(table: Table, seat: int, move: str | None, path: list[str], lang: str) -> dict[str, Any]:
    """Which rule forbids a move, or a click on these sprites."""
    seen, say = seen_at_turn(table, seat), Named(lang, table)
    if move is not None:
        refused = seen.why_not(move)
    else:
        refused = None
        s, b, path_of = seen.plain, table.game.plain_box, table.game.part("path")
        numbers = [n for n in range(table.game.n_actions) if set(path) <= set(path_of(s, b, n))]
        for number in numbers:
            refused = seen.why_not(number)
            if refused is None:
                break
        if not numbers:
            return {"legal": False, "reason": None, "text": say.render(Message("Nothing can be done with this now."))}
    if refused is None:
        return {"legal": True, "reason": None, "text": None}
    return {"legal": False, "reason": refused.name, "text": say.render(refused.message)}


def preview(table: Table, seat: int, moves: list[str], lang: str) -> dict[str, Any]:
    """What moves would bring. Silent where something hidden would come to light: nobody can know that beforehand."""
    seen = seen_at_turn(table, seat)
    before = seen.score(seat)
    # Whatever is not revealed is the same in every world that looks like this one, so that any of them will do.
    world = seen.imagine(hashlib.sha256(seen.to_bytes()).digest()[:16])
    for move in moves:
        if world.actor != seat:
            raise Problem(409, "not_your_turn", Message("Before {move} it is somebody else's turn.", move=move))
        world.play(move)
        if table.game.work[0].revealed:
            return {"silent": True, "before": account_data(before), "after": None, "gain": None, "sprites": None}
    after = world.seen_by(seat)
    points = after.score(seat)
    found: dict[str, Any] = {"silent": False, "before": account_data(before), "after": account_data(points)}
    found |= {"gain": points.total - before.total, "sprites": None}
    if table.game.optional("scene") is not None:
        from tripolis.engine.scene import diff

        names = tuple(name or "?" for name in table.names)
        changes = diff(seen.scene(names), after.scene(names))
        found["sprites"] = {"put": [*changes.added, *changes.changed], "gone": list(changes.removed)}
    return found


# ------------------------------------------------------------------ matches


def match_of(table: Table) -> Match:
    """The match that is or was played at a table, with its headers; the secrets only when it is over."""
    if table.position is None:
        raise wrong_time(Message("The match has not begun yet."))
    match = Match(table.game, table.seed)
    match.play(*table.numbers)
    match.headers = {f"Seat{i}": seat.name or "?" for i, seat in enumerate(table.seats)}
    match.headers["Date"] = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    if table.status == "over":
        match.headers |= proof.headers(table.secret, table.game, table.id, table.nonces)
        if not match.over:
            match.headers["Ranks"] = " ".join(map(str, table.ranks()))
            match.headers["Ended"] = str(table.reason)
    else:
        match.headers |= {proof.TABLE: table.id, proof.COMMITMENT: table.commitment}
    return match


def finished(table: Table) -> Match:
    """The match of a table where nothing is secret any more."""
    if table.status != "over":
        raise wrong_time(Message("The match is not over yet."))
    return match_of(table)


def verdict(table: Table) -> dict[str, Any]:
    """Was the shuffle fixed beforehand?"""
    match = finished(table)
    found = proof.verify(match)
    return {
        "holds": found.holds,
        "commitment": found.commitment,
        "seed": found.seed,
        "commitment_holds": found.commitment_holds,
        "seed_holds": found.seed_holds,
    }


def tri_text(table: Table) -> str:
    """The match as a file; while it is running, without its seed."""
    text = str(match_of(table))
    if table.status == "over":
        return text
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith('[Seed "'))


def replay(match: Match, ply: int, seat: int, lang: str) -> dict[str, Any]:
    """A moment of a match as a seat saw it (-1: the public)."""
    game = match.game
    if not 0 <= ply <= len(match.moves):
        raise bad_value(Message("The match has {n} moves; there is no move {ply}.", n=len(match.moves), ply=ply))
    if not -1 <= seat < game.players:
        raise bad_value(Message("There is no such seat at this table."))
    position = match.at(ply)
    seen = position.seen_by(seat)
    say = words(lang, game)
    names = match.names
    scene = seen.scene(names) if game.optional("scene") is not None else None
    return {
        "ply": ply,
        "plies": len(match.moves),
        "seat": seat,
        "game": game.name,
        "options": {option.name: option.show(game.settings[option.name]) for option in game.options},
        "custom_box": game.box_hash != "standard",
        "names": list(names or ()),
        "actor": seen.actor,
        "digest": position.digest(),
        "move": match.moves[ply - 1].text if ply else None,
        "last": match.moves[ply - 1].path if ply else [],
        "events": [
            {"code": event.code, "args": event.args, "text": say.render(position.words(event))}
            for event in match.events[ply]
            if event.audience in (-1, seat)
        ],
        "accounts": [account_data(account) for account in seen.scores()],
        "ranks": position.ranks() if position.over else None,
        "scene": scene,
        "moves": [move.text for move in match.moves],
        "actors": match.actors,
    }
