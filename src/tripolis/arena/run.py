"""Playing a league: what is already in the file is not played again, what ends is written down at once."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from .crew import play_here
from .league import Fixture, Group, League
from .play import Result, describe, versions_of
from .results import Book, key_of, kind_of
from .table import decided_after, up_to_decision

Tell = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


class Run:
    """A league that is being played."""

    def __init__(self, league: League, out: Path | None = None, tell: Tell = lambda done, of: None) -> None:
        self.league = league
        self.tell = tell
        self.game = league.make_game()
        self.fixtures = list(league.fixtures())
        self.total = len(self.fixtures)
        """Games that are to be played in all, without those that a decision has spared us."""
        self.decided: set[Group] = set()
        self.results: dict[Fixture, Result] = {}
        self._by_group: dict[Group, list[Result]] = defaultdict(list)
        self._left: Counter[tuple[Group, int]] = Counter((each.group, each.number) for each in self.fixtures)
        self.book = None if out is None else Book(out)
        if self.book is not None:
            self._take_over(self.book.results)

    def _take_over(self, found: list[Result]) -> None:
        """What was played before the interruption."""
        example = describe(self.game, self.fixtures[0]) | {"versions": versions_of(self.game, self.league.bots)}
        wanted = set(self.fixtures)
        for result in found:
            if kind_of(result) != kind_of(example):
                assert self.book is not None
                message = Message("{file} has results of another game or other options.", file=self.book.file)
                raise BadOptions(message)
            fixture = Fixture(*key_of(result))
            if fixture in wanted and fixture not in self.results:
                self._note(fixture, result)

    def _note(self, fixture: Fixture, result: Result) -> None:
        group, number = fixture.group, fixture.number
        if group in self.decided:  # played elsewhere while it was decided
            self.total += 1
        self.results[fixture] = result
        self._by_group[group].append(result)
        self._left[group, number] -= 1
        if self.league.stop_early and not self._left[group, number] and group not in self.decided:
            if decided_after(self._by_group[group], group, self.league.error) is not None:
                self.decided.add(group)
                self.total -= sum(each.group == group and each not in self.results for each in self.fixtures)

    def waiting(self) -> Iterator[Fixture]:
        """The games that are still to be played; who is decided by the time is left out."""
        for fixture in self.fixtures:
            if fixture not in self.results and fixture.group not in self.decided:
                yield fixture

    def play(self, jobs: int | None = None, cluster: str | None = None) -> list[Result]:
        """Play what is left, here or on a cluster; returns the results of the league in order."""
        playing: Generator[Result, None, None]
        if cluster is None:
            playing = play_here(self.league, self.waiting(), jobs or os.cpu_count() or 1)
        else:
            from .cluster import play_there

            playing = play_there(self.league, self.waiting(), jobs, cluster)
        self.tell(len(self.results), self.total)
        if len(self.results) < self.total:
            with closing(playing):
                for result in playing:
                    if self.book is not None:
                        self.book.add(result)
                    self._note(Fixture(*key_of(result)), result)
                    self.tell(len(self.results), self.total)
        self.close()
        return self.finished()

    def finished(self) -> list[Result]:
        """The results so far, in order; of a pairing that was decided early, those that decided it."""
        found = sorted(self.results.values(), key=key_of)
        return up_to_decision(found, self.league.error) if self.league.stop_early else found

    def close(self) -> None:
        """Close the file."""
        if self.book is not None:
            self.book.close()
            self.book = None
