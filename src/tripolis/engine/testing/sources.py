"""Rules as text: what would mean something else over lists than over records."""

from __future__ import annotations

import ast
from pathlib import Path

from ..game import Game
from ..record import source_of
from .faults import GameFault


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
