"""Pages around a table: what a stranger, a browser without a connection and a link preview are given."""

import re
import time
from xml.etree import ElementTree

import pytest

from tests.server.people import guest, new_table, set_up, sit
from tripolis.bots import BOT_NAMES
from tripolis.engine.game import find, game_names
from tripolis.engine.words import words
from tripolis.server.web.texts import WORDS


def html(client, path, **headers):
    """A page as a browser asks for it."""
    return client.get(path, headers={"Accept": "text/html", **headers})


def test_home_shows_every_game_with_its_picture_and_what_one_can_do(client):
    page = html(client, "/").text
    for name in game_names():
        game = find(name)
        assert f"cover-{name}-light.svg" in page and f"cover-{name}-dark.svg" in page
        assert f"Play {game.title} now against bots" in page and f"Learn it in five minutes: {game.title}" in page
        assert f"/new?game={name}&amp;friends" in page and f"{game.about.players} players" in page
    assert "0 min" not in page, "no minutes that nobody has printed"


@pytest.mark.parametrize("path", ["table.js", "table.css", "themes.css", "art/quadropolis.svg"])
def test_scripts_styles_and_art_are_packed_as_tightly_as_a_browser_can_unpack(client, path):
    [static] = set(re.findall(r'/static/[^/"]+', html(client, "/").text))
    sizes, contents = [], set()
    for accepted in ("gzip, deflate, br", "gzip", "identity"):
        answer = client.get(f"{static}/{path}", headers={"Accept-Encoding": accepted})
        assert answer.headers.get("content-encoding", "identity") == {"gzip, deflate, br": "br"}.get(accepted, accepted)
        assert answer.headers["vary"] == "accept-encoding"
        sizes.append(int(answer.headers["content-length"]))
        contents.add(answer.content)
    assert sizes == sorted(sizes) and len(set(sizes)) == 3, "the tightest first"
    assert len(contents) == 1, "and always the same file"


def test_a_link_preview_says_who_invites_to_what_with_a_picture(client):
    ada = set_up(client, "me", "open")
    page = html(client, f"/table/{ada.table}").text
    assert '<meta property="og:title" content="Ada invites you to Quadropolis">' in page
    picture = re.search(r'property="og:image" content="([^"]+)"', page)[1]
    assert picture.startswith(str(client.base_url).rstrip("/"))
    assert client.get(picture).headers["content-type"] == "image/png"


def test_the_qr_code_of_a_table_is_a_picture_of_its_own(client):
    ada = set_up(client, "me", "open")
    code = client.get(f"/table/{ada.table}/qr.svg")
    assert code.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(code.text).tag.endswith("svg")
    assert client.get("/table/nosuchtable2/qr.svg").status_code == 404


def test_pages_can_be_installed(client):
    about = client.get("/manifest.webmanifest").json()
    assert about["display"] == "standalone" and about["start_url"] == "/"
    for icon in about["icons"]:
        assert client.get(icon["src"]).headers["content-type"].split(";")[0] == icon["type"]
    worker = client.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache" and "/offline" in worker.text
    assert "No connection" in html(client, "/offline").text


@pytest.mark.parametrize("path", ["/nothing", "/table/nosuchtable2", "/rules/chess"])
def test_an_error_says_what_happened_and_what_to_do(client, path):
    answer = html(client, path)
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text and "your tables are on the home page" in answer.text


def test_every_bot_is_explained_in_every_language():
    for name in BOT_NAMES:
        for lang in ("en", "de", "fr", "nl"):
            assert words(lang).render(WORDS[f"bot_{name}"]).endswith(".")


def test_a_finished_table_is_listed_with_its_result(server):
    with guest(server, "Ada") as ada, guest(server, "Ben") as ben:
        table = new_table(ada, "me", "open", game="ubuild")
        sit(ben, table)
        assert ada.get("/api/home").json()["tables"][0]["ranks"] is None
        for browser in (ada, ben):
            browser.post(f"/api/tables/{table}/ready", json={})
        ada.post(f"/api/tables/{table}/start", json={})
        ada.post(f"/api/tables/{table}/resign", json={})
        [listed] = ben.get("/api/home").json()["tables"]
        assert listed["ranks"] == [2, 1] and [total[-1] for total in listed["totals"]] == ["M", "M"]
        [listed] = ben.get("/api/home", params={"lang": "de"}).json()["tables"]
        assert [total.partition("\u00a0")[2] for total in listed["totals"]] == ["Mio.", "Mio."]


