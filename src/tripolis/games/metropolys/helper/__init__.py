"""For owners of Metropolys: the score helper."""
