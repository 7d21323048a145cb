"""Everything is said in one language: the one asked for, the one chosen before, the guest's, or the browser's."""

import pytest

from tests.server.people import actor_of, guest, legal, table_of

PAGES = ("/", "/new", "/rules/quadropolis", "/score/quadropolis", "/box/ubuild", "/table/nowhere")


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_in_the_language_of_the_guest(server, page):
    with guest(server, "Ada", lang="fr") as browser:
        browser.headers["Accept-Language"] = "nl"
        assert '<html lang="fr"' in browser.get(page, headers={"Accept": "text/html"}).text
        assert '<html lang="de"' in browser.get(page, params={"lang": "de"}).text
        browser.cookies.set("lang", "en")
        assert '<html lang="en"' in browser.get(page).text
    with server.client(headers={"Accept-Language": "nl"}) as stranger:
        assert '<html lang="nl"' in stranger.get(page).text


def test_money_is_said_in_the_language_of_the_reader(client):
    """On the score sheet, before a move, in the graph and in the list of finished matches."""
    ada, ben = people = table_of(client, "Ada", "Ben", game="ubuild")
    german = {"lang": "de"}
    while "buy" not in legal(actor := actor_of(people)):
        actor.play(legal(actor)[0])
    path = f"/api/tables/{ada.table}"
    preview = client.post(f"{path}/preview", headers=actor.headers, params=german, json={"moves": ["buy"]}).json()
    shown = [part["shown"] for part in preview["parts"]]
    assert [text for text in shown if "Mio." in text] and not [text for text in shown if text.endswith("M")]
    [account, _] = ada.look(**german)["position"]["accounts"]
    assert account["shown"]["total"].endswith("\u00a0Mio.")
    ben.do("resign")
    story = client.get(f"{path}/story", headers=ada.headers, params=german).json()
    assert all(text.endswith("\u00a0Mio.") for text in story["last"])
