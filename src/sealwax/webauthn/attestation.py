"""Verify attestation statements, which vouch for a new credential (WebAuthn, section 8).

| format | what is verified |
|---|---|
| ``none`` | the statement is empty; nothing vouches for the credential |
| ``packed`` without certificates | the signature, by the credential's own key (self attestation) |
| ``packed`` with certificates | the signature, by the first certificate; that certificate; the chain |
| ``tpm`` | as before, over ``certInfo``, which certifies this registration and the key of ``pubArea`` |
| ``android-key`` | the signature; the first certificate is for the credential's key and this registration |
| ``apple`` | the first certificate is for the credential's key and this registration; the chain |
| ``fido-u2f`` | the signature, by the only certificate; the chain |
| any other, such as ``PACKED`` | nothing: refused as unsupported by default |

A statement is *verified* if its own signatures are, and *anchored* if a valid path leads from its certificate
to a trust anchor.

| input | without trust anchors | with trust anchors | and ``allow_unanchored`` |
|---|---|---|---|
| another format | unsupported | unsupported | unverified |
| ``none``; self attestation | as in the first table | untrusted signer | as in the first table |
| certificates without a path to an anchor | certified | untrusted signer | certified |
| certificates with a path to an anchor | certified | certified, anchored | certified, anchored |

The path fails if the root differs, an issuer is missing, or RFC 5280 rejects a certificate. An anchor that is
not valid within ``leeway`` of the time is no anchor; the message says so. Without
anchors, ``allow_unanchored`` affects the first row only.

``fido-u2f`` does not sign the model, the flags or the counter. The result has defaults for them: an AAGUID of
zeros, an unverified user, no backup, a counter of 0. The registration itself may have other values, like the
standard's own test vector.

These are refused in any case:

| input | decision |
|---|---|
| a signature by another key than the first certificate's | bad signature |
| a certificate that the next one in the chain did not issue | bad signature |
| a certificate that is signed over another hash than SHA-256, SHA-384 or SHA-512 | bad signature |
| a first certificate with a key other than ES256's on P-256, EdDSA's or RS256's; P-384 too | unsupported |
| a ``packed`` certificate without exactly one country, organization, unit and common name | bad signature |
| a ``tpm`` certificate that has a subject, or that is an authority | bad signature |
| a ``tpm`` certificate without the extended key usage of its kind | bad signature |
| a ``tpm`` certificate without one maker, model and version in a critical alternative name | bad signature |
| a ``tpm`` maker that is not ``id:`` and 8 hex digits; it may be any of these | bad signature |
| ``tpm`` with a signature other than ES256 and RS256: SHA-1 too | unsupported |
| an ``android-key`` that hardware does not say it generated, to sign alone | bad signature, unless \
``allow_software_key`` |
| an ``android-key`` for all applications | bad signature |
| ``fido-u2f`` with more than one certificate | malformed |
| ``fido-u2f`` for a key other than ES256's | bad signature |
| a country that is not a code of two letters (section 8.2.1, X.520) | malformed |
| a certificate not valid within ``leeway`` of the time; its first and last second are valid | expired |
| certificates that are never all valid at one time, even within the leeway | expired |
| an RSA key under 2048 or over 8192 bits, or an exponent over 31: weak, or slow to verify | malformed |
| a key that is neither RSA, Ed25519 nor on P-256, P-384 or P-521 | unsupported |
| two certificates of one subject in a chain, even the same one: paths multiply | malformed |
| more than 6 certificates, or one over 16 KiB | malformed |
| keys in a statement that are not text, also in a format that is not verified | malformed |
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import partial, reduce
from itertools import pairwise
from types import NoneType
from typing import NamedTuple, NoReturn

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256, SHA384, SHA512
from cryptography.hazmat.primitives.serialization import Encoding

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import LEEWAY, check_leeway, check_validity, to_instant
from sealwax._crypto.certificates import UNREADABLE, has_path, is_authority, load_certificate
from sealwax._limits import MAX_CHAIN_CERTIFICATES
from sealwax.errors import BadSignature, Expired, MalformedInput, Unsupported, UntrustedSigner

from .attested_keys import ATTESTED_KEYS
from .ceremony import AAGUID_BYTES, check_user, require_expectations
from .cose import check_rsa_key
from .registration import (
    AttestationObject,
    RegistrationCredential,
    check_expectations,
    parse_registration,
    to_registration,
)
from .statements import (
    WHAT,
    check_android_key,
    check_apple,
    check_fido_u2f,
    check_packed,
    check_tpm,
    get_algorithm,
    get_bytes,
    verify_by_credential,
)

_CURVES = {"secp256r1", "secp384r1", "secp521r1"}
_UNANCHORED = f"{WHAT} leads to none of the trust anchors"


class AttestationTrust(Enum):
    """The kind of proof that vouches for a credential."""

    NONE = "none"
    """No proof: the authenticator or the browser made no attestation statement."""

    SELF = "self"
    """The credential's own key, which proves only possession of that key."""

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
        algorithm: The key's COSE algorithm: -7 (ES256), -8 (EdDSA) or -257 (RS256). Keys of -35 (ES384), -36
            (ES512) and -53 (Ed448) cannot stamp.
        aaguid: The authenticator's model, 16 bytes; all zero if unknown, and of ``fido-u2f``.
        sign_count: The signature counter; 0 if the authenticator has none, and of ``fido-u2f``.
        user_verified: Whether the authenticator verified the user; False of ``fido-u2f``, which does not sign
            it.
        cross_origin: Whether the page was embedded in a page of another origin.
        backed_up: Whether the credential is backed up; False of ``fido-u2f``.
        certificates: The statement's certificates in DER, the authenticator's own first; may be empty.
        top_origin: The origin of the topmost page, if it differs and the browser reports it. If you allow
            embedding, compare it with the pages that may embed yours.
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
    expected_challenge: str | bytes,
    expected_origin: str | Collection[str],
    expected_rp_id: str,
    require_user_verification: bool = False,
    allow_cross_origin: bool = False,
    trust_anchors: Sequence[bytes] = (),
    allow_unanchored: bool = False,
    allow_user_absent: bool = False,
    allow_software_key: bool = False,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> VerifiedAttestation:
    """Verify a registration and its attestation statement (WebAuthn, sections 7.1 and 8).

    Args:
        credential: ``PublicKeyCredential.toJSON()``, as text or as a mapping; a mapping of the same shape
            with raw bytes in place of base64url; or a ``RegistrationCredential``.
        expected_challenge: The challenge that the registration must answer, not empty: raw bytes, or
            base64url text as in the JSON that ``parseCreationOptionsFromJSON`` reads.
        expected_origin: The origin, such as ``https://example.com``, or several; compared byte for byte.
        expected_rp_id: The relying party's id, such as ``example.com``.
        require_user_verification: Whether the authenticator must have verified the user. A statement of
            format ``fido-u2f`` is then refused.
        allow_cross_origin: Whether that page may have been embedded in a page of another origin. If so,
            compare ``top_origin``, which is not compared here.
        trust_anchors: Certificates in DER, at most 16 KiB each, to which the statement's chain must lead. If
            there are none, no proof is required, and ``anchored`` is False.
        allow_unanchored: Whether to return a result for a statement that leads to no trust anchor though
            some are given, or that is in a format that is not verified.
        allow_user_absent: Whether the user may have been absent: for a passkey that the browser made without
            asking (conditional create, section 7.1).
        allow_software_key: Whether an ``android-key`` may be a key that only Android's software vouches for
            (section 8.4). By default, hardware must say that it generated the key, to sign alone.
        leeway: How far the clock of ``now`` may differ from others: a certificate is accepted so long before
            and after its time, too. It applies to trust anchors as well.
        now: The time at which the certificates must be valid, with a time zone; the system's by default.

    Returns:
        The credential, and the kind of proof that vouches for it.

    Raises:
        MalformedInput: The registration or a trust anchor does not parse, the registration contradicts
            itself, or the statement does not follow its format.
        Unsupported: The algorithm of the credential's key, of the statement or of a certificate is not
            supported; or the statement's format is not, unless ``allow_unanchored``.
        UntrustedSigner: The statement leads to none of the trust anchors, unless ``allow_unanchored``.
        BadSignature: The client data is not that of a registration, the user was not present, unless
            ``allow_user_absent``, or not verified, if that is required, or the statement or its chain does
            not verify.
        ContextMismatch: The registration is for another challenge (``wrong-challenge``), or from another
            origin or an embedded page, or for another relying party (``wrong-origin``).
        Expired: A certificate of the statement is not valid at that time, by more than the leeway, or two are
            never valid at the same time.
    """
    require_expectations(
        expected_challenge=expected_challenge,
        expected_origin=expected_origin,
        expected_rp_id=expected_rp_id,
        require_user_verification=require_user_verification,
        allow_cross_origin=allow_cross_origin,
        allow_unanchored=allow_unanchored,
        allow_user_absent=allow_user_absent,
        allow_software_key=allow_software_key,
    )
    check_leeway(leeway)
    clock = _Clock(to_instant(now), leeway)
    anchors = _load_anchors(trust_anchors)
    parsed = _without_unsigned(parse_registration(to_registration(credential), ATTESTED_KEYS))
    check_expectations(
        parsed, expected_challenge, expected_origin, expected_rp_id, allow_cross_origin=allow_cross_origin
    )
    check_user(
        parsed.data,
        require_verification=require_user_verification,
        allow_absent=allow_user_absent,
        label="the attestation",
    )
    statements = _WITH_SOFTWARE_KEYS if allow_software_key else _STATEMENTS
    verify = statements.get(parsed.fmt, _unverified if allow_unanchored else _unsupported)
    statement = verify(parsed, anchors, clock)
    if anchors and not statement.anchored and not allow_unanchored:
        _refuse_unanchored(statement.chain, anchors, clock)
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
        certificates=tuple(certificate.public_bytes(Encoding.DER) for certificate in statement.chain),
    )


