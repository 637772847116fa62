"""Compare the vectors with released archives: no id of a case ever comes to mean another case."""

import json
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Case, Group, case_type, group_type, output_fields
from tests.interop.cases import FILES, VectorCase, cases_of

DESCRIPTION = frozenset(Case.__struct_encode_fields__)
"""The fields that describe a case of any type, and are not inputs."""
GROUPS: dict[str, type[Group[Case]]] = {
    group_type(group): group for construct in CONSTRUCTS for group in construct.groups
}


class Meaning(NamedTuple):
    """The case that an id stands for. The file and the type of the group are in the id.

    Attributes:
        result: ``valid`` or ``invalid``.
        error: The code of the error; empty for a valid case.
        inputs: The inputs, by their names.
    """

    result: str
    error: str
    inputs: Mapping[str, Any]


Meanings = dict[str, Meaning]


def meaning_of(group: str, fields: Mapping[str, Any]) -> Meaning:
    """Give what the id of a case of a type of group stands for."""
    known = GROUPS.get(group)
    outputs = () if known is None else output_fields(case_type(known)).all
    # The archive of 1.0.0rc1 has a `core`, which described cases, too.
    no_inputs = {*DESCRIPTION, "core", *outputs}
    inputs = {name: value for name, value in fields.items() if name not in no_inputs}
    return Meaning(fields["result"], fields.get("error", ""), inputs)


def current_meanings() -> Meanings:
    """Give the ids of the files here, and what they stand for."""
    return {case.fields["id"]: meaning_of(case.group, case.fields) for case in _cases()}


def _cases() -> Iterator[VectorCase]:
    for file in FILES:
        yield from cases_of(file)


def released_meanings(archive: bytes) -> Meanings:
    """Give the ids of a released archive, and what they stand for."""
    found: Meanings = {}
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        for member in tar:
            _, _, name = member.name.partition("/")
            content = tar.extractfile(member) if name.endswith(".json") and "/" not in name else None
            if content is None:
                continue
            for group in json.loads(content.read())["testGroups"]:
                found |= {case["id"]: meaning_of(group["type"], case) for case in group["tests"]}
    return found


def check_meanings(released: Meanings, current: Meanings) -> None:
    """Check that no released id means another case. An id that is new or no longer there is fine.

    Raises:
        ValueError: An id has another meaning.
    """
    changed = [
        f"  {case}: {', '.join(_differing(released[case], meaning))}"
        for case, meaning in sorted(current.items())
        if released.get(case, meaning) != meaning
    ]
    if changed:
        lines = "\n".join(changed)
        raise ValueError(
            "these released ids would mean other cases; give the cases other comments, or take their key "
            f"material after what is taken already:\n{lines}"
        )


def _differing(one: Meaning, other: Meaning) -> Iterable[str]:
    return (name for name, here, there in zip(Meaning._fields, one, other, strict=True) if here != there)


def check_archives(archives: Iterable[Path]) -> None:
    """Compare the files here with released archives.

    Raises:
        ValueError: A released id means another case here.
    """
    current = current_meanings()
    for path in archives:
        check_meanings(released_meanings(path.read_bytes()), current)
