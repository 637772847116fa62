"""The cost of the library beside its primitives and its peers; README.md says how to read it."""
