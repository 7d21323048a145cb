"""Mining: what is kept is clear, no duplicate and not trivial; and the puzzles that are shipped hold what they say."""

import datetime
import io
import os

import pytest
from rich.console import Console

from tripolis.bots.mcts import best_of
from tripolis.bots.playing import play
from tripolis.bots.strengths import searcher
from tripolis.engine.errors import BadOptions
from tripolis.engine.game import find, game_names
from tripolis.engine.position import Position
from tripolis.engine.sound import check_position
from tripolis.puzzles.judging import CHOICES, Bench, Candidate, Judge, temptations
from tripolis.puzzles.mining import Plan, in_turns, mine_match
from tripolis.puzzles.outcome import outcomes
from tripolis.puzzles.puzzle import TRIALS, puzzle_of_day, puzzles_of
from tripolis.puzzles.selection import KNOWN_TO, LEAST, MOST_OF_A_MATCH, is_trivial, select
from tripolis.puzzles.terminal import Answers, solve
from tripolis.review.assessment import decisions

pytestmark = pytest.mark.slow
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))


LEAST_OF = {"quadropolis": LEAST, "metropolys": LEAST, "ubuild": 0.02}
"""By how much the next best move lowers the chance to win at least: of one decision of hundreds less is asked."""
ASKED = 150
"""So many puzzles are shipped of each game."""


def line(match, *puzzles):
    return {"game": "toy", "match": match, "player": "master", "counts": {"positions": 9}, "puzzles": list(puzzles)}


def find_at(ply, chance=0.1, solved=(0, 1, 2, 3, 4, 4), position="", kind="build"):
    text = position or f"toy/1 ply={ply}"
    found = {"ply": ply, "kind": kind, "position": text, "solution": "x", "points": 2.0}
    return found | {"chance": chance, "solved": solved}


def test_duplicates_trivial_and_close_ones_are_left_out_and_counted():
    always = tuple(TRIALS.values())
    finds = [
        line(1, find_at(3, 0.2), find_at(4, 0.1), find_at(9, LEAST / 2), find_at(20, solved=always)),
        line(2, find_at(30)),
        line(2, find_at(7, position="toy/1 ply=3"), find_at(30)),
        line(3, *(find_at(100 + 10 * n) for n in range(MOST_OF_A_MATCH + 2))),
    ]
    puzzles, counts, solvers = select(finds)
    assert counts["duplicate"] == 2 and counts["too close"] == 1 and counts["trivial"] == 1
    assert counts["enough of the match"] == 2 and counts["matches"] == 3
    assert counts["puzzles"] == len(puzzles) == 2 + MOST_OF_A_MATCH
    assert set(solvers) == set(TRIALS)
    unwanted = puzzles[0].name
    fewer, counts, _ = select(finds, unwanted={unwanted})
    assert counts["thrown out"] == 1 and unwanted not in {one.name for one in fewer}
    assert len(select(finds, most=3)[0]) == 3


def test_of_one_kind_of_decision_no_more_are_kept_than_asked_for():
    finds = [line(n, find_at(n, kind="build" if n else "end")) for n in range(9)]
    puzzles, counts, _ = select(finds, of_a_kind=3)
    assert len(puzzles) == 4 and counts["enough of the kind"] == 5
    assert finds[0]["puzzles"][0]["position"] in {one.position for one in puzzles}


def test_each_kind_of_decision_has_its_turn_and_what_instinct_misses_comes_first():
    quadropolis = find("quadropolis").configure(players=2)
    lay, build = (quadropolis.rules.actions.verbs[name].first for name in ("lay", "build"))
    seen = quadropolis.new(1).seen_by(0)
    easy, missed, other = (
        Candidate(5, seen, lay, (lay,), 0.3),
        Candidate(9, seen, lay, (build,), 0.1),
        Candidate(7, seen, build, (build,), 0.2),
    )
    assert in_turns([easy, missed, other]) == [missed, other, easy]


def test_a_match_is_mined_alike_wherever_and_whatever_is_kept_was_judged():
    plan = Plan("quadropolis", ("mcts:60",), Bench("mcts:120", ("mcts:240",)), seats=(2,))
    plan.check()
    once = mine_match(plan, 4)
    assert mine_match(plan, 4) == once
    assert once["counts"]["positions"] == sum(n for name, n in once["counts"].items() if name != "positions")
    assert once["counts"].get("kept", 0) == len(once["puzzles"])
    for found in once["puzzles"]:
        seen = Position.parse(found["position"])
        assert seen.observer == seen.actor and seen.why_not(found["solution"]) is None


