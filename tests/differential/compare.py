"""Where readers differ, and the classes of differences that are known."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .inputs import Input
from .readers import Reading

_ANCHORS = re.compile(
    r"malformed: a trust anchor must be a readable|untrusted-signer: the attestation statement leads to none|"
    r"[a-z-]+: (x509|anchor|packed\.anchor)[.a-z0-9-]*$|x509: |asn1: |no path to an anchor$"
)
"""How each of the readers refuses for the sake of an anchor."""

_UNREADABLE = "malformed: a certificate of the attestation statement must be a readable X.509 certificate"
_FORMATS_BEYOND_GO = {"android-key", "apple", "fido-u2f", "tpm"}
_LAX_DER = re.compile(r"malformed: x509\.(ca-default|extension-parts|optional-parts|time-form)")
"""How the reader in JavaScript refuses what Go's library reads."""
_MISTAKE = re.compile(
    "wrong-enclave: (min_nonce|scheme and its member's name) must be |"
    r"wrong-enclave: expected\.(type|max_age) is for forms|malformed: a trusted key is |"
    "invalid-request: timestamp_ms is in seconds"
)

Readings = tuple[Reading, Reading, Reading | None]


@dataclass(frozen=True)
class Class:
    """A known class of differences.

    Attributes:
        name: What it is called in the figures.
        why: The reason why it stays.
        covers: Whether an input with these readings is one.
    """

    name: str
    why: str
    covers: Callable[[Input, Readings], bool]


CLASSES: tuple[Class, ...] = (
    Class(
        "a number of very many digits",
        "Python's parsers refuse integers of more than 4300 digits, and exponents of very many; no member of "
        "the protocol is such a number (wire-formats.md, section 8.1)",
        lambda _, readings: "a number with too many digits" in readings[0].why,
    ),
    Class(
        "a private key to import in a form of another wallet",
        "wire-formats.md, section 8.5: a client may read the forms of section 13.3, as this library does",
        lambda given, readings: given.group == "ImportedPrivateKey" and readings[0].decision == "accepted",
    ),
    Class(
        "an input of more than a mebibyte",
        "this library refuses larger inputs before it reads them; the protocol says nothing of sizes",
        lambda _, readings: "is larger than 1048576 bytes" in readings[0].why,
    ),
    Class(
        "a trust anchor that not every library reads",
        "An anchor is what its caller trusts, byte for byte, and nobody signs it. Beside the rules of "
        "wire-formats.md, section 8.3, each reader's library for X.509 decides which it reads, and which "
        "may issue",
        lambda given, readings: (
            given.field == "trustAnchors"
            and not any(reading.decision == "crashed" for reading in readings if reading is not None)
            and _is_about_anchors(readings)
        ),
    ),
    Class(
        "a certificate that Go reads",
        "crypto/x509 takes booleans that are false and not left out, a time without seconds, and what "
        "follows the extensions, as tests/interop/findings.py says",
        lambda given, readings: (
            given.group == "AttestationVerification"
            and readings[0].why.startswith(_UNREADABLE)
            and _LAX_DER.fullmatch(readings[1].why) is not None
        ),
    ),
    Class(
        "an attestation whose format Go does not verify",
        "The reader in Go verifies packed statements alone: it lacks the feature attestation-formats",
        lambda given, readings: (
            given.group == "AttestationVerification"
            and agree(given, (*readings[:2], None))
            and readings[2] is not None
            and (
                readings[2].why == "a statement in a format that is not verified"
                or readings[2].outputs.get("fmt") in _FORMATS_BEYOND_GO
            )
        ),
    ),
    Class(
        "a statement of the caller's that means nothing",
        "A nonce below 0, a scheme without a member, a type or an age of a form that has none, a trusted key "
        "that is no key, or a time in seconds, is a mistake in the caller's program, which this library "
        "refuses; the protocol does not say what becomes of it",
        lambda given, readings: (
            given.field in {"form", "minNonce", "trustedKeys", "timestampMs"}
            and _MISTAKE.match(readings[0].why) is not None
        ),
    ),
)
"""Those that are known; any other difference fails."""


def _is_about_anchors(readings: Readings) -> bool:
    refusals = [each.why for each in readings if each is not None and each.decision == "refused"]
    return all(_ANCHORS.match(why) for why in refusals)


def _compared(given: Input, outputs: Mapping[str, Any]) -> dict[str, Any]:
    """The outputs that must be equal: requests as JSON, and without the stamp, which is over their bytes."""
    if given.file != "sealed_request" or not outputs:
        return dict(outputs)
    headers = {name: value for name, value in outputs["headers"].items() if name != "X-Stamp"}
    return {**outputs, "body": json.loads(outputs["body"]), "headers": headers}


def agree(given: Input, readings: Readings) -> bool:
    """Whether all readers make the same decision, with the same outputs as far as each has them."""
    there = [reading for reading in readings if reading is not None]
    if {reading.decision for reading in there} not in ({"accepted"}, {"refused"}):
        return False
    first, *others = (_compared(given, reading.outputs) for reading in there)
    return all(first[name] == other[name] for other in others for name in first.keys() & other.keys())


def class_of(given: Input, readings: Readings) -> str | None:
    """Name the known class of a difference; None if there is none."""
    return next((each.name for each in CLASSES if each.covers(given, readings)), None)
