"""The terminal table in a real pseudo-terminal: a whole game by typing, and every command."""

import io
import os
import pty
import re
import select
import subprocess
import time

import pytest
from rich.console import Console

import tripolis
from tests.fork_server import python
from tests.toy import TOY
from tripolis.bots import bot
from tripolis.terminal import Terminal

pytestmark = pytest.mark.slow

MOVE = re.compile(r"(?<![\w+])(\d[NESW]\d|[a-d]\d|x)\s+[+-]\d")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Screen:
    """A program in a pseudo-terminal."""

    def __init__(self, *arguments, width=160, **environment):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [python(plain=True), "-m", "tripolis.cli", *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={
                **os.environ,
                "TRIPOLIS_PLAIN": "1",
                "TERM": "xterm",
                "COLUMNS": str(width),
                "LINES": "50",
                **environment,
            },
            close_fds=True,
        )
        os.close(slave)
        self.raw = ""

    def read(self, *until, seconds=60):
        """What appears until one of these texts does."""
        start, found = time.monotonic(), ""
        while not any(text in ESCAPE.sub("", found) for text in until):
            ready, _, _ = select.select([self.master], [], [], 1)
            if ready:
                try:
                    data = os.read(self.master, 65536)
                except OSError:
                    break
                if not data:
                    break
                found += data.decode(errors="replace")
            assert time.monotonic() - start < seconds, f"{until!r} never appeared in:\n{ESCAPE.sub('', found)}"
        self.raw += found
        return ESCAPE.sub("", found)

    def type(self, line):
        os.write(self.master, (line + "\n").encode())

    def play_on(self, pattern):
        """Type the best of the listed moves, turn by turn; returns what appears after the last one."""
        for _ in range(300):
            self.type("legal")
            listed = self.read(PROMPT)
            move = pattern.search(listed)
            assert move, listed
            self.type(move[1])
            text = self.read(PROMPT, "Place 2")
            if "Place 2" in text:
                break
        return text + self.end()

    def end(self):
        text = self.read("\0")
        self.process.wait(timeout=30)
        os.close(self.master)
        return text


PROMPT = "your move: "


def test_a_whole_game_by_typing():
    """The best of the listed moves, turn by turn, to the score sheet."""
    screen = Screen("play", "quadropolis", "--terminal", "--players", 2, "--bots", "greedy", "--seed", 3)
    text = screen.read(PROMPT)
    assert "Round 1 of 4" in text
    text = screen.play_on(MOVE)
    assert "Total" in text
    assert "Place 1: Player" in text
    assert "Place 2: Player" in text
    assert screen.process.returncode == 0


def test_commands_and_errors(tmp_path):
    file = tmp_path / "game.tri"
    screen = Screen("play", "quadropolis", "--players", 2, "--bots", "random", "--seed", 3, "-o", "first=0")
    screen.read(PROMPT)

    def answer(line):
        screen.type(line)
        return screen.read(PROMPT)

    assert "which rule forbids it" in answer("help")
    assert "is not a valid move" in answer("hello")
    assert "no tile in hand" in answer("b3")
    assert "That move is legal" in answer("why 3N2")
    assert "no tile in hand" in answer("why b3")
    assert "if the game ended then" in answer("try 3N2")
    assert "Public services" in answer("score")
    assert "rchitect" in answer("rules")
    points = answer("rules harbours")
    assert "Points: parks, factories, harbours" in points and "30." in points and "Which mode" not in points
    assert "Nothing found for" in answer("rules xylophone")
    assert "- " in answer("tips")
    assert "nothing to take back" in answer("undo")
    assert "In hand" in answer("3N2")
    assert "In hand" not in answer("undo").split("Round 1")[1]
    answer("3N2")
    assert "Saved to" in answer(f"save {file}")
    assert "cannot be written" in answer(f"save {tmp_path}/no/such/folder/x.tri")
    assert "Say where" in answer("save")
    assert "for example: why" in answer("why")
    assert "which rule forbids it" in answer("HELP")
    screen.type("quit")
    assert "Goodbye" in screen.end()
    saved = tripolis.Match.load(file)
    assert [move.text for move in saved.moves] == ["3N2"]
    assert saved.names == ("person", "random")
    screen = Screen("play", "--resume", file)
    assert "In hand" in screen.read(PROMPT)
    screen.type("quit")
    screen.end()
    screen = Screen("play", "--resume", file, "--players", 3)
    assert "has its own options" in screen.end()


def test_what_was_not_saved_is_kept(tmp_path):
    screen = Screen("play", "quadropolis", "--bots", "none", "--players", 2, "--seed", 3, XDG_DATA_HOME=tmp_path)
    screen.read(PROMPT)
    screen.type("3N2")
    screen.read(PROMPT)
    screen.type("quit")
    text = screen.end()
    assert "tripolis play --resume" in text
    kept = tripolis.Match.load(tmp_path / "tripolis" / "last.tri")
    assert [move.text for move in kept.moves] == ["3N2"]
    assert kept.names == ("person", "person")


