"""docs/bots.md is true: its package installs and plays, and the lines of the protocol have the parts that it shows."""

import json
import re
import tomllib
from pathlib import Path

import tripolis
from tripolis.bots.process import PROTOCOL, decision_request, hello

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
FENCE = re.compile(r"^```(?P<language>[a-z]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language):
    return [
        found["text"] for found in FENCE.finditer(PAGE.read_text(encoding="utf-8")) if found["language"] == language
    ]


def test_the_package_of_the_page_offers_its_bot(house):
    """Laid out as an installer does it: the module, and the entry points that its pyproject.toml names."""
    project = tomllib.loads(blocks("toml")[0])["project"]
    site = house.folder / "site"
    (site / "my_bots.py").write_text(blocks("py")[0])
    info = site / "my_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"]["tripolis.bots"]
    (info / "entry_points.txt").write_text("[tripolis.bots]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()))
    games = house.play("cautious,first", "page.jsonl", "--players", 2, "--jobs", 1, games=2)
    assert [game["failure"] for game in games] == [None, None]
    assert games[0]["versions"]["bots"] == {"cautious": "my-bots 1.0", "first": "arenatoys 1.5"}


def test_the_lines_of_the_protocol_have_the_parts_that_the_page_shows():
    game = tripolis.game("quadropolis", players=2)
    greeting, ready, asked, answer = map(json.loads, blocks("json"))
    assert list(greeting) == list(hello(game))
    assert greeting["protocol"] == ready["protocol"] == PROTOCOL
    assert {name: greeting[name] for name in ("game", "rules", "players", "actions")} == {
        name: hello(game)[name] for name in ("game", "rules", "players", "actions")
    }
    match = game.new(1)
    real = decision_request(match.seen_by(match.actor), 0, 60.0)
    assert list(asked) == list(real)
    assert list(asked["legal"][0]) == list(real["legal"][0])
    assert set(asked["points"][0]) <= set(real["points"][0]) and set(asked["seen"]) <= set(real["seen"])
    assert answer["move"] in [each["move"] for each in real["legal"]]


def test_the_page_names_all_that_a_result_has(house):
    text = PAGE.read_text(encoding="utf-8").partition("### The file of results")[2]
    for name in house.play("first,greedy", "all.jsonl", "--players", 2, "--jobs", 1, games=2)[0]:
        assert f"`{name}`" in text
