"""Nothing reaches a seat or a spectator that they may not know.

At many positions of random matches everything that is sent to somebody is made twice, once of the table and once of
another world that looks the same to them, and must be the same to the last byte. `test_secrets.py` asks a real server.
"""

import copy
import os
import random
import types
from dataclasses import replace

import msgspec
import pytest

import tripolis.server.domain.games as games_module
from tests import toy
from tests.toy.furnished import furnished
from tripolis.bots import bot
from tripolis.engine.errors import TripolisError
from tripolis.engine.events import EVENT, Events
from tripolis.engine.game import find
from tripolis.engine.guide import AidTable
from tripolis.engine.rooms import Book
from tripolis.engine.scene import Area, Scene, Sprite
from tripolis.engine.testing.leaks import scramble, values_seen
from tripolis.engine.words import Message
from tripolis.server.api import computations, queries
from tripolis.server.api.requests import DraftRequest
from tripolis.server.domain.actions import ACTIONS
from tripolis.server.domain.identity import Identity
from tripolis.server.domain.journal import Entry, decode, encode
from tripolis.server.domain.problems import as_problem
from tripolis.server.domain.seats import Order, Seat
from tripolis.server.domain.table import Table
from tripolis.server.live import views
from tripolis.server.live.views import Moment, move_data, table_words
from tripolis.server.storage.guests import hashed
from tripolis.server.storage.journals import table_columns
from tripolis.server.storage.lists import listed

pytestmark = pytest.mark.slow

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
NOW = 1_700_000_000_000
OPTIONS = {"rules": 1, "box": None, "public": True, "undo": "consent", "clock": {"kind": "none"}, "on_timeout": "bot"}


# ------------------------------------------------------------------ two worlds


def toy_scene(position, names):
    """Every card as a sprite, as far as it is seen, so that there is something to draw that is not for all."""
    s = position.plain
    cards = [
        Sprite(f"card-{p}", "card", "board", 100 * p, 0, label=Message("Card {n}", n=int(s.card[p])))
        for p in range(position.game.players)
    ]
    buried = Sprite("buried", "card", "board", 0, 100, label=Message("Buried {n}", n=int(s.buried)))
    return Scene((Area("board", 0, 0, 300, 200),), (*cards, buried))


def toy_aid(position):
    """The cards again, as a table."""
    s = position.plain
    rows = tuple((str(p), str(int(s.card[p]))) for p in range(position.game.players))
    return (AidTable(Message("Cards"), (Message("Seat"), Message("Card")), rows),)


@pytest.fixture
def with_toy(monkeypatch):
    """The toy game can be played at tables, and drawn."""
    drawn = furnished(face=replace(toy.TOY.face, scene=toy_scene), book=Book(aid=toy_aid))
    monkeypatch.setattr(games_module, "find", lambda name: drawn if name == "toy" else find(name))
    games_module.shared_game.cache_clear()
    yield
    games_module.shared_game.cache_clear()


def judge(table, action, seat, fields, at):
    """What comes of an action of a seat."""
    request = msgspec.convert(fields, ACTIONS[action].request)
    return ACTIONS[action].judge(table, Identity(f"guest-{seat}" if seat >= 0 else ""), request, at)


def do(table, action, seat, /, **fields):
    """The table after an action of a seat."""
    return judge(table, action, seat, fields, NOW + table.seq).table


def new_table(game, players, rng, **options):
    """A match that has just begun."""
    seats = [Seat("person", f"Name {i}", f"guest-{i}", hashed(f"token-{i}")) for i in range(players)]
    data = OPTIONS | {"game": game, "options": {"players": players, **options}, "chat": True, "hints": True}
    data |= {"owner": "guest-0", "seats": [msgspec.to_builtins(seat) for seat in seats]}
    table = Table("leaktable", rng.randbytes(32)).after(Entry("leaktable", 1, "create", -1, data, None, NOW))
    for seat in range(players):
        table = do(table, "ready", seat, ready=True, nonce=rng.randbytes(8).hex())
    return do(table, "start", 0)


def chatter(table, rng):
    """What people do between moves: talk, mute, set automatic moves, take back."""
    seat, other = rng.sample(range(len(table.seats)), 2)
    legal = [move.text for move in table.position.legal()]
    deed, ask = rng.choice(
        [
            ("chat", {"text": f"word {rng.random()}"}),
            ("mute", {"seat": other, "mute": rng.random() < 0.6, "all": False}),
            ("order", {"move": rng.choice(legal), "times": rng.randrange(3)}),
            ("undo", {}),
            ("answer", {"yes": True}),
        ]
    )
    try:
        return do(table, deed, seat, **ask)
    except TripolisError:
        return table


