"""An OIDC issuer for tests: it makes tokens."""

from sealwax.keys import TargetKey
from sealwax.login.tokens import ES256_HEADER

from .jwt import sign_es256


class OidcIssuer:
    """An OIDC issuer that signs with ES256 and one key."""

    def __init__(self, key: TargetKey) -> None:
        self._key = key

    @property
    def public_key(self) -> str:
        """The public key: an uncompressed SEC1 point on P-256, hex."""
        return self._key.public_key

    def sign(self, payload: bytes) -> str:
        """Sign a payload, normally JSON."""
        return sign_es256(self._key, ES256_HEADER, payload)
