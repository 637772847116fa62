"""Removes each check of the library, or loosens a parser, and finds a test vector that notices."""
