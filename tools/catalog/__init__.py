"""Writes the catalog of operations: ``python -m tools.catalog``. MAINTAINING.md says how to add to it."""
