"""Sealed bundles: open exports, and seal imports."""
