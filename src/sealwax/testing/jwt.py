"""Sign JWTs as the service and OIDC issuers do (wire-formats.md, section 5)."""

import hashlib

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.der import der_to_raw
from sealwax._crypto.points import P256
from sealwax._crypto.secret_types import NeverCopied
from sealwax.keys import TargetKey
from sealwax.login.tokens import ES256_HEADER


def sign_es256(key: TargetKey, header: bytes, payload: bytes, *, hashed_first: bool = False) -> str:
    """Sign a JWT with ES256, optionally over its double hash."""
    text = f"{encode_base64url(header)}.{encode_base64url(payload)}"
    message = hashlib.sha256(text.encode()).digest() if hashed_first else text.encode()
    return f"{text}.{encode_base64url(der_to_raw(sign(key, message), P256.group_order))}"


def sign(key: TargetKey, message: bytes) -> bytes:
    """Sign a message with ECDSA over SHA-256 and the nonce of RFC 6979; return DER."""
    return key.private_key_object().sign(message, ec.ECDSA(SHA256(), deterministic_signing=True))


class OidcIssuer(NeverCopied):
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
