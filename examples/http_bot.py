"""A bot that takes an open seat at a table and plays it to the end: python http_bot.py http://127.0.0.1:8600 TABLE"""

import json
import random
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def play(server: str, table: str, name: str = "http-bot") -> dict:
    """Sit down, be ready, and move whenever it is our turn; returns the table as it is at the end."""
    headers = {"Content-Type": "application/json"}

    def ask(path: str, body: dict | None = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{server}/api/tables/{table}{path}", data, headers)) as answer:  # noqa: S310
            return json.load(answer)

    mine = ask("/join", {"name": name})
    headers["Authorization"] = f"Bearer {mine['token']}"
    while (seen := ask("?after=1000000"))["state"]["status"] in ("open", "playing"):
        try:
            if seen["state"]["status"] == "open" and not seen["state"]["seats"][mine["seat"]]["ready"]:
                ask("/ready", {"commitment": seen["table"]["commitment"]})
            elif seen["legal"]:
                ask("/moves", {"moves": [random.choice(seen["legal"])["move"]], "seq": seen["seq"]})
            else:
                time.sleep(0.2)
        except HTTPError as problem:
            if problem.code != 409:  # 409: something has changed in the meantime, so that we look again
                raise
    return seen


if __name__ == "__main__":
    print("places:", play(*sys.argv[1:])["position"]["ranks"])
