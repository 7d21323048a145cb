"""Six Doors: everyone hides behind one of six doors. Guess where the others are; whoever is found is out of the round.

Twelve cards, two for each door. In turn you knock at a door of another player, or move: you show your card and draw
another, as long as there are cards. The last player who was not found wins the round.
"""

from enum import IntEnum

from tripolis.engine.actions import Actions, Notation, Verb
from tripolis.engine.game import Game
from tripolis.engine.layouts import state_layout, work_layout
from tripolis.engine.options import Option
from tripolis.engine.random import below
from tripolis.engine.record import public, rule, seen_if
from tripolis.engine.rooms import Face, Rules
from tripolis.engine.scene import Area, Mark, Scene, Sprite
from tripolis.engine.steps import begin, begin_match, begin_world, tell, whisper
from tripolis.engine.words import Message, seat_name

SEATS, DOORS, CARDS, ROUNDS = 4, 6, 12, 3
ACTIONS = Actions(Verb("move"), Verb("knock", seat=SEATS, door=range(1, DOORS + 1)))
act = ACTIONS.rules(__name__)
Reason = IntEnum("Reason", ["OVER", "NOBODY", "SELF", "FOUND", "KNOWN", "EMPTY"])
Event = IntEnum("Event", ["DEALT", "MISSED", "FOUND", "MOVED", "WON"])


@rule
def sees_card(s, b, seat, i):
    """Your own card, and those of players who were found."""
    return i == seat or s.found[i] != 0


STATE = state_layout(
    seen_if(sees_card, "card", "i1", SEATS),
    public("found", "i1", SEATS),
    public("empty", "i1", (SEATS, DOORS + 1)),  # doors at which somebody has knocked in vain
    public("shown", "i1", DOORS + 1),  # cards of each door that lie open
    public("left", "i1"),  # cards in the stock
    public("won", "i1", SEATS),
    public("round_no", "i1"),
)
WORK = work_layout(SEATS, ACTIONS.count, 2 + SEATS, 1, 0, public("deck", "i1", CARDS))


@rule
def draw(s, w, n):
    """Draw one of the first n cards of w.deck; the last of them takes its place."""
    k = below(s, w, n)
    card = w.deck[k]
    w.deck[k] = w.deck[n - 1]
    return card


@rule
def fill_deck(s, b, w, seat):
    """Put the cards that a seat does not see into w.deck (-2: all that nobody holds); returns how many they are."""
    n = 0
    for door in range(1, DOORS + 1):
        copies = 2 - s.shown[door]
        for p in range(b.players):
            if s.card[p] == door and s.found[p] == 0 and (seat == -2 or p == seat):
                copies -= 1
        for _ in range(copies):
            w.deck[n] = door
            n += 1
    return n


@rule
def deal(s, b, w, first):
    """A new round: everyone gets a card."""
    for door in range(DOORS + 1):
        s.shown[door] = 0
    for p in range(SEATS):
        s.card[p] = s.found[p] = 0
        for door in range(DOORS + 1):
            s.empty[p][door] = 0
    n = fill_deck(s, b, w, -2)
    for p in range(b.players):
        s.card[p] = draw(s, w, n)
        n -= 1
        whisper(w, p, Event.DEALT, p, s.card[p])
    s.left = n
    s.actor = first


@rule
def set_up(s, b, w, seed):
    """The first round."""
    begin_match(s, w, seed)
    for p in range(SEATS):
        s.won[p] = 0
    s.round_no = 0
    deal(s, b, w, 0)


@rule
def refuse(s, b, w, action):
    """Knock where somebody may still be; move while there are cards."""
    if s.actor < 0:
        return Reason.OVER
    if action == act.MOVE:
        return Reason.EMPTY if s.left == 0 else 0
    target = act.knock_seat(action)
    if target >= b.players:
        return Reason.NOBODY
    if target == s.actor:
        return Reason.SELF
    if s.found[target]:
        return Reason.FOUND
    return Reason.KNOWN if s.empty[target][act.knock_door(action)] else 0


@rule
def apply(s, b, w, action):
    """Knock or move; then the next player who was not found."""
    begin(s, w)
    w.revealed = 1
    p = s.actor
    if action == act.MOVE:
        old = s.card[p]
        n = fill_deck(s, b, w, -2)
        s.card[p] = draw(s, w, n)
        s.shown[old] += 1
        s.left -= 1
        for door in range(DOORS + 1):
            s.empty[p][door] = 0
        tell(w, Event.MOVED, p, old)
        whisper(w, p, Event.DEALT, p, s.card[p])
    else:
        target, door = act.knock_seat(action), act.knock_door(action)
        if s.card[target] == door:
            s.found[target] = 1
            s.shown[door] += 1
            tell(w, Event.FOUND, p, target, door)
        else:
            s.empty[target][door] = 1
            tell(w, Event.MISSED, p, target, door)
    s.actor = next_hidden(s, b, p)
    if s.actor == p:
        s.won[p] += 1
        s.round_no += 1
        tell(w, Event.WON, p)
        if s.round_no == ROUNDS:
            s.actor = -1
        else:
            deal(s, b, w, s.round_no % b.players)


