"""An OIDC issuer for tests: it makes tokens, and verifies them."""

from collections.abc import Callable, Mapping

from sealwax._codec.der import raw_to_der
from sealwax._codec.strict_json import decode_object
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import P256, decode_p256_hex
from sealwax.errors import BadSignature
from sealwax.keys import TargetKey
from sealwax.login.tokens import split_jwt

from .jwt import ES256_HEADER, sign_es256


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

    @staticmethod
    def verifier(public_key: str) -> Callable[[str], Mapping[str, object]]:
        """Make ``verify_oidc`` of ``verify_attested_stamp`` for an issuer's public key; check no claim."""
        what = "the issuer's key"
        key = decode_p256_hex(public_key, what)

        def verify_oidc(token: str) -> Mapping[str, object]:
            parts = split_jwt(token, "the OIDC token")
            if parts.header != ES256_HEADER:
                raise BadSignature("the header of the OIDC token is not that of its issuer")
            signature = raw_to_der(parts.signature, P256.group_order, "the signature of the OIDC token")
            verify_ecdsa(key, signature, parts.signed, "the OIDC token")
            return decode_object(parts.payload, "the payload of the OIDC token")

        return verify_oidc
