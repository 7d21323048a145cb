"""The HTTP API: thin functions that read a request, ask the desk, and answer."""
