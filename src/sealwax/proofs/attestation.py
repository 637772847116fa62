"""Verify the attestation document of any AWS Nitro enclave."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64
from sealwax._codec.clock import LEEWAY, check_leeway, to_instant
from sealwax._limits import MAX_ATTESTATION_DOCUMENT_BYTES
from sealwax.errors import ContextMismatch, MalformedInput

from .identity import counts, to_pcrs, to_roots
from .nitro import open_document
from .nitro_roots import KNOWN_ROOTS


@dataclass(frozen=True)
class AttestationChecks:
    """The optional checks performed. All other checks are performed for every result.

    Attributes:
        pcrs: The indices of the PCRs that equal the expected ones.
        user_data: Whether the user data is the expected one.
        nonce: Whether the nonce is the expected one.
        public_key: Whether the public key is the expected one.
        now: Whether the certificates are valid now. Otherwise, the document may have any age.
    """

    pcrs: tuple[int, ...]
    user_data: bool
    nonce: bool
    public_key: bool
    now: bool


@dataclass(frozen=True)
class VerifiedAttestationDocument:
    """A verified attestation document.

    Attributes:
        module_id: The enclave's id, such as ``i-0123456789abcdef0-enc0123456789abcdef``.
        timestamp: When the hardware signed the document, in UTC.
        pcrs: The PCRs that the hardware measured, by index, 48 bytes each in lower-case hex.
        public_key: The public key that the enclave chose; None if the document has none.
        user_data: The data that the enclave chose; None if the document has none.
        nonce: The nonce that the enclave received; None if the document has none.
        root: SHA-256 of the certificate (DER) of the root, lower-case hex.
        checks: The optional checks performed.
    """

    module_id: str
    timestamp: datetime
    pcrs: Mapping[int, str]
    public_key: bytes | None
    user_data: bytes | None
    nonce: bytes | None
    root: str
    checks: AttestationChecks


def verify_attestation_document(
    document: str | bytes,
    *,
    root: str | Collection[str] = KNOWN_ROOTS,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
    expected_pcrs: Mapping[int, str | Collection[str]] | None = None,
    expected_user_data: bytes | None = None,
    expected_nonce: bytes | None = None,
    expected_public_key: bytes | None = None,
) -> VerifiedAttestationDocument:
    """Verify the attestation document of an AWS Nitro enclave (wire-formats.md, section 14.2).

    Anyone with an AWS account can get a document of an enclave: only ``expected_pcrs``, above all PCR0 (the
    image), identifies yours. Without ``expected_nonce`` or ``now``, an old document passes.

    Args:
        document: The document: a COSE_Sign1 as the hardware gives it, or the same in base64 (text).
        root: SHA-256 of the root's certificate (DER), in hex, or a collection of accepted roots; by default,
            the root of AWS Nitro Enclaves.
        now: The time, with a time zone, at which the certificates must be valid too: they are for three
            hours. None verifies them at the document's own time only, which its signature covers.
        leeway: How far the clock of ``now`` may differ from the enclave's: a certificate is accepted so long
            before and after its time, too. A new certificate is valid for a few seconds already.
        expected_pcrs: The expected PCRs by index (0 to 31), 48 bytes each in hex; a collection accepts any of
            its values. At least one must be neither all zero nor the empty measurement. None skips the check.
        expected_user_data: The expected user data; None skips the check.
        expected_nonce: The nonce that you gave the enclave; None skips the check.
        expected_public_key: The expected public key; None skips the check.

    Returns:
        The statements of the document, and the optional checks performed.

    Raises:
        MalformedInput: The document does not parse, or has other members than AWS documents.
        Unsupported: The document or a certificate uses another algorithm.
        UntrustedSigner: The document has another root.
        BadSignature: The document or its chain does not verify.
        Expired: A certificate was not valid when the document was signed, or is not valid at ``now``, give or
            take ``leeway``.
        ContextMismatch: The PCRs, the user data or the public key differ, or the enclave is in debug mode
            (``wrong-enclave``); or the nonce differs (``wrong-challenge``).
        ValueError: The expected PCRs identify nothing.
    """
    check_leeway(leeway)
    require_type(expected_pcrs, (Mapping, type(None)), "expected_pcrs")
    for name, value in (
        ("expected_user_data", expected_user_data),
        ("expected_nonce", expected_nonce),
        ("expected_public_key", expected_public_key),
    ):
        require_type(value, (bytes, type(None)), name)
    expected = None if expected_pcrs is None else to_pcrs(expected_pcrs, "expected_pcrs")
    if expected is not None and not any(map(counts, expected.values())):
        raise ValueError(
            "expected_pcrs must have a PCR that is neither all zero nor the empty measurement, because any "
            "enclave can have these"
        )
    instant = None if now is None else to_instant(now)
    found = open_document(_decode(document), roots=to_roots(root), now=instant, leeway=leeway)
    for index, values in (expected or {}).items():
        if found.pcrs.get(index, b"").hex() not in values:
            raise _mismatch(f"PCR{index}")
    if expected_user_data is not None and found.user_data != expected_user_data:
        raise _mismatch("the user data")
    if expected_public_key is not None and found.public_key != expected_public_key:
        raise _mismatch("the public key")
    if expected_nonce is not None and found.nonce != expected_nonce:
        raise ContextMismatch(
            "wrong-challenge",
            "the nonce of the attestation document is not the expected one: it was made for another request",
        )
    return VerifiedAttestationDocument(
        module_id=found.module_id,
        timestamp=found.timestamp,
        pcrs={index: found.pcrs[index].hex() for index in sorted(found.pcrs)},
        public_key=found.public_key,
        user_data=found.user_data,
        nonce=found.nonce,
        root=hashlib.sha256(found.root).hexdigest(),
        checks=AttestationChecks(
            pcrs=() if expected is None else tuple(sorted(expected)),
            user_data=expected_user_data is not None,
            nonce=expected_nonce is not None,
            public_key=expected_public_key is not None,
            now=now is not None,
        ),
    )


def _decode(document: object) -> bytes:
    label = "the attestation document"
    if isinstance(document, bytes):
        return document
    if not isinstance(document, str):
        raise MalformedInput(f"{label} must be bytes, or text in base64, not {type(document).__name__}")
    if len(document) > 2 * MAX_ATTESTATION_DOCUMENT_BYTES:
        raise MalformedInput(f"{label} is larger than {MAX_ATTESTATION_DOCUMENT_BYTES} bytes; check it")
    return decode_base64(document, label)


def _mismatch(label: str) -> ContextMismatch:
    return ContextMismatch(
        "wrong-enclave",
        f"{label} of the attestation document is not the expected one; do not trust the enclave",
    )
