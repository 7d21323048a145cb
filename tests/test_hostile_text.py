"""Texts of strangers are read in time that grows with their length, and no faster.

No assertion measures time: a reader runs in a process that the system ends after a minute of CPU time. What is
linear takes about a second for these texts; what is quadratic would take hours, what is exponential for ever.
"""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

CPU_SECONDS = 60

READ_TRI = """
from tripolis.engine.errors import BadMatch
from tripolis.engine.tri import read_tri

start, piece, end = {text!r}
text = start + piece * 1_000_000 + end
try:
    read_tri(text)
except BadMatch:
    pass
"""
MEGABYTES = {
    "a box of many lines": ("%box tiles.csv\n", "> 1,2,3\n", ""),
    "a long line of moves": ("", "a1 ", ""),
    "many lines of moves": ("", "a1\n", ""),
    "many comments before one move": ("", "{x}", ""),
    "many comments that never close": ("", "a{\n", ""),
    "a long header": ('[Name "', "\\\\", ""),
    "a header with much behind it": ('[Name ""]', " ", "x"),
}
"""Start, a piece that is repeated a million times, and end."""

READ_STATES = """
import tripolis
from tripolis.engine.errors import TripolisError

for name in tripolis.game_names():
    game = tripolis.game(name)
    position = game.new(1).position
    readers = [position.number_of]
    for part in (game.helper.editor, game.helper.builder):
        if part is not None:
            readers += [part.from_state, part().play]
    for text in TEXTS:
        for reader in readers:
            try:
                reader(text)
            except TripolisError:
                pass
"""
PIECES = (
    "1c1", "11c11", "1c11", "S", "Sc1-", "T4", "T", "-", ".", "1_", "_0", "b1-1", "p1-1r1i1hm", "x1y1z", "x-1y-1z", "01", "GO",
    "GO_", "a", "1", "1,", "block:", ":", "deal:1", "m", "1.5m", " ", "\\\\",
)  # fmt: skip
STARTS = (
    "",
    "1",
    "family.",
    "expert.",
    "classic.",
    "classic:",
    "classic.0_0.",
    "1c4=",
    "1g=",
    "random:pro:",
    "block:p3:",
    "bid:",
)
ENDS = ("", "!", "_000__.00", "_0_0", ":!", ".00")


def ends_within_a_minute_of_cpu_time(source):
    limit = f"import resource\nresource.setrlimit(resource.RLIMIT_CPU, ({CPU_SECONDS}, {CPU_SECONDS}))\n"
    command = [sys.executable, "-c", limit + source]
    env = {**os.environ, "TRIPOLIS_PLAIN": "1"}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr or f"ended by signal {-ran.returncode}"


@pytest.mark.skipif(os.name != "posix", reason="limits of CPU time")
@pytest.mark.parametrize("text", MEGABYTES)
def test_a_match_file_is_read_in_one_pass(text):
    ends_within_a_minute_of_cpu_time(READ_TRI.format(text=MEGABYTES[text]))


@pytest.mark.skipif(os.name != "posix", reason="limits of CPU time")
def test_no_text_makes_a_regular_expression_try_everything():
    """Pieces of notation and of editors' states, repeated up to the longest text that a request may hold, with every
    start and end."""
    texts = f"TEXTS = [s + (p * 4000)[: 3900] + e for s in {STARTS!r} for p in {PIECES!r} for e in {ENDS!r}]\n"
    ends_within_a_minute_of_cpu_time(texts + READ_STATES)
