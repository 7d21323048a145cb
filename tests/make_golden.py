"""Writes the golden matches and path counts of a game anew: `python -m tests.make_golden quadropolis`.

Only after the version of the rules has changed, and read the difference. What is checked with them is in
`test_golden.py`.
"""

import random
import sys
from pathlib import Path

import tripolis
from tripolis.bots import bot
from tripolis.engine.testing.golden import count_row, write_golden
from tripolis.games.metropolys.face.labels import unused_names
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.box.freestyle import random_track

HERE = Path(__file__).parent
SWITCHES = [
    {},
    {},
    {"take_face_down": True},
    {"count_absolute": True},
    {"playgrounds_absorb": False, "office_cap": False},
]
"""Of Quadropolis, in turn."""
TOKENS = {
    2: "T:n1,n2,w1,c1,c2 S:n3,n4,w2,w3,c3,c4 A:n5,w4,w5,c5,c6,c7",
    3: "T:n1,n2,w1,w6,e1,e2,c1,c2 S:n3,n4,w2,w3,e3,c3,c4 A:n5,w4,e4,e5,c5,c6,c7",
    4: "T:n1,n2,w1,w6,e1,e2,s1,c1,c2 S:n3,n4,w2,w3,e3,s2,s3,c3,c4 A:n5,w4,e4,e5,s4,s5,c5,c6,c7",
}
"""Given tokens of Metropolys, by players."""
TRACKS = ("starter", "classic", "pro")
STARTS = ((1, 0), (2, 17), (3, 40))
"""Seeds and plies after which paths are counted."""


def settings_of_quadropolis(number):
    """Modes, numbers of seats, switches."""
    settings = {"mode": ("classic", "expert")[number % 2], "players": 2 + number % 3, **SWITCHES[number // 6 % 5]}
    if number % 4 == 3:
        settings["first"] = number % settings["players"]
    return settings


def settings_of_metropolys(number):
    """Modes, numbers of seats, layouts."""
    settings = {"mode": ("family", "expert")[number % 2], "players": 2 + number % 3}
    settings["layout"] = ("random", "random", "first", "given")[number // 6 % 4]
    if settings["layout"] == "given":
        settings["tokens"] = TOKENS[settings["players"]]
    if number % 4 == 3:
        settings["first"] = number % settings["players"]
    if settings["layout"] == "random" and number % 5 == 2 and settings["players"] < 4:
        settings["unused"] = unused_names(settings["players"])[number % 4]
    return settings


def settings_of_ubuild(number):
    """Kinds, numbers of seats, tracks and switches."""
    kind = track = TRACKS[number % 3]
    if number % 4 == 3:
        box = read_box()
        track = random_track(kind, number, box.doubles, box.standard[kind], broken=number % 8 == 7).text
    return {
        "track": track,
        "players": 2 + number % 5,
        "round_limit": "off" if number % 6 == 0 else 25,
        "one_project": number % 7 == 1,
        "planning_move": 1 + (number % 3 > 0),
        "double_from_jail_rolls_again": number % 5 == 2,
        "mortgage_ignores_hazard": number % 5 == 3,
        "unlimited_blocks": number % 5 == 4,
    }


def played_by_bots(match, number):
    """Greedy and random bots in turn."""
    rng = random.Random(number)
    names = [
        ("greedy", "random")[(number // 3 + seat) % 2] if number % 5 else "greedy" for seat in range(match.game.players)
    ]
    while not match.over:
        seen = match.seen_by(match.actor)
        match.play(bot(names[match.actor]).choose(seen, rng.randrange(1 << 30)))
    match.headers |= {f"Seat{seat}": name for seat, name in enumerate(names)}
    return match


def played_half_at_random(match, number):
    """Greedy, and in every second match sometimes at random; bids never are."""
    rng = random.Random(f"golden {number}")
    while not match.over:
        seen = match.seen_by(match.actor)
        choice = bot("greedy").choose(seen, 0)
        if number % 2 and rng.random() < 0.15:
            other = [a for a in seen.legal_numbers() if not match.position.move(a).text.startswith("bid")]
            choice = rng.choice(other or [choice])
        match.play(choice)
    return match


def random_position(match, seed, plies):
    """After so many random moves."""
    rng = random.Random(seed)
    while len(match.moves) < plies:
        match.play(rng.choice(match.position.legal_numbers()))
    return match


def greedy_position(match, seed, plies):
    """After so many greedy moves; where that is the end, a little before."""
    while len(match.moves) < plies and not match.over:
        match.play(bot("greedy").choose(match.seen_by(match.actor), 0))
    if match.over:
        match.undo(6)
    return match


def modes(*names):
    return [{"mode": mode, "players": players} for mode in names for players in (2, 3, 4)]


TRACKED = [{"track": track, "players": players, "max_edits": 4} for track in TRACKS for players in (2, 4, 6)]
RECIPES = {
    "quadropolis": (
        40,
        settings_of_quadropolis,
        played_by_bots,
        modes("classic", "expert"),
        STARTS,
        random_position,
        3,
    ),
    "metropolys": (40, settings_of_metropolys, played_by_bots, modes("family", "expert"), STARTS, random_position, 3),
    "ubuild": (30, settings_of_ubuild, played_half_at_random, TRACKED, ((1, 0), (2, 40), (3, 90)), greedy_position, 4),
}
"""How many matches, their settings, who plays them; of path counts the settings, starts, ways there and depth."""


def golden(name, number):
    """A finished match."""
    settings, play = RECIPES[name][1:3]
    return play(tripolis.game(name, **settings(number)).new(number), number)


def path_rows(name):
    """Path counts from the beginning, the middle and late positions."""
    *_, variants, starts, reach, depth = RECIPES[name]
    for settings in variants:
        for seed, plies in starts:
            match = reach(tripolis.game(name, **settings).new(seed), seed, plies)
            yield count_row(settings, seed, match, depth)


if __name__ == "__main__":
    for chosen in sys.argv[1:]:
        write_golden(HERE / chosen, (golden(chosen, number) for number in range(RECIPES[chosen][0])), path_rows(chosen))
