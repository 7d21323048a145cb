"""Looking without changing: why not, what would it bring, the match as a file, any moment of a finished match."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from tripolis import proof
from tripolis.bots import BOT_NAMES
from tripolis.engine.cards import Card
from tripolis.engine.game import Game
from tripolis.engine.match import Match
from tripolis.engine.own_box import OwnBox, read_own_box
from tripolis.engine.parts import CountedAccount, Stepwise
from tripolis.engine.position import Account, Position
from tripolis.engine.prompts import click_sets, decides, ghost, in_hand, prompt
from tripolis.engine.rooms import Book, Outlook
from tripolis.engine.scene import Sprite, Text
from tripolis.engine.set_up import SetUpEditor
from tripolis.engine.words import Message, Words

from ..domain.games import game_data
from ..domain.problems import Problem, bad_value, not_seated, wrong_time
from ..domain.table import Table
from ..domain.user_text import clean_name
from ..live import drawn, views
from .requests import BoxRequest, DraftRequest, EditorRequest

# ------------------------------------------------------------------- at a turn


def seen_at_turn(table: Table, seat: int) -> Position:
    """What the one to decide sees."""
    if table.status != "playing" or table.position is None:
        raise wrong_time(Message("The match is not running."))
    if seat < 0:
        raise not_seated()
    if table.actor != seat:
        raise Problem(409, "not_your_turn", Message("It is not your turn."))
    return table.position.seen_by(seat)


def why_not(seen: Position, move: str | None, path: list[str], after: list[str], say: Words) -> dict[str, Any]:
    """Which rule forbids a move, or a click on these sprites; `after` are moves that are being put together."""
    seen = seen_after(seen, after)
    if move is not None:
        refused = seen.why_not(move)
    else:
        s, game, clicks = seen.plain, seen.game, set(path)

        def fits(number: int) -> bool:
            return number not in game.unlisted and clicks.issubset(game.face.moves.path(s, game.plain_box, number))

        if any(map(fits, seen.legal_numbers())):
            return {"legal": True, "reason": None, "text": None}
        number = next(filter(fits, reversed(range(game.n_actions))), None)
        if number is None:
            return {"legal": False, "reason": None, "text": say.render(Message("Nothing can be done with this now."))}
        refused = seen.why_not(number)
    if refused is None:
        return {"legal": True, "reason": None, "text": None}
    return {"legal": False, "reason": refused.name, "text": say.render(refused.message)}


def preview(table: Table, seat: int, moves: list[str]) -> dict[str, Any]:
    """What moves would bring. Silent where something hidden would be revealed and the game cannot say it beforehand."""
    seen, game = seen_at_turn(table, seat), table.game
    before, after = seen.score(seat), look_ahead(seen, moves)
    data: dict[str, Any] = {"before": views.account_data(before, game) | {"ties": before.ties}, "sprites": None}
    number = seen.number_of(moves[0]) if len(moves) == 1 else None
    outlook = Outlook()
    if game.face.outlook and number is not None and (after is not None or game.face.gain is not None):
        outlook = game.face.outlook(seen, number)
    account = after.score(seat) if after is not None else outlook.after or before
    gain = gain_of(seen, number, None if after is None else account.total - before.total)
    if after is None and gain is None and not outlook.exchange:
        return data | {"silent": True, "after": None, "gain": None, "ends": True}
    if after is not None and game.face.scene is not None:
        data["sprites"] = sprites_between(table, seen, after)
    return data | {
        "silent": False,
        "after": views.account_data(account, game) | {"ties": account.ties},
        "gain": gain,
        "gain_shown": None if gain is None else signed(game, gain),
        "amount": game.face.write_amount is not None,
        "ends": after is None or is_final(table, after),
        "over": after is not None and after.over,
        "parts": parts_data(game, before, outlook.after or account),
        "later": outlook.later,
        "note": outlook.note,
        "exchange": outlook.exchange,
    }


def is_final(table: Table, after: Position) -> bool:
    """Is the turn of the one who decides over then, or can nothing be taken back at this table?"""
    return table.undo == "none" or after.revealed or after.actor != table.actor


def gain_of(seen: Position, number: int | None, change: int | None) -> int | None:
    """What a move brings: what the game says, or the change of the account."""
    own = seen.game.face.gain
    said = own(seen, number) if own and number is not None else None
    return change if said is None else said


def signed(game: Game, gain: int) -> Message:
    """A change with its sign: +4, −2, ±0."""
    sign = "+" if gain > 0 else "" if gain else "±"
    return Message("{sign}{amount}", sign=sign, amount=views.writer(game)(gain))


def parts_data(game: Game, before: Account, after: Account) -> list[dict[str, Any]]:
    """The categories of an account that change."""
    parts = []
    for key, old in before.points.items():
        new = after.points[key]
        if old is not None and new is not None and new != old:
            name, symbol = game.category_name(key), game.face.category_symbols.get(key, "")
            parts.append({"name": name, "symbol": symbol, "gain": new - old, "shown": signed(game, new - old)})
    return parts


def prompts(table: Table, seat: int, say: Words) -> dict[str, Any]:
    """What is asked for at every step of a legal move; keys are the ids clicked so far, sorted, with commas."""
    return prompts_data(seen_at_turn(table, seat), say)


def prompts_data(seen: Position, say: Words) -> dict[str, Any]:
    """The prompt for every set of clicks on the way of a legal move, and the sprite that is in hand then."""
    sets = {",".join(clicks): clicks for clicks in click_sets(seen.legal())}
    held = {key: in_hand(seen, clicks) for key, clicks in sets.items()}
    submit = seen.game.face.submit
    buttons = {key: submit(seen, clicks) for key, clicks in sets.items()} if submit is not None else {}
    return {
        "prompts": {key: say.render(prompt(seen, clicks)) for key, clicks in sets.items()},
        "in_hands": {key: sprite for key, sprite in held.items() if sprite is not None},
        "submits": {
            key: {"title": say.render(button.title), "note": say.render(button.note)}
            for key, button in buttons.items()
            if button is not None
        },
    }


def gains(table: Table, seat: int, after: list[str], clicks: list[str]) -> dict[str, Any]:
    """What every click that completes a move would bring, with the piece as it would lie there, and what clicks
    would take."""
    seen, game = seen_after(seen_at_turn(table, seat), after), table.game
    if seen.actor != seat:
        return {"gains": {}, "catches": {}}
    sprites = seen.scene(table.titles).by_id if game.face.scene is not None else {}
    found: dict[str, dict[str, Any]] = {}
    total, done = seen.score(seat).total, tuple(clicks)
    world = possible_world(seen)
    for move in seen.legal():
        left = list(move.path)
        for click in clicks:
            if click in left:
                left.remove(click)
        if len(left) == 1 and len(move.path) == len(clicks) + 1 and len(found) < MOST_GAINS:
            next_world = world.copy()
            next_world.play(move.number)
            gain = gain_after(seen, next_world, move.number, total)
            if left[0] in sprites:
                lies, ends = ghost(seen, done, sprites[left[0]], sprites), is_final(table, next_world)
                sign = 0 if gain is None else (gain > 0) - (gain < 0)
                shown = "" if gain is None else signed(game, gain)
                found[left[0]] = {"shown": shown, "sign": sign, "ghost": lies, "ends": ends}
    caught = game.face.catches(seen, done) if game.face.catches is not None else {}
    return {
        "gains": found if clicks else gains_anyway(seen, sprites) | found,
        "catches": {
            target: {"symbol": s.symbol, "owner": s.owner, "marks": s.marks, "label": s.label}
            for target, s in caught.items()
        },
    }


def gains_anyway(seen: Position, sprites: dict[str, Sprite]) -> dict[str, dict[str, Any]]:
    """What targets would bring with whatever is laid there, where a game says what a move brings and it is the same
    for all."""
    game, moves = seen.game, seen.legal()
    if game.face.gain is None or len(moves) > MOST_GAINS:
        return {}
    found: dict[str, set[int | None]] = {}
    for move in moves:
        for target in move.path:
            if target in sprites and sprites[target].role == "target":
                found.setdefault(target, set()).add(game.face.gain(seen, move.number))
    return {
        target: {"shown": signed(game, gain), "sign": (gain > 0) - (gain < 0), "ghost": spot(game, sprites[target])}
        for target, gains in found.items()
        if len(gains) == 1 and (gain := gains.pop()) is not None
    }


def spot(game: Game, target: Sprite) -> Sprite | None:
    """Where a piece would lie on a target, without the piece."""
    box = game.face.piece_box(target.id) if game.face.piece_box is not None else None
    return Sprite(f"spot-{target.id}", "", target.area, *box) if box is not None else None


MOST_GAINS = 120
"""Targets that are tried at once."""


def gain_after(seen: Position, after: Position, number: int, total: int) -> int | None:
    """What a move brings its player; None where something hidden would be revealed."""
    change = None if after.revealed else after.seen_by(seen.actor).score(seen.actor).total - total
    return gain_of(seen, number, change)


def card(table: Table, seat: int, sprite: str, clicks: list[str], after: list[str], say: Words) -> dict[str, Any]:
    """What a sprite is, by what the viewer may know; at their turn also why it cannot be clicked."""
    if table.position is None or table.game.face.scene is None:
        raise wrong_time(Message("The match is not running."))
    seen = table.position.seen_by(seat)
    at_turn = decides(seen) and table.status == "playing"
    seen = seen_after(seen, after) if at_turn else seen
    shown = seen.scene(table.titles).by_id.get(sprite)
    if shown is None:
        raise bad_value(Message("There is no sprite {name}.", name=sprite))
    return card_data(seen, shown, say) | {"why_not": refusal(seen, shown, clicks, say) if at_turn else None}


def card_data(seen: Position, shown: Sprite, say: Words) -> dict[str, Any]:
    """A card as a page needs it; without one of the game's, the label of the sprite is its title."""
    game = seen.game
    card = (game.face.card(seen, shown.id) if game.face.card else None) or Card(shown.label or shown.id)
    picture = card.sprite or shown
    title = say.render(card.title)
    return {
        "title": title[:1].upper() + title[1:],
        "subtitle": card.subtitle,
        "sprite": {
            "symbol": picture.symbol, "owner": picture.owner, "marks": picture.marks, "width": picture.width,
            "height": picture.height,
        } if picture.symbol else None,
        "facts": card.facts,
        "lines": card.lines,
        "table": card.table,
        "colour": card.colour,
        "reach": card.reach,
        "rules": f"/rules/{game.name}#{card.section}" if card.section else None,
    }  # fmt: skip


