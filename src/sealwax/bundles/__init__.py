"""Sealed bundles: open exports, and seal imports.

A new kind of bundle is a module here. ``signed_envelope`` verifies the envelope that most of them share.
"""
