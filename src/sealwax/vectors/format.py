"""The envelope of a file of test vectors: Project Wycheproof's, with the error code that each case expects.

A construct defines its groups and cases as types over these. The JSON Schemas, the strict reading of files
and their writing all follow from the types.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sealwax.errors import error_codes
from sealwax.testing.key_material import KeyMaterial

if TYPE_CHECKING:
    ErrorCode = str
else:
    ErrorCode = Literal[error_codes()]

BugType = Literal[
    "AUTH_BYPASS",
    "BASIC",
    "BER_ENCODING",
    "CAN_OF_WORMS",
    "CONFIDENTIALITY",
    "EDGE_CASE",
    "FUNCTIONALITY",
    "KNOWN_BUG",
    "LEGACY",
    "MALLEABILITY",
    "MISSING_STEP",
    "MODIFIED_PARAMETER",
    "WRONG_PRIMITIVE",
]

Hex = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", description="Bytes, as lower-case hex.")]
Milliseconds = Annotated[int, Meta(description="A time, in milliseconds since the epoch.")]
# Up to the end of the year 9999, where datetime ends.
Now = Annotated[
    int,
    Meta(
        ge=0,
        le=253402300799999,
        description="The time at which it is read, in milliseconds since the epoch.",
    ),
]

Outputs = Mapping[str, object]
"""What an implementation gives for a valid case, by the names of the case's fields."""


class Case(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True):
    """One test: an input, and what must come of it."""

    tc_id: Annotated[int, Meta(ge=1, description="The number of the case, unique in its file.")]
    comment: Annotated[str, Meta(min_length=1, description="What the case is about.")]
    flags: Annotated[list[str], Meta(description="The notes that explain the case.")]
    result: Annotated[
        Literal["valid", "invalid"],
        Meta(description="Whether the input must be accepted, with the outputs given, or refused."),
    ]
    error: Annotated[
        ErrorCode | UnsetType, Meta(description="For an invalid case: what kind of failure it must be.")
    ] = UNSET


C = TypeVar("C", bound=Case)


class Group(msgspec.Struct, Generic[C], kw_only=True, rename="camel", tag_field="type"):
    """Tests of one function. ``run`` puts a case through this library."""

    tests: list[C]

    def run(self, case: C) -> Outputs:
        """Put a case through this library.

        Args:
            case: The case.

        Returns:
            The outputs.

        Raises:
            SealwaxError: The input is refused.
        """
        raise NotImplementedError


class Note(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True, frozen=True):
    """Why cases are there."""

    bug_type: Annotated[BugType, Meta(description="The kind of bug, in Wycheproof's terms.")]
    description: Annotated[str, Meta(min_length=1, description="What the cases have in common.")]
    effect: Annotated[str, Meta(description="What an implementation that fails them is open to.")] = ""
    links: Annotated[list[str], Meta(description="Where to read more.")] = []


class Suite(msgspec.Struct, kw_only=True, rename="camel"):
    """A file of test vectors."""

    algorithm: Annotated[str, Meta(description="The construct that is tested.")]
    schema: Annotated[str, Meta(description="The file in schema/ that describes this one.")]
    generator_version: Annotated[str, Meta(description="The version of what made the file.")]
    number_of_tests: Annotated[int, Meta(description="How many cases there are, in all groups.")]
    header: Annotated[list[str], Meta(description="What the file is, in sentences.")]
    notes: Annotated[dict[str, Note], Meta(description="The flags, explained.")]
    test_groups: list[Group[Any]]


@dataclass(frozen=True)
class Construct:
    """A construct that has a file of vectors.

    Attributes:
        name: The name of the file, without ``.json``.
        algorithm: What the file calls the construct.
        header: What the file is, in sentences.
        groups: The types of groups that it may have.
        build: Makes the groups from key material. The cases' numbers are given afterwards.
    """

    name: str
    algorithm: str
    header: tuple[str, ...]
    groups: tuple[type[Group[Any]], ...]
    build: Callable[[KeyMaterial], Sequence[Group[Any]]]


def valid(case: type[C], comment: str, *flags: str, **fields: Any) -> C:
    """Make a case that must be accepted.

    Args:
        case: Its type.
        comment: What it is about.
        flags: The notes that explain it.
        fields: Its inputs and outputs.

    Returns:
        The case, without its number yet.
    """
    return case(tc_id=1, comment=comment, flags=list(flags), result="valid", **fields)


def invalid(case: type[C], comment: str, error: ErrorCode, *flags: str, **fields: Any) -> C:
    """Make a case that must be refused, and has exactly one thing wrong.

    Args:
        case: Its type.
        comment: What is wrong.
        error: What kind of failure it must be.
        flags: The notes that explain it.
        fields: Its inputs.

    Returns:
        The case, without its number yet.
    """
    return case(tc_id=1, comment=comment, flags=list(flags), result="invalid", error=error, **fields)
