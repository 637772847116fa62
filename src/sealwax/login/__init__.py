"""Logging in: the service's tokens, OIDC nonces and client signatures."""
