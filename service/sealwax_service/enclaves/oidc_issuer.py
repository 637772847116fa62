"""The only issuer whose OIDC tokens the service accepts."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from sealwax._codec.clock import to_milliseconds
from sealwax._codec.strict_json import convert_json
from sealwax.keys import TargetKey
from sealwax.login.oidc import check_oidc_binding
from sealwax.testing.jwt import OidcIssuer
from sealwax.testing.sealed import oidc_verifier
from sealwax_service.api_errors import INVALID_OIDC_TOKEN, ApiError, refusing
from sealwax_service.state.records import OidcIdentity


class _OidcClaims(msgspec.Struct, frozen=True):
    iss: str
    sub: str
    aud: str
    exp: int


class TestIssuer:
    """Issues and verifies OIDC tokens."""

    # pytest collects classes of this name.
    __test__ = False

    URL = "https://issuer.sealwax.test"
    AUDIENCE = "sealwax-local-service"
    LIFETIME = timedelta(hours=1)

    def __init__(self, key: TargetKey) -> None:
        self._issuer = OidcIssuer(key)
        self._verify = oidc_verifier(self._issuer.public_key)

    def issue(self, *, subject: str, nonce: str, now: datetime) -> str:
        """Issue a token."""
        claims = {
            "iss": self.URL,
            "sub": subject,
            "aud": self.AUDIENCE,
            "nonce": nonce,
            "iat": to_milliseconds(now) // 1000,
            "exp": to_milliseconds(now + self.LIFETIME) // 1000,
        }
        return self._issuer.sign(msgspec.json.encode(claims))

    def verify(self, token: str, *, now: datetime) -> Mapping[str, object]:
        """Verify a token; return its claims."""
        with refusing(INVALID_OIDC_TOKEN):
            claims = self._verify(token)
            known = convert_json(claims, _OidcClaims, "the claims of the OIDC token")
        if (known.iss, known.aud) != (self.URL, self.AUDIENCE):
            raise ApiError(INVALID_OIDC_TOKEN, "the local service accepts only tokens of its test issuer")
        if to_milliseconds(now) // 1000 >= known.exp:
            raise ApiError(INVALID_OIDC_TOKEN, "it has expired")
        return claims

    def identify(self, token: str, *, now: datetime, public_key: str | None = None) -> OidcIdentity:
        """Verify a token, and its binding to a public key unless that is None; return its identity."""
        claims = self.verify(token, now=now)
        if public_key is not None:
            with refusing(INVALID_OIDC_TOKEN):
                check_oidc_binding(claims, public_key)
        return identity_of(claims)


def identity_of(claims: Mapping[str, object]) -> OidcIdentity:
    """Return the identity in verified claims."""
    return OidcIdentity(str(claims["iss"]), str(claims["sub"]), str(claims["aud"]))
