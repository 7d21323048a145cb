"""Monopoly U-Build (Hasbro, 2009): a track built from tiles, districts that grow by blocks, bridges, hazards, deals."""

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
from .helper.builder import TrackBuilder
from .helper.cards import cards
from .helper.editor import TableEditor
from .helper.score import count_by_hand, rent_of, score_table
from .helper.set_up import PositionEditor
from .options import OPTIONS
from .rules import legal, play, scoring, sound, state

__all__ = ["GAME", "TableEditor", "TrackBuilder", "rent_of", "score_table"]

GAME = Game(
    "ubuild",
    title="U-Build",
    about=About(Message("Buy districts, build them up, and trade your way to the largest fortune."), 2),
    version=1,
    options=OPTIONS,
    rules=replace(
        Rules.of(state, play, legal, scoring, reader), imagine=play.imagine, why_impossible=sound.why_impossible
    ),
    face=replace(
        Face.of(notation, events, labels, steps),
        decision_names=labels.DECISION_NAMES,
        progress=steps.progress,
        open_card=steps.open_card,
        scene=scene,
        account_parts=account_parts,
        reasons=reasons,
        text_table=text_table,
        readings=READINGS,
        draft=notation.draft,
        amounts=notation.amounts,
        unit="10k",
        write_amount=labels.amount,
        amount=steps.bid_amount,
        composing=steps.composing,
        card=card,
    ),
    book=open_book,
    helper=Helper(
        count_by_hand=count_by_hand, editor=TableEditor, set_up=PositionEditor, builder=TrackBuilder, cards=cards
    ),
    advice=replace(Advice.of(choice, value, features, search), nets={"": Path(__file__).parent / "advice" / "net.zip"}),
)
