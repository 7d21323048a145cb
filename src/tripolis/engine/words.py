"""Messages: a whole sentence with named arguments, said in English or, by a catalogue, in another language.

The English sentence stands as a literal in the call, or as a paragraph in a game's book, and is its own identity. Translations stand in `words/de.po` and so
on, in the package and in the folder of each game; they are read when they are needed. After a change of the English words,
`python -m tripolis.engine.words` brings the catalogues up to date and says what is to be translated.
"""

from __future__ import annotations

import copy
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from . import ENTRY_POINTS

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

    from .game import Game

LANGUAGES = ("en", "de", "fr", "nl")
PACKAGE = Path(__file__).parent.parent
FOLDER = "words"

# ------------------------------------------------------------------ messages


class Message:
    """A sentence such as "{seat} bids {amount} on {field}." with its arguments, which may be messages."""

    __slots__ = ("args", "text")

    def __init__(self, text: str, /, **args: Any) -> None:
        self.text = text
        self.args = args

    @classmethod
    def kept(cls, text: str, args: dict[str, Any]) -> Self:
        """A sentence as it was written down, for any reader's language."""
        return cls(text, **args)

    def fill(self, **args: Any) -> Self:
        """The same sentence with these arguments too."""
        other = copy.copy(self)
        other.args = {**self.args, **args}
        return other

    def english(self) -> str:
        """The English sentence, its arguments not yet put in."""
        return self.text

    def fillings(self) -> dict[str, Any]:
        """The arguments as they are put into the sentence."""
        return self.args

    def __str__(self) -> str:
        return self.english().format(**self.fillings())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(str(self))

    def _key(self) -> tuple[Any, ...]:
        return self.text, self.args


class Plural(Message):
    """A message with a form for one and a form for many; `{n}` is the number in both, where it is said at all."""

    __slots__ = ("many",)

    def __init__(self, one: str, many: str, n: int, /, **args: Any) -> None:
        super().__init__(one, **args, n=int(n))
        self.many = many

    @property
    def n(self) -> int:
        """How many there are."""
        return int(self.args["n"])

    def of(self, n: int) -> Plural:
        """The same words for another number."""
        return self.fill(n=int(n))

    def fillings(self) -> dict[str, Any]:
        """The arguments; a number below zero has a minus sign instead of a hyphen."""
        return {**self.args, "n": f"−{-self.n}"} if self.n < 0 else self.args

    def english(self) -> str:
        """The form for the number."""
        return self.text if abs(self.n) == 1 else self.many

    def _key(self) -> tuple[Any, ...]:
        return self.text, self.many, self.args


class SeatName(Message):
    """A seat, said by the name of whoever sits there or, where nobody knows it, by its number."""

    __slots__ = ("seat",)

    def __init__(self, seat: int, by_number: Message) -> None:
        super().__init__(by_number.text, **by_number.args)
        self.seat = seat


def seat_name(seat: int) -> Message:
    """A seat, counted from 1 for people."""
    return SeatName(seat, Message("Player {number}", number=seat + 1))


class SharedMessage(Message):
    """A message that is made once and said often: each language remembers how it says it. It names no seat, since
    people are called differently at every table."""

    __slots__ = ()

    def __init__(self, text: str, /, **args: Any) -> None:
        super().__init__(text, **args)
        if names_seat(self):
            raise ValueError(f"{text!r} names a seat: it cannot be shared")


def names_seat(message: Message) -> bool:
    """Does a message say what a seat is called?"""
    return isinstance(message, SeatName) or any(names_seat(m) for m in message.args.values() if isinstance(m, Message))


def listed(parts: Sequence[Message | str], sign: str = ", ") -> Message | str:
    """Several things in a row, with a sign between them."""
    words: Message | str = ""
    for part in reversed(parts):
        words = part if words == "" else Message("{one}{sign}{more}", one=part, sign=sign, more=words)
    return words


# ----------------------------------------------------------------- languages


MOST_SAID = 32_768


class Forms(NamedTuple):
    """A catalogue: the forms of each English text, and which of them goes with a number."""

    of: dict[str, tuple[str, ...]]
    form: Callable[[int], int]


