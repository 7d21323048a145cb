"""Small pieces of Markdown: cells, tables, and parts that fold away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any


def cell(text: Any) -> str:
    """Text that means nothing but itself, in one cell of a table."""
    return re.sub(r"([\\`*_{}\[\]<>|#$])", r"\\\1", " ".join(str(text).split()))


def code(text: Any) -> str:
    """Something to type, in one cell of a table; nothing where there is nothing."""
    return f"`{str(text).replace('|', chr(92) + '|')}`" if str(text) else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def folded(summary: str, body: str) -> str:
    """A long part that a reader opens."""
    return f'<details class="long"><summary>{summary}</summary>\n\n{body}\n\n</details>\n'


def listing(text: str, language: str = "text") -> str:
    """Lines as they are."""
    return f"```{language}\n{text}\n```\n"


def parts(*found: str) -> str:
    """Parts one after the other."""
    return "\n\n".join(part.strip("\n") for part in found if part) + "\n"
