"""Batches: equal to matches played move by move, to the simulated GPU, and compiled for a real one. Speed is
measured by `benchmarks/gpu.py`."""

import hashlib
import json
import os
import re
import subprocess
import sys
import warnings
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import tripolis
from tests.toy import TOY
from tripolis import cuda
from tripolis.bench import batch_speed
from tripolis.cuda.kernels import slim_work, to_ptx
from tripolis.cuda.sharing import Shared
from tripolis.cuda.sharing import _lent as lent
from tripolis.engine.cache import digest_of
from tripolis.engine.position import seed_row
from tripolis.engine.random import STREAM, begin_chance, below, philox, seed_text
from tripolis.engine.record import source_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
GAMES = ("quadropolis", "metropolys", "ubuild")
PLANS = [cuda.BatchPlan(advised, given) for advised in (False, True) for given in (False, True)]
FIELDS = ("points", "places", "decisions", "finals")


def digests(batch):
    """Everything that a batch found, as text."""
    return [getattr(batch, name).tobytes().hex() for name in FIELDS]


def by_hand(game, seed, i, advised=False, position=None, imagined=False):
    """Game i of a batch, as Python plays it: the last position and how many decisions it took."""
    r = STREAM.make()[0]
    r.seed[:] = seed_row(seed)
    philox(r.seed[0], r.seed[1], i, 0, r.seed[2], r.seed[3], r.chance)
    own = seed_text(tuple(int(word) for word in r.chance))
    if position is None:
        position = game.new(own).position
    elif imagined and not position.over:
        position = position.seen_by(position.actor).imagine(own)
    else:
        position = position.copy()
    r.ply = i
    begin_chance(r)
    r.chance_block = 1
    n = 0
    while not position.over:
        if advised:
            action = game.call("call_choose")(position.records, game.box, game.work)
        else:
            legal = position.legal_numbers()
            action = legal[below(r, r, len(legal))]
        position.play(int(action))
        n += 1
    return position, n


def middles(game, n):
    """Positions on the way, the last one at the end."""
    found = []
    for seed in range(n):
        match = game.new(seed)
        while not match.over and (len(match.moves) < 3 * seed or seed == n - 1):
            match.play(match.position.legal_numbers()[0])
        found.append(match.position)
    return found


