"""Every link of the built site leads somewhere: files and anchors are looked up, addresses outside are checked for
their form."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

OUTSIDE = re.compile(r"https?://[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(/[^\s<>\"]*)?(#\S*)?", re.IGNORECASE)
LOCAL = re.compile(r"https?://(localhost|127\.0\.0\.1)(:\d+)?(/\S*)?")


class Page(HTMLParser):
    """The anchors of a page, and what it leads to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids and addresses; Sphinx's own links to the top of a page lead somewhere by definition."""
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value or "")
            elif name in ("href", "src") and tag != "base":
                self.targets.append(value or "")


def wrong(site: Path) -> list[str]:
    """A sentence for each link that leads nowhere."""
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        for target in page.targets:
            reason = _fault(site, file, target, pages)
            if reason:
                found.append(f"{file.relative_to(site)}: {target}: {reason}")
    return sorted(set(found))


def _fault(site: Path, file: Path, target: str, pages: dict[Path, Page]) -> str:
    parts = urlsplit(target)
    if parts.scheme in ("http", "https"):
        return "" if OUTSIDE.fullmatch(target) or LOCAL.fullmatch(target) else "this is no address"
    if parts.scheme in ("data", "mailto"):
        return ""
    if parts.scheme or parts.netloc:
        return "an address of a kind that no page should have"
    other = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if other.is_dir():
        other /= "index.html"
    if not other.is_file():
        return "there is no such file"
    if not other.is_relative_to(site.resolve()):
        return "this is outside of the site"
    anchor = unquote(parts.fragment)
    if anchor and other in pages and anchor not in pages[other].anchors:
        return "there is no such anchor"
    return ""


if __name__ == "__main__":
    sys.exit("\n".join(wrong(Path(sys.argv[1]))) or 0)