def refusal(seen: Position, shown: Sprite, clicks: list[str], say: Words) -> str | None:
    """Why a sprite may not be clicked now; None where it may, or where it never can be."""
    if shown.role == "info":
        return None
    for move in seen.legal():
        if shown.id in move.path and not Counter(clicks) - Counter(move.path):
            return None
    reason = why_not(seen, None, [*clicks, shown.id], [], say)
    return reason["text"] if reason["reason"] else None


def possible_world(seen: Position) -> Position:
    """A world that looks like this to its observer, always the same one.

    Whatever a move does not reveal is the same in all of them, so that any will do.
    """
    return seen.imagine(hashlib.sha256(seen.to_bytes()).digest()[:16])


def seen_after(seen: Position, moves: list[str]) -> Position:
    """What the one to decide would see after moves of theirs; as it is, where something hidden would be revealed."""
    return (look_ahead(seen, moves) if moves else None) or seen


def look_ahead(seen: Position, moves: list[str]) -> Position | None:
    """What the one to decide would see after moves of theirs; None where something hidden would be revealed."""
    seat = seen.actor
    world = possible_world(seen)
    for move in moves:
        if world.actor != seat:
            raise Problem(409, "not_your_turn", Message("Before {move} it is somebody else's turn.", move=move))
        world.play(move)
        if world.revealed:
            return None
    return world.seen_by(seat)


