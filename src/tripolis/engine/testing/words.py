"""Everything that a game says is a sentence, in every language: what comes up in matches, names, and its catalogues."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from ..errors import IllegalMove
from ..game import Game
from ..match import Match
from ..moves import Move
from ..words import FOLDER, LANGUAGES, Message, Words, extract, read_catalogue, words
from .faults import GameFault, fault

SOME = 5
"""Moves and reasons whose words are looked at after every move."""


def messages(thing: Any) -> Iterator[Message]:
    """Every message in a tree of tuples, lists and dataclasses."""
    if isinstance(thing, Message):
        yield thing
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from messages(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from messages(getattr(thing, field.name))


class Speaker:
    """Asks for the words of events, moves and refusals, and says them in all languages.

    Events are said always, moves when they are first legal in a match and some at every position, and of the
    refusals some at every position. The same sentence with arguments of the same kind is put into other languages
    only once. A sentence must be translated into every language that the game has a catalogue of.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.languages = [Words(lang, *words(lang, game).folders) for lang in LANGUAGES]
        self.translated = {file.stem for file in (game.folder / FOLDER).glob("*.po")}
        self.said: set[Any] = set()
        self.described: set[int] = set()

    def start(self) -> None:
        """Begin a match."""
        self.described = set()

    def check_events(self, match: Match) -> None:
        """The last events are sentences."""
        for event in match.events[-1]:
            self.check(match, f"The event {event}", match.position.words(event))

    def check_moves(self, match: Match, s: Any, legal: list[int], rng: random.Random) -> list[Move]:
        """Moves are sentences; returns some legal ones."""
        some = rng.sample(legal, min(SOME, len(legal)))
        for number in (*some, *(number for number in legal if number not in self.described)):
            self.check(match, f"The action {number}", self.game.face.describe(s, self.game.plain_box, number))
        self.described.update(legal)
        return [match.position.move(number, s) for number in some]

    def check_refused(self, match: Match, s: Any, codes: Any, rng: random.Random) -> None:
        """What is refused is refused again when somebody plays it, for the same reason, and reasons are sentences."""
        refused = [action for action in rng.sample(range(len(codes)), min(9, len(codes))) if codes[action] != 0]
        for action in refused[:3]:
            try:
                match.position.play(action)
            except IllegalMove as reason:
                if reason.code != codes[action]:
                    raise fault(match, f"refuse gives different answers for the action {action}.") from None
                self.check(match, f"The reason {reason.name}", reason.message)
                continue
            raise fault(match, f"The refused action {action} was played.")
        reasons = [code for code in self.game.reasons if code != 0]
        for code in rng.sample(reasons, 0 if match.over else min(SOME, len(reasons))):
            said = self.game.face.why_not(s, self.game.plain_box, rng.randrange(self.game.n_actions), int(code))
            self.check(match, f"The reason {code!r}", said)

    def check(self, match: Match | None, what: str, *said: Message | str) -> None:
        """These are sentences, in every language."""
        for message in said:
            if problem := self.problem(message):
                raise fault(match, f"{what} {problem}.")

    def problem(self, message: Message | str) -> str:
        """What is wrong with a message, or nothing."""
        if not str(message).strip():
            return "has no words"
        kind = kind_of(message)
        if kind in self.said:
            return ""
        self.said.add(kind)
        for language in self.languages:
            sentence = language.render(message)
            if not sentence.strip():
                return f"has no words in {language.lang}"
            if re.search(r"[{}]", sentence):
                return f"leaves an argument open in {language.lang}: {sentence}"
            if language.missing and language.lang in self.translated:
                return f"is not translated into {language.lang}: {language.missing.pop()}"
        return ""


def kind_of(value: Any) -> Any:
    """A message without the values of its arguments; of a number only whether it is none, one or many, of others
    whether they are empty."""
    if isinstance(value, Message):
        return (value.english(), *((name, kind_of(part)) for name, part in value.args.items()))
    if isinstance(value, int):
        return min(abs(value), 2)
    return type(value), not value


def check_names(game: Game) -> None:
    """Options and their values, categories, tie-breaks and (where it is said) the notation have names."""
    speaker = Speaker(game)
    for option in game.options:
        speaker.check(None, f"The option {option.name}", option.help, option.title)
        speaker.check(None, f"A value of the option {option.name}", *map(option.name_of, option.values))
    face = game.face
    for what, names, keys in (
        ("category_names", face.category_names, game.categories),
        ("tie_names", face.tie_names, game.ties),
    ):
        if names and set(names) != set(keys):
            raise GameFault(f"{what} names {sorted(names)}; the rules have {sorted(keys)}.")
        speaker.check(None, f"A name of {what}", *names.values())
    if face.notation is not None:
        speaker.check(None, "notation", face.notation)


# ---------------------------------------------------------------- catalogues


