"""Installed games and bots are searched for once, not with every request."""

import importlib.metadata

from tests.toy.bare import install
from tripolis.bots import bot, bot_names
from tripolis.engine.game import find, game_names
from tripolis.server.web.pages import home_card
from tripolis.server.web.render import Reader


def test_no_page_searches_all_packages_again(monkeypatch):
    def home():
        reader = Reader("en")
        games = [home_card(game, reader) for game in map(find, game_names())]
        assert bot("greedy").name in bot_names()
        return reader.page("home", games=games, origin="")

    home()
    searches = []
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **group: searches.append(group) or [])
    home()
    assert searches == []


def test_a_game_on_a_new_path_is_there(tmp_path, monkeypatch):
    assert "bare" not in game_names()
    monkeypatch.syspath_prepend(install(tmp_path))
    assert "bare" in game_names() and find("bare").title == "Bare"
