"""All constructs that have vectors, and the making, reading and writing of their files."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Union

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput
from sealwax.operations.schemas import with_clean_descriptions
from sealwax.testing.key_material import KeyMaterial
from sealwax.vectors.format import (
    Case,
    Construct,
    Group,
    Suite,
    case_id,
    case_type,
    find_idea,
    group_type,
    output_fields,
)

from . import (
    activity_votes,
    addresses,
    api_key_stamps,
    attestations,
    attested_stamps,
    client_signatures,
    credentials,
    exports,
    hpke,
    imports,
    key_forms,
    mnemonics,
    otp,
    proofs,
    quorum_keys,
    sealed_requests,
    secrets,
    signature_results,
    tokens,
    webauthn_stamps,
    webhooks,
)
from .notes import NOTES

VERSION = "1.0.0"
"""The version of the vectors: the first number for a change of the format, the second for other cases."""

CORE_FILE = Path(__file__).with_name("core.txt")
"""The ids of the core, one a line; ``python -m tests.mutation --core`` finds them."""

CONSTRUCTS: tuple[Construct, ...] = (
    *api_key_stamps.CONSTRUCTS,
    *webauthn_stamps.CONSTRUCTS,
    *attested_stamps.CONSTRUCTS,
    *client_signatures.CONSTRUCTS,
    *exports.CONSTRUCTS,
    *imports.CONSTRUCTS,
    *secrets.CONSTRUCTS,
    *otp.CONSTRUCTS,
    *credentials.CONSTRUCTS,
    *quorum_keys.CONSTRUCTS,
    *tokens.CONSTRUCTS,
    *webhooks.CONSTRUCTS,
    *attestations.CONSTRUCTS,
    *proofs.CONSTRUCTS,
    *mnemonics.CONSTRUCTS,
    *addresses.CONSTRUCTS,
    *key_forms.CONSTRUCTS,
    *hpke.CONSTRUCTS,
    *sealed_requests.CONSTRUCTS,
    *activity_votes.CONSTRUCTS,
    *signature_results.CONSTRUCTS,
)
"""The constructs, each of which has a file."""


_REQUEST_SCHEMA = "schema/requests.json"


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
        Two files for each construct, as they are made, and then the schema of the requests themselves.

    Raises:
        MalformedInput: The seed has another length.
    """
    for construct in CONSTRUCTS:
        path, path_of_schema = _paths_of(construct)
        suite = generate(construct, seed)
        yield VectorFile(path, dump(suite))
        yield VectorFile(path_of_schema, dump_schema(construct, suite.notes))
    yield VectorFile(_REQUEST_SCHEMA, _dump(sealed_requests.request_schema()))


def file_paths() -> list[str]:
    """List the paths of the files that :func:`generate_files` makes, in its order."""
    return [*(path for construct in CONSTRUCTS for path in _paths_of(construct)), _REQUEST_SCHEMA]


def _paths_of(construct: Construct) -> tuple[str, str]:
    return f"{construct.name}.json", f"schema/{schema_name(construct)}"


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
    groups = list(construct.build(material))
    for group in groups:
        for case in group.tests:
            case.id = case_id(construct.name, type(group), case.comment)
            case.idea = find_idea(case.flags, case.comment)
            case.core = case.id in core
    cases = [case for group in groups for case in group.tests]
    for number, case in enumerate(cases, start=1):
        case.tc_id = number
    ids = Counter(case.id for case in cases)
    if twice := [each for each, count in ids.items() if count > 1]:
        raise ValueError(f"give the cases {', '.join(twice)} comments that differ in letters or digits")
    flags = sorted({flag for case in cases for flag in case.flags})
    suite: Suite = _suite_type(construct.groups)(
        algorithm=construct.algorithm,
        schema=schema_name(construct),
        generator_version=VERSION,
        number_of_tests=len(cases),
        header=list(construct.header),
        notes={flag: NOTES[flag] for flag in flags},
        test_groups=groups,
    )
    return suite


def schema_name(construct: Construct) -> str:
    """Give the name of a construct's schema.

    Args:
        construct: The construct.

    Returns:
        The file's name.
    """
    return f"{construct.name}_schema.json"


def dump(suite: Suite) -> bytes:
    """Write a file of vectors: ASCII, so that no tool changes a character, and the same on any machine.

    Args:
        suite: The file.

    Returns:
        Its bytes.
    """
    return _dump(msgspec.to_builtins(suite))


