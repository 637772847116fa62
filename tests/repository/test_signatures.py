"""Hold every public signature to one rule for each kind of argument and result."""

import inspect
import re
import typing
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from types import UnionType
from typing import Any, NamedTuple

import msgspec
import pytest

from sealwax import EnclaveKeys
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax.proofs import AppProofExpectation, EnclaveIdentity
from tools.support import public_names


def is_importable(room: str) -> bool:
    """Whether the client of HTTP that an integration is named for is installed."""
    package, _, client = room.rpartition(".")
    return package != "sealwax.integrations" or find_spec(client) is not None


ROOMS = tuple(filter(is_importable, public_names.ROOMS))
"""The packages and modules that are public by their own names."""

Function = Callable[..., object]


def public_objects() -> dict[str, object]:
    """The public names of all rooms: classes, functions, types and constants."""
    return {
        f"{room}.{name}": getattr(module, name)
        for room in ROOMS
        for module in [import_module(room)]
        for name in module.__all__
    }


OBJECTS = public_objects()
CLASSES = {name: value for name, value in OBJECTS.items() if inspect.isclass(value)}


def members(cls: type) -> Iterator[tuple[str, Function]]:
    """The public methods of a class, and the getters of its properties."""
    for name in dir(cls):
        member = inspect.getattr_static(cls, name, None)
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        # Not what a class inherits from a library.
        ours = (getattr(function, "__module__", None) or "").startswith("sealwax")
        if ours and not name.startswith("_") and inspect.isfunction(function):
            yield name, function


def functions() -> Iterator[tuple[str, Function]]:
    """The public functions and methods of all rooms."""
    for name, value in OBJECTS.items():
        if inspect.isfunction(value):
            yield name, value
    for name, cls in CLASSES.items():
        for of_class, function in members(cls):
            yield f"{name}.{of_class}", function


FUNCTIONS = dict(functions())

ALIASES = {
    repr(each): name.rpartition(".")[2]
    for name, value in OBJECTS.items()
    if typing.get_origin(value) is not None
    # Python 3.10 adds None to the type of an argument whose default it is, in a form of its own.
    for each in ([value, typing.Optional[value]] if type(None) in typing.get_args(value) else [value])  # noqa: UP045
}


PLAIN = ((type(None), "None"), (None, "None"), (..., "..."))


def text_of(hint: object) -> str:
    """A type as people write it; an alias by its public name, and a class without its module."""
    if repr(hint) in ALIASES:
        return ALIASES[repr(hint)]
    if isinstance(hint, list):
        return f"[{', '.join(map(text_of, hint))}]"
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin in {typing.Union, UnionType}:
        return " | ".join(map(text_of, arguments))
    plain = next((text for each, text in PLAIN if hint is each), None)
    name = plain or getattr(origin or hint, "__name__", None) or str(hint).rpartition(".")[2]
    return f"{name}[{', '.join(map(text_of, arguments))}]" if arguments else name


def is_result(cls: type) -> bool:
    """Whether a class is what a function returns, or an artifact taken apart: its fields are all it has."""
    fields = hasattr(cls, "__dataclass_fields__") or issubclass(cls, (tuple, FrozenSecret, msgspec.Struct))
    return fields and cls not in {AppProofExpectation, EnclaveIdentity}


def is_made(cls: type) -> bool:
    """Whether callers call a class with arguments that the library chose the names of."""
    return not (is_result(cls) or issubclass(cls, (Exception, Enum)) or getattr(cls, "_is_protocol", False))


CALLED: dict[str, Function] = {**{name: cls for name, cls in CLASSES.items() if is_made(cls)}, **FUNCTIONS}


class Argument(NamedTuple):
    """A parameter of a public function, method or class."""

    of: str
    name: str
    keyword_only: bool
    type: str
    default: object

    @property
    def line(self) -> str:
        """The parameter's kind and type."""
        return f"*, {self.type}" if self.keyword_only else self.type


def arguments_of(of: str, function: Function) -> Iterator[Argument]:
    """The parameters of what is called."""
    hints = typing.get_type_hints(getattr(function, "__init__", function) if of in CLASSES else function)
    for each in inspect.signature(function).parameters.values():
        if each.name not in {"self", "cls"}:
            keyword_only = each.kind is inspect.Parameter.KEYWORD_ONLY
            yield Argument(of, each.name, keyword_only, text_of(hints[each.name]), each.default)


ARGUMENTS = [each for of, function in CALLED.items() for each in arguments_of(of, function)]


def test_no_default_fills_the_help() -> None:
    assert not [each[:2] for each in ARGUMENTS if len(repr(each.default)) > 100]


@pytest.mark.parametrize("room", ROOMS)
def test_the_names_of_a_room_are_literal(room: str) -> None:
    """Type checkers and people read them in the source."""
    assert import_module(room).__all__ == list(public_names.names_of(room))


