"""Which games, modes and seat counts the environments are tried on."""

import os

import tripolis
from tripolis.bench import mode_of, variants
from tripolis.engine.game import find

SOAK = os.environ.get("TRIPOLIS_SOAK", "") not in ("", "0")
SEEDS = 50 if SOAK else 1


def shorter(game):
    """The same game with few rounds where the game lets one choose: a match of U-Build is long."""
    known = {option.name for option in game.options}
    return game.configure(round_limit=3) if "round_limit" in known else game


SHORT = [
    tripolis.game("quadropolis", players=2),
    tripolis.game("quadropolis", players=3, mode="expert"),
    tripolis.game("metropolys", players=3, mode="expert"),
    tripolis.game("ubuild", players=2),
]
GAMES = [variant for name in tripolis.game_names() for variant in variants(find(name))] if SOAK else SHORT


def name_of(game):
    return f"{game.name}-{mode_of(game)}-{game.players}"
