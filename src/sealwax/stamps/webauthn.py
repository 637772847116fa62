"""Stamps made with a passkey, header ``X-Stamp-WebAuthn`` (wire-formats.md, section 2.2)."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from sealwax._codec.arguments import require_method, require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import require_text, to_bytes
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import BadSignature, MalformedInput
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
from sealwax.webauthn.cose import decode_cose_key

from .header import WEBAUTHN, Stamp, require_header_value


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
    """

    credential_id: bytes
    sign_count: int
    user_verified: bool
    backed_up: bool
    origin: str
    cross_origin: bool
    top_origin: str | None = None


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
    label = "the WebAuthn stamp"
    require_type(public_key, bytes, "public_key")
    require_expectations(
        expected_rp_id=expected_rp_id,
        expected_origin=expected_origin,
        require_user_verification=require_user_verification,
        allow_cross_origin=allow_cross_origin,
    )
    challenge = webauthn_challenge(body)
    key = decode_cose_key(public_key, "the credential's public key")
    require_header_value(header_value, label)
    text = to_bytes(header_value, label)
    if text and not text.lstrip().startswith(b"{"):
        raise MalformedInput(
            f"{label} is not JSON, unlike the stamps of passkeys; pass the value of {WEBAUTHN}"
        )
    stamp = decode_json(text, _Stamp, label)
    data = decode_base64url(stamp.authenticator_data, f"the authenticator data of {label}")
    client_data_json = decode_base64url(stamp.client_data_json, f"the client data of {label}")
    credential_id = decode_base64url(stamp.credential_id, f"the credential id of {label}")
    check_credential_id_length(len(credential_id), label)
    signature = decode_base64url(stamp.signature, f"the signature of {label}")
    key.verify(signature, data + hashlib.sha256(client_data_json).digest(), label)
    client_data = parse_client_data(client_data_json, label)
    check_ceremony(client_data, "webauthn.get", label)
    if client_data.challenge != challenge:
        raise BadSignature(f"the challenge of {label} is for another body; pass the body exactly as received")
    check_origin(client_data, expected_origin, label, allow_cross_origin=allow_cross_origin)
    authenticator_data = parse_authenticator_data(data, label)
    if authenticator_data.credential is not None:
        raise MalformedInput(f"{label} has the authenticator data of a registration; pass an assertion")
    check_rp_id(authenticator_data, expected_rp_id, label)
    check_user(authenticator_data, require_verification=require_user_verification, label=label)
    return VerifiedAssertion(
        credential_id=credential_id,
        sign_count=authenticator_data.sign_count,
        user_verified=authenticator_data.user_verified,
        backed_up=authenticator_data.backed_up,
        origin=client_data.origin,
        cross_origin=client_data.cross_origin,
        top_origin=client_data.top_origin,
    )
