"""What the documents take from the code when they are built: a Sphinx extension.

A page says `<!-- made: game quadropolis -->`, and what the code says of that game stands there in the built page. Pictures are drawn into
docs/made. After the build every link and every anchor of the site is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from . import api, commands, contents, games, links, pictures, python

MADE = re.compile(r"^<!-- made: (?P<kind>\w+) ?(?P<about>[^>]*?) -->$", re.MULTILINE)
MAKERS: dict[str, Callable[[str, str], str]] = {
    "game": games.page,
    "table": pictures.table,
    "city": pictures.city,
    "api": api.page,
    "commands": commands.page,
    "python": python.page,
    "toctree": contents.toctree,
}
"""What a page can ask for: a function of what is behind the word and of the way from the page to the root."""


def fill(text: str, docname: str) -> str:
    """A page with everything that it takes from the code."""
    root = "../" * docname.count("/")
    return MADE.sub(lambda found: MAKERS[found["kind"]](found["about"], root), text)


def on_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Fill a page before Sphinx reads it."""
    source[0] = fill(source[0], docname)


def on_outdated(app: Sphinx, env: Any, added: Any, changed: Any, removed: Any) -> Iterable[str]:
    """Pages that take something from the code are read anew each time."""
    return [name for name in env.found_docs if MADE.search(Path(env.doc2path(name)).read_text(encoding="utf-8"))]


def on_finished(app: Sphinx, problem: Exception | None) -> None:
    """Look up every link and every anchor of the built site."""
    if problem is None and app.builder.name == "html":
        wrong = links.wrong(Path(app.outdir))
        for line in wrong:
            logging.getLogger(__name__).error(line)
        if wrong:
            raise ExtensionError(f"{len(wrong)} links lead nowhere")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("source-read", on_read)
    app.connect("env-get-outdated", on_outdated)
    app.connect("build-finished", on_finished)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