def _without_unsigned(parsed: AttestationObject) -> AttestationObject:
    """Drop the values that a U2F authenticator does not sign. It neither verifies users nor backs up keys."""
    if parsed.fmt != "fido-u2f":
        return parsed
    data = parsed.data._replace(user_verified=False, backed_up=False, sign_count=0)
    return replace(parsed, data=data, credential=replace(parsed.credential, aaguid=bytes(AAGUID_BYTES)))


class _Verdict(NamedTuple):
    """The result of verifying a statement."""

    trust: AttestationTrust
    anchored: bool = False
    chain: Sequence[x509.Certificate] = ()


class _Clock(NamedTuple):
    """The time at which certificates must be valid, and how far other clocks may differ."""

    now: datetime
    leeway: timedelta


def _none(parsed: AttestationObject, _anchors: list[x509.Certificate], _clock: _Clock) -> _Verdict:
    if parsed.statement:
        raise MalformedInput(f"{WHAT} of format `none` must be empty")
    return _Verdict(AttestationTrust.NONE)


def _unverified(_parsed: AttestationObject, _anchors: list[x509.Certificate], _clock: _Clock) -> _Verdict:
    return _Verdict(AttestationTrust.UNVERIFIED)


def _unsupported(_parsed: AttestationObject, _anchors: list[x509.Certificate], _clock: _Clock) -> NoReturn:
    raise Unsupported(
        f"the format of {WHAT} is not supported; it must be {' or '.join(_STATEMENTS)}; pass "
        "allow_unanchored=True to accept it unverified"
    )


