"""Records: layouts, twins, what does not fit, and the cache of compiled rules."""

import os
import shutil
import subprocess
import sys
import time
import types
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

import tripolis
from tripolis.engine import cache
from tripolis.engine.record import Layout, in_python, nobody, owner, public, rule, table

LAYOUT = Layout("thing", (public("small", "i1"), public("grid", "i2", (2, 3)), public("big", "i8", 2)))


def test_a_record_survives_its_bytes():
    records = LAYOUT.make(2)
    records[1].grid[1][2] = -7
    records[0].small = 5
    again = LAYOUT.from_bytes(LAYOUT.to_bytes(records))
    assert LAYOUT.to_bytes(again) == LAYOUT.to_bytes(records)
    assert int(again[1].grid[1][2]) == -7


def test_a_copy_is_independent():
    records = LAYOUT.make()
    copy = LAYOUT.copy(records)
    copy[0].grid[0][0] = 1
    assert int(records[0].grid[0][0]) == 0


def test_wide_fields_come_first_so_that_there_are_no_holes():
    assert LAYOUT.size == 32  # 16 + 12 + 1, rounded up to the alignment
    assert LAYOUT.dtype.isalignedstruct


@pytest.mark.parametrize("name", ["copy", "item", "size", "round", "min"])
def test_names_that_numpy_uses_are_refused(name):
    with pytest.raises(ValueError, match="which NumPy's records use"):
        Layout("thing", (public(name, "i1"),))


def test_a_field_named_twice_is_refused():
    with pytest.raises(ValueError, match="names a field twice"):
        Layout("thing", (public("a", "i1"), nobody("a", "i1")))


def test_sight_is_kept_with_the_field():
    layout = Layout("thing", (owner("hand", "i1", (4, 2), blank=-1), public("seen", "i1")))
    assert layout.by_name["hand"].sight == "owner"
    assert layout.by_name["hand"].blank == -1


PLAIN_TWIN = """
import os
from tripolis.engine.record import Layout, public
layout = Layout("thing", (public("small", "i1"), public("row", "i1", 3)))
twin = layout.make()
twin[0].row[1] = {value}
print(layout.to_bytes(twin).hex())
"""


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_a_twin_has_the_same_bytes_as_a_record():
    layout = Layout("thing", (public("small", "i1"), public("row", "i1", 3)))
    records = np.zeros(1, layout.dtype)
    records["row"][0][1] = -5
    assert run(PLAIN_TWIN.format(value=-5), TRIPOLIS_PLAIN="1").stdout.strip() == records.tobytes().hex()


def test_a_twin_refuses_numbers_that_do_not_fit():
    ran = run(PLAIN_TWIN.format(value=200), TRIPOLIS_PLAIN="1")
    assert "thing.row" in ran.stderr
    assert "OverflowError" in ran.stderr


@rule
def half(n):
    return n.real // 2


@rule
def real(n):
    return half(n) + half(half(n))


def test_a_rule_in_python_calls_only_python():
    """Even where an attribute has the name of a rule."""
    assert in_python(real)(12) == 9
    assert not getattr(real, "signatures", ()) and not getattr(half, "signatures", ()), "nothing was compiled"


def test_plain_runs_need_no_numba():
    code = "import tripolis, sys; tripolis.game('quadropolis').new(1).legal(); print('numba' in sys.modules)"
    assert run(code, TRIPOLIS_PLAIN="1").stdout.strip() == "False"


def test_help_imports_no_numba():
    code = "import sys\nfrom typer.testing import CliRunner\nfrom tripolis.cli import app\n"
    code += "print(CliRunner().invoke(app, ['--help']).exit_code, 'numba' in sys.modules)"
    assert run(code).stdout.strip() == "0 False"


WARM = """
import numba
before = numba.config.CACHE_LOCATOR_CLASSES
import tripolis
from tripolis.engine import drivers
from tripolis.bench import random_play, small_steps, final_positions
from tripolis.engine.perft import count
for name in tripolis.game_names():
    game = tripolis.game(name)
    game.prepare()
    random_play(game, 0.01), small_steps(game, 0.01), final_positions(game, 1)
    count(game.new(1).position, 2)
    for key, rule in game._bound.items():
        hits, misses = (sum(found.values()) for found in (rule.stats.cache_hits, rule.stats.cache_misses))
        print(key, hits, misses)
assert numba.config.CACHE_LOCATOR_CLASSES == before, "the user's own setting was changed"
"""


@pytest.mark.slow
def test_the_second_start_compiles_nothing():
    """Every driver of every game comes from the cache (a driver that got its rules through a closure would not)."""
    run(WARM)
    for _ in range(3):  # tests that run beside this one may write to the cache at the same moment
        ran = run(WARM)
        assert ran.returncode == 0, ran.stderr
        lines = [line.split() for line in ran.stdout.splitlines()]
        assert len(lines) >= 15
        asked = [line for line in lines if line[1:] != ["0", "0"]]  # observe is only called by other drivers
        assert len(asked) >= 14
        missed = [line for line in asked if line[2] != "0"]
        if not missed:
            break
    assert missed == []


COPIED = """
import tripolis
game = tripolis.game("quadropolis")
game.prepare()
print(tripolis.__file__, sum(sum(rule.stats.cache_misses.values()) for rule in game._bound.values()))
"""


