"""Batches on a GPU: equal to the CPU's bit for bit, and how fast. Needs an NVIDIA GPU.

    PYTHONPATH=src python3 benchmarks/gpu.py --out gpu.jsonl            # everything, about five minutes
    PYTHONPATH=src python3 benchmarks/gpu.py --smoke --out gpu.jsonl    # one minute
    PYTHONPATH=src python3 benchmarks/gpu.py --advised --out advised.jsonl   # quick choices instead of random ones
    PYTHONPATH=src python3 benchmarks/gpu.py --tune --out tune.jsonl    # what is fast, and what bounds it: three
    minutes with 16 cores

Every kernel is compiled and checked in a process of its own, as many at once as there are cores; then one after
another is timed. A line of JSON for each finding; one kernel that fails hides no other. The exit code is 0 if all
that was checked was equal.
"""

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

GAMES = ("quadropolis", "metropolys", "ubuild")
LOCAL = {"local": True}
TUNINGS = [
    LOCAL,
    {"local": True, "registers": 64},
    {"local": True, "registers": 128},
    {"local": True, "tables": "constant"},
    {"local": False},
]
"""How a batch is laid out on the GPU: the usual way first (see `tripolis.cuda.Tuning` and `kernels.TABLES`)."""
CHECKED = 8192
"""Games of a check; a quarter in a smoke test, a quarter if they are advised."""
MEASURED, ADVISED = 1 << 19, 1 << 16
"""Games of a timed batch; advised ones take a hundred times as long."""
BLOCKS, THREADS = (64, 128), (1 << 15, 1 << 16, 1 << 17, 1 << 18)
ADVISED_THREADS = (1 << 14, 1 << 15, 1 << 16)


ENDLESS = 1 << 30
TUNED = [
    ("ubuild", {}),
    ("quadropolis", {}),
    *(("ubuild", {"registers": n}) for n in (64, 96, 128, 168)),
    ("ubuild", {"slim": False}),
    *(("ubuild", {"twice": name}) for name in ("legal_actions", "rank", "set_up")),
    *(("quadropolis", {"registers": n}) for n in (64, 96, 128, 168)),
    ("quadropolis", {"tables": "constant"}),
    ("quadropolis", {"slim": False}),
    *(("quadropolis", {"twice": name}) for name in ("legal_actions", "rank", "set_up")),
    ("metropolys", {}),
    ("ubuild", {"local": False}),
    ("quadropolis", {"local": False}),
    ("metropolys", {"registers": 64}),
    ("metropolys", {"registers": 128}),
    *((name, {"cpu": True}) for name in GAMES),
]
"""Kernels of random fresh games that `--tune` compares, the slowest to compile first."""
TUNED_GAMES = {"quadropolis": 1 << 19, "metropolys": 1 << 18, "ubuild": 1 << 18}
USUAL = {"block": 128, "threads": 1 << 16, "burst": 256}


def launches(job: dict) -> list[dict]:
    """How `--tune` launches a kernel: the usual way, then with one thing or two changed."""
    made, few = [USUAL], USUAL | {"threads": 1 << 15}
    if job.get("twice"):
        return made
    made += [few, USUAL | {"threads": 1 << 17}, few | {"burst": 64}]
    if set(job) == {"tune", "game"}:
        made += [USUAL | {"block": n} for n in (32, 64, 256)]
        made += [few | {"burst": n} for n in (32, 128, 512, ENDLESS)]
        made += [USUAL | {"threads": 1 << 18, "burst": ENDLESS}]
    return made


def jobs(smoke: bool, tunings: list[dict]) -> list[dict]:
    """What the processes do: a game, a plan, how it is laid out. What matters most comes first."""
    random, advised = {"advised": False, "given": False}, {"advised": True, "given": False}
    made = [random | tunings[0], advised | tunings[0]]
    if not smoke:
        made += [random | tuning for tuning in tunings[1:]]
        made += [plan | {"given": True} | tunings[0] for plan in (random, advised)]
        made += [advised | tuning for tuning in tunings[1:] if "tables" in tuning or not tuning["local"]]
    return [{"game": name} | job for job in made for name in GAMES]


# ------------------------------------------------------------------- a process


def say(**row) -> None:
    print(json.dumps(row), flush=True)


def given_positions(game, n):
    """Positions in the middle: those that Python reaches after a third of a random match each."""
    import random

    rng, found = random.Random(1), []
    for seed in range(n):
        match = game.new(seed)
        for _ in range(seed * 7 % 60):
            if not match.over:
                match.play(rng.choice(match.position.legal_numbers()))
        found.append(match.position)
    return found


