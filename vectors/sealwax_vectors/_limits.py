"""The table of limits of this package."""

MAX_VECTOR_FILE_BYTES = 64 << 20
MAX_VECTOR_BODY_BYTES = 64 << 20
"""The body of a case, once its bytes are repeated."""
MAX_VECTOR_TEXT = 4096
"""A mnemonic or a passphrase of a case, in characters: NFKD can take time quadratic in the length."""
