"""Harbour Bids: cargoes come in one by one. Everyone lays a card face down; the highest that is alone takes the cargo.

Nobody bids after having seen the others: a game of sealed choices. What lies face down is a field that only its owner
sees, and for the others `imagine` lays any card that was not played.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Notation, Verb
from tripolis.engine.game import Game
from tripolis.engine.layouts import state_layout, work_layout
from tripolis.engine.options import Option
from tripolis.engine.random import below
from tripolis.engine.record import owner, public, rule
from tripolis.engine.rooms import Advice, Face, Rules
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.steps import begin, begin_match, begin_world, tell, whisper
from tripolis.engine.words import Message, seat_name

SEATS, CARDS = 4, 8
CATEGORIES, TIES = ("cargo",), ("ships",)
ACTIONS = Actions(Verb("bid", card=range(1, CARDS + 1)))
act = ACTIONS.rules(__name__)
Reason = IntEnum("Reason", ["OVER", "SPENT"])
Event = IntEnum("Event", ["CARGO", "LAID", "MINE", "REVEALED", "TAKEN", "STAYS"])

STATE = state_layout(
    owner("bid", "i1", SEATS),  # the card that lies face down, 0 if none
    public("down", "i1", SEATS),  # does one lie there?
    public("spent", "i1", (SEATS, CARDS + 1)),  # cards that were revealed
    public("offered", "i1", CARDS),  # cargoes that have been on offer
    public("pier", "i2"),  # what lies at the pier, all cargoes together
    public("waiting", "i1"),  # how many cargoes these are
    public("cargo", "i2", SEATS),
    public("ships", "i1", SEATS),  # how many times a seat has taken the pier
    public("first", "i1"),
)
WORK = work_layout(SEATS, ACTIONS.count, SEATS + 4, len(CATEGORIES), len(TIES))


@rule
def offer(s, b, w):
    """Draw the next cargo."""
    n = 0
    for i in range(CARDS):
        n += 1 - s.offered[i]
    k = below(s, w, n)
    for i in range(CARDS):
        if s.offered[i] == 0:
            if k == 0:
                s.offered[i] = 1
                s.pier += i + 1
                s.waiting += 1
                tell(w, Event.CARGO, i + 1, s.pier)
            k -= 1


@rule
def set_up(s, b, w, seed):
    """Everyone has all cards; the first cargo comes in."""
    begin_match(s, w, seed)
    for p in range(SEATS):
        s.bid[p] = s.down[p] = s.cargo[p] = s.ships[p] = 0
        for card in range(CARDS + 1):
            s.spent[p][card] = 0
    for i in range(CARDS):
        s.offered[i] = 0
    s.pier = s.waiting = 0
    offer(s, b, w)
    s.first = s.actor = below(s, w, b.players)


@rule
def refuse(s, b, w, action):
    """A card is played once."""
    if s.actor < 0:
        return Reason.OVER
    return Reason.SPENT if s.spent[s.actor][act.bid_card(action)] else 0


@rule
def apply(s, b, w, action):
    """Lay a card face down; when all have, reveal them."""
    begin(s, w)
    p = s.actor
    s.bid[p] = act.bid_card(action)
    s.down[p] = 1
    tell(w, Event.LAID, p)
    whisper(w, p, Event.MINE, p, s.bid[p])
    s.actor = (p + 1) % b.players
    if s.actor == s.first:
        reveal(s, b, w)


@rule
def reveal(s, b, w):
    """The highest card that nobody else has laid takes the pier; if there is none the cargo stays."""
    w.revealed = 1
    best = -1
    for p in range(b.players):
        tell(w, Event.REVEALED, p, s.bid[p])
        alone = True
        for q in range(b.players):
            if q != p and s.bid[q] == s.bid[p]:
                alone = False
        if alone and (best < 0 or s.bid[p] > s.bid[best]):
            best = p
    for p in range(b.players):
        s.spent[p][s.bid[p]] = 1
        s.bid[p] = s.down[p] = 0
    if best >= 0:
        s.cargo[best] += s.pier
        s.ships[best] += 1
        tell(w, Event.TAKEN, best, s.pier)
        s.pier = s.waiting = 0
    else:
        tell(w, Event.STAYS, s.pier)
    s.first = (s.first + 1) % b.players
    s.actor = s.first
    if s.ply == CARDS * b.players:
        s.actor = -1
    else:
        offer(s, b, w)


@rule
def imagine(s, b, w, seat, seed):
    """Whoever has laid a card has laid any of those that were not spent."""
    begin_world(s, w, seed)
    for p in range(b.players):
        if s.down[p] and p != seat:
            n = 0
            for card in range(1, CARDS + 1):
                n += 1 - s.spent[p][card]
            k = below(s, w, n)
            for card in range(1, CARDS + 1):
                if s.spent[p][card] == 0:
                    if k == 0:
                        s.bid[p] = card
                    k -= 1


@rule
def score(s, b, w, seat):
    """Cargo; of equal players the one that needed fewer ships."""
    w.points[0], w.unknown[0] = s.cargo[seat], 0
    w.ties[0] = -s.ships[seat]
    return w.points[0]


@rule
def choose(s, b, w):
    """The quick choice of the greedy bot: the card nearest to what lies at the pier."""
    best, nearest = 0, 1000
    for card in range(1, CARDS + 1):
        if s.spent[s.actor][card] == 0:
            away = abs(card - s.pier)
            if away < nearest:
                best, nearest = card, away
    return act.bid(best)


MOVES = Notation(
    ACTIONS,
    texts={"bid": "{card}"},
    clicks={"bid": "card-{card}"},
    wrong=lambda text: Message("{text} is not a card: write 1 to {n}.", text=text, n=CARDS),
)
REFUSALS = {
    Reason.OVER: Message("The match is over."),
    Reason.SPENT: Message("You have played this card already."),
}


def describe(s, b, action):
    """A move in words."""
    return Message("Bid {card}", card=ACTIONS.split(action)[1])


def words_of(b, code, args):
    """An event in words: `args` is what `tell` was given."""
    match code:
        case Event.CARGO:
            return Message("A cargo worth {worth} comes in; {pier} lies at the pier.", worth=args[0], pier=args[1])
        case Event.LAID:
            return Message("{player} lays a card.", player=seat_name(args[0]))
        case Event.MINE:
            return Message("{player} bids {card}.", player=seat_name(args[0]), card=args[1])
        case Event.REVEALED:
            return Message("{player} shows {card}.", player=seat_name(args[0]), card=args[1])
        case Event.TAKEN:
            return Message("{player} takes cargo worth {worth}.", player=seat_name(args[0]), worth=args[1])
    return Message("Nobody takes the cargo; {worth} stays.", worth=args[0])


def scene(position, names):
    """The pier, what everyone has laid and taken, and one's own cards."""
    s, seats = position.plain, position.game.players
    viewer = position.observer if position.observer >= 0 else max(s.actor, 0)
    areas = [Area("board", 0, 0, 110 * seats, 240), Area("hand", 0, 260, 110 * CARDS, 110, role="hand")]
    label = Message("At the pier: {worth}", worth=s.pier)
    sprites = [Sprite("pier", "pier", "board", 0, 0, label=label, marks=(Mark(50, 55, 34, text=str(s.pier)),))]
    for seat in range(seats):
        player = names[seat] if names else seat_name(seat)
        shown = str(s.bid[seat]) if s.bid[seat] else "?" if s.down[seat] else ""
        label = Message("{player}: cargo {cargo}", player=player, cargo=s.cargo[seat])
        mark = Mark(50, 30, 24, text=str(s.cargo[seat])), Mark(50, 75, 30, text=shown)
        sprites.append(Sprite(f"ship-{seat}", "ship", "board", 110 * seat, 120, owner=seat, label=label, marks=mark))
    for card in range(1, CARDS + 1):
        if not s.spent[viewer][card]:
            label = Message("Card {card}", card=card)
            at = ("hand", 110 * (card - 1), 0)
            sprites.append(
                Sprite(
                    f"card-{card}",
                    "card",
                    *at,
                    role="piece",
                    owner=viewer,
                    label=label,
                    marks=(Mark(50, 55, 40, text=str(card)),),
                )
            )
    return Scene(tuple(areas), tuple(sprites))


RULES = Rules(
    state=STATE,
    work=WORK,
    actions=ACTIONS,
    categories=CATEGORIES,
    ties=TIES,
    reasons=Reason,
    events=Event,
    set_up=set_up,
    refuse=refuse,
    apply=apply,
    imagine=imagine,
    score=score,
    max_plies=lambda b: CARDS * b.players,
)
FACE = Face(
    moves=MOVES,
    describe=describe,
    why_not=lambda s, b, action, code: REFUSALS[code],
    words_of=words_of,
    scene=scene,
)
OPTIONS = (Option("players", (2, 3, 4), 2, Message("How many play.")),)
ADVICE = Advice(choose=choose)
GAME = Game("harbour_bids", title="Harbour Bids", version=1, options=OPTIONS, rules=RULES, face=FACE, advice=ADVICE)
