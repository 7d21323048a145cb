"""What a good score is: the scores of bots against their equals, as the rules show them."""

from __future__ import annotations

from collections.abc import Iterator

from tripolis.engine.game import Game
from tripolis.engine.guide import Items, Par, ParScore, Picture, Section, Table
from tripolis.engine.scene import Text
from tripolis.engine.words import Message

from . import BOT_NAMES, STRENGTHS

Shown = Message | Items | Table | Picture
"""What a page shows: blocks, with par scores as sentences and a table."""
USUAL = "regular"
"""The strength that the sentence above the table is about."""


def blocks_of(game: Game, section: Section) -> Iterator[Shown]:
    """The blocks of a section, par scores as sentences and a table."""
    for block in section.blocks:
        if isinstance(block, Par):
            yield from par_blocks(game, block)
        else:
            yield block


def par_blocks(game: Game, par: Par) -> Iterator[Message | Table]:
    """A sentence about the usual table, and all modes and strengths by the number of players."""
    amount, option = game.face.write_amount, game.mode_option
    modes = dict.fromkeys(score.mode for score in par.scores)
    seats = sorted({score.players for score in par.scores})
    by_key = {(score.mode, score.bot, score.players): score for score in par.scores}

    def write(points: int) -> Text:
        """Points, or an amount of money in two figures: more would pretend to be exact."""
        return amount(round(points, 2 - len(str(abs(points))))) if amount else str(points)

    def mode_name(mode: str) -> Text:
        return option.name_of(mode) if option else ""

    usual = by_key.get((next(iter(modes)), USUAL, seats[-1]), par.scores[0])
    yield Message(
        "Half of all scores are between {low} and {high} with {players} players of strength {bot}.",
        players=usual.players,
        bot=BOT_NAMES[usual.bot],
        low=write(usual.low),
        high=write(usual.high),
    )
    yield Message("The table gives this range for bots of every strength; the winners' median score is in brackets.")

    def cell(score: ParScore | None) -> Text:
        if score is None:
            return "–"
        scores = {"low": write(score.low), "high": write(score.high), "winner": write(score.winner)}
        return Message("{low}–{high} ({winner})", **scores)

    columns = (Message("Strength"), *(Message("{n} players", n=n) for n in seats))
    for mode in modes:
        head = (mode_name(mode) or columns[0], *columns[1:])
        levels = [bot for bot in STRENGTHS if any((mode, bot, n) in by_key for n in seats)]
        yield Table(head, tuple((BOT_NAMES[bot], *(cell(by_key.get((mode, bot, n))) for n in seats)) for bot in levels))
