"""Random matches: the rules, notation and copies of positions, tried after every move."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

from ..errors import BadNotation, BadPosition, IllegalMove
from ..game import Game
from ..match import Match
from ..position import seed_row
from ..position_text import LONGEST
from ..record import WHOLE
from .faults import differences, fault

IN_A_FILE = re.compile(r"[^\s{}*%\[>][^\s{}*]*")
"""What a move's text may look like in a match file."""


def random_match(game: Game, seed: int) -> Iterator[Match]:
    """A match of random moves, given out before the first move and after each.

    With an odd seed half of the moves are those that `choose` advises: they lead where chance alone hardly gets.
    """
    rng, limit = random.Random(seed), int(game.rules.max_plies(game.box[0]))
    match = game.new(seed)
    yield match
    while not match.over:
        legal = match.position.legal_numbers()
        if not legal:
            raise fault(match, f"Seat {match.actor} is to decide and has no legal action.")
        action = rng.choice(legal)
        if seed % 2 == 1 and rng.random() < 0.5:
            seen = match.seen_by(match.actor)
            advice = int(game.call("call_choose")(seen.records, game.box, game.work))
            if 0 <= advice < game.n_actions and match.position.why_not(advice) is None:
                action = advice
        try:
            match.play(action)
        except IllegalMove as error:
            raise fault(
                match, f"The action {action} ({match.position.move(action)}) is listed but refused: {error}"
            ) from None
        if len(match.moves) > limit:
            raise fault(match, f"max_plies promises at most {limit} plies, and here is another one.")
        yield match


def check_heard(match: Match) -> None:
    """An observation holds the events of the last move that its viewer may hear of, and no others."""
    for seat in range(-1, match.game.players):
        heard = [event for event in match.events[-1] if event.audience in (-1, seat)]
        if match.seen_by(seat).heard() != heard:
            raise fault(match, f"What seat {seat} sees holds other events than those it may hear of.")


def check_text(match: Match) -> None:
    """The position, and what a viewer sees of it, are the same after they were written as text and read again; no
    viewer reads the seed."""
    game, viewer = match.game, len(match.moves) % (match.game.players + 1) - 1
    for position in (match.position, match.seen_by(viewer)):
        text = position.text()
        try:
            again = game.position(text)
        except BadPosition as error:
            raise fault(match, f"The text of a position is not read again: {error}\n{text}") from None
        if again.to_bytes() != position.to_bytes():
            changes = differences(game, position.to_bytes(), again.to_bytes())
            raise fault(match, f"A position is not the same after it was written as text: {changes}.\n{text}")
        if position.observer != WHOLE and not match.over and match.seed in text:
            raise fault(match, f"The text of what seat {viewer} sees holds the seed.")
        if len(text) > LONGEST or len(text.splitlines()) != 1:
            raise fault(match, f"The text of a position must be one line of at most {LONGEST} characters.")


def check_set_up(match: Match, seed: int) -> None:
    """The record of a match that was played and a fresh one give the same new match."""
    game, used = match.game, match.position.copy()
    fresh = game.new(seed).position.to_bytes()
    game.call("call_set_up")(used.records, game.box, game.work_layout.make(), seed_row(seed))
    if used.to_bytes() != fresh:
        raise fault(
            match, f"set_up leaves something of an earlier match behind: {differences(game, fresh, used.to_bytes())}."
        )


def check_actions(game: Game, seed: int = 0) -> None:
    """Every number of an action is a verb with its parts and back, has a name of its own, and a text that leads back to
    it.

    Of the unlisted ones, which may be many, a few are tried.
    """
    actions, moves = game.rules.actions, game.face.moves
    s, b = game.new(seed).position.plain, game.plain_box
    few = random.Random(seed).sample(actions.unlisted, min(len(actions.unlisted), 200))
    numbers = [*(number for number in range(actions.count) if number not in actions.unlisted), *few]
    seen: dict[str, int] = {}
    for number in numbers:
        if actions.number(*actions.split(number)) != number:
            raise fault(None, f"The action {number} is {actions.split(number)}, which is another number.")
        text = moves.write(s, b, number)
        for what in (f"text {text}", f"name {moves.name(number)}"):
            if seen.setdefault(what, number) != number:
                raise fault(None, f"The actions {seen[what]} and {number} have the same {what}.")
        if moves.read(s, b, text) != number:
            raise fault(None, f"The text {text} of the action {number} is read as another one.")


def check_notation(match: Match, s: Any, legal: list[int]) -> None:
    """Every legal move has its own text and its own path, and the text leads back to it."""
    position, b, face = match.position, match.game.plain_box, match.game.face
    texts = [face.moves.write(s, b, number) for number in legal]
    paths = [tuple(face.moves.path(s, b, number)) for number in legal]
    for name, values in (("text", texts), ("path", paths)):
        if len(set(values)) != len(values):
            raise fault(match, f"Two legal moves have the same {name}: {values}.")
    ends = set(paths)
    for number, text, path in zip(legal, texts, paths, strict=True):
        if position.number_of(text) != number:
            raise fault(match, f"The text {text} of the action {number} is read as another one.")
        if not IN_A_FILE.fullmatch(text):
            raise fault(match, f"The text {text!r} cannot stand in a match file.")
        if not path or any(path[:n] in ends for n in range(1, len(path))):
            raise fault(match, f"The path {path} of {text} is empty, or another move ends on its way.")
    try:
        position.number_of("\N{SNOWMAN}")
    except BadNotation:
        return
    raise fault(match, "A snowman is read as a move of this game.")


def check_interleaved(game: Game, seed: int) -> None:
    """Two matches played in turns are the same as played one after the other."""
    alone = []
    for number in (seed, seed + 1):
        alone.append([match.position.to_bytes() for match in random_match(game, number)])
    together: list[list[bytes]] = [[], []]
    running = random_match(game, seed), random_match(game, seed + 1)
    for pair in itertools.zip_longest(*running):
        for i, match in enumerate(pair):
            if match is not None:
                together[i].append(match.position.to_bytes())
    if together != alone:
        raise fault(None, f"Two matches of {game.name} played in turns disturb each other.")
