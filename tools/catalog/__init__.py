"""Writes the catalog of operations: ``python -m tools.catalog``."""
