"""Metropolys (Sébastien Pauchon, 2008): calls for tender that wander over the city, and secret goals."""

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
from .face.goals import gain, settle
from .face.parts import account_parts
from .face.readings import READINGS
from .face.reasons import reasons
from .face.scene import piece_box, scene
from .face.terminal import text_table
from .helper.cards import cards
from .helper.editor import BoardEditor
from .helper.score import BoardAccount, count_by_hand, score_board
from .helper.set_up import PositionEditor
from .options import OPTIONS
from .rules import play, scoring, sound, state

__all__ = ["GAME", "BoardAccount", "score_board"]

GAME = Game(
    "metropolys",
    title="Metropolys",
    about=About(Message("Outbid the others field by field, and hide what you are after."), 2),
    version=1,
    options=OPTIONS,
    rules=replace(
        Rules.of(state, play, play, scoring, reader), imagine=play.imagine, why_impossible=sound.why_impossible
    ),
    face=replace(
        Face.of(notation, events, labels, steps),
        decision_names=labels.DECISION_NAMES,
        progress=steps.progress,
        submit=steps.submit,
        scene=scene,
        account_parts=account_parts,
        reasons=reasons,
        text_table=text_table,
        readings=READINGS,
        gain=gain,
        settle=settle,
        shown_categories=labels.shown_categories,
        card=card,
        chapters=frozenset({int(state.Event.OPENED)}),
        piece_box=piece_box,
    ),
    book=open_book,
    helper=Helper(count_by_hand=count_by_hand, editor=BoardEditor, set_up=PositionEditor, cards=cards),
    advice=replace(
        Advice.of(choice, value, features, search),
        nets={"": Path(__file__).parent / "advice" / "net.zip"},
        search_with_net=search.SEARCH_WITH_NET,
    ),
)
