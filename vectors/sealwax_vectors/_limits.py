"""The table of limits of this package."""

MAX_VECTOR_FILE_BYTES = 64 << 20
MAX_VECTOR_BODY_BYTES = 64 << 20
"""The body of a case, once its bytes are repeated."""
MAX_VECTOR_TEXT = 4096
"""A mnemonic or a passphrase of a case, in characters: NFKD can take time quadratic in the length."""
MAX_RESULTS_BYTES = 256 << 20
MAX_RESULT_LINE_BYTES = 8 << 20
"""A result of a program that is tested: a body of 1 MiB in hex, and more."""
MAX_RESULT_PROBLEMS = 100
"""Lines that are not results: past them, the rest of the output is not read."""
MAX_PROGRAM_STARTS = 10
"""How often a program that is tested is started again after it died or hung."""
MAX_EXPECTED_FAILURES_BYTES = 16 << 20
