"""A stamp as an HTTP header, and the names that the header has."""

from typing import Final, NamedTuple

API_KEY: Final = "X-Stamp"
WEBAUTHN: Final = "X-Stamp-WebAuthn"
ATTESTED: Final = "X-Stamp-Attested"

KINDS: Final = {API_KEY: "api-key", WEBAUTHN: "webauthn", ATTESTED: "attested"}
"""What people call the kind of stamp that a header carries."""


class Stamp(NamedTuple):
    """A stamp, ready to send; a tuple and not a dataclass because making one is on the signing path.

    Attributes:
        header_name: The name of the HTTP header.
        header_value: Its value, ASCII.
    """

    header_name: str
    header_value: str

    @property
    def headers(self) -> dict[str, str]:
        """The header as a mapping, for an HTTP client."""
        return {self.header_name: self.header_value}
