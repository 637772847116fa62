"""Policies: their language, their evaluation, and the decision on a request."""
