"""Everything that U-Build says, in four languages."""

import random

import pytest

import tripolis
from tests.ubuild.positions import M, Setup
from tripolis.engine.words import LANGUAGES, words
from tripolis.games.ubuild import GAME
from tripolis.games.ubuild.book import summary
from tripolis.games.ubuild.box.freestyle import CONDITIONS
from tripolis.games.ubuild.face import labels
from tripolis.games.ubuild.face.events import why_not
from tripolis.games.ubuild.rules.state import CATEGORIES, TIES, Reason


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_matches_are_told_in_every_language(lang):
    """Events, moves, reasons, scenes and the terminal table; nothing is left in English."""
    say = words(lang, GAME)
    say.missing.clear()
    for seed, (track, players) in enumerate((("starter", 2), ("classic", 4), ("pro", 6))):
        game = tripolis.game("ubuild", track=track, players=players, round_limit=10, max_edits=8)
        match, rng = game.new(seed), random.Random(seed)
        while not match.over:
            action = int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work))
            if rng.random() < 0.15:
                action = rng.choice(match.position.legal_numbers())
            move = match.position.move(action)
            assert say.render(move.words)
            for event in match.play(action):
                assert say.render(match.position.words(event))
            if rng.random() < 0.05:
                for sprite in match.position.scene().sprites:
                    say.render(sprite.label)
                    for mark in sprite.marks:
                        say.render(mark.text)
                game.face.text_table(match.position, None, say.render)
    for reason in Reason:
        if reason:
            assert say.render(why_not(match.position.plain, game.plain_box, 18, int(reason)))
    for card in range(17):
        for up in range(2):
            assert say.render(labels.card_words(game.plain_box, card, up))
    for heading, lines in summary.SUMMARY:
        for text in (heading, *lines):
            assert say.render(text)
    for text in (*summary.TIPS, labels.NOTATION, *CONDITIONS.values()):
        assert say.render(text)
    assert say.missing == set()


def test_categories_and_ties_have_names():
    assert set(labels.CATEGORY_NAMES) == set(CATEGORIES) and set(labels.TIE_NAMES) == set(TIES)


@pytest.mark.parametrize(
    ("units", "english", "german"),
    [
        (1, "10k", "10k"),
        (50, "500k", "500k"),
        (100, "1M", "1M"),
        (350, "3.5M", "3,5M"),
        (352, "3.52M", "3,52M"),
        (0, "0", "0"),
    ],
)
def test_amounts_are_said_as_people_say_them(units, english, german):
    """A point in English, a comma elsewhere (glossary)."""
    assert str(labels.amount(units)) == english and words("de", GAME).render(labels.amount(units)) == german
    assert str(labels.amount(-units)) == ("−" + english if units else "0")


def test_a_turn_in_german():
    table = Setup("classic", 2).own(1, "p3", "p1", "p2").blocks("p3", 2, 4).special("skyscraper", "p2").raised(0)
    table.hazard(table.slots("p3")[0]).cash(20 * M, 0).at(0, "l2")
    said = [words("de", GAME).render(table.position.words(event)) for event in table.roll(3, 3)]
    assert "Brücke 1 ist oben: Spieler 1 schuldet 1M Maut." in said
    assert "Spieler 1 schuldet Spieler 2 7M Miete für: Marktkai." in said


def test_options_and_values_have_names():
    for option in GAME.options:
        assert option.label is not None
        assert str(option.help).strip()
