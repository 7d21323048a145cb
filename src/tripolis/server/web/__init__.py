"""The pages: HTML made by the server, one client in plain JavaScript for every game."""
