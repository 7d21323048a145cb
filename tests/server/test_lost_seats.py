"""A seat lost with its cookie: asked back from the table's owner, or reached by its own link."""

from tests.server.people import guest, new_table, sit


def begin(ada, ben):
    """A match of two guests; returns its table and what Ben was given when he sat down."""
    table = new_table(ada, "me", "open")
    seat = sit(ben, table)
    for browser in (ada, ben):
        assert browser.post(f"/api/tables/{table}/ready", json={}).status_code == 200
    assert ada.post(f"/api/tables/{table}/start", json={}).status_code == 200
    return table, seat


def seat_of(browser, table):
    return browser.get(f"/api/tables/{table}").json()["you"]["seat"]


def test_a_lost_seat_is_asked_back_from_the_owner_of_the_table(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben, guest(server, "Somebody") as lost:
        table, _ = begin(ada, ben)
        assert seat_of(lost, table) == -1
        assert lost.post(f"/api/tables/{table}/claim", json={"seat": 1}).status_code == 200
        assert ada.get(f"/api/tables/{table}").json()["state"]["claim"] == {"seat": 1}
        assert lost.post(f"/api/tables/{table}/grant", json={"yes": True}).status_code == 403
        assert ben.post(f"/api/tables/{table}/grant", json={"yes": True}).status_code == 409, "not the one who holds it"
        assert ada.post(f"/api/tables/{table}/grant", json={"yes": True}).status_code == 200
        assert seat_of(lost, table) == 1 and seat_of(ben, table) == -1
        shown = ada.get(f"/api/tables/{table}").json()
        assert shown["state"]["claim"] is None and shown["state"]["seats"][1]["name"] == "Ben"
        assert all("guest" not in line["data"] for line in shown["log"]), "nobody hears who asked"


def test_the_owner_may_say_no(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben, guest(server, "Eve") as eve:
        table, _ = begin(ada, ben)
        eve.post(f"/api/tables/{table}/claim", json={"seat": 1})
        assert ada.post(f"/api/tables/{table}/grant", json={"yes": False}).status_code == 200
        assert seat_of(eve, table) == -1 and seat_of(ben, table) == 1
        assert ada.post(f"/api/tables/{table}/grant", json={"yes": True}).json()["code"] == "wrong_time"


def test_another_player_decides_about_the_seat_of_the_owner(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben, guest(server, "Somebody") as lost:
        table, _ = begin(ada, ben)
        lost.post(f"/api/tables/{table}/claim", json={"seat": 0})
        assert ben.post(f"/api/tables/{table}/grant", json={"yes": True}).status_code == 200
        assert seat_of(lost, table) == 0 and lost.get(f"/api/tables/{table}").json()["you"]["owner"]


def test_nobody_asks_for_a_seat_beside_their_own_or_for_a_bots(server):
    with guest(server, "Ada") as ada, guest(server, "Eve") as eve:
        table = new_table(ada, "me", "bot:random")
        assert ada.post(f"/api/tables/{table}/claim", json={"seat": 1}).json()["code"] == "wrong_time"
        assert eve.post(f"/api/tables/{table}/claim", json={"seat": 1}).json()["code"] == "bad_value"


def test_the_link_of_a_seat_brings_one_back_as_often_as_needed(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        table, seat = begin(ada, ben)
        for _ in range(2):
            with server.client() as fresh:
                fresh.headers["X-Tripolis"] = "1"
                back = fresh.post("/api/keep", json={"secret": f"{table}.{seat['token']}"})
                assert back.status_code == 200 and back.json()["seat"] == 1
                assert seat_of(fresh, table) == 1
        with server.client() as stranger:
            stranger.headers["X-Tripolis"] = "1"
            assert stranger.post("/api/keep", json={"secret": f"{table}.nonsense"}).status_code >= 400


def test_a_reaction_is_read_in_each_readers_own_language(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        table, _ = begin(ada, ben)
        assert ada.post(f"/api/tables/{table}/chat", json={"react": "well"}).status_code == 200
        for lang, text in {
            "en": "Well played!",
            "de": "Gut gespielt!",
            "fr": "Bien joué\u00a0!",
            "nl": "Goed gespeeld!",
        }.items():
            [line] = [
                one
                for one in ben.get(f"/api/tables/{table}", params={"lang": lang}).json()["log"]
                if one["kind"] == "chat"
            ]
            assert line["data"]["text"] == text
        assert ada.post(f"/api/tables/{table}/chat", json={"react": "<script>"}).status_code == 400
        assert ada.post(f"/api/tables/{table}/chat", json={}).status_code == 422
