"""The toy with all rooms: a scene, a book and a score helper, as small as they can be."""

from dataclasses import replace
from pathlib import Path

from tripolis.engine.book import read_book
from tripolis.engine.cards import Card, CardTable, Fact
from tripolis.engine.errors import BadCity, BadNotation
from tripolis.engine.game import Game
from tripolis.engine.guide import AidTable
from tripolis.engine.moves import Move
from tripolis.engine.position import Account
from tripolis.engine.prompts import decides
from tripolis.engine.rooms import Helper, Icons
from tripolis.engine.scene import Area, Scene, Sprite
from tripolis.engine.words import Message, seat_name

from . import TOY

TEXTS = ("-", "show", *map(str, range(1, 10)))


def scene(position, names):
    """A card for every seat, as far as it is seen, and a button for every move."""
    s = position.plain
    cards = [
        Sprite(f"card-{p}", "card", "board", 100 * p, 0, role="piece", label=Message("Card {n}", n=int(s.card[p])))
        for p in range(position.game.players)
    ]
    buttons = [
        Sprite(f"button-{text}", "card", "board", 100 * i, 100, role="button", label=Message("Do {text}", text=text))
        for i, text in enumerate(TEXTS)
    ]
    return Scene((Area("board", 0, 0, 1100, 200, Message("Board")),), (*cards, *buttons))


def changed(change):
    """A scene whose first sprite, a card, is another."""

    def other(position, names):
        made = scene(position, names)
        return Scene(made.areas, (change(made.sprites[0]), *made.sprites[1:]))

    return other


def with_area(**changes):
    """A scene whose area is another."""

    def other(position, names):
        made = scene(position, names)
        return Scene(tuple(replace(area, **changes) for area in made.areas), made.sprites)

    return other


def without_passing(position, names):
    """A scene that lacks a button."""
    made = scene(position, names)
    return Scene(made.areas, tuple(sprite for sprite in made.sprites if sprite.id != "button--"))


def prompt(position, clicks):
    """One click makes a move."""
    if decides(position):
        return Message("Bid, show or pass")
    return Message("{seat} is bidding", seat=seat_name(position.actor))


def card(position, sprite):
    """What a sprite is; buttons have their labels."""
    if not sprite.startswith("card-"):
        return None
    coins = str(int(position.plain.coins[int(sprite[5:])]))
    table = CardTable((Message("Prizes"), "1", "2"), ((Message("Points"), "1", "2"),), 1)
    return Card(Message("Card"), facts=(Fact(Message("Coins"), coins, "card"),), table=table, section="cards")


def icons(b, code, args):
    """Every event is about a card."""
    return Icons(("card",))


def aid(position):
    """The coins of all."""
    s = position.plain
    rows = tuple((str(p), str(int(s.coins[p]))) for p in range(position.game.players))
    return (AidTable(Message("Coins"), (Message("Seat"), Message("Coins")), rows),)


BOOK = read_book(Path(__file__).parent / "book", aid=aid)
PICTURE = BOOK.guide[0].pictures[0]


class CoinEditor:
    """Counts coins: `1+` gives the first player one."""

    MODES, FEWEST, HELP = ("plain",), 2, Message("1+ gives player 1 a coin.")

    names = ()

    def __init__(self, mode, players, box=None):
        self.mode, self.coins = mode, [0] * players

    @property
    def state(self):
        return f"{self.mode}.{'.'.join(map(str, self.coins))}"

    @classmethod
    def from_state(cls, text, box=None):
        mode, *coins = text.split(".")
        if mode not in cls.MODES or len(coins) not in (2, 3) or not all(c.isascii() and c.isdigit() for c in coins):
            raise BadCity(Message("{text} is not a state.", text=text[:40]))
        found = cls(mode, len(coins))
        found.coins = [int(coin) for coin in coins]
        return found

    def play(self, text):
        steps = {move.text: number for number, move in enumerate(self.moves())}
        if text not in steps:
            raise BadNotation(Message("{text} is not a step.", text=text[:40]))
        self.coins[steps[text]] += 1

    def moves(self):
        for seat in range(len(self.coins)):
            yield Move(seat, f"{seat + 1}+", (f"card-{seat}",), Message("A coin for player {n}", n=seat + 1))

    def scene(self):
        cards = [
            Sprite(f"card-{seat}", "card", "board", 100 * seat, 0, label=Message("Coins {n}", n=coins))
            for seat, coins in enumerate(self.coins)
        ]
        return Scene((Area("board", 0, 0, 300, 100),), tuple(cards))

    def verdict(self):
        return [Account(coins, {"prizes": coins}, {}) for coins in self.coins]

    def for_players(self, players):
        return type(self)(self.mode, players)

    def questions(self):
        return ()

    def fields(self):
        return ()

    def spread(self):
        return [{} for _ in self.coins]

    def is_settled(self):
        return True

    def ranks(self):
        return [1 + sum(other > coins for other in self.coins) for coins in self.coins]

    def lines(self, say):
        yield from map(str, self.coins)


def furnished(**changes):
    """The toy with all rooms, some of them changed."""
    face = replace(TOY.face, scene=scene, prompt=prompt, card=card, icons=icons)
    parts = {"rules": TOY.rules, "face": face, "book": BOOK, "advice": TOY.advice}
    parts["helper"] = Helper(editor=CoinEditor)
    return Game("toy", title="The Toy", version=1, options=TOY.options, **{**parts, **changes})
