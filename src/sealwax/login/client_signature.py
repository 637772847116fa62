"""Make and verify the client signatures of signup_v2 and otp_login_v2 (wire-formats.md, section 2.4).

The key that a verification token is bound to signs a message with the token's id and its use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_type
from sealwax._codec.der import der_to_raw, raw_to_der
from sealwax._codec.folding import check_names
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import convert_json, decode_json, encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import P256, decode_point
from sealwax.errors import KeyMismatch, MalformedInput, Unsupported
from sealwax.schemes import P256_SCHEME, Sign, decode_public_key
from sealwax.signing import Signer, p256_signing_function

from .tokens import VerificationClaims, check_binding, read_verification_token

SCHEME = "CLIENT_SIGNATURE_SCHEME_API_P256"
_LOGIN = "USAGE_TYPE_LOGIN"
_SIGNUP = "USAGE_TYPE_SIGNUP"

JsonObject = Mapping[str, object]
"""A JSON object of a request's body."""


@dataclass(frozen=True)
class ClientSignature:
    """A client signature, made by this library or by another client.

    Attributes:
        public_key: The key that signed: a compressed SEC1 point on P-256, hex.
        scheme: ``CLIENT_SIGNATURE_SCHEME_API_P256``.
        message: The JSON text that is signed.
        signature: Hex of r and s, 32 bytes each.
    """

    public_key: str
    scheme: str
    message: str
    signature: str

    def to_dict(self) -> dict[str, str]:
        """Return the ``clientSignature`` object of a request's body.

        Returns:
            The four fields under their names on the wire.
        """
        return {
            "publicKey": self.public_key,
            "scheme": self.scheme,
            "message": self.message,
            "signature": self.signature,
        }


@dataclass(frozen=True)
class VerifiedClientSignature:
    """The result of verifying a client signature.

    Attributes:
        public_key: The key that signed: a compressed SEC1 point on P-256, lower-case hex.
        scheme: ``CLIENT_SIGNATURE_SCHEME_API_P256``.
        message: The JSON text that is signed: a login or a signup.
        verification: The compared claims: of the verification token that the message names and that is bound
            to the key. None if the caller passed none.
    """

    public_key: str
    scheme: str
    message: str
    verification: VerificationClaims | None


def sign_login(
    signer: Signer, verification_token: str | bytes, *, session_public_key: str | None = None
) -> ClientSignature:
    """Sign the use of a verification token to log in (otp_login_v2).

    Args:
        signer: The P-256 key that the token is bound to.
        verification_token: The token that verify_otp answered. It is read, not verified.
        session_public_key: The session's key, the request's ``publicKey``: a compressed SEC1 point on P-256,
            hex, signed exactly as passed. The signer's public key by default.

    Returns:
        The request's ``clientSignature``.

    Raises:
        MalformedInput: The token does not parse; ``session_public_key`` is not a public key; or the signer's
            public key or signature is malformed.
        Unsupported: The signer's key is not on P-256, or the token's algorithm is not ES256.
        KeyMismatch: The token is bound to another key.
    """
    require_type(session_public_key, (str, NoneType), "session_public_key")
    if session_public_key is not None:
        # The holder of this key's private half gets the session.
        label = "session_public_key"
        decode_point(decode_public_key(P256_SCHEME, session_public_key, label), P256, label)
    sign = _signing_function(signer)
    usage = {"publicKey": signer.public_key if session_public_key is None else session_public_key}
    return _sign(signer, sign, verification_token, {"login": usage, "type": _LOGIN})


def sign_signup(
    signer: Signer,
    verification_token: str | bytes,
    *,
    api_keys: Sequence[JsonObject] | None = None,
    authenticators: Sequence[JsonObject] | None = None,
    oauth_providers: Sequence[JsonObject] | None = None,
    email: str | None = None,
    phone_number: str | None = None,
) -> ClientSignature:
    """Sign the use of a verification token to sign up (signup_v2).

    Pass each field exactly as in the request's body, with its wire names. None omits a field.

    Args:
        signer: The P-256 key that the token is bound to.
        verification_token: The token that verify_otp answered. It is read, not verified.
        api_keys: The body's ``apiKeys``.
        authenticators: The body's ``authenticators``.
        oauth_providers: The body's ``oauthProviders``.
        email: The body's ``userEmail``.
        phone_number: The body's ``userPhoneNumber``.

    Returns:
        The request's ``clientSignature``.

    Raises:
        MalformedInput: The token does not parse, a field cannot be written as JSON or has the wrong type, or
            the signer's public key or signature is malformed.
        Unsupported: The signer's key is not on P-256, or the token's algorithm is not ES256.
        KeyMismatch: The token is bound to another key.
    """
    values = (api_keys, authenticators, oauth_providers, email, phone_number)
    return _sign_signup(signer, verification_token, dict(zip(SIGNED_FIELDS, values, strict=True)))


def sign_signup_body(signer: Signer, verification_token: str | bytes, body: JsonObject) -> ClientSignature:
    """Sign a signup as ``sign_signup`` does, with the fields of the request's body."""
    return _sign_signup(signer, verification_token, signed_fields_of(body))


