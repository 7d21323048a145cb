"""Python processes that start at once: each is a fork of one process that has imported and loaded everything.

`python()` is a program that tests call instead of `sys.executable`, and `Forked` is a process like `subprocess.Popen`'s
whose id is that of the program itself. A process gets the arguments, environment, folder and streams of its own; one
whose environment changes what is imported or compiled is a new `sys.executable` after all. There is one template for
compiled rules and one for plain ones, each started when it is first needed.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import json
import os
import random
import runpy
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

ROOT = Path(__file__).parents[1]
NUMBER = struct.Struct("<i")
AT_IMPORT = ("PYTHON", "NUMBA_", "TRIPOLIS_PLAIN", "TRIPOLIS_CACHE", "XDG_CACHE_HOME", "HOME")
"""How variables begin that decide what is imported or compiled."""
HARMLESS = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
LOADED = (
    "tripolis.server.app", "tripolis.bots.mcts", "tripolis.review", "tripolis.server.live.views", "uvicorn", "uvloop",
    "uvicorn.lifespan.on", "uvicorn.loops.uvloop", "uvicorn.protocols.http.h11_impl", "rich.table", "typer",
    "uvicorn.protocols.websockets.websockets_sansio_impl", "aiosqlite", "asyncpg", "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.dialects.postgresql.asyncpg", "tripolis.terminal", "msgspec", "pdb", "multiprocessing.spawn",
)  # fmt: skip

RELAY = """#!{python} -IS
import json, os, signal, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect({address!r})
request = json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]).encode()
socket.send_fds(line, [len(request).to_bytes(4, "little")], [0, 1, 2])
line.sendall(request)
pid = int.from_bytes(line.recv(4, socket.MSG_WAITALL), "little")
nowhere = os.open(os.devnull, os.O_RDWR)
for stream in (0, 1, 2):
    os.dup2(nowhere, stream)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
    signal.signal(number, lambda got, frame: os.kill(pid, got))
code = int.from_bytes(line.recv(4, socket.MSG_WAITALL), "little", signed=True)
if code < 0:
    signal.signal(-code, signal.SIG_DFL) if -code not in (signal.SIGKILL, signal.SIGSTOP) else None
    os.kill(os.getpid(), -code)
os._exit(code)
"""
"""A program that stands for a process: it passes its streams on and ends as the process does."""


# ---------------------------------------------------------------- the template


def main() -> None:
    """Load everything, then fork on request until standard input ends."""
    address, python = sys.argv[1:]
    sys.executable, real = python, sys.executable
    importlib.import_module("multiprocessing").set_executable(real)
    for name in LOADED:
        with contextlib.suppress(ModuleNotFoundError):  # what is not installed is missed by the test that needs it
            importlib.import_module(name)
    import tripolis
    from tripolis.bots import is_cold, prepare_bots

    for name in tripolis.game_names():
        game = tripolis.game(name)
        if not game.is_cold and not is_cold(game):
            game.prepare()
            prepare_bots(game)
    from tripolis.server.app import create_app
    from tripolis.server.settings import Settings

    create_app(Settings(data=Path(address).parent))
    importlib.import_module("gc").freeze()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"{address}.new")
    listener.listen(64)
    os.rename(f"{address}.new", address)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    Template(listener, real).run()


class Template:
    """Takes requests, forks, and reports how its children ended."""

    def __init__(self, listener: socket.socket, real: str) -> None:
        self.listener, self.real = listener, real
        self.lines: dict[int, socket.socket] = {}
        self.selector = selectors.DefaultSelector()
        self.woken, self.wake = socket.socketpair()
        self.wake.setblocking(False)
        signal.set_wakeup_fd(self.wake.fileno(), warn_on_full_buffer=False)
        for stream in (0, listener, self.woken):
            self.selector.register(stream, selectors.EVENT_READ, None)

    def run(self) -> None:
        while True:
            for key, _ in self.selector.select():
                if key.fileobj is self.listener:
                    self.take(self.listener.accept()[0])
                elif key.fileobj is self.woken:
                    self.woken.recv(4096)
                elif key.data is None:
                    self.stop()
                    return
                else:  # nobody waits for this process any more
                    self.selector.unregister(key.fileobj)
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(key.data, signal.SIGKILL)
            self.reap()

    def take(self, line: socket.socket) -> None:
        head, streams, *_ = socket.recv_fds(line, NUMBER.size, 3)
        text = line.recv(NUMBER.unpack(head)[0], socket.MSG_WAITALL)
        pid = os.fork()
        if pid == 0:
            become(self, line, streams, *json.loads(text))
        for stream in streams:
            os.close(stream)
        self.lines[pid] = line
        self.selector.register(line, selectors.EVENT_READ, pid)
        with contextlib.suppress(OSError):
            line.sendall(NUMBER.pack(pid))

    def reap(self) -> None:
        while self.lines:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            line = self.lines.pop(pid)
            with contextlib.suppress(KeyError):
                self.selector.unregister(line)
            with contextlib.suppress(OSError):
                line.sendall(NUMBER.pack(os.waitstatus_to_exitcode(status)))
            line.close()

    def stop(self) -> None:
        for pid in self.lines:
            os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        """In a child: let go of all that is the template's."""
        signal.set_wakeup_fd(-1)
        self.selector.close()
        for line in (self.listener, self.woken, self.wake, *self.lines.values()):
            line.close()