def walk(game, players, seed, **options):
    """Tables along a random match with the moment before them."""
    rng = random.Random(seed)
    table = new_table(game, players, rng, **options)
    for _ in range(1000):
        before = table
        for _ in range(rng.choice((0, 0, 1, 2))):
            table = chatter(table, rng)
        table = do(table, "moves", table.actor, moves=[rng.choice(table.position.legal()).text])
        if table.status != "playing":
            return
        yield before, table


def other_world(table, seat, pools, rng):
    """A table that is the same to a seat, with everything else different: secrets of the game, of the host and of
    the others."""
    other = table.after()
    other.position = scramble(table.game, table.position, seat, pools, rng)
    for number, one in enumerate(other.seats):
        one.nonce, one.token = rng.randbytes(8).hex(), hashed(rng.randbytes(8).hex())
        if number != seat:
            one.guest = rng.randbytes(16).hex()
            other.orders.pop(number, None)
            if rng.random() < 0.5:
                other.orders[number] = Order(rng.choice(table.position.legal()).text, rng.randrange(5))
    if seat != 0:
        other.owner = other.seats[0].guest
    kept = {pair for pair in table.mutes if pair[0] == seat}
    other.mutes = frozenset(
        kept | {(who, rng.randrange(len(table.seats))) for who in {*range(len(table.seats))} - {seat}}
    )
    other.log = [other_line(line, seat, rng) for line in table.log]
    return other


def other_line(line, seat, rng):
    """A line of the log of another world."""
    line, data = copy.copy(line), decode(line.data)
    if line.kind == "ready":
        data["nonce"] = rng.randbytes(8).hex()
    elif line.kind == "create":
        data["owner"] = rng.randbytes(16).hex()
        for one in data["seats"]:
            one["guest"], one["token"] = rng.randbytes(16).hex(), hashed(rng.randbytes(8).hex())
    elif line.kind == "order" and line.seat != seat:
        data = {"move": rng.randbytes(2).hex(), "times": rng.randrange(9)}
    elif line.kind == "mute" and line.seat != seat:
        data = {"seat": rng.randrange(2), "mute": rng.random() < 0.5, "all": False}
    elif line.kind == "chat" and seat in line.muted_by:
        data = {"text": rng.randbytes(4).hex()}
    elif line.kind == "moves":
        data["order"] = rng.random() < 0.5
    events = [
        event if event.audience in (-1, seat) else replace(event, args=tuple(rng.randrange(9) for _ in event.args))
        for event in Events(line.events)
    ]
    packed = b"".join(EVENT.pack(event.code, event.audience, *event.args) for event in events)
    muted_by = tuple(
        {who for who in line.muted_by if who == seat} | {who for who in (0, 1) if who != seat and rng.random() < 0.5}
    )
    return type(line)(line.seq, line.kind, line.seat, line.at, encode(data).encode(), packed, muted_by)


def said(table, make):
    """What comes of a request, as it is sent: an answer, or a refusal in words."""
    say = table_words("en", table)
    try:
        found = make()
    except TripolisError as error:
        problem = as_problem(error)
        return msgspec.json.encode([problem.status, problem.code, problem.reason, say.render(problem.message)])
    return found if isinstance(found, bytes) else msgspec.json.encode(found, enc_hook=say.render)


def attempt(table, deed, seat, /, **ask):
    """What a deed would come to. A move that is made may bring something to light, as the end does; the digest is of
    that."""
    entry = judge(table, deed, seat, ask, NOW).entry
    if deed == "moves":
        after, revealed = table.position.copy(), False
        for move in ask["moves"]:
            after.play(move)
            revealed = revealed or after.revealed
        if revealed or after.over:
            entry.data.pop("digest")
    return [entry.kind, entry.seat, entry.data]


def hint_at(table, seat):
    """A hint, and all that the process which finds it gets to see."""
    seen = queries.seen_for_hint(table, seat)
    return [seen.to_bytes().hex(), move_data(seen.move(bot("greedy").choose(seen, 0)), table_words("en", table))]


def file_of(table):
    """The match as a file; while it is running, without its seed."""
    text = str(computations.played(queries.match_source(table)))
    return text if table.status == "over" else queries.without_seed(text)


