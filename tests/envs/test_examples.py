"""The examples run, and do what they say."""

import importlib.util
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_random_loop_is_short_and_ends_with_places():
    assert len((EXAMPLES / "random_loop.py").read_text(encoding="utf-8").splitlines()) <= 22
    rewards = example("random_loop").play(3)
    assert set(rewards) == {"seat_0", "seat_1", "seat_2"} and sum(rewards.values()) == pytest.approx(0)


def test_the_learner_learns(tmp_path, monkeypatch):
    """In a process of its own, with one thread for its products: on a busy machine more threads wait for each other."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    curve = tmp_path / "curve.svg"
    command = [sys.executable, str(EXAMPLES / "learner.py"), "8", str(curve)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    shares = [float(share) for share in said.split()]
    assert len(shares) == 8
    assert np.mean(shares[-4:]) > shares[0] + 0.05 and np.mean(shares[-4:]) > 0.55
    assert ET.parse(curve).getroot().tag.endswith("svg")


def test_the_custom_bot_beats_the_random_one():
    assert [example("custom_bot").play(seed) for seed in range(3)] == [[1, 2]] * 3


def test_mcts_of_openspiel_plays_against_ours():
    assert sorted(example("openspiel_mcts").play(2, "greedy", 1)) == [-1, 1]
