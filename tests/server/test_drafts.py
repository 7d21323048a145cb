"""Offers and amounts that are put together before anybody hears of them, and sent as one list of moves."""

import random

import pytest

from tests.server.people import table_of
from tripolis import game


def texts(moves):
    return {move["move"] for move in moves}


def until(people, wanted, most=60):
    """Play legal moves that matter little until the one to move may do this; returns that one and the other."""
    for _ in range(most):
        actor = next(person for person in people if person.look()["legal"])
        legal = actor.look()["legal"]
        found = [move for move in legal if move["move"].startswith(wanted)]
        if found:
            return actor, people[1 - actor.seat], found[0]["move"]
        plain = [move["move"] for move in legal if move["move"] in ("roll", "auction", "end", "pass", "drop")]
        actor.play((plain or [legal[0]["move"]])[0])
    raise AssertionError(f"it never came to {wanted}")


@pytest.fixture
def people(client):
    """Two at a table of U-Build."""
    return table_of(client, "Ada", "Ben", game="ubuild", options={"track": "starter"})


def test_an_offer_is_put_together_unseen_and_sent_as_one_list(people):
    actor, _, _ = until(people, "buy")
    actor.play("buy")
    actor, other, deal = until(people, "deal:")
    legal = {move["move"]: move for move in actor.look()["legal"]}
    assert legal[deal]["draft"] == "keep"
    before = actor.look(), other.look()
    opened = actor.do("draft", moves=[deal])
    kinds = {move["move"]: move.get("draft") for move in opened["legal"]}
    assert kinds["cancel"] == "drop" and kinds["pay:1M"] == kinds["ask:1M"] == "keep"
    assert "send" not in kinds, "nothing is in it yet"
    assert opened["sprites"]["put"] and opened["sprites"]["areas"]
    assert (actor.look(), other.look()) == before, "nobody has heard of it"

    other.refused("draft", "not_your_turn", moves=[deal])
    actor.refused("draft", "illegal_move", moves=[deal, deal])
    actor.refused("moves", "illegal_move", moves=[deal, "pay:1M", "send"])  # nothing is asked for: all or none
    assert (actor.look(), other.look()) == before

    give = next(m["move"] for m in opened["legal"] if m["move"].startswith("give:"))
    whole = [deal, give, "ask:1M"]
    assert "send" in texts(actor.do("draft", moves=whole)["legal"])
    lines = len(actor.look()["log"])
    actor.play(*whole, "send")
    log = other.look()["log"]
    assert len(log) == lines + 1 and log[-1]["data"]["moves"] == [*whole, "send"]
    assert texts(other.look()["legal"]) == {"accept", "refuse"}
    other.play("refuse")
    assert {m["move"]: m.get("draft") for m in actor.look()["legal"]}["cancel"] == "drop", "it lies there now"


def test_any_bid_is_one_entry_with_an_amount(people):
    actor, _, bid = until(people, "bid:")
    entries = [move for move in actor.look()["legal"] if move["move"].startswith("bid:")]
    assert [move["move"] for move in entries] == [bid]
    amount = entries[0]["amount"]
    assert entries[0]["path"][-1] == "do-bid" and amount["value"] == amount["least"]
    assert amount["template"].format(amount["least"]) == bid
    assert amount["most"] == amount["have"] and amount["units"] and amount["of"]
    actor.refused("moves", "illegal_move", moves=[amount["template"].format(amount["most"] + amount["step"])])
    actor.play("bid:1.2M")


def test_what_would_come_to_light_is_no_draft(people):
    actor, _, _ = until(people, "roll")
    actor.refused("draft", "revealing", moves=["roll"])


def test_drafts_reveal_nothing_and_stay_with_the_one_who_makes_them():
    """Whatever U-Build calls a draft leaves the decision where it is, and nothing new comes to light."""
    ubuild = game("ubuild", track="classic", players=3)
    draft, rng, seen = ubuild.face.draft, random.Random(5), 0
    for seed in range(3):
        position = ubuild.new(seed).position
        for _ in range(400):
            if position.over:
                break
            s, actor = position.plain, position.actor
            kinds = {move: draft(s, ubuild.plain_box, move.number) for move in position.legal()}
            for move, kind in kinds.items():
                if kind:
                    tried = position.copy()
                    tried.play(move)
                    assert tried.actor == actor and not tried.revealed, move.text
                    seen += 1
            position.play(rng.choice(list(kinds)))
    assert seen > 100
