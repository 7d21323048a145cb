"""Playing a league: games that are in the file already are not played again, and each result is written at once."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

from .league import Fixture, Group, League
from .play import Result, describe, versions_of
from .pool import play_locally
from .results import ResultsFile, key_of, kind_of
from .table import decided_after, up_to_decision

Progress = Callable[[int, int], None]
"""Called with the number of games that are done, and of all games."""


class Run:
    """A league in progress."""

    def __init__(self, league: League, out: Path | None = None, progress: Progress = lambda done, of: None) -> None:
        self.league = league
        self.progress = progress
        self.game = league.make_game()
        self.fixtures = list(league.fixtures())
        self.total = len(self.fixtures)
        """All games to be played, without those of pairings that were decided early."""
        self.decided: set[Group] = set()
        self.results: dict[Fixture, Result] = {}
        self._by_group: dict[Group, list[Result]] = defaultdict(list)
        self._left: Counter[tuple[Group, int]] = Counter((each.group, each.number) for each in self.fixtures)
        self.file = None if out is None else ResultsFile(out)
        if self.file is not None:
            self._resume(self.file)

    def _resume(self, file: ResultsFile) -> None:
        """Take over what was played before an interruption."""
        versions = versions_of(self.game.version, self.league.bots)
        example = describe(self.game, self.fixtures[0]) | {"versions": versions}
        wanted = set(self.fixtures)
        for result in file.results:
            if kind_of(result) != kind_of(example):
                raise BadOptions(Message("{file} has results of another game or other options.", file=file.path))
            fixture = Fixture(*key_of(result))
            if fixture in wanted and fixture not in self.results:
                self._add(fixture, result)

    def _add(self, fixture: Fixture, result: Result) -> None:
        group, number = fixture.group, fixture.number
        if group in self.decided:  # it was being played when the pairing was decided
            self.total += 1
        self.results[fixture] = result
        self._by_group[group].append(result)
        self._left[group, number] -= 1
        if self.league.stop_early and not self._left[group, number] and group not in self.decided:
            if decided_after(self._by_group[group], group, self.league.error) is not None:
                self.decided.add(group)
                self.total -= sum(each.group == group and each not in self.results for each in self.fixtures)

    def waiting(self) -> Iterator[Fixture]:
        """The games that are still to be played, without those of pairings that are decided by then."""
        for fixture in self.fixtures:
            if fixture not in self.results and fixture.group not in self.decided:
                yield fixture

    def play(self, jobs: int | None = None, cluster: str | None = None) -> list[Result]:
        """Play what is left, here or on a cluster; returns the results of the league in order."""
        playing: Generator[Result, None, None]
        if cluster is None:
            playing = play_locally(self.league, self.waiting(), jobs or os.cpu_count() or 1)
        else:
            from .cluster import play_on_cluster

            playing = play_on_cluster(self.league, self.waiting(), jobs, cluster)
        self.progress(len(self.results), self.total)
        if len(self.results) < self.total:
            with closing(playing):
                for result in playing:
                    if self.file is not None:
                        self.file.add(result)
                    self._add(Fixture(*key_of(result)), result)
                    self.progress(len(self.results), self.total)
        self.close()
        return self.finished()

    def finished(self) -> list[Result]:
        """The results so far, in order; of a pairing that was decided early, those that decided it."""
        results = sorted(self.results.values(), key=key_of)
        return up_to_decision(results, self.league.error) if self.league.stop_early else results

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()
            self.file = None
