"""A server with bots that no server wants. As a program: `serve` runs it, `worker` is the process in which its bots
think."""

import os
import sys
import time

import msgspec

from tripolis.bots import BOTS
from tripolis.server.live.worker import LENGTH


class Strange:
    """A bot with a name of its own that does something strange, and then chooses the first legal action."""

    def __init_subclass__(cls):
        BOTS[cls.__name__.lower()] = cls
        cls.name = cls.__name__.lower()

    def choose(self, seen, seed):
        found = self.behave(seen)
        return seen.legal_numbers()[0] if found is None else found


class Sleepy(Strange):
    def behave(self, seen):
        time.sleep(600)


class Hungry(Strange):
    def behave(self, seen):
        eaten = [bytearray(64 << 20) for _ in range(24)]
        del eaten


class Noisy(Strange):
    def behave(self, seen):
        os.write(1, b"rubbish" * 1000)


class Chatty(Strange):
    def behave(self, seen):
        print("thinking aloud " * 1000)


class Odd(Strange):
    def behave(self, seen):
        text = msgspec.json.encode(["a list"])
        os.write(1, LENGTH.pack(len(text)) + text)


class Boastful(Strange):
    def behave(self, seen):
        os.write(1, LENGTH.pack(1 << 31))


class Cheat(Strange):
    def behave(self, seen):
        legal = set(seen.legal_numbers())
        return next(number for number in range(seen.game.n_actions) if number not in legal)


class Wild(Strange):
    def behave(self, seen):
        return 10**12


class Wordy(Strange):
    def behave(self, seen):
        return "please"


class Clumsy(Strange):
    def behave(self, seen):
        raise RuntimeError("I fell")


class Gone(Strange):
    def behave(self, seen):
        os._exit(3)


def serve():
    import uvicorn

    from tripolis.server import logs
    from tripolis.server.app import create_app
    from tripolis.server.settings import from_environment

    settings = from_environment()
    logs.set_up(settings.log_level)
    app = create_app(settings, worker=(sys.executable, "-m", "tests.server.strange_bots", "worker"))
    uvicorn.run(app, host=settings.host, port=settings.port, log_config=None, ws="websockets-sansio")


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        from tripolis.server.live.worker import main

        main()
    else:
        serve()
