"""What the documents take from the code when they are built: a Sphinx extension.

A page says `<!-- made: game quadropolis -->`, and what the code says of that game stands there in the built page.
Pictures are drawn into docs/made; a light one that is named in a page gets its dark twin. After the build every link
and every anchor of the site is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

from . import api, commands, contents, contract, games, links, pictures, python

MADE = re.compile(r"^<!-- made: (?P<kind>\w+) ?(?P<about>[^>]*?) -->$", re.MULTILINE)
SHOT = re.compile(r"!\[[^\]]*\]\([^)\s]*images/page-[^)\s]*-(?P<kind>light|phone)\.png\)")
"""Pictures of pages are taken in light, in dark and on a phone; a page of the documents names the first or the last."""
MAKERS: dict[str, Callable[[str, str], str]] = {
    "game": games.page,
    "table": pictures.table,
    "api": api.page,
    "commands": commands.page,
    "python": python.page,
    "contract": contract.page,
    "toctree": contents.toctree,
}
"""What a page can ask for: a function of what is behind the word and of the way from the page to the root."""


def on_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Fill a page before Sphinx reads it."""
    root = "../" * docname.count("/")
    text = SHOT.sub(lambda found: pictures.shot(found[0], found["kind"]), source[0])
    source[0] = MADE.sub(lambda found: MAKERS[found["kind"]](found["about"], root), text)


def on_outdated(app: Sphinx, env: Any, added: Any, changed: Any, removed: Any) -> Iterable[str]:
    """Pages that take something from the code are read anew each time."""
    return [name for name in env.found_docs if MADE.search(Path(env.doc2path(name)).read_text(encoding="utf-8"))]


def on_finished(app: Sphinx, problem: Exception | None) -> None:
    """Look up every link and every anchor of the built site."""
    if problem is None and app.builder.name == "html":
        for line in links.wrong(Path(app.outdir)):
            logging.getLogger(__name__).error(line)
            app.statuscode = 1


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("source-read", on_read)
    app.connect("env-get-outdated", on_outdated)
    app.connect("build-finished", on_finished)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
