"""Verify attestation statements, which vouch for a new credential (WebAuthn, section 8).

| format | what is verified |
|---|---|
| ``none`` | the statement is empty; nothing vouches for the credential |
| ``packed`` without certificates | the signature, by the credential's own key (self attestation) |
| ``packed`` with certificates | the signature, by the first certificate; that certificate; the chain |
| any other, such as ``PACKED`` | nothing: unsupported, unless the caller allows it |

A statement is *verified* if its own signatures are, and *anchored* if a valid path leads from its certificate
to a trust anchor.

| input | without trust anchors | with trust anchors | and ``allow_unanchored`` |
|---|---|---|---|
| another format | unsupported | unsupported | unverified |
| ``none``; self attestation | as in the first table | untrusted signer | as in the first table |
| certificates without a path to an anchor | certified | untrusted signer | certified |
| certificates with a path to an anchor | certified | certified, anchored | certified, anchored |

There is no path if the root differs, an issuer is missing, or RFC 5280 rejects a certificate. Without
anchors, ``allow_unanchored`` affects the first row only. These are refused in any case:

| input | decision |
|---|---|
| a signature by another key than the first certificate's | bad signature |
| a certificate that the next one in the chain did not issue | bad signature |
| a first certificate with a key other than ES256's on P-256, EdDSA's or RS256's; P-384 too | unsupported |
| a first certificate without exactly one country, organization, unit and common name | bad signature |
| a country that is not a code of two letters (section 8.2.1, X.520) | malformed |
| a certificate that is not valid at the time; its first and its last second are valid | expired |
| an RSA key under 2048 or over 8192 bits, or an exponent over 31: weak, or slow to verify | malformed |
| a key that is neither RSA, Ed25519 nor on P-256, P-384 or P-521 | unsupported |
| two certificates of one subject in a chain, even the same one: paths multiply | malformed |
| more than 6 certificates, or one over 16 KiB | malformed |
| keys in a statement that are not text, also in a format that is not verified | malformed |
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import pairwise
from typing import NamedTuple, NoReturn

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import to_instant
from sealwax._crypto.certificates import UNREADABLE, has_path, is_authority, is_valid_at, load_certificate
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256
from sealwax._limits import MAX_CHAIN_CERTIFICATES
from sealwax.errors import BadSignature, Expired, MalformedInput, Unsupported, UntrustedSigner

from .ceremony import check_user, require_expectations
from .cose import EDDSA, ES256, RS256, check_rsa_key, verify_rs256
from .registration import (
    AttestationObject,
    RegistrationCredential,
    check_expectations,
    parse_registration,
    to_registration,
)

_WHAT = "the attestation statement"
_CURVES = {"secp256r1", "secp384r1", "secp521r1"}
_COUNTRY = re.compile(r"[A-Za-z]{2}")
# id-fido-gen-ce-aaguid: FIDO Alliance, section 8.2.1.
_AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")


class AttestationTrust(Enum):
    """The kind of proof that vouches for a credential."""

    NONE = "none"
    """Nothing: the authenticator or the browser gave no attestation statement."""

    SELF = "self"
    """The credential's own key, which proves only that the authenticator has that key."""

    CERTIFIED = "certified"
    """A certificate whose chain verifies. ``anchored`` says whether the chain leads to a trust anchor."""

    UNVERIFIED = "unverified"
    """A statement in a format that this library does not verify; only with ``allow_unanchored``."""


