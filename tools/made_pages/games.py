"""The page of a game, from its code: options, rules with pictures, rulings, components, notation, actions, account,
sight, features, versions."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import tripolis
from tripolis.bots.par import Shown, blocks_of
from tripolis.engine.features import Section, numbers, starts
from tripolis.engine.game import Game
from tripolis.engine.guide import Items, Ruling, Table
from tripolis.engine.record import Field, source_of
from tripolis.engine.words import Message

from .components import components
from .markdown import cell, code, folded, listing, parts, table
from .moves import ACTIONS, REASONS, actions, examples, reasons
from .pictures import of_guide

RULES = Path(__file__).parents[2] / "docs" / "rules"
PAGE = re.compile(r"\b(?:p\. \d|[Rr]ulings? \w|[RT]\d|rulebook: \w)")
"""Where a rule stands: a page, a ruling, or a heading of a rulebook without pages."""


def page(name: str, root: str) -> str:
    """Everything that the code says of a game."""
    game = tripolis.game(name)
    return parts(
        facts(game),
        "## Options",
        options(game),
        "## Rules",
        rules(game, root),
        "## Rulings",
        "Where the rulebook is silent or contradicts itself, this is what the program does.",
        rulings(game.book.rulings),
        "## Components",
        f"Every value has its status beside it; [what the rules rest on]({root}rules/{name}.md) says where it comes from, and an owner "
        f"can [put other values in]({root}owners.md).",
        components(game),
        "## Notation",
        f"{cell(game.face.notation or '')}",
        "One example of each kind of move, from real matches:",
        examples(game),
        "## Actions",
        ACTIONS.format(last=f"{game.n_actions - 1:,}"),
        actions(game),
        "## Refusals",
        REASONS,
        reasons(game),
        "## Account",
        account(game),
        "## Who sees what",
        sight(game),
        "## Features",
        features(game),
        "## Where the rules stand in the code",
        where(game),
        "## Versions",
        versions(game),
    )


def facts(game: Game) -> str:
    """The game in numbers."""
    seats = next(option for option in game.options if option.name == "players").values
    longest = max(
        int(game.rules.max_plies(game.configure(players=players).plain_box)) for players in (seats[0], seats[-1])
    )
    rows = [
        ("players", f"{seats[0]} to {seats[-1]}"),
        ("version of the rules", str(game.version)),
        ("actions", f"{game.n_actions:,}"),
        ("features of an observation", f"{game.n_features:,}"),
        ("bytes of a position", f"{game.state.size:,}"),
        ("no match is longer than", f"{longest:,} decisions"),
        ("files of the box", ", ".join(map(code, game.rules.standard_box()))),
    ]
    return table(("what", "how much"), rows)


def options(game: Game) -> str:
    """What is chosen before a match, and the ruling that an option switches."""
    rows = []
    for option in game.options:
        values = ", ".join(code(option.show(value)) for value in option.values) or "text"
        named = [ruling.number for ruling in game.book.rulings if option.title in _inside(ruling.answer)]
        named += re.findall(r"[Rr]uling (\w+)", str(option.help))
        rows.append(
            (
                code(option.name),
                cell(option.title),
                cell(option.help),
                values,
                code(option.show(option.default)),
                ", ".join(dict.fromkeys(named)),
            )
        )
    return table(("option", "name", "meaning", "values", "default", "ruling"), rows)


def _inside(message: object) -> list[object]:
    """The arguments of a message."""
    return list(getattr(message, "args", {}).values())


def rules(game: Game, root: str) -> str:
    """The guide, section by section, with its pictures."""
    found = []
    numbers = itertools.count()
    for section in game.book.guide:
        found.append(f"### {cell(section.title)}")
        found += [block_text(game, block, numbers, root) for block in blocks_of(game, section)]
        if section.rulings:
            found.append(rulings(section.rulings))
    return parts(*found)


def block_text(game: Game, block: Shown, numbers: Iterator[int], root: str) -> str:
    """A paragraph, a list, a table or a picture."""
    match block:
        case Message():
            return cell(block)
        case Items():
            return "\n".join(f"{'1.' if block.numbered else '-'} {cell(item)}" for item in block.items)
        case Table():
            return table([cell(text) for text in block.columns], [[cell(text) for text in row] for row in block.rows])
    return of_guide(game, next(numbers), block, root)


def rulings(found: Iterable[Ruling]) -> str:
    """Questions and answers."""
    rows = [tuple(map(cell, (ruling.number, ruling.question, ruling.answer, ruling.source))) for ruling in found]
    return table(("ruling", "question", "answer", "source"), rows)


def account(game: Game) -> str:
    """What is counted, and what breaks ties."""
    ties = game.face.tie_names
    rows = [(code(key), cell(game.category_name(key)), "points") for key in game.categories]
    rows += [(code(key), cell(ties.get(key, key)), f"breaks ties, {i}.") for i, key in enumerate(game.ties, 1)]
    return table(("key", "name", "what"), rows)


def sight(game: Game) -> str:
    """Every field of a position, and who may know it; observations are made from this."""
    rows = [
        (code(field.name), code(field.kind), " × ".join(map(str, field.shape)) or "one", _sight(field))
        for field in game.state.fields
    ]
    hidden = sum(field.sight != "public" for field in game.state.fields)
    return parts(
        f"{hidden} of {len(rows)} fields are not public. When a match is over, all is open but the seed.",
        table(("field", "type", "shape", "who knows it"), rows),
    )


def _sight(field: Field) -> str:
    if callable(field.sight):
        said = (source_of(field.sight).__doc__ or "").split("\n")[0]
        return f"where `{source_of(field.sight).__name__}` says so: {cell(said)}"
    return {"public": "everybody", "owner": "each row its own seat", "nobody": "nobody"}[field.sight]


def features(game: Game) -> str:
    """What describes an observation to a learner, index by index."""
    names, sections = game.feature_names(), game.advice.sections if game.advice else ()
    rows = [
        (f"{first} to {after - 1}" if after - first > 1 else str(first), cell(_in_short(section)), str(section.most))
        for section, first, after in zip(sections, starts(sections), starts(sections)[1:], strict=False)
    ]
    lines = "\n".join(f"{i:5} {name}" for i, name in enumerate(names))
    return parts(
        f"`features(s, b, seat, out)` writes {len(names):,} whole numbers that the seat may know, made from its observation "
        f"alone, each from 0 to its bound; their version is `{game.features_version}`. In short (`n` counts; seat 0 is the "
        "one that looks):",
        table(("index", "what", "bound"), rows),
        folded(f"All {len(names):,}, index by index", listing(lines)),
        *_left_out(game),
    )


def _in_short(section: Section) -> str:
    """A section's text with `n` for numbers, and all words."""
    axes = ["n" if isinstance(axis, int) else _run(numbers(axis)) for axis in section.axes]
    return section.text.replace(" (0: own)", "").format(*axes)


def _run(words: Sequence[int | str]) -> str:
    return f"{words[0]} to {words[-1]}" if isinstance(words, range) else ", ".join(map(str, words))


def _left_out(game: Game) -> list[str]:
    """The fields that the features leave out, and why."""
    left_out = game.advice.not_described if game.advice else {}
    if not left_out:
        return []
    return ["They leave out:", table(("field", "why"), [(code(name), cell(why)) for name, why in left_out.items()])]


def where(game: Game) -> str:
    """Rules whose function names a page of the rulebook or a ruling."""
    rows = []
    for file in sorted((game.folder / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                said = (ast.get_docstring(node) or "").split("\n")[0]
                if PAGE.search(said):
                    rows.append((code(f"{file.stem}.{node.name}"), cell(said)))
    return table(("function", "what the rulebook says, and where"), rows)


def versions(game: Game) -> str:
    """The history of the rules, which must name the present version."""
    text = (RULES / f"{game.name}.md").read_text(encoding="utf-8")
    section = re.search(r"^## (?:\d+ )?Versions\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not section or not re.search(rf"^\| {game.version} \|", section[1], re.MULTILINE):
        raise ValueError(f"docs/rules/{game.name}.md does not tell what version {game.version} of the rules is")
    return section[1]
