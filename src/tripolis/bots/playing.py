"""A match between bots: `tripolis.play`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.game import game as find_game
from tripolis.engine.match import Match
from tripolis.engine.words import Message

from . import Bot, bot


def play(game: Game | str, bots: Sequence[Bot | str], seed: int | bytes | str | None = None) -> Match:
    """A match between bots, played to its end: `play("quadropolis", ["master", "greedy"], seed=1)`.

    There is a bot for each seat, by its name or as an object. The same seed gives the same match if the bots are
    deterministic. A single legal move is made without asking.
    """
    game = find_game(game, players=len(bots)) if isinstance(game, str) else game
    if len(bots) != game.players:
        args = {"game": game.title, "seats": game.players, "bots": len(bots)}
        raise BadOptions(Message("{game} has {seats} seats here, but there are {bots} bots.", **args))
    players = [bot(one, game) if isinstance(one, str) else one for one in bots]
    match = game.new(seed)
    match.headers = {f"Seat{seat}": player.name for seat, player in enumerate(players)}
    while not match.over:
        legal, seat = match.legal_numbers(), match.actor
        if len(legal) == 1:
            match.play(legal[0])
        else:
            match.play(players[seat].choose(match.seen_by(seat), decision_seed(match, seat)))
    return match


def decision_seed(match: Match, seat: int) -> int:
    """The chance of a bot for its next decision; it tells nothing about the seed of the match."""
    digest = hashlib.sha256(f"tripolis decision {seat} {len(match)} {match.seed}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 2
