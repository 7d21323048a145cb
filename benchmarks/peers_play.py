"""Random play of one engine in this process: one row for every line of standard input.

    python benchmarks/peers_play.py NAME [CORE]

Each line is a number of CPU seconds; whole games are played until they have passed. Runs under the Python of the
engine: it imports nothing but the standard library and that engine.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]
Play = Callable[..., int]
"""`play(chance, notes)` plays a whole game with `chance()` from 0 to 1, and returns how many decisions were made; a
list of notes gets the number of legal moves of each."""

SEED = 7
COUNTED_GAMES = 60


def catanatron() -> Play:
    """Catanatron's own random players and its own loop, with its limit of 1000 turns."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    def play(chance: Callable[[], float], notes: list[int] | None = None) -> int:
        game, n = Game([RandomPlayer(color) for color in Color], seed=int(chance() * 2**31)), 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            if notes is not None:
                notes.append(len(game.state.playable_actions))
            game.play_tick()
            n += 1
        return n

    return play


def python_chess() -> Play:
    """Until `is_game_over`: mate, stalemate, too little material, 75 moves, fivefold repetition."""
    import chess

    def play(chance: Callable[[], float], notes: list[int] | None = None) -> int:
        board, n = chess.Board(), 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            if notes is not None:
                notes.append(len(legal))
            board.push(legal[int(chance() * len(legal))])
            n += 1
        return n

    return play


def open_spiel(name: str) -> Play:
    """A game without chance, written in C++ and played from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC

    def play(chance: Callable[[], float], notes: list[int] | None = None) -> int:
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if notes is not None:
                notes.append(len(legal))
            state.apply_action(legal[int(chance() * len(legal))])
            n += 1
        return n

    return play


def quadropolis() -> Play:
    """Tripolis played like OpenSpiel: compiled rules, called from Python for every move."""
    from tripolis import game
    from tripolis.engine.position import seed_row

    made = game("quadropolis", mode="classic", players=4)
    made.prepare()
    set_up, legal_actions, apply, score = map(
        made.call, ("call_set_up", "call_legal_actions", "call_apply", "call_score")
    )
    states, box, work = made.state.make(), made.box, made.work
    actions = work[0].actions
    work[0].mute = 1

    def play(chance: Callable[[], float], notes: list[int] | None = None) -> int:
        n = 0
        set_up(states, box, work, seed_row(int(chance() * 2**31)))
        while legal := legal_actions(states, box, work):
            if notes is not None:
                notes.append(legal)
            apply(states, box, work, int(actions[int(chance() * legal)]))
            n += 1
        for seat in range(4):
            score(states, box, work, seat)
        return n

    return play


def match() -> Play:
    """Tripolis as its users play it: a `Match` that checks each move, keeps events, and can be taken back."""
    from tripolis import game

    made = game("quadropolis", mode="classic", players=4)
    made.prepare()

    def play(chance: Callable[[], float], notes: list[int] | None = None) -> int:
        match = made.new(int(chance() * 2**31))
        while not match.over:
            legal = match.legal_numbers()
            if notes is not None:
                notes.append(len(legal))
            match.play(legal[int(chance() * len(legal))])
        return len(match)

    return play


PEERS: dict[str, tuple[Row, Callable[[], Play]]] = {
    "peer:catanatron": ({"mode": None, "players": 4, "engine": "python"}, catanatron),
    "peer:chess": ({"mode": None, "players": 2, "engine": "python"}, python_chess),
    "peer:quoridor": ({"mode": None, "players": 2, "engine": "c++ from python"}, lambda: open_spiel("quoridor")),
    "peer:chinese_checkers": (
        {"mode": None, "players": 4, "engine": "c++ from python"},
        lambda: open_spiel("chinese_checkers(players=4)"),
    ),
}
"""What a row says about a peer, and how to get its `play`."""

MOVE_BY_MOVE = ({"mode": "classic", "players": 4, "engine": "compiled from python"}, quadropolis)
MATCH = ({"mode": "classic", "players": 4, "engine": "Match"}, match)


def counted(play: Play, games: int) -> Row:
    """Legal moves and forced ones, over a few games that are not timed."""
    notes: list[int] = []
    chance = random.Random(SEED).random
    for _ in range(games):
        play(chance, notes)
    return {
        "legal_mean": round(sum(notes) / len(notes), 2),
        "forced_share": round(notes.count(1) / len(notes), 4),
    }


def timed(play: Play, seconds: float, chance: Callable[[], float]) -> Row:
    """Whole games until so many CPU seconds have passed."""
    games = decisions = 0
    start = time.process_time()
    while True:
        decisions += play(chance)
        games += 1
        spent = time.process_time() - start
        if spent >= seconds:
            return {"decisions_per_s": round(decisions / spent), "games_per_s": round(games / spent, 1)}


def from_python(name: str, about: Row, prepare: Callable[[], Play]) -> Callable[[float], Row]:
    """What measures an engine that Python calls for every move."""
    play = prepare()
    counts = counted(play, COUNTED_GAMES)
    chance = random.Random(SEED).random
    return lambda seconds: {"game": name, **about, **timed(play, seconds, chance), **counts}


def whole_games() -> Callable[[float], Row]:
    """What measures Tripolis as `tripolis bench` does: compiled, or plain under TRIPOLIS_PLAIN=1."""
    from tripolis import game
    from tripolis.bench import random_play

    made = game("quadropolis", mode="classic", players=4)
    random_play(made, 0.01)  # compile
    return lambda seconds: random_play(made, seconds)


def pin(core: int) -> None:
    """Stay on one core, where the system knows how."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def main() -> None:
    name = sys.argv[1]
    if len(sys.argv) > 2:
        pin(int(sys.argv[2]))
    if name == "tripolis":
        measure = whole_games()
    elif name == "quadropolis":
        measure = from_python(name, *MOVE_BY_MOVE)
    elif name == "match":
        measure = from_python("quadropolis", *MATCH)
    else:
        measure = from_python(name, *PEERS[name])
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(measure(float(line))), flush=True)


if __name__ == "__main__":
    main()