def check_batch(game, plan, imagined=False, n=6):
    """A batch on the CPU beside the same games played move by move."""
    given = middles(game, 3) if plan.given else None
    options = {"positions": given, "advised": plan.advised, "imagined": imagined, "seed": 5}
    batch = cuda.playouts(game, n, device="cpu", finals=True, **options)
    assert len(batch.decisions) == (3 * n if given else n)
    for i in range(len(batch.decisions)):
        start = given[i // n] if given else None
        last, decisions = by_hand(game, 5, i, plan.advised, start, imagined)
        assert batch.decisions[i] == decisions
        assert batch.points[i].tolist() == [int(account) for account in last.scores()]
        assert batch.places[i].tolist() == last.ranks()
        assert batch.finals[i : i + 1].tobytes() == last.to_bytes()


@pytest.mark.parametrize("plan", PLANS if SOAK else PLANS[::3], ids=str)
def test_a_batch_plays_what_matches_play(plan):
    for imagined in (False, True) if plan.given else (False,):
        check_batch(TOY, plan, imagined)


@pytest.mark.skipif(not SOAK, reason="compiles twelve drivers")
@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_a_batch_of_every_game_plays_what_matches_play(name, plan):
    for imagined in (False, True) if plan.given else (False,):
        check_batch(tripolis.game(name), plan, imagined)


def test_results_depend_on_the_seed_alone():
    one = cuda.playouts(TOY, 50, device="cpu", cores=1, finals=True)
    assert digests(one) == digests(cuda.playouts(TOY, 50, device="cpu", cores=3, finals=True))
    assert digests(one) != digests(cuda.playouts(TOY, 50, device="cpu", seed=1, finals=True))
    longer = cuda.playouts(TOY, 80, device="cpu")
    assert (longer.points[:50] == one.points).all()
    assert longer.finals is None


@pytest.mark.parametrize("name", GAMES)
def test_slim_scratch_memory_changes_nothing(name, monkeypatch):
    """What a GPU's threads have is enough for the rules on the CPU too; the simulated GPU shows it for a toy."""
    game = tripolis.game(name)
    slim = slim_work(game)
    assert slim.by_name["events"].shape[0] == 1 and slim.size < game.work_layout.size
    assert slim.by_name["actions"].kind == ("i2" if game.n_actions <= 1 << 15 else "i4")
    if SOAK:  # compiles a driver twice
        usual = digests(cuda.playouts(game, 50, device="cpu", finals=True))
        monkeypatch.setattr(cuda, "on_cpu", partial(cuda.on_cpu, work=slim))
        assert digests(cuda.playouts(game, 50, device="cpu", finals=True)) == usual


def test_an_evaluation_is_the_mean_of_its_playouts():
    positions = middles(TOY, 3)
    options = {"positions": positions, "imagined": True, "seed": 3, "device": "cpu"}
    batch = cuda.playouts(TOY, 8, **options)
    worth = cuda.evaluate(TOY, np.concatenate([p.records for p in positions]), 8, seed=3, device="cpu")
    assert worth.points.shape == worth.places.shape == worth.wins.shape == (3, 3)
    for k in range(3):
        assert worth.points[k].tolist() == batch.points[8 * k : 8 * k + 8].mean(0).tolist()
    assert worth.points[2].tolist() == [int(account) for account in positions[2].scores()]
    assert worth.wins[2].tolist() == [float(place == 1) for place in positions[2].ranks()]


def test_an_observation_is_refused():
    with pytest.raises(tripolis.BadOptions, match="observation"):
        cuda.playouts(TOY, 1, positions=[TOY.new(1).position.seen_by(0)], device="cpu")


def test_a_batch_of_no_games_is_empty():
    assert cuda.playouts(TOY, 0, device="cpu").points.shape == (0, 3)


@pytest.mark.skipif(cuda.unavailable() is None, reason="there is a GPU")
def test_without_a_gpu_the_cpu_plays_and_that_is_said_once():
    cuda.choose_device.cache_clear()
    with pytest.warns(RuntimeWarning, match="the CPU plays instead"):
        assert cuda.playouts(TOY, 2).device == "cpu"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cuda.playouts(TOY, 2).device == "cpu"
    with pytest.raises(tripolis.BadOptions, match="NVIDIA"):
        cuda.playouts(TOY, 2, device="cuda")


def test_a_batch_is_measured_beside_one_core():
    row = batch_speed(TOY, advised=False, seconds=0.001)
    assert row["engine"] == f"batch on {'cpu' if cuda.unavailable() else 'cuda'}"
    assert row["decisions_per_s"] > 0 and row["core_decisions_per_s"] > 0 and row["ratio"] > 0


# -------------------------------------------------------------------------- GPU

FRESH = 6 if SOAK else 4
SIMULATED = """
import json
from tests.test_cuda import FRESH, TOY, cuda, digests, middles
for local in (True, False):
    tuning = cuda.Tuning(local=local, threads=FRESH - 2, block=2, burst=3)  # more games than threads, longer than bursts
    options = {"device": "cuda", "tuning": tuning, "finals": True, "seed": 5}
    print(json.dumps(digests(cuda.playouts(TOY, FRESH, **options))))
    print(json.dumps(digests(cuda.playouts(TOY, 2, positions=middles(TOY, 3), **options))))
"""


def test_the_simulated_gpu_plays_what_the_cpu_plays():
    """Numba's simulator runs the kernels' own source, thread by thread."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", SIMULATED], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    fresh = digests(cuda.playouts(TOY, FRESH, device="cpu", finals=True, seed=5))
    given = digests(cuda.playouts(TOY, 2, positions=middles(TOY, 3), device="cpu", finals=True, seed=5))
    assert [json.loads(line) for line in ran.stdout.splitlines()] == [fresh, given, fresh, given]


DRIVERS = ("playouts", "call_choose", "call_imagine", "call_score", "call_rank")
"""Drivers for the CPU that call the rules of a kernel."""


def kept_ptx(game, plan, tuning):
    """A kernel as PTX: compiled again only when something that it is made of has changed."""
    made_of = [digest_of(source_of(game.call(driver))) for driver in DRIVERS] + [plan, tuning, SOAK, sys.version]
    made_of += [layout.dtype for layout in (game.state, game.box_layout, game.work_layout)]
    made_of += [file.read_bytes() for file in sorted(Path(cuda.__file__).parent.glob("*.py"))]
    made_of += [version(name) for name in ("numba", "numba-cuda", "llvmlite")]
    file = ROOT / "build" / "ptx" / f"{hashlib.sha256(repr(made_of).encode()).hexdigest()}.ptx"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        text = to_ptx(game, plan, tuning, optimised=SOAK)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_text(text)
        new.rename(file)
    return file.read_text()


@pytest.mark.parametrize("plan", PLANS if SOAK else PLANS[:1], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_compiles_for_a_gpu(name, plan):
    """To PTX, for an H200: one kernel, nothing allocated, nothing left to be linked, tables within constant memory."""
    for local in (True, False) if SOAK else (True,):
        ptx = kept_ptx(tripolis.game(name), plan, cuda.Tuning(local=local))
        assert ".target sm_90" in ptx
        assert len(re.findall(r"^\.visible \.entry", ptx, re.MULTILINE)) == 1
        assert ".extern" not in ptx
        tables = re.findall(r"^\.const .*\[(\d+)\]", ptx, re.MULTILINE)
        assert sum(map(int, tables)) <= 64 * 1024


# ------------------------------------------------------------------------ matches

MATCHES = """
import hashlib, json
import numpy as np
from tests.test_cuda import CHOICES, TOY, batch_digest
from tripolis.cuda.matches import Matches, to_host
from tripolis.envs.on_gpu import CudaVectorEnv

for turned in (False, True):
    matches = Matches([TOY], 3, seed=1, turned=turned)
    for number in range(CHOICES):
        matches.step(np.full(3, number % 2, np.int32))
    print(json.dumps(batch_digest(matches.batch, to_host)))
print(json.dumps(to_host(matches.quick_choices(np.array([1, 0, 1], np.int8))).tolist()))

env = CudaVectorEnv(TOY, 3)
env.reset(seed=4)
for number in range(CHOICES):
    env.step(to_host(env.matches.batch.listed)[:, 0].copy())
print(json.dumps(batch_digest(env.matches.batch, to_host, ENV)))
try:
    env.step(np.array([to_host(env.matches.batch.listed)[0, 0], -1, 0], np.int32))
except Exception as error:
    print(json.dumps(error.__notes__[0]))
""".replace("ENV", '("features", "masks", "rewards", "shares", "ended", "final_features")')
CHOICES = 24


def batch_digest(batch, to_host, fields=("features", "actors", "n_listed", "begun")):
    """What the arrays of many matches say, as text; lists without what is left of longer ones."""
    return [np.ascontiguousarray(to_host(getattr(batch, field))).astype(np.float64).tobytes().hex() for field in fields]


def test_matches_on_the_simulated_gpu_are_those_of_the_cpu():
    pytest.importorskip("gymnasium")
    from tripolis.envs.gymnasium import VectorEnv
    from tripolis.train.matches import Matches

    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", MATCHES], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    row, turned, quick, env, refused = map(json.loads, ran.stdout.splitlines())
    matches = Matches([TOY], 3, seed=1, threads=1)
    for number in range(CHOICES):
        matches.choices[:] = matches.batch.listed[:, number % 2]
        matches.go()
    assert row == turned == batch_digest(matches.batch, np.asarray)
    own = matches.quick_choices(np.array([True, False, True]))
    assert quick[1] == own[1] == -1 and [matches.batch.listed[i][quick[i]] for i in (0, 2)] == own[[0, 2]].tolist()

    many = VectorEnv(TOY, 3)
    many.reset(seed=4)
    for _ in range(CHOICES):
        ends = many.step(many._batch.listed[:, 0].astype(np.int64))
    fields = ("features", "masks", "rewards", "shares", "ended", "final_features")
    assert env == batch_digest(many._batch, np.asarray, fields)
    assert refused == "It is the action of match 1; nothing was played." and ends[4]


def test_shared_arrays_are_views():
    array = np.asfortranarray(np.arange(12, dtype=np.int8).reshape(3, 4))
    view = np.from_dlpack(Shared(array, turned=True))
    array[2, 1] = 77
    assert view.shape == (4, 3) and view.flags.c_contiguous and view[1, 2] == 77
    assert len(lent) == 1
    del view
    assert not lent
