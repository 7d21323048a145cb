"""Writes golden matches and path counts of U-Build anew: `python -m tests.ubuild.make_golden`.

Only for a new version of the rules; otherwise these files must stay as they are.
"""

import json
import random
from pathlib import Path

import tripolis
from tripolis.bots import bot
from tripolis.engine.perft import count, divide
from tripolis.games.ubuild.box.freestyle import random_track
from tripolis.games.ubuild.box.reader import read_box

HERE = Path(__file__).parent
KINDS = ("starter", "classic", "pro")


def golden(number):
    """A finished match: kinds, seat counts, tracks and switches in turn; some seats greedy, some half at random."""
    rng = random.Random(f"golden {number}")
    kind = KINDS[number % 3]
    track = kind
    if number % 4 == 3:
        box = read_box()
        track = random_track(kind, number, box.doubles, box.standard[kind], broken=number % 8 == 7).text
    settings = {
        "track": track,
        "players": 2 + number % 5,
        "round_limit": "off" if number % 6 == 0 else 25,
        "one_project": number % 7 == 1,
        "planning_move": 1 + (number % 3 > 0),
        "double_from_jail_rolls_again": number % 5 == 2,
        "mortgage_ignores_hazard": number % 5 == 3,
        "unlimited_blocks": number % 5 == 4,
    }
    match = tripolis.game("ubuild", **settings).new(number)
    wild = number % 2
    while not match.over:
        seen = match.seen_by(match.actor)
        choice = bot("greedy").choose(seen, 0)
        if wild and rng.random() < 0.15:
            choice = rng.choice(
                [a for a in seen.legal_numbers() if not match.position.move(a).text.startswith("bid")] or [choice]
            )
        match.play(choice)
    match.headers["Digest"] = match.position.digest()
    return match


def perft(track, players, seed, moves, depth):
    """Counts to a depth, and under each first move."""
    settings = {"track": track, "players": players, "max_edits": 4}
    match = tripolis.game("ubuild", **settings).new(seed)
    while len(match.moves) < moves and not match.over:
        match.play(bot("greedy").choose(match.seen_by(match.actor), 0))
    if match.over:
        match.undo(6)  # so that something is left to count
    return {
        "settings": settings,
        "seed": seed,
        "moves": " ".join(move.text for move in match.moves),
        "counts": [count(match.position, d) for d in range(1, depth + 1)],
        "divide": divide(match.position, depth),
    }


if __name__ == "__main__":
    (HERE / "golden").mkdir(exist_ok=True)
    for number in range(30):
        golden(number).save(HERE / "golden" / f"{number:02}.tri")
    rows = [
        perft(track, players, seed, moves, 4)
        for track in KINDS
        for players in (2, 4, 6)
        for seed, moves in ((1, 0), (2, 40), (3, 90))
    ]
    (HERE / "perft.json").write_text(json.dumps(rows, indent=1) + "\n")
