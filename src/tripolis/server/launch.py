"""`tripolis play`: a server for this evening, on a free port, with the browser opened on it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from tripolis.engine.words import Message, language, words

from . import logs
from .settings import Settings, from_environment

if TYPE_CHECKING:
    from .live.preparation import Preparation


def say(message: Message) -> None:
    """Tell the terminal."""
    print(words(language()).render(message), flush=True)


def free_port(host: str, wanted: int) -> int:
    """The usual port if nobody uses it, else any that is free."""
    for port in (wanted, 0):
        with socket.socket() as sock, contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((host, port))
            return int(sock.getsockname()[1])
    raise OSError("no port is free")


def lan_address() -> str | None:
    """The address of this machine in its network, as the system would send from; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(sock.getsockname()[0])
    return None if address.startswith("127.") else address


def has_browser() -> bool:
    """Is there a screen on which a browser could open?"""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def play(lan: bool = False, open_browser: bool = True, path: str = "") -> None:
    """Serve until Ctrl+C; the browser opens as soon as the port answers, and what is missing is compiled meanwhile."""
    say(Message("Tripolis is starting …"))
    import uvicorn

    from .app import create_app
    from .commands import try_database, web_server
    from .storage.store import Store, owner_of

    base = from_environment()
    host, allowed = base.host, base.allowed_hosts
    address = lan_address() if lan else None
    if lan:
        say(Message("Warning: everyone on this network can reach the tables."))
        host = "0.0.0.0"  # noqa: S104 - asked for
        allowed = (*allowed, *([address] if address else []))
    if running := owner_of(base.database_url):
        say(Message("A server is already running here: {address}", address=running + path))
        if open_browser and has_browser():
            webbrowser.open(running + path)
        return
    asyncio.run(try_database(Store(base.database_url)))
    port = free_port(host, base.port)
    asked = os.environ.get("TRIPOLIS_SERVER_LOG_LEVEL")
    settings = from_environment(host=host, port=port, allowed_hosts=allowed, log_level=asked or "warning")
    logs.set_up(settings.log_level, for_hosts=asked is not None)
    here = f"http://127.0.0.1:{port}/{path}"
    threading.Thread(target=_when_open, args=(settings, here, address, open_browser), daemon=True).start()
    uvicorn.run(create_app(settings, tell=ProgressLine()), **web_server(settings))


class ProgressLine:
    """Says in the terminal how far compiling is: one line that is written over, or a line now and then in a log."""

    def __init__(self) -> None:
        self.shown = -1

    def __call__(self, preparation: Preparation) -> None:
        """A step was made."""
        if not preparation.of:
            return
        percent = 100 * preparation.done // preparation.of
        live = sys.stdout.isatty()
        finished = preparation.finished.is_set()
        if finished:
            text = Message("Everything is prepared.")
        elif percent // (1 if live else 20) == self.shown:
            return
        else:
            text = Message("Preparing the games, only this once: {percent} %", percent=percent)
        self.shown = percent // (1 if live else 20)
        line = words(language()).render(text)
        print(f"\r{line:<60}" if live else line, end="" if live and not finished else "\n", flush=True)


def _when_open(settings: Settings, here: str, address: str | None, open_browser: bool) -> None:
    """Say where the tables are as soon as the port answers, and open them."""
    from .commands import wait_for

    if not wait_for(settings):
        return
    say(Message("Tripolis is ready: {address} (Ctrl+C ends it)", address=here))
    if address:
        link = f"http://{address}:{settings.port}/"
        say(Message("On the same network, for example on a phone: {address}", address=link))
        import segno

        segno.make(link).terminal(compact=True)
    elif settings.beyond_loopback:
        say(Message("This machine has no network address."))
    if open_browser and has_browser():
        webbrowser.open(here)