@dataclass(frozen=True)
class VerifiedAttestation:
    """A verified registration.

    Attributes:
        fmt: The format of the attestation statement, such as ``packed``.
        trust: The kind of proof that vouches for the credential.
        anchored: Whether a valid path (RFC 5280, section 6) leads from its certificate to a trust anchor.
        credential_id: The raw id of the credential, 1 to 1023 bytes.
        public_key: The credential's public key as a COSE key (CBOR), which ``verify_webauthn_stamp`` takes.
        algorithm: The key's COSE algorithm: -7 (ES256), -8 (EdDSA) or -257 (RS256).
        aaguid: The authenticator's model, 16 bytes; all zero if unknown.
        sign_count: The signature counter; 0 if the authenticator has none.
        user_verified: Whether the authenticator verified the user.
        cross_origin: Whether the page was embedded in a page of another origin.
        backed_up: Whether the credential is backed up.
        certificates: The statement's certificates in DER, the authenticator's own first; may be empty.
        top_origin: The origin of the topmost page, if it differs and the browser reports it. If you
            allow embedding, compare it with the pages that may embed yours.
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
    top_origin: str | None = None


def verify_attestation(
    credential: str | bytes | Mapping[str, object] | RegistrationCredential,
    *,
    expected_challenge: bytes,
    expected_origin: str | Collection[str],
    expected_rp_id: str,
    require_user_verification: bool = False,
    allow_cross_origin: bool = False,
    trust_anchors: Sequence[bytes] = (),
    allow_unanchored: bool = False,
    now: datetime | None = None,
) -> VerifiedAttestation:
    """Verify a registration and its attestation statement (WebAuthn, sections 7.1 and 8).

    Args:
        credential: ``PublicKeyCredential.toJSON()``, as text or as a mapping; a mapping of the same shape
            with raw bytes in place of base64url; or a ``RegistrationCredential``.
        expected_challenge: The challenge that the registration must answer, raw bytes and not empty.
        expected_origin: The origin, such as ``https://example.com``, or several; compared byte for byte.
        expected_rp_id: The relying party's id, such as ``example.com``.
        require_user_verification: Whether the authenticator must have verified the user.
        allow_cross_origin: Whether that page may have been embedded in a page of another origin. If so,
            compare ``top_origin``, which is not compared here.
        trust_anchors: Certificates in DER, at most 16 KiB each, to which the statement's chain must lead. If
            there are none, no proof is required, and ``anchored`` is False.
        allow_unanchored: Whether to return a result for a statement that leads to no trust anchor though
            some are given, or that is in a format that is not verified.
        now: The time at which the certificates must be valid, with a time zone; the system's by default.

    Returns:
        The credential, and the kind of proof that vouches for it.

    Raises:
        MalformedInput: The registration or a trust anchor does not parse, the registration contradicts
            itself, or the statement does not follow its format.
        Unsupported: The algorithm of the credential's key, of the statement or of a certificate is not
            supported; or the statement's format is not, unless ``allow_unanchored``.
        UntrustedSigner: The statement leads to none of the trust anchors, unless ``allow_unanchored``.
        BadSignature: The client data is not that of a registration, the user was not present (or not
            verified, if that is required), or the statement or its chain does not verify.
        ContextMismatch: The registration is for another challenge (``wrong-challenge``), or from another
            origin or an embedded page, or for another relying party (``wrong-origin``).
        Expired: A certificate of the statement is not valid at that time.
    """
    require_expectations(
        expected_challenge=expected_challenge,
        expected_origin=expected_origin,
        expected_rp_id=expected_rp_id,
        require_user_verification=require_user_verification,
        allow_cross_origin=allow_cross_origin,
        allow_unanchored=allow_unanchored,
    )
    now = to_instant(now)
    anchors = _load_anchors(trust_anchors)
    parsed = parse_registration(to_registration(credential))
    check_expectations(
        parsed, expected_challenge, expected_origin, expected_rp_id, allow_cross_origin=allow_cross_origin
    )
    check_user(parsed.data, require_verification=require_user_verification, what="the attestation")
    verify = _STATEMENTS.get(parsed.fmt, _unverified if allow_unanchored else _unsupported)
    statement = verify(parsed, anchors, now)
    if anchors and not statement.anchored and not allow_unanchored:
        raise UntrustedSigner(
            f"{_WHAT} leads to none of the trust anchors; do not register the credential, or pass "
            "allow_unanchored=True to accept it"
        )
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
        top_origin=parsed.client_data.top_origin,
        backed_up=parsed.data.backed_up,
        certificates=statement.certificates,
    )


class _Verdict(NamedTuple):
    """The result of verifying a statement."""

    trust: AttestationTrust
    anchored: bool = False
    certificates: tuple[bytes, ...] = ()


def _none(parsed: AttestationObject, _anchors: list[x509.Certificate], _now: datetime) -> _Verdict:
    if parsed.statement:
        raise MalformedInput(f"{_WHAT} of format `none` must be empty")
    return _Verdict(AttestationTrust.NONE)


def _unverified(_parsed: AttestationObject, _anchors: list[x509.Certificate], _now: datetime) -> _Verdict:
    return _Verdict(AttestationTrust.UNVERIFIED)


def _unsupported(_parsed: AttestationObject, _anchors: list[x509.Certificate], _now: datetime) -> NoReturn:
    raise Unsupported(
        f"the format of {_WHAT} is not supported; it must be {' or '.join(_STATEMENTS)}; pass "
        "allow_unanchored=True to accept it unverified"
    )


def _packed(parsed: AttestationObject, anchors: list[x509.Certificate], now: datetime) -> _Verdict:
    """Verify a packed statement (section 8.2)."""
    alg, signature = parsed.statement.get("alg"), parsed.statement.get("sig")
    if not isinstance(alg, int) or isinstance(alg, bool) or not isinstance(signature, bytes):
        raise MalformedInput(f"{_WHAT} must have `alg` (an integer) and `sig` (bytes)")
    if "x5c" in parsed.statement:
        chain = _load_chain(parsed.statement["x5c"])
        _verify_by_certificate(chain[0], alg, signature, parsed)
        anchored = _verify_chain(chain, anchors, now)
        encoded = tuple(certificate.public_bytes(Encoding.DER) for certificate in chain)
        return _Verdict(AttestationTrust.CERTIFIED, anchored, encoded)
    if "ecdaaKeyId" in parsed.statement:
        raise Unsupported(f"{_WHAT} uses ECDAA, which WebAuthn has removed; it is not supported")
    if alg != parsed.credential.public_key.alg:
        raise BadSignature(f"the algorithm of {_WHAT} is not that of the credential's key")
    parsed.credential.public_key.verify(signature, parsed.signed, _WHAT)
    return _Verdict(AttestationTrust.SELF)


_STATEMENTS = {"none": _none, "packed": _packed}


def _load_chain(x5c: object) -> list[x509.Certificate]:
    if not isinstance(x5c, list) or not 0 < len(x5c) <= MAX_CHAIN_CERTIFICATES:
        raise MalformedInput(f"`x5c` of {_WHAT} must be a list of 1 to {MAX_CHAIN_CERTIFICATES} certificates")
    chain = [_load(certificate, f"a certificate of {_WHAT}") for certificate in x5c]
    # The search for a path tries every order of the certificates of one subject.
    if len({certificate.subject for certificate in chain}) < len(chain):
        raise MalformedInput(f"`x5c` of {_WHAT} must not have two certificates of one subject")
    return chain


def _load_anchors(anchors: Sequence[bytes]) -> list[x509.Certificate]:
    require_type(anchors, Sequence, "trust_anchors")
    for anchor in anchors:
        require_type(anchor, bytes, "each of trust_anchors")
    return [_load(anchor, "a trust anchor") for anchor in anchors]


def _load(der: object, what: str) -> x509.Certificate:
    certificate = load_certificate(der, what)
    _check_key(certificate.public_key(), f"the key of {what}")
    return certificate


def _check_key(key: object, what: str) -> None:
    """Refuse a certificate's key that is weak, of an unused kind, or slow to verify with."""
    if isinstance(key, rsa.RSAPublicKey):
        check_rsa_key(key.public_numbers(), what)
    elif not isinstance(key, ed25519.Ed25519PublicKey) and not (
        isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name in _CURVES
    ):
        raise Unsupported(f"{what} must be RSA, Ed25519, or on P-256, P-384 or P-521")


