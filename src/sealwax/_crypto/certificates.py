"""X.509 certificates: strict loading, and path validation (RFC 5280, section 6).

``cryptography`` parses and validates. Two checks are not its default: every authority must be marked as one,
and its key usage, if present, must allow signing certificates.
"""

import warnings
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509.verification import (
    Criticality,
    ExtensionPolicy,
    Policy,
    PolicyBuilder,
    Store,
    VerificationError,
)

from sealwax._limits import MAX_CERTIFICATE_BYTES
from sealwax.errors import MalformedInput

# cryptography warns of certificates that break rules, such as a country of three letters. Untrusted input
# must not write to a program's standard error: this module rejects or tolerates it.
warnings.filterwarnings(
    "ignore",
    category=UserWarning,
    module=r"sealwax\.(_crypto\.certificates|webauthn\.(attestation|statements))",
)

_VERSION_TAG = 0xA0

# cryptography raises these for unreadable certificates. Parsing names raises built-in exceptions, and a
# program may turn warnings into errors.
UNREADABLE = (
    Warning,
    ValueError,
    TypeError,
    LookupError,
    UnsupportedAlgorithm,
    x509.InvalidVersion,
    x509.DuplicateExtension,
    x509.UnsupportedGeneralNameType,
)


def load_certificate(der: object, label: str) -> x509.Certificate:
    """Load a certificate in DER of at most 16 KiB; every part is parsed at once."""
    if not isinstance(der, bytes) or len(der) > MAX_CERTIFICATE_BYTES:
        raise _unreadable(label)
    certificate = None
    with suppress(*UNREADABLE):
        certificate = _parse(der)
    if certificate is None:
        raise _unreadable(label)
    if not _has_one_algorithm(certificate.tbs_certificate_bytes, der):
        raise MalformedInput(
            f"{label} names different signature algorithms inside and outside its signed part"
        )
    return certificate


def _unreadable(label: str) -> MalformedInput:
    return MalformedInput(
        f"{label} must be a readable X.509 certificate in DER, of at most {MAX_CERTIFICATE_BYTES} bytes"
    )


def _has_one_algorithm(signed: bytes, der: bytes) -> bool:
    """Return whether both signature algorithms of a certificate are equal (RFC 5280, section 4.1.1.2)."""
    # The outer one follows the signed part; the inner one follows version and serial number.
    start = der.index(signed) + len(signed)
    outer = der[start : start + 2 + der[start + 1]]
    position, _ = _content_of(signed, 0)
    if signed[position] == _VERSION_TAG:
        position = _content_of(signed, position)[1]
    position = _content_of(signed, position)[1]
    return signed.startswith(outer, position)


def _content_of(der: bytes, position: int) -> tuple[int, int]:
    """Return the start and end of the content of a DER element that is already checked."""
    length, start = der[position + 1], position + 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(der[position + 2 : start], "big")
    return start, start + length


def _parse(der: bytes) -> x509.Certificate:
    # x509 parses lazily: access each part here.
    certificate = x509.load_der_x509_certificate(der)
    _ = certificate.extensions, certificate.subject, certificate.issuer, certificate.public_key()
    _ = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return certificate


def is_valid_at(certificate: x509.Certificate, now: datetime) -> bool:
    """Return whether a certificate is valid at a time, including its first and last second."""
    return certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc


def is_authority(certificate: x509.Certificate) -> bool | None:
    """Return whether a certificate is marked as an authority; None without basic constraints."""
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return None


def has_path(
    leaf: x509.Certificate,
    intermediates: Sequence[x509.Certificate],
    anchors: Sequence[x509.Certificate],
    now: datetime,
    *,
    max_depth: int,
) -> bool:
    """Return whether a valid path leads from a certificate through others to an anchor.

    The caller checks the extensions of the first certificate, which may be vendor-specific.
    """
    # The verifier knows critical name constraints of some kinds of names alone.
    permitted = ExtensionPolicy.permit_all().may_be_present(
        x509.NameConstraints, Criticality.NON_CRITICAL, None
    )
    # It checks that the basic constraints name an authority.
    authorities = permitted.require_present(x509.BasicConstraints, Criticality.AGNOSTIC, None).may_be_present(
        x509.KeyUsage, Criticality.AGNOSTIC, _may_sign_certificates
    )
    builder = PolicyBuilder().store(Store(list(anchors))).time(now).max_chain_depth(max_depth)
    try:
        builder.extension_policies(ca_policy=authorities, ee_policy=permitted).build_client_verifier().verify(
            leaf, list(intermediates)
        )
    except (VerificationError, *UNREADABLE):
        return False
    return True


def _may_sign_certificates(
    _policy: Policy, _certificate: x509.Certificate, usage: x509.KeyUsage | None
) -> None:
    if usage is not None and not usage.key_cert_sign:
        raise ValueError