@pytest.mark.slow
def test_a_copy_elsewhere_compiles_nothing(tmp_path):
    """Neither the path nor the time of a source file counts, only what it says."""
    tripolis.game("quadropolis").prepare()
    shutil.copytree(Path(tripolis.__file__).parent, tmp_path / "tripolis", copy_function=shutil.copy)
    file, misses = run(COPIED, PYTHONPATH=str(tmp_path)).stdout.split()
    assert file.startswith(str(tmp_path)) and misses == "0"


CHAIN = """
TABLE = table([1, 2, {three}])
@rule
def callee(x):
    {doc}
    return x + {one}
def driver(x):
    return callee(x) + TABLE[0]
"""


def test_the_cache_folder_is_named_after_all_that_is_compiled(tmp_path, monkeypatch):
    """A changed callee, table or module makes another folder; a comment, a docstring or a place in the file does
    not."""
    monkeypatch.setenv("TRIPOLIS_CACHE", str(tmp_path / "cache"))

    def folder(one=1, three=3, doc="'One.'", before="", module="somewhere"):
        scope = {"rule": rule, "table": table, "__name__": module}
        exec(before + CHAIN.format(one=one, three=three, doc=doc), scope)
        return cache.folder_for(scope["driver"])

    assert folder() == folder(before="# moved\n\n") == folder(doc="'What it does.'")
    assert len({folder(), folder(one=2), folder(three=4), folder(module="elsewhere")}) == 4
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def driver_reading(pair=4, scale=2.0, deep=1, weights=(1, 2), default=3, name="f", kind=5, near=7):
    """A driver that reads numbers in every way that Python has."""
    consts = types.ModuleType("consts")
    exec("class Kind(IntEnum):\n    ONE = " + str(kind), {"IntEnum": IntEnum, "__name__": "consts"}, vars(consts))
    consts.PAIR, consts.ROW, consts.inner = pair, np.array([near, 2]), types.ModuleType("consts.inner")
    consts.inner.DEEP = deep
    other = {"SCALE": scale, "__name__": "other", "rule": rule}
    exec("@rule\ndef far(x):\n    return x * SCALE\n@rule\ndef afar(x):\n    return x", other)
    consts.far = other["far"] if name == "f" else other["afar"]

    @rule
    def weighed(x, k=default):
        def inside(y):
            return y + consts.inner.DEEP + weights[0]

        return inside(x) + k + consts.far(x)

    def driver(x):
        return weighed(x) + consts.PAIR + consts.ROW[0] + consts.Kind.ONE + (x in {"a", "b", "c"})

    return driver


CHANGES = {
    "an attribute of another module": {"pair": 10},
    "a table of another module": {"near": 8},
    "a module within a module, read by a function within a function": {"deep": 2},
    "a global of a callee in another module": {"scale": 3.0},
    "weights in a closure": {"weights": (1, 3)},
    "a default": {"default": 4},
    "which function another module names": {"name": "g"},
    "an enumeration of another module": {"kind": 6},
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_a_rule_reads_counts_in_its_digest(change):
    before = cache.digest_of(driver_reading())
    assert before == cache.digest_of(driver_reading())
    assert before != cache.digest_of(driver_reading(**CHANGES[change]))


STALE = """
import sys
sys.path.insert(0, sys.argv[1])
import consts
from tripolis.engine.record import bind, rule

def made(weights):
    @rule
    def weigh(i):
        return weights[i] + consts.PAIR
    return weigh

def driver(i):
    return weigh(i)

print(bind(driver, "stale", {"weigh": made((consts.WEIGHT, 2))})(0))
"""


@pytest.mark.slow
def test_compiled_code_is_never_older_than_what_it_reads(tmp_path):
    """Constants of another module and weights in a closure are edited between two runs with one cache."""
    results = []
    (tmp_path / "main.py").write_text(STALE)  # Numba keeps only what stands in a file
    for pair, weight in ((4, 1), (10, 1), (10, 5), (4, 1)):
        (tmp_path / "consts.py").write_text(f"PAIR = {pair}\nWEIGHT = {weight}\n")
        environment = {**os.environ, "TRIPOLIS_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        ran = subprocess.run(
            [sys.executable, str(tmp_path / "main.py"), str(tmp_path)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(int(ran.stdout))
    assert results == [5, 11, 15, 5]


@pytest.mark.parametrize(
    ("value", "kind"),
    [([1, 2], "list"), ({1: 2}, "dict"), (types.ModuleType("consts"), "module"), (object(), "object")],
)
def test_what_cannot_count_is_refused_in_a_sentence(value, kind):
    scope = {"VALUE": value, "__name__": "somewhere"}
    exec("def driver(x):\n    chosen = VALUE\n    return x", scope)
    with pytest.raises(TypeError, match=f"driver reads VALUE, which is a {kind}: nobody could tell when it changes"):
        cache.digest_of(scope["driver"])


def test_old_folders_are_pruned_and_used_ones_kept(tmp_path):
    for name, days in (("old", 40), ("young", 2)):
        (tmp_path / name).mkdir()
        then = time.time() - days * 86_400
        os.utime(tmp_path / name, (then, then))
    cache.prune(tmp_path)
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["young"]
