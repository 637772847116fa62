"""Stamps on requests: making them with any kind of key, and verifying them."""