def test_a_union_is_written_in_one_order() -> None:
    """Python 3.10 takes two orders for the same type, and shows the one that it met first."""
    orders: dict[tuple[str, ...], set[str]] = {}
    for each in ARGUMENTS:
        kind = each.type
        orders.setdefault(tuple(sorted(kind.split(" | "))), set()).add(kind)
    assert [texts for texts in orders.values() if len(texts) > 1] == []


TIME = r"(?!require_)(\w+_)?(at|exp|expiry|expires|iat|time|timestamp|date)|\w+_(ms|seconds|millis)"
"""Names of times. Operations alone have those of the API, such as timestamp_ms."""

# Makers of what tests break, which is JSON, and cases of any construct.
OF_ANYTHING = ("sealwax.testing.", "sealwax_service.", "sealwax_vectors.")

RULES = (
    # A guard requires a time, unless the caller says otherwise.
    (r"(allow_(?!hosts|origins)|require_)\w+", r"\*, bool", r"verify_request|stamps\.verify_request_async"),
    (r"now", r"\*, datetime( \| None)?", r""),
    # It writes a header as a broken sender would.
    (TIME, r"(\*, )?datetime( \| None)?", r"testing\.WebhookSender\.sign"),
    (r"leeway|max_age|timeout", r"\*, timedelta( \| None)?", r""),
    (r"keys", r"\*, (Enclave|QuorumEncryption|Webhook)Keys", r"webhooks\.WebhookKeys"),
    (r"trusted_keys", r"\*, Collection\[.*", r"StampVerifier"),
    (r"identity|trust_anchors|expected_\w+", r"\*, .*", r""),
    (r"organization_id|user_id", r"\*, .*", r""),
    (r".*", r"(?!.*\bAny\b).*", r"(testing|sealwax_(service|vectors))\..*"),
)
"""The names of arguments, the kind and the type that they may have, and the functions that are exempt."""


def broken_rules(argument: Argument) -> list[str]:
    """The rules that an argument breaks: a name and a default mean the same thing everywhere."""
    broken = [
        line
        for name, line, others in RULES
        if re.fullmatch(name, argument.name)
        and not re.fullmatch(line, argument.line)
        and not re.fullmatch(others, argument.of.removeprefix("sealwax."))
    ]
    if re.match("(allow|require)_", argument.name) and argument.type == "bool" and argument.default:
        broken.append("what is looser or stricter is off by default")
    if argument.default == "":
        broken.append("absent is None")
    return broken


def test_every_argument_means_what_its_name_means_elsewhere() -> None:
    broken = {(each.of, each.name) for each in ARGUMENTS if broken_rules(each)}
    in_operations = {each for each in broken if each[0].startswith("sealwax.operations.")}
    assert broken - in_operations == set()
    assert {name for _, name in in_operations} == {"timestamp_ms"}


NAMES_OF_SEVERAL_THINGS = {
    *("key", "keys", "public_key", "trusted_keys", "api_keys", "signer"),
    *("request", "answer", "transport", "http", "operation", "encoding", "expected", "form"),
    *("seen", "client", "files"),
}
"""Names that stand for another thing in another function, whose name tells which."""


def members_of(kind: str) -> set[str]:
    """The types of a union, without None; a literal type, also by its public name, is its values' type."""
    found = set(re.findall(r"(?:[^|\[]|\[[^\]]*\]+)+", kind))
    names = {each.strip() for each in found} - {"None"}
    literal = {"Literal"} | {alias for text, alias in ALIASES.items() if "Literal[" in text}
    return {"str" if each.partition("[")[0] in literal else each for each in names}


def with_several_types(arguments: Iterable[Argument]) -> set[str]:
    """The names that have, in two functions, types without anything in common."""
    types: dict[str, list[set[str]]] = {}
    for each in arguments:
        types.setdefault(each.name, []).append(members_of(each.type))
    return {
        name for name, found in types.items() if any(not one & other for one, other in combinations(found, 2))
    }


def test_a_name_has_one_type() -> None:
    arguments = [each for each in ARGUMENTS if not each.of.startswith(OF_ANYTHING)]
    assert with_several_types(arguments) == NAMES_OF_SEVERAL_THINGS


def arguments_in(signature: str) -> Iterator[Argument]:
    """The arguments of a function that is made here."""
    names: dict[str, Any] = {"Any": Any, "EnclaveKeys": EnclaveKeys, "datetime": datetime}
    exec(f"def function({signature}): ...", names)
    yield from arguments_of("sealwax.function", names["function"])


