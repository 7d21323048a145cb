"""Processes of bots are given out fairly."""

import asyncio

import pytest

from tripolis.server.live.fair_queue import FairQueue


def served(*askers):
    """In which order those are served who wait at the same time; a `!` marks somebody who sits and waits."""

    async def run():
        queue, order = FairQueue(), []

        async def ask(name):
            thing = await queue.get(name.strip("!"), urgent="!" in name)
            order.append(name)
            queue.put(thing)

        tasks = [asyncio.create_task(ask(name)) for name in askers]
        await asyncio.sleep(0)
        queue.put("process")
        await asyncio.gather(*tasks)
        return order

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("askers", "order"),
    [
        (["many"] * 50 + ["few"], ["many", "few"] + ["many"] * 49),
        (["a", "a", "b", "b", "c"], ["a", "b", "c", "a", "b"]),
        (["bots"] * 3 + ["person!"], ["person!"] + ["bots"] * 3),
        (["a!", "a!", "b", "b!"], ["a!", "b!", "a!", "b"]),
    ],
)
def test_nobody_is_served_twice_before_others_are_served_once(askers, order):
    assert served(*askers) == order


def test_who_goes_away_takes_nothing_along():
    async def run():
        queue = FairQueue()
        gone, late, waits = (asyncio.create_task(queue.get(name)) for name in ("gone", "late", "waits"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        queue.put("process")  # it is given to `late`, who is cancelled before running on
        late.cancel()
        assert await asyncio.wait_for(waits, 10) == "process"
        queue.put("process")
        assert await queue.get("next") == "process"

    asyncio.run(run())
