"""Train the net that a game ships, as it was done: needs a GPU and the extras train and cuda.

    PYTHONPATH=src python3 tools/train_nets.py quadropolis-expert --folder runs/expert --seconds 400

What differs from net to net stands here: its shape, how it learns, and the kinds of matches that it plays. The card of the net says the commit.
"""

import argparse
import importlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from tripolis.engine.game import Game, all_kinds
from tripolis.nets.net import Weights
from tripolis.train.learner import Settings
from tripolis.train.model import Shape
from tripolis.train.run import train

SMALL, LARGE = Shape(512, 256, 128), Shape(1024, 256, 128)


@dataclass
class Recipe:
    """How a net is trained."""

    game: str
    settings: Settings
    shape: Shape = SMALL
    modes: tuple[str, ...] = ()
    """The modes that it is for; all if there are none."""
    seats: tuple[int, ...] = (2, 3, 4)
    start: str = ""
    """The net of the game that it begins with."""
    judged: tuple[int, ...] = (2, 3, 4)
    """The numbers of seats with which nets are measured: long matches cost much of a run."""
    measurements: int = 4
    rows: int = 2048
    gpu_rows: int = 16384

    def kinds(self, game: Game) -> list[Game]:
        """The matches that are played."""
        return [
            kind
            for kind in all_kinds(game)
            if kind.players in self.seats and (not self.modes or kind.mode in self.modes)
        ]


FROM_NOTHING = Settings(
    decisions=32, minibatch=16384, passes=2, taught=0.0, entropy=0.015, last_entropy=0.001, trace=0.97
)
FURTHER = replace(FROM_NOTHING, rate=3e-4, entropy=0.006, last_entropy=0.0005, odd=0.03)
"""From a net that plays well, with fewer decisions between two updates, and odd ones."""
RECIPES = {
    "quadropolis-expert": Recipe(
        "quadropolis",
        replace(FURTHER, rivals=0.3, league=True),
        modes=("expert",),
        start="net-expert.zip",
        gpu_rows=4096,
    ),
    "quadropolis-classic": Recipe(
        "quadropolis",
        replace(FURTHER, rivals=0.3, league=True),
        modes=("classic",),
        start="net-classic.zip",
        gpu_rows=4096,
    ),
    "metropolys": Recipe(
        "metropolys", replace(FURTHER, rivals=0.2), LARGE, start="net.zip", measurements=2, gpu_rows=2048
    ),
    "ubuild": Recipe(
        "ubuild",
        replace(FURTHER, rivals=0.4, entropy=0.004, trace=0.98, odd=0.02),
        LARGE,
        seats=(2, 3, 4, 6),
        start="net.zip",
        judged=(2, 4),
        measurements=1,
        rows=512,
        gpu_rows=1024,
    ),
}


def main() -> None:
    """Train one net."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("net", choices=RECIPES)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="the file of a net to go on from")
    parser.add_argument("--rate", type=float, help="how fast it learns at first")
    parser.add_argument("--entropy", type=float, help="how much variety counts at first")
    asked = parser.parse_args()
    recipe = RECIPES[asked.net]
    home = importlib.import_module(f"tripolis.games.{recipe.game}")
    game: Game = home.GAME
    file = asked.start or (Path(home.__file__).parent / "advice" / recipe.start if recipe.start else None)
    given = {name: value for name in ("rate", "entropy") if (value := vars(asked)[name]) is not None}
    kinds = recipe.kinds(game)

    def show(line: dict[str, object]) -> None:
        if "updates" not in line or "pairs_against_greedy" in line or int(str(line["updates"])) % 20 == 1:
            print(json.dumps(line), flush=True)

    train(
        game,
        asked.folder,
        asked.seconds,
        rows=recipe.rows,
        gpu_rows=recipe.gpu_rows,
        measurements=recipe.measurements,
        seed=asked.seed,
        shape=recipe.shape,
        settings=replace(recipe.settings, **given),
        kinds=kinds,
        judged=[kind for kind in kinds if kind.players in recipe.judged],
        start=Weights.load(file) if file else None,
        log=show,
    )


if __name__ == "__main__":
    main()
