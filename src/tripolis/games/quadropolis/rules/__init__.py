"""The rules of Quadropolis: the record, the course of play, the account."""
