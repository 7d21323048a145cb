"""The composition of a table, without a browser: Node runs compose.js on the areas of every game and mode."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tripolis.server.web
from tripolis.engine.game import find, game_names
from tripolis.engine.words import words

STATIC = Path(tripolis.server.web.__file__).parent / "static"
TESTS = Path(__file__).with_name("compose.test.mjs")
MODES = ("mode", "track")
"""Options that change the boards."""


def tables():
    """The areas of every game, mode and number of seats at the start, in the language with the longest words."""
    for name in game_names():
        options = {option.name: option for option in find(name).options}
        modes = next(([(key, value) for value in options[key].names] for key in MODES if key in options), [None])
        for players in options["players"].values:
            for mode in modes:
                settings = {"players": players} | ({mode[0]: mode[1]} if mode else {})
                game = find(name).configure(**settings)
                scene = game.new(1).position.seen_by(0).scene(None).as_data(words("de", game).render)
                yield {"what": f"{name} {settings}", "areas": scene["areas"]}


@pytest.mark.slow
def test_the_composition_holds_for_every_game(tmp_path):
    node = shutil.which("node")
    if node is None:
        if os.environ.get("TRIPOLIS_REQUIRE_ALL"):
            pytest.fail("Node is not installed")
        pytest.skip("Node is not installed: compose.js is not tested by itself")
    areas = tmp_path / "areas.json"
    areas.write_text(json.dumps(list(tables())), encoding="utf-8")
    environment = os.environ | {"COMPOSE": str(STATIC / "compose.js"), "AREAS": str(areas)}
    run = subprocess.run([node, "--test", str(TESTS)], env=environment, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-8000:]
