"""A guest's own record: everything that results, reviews, ratings and answers say of them; and how it is deleted."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import Any

import sqlalchemy as sa

from tripolis.bots import BOT_NAMES, BOTS
from tripolis.engine.game import Game, find, game_names
from tripolis.puzzles.puzzle import puzzles_of

from ..domain.journal import decode
from ..slices import Slices
from .answers import solver_of, streak_of
from .guests import Guest
from .ratings import Rating, Ratings
from .results import bots_of, latest_of, places_of
from .schema import ANSWERS, GUESTS, RATINGS, RESULTS, REVIEWS
from .store import Store

LISTED = 50
"""Matches that a record lists one by one, and whose reviews it looks at."""
RECENT = 200
"""Matches whose points by category are compared with the winners': where somebody has played thousands, nobody else
waits for them to be read."""


async def record_of(store: Store, ratings: Ratings, guest: Guest) -> dict[str, Any]:
    """The whole record of a guest, game by game."""
    places, bots = await places_of(store, guest.id), await bots_of(store, guest.id)
    rated = await ratings.of_guest(guest.id)
    games = {}
    for name in game_names():
        solver = await solver_of(store, guest.id, name)
        if name not in places and not solver.answered:
            continue
        latest = await latest_of(store, guest.id, name, RECENT) if name in places else []
        pairs = [(next(row for row in rows if row.guest == guest.id), rows) for rows in latest]
        games[name] = {
            **places_data(places.get(name, [])),
            "bots": bots_data(find(name), bots.get(name, [])),
            "categories": await categories(name, pairs),
            "latest": [match_data(find(name), row, rows) for row, rows in pairs[:LISTED]],
            "rating": rating_data(rated[name]) if name in rated else None,
            "costly": await costly_decisions(store, find(name), {row.table_id: row.seat for row, _ in pairs[:LISTED]}),
            "puzzles": {
                "rating": solver.rating, "answered": len(solver.answered), "solved": solver.solved,
                "of": len(puzzles_of(name)),
            },
        }  # fmt: skip
    return {
        "name": guest.name,
        "board": await on_board(store, guest.id),
        "streak": await streak_of(store, guest.id),
    } | {"games": games}


def rating_data(rating: Rating) -> dict[str, int]:
    """A rating as people read it."""
    return {"shown": rating.shown, "give": rating.give, "matches": rating.matches}


def places_data(rows: list[Any]) -> dict[str, Any]:
    """How many matches there were, how many of them won, and how long one thought in them."""
    times = {row.place: row.times for row in rows}
    return {
        "matches": sum(times.values()),
        "won": times.get(1, 0),
        "places": {str(place): n for place, n in times.items()},
        "seconds": sum(row.seconds for row in rows),
    }


def match_data(game: Game, row: Any, rows: list[Any]) -> dict[str, Any]:
    """A match as it is listed: one's own result, and the best."""
    best = max(other.total for other in rows)
    return {
        "table": row.table_id,
        "mode": row.mode,
        "mode_name": mode_name(game, row.mode),
        "players": row.players,
        "place": row.place,
        "total": row.total,
        "total_shown": shown(game, row.total),
        "best": best,
        "best_shown": shown(game, best),
        "seconds": row.seconds,
        "rated": row.rated != "no",
        "ended": row.ended,
    }


def shown(game: Game, value: float) -> Any:
    """Points as people read them: an amount of money in words, others as a number."""
    write = game.face.write_amount
    return round(value, 1) if write is None else write(round(value))


def mode_name(game: Game, mode: str) -> Any:
    """The name of a mode."""
    option = game.mode_option
    return option.name_of(mode) if option is not None and mode else mode


def bots_data(game: Game, rows: list[Any]) -> list[dict[str, Any]]:
    """How one did against bots of each strength: seats met, how many were behind, and the mean totals of both."""
    return [
        {
            "bot": row.bot,
            "name": BOT_NAMES.get(row.bot, row.bot),
            "met": row.met,
            "ahead": row.ahead,
            "total": float(row.total),
            "total_shown": shown(game, float(row.total)),
            "par": float(row.par),
            "par_shown": shown(game, float(row.par)),
        }
        for row in sorted(rows, key=lambda row: ([*BOTS, row.bot].index(row.bot), row.bot))
    ]


async def categories(name: str, pairs: list[tuple[Any, list[Any]]]) -> list[dict[str, Any]]:
    """The mean points of each category, one's own and those of the winners of the same matches."""
    mine, best, slices = defaultdict(list), defaultdict(list), Slices()
    for row, rows in pairs:
        for key, points in decode(row.points).items():
            mine[key].append(points or 0)
        for key, points in decode(min(rows, key=lambda other: other.place).points).items():
            best[key].append(points or 0)
        await slices.pause()
    game, lines = find(name), []
    for key in (key for key in game.shown_categories() if key in mine and key in best):
        own, others = fmean(mine[key]), fmean(best[key])
        means = {"mine": own, "mine_shown": shown(game, own), "winners": others, "winners_shown": shown(game, others)}
        lines.append({"key": key, "name": game.category_name(key), **means})
    return lines


async def costly_decisions(store: Store, game: Game, seats: dict[str, int]) -> list[dict[str, Any]]:
    """The kinds of decisions that cost most, from the reviews of matches with one's seat in each: by the verb of the
    move that was played, with how often it was costly and what it lost on average."""
    lost: dict[str, list[float]] = defaultdict(list)
    actions, names = game.rules.actions, game.face.decision_names
    slices, done = Slices(), sa.and_(REVIEWS.c.id.in_(seats), REVIEWS.c.done == REVIEWS.c.total)
    for review in await store.rows(sa.select(REVIEWS.c.id).where(done)):
        row = await store.row(sa.select(REVIEWS.c.data).where(REVIEWS.c.id == review.id))
        for one in decode(row.data):
            if one["seat"] == seats[review.id] and one["loss"] > 0:
                lost[actions.split(one["played"])[0]].append(one["loss"])
        await slices.pause()
    return [
        {
            "kind": kind,
            "name": names.get(kind, kind),
            "times": len(losses),
            "loss": fmean(losses),
            "loss_shown": shown(game, fmean(losses)),
        }
        for kind, losses in sorted(lost.items(), key=lambda pair: -sum(pair[1]))
    ]


async def on_board(store: Store, guest: str) -> bool:
    """Does a guest want to be on the board?"""
    return bool((await store.row(sa.select(GUESTS.c.board).where(GUESTS.c.id == guest)))[0])


async def delete_record(store: Store, guest: str) -> None:
    """Forget answers and ratings of a guest, and take them out of the results: the others keep theirs."""
    await store.write(
        sa.delete(ANSWERS).where(ANSWERS.c.guest == guest),
        sa.delete(RATINGS).where(RATINGS.c.player == guest),
        sa.update(RESULTS).where(RESULTS.c.guest == guest).values(guest=""),
        sa.update(GUESTS).where(GUESTS.c.id == guest).values(board=False),
    )
