"""Every number of a report follows from the results file, recomputed here by other means; the page stands alone."""

import csv
import io
import itertools
import json
import sys
from collections import defaultdict
from html.parser import HTMLParser
from statistics import fmean, stdev

import pytest
from rich.console import Console

from tests.arena.house import House, lasting
from tripolis.arena.league import seatings
from tripolis.arena.page import as_html
from tripolis.arena.report import print_table
from tripolis.arena.results import read
from tripolis.arena.table import make_table, scores_of, share_ahead, up_to_decision

pytestmark = pytest.mark.slow

BOTS = ("greedy", "first", "crash")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A league with three bots at three seats, one of which fails now and then."""
    house = House(tmp_path_factory.mktemp("report"))
    reports = ("--html", "r.html", "--csv", "r.csv", "--json", "r.json")
    house.play(",".join(BOTS), "r.jsonl", "--players", 3, "--jobs", 2, *reports, games=24)
    return house


def test_the_table_is_what_the_games_say(played):
    games = played.games("r.jsonl")
    table = json.loads((played.folder / "r.json").read_text())
    assert table["games"] == len(games) == 72
    for line in table["lines"]:
        name = line["bot"]
        seats = [(game, seat) for game in games for seat in range(3) if game["seats"][seat] == name]
        won = [1 / game["places"].count(1) if game["places"][seat] == 1 else 0 for game, seat in seats]
        assert line["games"] == 48
        assert line["win_rate"] == pytest.approx(sum(won) / 48)
        assert line["place"] == pytest.approx(fmean(game["places"][seat] for game, seat in seats))
        for k in range(3):
            there = [w for w, (_, seat) in zip(won, seats, strict=True) if seat == k]
            assert len(there) == 24 and line["by_seat"][k] == pytest.approx(fmean(there))
        ended = [(game, seat) for game, seat in seats if game["points"]]
        assert line["points"] == pytest.approx(fmean(game["points"][seat] for game, seat in ended))
        for category, mean in line["categories"].items():
            assert mean == pytest.approx(fmean(game["categories"][seat][category] for game, seat in ended))
        assert sum(line["categories"].values()) == pytest.approx(line["points"])
        assert line["failures"] == sum(bool(game["failure"]) and game["failure"]["bot"] == name for game in games)
    assert sum(line["win_rate"] * line["games"] for line in table["lines"]) == pytest.approx(72)
    ratings = [line["rating"]["mu"] for line in table["lines"]]
    assert ratings == sorted(ratings, reverse=True) and table["lines"][-1]["bot"] == "crash"
    assert table["versions"]["crash"] == ["arenatoys 1.5"]


def test_what_ratings_need_is_said_where_it_is_missing(played, monkeypatch):
    results = played.games("r.jsonl")
    for missing in (False, True):
        if missing:
            monkeypatch.setitem(sys.modules, "openskill.models", None)
        console = Console(file=io.StringIO(), width=120)
        print_table(make_table(results), str, console)
        assert ("pip install 'tripolis[arena]'" in console.file.getvalue()) == missing


def test_pairings_count_rounds(played):
    games = played.games("r.jsonl")
    table = json.loads((played.folder / "r.json").read_text())
    assert {frozenset((p["a"], p["b"])) for p in table["pairings"]} == set(
        map(frozenset, itertools.combinations(BOTS, 2))
    )
    for pairing in table["pairings"]:
        a, b = pairing["a"], pairing["b"]
        rounds = defaultdict(list)
        for game in games:
            if {a, b} == set(game["group"]):
                met = [(x, y) for x in range(3) for y in range(3) if (game["seats"][x], game["seats"][y]) == (a, b)]
                signs = [
                    (game["places"][y] > game["places"][x]) - (game["places"][y] < game["places"][x]) for x, y in met
                ]
                rounds[game["number"]].append(fmean(signs))
        scores = [fmean(found) for _, found in sorted(rounds.items())]
        assert pairing["games"] == 24 and pairing["evidence"]["rounds"] == len(scores) == 4
        assert pairing["evidence"]["mean"] == pytest.approx(fmean(scores))
        assert pairing["wins"] == pytest.approx((fmean(scores) + 1) / 2)
        half = 3.182446 * stdev(scores) / 2
        assert pairing["evidence"]["plain_low"] == pytest.approx(max(-1, fmean(scores) - half), abs=0.02 * half + 1e-9)


def game(number, *places):
    """A result with these places for the seats a b a b, or their rotation."""
    seats = ["a", "b", "a", "b"] if number % 2 else ["b", "a", "b", "a"]
    return {"group": ["a", "b"], "seed": 1, "number": number, "seats": seats, "places": list(places)}


@pytest.mark.parametrize(
    ("places", "share"),
    [((1, 3, 2, 4), 1.0), ((4, 1, 3, 2), 0.0), ((1, 1, 3, 3), 0.5), ((1, 1, 1, 4), 0.75), ((1, 2, 3, 4), 0.75)],
)
def test_ties_count_half(places, share):
    assert share_ahead(game(1, *places), "a", "b") == share
    assert share_ahead(game(1, *places), "b", "a") == 1 - share


def test_only_whole_rounds_are_evidence():
    found = seatings(("a", "b"), 4, 0)
    whole = [game(0, 1, 2, 3, 4) | {"seats": list(seats)} for seats in found]
    part = [game(1, 1, 2, 3, 4) | {"seats": list(seats)} for seats in found[:5]]
    assert len(scores_of(whole, "a", "b")) == len(scores_of(whole + part, "a", "b")) == 1
    assert scores_of(whole, "a", "b") == [pytest.approx(0)], "the places go with the seats, not with the bots"


def test_csv_and_json_say_the_same(played):
    table = json.loads((played.folder / "r.json").read_text())
    bots, pairings = (played.folder / "r.csv").read_text().split("\n\n")
    for row, line in zip(csv.DictReader(io.StringIO(bots)), table["lines"], strict=True):
        assert row["bot"] == line["bot"]
        assert float(row["win_rate"]) == pytest.approx(line["win_rate"], rel=1e-4)
        assert float(row["win_rate_seat_2"]) == pytest.approx(line["by_seat"][1], rel=1e-4)
        assert float(row["points_prizes"]) == pytest.approx(line["categories"]["prizes"], rel=1e-4)
    for row, pairing in zip(csv.DictReader(io.StringIO(pairings)), table["pairings"], strict=True):
        assert (row["a"], row["b"], row["better"]) == (pairing["a"], pairing["b"], pairing["better"] or "")
        assert float(row["difference"]) == pytest.approx(pairing["evidence"]["mean"], rel=1e-4, abs=1e-6)


class Tags(HTMLParser):
    """Checks that what is opened is closed, and collects attributes and texts."""

    def __init__(self):
        super().__init__()
        self.open, self.given, self.said = [], [], []

    def handle_starttag(self, tag, attributes):
        self.given += attributes
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.said.append(data)


def test_the_page_stands_alone_and_has_the_numbers(played):
    text = (played.folder / "r.html").read_text()
    page = Tags()
    page.feed(text)
    assert page.open == []
    assert not {"src", "href", "onclick"} & {name for name, _ in page.given}
    assert "<script" not in text and "url(" not in text and "://" not in text
    table = json.loads((played.folder / "r.json").read_text())
    for line in table["lines"]:
        assert line["bot"] in page.said
        assert f"{100 * line['win_rate']:.1f}\u00a0%" in page.said
        assert f"{line['points']:.1f}" in page.said
    assert page.said.count("Arena: The Toy") == 2, "as the title and the heading"
    assert text.count('<svg class="plot"') == 4
    assert any("RuntimeError: I fell" in said for said in page.said)


def test_names_and_reasons_from_outside_cannot_break_the_page(played):
    results = read(played.folder / "r.jsonl")
    evil = "<script>alert(1)</script>"
    text = json.dumps(results).replace('"crash"', json.dumps(evil)).replace("I fell", "<img src=x>")
    page = as_html(make_table(json.loads(text)), "en")
    assert "<script" not in page and "<img" not in page and "&lt;script&gt;" in page


def test_a_pairing_that_is_decided_ends_early_and_alike_for_one_process_and_two(house):
    early = ("--players", 2, "--stop-early", "--json")
    house.play("greedy,crash", "one.jsonl", *early, "one.json", "--jobs", 1, games=400)
    house.play("greedy,crash", "two.jsonl", *early, "two.json", "--jobs", 2, games=400)
    tables = [json.loads((house.folder / name).read_text()) for name in ("one.json", "two.json")]
    for table in tables:
        assert table["games"] < 400
        assert table["pairings"][0]["better"] == "greedy"
        assert table["pairings"][0]["evidence"]["decided_at"] * 2 == table["games"]
        for line in table["lines"]:
            del line["milliseconds"], line["slowest"]
        del table["failures"]
    assert tables[0] == tables[1]
    found = [up_to_decision(read(house.folder / name), 0.05) for name in ("one.jsonl", "two.jsonl")]
    assert lasting(found[0]) == lasting(found[1])
