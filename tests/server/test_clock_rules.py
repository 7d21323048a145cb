"""Clocks and folds on paper: hand-made entries and times, no server and no database."""

import copy

import pytest

from tests.server.paper import BEGAN, DAYS, LIVE, NONE, Paper
from tripolis.server.domain import actions
from tripolis.server.domain.actions import ABANDONED, ACTIONS, follow_order, undo_offer_ply, undo_ply
from tripolis.server.domain.clock import DAY, MINUTE, RETURN, SECOND, Clock, ClockRule
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.journal import Entry
from tripolis.server.domain.problems import Problem
from tripolis.server.domain.requests import MovesRequest
from tripolis.server.domain.table import Table
from tripolis.server.live import notices
from tripolis.server.live.heartbeat import give_back

# ------------------------------------------------------------------- clocks


def test_a_live_clock_runs_for_the_one_to_move_and_adds_the_increment_after_the_turn():
    paper = Paper(clock=LIVE)
    first = paper.table.actor
    assert paper.table.clock.left == [5 * MINUTE] * 2 and paper.table.clock.running == first
    assert paper.table.clock.deadline() == BEGAN + 5 * MINUTE
    paper.now += 20 * SECOND
    paper.move()
    assert paper.table.actor == first, "a move inside the turn"
    assert paper.table.clock.left[first] == 5 * MINUTE - 20 * SECOND, "no increment before the turn is finished"
    paper.now += 10 * SECOND
    paper.turn()
    assert paper.table.clock.left[first] == 5 * MINUTE - 30 * SECOND + 3 * SECOND
    assert paper.table.clock.running == 1 - first
    assert paper.table.clock.deadline() == paper.now + 5 * MINUTE


def test_a_live_clock_of_an_increment_alone_does_not_run_out_before_the_first_move():
    paper = Paper(clock=LIVE | {"minutes": 0})
    assert paper.table.clock.deadline() > paper.now


def test_chat_and_questions_do_not_touch_the_clock():
    paper = Paper(clock=LIVE)
    deadline = paper.table.clock.deadline()
    paper.now += MINUTE
    paper.do("chat", 0, text="hello")
    paper.do("pause", 1)
    paper.do("answer", 0, yes=False)
    paper.do("mute", 0, seat=1)
    assert paper.table.clock.deadline() == deadline


def test_days_are_counted_for_each_turn():
    paper = Paper(clock=DAYS)
    assert paper.table.clock.deadline() == BEGAN + 2 * DAY
    paper.now += DAY
    paper.move()
    assert paper.table.clock.deadline() == BEGAN + 2 * DAY, "a move inside the turn gives no new days"
    paper.turn()
    assert paper.table.clock.deadline() == paper.now + 2 * DAY


def test_without_a_clock_nothing_is_ever_due():
    paper = Paper()
    paper.now += 1000 * DAY
    paper.turn()
    assert paper.table.clock.deadline() is None


def test_no_clock_runs_for_bots():
    paper = Paper(clock=LIVE, bots=(0, 1), players=3)
    while paper.table.actor != 2:
        assert paper.table.clock.running == -1 and paper.table.clock.deadline() is None
        paper.now += MINUTE
        paper.bot_moves()
    assert paper.table.clock.left == [5 * MINUTE] * 3 and paper.table.clock.running == 2


def test_a_pause_by_consent_stops_the_clock_and_any_player_ends_it():
    paper = Paper(clock=LIVE, players=3)
    actor = paper.table.actor
    others = [seat for seat in range(3) if seat != actor]
    paper.now += 10 * SECOND
    paper.do("pause", actor)
    paper.do("answer", others[0], yes=True)
    assert not paper.table.paused
    paper.now += 5 * SECOND
    paper.do("answer", others[1], yes=True)
    assert paper.table.paused and paper.table.offer is None and paper.table.clock.deadline() is None
    assert paper.table.clock.left[actor] == 5 * MINUTE - 15 * SECOND
    paper.refused("moves", actor, "wrong_time", moves=[paper.legal()[0]])
    paper.now += DAY
    paper.do("resume", others[0])
    assert paper.table.clock.deadline() == paper.now + 5 * MINUTE - 15 * SECOND
    paper.refused("resume", others[0], "wrong_time")


