"""The rules of Metropolys: the record, the course of play, the account."""