def everything(before, table, seat, tries):
    """All that can be sent to a seat (-1: the public) at a moment, by name."""
    guest = f"guest-{seat}" if seat >= 0 else ""
    moment = Moment(table, [line for line in table.log if line.seq > before.seq], Moment(before, []))
    row = types.SimpleNamespace(id=table.id, **table_columns(table))
    say = table_words("en", table)
    asked = {
        "snapshot": lambda: Moment(table, table.log).snapshot(seat, guest, "en"),
        "snapshot in German": lambda: Moment(table, table.log).snapshot(seat, guest, "de", table.seq - 2),
        "update": lambda: moment.update(seat, guest, "en"),
        "aid": lambda: queries.aid(table, seat),
        "hint": lambda: hint_at(table, seat),
        "list": lambda: listed(row, guest),
        "file": lambda: file_of(unscrambled(table)).encode(),
        "picture": lambda: queries.picture_source(table, say),
        "undo": lambda: attempt(unscrambled(table), "undo", seat),
        "no order": lambda: attempt(table, "order", seat),
        "story": lambda: queries.story(computations.played(queries.finished(table))),
        "verdict": lambda: queries.verdict(computations.played(queries.finished(table))),
    }
    for moves in tries:
        text = " ".join(moves)
        asked[f"why not {text}"] = lambda moves=moves: queries.why_not(
            queries.seen_at_turn(table, seat), moves[0], [], [], say
        )
        asked[f"preview {text}"] = lambda moves=moves: queries.preview(table, seat, moves)
        asked[f"draft {text}"] = lambda moves=moves: queries.draft(table, seat, DraftRequest(moves), say)
        asked[f"moves {text}"] = lambda moves=moves: attempt(table, "moves", seat, moves=moves)
        asked[f"order {text}"] = lambda moves=moves: attempt(table, "order", seat, move=moves[0], times=1)
    path = list(table.position.move(table.position.legal_numbers()[-1]).path)
    asked["prompts"] = lambda: queries.prompts(table, seat, say)
    for clicks in ([], path[:1]):
        asked[f"gains after {clicks}"] = lambda clicks=clicks: queries.gains(table, seat, [], clicks)
    for sprite in some_sprites(table, seat):
        asked[f"card of {sprite}"] = lambda sprite=sprite: queries.card(table, seat, sprite, path[:1], [], say)
    asked["why not this click"] = lambda: queries.why_not(queries.seen_at_turn(table, seat), None, path, [], say)
    return {name: said(table, make) for name, make in asked.items()}


def some_sprites(table, seat):
    """A few of the things that a viewer sees, from all over the table."""
    ids = [sprite.id for sprite in table.position.seen_by(seat).scene(table.titles).sprites]
    return ids[:: max(1, len(ids) // 4)]


def unscrambled(table):
    """A match is replayed by secret, nonces and moves: these must fit, in every world."""
    found = table.after()
    for one, line in zip(found.seats, (line for line in TRUE_LOG[table.id] if line.kind == "ready"), strict=True):
        one.nonce = decode(line.data)["nonce"]
    return found


TRUE_LOG = {}


def some_tries(table, rng):
    """Moves and lists of moves: legal ones, illegal ones, nonsense, and what comes behind them."""
    legal = [move.text for move in table.position.legal()]
    firsts = [*rng.sample(legal, min(3, len(legal))), "??", "-"]
    tries = [[move] for move in firsts]
    tries += [[move, rng.choice([*legal, "??", "show", "a1", "x"])] for move in firsts]
    after = table.position.copy()
    after.play(legal[0])
    if not after.over:
        tries.append([legal[0], after.legal()[0].text])
    return tries


def leaks(before, table, pools, rng, seats=None):
    """The names of all messages in which two worlds differ that look alike to the one who gets them."""
    TRUE_LOG[table.id] = table.log
    tries, found = some_tries(table, rng), []
    for seat in seats if seats is not None else range(-1, table.game.players):
        true = everything(before, table, seat, tries)
        other = everything(other_world(before, seat, pools, rng), other_world(table, seat, pools, rng), seat, tries)
        found += [f"{seat}: {name}" for name in true if true[name] != other[name]]
    return found


def search(game, players, seeds, every=1, enough=False, **options):
    """All leaks along random matches, and how many moments were looked at."""
    found, moments = [], 0
    pools = None
    for seed in seeds:
        rng = random.Random(f"leaks {seed}")
        for number, (before, table) in enumerate(walk(game, players, seed, **options)):
            pools = pools or values_seen(table.game, 1, 2)
            if number % every == 0:
                found += leaks(before, table, pools, rng)
                moments += 1
            if found and enough:
                return found, moments
    return found, moments


@pytest.mark.parametrize("players", [2, 3])
def test_all_messages_of_the_toy_are_equal_in_two_worlds(with_toy, players):
    found, moments = search("toy", players, range(200 if SOAK else 8))
    assert found == [] and moments > 50


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("quadropolis", 2, {"mode": "classic"}), ("quadropolis", 3, {"mode": "expert"}), ("metropolys", 3, {})],
)
def test_all_messages_of_real_games_are_equal_in_two_worlds(game, players, options):
    found, moments = search(game, players, range(3 if SOAK else 1), every=3 if SOAK else 10, **options)
    assert found == [] and moments >= 4


