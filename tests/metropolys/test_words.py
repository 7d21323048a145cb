"""Words of Metropolys that random matches hardly tell. What they tell, names and catalogues the kit tries."""

from __future__ import annotations

from random import Random

import pytest

import tripolis
from tests.metropolys.positions import game
from tripolis.engine.testing.words import Speaker
from tripolis.engine.words import LANGUAGES, Message, Words, words
from tripolis.games.metropolys import GAME
from tripolis.games.metropolys.book.aid import aid
from tripolis.games.metropolys.face import labels
from tripolis.games.metropolys.helper.score import score_board
from tripolis.games.metropolys.rules.state import Area, Ending, Event


@pytest.mark.parametrize(("mode", "players"), [("family", 2), ("family", 4), ("expert", 2), ("expert", 3)])
def test_every_event_and_ending_comes_up_in_random_matches(mode, players):
    codes, endings = set(), set()
    for seed in range(4):
        match, chance = game(mode, players).new(seed), Random(seed)
        while not match.over:
            legal = match.position.legal_numbers()
            match.play(legal[-1] if chance.random() < 0.3 else chance.choice(legal))
        events = [event for events in match.events for event in events]
        codes |= {event.code for event in events}
        endings |= {event.args[3] for event in events if event.code == Event.BUILT}
    never = {2: {Event.MUST_PASS}, 4: {Event.UNUSED}}  # who is alone with the bidder and must pass ends the auction
    assert codes == set(Event) - never.get(players, set())
    assert endings == set(Ending) - {Ending.NONE}


def test_what_no_match_tells_can_be_said():
    speaker = Speaker(GAME)
    speaker.check(
        None, "A name", *labels.HEIGHT_NAMES, labels.TOTAL, *(labels.AREA_NAMES[area] for area in Area if area)
    )


@pytest.mark.parametrize(("mode", "cards"), [("family", 4), ("expert", 5)])
def test_the_aid_shows_every_card_of_area_goals(mode, cards):
    tables = aid(tripolis.game("metropolys", mode=mode).new(1).seen_by(0))
    assert [len(table.rows) for table in tables if table.title == Message("Area goals")] == [cards]


def test_a_sentence_in_four_languages():
    match = game("expert", 2).new(1)
    match.play("13c4")
    event = next(event for event in match.events[-1] if event.code == Event.BUILT)
    assert [words(lang, GAME).render(match.position.words(event)) for lang in LANGUAGES] == [
        "Nobody can outbid building 13. Player 1 builds on c4.",
        "Niemand kann Gebäude 13 überbieten. Spieler 1 errichtet es auf c4.",
        "Personne ne peut surenchérir sur l’immeuble 13. Joueur 1 le construit en c4.",
        "Niemand kan gebouw 13 overbieden. Speler 1 bouwt het op c4.",
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"mode": "hard"}, "family or expert"),
        ({"buildings": [["1c1"]]}, "one entry per player"),
        ({"buildings": "c1"}, "one entry per player"),
        ({"buildings": [["14c1"], []]}, "one building of each number"),
        ({"buildings": [["1c1", "1c2"], []]}, "one building of each number"),
        ({"buildings": [["1c16"], []]}, "is not a building"),
        ({"buildings": [["c1"], []]}, "needs a number"),
        ({"buildings": [["1c1", "2c1"], []]}, "there are two buildings on c1"),
        ({"buildings": [["1c1"], ["2c1"]]}, "there are two buildings on c1"),
        ({"buildings": [["Lc1", "Lc2", "Lc3", "Lc4", "Lc5"], []]}, "not that many buildings"),
        ({"buildings": [[7], []]}, "is not a building"),
        ({"tokens": [{"trendy": 3}, {}]}, "more tokens than buildings"),
        ({"tokens": [{"trendy": -1}, {}]}, "from 0 to 9"),
        ({"tokens": [{"gold": 1}, {}]}, "counts of trendy"),
        ({"goals": [{"area": "edge"}, {}]}, "not an area goal"),
        ({"goals": [{"neighbourhood": "zoo"}, {}]}, "not a neighbourhood goal"),
        ({"goals": [{"area": "chains"}, {"area": "chains"}]}, "another player already"),
        ({"goals": [{"card": "chains"}, {}]}, "goals must be an object with"),
        ({"tokens": [{"subway": 1}, {"subway": 1}]}, "subway_card must be the seat"),
        ({"tokens": [{"subway": 1}, {}], "subway_card": 1}, "subway_card must be the seat"),
        ({"tokens": [{"site": 1}, {"site": 1}]}, "site_card must be the seat"),
    ],
)
def test_a_board_that_cannot_be_gets_a_sentence(change, sentence):
    board = {"mode": "expert", "buildings": [["1c1"], ["Sc2"]], "tokens": [{}, {}], "goals": [{}, {}]}
    with pytest.raises(tripolis.BadCity, match=sentence) as found:
        score_board(**{**board, **change})
    for lang in LANGUAGES:
        spoken = Words(lang, *words(lang, GAME).folders)
        assert spoken.render(found.value.message) and spoken.missing == set()
