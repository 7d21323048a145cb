"""Study: a tree of variations from any position, and why one move is better than another."""

from .room import Room
from .start import Beginning, begin
from .tree import lines_of, match_of

__all__ = ["Beginning", "Room", "begin", "lines_of", "match_of"]
