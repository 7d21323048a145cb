"""The score helper and the builder: steps can be clicked and taken, states come back, nonsense is refused."""

from __future__ import annotations

import random
from urllib.parse import quote

from ..errors import TripolisError
from ..game import Game
from ..parts import Editor, Stepwise
from .faults import GameFault
from .scenes import check_labels, check_sprites
from .words import Speaker

STEPS = 12
"""Steps of each random walk."""
TRIED = 8
"""Steps that are tried at each state."""
NONSENSE = ("", "hello", "\N{SNOWMAN}", "1" * 300)
SAFE = ":@!$'()*,;=._~-"
"""What may stand in an address as it is."""


def check_helper(game: Game) -> None:
    """The editor in all modes and for all numbers of players, and the builder; a game without them passes."""
    if game.helper is None:
        return
    speaker = Speaker(game)
    if (editor := game.helper.editor) is not None:
        most = max(int(value) for option in game.options if option.name == "players" for value in option.values)
        for mode in editor.MODES:
            for players in range(editor.FEWEST, most + 1):
                check_editor(editor(mode, players), players, speaker)
    if (builder := game.helper.builder) is not None:
        for mode in builder.MODES:
            check_steps(builder(mode), speaker)


def check_editor(editor: Editor, players: int, speaker: Speaker) -> None:
    """A score helper counts for everybody, as its state does when it comes back."""
    check_steps(editor, speaker)
    again = type(editor).from_state(editor.state)
    for one in (editor, again):
        if len(one.verdict()) != players or len(one.ranks()) != players:
            raise GameFault(f"The score helper for {players} has {len(one.verdict())} accounts: {one.state}")
    if [account.points for account in again.verdict()] != [account.points for account in editor.verdict()]:
        raise GameFault(f"The score helper counts something else when its state comes back: {editor.state}")
    for language in speaker.languages:
        if not list(editor.lines(language.render)):
            raise GameFault("The score helper has no lines for a terminal.")


def check_steps(editor: Stepwise, speaker: Speaker) -> None:
    """A random walk over everything that may be clicked."""
    rng, kind = random.Random(editor.state), type(editor).__name__
    speaker.check(None, f"{kind}.HELP", editor.HELP)
    check_nonsense(editor)
    for _ in range(STEPS):
        scene, moves, before = editor.scene(), list(editor.moves()), editor.state
        check_sprites(speaker.game, scene)
        check_labels(None, speaker, scene)
        known, paths = scene.by_id, {move.path for move in moves}
        if len(paths) != len(moves):
            raise GameFault(f"Two steps of {kind} have the same path at {before}")
        for move in moves:
            if not move.path or any(name not in known for name in move.path):
                raise GameFault(f"The path {move.path} of {move.text} leads nowhere at {before}")
            if any(move.path[:n] in paths for n in range(1, len(move.path))):
                raise GameFault(f"Another step ends on the path {move.path} of {move.text} at {before}")
            speaker.check(None, f"The step {move.text}", move.words)
        for move in rng.sample(moves, min(TRIED, len(moves))):
            check_state(editor, before)
            trial = type(editor).from_state(before)
            try:
                trial.play(move.text)
            except TripolisError as error:
                raise GameFault(f"The step {move.text} is offered and refused at {before}: {error}") from None
        editor.play(rng.choice(moves).text)
    check_state(editor, editor.state)


def check_state(editor: Stepwise, state: str) -> None:
    """A state fits into an address and comes back."""
    if quote(state, safe=SAFE) != state:
        raise GameFault(f"The state {state!r} does not fit into an address.")
    if type(editor).from_state(state).state != state:
        raise GameFault(f"The state {state!r} comes back as {type(editor).from_state(state).state!r}.")


def check_nonsense(editor: Stepwise) -> None:
    """Steps and states that mean nothing are refused with a sentence and change nothing."""
    before = editor.state
    for text in NONSENSE:
        for take in (editor.play, type(editor).from_state):
            try:
                take(text)
            except TripolisError as error:
                if not str(error):
                    raise GameFault(f"{text!r} is refused without a word.") from None
            else:
                raise GameFault(f"{text!r} is taken by {type(editor).__name__}.{take.__name__}.")
    if editor.state != before:
        raise GameFault(f"A refused step has changed {before!r} to {editor.state!r}.")
