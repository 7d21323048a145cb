"""What a page costs the server: CPU time of its process for each request, several hundred of them in a row.

    python benchmarks/page_cost.py [--requests 300]

The pages are asked for as a stranger's browser does that keeps nothing; the server has its own defaults, on a new file
of SQLite.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import httpx
from load import Server, compile_rules
from load_seats import OurTable
from peers_report import markdown

PAGES = ("/", "/new?game=metropolys", "/rules/ubuild", "/score/quadropolis", "/api/games")
WARM_UP = 10


def measure(server: Server, http: httpx.Client, path: str, requests: int) -> tuple[str, str, str]:
    """A page, its size, and what it costs."""
    for _ in range(WARM_UP):
        size = len(http.get(path).raise_for_status().content)
    before = server.cpu()
    for _ in range(requests):
        http.get(path).raise_for_status()
    return path, f"{size / 1024:.0f}", f"{1000 * (server.cpu() - before) / requests:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What a page costs the server.")
    parser.add_argument("--requests", type=int, default=300)
    chosen = parser.parse_args()
    compile_rules()
    with tempfile.TemporaryDirectory(prefix="tripolis-pages-") as folder:
        server = Server(OurTable, Path(folder), None)
        try:
            with httpx.Client(base_url=server.base, timeout=60) as http:
                rows = [measure(server, http, path, chosen.requests) for path in PAGES]
        finally:
            server.stop()
    print(markdown(("page", "KiB", "CPU ms a request"), rows))


if __name__ == "__main__":
    main()
