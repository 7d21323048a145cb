"""Write the golden matches and path counts anew: only after the rules' version has changed, and read the difference."""

import json
import random
from pathlib import Path

import tripolis
from tripolis.bots import bot
from tripolis.engine.perft import count, divide
from tripolis.games.metropolys.face.labels import unused_names

HERE = Path(__file__).parent
GIVEN = {
    2: "T:n1,n2,w1,c1,c2 S:n3,n4,w2,w3,c3,c4 A:n5,w4,w5,c5,c6,c7",
    3: "T:n1,n2,w1,w6,e1,e2,c1,c2 S:n3,n4,w2,w3,e3,c3,c4 A:n5,w4,e4,e5,c5,c6,c7",
    4: "T:n1,n2,w1,w6,e1,e2,s1,c1,c2 S:n3,n4,w2,w3,e3,s2,s3,c3,c4 A:n5,w4,e4,e5,s4,s5,c5,c6,c7",
}


def golden(number):
    """Modes, seat counts, layouts and bots in turn."""
    rng = random.Random(number)
    settings = {"mode": ("family", "expert")[number % 2], "players": 2 + number % 3}
    settings["layout"] = ("random", "random", "first", "given")[number // 6 % 4]
    if settings["layout"] == "given":
        settings["tokens"] = GIVEN[settings["players"]]
    if number % 4 == 3:
        settings["first"] = number % settings["players"]
    if settings["layout"] == "random" and number % 5 == 2 and settings["players"] < 4:
        settings["unused"] = unused_names(settings["players"])[number % 4]
    match = tripolis.game("metropolys", **settings).new(number)
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
    match = tripolis.game("metropolys", **settings).new(seed)
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
        for mode in ("family", "expert")
        for players in (2, 3, 4)
        for seed, moves in ((1, 0), (2, 17), (3, 40))
    ]
    (HERE / "perft.json").write_text(json.dumps(rows, indent=1) + "\n")
