"""The terminal table: a whole game by typing, for people on a plain screen or over SSH. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import platformdirs
from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid

from .bots import Bot
from .bots.par import blocks_of
from .bots.process import BotFailed, find_player
from .engine.errors import TripolisError
from .engine.events import Event
from .engine.game import Game
from .engine.guide import Picture, Section, Table
from .engine.match import Match
from .engine.moves import Move
from .engine.parts import Editor
from .engine.position import Position
from .engine.rooms import Book
from .engine.scene import Text
from .engine.words import Message, Plural, Words, words

COMMANDS = {
    "help": Message("this list"),
    "legal": Message("your legal moves with what they bring, the best first; legal TEXT: all that contain the text"),
    "why": Message("why MOVE: which rule forbids it"),
    "try": Message("try MOVE: what it would bring, without making it"),
    "table": Message("draw the table again"),
    "score": Message("everybody's points by category"),
    "position": Message("the position as you see it, as one line of text"),
    "undo": Message("take back your last decision, as long as nothing new was revealed"),
    "save": Message("save FILE: write the match to a file (play it on with --resume FILE)"),
    "rules": Message("the rules in short; rules TEXT: the sections that contain the text"),
    "aid": Message("what the symbols and cards mean, where the game has such a list"),
    "tips": Message("tips for the first games"),
    "quit": Message("leave the table"),
}


PERSON = "person"
"""What a match file says of a seat that is no bot's."""
SHOWN = 120
"""Moves that `legal` lists at once: all of most games."""
WORLDS = 3
"""Worlds that look alike, asked for a preview."""


class Screen:
    """A screen and a language."""

    def __init__(self, catalogue: Words, console: Console | None = None) -> None:
        self.words = catalogue
        self.console = console or Console(highlight=False)

    def say(self, text: Message | str) -> str:
        """A message in the language of the table."""
        return self.words.render(text)

    def print(self, message: Message, style: str | None = None) -> None:
        """Print a sentence."""
        self.console.print(self.say(message), style=style, markup=False)


