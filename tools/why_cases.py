"""Costly moves of matches between mixed strengths, each with its table, the sentences of why, and the accounts behind
them, after the rules in short, for people who judge whether the sentences are true and helpful:
`python tools/why_cases.py metropolys 50`."""

from __future__ import annotations

import argparse
import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from tripolis.bots import bot
from tripolis.bots.forecast import forecast
from tripolis.engine.game import Game, all_kinds, find
from tripolis.engine.match import Match
from tripolis.engine.position import Position
from tripolis.engine.words import Words, words
from tripolis.review import Review, review
from tripolis.review.assessment import WORLDS
from tripolis.study.why import how_many
from tripolis.terminal import render_table

PLAYERS = ("newcomer", "learner", "regular", "skilled")
OF_A_MATCH = 5
"""Costly moves that one match gives at most."""
SEATS = (2, 3, 4)


def play(game: Game, seed: int) -> Match:
    """A match of mixed strengths."""
    chance = random.Random(seed)
    seats = [bot(chance.choice(PLAYERS), game) for _ in range(game.players)]
    match = game.new(seed)
    while not match.over:
        match.play(seats[match.actor].choose(match.seen_by(match.actor), chance.randrange(1 << 30)))
    return match


def reviews(name: str, first: int, folder: Path | None) -> Iterator[tuple[str, Review]]:
    """Reviewed matches of all modes with two to four seats, one after the other."""
    kinds = [kind for kind in all_kinds(find(name)) if kind.players in SEATS]
    random.Random(first).shuffle(kinds)
    seed = first
    while True:
        for game in kinds:
            match = play(game, seed)
            if folder is not None:
                match.save(folder / f"{name}-{seed}.tri")
            yield f"{name}-{seed}", review(match)
            seed += 1


def rules(seen: Position, say: Words) -> str:
    """The rules in short, and what the overview cards print, for somebody who knows nothing of the game."""
    book, lines = seen.game.book, []
    for part in book.short_rules(seen.game.mode) if book else ():
        lines += ["", f"### {say.render(part.title)}", *(f"- {say.render(line)}" for line in part.lines)]
    for table in book.overview(seen) if book and book.overview else ():
        lines += ["", f"### {say.render(table.title)}", " | ".join(map(say.render, table.columns))]
        lines += [" | ".join(map(say.render, row)) for row in table.rows]
    return "\n".join(lines).strip()


def accounts(seen: Position, best: int, played: int) -> list[str]:
    """Everybody's account now, and as it ends on average after both moves."""
    game = seen.game
    ends = forecast(seen, (best, played), how_many(game, WORLDS)).astype(float).mean(axis=0)
    lines = []
    for seat in range(game.players):
        account = seen.score(seat)
        now = " ".join(f"{name}={account.points[name]}" for name in game.categories if account.points[name] != 0)
        lines.append(f"Player {seat + 1} now: total={account.total} {now}")
        for which, row in zip(("better", "played"), ends[:, seat], strict=True):
            parts = " ".join(f"{name}={x:.1f}" for name, x in zip(game.categories, row, strict=True) if abs(x) >= 0.05)
            lines.append(f"    at the end, {which}: total={row.sum():.1f} {parts}")
    return lines


def case(found: Review, one: Any, title: str, say: Words) -> str:
    """A costly move as a text."""
    seen = found.match.at(one.ply).seen_by(one.seat)
    played, best = found.moves[one.ply]
    console = Console(width=150, record=True, file=io.StringIO(), color_system=None)
    console.print(render_table(seen, None, say.render))
    options = ", ".join(f"{name} {value}" for name, value in seen.game.settings_text().items())
    lines = [
        f"## {title}: ply {one.ply}, Player {one.seat + 1} decides; {options}",
        console.export_text().rstrip(),
        f"PLAYED: {played.text} ({say.render(played.words)})",
        f"BETTER: {best.text} ({say.render(best.words)})",
        f"LOSS: {say.render(found.points(one.loss))}, chance {one.before:.0%} -> {one.after:.0%}",
        *accounts(seen, one.best, one.played),
        *(f"WHY: {say.render(reason)}" for reason in found.reasons[one.ply]),
    ]
    return "\n".join(lines)


def main() -> None:
    """Print cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("number", type=int, nargs="?", default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first match")
    parser.add_argument("--lang", default="en")
    args = parser.parse_args()
    left, say, known = args.number, words(args.lang, find(args.game)), set()
    for name, found in reviews(args.game, args.seed, None):
        costly = [one for one in found.assessments if one.loss]
        if costly and found.match.game.mode not in known:
            known.add(found.match.game.mode)
            print(f"# The rules ({found.match.game.mode})", rules(found.match.first(), say), sep="\n\n", end="\n\n")
        chosen = random.Random(found.match.seed).sample(costly, min(OF_A_MATCH, left, len(costly)))
        for one in sorted(chosen, key=lambda one: one.ply):
            print(case(found, one, f"{args.number - left + 1} ({name})", say), end="\n\n", flush=True)
            left -= 1
        if not left:
            return


if __name__ == "__main__":
    main()
