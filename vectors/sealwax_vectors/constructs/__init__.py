"""The constructs: the row of each file of vectors, and the types of its cases."""
