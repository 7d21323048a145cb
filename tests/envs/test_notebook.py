"""In a notebook, matches, positions and accounts show themselves; what is secret stays so."""

import re
import xml.etree.ElementTree as ET

import pytest

import tripolis
from tests.toy import TOY

pytestmark = pytest.mark.slow


def test_matches_and_positions_are_pictures_of_what_may_be_seen():
    match = tripolis.game("metropolys", players=3).new(seed=4)
    assert match._repr_html_() is None and match.position._repr_html_() is None
    ET.fromstring(match._repr_svg_())
    assert match.position._repr_svg_() == match.seen_by(-1).draw(), "a whole position shows what the public sees"
    assert match.seen_by(1)._repr_svg_() == match.seen_by(1).draw()
    assert match.seen_by(1)._repr_svg_() != match.seen_by(2)._repr_svg_()


def test_a_game_without_pictures_shows_its_fields_and_no_secret():
    match = TOY.configure(players=2).new(seed=4)
    assert match._repr_svg_() is None and match.position._repr_svg_() is None
    text = match._repr_html_()
    assert text == match.position._repr_html_()
    assert "<th style='text-align:left'>card</th><td style='text-align:right'>[0, 0, 0]</td>" in text
    assert ">buried</th><td style='text-align:right'>0</td>" in text and "seed" not in text
    own = match.seen_by(0)._repr_html_()
    assert str(match.position.plain.card[0]) in re.search(r">card</th>.*?</td>", own)[0]


def test_accounts_are_tables_and_what_nobody_may_know_is_a_question_mark():
    match = TOY.configure(players=2).new(seed=4)
    seen = match.seen_by(0)
    assert seen.score(1)._repr_html_().count("?") == 2
    both = seen.scores()
    assert isinstance(both, list) and len(both) == 2
    table = ET.fromstring(both._repr_html_())
    rows = [[cell.text for cell in row] for row in table]
    assert rows[0] == [None, "seat 0", "seat 1"]
    assert [row[0] for row in rows[1:]] == ["prizes", "card", "buried", "total"]
    assert rows[2][2] == "?" and rows[-1][1] == str(both[0].total)
    assert ET.fromstring(tripolis.game("quadropolis").new(1).scores()._repr_html_()) is not None
