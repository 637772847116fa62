"""Fields of cases that several constructs have."""

from typing import Annotated

from msgspec import Meta, UnsetType

from sealwax.trust import EnclaveKeys

Bundle = Annotated[str, Meta(description="The bundle, as the text that was received.")]
PinnedKey = Annotated[
    str, Meta(description="The one enclave key that is trusted for this: an uncompressed point, hex.")
]
OidcKey = (
    Annotated[
        str,
        Meta(
            description="The key of the one OIDC issuer that is trusted, which signs with ES256: an "
            "uncompressed point on P-256, hex. Section 2.3 has its tokens, and their `exp`. Left out: no "
            "OIDC token can be verified."
        ),
    ]
    | UnsetType
)


def pin(name: str, key: str) -> EnclaveKeys:
    """Trust one key for the named purpose in ``EnclaveKeys``, and no other."""
    return EnclaveKeys(**{name: key})
