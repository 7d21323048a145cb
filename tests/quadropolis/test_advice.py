"""What the greedy choice remembers of cities changes how fast it is, never what it chooses."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import tripolis
from tripolis.bots import quick_choice
from tripolis.games.quadropolis.box.reader import standard_box
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


def test_quick_choices_do_not_depend_on_matches_with_another_box():
    """What a choice remembers of cities belongs to one box and its options. A thread of its own has seen no other."""

    def play(*games):
        positions, chosen = [game.new(0).position for game in games], []
        while not positions[0].over:
            for k, position in enumerate(positions):
                if not position.over:
                    number = quick_choice(position.seen_by(position.actor))
                    position.play(number)
                    chosen += [number] * (k == 0)
        return chosen

    files = dict(standard_box())
    tiles = [line.split(",") for line in files["tiles.csv"].splitlines()]
    for tile in tiles[1:]:
        tile[5] = {"1": "2", "2": "1"}.get(tile[5], tile[5])  # residents
    other = files | {"tiles.csv": "\n".join(map(",".join, tiles)) + "\n"}
    mine, theirs = [tripolis.game("quadropolis", mode="expert", players=4, box=box) for box in (None, other)]
    with ThreadPoolExecutor(1) as alone:
        undisturbed = alone.submit(play, mine).result()
    assert play(mine, theirs) == undisturbed