def sprites_between(table: Table, before: Position, after: Position) -> dict[str, Any]:
    """The sprites that change from one position to another, and the areas then."""
    old, new = before.scene(table.titles), after.scene(table.titles)
    return drawn.scene_changes(drawn.Signature.of(old), drawn.Signature.of(new), new) | {"areas": new.areas}


def draft(table: Table, seat: int, request: DraftRequest, say: Words) -> dict[str, Any]:
    """What lies on the table when moves are put together that nobody has heard of, and what may follow them.

    Clicks are steps of an amount that were clicked after them: then the moves that these may become are among those
    that follow.
    """
    seen, game = seen_at_turn(table, seat), table.game
    after = look_ahead(seen, request.moves)
    if after is None or after.actor != seat:
        raise Problem(409, "revealing", Message("This cannot be prepared in advance; send it separately."))
    legal = views.moves_data(after, say)
    if request.clicks and game.face.amounts is not None:
        s = after.plain
        for number, path in game.face.amounts(s, game.plain_box, tuple(request.clicks)):
            if after.why_not(number) is None:
                legal.append(views.move_data(after.move(number, s), say) | {"path": path, "open": True})
    sprites = sprites_between(table, seen, after) if request.moves else None
    return {"legal": legal, "sprites": sprites, **views.step_data(after), **prompts_data(after, say)}