def test_two_people_share_a_keyboard_and_take_moves_back():
    screen = Screen("play", "quadropolis", "--bots", "none", "--players", 2, "--seed", 3, "-o", "first=0")
    screen.read("Player 1, " + PROMPT)
    screen.type("3N2")
    screen.read("Player 1, " + PROMPT)
    screen.type("x")
    screen.read("Player 2, " + PROMPT)
    screen.type("undo")
    assert "In hand" in screen.read("Player 1, " + PROMPT)
    screen.type("quit")
    screen.end()


def test_the_last_decision_of_a_round_has_a_preview():
    """New tiles will be laid then, but the own points do not depend on them."""
    game = tripolis.game("quadropolis", players=2, first=0)
    match = game.new(3)
    table = Terminal(match, [None, None], "en", Console(file=io.StringIO()))
    while (int(match.position.record.turn), int(match.position.record.phase)) != (7, 1):
        match.play(bot("greedy").choose(match.seen_by(match.actor), 1))
    gains = dict(table.previews())
    assert None not in gains.values()
    trial = match.position.copy()
    move = match.legal()[0]
    seat, before = match.actor, match.position.score(match.actor).total
    trial.play(move)
    assert gains[move] == trial.score(seat).total - before


def test_previews_are_written_as_the_game_writes_amounts():
    """U-Build counts in units of 10k: a person reads −1.6M or +500k, never the units."""
    game = tripolis.game("ubuild", players=2)
    match, screen = game.new(2), io.StringIO()
    table = Terminal(match, [None, None], "en", Console(file=screen, width=200))
    gains = set()
    while not any(abs(gain) >= 10 for gain in gains):
        match.play(bot("greedy").choose(match.seen_by(match.actor), 1))
        gains = {gain for _, gain in table.previews() if gain}
    table.show_legal()
    for move, gain in table.previews():
        if gain:
            table.show_try(move.text)
    shown = screen.getvalue()
    assert re.search(r"[+−][0-9.]+[Mk]\b", shown)
    for gain in gains:
        assert not re.search(rf"(?<![0-9.]){re.escape(f'{gain:+d}')}\b(?![.Mk])", shown.replace("−", "-")), shown


def test_a_game_without_a_drawing_shows_what_the_seat_may_know():
    match, out = TOY.new(1), io.StringIO()
    Terminal(match, [None] * 3, "en", Console(file=out)).draw()
    lines = dict(line.strip().split(None, 1) for line in out.getvalue().splitlines() if line.strip())
    seen = match.seen_by(match.actor).plain
    assert lines["card"] == str(seen.card) and lines["prize"] == str(seen.prize)
    assert "seed" not in lines and seen.card.count(0) == 2
    with pytest.raises(tripolis.BadOptions, match=r"There are no pictures of The Toy\."):
        match.draw()


def test_tab_completes_moves():
    screen = Screen("play", "quadropolis", "--players", 2, "--seed", 3, "-o", "first=0")
    screen.read(PROMPT)
    os.write(screen.master, b"sco\t\n")
    assert "Public services" in screen.read(PROMPT)
    screen.type("quit")
    screen.end()


def test_undo_never_goes_behind_what_came_to_light():
    """With the switch of ruling 2 a face-down tile is turned up when it is taken."""
    screen = Screen("play", "quadropolis", "--players", 2, "--seed", 3, "-o", "first=0", "-o", "take_face_down=yes")
    screen.read(PROMPT)
    match = tripolis.game("quadropolis", players=2, first=0, take_face_down=True).new(3)
    for move in match.legal():
        trial = tripolis.game("quadropolis", players=2, first=0, take_face_down=True).new(3)
        trial.play(move)
        if trial.reveals[0] and trial.actor == 0:
            break
    screen.type(move.text)
    screen.read(PROMPT)
    screen.type("undo")
    assert "revealed" in screen.read(PROMPT)
    screen.type("quit")
    screen.end()


@pytest.mark.parametrize(("lang", "word"), [("de", "Runde 1 von 4"), ("fr", "Manche 1 sur 4"), ("nl", "Ronde 1 van 4")])
def test_the_table_speaks_four_languages(lang, word):
    screen = Screen("play", "quadropolis", "--players", 2, "--seed", 3, "--lang", lang, "-o", "first=0")
    screen.read(word)
    screen.type("quit")
    screen.end()


def test_colours_and_no_colours():
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        screen = Screen("play", "quadropolis", "--players", 2, "--seed", 3, "-o", "first=0", **environment)
        screen.read(PROMPT)
        assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]m", screen.raw)) == coloured
        screen.type("quit")
        screen.end()


@pytest.mark.parametrize("width", [80, 160])
def test_lines_fit_the_width(width):
    screen = Screen("play", "quadropolis", "--mode", "expert", "--players", 4, "--seed", 3, width=width)
    text = screen.read(PROMPT)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    screen.type("quit")
    screen.end()


def test_replay_steps_through_a_match(tmp_path):
    match = tripolis.game("quadropolis", players=2, first=0).new(3)
    match.play("3N2")
    file = tmp_path / "game.tri"
    match.save(file)
    screen = Screen("replay", file)
    assert "Move 0 of 1" in screen.read("leave. ")
    screen.type("")
    assert "takes" in screen.read("leave. ")
    screen.type("b")
    assert "Move 0 of 1" in screen.read("leave. ")
    screen.type("1")
    assert "Move 1 of 1" in screen.read("leave. ")
    screen.type("q")
    screen.end()
    assert screen.process.returncode == 0
