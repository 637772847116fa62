"""Verify attestation documents of AWS Nitro Enclaves: COSE_Sign1 with a certificate chain to a pinned root.

The payload contains the certificate whose key signed it. So it is parsed before its signature is verified,
and until then only its chain and its time are used.

``cryptography`` validates the path (RFC 5280): signatures, names, validity, basic constraints, path lengths.
The other checks are made here: the root is pinned, by its hash; the certificates are in the order of the
chain, without others; keys are on P-384 and signatures over SHA-384; and the key usage of the last one.

| input | decision |
|---|---|
| a tag other than 18; protected headers other than ``{1: -35}``; unprotected headers | refused |
| a payload with other members than AWS documents, or of another type | refused |
| of QOS: one of the nine members missing, a nonce, a wrong length of the key set or manifest hash | refused |
| a certificate that is not valid at the document's own time, which its signature covers | expired |
| a certificate that is not valid at the caller's time, if there is one, within the leeway | expired |
| PCR0 to PCR3 missing; PCR0 to PCR2 all zero, as in debug mode; of QOS also PCR3 | refused |
| more than 32 KiB, more than 6 certificates | refused |
"""

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, cast

import cbor2
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA384
from cryptography.x509.oid import SignatureAlgorithmOID

from sealwax._codec.clock import LAST_MILLISECOND, NO_LEEWAY, check_validity, from_milliseconds
from sealwax._codec.der import raw_to_der
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._crypto.certificates import has_path, is_authority, is_valid_at, load_certificate
from sealwax._crypto.points import KEY_SET_BYTES, P256, UNCOMPRESSED_BYTES, decode_point
from sealwax._limits import (
    MAX_ATTESTATION_DOCUMENT_BYTES,
    MAX_ATTESTATION_MEMBER_BYTES,
    MAX_CHAIN_CERTIFICATES,
)
from sealwax.errors import (
    BadSignature,
    ContextMismatch,
    Expired,
    MalformedInput,
    Unsupported,
    UntrustedSigner,
    bad_signature,
)

from .manifest import IDENTITY_PCRS, PCR_BYTES

_WHAT = "the attestation document"
_TAG_18 = b"\xd2"
_ALG, _ES384 = 1, -35
_P384: Final = ec.SECP384R1()
_MEMBERS: dict[str, type | tuple[type, ...]] = {
    "module_id": str,
    "digest": str,
    "timestamp": int,
    "pcrs": dict,
    "certificate": bytes,
    "cabundle": list,
    "public_key": (bytes, type(None)),
    "user_data": (bytes, type(None)),
    "nonce": (bytes, type(None)),
}
_OPTIONAL = ("public_key", "user_data", "nonce")
_REQUIRED = _MEMBERS.keys() - _OPTIONAL
PCR_INDICES = range(32)
_HASH_BYTES = 32


@dataclass(frozen=True)
class SignedDocument:
    """An attestation document whose signature and chain were verified; ``root`` is a certificate in DER."""

    module_id: str
    timestamp: datetime
    pcrs: dict[int, bytes]
    public_key: bytes | None
    user_data: bytes | None
    nonce: bytes | None
    root: bytes


@dataclass(frozen=True)
class QosDocument(SignedDocument):
    """An attestation document of QOS; ``user_data`` is the manifest hash."""

    public_key: bytes
    user_data: bytes
    nonce: None


def open_document(
    encoded: bytes, *, roots: Collection[str], now: datetime | None, leeway: timedelta
) -> SignedDocument:
    """Verify the document of any enclave up to one of the roots: SHA-256 of their certificates, in hex.

    Its certificates must be valid at its own time, and at ``now`` if that is passed, give or take the leeway.
    """
    document = _open(encoded, roots, _decode_payload, now, leeway)
    # PCR3 is zero if the machine has no role.
    _require_measured(document.pcrs, IDENTITY_PCRS[:-1])
    return document


def open_qos_document(encoded: bytes, *, roots: Collection[str]) -> QosDocument:
    """Verify a document of QOS at its own time, up to one of the roots."""
    document = _open(encoded, roots, _decode_qos_payload)
    _require_measured(document.pcrs, IDENTITY_PCRS)
    public_key, user_data = cast("bytes", document.public_key), cast("bytes", document.user_data)
    for half in (slice(UNCOMPRESSED_BYTES), slice(UNCOMPRESSED_BYTES, None)):
        decode_point(public_key[half], P256, f"a half of the public key of {_WHAT}")
    return QosDocument(
        document.module_id, document.timestamp, document.pcrs, public_key, user_data, None, document.root
    )


