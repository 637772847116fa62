"""Stamps: signatures over the exact bytes of a request's body, sent as HTTP headers."""