def _sign_signup(signer: Signer, verification_token: str | bytes, usage: JsonObject) -> ClientSignature:
    present = {name: value for name, value in usage.items() if value is not None}
    convert_json(present, SignupUsage, "the signup")
    sign = _signing_function(signer)
    return _sign(signer, sign, verification_token, {"signupV2": present, "type": _SIGNUP})


def signed_fields_of(body: JsonObject) -> dict[str, object]:
    """Return the signed fields of a signup's body under their names in the message; None for absent ones."""
    check_names(body, frozenset(SIGNED_FIELDS.values()), "the body of the signup")
    return {name: body.get(in_body) for name, in_body in SIGNED_FIELDS.items()}


def verify_client_signature(
    signature: ClientSignature | JsonObject, *, verification: VerificationClaims | None = None
) -> VerifiedClientSignature:
    """Verify a client signature, and that its message is a login or a signup.

    Args:
        signature: The signature, or the ``clientSignature`` object of a request's body.
        verification: The claims of the verification token that came with the signature. With them, the
            message must name that token, and the token must be bound to the key that signed.

    Returns:
        The key that signed, and the signed message.

    Raises:
        MalformedInput: A field is missing or has the wrong type, the public key is not a compressed point on
            P-256, the signature is not 64 bytes of hex, or the message is neither a login nor a signup.
        Unsupported: The scheme is not ``CLIENT_SIGNATURE_SCHEME_API_P256``.
        BadSignature: The signature does not verify.
        KeyMismatch: The message names another token, or the token is bound to another key.
    """
    return check_client_signature(signature, verification)[0]


class LoginUsage(msgspec.Struct, frozen=True, rename="camel"):
    """The part of a login message that describes the request."""

    public_key: str


class SignupUsage(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The part of a signup message that describes the request: the fields that the request has."""

    api_keys: list[dict[str, object]] | UnsetType = UNSET
    authenticators: list[dict[str, object]] | UnsetType = UNSET
    oauth_providers: list[dict[str, object]] | UnsetType = UNSET
    email: str | UnsetType = UNSET
    phone_number: str | UnsetType = UNSET


SIGNED_FIELDS = {
    name: {"email": "userEmail", "phoneNumber": "userPhoneNumber"}.get(name, name)
    for name in SignupUsage.__struct_encode_fields__
}
"""The signed fields of a signup: their names in the message, and in the request's body."""


class ClientMessage(msgspec.Struct, frozen=True, rename="camel"):
    """The message of a client signature."""

    token_id: str
    type: str
    login: LoginUsage | UnsetType = UNSET
    signup_v2: SignupUsage | UnsetType = UNSET


class _Wire(msgspec.Struct, frozen=True, rename="camel"):
    public_key: str
    scheme: str
    message: str
    signature: str


def check_client_signature(
    signature: ClientSignature | JsonObject, verification: VerificationClaims | None
) -> tuple[VerifiedClientSignature, ClientMessage]:
    """Verify as ``verify_client_signature`` does; return the parsed message too, to compare it."""
    label = "the client signature"
    require_type(verification, (VerificationClaims, NoneType), "verification")
    fields = signature.to_dict() if isinstance(signature, ClientSignature) else signature
    wire = convert_json(fields, _Wire, label)
    if wire.scheme != SCHEME:
        raise Unsupported(f"the scheme of {label} must be {SCHEME}")
    key = decode_public_key(P256_SCHEME, wire.public_key, f"the public key of {label}")
    signature_der = raw_to_der(decode_hex(wire.signature, label), P256.group_order, label)
    message = to_bytes(wire.message, f"the message of {label}")
    verify = P256_SCHEME.verifier(key, f"the public key of {label}")
    verify(signature_der, message, "the client's message")
    parsed = decode_json(message, ClientMessage, f"the message of {label}")
    usages = (parsed.login is not UNSET, parsed.signup_v2 is not UNSET)
    if (parsed.type, *usages) not in {(_LOGIN, True, False), (_SIGNUP, False, True)}:
        raise MalformedInput(f"the message of {label} must be a login or a signup")
    if verification is not None:
        check_binding(verification, key.hex())
        if parsed.token_id != verification.id:
            raise KeyMismatch(f"{label} was made for another verification token; sign again with this token")
    return VerifiedClientSignature(key.hex(), SCHEME, wire.message, verification), parsed


def _signing_function(signer: Signer) -> Sign:
    return p256_signing_function(signer, "a client signature", deterministic=False)


def _sign(signer: Signer, sign: Sign, verification_token: str | bytes, usage: JsonObject) -> ClientSignature:
    token = read_verification_token(verification_token)
    check_binding(token, signer.public_key)
    # In alphabetical order, as in the service's own clients.
    message = encode_json(dict(sorted({**usage, "tokenId": token.id}.items())))
    signature = der_to_raw(sign(message.encode()), P256.group_order, "the signer's signature")
    return ClientSignature(signer.public_key, SCHEME, message, signature.hex())
