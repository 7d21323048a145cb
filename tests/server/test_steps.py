"""What a table asks for, explains and promises: prompts, cards, gains and previews over HTTP."""

import re

import pytest

import tripolis
from tests.server.people import table_of
from tripolis.engine.position import Position
from tripolis.engine.words import words
from tripolis.server.api import queries


@pytest.fixture
def people(client):
    """Two at a table of Quadropolis."""
    return table_of(client, "Ada", "Ben", options={"mode": "classic"})


def turn(people):
    """The one to move, and the other."""
    return people if people[0].look()["legal"] else people[::-1]


def ask(person, address):
    answer = person.client.get(f"/api/tables/{person.table}/{address}", headers=person.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def take_a_tile(actor):
    """Place an architect that takes something; returns what is seen then."""
    move = next(move for move in actor.look()["legal"] if "nothing" not in move["text"])
    actor.play(move["move"])
    return actor.look()


def test_every_step_has_a_prompt_and_others_read_what_is_decided(people):
    actor, other = turn(people)
    name = ("Ada", "Ben")[actor.seat]
    assert actor.look()["position"]["prompt"] == "Place an architect: choose one and a free slot"
    assert other.look()["position"]["prompt"] == f"{name} is choosing an architect"
    steps = ask(actor, "prompts")
    clicks = {step for move in actor.look()["legal"] for step in move["path"]}
    assert set(steps["prompts"]) == {"", *clicks}
    architect = f"architect-{actor.seat}-3"
    assert steps["prompts"][architect] == "Architect 3: choose a slot" and steps["in_hands"][architect] == architect
    german = "Lege einen Architekten: Wähle einen und eine freie Position"
    assert ask(actor, "prompts?lang=de")["prompts"][""] == german
    seen = take_a_tile(actor)
    assert seen["position"]["prompt"].startswith("Build the ") and seen["position"]["in_hand"].startswith("tile-")


def test_every_sprite_has_a_card_for_everybody(people):
    actor, _ = turn(people)
    sprites = actor.look()["scene"]["sprites"]
    for person in people:
        for sprite in sprites[::7]:
            card = ask(person, f"card?sprite={sprite['id']}")
            assert card["title"] and (card["why_not"] is None or person is actor)
    answer = actor.client.get(f"/api/tables/{actor.table}/card", params={"sprite": "moon"})
    assert answer.status_code == 422


def test_a_card_says_why_something_may_not_be_clicked(people):
    actor, other = turn(people)
    move = next(move for move in actor.look()["legal"] if "nothing" not in move["text"])
    slot = move["path"][1]
    assert ask(actor, f"card?sprite={slot}")["why_not"] is None
    actor.play(move["move"])
    assert "(p. 4)" in ask(actor, f"card?sprite={slot}")["why_not"]
    assert ask(other, f"card?sprite={slot}")["why_not"] is None, "it is not their turn"


def test_an_architect_shows_what_each_slot_would_take(people):
    actor, _ = turn(people)
    architect = f"architect-{actor.seat}-3"
    caught = actor.do("gains", clicks=[architect])["catches"]
    slots = {move["path"][1]: move["text"] for move in actor.look()["legal"] if move["path"][0] == architect}
    assert set(caught) == set(slots)
    for slot, tile in caught.items():
        assert slots[slot].endswith(tile["label"]) and bool(tile["symbol"]) == (tile["label"] != "nothing to take")


def most_of(later):
    """The number in "up to +2 with a resident"."""
    return int(re.match(r"up to [+±]?([−\d]+)", later)[1].replace("−", "-"))


def test_gains_are_those_of_the_previews_and_say_what_can_become_of_it(people):
    """Building may cost something now; what it can become is said apart, and the bin promises nothing."""
    actor, _ = turn(people)
    legal = take_a_tile(actor)["legal"]
    gains = actor.do("gains")["gains"]
    assert set(gains) == {move["path"][0] for move in legal}
    for move in legal:
        preview = actor.do("preview", moves=[move["move"]])
        assert gains[move["path"][0]]["shown"] == preview["gain_shown"]
        assert preview["gain"] == sum(part["gain"] for part in preview["parts"])
        if move["move"] == "x":
            assert preview["gain_shown"] == "±0" and preview["later"] is None and preview["note"]
        elif preview["gain"] <= 0:
            assert preview["later"] is None or most_of(preview["later"]) > preview["gain"]
            assert gains[move["path"][0]]["ghost"]["symbol"].startswith("tile-")


def test_a_click_is_judged_without_trying_every_action_that_begins_with_it(monkeypatch):
    """U-Build has thousands of actions with a tool: asked one by one, they held the event loop for 80 ms."""
    game, tried = tripolis.game("ubuild", players=2), []
    match = game.new(3)
    seen = match.seen_by(match.actor)
    why_not = Position.why_not
    monkeypatch.setattr(Position, "why_not", lambda self, move: tried.append(move) or why_not(self, move))
    judged = queries.why_not(seen, None, ["tool-tower"], [], words("en", game))
    assert not judged["legal"] and judged["reason"] and len(tried) == 1
    legal = seen.legal()[0]
    assert queries.why_not(seen, None, [legal.path[0]], [], words("en", game))["legal"]
