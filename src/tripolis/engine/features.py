"""What the features of an observation are: sections of a text, the axes that its indexes run along, and a bound.

A feature is a whole number from 0 to its bound, which is at most 127: a row of them is dense and int8, and `sparse`
lists the few that are not 0. Divided by `bounds` they are fractions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .record import rule

Axis = int | range | Sequence[str]
"""So many numbers from 0, a range of numbers, or words."""
MOST = 127
"""The largest number that a feature can be."""


@dataclass(frozen=True)
class Section:
    """Features of one sort: a text with places for the indexes, the axes, and the largest number each can be."""

    text: str
    axes: tuple[Axis, ...] = ()
    most: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.most <= MOST:
            raise ValueError(f"the features {self.text!r} have the bound {self.most}; it is 1 to {MOST}")

    @property
    def count(self) -> int:
        """How many features there are."""
        return prod(len(numbers(axis)) for axis in self.axes)


Sections = Sequence[Section]


def count_features(sections: Sections) -> int:
    """How many features there are."""
    return sum(section.count for section in sections)


def starts(sections: Sections) -> list[int]:
    """The index of the first feature of each section, and how many features there are in all."""
    return [*accumulate((section.count for section in sections), initial=0)]


def name_features(sections: Sections) -> list[str]:
    """What each feature means, index by index; the last axis runs fastest."""
    return [part.text.format(*index) for part in sections for index in product(*map(numbers, part.axes))]


def bounds(sections: Sections) -> NDArray[np.int8]:
    """The largest number that each feature can be."""
    counts = [section.count for section in sections]
    return np.repeat(np.array([section.most for section in sections], np.int8), counts)


def version(sections: Sections, edition: int) -> str:
    """A short hash of a declaration: nets that were trained with another one do not fit."""
    declared = [(part.text, [[*numbers(axis)] for axis in part.axes], part.most) for part in sections]
    return hashlib.sha256(repr((edition, declared)).encode()).hexdigest()[:12]


def numbers(axis: Axis) -> Sequence[int | str]:
    """What an index along this axis can be."""
    return range(axis) if isinstance(axis, int) else axis


@rule
def sparse(out: Any, n: int, index: Any, amount: Any) -> int:
    """List the first n features that are not 0: their indexes and their numbers; returns how many they are."""
    listed = 0
    for i in range(n):
        if out[i] != 0:
            index[listed] = i
            amount[listed] = out[i]
            listed += 1
    return listed