def check(job, game, tuning, smoke) -> None:
    """The same batch on both sides, compared in every number."""
    import numpy as np

    from tripolis import cuda

    games = CHECKED // (4 if smoke else 1) // (4 if job["advised"] else 1)
    for imagined in (False, True) if job["given"] else (False,):
        positions, n = (given_positions(game, 64), games // 64) if job["given"] else (None, games)
        options = {"positions": positions, "advised": job["advised"], "imagined": imagined, "seed": 7, "finals": True}
        start = time.perf_counter()
        theirs = cuda.playouts(game, n, device="cuda", tuning=tuning, **options)
        took = time.perf_counter() - start
        ours = cuda.playouts(game, n, device="cpu", cores=1, **options)
        names = ("points", "places", "decisions", "finals")
        same = {name: getattr(ours, name).tobytes() == getattr(theirs, name).tobytes() for name in names}
        wrong = np.flatnonzero((ours.points != theirs.points).any(1) | (ours.decisions != theirs.decisions))
        say(
            check="equal" if all(same.values()) else "DIFFERENT", **job, **name_of(game), imagined=imagined, games=games,
            decisions=int(ours.decisions.sum()), lockstep=lockstep(ours.decisions), first_call_s=round(took, 1),
            **({} if all(same.values()) else {"same": same, "wrong_games": len(wrong), "first_wrong": wrong[:5].tolist()}),
        )  # fmt: skip


def lockstep(decisions) -> float:
    """The share of a warp's time in which its 32 games are not waiting for the longest of them."""
    warps = decisions[: len(decisions) // 32 * 32].reshape(-1, 32)
    return round(float(warps.mean() / warps.max(1).mean()), 3) if len(warps) else 1.0


def name_of(game) -> dict:
    from tripolis.bench import mode_of

    return {"mode": mode_of(game), "players": game.players}


def gpu_rate(cuda, game, games, tuning, options, seconds) -> float:
    """Decisions a second of whole calls, results fetched: the median of at least three, and of as many as fit into
    the seconds."""
    rates, until = [], time.perf_counter() + seconds
    while len(rates) < 3 or time.perf_counter() < until:
        start = time.perf_counter()
        batch = cuda.playouts(game, games, device="cuda", tuning=tuning, seed=100 + len(rates), **options)
        spent = time.perf_counter() - start
        rates.append(int(batch.decisions.sum()) / spent)
    return statistics.median(rates)


def cpu_rate(cuda, game, options, seconds) -> float:
    """Decisions a second of one core of the CPU."""
    games = 64
    while True:
        start = time.process_time()
        batch = cuda.playouts(game, games, device="cpu", cores=1, seed=100, **options)
        spent = time.process_time() - start
        if spent >= seconds:
            return int(batch.decisions.sum()) / spent
        games = max(2 * games, int(games * 1.2 * seconds / max(spent, seconds / 50)))


def measure(job, variants, tuning, smoke) -> None:
    """Several numbers of threads for the default mode with four seats; with the best, every mode."""
    from dataclasses import replace

    from tripolis import cuda

    default = variants[0]
    options = {"advised": job["advised"]}
    if job["given"]:
        options |= {"positions": given_positions(default, 1024), "imagined": True}
    found = {}
    measured = ADVISED if job["advised"] else MEASURED
    sizes = ADVISED_THREADS if job["advised"] else THREADS
    for block in BLOCKS[1:] if smoke else BLOCKS:
        for threads in sizes[1:3] if smoke else sizes:
            games = max(threads, measured)
            this = replace(tuning, block=block, threads=threads)
            n = games // 1024 if job["given"] else games
            try:
                rate = gpu_rate(cuda, default, n, this, options, 0.3)
            except Exception as error:
                say(speed="failed", **job, block=block, threads=threads, error=repr(error)[:300])
                continue
            found[rate] = this
            say(
                speed="cuda",
                **job,
                **name_of(default),
                block=block,
                threads=threads,
                games=games,
                decisions_per_s=round(rate),
            )
    if job["given"] or not found:
        return
    best = found[max(found)]
    usual = not smoke and "tables" not in job and tuning.local and not tuning.registers
    for game in variants if usual else variants[:1]:
        cpu = cpu_rate(cuda, game, options, 0.5)
        rate = gpu_rate(cuda, game, measured, best, options, 0.5)
        say(
            speed="ratio", **job, **name_of(game), block=best.block, threads=best.threads, decisions_per_s=round(rate),
            cpu_core_decisions_per_s=round(cpu), ratio=round(rate / cpu, 1),
        )  # fmt: skip


def tune(job) -> None:
    """One process of `--tune`: the digest of a batch, then speeds; that of the CPU says what the digest must be."""
    import hashlib
    from dataclasses import replace

    from tripolis import cuda
    from tripolis.cuda import kernels

    game = importlib.import_module(f"tripolis.games.{job['game']}").GAME.configure(players=4)
    options = {key: job[key] for key in ("local", "registers", "slim", "twice") if key in job}
    tuning = cuda.Tuning(**options)
    kernels.TABLES = job.get("tables", kernels.TABLES)
    where = (
        {"device": "cpu", "cores": 1}
        if job.get("cpu")
        else {"device": "cuda", "tuning": replace(tuning, threads=1024, burst=50)}
    )
    start = time.perf_counter()
    batch = cuda.playouts(game, CHECKED // 2, seed=7, finals=True, **where)
    took = round(time.perf_counter() - start, 1)
    found = b"".join(getattr(batch, name).tobytes() for name in ("points", "places", "decisions", "finals"))
    plan = {"advised": False, "given": False}
    kernel = {} if job.get("cpu") else {"kernel": resources(cuda, plan, game, tuning)}
    say(digest=hashlib.sha256(found).hexdigest(), **job, **name_of(game), games=CHECKED // 2, lockstep=lockstep(batch.decisions),
        first_call_s=took, **kernel)  # fmt: skip
    print("ready", flush=True)
    sys.stdin.readline()
    if job.get("cpu"):
        say(speed="core", **job, decisions_per_s=round(cpu_rate(cuda, game, {}, 1)))
        return
    for launch in launches(job):
        rates = []
        for seed in (1, 2, 3) if launch == USUAL else (1,):
            start = time.perf_counter()
            batch = cuda.playouts(
                game, TUNED_GAMES[job["game"]], device="cuda", tuning=replace(tuning, **launch), seed=seed
            )
            rates.append(int(batch.decisions.sum()) / (time.perf_counter() - start))
        say(speed="tune", **job, **launch, games=TUNED_GAMES[job["game"]], decisions_per_s=round(max(rates)))


def compare_digests(lines: list[str], tell) -> None:
    """Say of every kernel of `--tune` whether its batch equals the CPU's."""
    rows = [json.loads(line) for line in lines]
    true = {row["game"]: row["digest"] for row in rows if row.get("cpu")}
    for row in rows:
        if not row.get("cpu"):
            which = {key: row[key] for key in ("game", "local", "registers", "slim", "twice", "tables") if key in row}
            equal = row["digest"] == true.get(row["game"])
            tell(json.dumps({"check": "equal" if equal else "DIFFERENT", **which, "games": row["games"]}) + "\n")


def work(job, smoke) -> None:
    """One process: compile, check, wait for a line, measure."""
    import tripolis.cuda as cuda
    from tripolis.bench import variants
    from tripolis.cuda import kernels

    whole = importlib.import_module(f"tripolis.games.{job['game']}").GAME
    tuning = cuda.Tuning(local=job["local"], registers=job.get("registers"))
    seats = {4} if smoke else {2, 4}
    # the default mode with four seats first
    chosen = sorted(
        (game for game in variants(whole) if game.players in seats),
        key=lambda game: (name_of(game)["mode"] != name_of(whole)["mode"], -game.players),
    )
    if smoke:
        chosen = chosen[:1]
    kernels.TABLES = job.get("tables", kernels.TABLES)
    for game in chosen:
        try:
            check(job, game, tuning, smoke)
        except Exception as error:
            say(check="FAILED", **job, **name_of(game), error=repr(error)[:500], trace=traceback.format_exc()[-1500:])
            return
        if game is chosen[0]:
            say(kernel=resources(cuda, job, whole, tuning), **job)
    print("ready", flush=True)
    sys.stdin.readline()
    measure(job, chosen, tuning, smoke)


def resources(cuda, job, game, tuning) -> dict:
    """What the compiler used for a thread."""
    from tripolis.cuda.kernels import BatchPlan, GameKey, gpu_kernel, work_of

    kernel = gpu_kernel(GameKey(game), BatchPlan(job["advised"], job["given"]), tuning.compiled)
    names = ("get_regs_per_thread", "get_local_mem_per_thread", "get_const_mem_size")
    found = {"state_bytes": game.state.size, "work_bytes": work_of(game, tuning).size}
    for name in names:
        try:
            found[name[4:]] = next(iter(getattr(kernel, name)().values()))
        except Exception as error:
            found[name[4:]] = repr(error)[:80]
    return found


# ------------------------------------------------------------------ all of them


class Process:
    """A job's process: its lines are passed on as they come."""

    def __init__(self, job: dict, smoke: bool, tell) -> None:
        command = [sys.executable, __file__, "--job", json.dumps(job), *(["--smoke"] if smoke else [])]
        environment = {**os.environ, "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0"}
        self.job, self.tell = job, tell
        self.running = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.errors = ""
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        self.errors = self.running.stderr.read()

    def until_ready(self, seconds: float) -> bool:
        """Pass lines on until the process is ready to be timed; False if it ended."""
        killer = threading.Timer(seconds, self.running.kill)
        killer.start()
        try:
            for line in self.running.stdout:
                if line.strip() == "ready":
                    return True
                self.tell(line)
        finally:
            killer.cancel()
        self.end()
        return False

    def time(self, seconds: float) -> None:
        """Let it measure, alone."""
        self.running.stdin.write("go\n")
        self.running.stdin.flush()
        self.until_ready(seconds)

    def end(self) -> None:
        """Say how it ended, if not well."""
        if self.running.wait() != 0:
            self.listener.join(5)
            self.tell(json.dumps({"died": self.running.returncode, **self.job, "stderr": self.errors[-1500:]}) + "\n")


def machine() -> dict:
    """What this ran on."""
    found = {"cores": os.cpu_count(), "python": sys.version.split()[0], "date": time.strftime("%Y-%m-%d")}
    for name in ("numpy", "numba", "numba_cuda"):
        try:
            found[name] = importlib.import_module(name).__version__
        except Exception as error:
            found[name] = repr(error)[:80]
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        found["gpu"] = subprocess.run(query, capture_output=True, text=True, check=False).stdout.strip()
    except OSError as error:
        found["gpu"] = repr(error)
    with open("/proc/cpuinfo") as file:
        found["cpu"] = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "?")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="one minute: four seats, default modes, one layout")
    parser.add_argument("--tune", action="store_true", help="many layouts of three kernels, and what their parts cost")
    parser.add_argument("--advised", action="store_true", help="advised games alone")
    parser.add_argument("--out", help="also write the lines to this file")
    parser.add_argument("--only", help="this game alone")
    parser.add_argument(
        "--tuning", action="append", type=json.loads, help="a layout as JSON instead of the usual ones; may be repeated"
    )
    parser.add_argument("--minutes", type=float, help="stop measuring after so long (6, tuning 3.2)")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job:
        job = json.loads(options.job)
        return tune(job) if job.get("tune") else work(job, options.smoke)

    tunings = options.tuning or TUNINGS
    until = time.monotonic() + 60 * (options.minutes or (3.2 if options.tune else 6.0))
    lock, bad, good, digests = threading.RLock(), [], [], []
    out = open(options.out, "w") if options.out else None  # noqa: SIM115

    def tell(line: str) -> None:
        with lock:
            print(line, end="", flush=True)
            if out:
                out.write(line)
                out.flush()
            if '"digest"' in line:
                digests.append(line)
            elif '"check": "equal"' in line:
                good.append(line)
            elif '"check"' in line or '"died"' in line:
                bad.append(line)

    tell(json.dumps({"machine": machine(), "smoke": options.smoke}) + "\n")
    tuned = [{"tune": True, "game": name} | job for name, job in TUNED]
    wanted = [
        job
        for job in (tuned if options.tune else jobs(options.smoke, tunings))
        if options.only in (None, job["game"]) and (job.get("advised") or not options.advised)
    ]

    def prepare(job):
        process = Process(job, options.smoke, tell)
        return process if process.until_ready(max(10, until - time.monotonic())) else None

    with ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
        ready = list(pool.map(prepare, wanted))
    compare_digests(digests, tell)
    tell(json.dumps({"checked": len(good), "bad": len(bad), "seconds_left": round(until - time.monotonic())}) + "\n")
    for process in ready:
        if process and time.monotonic() < until:
            process.time(max(5, until - time.monotonic()))
        elif process:
            process.running.kill()
            tell(json.dumps({"skipped": process.job}) + "\n")
    tell(json.dumps({"done": True, "equal": len(good), "bad": len(bad)}) + "\n")
    sys.exit(1 if bad or not good else 0)


if __name__ == "__main__":
    main()
