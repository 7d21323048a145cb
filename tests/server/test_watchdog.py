"""The watchdog measures how late the event loop is, and names who holds it."""

import asyncio
import threading

from tests.server.servers import figure
from tripolis.server.live import watchdog
from tripolis.server.live.watchdog import Watchdog


def test_whoever_holds_the_loop_is_named(monkeypatch):
    """The loop is held until the watchdog has said so."""
    lines, noticed = [], threading.Event()

    def warn(text, *args):
        lines.append(text % args)
        noticed.set()

    monkeypatch.setattr(watchdog.LOG, "warning", warn)

    async def hold_everything():
        assert noticed.wait(60)

    async def run():
        dog = Watchdog()
        dog.start()
        await asyncio.create_task(hold_everything(), name="GET /slow from 1.2.3.4")
        while dog.worst <= watchdog.HELD:
            await asyncio.sleep(0)
        assert dog.times_held >= 1 and dog.take_worst() > watchdog.HELD
        dog.stop()

    asyncio.run(run())
    assert any("GET /slow from 1.2.3.4" in line and "hold_everything" in line for line in lines)


def test_the_lag_is_exported(server):
    assert figure(server, "loop_lag_seconds") >= 0
    assert figure(server, "loop_lag_worst_seconds") >= 0
    assert figure(server, "loop_held") >= 0
