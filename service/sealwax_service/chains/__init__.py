"""Wallets, addresses, signatures and transactions of chains."""
