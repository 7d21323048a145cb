"""What a page plays by itself, counts and sounds like, without a browser: Node runs the scripts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tripolis.server.web

STATIC = Path(tripolis.server.web.__file__).parent / "static"


def test_only_moves_counting_and_sounds():
    node = shutil.which("node")
    if node is None:
        if os.environ.get("TRIPOLIS_REQUIRE_ALL"):
            pytest.fail("Node is not installed")
        pytest.skip("Node is not installed: the scripts are not tested by themselves")
    tests = Path(__file__).with_name("motion.test.mjs")
    environment = os.environ | {"STATIC": str(STATIC)}
    run = subprocess.run([node, "--test", str(tests)], env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-8000:]
