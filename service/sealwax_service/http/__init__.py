"""The HTTP server: from bytes to a request, and from an answer to bytes."""
