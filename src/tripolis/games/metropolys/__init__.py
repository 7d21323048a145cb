"""Metropolys (Sébastien Pauchon, 2008): auctions that wander over the city, field by field, and secret goals."""

from __future__ import annotations

from tripolis.engine.game import Game
from tripolis.engine.rooms import Advice, Book, Face, Helper, Rules

from .advice import choice, features, search, value
from .book import aid, guide, rulings, summary, tours
from .box import reader
from .face import events, goals, labels, notation, scene, terminal
from .helper.editor import BoardEditor
from .helper.score import BoardAccount, count_by_hand, score_board
from .options import OPTIONS
from .rules import play, scoring, state

__all__ = ["GAME", "BoardAccount", "score_board"]

GAME = Game(
    "metropolys",
    title="Metropolys",
    version=1,
    options=OPTIONS,
    rules=Rules(
        state=state.STATE,
        box=state.BOX,
        work=state.WORK,
        n_actions=state.N_ACTIONS,
        categories=state.CATEGORIES,
        ties=state.TIES,
        reasons=state.Reason,
        set_up=play.set_up,
        legal_actions=play.legal_actions,
        refuse=play.refuse,
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
        gain=goals.gain,
        category_names=labels.CATEGORY_NAMES,
        tie_names=labels.TIE_NAMES,
        shown_categories=labels.shown_categories,
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
    helper=Helper(count_by_hand=count_by_hand, editor=BoardEditor),
    advice=Advice(
        choose=choice.choose,
        value=value.value,
        weigh_actions=search.weigh_actions,
        features=features.features,
        sections=features.SECTIONS,
        search=search.SEARCH,
    ),
)
