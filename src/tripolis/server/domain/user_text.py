"""Words that people type: cleaned before they are stored, escaped where they are shown."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 24
CHAT_LENGTH = 500
KEPT = ("\u200d",)
"""Joins the parts of an emoji."""


def clean(text: str, length: int) -> str:
    """One line without control characters, changes of direction or piled-up accents."""
    cleaned: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category.startswith("Z") or char in "\n\t\r":
            cleaned.append(" ")
        elif (not category.startswith("C") or char in KEPT) and marks <= 2:
            cleaned.append(char)
    return " ".join("".join(cleaned).split())[:length].strip()


def clean_name(text: str) -> str:
    """A guest's name."""
    return clean(text, NAME_LENGTH)


def clean_chat(text: str) -> str:
    """A line of chat."""
    return clean(text, CHAT_LENGTH)