@rule
def next_hidden(s, b, p):
    """The next player who was not found; the same one, if nobody else is left."""
    p = (p + 1) % b.players
    while s.found[p]:
        p = (p + 1) % b.players
    return p


@rule
def imagine(s, b, w, seat, seed):
    """Deal unseen cards to hidden players, again and again until nobody is where a knock was in vain."""
    begin_world(s, w, seed)
    n = fill_deck(s, b, w, seat)
    fits = False
    while not fits:
        fits, left = True, n
        for p in range(b.players):
            if not sees_card(s, b, seat, p):
                k = below(s, w, left)
                card = w.deck[k]
                left -= 1
                w.deck[k] = w.deck[left]
                w.deck[left] = card
                s.card[p] = card
                if s.empty[p][card]:
                    fits = False


@rule
def score(s, b, w, seat):
    """The rounds won."""
    w.points[0], w.unknown[0] = s.won[seat], 0
    return w.points[0]


MOVES = Notation(
    ACTIONS,
    texts={"knock": "{seat}:{door}"},
    clicks={"move": "button-move", "knock": "door-{seat.number}-{door}"},
    axes={"seat": "ABCD"},
    wrong=lambda text: Message("{text} is not a move: write B:3 for door 3 of player B, or move.", text=text),
)
REFUSALS = {
    Reason.OVER: Message("The match is over."),
    Reason.NOBODY: Message("Nobody sits there."),
    Reason.SELF: Message("You know where you are."),
    Reason.FOUND: Message("This player was found."),
    Reason.KNOWN: Message("Somebody knocked there already."),
    Reason.EMPTY: Message("There are no cards left."),
}


def describe(s, b, action):
    """A move in words."""
    match ACTIONS.split(action):
        case "knock", seat, door:
            return Message("Knock at door {door} of {player}", door=door, player=seat_name(seat))
    return Message("Show your card and draw another")


def words_of(b, code, args):
    """An event in words."""
    player, other, door = seat_name(args[0]), seat_name(args[1]), args[1]
    match code:
        case Event.DEALT:
            return Message("{player} gets door {door}.", player=player, door=door)
        case Event.MISSED:
            return Message(
                "{player} knocks at door {door} of {other} in vain.", player=player, other=other, door=args[2]
            )
        case Event.FOUND:
            return Message("{player} finds {other} behind door {door}.", player=player, other=other, door=args[2])
        case Event.MOVED:
            return Message("{player} leaves door {door} for another one.", player=player, door=door)
    return Message("{player} was not found and wins the round.", player=player)


def scene(position, names):
    """A row of doors for each player."""
    s, areas, sprites = position.plain, [], []
    for seat in range(position.game.players):
        player = names[seat] if names else seat_name(seat)
        areas.append(Area(f"doors-{seat}", 0, 180 * seat, 650, 130, seat=seat))
        name = Mark(0, 4, 7, text=player, anchor="start")
        sprites.append(Sprite(f"name-{seat}", "", f"doors-{seat}", 0, 0, 300, 24, label=player, marks=(name,)))
        for door in range(1, DOORS + 1):
            here, who = s.card[seat] == door, {"door": door, "player": player}
            mark = Mark(50, 55, 40, text="×" if s.empty[seat][door] else str(door))
            label = (
                Message("{player} is behind door {door}", **who) if here else Message("Door {door} of {player}", **who)
            )
            look = "found" if here and s.found[seat] else "open" if here else "door"
            at, more = (f"doors-{seat}", 110 * (door - 1), 30), {"owner": seat, "label": label, "marks": (mark,)}
            sprites.append(Sprite(f"door-{seat}-{door}", look, *at, role="target", **more))
    label = Message("Show your card and draw another ({left} left)", left=s.left)
    sprites.append(Sprite("button-move", "", "move", 0, 0, 300, 60, role="button", label=label))
    areas.append(Area("move", 0, 180 * position.game.players, 300, 60, role="choices"))
    return Scene(tuple(areas), tuple(sprites))


RULES = Rules(
    state=STATE,
    work=WORK,
    actions=ACTIONS,
    categories=("rounds",),
    reasons=Reason,
    events=Event,
    set_up=set_up,
    refuse=refuse,
    apply=apply,
    imagine=imagine,
    score=score,
    max_plies=lambda b: ROUNDS * (CARDS + DOORS * (SEATS + CARDS)),
)
FACE = Face(
    moves=MOVES,
    describe=describe,
    why_not=lambda s, b, action, code: REFUSALS[code],
    words_of=words_of,
    scene=scene,
)
OPTIONS = (Option("players", (2, 3, 4), 3, Message("How many play.")),)
GAME = Game("six_doors", title="Six Doors", version=1, options=OPTIONS, rules=RULES, face=FACE)
