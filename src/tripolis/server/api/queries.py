"""Looking without changing: why not, what would it bring, the match as a file, any moment of a finished match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tripolis import proof
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.engine.rooms import Book
from tripolis.engine.scene import diff
from tripolis.engine.words import Message, words

from ..domain.problems import Problem, bad_value, wrong_time
from ..domain.table import Table
from ..live.views import Named, account_data, move_data, moves_data, writer


def seen_at_turn(table: Table, seat: int) -> Position:
    """What the one to decide sees."""
    if table.status != "playing" or table.position is None:
        raise wrong_time(Message("The match is not going on."))
    if seat < 0:
        raise Problem(403, "not_your_seat", Message("This seat is not yours."))
    if table.actor != seat:
        raise Problem(409, "not_your_turn", Message("It is not your turn."))
    return table.position.seen_by(seat)


def why_not(
    table: Table, seat: int, move: str | None, path: list[str], lang: str, after: list[str] | None = None
) -> dict[str, Any]:
    """Which rule forbids a move, or a click on these sprites; `after` are moves that are being put together."""
    seen, say = seen_at_turn(table, seat), Named(lang, table)
    seen = (ahead(seen, after) if after else None) or seen
    if move is not None:
        refused = seen.why_not(move)
    else:
        refused = None
        s, b, path_of = seen.plain, table.game.plain_box, table.game.face.path
        listed = (n for n in range(table.game.n_actions) if n not in table.game.unlisted)
        numbers = [n for n in listed if set(path) <= set(path_of(s, b, n))]
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
    found: dict[str, Any] = {"silent": True, "before": account_data(before, table.game), "after": None}
    after = ahead(seen, moves)
    if after is None:
        return found | {"gain": None, "sprites": None}
    points = after.score(seat)
    found |= {"silent": False, "after": account_data(points, table.game)}
    own = table.game.face.gain
    gain = own(seen, seen.number_of(moves[0])) if own and len(moves) == 1 else points.total - before.total
    shown = None if gain is None else ("+" if gain > 0 else "") + writer(table.game)(gain)
    found |= {"gain": gain, "gain_shown": shown, "sprites": None}
    found["amount"] = table.game.face.write_amount is not None
    if table.game.face.scene is not None:
        found["sprites"] = between(table, seen, after)
    return found


def ahead(seen: Position, moves: list[str]) -> Position | None:
    """What the one to decide would see after moves of theirs; None where something hidden would come to light."""
    seat = seen.actor
    # Whatever is not revealed is the same in every world that looks like this one, so that any of them will do.
    world = seen.imagine(hashlib.sha256(seen.to_bytes()).digest()[:16])
    for move in moves:
        if world.actor != seat:
            raise Problem(409, "not_your_turn", Message("Before {move} it is somebody else's turn.", move=move))
        world.play(move)
        if world.revealed:
            return None
    return world.seen_by(seat)


def between(table: Table, before: Position, after: Position) -> dict[str, Any]:
    """The sprites that change from one position to another, and the areas then."""
    old, new = before.scene(table.titles), after.scene(table.titles)
    changes = diff(old, new)
    return {"put": [*changes.added, *changes.changed], "gone": list(changes.removed), "areas": new.areas}


def draft(table: Table, seat: int, moves: list[str], clicks: list[str], lang: str) -> dict[str, Any]:
    """What lies on the table when moves are put together that nobody has heard of, and what may follow them.

    `clicks` are steps of an amount that were clicked after them: then the moves that these may become are among those that follow.
    """
    seen, say = seen_at_turn(table, seat), Named(lang, table)
    after = ahead(seen, moves)
    if after is None or after.actor != seat:
        raise Problem(409, "revealing", Message("This cannot be put together beforehand: send it by itself."))
    legal = moves_data(after, say)
    amounts = table.game.face.amounts
    if clicks and amounts is not None:
        s = after.plain
        for number, path in amounts(s, table.game.plain_box, tuple(clicks)):
            if after.why_not(number) is None:
                legal.append(move_data(after.move(number, s), say) | {"path": path, "open": True})
    return {"legal": legal, "sprites": between(table, seen, after) if moves else None}


def seen_for_hint(table: Table, seat: int) -> Position:
    """All that a hint is found by: what the seat sees; only where the table allows it."""
    seen = seen_at_turn(table, seat)
    if not table.hints:
        raise Problem(409, "no_hints", Message("There are no hints at this table."))
    return seen


def hint(table: Table, seen: Position, number: int, chance: float | None, lang: str) -> dict[str, Any]:
    """A hint in words: a move, and the chance to win."""
    move = seen.move(number)
    return {"move": move.text, "path": move.path, "text": Named(lang, table).render(move.words), "chance": chance}


def aid(table: Table, seat: int) -> dict[str, Any]:
    """What the box prints on overview cards, for this table and this moment."""
    game = table.game
    book, tables = game.book or Book(), []
    if table.position is not None and book.aid is not None:
        tables = list(book.aid(table.position.seen_by(seat)))
    summary = [{"title": title, "paragraphs": texts} for title, texts in book.summary]
    return {"tables": tables, "summary": summary}


def picture(table: Table, lang: str) -> str:
    """The table as the public sees it, as SVG."""
    if table.position is None:
        raise wrong_time(Message("The match has not begun yet."))
    return table.position.seen_by(-1).draw("light", table.last, Named(lang, table).render, table.titles)


def tour_steps(game: Game, say: Callable[[Message], str]) -> list[dict[str, Any]]:
    """The steps of a guided first game, as a page needs them: with the plies at which they begin and end."""
    found = []
    ply = 0
    for step in game.tour.steps:
        after = ply + (1 if step.move else 0) + len(step.replies)
        found.append({"text": say(step.text), "sprites": step.sprites, "move": step.move, "ply": ply, "until": after})
        ply = after
    return found


def put_together(game: Game, state: str, start: dict[str, Any], move: str | None, lang: str) -> dict[str, Any]:
    """The score helper after a step: its state, its picture, every step that may follow, and the accounts."""
    editor_class = game.editor
    if state:
        editor = editor_class.from_state(state)
    else:
        players = str(start.get("players", editor_class.FEWEST))
        editor = editor_class(str(start.get("mode", editor_class.MODES[0])), int(players) if players.isdecimal() else 0)
    if move:
        editor.play(move)
    accounts = editor.verdict()
    say = words(lang, game).render
    write = writer(game)
    keys = [key for key in game.categories if any(key in account.points for account in accounts)]
    return {
        "state": editor.state,
        "scene": editor.scene(),
        "moves": [{"move": m.text, "path": m.path, "text": m.words} for m in editor.moves()],
        "accounts": [
            {
                "total": account.total,
                "points": account.points,
                "shown": {key: write(points) for key, points in account.points.items()}
                | {"total": write(account.total)},
            }
            for account in accounts
        ],
        "categories": [{"key": key, "name": say(game.category_name(key))} for key in keys],
        "ranks": editor.ranks(),
        "start": {"mode": editor.mode, "players": str(len(accounts))},
    }


def build(game: Game, state: str, start: dict[str, Any], move: str | None, lang: str) -> dict[str, Any]:
    """The builder after a step: its state, its picture, every step that may follow, and what is wrong with it."""
    builder_class = game.builder
    builder = (
        builder_class.from_state(state) if state else builder_class(str(start.get("mode", builder_class.MODES[0])))
    )
    if move:
        builder.play(move)
    say = words(lang, game).render
    return {
        "state": builder.state,
        "scene": builder.scene(),
        "moves": [{"move": m.text, "path": m.path, "text": m.words} for m in builder.moves()],
        "verdict": [
            {
                "level": found.level,
                "text": say(found.condition),
                "problems": [say(problem.message) for problem in found.problems],
            }
            for found in builder.verdict()
        ],
        "playable": builder.playable,
        "option": builder_class.OPTION,
        "start": {"mode": builder.mode},
    }


def story(match: Match) -> dict[str, Any]:
    """The totals of all seats after every move, as the public knew them."""
    position = Match(match.game, match.seed).position
    totals = [[account.total for account in position.seen_by(-1).scores()]]
    for move in match.moves:
        position.play(move.number)
        totals.append([account.total for account in position.seen_by(-1).scores()])
    low, high = min(0, *map(min, totals)), max(1, *map(max, totals))
    step = next(size * 10**power for power in range(9) for size in (1, 2, 5) if (high - low) <= 6 * size * 10**power)
    write = writer(match.game)
    ticks = [[points, write(points)] for points in range(-(-low // step) * step, high + 1, step)]
    return {"totals": totals, "ticks": ticks, "last": [write(n) for n in totals[-1]], "names": list(match.names or ())}


# ------------------------------------------------------------------ matches


def match_of(table: Table) -> Match:
    """The match that is or was played at a table, with its headers; the secrets only when it is over."""
    if table.position is None:
        raise wrong_time(Message("The match has not begun yet."))
    match = Match(table.game, table.seed)
    match.play(*table.numbers)
    match.headers = {f"Seat{i}": seat.name or "?" for i, seat in enumerate(table.seats)}
    match.headers["Date"] = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    if table.tour:
        match.headers[proof.TABLE] = table.id
    elif table.status == "over":
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
    if table.tour:
        raise wrong_time(Message("A guided first game has a known shuffle."))
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
    say = Named(lang, match)
    names = match.names
    scene = seen.scene(names) if game.face.scene is not None else None
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
        "accounts": [account_data(account, game) for account in seen.scores()],
        "ranks": position.ranks() if position.over else None,
        "scene": scene,
        "moves": [move.text for move in match.moves],
        "actors": match.actors,
    }
