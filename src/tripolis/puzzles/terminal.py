"""Puzzles at a terminal: the table as the seat sees it, an answer in notation, and what it leads to."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import platformdirs
from rich.console import Console

from tripolis.bots import prepare_bots
from tripolis.engine.errors import BadMove, BadOptions
from tripolis.engine.game import Game, find
from tripolis.engine.position import Position
from tripolis.engine.prompts import prompt
from tripolis.engine.words import Message, Plural, words
from tripolis.terminal import Screen, completion, render_table

from .outcome import Outcome, outcomes, world_seed
from .puzzle import Puzzle, puzzle_of_day, puzzles_of
from .solver import START, next_puzzle, rating_after, streak


class Answers:
    """A solver's answers, kept in a file of this person."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or Path(platformdirs.user_data_dir("tripolis")) / "puzzles.json"
        try:
            self.all: list[dict[str, Any]] = json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.all = []

    def of(self, game: str) -> list[dict[str, Any]]:
        """The answers to puzzles of a game, in order."""
        return [answer for answer in self.all if answer["game"] == game]

    def names(self, game: str) -> set[str]:
        """The puzzles of a game that were answered."""
        return {answer["puzzle"] for answer in self.of(game)}

    def rating(self, game: str) -> int:
        """The solver's rating."""
        return int(self.of(game)[-1]["rating"]) if self.of(game) else START

    def days(self) -> set[int]:
        """The days whose puzzle was solved."""
        return {answer["day"] for answer in self.all if answer["right"] and answer["day"]}

    def add(self, game: str, puzzle: Puzzle, right: bool, day: int) -> None:
        """Note the first answer to a puzzle; others do not count."""
        answered = self.names(game)
        if puzzle.name in answered:
            return
        rating = rating_after(self.rating(game), len(answered), puzzle.rating, right)
        self.all.append({"game": game, "puzzle": puzzle.name, "right": right, "rating": rating, "day": day})
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.all) + "\n", encoding="utf-8")


class Solving(Screen):
    """One puzzle after the other, until the solver leaves."""

    def __init__(self, game: Game, lang: str, answers: Answers, console: Console | None = None) -> None:
        super().__init__(words(lang, game), console)
        self.game, self.answers = game, answers

    def run(self, wanted: Puzzle | None, day: datetime.date) -> None:
        """Solve one puzzle, or that of the day and then one after the other."""
        name, today, of_day = self.game.name, day.toordinal(), puzzle_of_day(self.game.name, day)
        puzzle = wanted or of_day
        while puzzle is not None:
            answered = self.answers.names(name)
            if wanted is None and puzzle.name in answered:
                puzzle = next_puzzle(puzzles_of(name), answered, self.answers.rating(name))
            if puzzle is None or not self.solve(puzzle, today if puzzle == of_day else 0) or wanted is not None:
                break
        if length := streak(self.answers.days(), today):
            self.print(Plural("Puzzles of the day in a row: {n} day", "Puzzles of the day in a row: {n} days", length))
        self.print(Message("Your rating: {rating}", rating=self.answers.rating(self.game.name)))

    def solve(self, puzzle: Puzzle, day: int) -> bool:
        """Ask until the answer is right; False when the solver leaves."""
        seen = puzzle.seen()
        self.console.print()
        self.print(Message("Puzzle {name}, rating {rating}", name=puzzle.name, rating=puzzle.rating), style="bold")
        self.console.print(render_table(seen, None, self.say))
        self.print(prompt(seen))
        while True:
            try:
                with completion([move.text for move in seen.legal()]):
                    asked = Message("Player {number}, your best move (Enter: show it, q: leave): ")
                    line = self.console.input(self.say(asked.fill(number=seen.actor + 1)), markup=False).strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if line.lower() == "q":
                return False
            if self.judge(seen, puzzle, line, day):
                return True

    def judge(self, seen: Position, puzzle: Puzzle, line: str, day: int) -> bool:
        """Say whether an answer is right, and what it leads to; True when the puzzle is over."""
        best = seen.number_of(puzzle.solution)
        try:
            number = seen.number_of(line) if line else best
            if refused := seen.why_not(number):
                raise refused
        except BadMove as error:
            self.print(error.message, style="yellow")
            return False
        right = bool(line) and number == best
        self.answers.add(self.game.name, puzzle, right, day)
        good, bad = outcomes(seen, (best, number))
        if right:
            self.print(Message("That is the best move: {move}", move=seen.move(best).words), style="green")
        elif line:
            self.print(Message("There is a better move. What follows yours:"), style="yellow")
        else:
            self.print(Message("The best move: {move}", move=seen.move(best).words))
        self.show(seen, good if right or not line else bad, None if right or not line else good)
        return right or not line

    def show(self, seen: Position, outcome: Outcome, better: Outcome | None) -> None:
        """What is likely to follow, and what it means."""
        world = seen.imagine(world_seed(seen))
        for number in outcome.line:
            move = world.move(number)
            sentence = Message("Player {number}: {move}", number=world.actor + 1, move=move.words)
            self.console.print("  " + self.say(sentence), style="dim", markup=False)
            world.play(number)
        chance = f"{round(100 * outcome.chance)} %"
        if better is None:
            self.print(Message("Chance to win: {chance}", chance=chance))
        else:
            other = f"{round(100 * better.chance)} %"
            self.print(Message("Chance to win: {chance}; after the best move: {other}", chance=chance, other=other))


def solve(name: str, wanted: str | None, lang: str, console: Console | None = None, file: Path | None = None) -> None:
    """Solve puzzles of a game: a named one, or the puzzle of the day and then others near to the solver's rating."""
    game, puzzles = find(name), puzzles_of(name)
    if not puzzles:
        raise BadOptions(Message("There are no puzzles of {game}.", game=game.title))
    if wanted is not None and wanted not in puzzles:
        raise BadOptions(Message("There is no puzzle {name} of {game}.", name=wanted, game=game.title))
    prepare_bots(game, "skilled")
    solving = Solving(game, lang, Answers(file), console)
    solving.run(puzzles[wanted] if wanted else None, datetime.datetime.now(datetime.UTC).date())
