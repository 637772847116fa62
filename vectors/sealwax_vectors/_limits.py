"""The table of limits of this package."""

MAX_VECTOR_FILE_BYTES = 64 << 20
MAX_VECTOR_BODY_BYTES = 64 << 20
"""The body of a case after its repetition."""
MAX_VECTOR_TEXT = 4096
"""A case's mnemonic or passphrase, in characters: NFKD can take time quadratic in the length."""
MAX_RESULTS_BYTES = 256 << 20
MAX_RESULT_LINE_BYTES = 8 << 20
"""A line of a tested program's output; a body of 1 MiB in hex fits."""
MAX_RESULT_PROBLEMS = 100
"""Output lines that are not results; the reader stops after them."""
MAX_PROGRAM_STARTS = 10
"""The most starts of a tested program, which can die or hang."""
MAX_EXPECTED_FAILURES_BYTES = 16 << 20
