"""Lists: my tables, where it is my turn, public tables, tables that I watch."""

from tests.server.people import guest, legal, new_table, set_up, sit, table_of


def home(client):
    answer = client.get("/api/home")
    assert answer.status_code == 200
    return answer.json()


def ids(tables):
    return [table["id"] for table in tables]


def test_a_stranger_sees_public_tables_and_nothing_else(client):
    hidden = set_up(client, "me", "open")
    shown = set_up(client, "me", "open", public=True)
    seen = home(client)
    assert seen["name"] is None and seen["tables"] == seen["turns"] == seen["watching"] == []
    assert shown.table in ids(seen["public"]) and hidden.table not in ids(seen["public"])
    [listed] = [table for table in seen["public"] if table["id"] == shown.table]
    assert (listed["status"], listed["open_seats"], listed["players"], listed["seat"]) == ("open", 1, 2, -1)
    assert [seat["name"] for seat in listed["seats"]] == ["Ada", ""]
    assert set(listed["seats"][0]) == {"kind", "name"}, "no guest is named by more than a name"


def test_bots_have_names_and_their_strength_is_told_beside_them(client):
    shown = set_up(client, "me", "bot:greedy", "bot:regular", "bot:greedy", public=True)
    [listed] = [table for table in home(client)["public"] if table["id"] == shown.table]
    assert [seat["name"] for seat in listed["seats"]] == ["Ada", "Mira", "Jonas", "Lina"]
    for lang, strengths in {"en": ["", "Greedy bot", "Regular"], "de": ["", "Einfacher Bot", "Stammspieler"]}.items():
        seats = client.get(f"/api/tables/{shown.table}", params={"lang": lang}).json()["state"]["seats"]
        assert [seat["strength"] for seat in seats][:3] == strengths


def test_a_public_table_leaves_the_list_when_it_is_closed_or_over(client):
    ada = set_up(client, "me", "open", public=True)
    ada.do("close")
    people = table_of(client, "Ada", "Ben", public=True)
    assert people[0].table in ids(home(client)["public"]), "running matches can be watched"
    people[0].do("resign")
    listed = ids(home(client)["public"])
    assert ada.table not in listed and people[0].table not in listed


def test_a_table_can_be_made_public_later(client):
    ada = set_up(client, "me", "open")
    ada.do("options", "PUT", game="quadropolis", options={"players": 2}, public=True)
    assert ada.table in ids(home(client)["public"])