@cache
def read(file: Path) -> Forms:
    """A `.po` file; only what is translated and certain counts. A file that is not there is empty."""
    if not file.is_file():
        return Forms({}, lambda n: 0)
    from gettext import c2py

    catalogue = read_catalogue(file)
    forms = {}
    for entry in catalogue:
        given = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        texts = tuple(text for text in given if text)
        if entry.id and len(texts) == len(given) and not entry.fuzzy:
            forms[_first(entry.id)] = texts
    return Forms(forms, c2py(catalogue.plural_expr))


def _first(text: str | tuple[str, ...] | list[str]) -> str:
    return text if isinstance(text, str) else text[0]


class Words:
    """A language with its catalogues: `render` says a message in it. What no catalogue has is said in English."""

    def __init__(self, lang: str, *folders: Path) -> None:
        self.lang = lang
        self.folders = folders
        self.names: tuple[Message | str, ...] = ()
        """What seats are called by; without one, by their number."""
        self.said: dict[int, tuple[SharedMessage, str]] = {}
        """Shared messages by their ids, as they are said."""
        self.missing: set[str] = set()
        """English texts that were asked for and not found."""

    def __repr__(self) -> str:
        return f"Words({self.lang!r})"

    @cached_property
    def catalogues(self) -> list[Forms]:
        """Those of the folders, the most special first."""
        return [read(folder / f"{self.lang}.po") for folder in self.folders]

    def naming(self, names: tuple[Message | str, ...] | None) -> Words:
        """The same words with seats called by names."""
        other = Words(self.lang, *self.folders)
        other.catalogues, other.missing, other.names = self.catalogues, self.missing, names or ()
        other.said = self.said
        return other

    def render(self, message: Message | str) -> str:
        """A message in this language, and its arguments too; a plain text stays as it is."""
        if isinstance(message, str):
            return message
        if type(message) is SharedMessage:
            return self._say_again(message)
        if isinstance(message, SeatName) and message.seat < len(self.names) and self.names[message.seat]:
            return self.render(self.names[message.seat])
        return self._say(message)

    def _say_again(self, message: SharedMessage) -> str:
        known = self.said.get(id(message))
        if known is None:
            if len(self.said) >= MOST_SAID:
                self.said.clear()
            known = self.said[id(message)] = message, self._say(message)
        return known[1]

    def _say(self, message: Message) -> str:
        sentence, args = self._sentence(message), message.fillings()
        if not args and "{" not in sentence:
            return sentence
        for value in args.values():
            if isinstance(value, Message):
                said = {name: self.render(v) if isinstance(v, Message) else v for name, v in args.items()}
                return sentence.format(**said)
        return sentence.format(**args)

    def template(self, message: Message) -> str:
        """The sentence with its names still in braces, for a page that fills them in itself."""
        return self._sentence(message)

    def _sentence(self, message: Message) -> str:
        if self.lang == "en":
            return message.english()
        for catalogue in self.catalogues:
            forms = catalogue.of.get(message.text)
            if forms is not None:
                return forms[catalogue.form(abs(message.n)) if isinstance(message, Plural) else 0]
        self.missing.add(message.text)
        return message.english()


def words(lang: str, game: Game | None = None) -> Words:
    """The words of a language: those of the package and of a game; without a game, of all that are installed."""
    return _words(lang, (game.folder / FOLDER,) if game else _installed())


@cache
def _words(lang: str, folders: tuple[Path, ...]) -> Words:
    return Words(lang, *folders, PACKAGE / FOLDER)


@cache
def _installed() -> tuple[Path, ...]:
    """The folders of words of the installed games, found without loading them."""
    folders = []
    for entry in sorted(importlib.metadata.entry_points(group=ENTRY_POINTS)):
        try:
            spec = importlib.util.find_spec(entry.module)
        except ImportError:
            continue
        if spec and spec.origin:
            folders.append(Path(spec.origin).parent / FOLDER)
    return tuple(folders)


