"""The errors that the service documents for the parameters of requests."""

from collections.abc import Mapping
from typing import Final

from sealwax._codec.violations import Rule, find_violation
from sealwax_service.api_errors import (
    ATTESTATION_MISSING,
    AUTH_DATA_MISSING,
    CURVE_REQUIRED,
    INVALID_ADDRESS_FORMAT,
    INVALID_CURVE,
    INVALID_PATH,
    INVALID_PATH_FORMAT,
    INVALID_QUORUM,
    WALLET_MISSING,
    ErrorKind,
)

from .context import Reader

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
