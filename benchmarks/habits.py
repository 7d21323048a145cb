"""What instinct has learned to like: where its points come from, beside those of the quick choice, and how it begins.

    python benchmarks/habits.py --matches 200     # writes the table of docs/learning.md

Both play matches against themselves on the same shuffles.
"""

import argparse
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from statistics import mean

from strength import SEED, Place, places, warm_up

from tripolis.arena.league import shuffle_of
from tripolis.bots import bot
from tripolis.engine.match import Match

PAGE = Path(__file__).parent.parent / "docs" / "learning.md"
PLAYERS = ("skilled", "greedy")
VERBS = 5
"""Kinds of actions that are shown: those that both differ in most."""


LEAST = 0.5
"""Points of a category that is shown."""


def played(place: Place, name: str, number: int) -> tuple[Match, Counter[str]]:
    """A match, and how often each kind of action was chosen in it."""
    game = place.make()
    match, player, chosen = game.new(shuffle_of(SEED, number)), bot(name, game), Counter[str]()
    while not match.over:
        action = player.choose(match.seen_by(match.actor), number)
        if len(match.legal_numbers()) > 1:
            chosen[game.rules.actions.verb_of(action).name] += 1
        match.play(action)
    return match, chosen


def means(place: Place, name: str, matches: int) -> tuple[dict[str, float], dict[str, float]]:
    """Points of a seat by category, and choices of a seat by kind of action, on average."""
    points, chosen = defaultdict[str, list[float]](list), Counter[str]()
    for number in range(matches):
        match, verbs = played(place, name, number)
        chosen += verbs
        for score in match.scores():
            points["total"].append(score.total)
            for part, value in score.points.items():
                points[part].append(value or 0)
    seats = matches * place.players
    return {part: mean(values) for part, values in points.items()}, {verb: n / seats for verb, n in chosen.items()}


def line(name: str, own: dict[str, float], other: dict[str, float], parts: list[str]) -> str:
    return f"{name}: " + ", ".join(f"{part} {own.get(part, 0):.1f} ({other.get(part, 0):.1f})" for part in parts)


def habits(place: Place, matches: int) -> str:
    """A row of the table."""
    (points, verbs), (quick_points, quick_verbs) = (means(place, name, matches) for name in PLAYERS)
    categories = sorted(
        (part for part in points if max(abs(points[part]), abs(quick_points[part])) >= LEAST),
        key=lambda part: -points[part],
    )
    by_difference = sorted({*verbs, *quick_verbs}, key=lambda verb: -abs(verbs.get(verb, 0) - quick_verbs.get(verb, 0)))
    cells = (
        f"{place.game} {place.mode}",
        str(place.players),
        line("points", points, quick_points, categories),
        line("choices", verbs, quick_verbs, list(islice(by_difference, VERBS))),
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    usual = [place for place in places() if place.players in (2, 4)]
    lines = ["| game | seats | points of a seat | choices of a seat |", "| --- | ---: | --- | --- |"]
    for name in dict.fromkeys(place.game for place in usual):
        warm_up(name)
    for place in usual:
        lines.append(habits(place, asked.matches))
        print(lines[-1], flush=True)
    head, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- habits -->\n")
    tail = rest.partition("<!-- /habits -->")[2]
    PAGE.write_text(f"{head}<!-- habits -->\n" + "\n".join(lines) + f"\n<!-- /habits -->{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
