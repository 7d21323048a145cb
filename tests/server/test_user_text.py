"""Names and chat: what is not seen is not kept, and what looks alike is told apart."""

import pytest

from tests.server.paper import Paper
from tripolis.engine.words import words
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.seats import seat_titles
from tripolis.server.domain.user_text import clean_chat, clean_name


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u200d", "\ufe0f\u200d", "\u115f\u1160", "\uffa0", "\u034f", "\u00ad", "\u2060"]
)
def test_a_name_that_shows_nothing_is_none(name):
    assert clean_name(name) == "" and clean_name(f"{name} {name}") == ""
    assert clean_name(f"A{name}da") == "Ada", "nor does it make another one of a name"
    assert clean_chat(f"{name}hello") == "hello"


@pytest.mark.parametrize(
    "name", ["Zoë", "Ελένη", "Ольга", "日本の友だち", "O\u2019Neil 2", "👩\u200d💻", "❤\ufe0f Ada"]
)
def test_good_names_stay_as_they_are(name):
    assert clean_name(name) == name


def test_letters_in_disguise_are_plain_letters():
    assert clean_name("\uff21\uff44\uff41") == "Ada" and clean_name("\U0001d400da") == "Ada"


@pytest.mark.parametrize("name", ["\u0410da", "Ad\u0430", "\u0391da", "Op\u0435\u0433"])
def test_a_name_has_the_letters_of_one_alphabet(name):
    with pytest.raises(Problem) as refused:
        clean_name(name)
    assert (refused.value.status, refused.value.code) == (422, "bad_value")


@pytest.mark.parametrize("other", ["Cora", "cora", "C0ra", "\u0421\u043ef\u0430"])
def test_names_that_look_alike_are_told_apart_at_a_table(other):
    name = "Cora" if other[1:] != "\u043ef\u0430" else "Cofa"
    titles = seat_titles([("person", name), ("open", ""), ("person", other), ("person", "Dora"), ("open", "")])
    assert titles == (f"{name} (1)", "?", f"{other} (2)", "Dora", "?")


def test_no_bot_is_called_as_somebody_at_the_table_is():
    seats = [("person", "mira"), ("bot", "greedy"), ("open", ""), ("bot", "regular"), ("bot", "mcts:50")]
    assert seat_titles(seats) == ("mira", "Jonas", "?", "Lina", "mcts:50")
    assert len(set(seat_titles([("bot", "greedy")] * 9))) == 9


def test_whoever_is_not_ready_is_named_as_at_the_table():
    paper = Paper(begin=False)
    for seat in paper.table.seats:
        seat.name = "Ada"
    paper.do("ready", 0)
    with pytest.raises(Problem) as refused:
        paper.do("start", 0)
    assert "Ada (2)." in words("en").render(refused.value.message)
