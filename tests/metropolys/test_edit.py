"""The score helper of Metropolys: `score_board`, steps, clicks, state, verdict, and the command."""

import json
import os
import random
import subprocess

import pytest

from tests.editors import assert_fields_are_steps, assert_kept_for_others, assert_refused, click
from tests.fork_server import python
from tests.metropolys.positions import game
from tripolis import BadCity, BadNotation
from tripolis.games.metropolys import score_board
from tripolis.games.metropolys.box.reader import FIELDS
from tripolis.games.metropolys.helper.editor import BoardEditor
from tripolis.games.metropolys.rules.state import FIELD_NAMES, KIND_WORDS, Area

BOARD = {
    "mode": "expert",
    "buildings": [["11n6", "Lc4", "3n9", "Mc1", "7w2"], ["Sc3", "5c5", "Mc6"]],
    "tokens": [{"trendy": 2, "subway": 2, "site": 1}, {"subway": 2}],
    "goals": [{"area": "bridges", "neighbourhood": "housing"}, {"area": "chains", "neighbourhood": "malls"}],
    "subway_card": 1,
}


def tripolis(*arguments, given=None):
    return subprocess.run(
        [python(plain=True), "-m", "tripolis.cli", *map(str, arguments)],
        input=given,
        env={**os.environ, "TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_board_is_scored():
    """Two bridges (n6-c4 and n9-w2; c1 would need n9 too), three districts, tokens, the site card; a chain over c3,
    c5, c6."""
    one, two = score_board(**BOARD)
    assert one.points == {
        "highest": 15, "trendy": 6, "subway": 2, "subway_card": 0, "site": -1, "site_card": -2, "area": 8, "neighbourhood": 4,
    }  # fmt: skip
    assert [group.fields for group in one.groups] == [("n6", "c4"), ("n9", "w2")]
    assert (one.total, one.buildings, one.place) == (32, 5, 1)
    assert two.points["area"] == 4 and two.points["subway_card"] == 3 and two["neighbourhood"] == 2
    assert two.groups[0].fields == ("c3", "c5", "c6") and int(two) == two.total and two.place == 2


def test_places_are_those_of_the_rules():
    """In a tie the one who has built more is ahead, then a place is shared (ENDE DES SPIELS); one alone is always
    first."""
    places = [
        account.place for account in score_board("family", [["1c1"], ["2c2", "3c3"], ["4c4"]], [{}] * 3, [{}] * 3)
    ]
    assert places == [2, 1, 2]
    (alone,) = score_board("family", [["1c1"]], [{"site": 1}], [{}])
    assert alone.total == -3 and alone.place == 1


def test_heights_stand_for_numbers():
    """Turned-over buildings show their height only; in Family not even that is needed."""
    given = {**BOARD, "buildings": [["Ln6", "Lc4", "Sn9", "Mc1", "Mw2"], BOARD["buildings"][1]]}
    assert score_board(**given) == score_board(**BOARD)
    family = score_board("family", [["c4", "n6", "13c15"]], [{"trendy": 1}], [{"area": "bridges"}])
    assert family[0].points["area"] == 6 and family[0].total == 9
    assert [group.fields for group in family[0].groups] == [("n6",), ("c4",)]


def test_all_around_a_lake_belong_to_its_group():
    """ "At least three": the others around it are named too, but never twice."""
    board = [["1n1", "2n2", "3n8", "4n9", "5c10", "6c11", "7c12", "8c13", "9c14", "10c8"]]
    (found,) = score_board("expert", board, [{}], [{"area": "lakes"}])
    assert found["area"] == 15
    named = [field for group in found.groups for field in group.fields]
    assert ("n1", "n2", "n8", "n9") in [group.fields for group in found.groups]
    assert len(named) == len(set(named)) == 10


@pytest.mark.parametrize("mode", ["family", "expert"])
def test_finished_matches_score_the_same_by_hand(mode):
    """Every match that the rules play to its end has the same account as its board put in by hand, step by step or
    at once."""
    for seed in range(6):
        match = game(mode, 2 + seed % 3).new(seed)
        rng = random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.position.legal_numbers()))
        s, players = match.position.plain, match.game.players
        buildings = [[] for _ in range(players)]
        for f in range(FIELDS):
            if s.built[f]:
                buildings[s.built[f] // 16].append(f"{s.built[f] % 16}{FIELD_NAMES[f]}")
        tokens = [dict(zip(("trendy", "subway", "site"), s.tokens[seat], strict=True)) for seat in range(players)]
        goals = []
        for seat in range(players):
            goals.append({"area": Area(s.goal[seat][0]).name.lower()})
            if mode == "expert":
                goals[-1]["neighbourhood"] = KIND_WORDS[s.goal[seat][1] - 1]
        cards = [None if holder < 0 else holder for holder in (s.subway_card, s.site_card)]
        found = score_board(mode, buildings, tokens, goals, *cards)
        assert [account.points for account in found] == [account.points for account in match.scores()]
        assert [account.place for account in found] == match.ranks()
        editor = BoardEditor(mode, players)
        for seat in range(players):
            for word in buildings[seat]:
                cut = next(i for i, letter in enumerate(word) if letter.isalpha())
                editor.play(f"{seat + 1}{word[cut:]}={word[:cut]}")
            for letter, n in zip("tsa", s.tokens[seat], strict=True):
                editor.play(f"{seat + 1}{letter}={n}")
            editor.play(f"{seat + 1}g={goals[seat]['area']}")
            if mode == "expert":
                editor.play(f"{seat + 1}k={goals[seat]['neighbourhood']}")
        for letter, holder in zip("sa", cards, strict=True):
            if holder is not None:
                editor.play(f"{holder + 1}+{letter}")
        assert editor.verdict() == found and editor.ranks() == match.ranks()
        assert BoardEditor.from_state(editor.state).verdict() == found


def test_the_state_is_a_text_and_comes_back():
    editor = BoardEditor("expert", 3)
    for step in ("1c4=11", "1N6=l", "2c3=S", "1t=2", "2s=1", "3s=1", "1g=bridges", "2k=parks", "3+S"):
        editor.play(step)
    again = BoardEditor.from_state(editor.state)
    assert again.state == editor.state == "expert.Ln6-11c4_200_bridges_.Sc3_010__parks._010__.30"
    assert again.verdict() == editor.verdict()


def played(editor, *steps):
    for step in steps:
        editor.play(step)
    return editor


def test_who_has_a_card_is_asked_where_the_tokens_do_not_tell_it():
    editor = played(BoardEditor("family", 2), "1s=2", "2s=2", "1a=1", "2a=1")
    assert [str(question) for question in editor.questions()] == [
        "Which player has the card Subway: 1, 2?",
        "Which player has the card Archaeological site: 1, 2?",
    ]
    assert [*editor.lines(str)][-2:] == [str(question) for question in editor.questions()]
    played(editor, "1+s", "2+a")
    assert editor.questions() == []
    assert [account.points["subway_card"] for account in editor.verdict()] == [3, 0]
    assert [account.points["site_card"] for account in editor.verdict()] == [0, -2]


def test_the_city_edge_is_a_goal_by_the_number_of_players():
    """It is out with two players; a single player may be from a larger game."""
    for players in (1, 3, 4):
        editor = played(BoardEditor("family", players), "1n1=5", "1n2=6", "1g=edge")
        assert editor.verdict()[0].points["area"] == 6, players
        others = players - 1
        goals = [{"area": "edge"}, *[{}] * others]
        assert score_board("family", [["5n1", "6n2"], *[[]] * others], [{}] * players, goals)[0].points["area"] == 6
    two = BoardEditor("family", 2)
    with pytest.raises(BadCity, match="edge is not an area goal; choose from bridges, statues, lakes"):
        two.play("1g=edge")
    with pytest.raises(BadCity, match="edge is not an area goal; choose from bridges, statues, lakes"):
        score_board("family", [["5n1"], []], [{}, {}], [{"area": "edge"}, {}])
    two.play("1g=lakes")
    (goals,) = [field.choices for field in two.fields() if field.step == "1g={}"]
    assert [word for word, _ in goals] == ["", "bridges", "statues", "lakes"]


def test_the_subway_card_follows_the_tokens_where_they_tell_it():
    editor = BoardEditor("family", 2)
    for step in ("1c4=1", "2c5=1", "1s=1"):
        editor.play(step)
    assert editor.holders() == (0, -1)
    editor.play("2s=1")
    assert editor.holders() == (-1, -1), "a tie: it must be said"
    editor.play("2+s")
    assert editor.holders() == (1, -1)
    editor.play("1s=2")
    assert editor.holders() == (0, -1), "who has more has the card"


def test_clicks_build_and_clear():
    editor = BoardEditor("expert")
    click(editor, "height-0-3", "field-c4")
    assert editor.entries[0].built == {"c4": "L"}
    click(editor, "clear-0", "field-c4")
    assert editor.entries[0].built == {}


def test_fields_hold_tokens_goals_and_ambiguous_cards():
    """A goal that somebody has is offered to nobody else, nor a token that is not in the box any more."""
    editor = played(BoardEditor("expert", 2), "1s=2", "2s=2", "1g=lakes", "1k=parks")
    fields = {field.step: field for field in editor.fields()}
    assert fields["2s={}"].most == 7 and fields["1s={}"].value == "2"
    assert "lakes" in dict(fields["1g={}"].choices) and "lakes" not in dict(fields["2g={}"].choices)
    assert "parks" not in dict(fields["2k={}"].choices)
    assert [value for value, _ in fields["{}+s"].choices] == ["0", "1", "2"] and "{}+a" not in fields
    assert_fields_are_steps(editor)
    played(editor, "2+s")
    (card,) = [field for field in editor.fields() if field.step == "{}+s"]
    assert card.value == "2" and "0" not in dict(card.choices)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("hello", BadNotation),
        ("1c4=14", BadCity),
        ("1c16=1", BadCity),
        ("3c4=1", BadCity),
        ("5c4=1", BadNotation),
        ("1t=10", BadNotation),
        ("1g=edge", BadCity),
        ("1k=zoo", BadCity),
        ("2c1=1", BadCity),
        ("1c2=7", BadCity),
        ("2s=9", BadCity),
        ("2g=lakes", BadCity),
    ],
)
def test_wrong_steps_are_refused_and_change_nothing(step, error):
    editor = BoardEditor("expert", 2)
    for first in ("1c1=7", "1s=2", "1g=lakes"):
        editor.play(first)
    assert_refused(editor, step, error)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "expert",
        "expert._000__",
        "classic._000__.00",
        "expert.1x1_000__.00",
        "family._000__.40",
        "family._000__parks.00",
    ],
)
def test_wrong_states_are_refused(text):
    with pytest.raises((BadCity, BadNotation)):
        BoardEditor.from_state(text)


