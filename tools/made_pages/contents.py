"""The table of contents, with those pages that are there."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def toctree(about: str, root: str) -> str:
    """`Caption: page page`: a hidden tree of contents; a page that nobody has written yet is left out."""
    caption, _, names = about.partition(":")
    there = [name for name in names.split() if (DOCS / f"{name}.md").is_file()]
    lines = "\n".join(there)
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 2\n:caption: {caption}\n\n{lines}\n```\n"