class Terminal(Screen):
    """A table at a terminal: seats with a bot's name are played by it, the others by people at this keyboard."""

    def __init__(self, match: Match, bots: list[str | None], lang: str, console: Console | None = None) -> None:
        super().__init__(words(lang, match.game), console)
        self.match = match
        self.bots: list[Bot | None] = [find_player(name, game=match.game) if name else None for name in bots]
        self.rng = random.Random(match.seed)
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.unread: dict[int, list[Event]] = {seat: [] for seat in self.people}
        self.saved = [*match.numbers]
        self.seated = -1
        for seat, name in enumerate(bots):
            match.headers[f"Seat{seat}"] = name or match.headers.get(f"Seat{seat}", PERSON)

    @property
    def book(self) -> Book:
        """What the game tells its players."""
        return self.match.game.book or Book()

    @property
    def view(self) -> Position:
        """What the person on turn may know."""
        return self.match.seen_by(self.match.actor)

    def make(self, move: str | int) -> None:
        """Play a move; everybody hears of it in their own time."""
        for event in self.match.play(move):
            for seat in self.people:
                if event.audience in (-1, seat):
                    self.unread[seat].append(event)

    # ------------------------------------------------------------- playing

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        self.print(Message("Type a move, or help. The Tab key completes moves."), style="dim")
        if self.match.game.face.notation:
            self.print(self.match.game.face.notation, style="dim")
        while not self.match.over:
            bot = self.bots[self.match.actor]
            if bot is not None:
                try:
                    self.make(bot.choose(self.match.seen_by(self.match.actor), self.rng.randrange(1 << 30)))
                except BotFailed as error:
                    self.print(error.message, style="yellow")
                    self.leave()
                    return
            elif not self.decide():
                return
        for seat in self.people[:1]:
            self.show_events(seat)
        self.draw()
        self.show_result()

    def decide(self) -> bool:
        """Ask the person on turn until a move is made; False if they leave."""
        self.pass_keyboard()
        self.show_events(self.match.actor)
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
                self.leave()
                return False
            try:
                if line.lower() == "undo":
                    if self.undo():
                        return True
                elif not self.command(line):
                    self.make(line)
                    return True
            except TripolisError as error:
                self.print(error.message, style="yellow")
            except OSError as error:
                self.print(Message("That file cannot be written: {why}", why=error.strerror), style="yellow")

    def leave(self) -> None:
        """Say goodbye; what was not saved is kept all the same."""
        file = Path(platformdirs.user_data_dir("tripolis")) / "last.tri"
        if self.match.numbers == self.saved:
            self.print(Message("Goodbye."))
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self.match.save(file)
            self.print(Message("Goodbye. To continue this match: tripolis play --resume {file}", file=file))
        except OSError as error:
            self.print(Message("Goodbye. The match could not be kept: {why}", why=error.strerror), style="yellow")

    def pass_keyboard(self) -> None:
        """Where several people share a screen and the game has secrets, nobody sees another's by accident."""
        secrets = any(field.sight != "public" and field.name != "seed" for field in self.match.game.state.fields)
        if secrets and len(self.people) > 1 and self.seated != self.match.actor:
            self.console.clear()
            prompt = Message("Pass the keyboard to Player {number}, then press Enter. ", number=self.match.actor + 1)
            self.console.input(self.say(prompt), markup=False)
        self.seated = self.match.actor

    def ask(self) -> str:
        """Read a line; Tab completes moves and commands."""
        prompt = self.say(Message("Player {number}, your move: ", number=self.match.actor + 1))
        with completion([*(move.text for move in self.view.legal()), *COMMANDS]):
            return self.console.input(prompt, markup=False).strip()

    def command(self, line: str) -> bool:
        """Carry out a command; False if the line is none (then it is a move)."""
        name, _, rest = line.partition(" ")
        name, rest = name.lower(), rest.strip()
        plain: dict[str, Callable[[], None]] = {
            "help": self.show_help,
            "?": self.show_help,
            "table": self.draw,
            "score": self.show_points,
            "position": lambda: self.console.print(self.view.text(), markup=False, soft_wrap=True),
            "aid": self.show_aid,
            "tips": self.show_tips,
        }
        if name in plain:
            plain[name]()
        elif name == "legal":
            self.show_legal(rest)
        elif name == "rules":
            self.show_rules(rest)
        elif name in ("why", "try") and not rest:
            example = Message("Say which move, for example: {command} {move}")
            self.print(example.fill(command=name, move=self.view.legal()[0].text))
        elif name == "why":
            refused = self.view.why_not(rest)
            self.print(refused.message if refused else Message("That move is legal."))
        elif name == "try":
            self.show_try(rest)
        elif name == "save" and not rest:
            self.print(Message("Say where: save FILE"))
        elif name == "save":
            self.match.save(Path(rest).expanduser())
            self.saved = [*self.match.numbers]
            self.print(Message("Saved to {file}.", file=rest))
        else:
            return False
        return True

    def undo(self) -> bool:
        """Back to the last decision that a person made, unless something has been revealed since."""
        plies = [ply for ply, seat in enumerate(self.match.actors) if seat in self.people]
        if not plies:
            self.print(Message("There is nothing to take back."), style="yellow")
            return False
        if any(self.match.reveals[plies[-1] :]):
            message = Message("New tiles or cards have been revealed since then, so you can't take that back.")
            self.print(message, style="yellow")
            return False
        self.match.undo(len(self.match) - plies[-1])
        self.unread = {seat: [] for seat in self.people}
        return True

    # ------------------------------------------------------------- showing

    def draw(self) -> None:
        """The table as the person on turn sees it."""
        seat = self.match.actor if not self.match.over and self.bots[self.match.actor] is None else -1
        self.console.print()
        self.console.print(render_table(self.match.seen_by(seat), None, self.say))

    def show_events(self, seat: int) -> None:
        """What has happened since a person last looked."""
        for event in self.unread[seat]:
            self.console.print("  " + self.say(self.match.position.words(event)), style="dim", markup=False)
        self.unread[seat] = []

    def show_help(self) -> None:
        """The commands."""
        table = Grid(box=None, show_header=False, padding=(0, 2))
        for name, meaning in COMMANDS.items():
            table.add_row(name, self.say(meaning))
        self.console.print(table)
        if self.match.game.face.notation:
            self.print(self.match.game.face.notation)

    def show_legal(self, text: str = "") -> None:
        """Legal moves with the points they would bring, the best first: those with a text in them, or a screenful."""
        moves = sorted(self.previews(text), key=lambda pair: (pair[1] is None, -(pair[1] or 0)))
        more = 0 if text else max(0, len(moves) - SHOWN)
        width = max((len(move.text) for move, _ in moves), default=0)
        gains = ["" if gain is None else self.signed(gain) for _, gain in moves]
        room = max([4, *map(len, gains)])
        lines = [
            f"{move.text:<{width}} {gain:>{room}}  {self.say(move.words)}"
            for (move, _), gain in zip(moves[: len(moves) - more], gains, strict=False)
        ]
        self.console.print(Columns(lines, padding=(0, 3), column_first=True), markup=False)
        if more:
            message = Plural(
                "and {n} more; legal TEXT lists all that contain it.",
                "and {n} more; legal TEXT lists all that contain it.",
                more,
            )
            self.print(message, style="dim")

    def previews(self, text: str = "") -> Iterator[tuple[Move, int | None]]:
        """The legal moves, each with the change of the own account; None where it would reveal new information."""
        for move in self.view.legal():
            if text.lower() in move.text.lower():
                yield move, self.gain(move)

    def gain(self, move: Move) -> int | None:
        """Points after a move less points before it, as if the game ended; where the turn goes on, after its best next
        decision.

        None if that depends on what nobody can know yet: a few worlds that look alike are asked.
        """
        seat, view = self.match.actor, self.view
        own = self.match.game.face.gain
        said = own(view, move.number) if own else None
        if said is not None:
            return said
        gains = {self.points_after(view.imagine(k), move.number, seat) for k in range(WORLDS)}
        before = view.score(seat).total
        return gains.pop() - before if len(gains) == 1 else None

    @staticmethod
    def points_after(world: Position, number: int, seat: int) -> int:
        """The seat's points after a decision, and the best next one if it is the seat's too."""
        ply, now = world.ply, world.copy()
        now.play(number)
        if now.actor != seat or now.ply != ply + 1:
            return now.score(seat).total
        best = []
        for follow in now.legal_numbers():
            after = now.copy()
            after.play(follow)
            best.append(after.score(seat).total)
        return max(best)

    def signed(self, gain: int) -> str:
        """A change of the account as people say it: +3, −1.6M."""
        write = self.match.game.face.write_amount
        return f"{gain:+d}" if write is None else ("+" if gain > 0 else "") + self.say(write(gain))

    def show_try(self, text: str) -> None:
        """What a move would bring."""
        move = self.view.move(self.view.number_of(text))
        refused = self.view.why_not(move)
        if refused:
            raise refused
        gain = self.gain(move)
        if gain is None:
            self.print(Message("{move}: it would reveal new information.", move=move.words))
        else:
            sentence = Message("{move}: score {gain} if the game ended then.", move=move.words, gain=self.signed(gain))
            self.print(sentence)

    def show_points(self) -> None:
        """Points by category and seat."""
        game = self.match.game
        table = Grid(show_footer=False)
        table.add_column("")
        for seat in range(self.match.game.players):
            table.add_column(self.say(Message("Player {number}", number=seat + 1)), justify="right")
        accounts = self.match.seen_by(self.match.actor if not self.match.over else -1).scores()
        write = game.face.write_amount or str
        for category in game.shown_categories():
            points = ["?" if (n := account.points[category]) is None else self.say(write(n)) for account in accounts]
            table.add_row(self.say(game.category_name(category)), *points)
        table.add_row(
            self.say(Message("Total")), *(self.say(write(account.total)) for account in accounts), style="bold"
        )
        self.console.print(table)

    def show_result(self) -> None:
        """The end: points, places."""
        self.show_points()
        for place, seat in sorted(zip(self.match.ranks(), range(self.match.game.players), strict=True)):
            sentence = Message("Place {place}: Player {number}", place=place, number=seat + 1)
            self.print(sentence, style="bold" if place == 1 else None)

    def show_rules(self, word: str) -> None:
        """The rules in short, or the sections of the whole rules that have a word."""
        parts = self.book.short_rules(self.match.game.mode)
        if word:
            parts = [part for part in self.book.guide if word.casefold() in " ".join(self.texts(part)).casefold()]
        if not parts:
            self.print(Message("Nothing found for “{text}”.", text=word))
        for part in parts:
            self.print(part.title, style="bold")
            for block in blocks_of(self.match.game, part):
                if isinstance(block, Table):
                    self.show_table(block.columns, block.rows)
                elif not isinstance(block, Picture):
                    for line in [block] if isinstance(block, Message) else block.lines:
                        self.console.print("  " + self.say(line), markup=False)
            for ruling in part.rulings:
                self.console.print(f"  {ruling.number}. {self.say(ruling.question)}", markup=False, style="dim")
                self.console.print(f"     {self.say(ruling.answer)}", markup=False, style="dim")

    def texts(self, part: Section) -> list[str]:
        """All that a section of the rules says."""
        blocks = [block for block in blocks_of(self.match.game, part) if isinstance(block, Table)]
        cells = [cell for block in blocks for row in (block.columns, *block.rows) for cell in row]
        asked = [text for ruling in part.rulings for text in (ruling.question, ruling.answer)]
        return [self.say(text) for text in (part.title, *part.lines, *cells, *asked)]

    def show_table(self, columns: Sequence[Text], rows: Iterable[Sequence[Text]]) -> None:
        """A table of the rules or of the aid, indented."""
        grid = Grid(box=None, show_header=any(columns), pad_edge=False, padding=(0, 2, 0, 0))
        for column in columns:
            grid.add_column(self.say(column))
        for row in rows:
            grid.add_row(*(self.say(cell) for cell in row))
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def show_aid(self) -> None:
        """The player aid: the legend of the board, and the cards."""
        for table in self.book.aid(self.view) if self.book.aid else ():
            self.print(table.title, style="bold")
            self.show_table(table.columns or [""] * len(table.rows[0]), table.rows)
            if table.note:
                self.console.print("  " + self.say(table.note), markup=False, style="dim")

    def show_tips(self) -> None:
        """Tips for the first games."""
        for tip in self.book.tips:
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


