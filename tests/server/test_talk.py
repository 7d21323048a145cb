"""Chat, mute, and who hears what."""

import json

import pytest

from tests.server.people import join, set_up, stranger, table_of


def heard(person, **params):
    return [line["data"]["text"] for line in person.look(**params)["log"] if line["kind"] == "chat"]


def test_what_one_says_all_hear_spectators_too(client):
    people = table_of(client, "Ada", "Ben", "Cyd")
    people[0].do("chat", text="hello")
    people[2].do("chat", text="<b>& hi</b>")
    for person in (*people, stranger(client, people[0].table)):
        assert heard(person) == ["hello", "<b>& hi</b>"], "words are kept as they were said; pages escape them"


def test_people_talk_before_and_after_the_match(client):
    ada = set_up(client, "me", "open")
    ada.do("chat", text="anybody?")
    ben = join(client, ada.table, "Ben")
    assert heard(ben) == ["anybody?"]
    for person in (ada, ben):
        person.do("ready")
    ada.do("start")
    ben.do("resign")
    ben.do("chat", text="well played")
    assert heard(ada)[-1] == "well played"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  two\n lines\t ", "two lines"),
        ("a\u202eb\u200bc\x07d", "abcd"),
        ("z" + "\u0301" * 9, "\u017a\u0301\u0301"),
        ("\u2003", None),
        ("\x00", None),
        ("👩\u200d🚀 ok", "👩\u200d🚀 ok"),
        ("x" * 900, "x" * 500),
    ],
)
def test_words_are_cleaned(client, said, kept):
    ada, ben = table_of(client, "Ada", "Ben")
    if kept is None:
        ada.refused("chat", "bad_value", text=said)
    else:
        ada.do("chat", text=said)
        assert heard(ben) == [kept]


def test_too_much_and_nothing_are_refused(client):
    ada, _ = table_of(client, "Ada", "Ben")
    ada.refused("chat", "bad_request", text="x" * 1001)
    ada.refused("chat", "bad_request", text="")
    ada.refused("chat", "bad_value")
    ada.refused("chat", "bad_request", text=7)


def test_a_table_may_be_without_chat(client):
    ada, _ = table_of(client, "Ada", "Ben", chat=False)
    ada.refused("chat", "wrong_time", text="psst")


def test_whom_one_mutes_one_does_not_hear(server, client):
    ada, ben, cyd = table_of(client, "Ada", "Ben", "Cyd")
    ben.do("chat", text="first")
    with server.stream(ada.table, ada.token) as mine, server.stream(cyd.table, cyd.token) as theirs:
        for stream in (mine, theirs):
            stream.recv(timeout=10)
        ada.do("mute", seat=ben.seat)
        ben.do("chat", text="second")
        assert heard(ada) == ["first"], "what was said before stays"
        assert heard(cyd) == ["first", "second"] and heard(ben) == ["first", "second"]
        own = [json.loads(mine.recv(timeout=10)) for _ in range(2)]
        others = [json.loads(theirs.recv(timeout=10)) for _ in range(2)]
        assert own[0]["you"]["muted"] == [ben.seat] and [line["kind"] for line in own[0]["log"]] == ["mute"]
        assert own[1]["log"] == []
        assert others[0]["log"] == [] and others[0]["you"]["muted"] == [], "nobody else hears of it"
        assert others[1]["log"][0]["data"]["text"] == "second"
    assert "mute" not in [line["kind"] for line in ben.look()["log"]] and ben.look()["you"]["muted"] == []
    ada.do("mute", seat=ben.seat, mute=False)
    ben.do("chat", text="third")
    assert heard(ada) == ["first", "third"] and ada.look()["you"]["muted"] == []


def test_the_owner_may_mute_a_seat_for_all(client):
    ada, ben, cyd = table_of(client, "Ada", "Ben", "Cyd")
    ben.refused("mute", "not_owner", seat=cyd.seat, all=True)
    ada.do("mute", seat=ben.seat, all=True)
    ben.refused("chat", "muted", text="why?")
    cyd.do("chat", text="quiet")
    assert heard(ben) == ["quiet"]
    ada.do("mute", seat=ben.seat, all=True, mute=False)
    ben.do("chat", text="thanks")
    assert heard(cyd) == ["quiet", "thanks"]


def test_one_cannot_mute_oneself_nor_a_seat_that_is_not_there(client):
    ada, _ = table_of(client, "Ada", "Ben")
    ada.refused("mute", "bad_value", seat=ada.seat)
    ada.refused("mute", "bad_value", seat=5)
    ada.refused("mute", "bad_value", seat=-1)
    stranger(client, ada.table).refused("mute", "not_your_seat", seat=0)


def test_deeds_go_over_the_stream_too_and_are_answered(server, client):
    ada, ben = table_of(client, "Ada", "Ben")
    with server.stream(ada.table, ada.token) as stream:
        stream.recv(timeout=10)
        stream.send(json.dumps({"do": "chat", "text": "hi", "id": "c1"}))
        found = [json.loads(stream.recv(timeout=10)) for _ in range(2)]
        done = next(message for message in found if message["type"] == "done")
        update = next(message for message in found if message["type"] == "update")
        assert done["id"] == "c1" and done["kind"] == "chat" and done["seq"] == update["seq"]
        assert update["log"][0]["data"]["text"] == "hi"
        stream.send(json.dumps({"do": "chat", "text": "hi", "id": "c1"}))
        assert json.loads(stream.recv(timeout=10)) == done, "sent twice, it counts once"
        for wrong, code in [
            ('{"do": "fly"}', "bad_value"),
            ("rubbish", "bad_value"),
            ("[]", "bad_value"),
            ('{"do": "chat"}', "bad_value"),
            ('{"do": "chat", "text": "x", "more": 1}', "bad_value"),
            ('{"do": "mute", "seat": 0}', "bad_value"),
            ('{"do": "moves", "moves": ["rubbish"], "id": "m"}', None),
        ]:
            stream.send(wrong)
            problem = json.loads(stream.recv(timeout=10))
            assert problem["type"] == "problem" and problem["detail"], wrong
            assert code is None or problem["code"] == code, problem
        assert problem["id"] == "m" and problem["code"] in ("bad_notation", "not_your_turn")
        stream.send(json.dumps({"do": "ping", "id": "p"}))
        pong = json.loads(stream.recv(timeout=10))
        assert (pong["type"], pong["id"], pong["seq"]) == ("pong", "p", done["seq"])
    assert heard(ben) == ["hi"]


def test_a_listener_without_a_seat_may_say_nothing_over_the_stream(server, client):
    ada, _ = table_of(client, "Ada", "Ben")
    before = ada.look()["seq"]
    with server.stream(ada.table) as stream:
        assert json.loads(stream.recv(timeout=10))["you"]["seat"] == -1
        for deed in ({"do": "chat", "text": "hi"}, {"do": "resign"}, {"do": "leave"}, {"do": "moves", "moves": ["x"]}):
            stream.send(json.dumps(deed))
            assert json.loads(stream.recv(timeout=10))["code"] == "not_your_seat"
    assert ada.look()["seq"] == before


def test_the_stream_says_the_same_about_its_listener_as_a_look_does(server, client):
    ada, _ = table_of(client, "Ada", "Ben")
    with server.stream(ada.table, ada.token) as stream:
        first = json.loads(stream.recv(timeout=10))
        ada.do("chat", text="still me")
        update = json.loads(stream.recv(timeout=10))
    assert first["you"] == update["you"] == ada.look()["you"] and update["you"]["owner"]
