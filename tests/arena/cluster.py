"""Plays a league on a Ray cluster of two machines (processes of this one) and takes one away in the middle.

Writes down when that was and which processes there were, so that somebody can look whether all have gone.
"""

import json
import logging
import sys
import time
from pathlib import Path

from ray.cluster_utils import Cluster

from tripolis.arena.league import League
from tripolis.arena.run import Run

MEMORY = 80 << 20


def descendants(roots):
    """The ids of all processes below these, with their command lines."""
    parents, found = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    below = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in below} - below:
        below |= more
    for pid in below & set(parents):
        try:
            found[pid] = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
    return found


def pids(node):
    return [info.process.pid for infos in node.all_processes.values() for info in infos]


def main(out, games):
    small = {"num_cpus": 1, "object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    hold = Path("hold").absolute()
    hold.touch()
    second = cluster.add_node(**small, env_vars={"ARENA_HOLD": str(hold)})
    cluster.wait_for_nodes()
    run = Run(League("toy", {"players": 2}, ("slowly", "first", "greedy"), games), Path(out))

    def tell(done, of):
        """The second machine stays in its first game; when the first has played some, it is taken away."""
        if done < 30 or not hold.exists():
            return
        there = {}
        while not any("ray::play_task" in command for command in there.values()):
            time.sleep(0.1)
            there = descendants(pids(second))
        processes = [*there, *descendants(pids(cluster.head_node))]
        cluster.remove_node(second, allow_graceful=False)
        hold.unlink()
        Path("lost.json").write_text(json.dumps({"done": done, "of": of, "processes": processes}))

    run.progress = tell
    try:
        run.play(cluster=cluster.address)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    main(sys.argv[1], int(sys.argv[2]))
