"""A bot over standard input and output, in plain Python: tripolis arena quadropolis --bots "greedy,run:python
process_bot.py"

It makes any move, drawn by the seed that it is given. What else it is told: docs/bots.md.
"""

import json
import random
import sys


def answer(asked: dict) -> dict:
    """What to say to a line."""
    if asked["type"] == "hello":
        return {"type": "ready", "protocol": 1}
    moves = [each["move"] for each in asked["legal"]]
    return {"move": random.Random(asked["seed"]).choice(moves)}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