def _open(
    encoded: bytes,
    roots: Collection[str],
    decode_payload: Callable[[bytes], dict[str, Any]],
    now: datetime | None = None,
    leeway: timedelta = NO_LEEWAY,
) -> SignedDocument:
    protected, payload, signature = _decode_cose_sign1(encoded)
    members = decode_payload(payload)
    timestamp = from_milliseconds(members["timestamp"])
    chain = _load_chain(members, roots)
    _verify_chain(chain, timestamp)
    if now is not None:
        for certificate in chain:
            check_validity(
                f"a certificate of {_WHAT}",
                now,
                begin=certificate.not_valid_before_utc,
                end=certificate.not_valid_after_utc,
                leeway=leeway,
                cure="get a new document",
            )
    _verify_cose_sign1(chain[0], protected, payload, signature)
    return SignedDocument(
        module_id=members["module_id"],
        timestamp=timestamp,
        pcrs=_to_pcrs(members["pcrs"]),
        public_key=members.get("public_key"),
        user_data=members.get("user_data"),
        nonce=members.get("nonce"),
        root=members["cabundle"][0],
    )


def _decode_cose_sign1(encoded: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the protected headers, payload and signature of a COSE_Sign1 (RFC 9052, section 4.2)."""
    if len(encoded) > MAX_ATTESTATION_DOCUMENT_BYTES:
        raise MalformedInput(f"{_WHAT} is larger than {MAX_ATTESTATION_DOCUMENT_BYTES} bytes; check it")
    match decode_cbor(encoded.removeprefix(_TAG_18), _WHAT):
        case [bytes(protected), dict(unprotected), bytes(payload), bytes(signature)]:
            pass
        case _:
            raise MalformedInput(f"{_WHAT} must be a COSE_Sign1: an array of 4 parts")
    headers = decode_cbor(protected, f"the protected headers of {_WHAT}", integer_keys=True)
    # In Python, -35.0 equals -35.
    if headers != {_ALG: _ES384} or not isinstance(headers[_ALG], int) or unprotected:
        raise Unsupported(
            f"{_WHAT} must have the algorithm ES384 as its only protected header, and no unprotected ones"
        )
    return protected, payload, signature


def _decode_payload(payload: bytes) -> dict[str, Any]:
    """Decode the payload, and check that it has the members of Nitro's documents, and no others."""
    members: Any = decode_cbor(payload, f"the payload of {_WHAT}", integer_keys=True, open_map=True)
    if not isinstance(members, dict) or not _REQUIRED <= members.keys() <= _MEMBERS.keys():
        raise MalformedInput(
            f"the payload of {_WHAT} must have the members {', '.join(_MEMBERS)} (the last three may be "
            "missing), and no others"
        )
    for name, value in members.items():
        if not isinstance(value, _MEMBERS[name]) or isinstance(value, bool):
            raise MalformedInput(f"{name} of {_WHAT} has the wrong type")
    if members["digest"] != "SHA384":
        raise Unsupported(f"the digest of {_WHAT} must be SHA384")
    if not 0 < members["timestamp"] <= LAST_MILLISECOND:
        raise MalformedInput(f"the timestamp of {_WHAT} must be a time in milliseconds since the epoch")
    for name in _OPTIONAL:
        if len(members.get(name) or b"") > MAX_ATTESTATION_MEMBER_BYTES:
            raise MalformedInput(f"{name} of {_WHAT} must have at most {MAX_ATTESTATION_MEMBER_BYTES} bytes")
    return members


def _decode_qos_payload(payload: bytes) -> dict[str, Any]:
    """Decode the payload, and check that it has exactly the members of QOS's documents."""
    members = _decode_payload(payload)
    if members.keys() != _MEMBERS.keys():
        raise MalformedInput(f"the payload of {_WHAT} must have exactly the members {', '.join(_MEMBERS)}")
    if members["nonce"] is not None:
        raise MalformedInput(f"nonce of {_WHAT} must be null")
    for name, length in (("public_key", KEY_SET_BYTES), ("user_data", _HASH_BYTES)):
        if len(members[name] or b"") != length:
            raise MalformedInput(f"{name} of {_WHAT} must be {length} bytes long")
    return members


def _load_chain(members: dict[str, Any], roots: Collection[str]) -> list[x509.Certificate]:
    """Load the chain from the document's own certificate to the root, which must be a pinned one."""
    bundle = members["cabundle"]
    if not 0 < len(bundle) < MAX_CHAIN_CERTIFICATES or not all(
        isinstance(certificate, bytes) for certificate in bundle
    ):
        raise MalformedInput(f"cabundle of {_WHAT} must hold 1 to {MAX_CHAIN_CERTIFICATES - 1} certificates")
    if hashlib.sha256(bundle[0]).hexdigest() not in roots:
        raise UntrustedSigner(f"{_WHAT} does not have a pinned root; do not trust it")
    chain = [members["certificate"], *reversed(bundle)]
    return [load_certificate(certificate, f"a certificate of {_WHAT}") for certificate in chain]


def _verify_chain(chain: Sequence[x509.Certificate], now: datetime) -> None:
    for certificate in chain:
        _key_of(certificate)
        if not is_valid_at(certificate, now):
            # Both times are the service's own: this machine's clock has no part in it, and needs no leeway.
            raise Expired(
                f"a certificate of {_WHAT} is not valid at the time that {_WHAT} states; do not trust it"
            )
    # If names are unique, and each certificate issued the one before, the only path uses all of them.
    names = [certificate.subject for certificate in chain]
    in_order = all(one.issuer == issuer.subject for one, issuer in pairwise(chain))
    if (
        len(set(names)) < len(names)
        or not in_order
        or not _may_sign(chain[0])
        or not has_path(chain[0], chain[1:-1], chain[-1:], now, max_depth=MAX_CHAIN_CERTIFICATES)
    ):
        raise BadSignature(
            f"the certificates of {_WHAT} do not form a valid chain from its root to its signature"
        )


def _key_of(certificate: x509.Certificate) -> ec.EllipticCurvePublicKey:
    """Return the key of a certificate, which must be on P-384; its signature must be over SHA-384."""
    key = certificate.public_key()
    if (
        not isinstance(key, ec.EllipticCurvePublicKey)
        or key.curve.name != _P384.name
        or certificate.signature_algorithm_oid != SignatureAlgorithmOID.ECDSA_WITH_SHA384
    ):
        raise Unsupported(f"the certificates of {_WHAT} must use P-384 and SHA-384")
    return key


def _may_sign(certificate: x509.Certificate) -> bool:
    """Return whether a certificate may sign documents and is not an authority."""
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage).value
    except x509.ExtensionNotFound:
        return False
    return usage.digital_signature and is_authority(certificate) is False


