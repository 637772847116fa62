"""Cases of attested stamps (wire-formats.md, section 2.3)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import LAST_SECOND, NO_LEEWAY, from_milliseconds
from sealwax._codec.folding import check_names
from sealwax.errors import Expired, MalformedInput
from sealwax.keys import ApiKey
from sealwax.login.oidc import OidcVerifier
from sealwax.stamps.attested import AttestedScheme, AttestedStamper, verify_attested_stamp
from sealwax.testing.sealed import oidc_verifier
from sealwax_vectors.format import Case, Group, Hex, Now, Outputs, construct

from .api_key_stamps import Body, CurveName
from .fields import OidcKey, PinnedKey, pin


class VerificationCase(Case, kw_only=True):
    """An attested stamp, and the body that it came with."""

    body: Body
    header: Annotated[str, Meta(description="The value of the header X-Stamp-Attested.")]
    tls_fetcher_public_key: PinnedKey
    oidc_public_key: OidcKey = UNSET
    now: Now
    public_key: Annotated[Hex, Meta(description="Output: who signed, a compressed point.")] | UnsetType = (
        UNSET
    )
    scheme: Annotated[str | UnsetType, Meta(description="Output: what vouches for the key.")] = UNSET


class Verification(Group[VerificationCase], tag="AttestedStampVerification"):
    """Verify an attested stamp."""

    def run(self, case: VerificationCase) -> Outputs:
        verified = verify_attested_stamp(
            case.header,
            bytes.fromhex(case.body),
            keys=pin("tls_fetcher", case.tls_fetcher_public_key),
            now=from_milliseconds(case.now),
            leeway=NO_LEEWAY,
            verify_oidc=None
            if case.oidc_public_key is UNSET
            else _oidc_verifier(case.oidc_public_key, case.now),
        )
        return {"public_key": verified.public_key, "scheme": verified.scheme}


_ISSUER_CLAIMS = frozenset({"exp"})
"""The claims that the vectors' issuer has of its own."""


def _oidc_verifier(public_key: str, now: int) -> OidcVerifier:
    """Make a verifier of the issuer's signature and, if present, of ``exp`` in seconds."""
    verify_signature = oidc_verifier(public_key)

    def verify(token: str) -> Mapping[str, object]:
        claims = verify_signature(token)
        check_names(claims, _ISSUER_CLAIMS, "the OIDC token")
        if "exp" in claims:
            exp = claims["exp"]
            if type(exp) is not int or not 0 <= exp <= LAST_SECOND:
                raise MalformedInput("exp of the OIDC token must be an integer: seconds since 1970")
            if exp * 1000 <= now:
                raise Expired("the OIDC token has expired; get a new token")
        return claims

    return verify


class StampingCase(Case, kw_only=True):
    """A key, a token and a body, and the stamp that must come of them."""

    curve: CurveName
    private_key: Annotated[Hex, Meta(description="The private key, 32 bytes.")]
    token: Annotated[
        str, Meta(description="The token that vouches for the key: a verification token or an OIDC token.")
    ]
    scheme: Annotated[str, Meta(description="The scheme of the token, by its name in stamps.")]
    body: Body
    header: Annotated[str | UnsetType, Meta(description="Output: the value of the header.")] = UNSET


class Stamping(Group[StampingCase], tag="AttestedStamping"):
    """Make an attested stamp, with the nonce of RFC 6979."""

    def run(self, case: StampingCase) -> Outputs:
        key = ApiKey.from_private_key(case.private_key, case.curve)
        # The stamper refuses an invalid scheme.
        scheme: AttestedScheme = case.scheme  # type: ignore[assignment]
        stamper = AttestedStamper(key, case.token, scheme, deterministic=True)
        return {"header": stamper.stamp(bytes.fromhex(case.body)).header_value}


CONSTRUCTS = (
    construct(
        "attested_stamp",
        "ATTESTED-STAMP",
        (Verification, Stamping),
        "Attested stamps: the header X-Stamp-Attested, a P-256 stamp by a key that a token vouches for.",
        "The token is a verification token or an OIDC token.",
    ),
)
