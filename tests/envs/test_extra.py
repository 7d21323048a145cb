"""Environments that are not installed say what to install."""

import subprocess
import sys

MISSING = """
import sys
sys.modules["gymnasium"] = sys.modules["pyspiel"] = None
import tripolis.envs.pettingzoo
"""


def test_a_missing_extra_is_named():
    ran = subprocess.run([sys.executable, "-c", MISSING], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].endswith("Environments are not installed: pip install 'tripolis[research]'")
