"""How a page is made: templates, words, themes, static files under an address that changes with them."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader
from litestar import Response
from markupsafe import Markup

from tripolis.bots import BOT_NAMES, BOTS, STRENGTHS
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.themes import SEATS, css
from tripolis.engine.words import words

from .texts import LANGUAGE_NAMES, WORDS

STATIC, TEMPLATES = Path(__file__).parent / "static", Path(__file__).parent / "templates"
IMPORT = re.compile(r'(?:from|import)\s*\(?"\./(\w+)\.js"')
BEGINNING = re.compile(r"`(\w+)\$\{")
STYLE = re.compile(r'\s*style="([^"]*)"')


@cache
def version() -> str:
    """A name for the static files that changes with them, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for file in sorted(STATIC.iterdir()):
        digest.update(file.read_bytes())
    digest.update(themes_css().encode())
    for art_file in (find(name).art_file for name in game_names()):
        digest.update(art_file.read_bytes() if art_file.is_file() else b"")
    return digest.hexdigest()[:12]


@cache
def covers() -> list[str]:
    """The games that have a picture for the home page."""
    return [name for name in game_names() if (STATIC / f"cover-{name}-light.svg").is_file()]


@cache
def environment() -> Environment:
    """The templates; everything in them is escaped."""
    return Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, trim_blocks=True)


@cache
def page_words(lang: str) -> dict[str, str]:
    """The words of the pages in a language, places for names left open."""
    say = words(lang)
    return {key: say.template(message) for key, message in WORDS.items()}


@cache
def modules(script: str) -> frozenset[str]:
    """A script and all that it imports, at once or later."""
    known: set[str] = set()
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in known:
            known.add(name)
            waiting += IMPORT.findall((STATIC / f"{name}.js").read_text(encoding="utf-8"))
    return frozenset(known)


@cache
def script_words(lang: str, script: str) -> dict[str, str]:
    """The words that a script may ask for: those that it names, whole or by how they begin."""
    text = "\n".join((STATIC / f"{name}.js").read_text(encoding="utf-8") for name in sorted(modules(script)))
    named, begun = set(re.findall(r"\w+", text)), tuple(BEGINNING.findall(text))
    return {key: word for key, word in page_words(lang).items() if key in named or key.startswith(begun)}


def themes_css() -> str:
    """All themes as CSS: the system's choice, or the reader's."""
    seats = "\n".join(f".seat-{n} {{ --seat: var(--seat-{n}); --on-seat: var(--on-seat-{n}); }}" for n in range(SEATS))
    dark = css("dark")
    return (
        f":root {{ {css('light')} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme='light']) {{ {dark} }} }}\n"
        f":root[data-theme='dark'] {{ {dark} }}\n"
        f"@media (prefers-contrast: more) {{ :root:not([data-theme='light']) {{ {css('contrast')} }} }}\n"
        f"@media print {{ :root:root:root {{ {css('print')} }} }}\n{seats}\n"
    )


@cache
def art(name: str) -> str:
    """The symbols of a game for a page that allows no inline styles: each declaration becomes an attribute."""
    text = find(name).art_file.read_text(encoding="utf-8")

    def attributes(style: re.Match[str]) -> str:
        pairs = (part.partition(":") for part in style[1].split(";") if part.strip())
        return "".join(f' {key.strip()}="{value.strip()}"' for key, _, value in pairs)

    return STYLE.sub(attributes, text)


def bot_titles(lang: str) -> list[dict[str, str]]:
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


def art_address(game: Game) -> str:
    """Where the symbols of a game are."""
    return f"/static/{version()}/art/{game.name}.svg"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a page: the language, the theme that was chosen, and the name that was told."""

    lang: str
    theme: str | None = None
    name: str | None = None
    message: str = ""
    """What the host says to all."""

    def text(self, key: str, **args: str) -> str:
        """Words of the pages."""
        return page_words(self.lang)[key].format(**args)

    def missing(self) -> Response[str]:
        """A page that is not there."""
        return self.notice(self.text("not_found"), [self.text("not_found_help")], 404)

    def notice(self, title: str, lines: list[str], status: int = 200, retry: str = "") -> Response[str]:
        """A page that says what happened, what it means for the reader, and what to do."""
        return self.page("notice", title, script="rules", status=status, lines=lines, retry=retry)

    def page(
        self,
        template: str,
        title: str = "Tripolis",
        data: dict[str, Any] | None = None,
        *,
        script: str = "",
        status: int = 200,
        wide: bool = False,
        sheets: tuple[str, ...] = ("pages", "start"),
        mood: str = "quadropolis",
        **more: Any,
    ) -> Response[str]:
        """A page from its template; `data` is for its script, `more` for the template."""
        games = {name: find(name) for name in game_names()}
        titles = {name: game.title for name, game in games.items()}
        about: dict[str, Any] = {"message": self.message}
        about |= {"name": self.name, "game_names": titles, "bots": bot_titles(self.lang), "covers": covers()}
        about |= {"static": f"/static/{version()}", **(data or {})}
        text = (
            environment()
            .get_template(f"{template}.html")
            .render(
                lang=self.lang,
                theme=self.theme if self.theme in ("light", "dark") else None,
                title=title,
                script=script or template,
                static=f"/static/{version()}",
                t=SimpleNamespace(**page_words(self.lang)),  # t.copy and t.keys are words, not methods
                languages=LANGUAGE_NAMES,
                game_names=titles,
                rules_titles={name: self.text("rules_title", game=title) for name, title in titles.items()},
                helper_titles={name: self.text("helper_title", game=title) for name, title in titles.items()},
                helpers=[name for name, game in games.items() if game.has_editor],
                body_class="wide" if wide else "",
                sheets=sheets,
                covers=covers(),
                mood=mood,
                words_json=as_script(script_words(self.lang, script or template)),
                page_json=as_script(about),
                name=self.name,
                **more,
            )
        )
        headers = {"cache-control": "no-store", "vary": "cookie"}
        return Response(text, status_code=status, media_type="text/html; charset=utf-8", headers=headers)


def as_script(data: Any) -> Markup:
    """JSON that can stand inside a script element, whatever names are in it."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(text)  # noqa: S704 - escaped in the line above


def quick_table(game: Game) -> str:
    """What "play now" sets up: one person against two bots, or as many as the game takes."""
    players = next(option for option in game.options if option.name == "players")
    n = 3 if 3 in players.values else players.default
    seats = ["me", *["bot:regular"] * (n - 1)]
    return json.dumps({"game": game.name, "options": {"players": n}, "seats": seats, "hints": True})
