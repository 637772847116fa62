"""``sealwax.pyz``, the one file to carry: its builder, and in `inside/` what it has beside wheels."""
