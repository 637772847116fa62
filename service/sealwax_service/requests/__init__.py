"""The readers of bodies, and the context in which a handler runs."""
