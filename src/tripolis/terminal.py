"""The terminal table: a whole game by typing, for people on a plain screen or over SSH. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table

from .bots import Bot
from .bots import bot as find_bot
from .engine.errors import TripolisError
from .engine.match import Match
from .engine.position import Event, Move
from .engine.words import Message, Words, words

COMMANDS = {
    "help": Message("this list"),
    "legal": Message("your legal moves with what they bring"),
    "why": Message("why MOVE: which rule forbids it"),
    "try": Message("try MOVE: what it would bring, without making it"),
    "table": Message("draw the table again"),
    "score": Message("everybody's points by category"),
    "undo": Message("take back your last decision, as long as nothing new came to light"),
    "save": Message("save FILE: write the match to a file (play it on with --resume FILE)"),
    "rules": Message("the rules in short"),
    "tips": Message("tips for the first games"),
    "quit": Message("leave the table"),
}


class Voice:
    """A screen and a language."""

    def __init__(self, catalogue: Words, console: Console | None = None) -> None:
        self.words = catalogue
        self.console = console or Console(highlight=False)

    def say(self, text: Message | str) -> str:
        """A message in the language of the table."""
        return self.words.render(text) if isinstance(text, Message) else text

    def print(self, message: Message, style: str | None = None) -> None:
        """Print a sentence."""
        self.console.print(self.say(message), style=style, markup=False)


class Terminal(Voice):
    """A table at a terminal: seats with a bot's name are played by it, the others by people at this keyboard."""

    def __init__(self, match: Match, bots: list[str | None], lang: str, console: Console | None = None) -> None:
        super().__init__(words(lang, match.game), console)
        self.match = match
        self.bots: list[Bot | None] = [find_bot(name) if name else None for name in bots]
        self.rng = random.Random(match.seed)
        self.unread: list[Event] = []

    # ------------------------------------------------------------- playing

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        self.print(Message("Type a move, or help. The Tab key completes moves."), style="dim")
        while not self.match.over:
            bot = self.bots[self.match.actor]
            if bot is not None:
                seen = self.match.seen_by(self.match.actor)
                self.unread += self.match.play(bot.choose(seen, self.rng.randrange(1 << 30)))
            elif not self.decide():
                return
        self.tell_news()
        self.draw()
        self.show_result()

    def decide(self) -> bool:
        """Ask the person on turn until a move is made; False if they leave."""
        self.tell_news()
        self.draw()
        while True:
            try:
                line = self.ask()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                line = "quit"
            if not line:
                continue
            if line.lower() in ("quit", "exit", "q"):
                self.print(Message("Goodbye. To go on later: save FILE before you leave, then --resume FILE."))
                return False
            try:
                if line == "undo":
                    if self.undo():
                        return True
                elif not self.command(line):
                    self.unread += self.match.play(line)
                    return True
            except TripolisError as error:
                self.print(error.message, style="yellow")
            except OSError as error:
                self.print(Message("That file cannot be written: {why}", why=error.strerror), style="yellow")

    def ask(self) -> str:
        """Read a line; Tab completes moves and commands."""
        prompt = self.say(Message("Player {number}, your move: ", number=self.match.actor + 1))
        with completion([*(move.text for move in self.match.legal()), *COMMANDS]):
            return self.console.input(prompt, markup=False).strip()

    def command(self, line: str) -> bool:
        """Carry out a command; False if the line is none (then it is a move)."""
        name, _, rest = line.partition(" ")
        rest = rest.strip()
        plain: dict[str, Callable[[], None]] = {
            "help": self.show_help,
            "?": self.show_help,
            "legal": self.show_legal,
            "table": self.draw,
            "score": self.show_points,
            "rules": self.show_rules,
            "tips": self.show_tips,
        }
        if name in plain:
            plain[name]()
        elif name == "why":
            refused = self.match.position.why_not(rest)
            self.print(refused.message if refused else Message("That move is legal."))
        elif name == "try":
            self.show_try(rest)
        elif name == "save" and not rest:
            self.print(Message("Say where: save FILE"))
        elif name == "save":
            self.match.save(Path(rest).expanduser())
            self.print(Message("Saved to {file}.", file=rest))
        else:
            return False
        return True

    def undo(self) -> bool:
        """Back to the last decision of the person on turn, unless something came to light since."""
        seat = self.match.actor
        plies = [ply for ply in range(len(self.match.moves)) if self.match.at(ply).actor == seat]
        if not plies:
            self.print(Message("There is nothing to take back."), style="yellow")
            return False
        if any(self.match.reveals[plies[-1] :]):
            self.print(
                Message("New tiles or cards have come to light since; that cannot be taken back."), style="yellow"
            )
            return False
        self.match.undo(len(self.match.moves) - plies[-1])
        self.unread = []
        return True

    # ------------------------------------------------------------- showing

    def draw(self) -> None:
        """The table as the person on turn sees it."""
        seat = self.match.actor if not self.match.over and self.bots[self.match.actor] is None else -1
        self.console.print()
        self.console.print(self.match.game.optional("text_table")(self.match.seen_by(seat), None, self.say))

    def tell_news(self) -> None:
        """What has happened since the last time."""
        for event in self.unread:
            if event.audience in (-1, self.match.actor):
                self.console.print("  " + self.say(self.match.position.words(event)), style="dim", markup=False)
        self.unread = []

    def show_help(self) -> None:
        """The commands."""
        table = Table(box=None, show_header=False, padding=(0, 2))
        for name, meaning in COMMANDS.items():
            table.add_row(name, self.say(meaning))
        self.console.print(table)

    def show_legal(self) -> None:
        """Every legal move with the points it would bring at once, the best first."""
        found = sorted(self.previews(), key=lambda pair: -1000 if pair[1] is None else -pair[1])
        lines = [
            f"{move.text:<4} {'    ' if gain is None else f'{gain:+4d}'}  {self.say(move.words)}"
            for move, gain in found
        ]
        self.console.print(Columns(lines, padding=(0, 3), column_first=True), markup=False)

    def previews(self) -> Iterator[tuple[Move, int | None]]:
        """The legal moves, each with the change of the own account; None where something new would come to light."""
        for move in self.match.legal():
            yield move, self.gain(move)

    def gain(self, move: Move) -> int | None:
        """Points after a move less points before it, as if the game ended; where the turn goes on, after its best next decision."""
        seat = self.match.actor
        world = self.match.seen_by(seat).imagine(0)
        before = world.score(seat).total
        world.play(move)
        if self.match.game.work[0].revealed:
            return None
        after = [world]
        if world.actor == seat and world.ply == self.match.position.ply + 1:
            after = []
            for number in world.legal_numbers():
                after.append(world.copy())
                after[-1].play(number)
        return max(position.score(seat).total for position in after) - before

    def show_try(self, text: str) -> None:
        """What a move would bring."""
        position = self.match.position
        move = position.move(position.number_of(text))
        refused = position.why_not(move)
        if refused:
            raise refused
        gain = self.gain(move)
        if gain is None:
            self.print(Message("{move}: something new would come to light.", move=move.words))
        else:
            sentence = Message("{move}: score {gain} if the game ended then.", move=move.words, gain=f"{gain:+d}")
            self.print(sentence)

    def show_points(self) -> None:
        """Points by category and seat."""
        names = self.match.game.optional("CATEGORY_NAMES")
        table = Table(show_footer=False)
        table.add_column("")
        for seat in range(self.match.game.players):
            table.add_column(self.say(Message("Player {number}", number=seat + 1)), justify="right")
        accounts = self.match.seen_by(self.match.actor if not self.match.over else -1).scores()
        for category in self.match.game.categories:
            points = ["?" if a.points[category] is None else str(a.points[category]) for a in accounts]
            table.add_row(self.say(names[category]), *points)
        table.add_row(self.say(Message("Total")), *(str(account.total) for account in accounts), style="bold")
        self.console.print(table)

    def show_result(self) -> None:
        """The end: points, places."""
        self.show_points()
        for place, seat in sorted(zip(self.match.ranks(), range(self.match.game.players), strict=True)):
            sentence = Message("Place {place}: Player {number}", place=place, number=seat + 1)
            self.print(sentence, style="bold" if place == 1 else None)

    def show_rules(self) -> None:
        """The rules in short."""
        for heading, paragraphs in self.match.game.optional("SUMMARY") or ():
            self.print(heading, style="bold")
            for paragraph in paragraphs:
                self.console.print("  " + self.say(paragraph), markup=False)

    def show_tips(self) -> None:
        """Tips for the first games."""
        for tip in self.match.game.optional("TIPS") or ():
            self.console.print("- " + self.say(tip), markup=False)


