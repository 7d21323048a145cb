"""Puzzles: positions of strong players' matches in which one move is clearly the best."""
