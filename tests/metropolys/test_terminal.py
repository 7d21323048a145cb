"""Metropolys at the terminal: a whole game by typing, previews, the aid, four languages, two widths."""

import io
import re

import pytest
from rich.console import Console

from tests.metropolys.positions import game, position
from tests.test_terminal import PROMPT, Screen
from tripolis.engine.words import words
from tripolis.games.metropolys.face.goals import gain
from tripolis.terminal import Terminal

pytestmark = pytest.mark.slow

MOVE = re.compile(r"(?<![\w+])(\d+[neswc]\d+|-)\s+[+-]\d")


def test_a_whole_game_by_typing():
    """The best of the listed moves, turn by turn, to the score sheet with all goals open."""
    screen = Screen("play", "metropolys", "--players", 2, "--bots", "greedy", "--seed", 3, "-o", "layout=first")
    text = screen.read(PROMPT)
    assert "trendy neighbourhood" in text and "West" in text and "East" not in text
    text = screen.play_on(MOVE)
    assert text.count("reveals the goal") == 2
    assert "Place 1: Player" in text and screen.process.returncode == 0


def test_commands():
    screen = Screen("play", "metropolys", "--mode", "expert", "--players", 3, "--seed", 3, "-o", "first=0")
    screen.read(PROMPT)

    def answer(line):
        screen.type(line)
        return screen.read(PROMPT)

    listed = answer("legal c4")
    assert len(MOVE.findall(listed)) == 13 and "n4" not in listed
    assert re.search(r"and \d+ more", answer("legal"))
    assert "You open the call for tender" in answer("why -")
    assert "is not a valid move: write 7c4" in answer("hello")
    assert "if the game ended then" in answer("try 7c4")
    aid = answer("aid")
    assert "administration" in aid and "Chains: 4 points" in aid and "Highest building in each district" in aid
    assert "13 buildings" in answer("rules") and "subway" in answer("tips")
    screen.type("quit")
    screen.end()


def test_people_at_one_keyboard_do_not_see_each_others_goals():
    """The goals are secret: the screen is handed over."""
    screen = Screen("play", "metropolys", "--players", 2, "--bots", "none", "--seed", 3, "-o", "first=0")
    screen.read("Pass the keyboard to Player 1")
    screen.type("")
    screen.read(PROMPT)
    screen.type("1c8")
    assert "Pass the keyboard to Player 2" in screen.read("press Enter. ")
    screen.type("")
    screen.read(PROMPT)
    screen.type("quit")
    screen.end()


def test_what_a_bid_would_bring():
    """As if everybody else passed: token, card, goal, highest building."""
    p = position("expert", tokens={"c4": "subway"}, goals=[("chains", "administration")], built=[["13n6", "12n5"]])
    number = p.number_of("5c4")
    assert gain(p.seen_by(0), number) == 1 + 3 + 4 + 2 + 5
    assert gain(p.seen_by(0), p.number_of("-")) == 0
    assert gain(p, number) == 15


@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
@pytest.mark.parametrize("width", [80, 160])
def test_the_table_fits_the_width_in_every_language(lang, width):
    for mode, players in (("family", 2), ("expert", 4)):
        match = game(mode, players).new(2)
        for text in ("3w6", "7w7", "9w8"):
            if players == 4:
                match.play(text)
        out = io.StringIO()
        table = Terminal(match, [None] * players, lang, Console(file=out, width=width))
        table.draw()
        lines = out.getvalue().splitlines()
        assert max(len(line.rstrip()) for line in lines) <= width
        assert words(lang, match.game).missing == set()
