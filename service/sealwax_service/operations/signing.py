"""The operations that sign: payloads and transactions."""

from collections.abc import Callable, Sequence
from typing import Any, Final, get_args

from sealwax._codec.enumerations import HashFunction, PayloadEncoding
from sealwax._codec.hex import decode_hex
from sealwax.activities.payloads import (
    EIP712,
    NO_OP,
    NOT_APPLICABLE,
    payload_digest,
)
from sealwax.errors import MalformedInput
from sealwax.operations.forms import Id
from sealwax.operations.parameters import Array
from sealwax_service.api_errors import (
    INVALID_ENCODING,
    INVALID_HASH_FUNCTION,
    INVALID_TRANSACTION,
    REQUEST_INVALID,
    UNSUPPORTED_TRANSACTION,
    ApiError,
    refusing,
)
from sealwax_service.chains.ethereum import ETHEREUM, parse_ethereum, sign_ethereum
from sealwax_service.chains.signatures import SigningKey, find_signing_key, sign
from sealwax_service.chains.solana import SOLANA, parse_solana, sign_solana
from sealwax_service.chains.typed_data import sent_typed_data_digest
from sealwax_service.requests.bodies import body
from sealwax_service.requests.context import Older, Submit, SubmitContext, already_answered
from sealwax_service.state.records import Json, Made
from sealwax_service.yielding import Pace

_ENCODINGS: Final = get_args(PayloadEncoding)


def _find_key(context: SubmitContext, sign_with: str) -> SigningKey:
    with context.provisioner.state.lock:
        return find_signing_key(context.organization, sign_with)


def _check_names(key: SigningKey, given: Any) -> None:
    """Refuse an unknown encoding or hash function, and a hash function for another curve."""
    if given.encoding not in _ENCODINGS:
        raise ApiError(INVALID_ENCODING, f"it must be one of {', '.join(_ENCODINGS)}")
    functions = get_args(HashFunction)
    if given.hash_function not in functions:
        raise ApiError(INVALID_HASH_FUNCTION, f"it must be one of {', '.join(functions)}")
    if (given.hash_function == NOT_APPLICABLE) != (key.curve == "CURVE_ED25519"):
        raise ApiError(INVALID_HASH_FUNCTION, f"{NOT_APPLICABLE} is for CURVE_ED25519, and only for it")


def _digest(context: SubmitContext, key: SigningKey, payload: str, given: Any) -> bytes:
    """Return the signed bytes of a payload: its digest, or for Ed25519 the payload itself."""
    with refusing(INVALID_ENCODING):
        if (given.encoding, given.hash_function, key.curve) == (EIP712, NO_OP, "CURVE_SECP256K1"):
            return sent_typed_data_digest(payload, context.note)
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
        signatures.append(sign(key, _digest(context, key, payload, given)))
        pace.pause()
    return signatures


def _sign_raw_payload(context: SubmitContext, given: Any) -> Made:
    (signature,) = _sign_payloads(context, given.sign_with, [given.payload], given)
    return Made(answer=signature)


def _sign_raw_payload_v1(context: SubmitContext, given: Any) -> Made:
    (signature,) = _sign_payloads(context, given.private_key_id, [given.payload], given)
    return Made(answer=signature)


def _sign_raw_payloads(context: SubmitContext, given: Any) -> Made:
    signatures = _sign_payloads(context, given.sign_with, given.payloads, given)
    return Made(answer={"signatures": signatures})


def _sign_ethereum(key: SigningKey, unsigned: bytes) -> bytes:
    return sign_ethereum(key, parse_ethereum(unsigned))


def _sign_solana(key: SigningKey, unsigned: bytes) -> bytes:
    return sign_solana(key, parse_solana(unsigned))


_NETWORKS: Final[dict[str, tuple[str, Callable[[SigningKey, bytes], bytes]]]] = {
    ETHEREUM: ("CURVE_SECP256K1", _sign_ethereum),
    SOLANA: ("CURVE_ED25519", _sign_solana),
}
"""The curve of the keys, and the function that signs, by the type of transaction."""

_UNSUPPORTED: Final = ("TRANSACTION_TYPE_TRON", "TRANSACTION_TYPE_BITCOIN", "TRANSACTION_TYPE_TEMPO")


def _sign_transaction_with(context: SubmitContext, sign_with: str, given: Any) -> Made:
    key = _find_key(context, sign_with)
    if given.type not in _NETWORKS:
        name = f"{given.type}; " if given.type in _UNSUPPORTED else ""
        usable = " and ".join(_NETWORKS)
        raise ApiError(UNSUPPORTED_TRANSACTION, f"{name}the local service signs {usable}")
    curve, sign_unsigned = _NETWORKS[given.type]
    if key.curve != curve:
        raise ApiError(REQUEST_INVALID, f"signWith must be on {curve} for {given.type}")
    if key.address_format == "ADDRESS_FORMAT_COMPRESSED":
        raise ApiError(REQUEST_INVALID, "an account of ADDRESS_FORMAT_COMPRESSED signs only raw payloads")
    with refusing(INVALID_TRANSACTION, MalformedInput):
        text = given.unsigned_transaction.removeprefix("0x")
        signed = sign_unsigned(key, decode_hex(text, "unsignedTransaction"))
    return Made(answer={"signedTransaction": signed.hex()})


def _sign_transaction(context: SubmitContext, given: Any) -> Made:
    return _sign_transaction_with(context, given.sign_with, given)


def _sign_transaction_v1(context: SubmitContext, given: Any) -> Made:
    return _sign_transaction_with(context, given.private_key_id, given)


_TRANSACTION: Final[dict[str, object]] = {"unsigned_transaction": str, "type": str}
_PAYLOAD: Final[dict[str, object]] = {"encoding": str, "hash_function": str}

SUBMITS: Final[dict[str, Submit]] = {
    "sign_raw_payload": Submit(
        body("sign_raw_payload", sign_with=Id, payload=str, **_PAYLOAD),
        already_answered(_sign_raw_payload),
        (
            Older(
                "",
                body("sign_raw_payload_v1", private_key_id=Id, payload=str, **_PAYLOAD),
                already_answered(_sign_raw_payload_v1),
            ),
        ),
    ),
    "sign_raw_payloads": Submit(
        body("sign_raw_payloads", sign_with=Id, payloads=Array[str], **_PAYLOAD),
        already_answered(_sign_raw_payloads),
    ),
    "sign_transaction": Submit(
        body("sign_transaction", sign_with=Id, **_TRANSACTION),
        already_answered(_sign_transaction),
        (
            Older(
                "",
                body("sign_transaction_v1", private_key_id=Id, **_TRANSACTION),
                already_answered(_sign_transaction_v1),
            ),
        ),
    ),
}
"""The operations that sign."""
