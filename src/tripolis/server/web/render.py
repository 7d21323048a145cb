"""How a page is made: templates, words, themes, static files under an address that changes with them."""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader
from litestar import Request, Response
from markupsafe import Markup

from tripolis.bots import BOT_NAMES, BOTS, STRENGTHS
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.themes import SEATS, css
from tripolis.engine.words import words

from ..api.desk import Caller
from ..api.responses import lang_of
from .texts import LANGUAGE_NAMES, WORDS

HOUSE = Path(__file__).parent
STATIC, TEMPLATES = HOUSE / "static", HOUSE / "templates"
STYLE = re.compile(r'\s*style="([^"]*)"')


@cache
def version() -> str:
    """A name for the static files as they are: another one after every change, so that browsers may keep them for ever."""
    found = hashlib.sha256()
    for file in sorted(STATIC.iterdir()):
        found.update(file.read_bytes())
    found.update(themes_css().encode())
    for name in game_names():
        found.update(find(name).art_file.read_bytes() if find(name).art_file.is_file() else b"")
    return found.hexdigest()[:12]


@cache
def environment() -> Environment:
    """The templates; everything in them is escaped."""
    return Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)


@cache
def ui_words(lang: str) -> dict[str, str]:
    """The words of the pages in a language, places for names left open."""
    say = words(lang)
    return {key: say.template(message) for key, message in WORDS.items()}


def themes_css() -> str:
    """All themes as CSS: the system's choice, or the reader's."""
    seats = "\n".join(f".seat-{n} {{ --seat: var(--seat-{n}); --on-seat: var(--on-seat-{n}); }}" for n in range(SEATS))
    dark = css("dark")
    return (
        f":root {{ {css('light')} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme='light']) {{ {dark} }} }}\n"
        f":root[data-theme='dark'] {{ {dark} }}\n"
        f"@media (prefers-contrast: more) {{ :root:not([data-theme='light']) {{ {css('contrast')} }} }}\n"
        f"@media print {{ :root {{ {css('print')} }} }}\n{seats}\n"
    )


@cache
def art(name: str) -> str:
    """The symbols of a game for a page that allows no inline styles: each declaration becomes an attribute."""
    text = find(name).art_file.read_text(encoding="utf-8")

    def attributes(found: re.Match[str]) -> str:
        pairs = (part.partition(":") for part in found[1].split(";") if part.strip())
        return "".join(f' {key.strip()}="{value.strip()}"' for key, _, value in pairs)

    return STYLE.sub(attributes, text)


def bots_said(lang: str) -> list[dict[str, str]]:
    """The bots with their names for people and the groups that they are offered in."""
    say = words(lang).render
    return [
        {
            "name": name,
            "title": say(BOT_NAMES.get(name, name)),
            "group": "bots_by_strength" if name in STRENGTHS else "bots_other",
        }
        for name in BOTS
    ]


def said_parts(parts: Any, say: Any) -> list[dict[str, Any]]:
    """A summary as headings with paragraphs."""
    return [
        {"title": say(title), "paragraphs": [say(text) for text in paragraphs]} for title, paragraphs in parts or ()
    ]


def page(
    request: Request[Any, Any, Any],
    template: str,
    script: str,
    title: str = "Tripolis",
    data: dict[str, Any] | None = None,
    status: int = 200,
    wide: bool = False,
    caller: Caller | None = None,
    **more: Any,
) -> Response[str]:
    """A page as an answer."""
    lang = caller.lang if caller else lang_of(request)
    chosen = request.cookies.get("theme")
    names = {name: find(name).title for name in game_names()}
    known = ui_words(lang)
    name = caller.guest.name if caller and caller.guest else None
    about = {"name": name, "game_names": names, "bots": bots_said(lang), **(data or {})}
    text = (
        environment()
        .get_template(template)
        .render(
            lang=lang,
            theme=chosen if chosen in ("light", "dark") else None,
            title=title,
            script=script,
            static=f"/static/{version()}",
            t=SimpleNamespace(**known),  # t.copy and t.keys are words, not methods
            languages=LANGUAGE_NAMES,
            game_names=names,
            rules_titles={name: known["rules_title"].format(game=title) for name, title in names.items()},
            helper_titles={name: known["helper_title"].format(game=title) for name, title in names.items()},
            helpers=[game for game in names if find(game).has_editor],
            body_class="wide" if wide else "",
            words_json=as_script(known),
            page_json=as_script(about),
            name=name,
            **more,
        )
    )
    return Response(
        text,
        status_code=status,
        media_type="text/html; charset=utf-8",
        headers={"cache-control": "no-store", "vary": "cookie"},
    )


def as_script(data: Any) -> Markup:
    """JSON that can stand inside a script element, whatever names are in it."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(text)  # noqa: S704 - escaped in the line above


def quick(game: Game) -> str:
    """What "play now" sets up: one person against two bots, or as many as the game takes."""
    players = next(option for option in game.options if option.name == "players")
    n = 3 if 3 in players.values else players.default
    seats = ["me", *["bot:regular"] * (n - 1)]
    return json.dumps({"game": game.name, "options": {"players": n}, "seats": seats, "hints": True})
