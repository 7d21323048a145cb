"""Cities for the tests of the account, as rows of words that `score_city` takes: random, written down, or published."""

from __future__ import annotations

from random import Random
from typing import Any

City = list[list[str]]
Allocation = list[list[tuple[int, int]]]

ROWS = 4
WIDTH = {"classic": 4, "expert": 5}
LEVELS = {"classic": 4, "expert": 5}
CUSTOMERS = {"classic": 4, "expert": 5}

# Residents and energy that activate a building (rules/quadropolis.md, section 2).
NEEDS = {
    "tower": (0, 1),
    "shop": (0, 1),
    "public": (1, 0),
    "factory": (1, 0),
    "harbour": (1, 0),
    "office": (1, 1),
}
MOST_SMALL = 12
"""So many activatable buildings give 4096 sets, which the brute force tries in about a millisecond."""

# How many tiles of each kind the box holds in a mode (rules/quadropolis.md, section 2).
BOX = {
    "classic": {"tower": 26, "shop": 12, "public": 16, "park": 9, "playground": 4, "factory": 16, "harbour": 17},
    "expert": {
        "tower": 26,
        "shop": 14,
        "public": 17,
        "park": 8,
        "playground": 5,
        "factory": 15,
        "harbour": 19,
        "office": 17,
        "monument": 4,
    },
}

# Cities in which one rule weighs more than in the box: the search treats each of these kinds in a way of its own.
THEMES = {
    "classic": [
        {"harbour": 8, "factory": 2, "shop": 1, "tower": 1, "park": 1},
        {"shop": 6, "factory": 6, "tower": 2, "harbour": 1, "park": 1},
        {"tower": 6, "park": 4, "playground": 2, "shop": 2},
        {"public": 6, "harbour": 3, "factory": 2, "shop": 2, "tower": 1, "playground": 1},
    ],
    "expert": [
        {"harbour": 8, "factory": 2, "monument": 1, "shop": 1, "office": 1},
        {"office": 8, "factory": 3, "park": 2, "tower": 2},
        {"office": 6, "park": 3, "playground": 1, "tower": 4, "shop": 1},
        {"monument": 4, "harbour": 4, "factory": 3, "public": 3, "shop": 3, "park": 2},
        {"shop": 6, "factory": 6, "office": 2, "monument": 1, "tower": 1},
        {"tower": 6, "park": 4, "playground": 2, "office": 2, "shop": 2},
        {"public": 6, "monument": 3, "harbour": 2, "factory": 2, "shop": 1, "playground": 1},
    ],
}


def rng_of(*what: object) -> Random:
    """The generator that belongs to a test, a mode and a seed."""
    return Random(" ".join(map(str, what)))


def weights(rng: Random, mode: str) -> dict[str, int]:
    """How often each kind of building is drawn: half of the time as in the box, otherwise by a theme."""
    return BOX[mode] if rng.random() < 0.5 else rng.choice(THEMES[mode])


def draw(rng: Random, kinds: dict[str, int], n: int) -> list[str]:
    """So many kinds, drawn by weight."""
    return rng.choices(list(kinds), list(kinds.values()), k=n)


def words(rng: Random, mode: str, kinds: list[str]) -> list[str]:
    """Kinds with levels and printed points; low cities and high ones."""
    highest = rng.randint(1, LEVELS[mode])

    def word(kind: str) -> str:
        if kind in ("tower", "office"):
            return f"{kind}:{rng.randint(1, highest)}"
        if kind in ("public", "harbour"):
            points = rng.randint(0, 2 if kind == "public" else 3)
            return f"{kind}+{points}" if points else kind
        return kind

    return [word(kind) for kind in kinds]


def rows(flat: list[str]) -> City:
    """The cells of a city as its rows."""
    width = len(flat) // ROWS
    return [flat[row * width : (row + 1) * width] for row in range(ROWS)]


def small_city(rng: Random, mode: str) -> City:
    """At most twelve buildings that can be activated; parks, playgrounds, monuments and empty cells around them."""
    cells = ROWS * WIDTH[mode]
    drawn = weights(rng, mode)
    active = draw(rng, {kind: n for kind, n in drawn.items() if kind in NEEDS}, rng.choice((4, 8, 10, 11, 12, 12)))
    around = {kind: n for kind, n in drawn.items() if kind not in NEEDS}
    around["."] = rng.choice((0, 1, 3, 20)) or int(not around)
    kinds = active + draw(rng, around, cells - len(active))
    rng.shuffle(kinds)
    return rows(words(rng, mode, kinds))


def full_city(rng: Random, mode: str) -> City:
    """Every cell is built."""
    return rows(words(rng, mode, draw(rng, weights(rng, mode), ROWS * WIDTH[mode])))


