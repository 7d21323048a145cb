"""The HTTP API and the stream."""
