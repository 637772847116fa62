"""The numbers of the cases in a file of vectors, which stay although makers change.

A new case takes the next free number of its file.
"""

from collections import Counter
from pathlib import Path

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput
from sealwax.files import read_file
from sealwax_vectors._limits import MAX_VECTOR_FILE_BYTES


class _Case(msgspec.Struct, rename="camel"):
    """The fields that are read of a case. The format of the others may be outdated."""

    id: str
    tc_id: int


class _Group(msgspec.Struct):
    tests: list[_Case]


class _File(msgspec.Struct, rename="camel"):
    test_groups: list[_Group]


def read_case_numbers(path: Path) -> dict[str, int]:
    """Read the numbers of the cases in a file of vectors, by their ids.

    Args:
        path: The file.

    Returns:
        The numbers; none if there is no such file.

    Raises:
        MalformedInput: The file is not JSON of that form, or two of its cases have one id or number.
        OSError: It cannot be read.
    """
    try:
        data = read_file(path, limit=MAX_VECTOR_FILE_BYTES)
    except FileNotFoundError:
        return {}
    cases = [case for group in decode_json(data, _File, path.name).test_groups for case in group.tests]
    for name in ("id", "tc_id"):
        counted = Counter(getattr(case, name) for case in cases)
        if twice := [value for value, count in counted.items() if count > 1]:
            raise MalformedInput(
                f"{path.name} has the same id or tcId twice ({str(twice[0])[:200]}): remove the newer case "
                "from the file, and make the files again"
            )
    return {case.id: case.tc_id for case in cases}
