"""Advice on U-Build for bots and learners: value, features, the quick choice."""