def test_worlds_differ_where_they_should(with_toy):
    """The other world is another one: cards, nonces, tokens, orders; and one who knows all sees it."""
    rng, different = random.Random(7), set()
    pools = values_seen(toy.TOY.configure(players=3), 1, 2)
    for seed in range(20):
        for _, table in walk("toy", 3, seed):
            other = other_world(table, 0, pools, rng)
            different |= {"position"} if other.position.to_bytes() != table.position.to_bytes() else set()
            different |= {"orders"} if other.orders != table.orders else set()
            different |= {"nonces"} if other.nonces != table.nonces else set()
            for one, two in zip(table.log, other.log, strict=True):
                different |= {f"{one.kind} data"} if one.data != two.data else set()
                different |= {f"{one.kind} events"} if one.events != two.events else set()
                different |= {"muted by"} if one.muted_by != two.muted_by else set()
    assert different >= {"position", "orders", "nonces", "ready data", "create data", "order data", "mute data"}
    assert different >= {"start events", "chat data", "muted by"}


# -------------------------------------------------------------- broken servers


def see_all(monkeypatch):
    """Scenes and accounts are made of the whole position."""
    init = views.Perspective.__init__

    def make(self, table, viewer):
        init(self, table, viewer)
        self.seen = table.position.copy() if table.position is not None else None

    monkeypatch.setattr(views.Perspective, "__init__", make)


def tell_all(monkeypatch):
    """Events are sent regardless of their audience."""
    monkeypatch.setattr(views, "Events", lambda data: [replace(event, audience=-1) for event in Events(data)])


def share_all(monkeypatch):
    """One piece of a message is made for all, as if all saw the same."""
    monkeypatch.setattr(views.Moment, "viewer", lambda moment, seat: 0)


def aid_all(monkeypatch):
    """The aid is made of the whole position."""
    monkeypatch.setattr(
        queries, "aid", lambda table, seat: {"tables": list(table.game.book.aid(table.position.copy()))}
    )


def forecast_all(monkeypatch):
    """A preview plays on the true position, and does not fall silent."""

    def preview(table, seat, moves):
        queries.seen_at_turn(table, seat)
        world = table.position.copy()
        for move in moves:
            world.play(move)
        return {"total": world.score(seat).total}

    monkeypatch.setattr(queries, "preview", preview)


BREAKS = {
    "the scene shows the whole position": (see_all, "snapshot"),
    "events reach everybody": (tell_all, "snapshot"),
    "everybody gets seat 0's view": (share_all, "snapshot"),
    "the aid counts hidden cards": (aid_all, "aid"),
    "a preview shows the future": (forecast_all, "preview"),
    "nonces are sent": (lambda m: m.setitem(views.HIDDEN, "ready", ()), "snapshot"),
    "tokens and guests are sent": (lambda m: m.setitem(views.HIDDEN, "create", ()), "snapshot"),
    "orders are told": (lambda m: m.setattr(views, "OWN_KINDS", ("mute",)), "snapshot"),
    "mutes are told": (lambda m: m.setattr(views, "OWN_KINDS", ("order",)), "snapshot"),
    "an ordered move is marked": (lambda m: m.setitem(views.HIDDEN, "moves", ()), "snapshot"),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_server_is_found_out(with_toy, monkeypatch, broken):
    fault, where = BREAKS[broken]
    fault(monkeypatch)
    found, _ = search("toy", 3, range(6), enough=True)
    assert any(f": {where}" in name for name in found), found


def behind(table, move, after):
    """What a list of two moves comes to; the second one has no name."""
    told = said(table, lambda: attempt(table, "moves", table.actor, moves=[move, after]))
    return told.replace(b"before %s:" % after.encode(), b"before IT:")


def test_what_comes_behind_a_revealing_move_is_refused_whatever_it_is(with_toy):
    """Nobody can try for nothing what comes to light, nor whose turn it would be then."""
    tried = 0
    for seed in range(12):
        for _, table in walk("toy", 2, seed):
            for move in table.position.legal():
                trial = table.position.copy()
                trial.play(move)
                if trial.revealed:
                    told = {  # it names the move that was sent, and says nothing else of it
                        behind(table, move.text, after).replace(f'"{after} follows'.encode(), b'"... follows')
                        for after in ("-", "1", "9", "show", "??")
                    }
                    assert len(told) == 1 and b'"revealing"' in told.pop()
                    tried += 1
    assert tried > 20


def test_a_list_without_anything_new_is_still_one_turn(with_toy):
    table = next(after for _, after in walk("toy", 2, 3))
    first = next(move.text for move in table.position.legal() if move.text not in ("show", "-"))
    with pytest.raises(TripolisError) as refused:
        table.change("moves", table.actor, {"moves": [first, "-"]}, NOW)
    assert as_problem(refused.value).code in ("not_your_turn", "revealing")