def test_one_no_is_enough_and_who_asked_may_take_it_back():
    paper = Paper(players=3)
    paper.do("pause", 0)
    paper.refused("pause", 1, "wrong_time")
    paper.refused("answer", 0, "wrong_time", yes=True)
    paper.do("answer", 1, yes=False)
    assert paper.table.offer is None and not paper.table.paused
    paper.refused("answer", 2, "wrong_time", yes=True)
    paper.do("pause", 0)
    paper.do("answer", 0, yes=False)
    assert paper.table.offer is None


def test_a_question_that_only_one_who_leaves_had_not_answered_is_granted():
    paper = Paper(players=3)
    paper.do("pause", 0)
    paper.do("answer", 1, yes=True)
    paper.do("leave", 2)
    assert paper.table.paused and paper.table.offer is None


def test_a_question_goes_with_the_one_who_asked_it():
    paper = Paper(players=3)
    paper.do("pause", 0)
    paper.do("leave", 0)
    assert paper.table.offer is None and not paper.table.paused


def test_a_yes_of_one_who_leaves_does_not_count_for_the_next_on_the_seat():
    paper = Paper(players=3)
    paper.do("pause", 0)
    paper.do("answer", 1, yes=True)
    paper.do("leave", 1)
    paper.do("join", -1, seat=1)
    paper.do("answer", 2, yes=True)
    assert not paper.table.paused
    paper.do("answer", 1, yes=True)
    assert paper.table.paused


def test_time_that_is_up_lets_a_bot_take_over_until_the_person_is_back():
    paper = Paper(clock=LIVE)
    actor = paper.table.actor
    paper.now = paper.table.clock.deadline()
    paper.add("timeout", actor, {})
    seat = paper.table.seats[actor]
    assert seat.late and seat.stand_in and paper.table.thinking and paper.table.clock.deadline() is None
    assert paper.table.clock.left[actor] == 0
    paper.refused("moves", actor, "wrong_time", moves=[paper.legal()[0]])
    paper.refused("undo", actor, "wrong_time")
    paper.now += MINUTE
    paper.do("back", actor)
    assert not paper.table.thinking and paper.table.clock.left[actor] == RETURN
    assert paper.table.clock.deadline() == paper.now + RETURN
    paper.refused("back", actor, "wrong_time")
    paper.move()


def test_time_that_is_up_may_also_let_the_seat_wait():
    paper = Paper(clock=LIVE, on_timeout="wait")
    actor = paper.table.actor
    paper.now = paper.table.clock.deadline()
    paper.add("timeout", actor, {})
    assert paper.table.seats[actor].late and not paper.table.thinking and paper.table.actor == actor
    paper.turn()
    assert paper.table.clock.running == 1 - actor


def test_by_days_a_move_is_a_way_to_come_back():
    paper = Paper(clock=DAYS, on_timeout="wait")
    actor = paper.table.actor
    paper.now += 3 * DAY
    paper.add("timeout", actor, {})
    assert paper.table.seats[actor].late
    paper.move()
    assert not paper.table.seats[actor].late and paper.table.clock.deadline() == paper.now + 2 * DAY


