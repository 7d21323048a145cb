"""The page of U-Build's rules: every option, every condition."""

import re
from pathlib import Path

import tripolis
from tripolis.games.ubuild.box.freestyle import CONDITIONS

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "ubuild.md").read_text(encoding="utf-8")


def test_every_option_is_written_down():
    for option in tripolis.game("ubuild").options:
        row = rf"^\| `{option.name}` \| .*`{re.escape(option.show(option.default))}` \|"
        assert re.search(row, PAGE, re.MULTILINE), f"docs/rules/ubuild.md lacks the option {option.name}"


def test_every_condition_is_written_down():
    named = set(re.findall(r"\b[KSCPLBHEW]\d\b", PAGE.partition("## 6 Freestyle tracks")[2]))
    assert set(CONDITIONS) <= named
