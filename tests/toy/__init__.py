"""A toy game that tries the contract on secrets: dice, an auction, and secret cards.

Five cards, 1 to 5: one for each seat, one buried, the rest unused. Three rounds: a die is rolled, and the prize is
sold to the highest bidder. Once a match a player may show his card for a coin. In the end the prizes count, one's
card, and the buried card for who paid least.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Notation, Verb
from tripolis.engine.features import Section, starts
from tripolis.engine.game import Game
from tripolis.engine.layouts import state_layout, work_layout
from tripolis.engine.options import Option
from tripolis.engine.random import below
from tripolis.engine.record import nobody, public, rule, seen_if
from tripolis.engine.rooms import Advice, Face, Rules
from tripolis.engine.steps import begin, begin_match, begin_world, tell, whisper
from tripolis.engine.words import Message

SEATS, CARDS, COINS, ROUNDS = 3, 5, 6, 3
ACTIONS = Actions(
    Verb("pass"),
    Verb("bid", listed=False, amount=range(1, 10)),  # only two steps are listed, and all coins
    Verb("show"),
)
act = ACTIONS.rules(__name__)
CATEGORIES, TIES = ("prizes", "card", "buried"), ("coins",)
SECTIONS = (
    Section("card of seat {0} (0: own)", (SEATS,), CARDS),
    Section("seat {0} has shown its card", (SEATS,)),
    Section("coins of seat {0}", (SEATS,), COINS + 1),
    Section("prizes of seat {0}", (SEATS,), 6 * ROUNDS),
    Section("seat {0} has passed", (SEATS,)),
    Section("seat {0} has the highest bid", (SEATS,)),
    Section("seat {0} is to decide", (SEATS,)),
    Section("buried card", (), CARDS),
    Section("prize", (), 6),
    Section("bid", (), COINS + 1),
    Section("round", (), ROUNDS),
)
CARD, SHOWN, OWNED, PRIZES, PASSED, LEADER, DECIDES, BURIED, PRIZE, BID, ROUND, N_FEATURES = starts(SECTIONS)
Reason = IntEnum("Reason", ["OVER", "MUST_OPEN", "TOO_LOW", "TOO_POOR", "SHOWN"])
Event = IntEnum("Event", ["DEALT", "PRIZE", "BID", "PASSED", "SHOWED", "SOLD", "END"])


@rule
def sees_card(s, b, seat, i):
    """One's own card, and those that were shown."""
    return i == seat or s.shown[i] != 0


STATE = state_layout(
    seen_if(sees_card, "card", "i1", SEATS),
    nobody("buried", "i1"),
    public("shown", "i1", SEATS),
    public("coins", "i1", SEATS),
    public("prizes", "i1", SEATS),
    public("passed", "i1", SEATS),
    public("prize", "i1"),
    public("bid", "i1"),
    public("leader", "i1"),
    public("round_no", "i1"),
)
WORK = work_layout(SEATS, ACTIONS.count, 12, len(CATEGORIES), len(TIES), public("deck", "i1", CARDS))


@rule
def shuffle(s, w, n):
    """Mix the first n cards of w.deck."""
    for i in range(n - 1, 0, -1):
        j = below(s, w, i + 1)
        card = w.deck[i]
        w.deck[i] = w.deck[j]
        w.deck[j] = card


@rule
def set_up(s, b, w, seed):
    """Deal."""
    begin_match(s, w, seed)
    for i in range(CARDS):
        w.deck[i] = i + 1
    shuffle(s, w, CARDS)
    for p in range(SEATS):
        s.card[p] = w.deck[p] if p < b.players else 0
        s.shown[p] = 0
        s.coins[p] = COINS if p < b.players else 0
        s.prizes[p] = 0
        if p < b.players:
            whisper(w, p, Event.DEALT, p, s.card[p])
    s.buried = w.deck[CARDS - 1]
    s.round_no = 0
    roll(s, b, w)


@rule
def roll(s, b, w):
    """A new prize; the seats start in turn."""
    s.prize = 1 + below(s, w, 6)
    tell(w, Event.PRIZE, s.prize)
    s.bid = 0
    s.leader = -1
    for p in range(SEATS):
        s.passed[p] = 0
    s.actor = s.round_no % b.players


@rule
def refuse(s, b, w, action):
    """Bids must rise; the starter must open with a bid unless he is poor; a card is shown once."""
    if s.actor < 0:
        return Reason.OVER
    if action == act.SHOW:
        return Reason.SHOWN if s.shown[s.actor] else 0
    if action == act.PASS:
        return Reason.MUST_OPEN if s.leader < 0 and s.coins[s.actor] > 0 and s.actor == s.round_no % b.players else 0
    if act.bid_amount(action) <= s.bid:
        return Reason.TOO_LOW
    return Reason.TOO_POOR if act.bid_amount(action) > s.coins[s.actor] else 0


@rule
def legal_actions(s, b, w):
    """Pass, two steps of bids, all coins, show."""
    n = 0
    for action in range(len(w.actions)):
        if refuse(s, b, w, action) == 0:
            amount = act.bid_amount(action)
            if not act.is_bid(action) or amount <= s.bid + 2 or amount == s.coins[s.actor]:
                w.actions[n] = action
                n += 1
    return n


