"""The analysis room in the terminal: the table, the best moves, and commands to step, branch, name and save."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tripolis.engine.errors import TripolisError
from tripolis.engine.record import WHOLE
from tripolis.engine.words import Message, seat_name, words

from .room import Room
from .start import Beginning

HELP = Message(
    "A move plays it, here or as a new variation. Further: next, back, first, last, up (out of a variation), lines "
    "(look deeper), comment TEXT, name TEXT, remove, save FILE, position, quit."
)
DEEPER = 4
"""So many times more iterations, each time that somebody wants to look deeper."""


def run(beginning: Beginning, ply: int, limit: int, lang: str, commands: Iterable[str]) -> None:
    """Show a place and its best moves, and do what the commands say."""
    Desk(beginning, ply, limit, lang).work(commands)


class Desk:
    """A room, and a terminal that it is shown in."""

    def __init__(self, beginning: Beginning, ply: int, limit: int, lang: str) -> None:
        self.room = Room(beginning.match, 0, beginning.eyes)
        self.room.go(ply)
        self.limit = self.depth = limit
        self.say = words(lang, beginning.match.game).render
        self.console = Console(highlight=False)
        self.filled = beginning.filled

    def work(self, commands: Iterable[str]) -> None:
        """Command by command."""
        for message in self.filled:
            self.tell(message)
        self.show()
        for line in commands:
            word, _, rest = line.strip().partition(" ")
            if word in ("quit", "q"):
                return
            try:
                self.do(word, rest.strip())
            except (TripolisError, OSError) as error:
                self.tell(error.message if isinstance(error, TripolisError) else str(error))

    def do(self, word: str, rest: str) -> None:
        """One command; what is none is a move."""
        room = self.room
        steps: dict[str, Callable[[], None]] = {
            "next": lambda: room.step(1),
            "back": lambda: room.step(-1),
            "first": lambda: room.go(0),
            "last": lambda: room.go(len(room.line)),
            "up": room.up,
            "remove": room.remove,
        }
        if word == "comment":
            room.comment = rest
        elif word == "name":
            room.name = rest
        elif word == "save" and rest:
            room.match.save(Path(rest))
            self.tell(rest)
        elif word == "position":
            self.tell(room.seen.text())
        elif word == "lines":
            self.depth *= DEEPER
            self.lines()
        elif word in ("help", "?"):
            self.tell(HELP)
        elif word:
            steps.get(word, lambda: room.play(word))()
            self.depth = self.limit
            self.show()

    def tell(self, message: Message | str) -> None:
        """A line."""
        self.console.print(self.say(message), markup=False, soft_wrap=True)

    def show(self) -> None:
        """The table as the eyes see it, where one is in the tree, and the best moves."""
        room, seen = self.room, self.room.seen
        draw = seen.game.face.text_table
        if draw is not None:
            shown = seen if seen.observer != WHOLE else seen.seen_by(max(0, seen.actor))
            self.console.print(draw(shown, None, self.say))
        self.tell(Message("After move {ply}", ply=room.ply))
        for text in filter(None, (room.name, room.comment)):
            self.tell(text)
        for move, line in room.choices():
            sign = "→" if line is room.line else "↳"
            self.console.print(f"{sign} {move.text}  {self.say(move.words)}", markup=False)
        self.lines()

    def lines(self) -> None:
        """The best moves with everybody's prospects and the line behind each."""
        found = self.room.analyse(self.depth)
        if not found:
            self.tell(Message("The match is over here."))
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column(self.say(Message("Move")))
        for seat in range(self.room.match.game.players):
            table.add_column(self.say(seat_name(seat)), justify="right", no_wrap=True)
        table.add_column(self.say(Message("Then perhaps")))
        write = self.room.match.game.face.write_amount or str
        for one in found:
            leads = [f"{'+' if round(n) > 0 else ''}{self.say(write(round(n)))}" for n in one.leads]
            cells = [f"{round(100 * chance)} % {lead}" for chance, lead in zip(one.chances, leads, strict=True)]
            follows = " ".join(move.text for move in one.moves[1:6])
            table.add_row(f"{one.move.text}  {self.say(one.move.words)}", *cells, follows)
        self.console.print(table)