def seen_for_hint(table: Table, seat: int) -> Position:
    """All that a hint is found by: what the seat sees; only where the table allows it."""
    seen = seen_at_turn(table, seat)
    if not table.hints:
        raise Problem(409, "no_hints", Message("There are no hints at this table."))
    return seen


# ------------------------------------------------------------------ at any time


def aid(table: Table, seat: int) -> dict[str, Any]:
    """What the box prints on overview cards, for this table and this moment."""
    book, tables = table.game.book or Book(), []
    if table.position is not None and book.aid is not None:
        tables = list(book.aid(table.position.seen_by(seat)))
    parts = book.short_rules(table.game.mode)
    return {"tables": tables, "summary": [{"title": part.title, "paragraphs": part.lines} for part in parts]}


def picture_source(table: Table, say: Words) -> dict[str, Any]:
    """What a picture of the table is drawn from in another process: what the public sees."""
    if table.position is None:
        raise wrong_time(Message("The match has not begun yet."))
    seen, titles = table.position.seen_by(-1).to_bytes().hex(), [say.render(title) for title in table.titles]
    return {"game": game_data(table.game), "seen": seen, "last": table.last, "titles": titles}


def tour_steps(game: Game, say: Words) -> list[dict[str, Any]]:
    """The steps of a guided first game, as a page needs them: with the plies at which they begin and end."""
    steps, ply = [], 0
    for step in game.tour.steps:
        after = ply + (1 if step.move else 0) + len(step.replies)
        text = say.render(step.text)
        steps.append({"text": text, "sprites": step.sprites, "move": step.move, "ply": ply, "until": after})
        ply = after
    return steps


