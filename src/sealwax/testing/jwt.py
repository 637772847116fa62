"""Sign JWTs as the service and OIDC issuers do (wire-formats.md, section 5)."""

import dataclasses
import hashlib
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import EPOCH
from sealwax._codec.der import der_to_raw
from sealwax._codec.strict_json import encode_json
from sealwax._crypto.points import P256
from sealwax.keys import TargetKey
from sealwax.login.tokens import SessionClaims, VerificationClaims

ES256_HEADER = encode_json({"alg": "ES256", "typ": "JWT"}).encode()


def to_payload(claims: SessionClaims | VerificationClaims) -> dict[str, object]:
    """Return the claims as a token has them: ``exp`` in seconds, or in milliseconds as text."""
    fields = dataclasses.asdict(claims)
    since_epoch = fields["expires_at"] - EPOCH
    if isinstance(claims, SessionClaims):
        fields["expires_at"] = since_epoch // timedelta(seconds=1)
    else:
        fields["expires_at"] = str(since_epoch // timedelta(milliseconds=1))
    return {"exp" if name == "expires_at" else name: value for name, value in fields.items()}


def sign_es256(key: TargetKey, header: bytes, payload: bytes, *, hashed_first: bool = False) -> str:
    """Sign a JWT with ES256, optionally over its double hash."""
    text = f"{encode_base64url(header)}.{encode_base64url(payload)}"
    message = hashlib.sha256(text.encode()).digest() if hashed_first else text.encode()
    return f"{text}.{encode_base64url(der_to_raw(sign(key, message), P256.group_order))}"


def sign(key: TargetKey, message: bytes) -> bytes:
    """Sign a message with ECDSA over SHA-256 and the nonce of RFC 6979; return DER."""
    return key.private_key_object().sign(message, ec.ECDSA(SHA256(), deterministic_signing=True))
