"""Passkeys: WebAuthn ceremonies, COSE keys, registrations and their attestation statements."""
