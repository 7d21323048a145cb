"""A bot of one's own: python examples/custom_bot.py [SEED]

An installed package makes it known to tables, leagues and the command line with two lines of its `pyproject.toml`:

    [project.entry-points."tripolis.bots"]
    worlds = "mypackage:Worlds"
"""

import sys

import tripolis
from tripolis.bots import bot


class Worlds:
    """Tries every action in some imagined worlds and takes the one after which its seat stands best."""

    name = "worlds"
    worlds = 2

    def choose(self, seen: tripolis.Position, seed: int) -> int:
        """The number of a legal action; `seen` is all that the seat may know, `seed` all the chance there is."""
        game, seat = seen.game, seen.actor
        value = game.call("call_value")

        def worth(action: int) -> int:
            total = 0
            for n in range(self.worlds):
                world = seen.imagine(seed + n)
                world.play(action)
                total += int(value(world.records, game.box, game.work, seat))
            return total

        return max(seen.legal_numbers(), key=worth)


def play(seed: int) -> list[int]:
    """A match against the random bot; returns the places."""
    match = tripolis.game("quadropolis", players=2).new(seed)
    seats = [Worlds(), bot("random")]
    while not match.over:
        match.play(seats[match.actor].choose(match.seen_by(match.actor), seed=len(match.moves)))
    return match.ranks()


if __name__ == "__main__":
    print(play(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
