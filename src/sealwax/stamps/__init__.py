"""Stamps: signatures over the exact bytes of a request's body, as HTTP headers."""
