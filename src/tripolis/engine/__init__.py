"""What a game is: records, rules, chance, matches, words and the conformance kit."""

ENTRY_POINTS = "tripolis.games"
"""Installed games are found by the entry points of this group."""
