"""The games: what the rulebooks say. They never import one another."""
