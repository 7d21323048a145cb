"""How matches end after one action and after another: everybody's account by categories, in the same worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from tripolis.engine.position import Position
from tripolis.engine.random import STREAM, seed_words
from tripolis.engine.record import PLAIN, copy_twin
from tripolis.nets.net import has_net, net_of

from . import ends
from .instinct import scratch_of
from .mcts import plan_of


def forecast(seen: Position, actions: tuple[int, ...], worlds: int, seed: int = 0) -> Any:
    """Points in the end, by world, action, seat and category: whole matches played from what the deciding seat sees, by
    the game's net where it has one, else by its quick choice."""
    game = seen.game
    records, stream = game.state.make(3), STREAM.make()
    if PLAIN:
        copy_twin(records[0], seen.records[0])
    else:
        records[:1] = seen.records
    for i, word in enumerate(seed_words(seed)):
        stream[0].seed[i] = word
    points = np.zeros((worlds, len(actions), game.players, len(game.categories)), np.int32)
    given = records, game.box, game.work, stream, seen.actor, np.array(actions, np.int64), points
    if has_net(game):
        weights = net_of(game)
        game.bind(ends.ends_by_net)(*given, weights.net, scratch_of(game, weights))
    else:
        game.bind(ends.ends_by_choice)(*given, plan_of(game).random)
    return points
