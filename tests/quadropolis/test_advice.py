"""What the greedy choice remembers of cities changes how fast it is, never what it chooses."""

import random

import pytest

import tripolis
from tripolis.games.quadropolis.rules.state import LOOKS, TILES


@pytest.mark.parametrize(("mode", "players"), [("classic", 4), ("classic", 2), ("expert", 3)])
def test_remembered_cities_change_no_choice(mode, players):
    """One memory serves a whole match, another is new for every decision, and a third meets more kinds of tiles than
    it can keep."""
    game = tripolis.game("quadropolis", mode=mode, players=players)
    choose, used, crowded = game.call("call_choose"), game.work_layout.make(), game.work_layout.make()
    many = game.box.copy()
    many[0].look[:] = [i % 128 for i in range(TILES)]
    assert max(game.box[0].look) < LOOKS < max(many[0].look)
    rng, position = random.Random(1), game.new(2).position
    while not position.over:
        seen = position.seen_by(position.actor).records
        found = choose(seen, game.box, game.work_layout.make())
        assert choose(seen, game.box, used) == found
        assert choose(seen, many, crowded) == found
        position.play(int(found) if rng.random() < 0.7 else rng.choice(position.legal_numbers()))
    assert used[0].known.any()


def test_tiles_that_look_alike_are_alike():
    """19 kinds of tiles in Classic and 21 in Expert, by what counts on a city board."""
    for mode, kinds in (("classic", 19), ("expert", 21)):
        box = tripolis.game("quadropolis", mode=mode).box[0]
        tiles = range(100 if mode == "classic" else TILES)
        looks = {(box.kind[i], box.residents[i], box.energy[i], box.vp[i], box.mayor[i]) for i in tiles}
        assert len(looks) == kinds == len({(box.look[i],) for i in tiles})
        assert (
            len({(box.look[i], box.kind[i], box.residents[i], box.energy[i], box.vp[i], box.mayor[i]) for i in tiles})
            == kinds
        )