def render_table(seen: Position, names: tuple[Text, ...] | None, say: Callable[[Text], str]) -> RenderableType:
    """The table as the game draws it for a terminal, or else the fields of the position."""
    if seen.game.face.text_table is not None:
        return seen.game.face.text_table(seen, names, say)
    grid = Grid(box=None, show_header=False)
    for name, value in seen.fields():
        grid.add_row(str(name), str(value))
    return grid


def replay(match: Match, lang: str, start: int = 0, console: Console | None = None) -> None:
    """Step through a match: Enter goes on, b back, a number to that ply, q leaves."""
    screen = Screen(words(lang, match.game), console)
    ply = start
    while True:
        position = match.at(ply)
        screen.console.print()
        screen.console.print(render_table(position.seen_by(-1), match.names, screen.say))
        if ply:
            screen.console.print(f"{match.moves[ply - 1].text}", style="bold", markup=False)
        if ply in match.comments:
            screen.console.print(match.comments[ply], style="italic", markup=False)
        for event in match.events[ply]:
            if event.audience == -1:
                screen.console.print("  " + screen.say(position.words(event)), style="dim", markup=False)
        prompt = Message("Move {ply} of {of}. Enter: next, b: back, a number: go there, q: leave. ")
        try:
            text = screen.say(prompt.fill(ply=ply, of=len(match)))
            line = screen.console.input(text, markup=False).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if line == "q" or (line == "" and ply == len(match)):
            return
        if line.isdecimal():
            ply = min(int(line), len(match))
        elif line == "b":
            ply = max(0, ply - 1)
        elif line == "":
            ply += 1


