"""Stamps made with a passkey, header ``X-Stamp-WebAuthn`` (wire-formats.md, section 2.2)."""

import hashlib
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from inspect import isawaitable, iscoroutine
from typing import NamedTuple

import msgspec

from sealwax._codec.arguments import require_function, require_method, require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import require_text, to_bytes
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import BadSignature, MalformedInput, UntrustedSigner
from sealwax.webauthn.ceremony import (
    Authenticator,
    check_ceremony,
    check_credential_id_length,
    check_origin,
    check_rp_id,
    check_user,
    parse_authenticator_data,
    parse_client_data,
    require_expectations,
)
from sealwax.webauthn.cose import CoseKey, decode_cose_key

from .header import WEBAUTHN, Stamp, require_header_value
from .request_verifier import RequestVerifier


@dataclass(frozen=True)
class VerifiedAssertion:
    """The result of verifying a WebAuthn stamp.

    Attributes:
        credential_id: The raw id of the credential. It is not signed: rely on the public key.
        sign_count: The signature counter. If it is not 0 and not greater than the last one seen, the
            credential may have been cloned. The caller must keep the last value.
        user_verified: Whether the authenticator verified the user.
        backed_up: Whether the credential is backed up.
        origin: The origin of the page that requested the stamp.
        cross_origin: Whether that page was embedded in a page of another origin.
        top_origin: The origin of the topmost page, if it differs and the browser reports it. If you allow
            embedding, compare it with the pages that may embed yours.
        public_key: The passkey's public key that verified the signature, as a COSE key.
        timestamp: The signed body's time, checked by ``verify_request``; None if the body has none, and from
            other functions.
        organization_id: The signed body's organization id, likewise; compared only if you passed the expected
            id.
    """

    credential_id: bytes
    sign_count: int
    user_verified: bool
    backed_up: bool
    origin: str
    cross_origin: bool
    top_origin: str | None = None
    public_key: bytes = field(kw_only=True)
    timestamp: datetime | None = None
    organization_id: str | None = None


class _Stamp(msgspec.Struct, frozen=True, rename="camel"):
    authenticator_data: str
    client_data_json: str
    credential_id: str
    signature: str


def webauthn_challenge(body: str | bytes) -> bytes:
    """Compute the challenge that a passkey signs for a request's body (wire-formats.md, section 2.2).

    Args:
        body: The exact bytes of the POST body that will be sent; a str stands for its UTF-8 bytes.

    Returns:
        SHA-256 of the body as hex: 64 ASCII characters, not the 32 bytes of the hash.

    Raises:
        MalformedInput: The body is not str or bytes, or is a str that UTF-8 cannot encode.
    """
    return hashlib.sha256(to_bytes(body, "the body", limit=None)).hexdigest().encode()