def test_replays_call_bots_as_tables_do(server):
    with guest(server, "Ada") as ada:
        table = new_table(ada, "me", "bot:greedy", "bot:greedy", start=True)
        ada.post(f"/api/tables/{table}/resign", json={})
        for _ in range(600):
            if ada.get(f"/api/tables/{table}").json()["state"]["status"] == "over":
                break
            time.sleep(0.1)
        for path in (f"/api/tables/{table}/replay", f"/api/tables/{table}/story"):
            assert ada.get(path).json()["names"] == ["Ada", "Mira", "Jonas"]
        text = ada.get(f"/api/tables/{table}/tri").text
        assert '[Seat1 "greedy"]' in text, "files keep their names"
        match = ada.post("/api/matches", json={"text": text}).json()["match"]
        replay = ada.get(f"/api/matches/{match}/replay").json()
        assert replay["names"] == ["Ada", "Mira", "Jonas"] and replay["strengths"] == ["", "Greedy bot", "Greedy bot"]


def test_a_file_that_is_no_match_is_refused_in_plain_words(server):
    with guest(server, "Ada") as ada:
        answer = ada.post("/api/matches", json={"text": "Dear diary"}).json()
        assert answer["code"] == "bad_match"
        assert answer["detail"] == "This file is not a saved match of Tripolis. Saved matches end in .tri."


def test_the_builder_calls_tiles_as_players_do(client):
    found = client.post("/api/build/ubuild", json={"state": "", "start": {"mode": "classic"}}).json()
    texts = [text for part in found["verdict"] for text in part["problems"]]
    assert "Tile Free Parking is missing." in texts
    assert not [text for text in texts if re.search(r"[A-Z]+_[A-Z]", text)]


def test_each_link_is_labelled_by_what_it_leads_to(client):
    assert "Copy the link of this score sheet" in html(client, "/score/quadropolis").text
    assert "Copy the link of this track" in html(client, "/build/ubuild").text


def test_an_owners_box_is_checked_completely_and_counts(client):
    """A wrong value is a 422 with its place, wherever the box is used; a good one becomes files for a table."""
    price = "districts.json/districts/b2/price"
    found = client.post("/api/box/ubuild", json={"values": {price: 700_000}, "confirmed": ["b1"]}).json()
    (card,) = [card for card in found["cards"] if card["id"] == "b2"]
    assert [(v["value"], v["standard"]) for v in card["values"] if v["place"] == price] == [(700_000, 600_000)]
    assert card["title"] == "b2: Lumpenwinkel" and card["picture"]["symbol"] == "title-1"
    table = {"game": "ubuild", "seats": ["me", "bot:greedy"], "options": {"players": 2}, "box": found["files"]}
    assert client.post("/api/tables", json={**table, "name": "Ada"}).status_code == 201
    wrong = {"values": {price: 605_000}}
    bodies = [("/api/box/ubuild", wrong), ("/api/score/ubuild", {"box": wrong}), ("/api/build/ubuild", {"box": wrong})]
    for address, body in bodies:
        answer = client.post(address, json=body)
        assert answer.status_code == 422 and "districts.json: b2: price" in answer.json()["detail"], address
    for body in ({"values": {"x": 1}}, {"confirmed": ["zz"]}, {"game": "metropolys"}):
        assert client.post("/api/box/ubuild", json=body).json()["code"] == "bad_box"
    for body in ({"values": {price: None}}, {"values": []}, {"confirmed": [1]}, {"values": {"x" * 200: 1}}):
        assert client.post("/api/box/ubuild", json=body).status_code in (400, 422)


def test_the_builder_draws_the_tiles_of_an_owners_box(client):
    """Two halves change places in the box: the same track has other colours there, and is still complete."""
    halves = {"tracks.json/tiles/LL/halves/1": "p1", "tracks.json/tiles/LP/halves/1": "l2"}
    body = {"state": "classic", "start": {"mode": "classic"}}
    ours = client.post("/api/build/ubuild", json=body).json()
    theirs = client.post("/api/build/ubuild", json=body | {"box": {"values": halves}}).json()
    assert theirs["scene"] != ours["scene"]
    assert theirs["verdict"] == ours["verdict"] and theirs["playable"]


def test_a_score_sheet_says_what_is_not_certain(client):
    close = "classic.400_340.p1-1.l1-2.r1-2"
    found = client.post("/api/score/ubuild", json={"state": close}).json()
    assert found["settled"] is False
    assert found["spread"] == [{}, {"rents": ["20k", "1M"], "total": ["3.42M", "4.4M"]}]
    sure = client.post("/api/score/ubuild", json={"state": close, "box": {"confirmed": ["l1", "r1"]}}).json()
    assert sure["settled"] is True and sure["spread"] == [{}, {}] and sure["ranks"] == [1, 2]
