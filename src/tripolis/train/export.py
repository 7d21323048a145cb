"""A trained net as whole numbers: int8 weights, one power of two for each neuron, biases that round."""

from __future__ import annotations

from typing import Any

import numpy as np

from tripolis.engine.game import Game
from tripolis.nets.net import LAYERS, Weights, single_name
from tripolis.nets.tokens import token_table

BITS = 8
"""A neuron of 1.0 is 2**BITS; so is a logit."""
FULL = 64
"""A feature at its bound counts about so much."""


def to_whole_numbers(game: Game, params: dict[str, Any], card: dict[str, Any]) -> Weights:
    """The net as rules play with it."""
    bounds = np.maximum(1, game.feature_bounds()).astype(np.int64)
    gain = np.maximum(1, FULL // bounds)
    first = np.asarray(params["first"], np.float64) / (bounds * gain)[:, None]
    arrays: dict[str, Any] = {"gain": gain.astype(np.int32), "table": token_table(game.rules.actions)[0]}
    arrays |= quantised("first", first, params["first_bias"], BITS, columns=True)
    for name in ("second", "third"):
        arrays |= quantised(name, params[name], params[f"{name}_bias"], 0, columns=True)
    arrays |= quantised("tokens", params["tokens"], params["token_bias"], 0, columns=False)
    arrays |= quantised("values", params["values"], params["value_bias"], 0, columns=False)
    return Weights(card | {"game": game.name, "features": game.features_version}, arrays)


def from_whole_numbers(game: Game, weights: Weights) -> dict[str, Any]:
    """A net in floating point from its whole numbers, to go on learning from."""
    bounds = np.maximum(1, game.feature_bounds()).astype(np.int64)
    params: dict[str, Any] = {}
    for name in LAYERS:
        single, raised = single_name(name), BITS if name == "first" else 0
        shift = weights.arrays[f"{single}_shift"].astype(int)
        half = np.where(shift > 0, 2.0 ** (shift - 1), 0)
        scale = 2.0 ** -(shift + raised)
        columns = name in ("first", "second", "third")
        params[name] = weights.arrays[name] * (scale if columns else scale[:, None])
        params[f"{single}_bias"] = (weights.arrays[f"{single}_bias"] - half) / 2.0 ** (shift + BITS)
    params["first"] = params["first"] * (bounds * weights.arrays["gain"])[:, None]
    return {name: np.asarray(value, np.float32) for name, value in params.items()}


def quantised(name: str, weights: Any, bias: Any, raised: int, columns: bool) -> dict[str, Any]:
    """Weights and biases of a layer whose neurons are columns or rows; an input of 1 is 2**(BITS - raised)."""
    weights, bias = np.asarray(weights, np.float64), np.asarray(bias, np.float64)
    highest = np.abs(weights).max(0 if columns else 1)
    scale = np.floor(np.log2(127 / np.maximum(highest, 1e-6))).astype(int)
    scale = np.clip(scale, raised, 14 + raised)
    shift = scale - raised
    whole = np.rint(weights * 2.0 ** (scale if columns else scale[:, None]))
    half = np.where(shift > 0, 2.0 ** (shift - 1), 0)
    added = np.rint(bias * 2.0 ** (shift + BITS)) + half
    single = single_name(name)
    return {
        name: np.clip(whole, -127, 127).astype(np.int8),
        f"{single}_bias": np.clip(added, -(2**30), 2**30).astype(np.int32),
        f"{single}_shift": shift.astype(np.int8),
    }
