"""Puzzles: positions of strong players' matches in which one move is clearly the best."""

LEAST = 0.04
"""By how much the next best move must lower the chance to win."""
