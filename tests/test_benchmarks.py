"""The benchmarks' own code, on made-up rows, and the results that the documentation shows. Nothing is timed here,
and nothing installed."""

import ast
import datetime
import importlib
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))
figures, from_python, peers, play, made, strength = map(
    importlib.import_module, ("figures", "from_python", "peers", "peers_play", "peers_report", "strength")
)

SVG = "{http://www.w3.org/2000/svg}"
FIELDS = {"game", "mode", "players", "engine", "decisions_per_s", "games_per_s", "legal_mean", "forced_share"}
ENGINES = {
    ("quadropolis", "compiled"),
    ("quadropolis", "plain"),
    ("quadropolis", "compiled from python"),
    ("peer:catanatron", "python"),
    ("peer:chess", "python"),
    ("peer:quoridor", "c++ from python"),
    ("peer:chinese_checkers", "c++ from python"),
}


def row(game, engine, speed, **more):
    mode = None if game.startswith("peer:") else "classic"
    about = {"game": game, "mode": mode, "players": 4, "engine": engine, "decisions_per_s": speed}
    return about | {"games_per_s": speed / 100, "legal_mean": 20.11, "forced_share": 0.0512} | more


ROWS = [
    row("peer:catanatron", "python", 20_000),
    row("quadropolis", "compiled", 4_000_000),
    row("peer:quoridor", "c++ from python", 800_000),
    row("peer:chinese_checkers", "c++ from python", 900_000),
    row("quadropolis", "plain", 79_999),
]
RESULTS = {
    "command": "python benchmarks/peers.py",
    "date": "2026-01-02",
    "machine": {"cpu": "Abacus", "cores": 1, "system": "Wood"},
    "versions": {"python": "3.11.0", "tripolis": "0.1.0"},
    "rounds": 3,
    "seconds": 0.5,
    "rows": ROWS,
}


# ----------------------------------------------------------------- rows and floors


def test_a_report_reads_as_it_was_written_a_line_for_each_row():
    text = made.report(RESULTS)
    assert made.read(text) == RESULTS
    assert [json.loads(line.strip().rstrip(",")) for line in text.splitlines() if '"game"' in line] == ROWS


def test_a_row_that_lacks_a_field_is_named():
    short = {key: value for key, value in ROWS[0].items() if key != "legal_mean"}
    with pytest.raises(ValueError, match=r"peer:catanatron lacks legal_mean"):
        made.read(json.dumps({"rows": [short]}))


def test_a_row_is_found_if_there_is_exactly_one():
    assert made.find(ROWS, "quadropolis", "plain")["decisions_per_s"] == 79_999
    with pytest.raises(LookupError, match="0 rows of peer:go"):
        made.find(ROWS, "peer:go")
    with pytest.raises(LookupError, match="2 rows of quadropolis"):
        made.find(ROWS, "quadropolis")


def test_the_table_has_the_fastest_first():
    lines = made.table(ROWS).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [line.split("  ")[0] for line in lines[1:4]] == [
        "Tripolis, compiled",
        "OpenSpiel chinese checkers",
        "OpenSpiel quoridor",
    ]
    assert "4,000,000" in lines[1]
    assert lines[1].endswith("20.1      5%")


def test_floors_are_met_or_not():
    said = [made.verdict(floor) for floor in made.floors(ROWS)]
    assert said == [
        "Tripolis, compiled: 200.0 times Catanatron (floor 100: met)",
        "Tripolis, compiled: 5.0 times OpenSpiel quoridor (floor 5: met)",
        "Tripolis, compiled: 4.4 times OpenSpiel chinese checkers (floor 5: not met)",
        "Tripolis, plain Python: 4.0 times Catanatron (floor 4: not met)",
    ]


# --------------------------------------------------------------------------- chart


def bars(svg):
    """The widths of the bars, without the paper behind them."""
    return [float(part.get("width")) for part in ET.fromstring(svg).iter(f"{SVG}rect")][1:]


def test_the_chart_is_logarithmic():
    widths = bars(made.chart([row("a", "x", 10**n) for n in (6, 5, 4)]))
    assert widths == pytest.approx([2 * widths[1], widths[1], 0])


def test_the_chart_stays_inside_its_frame():
    root = ET.fromstring(made.chart(ROWS))
    width, height = float(root.get("width")), float(root.get("height"))
    for part in root.iter():
        if part.tag in (f"{SVG}rect", f"{SVG}text"):
            assert 0 <= float(part.get("x", 0)) + float(part.get("width", 0)) <= width
            assert 0 <= float(part.get("y", 0)) <= height


def test_the_chart_takes_any_name_and_a_single_row():
    svg = made.chart([row("peer:<&>", "x", 1000)])
    assert "<&>" in [text.text for text in ET.fromstring(svg).iter(f"{SVG}text")]


# ----------------------------------------------------------------------- measuring


def test_whole_games_are_counted():
    def game(chance, notes=None):
        if notes is not None:
            notes += [1, 2, 3, 1]
        return 4

    assert play.counted(game, 3) == {"legal_mean": 1.75, "forced_share": 0.5}
    assert set(play.timed(game, 0, lambda: 0.5)) == {"decisions_per_s", "games_per_s"}