def dump_schema(construct: Construct, flags: Iterable[str]) -> bytes:
    """Write the JSON Schema of a construct's file.

    Args:
        construct: The construct.
        flags: The flags that its cases have.

    Returns:
        Its bytes.
    """
    schema = msgspec.json.schema(_suite_type(construct.groups))
    definitions: dict[str, Any] = schema["$defs"]
    properties = definitions["Suite"]["properties"]
    # A discriminator is OpenAPI's; JSON Schema validates by the constant of each type.
    properties["testGroups"]["items"].pop("discriminator", None)
    properties["schema"]["const"] = schema_name(construct)
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
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return _dump(with_clean_descriptions({**dialect, **schema}))


def _rules_of(case: type[Case]) -> dict[str, Any]:
    """Say in JSON Schema what a valid case has, and what an invalid one."""
    outputs = output_fields(case)
    return {
        "if": {"properties": {"result": {"const": "valid"}}},
        "then": {"required": [*outputs.always], "properties": {"error": False}},
        "else": {"required": ["error"], "properties": dict.fromkeys(outputs.all, False)},
        "dependentRequired": {
            name: [other for other in outputs.together if other != name] for name in outputs.together
        },
    }


def load(data: bytes, what: str) -> Suite:
    """Read a file of vectors strictly.

    Args:
        data: Its bytes.
        what: What it is, for the error message.

    Returns:
        The file.

    Raises:
        MalformedInput: It is not JSON of a schema that is known here, its numbers do not add up, it has an id
            or a tcId twice, it does not explain just the flags that its cases have, or a case has not just
            the outputs or the error that its result calls for.
    """
    suite = decode_json(data, _suite_type(_all_groups()), what)
    construct = next((each for each in CONSTRUCTS if schema_name(each) == suite.schema), None)
    if construct is None:
        raise MalformedInput(f"{what} names a schema that is not known here")
    problem = next(_problems_of(suite, construct), None)
    if problem is not None:
        raise MalformedInput(f"{what} {problem}")
    return suite


def _problems_of(suite: Suite, construct: Construct) -> Iterator[str]:
    """Find what is wrong with a file that its types cannot say."""
    cases = [case for group in suite.test_groups for case in group.tests]
    if suite.number_of_tests != len(cases):
        yield f"says that it has {suite.number_of_tests} cases, and has {len(cases)}"
    for name, values in (("tcId", [case.tc_id for case in cases]), ("id", [case.id for case in cases])):
        if twice := [value for value, count in Counter(values).items() if count > 1]:
            yield f"has the {name} {_shown(twice)} twice"
    flags = {flag for case in cases for flag in case.flags}
    if unknown := flags - suite.notes.keys():
        yield f"does not explain its flags {_shown(sorted(unknown))}"
    if unused := suite.notes.keys() - flags:
        yield f"explains flags that no case has: {_shown(sorted(unused))}"
    for group in suite.test_groups:
        if type(group) not in construct.groups:
            yield f"has a group of type {group_type(type(group))}, which is of another file"
        prefix = f"{construct.name}/{group_type(type(group))}/"
        for case in group.tests:
            if not case.id.startswith(prefix):
                yield f"has the id {_shown([case.id])}, which must begin with {prefix}"
            for problem in _problems_of_case(case):
                yield f"has the case {case.tc_id}, which {problem}"


def _problems_of_case(case: Case) -> Iterator[str]:
    """Find what a case lacks that its result calls for, and what it has that its result forbids."""
    outputs = output_fields(type(case))
    found = msgspec.to_builtins(case).keys() & {"error", *outputs.all}
    wanted = {"error"}
    if case.result == "valid":
        wanted = {*outputs.always, *(outputs.together if found & set(outputs.together) else ())}
    for name in sorted(wanted - found):
        yield f"is {case.result} and lacks its {name}"
    for name in sorted(found - wanted):
        yield f"is {case.result} and must not have the field {name}"


def _shown(values: Sequence[object]) -> str:
    """Name a few of them, none at length."""
    return ", ".join(str(value)[:60] for value in values[:5])


def _all_groups() -> tuple[type[Group[Any]], ...]:
    return tuple({group: None for construct in CONSTRUCTS for group in construct.groups})


@lru_cache(maxsize=64)
def _suite_type(groups: tuple[type[Group[Any]], ...]) -> type[Suite]:
    """The type of a file that may have these groups."""
    suite: type[Suite] = msgspec.defstruct(  # type: ignore[assignment] # by its base
        "Suite",
        [("test_groups", list[Union[groups]])],  # type: ignore[valid-type]  # noqa: UP007 - not known statically
        bases=(Suite,),
        kw_only=True,
        rename="camel",
    )
    return suite


def _dump(value: object) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode("ascii")
