"""Plays a league on a Ray cluster of two machines (processes of this one) and takes one away in the middle.

Says which processes there were, so that somebody can look whether all have gone.
"""

import logging
import sys
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


def main(out):
    small = {"num_cpus": 1, "object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    second = cluster.add_node(**small)
    cluster.wait_for_nodes()
    run = Run(League("toy", {"players": 2}, ("slowly", "first", "greedy"), 120), Path(out))
    lost = False

    def tell(done, of):
        nonlocal lost
        if lost or done < 30:
            return
        there = descendants(pids(second))
        if any("ray::play_pack" in command for command in there.values()):
            lost = True
            print("processes", *there, *descendants(pids(cluster.head_node)), flush=True)
            cluster.remove_node(second, allow_graceful=False)
            print("lost after", done, "of", of, flush=True)

    run.tell = tell
    try:
        run.play(cluster=cluster.address)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    main(sys.argv[1])
