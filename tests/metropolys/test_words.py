"""Words of Metropolys: everything that a match, a refusal, a scene or the aid says is there in four languages."""

from __future__ import annotations

import re
from random import Random

import pytest

import tripolis
from tests.metropolys.positions import game
from tripolis.engine.words import LANGUAGES, Message, Words, words
from tripolis.games.metropolys import GAME
from tripolis.games.metropolys.book import summary
from tripolis.games.metropolys.book.aid import aid
from tripolis.games.metropolys.face import labels
from tripolis.games.metropolys.face.events import why_not
from tripolis.games.metropolys.helper.editor import BoardEditor
from tripolis.games.metropolys.helper.score import score_board
from tripolis.games.metropolys.rules.state import CATEGORIES, TIES, Area, Ending, Event, Reason


def said_of_sprites(position):
    for sprite in position.scene().sprites:
        yield sprite.label
        yield from (mark.text for mark in sprite.marks)


@pytest.mark.parametrize(("mode", "players"), [("family", 2), ("family", 4), ("expert", 2), ("expert", 3)])
def test_random_matches_are_told_in_every_language(mode, players):
    """Every event, move, refusal and label; nothing is left in English, and no argument is left open."""
    told, codes, endings = set(), set(), set()
    for seed in range(4):
        match, chance = game(mode, players).new(seed), Random(seed)
        events = [*match.events[0]]
        while not match.over:
            legal = match.position.legal_numbers()
            heard = match.play(legal[-1] if chance.random() < 0.3 else chance.choice(legal))
            events += heard
            if seed == 0 and len(match.moves) % 9 == 0:
                told |= {match.position.move(action).words for action in range(0, match.game.n_actions, 7)}
                for code in Reason:
                    if code:
                        told.add(why_not(match.position.plain, match.game.plain_box, 5 * len(match.moves) % 716, code))
                seen = match.seen_by(match.actor if not match.over else -1)
                told |= {text for text in said_of_sprites(seen) if isinstance(text, Message)}
        told |= {text for text in said_of_sprites(match.position) if isinstance(text, Message)}
        told |= {match.position.words(event) for event in events}
        codes |= {event.code for event in events}
        endings |= {event.args[3] for event in events if event.code == Event.BUILT}
    never = {2: {Event.MUST_PASS}, 4: {Event.UNUSED}}  # who is alone with the bidder and must pass ends the auction
    assert codes == set(Event) - never.get(players, set())
    assert endings == set(Ending) - {Ending.NONE}
    for lang in LANGUAGES:
        spoken = Words(lang, *words(lang, match.game).folders)
        for message in told:
            sentence = spoken.render(message)
            assert sentence and not re.search(r"[{}]", sentence), sentence
        assert spoken.missing == set()


def everything_named():
    """Names, options and texts that no match tells."""
    for option in GAME.options:
        yield from (option.help, option.title)
        yield from (option.name_of(value) for value in option.values)
    yield from (labels.CATEGORY_NAMES[name] for name in CATEGORIES)
    yield from (labels.TIE_NAMES[name] for name in TIES)
    yield from (*summary.TIPS, *labels.HEIGHT_NAMES, labels.TOTAL, labels.NOTATION, BoardEditor.HELP)
    yield from (labels.AREA_NAMES[area] for area in Area if area)
    yield from (text for heading, paragraphs in summary.SUMMARY for text in (heading, *paragraphs))
    for mode in ("family", "expert"):
        for table in aid(tripolis.game("metropolys", mode=mode).new(1).seen_by(0)):
            yield from (table.title, *table.columns, *(text for row in table.rows for text in row))
    editor = BoardEditor("expert", 2)
    yield from (move.words for move in editor.moves())
    for sprite in editor.scene().sprites:
        yield from (sprite.label, *(mark.text for mark in sprite.marks))


def test_names_options_tips_and_rules_are_there_in_every_language():
    for lang in LANGUAGES:
        spoken = Words(lang, *words(lang, GAME).folders)
        for text in everything_named():
            assert spoken.render(text) is not None
        assert spoken.missing == set()


def test_a_sentence_in_four_languages():
    match = game("expert", 2).new(1)
    match.play("13c4")
    event = next(event for event in match.events[-1] if event.code == Event.BUILT)
    assert [words(lang, GAME).render(match.position.words(event)) for lang in LANGUAGES] == [
        "Nobody can outbid building 13. Player 1 builds on c4.",
        "Niemand kann Gebäude 13 überbieten. Spieler 1 baut auf c4.",
        "Personne ne peut surenchérir sur l’immeuble 13. Joueur 1 construit en c4.",
        "Niemand kan gebouw 13 overbieden. Speler 1 bouwt op c4.",
    ]


def test_every_symbol_of_the_aid_is_drawn():
    from tripolis.engine.scene import art

    for mode, cards in (("family", 4), ("expert", 5)):
        tables = aid(tripolis.game("metropolys", mode=mode).new(1).seen_by(0))
        assert {symbol for table in tables for symbol in table.symbols} <= set(art(GAME.art_file))
        assert all(len(table.symbols) in (0, len(table.rows)) for table in tables)
        assert [len(table.rows) for table in tables if table.title == Message("Area goals")] == [cards]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"mode": "hard"}, "family or expert"),
        ({"buildings": [["1c1"]]}, "an entry for each"),
        ({"buildings": "c1"}, "an entry for each"),
        ({"buildings": [["14c1"], []]}, "one building of each number"),
        ({"buildings": [["1c1", "1c2"], []]}, "one building of each number"),
        ({"buildings": [["1c16"], []]}, "is no building"),
        ({"buildings": [["c1"], []]}, "lacks its number"),
        ({"buildings": [["1c1", "2c1"], []]}, "two buildings stand on c1"),
        ({"buildings": [["1c1"], ["2c1"]]}, "two buildings stand on c1"),
        ({"buildings": [["Lc1", "Lc2", "Lc3", "Lc4", "Lc5"], []]}, "not so many buildings"),
        ({"buildings": [[7], []]}, "is no building"),
        ({"tokens": [{"trendy": 3}, {}]}, "more tokens than buildings"),
        ({"tokens": [{"trendy": -1}, {}]}, "from 0 to 9"),
        ({"tokens": [{"gold": 1}, {}]}, "numbers of trendy"),
        ({"goals": [{"area": "edge"}, {}]}, "no area goal"),
        ({"goals": [{"neighbourhood": "zoo"}, {}]}, "no neighbourhood goal"),
        ({"goals": [{"area": "chains"}, {"area": "chains"}]}, "somebody else"),
        ({"goals": [{"card": "chains"}, {}]}, "goals are given by"),
        ({"tokens": [{"subway": 1}, {"subway": 1}]}, "subway_card is the seat"),
        ({"tokens": [{"subway": 1}, {}], "subway_card": 1}, "subway_card is the seat"),
        ({"tokens": [{"site": 1}, {"site": 1}]}, "site_card is the seat"),
    ],
)
def test_a_board_that_cannot_be_gets_a_sentence(change, sentence):
    board = {"mode": "expert", "buildings": [["1c1"], ["Sc2"]], "tokens": [{}, {}], "goals": [{}, {}]}
    with pytest.raises(tripolis.BadCity, match=sentence) as found:
        score_board(**{**board, **change})
    for lang in LANGUAGES:
        spoken = Words(lang, *words(lang, GAME).folders)
        assert spoken.render(found.value.message) and spoken.missing == set()
