"""A bot of one's own: python examples/custom_bot.py [SEED]

An installed package makes it known to tables, leagues and the command line with two lines of its `pyproject.toml`:

    [project.entry-points."tripolis.bots"]
    worlds = "mypackage:Worlds"
"""

import sys

import tripolis
from tripolis import Position


class Worlds:
    """Tries every action in some imagined worlds and takes the one after which its seat stands best."""

    name = "worlds"
    worlds = 2

    def choose(self, seen: Position, seed: int) -> int:
        """The number of a legal action; `seen` is all that the seat may know, `seed` all the chance there is."""

        def worth(action: int) -> int:
            return sum(self.after_turn(seen.imagine(seed + n), action) for n in range(self.worlds))

        return max(seen.legal_numbers(), key=worth)

    def after_turn(self, world: Position, action: int) -> int:
        """How well the seat stands at the end of its turn, finished greedily: half a turn has no value."""
        seat = world.actor
        world.play(action)
        while world.actor == seat:
            world.play(max(world.legal_numbers(), key=lambda number: value_after(world, number, seat)))
        return world.value(seat)


def value_after(world: Position, number: int, seat: int) -> int:
    """How well a seat stands after an action."""
    after = world.copy()
    after.play(number)
    return after.value(seat)


def play(seed: int) -> list[int]:
    """A match against the random bot; returns the places."""
    return tripolis.play("quadropolis", [Worlds(), "random"], seed).ranks()


if __name__ == "__main__":
    print(play(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
