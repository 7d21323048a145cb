"""What the features of an observation are called: sections of a text and the axes that its indexes run along."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

Axis = int | Sequence[str]
"""So many numbers from 0, or words."""
Sections = Sequence[tuple[str, tuple[Axis, ...]]]


def count_features(sections: Sections) -> int:
    """How many features there are."""
    return sum(prod(len(numbers(axis)) for axis in axes) for _, axes in sections)


def name_features(sections: Sections) -> list[str]:
    """What each feature means, index by index; the last axis runs fastest."""
    return [text.format(*index) for text, axes in sections for index in product(*map(numbers, axes))]


def numbers(axis: Axis) -> Sequence[int | str]:
    """What an index along this axis can be."""
    return range(axis) if isinstance(axis, int) else axis
