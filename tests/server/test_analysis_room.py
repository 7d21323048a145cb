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


STATES = (
    "x",
    "metropolys/1 built=0-7,0-7",
    "metropolys/1/players=9",
    "quadropolis/1",
    "metropolys/1 actor=-1",
    "\x00" * 900,
)


@pytest.mark.parametrize("state", STATES)
def test_the_editor_of_positions_refuses_what_cannot_be(client, state):
    answer = analyse(client, "set-up/metropolys", state=state)
    assert answer.status_code in (400, 422) and answer.json()["detail"]


def test_the_editor_of_positions_makes_steps_and_refuses_others_with_the_reason(client, position):
    begun = analyse(client, "set-up/metropolys", start={"mode": "expert", "players": "3"}).json()
    assert begun["start"] == {"mode": "expert", "players": "3"} and begun["ranks"] == []
    built = analyse(client, "set-up/metropolys", state=begun["state"], moves=["1c4=11", "decides=3"]).json()
    assert "actor=2" in built["state"] and built["accounts"][0]["total"] is not None
    for move in ("1c4=14", "9c4=1", "hello", "c99=t", "1g=", "unused=centre", "decides=4", "\u0663c4=1"):
        answer = analyse(client, "set-up/metropolys", state=built["state"], move=move)
        assert answer.status_code in (400, 422), f"{move}: {answer.text[:200]}"
    assert analyse(client, "set-up/nothing").status_code == 422
    changed = analyse(client, "set-up/metropolys", state=position, start={"players": "4"}).json()
    assert changed["start"]["players"] == "4"
