"""The toy as a game that has only rules and a face; the engine ranks its seats."""

from dataclasses import replace

from tripolis.engine.game import Game

from . import TOY

BARE = Game("bare", title="Bare", version=1, options=TOY.options, rules=replace(TOY.rules, rank=None), face=TOY.face)


def install(folder):
    """A folder for Python's path with the game, as an installer leaves it."""
    info = folder / "bare-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bare\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tripolis.games]\nbare = tests.toy.bare:BARE\n")
    return folder
