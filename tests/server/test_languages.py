"""Everything is said in one language: the one asked for, the one chosen before, the guest's, or the browser's."""

import pytest

from tests.server.people import guest

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
