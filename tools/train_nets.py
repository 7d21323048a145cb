"""Train the net that a game ships, as it was done: needs a GPU and the extras train and cuda.

    PYTHONPATH=src python3 tools/train_nets.py quadropolis --folder runs/quadropolis --seconds 400

What differs from game to game stands here: the shape of the net, how it learns, and the kinds of matches in which it is
judged. The card of the net says the commit.
"""

import argparse
import importlib
import json
from dataclasses import dataclass
from pathlib import Path

from tripolis.engine.game import Game, all_kinds
from tripolis.train.learner import Settings
from tripolis.train.model import Shape
from tripolis.train.run import train

LARGE = Shape(1024, 256, 128)


@dataclass
class Recipe:
    """How the net of a game is trained."""

    settings: Settings
    shape: Shape = LARGE
    judged_seats: tuple[int, ...] = (2, 3, 4)
    measurements: int = 6
    rows: int = 2048
    gpu_rows: int = 8192


RECIPES = {
    "quadropolis": Recipe(
        Settings(minibatch=32768, passes=2, taught=0.22, quick=0.5, entropy=0.02, last_entropy=0.001, trace=0.97)
    ),
    "metropolys": Recipe(Settings(minibatch=32768, passes=2, taught=0.08, entropy=0.015, last_entropy=0.0005)),
    "ubuild": Recipe(
        Settings(
            minibatch=32768,
            passes=2,
            taught=0.3,
            quick=0.7,
            rivals=0.5,
            entropy=0.004,
            last_entropy=0.0005,
            trace=0.98,
        ),
        judged_seats=(2, 4),
        measurements=3,
        rows=512,
        gpu_rows=4096,
    ),
}


def main() -> None:
    """Train one net."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=RECIPES)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game: Game = importlib.import_module(f"tripolis.games.{args.game}").GAME
    recipe, kinds = RECIPES[args.game], all_kinds(game)

    def show(line: dict[str, object]) -> None:
        if "updates" not in line or "pairs_against_greedy" in line or int(str(line["updates"])) % 20 == 1:
            print(json.dumps(line), flush=True)

    train(
        game,
        args.folder,
        args.seconds,
        rows=recipe.rows,
        gpu_rows=recipe.gpu_rows,
        measurements=recipe.measurements,
        seed=args.seed,
        shape=recipe.shape,
        settings=recipe.settings,
        judged=[kind for kind in kinds if kind.players in recipe.judged_seats],
        log=show,
    )


if __name__ == "__main__":
    main()
