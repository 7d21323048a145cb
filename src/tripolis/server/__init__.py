"""The server: tables with people and bots around them, that lose nothing and leak nothing."""
