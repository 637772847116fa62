"""Making the files of vectors, and their JSON Schemas."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import msgspec

from sealwax.operations.schemas import with_clean_descriptions, with_portable_patterns
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.cases.find_constructs import CONSTRUCTS, suite_type
from sealwax_vectors.format import Case, Construct, Note, Suite, case_type, group_type, output_fields

from .builder import case_id, find_idea
from .sealed_requests import request_schema

VERSION = "1.0.0"
"""The version of the vectors: the first number for a change of the format, the second for other cases."""

CORE_FILE = Path(__file__).with_name("core.txt")
"""The ids of the core of each file, one a line; ``python -m tests.core --find`` finds them."""

NOTES = msgspec.json.decode(Path(__file__).with_name("flags.json").read_bytes(), type=dict[str, Note])
"""The notes that explain cases, by flag: what kind of bug a case catches, and what comes of it."""

_REQUEST_SCHEMA = "schema/requests.json"
_INDEX = "schema/index.json"


@dataclass(frozen=True)
class VectorFile:
    """A file that the generator makes.

    Attributes:
        path: Where it belongs, relative to the directory of the vectors, with ``/`` between the parts.
        content: What it holds: ASCII.
    """

    path: str
    content: bytes


def generate_files(seed: bytes) -> Iterator[VectorFile]:
    """Make all files of vectors and their JSON Schemas.

    Args:
        seed: 32 bytes, from which everything follows: the same seed gives the same bytes.

    Yields:
        Two files for each construct, as they are made, then the schema of the requests themselves, and the
        index of all files.

    Raises:
        MalformedInput: The seed has another length.
    """
    rows = []
    for construct in CONSTRUCTS:
        path, path_of_schema = _paths_of(construct)
        suite = generate(construct, seed)
        yield VectorFile(path, dump(suite))
        yield VectorFile(path_of_schema, dump_schema(construct, suite.notes))
        rows.append(_index_row(construct, suite))
    yield VectorFile(_REQUEST_SCHEMA, _dump(request_schema()))
    yield VectorFile(_INDEX, _dump({"version": VERSION, "requests": _REQUEST_SCHEMA, "files": rows}))


def file_paths() -> list[str]:
    """List the paths of the files that :func:`generate_files` makes, in its order."""
    return [*(path for construct in CONSTRUCTS for path in _paths_of(construct)), _REQUEST_SCHEMA, _INDEX]


def _index_row(construct: Construct, suite: Suite) -> dict[str, object]:
    """Return what the index says of a file."""
    file, schema = _paths_of(construct)
    return {
        "file": file,
        "construct": construct.algorithm,
        "cases": suite.number_of_tests,
        "core": sum(case.core for group in suite.test_groups for case in group.tests),
        "schema": schema,
        "groups": [group_type(type(group)) for group in suite.test_groups],
    }


def _paths_of(construct: Construct) -> tuple[str, str]:
    return f"{construct.name}.json", f"schema/{construct.schema}"


def generate(construct: Construct, seed: bytes) -> Suite:
    """Make the vectors of a construct.

    Args:
        construct: The construct.
        seed: 32 bytes, from which everything follows. Each construct's material is its own.

    Returns:
        The file.

    Raises:
        MalformedInput: The seed has another length.
        ValueError: Two cases have the same id.
    """
    material = KeyMaterial(KeyMaterial(seed).take(f"vectors/{construct.name}"))
    core = set(CORE_FILE.read_text().split())
    made = list(without_repeats(resolve_name(f"{__package__}.{construct.maker}:{construct.name}")(material)))
    groups = [
        group(tests=tests)
        for group in construct.groups
        if (tests := [case for case in made if type(case) is case_type(group)])
    ]
    for group in groups:
        for case in group.tests:
            case.id = case_id(construct.name, type(group), case.id)
            case.idea = find_idea(case.flags, case.comment)
            case.core = case.id in core
    cases = [case for group in groups for case in group.tests]
    for number, case in enumerate(cases, start=1):
        case.tc_id = number
    ids = Counter(case.id for case in cases)
    if twice := [each for each, count in ids.items() if count > 1]:
        raise ValueError(f"give the cases {', '.join(twice)} comments that differ in letters or digits")
    flags = sorted({flag for case in cases for flag in case.flags})
    suite: Suite = suite_type(construct.groups)(
        algorithm=construct.algorithm,
        schema=construct.schema,
        generator_version=VERSION,
        number_of_tests=len(cases),
        header=list(construct.header),
        notes={flag: NOTES[flag] for flag in flags},
        test_groups=groups,
    )
    return suite


_DESCRIPTION = {*Case.__struct_encode_fields__} - {"result", "error"}


def without_repeats(cases: Iterable[Case]) -> Iterator[Case]:
    """Leave out cases with the input and result of an earlier one, as some near misses are."""
    seen = set()
    for case in cases:
        fields = msgspec.to_builtins(case).items()
        key = (
            type(case),
            msgspec.json.encode({name: value for name, value in fields if name not in _DESCRIPTION}),
        )
        if key not in seen:
            seen.add(key)
            yield case


def dump(suite: Suite) -> bytes:
    """Write a file of vectors: ASCII, so that no tool changes a character, and the same on any machine.

    Args:
        suite: The file.

    Returns:
        Its bytes.
    """
    return _dump(msgspec.to_builtins(suite))


def dump_schema(construct: Construct, flags: Iterable[str]) -> bytes:
    """Write the JSON Schema of a construct's file, whose cases have these flags."""
    schema = msgspec.json.schema(suite_type(construct.groups))
    definitions: dict[str, Any] = schema["$defs"]
    properties = definitions["Suite"]["properties"]
    # A discriminator is OpenAPI's; JSON Schema validates by the constant of each type.
    properties["testGroups"]["items"].pop("discriminator", None)
    properties["schema"]["const"] = construct.schema
    note = properties["notes"].pop("additionalProperties")
    properties["notes"] |= {
        "properties": dict.fromkeys(flags, note),
        "required": [*flags],
        "additionalProperties": False,
    }
    for group in construct.groups:
        case = case_type(group)
        definition = definitions[case.__name__]
        definition["properties"]["flags"]["items"]["enum"] = [*flags]
        definition |= _rules_of(case)
        definitions[group.__name__] |= _fields_of(case)
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return _dump(with_portable_patterns(with_clean_descriptions({**dialect, **schema})))


def _fields_of(case: type[Case]) -> dict[str, list[str]]:
    """List the inputs and outputs of a group's cases, for programs; validators ignore these keywords.

    ``outputsOfSome`` are there for some valid cases only, and then together.
    """
    outputs = output_fields(case)
    about = {*Case.__struct_encode_fields__, *outputs.all}
    inputs = [name for name in case.__struct_encode_fields__ if name not in about]
    return {"inputs": inputs, "outputs": [*outputs.always], "outputsOfSome": [*outputs.together]}


def _rules_of(case: type[Case]) -> dict[str, Any]:
    """Return the rules on a case's outputs and error: valid cases have the outputs, others the error."""
    outputs = output_fields(case)
    return {
        "if": {"properties": {"result": {"const": "valid"}}},
        "then": {"required": [*outputs.always], "properties": {"error": False}},
        "else": {"required": ["error"], "properties": dict.fromkeys(outputs.all, False)},
        "dependentRequired": {
            name: [other for other in outputs.together if other != name] for name in outputs.together
        },
    }


def _dump(value: object) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode("ascii")
