"""Reviews: what a blunder costs, that nothing hidden is looked at, and how a review is shown."""

import json
import os
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.fork_server import python
from tripolis.bots import bot
from tripolis.bots.mcts import Tree
from tripolis.engine.game import game
from tripolis.engine.match import Match
from tripolis.engine.words import LANGUAGES
from tripolis.review import Review, assess, decisions, review

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent / "quadropolis" / "golden" / "09.tri"
BLUNDER = 50
"""The ply of a decision near the end after which much is open."""


def play_on(match):
    """Greedy plays for all seats to the end."""
    greedy = bot("greedy")
    while not match.over:
        match.play(greedy.choose(match.seen_by(match.actor), 0))
    return match


@pytest.fixture(scope="module")
def blundered():
    """A match of sensible moves but for one, the worst there was: found by playing every one of them out."""
    sensible = play_on(game("quadropolis", players=2).new(5))
    seat = sensible.actors[BLUNDER]

    def lead(number):
        tried = Match(sensible.game, sensible.seed)
        tried.play(*(move.number for move in sensible.moves[:BLUNDER]), number)
        totals = [account.total for account in play_on(tried).scores()]
        return totals[seat] - totals[1 - seat]

    leads = {number: lead(number) for number in sensible.at(BLUNDER).legal_numbers()}
    worst = min(leads, key=leads.get)
    assert max(leads.values()) - leads[worst] >= 10
    match = Match(sensible.game, sensible.seed)
    match.headers = {"Seat0": "Ada", "Seat1": "Ben & Co <b>"}
    match.play(*(move.number for move in sensible.moves[:BLUNDER]), worst)
    return play_on(match)


@pytest.fixture(scope="module")
def reviewed(blundered):
    return review(blundered, 300)


def test_the_worst_move_is_named_as_the_costliest(blundered, reviewed):
    worst = reviewed.costliest[0]
    assert worst.ply == BLUNDER and worst.seat == blundered.actors[BLUNDER]
    assert worst.loss >= 6 and worst.after < worst.before and worst.best != worst.played
    said = str(reviewed.summary()[0])
    position = blundered.at(BLUNDER)
    assert ("Ada", "Ben & Co <b>")[worst.seat] in said and f"{round(worst.loss)} points" in said
    assert str(position.move(worst.played).words) in said and str(position.move(worst.best).words) in said
    assert len(reviewed.summary()) <= 3


def test_losses_are_never_negative_and_the_best_move_loses_nothing(reviewed):
    for one in reviewed.assessments:
        assert one.loss >= 0 and 0 <= one.after <= one.before <= 1
        if one.played == one.best:
            assert one.loss == 0 and one.before == one.after
    assert any(one.played == one.best for one in reviewed.assessments)


def test_chances_go_from_everybodys_to_the_result(blundered, reviewed):
    assert len(reviewed.chances) == len(blundered.moves) + 1
    assert all(abs(sum(row) - 1) < 1e-6 for row in reviewed.chances)
    assert reviewed.chances[-1] == [1.0 if place == 1 else 0.0 for place in blundered.ranks()]


def test_worlds_that_look_alike_are_judged_alike():
    match = Match.load(Path(__file__).parent / "metropolys" / "golden" / "00.tri")
    position = match.at(9)
    seen = position.seen_by(position.actor)
    other = seen.imagine(5)
    assert other.to_bytes() != position.to_bytes()
    played = match.moves[9].number
    assert assess(seen, played, 100) == assess(other.seen_by(position.actor), played, 100)
    for _, shown, _ in decisions(match):
        assert shown.observer == shown.actor, "a decision is judged by what its seat sees"


def test_only_decisions_with_a_choice_are_judged():
    match = Match.load(Path(__file__).parent / "ubuild" / "golden" / "00.tri")
    plies = {ply for ply, _, _ in decisions(match)}
    single = [ply for ply in range(40) if len(match.at(ply).legal_numbers()) == 1]
    assert single and not plies & set(single)


def test_a_forced_move_is_made_in_every_iteration():
    position = game("quadropolis").new(3).position
    seen = position.seen_by(position.actor)
    found = []
    for number in position.legal_numbers()[:2]:
        tree = Tree(seen, 1, 200, forced=number)
        tree.think(200)
        visits = {one.number: one.visits for one in tree.statistics() if one.visits}
        assert visits == {number: 200} and abs(sum(tree.chances()) - 1) < 1e-9
        found.append(list(tree.root.leads))
    assert found[0] != found[1]


def test_a_running_match_is_reviewed_too():
    match = game("quadropolis", players=3).new(1)
    greedy = bot("greedy")
    for _ in range(6):
        match.play(greedy.choose(match.seen_by(match.actor), 0))
    found = review(match, 32)
    assert len(found.chances) == 7 and len(found.assessments) == 6
    assert [str(message) for message in Review(match, []).summary()] == ["The search found no costly move."]


class Reading(HTMLParser):
    """The text of a page, and whether its tags close."""

    def __init__(self):
        super().__init__()
        self.text, self.open = "", []

    def handle_data(self, data):
        self.text += data

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "rect", "line", "circle", "polyline"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_shows_sentences_graph_and_table(reviewed, lang):
    page = reviewed.html(lang)
    reading = Reading()
    reading.feed(page)
    assert not reading.open and f'lang="{lang}"' in page
    assert "Ben & Co <b>" in reading.text, "names are text"
    svg = ElementTree.fromstring(reviewed.svg(lang))
    assert svg.get("role") == "img" and svg.find("{*}title").text and "Ada" in svg.find("{*}desc").text
    assert "prefers-color-scheme:dark" in reviewed.svg(lang)
    assert "<svg" in reviewed._repr_html_() and "<!doctype" not in reviewed._repr_html_()


def test_the_command_prints_and_writes_a_review(tmp_path):
    command = [python(), "-m", "tripolis.cli", "review", GOLDEN, "--budget", "32", "--lang", "en"]
    files = ["--json", tmp_path / "r.json", "--html", tmp_path / "r.html"]
    ran = subprocess.run(
        [*command, *files], capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "120"}
    )
    assert ran.returncode == 0, ran.stderr
    assert "lost about" in ran.stdout and "Chance to win over the match" in ran.stdout
    found = json.loads((tmp_path / "r.json").read_text())
    assert len(found["summary"]) == 3 and len(found["decisions"]) == 72
    assert {"ply", "seat", "played", "best", "before", "after", "loss", "visits", "text"} <= set(found["decisions"][0])
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")
