"""How fast our search is beside OpenSpiel's C++ MCTS, in one run on one core, taking turns.

    python benchmarks/search.py --out benchmarks/results/search.json

OpenSpiel plays quoridor with one random playout at each leaf; ours plays its own games with the plan that its bots
use, from the first decision. Iterations (simulations) per CPU second, the median of several turns.
"""

import argparse
import json
import statistics
import time
from pathlib import Path

import pyspiel

import tripolis
from tripolis.bots.mcts import Tree

GAMES = [("quadropolis", 2), ("quadropolis", 4), ("metropolys", 2), ("metropolys", 4), ("ubuild", 2), ("ubuild", 4)]


def theirs(simulations: int) -> float:
    game = pyspiel.load_game("quoridor")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 7, False)
    start = time.process_time()
    bot.mcts_search(game.new_initial_state())
    return simulations / (time.process_time() - start)


def ours(name: str, players: int, iterations: int, seed: int) -> float:
    position = tripolis.game(name, players=players).new(seed).position
    while len(position.legal_numbers()) == 1:
        position.play(position.legal_numbers()[0])
    tree = Tree(position.seen_by(position.actor), seed, iterations)
    start = time.process_time()
    tree.think(iterations)
    return iterations / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args()
    for name, players in GAMES:
        ours(name, players, 10, 1)  # compile
    rates: dict[str, list[float]] = {}
    for turn in range(asked.turns):
        rates.setdefault("OpenSpiel C++ MCTS, quoridor", []).append(theirs(2000))
        for name, players in GAMES:
            rates.setdefault(f"Tripolis, {name}, {players} players", []).append(ours(name, players, 4000, turn))
    middle = {name: round(statistics.median(found)) for name, found in rates.items()}
    peer = middle["OpenSpiel C++ MCTS, quoridor"]
    rows = [{"search": name, "per_s": rate, "times": round(rate / peer, 1)} for name, rate in middle.items()]
    for row in rows:
        print(f"{row['search']:45} {row['per_s']:>10,}/s {row['times']:>8}")
    if asked.out:
        found = {"command": "python benchmarks/search.py", "versions": {"open_spiel": "2.0.2"}, "rows": rows}
        asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
