"""Files of test vectors."""

import sealwax_vectors as vectors
from tests.fuzz.corpus import Context, whole_files
from tests.fuzz.target import Target


def _vector_file(_: Context, document: bytes) -> int:
    suite = vectors.load(document, "the file")
    for outcome in vectors.run_suite(suite):
        assert not outcome.actual.endswith("no error of ours"), outcome
    return len(suite.test_groups)


TARGETS = (
    Target(
        "vectors",
        "vectors.load, and run_suite of what it gives",
        "gives outcomes of ours when its cases are run",
        whole_files,
        _vector_file,
        weight=0.3,
    ),
)