@pytest.mark.parametrize(
    ("rule", "gap", "moved"),
    [
        (LIVE, 9 * MINUTE, True),
        (LIVE, -9 * MINUTE, True),
        (DAYS, 9 * MINUTE, False),
        (DAYS, DAY, False),
        (DAYS, 3 * DAY, True),
        (DAYS, -1, True),
        (NONE, DAY, False),
    ],
)
def test_time_in_which_nobody_was_there_shifts_live_clocks_and_days_that_would_be_over(rule, gap, moved):
    paper = Paper(clock=rule)
    deadline, last = paper.table.clock.deadline(), paper.now
    if not moved:
        with pytest.raises(Problem):
            give_back(paper.table, last + gap, last)
    else:
        paper.take(give_back(paper.table, last + gap, last))
        assert paper.table.clock.deadline() == deadline + gap and paper.table.updated_ms == last + gap


def test_a_clock_never_goes_below_zero_nor_backwards():
    clock = Clock(ClockRule("live", 1, 0, 0))
    clock.start(2, 1000)
    clock.pass_on(0, 1000)
    clock.pass_on(1, 500)
    assert clock.left == [MINUTE, MINUTE], "a time before the last one costs nothing"
    clock.pass_on(0, 10 * MINUTE)
    assert clock.left[1] == 0
    other = clock.copy()
    other.pass_on(1, 11 * MINUTE)
    assert clock.left[0] == MINUTE and other.left[0] == 0


# --------------------------------------------------------------------- undo


def test_an_undo_inside_the_turn_gives_no_time_back_but_one_by_consent_restores_the_clocks():
    paper = Paper(clock=LIVE)
    first = paper.table.actor
    paper.now += 30 * SECOND
    start = paper.table.position.to_bytes()
    paper.move()
    paper.now += 10 * SECOND
    paper.do("undo", first)
    assert paper.table.ply == 0 and paper.table.position.to_bytes() == start and paper.table.last == ()
    paper.now += 5 * SECOND
    paper.move()
    assert paper.table.clock.left[first] == 5 * MINUTE - 45 * SECOND
    before = paper.table.clock.left[first]
    paper.now += 7 * SECOND
    paper.turn()
    paper.now += 2 * MINUTE
    entry = paper.do("undo", first)
    assert entry.kind == "offer" and paper.table.ply > 0, "beyond one's turn the others are asked"
    paper.now += 20 * SECOND
    paper.do("answer", 1 - first, yes=True)
    assert paper.table.position.to_bytes() == start and paper.table.actor == first
    assert paper.table.clock.left[first] == before and paper.table.clock.left[1 - first] == 5 * MINUTE
    assert paper.table.clock.deadline() == paper.now + before


def test_no_undo_goes_behind_a_revealing_move():
    paper = Paper(undo="consent")
    while True:
        mover = paper.table.actor
        paper.move()
        if paper.table.reveals[-1]:
            break
        if paper.table.actor == mover:
            assert undo_ply(paper.table, mover) == paper.table.ply - 1
    for seat in (0, 1):
        assert undo_ply(paper.table, seat) is None and undo_offer_ply(paper.table, seat) is None
        paper.refused("undo", seat, "no_undo")
    revealed = paper.table.ply
    mover = paper.turn()
    assert undo_offer_ply(paper.table, mover) == revealed
    assert undo_offer_ply(paper.table, 1 - mover) is None


def test_not_even_inside_ones_turn():
    paper = Paper(undo="consent")
    actor = paper.table.actor
    paper.move()
    assert undo_ply(paper.table, actor) == 0
    paper.table.reveals[-1] = True
    assert undo_ply(paper.table, actor) is None and undo_offer_ply(paper.table, actor) is None
    paper.refused("undo", actor, "no_undo")


@pytest.mark.parametrize("undo", ["none", "turn"])
def test_a_table_says_how_far_moves_are_taken_back(undo):
    paper = Paper(undo=undo)
    actor = paper.table.actor
    paper.move()
    if undo == "none":
        paper.refused("undo", actor, "no_undo")
    else:
        paper.do("undo", actor)
        assert paper.table.ply == 0
    paper.turn()
    paper.refused("undo", actor, "no_undo")
    paper.refused("undo", 1 - actor, "no_undo")


