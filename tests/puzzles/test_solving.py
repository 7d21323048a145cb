"""Ratings of puzzles and solvers, days in a row, and which puzzle comes next."""

import random
import re
from pathlib import Path

import pytest

from tripolis.puzzles.difficulty import MIDDLE, expected, rate
from tripolis.puzzles.puzzle import Puzzle, puzzles_of
from tripolis.puzzles.solver import NEAR, START, next_puzzle, rating_after, streak


def puzzle(n, rating=1500):
    return Puzzle(f"toy/1 ply={n}", "x", 2.0, 0.1, (0, 0, 0, 0, 8, 4), rating)


def test_planted_ratings_of_puzzles_and_solvers_are_found_again():
    rng = random.Random(1)
    trials, solvers = [60] * 4, [1100.0, 1400.0, 1700.0, 2000.0]
    puzzles = [rng.uniform(1100, 1900) for _ in range(60)]
    mean = sum(puzzles) / len(puzzles)
    puzzles, solvers = ([one + MIDDLE - mean for one in side] for side in (puzzles, solvers))
    solved = [[sum(rng.random() < expected(solver, one) for _ in range(60)) for solver in solvers] for one in puzzles]
    found, strengths = rate(solved, trials)
    assert abs(sum(found) / len(found) - MIDDLE) < 1
    assert all(abs(a - b) < 60 for a, b in zip(strengths, solvers, strict=True)), (strengths, solvers)
    off = [abs(a - b) for a, b in zip(found, puzzles, strict=True)]
    assert sum(off) / len(off) < 60, sum(off) / len(off)


def test_what_nobody_solves_has_a_high_rating_but_no_endless_one():
    found, _ = rate([[0, 0], [8, 8], [8, 0]], [8, 8])
    assert found[0] > found[2] > found[1]
    assert found[1] > 0 and found[0] < 4000


@pytest.mark.parametrize("true", [900, 1500, 2000])
def test_the_rating_of_a_solver_comes_near_to_what_they_can(true):
    rng, rating, last = random.Random(true), START, []
    for answered in range(200):
        at = rating + rng.randrange(-100, 101)
        rating = rating_after(rating, answered, at, rng.random() < expected(true, at))
        last = [*last[-60:], rating]
    assert abs(sum(last) / len(last) - true) < 80


def test_only_days_without_a_gap_are_a_streak():
    assert streak({10, 11, 12}, 12) == 3
    assert streak({10, 11, 12}, 13) == 3, "today may still be solved"
    assert streak({10, 11, 12}, 14) == 0
    assert streak({9, 11, 12}, 12) == 2
    assert streak(set(), 12) == 0


def test_the_next_puzzle_is_new_and_near():
    puzzles = {one.name: one for one in (puzzle(n, 1000 + 20 * n) for n in range(50))}
    answered, rating = set(), 1600
    for _ in range(50):
        found = next_puzzle(puzzles, answered, rating)
        assert found.name not in answered
        nearer = [
            one
            for name, one in puzzles.items()
            if name not in answered and abs(one.rating - rating) < abs(found.rating - rating)
        ]
        assert len(nearer) < NEAR
        answered.add(found.name)
    assert next_puzzle(puzzles, answered, rating) is not None, "then they begin again"
    assert next_puzzle({}, set(), rating) is None


def test_a_puzzle_survives_its_line():
    one = puzzle(3)
    assert Puzzle.read(one.line()) == one


def test_how_often_each_strength_solves_the_shipped_puzzles_is_what_the_page_says():
    page = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d+) \|((?: \d+% \|){6})$", page, re.MULTILINE)
    assert {name for name, *_ in rows} == {"quadropolis", "metropolys", "ubuild"}
    for name, number, shares in rows:
        puzzles = puzzles_of(name).values()
        solved = [sum(counts) for counts in zip(*(puzzle.solved for puzzle in puzzles), strict=True)]
        told = [round(100 * n / (tries * len(puzzles))) for n, tries in zip(solved, (12, 12, 12, 8, 8, 4), strict=True)]
        assert int(number) == len(puzzles) and told == [int(share) for share in re.findall(r"\d+", shares)], name
