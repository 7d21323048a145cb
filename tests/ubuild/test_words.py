"""Words of U-Build that random matches hardly tell. What they tell, names and catalogues the kit tries."""

import re

import pytest

from tests.ubuild.positions import M, Setup
from tripolis.engine.testing.words import Speaker
from tripolis.engine.words import FOLDER, read_catalogue, words
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
        (1, "10k", "10.000"),
        (50, "500k", "500.000"),
        (100, "1M", "1\u00a0Mio."),
        (350, "3.5M", "3,5\u00a0Mio."),
        (352, "3.52M", "3,52\u00a0Mio."),
        (0, "0", "0"),
    ],
)
def test_amounts_are_said_as_people_say_them(units, english, german):
    """A point in English, a comma elsewhere; k and M only in English, on boards and in tables."""
    assert str(labels.amount(units)) == english and words("de", GAME).render(labels.amount(units)) == german
    assert str(labels.amount(-units)) == ("−" + english if units else "0")


def test_a_turn_in_german():
    table = Setup("classic", 2).own(1, "p3", "p1", "p2").blocks("p3", 2, 4).special("skyscraper", "p2").raised(0)
    table.hazard(table.slots("p3")[0]).cash(20 * M, 0).at(0, "l2")
    said = [words("de", GAME).render(table.position.words(event)) for event in table.roll(3, 3)]
    assert "Brücke 1 ist oben: Spieler 1 schuldet 1\u00a0Mio. Maut." in said
    assert "Spieler 1 schuldet Spieler 2 7\u00a0Mio. Miete für: Marktkai." in said


def test_an_offer_is_told_in_one_sentence():
    """Its steps are told apart from the move that sends it, which says what is given for what."""
    table = Setup("classic", 2).own(0, "l1").own(1, "p1").cash(5 * M, 5 * M).turn(0, "BUILD")
    steps = []
    for text in ("deal:2", "give:l1", "take:p1", "pay:500k", "send"):
        steps.append(table.position.move(table.position.number_of(text)))
        table.play(text)
    assert [move.draft for move in steps] == ["keep"] * 4 + [""]
    assert str(steps[-1].words) == "Offer Player 2 Fischerlände and 500k for Wächtershausen"
    assert words("de", GAME).render(steps[-1].words) == "Spieler 2 Fischerlände und 500.000 für Wächtershausen anbieten"


def test_events_with_money_are_short_below_their_players_name():
    table = Setup("classic", 2).own(1, "p3").cash(20 * M, 0).at(0, "l2")
    shown = [GAME.face.icons(table.b, event.code, event.args) for event in table.roll(3, 3)]
    short = [(icons.seat, str(icons.short), str(icons.change)) for icons in shown if icons.short is not None]
    assert (0, "pays Player 2", "−120k") in short
    german = [words("de", GAME).render(icons.short) for icons in shown if icons.short is not None]
    assert "zahlt an Spieler 2" in german


def test_a_german_sentence_does_not_end_with_two_points():
    """An amount may end with the point of `Mio.`, so none comes before the point of a sentence."""
    amount = re.compile(r"\{(amount|base|bid|bonus|cap|cash|fine|least|plain|price|rent|salary|sum|toll|worth)\}\.")
    catalogue = read_catalogue(GAME.folder / FOLDER / "de.po")
    said = [text for entry in catalogue for text in ([entry.string] if isinstance(entry.string, str) else entry.string)]
    assert [text for text in said if amount.search(text)] == []
