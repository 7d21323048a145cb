"""A whole game of U-Build at the terminal, in four languages: what is typed is played, and the end is told."""

import os
import subprocess

import pytest

import tripolis
from tests.fork_server import python

pytestmark = pytest.mark.slow

LAST = {"en": "Place 3: Player", "de": "Rang 3: Spieler", "fr": "Rang 3", "nl": "Plaats 3"}


def typed(seed, **settings):
    """What the person on the first seat types, if he plays as the greedy bots do."""
    game = tripolis.game("ubuild", players=3, **settings)
    match = game.new(seed)
    lines = []
    while not match.over:
        action = int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work))
        if match.actor == 0:
            lines.append(match.position.move(action).text)
        match.play(action)
    return lines


@pytest.mark.parametrize(
    ("lang", "track", "width"),
    [("en", "starter", 80), ("de", "classic", 160), ("fr", "pro", 80), ("nl", "starter", 160)],
)
def test_a_whole_game(lang, track, width):
    settings = {"track": track, "round_limit": "5"}
    lines = typed(5, **settings)
    asked = ["help", "rules", "tips", "score", "legal", "why tower:d1:s01", "table"]
    options = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    start = [python(plain=True), "-c", "from tripolis.cli import main; main()", "play", "ubuild"]
    ran = subprocess.run(
        [*start, "--players", "3", "--seed", "5", "--bots", "greedy,greedy", "--lang", lang, *options],
        input="\n".join([*asked, *lines]) + "\n",
        env={**os.environ, "TRIPOLIS_PLAIN": "1", "COLUMNS": str(width)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    assert LAST[lang] in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= max(width, 160)