def _verify_by_certificate(
    certificate: x509.Certificate, alg: int, signature: bytes, parsed: AttestationObject
) -> None:
    """Verify the signature with the attestation certificate, and check the certificate (section 8.2.1)."""
    key = certificate.public_key()
    if alg == ES256 and isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == P256.name:
        verify_ecdsa(key, signature, parsed.signed, _WHAT)
    elif alg == RS256 and isinstance(key, rsa.RSAPublicKey):
        verify_rs256(key, signature, parsed.signed, _WHAT)
    elif alg == EDDSA and isinstance(key, ed25519.Ed25519PublicKey):
        check_ed25519_key(key.public_bytes_raw(), f"the certificate's key of {_WHAT}")
        verify_ed25519(key.public_bytes_raw(), signature, parsed.signed, _WHAT)
    else:
        raise Unsupported(f"the algorithm of {_WHAT} is not supported for the key of its certificate")
    countries = certificate.subject.get_attributes_for_oid(NameOID.COUNTRY_NAME)
    if not all(_COUNTRY.fullmatch(str(country.value)) for country in countries):
        # Checked first: with warnings as errors, x509 cannot read such a name.
        raise MalformedInput(f"the country of the certificate of {_WHAT} must be a code of two letters")
    names = (NameOID.COUNTRY_NAME, NameOID.ORGANIZATION_NAME, NameOID.COMMON_NAME)
    if (
        certificate.version is not x509.Version.v3
        or not all(_only(certificate.subject, name) for name in names)
        or _only(certificate.subject, NameOID.ORGANIZATIONAL_UNIT_NAME) != "Authenticator Attestation"
        or is_authority(certificate) is not False
    ):
        raise BadSignature(f"the certificate of {_WHAT} does not meet WebAuthn, section 8.2.1")
    for extension in certificate.extensions:
        if extension.oid == _AAGUID_EXTENSION:
            # The value is a DER octet string of 16 bytes.
            value = extension.value.public_bytes()
            if extension.critical or value != b"\x04\x10" + parsed.credential.aaguid:
                raise BadSignature(f"the certificate of {_WHAT} is for another model of authenticator")


def _only(name: x509.Name, oid: x509.ObjectIdentifier) -> str | bytes | None:
    """Return a name's single attribute of a kind; None if it has none or several."""
    attributes = name.get_attributes_for_oid(oid)
    return attributes[0].value if len(attributes) == 1 else None


def _verify_chain(chain: list[x509.Certificate], anchors: list[x509.Certificate], now: datetime) -> bool:
    """Verify that each certificate is valid and issued by the next; return whether an anchor is reached."""
    for certificate in chain:
        if not is_valid_at(certificate, now):
            raise Expired(f"a certificate of {_WHAT} is not valid at this time")
    for certificate, issuer in pairwise(chain):
        if not _issued(certificate, issuer):
            raise BadSignature(f"a certificate of {_WHAT} is not issued by the certificate after it")
    return bool(anchors) and has_path(chain[0], chain[1:], anchors, now, max_depth=MAX_CHAIN_CERTIFICATES)


def _issued(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    if not is_authority(issuer):
        return False
    try:
        certificate.verify_directly_issued_by(issuer)
    except (*UNREADABLE, InvalidSignature):
        return False
    return True