def kinds_of(city: City) -> list[str]:
    """The kinds of building in a city, without levels and points."""
    return [word.split(":")[0].split("+")[0] for row in city for word in row]


def resources(rng: Random, city: City, mode: str) -> tuple[int, int]:
    """Residents and energy: half of the time too few of one or both, otherwise enough, up to more than can be used."""
    kinds = kinds_of(city)
    residents, energy = (sum(NEEDS.get(kind, (0, 0))[i] for kind in kinds) for i in range(2))
    customers = CUSTOMERS[mode] * kinds.count("shop")
    parks = kinds.count("park") + kinds.count("playground")
    enough = residents + rng.randint(0, customers + 4), energy + rng.randint(0, parks + 4)
    scarce = rng.randint(0, max(0, residents - 1)), rng.randint(0, max(0, energy - 1))
    short = rng.choice(("residents", "energy", "both", "no", "no", "no"))
    return (
        scarce[0] if short in ("residents", "both") else enough[0],
        scarce[1] if short in ("energy", "both") else enough[1],
    )


def any_allocation(
    rng: Random, city: City, mode: str, residents: int, energy: int, playgrounds_absorb: bool
) -> Allocation:
    """A possible placement, good or bad: offices half lit, customers in dark shops, resources left over."""
    left = [residents, energy]
    laid = {}
    kinds = kinds_of(city)
    for cell in rng.sample(range(len(kinds)), len(kinds)):
        room = NEEDS.get(kinds[cell], (0, 0))
        if kinds[cell] == "shop":
            room = (CUSTOMERS[mode], 1)
        elif kinds[cell] == "park" or (kinds[cell] == "playground" and playgrounds_absorb):
            room = (0, 1)
        here = [0, 0]
        for i in range(2):
            most = min(room[i], left[i])
            here[i] = most if rng.random() < 0.7 else rng.randint(0, most)
            left[i] -= here[i]
        laid[cell] = (here[0], here[1])
    width = WIDTH[mode]
    return [[laid[row * width + column] for column in range(width)] for row in range(ROWS)]


def picture(mode: str, city: City, residents: int, energy: int, playgrounds_absorb: bool = True) -> str:
    """The city as people read it, for a test that fails."""
    playgrounds = "" if playgrounds_absorb else ", playgrounds absorb nothing"
    lines = [f"{mode}, {residents} residents, {energy} energy{playgrounds}"]
    lines += ["  " + " ".join(f"{word:<10}" for word in row).rstrip() for row in city]
    return "\n".join(lines)


def board(mode: str, *lines: str) -> City:
    """A city whose upper left corner is written down; the rest is empty."""
    width = WIDTH[mode]
    rows = [line.split() for line in lines] + [[]] * (4 - len(lines))
    return [row + ["."] * (width - len(row)) for row in rows]


def lay(mode: str, on: dict[tuple[int, int], tuple[int, int]]) -> Allocation:
    """Residents and energy by (row, column), counted from 1."""
    return [[on.get((row, column), (0, 0)) for column in range(1, WIDTH[mode] + 1)] for row in range(1, 5)]


# The symbols of scoring_cases.json; towers and offices have their levels beside them.
SYMBOLS = {"_": ".", "S": "shop", "U": "public", "P": "park", "G": "playground", "M": "monument"}
SYMBOLS |= {"F": "factory", "A": "factory", "2": "harbour+2", "3": "harbour+3"} | dict.fromkeys("H145", "harbour")


def words_of(case: dict[str, Any]) -> City:
    """The city of a case in words; its printed points where the case gives them, else those of the legend."""
    printed = case.get("printed_vp")

    def word(row: int, column: int) -> str:
        symbol = case["board"][row][column]
        if symbol in "TO":
            return f"{'tower' if symbol == 'T' else 'office'}:{case['levels'][row][column]}"
        assert symbol != "U" or printed, "the layouts' services would need the legend's rule for their points"
        return SYMBOLS[symbol] + (f"+{printed[row][column]}" if printed and symbol in "UH" else "")

    return [[word(row, column) for column in range(len(case["board"][row]))] for row in range(4)]


def all_active(mode: str, city: City, customers: list[int], spare_energy: int) -> Allocation:
    """Every building activated, customers shop by shop, and the energy left laid on the parks."""
    customers, flat = list(customers), []
    for kind in kinds_of(city):
        people, power = NEEDS.get(kind, (0, 0))
        if kind == "shop":
            people = customers.pop(0)
        if kind in ("park", "playground") and spare_energy:
            power, spare_energy = 1, spare_energy - 1
        flat.append((people, power))
    width = WIDTH[mode]
    return [flat[row * width : (row + 1) * width] for row in range(4)]
