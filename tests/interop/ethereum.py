"""The tasks for libraries for Ethereum with a signature result; ``ethereum.mjs`` is the other half."""

from typing import Any

from tests.interop.cases import VectorCase
from tests.interop.npm import Call

LIBRARIES = ("ethers", "viem")

_DIGESTS = {
    "PAYLOAD_ENCODING_EIP712": "TypedData",
    "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION": "Authorization",
}

# The flags of the invalid cases that such a library can tell; the rest are for who calls it.
_TOLD = frozenset(
    {"AlteredMessage", "LostZeros", "LowS", "RecoveryId", "SignatureRange", "HexEncoding", "WrongKey"}
)


def call_for(library: str, case: VectorCase) -> Call | None:
    """A library's task for a case; None if it does not cover it."""
    if not case.valid and _TOLD.isdisjoint(case.fields["flags"]):
        return None
    if case.group == "PayloadDigest":
        # What such a library takes of an invalid payload, nobody asks it.
        name = _DIGESTS.get(case.fields["encoding"]) if case.valid else None
        return None if name is None else (f"{library}{name}", case.inputs("payload"))
    if case.group == "SignatureForms":
        return f"{library}Forms", case.inputs("r", "s", "v")
    if case.group != "SignatureVerification" or not _is_theirs(case):
        return None
    # Whether a key and an address belong together, which they can tell apart, is not asked.
    given: dict[str, Any] = case.inputs("r", "s", "v", "payload", "encoding", "hashFunction")
    return f"{library}Recover", {**given, **case.inputs("publicKey", "address")}


def _is_theirs(case: VectorCase) -> bool:
    """Whether the signature is one by ECDSA on secp256k1, and the address, if any, one of Ethereum."""
    address_format = case.fields.get("addressFormat", "ADDRESS_FORMAT_ETHEREUM")
    is_ethereum = address_format == "ADDRESS_FORMAT_ETHEREUM" and case.fields.get("error") != "wrong-address"
    return bool(case.fields["curve"] == "CURVE_SECP256K1" and is_ethereum)
