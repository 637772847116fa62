"""The handler of each operation, in the module of its subject."""
