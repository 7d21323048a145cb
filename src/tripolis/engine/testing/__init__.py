"""The conformance kit: what every game must hold, ours or a stranger's. `check_game(game)` says what does not, in a
sentence.

Random matches are played, and after every move the contract is tried: what Python sees of the rules (`matches.py`),
secrets (`leaks.py`), both with checks that are compiled with the rules (`checks.py`, `probe.py`), imagined worlds
(`imagined.py`), what features tell apart (`described.py`), what is said (`words.py`), and the three ways to run one
source (`trace.py`).
"""

from __future__ import annotations

import random

from ..game import Game
from ..match import Match
from ..position import Position
from ..record import WHOLE
from .book import check_aid, check_book
from .described import check_described
from .faults import GameFault, differences, fault
from .helper import check_helper
from .imagined import check_imagination
from .leaks import check_hidden_fields, check_secrets, values_seen
from .matches import (
    check_actions,
    check_heard,
    check_interleaved,
    check_notation,
    check_set_up,
    check_text,
    random_match,
)
from .probe import Probe
from .scenes import check_looks, check_scene
from .sources import check_source
from .steps import check_steps
from .trace import check_three_ways
from .words import Speaker, check_names

__all__ = [
    "GameFault",
    "check_actions",
    "check_book",
    "check_described",
    "check_game",
    "check_helper",
    "check_names",
    "check_play",
    "check_source",
    "check_three_ways",
]


def check_game(game: Game, matches: int = 5, seed: int = 0, traces: int = 2, samples: int = 400) -> dict[str, int]:
    """Try everything; returns how often what was tried. `traces` matches are run compiled, plain and bounds-checked."""
    check_source(game)
    check_names(game)
    check_actions(game)
    check_book(game)
    check_helper(game)
    counts = check_play(game, matches, seed, samples)
    if traces:
        check_three_ways([game], traces, seed)
    return counts


def check_play(game: Game, matches: int = 5, seed: int = 0, samples: int = 400, looks: float = 1) -> dict[str, int]:
    """Play random matches; returns how often what was tried.

    Rules, notation, sight, imagined worlds and events are tried after every move of every match, and so is all that
    people read and see of a position, or in a share `looks` of the positions, the first and the last among them; of
    words, see `Speaker`. Pictures in all themes and tables for a terminal are drawn of the first match.
    """
    counts = {"matches": 0, "plies": 0, "worlds": 0, "mutants": 0, "groups": 0, "described": 0}
    pools = values_seen(game, seed)
    probe, speaker = Probe(game, pools), Speaker(game)
    for number in range(matches):
        match, worlds = check_match(probe, speaker, seed + number, looks)
        counts["matches"] += 1
        counts["plies"] += len(match.moves)
        counts["worlds"] += worlds
        if number == 0:
            middle = len(match.moves) // 2
            for ply in (0, middle, len(match.moves)) if looks == 1 else (middle,):
                check_looks(match.at(ply).seen_by(-1), speaker)
    counts["mutants"] = check_hidden_fields(game, seed, pools)
    counts["described"] = check_described(game, seed).total()
    check_interleaved(game, seed)
    counts["groups"] = check_imagination(game, seed, samples)
    return counts


def check_face(match: Match, speaker: Speaker, rng: random.Random) -> None:
    """What people read and see of a position: its text, scene, steps, cards and aid."""
    check_text(match)
    if match.game.face.scene is not None:
        check_scene(match, speaker, rng)
        check_steps(match, speaker, rng)
    if match.over or rng.random() < 0.1:
        check_aid(match, speaker)


def check_match(probe: Probe, speaker: Speaker, seed: int, looks: float) -> tuple[Match, int]:
    """One random match, tried after every move; returns it, and how many worlds were compared."""
    game, rng, worlds = probe.game, random.Random(f"try {seed}"), 0
    earlier: list[tuple[Position, bytes]] = []
    probe.start(seed)
    speaker.start()
    match = game.new(seed)
    for match in random_match(game, seed):
        position = match.position
        before, scratch = position.to_bytes(), game.work_layout.to_bytes(game.work)
        if position.ply != len(match.moves):
            raise fault(
                match, f"After {len(match.moves)} moves s.ply is {position.ply}; does apply start with begin()?"
            )
        if not -1 <= position.actor < game.players:
            raise fault(match, f"s.actor is {position.actor}, which is no seat of {game.players}.")
        if position.observer != WHOLE:
            raise fault(match, "A position of a match must be whole; something set s.observer.")
        probe.rules(match)
        s, legal = position.plain, position.legal_numbers()
        check_notation(match, s, legal)
        speaker.check_events(match)
        speaker.check_refused(match, s, probe.codes, rng)
        moves = speaker.check_moves(match, s, legal, rng)
        if not match.over:
            worlds += check_secrets(probe, match, moves)
        check_heard(match)
        if match.over or not match.moves or rng.random() < looks:
            check_face(match, speaker, rng)
        if game.work_layout.to_bytes(game.work) != scratch:
            raise fault(match, "Looking at a whole position writes to game.work, which observations can read.")
        if position.to_bytes() != before:
            changes = differences(game, before, position.to_bytes())
            raise fault(match, f"Looking at the position changed it: {changes}.")
        if rng.random() < 0.2 or match.over:
            earlier.append((position.copy(), before))
    for copy, before in earlier:
        if copy.to_bytes() != before:
            raise fault(match, f"A copy made at ply {copy.ply} changed while the match went on.")
    check_set_up(match, seed + 1)
    if Match.parse(str(match), game) != match:
        raise fault(match, "The match is not the same after it was written and read again.")
    return match, worlds
