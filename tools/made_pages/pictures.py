"""Real tables as pictures, drawn when the documents are built: light and dark, into docs/made."""

from __future__ import annotations

import re
from pathlib import Path

import tripolis
from tripolis.bots import bot
from tripolis.engine.game import Game
from tripolis.engine.guide import Picture, draw_picture
from tripolis.engine.match import Match

MADE = Path(__file__).parents[2] / "docs" / "made"
THEMES = ("light", "dark")


def keep(name: str, text: str) -> None:
    """Write a file if it is new; an old one keeps its time, so that nothing is built for nothing."""
    file = MADE / name
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        MADE.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(file)


def shown(name: str, alt: str, root: str, drawn: dict[str, str]) -> str:
    """The Markdown of a picture in two themes: a page shows the one that fits the reader's."""
    for theme, text in drawn.items():
        keep(f"{name}-{theme}.svg", sized(text))
    alt = re.sub(r"[\[\]\\]", "", " ".join(alt.split()))
    return "\n".join(f"![{alt}]({root}made/{name}-{theme}.svg){{.only-{theme}}}" for theme in drawn) + "\n"


def sized(text: str) -> str:
    """A picture that says how large it is, so that a page does not jump while it is loaded."""
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()  # type: ignore[union-attr]
    return text.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)


def played(name: str, seed: int, plies: int, **options: str) -> Match:
    """A match among greedy bots, up to a moment."""
    match = tripolis.game(name, **options).new(seed=seed)
    greedy = bot("greedy")
    while not match.over and len(match.moves) < plies:
        match.play(greedy.choose(match.seen_by(match.actor), seed=len(match.moves)))
    return match


def table(about: str, root: str) -> str:
    """A table in mid-game as the seat to move sees it: `quadropolis 7 30 mode=expert`."""
    name, seed, plies, *more = about.split()
    options = dict(option.split("=", 1) for option in more)
    match = played(name, int(seed), int(plies), **options)
    drawn = {theme: match.draw(seat=max(0, match.actor), theme=theme) for theme in THEMES}
    alt = f"A table of {match.game.title} after {len(match.moves)} moves"
    return shown("-".join(["table", name, seed, plies, *options.values()]), alt, root, drawn)


def shot(markdown: str, kind: str) -> str:
    """A picture of a page: light and dark, of which the reader sees one, or small on a phone."""
    if kind == "phone":
        return f"{markdown}{{.phone}}"
    return f"{markdown}{{.only-light}}\n{markdown.replace('-light.png)', '-dark.png)')}{{.only-dark}}"


def of_guide(game: Game, number: int, picture: Picture, root: str) -> str:
    """A picture of the rules, with its caption."""
    drawn = {theme: draw_picture(game, picture, theme) for theme in THEMES}
    caption = str(picture.caption)
    return f"{shown(f'{game.name}-{number}', caption, root, drawn)}\n*{caption}*\n"
