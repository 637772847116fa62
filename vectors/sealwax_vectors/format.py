"""The file format of test vectors: Project Wycheproof's, with the error code that each case expects.

A construct subclasses these types for its groups and cases. The types determine the JSON Schemas, the strict
reader and the writer. The description of an output begins with ``Output``.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sealwax.errors import error_codes

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

END_OF_TEXT = r"\Z"
"""The end of a text in Python's patterns; ``$`` also matches before a final newline."""


def name_in(names: Iterable[str], description: str) -> Meta:
    """Describe a field with these names as valid values; an invalid case may have other text."""
    return Meta(description=description, examples=list(names))


Hex = Annotated[str, Meta(pattern=f"^([0-9a-f]{{2}})*{END_OF_TEXT}", description="Bytes, as lower-case hex.")]
Milliseconds = Annotated[int, Meta(description="A time, in milliseconds since the epoch.")]
MaxAge = Annotated[int, Meta(description="How far its time may be from now, in milliseconds.")] | UnsetType
# The maximum is that of datetime, the end of the year 9999.
Now = Annotated[
    int,
    Meta(
        ge=0, le=253402300799999, description="The time at which it is read, in milliseconds since the epoch."
    ),
]

Outputs = Mapping[str, object]
"""The outputs of an implementation for a valid case, by the names of the case's fields."""


class Case(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """One test: an input, and the required outcome."""

    tc_id: Annotated[int, Meta(ge=1, description="The number of the case, unique in its file. It stays.")]
    id: Annotated[
        str,
        Meta(
            pattern=f"^[0-9a-z_]+/[0-9A-Za-z]+/[0-9A-Za-z-]+{END_OF_TEXT}",
            description="The id of the case, unique in all files. No other case ever gets it.",
        ),
    ]
    comment: Annotated[
        str, Meta(min_length=1, description="The subject of the case, or the defect of an invalid case.")
    ]
    idea: Annotated[
        str,
        Meta(
            min_length=1,
            description="The mistake that the case tests, in any part of the input. Similar cases share it.",
        ),
    ]
    section: Annotated[
        str,
        Meta(
            pattern=f"^[0-9]+([.][0-9]+)?{END_OF_TEXT}",
            description="The section of wire-formats.md that has the rule that the case tests.",
        ),
    ]
    flags: Annotated[
        list[str],
        Meta(
            min_length=1,
            description="The notes that explain the case.",
            extra_json_schema={"uniqueItems": True},
        ),
    ]
    result: Annotated[
        Literal["valid", "invalid"],
        Meta(description="Whether the input must be accepted, with the outputs given, or refused."),
    ]
    error: Annotated[
        ErrorCode | UnsetType, Meta(description="For an invalid case: the code of the expected error.")
    ] = UNSET


C = TypeVar("C", bound=Case)


class Group(
    msgspec.Struct, Generic[C], kw_only=True, rename="camel", tag_field="type", forbid_unknown_fields=True
):
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


class Note(
    msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True, frozen=True, forbid_unknown_fields=True
):
    """The reason for the cases with a flag."""

    bug_type: Annotated[BugType, Meta(description="The kind of bug, in Wycheproof's terms.")]
    description: Annotated[str, Meta(min_length=1, description="The property that the cases share.")]
    effect: Annotated[
        str, Meta(description="The consequence for an implementation that fails the cases.")
    ] = ""
    links: Annotated[list[str], Meta(description="Where to read more.")] = []


class Suite(msgspec.Struct, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A file of test vectors."""

    algorithm: Annotated[str, Meta(description="The construct that is tested.")]
    schema: Annotated[str, Meta(description="The file in schema/ that describes this one.")]
    generator_version: Annotated[str, Meta(description="The version of the vectors, as in VERSION.")]
    number_of_tests: Annotated[int, Meta(description="How many cases there are, in all groups.")]
    header: Annotated[list[str], Meta(description="What the file is, in sentences.")]
    notes: Annotated[dict[str, Note], Meta(description="The flags, explained.")]
    test_groups: list[Group[Any]]


def group_type(group: type[Group[Any]]) -> str:
    """Return the ``type`` of a group in files.

    Args:
        group: The group's class.

    Returns:
        The type, such as ``WalletExport``.
    """
    return str(group.__struct_config__.tag)


def case_type(group: type[Group[C]]) -> type[C]:
    """Return the type of a group's cases."""
    (tests,) = (field.type for field in msgspec.structs.fields(group) if field.name == "tests")
    case: type[C]
    (case,) = get_args(tests)
    return case


class OutputFields(NamedTuple):
    """The outputs of a case type: those of every valid case, and those that some cases have together."""

    always: tuple[str, ...]
    together: tuple[str, ...]
    all: tuple[str, ...]
    """All of them; an invalid case has none."""


@lru_cache(maxsize=64)
def output_fields(case: type[Case]) -> OutputFields:
    """Find the outputs of a type of cases: their descriptions begin with ``Output``.

    Args:
        case: The type.

    Returns:
        The outputs. The description of an output that only some valid cases have names the condition, as in
        ``Output, of a wallet: ...``.
    """
    properties = msgspec.json.schema(case)["$defs"][case.__name__]["properties"]
    described = {name: str(schema.get("description", "")) for name, schema in properties.items()}
    always = tuple(
        name for name, description in described.items() if description.startswith(("Output.", "Output:"))
    )
    together = tuple(name for name, description in described.items() if description.startswith("Output, "))
    return OutputFields(always, together, always + together)


def case_inputs(case: Case) -> dict[str, Any]:
    """Return the inputs of a case, by their names in the file.

    Args:
        case: The case.

    Returns:
        The fields that are neither outputs nor common to all cases.
    """
    others = {*Case.__struct_encode_fields__, *output_fields(type(case)).all}
    return {name: value for name, value in msgspec.to_builtins(case).items() if name not in others}


def to_json(value: object) -> str:
    """Write JSON in ASCII on one line, with sorted keys: equal values give equal text."""
    return json.dumps(value, sort_keys=True)


@dataclass(frozen=True)
class Construct:
    """A construct that has a file of vectors.

    Attributes:
        name: The name of the file, without ``.json``.
        algorithm: The name of the construct in the file.
        groups: The types of its groups, in their order.
        header: Sentences that describe the file.
        schema: The name of the file's JSON Schema.
    """

    name: str
    algorithm: str
    groups: tuple[type[Group[Any]], ...]
    header: tuple[str, ...]
    schema: str


def construct(name: str, algorithm: str, groups: tuple[type[Group[Any]], ...], *header: str) -> Construct:
    """Make the row of a construct; each sentence of the header is an argument."""
    return Construct(name, algorithm, groups, header, f"{name}_schema.json")
