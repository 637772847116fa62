"""Curves, keys, HPKE and BIP-39: wrappers for libraries; no primitive is implemented here."""
