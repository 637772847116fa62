"""The state in a file, and as one JSON document."""
