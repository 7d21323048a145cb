"""Programs as bots: asked by lines of JSON, ended when they die, dawdle or talk nonsense, and never started by a
name from outside."""

import io
import json
import re
import shlex
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

import tripolis
from tripolis.bots import bot, bot_names
from tripolis.bots.process import BotFailed, ProcessBot, decision_request, find_player, hello, read_names
from tripolis.cli import seats_of, seats_of_match
from tripolis.engine.match import Match
from tripolis.terminal import Terminal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "process_bot.py"
GAME = tripolis.game("quadropolis", players=2)

READY = 'import json, sys, time\ninput()\nprint(json.dumps({"type": "ready", "protocol": 1}), flush=True)\n'


def run(*words):
    return "run:" + shlex.join([sys.executable, *map(str, words)])


@pytest.fixture
def program(tmp_path):
    """A bot made of a few lines; it is closed at the end."""
    made = []

    def make(text, seconds=20.0, ready=True):
        file = tmp_path / f"bot{len(made)}.py"
        file.write_text((READY if ready else "") + text)
        made.append(ProcessBot(run(file), seconds))
        return made[-1]

    yield make
    for each in made:
        each.close()


def gone(process, seconds=10):
    """Has the process ended?"""
    process.wait(seconds)
    return process.returncode is not None


def test_the_example_plays_like_random_which_gets_the_same_seeds():
    ours, theirs = bot("random"), find_player(run(EXAMPLE))
    match = GAME.new(5)
    while not match.over:
        seen = match.seen_by(match.actor)
        number = theirs.choose(seen, 100 + len(match.moves))
        assert number == ours.choose(seen, 100 + len(match.moves))
        match.play(number)
    process = theirs._program.process
    theirs.close()
    assert gone(process) and process.returncode == 0, "it goes when its input ends"


def test_the_example_is_short_and_knows_nothing_of_tripolis():
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names


def test_a_question_tells_what_the_seat_may_know_and_nothing_else():
    game = tripolis.game("metropolys", players=2)
    match = game.new(3)
    other = 1 - match.actor
    asked = json.loads(json.dumps(decision_request(match.seen_by(match.actor), 9, 1.5)))
    assert asked["type"] == "choose" and asked["seat"] == match.actor and asked["seconds"] == 1.5 and asked["seed"] == 9
    assert [each["move"] for each in asked["legal"]] == [move.text for move in match.legal()]
    assert [each["number"] for each in asked["legal"]] == [move.number for move in match.legal()]
    assert "seed" not in asked["seen"]
    secret = match.seen_by(other)
    hidden = [f.name for f in game.state.fields if f.sight != "public" and f.name != "seed"]
    assert any(asked["seen"][name] != json.loads(json.dumps(getattr(secret.plain, name))) for name in hidden)
    plain = match.seen_by(match.actor).plain
    assert all(asked["seen"][name] == getattr(plain, name) for name in asked["seen"])
    assert hello(game)["options"]["players"] == 2


def test_a_move_may_be_named_by_its_number(program):
    found = program(
        'for line in sys.stdin: print(json.dumps({"move": json.loads(line)["legal"][3]["number"]}), flush=True)'
    )
    seen = GAME.new(1).seen_by(0)
    assert found.choose(seen, 0) == seen.legal_numbers()[3]


ANSWER = "for line in sys.stdin: print({!r}, flush=True)"


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("sys.exit('out of ideas')", "crashed", "has ended with code 1: out of ideas"),
        ("raise ValueError('no idea')", "crashed", "code 1: ValueError: no idea"),
        (ANSWER.format("well"), "illegal", "gave an invalid answer: well"),
        (ANSWER.format("[1]"), "illegal", "gave an invalid answer"),
        (ANSWER.format('{"move": null}'), "illegal", "gave an invalid answer"),
        (ANSWER.format('{"move": true}'), "illegal", "gave an invalid answer"),
        (ANSWER.format('{"move": "9Z9"}'), "illegal", "9Z9"),
        (ANSWER.format('{"move": 100000}'), "illegal", "There is no action 100000"),
        ("sys.stdout.write('x' * (3 << 20)); sys.stdout.flush(); time.sleep(60)", "illegal", "gave an invalid answer"),
    ],
)
def test_what_goes_wrong_is_said_and_the_program_is_ended(program, text, kind, sentence):
    found = program(text)
    with pytest.raises(BotFailed, match=re.escape(sentence)) as failed:
        found.choose(GAME.new(1).seen_by(0), 0)
    assert failed.value.kind == kind
    assert found._program is None


