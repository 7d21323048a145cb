"""What docs/asvs.md and docs/attacks.md say: whatever is held names a test, and every test that is named exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| ([\d., ]+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs" / "asvs.md").read_text(encoding="utf-8"))
ATTACK = re.compile(r"^\| (\d+) \| (.+) \| (\w+) \| (.+) \| (.+) \|$", re.MULTILINE)
ATTACKS = ATTACK.findall((ROOT / "docs" / "attacks.md").read_text(encoding="utf-8"))


def defined():
    """The names of all tests."""
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^ *(?:async )?def (test_\w+)", text, re.MULTILINE)}


def test_every_requirement_says_whether_it_is_held_and_by_which_test():
    assert len(ROWS) > 90
    known = defined()
    for number, requirement, held, where in ROWS:
        named = re.findall(r"`(test_\w+)`", where)
        assert held in ("yes", "partly", "no"), number
        assert named or held != "yes", f"{number} {requirement}: which test shows it?"
        assert named or where.strip(" -"), f"{number} {requirement}: what is missing?"
        assert not set(named) - known, f"{number}: there is no {set(named) - known}"


def test_every_requirement_is_listed_once_and_in_order():
    numbers = [tuple(map(int, one.split("."))) for row in ROWS for one in row[0].split(", ")]
    assert numbers == sorted(set(numbers))


def test_everything_that_broke_once_is_held_by_a_test():
    assert sorted({int(number) for number, *_ in ATTACKS}) == list(range(1, 31))
    known = defined()
    for number, what, held, _, where in ATTACKS:
        named = re.findall(r"`(test_\w+)`", where)
        assert held == "yes" and named, f"{number} {what}"
        assert not set(named) - known, f"{number}: there is no {set(named) - known}"
