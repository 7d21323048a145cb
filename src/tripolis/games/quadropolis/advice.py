"""Advice for bots and learners: a value of a city, features, and a greedy choice."""

from tripolis.engine.record import rule

from .state import BUILD0
