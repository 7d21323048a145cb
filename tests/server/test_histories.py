"""The checker of histories finds every kind of violation, planted into a history without any."""

import copy

import pytest

from tests.server.histories import Heard, History, Read, Write, said, violations
from tripolis.server.domain.journal import Entry, encode, link

TABLE = "k3fq8w2mzr7p"


def linked(entries):
    """Entries with the hashes that the server would have written."""
    previous = ""
    for entry in entries:
        previous = entry.hash = link(previous, entry, encode(entry.data))
    return entries


@pytest.fixture
def world():
    """Ten messages of two people, all acknowledged, heard and read: a history and its journals."""
    history, entries = History(), []
    for seq in range(1, 11):
        seat, began = seq % 2, float(seq)
        body = {"text": f"line {seq}"} if seq % 3 else {"moves": [f"{seq}N1"]}
        deed = "chat" if seq % 3 else "moves"
        history.writes.append(Write(TABLE, seat, f"{seat}-{seq}", deed, body, began, seq, began + 0.5))
        history.heard += [Heard(TABLE, who, seq, deed, seat, said(deed, body)) for who in ("Ada", "Ben")]
        history.reads.append(Read(TABLE, "Ada", began + 0.6, began + 0.7, seq))
        entries.append(Entry(TABLE, seq, deed, seat, dict(body), f"guest:{seat}-{seq}", 1000 + seq))
    return history, {TABLE: linked(entries)}


def test_a_good_history_has_no_violations(world):
    assert violations(*world) == []


def test_a_write_that_nobody_acknowledged_may_be_there_or_not(world):
    history, journals = world
    history.writes.append(Write(TABLE, 0, "0-11", "chat", {"text": "late"}, 20.0))
    assert violations(history, journals) == []
    journals[TABLE].append(Entry(TABLE, 11, "chat", 0, {"text": "late"}, "guest:0-11", 1011))
    assert violations(history, {TABLE: linked(journals[TABLE])}) == []


def lose(history, journals):
    journals[TABLE].pop()


def change(history, journals):
    journals[TABLE][3].data = {"text": "something else"}
    linked(journals[TABLE])


def change_behind_the_back(history, journals):
    journals[TABLE][3].at += 1


def double(history, journals):
    again = copy.copy(journals[TABLE][-1])
    again.seq = 11
    journals[TABLE].append(again)
    linked(journals[TABLE])


def double_under_another_id(history, journals):
    again = copy.copy(journals[TABLE][-1])
    again.seq, again.client_id = 11, "guest:0-99"
    journals[TABLE].append(again)
    linked(journals[TABLE])


def acknowledge_one_for_another(history, journals):
    history.writes[4].seq = history.writes[6].seq


def reorder(history, journals):
    first, second = history.writes[2], history.writes[7]
    first.began, first.ended, second.began, second.ended = second.began, second.ended, first.began, first.ended


def tell_too_early(history, journals):
    history.heard.append(Heard(TABLE, "Ben", 11, "chat", 0, said("chat", {"text": "never written"})))


def tell_something_else(history, journals):
    history.heard[5].text = said("chat", {"text": "something else"})


def read_late(history, journals):
    history.reads[6].seq = 5


def read_behind_another_reader(history, journals):
    history.writes.clear()
    for entry in journals[TABLE]:
        entry.client_id = None
    linked(journals[TABLE])
    history.reads[6].seq = 5


def gap(history, journals):
    del journals[TABLE][4]


PLANTED = {
    lose: "lost",
    change: "changed",
    change_behind_the_back: "not as it was written",
    double: "doubled",
    double_under_another_id: "doubled",
    acknowledge_one_for_another: "doubled",
    reorder: "reordered",
    tell_too_early: "never durable",
    tell_something_else: "never durable",
    read_late: "stale",
    read_behind_another_reader: "stale",
    gap: "gap",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_violation_is_found(world, plant):
    plant(*world)
    assert any(PLANTED[plant] in found for found in violations(*world))
