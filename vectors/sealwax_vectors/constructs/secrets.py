"""Cases of secrets that are exported and imported (wire-formats.md, section 4.6)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.text import decode_utf8
from sealwax.bundles.secrets import SecretTarget, decrypt_secret_export, verify_secret_import_bundle
from sealwax.keys import TargetKey
from sealwax.testing.sealed import open_sealed_text
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .exports import ExportCase, OrganizationId
from .fields import Bundle, PinnedKey, pin
from .imports import EnclavePrivateKey, EncryptedBundle


class ExportedCase(ExportCase, kw_only=True):
    """The export of a secret."""

    text: Annotated[str | UnsetType, Meta(description="Output: exactly as it was sealed.")] = UNSET


class Exported(Group[ExportedCase], tag="SecretExport"):
    """Open the export of a secret."""

    def run(self, case: ExportedCase) -> Outputs:
        return {"text": case.open(decrypt_secret_export).text}


class TargetCase(Case, kw_only=True):
    """An import target for secrets."""

    bundle: Bundle
    organization_id: OrganizationId
    signer_public_key: PinnedKey
    target_public_key: (
        Annotated[Hex, Meta(description="Output: the enclave's key to seal to, uncompressed.")] | UnsetType
    ) = UNSET


class Target(Group[TargetCase], tag="SecretImportVerification"):
    """Verify an import target for secrets."""

    def run(self, case: TargetCase) -> Outputs:
        target = verify_secret_import_bundle(
            case.bundle, organization_id=case.organization_id, keys=pin("signer", case.signer_public_key)
        )
        return {"target_public_key": target.public_key}


class SecretCase(Case, kw_only=True):
    """A secret to import. The plaintext is what the enclave must find when it opens what was sealed."""

    secret: Annotated[str, Meta(description="The secret.")]
    plaintext: Annotated[Hex, Meta(description="Output: what is sealed.")] | UnsetType = UNSET


class Secret(Group[SecretCase], tag="ImportedSecret"):
    """Seal a secret."""

    def run(self, case: SecretCase) -> Outputs:
        key = TargetKey.generate()
        sealed = SecretTarget(key.private_key_object().public_key()).encrypt_secret(case.secret)
        return {"plaintext": open_sealed_text(key, sealed).hex()}


class SealedCase(Case, kw_only=True):
    """A payload that a client sealed to the enclave."""

    enclave_private_key: EnclavePrivateKey
    encrypted_bundle: EncryptedBundle
    text: Annotated[str | UnsetType, Meta(description="Output: the secret.")] = UNSET


class Sealed(Group[SealedCase], tag="SealedSecret"):
    """Open what a client sealed, as the enclave does."""

    def run(self, case: SealedCase) -> Outputs:
        key = TargetKey.from_private_key(case.enclave_private_key)
        return {"text": decode_utf8(open_sealed_text(key, case.encrypted_bundle), "the secret")}


CONSTRUCTS = (
    construct(
        "secret_export",
        "SECRET-EXPORT-BUNDLE",
        (Exported,),
        "Exports of secrets, which are text.",
        "In its fields, such a bundle is like the export of a wallet.",
    ),
    construct(
        "secret_import",
        "SECRET-IMPORT-BUNDLE",
        (Target, Secret, Sealed),
        "Imports of secrets: the target with the enclave's key, which has no user, and what is sealed.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
)