def language(choice: str | None = None) -> str:
    """The language of a choice such as "de" or else of the environment (de_DE.UTF-8 is de); English if it is not ours."""
    for named in (choice, *map(os.environ.get, ("TRIPOLIS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        if named:
            lang = named.replace("-", "_").split("_")[0].split(".")[0].lower()
            return lang if lang in LANGUAGES else "en"
    return "en"


def say(message: Message) -> str:
    """A message in the language that was chosen: by `--lang`, or by the environment."""
    return words(language()).render(message)


# ---------------------------------------------------------------- catalogues

HEADER = """\
# Tripolis: {english} words. Texts are kept up to date by `python -m tripolis.engine.words`; translations are written by hand.
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def read_catalogue(file: Path) -> Catalog:
    """A `.po` file as Babel sees it; a new catalogue if there is none."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    if not file.is_file():
        return Catalog(locale=file.stem)
    with file.open("rb") as stream:
        return read_po(stream, locale=file.stem)


def homes(root: Path = PACKAGE) -> list[Path]:
    """The folders with catalogues of their own: the package and each game."""
    return sorted(folder.parent for folder in root.rglob(FOLDER) if folder.is_dir())


def sources(home: Path) -> Iterator[Path]:
    """The Python files and the pages of the book of a home that do not belong to a home within it."""
    inner = [other for other in homes(home) if other != home]
    for file in sorted((*home.rglob("*.py"), *home.rglob("book/*.md"))):
        if not any(file.is_relative_to(other) for other in inner):
            yield file


def texts_in(file: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and English texts of every `Message(...)`, `SharedMessage(...)` and `Plural(...)` in a Python file, of which only literals can be
    translated, or of every paragraph of a page of the book."""
    import ast

    if file.suffix == ".md":
        from .book import page_texts

        yield from ((line, (text,)) for line, text in page_texts(file))
        return
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in ("Message", "SharedMessage", "Plural"):
            given = call.args[: 2 if name == "Plural" else 1]
            texts = tuple(arg.value for arg in given if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
            if len(texts) != (2 if name == "Plural" else 1):
                raise ValueError(f"{file}, line {call.lineno}: the text of a {name} must be a literal")
            yield call.lineno, texts


def extract(home: Path) -> Catalog:
    """All texts of a home, in the order of the sources, not translated."""
    from babel.messages.catalog import Catalog

    catalogue = Catalog(fuzzy=False)
    seen: dict[str, tuple[str, ...]] = {}
    for file in sources(home):
        for line, texts in texts_in(file):
            if seen.setdefault(texts[0], texts) != texts:
                raise ValueError(f"{file}, line {line}: {texts[0]!r} has another plural elsewhere, or none")
            place = file.relative_to(home).as_posix()
            if file.suffix == ".md":  # what a text of the book is about shows where it stands; code is searched for
                place = f"{place}:{line}"
            catalogue.add(texts if len(texts) > 1 else texts[0], locations=[(place, line)])
    return catalogue


def update(home: Path, lang: str) -> list[str]:
    """Bring one catalogue up to date; returns the texts that are still to be translated."""
    from babel import Locale
    from babel.messages.pofile import write_po

    file = home / FOLDER / f"{lang}.po"
    catalogue = read_catalogue(file)
    catalogue.update(extract(home))
    with file.open("wb") as stream:
        english = Locale(lang).english_name
        stream.write(HEADER.format(english=english, lang=lang, plurals=catalogue.plural_forms).encode())
        write_po(stream, catalogue, width=120, omit_header=True, ignore_obsolete=True, include_lineno=False)
    read.cache_clear()
    return [text for entry in catalogue if entry.id and (text := _first(entry.id)) not in read(file).of]


def main() -> None:
    """Bring the catalogues below a folder up to date; in this package, if none is named, all that there should be."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    left = 0
    for home in homes(root):
        for lang in LANGUAGES[1:]:
            if root != PACKAGE and not (home / FOLDER / f"{lang}.po").exists():
                continue
            for text in update(home, lang):
                print(f"{home / FOLDER / lang}.po: {text}")
                left += 1
    sys.exit(f"{left} texts are to be translated" if left else 0)


if __name__ == "__main__":
    main()
