"""The kit's hand on the compiled checks (`checks.py`): what they work with, and what they find, as sentences."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..events import Event
from ..game import Game
from ..match import Match
from ..position import Position
from ..record import PLAIN, Rule, row
from . import checks
from .checks import Wrong
from .faults import SAME, differences, fault, heard_text, viewer
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
    Wrong.SIGHT: "What {viewer} sees depends on what it may not know: {differences}.",
    Wrong.GUESS: "What {viewer} sees gives seat {owner} {counted} points for {category}, which are {truly} in truth: "
    "mark the category unknown.",
    Wrong.POINTS: "The points of {viewer} for {category} tell it something it may not know: {differences_true}.",
    Wrong.MOVES: "The legal actions of {viewer} tell it something it may not know: {listed}, and with other secrets "
    "{listed_otherwise}.",
    Wrong.FEATURES: "The features of {viewer} tell it something it may not know: {features}.",
    Wrong.NOT_WHOLE: "What {viewer} imagines is not a whole position; does imagine start with begin_world()?",
    Wrong.LOOKS: "What {viewer} imagines looks different: {differences}.",
    Wrong.SEEDS: "imagine gives {viewer} two worlds for one seed: {differences_worlds}.",
    Wrong.NO_WORLD: "In a world that {viewer} imagines it has no legal action: {differences_world}.",
    Wrong.MANY_EVENTS: "The action {action} ({move}) tells more events than WORK holds.",
    Wrong.TOO_LITTLE: "Events do not tell {viewer} the whole change of {move}: it hears {heard} twice and then sees "
    "{differences}.",
    Wrong.TOO_MUCH: "Events tell {viewer} more than it may know after {move}: two worlds look alike to it before and "
    "after, and in one it hears {heard}, in the other {heard_otherwise}.",
    Wrong.REVEALED: "{move} shows {viewer} something new, {differences}, but w.revealed is 0.",
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
        seat, action, owner = note[checks.SEAT], note[checks.ACTION], note[checks.OWNER]
        category = game.categories[note[checks.CATEGORY]]
        facts: dict[str, Any] = {
            "seat": seat,
            "viewer": viewer(seat),
            "actor": position.actor,
            "action": action,
            "move": position.move(action) if 0 <= action < game.n_actions else action,
            "owner": owner,
            "category": category,
            "listed": position.legal_numbers(),
            "differences": self._differ(note[checks.ONE], note[checks.TWO]),
        }
        if wrong == Wrong.SUM:
            account = position.score(seat)
            facts |= {"total": account.total, "points": account.points}
        elif wrong == Wrong.PLACES:
            facts["ranks"] = position.ranks()
        elif wrong == Wrong.FEATURE:
            facts["feature"] = self._feature(action)
        elif wrong == Wrong.FEATURES:
            i = next(i for i in range(len(self.out)) if self.out[i] != self.other_out[i])
            facts["features"] = (
                f"{game.feature_names()[i]!r} is {self.out[i]}, and with other secrets {self.other_out[i]}"
            )
        elif wrong == Wrong.GUESS:
            counted, truly = (self.at(k).score(owner).points[category] for k in (checks.SEEN, checks.TRUE))
            facts |= {"counted": counted, "truly": truly}
        elif wrong == Wrong.MOVES:
            views = [self.at(k).legal_numbers() for k in (checks.OTHER, checks.SEEN)]
            facts["listed_otherwise"] = next((listed for listed in views if listed != facts["listed"]), views[0])
        elif wrong in (Wrong.TOO_LITTLE, Wrong.TOO_MUCH):
            facts["heard"], facts["heard_otherwise"] = (
                heard_text(game, self._heard(note[k] - checks.FIRST_AFTER)) for k in (checks.ONE, checks.TWO)
            )
        elif wrong == Wrong.REVEALED:
            last = note[checks.TWO]
            worlds = range(max(checks.FIRST_AFTER, last - checks.WORLDS + 1), last)
            facts["differences"] = next(text for k in reversed(worlds) if (text := self._differ(k, last)) != SAME)
        facts["differences_true"] = self._differ(checks.TRUE, checks.OTHER)
        facts["differences_world"] = self._differ(checks.TRUE, checks.WORLD)
        facts["differences_worlds"] = self._differ(checks.WORLD, checks.AGAIN)
        return SENTENCES[wrong].format(**facts)

    def _differ(self, one: int, two: int) -> str:
        """The places in which two of the records differ."""
        return differences(self.game, *(self.game.state.to_bytes(self.at(slot).records) for slot in (one, two)))

    def _heard(self, world: int) -> list[Event]:
        """What was heard in one of the worlds in which a move was tried."""
        rows = [[int(n) for n in row] for row in self.heard[world]]
        return [Event(row[0], row[1], tuple(row[2:])) for row in rows[1 : rows[0][0] + 1]]

    def _feature(self, i: int) -> str:
        """A feature with its number and its bound."""
        return f"{self.game.feature_names()[i]!r} is {self.out[i]} and may be 0 to {self.bounds[i]}"
