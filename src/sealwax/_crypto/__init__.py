"""Wrappers for curve, HPKE and BIP-39 libraries; no primitive is implemented here."""
