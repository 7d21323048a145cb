"""A guest's own record: everything that results, reviews, ratings and answers say of them; and how it is deleted."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import fmean
from typing import Any

import sqlalchemy as sa

from tripolis.bots import BOT_NAMES, BOTS
from tripolis.engine.game import Game, find, game_names
from tripolis.puzzles.puzzle import puzzles_of

from ..domain.journal import decode
from .answers import solver_of, streak_of
from .guests import Guest
from .ratings import Rating, Ratings
from .results import results_of
from .schema import ANSWERS, GUESTS, RATINGS, RESULTS, REVIEWS
from .store import Store

LISTED = 50
"""Matches that a record lists one by one."""


async def record_of(store: Store, ratings: Ratings, guest: Guest) -> dict[str, Any]:
    """The whole record of a guest, game by game."""
    by_game: dict[str, list[list[Any]]] = defaultdict(list)
    for rows in await results_of(store, guest.id):
        by_game[rows[0].game].append(rows)
    rated = await ratings.of_guest(guest.id)
    games = {}
    for name in game_names():
        solver = await solver_of(store, guest.id, name)
        played = by_game.get(name, [])
        if not played and not solver.answered:
            continue
        games[name] = {
            **matches_data(name, played, guest.id),
            "rating": rating_data(rated[name]) if name in rated else None,
            "costly": await costly_decisions(store, played, guest.id),
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


def matches_data(name: str, played: list[list[Any]], guest: str) -> dict[str, Any]:
    """Matches of one game, their results, and the points by category beside those of the winners."""
    pairs = [(next(row for row in rows if row.guest == guest), rows) for rows in played]
    return {
        "matches": len(pairs),
        "won": sum(row.place == 1 for row, _ in pairs),
        "places": dict(sorted(Counter(str(row.place) for row, _ in pairs).items())),
        "seconds": sum(row.seconds for row, _ in pairs),
        "bots": against_bots(find(name), pairs),
        "categories": categories(name, pairs),
        "latest": [
            {
                "table": row.table_id,
                "mode": row.mode,
                "mode_name": mode_name(find(name), row.mode),
                "players": row.players,
                "place": row.place,
                "total": row.total,
                "total_shown": shown(find(name), row.total),
                "best": max(other.total for other in rows),
                "best_shown": shown(find(name), max(other.total for other in rows)),
                "seconds": row.seconds,
                "rated": row.rated != "no",
                "ended": row.ended,
            }
            for row, rows in pairs[:LISTED]
        ],
    }


def shown(game: Game, value: float) -> Any:
    """Points as people read them: an amount of money in words, others as a number."""
    write = game.face.write_amount
    return round(value, 1) if write is None else write(round(value))


def mode_name(game: Game, mode: str) -> Any:
    """The name of a mode."""
    option = game.mode_option
    return option.name_of(mode) if option is not None and mode else mode


def against_bots(game: Game, pairs: list[tuple[Any, list[Any]]]) -> list[dict[str, Any]]:
    """How one did against bots of each strength: seats met, how many were behind, and the mean totals of both."""
    met: dict[str, list[tuple[Any, Any]]] = defaultdict(list)
    for row, rows in pairs:
        for other in rows:
            if other.bot:
                met[other.bot].append((row, other))
    lines = []
    for bot in sorted(met, key=lambda bot: ([*BOTS, bot].index(bot), bot)):
        mine, par = (fmean(pair[i].total for pair in met[bot]) for i in (0, 1))
        lines.append(
            {
                "bot": bot,
                "name": BOT_NAMES.get(bot, bot),
                "met": len(met[bot]),
                "ahead": sum(row.place < other.place for row, other in met[bot]),
                "total": mine,
                "total_shown": shown(game, mine),
                "par": par,
                "par_shown": shown(game, par),
            }
        )
    return lines


def categories(name: str, pairs: list[tuple[Any, list[Any]]]) -> list[dict[str, Any]]:
    """The mean points of each category, one's own and those of the winners of the same matches."""
    if name not in game_names() or not pairs:
        return []
    mine, best = defaultdict(list), defaultdict(list)
    for row, rows in pairs:
        for key, points in decode(row.points).items():
            mine[key].append(points or 0)
        for key, points in decode(min(rows, key=lambda other: other.place).points).items():
            best[key].append(points or 0)
    game, lines = find(name), []
    for key in (key for key in game.shown_categories() if key in mine and key in best):
        own, others = fmean(mine[key]), fmean(best[key])
        means = {"mine": own, "mine_shown": shown(game, own), "winners": others, "winners_shown": shown(game, others)}
        lines.append({"key": key, "name": game.category_name(key), **means})
    return lines


async def costly_decisions(store: Store, played: list[list[Any]], guest: str) -> list[dict[str, Any]]:
    """The kinds of decisions that cost most, from the reviews of one's matches: by the verb of the move that was
    played, with how often it was costly and what it lost on average."""
    seats = {rows[0].table_id: next(row.seat for row in rows if row.guest == guest) for rows in played[:LISTED]}
    if not seats:
        return []
    lost: dict[str, list[float]] = defaultdict(list)
    game = find(played[0][0].game)
    actions, names = game.rules.actions, game.face.decision_names
    chosen = sa.select(REVIEWS.c.id, REVIEWS.c.data).where(REVIEWS.c.id.in_(seats), REVIEWS.c.done == REVIEWS.c.total)
    for row in await store.rows(chosen):
        for one in decode(row.data):
            if one["seat"] == seats[row.id] and one["loss"] > 0:
                lost[actions.split(one["played"])[0]].append(one["loss"])
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
