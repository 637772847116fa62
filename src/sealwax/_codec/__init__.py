"""Strict encodings: each has one reading of an input, or refuses it."""
