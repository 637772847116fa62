"""The constructs, each of which has a file of vectors: the types of its cases, and its row."""
