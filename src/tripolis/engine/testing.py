"""The conformance kit: what every game must hold, ours or a stranger's. `check_game(game)` says what does not, in a sentence.

Random matches are played, and after every move the contract is tried: what Python sees of the rules (here), secrets (`leaks.py`), both
with checks that are compiled with the rules (`checks.py`, `probe.py`), and the three ways to run one source (`trace.py`).
"""

from __future__ import annotations

import ast
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import BadNotation, IllegalMove
from .game import Game
from .match import Match
from .position import Move, Position, seed_row
from .record import PLAIN, WHOLE, source_of
from .words import LANGUAGES, Message, words

if TYPE_CHECKING:
    from .probe import Probe

IN_A_FILE = re.compile(r"[^\s{}*%\[>][^\s{}*]*")
"""What a move's text may look like in a match file."""

SOME = 5
"""Moves and reasons whose words are looked at after every move."""


class GameFault(AssertionError):
    """A game breaks its contract; the message is a sentence, with what is needed to see it again."""


def fault(match: Match | None, sentence: str) -> GameFault:
    """A fault with the match that shows it."""
    return GameFault(sentence if match is None else f"{sentence}\n\nThe match that shows it:\n{match}")


def check_game(game: Game, matches: int = 5, seed: int = 0, traces: int = 2, samples: int = 400) -> dict[str, int]:
    """Try everything; returns how often what was tried. `traces` matches are run compiled, plain and bounds-checked.

    Rules, notation, sight, imagined worlds and events are tried after every move of every match; of words, see `Speaker`.
    """
    from .leaks import check_hidden_fields, check_imagination, values_seen
    from .probe import Probe
    from .trace import check_three_ways

    check_source(game)
    counts = {"matches": 0, "plies": 0, "worlds": 0, "mutants": 0, "groups": 0}
    pools = values_seen(game, seed)
    probe, speaker = Probe(game, pools), Speaker(game)
    for number in range(matches):
        match, worlds = check_match(probe, speaker, seed + number)
        counts["matches"] += 1
        counts["plies"] += len(match.moves)
        counts["worlds"] += worlds
    counts["mutants"] = check_hidden_fields(game, seed, pools)
    counts["groups"] = check_imagination(game, seed, samples)
    check_interleaved(game, seed)
    if traces:
        check_three_ways([game], traces, seed)
    return counts


def random_match(game: Game, seed: int) -> Iterator[Match]:
    """A match of random moves, given out before the first move and after each.

    With an odd seed half of the moves are those that `choose` advises: they lead where chance alone hardly gets.
    """
    rng, limit = random.Random(seed), int(game.rules.max_plies(game.box[0]))
    match = game.new(seed)
    yield match
    while not match.over:
        legal = match.position.legal_numbers()
        if not legal:
            raise fault(match, f"Seat {match.actor} is to decide and has no legal action.")
        action = rng.choice(legal)
        if seed % 2 == 1 and rng.random() < 0.5:
            seen = match.seen_by(match.actor)
            advice = int(game.call("call_choose")(seen.records, game.box, game.work))
            if 0 <= advice < game.n_actions and match.position.why_not(advice) is None:
                action = advice
        try:
            match.play(action)
        except IllegalMove as error:
            raise fault(
                match, f"The action {action} ({match.position.move(action)}) is listed but refused: {error}"
            ) from None
        if len(match.moves) > limit:
            raise fault(match, f"max_plies promises at most {limit} plies, and here is another one.")
        yield match


# ------------------------------------------------------------ after every move


def check_match(probe: Probe, speaker: Speaker, seed: int) -> tuple[Match, int]:
    """One random match, tried after every move; returns it, and how many worlds were compared."""
    from .leaks import check_secrets

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


def check_heard(match: Match) -> None:
    """An observation holds the events of the last move that its viewer may hear of, and no others."""
    for seat in range(-1, match.game.players):
        heard = [event for event in match.events[-1] if event.audience in (-1, seat)]
        if match.seen_by(seat).heard() != heard:
            raise fault(match, f"What seat {seat} sees holds other events than those it may hear of.")


def check_set_up(match: Match, seed: int) -> None:
    """The record of a match that was played and a fresh one give the same new match."""
    game, used = match.game, match.position.copy()
    fresh = game.new(seed).position.to_bytes()
    game.call("call_set_up")(used.records, game.box, game.work_layout.make(), seed_row(seed))
    if used.to_bytes() != fresh:
        raise fault(
            match, f"set_up leaves something of an earlier match behind: {differences(game, fresh, used.to_bytes())}."
        )


def check_notation(match: Match, s: Any, legal: list[int]) -> None:
    """Every legal move has its own text and its own path, and the text leads back to it."""
    position, b, face = match.position, match.game.plain_box, match.game.face
    texts = [face.write(s, b, number) for number in legal]
    paths = [tuple(face.path(s, b, number)) for number in legal]
    for name, values in (("text", texts), ("path", paths)):
        if len(set(values)) != len(values):
            raise fault(match, f"Two legal moves have the same {name}: {values}.")
    ends = set(paths)
    for number, text, path in zip(legal, texts, paths, strict=True):
        if position.number_of(text) != number:
            raise fault(match, f"The text {text} of the action {number} is read as another one.")
        if not IN_A_FILE.fullmatch(text):
            raise fault(match, f"The text {text!r} cannot stand in a match file.")
        if not path or any(path[:n] in ends for n in range(1, len(path))):
            raise fault(match, f"The path {path} of {text} is empty, or another move ends on its way.")
    try:
        position.number_of("\N{SNOWMAN}")
    except BadNotation:
        return
    raise fault(match, "A snowman is read as a move of this game.")


