"""The constructs, each with a file of vectors: its row, and the types of its cases; ``makers`` makes them."""
