"""`tripolis play`: a server for this evening, on a free port, with the browser opened on it."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser

from tripolis.engine.words import Message, language, words

from . import logs
from .settings import Settings, from_environment

WAIT = 300


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
    """Serve until Ctrl+C; the browser opens when everything is ready."""
    import uvicorn

    from .app import create_app
    from .commands import web_server

    base = from_environment()
    host, allowed = base.host, base.allowed_hosts
    address = lan_address() if lan else None
    if lan:
        say(Message("Warning: everybody in this network can reach the tables."))
        host = "0.0.0.0"  # noqa: S104 - asked for
        allowed = (*allowed, *([address] if address else []))
    port = free_port(host, base.port)
    settings = from_environment(
        host=host, port=port, allowed_hosts=allowed, log_level=os.environ.get("TRIPOLIS_SERVER_LOG_LEVEL", "warning")
    )
    logs.set_up(settings.log_level)
    here = f"http://127.0.0.1:{port}/{path}"
    threading.Thread(target=_when_ready, args=(settings, here, address, open_browser), daemon=True).start()
    uvicorn.run(create_app(settings), **web_server(settings))


def _when_ready(settings: Settings, here: str, address: str | None, open_browser: bool) -> None:
    """Say where the table is as soon as it can be played at, and open it."""
    address_ready = f"http://127.0.0.1:{settings.port}/ready"
    deadline = time.monotonic() + WAIT
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(address_ready, timeout=5):
            break
        if time.monotonic() > deadline:
            return
        time.sleep(0.1)
    say(Message("Tripolis is ready: {address} (Ctrl+C ends it)", address=here))
    if address:
        link = f"http://{address}:{settings.port}/"
        say(Message("In the same network, for example on a phone: {address}", address=link))
        import segno

        segno.make(link).terminal(compact=True)
    elif settings.beyond_loopback:
        say(Message("This machine has no address in a network."))
    if open_browser and has_browser():
        webbrowser.open(here)
