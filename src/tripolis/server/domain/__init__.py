"""What a table is and what may be done at it: pure, no waiting, no database."""
