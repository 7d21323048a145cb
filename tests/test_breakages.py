"""The list of deliberate breakages fits the code: what is to be broken is there, once, and so are the tests that
must notice."""

import pytest

from tools.breakages import ROOT, breakages

ALL = breakages()


@pytest.mark.parametrize("one", ALL, ids=lambda one: one["what"])
def test_what_is_to_be_broken_is_there_once(one):
    assert (ROOT / one["file"]).read_text(encoding="utf-8").count(one["old"]) == 1 and one["old"] != one["new"]
    assert one["tests"] and all((ROOT / test).is_file() for test in one["tests"])


def test_every_breakage_has_a_description_of_its_own():
    assert len({one["what"] for one in ALL}) == len(ALL) >= 20