def test_an_undo_of_an_old_position_is_refused():
    paper = Paper()
    actor = paper.table.actor
    seen = paper.table.seq
    paper.move()
    paper.refused("undo", actor, "stale", seq=seen)
    paper.do("undo", actor, seq=paper.table.seq)


def test_a_move_ends_a_question():
    paper = Paper()
    first = paper.turn()
    paper.do("undo", first)
    assert paper.table.offer is not None
    paper.move()
    assert paper.table.offer is None


def test_who_gives_up_grants_no_undo():
    paper = Paper()
    first = paper.turn()
    ply = paper.table.ply
    paper.do("undo", first)
    paper.do("resign", 1 - first)
    assert paper.table.status == "over" and paper.table.ply == ply and not paper.table.paused


# ------------------------------------------------------------------ the end


def test_with_two_seats_giving_up_ends_the_match():
    paper = Paper()
    paper.do("resign", 1)
    assert paper.table.status == "over" and paper.table.ranks() == [1, 2] and paper.table.reason is not None
    paper.refused("resign", 0, "wrong_time")


def test_with_more_seats_a_bot_plays_on_and_the_first_to_give_up_is_last():
    paper = Paper(players=4, clock=LIVE)
    paper.do("resign", 2)
    assert paper.table.status == "playing" and paper.table.seats[2].player == "skilled"
    paper.refused("moves", 2, "wrong_time", moves=["1N1"])
    paper.refused("back", 2, "wrong_time")
    paper.refused("leave", 2, "wrong_time")
    paper.refused("set_seat", 0, "wrong_time", seat=2)
    paper.do("resign", 0)
    while paper.table.status == "playing" and paper.table.ply < 200:
        if paper.table.thinking:
            paper.bot_moves()
        else:
            assert paper.table.actor in (1, 3)
            paper.move()
    ranks = paper.table.ranks()
    assert ranks[2] == 4 and ranks[0] == 3 and sorted(ranks[1::2]) in ([1, 2], [1, 1])


def test_a_table_is_abandoned_after_seven_silent_days():
    paper = Paper()
    paper.now += ABANDONED - 1
    paper.refused("close", 1, "wrong_time")
    paper.do("chat", 0, text="still there")
    paper.now += ABANDONED - 1
    paper.refused("close", 1, "wrong_time")
    paper.now += 1
    paper.do("close", 1)
    assert paper.table.status == "closed"


def test_one_who_is_alone_with_bots_may_close_the_table():
    paper = Paper(players=3, bots=(0, 1))
    paper.do("close", 2)
    assert paper.table.status == "closed"


def test_options_freeze_at_the_start():
    paper = Paper(begin=False)
    change = {key: paper.entries[0].data[key] for key in ("game", "box", "public", "clock", "on_timeout", "chat")}
    change |= {"options": {"mode": "expert", "players": 2}, "undo": "none"}
    before = paper.table.commitment
    paper.do("ready", 1)
    paper.refused("options", 1, "not_owner", **change)
    paper.do("options", 0, **change)
    assert paper.table.game.settings["mode"] != "classic" and paper.table.commitment != before
    assert not paper.table.seats[1].ready, "whoever was ready has to look again"
    paper.refused("start", 0, "wrong_time")
    paper.refused("ready", 1, "stale", commitment=before)
    for seat in (0, 1):
        paper.do("ready", seat, commitment=paper.table.commitment)
    paper.do("start", 0)
    paper.refused("options", 0, "wrong_time", **change)


# ------------------------------------------------------------ automatic moves


def test_a_standing_order_is_followed_while_legal_and_then_ends():
    paper = Paper(clock=DAYS)
    first = paper.table.actor
    order = paper.legal()[0]
    paper.do("order", first, move=order, times=0)
    assert paper.table.thinking
    entry = paper.take(follow_order(paper.table, first, paper.now))
    assert entry.kind == "moves" and entry.data["moves"] == [order]
    assert paper.table.orders[first].move == order, "0 means as often as it is legal"
    while paper.table.actor != first or paper.legal().count(order):
        paper.move()
    entry = paper.take(follow_order(paper.table, first, paper.now))
    assert (entry.kind, entry.seat, entry.data["move"]) == ("order", first, "")
    assert not paper.table.orders and not paper.table.thinking