def _packed(parsed: AttestationObject, anchors: list[x509.Certificate], clock: _Clock) -> _Verdict:
    """Verify a packed statement (section 8.2)."""
    alg, signature = get_algorithm(parsed), get_bytes(parsed, "sig")
    if "x5c" in parsed.statement:
        return _certified(parsed, anchors, clock, check_packed)
    if "ecdaaKeyId" in parsed.statement:
        raise Unsupported(f"{WHAT} uses ECDAA, which WebAuthn has removed; it is not supported")
    verify_by_credential(parsed, alg, signature)
    return _Verdict(AttestationTrust.SELF)


def _certified(
    parsed: AttestationObject,
    anchors: list[x509.Certificate],
    clock: _Clock,
    check: Callable[[x509.Certificate, AttestationObject], None],
) -> _Verdict:
    """Verify a statement with certificates: the format's checks with the first certificate, and the chain."""
    chain = _load_chain(parsed.statement.get("x5c"))
    check(chain[0], parsed)
    anchored = _verify_chain(chain, anchors, clock)
    return _Verdict(AttestationTrust.CERTIFIED, anchored, chain)


def _fido_u2f(parsed: AttestationObject, anchors: list[x509.Certificate], clock: _Clock) -> _Verdict:
    """Verify a statement of a U2F authenticator (section 8.6)."""
    verdict = _certified(parsed, anchors, clock, check_fido_u2f)
    if len(verdict.chain) != 1:
        raise MalformedInput(f"`x5c` of {WHAT} of format `fido-u2f` must be a single certificate")
    return verdict


_Verify = Callable[[AttestationObject, list[x509.Certificate], _Clock], _Verdict]

_STATEMENTS: dict[str, _Verify] = {
    "none": _none,
    "packed": _packed,
    "tpm": partial(_certified, check=check_tpm),
    "android-key": partial(_certified, check=check_android_key),
    "fido-u2f": _fido_u2f,
    "apple": partial(_certified, check=check_apple),
}
_WITH_SOFTWARE_KEYS: dict[str, _Verify] = {
    **_STATEMENTS,
    "android-key": partial(_certified, check=partial(check_android_key, allow_software_key=True)),
}


def _load_chain(x5c: object) -> list[x509.Certificate]:
    if not isinstance(x5c, list) or not 0 < len(x5c) <= MAX_CHAIN_CERTIFICATES:
        raise MalformedInput(f"`x5c` of {WHAT} must be a list of 1 to {MAX_CHAIN_CERTIFICATES} certificates")
    chain = [_load(certificate, f"a certificate of {WHAT}") for certificate in x5c]
    # The search for a path tries every order of the certificates of one subject.
    if len({certificate.subject for certificate in chain}) < len(chain):
        raise MalformedInput(f"`x5c` of {WHAT} must not have two certificates of one subject")
    return chain


