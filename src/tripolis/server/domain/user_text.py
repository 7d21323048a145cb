"""Words that people type: cleaned before they are stored, escaped where they are shown."""

from __future__ import annotations

import unicodedata
from typing import Literal

from tripolis.engine.words import Message

from .problems import bad_value

NAME_LENGTH = 24
CHAT_LENGTH = 500
JOINERS = "\u200d\ufe0f"
"""Join the parts of an emoji, or make one of a sign; elsewhere they are not seen."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {chr(n) for n in range(0xFE00, 0xFE0F)}
"""Letters, signs and marks of Unicode that show nothing."""
ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
"""Alphabets whose letters look alike."""
LOOKALIKES = str.maketrans("авеіїјкмнорстухѕԁԛԝһѵαβειικμνορτυχϲ01i|!", "abelljkmhopctyxsdqwhvabellkmvoptuxcollll")
"""Letters that look like others, in small ones."""


def clean(text: str, length: int, form: Literal["NFC", "NFKC"] = "NFC") -> str:
    """One line without control characters, changes of direction, piled-up accents, or anything that shows nothing."""
    cleaned: list[str] = []
    marks = 0
    for char in unicodedata.normalize(form, text):
        category = unicodedata.category(char)
        if char in JOINERS:
            if cleaned and unicodedata.category(cleaned[-1]) in ("So", "Sk", "Po", "Nd", "Sm"):
                cleaned.append(char)
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category.startswith("Z") or char in "\n\t\r":
            cleaned.append(" ")
        elif not category.startswith("C") and char not in BLANK and marks <= 2:
            cleaned.append(char)
    return " ".join("".join(cleaned).split())[:length].strip(f" {JOINERS}")


def clean_name(text: str) -> str:
    """A guest's name; empty if nothing of it can be seen. Letters of several alphabets that look alike are refused."""
    name = clean(text, NAME_LENGTH, "NFKC")
    alphabets = {unicodedata.name(char, "").split(" ")[0] for char in name if char.isalpha()}
    if len(alphabets.intersection(ALPHABETS)) > 1:
        raise bad_value(Message("Write your name with the letters of one alphabet."))
    return name


def clean_chat(text: str) -> str:
    """A line of chat."""
    return clean(text, CHAT_LENGTH)


def look_of(name: str) -> str:
    """What a name looks like: the same for names that cannot be told apart at a glance."""
    return unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES).replace(" ", "")
