"""Verifying attestation statements: what vouches for a new credential (WebAuthn, section 8).

| format | what is verified |
|---|---|
| ``none`` | that the statement is empty; nothing vouches |
| ``packed``, self attestation | the signature by the credential's own key |
| ``packed``, with a chain | the signature by the first certificate, its requirements, the chain |
| any other | nothing: carried, and reported as unverified |
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from cryptography.x509.verification import (
    Criticality,
    ExtensionPolicy,
    Policy,
    PolicyBuilder,
    Store,
    VerificationError,
)

from sealwax._codec.clock import to_instant
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256
from sealwax.errors import BadSignature, Expired, MalformedInput, UnsupportedVersion

from .ceremony import check_user
from .cose import EDDSA, ES256, RS256, verify_rs256
from .registration import (
    AttestationObject,
    RegistrationCredential,
    check_expectations,
    parse_registration,
    to_registration,
)

_WHAT = "the attestation statement"
_MAX_CHAIN = 6
_MAX_CERTIFICATE_BYTES = 16 * 1024
# What cryptography raises for certificates that it cannot make sense of: not only its own
# exceptions, but what slips out of its parsing of names too, and warnings where they are made errors.
_UNREADABLE = (
    Warning,
    ValueError,
    TypeError,
    LookupError,
    UnsupportedAlgorithm,
    x509.InvalidVersion,
    x509.DuplicateExtension,
    x509.UnsupportedGeneralNameType,
)
# id-fido-gen-ce-aaguid: FIDO Alliance, section 8.2.1.
_AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


class AttestationTrust(Enum):
    """What vouches for a credential."""

    NONE = "none"
    """Nothing: the authenticator or the browser gave no statement."""

    SELF = "self"
    """The credential's own key, which shows that it exists."""

    CERTIFIED = "certified"
    """A certificate, whose chain verifies; whether it ends in a trusted one is said apart."""

    UNVERIFIED = "unverified"
    """A statement in a format that is not verified here."""


@dataclass(frozen=True)
class VerifiedAttestation:
    """A registration that verified.

    Attributes:
        fmt: The format of the attestation statement, such as ``packed``.
        trust: What vouches for the credential.
        anchored: Whether a path leads from the statement's certificate to one of the trust anchors given, as
            RFC 5280, section 6 has it: validity, authorities and what they may issue, path lengths, critical
            extensions.
        credential_id: The raw id of the credential.
        public_key: Its public key, as a COSE key: what ``verify_webauthn_stamp`` takes.
        algorithm: The key's COSE algorithm: -7 (ES256), -8 (EdDSA) or -257 (RS256).
        aaguid: The model of the authenticator, 16 bytes; all zero if it does not say.
        sign_count: The signature counter; 0 if the authenticator has none.
        user_verified: Whether the authenticator verified the user.
        cross_origin: Whether the page was embedded in one of another origin.
        backed_up: Whether the credential is backed up.
        certificates: The statement's chain, DER, the authenticator's own first; empty if it has none.
    """

    fmt: str
    trust: AttestationTrust
    anchored: bool
    credential_id: bytes
    public_key: bytes
    algorithm: int
    aaguid: bytes
    sign_count: int
    user_verified: bool
    cross_origin: bool
    backed_up: bool
    certificates: tuple[bytes, ...]