def count_score(game: Game, request: EditorRequest, say: Words, set_up: bool = False) -> dict[str, Any]:
    """The score helper, or the editor of positions, after a step: its state, its picture, every step that may follow,
    and the accounts."""
    files = own_box(game, request.box).files if request.box else None
    helper = game.set_up if set_up else game.editor
    if request.state:
        editor = helper.from_state(request.state, files)
        players = request.start.get("players", "")
        if players.isdecimal() and len(editor.verdict()) != int(players):
            editor = editor.for_players(int(players))
    else:
        players = request.start.get("players", str(helper.FEWEST))
        mode = request.start.get("mode", helper.MODES[0])
        editor = helper(mode, int(players) if players.isdecimal() else 0, files)
    editor.names = tuple(map(clean_name, request.names))
    _play(editor, request)
    accounts, spread, write = editor.verdict(), editor.spread(), views.writer(game)
    chosen: dict[str, Any] = {option.name: editor.mode for option in game.options if option.name in ("mode", "track")}
    shown = game.configure(**chosen).shown_categories()
    keys = [key for key in shown if any(key in account.points for account in accounts)]
    return _editor_data(editor) | {
        "accounts": [views.account_data(account, game) for account in accounts],
        "categories": [{"key": key, "name": say.render(game.category_name(key))} for key in keys],
        "ranks": editor.ranks(),
        "questions": [say.render(question) for question in editor.questions()],
        "fields": editor.fields(),
        "spread": [spread_data(*pair, write) for pair in zip(accounts, spread, strict=True)],
        "settled": editor.is_settled(),
        "filled": editor.filled() if isinstance(editor, SetUpEditor) else [],
        "start": {"mode": editor.mode, "players": str(len(accounts))},
    }


def build(game: Game, request: EditorRequest, say: Words) -> dict[str, Any]:
    """The builder after a step: its state, its picture, every step that may follow, and what is wrong with it."""
    start = game.builder
    files = own_box(game, request.box).files if request.box else None
    mode = request.start.get("mode", start.MODES[0])
    builder = start.from_state(request.state, files) if request.state else start(mode, files)
    _play(builder, request)
    return _editor_data(builder) | {
        "verdict": [
            {
                "level": part.level,
                "text": say.render(part.condition),
                "problems": [say.render(problem.message) for problem in part.problems],
            }
            for part in builder.verdict()
        ],
        "playable": builder.playable,
        "option": start.OPTION,
        "start": {"mode": builder.mode},
    }


def spread_data(
    account: CountedAccount, unsure: Mapping[str, tuple[int, int]], write: Callable[[int], Text]
) -> dict[str, list[Text]]:
    """The ranges of an account's categories that are not certain, and of its total."""
    if not unsure:
        return {}
    sure = account.total - sum(account.points[key] for key in unsure)
    total = tuple(sure + sum(ends[i] for ends in unsure.values()) for i in (0, 1))
    return {key: [write(n) for n in ends] for key, ends in {**unsure, "total": total}.items()}


def own_box(game: Game, request: BoxRequest) -> OwnBox:
    """An owner's box, checked."""
    return read_own_box(
        game, {"values": request.values, "confirmed": request.confirmed, "game": request.game or game.name}
    )


def _play(editor: Stepwise, request: EditorRequest) -> None:
    for step in (*filter(None, (request.move,)), *request.moves):
        editor.play(step)


def _editor_data(editor: Any) -> dict[str, Any]:
    moves = [{"move": move.text, "path": move.path, "text": move.words} for move in editor.moves()]
    return {"state": editor.state, "scene": editor.scene(), "moves": moves}


# ------------------------------------------------------------------ matches


def match_source(table: Table) -> dict[str, Any]:
    """What the match of a table is made of in another process, with its headers; the secrets only when it is over."""
    if table.position is None:
        raise wrong_time(Message("The match has not begun yet."))
    game = table.game
    headers = {f"Seat{i}": seat.name or "?" for i, seat in enumerate(table.seats)}
    headers["Date"] = datetime.fromtimestamp(table.created / 1000, UTC).date().isoformat()
    if table.tour:
        headers[proof.TABLE] = table.id
    elif table.status == "over":
        headers |= proof.headers(table.secret, game, table.id, table.nonces)
        if not table.position.over:
            headers |= {"Ranks": " ".join(map(str, table.ranks())), "Ended": str(table.reason)}
    else:
        headers |= {proof.TABLE: table.id, proof.COMMITMENT: table.commitment}
    return {
        "key": f"{table.id} {table.position_seq} {table.status}",
        "game": game_data(game),
        "seed": table.seed.hex(),
        "moves": table.numbers,
        "headers": headers,
    }


