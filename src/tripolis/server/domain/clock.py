"""Clocks: none, live (minutes and an increment for each turn), or by days for each turn. All times in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

SECOND, MINUTE, DAY = 1000, 60_000, 86_400_000
RETURN = MINUTE
"""What is on the live clock of a player who comes back after it ran out."""


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How much time there is."""

    kind: str = "none"
    minutes: float = 0
    increment: float = 0
    days: float = 0


@dataclass(slots=True)
class Clock:
    """The time of every seat. It runs for one seat at most, from `since`."""

    rule: ClockRule
    left: list[int] = field(default_factory=list)
    since: int = 0
    turn_began: int = 0
    running: int = -1

    def copy(self) -> Clock:
        """The same clock, independent of this one."""
        return Clock(self.rule, [*self.left], self.since, self.turn_began, self.running)

    def start(self, players: int, at: int) -> None:
        """The match begins."""
        self.left = [round(self.rule.minutes * MINUTE) or round(self.rule.increment * SECOND)] * players
        self.since = self.turn_began = at

    def pass_on(self, seat: int, at: int, bonus: bool = False) -> None:
        """Charge the seat whose clock ran (plus increment after a full turn), then run for this seat (-1: nobody)."""
        self.charge(at)
        if bonus and self.running >= 0 and self.rule.kind == "live":
            self.left[self.running] += round(self.rule.increment * SECOND)
        if bonus or seat != self.running:
            self.turn_began = at
        self.running = seat

    def charge(self, at: int) -> None:
        """Take the time that has run from the seat that used it."""
        if self.running >= 0 and self.rule.kind == "live":
            self.left[self.running] = max(0, self.left[self.running] - max(0, at - self.since))
        self.since = at

    def shift(self, gap: int) -> None:
        """The server was away for a while: that time is nobody's."""
        self.since += gap
        self.turn_began += gap

    def deadline(self) -> int | None:
        """When the running seat's time is up."""
        if self.running < 0:
            return None
        if self.rule.kind == "live":
            return self.since + self.left[self.running]
        if self.rule.kind == "days":
            return self.turn_began + round(self.rule.days * DAY)
        return None