def verify_attestation(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
    *,
    expected_challenge: bytes,
    expected_origin: str | Collection[str],
    expected_rp_id: str,
    require_user_verification: bool = False,
    trust_anchors: Sequence[bytes] = (),
    now: datetime | None = None,
) -> VerifiedAttestation:
    """Verify a registration and its attestation statement (WebAuthn, sections 7.1 and 8).

    Args:
        credential: As for ``encode_attestation``.
        expected_challenge: The challenge that the credential was made for, raw bytes.
        expected_origin: The origin of the page that made it, such as ``https://example.com``, or several.
        expected_rp_id: The relying party's id, such as ``example.com``.
        require_user_verification: Whether the authenticator must have verified the user.
        trust_anchors: Certificates, DER, that a chain may end in or be issued by.
        now: The time at which certificates must be valid, aware of its zone; the system's by default.

    Returns:
        The credential, and what vouches for it.

    Raises:
        MalformedInput: It does not parse, is not consistent in itself, or its statement is not of its format.
        UnsupportedVersion: The key, or the statement's signature, is of an algorithm not known here.
        BadSignature: The user was not present (or verified, if required), or the statement or its chain does
            not verify.
        ContextMismatch: It is for another challenge (``wrong-challenge``), or from another origin or relying
            party (``wrong-origin``).
        TypeError: Something expected is None: nothing is verified without it.
        Expired: A certificate is not valid at that time.
    """
    expected: dict[str, object] = {
        "expected_challenge": expected_challenge,
        "expected_origin": expected_origin,
        "expected_rp_id": expected_rp_id,
    }
    missing = [name for name, value in expected.items() if value is None]
    # For `check_expectations`, None is what need not be compared.
    if missing:
        raise TypeError(f"{' and '.join(missing)} must be given: nothing is verified without")
    now = to_instant(now)
    anchors = [_load(anchor, "a trust anchor") for anchor in trust_anchors]
    parsed = parse_registration(to_registration(credential))
    check_expectations(parsed, expected_challenge, expected_origin, expected_rp_id)
    check_user(parsed.data, require_verification=require_user_verification, what="the attestation")
    statement = _STATEMENTS.get(parsed.fmt, _unverified)(parsed, anchors, now)
    return VerifiedAttestation(
        fmt=parsed.fmt,
        trust=statement.trust,
        anchored=statement.anchored,
        credential_id=parsed.credential.credential_id,
        public_key=parsed.credential.public_key.encoded,
        algorithm=parsed.credential.public_key.alg,
        aaguid=parsed.credential.aaguid,
        sign_count=parsed.data.sign_count,
        user_verified=parsed.data.user_verified,
        cross_origin=parsed.client_data.cross_origin,
        backed_up=parsed.data.backed_up,
        certificates=statement.certificates,
    )


class _Verdict(NamedTuple):
    """What came of a statement."""

    trust: AttestationTrust
    anchored: bool = False
    certificates: tuple[bytes, ...] = ()


def _none(parsed: AttestationObject, _anchors: list[x509.Certificate], _now: datetime) -> _Verdict:
    if parsed.statement:
        raise MalformedInput(f"{_WHAT} is of format none, but not empty")
    return _Verdict(AttestationTrust.NONE)


def _unverified(_parsed: AttestationObject, _anchors: list[x509.Certificate], _now: datetime) -> _Verdict:
    return _Verdict(AttestationTrust.UNVERIFIED)


def _packed(parsed: AttestationObject, anchors: list[x509.Certificate], now: datetime) -> _Verdict:
    """Verify a packed statement (section 8.2)."""
    alg, signature = parsed.statement.get("alg"), parsed.statement.get("sig")
    if not isinstance(alg, int) or isinstance(alg, bool) or not isinstance(signature, bytes):
        raise MalformedInput(f"{_WHAT} needs `alg` (integer) and `sig` (bytes)")
    if "x5c" in parsed.statement:
        chain = _load_chain(parsed.statement["x5c"])
        _verify_by_certificate(chain[0], alg, signature, parsed)
        anchored = _verify_chain(chain, anchors, now)
        encoded = tuple(certificate.public_bytes(Encoding.DER) for certificate in chain)
        return _Verdict(AttestationTrust.CERTIFIED, anchored, encoded)
    if "ecdaaKeyId" in parsed.statement:
        raise UnsupportedVersion(f"{_WHAT} is ECDAA, which WebAuthn has given up")
    if alg != parsed.credential.public_key.alg:
        raise BadSignature(f"{_WHAT} is by another algorithm than the credential's key has")
    parsed.credential.public_key.verify(signature, parsed.signed, _WHAT)
    return _Verdict(AttestationTrust.SELF)


_STATEMENTS = {"none": _none, "packed": _packed}


def _load_chain(x5c: object) -> list[x509.Certificate]:
    if not isinstance(x5c, list) or not 0 < len(x5c) <= _MAX_CHAIN:
        raise MalformedInput(f"the certificates of {_WHAT} are not a list of 1 to {_MAX_CHAIN}")
    return [_load(certificate, f"a certificate of {_WHAT}") for certificate in x5c]


def _load(der: object, what: str) -> x509.Certificate:
    if isinstance(der, bytes) and len(der) <= _MAX_CERTIFICATE_BYTES:
        # x509 parses lazily: extensions and names that do not parse show only when they are asked for.
        with suppress(*_UNREADABLE):
            certificate = x509.load_der_x509_certificate(der)
            _ = certificate.extensions, certificate.subject, certificate.issuer, certificate.public_key()
            _ = certificate.not_valid_before_utc, certificate.not_valid_after_utc
            return certificate
    raise MalformedInput(f"{what} is not an X.509 certificate that can be read")


