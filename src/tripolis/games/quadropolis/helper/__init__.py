"""For owners of Quadropolis: the score helper."""