class WebAuthnStamper(NeverCopied):
    """Stamps request bodies with a passkey, header ``X-Stamp-WebAuthn`` (wire-formats.md, section 2.2).

    Args:
        authenticator: The passkey: any object that implements ``Authenticator``.
    """

    __slots__ = ("_authenticator",)

    def __init__(self, authenticator: Authenticator) -> None:
        require_method(
            authenticator, "get_assertion", "authenticator", "pass a passkey, such as a SecurityKey"
        )
        self._authenticator = authenticator

    def stamp(self, body: str | bytes) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The exact bytes of the POST body that will be sent; a str stands for its UTF-8 bytes.

        Returns:
            The stamp, to send as a header with exactly this body; its value is JSON, not base64.

        Raises:
            MalformedInput: The body is a str that UTF-8 cannot encode; or the
                authenticator did not return an assertion whose fields are bytes.
        """
        require_text(body, "body")
        assertion = self._authenticator.get_assertion(webauthn_challenge(body))
        fields = {
            "authenticatorData": getattr(assertion, "authenticator_data", None),
            "clientDataJson": getattr(assertion, "client_data_json", None),
            "credentialId": getattr(assertion, "credential_id", None),
            "signature": getattr(assertion, "signature", None),
        }
        parts = {name: encode_base64url(part) for name, part in fields.items() if isinstance(part, bytes)}
        if len(parts) < len(fields):
            raise MalformedInput("the authenticator must return an Assertion whose fields are bytes")
        return Stamp(WEBAUTHN, encode_json(parts))


def verify_webauthn_stamp(
    header_value: str | bytes,
    body: str | bytes,
    *,
    public_key: bytes,
    expected_rp_id: str,
    expected_origin: str | Collection[str],
    require_user_verification: bool = False,
    allow_cross_origin: bool = False,
) -> VerifiedAssertion:
    """Verify a WebAuthn stamp (wire-formats.md, section 2.2; WebAuthn, section 7.2).

    Args:
        header_value: The value of the ``X-Stamp-WebAuthn`` header.
        body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.
        public_key: The credential's public key, as a COSE key: ES256, EdDSA or RS256.
        expected_rp_id: The relying party's id, such as ``example.com``.
        expected_origin: The origin of the page that requested the stamp, such as ``https://example.com``, or
            a collection of accepted origins; compared byte for byte.
        require_user_verification: Whether the authenticator must have verified the user.
        allow_cross_origin: Whether that page may have been embedded in a page of another origin. If so,
            compare ``top_origin``, which is not compared here.

    Returns:
        The checked fields of the authenticator and client data.

    Raises:
        MalformedInput: The stamp or the key does not parse; or the stamp has the data of a registration.
        Unsupported: The key has another algorithm.
        BadSignature: The signature does not verify; the assertion is for another ceremony or another body;
            or the user was not present (or not verified, if required).
        ContextMismatch: The origin, an embedded page or the relying party is not accepted (``wrong-origin``).
    """
    require_type(public_key, bytes, "public_key")
    expected = _expected(expected_rp_id, expected_origin, require_user_verification, allow_cross_origin)
    challenge = webauthn_challenge(body)
    key = decode_cose_key(public_key, _KEY)
    return _verify(_read(header_value), challenge, public_key, key, expected)


class WebAuthnVerifier(RequestVerifier[VerifiedAssertion]):
    """Verifies WebAuthn stamps of passkeys that a server knows (wire-formats.md, section 2.2).

    The passkey is looked up by the credential id in the stamp. Threads and forked processes may share a
    verifier if they may share ``find_key``.

    Args:
        find_key: Your function that returns the public key of a credential, as a COSE key (``public_key`` of
            ``verify_attestation``), or None if you do not know the credential. It gets the raw id, of 1 to
            1023 bytes: ``passkeys.get`` of a dictionary, or a query to your database. Its exceptions pass
            through. An asynchronous function is for ``verify_async`` and ``verify_request_async``.
        expected_rp_id: The relying party's id, such as ``example.com``.
        expected_origin: The origin of the page that requested the stamp, such as ``https://example.com``, or
            a collection of accepted origins; compared byte for byte.
        require_user_verification: Whether the authenticator must have verified the user.
        allow_cross_origin: Whether that page may have been embedded in a page of another origin. If so,
            compare ``top_origin``, which is not compared here.
    """

    __slots__ = ("_expected", "_find_key")
    header_name = WEBAUTHN

    def __init__(
        self,
        find_key: Callable[[bytes], bytes | None] | Callable[[bytes], Awaitable[bytes | None]],
        *,
        expected_rp_id: str,
        expected_origin: str | Collection[str],
        require_user_verification: bool = False,
        allow_cross_origin: bool = False,
    ) -> None:
        require_function(find_key, "find_key")
        self._find_key: Callable[[bytes], object] = find_key
        self._expected = _expected(
            expected_rp_id, expected_origin, require_user_verification, allow_cross_origin
        )

    def verify(self, header_value: str | bytes, body: str | bytes) -> VerifiedAssertion:
        """Verify a WebAuthn stamp of one of the known passkeys.

        Args:
            header_value: The value of the ``X-Stamp-WebAuthn`` header.
            body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.

        Returns:
            The checked fields of the authenticator and client data, and the passkey's public key.

        Raises:
            UntrustedSigner: ``find_key`` does not know the credential.
            SealwaxError: The errors of ``verify_webauthn_stamp``.
            TypeError: ``find_key`` returned something other than bytes or None.
        """
        challenge, stamp = webauthn_challenge(body), _read(header_value)
        found = self._find_key(stamp.credential_id)
        if iscoroutine(found):
            found.close()
        if isawaitable(found):
            raise TypeError(
                "find_key must not be asynchronous here; await verify_request_async or verify_async"
            )
        return self._verify(stamp, challenge, found)

    async def verify_async(self, header_value: str | bytes, body: str | bytes) -> VerifiedAssertion:
        """Verify a WebAuthn stamp like ``verify``; ``find_key`` may be asynchronous.

        Args:
            header_value: The value of the ``X-Stamp-WebAuthn`` header.
            body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.

        Returns:
            The checked fields of the authenticator and client data, and the passkey's public key.

        Raises:
            SealwaxError: The errors of ``verify``.
            TypeError: ``find_key`` returned something other than bytes or None.
        """
        challenge, stamp = webauthn_challenge(body), _read(header_value)
        found = self._find_key(stamp.credential_id)
        return self._verify(stamp, challenge, await found if isawaitable(found) else found)

    def _verify(self, stamp: "_Parsed", challenge: bytes, found: object) -> VerifiedAssertion:
        if found is None:
            raise UntrustedSigner(f"the credential of {_LABEL} is not one that find_key knows")
        require_type(found, bytes, "the result of find_key")
        public_key = bytes(found)  # type: ignore[call-overload] # as was checked
        return _verify(stamp, challenge, public_key, decode_cose_key(public_key, _KEY), self._expected)


_LABEL = "the WebAuthn stamp"
_KEY = "the credential's public key"


class _Expected(NamedTuple):
    """The values that a stamp is compared with."""

    rp_id: str
    origin: str | Collection[str]
    require_user_verification: bool
    allow_cross_origin: bool


class _Parsed(NamedTuple):
    """The parts of a stamp, unchecked."""

    data: bytes
    client_data_json: bytes
    credential_id: bytes
    signature: bytes


def _expected(
    rp_id: str,
    origin: str | Collection[str],
    require_user_verification: bool,  # noqa: FBT001 - as they are in the calls
    allow_cross_origin: bool,  # noqa: FBT001
) -> _Expected:
    require_expectations(
        expected_rp_id=rp_id,
        expected_origin=origin,
        require_user_verification=require_user_verification,
        allow_cross_origin=allow_cross_origin,
    )
    return _Expected(rp_id, origin, require_user_verification, allow_cross_origin)


def _read(header_value: str | bytes) -> _Parsed:
    """Parse a stamp."""
    require_header_value(header_value, _LABEL)
    text = to_bytes(header_value, _LABEL)
    if text and not text.lstrip().startswith(b"{"):
        raise MalformedInput(
            f"{_LABEL} is not JSON, unlike the stamps of passkeys; pass the value of {WEBAUTHN}"
        )
    stamp = decode_json(text, _Stamp, _LABEL)
    data = decode_base64url(stamp.authenticator_data, f"the authenticator data of {_LABEL}")
    client_data_json = decode_base64url(stamp.client_data_json, f"the client data of {_LABEL}")
    credential_id = decode_base64url(stamp.credential_id, f"the credential id of {_LABEL}")
    check_credential_id_length(len(credential_id), _LABEL)
    signature = decode_base64url(stamp.signature, f"the signature of {_LABEL}")
    return _Parsed(data, client_data_json, credential_id, signature)


def _verify(
    stamp: _Parsed, challenge: bytes, public_key: bytes, key: CoseKey, expected: _Expected
) -> VerifiedAssertion:
    """Verify a stamp with the key of its credential."""
    signed = stamp.data + hashlib.sha256(stamp.client_data_json).digest()
    key.verify(stamp.signature, signed, _LABEL)
    client_data = parse_client_data(stamp.client_data_json, _LABEL)
    check_ceremony(client_data, "webauthn.get", _LABEL)
    if client_data.challenge != challenge:
        raise BadSignature(
            f"the challenge of {_LABEL} is for another body; pass the body exactly as received"
        )
    check_origin(client_data, expected.origin, _LABEL, allow_cross_origin=expected.allow_cross_origin)
    data = parse_authenticator_data(stamp.data, _LABEL)
    if data.credential is not None:
        raise MalformedInput(f"{_LABEL} has the authenticator data of a registration; pass an assertion")
    check_rp_id(data, expected.rp_id, _LABEL)
    check_user(data, require_verification=expected.require_user_verification, label=_LABEL)
    return VerifiedAssertion(
        credential_id=stamp.credential_id,
        sign_count=data.sign_count,
        user_verified=data.user_verified,
        backed_up=data.backed_up,
        origin=client_data.origin,
        cross_origin=client_data.cross_origin,
        top_origin=client_data.top_origin,
        public_key=public_key,
    )
