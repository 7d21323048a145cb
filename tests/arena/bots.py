"""Bots that no league wants, and two that it does. Installed for tests as any package installs its bots: by entry
points."""

import os
import time


def good_choice(seen):
    """What the toy's own advice says, without compiling."""
    return int(seen.game.call("call_choose")(seen.records, seen.game.box, seen.game.work))


class First:
    """The first legal action."""

    name = "first"

    def choose(self, seen, seed):
        return seen.legal_numbers()[0]


class Strange:
    """Behaves now and then; a function of the seed, so that it does the same in every run."""

    name = "strange"

    def choose(self, seen, seed):
        if seen.ply and seed % 5 == 0:
            return self.behave(seen)
        return good_choice(seen)


class Crash(Strange):
    def behave(self, seen):
        raise RuntimeError("I fell")


class Cheat(Strange):
    def behave(self, seen):
        return next(n for n in range(seen.game.n_actions) if seen.why_not(n))


class Wordy(Strange):
    def behave(self, seen):
        return "please"


class Gone(Strange):
    def behave(self, seen):
        os._exit(3)


class Sleepy(Strange):
    def behave(self, seen):
        time.sleep(600)


class Stillborn:
    """Ends its process whenever it is asked, in the very first question too."""

    name = "stillborn"

    def choose(self, seen, seed):
        os._exit(4)


class Spy:
    """Looks for what it must not see."""

    name = "spy"

    def choose(self, seen, seed):
        s = seen.record
        hidden = [int(word) for word in s.seed] + [int(s.buried)]
        hidden += [int(s.card[p]) for p in range(seen.game.players) if p != seen.actor and not s.shown[p]]
        if seen.observer != seen.actor or any(hidden):
            raise RuntimeError("I have seen it")
        if len(seen.legal_numbers()) < 2:
            raise RuntimeError("there is nothing to decide")
        return seen.legal_numbers()[seed % 2]


class Slowly:
    """Waits a little, so that a league can be interrupted; in the middle of a game, as long as the file ARENA_HOLD
    is there."""

    name = "slowly"

    def choose(self, seen, seed):
        time.sleep(0.002)
        while seen.ply and os.path.exists(os.environ.get("ARENA_HOLD", "")):
            time.sleep(0.01)
        return seen.legal_numbers()[-1]
