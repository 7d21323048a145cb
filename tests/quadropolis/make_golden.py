"""Write the golden matches and path counts anew: only after the rules' version has changed, and read the difference."""

import json
import random
from pathlib import Path

import tripolis
from tripolis.bots import bot
from tripolis.engine.perft import count, divide

HERE = Path(__file__).parent
SWITCHES = [
    {},
    {},
    {"take_face_down": True},
    {"count_absolute": True},
    {"playgrounds_absorb": False, "office_cap": False},
]


def golden(number):
    """Modes, seat counts, switches and bots in turn."""
    rng = random.Random(number)
    settings = {"mode": ("classic", "expert")[number % 2], "players": 2 + number % 3, **SWITCHES[number // 6 % 5]}
    if number % 4 == 3:
        settings["first"] = number % settings["players"]
    match = tripolis.game("quadropolis", **settings).new(number)
    names = [
        ("greedy", "random")[(number // 3 + seat) % 2] if number % 5 else "greedy" for seat in range(match.game.players)
    ]
    while not match.over:
        seen = match.seen_by(match.actor)
        match.play(bot(names[match.actor]).choose(seen, rng.randrange(1 << 30)))
    for seat, name in enumerate(names):
        match.headers[f"Seat{seat}"] = name
    match.headers["Digest"] = match.position.digest()
    return match


def perft(mode, players, seed, moves, depth):
    """Counts to a depth, and under each first move."""
    settings = {"mode": mode, "players": players}
    match = tripolis.game("quadropolis", **settings).new(seed)
    rng = random.Random(seed)
    while len(match.moves) < moves:
        match.play(rng.choice(match.position.legal_numbers()))
    return {
        "settings": settings,
        "seed": seed,
        "moves": " ".join(move.text for move in match.moves),
        "counts": [count(match.position, d) for d in range(1, depth + 1)],
        "divide": divide(match.position, depth),
    }


if __name__ == "__main__":
    for number in range(40):
        golden(number).save(HERE / "golden" / f"{number:02}.tri")
    rows = [
        perft(mode, players, seed, moves, 3)
        for mode in ("classic", "expert")
        for players in (2, 3, 4)
        for seed, moves in ((1, 0), (2, 17), (3, 40))
    ]
    (HERE / "perft.json").write_text(json.dumps(rows, indent=1) + "\n")