def test_my_tables_and_my_turns(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        table = new_table(ada, "me", "open")
        assert ids(home(ada)["tables"]) == [table] and home(ada)["turns"] == []
        sit(ben, table)
        assert ids(home(ben)["tables"]) == [table] and home(ben)["tables"][0]["seat"] == 1
        for browser in (ada, ben):
            browser.post(f"/api/tables/{table}/ready", json={})
        ada.post(f"/api/tables/{table}/start", json={})
        both = [home(ada), home(ben)]
        turns = [seen["turns"] for seen in both]
        assert sorted(turns) == [[], [table]]
        mover = [ada, ben][turns.index([table])]
        waiter = ben if mover is ada else ada
        while home(mover)["turns"]:
            legal = mover.get(f"/api/tables/{table}").json()["legal"]
            assert mover.post(f"/api/tables/{table}/moves", json={"moves": [legal[0]["move"]]}).status_code == 200
        assert home(waiter)["turns"] == [table] and home(waiter)["tables"][0]["ply"] >= 1
        mover.post(f"/api/tables/{table}/resign", json={})
        for browser in (ada, ben):
            seen = home(browser)
            assert seen["turns"] == [] and seen["tables"][0]["status"] == "over"


def test_the_table_that_was_touched_last_comes_first(server):
    with guest(server, "Ada") as ada:
        first, second = new_table(ada, "me", "open"), new_table(ada, "me", "open")
        assert ids(home(ada)["tables"]) == [second, first]
        ada.post(f"/api/tables/{first}/chat", json={"text": "hello?"})
        assert ids(home(ada)["tables"]) == [first, second]


def test_a_table_that_one_left_is_no_longer_ones_own(server, client):
    owner = set_up(client, "me", "open")
    with guest(server, "Ben") as ben:
        sit(ben, owner.table)
        ben.post(f"/api/tables/{owner.table}/leave", json={})
        assert home(ben)["tables"] == []
        sit(ben, owner.table)
        assert ids(home(ben)["tables"]) == [owner.table]


def test_who_set_up_a_table_without_sitting_there_finds_it_again(server):
    with guest(server, "Ada") as ada:
        table = new_table(ada, "open", "open")
        assert ids(home(ada)["tables"]) == [table] and home(ada)["tables"][0]["seat"] == -1


def test_a_look_at_a_table_puts_it_on_no_list(server, client):
    owner = set_up(client, "me", "open")
    with guest(server, "Ben") as ben:
        page = ben.get(f"/table/{owner.table}")
        assert page.status_code == 200 and '"watched":false' in page.text.replace(" ", "")
        assert home(ben)["watching"] == home(ben)["tables"] == []
        ben.post(f"/api/tables/{owner.table}/watch", json={})
        assert '"watched":true' in ben.get(f"/table/{owner.table}").text.replace(" ", "")


def test_tables_that_one_watches(server, client):
    owner = set_up(client, "me", "open")
    with guest(server, "Ben") as ben:
        assert ben.post(f"/api/tables/{owner.table}/watch", json={}).json() == {"watch": True}
        ben.post(f"/api/tables/{owner.table}/watch", json={})
        assert ids(home(ben)["watching"]) == [owner.table] and home(ben)["tables"] == []
        ben.post(f"/api/tables/{owner.table}/watch", json={"watch": False})
        assert home(ben)["watching"] == []
        ben.post(f"/api/tables/{owner.table}/watch", json={})
        sit(ben, owner.table)
        assert home(ben)["watching"] == [] and ids(home(ben)["tables"]) == [owner.table], (
            "who sits there watches no more"
        )
        ben.post(f"/api/tables/{owner.table}/watch", json={})
        ben.post(f"/api/tables/{owner.table}/watch", json={"watch": False})
        assert ids(home(ben)["tables"]) == [owner.table], "watching takes no seat away"
        assert ben.post("/api/tables/nosuchtable2/watch", json={}).json()["code"] == "no_table"
    assert client.post(f"/api/tables/{owner.table}/watch", json={}).json()["code"] == "no_name"


def test_a_rematch_is_on_the_lists_of_all(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        table = new_table(ada, "me", "open")
        sit(ben, table)
        for browser in (ada, ben):
            browser.post(f"/api/tables/{table}/ready", json={})
        ada.post(f"/api/tables/{table}/start", json={})
        ada.post(f"/api/tables/{table}/resign", json={})
        new = ben.post(f"/api/tables/{table}/rematch", json={}).json()["table"]
        assert set(ids(home(ada)["tables"])) == set(ids(home(ben)["tables"])) == {new, table}


def test_a_list_says_when_time_is_up(server):
    with guest(server, "Ada") as ada:
        table = new_table(ada, "me", "bot:random", clock={"kind": "days", "days": 2}, start=True)
        for _ in range(200):
            if home(ada)["turns"]:
                break
        [listed] = home(ada)["tables"]
        assert listed["id"] == table and listed["clock"] == "days" and listed["your_turn"]
        assert 1.9 < (listed["due"] - listed["touched"]) / 86_400_000 <= 2


def test_a_list_says_how_far_a_match_is_in_the_language_of_its_reader(client):
    playing = set_up(client, "me", "bot:greedy", public=True, start=True)
    waiting = set_up(client, "me", "open", public=True)
    for lang, said in {"en": "Round 1 of 4", "de": "Runde 1 von 4"}.items():
        found = {one["id"]: one["progress"] for one in client.get("/api/home", params={"lang": lang}).json()["public"]}
        assert found[playing.table] == said and found[waiting.table] is None


def test_the_games_are_described_in_all_languages(client):
    said = set()
    for lang in ("en", "de", "fr", "nl"):
        found = client.get("/api/games", params={"lang": lang}).json()
        [game] = [game for game in found["games"] if game["name"] == "quadropolis"]
        players = next(option for option in game["options"] if option["name"] == "players")
        assert [value["value"] for value in players["values"]]
        said.add(players["title"])
        assert {"random", "greedy"} <= set(found["bots"])
    assert len(said) >= 3


def test_a_guest_may_have_so_many_tables_and_no_more(client, server):
    with guest(server, "Ada") as ada:
        answers = [ada.post("/api/tables", json={"game": "quadropolis"}) for _ in range(51)]
        assert [answer.status_code for answer in answers] == [201] * 50 + [429]
        ada.post(f"/api/tables/{answers[0].json()['table']}/close", json={})
        assert ada.post("/api/tables", json={"game": "quadropolis"}).status_code == 201


def test_why_not_and_preview_answer_the_one_to_move(client):
    people = table_of(client, "Ada", "Ben")
    actor = next(person for person in people if legal(person))
    other = people[1 - people.index(actor)]
    move = legal(actor)[0]
    where = f"/api/tables/{actor.table}/why-not"
    assert client.get(where, params={"move": move}, headers=actor.headers).json()["legal"]
    refused = client.get(where, params={"move": "x", "lang": "de"}, headers=actor.headers).json()
    assert not refused["legal"] and refused["reason"].isupper() and refused["text"]
    assert client.get(where, params={"move": move}, headers=other.headers).json()["code"] == "not_your_turn"
    assert client.get(where, params={"move": move}).json()["code"] == "not_your_seat"
    before = actor.look()
    found = actor.do("preview", moves=[move])
    assert not found["silent"] and found["after"]["total"] - found["before"]["total"] == found["gain"]
    assert actor.look() == before, "nothing was played"
    other.refused("preview", "not_your_turn", moves=[move])
