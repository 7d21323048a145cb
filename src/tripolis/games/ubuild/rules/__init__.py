"""The rules of U-Build: the record, the course of play, the account."""
