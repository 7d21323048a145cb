"""What holds at any table on paper, whatever is tried there in whatever order."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.paper import DAYS, LIVE, NONE, Paper, picture
from tripolis.engine.errors import TripolisError
from tripolis.server.domain.actions import ACTIONS, follow_order
from tripolis.server.domain.clock import DAY, MINUTE, SECOND
from tripolis.server.domain.seats import Seat
from tripolis.server.domain.table import Table

STEPS = st.lists(
    st.tuples(
        st.sampled_from([*ACTIONS, "moves", "moves", "moves", "moves", "sweep", "order-step", "bot", "downtime"]),
        st.integers(-1, 3),
        st.integers(0, 40),
        st.sampled_from([0, 1, 40 * SECOND, 10 * MINUTE, 3 * DAY]),
    ),
    min_size=5,
    max_size=60,
)
TABLES = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "clock": st.sampled_from([NONE, LIVE, DAYS]),
        "undo": st.sampled_from(["none", "turn", "consent"]),
        "on_timeout": st.sampled_from(["bot", "wait"]),
        "bots": st.sampled_from([(), (1,)]),
        "begin": st.sampled_from([True, True, True, False]),
    }
)


def step(paper, deed, seat, number):
    """Something that may be tried at a table, allowed or not."""
    table = paper.table
    if deed == "sweep":
        deadline = table.clock.deadline()
        if deadline is not None and deadline <= paper.now:
            paper.add("timeout", table.actor, {})
    elif deed == "downtime":
        if table.status == "playing" and table.clock.rule.kind == "live" and table.clock.running >= 0:
            paper.add("downtime", -1, {"gap": number * SECOND})
    elif deed == "order-step":
        if table.actor in table.orders and not table.seats[table.actor].player and not table.paused:
            paper.take(follow_order(table, table.actor, paper.now))
    elif deed == "bot":
        if table.thinking and table.seats[table.actor].player:
            paper.bot_moves()
    elif deed == "moves":
        legal = [move.text for move in table.position.legal()] if table.position and not table.position.over else []
        moves = [legal[number % len(legal)]] if legal else ["x"]
        paper.do("moves", table.actor if number % 8 else seat, moves=moves * (1 + (number % 20 == 0)))
    elif deed == "options":
        kept = {key: paper.entries[0].data[key] for key in ("game", "box", "public", "clock", "on_timeout", "chat")}
        mode = ("classic", "expert")[number % 2]
        players = table.game.players
        paper.do("options", seat, **kept, undo="turn", options={"mode": mode, "players": players})
    else:
        ask = {"seat": number % 4, "yes": number % 3 > 0, "text": "hm", "times": number % 3, "all": number % 5 == 0}
        ask["move"] = ("x", "", "1N1")[number % 3]
        ask["bot"] = ("greedy", None)[number % 2]
        wanted = {"set_seat": ("seat", "bot"), "answer": ("yes",), "chat": ("text",), "mute": ("seat", "all")}
        wanted |= {"order": ("move", "times"), "join": ("seat",), "claim": ("seat",), "grant": ("yes",)}
        paper.do(deed, seat, **{name: ask[name] for name in wanted.get(deed, ())})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TABLES, STEPS)
def test_the_same_entries_always_make_the_same_table_and_refusals_change_nothing(how, steps):
    paper = Paper(**how)
    earlier = []
    for deed, seat, number, wait in steps:
        paper.now += wait
        before, entries = picture(paper.table), len(paper.entries)
        earlier.append((paper.table, before))
        try:
            step(paper, deed, seat, number)
        except TripolisError:
            assert len(paper.entries) == entries
            assert picture(paper.table) == before
        consistent(paper.table)
    for table, before in earlier:
        assert picture(table) == before, "a table was changed by what came after it"
    assert picture(paper.again()) == picture(paper.table)
    fresh = Table(paper.table.id, paper.table.secret)
    assert picture(fresh.after(*paper.entries)) == picture(paper.table)


def consistent(table):
    """What holds at any table at any moment."""
    assert len(table.numbers) == len(table.actors) == len(table.reveals) == len(table.times) == table.ply
    assert [line.seq for line in table.log] == list(range(1, table.seq + 1))
    assert all(left >= 0 for left in table.clock.left)
    assert table.status != "stopped", table.reason
    running = table.clock.running
    if running >= 0:
        assert running == table.actor and table.status == "playing" and not table.paused
        assert table.seats[running].kind == "person" and not table.seats[running].stand_in
    if table.status != "playing":
        assert table.offer is None and not table.orders and not table.thinking and table.clock.deadline() is None
    if table.offer is not None:
        assert not set(table.people) <= set(table.offer.agreed), "a question that all have answered"
        assert all(table.seats[seat].kind == "person" for seat in table.offer.agreed)
    if table.position is not None:
        assert table.position.digest() and table.position.actor == [*table.actors, table.position.actor][table.ply]
        assert len(table.seats) == table.game.players
    assert all(isinstance(seat, Seat) for seat in table.seats)