@contextmanager
def completion(choices: list[str]) -> Iterator[None]:
    """While a line is read, Tab completes one of these words (where the terminal can)."""

    def complete(text: str, state: int) -> str | None:
        fitting = [choice for choice in choices if choice.lower().startswith(text.lower())]
        return fitting[state] if state < len(fitting) else None

    try:
        import readline
    except ImportError:  # Windows has none
        yield
        return
    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    yield


def replay(match: Match, lang: str, start: int = 0, console: Console | None = None) -> None:
    """Step through a match: Enter goes on, b back, a number to that ply, q leaves."""
    table = Terminal(match, [None] * match.game.players, lang, console)
    ply = start
    while True:
        position = match.at(ply)
        table.console.print()
        table.console.print(match.game.optional("text_table")(position.seen_by(-1), None, table.say))
        for event in match.events[ply]:
            if event.audience == -1:
                table.console.print("  " + table.say(position.words(event)), style="dim", markup=False)
        where = Message(
            "Move {ply} of {of}. Enter: next, b: back, a number: go there, q: leave. ", ply=ply, of=len(match.moves)
        )
        try:
            line = table.console.input(table.say(where), markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if line == "q" or (line == "" and ply == len(match.moves)):
            return
        if line.isdecimal():
            ply = min(int(line), len(match.moves))
        else:
            ply = max(0, ply - 1) if line == "b" else min(ply + 1, len(match.moves))


def edit(editor_class: Any, lang: str, console: Console | None = None) -> None:
    """The score helper at a terminal: put cities together step by step, with the account after each."""
    table = Voice(words(lang), console)
    table.print(editor_class.HELP)
    table.print(Message("classic N or expert N starts anew with N cities; q leaves."), style="dim")
    editor = editor_class("classic", 1)
    while True:
        for seat, (account, place) in enumerate(zip(editor.verdict(), editor.ranks(), strict=True)):
            for row, pairs in zip(editor.rows(seat), account.allocation, strict=True):
                cells = (f"{word} {'r' * r}{'e' * e}".strip() for word, (r, e) in zip(row, pairs, strict=True))
                table.console.print("  " + "".join(f"{cell:<15}" for cell in cells), markup=False)
            have = {
                "number": seat + 1,
                "residents": editor.cities[seat].residents,
                "energy": editor.cities[seat].energy,
            }
            table.print(
                Message(
                    "Player {number}: residents {residents}, energy {energy}, points {points}, place {place}",
                    points=account.total, place=place, **have,
                ),
                style="bold",
            )  # fmt: skip
        try:
            line = table.console.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line in ("q", "quit"):
            table.console.print(editor.state, markup=False)
            return
        try:
            mode, _, n = line.partition(" ")
            if mode in ("classic", "expert"):
                editor = editor_class(mode, int(n) if n.isdecimal() else 1)
            elif line:
                editor.play(line)
        except TripolisError as error:
            table.print(error.message, style="yellow")