def _verify_cose_sign1(
    certificate: x509.Certificate, protected: bytes, payload: bytes, signature: bytes
) -> None:
    """Verify the signature of a COSE_Sign1 (RFC 9052, section 4.4) over the bytes as received."""
    der = raw_to_der(signature, _P384.group_order, f"the signature of {_WHAT}")
    signed = cbor2.dumps(["Signature1", protected, b"", payload])
    try:
        _key_of(certificate).verify(der, signed, ec.ECDSA(SHA384()))
    except InvalidSignature:
        raise bad_signature(_WHAT) from None


def _to_pcrs(pcrs: dict[Any, Any]) -> dict[int, bytes]:
    """Check the PCRs; PCR0 to PCR3 must be there."""
    for index, value in pcrs.items():
        if index not in PCR_INDICES or not isinstance(value, bytes) or len(value) != PCR_BYTES:
            raise MalformedInput(
                f"the PCRs of {_WHAT} must be {PCR_BYTES} bytes each, with indices below {len(PCR_INDICES)}"
            )
    if not pcrs.keys() >= set(IDENTITY_PCRS):
        raise MalformedInput(f"{_WHAT} must have PCR0 to PCR{IDENTITY_PCRS[-1]}")
    return pcrs


def _require_measured(pcrs: dict[int, bytes], indices: Sequence[int]) -> None:
    if not all(any(pcrs[index]) for index in indices):
        raise ContextMismatch(
            "wrong-enclave",
            f"one of PCR0 to PCR{indices[-1]} of {_WHAT} is all zero: the enclave has no role, or is in "
            "debug mode, in which its memory can be read; do not trust it",
        )