def _load_anchors(anchors: Sequence[bytes]) -> list[x509.Certificate]:
    require_type(anchors, Sequence, "trust_anchors")
    for anchor in anchors:
        require_type(anchor, bytes, "each of trust_anchors")
    return [_load(anchor, "a trust anchor") for anchor in anchors]


def _load(der: object, label: str) -> x509.Certificate:
    certificate = load_certificate(der, label)
    _check_key(certificate.public_key(), f"the key of {label}")
    return certificate


def _check_key(key: object, label: str) -> None:
    """Refuse a certificate's key that is weak, unsupported, or slow to verify with."""
    if isinstance(key, rsa.RSAPublicKey):
        check_rsa_key(key.public_numbers(), label)
    elif not isinstance(key, ed25519.Ed25519PublicKey) and not (
        isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name in _CURVES
    ):
        raise Unsupported(f"{label} must be RSA, Ed25519, or on P-256, P-384 or P-521")


def _verify_chain(chain: list[x509.Certificate], anchors: list[x509.Certificate], clock: _Clock) -> bool:
    """Verify that each certificate is valid and issued by the next; return whether an anchor is reached."""
    for certificate in chain:
        _check_time(certificate, clock, f"a certificate of {WHAT}", "register another authenticator")
    if _are_never_valid_together(chain):
        raise Expired(
            f"the certificates of {WHAT} are never all valid at one time, whatever the clock shows; register "
            "another authenticator"
        )
    for certificate, issuer in pairwise(chain):
        if not _issued(certificate, issuer):
            raise BadSignature(f"a certificate of {WHAT} is not issued by the certificate after it")
    return bool(anchors) and any(
        has_path(chain[0], chain[1:], anchors, instant, max_depth=MAX_CHAIN_CERTIFICATES)
        for instant in _instants(chain, anchors, clock)
    )


def _check_time(certificate: x509.Certificate, clock: _Clock, label: str, cure: str) -> None:
    check_validity(
        label,
        clock.now,
        begin=certificate.not_valid_before_utc,
        end=certificate.not_valid_after_utc,
        leeway=clock.leeway,
        cure=f"{cure}, or pass the time of the registration as now",
    )


def _are_never_valid_together(certificates: Sequence[x509.Certificate]) -> bool:
    begin = max(certificate.not_valid_before_utc for certificate in certificates)
    return begin > min(certificate.not_valid_after_utc for certificate in certificates)


def _refuse_unanchored(
    chain: Sequence[x509.Certificate], anchors: list[x509.Certificate], clock: _Clock
) -> NoReturn:
    """Refuse a statement that leads to no anchor; say so if the time of an anchor is the reason."""
    issuers = {certificate.issuer for certificate in chain}
    for anchor in anchors:
        if anchor.subject not in issuers:
            continue
        label = "the trust anchor with the name of its issuer"
        try:
            _check_time(anchor, clock, label, "pass a newer certificate of the issuer")
        except Expired as error:
            raise UntrustedSigner(f"{_UNANCHORED}: {error}") from None
        if _are_never_valid_together([anchor, *chain]):
            raise UntrustedSigner(
                f"{_UNANCHORED}: {label} and its certificates are never all valid at one time, whatever the "
                "clock shows; do not register the credential"
            )
    raise UntrustedSigner(
        f"{_UNANCHORED}; do not register the credential, or pass allow_unanchored=True to accept it"
    )


def _instants(
    chain: list[x509.Certificate], anchors: list[x509.Certificate], clock: _Clock
) -> list[datetime]:
    """Return the times within the leeway at which a path may be valid.

    All certificates of a path are valid at one time. Usually, it is that of the clock.
    """
    own = reduce(_nearest, chain, clock.now)
    instants = dict.fromkeys([own, *(_nearest(own, anchor) for anchor in anchors)])
    return [instant for instant in instants if abs(instant - clock.now) <= clock.leeway]


def _nearest(instant: datetime, certificate: x509.Certificate) -> datetime:
    """Return the time nearest to an instant at which a certificate is valid."""
    return min(max(instant, certificate.not_valid_before_utc), certificate.not_valid_after_utc)


def _issued(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    if not is_authority(issuer):
        return False
    try:
        # Ed25519 has none.
        if not isinstance(certificate.signature_hash_algorithm, (SHA256, SHA384, SHA512, NoneType)):
            return False
        certificate.verify_directly_issued_by(issuer)
    except (*UNREADABLE, InvalidSignature):
        return False
    return True
