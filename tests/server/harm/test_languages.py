"""Problems are told in four languages."""

import json

from tests.server.harm.asking import cookie_of, waiting
from tripolis.engine.words import LANGUAGES, Message, words


def test_problems_are_told_in_four_languages(server, client, people):
    _, other = waiting(people)
    asked = [
        (lambda **how: client.get("/api/tables/nothing", **how), "There is no such table."),
        (lambda **how: client.get("/api/nothing", **how), "There is nothing here."),
        (lambda **how: client.post("/api/guest", json={}, **how), "The request has the wrong form."),
    ]
    for ask, text in asked:
        told = {}
        for lang in LANGUAGES:
            expected = words(lang).render(Message(text))
            assert ask(params={"lang": lang}).json()["detail"] == expected
            assert ask(params={"lang": lang}, headers={"Accept-Language": "fr"}).json()["detail"] == expected
            assert ask(headers={"Accept-Language": f"xx, {lang}-CH;q=0.9, en;q=0.1"}).json()["detail"] == expected
            assert ask(params={"lang": "xx"}, headers={"Accept-Language": lang}).json()["code"]
            told[expected] = lang
        assert len(told) == len(LANGUAGES) == 4
    for lang in LANGUAGES:
        path = f"/api/tables/{other.table}/moves"
        answer = client.post(path, json={"moves": ["x"]}, headers=other.headers, params={"lang": lang})
        assert answer.json()["detail"] == words(lang).render(Message("It is not your turn."))
        foreign = client.post("/api/guest", json={}, params={"lang": lang}, headers={"Origin": "https://evil.example"})
        assert foreign.json()["detail"] == words(lang).render(
            Message("This request comes from a page of another site.")
        )
    cookie = {"Cookie": cookie_of(server, "Ada", lang="nl")}
    answer = client.get("/api/tables/nothing", headers=cookie | {"Accept-Language": "en"})
    assert answer.status_code == 404


def test_a_stream_tells_problems_in_the_language_it_was_opened_in(server, people):
    _, other = waiting(people)
    told = set()
    for lang in LANGUAGES:
        with server.stream(other.table, other.token, lang=lang) as stream:
            stream.recv(30)
            stream.send(json.dumps({"do": "moves", "moves": ["x"]}))
            assert json.loads(stream.recv(30))["detail"] == words(lang).render(Message("It is not your turn."))
            stream.send(json.dumps({"do": "fly"}))
            assert json.loads(stream.recv(30))["detail"] == words(lang).render(
                Message("The request has the wrong form.")
            )
        with server.stream("nothing", lang=lang) as stream:
            found = json.loads(stream.recv(30))["detail"]
            assert found == words(lang).render(Message("There is no such table."))
            told.add(found)
    assert len(told) == 4
