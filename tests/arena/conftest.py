"""One house for all leagues of a test."""

import pytest

from tests.arena.house import House


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)
