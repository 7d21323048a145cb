"""How a table looks: scenes, pictures and terminal are well formed, lead every move somewhere, tell no secret."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable

from ..game import Game
from ..match import Match
from ..position import Position
from ..scene import AREA_ROLES, KINDS, ROLES, Scene, art
from ..themes import THEMES
from .faults import GameFault, fault
from .words import Speaker, messages

RINGS = ("ring-can", "ring-last", "ring-picked")
OFTEN = 0.2
"""The share of positions that are drawn for all viewers, in two worlds that look alike to each."""


def check_scene(match: Match, speaker: Speaker, rng: random.Random) -> None:
    """What the one to decide sees, and now and then what everybody sees."""
    seen = match.seen_by(match.actor)
    scene = seen.scene()
    try:
        check_sprites(match.game, scene)
    except GameFault as error:
        raise fault(match, str(error)) from None
    known = scene.by_id
    for move in match.legal():
        for step in move.path:
            if step not in known:
                raise fault(match, f"The path of {move.text} leads over {step}, which is not in the scene.")
            if not str(known[step].label):
                raise fault(match, f"The path of {move.text} leads over {step}, which has no label.")
    if match.over or rng.random() < OFTEN:
        check_labels(match, speaker, scene)
        check_viewers(match)


def check_sprites(game: Game, scene: Scene) -> None:
    """Ids are unique, symbols, rings, roles and areas exist, and what can be clicked has a name."""
    symbols, areas, ids = art(game.art_file), {area.name for area in scene.areas}, set()
    for area in scene.areas:
        if area.role not in AREA_ROLES:
            raise GameFault(f"The area {area.name} has the role {area.role!r}; there are {', '.join(AREA_ROLES)}.")
    for sprite in scene.sprites:
        if sprite.id in ids:
            raise GameFault(f"Two sprites have the id {sprite.id}.")
        ids.add(sprite.id)
        if sprite.role not in ROLES:
            raise GameFault(f"The sprite {sprite.id} has the role {sprite.role!r}; there are {', '.join(ROLES)}.")
        if sprite.kind not in KINDS:
            raise GameFault(f"The button {sprite.id} has the kind {sprite.kind!r}; there are {', '.join(KINDS)}.")
        if sprite.area not in areas:
            raise GameFault(f"The sprite {sprite.id} lies in the area {sprite.area!r}, which does not exist.")
        used = [sprite.symbol, *(mark.symbol for mark in sprite.marks)]
        used += [f"{ring}-{sprite.shape}" for ring in RINGS if sprite.shape]
        for symbol in used:
            if symbol and symbol not in symbols:
                raise GameFault(f"The sprite {sprite.id} needs the symbol {symbol}, which is not in art.svg.")
        if sprite.role in ("target", "place", "button") and not str(sprite.label):
            raise GameFault(f"The {sprite.role} {sprite.id} has no label.")
    if not set(RINGS) <= set(symbols):
        raise GameFault(f"art.svg needs the symbols {', '.join(RINGS)}.")


def check_labels(match: Match | None, speaker: Speaker, scene: Scene) -> None:
    """All texts of a scene can be said."""
    for area in scene.areas:
        if area.title:
            speaker.check(match, f"The title of the area {area.name}", area.title)
        speaker.check(match, f"The summary of the area {area.name}", *messages(area.summary))
    for sprite in scene.sprites:
        texts = (text for text in (sprite.label, sprite.note, *(mark.text for mark in sprite.marks)) if str(text))
        speaker.check(match, f"A text of the sprite {sprite.id}", *texts)


def check_viewers(match: Match) -> None:
    """Every viewer gets a well-formed scene and aid, the same in another world that looks the same to them."""
    for seat in range(-1, match.game.players):
        seen = match.seen_by(seat)
        check_sprites(match.game, seen.scene())
        other = None if match.over else seen.imagine(len(match.moves)).seen_by(seat)
        if other and other.scene() != seen.scene():
            raise fault(match, f"The scene of seat {seat} shows what it may not know.")


def check_looks(position: Position, speaker: Speaker) -> None:
    """A position as a picture in all themes, and in a terminal in all languages."""
    if position.game.face.scene is not None:
        for theme in THEMES:
            check_svg(position.draw(theme), position.scene().by_id)
    check_terminal(position, speaker)


def check_svg(text: str, sprites: Iterable[str]) -> ElementTree.Element:
    """A picture: ids are unique, what is used is there, each sprite is drawn once; returns its root."""
    root = ElementTree.fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
    if len(set(ids)) != len(ids) or not used <= set(ids):
        raise GameFault(f"A picture has an id twice, or uses one that is not there: {sorted(used - set(ids))}.")
    drawn = [element.get("data-id", "") for element in root.iter() if element.get("data-id")]
    if sorted(drawn) != sorted(sprites):
        raise GameFault(f"A picture draws other sprites than its scene has: {sorted({*drawn} ^ {*sprites})}.")
    if "var(" in text:
        raise GameFault("A picture uses a colour that its theme does not have.")
    return root


def check_terminal(position: Position, speaker: Speaker) -> None:
    """The table for a terminal, in all languages."""
    from rich.console import Console

    table = position.game.face.text_table
    if table is None:
        return
    for language in speaker.languages:
        printed = io.StringIO()
        Console(file=printed, width=120).print(table(position, None, language.render))
        if not printed.getvalue().strip():
            raise GameFault("text_table prints nothing.")
        if language.missing and language.lang in speaker.translated:
            raise GameFault(f"text_table is not translated into {language.lang}: {language.missing.pop()}.")
