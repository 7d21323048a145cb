"""What observations look like, for Gymnasium and PettingZoo alike."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


def features_space(bounds: NDArray[np.int8]) -> spaces.Box:
    """Features, each from 0 to its bound."""
    return spaces.Box(np.zeros_like(bounds), bounds, dtype=np.int8)


def observation_space(bounds: NDArray[np.int8], n_actions: int) -> spaces.Dict:
    """Features, each from 0 to its bound, and a mask with a 1 for every action that may be taken."""
    return spaces.Dict(
        {
            "observation": features_space(bounds),
            "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
        }
    )