def forms(text: Any) -> tuple[str, ...]:
    """The one form of a text, or its two."""
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    """The names of a text's arguments."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def check_catalogue(home: Path, lang: str) -> None:
    """A catalogue has exactly the texts of its sources, all translated, with the same arguments and edges."""
    texts = {entry.id for entry in extract(home) if entry.id}
    entries = {entry.id: entry for entry in read_catalogue(home / FOLDER / f"{lang}.po") if entry.id}
    for what, wrong in (
        ("lacks texts of the sources", texts - set(entries)),
        ("has texts that are no longer in the sources", set(entries) - texts),
        ("has texts that are not translated", {text for text in entries if not all(forms(entries[text].string))}),
        ("has texts that are only guessed", {text for text in entries if entries[text].fuzzy}),
    ):
        if wrong:
            named = ", ".join(repr(forms(text)[0]) for text in sorted(wrong, key=str)[:SOME])
            raise GameFault(f"{home.name}/{FOLDER}/{lang}.po {what}: {named}. `python -m tripolis.engine.words` helps.")
    for text, entry in entries.items():
        for form in forms(entry.string):
            check_translation(lang, forms(text), form)


def check_translation(lang: str, text: tuple[str, ...], form: str) -> None:
    """One form of a translation: its arguments are named and those of the text, and it is set as the language is."""
    names = placeholders(text[0])
    if not all(name.isidentifier() for name in names):
        raise GameFault(f"The arguments of {text[0]!r} are not named.")
    if any(placeholders(other) != names for other in (text[-1], form)):
        raise GameFault(f"{form!r} ({lang}) has other arguments than {text[0]!r}.")
    for strip in (str.lstrip, str.rstrip):
        if len(form) - len(strip(form)) != len(text[0]) - len(strip(text[0])):
            raise GameFault(f"{form!r} ({lang}) begins or ends with other spaces than {text[0]!r}.")
    if "'" in form or re.search(r"\s$|  ", form.rstrip(" ")):
        raise GameFault(f"{form!r} ({lang}) has a straight apostrophe or two spaces.")
    if lang == "fr" and re.search(r" [:;!?»]|« |[a-zé)}][;!?:](\s|$)", form):
        raise GameFault(f"{form!r} needs no-break spaces: French keeps : ; ! ? from breaking off.")


# ------------------------------------------------------------------- English

STIFF = {
    r"(?<![Tt]here )\b(?:is|are) no (?!longer|more\b)": "say `is not a ...`",
    r"(?:^|[.;:] )Who (?:has|have|is|[a-z]+s)\b(?![^.;]*\?)": "say `once you ...`, or `a player who ...`",
    r"\b[Ww]hoever\b[^.;]*\b(?:gets|owed)\b": "say `you`, or who it is",
    r"\b(?<!-)one's\b": "say `your`",
    r"(?:^|[.;:] )One that\b": "name the thing again",
    r"\bpoints win\b|(?:^|[.;:] )The most (?:\w+ )?wins?\b": "say `the player with the most points wins`",
    r"\bWhat \w+ ha(?:s|ve) (?:a|an|the)\b": "say `what does ... look like?`",
    r"\b(?:Free|Open|Closed) is\b": "begin with the subject",
    r"\bcomes? to light\b": "say `is new information`",
    r"\b(?:is|are) to be \w+(?:ed|en|ne)\b": "say `must be`, or who does it",
    r"\b(?:[Aa]fter|of|at most) so many\b": "name the number",
}
"""Patterns of English that reads as if it were translated, and what to write instead."""


def check_english(home: Path, justified: Iterable[str] = ()) -> None:
    """No English text of a home reads as if it were translated; justified ones begin like one of these."""
    excused = tuple(justified)
    for entry in extract(home):
        for text in forms(entry.id):
            for pattern, advice in STIFF.items():
                found = re.search(pattern, text)
                if found and not (excused and text.startswith(excused)):
                    raise GameFault(
                        f"{home.name}, {entry.locations[0][0]}: {found[0].strip()!r} in {text!r}: {advice}."
                    )


# ------------------------------------------------------------------ termbase


def check_terms(home: Path, lang: str, terms: Iterable[Mapping[str, Any]]) -> None:
    """Where a text has a term, its translation has one of the words of its language, and none that is forbidden.

    A term is a mapping: `en`, a regular expression; for each language a list of those that may stand for it; `not`,
    those that must not, by language; `except`, beginnings of English texts that are left alone.
    """
    entries = [entry for entry in read_catalogue(home / FOLDER / f"{lang}.po") if entry.id]
    for term in terms:
        english = re.compile(rf"\b(?:{term['en']})\b", 0 if re.search("[A-Z]", term["en"]) else re.IGNORECASE)
        for entry in entries:
            texts = forms(entry.id)
            if texts[0].startswith(tuple(term.get("except", ()))) or not english.search(without_names(" ".join(texts))):
                continue
            for form in map(without_names, forms(entry.string)):
                wrong = [word for word in term.get("not", {}).get(lang, ()) if re.search(word, form, re.IGNORECASE)]
                if wrong or not any(re.search(word, form, re.IGNORECASE) for word in term[lang]):
                    said = f"says {wrong[0]}" if wrong else f"does not say {' or '.join(term[lang])}"
                    raise GameFault(f"{home.name}, {lang}: {form!r} {said} for {term['en']} in {texts[0]!r}.")


def without_names(text: str) -> str:
    """A text without its placeholders."""
    return re.sub(r"\{.*?\}", "", text)
