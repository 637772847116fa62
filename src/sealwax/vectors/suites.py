"""All constructs that have vectors, and the making, reading and writing of their files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Union

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.errors import MalformedInput
from sealwax.testing.key_material import KeyMaterial

from . import (
    api_key_stamps,
    attestations,
    attested_stamps,
    client_signatures,
    credentials,
    exports,
    hpke,
    imports,
    mnemonics,
    otp,
    sealed_requests,
    tokens,
    webauthn_stamps,
)
from .format import Construct, Group, Suite
from .notes import NOTES

GENERATOR_VERSION = "1"

CONSTRUCTS: tuple[Construct, ...] = (
    *api_key_stamps.CONSTRUCTS,
    *webauthn_stamps.CONSTRUCTS,
    *attested_stamps.CONSTRUCTS,
    *client_signatures.CONSTRUCTS,
    *exports.CONSTRUCTS,
    *imports.CONSTRUCTS,
    *otp.CONSTRUCTS,
    *credentials.CONSTRUCTS,
    *tokens.CONSTRUCTS,
    *attestations.CONSTRUCTS,
    *mnemonics.CONSTRUCTS,
    *hpke.CONSTRUCTS,
    *sealed_requests.CONSTRUCTS,
)
"""The constructs, each of which has a file."""


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
        Two files for each construct, as they are made.

    Raises:
        MalformedInput: The seed has another length.
    """
    for construct in CONSTRUCTS:
        yield VectorFile(f"{construct.name}.json", dump(generate(construct, seed)))
        yield VectorFile(f"schema/{schema_name(construct)}", dump_schema(construct))


def generate(construct: Construct, seed: bytes) -> Suite:
    """Make the vectors of a construct.

    Args:
        construct: The construct.
        seed: 32 bytes, from which everything follows. Each construct's material is its own.

    Returns:
        The file.

    Raises:
        MalformedInput: The seed has another length.
    """
    material = KeyMaterial(KeyMaterial(seed).take(f"vectors/{construct.name}"))
    groups = list(construct.build(material))
    cases = [case for group in groups for case in group.tests]
    for number, case in enumerate(cases, start=1):
        case.tc_id = number
    flags = sorted({flag for case in cases for flag in case.flags})
    suite: Suite = _suite_type(construct.groups)(
        algorithm=construct.algorithm,
        schema=schema_name(construct),
        generator_version=GENERATOR_VERSION,
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


def dump_schema(construct: Construct) -> bytes:
    """Write the JSON Schema of a construct's file.

    Args:
        construct: The construct.

    Returns:
        Its bytes.
    """
    schema = msgspec.json.schema(_suite_type(construct.groups))
    # A discriminator is OpenAPI's; JSON Schema validates by the constant of each type.
    definitions: dict[str, Any] = schema["$defs"]
    items = definitions["Suite"]["properties"]["testGroups"]["items"]
    items.pop("discriminator", None)
    return _dump({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


def load(data: bytes, what: str) -> Suite:
    """Read a file of vectors strictly.

    Args:
        data: Its bytes.
        what: What it is, for the error message.

    Returns:
        The file.

    Raises:
        MalformedInput: It is not JSON of a schema that is known here, its numbers do not add up, or it has
            flags that it does not explain.
    """
    suite = decode_json(data, _suite_type(_all_groups()), what)
    cases = [case for group in suite.test_groups for case in group.tests]
    if suite.number_of_tests != len(cases):
        raise MalformedInput(f"{what} says that it has {suite.number_of_tests} cases, and has {len(cases)}")
    if len({case.tc_id for case in cases}) != len(cases):
        raise MalformedInput(f"{what} has a tcId twice")
    unknown = sorted({flag for case in cases for flag in case.flags} - suite.notes.keys())
    if unknown:
        raise MalformedInput(
            f"{what} does not explain its flags {', '.join(flag[:40] for flag in unknown[:5])}"
        )
    for case in cases:
        if (case.result == "valid") != (case.error is msgspec.UNSET):
            raise MalformedInput(f"{what}: case {case.tc_id} needs an error if it is invalid, and only then")
    return suite


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
