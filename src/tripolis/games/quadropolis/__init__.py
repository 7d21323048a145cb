"""Quadropolis (François Gandon, 2016): four architects, a construction site, and a city of 16 or 20 cells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tripolis.engine.about import About
from tripolis.engine.game import Game
from tripolis.engine.rooms import Advice, Face, Helper, Rules
from tripolis.engine.words import Message

from .advice import choice, features, search, value
from .book import open_book
from .box import reader
from .face import events, labels, notation, steps
from .face.cards import card
from .face.parts import account_parts
from .face.readings import READINGS
from .face.reasons import reasons
from .face.scene import scene
from .face.terminal import text_table
from .helper.cards import cards
from .helper.editor import CityEditor
from .helper.score import CityAccount, count_by_hand, score_city
from .helper.set_up import PositionEditor
from .options import OPTIONS
from .rules import play, scoring, sound, state

NETS = {mode: Path(__file__).parent / "advice" / f"net-{mode}.zip" for mode in ("classic", "expert")}

__all__ = ["GAME", "CityAccount", "score_city"]

GAME = Game(
    "quadropolis",
    title="Quadropolis",
    about=About(
        Message("Place architects, take the best tiles before the others do, and build a city that scores."), 2
    ),
    version=1,
    options=OPTIONS,
    rules=replace(Rules.of(state, play, play, scoring, reader), why_impossible=sound.why_impossible),
    face=replace(
        Face.of(notation, events, labels, steps),
        decision_names=labels.DECISION_NAMES,
        progress=steps.progress,
        scene=scene,
        account_parts=account_parts,
        reasons=reasons,
        text_table=text_table,
        readings=READINGS,
        shown_categories=labels.shown_categories,
        catches=steps.catches,
        gain=steps.gain,
        card=card,
        chapters=frozenset({int(state.Event.ROUND)}),
    ),
    book=open_book,
    helper=Helper(count_by_hand=count_by_hand, editor=CityEditor, set_up=PositionEditor, cards=cards),
    advice=replace(Advice.of(choice, value, features, search), nets=NETS),
)
