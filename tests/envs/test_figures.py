"""What docs/envs.md shows is what was measured."""

import importlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
envs = importlib.import_module("envs")


def test_the_page_shows_the_published_results():
    page = envs.PAGE.read_text(encoding="utf-8")
    assert page == envs.fill(page, json.loads(envs.RESULTS.read_text(encoding="utf-8")))


def test_floors_are_met_or_not():
    rows = [{"env": "aec:quadropolis", "decisions_per_s": 60}, {"env": "peer:connect_four", "decisions_per_s": 10}]
    rows.append({"env": "vector:quadropolis", "decisions_per_s": 999_999})
    assert [met for _, met in envs.verdicts(rows)] == [True, False]


def test_the_published_floors_are_met():
    rows = json.loads(envs.RESULTS.read_text(encoding="utf-8"))["rows"]
    assert {row["env"] for row in rows} == {*envs.OURS, *envs.PEERS}
    assert all(met for _, met in envs.verdicts(rows))
