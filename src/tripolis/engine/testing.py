"""The conformance kit: what every game must hold, ours or a stranger's. `check_game(game)` says what does not, in a sentence.

Random matches are played, and after every move the contract is tried: rules (here), secrets (`leaks.py`), and the three ways to run one
source (`trace.py`).
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import BadNotation, IllegalMove
from .game import RULES, Game, feature_row
from .match import Match
from .position import Position, seed_row
from .record import PLAIN, WHOLE, as_list, source_of


class GameFault(AssertionError):
    """A game breaks its contract; the message is a sentence, with what is needed to see it again."""


def fault(match: Match | None, sentence: str) -> GameFault:
    """A fault with the match that shows it."""
    return GameFault(sentence if match is None else f"{sentence}\n\nThe match that shows it:\n{match}")


def check_game(game: Game, matches: int = 5, seed: int = 0, traces: int = 2, samples: int = 400) -> dict[str, int]:
    """Try everything; returns how often what was tried. `traces` matches are run compiled, plain and bounds-checked."""
    from .leaks import check_hidden_fields, check_imagination, check_sight, values_seen
    from .trace import check_three_ways

    check_source(game)
    if len(game.part("feature_names")()) != game.part("N_FEATURES"):
        raise fault(None, "feature_names and N_FEATURES do not agree.")
    counts = {"matches": 0, "plies": 0, "worlds": 0, "mutants": 0, "groups": 0}
    pools = values_seen(game, seed)
    for number in range(matches):
        match = check_match(game, seed + number)
        counts["matches"] += 1
        counts["plies"] += len(match.moves)
        counts["worlds"] += check_sight(game, seed + number, pools)
    counts["mutants"] = check_hidden_fields(game, seed, pools)
    counts["groups"] = check_imagination(game, seed, samples)
    check_interleaved(game, seed)
    if traces:
        check_three_ways(game, traces, seed)
    return counts


def random_match(game: Game, seed: int) -> Iterator[Match]:
    """A match of random moves, given out before the first move and after each."""
    rng = random.Random(seed)
    match = game.new(seed)
    yield match
    while not match.over:
        action = rng.choice(match.position.legal_numbers())
        try:
            match.play(action)
        except IllegalMove as error:
            raise fault(
                match, f"The action {action} ({match.position.move(action)}) is listed but refused: {error}"
            ) from None
        yield match


# ------------------------------------------------------------ after every move


def check_match(game: Game, seed: int) -> Match:
    """One random match, tried after every move."""
    rng = random.Random(f"try {seed}")
    limit = int(game.part("max_plies")(game.box[0]))
    earlier: list[tuple[Position, bytes]] = []
    match = game.new(seed)
    for match in random_match(game, seed):
        position = match.position
        if position.ply != len(match.moves):
            raise fault(
                match, f"After {len(match.moves)} moves s.ply is {position.ply}; does apply start with begin()?"
            )
        if position.ply > limit:
            raise fault(match, f"max_plies promises at most {limit} plies, and here is another one.")
        if not -1 <= position.actor < game.players:
            raise fault(match, f"s.actor is {position.actor}, which is no seat of {game.players}.")
        if position.observer != WHOLE:
            raise fault(match, "A position of a match must be whole; something set s.observer.")
        check_refusals(match, rng)
        check_notation(match)
        check_account(match)
        check_advice(match)
        check_words(match)
        if rng.random() < 0.2 or match.over:
            earlier.append((position.copy(), position.to_bytes()))
    for copy, before in earlier:
        if copy.to_bytes() != before:
            raise fault(match, f"A copy made at ply {copy.ply} changed while the match went on.")
    check_set_up(game, seed)
    if Match.parse(str(match), game) != match:
        raise fault(match, "The match is not the same after it was written and read again.")
    return match


def check_set_up(game: Game, seed: int) -> None:
    """A fresh record and a used one give the same match."""
    fresh = game.new(seed).position.to_bytes()
    *_, match = random_match(game, seed + 1)
    used = match.position.copy()
    game.call("call_set_up")(used.records, game.box, game.work, seed_row(seed))
    if used.to_bytes() != fresh:
        raise fault(
            match, f"set_up leaves something of an earlier match behind: {differences(game, fresh, used.to_bytes())}."
        )


def check_refusals(match: Match, rng: random.Random) -> None:
    """What is listed is what is not refused; what is refused changes nothing."""
    game, position = match.game, match.position
    before = position.to_bytes()
    listed = position.legal_numbers()
    if len(set(listed)) != len(listed) or any(not 0 <= a < game.n_actions for a in listed):
        raise fault(match, f"legal_actions lists an action twice or one that does not exist: {listed}.")
    codes = row(game.n_actions)
    game.call("refusals")(position.records, game.box, game.work, codes)
    allowed = {action for action in range(game.n_actions) if codes[action] == 0}
    for action in sorted(set(listed) ^ allowed):
        if action in allowed and action in game.unlisted:
            continue
        where = "listed but refused" if action in listed else "allowed but not listed"
        raise fault(match, f"The action {action} ({position.move(action)}) is {where}.")
    if match.over and allowed:
        raise fault(match, f"The match is over, and the action {min(allowed)} is still allowed.")
    if not match.over and not listed:
        raise fault(match, f"Seat {position.actor} is to decide and has no legal action.")
    refused = [action for action in range(game.n_actions) if codes[action] != 0]
    for action in rng.sample(refused, min(3, len(refused))):
        reason = position.why_not(action)
        if reason is None or reason.code != codes[action]:
            raise fault(match, f"refuse gives different answers for the action {action}.")
        try:
            position.play(action)
        except IllegalMove:
            continue
        raise fault(match, f"The refused action {action} was played.")
    if position.to_bytes() != before:
        raise fault(
            match, f"Listing or refusing changed the position: {differences(game, before, position.to_bytes())}."
        )


def check_notation(match: Match) -> None:
    """Every legal move has its own text and its own path, and the text leads back to it."""
    position = match.position
    legal = position.legal()
    for name, values in (("text", [m.text for m in legal]), ("path", [m.path for m in legal])):
        if len(set(values)) != len(values):
            raise fault(match, f"Two legal moves have the same {name}: {values}.")
    paths = {move.path for move in legal}
    for move in legal:
        if position.number_of(move.text) != move.number:
            raise fault(match, f"The text {move.text} of the action {move.number} is read as another one.")
        if any(c.isspace() or c in "{}*" for c in move.text) or not move.text or move.text[0] in "%[>":
            raise fault(match, f"The text {move.text!r} cannot stand in a match file.")
        if not move.path or any(move.path[:n] in paths for n in range(1, len(move.path))):
            raise fault(match, f"The path {move.path} of {move.text} is empty, or another move ends on its way.")
    try:
        position.number_of("\N{SNOWMAN}")
    except BadNotation:
        return
    raise fault(match, "A snowman is read as a move of this game.")


def check_account(match: Match) -> None:
    """Totals are sums, places follow totals, and scoring changes nothing."""
    game, position = match.game, match.position
    before = position.to_bytes()
    accounts, ranks = position.scores(), position.ranks()
    for seat, account in enumerate(accounts):
        if account.total != sum(points or 0 for points in account.points.values()):
            raise fault(match, f"Seat {seat}'s total {account.total} is not the sum of {account.points}.")
        if match.over and None in account.points.values():
            raise fault(match, f"The match is over, and a category of seat {seat} is still unknown.")
    if sorted(ranks)[0] != 1 or any(not 1 <= place <= game.players for place in ranks):
        raise fault(match, f"The places {ranks} are no places of {game.players} seats.")
    for a in range(game.players):
        if ranks[a] != 1 + sum(place < ranks[a] for place in ranks):
            raise fault(match, f"In the places {ranks} the place {ranks[a]} does not follow from the seats before it.")
    if position.to_bytes() != before:
        raise fault(match, f"Scoring changed the position: {differences(game, before, position.to_bytes())}.")


def check_advice(match: Match) -> None:
    """The quick choice is legal and leaves the position alone; features are numbers."""
    game = match.game
    if match.over:
        return
    seen = match.seen_by(match.actor)
    before = seen.to_bytes()
    action = int(game.call("call_choose")(seen.records, game.box, game.work))
    if match.position.why_not(action) is not None:
        raise fault(match, f"choose advises the action {action}, which is refused.")
    game.call("call_value")(seen.records, game.box, game.work, match.actor)
    out = feature_row(game)
    game.call("call_features")(seen.records, game.box, match.actor, out)
    if not all(abs(x) < 1e6 for x in as_list(out)):
        raise fault(match, "A feature is no sensible number.")
    if seen.to_bytes() != before:
        raise fault(match, f"Advice changed the position: {differences(game, before, seen.to_bytes())}.")


def check_words(match: Match) -> None:
    """Every event and every refusal is a sentence."""
    position, game = match.position, match.game
    for event in match.events[-1]:
        if not str(position.words(event)).strip():
            raise fault(match, f"The event {event} has no words.")
    s = position.plain
    for number in position.legal_numbers()[:3]:
        if not str(position.move(number, s).words).strip():
            raise fault(match, f"The action {number} has no words.")
    for code in game.reasons:
        if not match.over and code != 0 and not str(game.part("why_not")(s, game.plain_box, 0, int(code))):
            raise fault(match, f"The reason {code!r} has no words.")


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
    files = {Path(source_of(game.part(name)).__code__.co_filename) for name in RULES}
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


def row(n: int) -> Any:
    """A row of whole numbers that drivers can write to."""
    import numpy as np

    return [0] * n if PLAIN else np.zeros(n, np.int64)


def differences(game: Game, a: bytes, b: bytes) -> str:
    """The fields in which two records differ."""
    import numpy as np

    one, two = (np.frombuffer(data, np.uint8).view(game.state.dtype)[0] for data in (a, b))
    changed = [name for name in game.state.by_name if not np.array_equal(one[name], two[name])]
    return ", ".join(f"{name} {one[name].tolist()} -> {two[name].tolist()}" for name in changed) or "padding"
