"""The bot of the guide for makers is worth copying."""

import re
from pathlib import Path

import pytest

import tripolis

PAGE = Path(__file__).parents[2] / "docs" / "makers.md"


@pytest.mark.slow
def test_the_bot_of_the_guide_beats_random_by_far():
    """It used to look at half a turn, where nothing has a value yet, and played as random does."""
    code = next(
        block for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if "class Worlds" in block
    )
    names = {}
    exec(code.partition("\n\n\ngame = ")[0], names)
    match = tripolis.play("quadropolis", [names["Worlds"](), "random"], seed=1)
    points = [account.total for account in match.scores()]
    assert points[0] > 3 * points[1]
