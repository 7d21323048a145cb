"""Moves of real matches for the page of a game: examples of the notation, ranges of action numbers, refusals with
their sentences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import tripolis
from tripolis.engine.game import Game
from tripolis.engine.moves import Move
from tripolis.engine.position import Position

from .markdown import cell, code, table

PLIES, TRIES, SEEDS = 260, 40, 2
"""How far a match is played, how many actions are tried in each position, how many matches there are of each kind."""
ACTIONS = "An action is a number from 0 to {last}. What the numbers mean, as they are written at the start of a match:"
REASONS = (
    "A move that a rule forbids is refused with a name for programs and a sentence for people. The sentences here are "
    "from "
    "random matches; where these have not met the case, words in braces stand for what is filled in."
)


def kinds(game: Game) -> Iterator[Game]:
    """The game with its modes and tracks, with the fewest and the most players."""
    seats = next(option.values for option in game.options if option.name == "players")
    mode = next((option for option in game.options if option.name in ("mode", "track")), None)
    values = (mode.values or tuple(mode.names)) if mode else (None,)
    for value, players in product(values, (seats[0], seats[-1])):
        yield game.configure(players=players, **({mode.name: value} if mode else {}))


@cache
def walk(name: str) -> tuple[dict[str, Move], dict[str, str]]:
    """Random matches: a move of each kind, and a sentence for each refusal."""
    moves: dict[str, Move] = {}
    refused: dict[str, str] = {}
    for game, seed in product(kinds(tripolis.game(name)), range(SEEDS)):
        chance, position = random.Random(seed), game.new(seed=seed).position
        while not position.over and position.ply < PLIES:
            legal = position.legal_numbers()
            s = position.plain
            for number in chance.sample(legal, min(4, len(legal))):
                move = position.move(number, s)
                moves.setdefault(move.words.text, move)
            refused |= _refusals(position, chance, refused)
            position.play(chance.choice(legal))
        refused |= _refusals(position, chance, refused) if position.over else {}
    return moves, refused


def _refusals(position: Position, chance: random.Random, known: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for _ in range(TRIES):
        why = position.why_not(chance.randrange(position.game.n_actions))
        if why is not None and why.name not in known:
            found.setdefault(why.name, str(why.message))
    return found


def examples(game: Game) -> str:
    """A move of each kind: as text, as number, as words, as clicks."""
    rows = [
        (code(move.text), str(move.number), cell(move.words), " → ".join(map(code, move.path)))
        for move in sorted(walk(game.name)[0].values(), key=lambda move: move.number)
    ]
    return table(("move", "action", "in words", "clicks"), rows)


def shape(text: str) -> str:
    """What texts of one kind have in common."""
    if ":" in text:
        return text.partition(":")[0] + ":"
    if re.fullmatch(r"[a-z]{2,}", text):
        return text
    return re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", re.sub(r"\d+", "9", text)))


def actions(game: Game) -> str:
    """Which numbers mean what, as ranges."""
    position = game.new(seed=0).position
    s, b, write = position.plain, game.plain_box, game.face.moves.write
    runs: list[tuple[str, int, int, str, str]] = []
    for number in range(game.n_actions):
        text = write(s, b, number)
        kind = shape(text)
        if runs and runs[-1][0] == kind:
            runs[-1] = (kind, runs[-1][1], number, runs[-1][3], text)
        else:
            runs.append((kind, number, number, text, text))
    rows = [
        (f"{first:,} to {last:,}" if first < last else f"{first:,}", code(opening), code(text) if first < last else "")
        for _, first, last, opening, text in runs
    ]
    return table(("numbers", "first", "last"), rows)


def reasons(game: Game) -> str:
    """All reasons, each with a sentence."""
    position, why_not = game.new(seed=0).position, game.face.why_not
    said = {
        reason.name: why_not(position.plain, game.plain_box, 0, int(reason)).text
        for reason in game.reasons
        if int(reason)
    }
    said |= walk(game.name)[1]
    rows = [(str(int(reason)), code(reason.name), cell(said[reason.name])) for reason in game.reasons if int(reason)]
    return table(("number", "name", "a sentence"), rows)