def finished(table: Table) -> dict[str, Any]:
    """The match of a table where nothing is secret any more."""
    if table.status != "over":
        raise wrong_time(Message("The match is not over yet."))
    return match_source(table)


def story(match: Match) -> dict[str, Any]:
    """The totals of all seats after every move, as the public knew them."""
    position = match.first()
    totals = [[account.total for account in position.seen_by(-1).scores()]]
    parts = []
    for ply, number in enumerate(match.numbers, 1):
        if any(event.code in match.game.face.chapters for event in position.play(number)):
            parts.append(ply)
        totals.append([account.total for account in position.seen_by(-1).scores()])
    low, high = min(0, *map(min, totals)), max(1, *map(max, totals))
    step = next(size * 10**power for power in range(9) for size in (1, 2, 5) if (high - low) <= 6 * size * 10**power)
    write = views.writer(match.game)
    ticks = [[points, write(points)] for points in range(-(-low // step) * step, high + 1, step)]
    return {
        "totals": totals,
        "parts": [0, *parts] if parts else [],
        "ticks": ticks,
        "last": [write(n) for n in totals[-1]],
        "names": list(views.match_titles(match) or ()),
        "money": match.game.face.write_amount is not None,
    }


def verdict(match: Match) -> dict[str, Any]:
    """Was the shuffle of a match fixed beforehand?"""
    proved = proof.verify(match)
    return {
        "holds": proved.holds,
        "commitment": proved.commitment,
        "seed": proved.seed,
        "commitment_holds": proved.commitment_holds,
        "seed_holds": proved.seed_holds,
    }


def without_seed(text: str) -> str:
    """The file of a match that is running."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith('[Seed "'))


def move_icons(match: Match) -> list[str]:
    """The first symbol of what each move brought about, as everybody saw it."""
    game, icons_of = match.game, match.game.face.icons or views.no_icons

    def first(events: Any) -> str:
        seen = (icons_of(game.plain_box, event.code, event.args) for event in events if event.audience == -1)
        return next((icons.symbols[0] for icons in seen if icons.symbols and not icons.quiet), "")

    return [first(events) for events in match.events[1:]]


def replay(match: Match, ply: int, seat: int, say: Words, legal: bool = False) -> dict[str, Any]:
    """A moment of a match as a seat saw it (-1: the public), if wanted with the legal moves of one who decides."""
    game, moves = match.game, match.moves
    if not 0 <= ply <= len(moves):
        raise bad_value(Message("The match has {n} moves; there is no move {ply}.", n=len(moves), ply=ply))
    if not -1 <= seat < game.players:
        raise bad_value(Message("There is no such seat at this table."))
    position = match.at(ply)
    seen, last = position.seen_by(seat), moves[ply - 1] if ply else None
    return {
        "ply": ply,
        "plies": len(moves),
        "seat": seat,
        "game": game.name,
        "options": game.settings_text(),
        "custom_box": game.box_hash != "standard",
        "names": list(views.match_titles(match) or ()),
        "strengths": [BOT_NAMES.get(name, "") for name in match.names or ()],
        "actor": seen.actor,
        "digest": position.digest(),
        "move": last.text if last else None,
        "last": last.path if last else [],
        "events": views.events_data(match.events[ply], seat, game, say),
        "accounts": views.accounts_data(seen),
        "ranks": position.ranks() if position.over else None,
        "scene": seen.scene(views.match_titles(match)) if game.face.scene is not None else None,
        "moves": match.texts(),
        "actors": match.actors,
        "prompt": say.render(prompt(seen)),
        "in_hand": in_hand(seen),
        "legal": views.moves_data(seen, say) if legal and seat == seen.actor else [],
    }
