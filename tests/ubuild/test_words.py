"""Words of U-Build that random matches hardly tell. What they tell, names and catalogues the kit tries."""

import pytest

from tests.ubuild.positions import M, Setup
from tripolis.engine.testing.words import Speaker
from tripolis.engine.words import words
from tripolis.games.ubuild import GAME
from tripolis.games.ubuild.box.freestyle import CONDITIONS
from tripolis.games.ubuild.face import labels


def test_cards_and_conditions_can_be_said():
    speaker = Speaker(GAME)
    for card in range(17):
        speaker.check(None, f"The card {card}", *(labels.card_words(GAME.plain_box, card, up) for up in range(2)))
    speaker.check(None, "A condition", *CONDITIONS.values())


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
