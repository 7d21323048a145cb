"""Advice on Metropolys for bots and learners: value, features, the quick choice."""
