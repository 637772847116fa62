"""One address for every key: URIs that name keys on devices.

| URI | key |
|---|---|
| ``pkcs11:token=T;object=L?module-path=P`` | on a PKCS#11 token (RFC 7512); ``id`` may replace ``object`` |
| ``awskms:ID`` | in AWS KMS: an id, an ARN or an alias |
| ``fido2:rp-id=D;origin=O;credential-id=C`` | on a security key; without ``origin``, ``https://D`` |

``credential-id`` is in base64url; without it, the only credential of the relying party that is stored on the
security key is used.

| input | decision |
|---|---|
| ``pin-value``, ``pin-source`` | refused: a URI gets into logs and histories |
| an attribute twice, invalid percent-encoding, characters that RFC 7512 wants encoded | refused |
| another attribute of RFC 7512, such as ``serial`` | unsupported |
| ``type`` other than ``private`` | unsupported |
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import quote, unquote_to_bytes

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.text import decode_utf8
from sealwax._limits import MAX_KEY_TEXT_BYTES
from sealwax.errors import MalformedInput, SealwaxError, SignerError, Unsupported
from sealwax.signing import KeyAgreement, Signer
from sealwax.webauthn.ceremony import Authenticator

from .aws_kms import KmsSigner, KmsTargetKey
from .fido2 import SecurityKey
from .pkcs11 import Pin, Pkcs11Signer, Pkcs11TargetKey

K = TypeVar("K")
Touch = Callable[[], None] | None

# Unreserved and the delimiters that values may have (RFC 7512, section 2.3); "/" and "?" in the query alone.
_PATH_VALUE = re.compile(r"(?:[A-Za-z0-9._~:\[\]@!$'()*+,=&-]|%[0-9A-Fa-f]{2})*", re.ASCII)
_QUERY_VALUE = re.compile(r"(?:[A-Za-z0-9._~:\[\]@!$'()*+,=/?|-]|%[0-9A-Fa-f]{2})*", re.ASCII)
_SECRETS: Final = {"pin-value", "pin-source"}


@dataclass(frozen=True)
class OpenedKey:
    """A key on a device, as what it can be used for.

    Attributes:
        signer: The key as an API key, which stamps; None if it cannot sign.
        target_key: The key as a target key, which opens bundles; None if it cannot agree on a secret.
        authenticator: The key as a passkey, for ``WebAuthnStamper``; None if it is not a security key.
    """

    signer: Signer | None
    target_key: KeyAgreement | None
    authenticator: Authenticator | None = None


def open_key(uri: str, *, pin: Pin = None, touch: Callable[[], None] | None = None) -> OpenedKey:
    """Open the key on a device that a URI names.

    Args:
        uri: ``pkcs11:token=T;object=L?module-path=P`` (RFC 7512), ``awskms:`` and an id, ARN or alias, or
            ``fido2:rp-id=D;origin=O;credential-id=C``; at most 4096 bytes.
        pin: The PIN of a PKCS#11 token or a security key, or a function that asks for it. A URI must not
            contain it.
        touch: A function that is called when a security key waits for a touch, to tell the user.

    Returns:
        The key, as a signer, a target key, or both; or as a passkey. A security key is used only to stamp:
        whether it is there is not known before.

    Raises:
        MalformedInput: The URI does not parse, contains a PIN, or lacks the token, the key or the module.
        Unsupported: The URI is of another kind, or has an attribute that is not supported here.
        SignerError: The key is not there, or can do neither.
        KeyMismatch: The device has another public key than the private key's.
        MissingExtra: The extra ``pkcs11`` or ``aws`` is not installed.
    """
    require_type(uri, str, "uri")
    require_function(touch, "touch", optional=True)
    if len(uri) > MAX_KEY_TEXT_BYTES:
        raise MalformedInput(f"the URI of a key must have at most {MAX_KEY_TEXT_BYTES} characters")
    scheme, colon, rest = uri.partition(":")
    if not colon or scheme not in _OPENERS:
        raise Unsupported(f"the URI of a key must begin with {' or '.join(f'{each}:' for each in _OPENERS)}")
    return _OPENERS[scheme](rest, pin, touch)


def _open_pkcs11(rest: str, pin: Pin, _touch: Touch) -> OpenedKey:
    path, _, query = rest.partition("?")
    found = _attributes("a pkcs11: URI", path, ";", _PATH_VALUE, ("token", "object", "id", "type"))
    where = _attributes("a pkcs11: URI", query, "&", _QUERY_VALUE, ("module-path",))
    if ("object" in found) == ("id" in found):
        raise MalformedInput("a pkcs11: URI must name the key by either object or id")
    for name, given in (("token", found), ("module-path", where)):
        if not given.get(name):
            raise MalformedInput(f"a pkcs11: URI must have {name}")
    if found.get("type", b"private") != b"private":
        raise Unsupported("the type of a pkcs11: URI must be private")
    text = {name: decode_utf8(value, "a pkcs11: URI") for name, value in found.items() if name != "id"}
    module = decode_utf8(where["module-path"], "a pkcs11: URI")
    key: str | bytes = found["id"] if "id" in found else text["object"]

    return _opened(
        lambda: Pkcs11Signer(module, token=text["token"], key=key, pin=pin),
        lambda: Pkcs11TargetKey(module, token=text["token"], key=key, pin=pin),
    )


def _attributes(
    what: str, text: str, separator: str, value_form: "re.Pattern[str]", names: tuple[str, ...]
) -> dict[str, bytes]:
    """Parse attributes strictly; only known names are repeated in errors."""
    found: dict[str, bytes] = {}
    for attribute in filter(None, text.split(separator)):
        name, equals, value = attribute.partition("=")
        if name in _SECRETS:
            raise MalformedInput(
                f"{what} must not contain a PIN or its place; the PIN is asked for, or passed by itself"
            )
        if not equals or not value_form.fullmatch(value):
            raise MalformedInput(f"{what} must have attributes of the form name=value, percent-encoded")
        if name not in names:
            raise Unsupported(f"of the attributes of {what}, {', '.join(names)} are supported here")
        if name in found:
            raise MalformedInput(f"{what} must have {name} once")
        found[name] = unquote_to_bytes(value)
    return found


def _open_awskms(key_id: str, _pin: Pin, _touch: Touch) -> OpenedKey:
    if not key_id:
        raise MalformedInput("an awskms: URI must have the key's id, ARN or alias")
    return _opened(lambda: KmsSigner(key_id), lambda: KmsTargetKey(key_id))


def _open_fido2(rest: str, pin: Pin, touch: Touch) -> OpenedKey:
    what = "a fido2: URI"
    found = _attributes(what, rest, ";", _QUERY_VALUE, ("rp-id", "origin", "credential-id"))
    text = {name: decode_utf8(value, what) for name, value in found.items()}
    if not text.get("rp-id"):
        raise MalformedInput(f"{what} must have rp-id, the relying party's domain")
    credential_ids = None
    if "credential-id" in text:
        credential_ids = [decode_base64url(text["credential-id"], f"credential-id of {what}")]
    try:
        key = SecurityKey(
            rp_id=text["rp-id"],
            origin=text.get("origin", f"https://{text['rp-id']}"),
            credential_ids=credential_ids,
            pin=pin,
            touch=touch,
        )
    except ValueError as error:
        words = f"{what} is not valid: {error}"
    else:
        return OpenedKey(None, None, key)
    raise MalformedInput(words)


def security_key_uri(*, rp_id: str, origin: str, credential_id: bytes) -> str:
    """Return the URI of a credential on a security key, as ``open_key`` takes it."""
    values = {"rp-id": rp_id, "origin": origin, "credential-id": encode_base64url(credential_id)}
    return "fido2:" + ";".join(f"{name}={quote(value, safe=':/')}" for name, value in values.items())


def _opened(signer: Callable[[], Signer], target_key: Callable[[], KeyAgreement]) -> OpenedKey:
    """Open a key as whatever it can be; refuse it with the reason why it cannot sign if it can do nothing."""
    errors: list[SealwaxError] = []
    found = OpenedKey(_unless_wrong(signer, errors), _unless_wrong(target_key, errors))
    if found.signer is None and found.target_key is None:
        raise errors[0]
    return found


def _unless_wrong(make: Callable[[], K], errors: list[SealwaxError]) -> K | None:
    try:
        return make()
    except SignerError as error:
        if error.reason != "wrong-key":
            raise
        errors.append(error)
        return None


_OPENERS: Final[dict[str, Callable[[str, Pin, Touch], OpenedKey]]] = {
    "pkcs11": _open_pkcs11,
    "awskms": _open_awskms,
    "fido2": _open_fido2,
}
"""The function that opens a key, by the scheme of its URI. To add a scheme, add a line."""

SCHEMES: Final = tuple(_OPENERS)
"""The schemes of the URIs of keys on devices."""
