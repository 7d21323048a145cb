"""Nets: what has been learned about a game, as whole numbers, so that every machine gets the same bits from them."""