def _verify_by_certificate(
    certificate: x509.Certificate, alg: int, signature: bytes, parsed: AttestationObject
) -> None:
    """Verify the signature by the attestation certificate, and what section 8.2.1 asks of that."""
    key = certificate.public_key()
    if alg == ES256 and isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == P256.name:
        verify_ecdsa(key, signature, parsed.signed, _WHAT)
    elif alg == RS256 and isinstance(key, rsa.RSAPublicKey):
        verify_rs256(key, signature, parsed.signed, _WHAT)
    elif alg == EDDSA and isinstance(key, ed25519.Ed25519PublicKey):
        check_ed25519_key(key.public_bytes_raw(), f"the certificate's key of {_WHAT}")
        verify_ed25519(key.public_bytes_raw(), signature, parsed.signed, _WHAT)
    else:
        raise UnsupportedVersion(f"{_WHAT} is signed with an algorithm that is not known here for its key")
    names = (NameOID.COUNTRY_NAME, NameOID.ORGANIZATION_NAME, NameOID.COMMON_NAME)
    if (
        certificate.version is not x509.Version.v3
        or not all(_only(certificate.subject, name) for name in names)
        or _only(certificate.subject, NameOID.ORGANIZATIONAL_UNIT_NAME) != "Authenticator Attestation"
        or _is_ca(certificate) is not False
    ):
        raise BadSignature(f"the certificate of {_WHAT} is not one for attestation (section 8.2.1)")
    for extension in certificate.extensions:
        if extension.oid == _AAGUID_EXTENSION:
            # Its value is an octet string of 16 bytes.
            value = extension.value.public_bytes()
            if extension.critical or value != b"\x04\x10" + parsed.credential.aaguid:
                raise BadSignature(f"the certificate of {_WHAT} is for another model of authenticator")


def _only(name: x509.Name, oid: x509.ObjectIdentifier) -> str | bytes | None:
    """Give the one attribute of a kind that a name has; None if it has none or several."""
    attributes = name.get_attributes_for_oid(oid)
    return attributes[0].value if len(attributes) == 1 else None


def _verify_chain(chain: list[x509.Certificate], anchors: list[x509.Certificate], now: datetime) -> bool:
    """Verify that each certificate is valid and issued by the next; give whether an anchor is reached."""
    for certificate in chain:
        if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
            raise Expired(f"a certificate of {_WHAT} is not valid at this time")
    for certificate, issuer in pairwise(chain):
        if not _issued(certificate, issuer):
            raise BadSignature(f"a certificate of {_WHAT} is not issued by the one after it")
    return bool(anchors) and _reaches(anchors, chain, now)


def _reaches(anchors: list[x509.Certificate], chain: list[x509.Certificate], now: datetime) -> bool:
    """Whether a path leads to an anchor, with certificates of the chain in between."""
    # That an authority says that it is one is always checked.
    authorities = (
        ExtensionPolicy.permit_all()
        .require_present(x509.BasicConstraints, Criticality.AGNOSTIC, None)
        .may_be_present(x509.KeyUsage, Criticality.AGNOSTIC, _may_sign_certificates)
    )
    # What section 8.2.1 asks of the first certificate has been checked; its own extensions are its maker's.
    end_entities = ExtensionPolicy.permit_all()
    try:
        PolicyBuilder().store(Store(anchors)).time(now).max_chain_depth(_MAX_CHAIN).extension_policies(
            ca_policy=authorities, ee_policy=end_entities
        ).build_client_verifier().verify(chain[0], chain[1:])
    except (VerificationError, *_UNREADABLE):
        return False
    return True


def _may_sign_certificates(
    _policy: Policy, _certificate: x509.Certificate, usage: x509.KeyUsage | None
) -> None:
    if usage is not None and not usage.key_cert_sign:
        raise ValueError


def _issued(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    if not _is_ca(issuer):
        return False
    try:
        certificate.verify_directly_issued_by(issuer)
    except (*_UNREADABLE, InvalidSignature):
        return False
    return True


def _is_ca(certificate: x509.Certificate) -> bool | None:
    """Whether a certificate says that it is an authority; None if it does not say."""
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return None