class Speaker:
    """Asks for the words of events, moves and refusals, and says them in all languages.

    Events are said always, moves when they are first legal in a match and some at every position, and of the refusals some at every
    position. The same sentence with arguments of the same kind is put into other languages only once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.languages = [words(lang, game) for lang in LANGUAGES]
        self.said: set[Any] = set()
        self.described: set[int] = set()

    def start(self) -> None:
        """Begin a match."""
        self.described = set()

    def check_events(self, match: Match) -> None:
        """The last events are sentences."""
        for event in match.events[-1]:
            if not self.can_say(match.position.words(event)):
                raise fault(match, f"The event {event} has no words.")

    def check_moves(self, match: Match, s: Any, legal: list[int], rng: random.Random) -> list[Move]:
        """Moves are sentences; returns some legal ones."""
        some = rng.sample(legal, min(SOME, len(legal)))
        for number in (*some, *(number for number in legal if number not in self.described)):
            if not self.can_say(self.game.face.describe(s, self.game.plain_box, number)):
                raise fault(match, f"The action {number} has no words.")
        self.described.update(legal)
        return [match.position.move(number, s) for number in some]

    def check_refused(self, match: Match, s: Any, codes: Any, rng: random.Random) -> None:
        """What is refused is refused again when somebody plays it, for the same reason, and reasons are sentences."""
        refused = [action for action in rng.sample(range(len(codes)), min(9, len(codes))) if codes[action] != 0]
        for action in refused[:3]:
            try:
                match.position.play(action)
            except IllegalMove as reason:
                if reason.code != codes[action]:
                    raise fault(match, f"refuse gives different answers for the action {action}.") from None
                if not self.can_say(reason.message):
                    raise fault(match, f"The reason {reason.name} has no words.") from None
                continue
            raise fault(match, f"The refused action {action} was played.")
        reasons = [code for code in self.game.reasons if code != 0]
        for code in rng.sample(reasons, 0 if match.over else min(SOME, len(reasons))):
            if not self.can_say(self.game.face.why_not(s, self.game.plain_box, 0, int(code))):
                raise fault(match, f"The reason {code!r} has no words.")

    def can_say(self, message: Message) -> bool:
        """Does it give a text in every language?"""
        if not str(message).strip():
            return False
        kind = kind_of(message)
        if kind in self.said:
            return True
        self.said.add(kind)
        return all(language.render(message).strip() for language in self.languages)


def kind_of(value: Any) -> Any:
    """A message without the values of its arguments; of a number only whether it is none, one or many, of others whether they are empty."""
    if isinstance(value, Message):
        return (value.english(), *((name, kind_of(part)) for name, part in value.args.items()))
    if isinstance(value, int):
        return min(abs(value), 2)
    return type(value), not value


def check_interleaved(game: Game, seed: int) -> None:
    """Two matches played in turns are the same as played one after the other."""
    alone = []
    for number in (seed, seed + 1):
        alone.append([match.position.to_bytes() for match in random_match(game, number)])
    together: list[list[bytes]] = [[], []]
    running = random_match(game, seed), random_match(game, seed + 1)
    for pair in itertools.zip_longest(*running):
        for i, match in enumerate(pair):
            if match is not None:
                together[i].append(match.position.to_bytes())
    if together != alone:
        raise fault(None, f"Two matches of {game.name} played in turns disturb each other.")


# ------------------------------------------------------------------- sources


def check_source(game: Game) -> None:
    """Rules must mean the same over records and over lists: no `a[i, j]`, and whole rows only through `copy_row`."""
    files = {Path(source_of(rule).__code__.co_filename) for rule in game.compiled.values()}
    for file in sorted(files):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(d, ast.Name) and d.id == "rule" for d in node.decorator_list
            ):
                check_rule_source(game, file, node)


def check_rule_source(game: Game, file: Path, function: ast.FunctionDef) -> None:
    """One rule function."""
    layouts = {"s": game.state, "w": game.work_layout}
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            raise GameFault(f"{file.name}:{node.lineno}: write a[i][j], not a[i, j]; the plain twin has lists.")
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            raise GameFault(f"{file.name}:{node.lineno}: a slice copies in lists and is a view in records.")
        if not isinstance(node, ast.Assign | ast.AugAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            depth, base = 0, target
            while isinstance(base, ast.Subscript):
                depth, base = depth + 1, base.value
            if not isinstance(base, ast.Attribute) or not isinstance(base.value, ast.Name):
                continue
            layout = layouts.get(base.value.id)
            if base.value.id == "b":
                raise GameFault(f"{file.name}:{node.lineno}: rules must not write to the box.")
            if layout and base.attr in layout.by_name and depth < len(layout.by_name[base.attr].shape):
                raise GameFault(
                    f"{file.name}:{node.lineno}: {ast.unparse(target)} is a whole row; assigning it aliases in the "
                    "twin and copies when compiled. Use copy_row."
                )


# ------------------------------------------------------------------- helpers


def row(*shape: int) -> Any:
    """A row (or a table) of whole numbers that drivers can write to."""
    import numpy as np

    zeros = np.zeros(shape, np.int64)
    return zeros.tolist() if PLAIN else zeros


def differences(game: Game, a: bytes, b: bytes) -> str:
    """The fields in which two records differ."""
    import numpy as np

    one, two = (np.frombuffer(data, np.uint8).view(game.state.dtype)[0] for data in (a, b))
    changed = [name for name in game.state.by_name if not np.array_equal(one[name], two[name])]
    return ", ".join(f"{name} {one[name].tolist()} -> {two[name].tolist()}" for name in changed) or "padding"
