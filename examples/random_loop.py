"""A match of random decisions in PettingZoo: python examples/random_loop.py [SEED]"""

import sys

from tripolis.envs.pettingzoo import env


def play(seed: int) -> dict[str, float]:
    """One match of Quadropolis for three; returns what its end is worth to each seat."""
    table = env("quadropolis", mode="expert", players=3)
    table.reset(seed=seed)
    rewards = {}
    for agent in table.agent_iter():
        seen, rewards[agent], over, _, _ = table.last()
        table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
    return rewards


if __name__ == "__main__":
    print(play(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
