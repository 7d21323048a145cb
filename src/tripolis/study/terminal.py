"""The analysis room in the terminal: the table, the best moves, and commands to step, branch, name and save."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tripolis.engine.errors import TripolisError
from tripolis.engine.parts import Editor
from tripolis.engine.position import Position
from tripolis.engine.record import WHOLE
from tripolis.engine.words import Message, seat_name, words

from .room import Room
from .start import Beginning, begin

HELP = Message(
    "A move plays it, here or as a new variation. Further: next, back, first, last, up (out of a variation), lines "
    "(look deeper), comment TEXT, name TEXT, remove, save FILE, position, edit (change the position), quit."
)
EDITING = Message("The position is being changed. “help” lists the steps, “done” ends it.")
DEEPER = 4
"""So many times more iterations, each time that somebody wants to look deeper."""


def run(beginning: Beginning, ply: int, limit: int, lang: str, commands: Iterable[str], edit: bool = False) -> None:
    """Show a place and its best moves, or with `edit` the table to put together, and do what the commands say."""
    Desk(beginning, ply, limit, lang).work(commands, edit)


class Desk:
    """A room, and a terminal that it is shown in."""

    def __init__(self, beginning: Beginning, ply: int, limit: int, lang: str) -> None:
        self.room = Room(beginning.match, 0, beginning.eyes)
        self.room.go(ply)
        self.limit = self.depth = limit
        self.say = words(lang, beginning.match.game).render
        self.console = Console(highlight=False)
        self.filled = beginning.filled
        self.editor: Editor | None = None
        """What changes the position, while it is being changed."""

    def work(self, commands: Iterable[str], edit: bool = False) -> None:
        """Command by command."""
        for message in self.filled:
            self.tell(message)
        if edit:
            self.edit()
        else:
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
        """One command; what is none is a move, or a step while the position is being changed."""
        room = self.room
        if self.editor is not None:
            self.change(self.editor, word)
            return
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
        elif word == "edit":
            self.edit()
        elif word in ("help", "?"):
            self.tell(HELP)
        elif word:
            steps.get(word, lambda: room.play(word))()
            self.depth = self.limit
            self.show()

    def edit(self) -> None:
        """From now on the position here is changed step by step."""
        game = self.room.match.game
        self.editor = game.set_up.from_state(self.room.seen.text())
        self.tell(EDITING)
        self.draw(self.room.seen)

    def change(self, editor: Editor, step: str) -> None:
        """A step; when it is done, an analysis of what stands there."""
        if step in ("help", "?"):
            self.tell(editor.HELP)
        elif step == "done":
            beginning = begin(editor.state)
            self.room, self.editor = Room(beginning.match, 0, beginning.eyes), None
            self.show()
        elif step:
            editor.play(step)
            self.draw(begin(editor.state).match.position)

    def tell(self, message: Message | str) -> None:
        """A line."""
        self.console.print(self.say(message), markup=False, soft_wrap=True)

    def show(self) -> None:
        """The table as the eyes see it, where one is in the tree, and the best moves."""
        room = self.room
        self.draw(room.seen)
        self.tell(Message("After move {ply}", ply=room.ply))
        for text in filter(None, (room.name, room.comment)):
            self.tell(text)
        for move, line in room.choices():
            sign = "→" if line is room.line else "↳"
            self.console.print(f"{sign} {move.text}  {self.say(move.words)}", markup=False)
        self.lines()

    def draw(self, seen: Position) -> None:
        """A position as the one who decides sees it, or as the eyes do."""
        draw = seen.game.face.text_table
        if draw is not None:
            shown = seen if seen.observer != WHOLE else seen.seen_by(max(0, seen.actor))
            self.console.print(draw(shown, None, self.say))

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
