"""Making test vectors: a module a construct."""
