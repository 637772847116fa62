"""A key on a device with its possible uses, and the attributes of the URI that names it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import unquote_to_bytes

from sealwax.errors import MalformedInput, SealwaxError, SignerError, Unsupported
from sealwax.signing import KeyAgreement, Signer
from sealwax.webauthn.ceremony import Authenticator

Pin = str | Callable[[], str] | None
"""A PIN, or a function that asks for it. None for a token with a PIN pad of its own, or without a PIN."""

Touch = Callable[[], None] | None
"""A function that tells the user to touch the device."""

Modules = tuple[str, ...] | None
"""The paths or names of the PKCS#11 libraries that a URI may name; None for any."""

K = TypeVar("K")

# Unreserved characters and the delimiters that values may have (RFC 7512, section 2.3); "/" and "?" in the
# query alone.
PATH_VALUE: Final = re.compile(r"(?:[A-Za-z0-9._~:\[\]@!$'()*+,=&-]|%[0-9A-Fa-f]{2})*", re.ASCII)
QUERY_VALUE: Final = re.compile(r"(?:[A-Za-z0-9._~:\[\]@!$'()*+,=/?|-]|%[0-9A-Fa-f]{2})*", re.ASCII)
_SECRETS: Final = {"pin-value", "pin-source"}


@dataclass(frozen=True)
class OpenedKey:
    """A key on a device, in the form of each of its uses.

    Attributes:
        signer: The key as an API key, which stamps; None if it cannot sign.
        target_key: The key as a target key, which opens bundles; None if it cannot agree on a secret.
        authenticator: The key as a passkey, for ``WebAuthnStamper``; None if it is not a security key.
    """

    signer: Signer | None
    target_key: KeyAgreement | None
    authenticator: Authenticator | None = None


def read_attributes(
    label: str, text: str, separator: str, value_form: "re.Pattern[str]", names: tuple[str, ...]
) -> dict[str, bytes]:
    """Parse attributes strictly; only known names are repeated in errors."""
    found: dict[str, bytes] = {}
    for attribute in filter(None, text.split(separator)):
        name, equals, value = attribute.partition("=")
        if name in _SECRETS:
            raise MalformedInput(
                f"{label} must not contain a PIN or its place; pass the PIN separately, or enter it when "
                "asked"
            )
        if not equals or not value_form.fullmatch(value):
            raise MalformedInput(f"{label} must have attributes of the form name=value, percent-encoded")
        if name not in names:
            raise Unsupported(f"{label} has an unsupported attribute; it may have {', '.join(names)}")
        if name in found:
            raise MalformedInput(f"{label} must have {name} once")
        found[name] = unquote_to_bytes(value)
    return found


def open_as_any(signer: Callable[[], Signer], target_key: Callable[[], KeyAgreement]) -> OpenedKey:
    """Open a key for all of its uses; if it has none, raise the reason why it cannot sign."""
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
