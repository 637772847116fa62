"""Make and check the nonce that binds an OIDC token to a public key, for oauth_login and attested stamps."""

from collections.abc import Callable, Mapping

from sealwax._codec.arguments import require_type
from sealwax._codec.folding import check_names
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import to_bytes
from sealwax.errors import KeyMismatch, MalformedInput

OidcVerifier = Callable[[str], Mapping[str, object]]
"""Verifies an OIDC token with its issuer's keys and returns its claims; raises if it does not verify."""

# `tknonce` is for issuers whose `nonce` a client cannot choose.
_CLAIMS = ("nonce", "tknonce")
_NAMES = frozenset(_CLAIMS)


def oidc_nonce(public_key: str) -> str:
    """Make the ``nonce`` that binds an OIDC token to a public key, for oauth_login.

    Args:
        public_key: The client's public key in hex, exactly as the request has it in ``publicKey``.

    Returns:
        Hex of SHA-256 of that text.

    Raises:
        MalformedInput: The public key has a lone surrogate, or is too large.
    """
    require_type(public_key, str, "public_key")
    import hashlib  # noqa: PLC0415 - late, as most need nothing here but the type

    return hashlib.sha256(to_bytes(public_key, "the public key")).hexdigest()


def read_oidc_claims(token: str | bytes) -> Mapping[str, object]:
    """Read the claims of an OIDC token, unverified: that takes the issuer's keys."""
    from .tokens import split_jwt  # noqa: PLC0415 - late, as most need nothing here but the type

    label = "the OIDC token"
    return decode_object(split_jwt(token, label).payload, f"the payload of {label}")


def check_oidc_binding(claims: Mapping[str, object], public_key: str) -> None:
    """Check that the ``nonce`` or ``tknonce`` of an OIDC token is the nonce for a public key."""
    check_names(claims, _NAMES, "the OIDC token")
    nonces = [claims[name] for name in _CLAIMS if name in claims]
    if not nonces or not all(isinstance(nonce, str) for nonce in nonces):
        raise MalformedInput("the OIDC token must have a `nonce` or a `tknonce`, which must be a string")
    if oidc_nonce(public_key) not in nonces:
        raise KeyMismatch(
            "the nonce of the OIDC token is for another key; get a token with the nonce of this key"
        )