def edit(
    editor_class: type[Editor],
    game: Game,
    lang: str,
    state: str = "",
    box: Mapping[str, str] | None = None,
    console: Console | None = None,
) -> None:
    """The score helper at a terminal: put a finished table together step by step, with the account after each."""
    screen = Screen(words(lang, game), console)
    modes = editor_class.MODES
    screen.print(editor_class.HELP)
    usage = Message(
        "{modes}: start again; N is the number of players; q: quit.", modes=", ".join(f"{m} N" for m in modes)
    )
    screen.print(usage, style="dim")
    editor = editor_class.from_state(state, box) if state else editor_class(modes[0], editor_class.FEWEST, box)
    while True:
        for line in editor.lines(screen.say):
            screen.console.print(line, markup=False)
        try:
            line = screen.console.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            line = "q"
        if line in ("q", "quit"):
            command = f"tripolis score {game.name} edit:{editor.state}"
            sentence = screen.say(Message("To continue from here: {command}", command=command))
            screen.console.print(sentence, markup=False, soft_wrap=True)
            return
        if line in ("help", "?"):
            screen.print(editor_class.HELP)
            continue
        try:
            mode, _, n = line.partition(" ")
            if mode in modes:
                editor = editor_class(mode, int(n) if n.isdecimal() else editor_class.FEWEST, box)
            elif line:
                editor.play(line)
        except TripolisError as error:
            screen.print(error.message, style="yellow")
