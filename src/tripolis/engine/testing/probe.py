"""The kit's hand on the compiled checks (`checks.py`): what they work with, and what they find, as sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..game import Game
from ..match import Match
from ..position import Position
from ..record import PLAIN, Rule, row
from . import checks
from .checks import Wrong
from .faults import differences, fault
from .leaks import make_scramble, new_stream, pool_rows

SENTENCES = {
    Wrong.LIST: "legal_actions lists an action twice or one that does not exist: {listed}.",
    Wrong.LISTED: "The action {action} ({move}) is listed but refused.",
    Wrong.UNLISTED: "The action {action} ({move}) is allowed but not listed.",
    Wrong.GOES_ON: "The match is over, and the action {action} is still allowed.",
    Wrong.STUCK: "Seat {actor} is to decide and has no legal action.",
    Wrong.LISTING: "Listing or refusing changed the position: {differences}.",
    Wrong.SUM: "Seat {seat}'s total {total} is not the sum of {points}.",
    Wrong.OPEN: "The match is over, and a category of seat {seat} is still unknown.",
    Wrong.TOTALS: "rank leaves other totals in w.total than score returns.",
    Wrong.PLACES: "In the places {ranks} a seat's place does not follow from the seats before it.",
    Wrong.COUNTING: "Scoring changed the position: {differences}.",
    Wrong.ADVICE: "choose advises the action {action}, which is refused.",
    Wrong.FEATURE: "For seat {seat} the feature {feature}.",
    Wrong.ADVISING: "Advice changed the position: {differences}.",
    Wrong.SIGHT: "Seat {seat} sees what it may not know: {differences}.",
    Wrong.GUESS: "Seat {seat}'s observation gives seat {owner} points for {category} that are not the true ones: "
    "mark the category unknown.",
    Wrong.POINTS: "Seat {seat}'s points for {category} tell it something it may not know.",
    Wrong.MOVES: "Seat {seat}'s legal actions tell it something it may not know.",
    Wrong.FEATURES: "The features of seat {seat} tell it something it may not know.",
    Wrong.NOT_WHOLE: "What seat {seat} imagines is not a whole position; does imagine start with begin_world()?",
    Wrong.LOOKS: "What seat {seat} imagines looks different: {differences}.",
    Wrong.SEEDS: "imagine gives seat {seat} two worlds for one seed.",
    Wrong.NO_WORLD: "In a world that seat {seat} imagines it has no legal action.",
    Wrong.MANY_EVENTS: "The action {action} ({move}) tells more events than WORK holds.",
    Wrong.TOO_LITTLE: "Events do not tell seat {seat} the whole change of {move}: {differences}.",
    Wrong.TOO_MUCH: "Events tell seat {seat} more than it may know after {move}.",
    Wrong.REVEALED: "{move} shows seat {seat} something new, but w.revealed is 0.",
}


class Probe:
    """The records and rows of the compiled checks for one game; one of its checks that fails is raised as a fault."""

    def __init__(self, game: Game, pools: dict[str, list[int]], seed: int = 0) -> None:
        self.game = game
        self.records = game.state.make(checks.RECORDS)
        self.words: Any = None if PLAIN else self.records.view(np.int64).reshape(checks.RECORDS, -1)
        self.pools = pool_rows(game, pools)
        self.stream = new_stream(seed)
        self.work = game.work_layout.make()
        work = self.work[0]
        self.codes = row(game.n_actions)
        self.listed = row(game.n_actions)
        self.unlisted = row(2)
        self.unlisted[0], self.unlisted[1] = game.unlisted.start, game.unlisted.stop
        self.truth = row(2 * game.players, len(work.points))
        # Wider than a row of features: a number that does not fit would look like another one that does.
        self.out, self.other_out, self.bounds = row(game.n_features), row(game.n_features), row(game.n_features)
        for i, most in enumerate(game.feature_bounds()):
            self.bounds[i] = int(most)
        self.seed = row(4)
        self.spare = row(max(len(work.actions), len(work.points)))
        self.heard = row(checks.ACTIONS * checks.WORLDS, len(work.events) + 1, len(work.events[0]))
        self.note = row(checks.NOTES + 1)

    def start(self, seed: int) -> None:
        """Begin a match: what is tried along it is decided by its seed alone."""
        self.stream = new_stream(seed)

    def rules(self, match: Match) -> None:
        """Try listing, refusing and counting; the reasons for all actions are left in `codes`."""
        mine = (self.codes, self.listed, self.unlisted, self.truth, self.note)
        self._try(match, self.game.bind(checks.try_rules), self.words, *mine)

    def sight(self, match: Match) -> tuple[Position, Position]:
        """Try, for every viewer, what it sees, imagines and is advised (after `rules`); gives what the seat on turn
        sees, and another truth."""
        helper = make_scramble(self.game.state, self.game.home)
        mine = (self.codes, self.truth, *self.pools, self.seed)
        rows = (self.out, self.other_out, self.bounds, self.spare, self.note)
        self._try(match, self.game.bind(checks.try_sight, scramble=helper), self.stream, self.words, *mine, *rows)
        return self.at(checks.SEEN), self.at(checks.OTHER)

    def events(self, match: Match) -> int:
        """Try some moves in several worlds, and what every viewer hears of them; returns how many worlds were tried."""
        mine = (self.heard, self.seed, self.spare, self.note)
        self._try(match, self.game.bind(checks.try_events), self.stream, self.words, *mine)
        return int(self.note[checks.NOTES])

    def at(self, slot: int) -> Position:
        """One of the records as a position."""
        return Position(self.game, self.records[slot : slot + 1])

    def _try(self, match: Match, check: Rule, *mine: Any) -> None:
        if PLAIN:
            self.records[checks.TRUE] = match.position.copy().record
        else:
            self.records[checks.TRUE] = match.position.record
        wrong = check(self.records, self.game.box, self.work, *mine)
        if wrong:
            raise fault(match, self._sentence(match, Wrong(wrong)))

    def _sentence(self, match: Match, wrong: Wrong) -> str:
        """What was found, with all that a sentence may want to say of it."""
        game, position, note = self.game, match.position, [int(n) for n in self.note]
        seat, action = note[checks.SEAT], note[checks.ACTION]
        account = position.score(max(seat, 0))
        one, two = (game.state.to_bytes(self.at(note[k]).records) for k in (checks.ONE, checks.TWO))
        return SENTENCES[wrong].format(
            seat=seat,
            actor=position.actor,
            action=action,
            move=position.move(action) if 0 <= action < game.n_actions else action,
            owner=note[checks.OWNER],
            category=game.categories[note[checks.CATEGORY]],
            listed=position.legal_numbers(),
            total=account.total,
            points=account.points,
            ranks=position.ranks(),
            differences=differences(game, one, two),
            feature=self._feature(action) if wrong == Wrong.FEATURE else "",
        )

    def _feature(self, i: int) -> str:
        """A feature with its number and its bound."""
        return f"{self.game.feature_names()[i]!r} is {self.out[i]} and may be 0 to {self.bounds[i]}"
