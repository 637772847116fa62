"""Read the bodies and the parameters of requests; refuse them with the errors that the service documents."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sealwax._codec.strict_json import without_nulls
from sealwax._codec.violations import Rule, find_violation
from sealwax.errors import InvalidRequest
from sealwax.operations.parameters import check
from sealwax.operations.timestamps import is_timely
from sealwax_service.api_errors import (
    ATTESTATION_MISSING,
    AUTH_DATA_MISSING,
    CURVE_REQUIRED,
    INVALID_ADDRESS_FORMAT,
    INVALID_CURVE,
    INVALID_PATH,
    INVALID_PATH_FORMAT,
    INVALID_QUORUM,
    REQUEST_INVALID,
    WALLET_MISSING,
    ApiError,
    ErrorKind,
)
from sealwax_service.state.records import Json, Version

from .bodies import Envelope
from .context import Reader, Steps, SubmitRow
from .unknown_fields import unknown_fields

_INVALID: Final = {
    "curve": INVALID_CURVE,
    "pathFormat": INVALID_PATH_FORMAT,
    "path": INVALID_PATH,
    "addressFormat": INVALID_ADDRESS_FORMAT,
    "addressFormats": INVALID_ADDRESS_FORMAT,
    "rootQuorumThreshold": INVALID_QUORUM,
    "threshold": INVALID_QUORUM,
}
"""The errors about a value, by the name of its field."""

_MISSING: Final = {
    "curve": CURVE_REQUIRED,
    "attestation": ATTESTATION_MISSING,
    "attestationObject": AUTH_DATA_MISSING,
}
"""The errors about a field that is missing or empty."""


def kind_of_refusal(given: Mapping[str, object], into: Reader) -> ErrorKind | None:
    """Return the documented error about refused parameters; None if there is none."""
    violation = find_violation(given, into) if isinstance(into, type) else None
    if violation is None:
        return None
    if violation.rule is Rule.MISSING and violation.path[0] == "wallet" and len(violation.path) > 1:
        return WALLET_MISSING
    name = next((step for step in reversed(violation.path) if isinstance(step, str)), "")
    return (_MISSING if violation.rule in {Rule.MISSING, Rule.EMPTY} else _INVALID).get(name)


def read_parameters(
    name: str,
    into: Reader,
    given: Json,
    *,
    strict: bool,
    notes: list[str],
    activity_type: str | None = None,
) -> Any:
    """Read the parameters of an operation; note unknown fields, or refuse them if the service is strict."""
    paths = unknown_fields(name, given, into, activity_type)
    unknown = [f"{name}: {path} is not a parameter" for path in paths]
    if unknown and strict:
        raise ApiError(REQUEST_INVALID, unknown[0])
    notes.extend(unknown)
    return read_fields(name, into, given, strict=strict)


def read_fields(name: str, into: Reader, given: Json, *, strict: bool) -> Any:
    """Read parameters. A null field counts as absent, unless the service is strict."""
    stated = given if strict else without_nulls(given)
    try:
        return check(into, stated, name) if isinstance(into, type) else into.read(stated, name)
    except InvalidRequest as error:
        kind = kind_of_refusal(stated, into)
        if kind is None:
            raise
        raise ApiError(kind, str(error)) from None


class Submission(NamedTuple):
    """A submit request: its envelope and version, the parameters as sent and as read, and their handler."""

    name: str
    envelope: Envelope
    version: Version
    submitted: Json
    parameters: Any
    steps: Steps


def read_submission(
    name: str,
    row: SubmitRow,
    versions: Sequence[Version],
    body: Json,
    *,
    strict: bool,
    now: datetime,
    notes: list[str],
) -> Submission:
    """Read the body of a submit request of one of several versions.

    Some clients leave generateAppProofs inside the parameters.
    """
    fields = dict(body)
    parameters = fields.get("parameters")
    if not strict and isinstance(parameters, dict) and "generateAppProofs" in parameters:
        fields["parameters"] = {key: value for key, value in parameters.items() if key != "generateAppProofs"}
        fields["generateAppProofs"] = parameters["generateAppProofs"]
    envelope: Envelope = read_fields(name, Envelope, fields, strict=strict)
    if strict and name == "delete_mfa_policy" and envelope.generate_app_proofs is not None:
        raise ApiError(REQUEST_INVALID, "delete_mfa_policy has no generateAppProofs")
    version = next((each for each in versions if each.type == envelope.type), None)
    if version is None:
        raise ApiError(REQUEST_INVALID, f"type must be {versions[0].type}")
    if not is_timely(envelope.timestamp_ms, now=now):
        raise ApiError(
            REQUEST_INVALID, "timestampMs is more than an hour old, or more than five minutes ahead"
        )
    into, steps = row.handlers[version.type]
    submitted = fields["parameters"]
    given = read_parameters(name, into, submitted, strict=strict, notes=notes, activity_type=version.type)
    return Submission(name, envelope, version, submitted, given, steps)
