"""Matches on a GPU as a learner plays them: equal to the CPU's bit for bit, and how fast. Needs an NVIDIA GPU.

    PYTHONPATH=src python3 benchmarks/gpu_matches.py --out gpu-matches.jsonl

Both play the same choices; features, lists, actors and results are compared after every decision. Then random choices
are timed with features and lists written for every decision, for arrays with a row for each match and `turned` ones.
"""

import argparse
import importlib
import json
import time

import numpy as np

from tripolis.cuda.kernels import numba_cuda
from tripolis.cuda.matches import Matches as GpuMatches
from tripolis.engine.game import all_kinds
from tripolis.train.matches import Matches

GAMES = ("metropolys", "quadropolis", "ubuild")
ROWS, DECISIONS = 64, 400
"""Matches of each kind, and decisions of each of them, that are compared."""
TIMED_ROWS, TIMED = 65536, 100


def compare(kinds, turned):
    """How many decisions were compared, and the first difference."""
    cpu, gpu = Matches(kinds, ROWS, seed=1), GpuMatches(kinds, ROWS, seed=1, turned=turned)
    chance = np.random.default_rng(1)
    for number in range(DECISIONS):
        one, other = cpu.batch, gpu.batch
        n = one.n_listed
        there = np.arange(one.listed.shape[1]) < n[:, None]
        both = {
            name: (getattr(one, name), getattr(other, name).copy_to_host())
            for name in other._fields
            if name in one._fields
        }
        ended = one.ended
        for name, (a, b) in both.items():
            if name == "keys":
                continue
            if name == "listed":
                a, b = np.where(there, a, 0), np.where(there, b, 0)
            if name in ("points", "places"):
                a, b = a[ended], b[ended]
            if not (a.astype(np.int64) == b.astype(np.int64)).all():
                return number * cpu.rows, name
        cpu.choices[:] = chance.integers(n)
        cpu.go()
        gpu.step(cpu.choices)
    return DECISIONS * cpu.rows, None


def speed(kinds, turned):
    """Decisions per second, with choices drawn beforehand."""
    gpu = GpuMatches(kinds, TIMED_ROWS // len(kinds), seed=2, turned=turned)
    cuda = numba_cuda()
    times = []
    for number in range(TIMED):
        n = gpu.batch.n_listed.copy_to_host()
        choices = cuda.to_device(np.random.default_rng(number).integers(n).astype(np.int32))
        begun = time.perf_counter()
        gpu.step(choices)
        times.append(time.perf_counter() - begun)
    return gpu.rows / float(np.median(times))


def main():
    """Compare and time all games."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out")
    parser.add_argument("--only", nargs="*", default=GAMES)
    args = parser.parse_args()
    bad = 0
    for name in args.only:
        game = importlib.import_module(f"tripolis.games.{name}").GAME
        kinds = all_kinds(game)
        for turned in (True, False):
            begun = time.perf_counter()
            compared, difference = compare(kinds, turned)
            row = {"game": name, "turned": turned, "compared": compared, "difference": difference}
            row |= {"check_s": round(time.perf_counter() - begun, 1), "decisions_per_s": round(speed(kinds, turned))}
            bad += difference is not None
            print(json.dumps(row), flush=True)
            if args.out:
                with open(args.out, "a") as file:
                    file.write(json.dumps(row) + "\n")
    raise SystemExit(bad > 0)


if __name__ == "__main__":
    main()
