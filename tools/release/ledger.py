"""Compare the vectors with released archives: no id of a case ever comes to mean another case."""

import json
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Case, Group, case_type, group_type, output_fields
from tools import ROOT

VECTORS = ROOT / "vectors"
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
    return {
        case["id"]: meaning_of(group, case) for path in _files() for group, case in _cases(path.read_bytes())
    }


def _files() -> list[Path]:
    return sorted(VECTORS.glob("*.json"))


def _cases(file: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the cases of a file, each with the type of its group."""
    for group in json.loads(file)["testGroups"]:
        yield from ((group["type"], case) for case in group["tests"])


def released_meanings(archive: bytes) -> Meanings:
    """Give the ids of a released archive, and what they stand for."""
    found: Meanings = {}
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        for member in tar:
            _, _, name = member.name.partition("/")
            content = tar.extractfile(member) if name.endswith(".json") and "/" not in name else None
            if content is None:
                continue
            found |= {case["id"]: meaning_of(group, case) for group, case in _cases(content.read())}
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