def test_the_command_scores_a_file_standard_input_and_steps(tmp_path):
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARD))
    ran = tripolis("score", "metropolys", file)
    assert ran.returncode == 0, ran.stderr
    assert "Highest buildings" in ran.stdout and "Player 1, area goal: n6 c4; n9 w2" in ran.stdout
    found = json.loads(tripolis("score", "metropolys", "-", "--json", given=json.dumps(BOARD)).stdout)
    assert [player["total"] for player in found["players"]] == [32, score_board(**BOARD)[1].total]
    assert found["players"][0]["groups"] == [["n6", "c4"], ["n9", "w2"]]
    assert "Enter an object with mode, buildings" in tripolis("score", "metropolys", "-", given="{}").stderr
    ran = tripolis("score", "metropolys", "edit", given="expert 2\n1c4=11\nhello\nq\n")
    assert "family N, expert N: start again" in ran.stdout and "hello is not a valid step" in ran.stdout
    assert "Player 1: buildings 1, points 5, place 1" in ran.stdout
    assert "tripolis score metropolys edit:expert.11c4_000__._000__.00" in ran.stdout


def test_another_number_of_players_keeps_what_was_put_in():
    assert_kept_for_others(BoardEditor("family", 2), "1n1=5", "1t=1", "2c1=3", "2s=1", "2+s")
