"""Datasets: what bots decided in matches among themselves, as Parquet (`pip install tripolis[dataset]`).

A row is a decision: what the seat saw, as text; what it chose, and what its search tried; and how the match ended.
"""
