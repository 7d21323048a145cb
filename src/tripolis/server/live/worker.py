"""A process in which bots think: it gets an observation on standard input and answers with an action, a hint or a
verdict.

It is started with an environment of its own, without any of the server's secrets. Messages are JSON with their
length in front.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
import time
from dataclasses import asdict
from typing import Any, BinaryIO

import msgspec

LENGTH = struct.Struct("<I")


def send(stream: BinaryIO, data: Any) -> None:
    """Write a message."""
    text = msgspec.json.encode(data)
    stream.write(LENGTH.pack(len(text)) + text)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read a message; None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return msgspec.json.decode(stream.read(LENGTH.unpack(head)[0]))


def limit_memory(megabytes: int) -> None:
    """No more memory than this beyond what the process has taken so far."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm") as stream:
            taken = int(stream.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        limit = taken + (megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


GIVES_WAY = 10


def give_way() -> None:
    """Let the process that serves tables go first where both want the same core."""
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)


def main() -> None:
    """Load the games that are in the cache, say so, and answer until the server goes away."""
    give_way()
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not spoil the replies
    first = receive(inward)

    from tripolis.bots import is_cold, prepare_bots, public_bot
    from tripolis.bots.mcts import best_of
    from tripolis.bots.strengths import searcher
    from tripolis.engine.game import find, game_names
    from tripolis.engine.position import Position
    from tripolis.puzzles.outcome import outcomes
    from tripolis.review import Assessment, assess
    from tripolis.review.assessment import played_on
    from tripolis.server.domain.games import game_of
    from tripolis.study.why import prepare_analysis

    for name in game_names():
        game = find(name)
        if not game.is_cold and not is_cold(game):  # otherwise another process is compiling it
            game.prepare()
            prepare_bots(game)
            prepare_analysis(game)
    limit_memory(first["megabytes"])
    send(outward, {"ready": True})
    while (request := receive(inward)) is not None:
        began = time.process_time()
        game = game_of(request)
        seen = Position(game, game.state.from_bytes(bytes.fromhex(request["seen"])))
        reply: dict[str, Any] = {"number": request["number"]}
        if "assess" in request:
            reply["assessment"] = asdict(assess(seen, request["assess"], request["budget"]))
        elif "play_on" in request:
            one = msgspec.convert(request["play_on"], Assessment)
            reply["assessment"] = asdict(played_on(seen, one, request["worlds"]))
        elif "follow" in request:
            reply["outcomes"] = [asdict(one) for one in outcomes(seen, request["follow"])]
        elif "hint" in request:
            tree = searcher(game, milliseconds=request["hint"]).tree(seen, request["seed"])
            reply |= {"action": best_of(tree.statistics()).number, "chance": tree.chances()[seen.actor]}
        else:
            reply["action"] = public_bot(request["bot"]).choose(seen, request["seed"])
        send(outward, reply | {"cpu": time.process_time() - began})


if __name__ == "__main__":
    main()