def become(
    template: Template, line: socket.socket, streams: list[int], words: list[str], env: dict[str, str], cwd: str
) -> NoReturn:
    """Be the process that was asked for."""
    template.close()
    line.close()
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    os.chdir(cwd)
    for stream, copy in enumerate(streams):
        os.dup2(copy, stream)
        os.close(copy)
    if words[0] not in ("-m", "-c") or decisive(env) != decisive(dict(os.environ)):
        os.execve(template.real, [template.real, *words], env)
    os.environ.clear()
    os.environ.update(env)
    random.seed()
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stdout.reconfigure(line_buffering=os.isatty(1), write_through="PYTHONUNBUFFERED" in env)
    sys.stderr = open(2, "w", closefd=False, errors="backslashreplace", buffering=1)  # noqa: SIM115
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    os._exit(ended(words))


def decisive(env: dict[str, str]) -> dict[str, str]:
    return {name: env[name] for name in env if name.startswith(AT_IMPORT) and name not in HARMLESS}


def ended(words: list[str]) -> int:
    """Run a module or a text as a new Python would; returns the code that it ends with."""
    how, what, *arguments = words
    sys.argv = [how, *arguments]
    code: Any = 0
    try:
        if how == "-m":
            sys.path[0] = os.getcwd()
            sys.modules.pop(what, None)  # runpy warns of one that is there
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            sys.path[0] = ""
            sys.modules["__main__"] = ModuleType("__main__")
            exec(compile(what, "<string>", "exec"), vars(sys.modules["__main__"]))
    except SystemExit as ending:
        code = ending.code
    except KeyboardInterrupt:
        traceback.print_exc()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        traceback.print_exc()
        code = 1
    if not isinstance(code, int | None):
        print(code, file=sys.stderr)
        code = 1
    with contextlib.suppress(BaseException):
        threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    return (code or 0) & 0xFF


# ------------------------------------------------------------------- in a test


@functools.cache
def address(plain: bool) -> str:
    """Where a template of this test process listens; it ends with this process."""
    folder = tempfile.mkdtemp(prefix="tripolis-fork-")
    listens, script = f"{folder}/line", Path(folder, "python")
    script.write_text(RELAY.format(python=sys.executable, address=listens))
    script.chmod(0o755)
    command = [sys.executable, "-m", "tests.fork_server", listens, str(script)]
    environment = {**os.environ, "TRIPOLIS_PLAIN": "1"} if plain else dict(os.environ)
    template = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, start_new_session=True)

    @atexit.register
    def stop() -> None:
        assert template.stdin is not None
        template.stdin.close()
        template.wait()
        for file in Path(folder).iterdir():
            file.unlink()
        os.rmdir(folder)

    while not os.path.exists(listens):
        if template.poll() is not None:
            raise RuntimeError("the template of processes did not start")
        threading.Event().wait(0.02)
    return listens


def python(*, plain: bool = False) -> str:
    """A program like `sys.executable` for `-m` and `-c`, which starts at once; `plain`: with TRIPOLIS_PLAIN=1."""
    return str(Path(address(plain)).with_name("python"))


class Forked:
    """A process of `python -m ...`, to be used like one of `subprocess.Popen`."""

    def __init__(self, words: list[str], env: dict[str, str], stderr: int, stdout: int | None = None) -> None:
        self.args = words
        self.returncode: int | None = None
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(address(env.get("TRIPOLIS_PLAIN") == "1"))
        request = json.dumps([words, env, os.getcwd()]).encode()
        nowhere = os.open(os.devnull, os.O_RDWR)
        socket.send_fds(self.line, [NUMBER.pack(len(request))], [nowhere, stdout or nowhere, stderr])
        os.close(nowhere)
        self.line.sendall(request)
        self.pid = NUMBER.unpack(self.line.recv(NUMBER.size, socket.MSG_WAITALL))[0]

    def poll(self) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self.line.settimeout(timeout)
            try:
                text = self.line.recv(NUMBER.size)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(self.args, timeout or 0) from None
            self.returncode = NUMBER.unpack(text)[0] if text else -signal.SIGKILL
            self.line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


if __name__ == "__main__":
    main()