@rule
def apply(s, b, w, action):
    """Bid, pass or show."""
    begin(s, w)
    p = s.actor
    if action == act.SHOW:
        s.shown[p] = 1
        s.coins[p] += 1
        w.revealed = 1
        tell(w, Event.SHOWED, p, s.card[p])
        return
    if action == act.PASS:
        s.passed[p] = 1
        tell(w, Event.PASSED, p)
    else:
        s.bid = act.bid_amount(action)
        s.leader = p
        tell(w, Event.BID, p, s.bid)
    for k in range(1, b.players + 1):
        q = (p + k) % b.players
        if s.passed[q] == 0 and q != s.leader:
            s.actor = q
            return
    if s.leader >= 0:
        s.coins[s.leader] -= s.bid
        s.prizes[s.leader] += s.prize
    tell(w, Event.SOLD, s.leader)
    s.round_no += 1
    if s.round_no == ROUNDS:
        s.actor = -1
        w.revealed = 1
        tell(w, Event.END)
    else:
        roll(s, b, w)


@rule
def imagine(s, b, w, seat, seed):
    """Deal the cards that the seat has not seen to the places that it cannot see."""
    begin_world(s, w, seed)
    n = 0
    for card in range(1, CARDS + 1):
        seen = False
        for p in range(b.players):
            if sees_card(s, b, seat, p) and s.card[p] == card:
                seen = True
        if not seen:
            w.deck[n] = card
            n += 1
    shuffle(s, w, n)
    for p in range(b.players):
        if not sees_card(s, b, seat, p):
            n -= 1
            s.card[p] = w.deck[n]
    s.buried = w.deck[n - 1]


@rule
def score(s, b, w, seat):
    """Prizes, card, and the buried card for who has most coins left."""
    w.points[0] = s.prizes[seat]
    w.points[1] = s.card[seat]
    most = 0
    for p in range(b.players):
        most = max(most, s.coins[p])
    w.points[2] = s.buried if s.coins[seat] == most else 0
    whole = s.observer == -2 or s.actor < 0
    w.unknown[0] = 0
    w.unknown[1] = 0 if whole or sees_card(s, b, s.observer, seat) else 1
    w.unknown[2] = 0 if whole else 1
    total = 0
    for c in range(3):
        if w.unknown[c]:
            w.points[c] = 0
        total += w.points[c]
    w.ties[0] = s.coins[seat]
    return total


@rule
def rank(s, b, w):
    """Most points, then most coins."""
    for p in range(b.players):
        w.total[p] = score(s, b, w, p)
        mine = w.total[p] * 64 + s.coins[p]
        w.place[p] = 1
        for q in range(b.players):
            if score(s, b, w, q) * 64 + s.coins[q] > mine:
                w.place[p] += 1


@rule
def value(s, b, w, seat):
    """Prizes and coins."""
    return 2 * s.prizes[seat] + s.coins[seat]


@rule
def choose(s, b, w):
    """The first legal action."""
    legal_actions(s, b, w)
    return w.actions[0]


@rule
def features(s, b, seat, out):
    """All that the seat knows."""
    for i in range(N_FEATURES):
        out[i] = 0
    for k in range(b.players):
        p = (seat + k) % b.players
        out[CARD + k] = s.card[p]
        out[SHOWN + k] = s.shown[p]
        out[OWNED + k] = s.coins[p]
        out[PRIZES + k] = s.prizes[p]
        out[PASSED + k] = s.passed[p]
        out[LEADER + k] = 1 if s.leader == p else 0
        out[DECIDES + k] = 1 if s.actor == p else 0
    out[BURIED] = s.buried
    out[PRIZE] = s.prize
    out[BID] = s.bid
    out[ROUND] = s.round_no


def max_plies(b):
    return ROUNDS * 12 * b.players


MOVES = Notation(
    ACTIONS,
    texts={"pass": "-", "bid": "{amount}"},
    clicks={"pass": "button--", "bid": "button-{amount}", "show": "button-show"},
    axes={},
    wrong=lambda text: Message("{text} is not a move of the toy.", text=text),
)


def describe(s, b, action):
    return Message("Do {text}", text=MOVES.write(s, b, action))


def why_not(s, b, action, code):
    return Message("Not now: {reason}.", reason=Reason(code).name)


def words_of(b, code, args):
    return Message("{event}: {args}", event=Event(code).name, args=args)


TOY = Game(
    "toy",
    title="The Toy",
    version=1,
    options=(Option("players", (2, 3), 3, Message("How many play.")),),
    rules=Rules(
        state=STATE,
        work=WORK,
        actions=ACTIONS,
        categories=CATEGORIES,
        ties=TIES,
        reasons=Reason,
        events=Event,
        set_up=set_up,
        legal_actions=legal_actions,
        refuse=refuse,
        apply=apply,
        imagine=imagine,
        score=score,
        rank=rank,
        max_plies=max_plies,
    ),
    face=Face(moves=MOVES, describe=describe, why_not=why_not, words_of=words_of),
    advice=Advice(choose=choose, value=value, features=features, sections=SECTIONS),
)
