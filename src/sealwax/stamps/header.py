"""The names and the type of the headers that hold stamps; `api_key`, `webauthn` and `attested` make them."""

from typing import Final, NamedTuple

from sealwax.errors import MalformedInput

API_KEY: Final = "X-Stamp"
WEBAUTHN: Final = "X-Stamp-WebAuthn"
ATTESTED: Final = "X-Stamp-Attested"

KINDS: Final = {API_KEY: "api-key", WEBAUTHN: "webauthn", ATTESTED: "attested"}
"""The kind of stamp in each header, as the command line names it."""

ATTESTED_SCHEMES: Final = "STAMP_ATTESTED_SCHEME_"
"""The start of the names of schemes of attested stamps."""
API_KEY_SCHEMES: Final = "SIGNATURE_SCHEME_TK_API_"
"""The start of the names of schemes of API key stamps."""

_BASE64URL = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_="


# A tuple, because every signature makes a Stamp, and dataclasses are slower.
class Stamp(NamedTuple):
    """A stamp, ready to send as an HTTP header.

    Attributes:
        header_name: The name of the header, such as ``X-Stamp``.
        header_value: The value of the header, as text.
    """

    header_name: str
    header_value: str

    @property
    def headers(self) -> dict[str, str]:
        """The header as a mapping of its name to its value, for an HTTP client."""
        return {self.header_name: self.header_value}


def refuse_swapped(header: str, body: bytes) -> None:
    """Refuse a base64url stamp and a body in each other's place, and the stamp of a passkey."""
    if header[:1] == "{" and body and not body.translate(None, _BASE64URL):
        raise MalformedInput(
            "the stamp and the body are swapped; pass the header's value first, and then the body"
        )
    if header[:1] == "{":
        raise MalformedInput(
            "the stamp is JSON, as that of a passkey is, which verify_webauthn_stamp verifies; pass the "
            f"value of {API_KEY} or {ATTESTED}"
        )


def require_header_value(value: object, label: str) -> None:
    """Refuse a stamp or headers passed in place of a header's value."""
    if not isinstance(value, (str, bytes)):
        raise MalformedInput(
            f"{label} must be str or bytes, not {type(value).__name__}; pass the header's value, such as "
            "stamp.header_value"
        )
