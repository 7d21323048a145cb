"""What a good score is: bots of one strength play each other, and the quartiles of their scores go into the game's book.

    python tools/par.py quadropolis                                  # all modes, numbers of players and strengths
    python tools/par.py ubuild --strengths regular --matches 60      # the rows of one strength
    python tools/par.py quadropolis --modes expert                   # those of one mode

The same seed gives the same scores. Each row of the game's `book/par.json` has its strength and its number of matches:
with these the command makes it again. Rows that were made before with the same seed and rules are kept.
"""

from __future__ import annotations

import argparse
import json
import statistics
from dataclasses import dataclass
from itertools import product

from tripolis.arena.league import Fixture
from tripolis.arena.play import play
from tripolis.bots import SEARCHING, STRENGTHS, bot
from tripolis.engine.book import PAR
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.guide import ParScore

QUICK, SLOW = 400, 60
"""Matches of a kind of table by default."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    seed: int
    matches: int | None
    """How many; by default fewer of the strengths that look ahead, which take longer."""

    def scores(self, game: Game, mode: str, players: int, strength: str) -> ParScore:
        """The scores of one kind of table."""
        option = game.mode_option
        played = game.configure(players=players, **({option.name: mode} if option else {}))
        number = self.matches or (SLOW if strength in SEARCHING else QUICK)
        bots, seating = {strength: bot(strength)}, (strength,) * players
        points: list[list[int]] = []
        for n in range(number):
            points.append(play(played, bots, Fixture(self.seed, n, (strength,), seating), 1e9)["points"])
        low, median, high = statistics.quantiles([score for match in points for score in match], method="inclusive")
        winner = statistics.median(max(match) for match in points)
        return ParScore(mode, players, strength, number, *map(round, (low, median, high, winner)))


def main() -> None:
    """Play, and write the file anew after each kind of table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=game_names())
    parser.add_argument("--strengths", nargs="+", choices=STRENGTHS, default=list(STRENGTHS))
    parser.add_argument("--modes", nargs="+")
    parser.add_argument("--matches", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game, plan = find(args.game), Plan(args.seed, args.matches)
    option = game.mode_option
    modes = list(map(str, option.values or option.names)) if option else [""]
    players = next(option.values for option in game.options if option.name == "players")
    kinds = list(product(modes, players, STRENGTHS))
    file = game.folder / "book" / PAR
    command = f"python tools/par.py {game.name} --seed {args.seed} --strengths BOT --matches MATCHES"
    about = {"command": command, "rules": game.version}
    before = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    kept = before["scores"] if before.items() >= about.items() else []
    scores = {(one.mode, one.players, one.bot): one for one in (ParScore(**score) for score in kept)}
    for strength, mode, seats in product(args.strengths, args.modes or modes, players):
        scores[mode, seats, strength] = found = plan.scores(game, mode, seats, strength)
        lines = ",\n".join(f"    {json.dumps(scores[kind]._asdict())}" for kind in kinds if kind in scores)
        head = json.dumps(about, indent=2).removesuffix("\n}")
        file.write_text(f'{head},\n  "scores": [\n{lines}\n  ]\n}}\n', encoding="utf-8")
        print(*found, flush=True)


if __name__ == "__main__":
    main()
