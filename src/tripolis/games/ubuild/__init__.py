"""Monopoly U-Build (Hasbro, 2010): a track put together from tiles, districts that grow by blocks, bridges, hazards, and deals."""

from __future__ import annotations

from tripolis.engine.game import Game
from tripolis.engine.rooms import Advice, Book, Face, Helper, Rules

from .advice import choice, features, search, value
from .book import aid, guide, rulings, summary, tours
from .box import reader
from .face import events, labels, notation, scene, terminal
from .helper.builder import TrackBuilder
from .helper.editor import TableEditor
from .helper.score import count_by_hand, rent_of, score_table
from .options import OPTIONS
from .rules import legal, play, scoring, state

__all__ = ["GAME", "TableEditor", "TrackBuilder", "rent_of", "score_table"]

GAME = Game(
    "ubuild",
    title="U-Build",
    version=1,
    options=OPTIONS,
    rules=Rules(
        state=state.STATE,
        box=state.BOX,
        work=state.WORK,
        n_actions=state.N_ACTIONS,
        unlisted=state.UNLISTED,
        categories=state.CATEGORIES,
        ties=state.TIES,
        reasons=state.Reason,
        set_up=play.set_up,
        legal_actions=legal.legal_actions,
        refuse=legal.refuse,
        apply=play.apply,
        imagine=play.imagine,
        score=scoring.score,
        rank=scoring.rank,
        max_plies=play.max_plies,
        standard_box=reader.standard_box,
        fill_box=reader.fill_box,
        check_settings=reader.check_settings,
    ),
    face=Face(
        write=notation.write,
        read=notation.read,
        path=notation.path,
        describe=notation.describe,
        why_not=events.why_not,
        words_of=events.words_of,
        scene=scene.scene,
        text_table=terminal.text_table,
        draft=notation.draft,
        amounts=notation.amounts,
        category_names=labels.CATEGORY_NAMES,
        tie_names=labels.TIE_NAMES,
        write_amount=labels.write_amount,
        notation=labels.NOTATION,
    ),
    book=Book(
        summary=summary.SUMMARY,
        tips=summary.TIPS,
        guide=guide.GUIDE,
        rulings=rulings.RULINGS,
        aid=aid.aid,
        tour=tours.TOUR,
    ),
    helper=Helper(count_by_hand=count_by_hand, editor=TableEditor, builder=TrackBuilder),
    advice=Advice(
        choose=choice.choose,
        value=value.value,
        weigh_actions=search.weigh_actions,
        features=features.features,
        sections=features.SECTIONS,
        search=search.SEARCH,
    ),
)
