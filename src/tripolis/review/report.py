"""A whole match, reviewed: what each decision was worth, the costliest moves, and everybody's chances over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from tripolis.engine.match import Match
from tripolis.engine.moves import Move
from tripolis.engine.words import Message, Plural, seat_name, words
from tripolis.study.why import why

from .assessment import NAMED, Assessment, assess, decisions, played_on, to_play_on, usual_budget
from .page import chart, page

HOPELESS = 0.02
"""With a smaller chance to win there is nothing left to lose."""


def review(
    match: Match, budget: int | None = None, progress: Callable[[int, int], None] = lambda done, of: None
) -> Review:
    """Assess every decision of a match with `budget` iterations each, by default as many as usual."""
    todo = list(decisions(match))
    budget = budget or usual_budget(match.game, len(todo))
    assessments: list[Assessment] = []
    progress(0, len(todo))
    for ply, seen, number in todo:
        assessments.append(assess(seen, number, budget, ply))
        progress(len(assessments), len(todo))
    for i, worlds in list(to_play_on(assessments)):
        assessments[i] = played_on(todo[i][1], assessments[i], worlds)
    return Review(match, assessments)


class Review:
    """The assessments of a match's decisions. Shows itself in a notebook."""

    def __init__(
        self, match: Match, assessments: Iterable[Assessment], names: Sequence[Message | str] | None = None
    ) -> None:
        self.match = match
        self.names = names or match.names or ()
        """Names of the seats; a seat without one is called by its number."""
        self.assessments = list(assessments)

    @cached_property
    def costliest(self) -> list[Assessment]:
        """The moves that lost most, the worst first; those made in a hopeless position only if there are no others."""
        costly = [one for one in self.assessments if one.loss > 0]
        lost = [one for one in costly if one.before >= HOPELESS] or costly
        return sorted(lost, key=lambda one: (-one.loss, one.ply))[:NAMED]

    @cached_property
    def moves(self) -> dict[int, tuple[Move, Move]]:
        """The move played and the best one, by the ply of an assessed decision."""
        wanted = {one.ply: one for one in self.assessments}
        position = self.match.first()
        moves = {}
        for ply, number in enumerate(self.match.numbers):
            if ply in wanted:
                s = position.plain
                moves[ply] = (position.move(wanted[ply].played, s), position.move(wanted[ply].best, s))
            position.play(number)
        return moves

    @cached_property
    def chances(self) -> list[list[float]]:
        """Everybody's chance to win before every move and after the last.

        It is the mean of what each seat could think when it last decided. Players about to move tend to think better
        of their chances, so a single seat's view would jump with every turn.
        """
        players = self.match.game.players
        known = {one.ply: one for one in self.assessments}
        latest: dict[int, tuple[float, ...]] = {}
        row = [1 / players] * players
        rows = []
        for ply in range(len(self.match)):
            if ply in known:
                latest[known[ply].seat] = known[ply].chances
                row = [sum(shares) / len(latest) for shares in zip(*latest.values(), strict=True)]
            rows.append(row)
        if self.match.over:
            ranks = self.match.ranks()
            row = [1 / ranks.count(1) if place == 1 else 0.0 for place in ranks]
        return [*rows, row]

    # ------------------------------------------------------------------ words

    def name(self, seat: int) -> Message | str:
        """The name of a seat."""
        named = seat < len(self.names) and self.names[seat] not in ("", "?")
        return self.names[seat] if named else seat_name(seat)

    def points(self, loss: float) -> Message | str:
        """A loss as people say it."""
        write = self.match.game.face.write_amount
        n = max(1, round(loss))
        return write(n) if write else Plural("{n} point", "{n} points", n)

    def sentence(self, one: Assessment) -> Message:
        """A costly move in a sentence."""
        played, best = self.moves[one.ply]
        moves = {"number": one.ply + 1, "move": played.words, "better": best.words}
        sentence = Message("Move {number}: {name} lost about {points} with “{move}”. Better: “{better}”.", **moves)
        return sentence.fill(name=self.name(one.seat), points=self.points(one.loss))

    @cached_property
    def reasons(self) -> dict[int, list[Message]]:
        """Why the best move is better, in sentences, by the ply of a costly decision."""
        names = [self.name(seat) for seat in range(self.match.game.players)]
        reasons = {}
        for one in self.assessments:
            if one.loss:
                seen = self.match.at(one.ply).seen_by(one.seat)
                reasons[one.ply] = why(seen, one.best, one.played, one.ends, names, (one.before, one.after))
        return reasons

    def verdict(self, one: Assessment) -> Message:
        """An assessed decision in a sentence."""
        if one.loss:
            return self.sentence(one)
        played, best = self.moves[one.ply]
        args: dict[str, Any] = {"number": one.ply + 1, "name": self.name(one.seat), "move": played.words}
        if one.played == one.best:
            return Message("Move {number}: {name} found the best move: “{move}”.", **args)
        return Message(
            "Move {number}: {name} played as well as the best move (“{better}”): “{move}”.", **args, better=best.words
        )

    def summary(self) -> list[Message]:
        """The costliest moves, in sentences."""
        return [self.sentence(one) for one in self.costliest] or [Message("The search found no costly move.")]

    def share(self, chance: float) -> str:
        """A chance in percent."""
        return f"{round(100 * chance)} %"

    # ---------------------------------------------------------------- formats

    def data(self, say: Callable[[Message | str], str] = str) -> dict[str, Any]:
        """The review as plain data."""
        rows = []
        for one in self.assessments:
            played, best = self.moves[one.ply]
            row = asdict(one)
            del row["ends"]
            row |= {"played": played.text, "best": best.text, "chances": list(one.chances)}
            rows.append(
                row
                | {"text": say(self.verdict(one)), "why": [say(reason) for reason in self.reasons.get(one.ply, ())]}
                | {"path": list(best.path), "played_path": list(played.path), "best_said": say(best.words)}
                | {"lost": say(self.points(one.loss)) if one.loss else ""}
            )
        return {
            "decisions": rows,
            "costliest": [one.ply for one in self.costliest],
            "summary": [say(message) for message in self.summary()],
            "chances": self.chances,
        }

    def html(self, lang: str = "en", whole: bool = True) -> str:
        """The review as a page of HTML that needs no other file, or as a part of one."""
        return page(self, words(lang, self.match.game).render, lang, whole)

    def svg(self, lang: str = "en") -> str:
        """The chart alone."""
        return chart(self, words(lang, self.match.game).render)

    def _repr_html_(self) -> str:
        return self.html(whole=False)