def test_an_illegal_move_comes_back_with_the_rule(program):
    match = GAME.new(1)
    move = next(n for n in range(GAME.n_actions) if match.position.why_not(n))
    found = program(ANSWER.format(json.dumps({"move": move})))
    with pytest.raises(BotFailed, match=f"{move}: ") as failed:
        found.choose(match.seen_by(match.actor), 0)
    assert failed.value.kind == "illegal"


def test_who_dawdles_is_ended_with_all_that_it_has_started(program, tmp_path):
    child = tmp_path / "child"
    text = f"""
import subprocess
started = subprocess.Popen(["sleep", "600"])
open({str(child)!r}, "w").write(str(started.pid))
time.sleep(600)
"""
    found = program(text, seconds=2.0)
    with pytest.raises(BotFailed, match="gave no answer within 2 seconds") as failed:
        found.choose(GAME.new(1).seen_by(0), 0)
    assert failed.value.kind == "slow"
    pid = child.read_text()
    while Path(f"/proc/{pid}/stat").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('input(); print(\'{"type": "ready", "protocol": 2}\', flush=True)', "speaks protocol 2, not 1"),
        ("print('welcome!', flush=True); input()", "gave an invalid answer: welcome!"),
    ],
)
def test_a_program_must_say_that_it_is_ready(program, text, sentence):
    with pytest.raises(BotFailed, match=sentence):
        program(text, ready=False).choose(GAME.new(1).seen_by(0), 0)


def test_a_program_that_is_not_there():
    with pytest.raises(BotFailed, match="cannot be started: No such file"):
        find_player("run:/no/such/program").choose(GAME.new(1).seen_by(0), 0)
    with pytest.raises(tripolis.BadOptions, match="run:COMMAND"):
        find_player("run:")


def test_one_that_has_failed_is_started_anew(program, tmp_path):
    mark = tmp_path / "mark"
    text = f"""
import os
if not os.path.exists({str(mark)!r}):
    open({str(mark)!r}, "w"); sys.exit(1)
for line in sys.stdin: print(json.dumps({{"move": json.loads(line)["legal"][0]["move"]}}), flush=True)
"""
    found, seen = program(text), GAME.new(1).seen_by(0)
    with pytest.raises(BotFailed):
        found.choose(seen, 0)
    assert found.choose(seen, 0) == seen.legal_numbers()[0]


def test_names_from_outside_never_start_a_program(tmp_path):
    """Servers, saved matches and all other names that strangers may write go through `bot`."""
    mark = tmp_path / "mark"
    name = run("-c", f"open({str(mark)!r}, 'w')")
    with pytest.raises(tripolis.BadOptions, match="There is no bot called run:"):
        bot(name)
    assert not any(known.startswith("run:") for known in bot_names())
    match = GAME.new(1)
    match.headers |= {"Seat0": "person", "Seat1": name}
    assert seats_of_match(Match.parse(str(match))) == [None, None]
    assert not mark.exists()


def test_bots_are_named_with_commas():
    assert read_names('greedy, random,"run:my bot --seeds 1,2"') == ["greedy", "random", "run:my bot --seeds 1,2"]
    seats = seats_of("greedy,run:python my_bot.py", GAME.configure(players=3))
    assert seats == [None, "greedy", "run:python my_bot.py"]


def test_a_program_plays_at_the_terminal_and_its_end_is_not_the_end_of_the_match(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    out = io.StringIO()
    whole = Terminal(GAME.new(4), [run(EXAMPLE), "greedy"], "en", Console(file=out, width=200))
    whole.run()
    assert whole.match.over and whole.match.headers["Seat0"] == run(EXAMPLE)
    script = tmp_path / "brief.py"
    script.write_text(READY + 'print(json.dumps({"move": json.loads(input())["legal"][0]["move"]}), flush=True)')
    cut = Terminal(GAME.new(4), [run(script), run(script)], "en", Console(file=out, width=200))
    cut.run()
    assert not cut.match.over and cut.match.moves
    assert "has ended with code 0" in out.getvalue() and "tripolis play --resume" in out.getvalue()
    assert len(Match.load(tmp_path / "tripolis" / "last.tri").moves) == len(cut.match.moves)
