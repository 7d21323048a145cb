"""What observations look like, for Gymnasium and PettingZoo alike."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces


def observation_space(n_features: int, n_actions: int) -> spaces.Dict:
    """Features, and a mask with a 1 for every action that may be taken."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (n_features,), np.float32),
            "action_mask": spaces.Box(0, 1, (n_actions,), np.int8),
        }
    )
