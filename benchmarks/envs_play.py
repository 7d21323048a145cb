"""Random play in one environment in this process: a row for every line of standard input, as `peers_play.py` does.

    python benchmarks/envs_play.py NAME [CORE]

Runs under the Python of the environment: it imports nothing but the standard library, NumPy and that environment.
All are asked for the same: every decision sees an observation and a mask, and takes any legal action.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from peers_play import SEED, pin

Row = dict[str, Any]
Run = Callable[[float], int]
"""`run(until)` plays until so many CPU seconds of the process have passed, and returns the decisions."""

MANY = 1024


def aec(env: Any) -> Run:
    """The loop of PettingZoo's documentation over a raw environment."""
    import numpy as np

    chance = random.Random(SEED).random

    def run(until: float) -> int:
        n = 0
        while time.process_time() < until:
            env.reset(seed=int(chance() * 2**31))
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(chance() * len(legal))]))
                n += 1
        return n

    return run


def tripolis_aec(name: str, **settings: Any) -> Run:
    from tripolis.envs.pettingzoo import raw_env

    return aec(raw_env(name, **settings))


def connect_four() -> Run:
    from pettingzoo.classic.connect_four.connect_four import raw_env

    return aec(raw_env())


def tripolis_vector(name: str, **settings: Any) -> Run:
    """Our vector environment; the choice is compiled too, as it is for pgx."""
    import numba
    import numpy as np

    from tripolis.envs.gymnasium import VectorEnv

    many = VectorEnv(name, MANY, threads=1, **settings)

    @numba.njit
    def choose(listed: Any, counts: Any, actions: Any) -> None:
        for i in range(len(actions)):
            actions[i] = listed[i, np.random.randint(counts[i])]

    _, info = many.reset(seed=SEED)
    legal, actions = (info["listed"], info["n_listed"]), np.zeros(MANY, np.int64)
    for _ in range(3):
        choose(*legal, actions)
        many.step(actions)

    def run(until: float) -> int:
        n = 0
        while time.process_time() < until:
            choose(*legal, actions)
            many.step(actions)
            n += MANY
        return n

    return run


def pgx(name: str) -> Run:
    """pgx on one core: step, observation, mask and choice in one compiled call; matches that end begin anew in the
    same step."""
    import jax
    import pgx as found
    from pgx.experimental import auto_reset

    env = found.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def go(state: Any, key: Any) -> tuple[Any, Any]:
        key, mine, theirs = jax.random.split(key, 3)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(mine, scores, axis=-1)
        return step(state, actions, jax.random.split(theirs, MANY)), key

    compiled = jax.jit(go)
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, MANY))
    state, key = compiled(state, key)
    state.observation.block_until_ready()

    def run(until: float) -> int:
        nonlocal state, key
        n = 0
        while time.process_time() < until:
            state, key = compiled(state, key)
            state.observation.block_until_ready()
            n += MANY
        return n

    return run


def spiel(text: str) -> Run:
    """A game of OpenSpiel from Python: legal actions and a decision, without tensors; chance is not counted."""
    import pyspiel

    if text.startswith("tripolis"):
        import tripolis.envs.openspiel  # noqa: F401 (registers ours)
    else:
        from open_spiel.python import games  # noqa: F401 (registers those in Python)
    game, chance = pyspiel.load_game(text), random.Random(SEED).random

    def run(until: float) -> int:
        n = 0
        while time.process_time() < until:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                n += 1
        return n

    return run


def seat(name: str, **settings: Any) -> Run:
    """One learner among random bots, one match at a time: all decisions are counted."""
    import numpy as np

    from tripolis.envs.gymnasium import SeatEnv

    env, chance = SeatEnv(name, **settings), random.Random(SEED).random

    def run(until: float) -> int:
        n = 0
        while time.process_time() < until:
            seen, over = env.reset(seed=int(chance() * 2**31))[0], False
            while not over:
                legal = np.flatnonzero(seen["action_mask"])
                seen, _, over, _, _ = env.step(int(legal[int(chance() * len(legal))]))
            n += len(env.episode.actions)
        return n

    return run


CLASSIC = {"players": 4}
OURS: dict[str, tuple[Row, Callable[[], Run]]] = {
    "aec:quadropolis": ({"kind": "PettingZoo AEC, raw"}, lambda: tripolis_aec("quadropolis", **CLASSIC)),
    "aec:metropolys": ({"kind": "PettingZoo AEC, raw"}, lambda: tripolis_aec("metropolys", **CLASSIC)),
    "aec:ubuild": ({"kind": "PettingZoo AEC, raw"}, lambda: tripolis_aec("ubuild", **CLASSIC)),
    "vector:quadropolis": ({"kind": f"vector, {MANY} matches"}, lambda: tripolis_vector("quadropolis", **CLASSIC)),
    "vector:metropolys": ({"kind": f"vector, {MANY} matches"}, lambda: tripolis_vector("metropolys", **CLASSIC)),
    "vector:ubuild": ({"kind": f"vector, {MANY} matches"}, lambda: tripolis_vector("ubuild", **CLASSIC)),
    "seat:quadropolis": ({"kind": "Gymnasium, one match"}, lambda: seat("quadropolis", **CLASSIC)),
    "openspiel:quadropolis": ({"kind": "OpenSpiel, Python"}, lambda: spiel("tripolis_quadropolis(players=4)")),
    "openspiel:metropolys": ({"kind": "OpenSpiel, Python"}, lambda: spiel("tripolis_metropolys(players=4)")),
    "openspiel:ubuild": ({"kind": "OpenSpiel, Python"}, lambda: spiel("tripolis_ubuild(players=4)")),
    "openspiel:python_tic_tac_toe": ({"kind": "OpenSpiel, Python"}, lambda: spiel("python_tic_tac_toe")),
}
"""What runs under our own Python (OpenSpiel's own game too: it is installed there)."""
PEERS: dict[str, tuple[Row, Callable[[], Run]]] = {
    "peer:connect_four": ({"kind": "PettingZoo AEC, raw"}, connect_four),
    "peer:pgx:connect_four": ({"kind": f"vector, {MANY} matches"}, lambda: pgx("connect_four")),
    "peer:pgx:go_9x9": ({"kind": f"vector, {MANY} matches"}, lambda: pgx("go_9x9")),
    "peer:pgx:backgammon": ({"kind": f"vector, {MANY} matches"}, lambda: pgx("backgammon")),
}
"""What runs under the peers' Python."""


def main() -> None:
    name = sys.argv[1]
    if len(sys.argv) > 2:
        pin(int(sys.argv[2]))
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    about, prepare = {**OURS, **PEERS}[name]
    run = prepare()
    run(time.process_time() + 0.05)
    print("ready", flush=True)
    for line in sys.stdin:
        start = time.process_time()
        n = run(start + float(line))
        spent = time.process_time() - start
        print(json.dumps({"env": name, **about, "decisions_per_s": round(n / spent)}), flush=True)


if __name__ == "__main__":
    main()
