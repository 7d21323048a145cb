"""Figures for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Figures:
    """What a process counts; some figures are asked for only when somebody looks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "tripolis_requests", "Requests by kind and status.", ("kind", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "tripolis_request_seconds",
            "Time to answer an HTTP request.",
            registry=self.registry,
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
        )

        self.answered = self.failed = 0
        """Requests in all, and those that ended in an error of the server."""

    def count(self, kind: str, status: int, seconds: float) -> None:
        """A request was answered, or a stream has ended."""
        self.requests.labels(kind, str(status)).inc()
        self.answered += 1
        self.failed += status >= 500
        if kind == "http":
            self.seconds.observe(seconds)

    def watch(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """A figure that is asked for when somebody looks."""
        Gauge(f"tripolis_{name}", meaning, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All figures."""
        return generate_latest(self.registry)
