"""Sealed bundles: opening what the enclave exports, sealing what it imports."""