@pytest.mark.parametrize(
    "signature",
    [
        "*, now: float",
        "now: datetime",
        "*, expires_at: str",
        "*, max_age: float",
        "expected_address: str",
        "organization_id: str",
        "keys: EnclaveKeys",
        "*, allow_scoped: bool = True",
        "*, variant: str = ''",
        "body: list[Any]",
    ],
)
def test_a_signature_can_break_a_rule(signature: str) -> None:
    (argument,) = arguments_in(signature)
    assert broken_rules(argument) != []


ARTIFACTS = {
    "activity",
    "answer",
    "app_proof",
    "body",
    "boot_proof",
    "bundle",
    "credential",
    "data",
    "document",
    "encoded",
    "header_value",
    "headers",
    "keystore",
    "payload",
    "proof",
    "signature",
    "target_bundle",
    "text",
    "token",
}
OPENERS = re.compile(r"(verify|decrypt|read|decode|parse)(_|$)")
# The result of an operation is the artifact itself.
OF_A_RESULT = re.compile(r"sealwax\.operations\.\w+\.(decrypt|verify|verify_votes)")


def openers() -> Iterator[tuple[str, Function]]:
    """The functions that open an artifact."""
    for name, function in FUNCTIONS.items():
        if OPENERS.match(name.rpartition(".")[2]):
            yield name, function


def test_the_artifact_is_the_first_argument() -> None:
    for name, function in openers():
        if not OF_A_RESULT.fullmatch(name) and not name.startswith("sealwax.testing."):
            first = next(each for each in inspect.signature(function).parameters if each != "self")
            assert first in ARTIFACTS, f"{name}({first})"


def test_what_verifies_or_decrypts_returns_a_result() -> None:
    for name, function in openers():
        returned = text_of(typing.get_type_hints(function)["return"])
        assert not {"None", "bool", "object", "Any"} & set(re.findall(r"\w+", returned)), (
            f"{name}: {returned}"
        )


def results() -> Iterator[tuple[str, str, str]]:
    """The fields and properties of what the library returns: of, name and type."""
    for of, cls in CLASSES.items():
        for name, hint in typing.get_type_hints(cls).items():
            if not name.startswith("_"):
                yield of, name, text_of(hint)
        for name, function in members(cls):
            if isinstance(inspect.getattr_static(cls, name), property):
                yield of, name, text_of(typing.get_type_hints(function)["return"])


RESULTS = tuple(results())
# The answers to operations have the API's own forms.
OF_THE_LIBRARY = [each for each in RESULTS if not each[0].startswith("sealwax.operations.")]


def test_a_time_is_a_datetime() -> None:
    times = [(of, name, kind) for of, name, kind in OF_THE_LIBRARY if re.fullmatch(TIME, name)]
    assert len(times) >= 5
    assert [each for each in times if each[2] not in {"datetime", "datetime | None"}] == []


COSE = {
    "sealwax.VerifiedAssertion": "bytes",
    "sealwax.VerifiedAttestation": "bytes",
    "sealwax.testing.SoftwareAuthenticator": "bytes",
    "sealwax.activities.VerifiedVote": "str | bytes",  # of an API key, or of a passkey
    "sealwax.proofs.AttestationChecks": "bool",  # whether it was compared
    "sealwax.proofs.VerifiedAttestationDocument": "bytes | None",  # of any form, as the enclave chose it
}


def test_a_public_key_is_hex_and_a_cose_key_is_bytes() -> None:
    keys = {of: kind for of, name, kind in OF_THE_LIBRARY if name == "public_key"}
    assert {of: kind for of, kind in keys.items() if kind != "str"} == COSE


def test_a_secret_key_is_only_given_by_a_method_that_names_it() -> None:
    assert {(of, name) for of, name, _ in OF_THE_LIBRARY if "private" in name or "secret" in name} == {
        ("sealwax.ExportedAccount", "private_key"),
        ("sealwax.wallets.Account", "private_key"),
        ("sealwax.QuorumEncryptionKeys", "pull_secret"),  # the public key that one is sealed to
    }


def test_results_are_frozen() -> None:
    for name, cls in CLASSES.items():
        if hasattr(cls, "__dataclass_params__"):
            assert cls.__dataclass_params__.frozen, name
        if issubclass(cls, msgspec.Struct) and not name.startswith("sealwax_vectors."):
            assert cls.__struct_config__.frozen, name


def test_the_values_of_a_text_are_exported_as_a_type() -> None:
    types = {
        *((each.of, each.type) for each in ARGUMENTS),
        *((of, kind) for of, _, kind in RESULTS),
    }
    # The code of an error is a string to branch on, and MismatchCode is of sealwax.errors.
    literal = {
        of for of, kind in types if re.search(r"Literal\[[^]]*,", kind) and not of.startswith(OF_ANYTHING)
    }
    assert literal == {"sealwax.ContextMismatch", "sealwax.integrations.httpx.WrongOrigin"}