def test_a_standing_order_ends_after_its_times():
    paper = Paper()
    first = paper.table.actor
    paper.do("order", first, move=paper.legal()[0], times=1)
    paper.take(follow_order(paper.table, first, paper.now))
    assert not paper.table.orders
    paper.refused("order", first, "wrong_time", move="")


def test_a_standing_order_stays_when_its_person_moves_without_it():
    paper = Paper()
    first = paper.table.actor
    paper.do("order", 1 - first, move="x", times=2)
    paper.turn()
    paper.move()
    assert paper.table.orders[1 - first].times == 2


def test_who_has_a_standing_order_is_told_of_a_turn_only_when_it_ends():
    paper = Paper(clock=DAYS)
    first = paper.table.actor
    paper.do("order", 1 - first, move="x", times=0)
    while paper.table.actor == first:
        before = paper.table
        paper.move()
    assert notices.due(before, paper.table) == [], "the order moves, not the person"
    before = paper.table
    entry = paper.take(follow_order(before, 1 - first, paper.now))
    assert entry.kind == "order", "x is not legal at the beginning of a turn"
    [told] = notices.due(before, paper.table)
    assert (told["guest"], told["what"]) == (paper.table.seats[1 - first].guest, "turn")


# ------------------------------------------------------------------ stopping


def test_another_position_stops_the_table_before_the_entry_that_differs():
    paper = Paper(clock=LIVE)
    for _ in range(6):
        paper.turn()
    changed = [copy.deepcopy(entry) for entry in paper.entries]
    wrong = [entry for entry in changed if entry.kind == "moves"][5]
    wrong.data["digest"] = "0" * len(wrong.data["digest"])
    right = Table(paper.table.id, paper.table.secret)
    table = Table(paper.table.id, paper.table.secret)
    for old, entry in zip(paper.entries, changed, strict=True):
        if old.seq < wrong.seq:
            right.fold(old)
        table.fold(entry)
    assert table.status == "stopped" and table.stopped_at == wrong.seq and str(wrong.seq) in str(table.reason)
    assert table.clock.deadline() is None and table.seq == paper.table.seq
    with pytest.raises(Problem, match="another result") as found:
        ACTIONS["moves"].judge(table, Identity("a"), MovesRequest(["1N1"]), paper.now)
    assert found.value.code == "stopped"
    mended = table.after(Entry(table.id, table.seq + 1, "mend", -1, {"entry": wrong.seq}, None, paper.now))
    assert mended.status == "playing" and mended.reason is None
    assert mended.numbers == right.numbers and mended.position.to_bytes() == right.position.to_bytes()
    assert mended.actors == right.actors and len(mended.times) == len(mended.reveals) == mended.ply
    closed = table.after(Entry(table.id, table.seq + 1, "close", -1, {"why": "host"}, None, paper.now))
    assert closed.status == "closed"


# -------------------------------------------------------------- long journals


def test_talk_leaves_room_in_the_journal_for_those_who_sit_down_and_play():
    paper = Paper(begin=False)
    paper.do("leave", 1)
    paper.table.seq = actions.TALK_PER_TABLE
    for action, request in (("chat", {"text": "?"}), ("chat", {"react": "wow"}), ("mute", {"seat": 1})):
        paper.refused(action, 0, "too_many", **request)
    paper.do("join", -1)
    for seat in (0, 1):
        paper.do("ready", seat)
    paper.do("start", 0)
    paper.table.seq = actions.ENTRIES_PER_TABLE
    paper.refused("undo", paper.table.actor, "too_many")
    paper.move()
