"""Writes the catalog of operations: ``python -m tools.catalog``. CONTRIBUTING.md says how to add to it."""
