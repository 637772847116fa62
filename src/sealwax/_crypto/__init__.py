"""Curves, HPKE and BIP-39, over the libraries that implement them; no primitive is written here."""
