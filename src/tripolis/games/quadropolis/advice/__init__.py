"""Advice on Quadropolis for bots and learners: value, features, the quick choice."""
