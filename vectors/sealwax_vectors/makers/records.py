"""The numbers of the cases in a file of vectors, and its core, which stay although makers change.

A new case takes the next free number of its file. To put it into the core, add ``"core": true`` to it in the
file; regeneration keeps the member.
"""

from collections import Counter
from pathlib import Path

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput
from sealwax.files import read_file
from sealwax_vectors._limits import MAX_VECTOR_FILE_BYTES


class Record(msgspec.Struct, kw_only=True, rename="camel", frozen=True):
    """The fields of a case that its maker does not determine. The format of other fields may be outdated.

    Attributes:
        id: Its id.
        tc_id: Its number.
        core: Whether it is in the core of its file.
    """

    id: str
    tc_id: int
    core: bool = False


class _Group(msgspec.Struct):
    tests: list[Record]


class _File(msgspec.Struct, rename="camel"):
    test_groups: list[_Group]


def read_records(path: Path) -> dict[str, Record]:
    """Read the numbers and the core of a file of vectors, by the ids of its cases.

    Args:
        path: The file.

    Returns:
        The records; none if there is no such file.

    Raises:
        MalformedInput: The file is not JSON of that form, or two of its cases have one id or number.
        OSError: It cannot be read.
    """
    try:
        data = read_file(path, limit=MAX_VECTOR_FILE_BYTES)
    except FileNotFoundError:
        return {}
    records = [record for group in decode_json(data, _File, path.name).test_groups for record in group.tests]
    for name in ("id", "tc_id"):
        counted = Counter(getattr(record, name) for record in records)
        if twice := [value for value, count in counted.items() if count > 1]:
            raise MalformedInput(
                f"{path.name} has the same id or tcId twice ({str(twice[0])[:200]}): remove the newer case "
                "from the file, and make the files again"
            )
    return {record.id: record for record in records}
