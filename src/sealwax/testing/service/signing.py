"""The operations that sign: payloads and transactions."""

from collections.abc import Sequence
from typing import Any, Final, get_args

from sealwax.activities.payloads import NOT_APPLICABLE, HashFunction, PayloadEncoding, payload_digest
from sealwax.operations.fields import Id
from sealwax.operations.parameters import Array

from .bodies import body
from .context import Form, Prepared, Submit, SubmitContext
from .errors import INVALID_ENCODING, INVALID_HASH_FUNCTION, ApiError, refusing
from .pace import Pace
from .signatures import SigningKey, find_signing_key, sign
from .state import Json

_ENCODINGS: Final = get_args(PayloadEncoding)


def _find_key(context: SubmitContext, sign_with: str) -> SigningKey:
    with context.provisioner.state.lock:
        return find_signing_key(context.organization, sign_with)


def _check_names(key: SigningKey, given: Any) -> None:
    """Refuse an unknown encoding or hash function, and a hash function that does not fit the key's curve."""
    if given.encoding not in _ENCODINGS:
        raise ApiError(INVALID_ENCODING, f"it must be one of {', '.join(_ENCODINGS)}")
    functions = get_args(HashFunction)
    if given.hash_function not in functions:
        raise ApiError(INVALID_HASH_FUNCTION, f"it must be one of {', '.join(functions)}")
    if (given.hash_function == NOT_APPLICABLE) != (key.curve == "CURVE_ED25519"):
        raise ApiError(INVALID_HASH_FUNCTION, f"{NOT_APPLICABLE} is for CURVE_ED25519, and only for it")


def _digest(key: SigningKey, payload: str, given: Any) -> bytes:
    """Return what is signed for a payload: its digest, or for Ed25519 the payload itself."""
    with refusing(INVALID_ENCODING):
        return payload_digest(
            payload,
            encoding=given.encoding,
            hash_function=given.hash_function,
            curve=key.curve,
            allow_any_chain=True,
        )


def _sign_payloads(context: SubmitContext, sign_with: str, payloads: Sequence[str], given: Any) -> list[Json]:
    """Sign payloads, in their order."""
    key, pace, signatures = _find_key(context, sign_with), Pace(), []
    _check_names(key, given)
    for payload in payloads:
        signatures.append(sign(key, _digest(key, payload, given)))
        pace.pause()
    return signatures


def _sign_raw_payload(context: SubmitContext, given: Any) -> Prepared:
    (signature,) = _sign_payloads(context, given.sign_with, [given.payload], given)
    return Prepared(lambda: signature)


def _sign_raw_payload_v1(context: SubmitContext, given: Any) -> Prepared:
    (signature,) = _sign_payloads(context, given.private_key_id, [given.payload], given)
    return Prepared(lambda: signature)


def _sign_raw_payloads(context: SubmitContext, given: Any) -> Prepared:
    signatures = _sign_payloads(context, given.sign_with, given.payloads, given)
    return Prepared(lambda: {"signatures": signatures})


_PAYLOAD: Final[dict[str, object]] = {"encoding": str, "hash_function": str}

SUBMITS: Final[dict[str, Submit]] = {
    "sign_raw_payload": Submit(
        body("sign_raw_payload", sign_with=Id, payload=str, **_PAYLOAD),
        _sign_raw_payload,
        (
            Form("V2", ""),
            Form(
                "",
                "",
                body("sign_raw_payload_v1", private_key_id=Id, payload=str, **_PAYLOAD),
                _sign_raw_payload_v1,
            ),
        ),
    ),
    "sign_raw_payloads": Submit(
        body("sign_raw_payloads", sign_with=Id, payloads=Array[str], **_PAYLOAD), _sign_raw_payloads
    ),
}
"""The operations that sign."""
