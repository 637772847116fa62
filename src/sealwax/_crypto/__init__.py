"""Curves, HPKE and BIP-39, by the libraries that implement them; no primitive is implemented here."""
