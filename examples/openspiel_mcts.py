"""OpenSpiel's MCTS against one of our bots: python examples/openspiel_mcts.py [SIMULATIONS] [BOT] [MATCHES]"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tripolis.envs.openspiel  # registers the games
from tripolis.bots import bot


def play(simulations: int, name: str, seed: int) -> list[float]:
    """A match of Quadropolis for two; OpenSpiel's search has the seat `seed % 2`. Returns what the end is worth to
    each."""
    game = pyspiel.load_game("tripolis_quadropolis", {"players": 2})
    chance = np.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    theirs = mcts.MCTSBot(game, 1.4, simulations, rollouts, random_state=chance)
    ours = bot(name)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.randint(tripolis.envs.openspiel.OUTCOMES)))
        elif state.current_player() == seed % 2:
            state.apply_action(theirs.step(state))
        else:
            seen = state.position.seen_by(state.current_player())
            state.apply_action(ours.choose(seen, seed=int(chance.randint(2**31))))
    return list(state.returns())


if __name__ == "__main__":
    simulations, name, matches = (sys.argv[1:] + ["50", "greedy", "4"][len(sys.argv) - 1 :])[:3]
    total = 0.0
    for seed in range(int(matches)):
        worth = play(int(simulations), name, seed)
        total += worth[seed % 2]
        print(
            f"match {seed}: MCTS with {simulations} simulations {worth[seed % 2]:+.0f}, {name} {worth[1 - seed % 2]:+.0f}"
        )
    print(f"MCTS on average: {total / int(matches):+.2f}")
