"""The verified stamp of a request."""

from typing import NamedTuple

import msgspec

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.strict_json import decode_json
from sealwax.activities.vote_schemes import ATTESTED_SCHEME, WEBAUTHN_SCHEME
from sealwax_service.state.records import ApiKeyRecord, Approval, User


class Stamped(NamedTuple):
    """A verified stamp, or a read-only session: its user, its header, and the fields that a vote repeats."""

    user: User
    api_key: ApiKeyRecord | None
    public_key: str
    scheme: str
    header: str
    is_read_only: bool = False

    @property
    def approval(self) -> Approval:
        """The approval of the stamped request."""
        return Approval(self.user, self.public_key)

    @property
    def signature(self) -> str:
        """The signature in a vote; for a WebAuthn or an attested stamp, the whole header."""
        if self.scheme in {WEBAUTHN_SCHEME, ATTESTED_SCHEME}:
            return self.header
        return read_api_key_stamp(self.header).signature


class ApiKeyStamp(msgspec.Struct, frozen=True, rename="camel"):
    """The public key and the signature of a stamp."""

    public_key: str
    signature: str


def read_api_key_stamp(header: str) -> ApiKeyStamp:
    """Read an unverified stamp of an API key."""
    return decode_json(decode_base64url(header, "the stamp"), ApiKeyStamp, "the stamp")
