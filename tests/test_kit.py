"""The conformance kit: the toy and the games pass it, and broken games go red with the right sentence."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tripolis
from tests.toy import TOY
from tripolis.engine.testing import (
    GameFault,
    check_actions,
    check_book,
    check_game,
    check_helper,
    check_names,
    check_play,
    check_source,
    check_three_ways,
)
from tripolis.engine.testing.imagined import check_imagination

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
LOOKS = 1 if SOAK else 0.1
"""The share of positions that are drawn and read."""
QUADROPOLIS = [{"mode": mode, "players": n} for mode in ("classic", "expert") for n in (2, 3, 4)]
SWITCHES = [{"take_face_down": "yes"}, {"count_absolute": "yes"}, {"playgrounds_absorb": "no"}, {"office_cap": "no"}]
SWITCHED = [{"mode": "expert", "players": 2, **switch} for switch in SWITCHES]
METROPOLYS = [{"mode": mode, "players": n} for mode in ("family", "expert") for n in (2, 3, 4)]
SHORT = {"round_limit": 3, "max_edits": 5}
UBUILD = [{"track": track, "players": n} for track in ("starter", "classic", "pro") for n in (2, 3, 4, 5, 6)]


def quick_first(cases):
    """The first case is for every day, the others are slow."""
    return [cases[0], *(pytest.param(case, marks=pytest.mark.slow) for case in cases[1:])]


def named(settings):
    """What a test calls settings."""
    return "-".join(f"{name}={value}" for name, value in settings.items())


@pytest.mark.parametrize("players", quick_first([2, 3]))
def test_the_toy_passes(players):
    """Secret cards, dice, an auction with unlisted bids."""
    counts = check_game(TOY.configure(players=players), matches=200 if SOAK else 20, samples=20_000 if SOAK else 3000)
    assert counts["mutants"] == 3  # the seed, the hands, the buried card
    assert counts["groups"] >= 2  # so the chi-square test had something to compare


@pytest.mark.parametrize("settings", quick_first(QUADROPOLIS), ids=named)
def test_quadropolis_passes(settings):
    game = tripolis.game("quadropolis", **settings)
    counts = check_play(game, matches=1000 if SOAK else 2, samples=20, looks=LOOKS)
    assert counts["mutants"] == 1


@pytest.mark.parametrize("settings", quick_first(SWITCHED), ids=named)
def test_quadropolis_passes_with_every_switch(settings):
    check_play(tripolis.game("quadropolis", **settings), matches=50 if SOAK else 1, samples=20, looks=LOOKS)


@pytest.mark.parametrize("settings", quick_first(METROPOLYS), ids=named)
def test_metropolys_passes(settings):
    """Secret goals; with a fixed layout many deals look alike, so that imagined goals can be compared with true
    ones."""
    counts = check_play(tripolis.game("metropolys", **settings), matches=1000 if SOAK else 2, samples=60, looks=LOOKS)
    assert counts["mutants"] == 2  # the seed, the goals
    fixed = tripolis.game("metropolys", **settings, layout="first", first=0)
    assert check_imagination(fixed, 0, 20_000 if SOAK else 1500) >= 3


@pytest.mark.parametrize("settings", quick_first(UBUILD), ids=named)
def test_ubuild_passes(settings):
    """Few rounds and few changes of offers, so that a match is not mostly haggling; and some matches as people play
    them."""
    game = tripolis.game("ubuild", **settings, **SHORT)
    counts = check_play(game, matches=500 if SOAK else 2, samples=10, looks=LOOKS)
    assert counts["mutants"] == 1  # nothing is hidden but the seed
    if SOAK:
        check_play(tripolis.game("ubuild", **settings), matches=100, samples=10, looks=LOOKS)


@pytest.mark.parametrize(
    "switch",
    quick_first(
        [
            "one_project=yes",
            "planning_move=1",
            "double_from_jail_rolls_again=yes",
            "mortgage_ignores_hazard=yes",
            "unlimited_blocks=yes",
            "max_offers=0",
            "money=3M",
            "track=starter:GO.BB.BRIDGE.JAIL.PP.FREE_PARKING.RR.BRIDGE.GO_TO_JAIL.GG:0000000000000:x-1y0zx14y0z",
        ]
    ),
)
def test_ubuild_passes_with_every_switch(switch):
    name, value = switch.split("=")
    game = tripolis.game("ubuild", players=3, **SHORT, **{name: value})
    check_play(game, matches=50 if SOAK else 1, samples=10, looks=LOOKS)
    if SOAK:
        check_three_ways([game], 10, seed=0)


@pytest.mark.parametrize("check", [check_source, check_names, check_actions, check_book, check_helper])
@pytest.mark.parametrize("name", tripolis.game_names())
def test_sources_names_book_and_helper_of_every_game_pass(name, check):
    check(tripolis.game(name))


THREE_WAYS = {
    "quadropolis": (QUADROPOLIS + SWITCHED, {}, 100),
    "metropolys": (METROPOLYS, {}, 100),
    "ubuild": (UBUILD if SOAK else [chosen for chosen in UBUILD if chosen["players"] == 4], SHORT, 20),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", THREE_WAYS)
def test_compiled_checked_and_plain_runs_agree(name):
    """Every mode and number of seats, in one process each way."""
    settings, also, matches = THREE_WAYS[name]
    games = [tripolis.game(name, **chosen, **also) for chosen in settings]
    check_three_ways(games, matches if SOAK else 1, seed=0)


BROKEN = {
    "an action is listed that is refused": ("if refuse(s, b, w, action) == 0:", "if action >= 0:", "listed but refused"),
    "an action is allowed and not listed": ("if not act.is_bid(action) or", "if action == act.PASS or", "allowed but not listed"),
    "apply forgets to begin": ("    begin(s, w)\n", "    w.n_events = 0\n", "does apply start with begin"),
    "set_up leaves something behind": ("        s.prizes[p] = 0\n", "", "leaves something of an earlier match"),
    "an event is missing": ("tell(w, Event.BID, p, s.bid)", "tell(w, Event.BID, p)", "do not tell"),
    "an event tells a secret": ("tell(w, Event.PASSED, p)", "tell(w, Event.PASSED, p, s.buried)", r"more than it may know after -: .* in one it hears “PASSED: \(\d, \d, .*, in the other “PASSED: \(\d, \d, "),
    "a deal tells everybody": ("whisper(w, p, Event.DEALT", "tell(w, Event.DEALT", r"Events tell seat \d more than it may know: .* in one it hears .*“DEALT: .*, in the other .*“DEALT: "),
    "a reveal is not said": ("        w.revealed = 1\n        tell(w, Event.SHOWED", "        tell(w, Event.SHOWED", r"something new, card\[\d\] \d -> \d, but w.revealed is 0"),
    "legal moves depend on a secret": ("    return Reason.TOO_POOR if", "    if action == s.buried:\n        return Reason.TOO_POOR\n    return Reason.TOO_POOR if", r"legal actions of seat \d tell it something .*: \[.*\], and with other secrets \["),
    "a secret is scored for others": ("sees_card(s, b, s.observer, seat) else 1", "True else 1", r"gives seat \d 0 points for card, which are [1-5] in truth: mark the category unknown"),
    "imagine forgets to shuffle": ("    shuffle(s, w, n)\n    for p", "    for p", r"not as likely as those that fit .*: (card\[\d\]|buried) is \d in \d+ of \d+ imagined worlds and in \d+ of \d+ true ones"),
    "imagine changes what is known": ("    s.buried = w.deck[n - 1]\n\n\n@rule\ndef score", "    s.buried = w.deck[n - 1]\n    s.coins[0] = 3\n\n\n@rule\ndef score", "looks different"),
    "features look at a hand": ("    out[BID] = s.bid", "    out[BID] = s.bid + s.seed[0] % 2", None),
    "a feature is too large": ("    out[BID] = s.bid", "    out[BID] = 100 * s.bid", "'bid' is \\d00 and may be 0 to 7"),
    "a feature is negative": ("    out[BID] = s.bid", "    out[BID] = -s.bid", "'bid' is -\\d and may be 0 to 7"),
    "features leave a field out": ("    out[ROUND] = s.round_no\n", "", "the same with round_no"),
    "features leave a seat out": ("        out[PASSED + k] = s.passed[p]\n", "        out[PASSED + k] = s.passed[p] if k else 0\n", "the same with passed"),
    "features tell two numbers as one": ("out[OWNED + k] = s.coins[p]", "out[OWNED + k] = min(s.coins[p], 5)", "the same with coins"),
    "a field is left out that does not exist": ("sections=SECTIONS)", "sections=SECTIONS, not_described={'coin': 'why not'})", "is no field with a reason"),
    "the end shows the cards": ("tell(w, Event.END)", "tell(w, Event.END, s.buried, s.card[0])", None),
    "choose is illegal": ("    return w.actions[0]", "    return 9", "choose advises"),
    "the total is no sum": ("        total += w.points[c]\n", "        total += 2 * w.points[c]\n", "is not the sum"),
    "two moves share a text": ('"pass": "-"', '"pass": "show"', "the same text"),
    "a whole row is assigned": ("    s.round_no = 0\n    roll", "    s.prizes = s.coins\n    s.round_no = 0\n    roll", "Use copy_row"),
    "an index has two parts": ("s.card[seat]\n", "s.card[seat, 0]\n", "write a\\[i\\]\\[j\\]"),
    "the box is written to": ("    begin(s, w)\n", "    begin(s, w)\n    b.players = 2\n", "must not write to the box"),
    "a match is longer than promised": ("ROUNDS * 12 * b.players", "3", "max_plies promises"),
    "a match goes on after its end": ("    if s.actor < 0:\n        return Reason.OVER\n", "", "is still allowed"),
    "places do not follow": ("        w.place[p] = 1\n", "        w.place[p] = 2\n", "does not follow from the seats before"),
    "totals are not those of the accounts": ("        w.total[p] = score(s, b, w, p)\n", "        w.total[p] = score(s, b, w, p) + 1\n", "other totals"),
    "scoring changes the position": ("    w.ties[0] = ", "    s.prize = 0\n    w.ties[0] = ", "Scoring changed the position: prize"),
    "advice changes the position": ("    return w.actions[0]", "    s.prize = 0\n    return w.actions[0]", "Advice changed the position: prize"),
    "listing changes the position": ("    n = 0\n    for action", "    n = 0\n    s.prize = 0\n    for action", "Listing or refusing changed the position: prize"),
    "imagine leaves an observation": ("begin_world(s, w, seed)", "begin_match(s, w, seed)\n    s.observer = seat", "not a whole position"),
    "imagine looks at more than its seed": ("begin_world(s, w, seed)", "s.seed[0] = w.n_events\n    w.n_events += 1\n    s.observer = -2", "two worlds for one seed"),
    "a move's words tell a secret": ("text=MOVES.write(s, b, action))", "text=s.buried)", r"words of seat .*: with other secrets \(.*'Do [1-5]'\) is \(.*'Do 0'\)"),
    "an event has no words": ('Message("{event}: {args}", event', 'Message(" ", event', "has no words"),
    "a text cannot stand in a file": ('"-"', '"*"', "cannot stand in a match file"),
    "a seat has no move": ("    return n\n", "    return 0 if s.bid > 1 else n\n", "has no legal action"),
    "a match never ends": ("    s.round_no += 1\n", "", "max_plies promises"),
    "derive changes what is not derived": ("    score=score,\n", "    score=score,\n    derive=lambda s, b: setattr(s, 'prize', 1),\n", "not the same after it was written as text: prize"),
    "a number does not fit": ("s.coins[p] += 1\n", "s.coins[p] += 200\n", "state.coins"),
}  # fmt: skip

RUN = """
import sys
sys.path.insert(0, sys.argv[1])
from broken import TOY
from tripolis.engine.testing import check_game
check_game(TOY, matches=12, traces=0, samples=600)
"""


COMPILED = (
    "an action is allowed and not listed", "an event is missing", "an event tells a secret", "a reveal is not said",
    "legal moves depend on a secret", "a secret is scored for others", "imagine changes what is known",
    "imagine looks at more than its seed", "places do not follow", "advice changes the position",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_goes_red(what, tmp_path):
    """One rule of the toy is broken on purpose; the kit says which. (Plain runs: nothing has to be compiled.)"""
    run_broken(what, tmp_path, TRIPOLIS_PLAIN="1")


@pytest.mark.skipif(not SOAK, reason="each is compiled for half a minute; set TRIPOLIS_SOAK=1")
@pytest.mark.parametrize("what", COMPILED)
def test_a_broken_game_goes_red_when_it_is_compiled(what, tmp_path):
    run_broken(what, tmp_path, TRIPOLIS_PLAIN="0", TRIPOLIS_CACHE=str(tmp_path / "compiled"))


def run_broken(what, folder, **environment):
    """Run the kit on a broken toy in a process of its own, and look for the sentence."""
    old, new, sentence = BROKEN[what]
    source = (Path(__file__).parent / "toy" / "__init__.py").read_text()
    assert source.count(old) >= 1
    (folder / "broken.py").write_text(source.replace(old, new))
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if sentence is None:  # harmless: an observation has no seed to tell, and at the end all is open
        assert ran.returncode == 0, ran.stderr
        return
    assert ran.returncode != 0, f"nobody noticed that {what}"
    assert re.search(sentence, ran.stderr), ran.stderr


# ------------------------------------------------------------------ examples

EXAMPLES = Path(__file__).parent.parent / "examples"
FORGETFUL = {
    "nobody remembers where a knock was in vain": (
        "six_doors",
        "                if s.empty[p][card]:",
        "                if False:",
    ),
    "a knock in vain is forgotten after the next move": (
        "six_doors",
        "    begin(s, w)\n    w.revealed = 1\n",
        "    begin(s, w)\n    w.revealed = 1\n    for door in range(DOORS + 1):\n        s.empty[s.actor][door] = 0\n",
    ),
    "everyone is thought to bid the lowest card": (
        "harbour_bids",
        "k = below(s, w, n)\n            for card",
        "k = 0\n            for card",
    ),
}
EXAMPLE = """
import sys
sys.path.insert(0, sys.argv[1])
from importlib import import_module
from tripolis.engine.testing import check_play
game = import_module(sys.argv[2]).GAME.configure(players=int(sys.argv[3]))
print(check_play(game, matches=1, samples=200, looks=0.1)["groups"])
"""


def run_example(folder, name, players):
    command = [sys.executable, "-c", EXAMPLE, str(folder), name, str(players)]
    environment = {**os.environ, "TRIPOLIS_PLAIN": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4] if SOAK else [3])
@pytest.mark.parametrize("name", ["six_doors", "harbour_bids"])
def test_an_example_with_secrets_passes(name, players):
    """Secret cards, public guesses, players who are out of a round; and bids that lie face down."""
    ran = run_example(EXAMPLES / name, name, players)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 10, "imagined worlds were compared with what a seat has seen and heard"


@pytest.mark.slow
@pytest.mark.parametrize("what", FORGETFUL)
def test_a_seat_that_forgets_what_it_has_heard_goes_red(what, tmp_path):
    """The message shows the place, how often the number stands there in both samples, the moves and what was heard."""
    name, old, new = FORGETFUL[what]
    shutil.copytree(EXAMPLES / name / name, tmp_path / name)
    file = tmp_path / name / "__init__.py"
    source = file.read_text(encoding="utf-8")
    assert source.count(old) == 1
    file.write_text(source.replace(old, new), encoding="utf-8")
    ran = run_example(tmp_path, name, 3)
    assert ran.returncode != 0, f"nobody noticed that {what}"
    evidence = r"all it has seen and heard: \w+\[\d\] is \d in \d+ of \d+ imagined worlds and in \d+ of \d+ true ones"
    assert re.search(evidence + r".* The moves: .*It heard last: “Player \d ", ran.stderr), ran.stderr


def test_a_kit_that_has_compared_nothing_says_so():
    with pytest.raises(GameFault, match="no imagined world was compared with a true one"):
        check_imagination(TOY, 0, 8)
