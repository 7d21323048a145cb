"""The analysis room under hostile requests: what has the wrong form is refused, and a running match stays closed."""

import pytest

import tripolis
from tests.server.people import play_on, table_of

LINE = {"moves": [], "comments": {}, "name": "", "variations": {}}
WRONG = {
    "moves": (5, "a1", [5], [None], [[]], {"a": 1}),
    "comments": (5, [], None, {"x": "y"}, {"²": "y"}, {"9" * 5000: "y"}, {"-1": "y"}, {"0": 5}, {"0": None}),
    "name": (5, [], None),
    "variations": (
        [],
        None,
        {"0": 5},
        {"0": [5]},
        {"0": [[]]},
        {"x": [LINE]},
        {"0": [{"moves": 5}]},
        {"0": [{"x": 1}]},
    ),
    "further": (1,),
}
DEEP = 5000


def analyse(client, what, **body):
    return client.post(f"/api/analysis/{what}", json=body)


@pytest.fixture(scope="module")
def position():
    return tripolis.game("metropolys").new(5).position.text()


@pytest.mark.parametrize("field", WRONG)
def test_a_tree_of_the_wrong_form_is_refused(client, position, field):
    for value in WRONG[field]:
        for tree in ({field: value}, {"variations": {"0": [{"moves": ["x"], field: value}]}}):
            answer = analyse(client, "file", position=position, tree=tree)
            assert answer.status_code == 400 and answer.json()["fields"], f"{tree}: {answer.text}"


def test_a_tree_that_is_too_deep_or_too_wide_is_refused(client, position):
    nested = '{"variations":{"0":[' * DEEP + "{}" + "]}}" * DEEP
    head = {"content-type": "application/json"}
    answer = client.post("/api/analysis/file", content=f'{{"position":"x","tree":{nested}}}', headers=head)
    assert answer.status_code == 400
    wide = {"moves": ["x"], "variations": {"0": [{"moves": ["x"]}] * 1001}}
    assert analyse(client, "file", position=position, tree=wide).status_code == 422


def test_texts_of_an_analysis_stay_what_they_are(client, position):
    """No comment or name ends what it stands in, or begins a header."""
    first, second = (move.text for move in tripolis.Match.parse(file_of(client, position, LINE)).legal()[:2])
    said = 'a } b { c ) ( [Seed "00"]\n[Game "x"] <script>alert(1)</script>\n> x'
    tree = {"moves": [first], "comments": {"0": said, "1": said}, "name": "", "variations": {}}
    tree["variations"] = {"0": [{"moves": [second], "name": said, "comments": {"1": said}}]}
    match = tripolis.Match.parse(file_of(client, position, tree))
    assert match.texts() == [first] and match.variations[0][0].texts() == [second]
    assert set(match.headers) <= {"Eyes"} and len(match.comments) == 2
    assert all("<script>" in comment for comment in match.comments.values())


def file_of(client, position, tree):
    answer = analyse(client, "file", position=position, tree=tree)
    assert answer.status_code == 200, answer.text
    return answer.json()["text"]


def test_a_running_match_is_analysed_by_nobody(client):
    people = table_of(client, "Ada", "Ben")
    play_on(people, 3)
    table = people[0].table
    for what, more in (("moment", {}), ("best", {}), ("file", {"tree": {}})):
        for person in (None, *people):
            answer = client.post(
                f"/api/analysis/{what}", json={"table": table, **more}, headers=person.headers if person else {}
            )
            assert answer.status_code == 409 and answer.json()["code"] == "wrong_time", answer.text
    people[0].do("resign")
    assert analyse(client, "moment", table=table).status_code == 200
