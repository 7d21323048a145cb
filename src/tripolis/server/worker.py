"""A process in which a bot thinks: it gets an observation on standard input and answers with an action on standard output.

It is started with an environment of its own, without any of the server's secrets. Messages are JSON with their length in front.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
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


def main() -> None:
    """Prepare the games that are named, say so, and answer until the server goes away."""
    inward, outward = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot that prints must not spoil the answers
    first = receive(inward)

    from tripolis.bots import bot
    from tripolis.engine.game import find, game_names
    from tripolis.engine.position import Position
    from tripolis.server.table import game_of

    for name in game_names():
        find(name).prepare()
    limit_memory(first["megabytes"])
    send(outward, {"ready": True})
    while (asked := receive(inward)) is not None:
        game = game_of(asked)
        seen = Position(game, game.state.from_bytes(bytes.fromhex(asked["seen"])))
        send(outward, {"number": asked["number"], "action": bot(asked["bot"]).choose(seen, asked["seed"])})


if __name__ == "__main__":
    main()
