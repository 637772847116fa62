"""Open keys on devices by URI.

| URI | key |
|---|---|
| ``pkcs11:token=T;object=L?module-path=P`` | on a PKCS#11 token (RFC 7512); ``id`` may replace ``object`` |
| ``awskms:ID`` | in AWS KMS: an id, an ARN or an alias |
| ``fido2:rp-id=D;origin=O;credential-id=C`` | on a security key; without ``origin``, ``https://D`` |

``credential-id`` is in base64url; without it, the only credential of the relying party that is stored on the
security key is used.

| input | decision |
|---|---|
| ``pin-value``, ``pin-source`` | refused: URIs end up in logs and shell histories |
| an attribute twice, invalid percent-encoding, characters that RFC 7512 requires encoded | refused |
| another attribute of RFC 7512, such as ``serial`` | unsupported |
| ``type`` other than ``private`` | unsupported |
"""

import os
from collections.abc import Callable, Iterable
from urllib.parse import quote

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.base64url import encode_base64url
from sealwax._limits import MAX_KEY_TEXT_BYTES
from sealwax.errors import MalformedInput, Unsupported

from .devices import DEVICE_PREFIXES, DEVICES, FIDO2
from .opened_key import OpenedKey, Pin


def open_key(
    uri: str,
    *,
    pin: Pin = None,
    touch: Callable[[], None] | None = None,
    modules: Iterable[str | os.PathLike[str]] | None = None,
) -> OpenedKey:
    """Open the key on a device that a URI names.

    The ``module-path`` of a ``pkcs11:`` URI is a library that is loaded into this process: the author of the
    URI chooses code to run. Pass ``modules`` unless you trust the source of the URI.

    Args:
        uri: ``pkcs11:token=T;object=L?module-path=P`` (RFC 7512), ``awskms:`` and an id, ARN or alias, or
            ``fido2:rp-id=D;origin=O;credential-id=C``; at most 4096 bytes.
        pin: The PIN of a PKCS#11 token or a security key, or a function that asks for it. A URI must not
            contain it.
        touch: A function that is called when a security key waits for a touch, to tell the user.
        modules: The paths or names of the PKCS#11 libraries that a URI may name; None for any.

    Returns:
        The key, as a signer, a target key, or both; or as a passkey. A security key is first contacted when
        it stamps.

    Raises:
        MalformedInput: The URI does not parse, contains a PIN, or lacks the token, the key or the module.
        Unsupported: The URI is of another kind, has an attribute that is not supported here, or names a
            module that is not among ``modules``; that module is not loaded.
        SignerError: The key is not there, or can do neither.
        KeyMismatch: The device has another public key than the private key's.
        MissingExtra: The extra ``pkcs11`` or ``aws`` is not installed.
    """
    require_type(uri, str, "uri")
    require_function(touch, "touch", optional=True)
    allowed = _checked_modules(modules)
    if len(uri) > MAX_KEY_TEXT_BYTES:
        raise MalformedInput(f"the URI of a key must have at most {MAX_KEY_TEXT_BYTES} characters")
    for device in DEVICES:
        if uri.startswith(device.prefix):
            return device.open_uri(uri.removeprefix(device.prefix), pin, touch, allowed)
    raise Unsupported(
        f"the URI of a key must begin with {' or '.join(DEVICE_PREFIXES)}; ApiKey.load and TargetKey.load "
        "read files"
    )


def _checked_modules(modules: Iterable[str | os.PathLike[str]] | None) -> tuple[str, ...] | None:
    if modules is None:
        return None
    if isinstance(modules, (str, bytes)) or not isinstance(modules, Iterable):
        raise TypeError("modules must be a collection of paths")
    paths = tuple(modules)
    for path in paths:
        require_type(path, (str, os.PathLike), "modules")
    return tuple([os.fspath(path) for path in paths])


def security_key_uri(*, rp_id: str, origin: str, credential_id: bytes) -> str:
    """Return the URI of a credential on a security key, as ``open_key`` takes it."""
    values = {"rp-id": rp_id, "origin": origin, "credential-id": encode_base64url(credential_id)}
    return FIDO2.prefix + ";".join(f"{name}={quote(value, safe=':/')}" for name, value in values.items())
