"""The report of a league as one HTML file."""

from .table import Table


def as_html(table: Table, lang: str) -> str:
    """A page."""
    return ""