def test_what_everybody_finds_without_looking_ahead_is_no_puzzle():
    assert is_trivial((*(TRIALS[name] for name in KNOWN_TO), 0, 0, 0))
    assert not is_trivial((*(TRIALS[name] for name in KNOWN_TO[:-1]), 0, 8, 8, 4))
    match = play("quadropolis", ["greedy", "greedy"], seed=1)
    seen, tempting = next(
        (seen, one)
        for _, seen, _ in decisions(match)
        if len(seen.legal_numbers()) > 2 and len({*(one := temptations(seen))}) == 1
    )
    judge = Judge(seen.game, Bench("mcts:50", ("mcts:100",)))
    assert judge.screen(0, seen, tempting[0]) is None
    assert judge.counts == {"positions": 1, "quick": 1}


def test_only_the_kinds_of_decisions_that_were_asked_for_are_kept():
    with pytest.raises(BadOptions, match="no kind of decision"):
        Plan("quadropolis", ("greedy",), Bench("mcts:50", ("mcts:100",)), only=("castle",)).check()
    plan = Plan("quadropolis", ("mcts:60",), Bench("mcts:120", ("mcts:240",), least=0.01), seats=(2,), only=("lay",))
    found = mine_match(plan, 4)
    assert found["counts"]["other kind"] > 0 and all(one["kind"] == "lay" for one in found["puzzles"])


@pytest.mark.parametrize("name", [name for name in game_names() if puzzles_of(name)])
def test_shipped_puzzles_can_be_read_and_are_no_trifles(name):
    puzzles = puzzles_of(name)
    assert len({one.position for one in puzzles.values()}) == len(puzzles) >= ASKED
    for known, one in puzzles.items():
        seen = one.seen()
        check_position(seen)  # who reads a puzzle trusts it
        assert known == one.name and seen.game.name == name and seen.text() == one.position
        assert seen.observer == seen.actor and len(seen.legal_numbers()) >= CHOICES
        best = seen.number_of(one.solution)
        assert seen.why_not(best) is None and set(temptations(seen)) != {best}
        assert one.chance >= LEAST_OF[name] and one.points > 0 and 0 < one.rating < 4000
        assert len(one.solved) == len(TRIALS) and not is_trivial(one.solved)
    order = [one.rating for one in puzzles.values()]
    assert order == sorted(order)


@pytest.mark.parametrize("name", [name for name in game_names() if puzzles_of(name)])
def test_shipped_puzzles_are_found_by_a_search(name):
    """Not every one: the searches that judged them were deeper. A set with other solutions would fail."""
    chosen = list(puzzles_of(name).values())
    chosen = chosen if SOAK else chosen[:: max(1, len(chosen) // 6)]
    right = 0
    for one in chosen:
        seen = one.seen()
        found = best_of(searcher(seen.game, 1000).search(seen, 1)).number
        right += found == seen.number_of(one.solution)
    assert 4 * right >= 3 * len(chosen), f"{right} of {len(chosen)}"


def test_every_day_has_its_puzzle_and_none_comes_twice_before_all_have_come():
    name = next(name for name in game_names() if puzzles_of(name))
    first, n = datetime.date(2026, 11, 18), len(puzzles_of(name))
    days = [puzzle_of_day(name, first + datetime.timedelta(days)) for days in range(n)]
    assert {one.name for one in days} == set(puzzles_of(name))
    assert puzzle_of_day(name, first + datetime.timedelta(n)) == days[0]


def test_an_answer_in_the_terminal_is_judged_and_counts_once(tmp_path, monkeypatch):
    name = next(name for name in game_names() if puzzles_of(name))
    one = next(iter(puzzles_of(name).values()))
    seen = one.seen()
    wrong = next(move.text for move in seen.legal() if move.text != one.solution)
    given = iter([wrong, one.solution])
    out = io.StringIO()
    console = Console(file=out, width=200)
    monkeypatch.setattr(console, "input", lambda *_, **__: next(given))
    solve(name, one.name, "en", console, tmp_path / "puzzles.json")
    told = out.getvalue()
    assert "There is a better move." in told and "That is the best move" in told
    answers = Answers(tmp_path / "puzzles.json")
    assert [answer["right"] for answer in answers.all] == [False], "the first answer counts"
    assert answers.rating(name) < 1200


def test_what_follows_an_answer_is_the_same_for_all_who_ask():
    name = next(name for name in game_names() if puzzles_of(name))
    seen = next(iter(puzzles_of(name).values())).seen()
    numbers = seen.legal_numbers()[:2]
    first, again = outcomes(seen, numbers, 200), outcomes(seen, numbers, 200)
    assert first == again
    assert [one.line[0] for one in first] == numbers and all(0 <= one.chance <= 1 for one in first)