def test_a_row_is_the_median_of_its_rounds():
    engine = peers.Engine.__new__(peers.Engine)
    engine.rounds = [row("peer:go", "x", speed) for speed in (10, 1000, 30)]
    assert engine.row() == row("peer:go", "x", 30)


def test_an_engine_that_does_not_run_says_why():
    engine = peers.Engine("peer:nobody", sys.executable, peers.one_core())
    try:
        with pytest.raises(peers.NoPeers, match="KeyError: 'peer:nobody'"):
            engine.hear()
    finally:
        engine.stop()


def test_no_peer_is_a_dependency():
    """OpenSpiel is one for `tripolis.envs` alone, which adapts our games to it."""
    names = {"catanatron", "chess"}
    for file in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            found = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            found += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not names & {name.partition(".")[0] for name in found}, file
    assert not any(re.search(rf'"{name}\b', (ROOT / "pyproject.toml").read_text(encoding="utf-8")) for name in names)


# --------------------------------------------------------------- what is published


def published(name):
    return (ROOT / "benchmarks" / "results" / name).read_text(encoding="utf-8")


def test_the_published_results_are_well_formed():
    text = published("peers.json")
    found = made.read(text)
    assert found["command"] == "python benchmarks/peers.py"
    assert datetime.date.fromisoformat(found["date"])
    assert {"cpu", "cores", "system"} == set(found["machine"])
    assert {"python", "tripolis", "numba", "numpy", "catanatron", "chess", "open-spiel"} <= set(found["versions"])
    assert {(row["game"], row["engine"]) for row in found["rows"]} == ENGINES
    for one, rounds in zip(found["rows"], found["decisions_per_s"], strict=True):
        assert set(one) == FIELDS
        assert len(rounds) == found["rounds"]
        assert one["decisions_per_s"] == round(sorted(rounds)[len(rounds) // 2])
    assert text == made.report(found)


def test_the_published_chart_shows_the_published_results():
    assert published("peers.svg") == made.chart(made.read(published("peers.json"))["rows"])


def test_the_page_shows_the_published_results():
    page = figures.PAGE.read_text(encoding="utf-8")
    sections = figures.sections(made.read(published("peers.json")), json.loads(published("figures.json")))
    assert page == figures.fill(page, sections), "python benchmarks/figures.py --page fills in the tables"


def test_the_page_shows_what_was_measured_from_python():
    found, page = json.loads(published("from_python.json")), from_python.PAGE.read_text(encoding="utf-8")
    assert set(found["decisions_per_s"]) == set(from_python.ROWS)
    assert page == from_python.fill(page, found), "python benchmarks/from_python.py --page fills in the table"
    assert from_python.section(found).count(": met)") == len(from_python.FLOORS)


def test_a_section_without_a_mark_is_refused():
    assert figures.fill("<!-- a -->\nold\n<!-- /a -->\n", {"a": "new"}) == "<!-- a -->\nnew\n<!-- /a -->\n"
    with pytest.raises(ValueError, match="the marks a, and there is b"):
        figures.fill("<!-- a -->\n<!-- /a -->\n", {"b": "new"})


@pytest.mark.parametrize(
    "name",
    [
        "benchmarks/results/peers.json",
        "benchmarks/results/figures.json",
        "benchmarks/results/from_python.json",
        "docs/performance.md",
    ],
)
def test_no_place_of_a_machine_is_published(name):
    assert not re.search(
        r"(?<![\w.])/(home|root|tmp|work|Users|usr)\b|\\Users\\", (ROOT / name).read_text(encoding="utf-8")
    )


# ------------------------------------------------------------------------- strength


def played(number, won, bots=("mcts:4000", "master")):
    """A game of two bots; `won` is the second's share."""
    about = {"game": "quadropolis", "options": {"players": "2", "mode": "classic"}, "box": "standard", "seed": 7}
    ends = {"places": [2, 1] if won else [1, 2], "points": [40, 50], "failure": None}
    return about | ends | {
        "number": number, "group": list(bots), "seats": list(bots), "decisions": [32, 32], "seconds": [1.0, 1.0],
        "versions": {"rules": 1},
    }  # fmt: skip


def test_games_of_reports_are_kept_and_forgotten_only_where_a_bot_is_played_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "GAMES_PLAYED", tmp_path / "games.jsonl.xz")
    first = [played(0, True), played(1, True), played(0, True, ("mcts:400", "skilled"))]
    assert len(strength.keep(first, anew=False)) == 3
    assert len(strength.keep([played(1, False), played(2, False)], anew=False)) == 4
    (masters, skilled) = sorted(strength.rows(strength.kept()), key=lambda row: row["stronger"])
    assert (masters["games"], masters["won"], skilled["games"]) == (3, pytest.approx(1 / 3, abs=1e-4), 1)
    assert [row["games"] for row in strength.rows(strength.keep([played(5, True)], anew=True))] == [1, 1]
