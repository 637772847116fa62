"""Cases of credential bundles (wire-formats.md, section 4.5)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax.bundles.credentials import decrypt_credential_bundle
from sealwax.keys import TargetKey
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .exports import TargetPrivateKey


class CredentialCase(Case, kw_only=True):
    """A credential bundle."""

    bundle: Annotated[str, Meta(description="The bundle, base58check.")]
    target_private_key: TargetPrivateKey
    private_key: Annotated[Hex, Meta(description="Output: the API key inside, 32 bytes.")] | UnsetType = UNSET
    public_key: Annotated[Hex, Meta(description="Output: its public key, compressed.")] | UnsetType = UNSET


class Credential(Group[CredentialCase], tag="CredentialBundle"):
    """Open a credential bundle."""

    def run(self, case: CredentialCase) -> Outputs:
        key = decrypt_credential_bundle(case.bundle, TargetKey.from_private_key(case.target_private_key))
        return {"private_key": key.private_key_hex(), "public_key": key.public_key}


CONSTRUCTS = (
    construct(
        "credential_bundle",
        "CREDENTIAL-BUNDLE",
        (Credential,),
        "Credential bundles of older email and OAuth logins: sealed, and signed by nobody.",
    ),
)
