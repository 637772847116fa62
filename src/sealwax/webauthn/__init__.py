"""Passkeys: the WebAuthn ceremonies, COSE keys, registrations and their attestation."""
