"""Makers of artifacts, for tests and test vectors."""
