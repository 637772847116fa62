"""Cases of import bundles, and of the payloads that clients seal to them (wire-formats.md, section 4.3)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.text import decode_utf8
from sealwax.bundles.exports import split_wallet
from sealwax.bundles.imports import ImportTarget, verify_import_bundle
from sealwax.keys import TargetKey
from sealwax.testing.sealed import open_sealed_text
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .fields import Bundle, PinnedKey, pin

EncryptedBundle = Annotated[
    str,
    Meta(
        description="The client's payload: JSON text of `encappedPublic`, an uncompressed point, and "
        "`ciphertext`, both in hex."
    ),
]
EnclavePrivateKey = Annotated[Hex, Meta(description="The enclave's private key, 32 bytes.")]


class VerificationCase(Case, kw_only=True):
    """An import bundle."""

    bundle: Bundle
    organization_id: Annotated[str, Meta(description="The organization that the reader expects.")]
    user_id: Annotated[str, Meta(description="The user that the reader expects.")]
    signer_public_key: PinnedKey
    target_public_key: (
        Annotated[Hex, Meta(description="Output: the enclave's key to seal to, uncompressed.")] | UnsetType
    ) = UNSET


class Verification(Group[VerificationCase], tag="ImportBundleVerification"):
    """Verify an import bundle."""

    def run(self, case: VerificationCase) -> Outputs:
        target = verify_import_bundle(
            case.bundle,
            organization_id=case.organization_id,
            user_id=case.user_id,
            keys=pin("signer", case.signer_public_key),
        )
        return {"target_public_key": target.public_key}


class WalletCase(Case, kw_only=True):
    """A wallet to import. The plaintext is what the enclave must find when it opens what was sealed."""

    mnemonic: Annotated[str, Meta(description="The mnemonic.")]
    passphrase: Annotated[str | None, Meta(description="The passphrase; null if there is none.")]
    plaintext: Annotated[Hex, Meta(description="Output: what is sealed.")] | UnsetType = UNSET


class Wallet(Group[WalletCase], tag="ImportedWallet"):
    """Check a wallet, and join mnemonic and passphrase, to seal them."""

    def run(self, case: WalletCase) -> Outputs:
        key = TargetKey.generate()
        sealed = _target(key).encrypt_wallet(case.mnemonic, case.passphrase)
        return {"plaintext": open_sealed_text(key, sealed).hex()}


class PrivateKeyCase(Case, kw_only=True):
    """A private key to import, as text."""

    private_key_text: Annotated[str, Meta(description="Hex with or without 0x, or a Solana key in base58.")]
    plaintext: Annotated[Hex, Meta(description="Output: what is sealed, 32 bytes.")] | UnsetType = UNSET


class PrivateKey(Group[PrivateKeyCase], tag="ImportedPrivateKey"):
    """Decode a private key, to seal it."""

    def run(self, case: PrivateKeyCase) -> Outputs:
        key = TargetKey.generate()
        sealed = _target(key).encrypt_private_key(case.private_key_text)
        return {"plaintext": open_sealed_text(key, sealed).hex()}


class SealedCase(Case, kw_only=True):
    """A payload that a client sealed to the enclave."""

    enclave_private_key: EnclavePrivateKey
    encrypted_bundle: EncryptedBundle
    plaintext: Annotated[Hex, Meta(description="Output: what was sealed.")] | UnsetType = UNSET
    mnemonic: Annotated[str | UnsetType, Meta(description="Output, of a wallet: its mnemonic.")] = UNSET
    passphrase: Annotated[
        str | UnsetType | None,
        Meta(description="Output, of a wallet: its passphrase; null if there is none."),
    ] = UNSET


class Sealed(Group[SealedCase], tag="SealedImport"):
    """Open what a client sealed, as the enclave does."""

    def run(self, case: SealedCase) -> Outputs:
        key = TargetKey.from_private_key(case.enclave_private_key)
        plaintext = open_sealed_text(key, case.encrypted_bundle)
        outputs: dict[str, object] = {"plaintext": plaintext.hex()}
        if case.mnemonic is not UNSET:
            mnemonic, passphrase = split_wallet(decode_utf8(plaintext, "the wallet"))
            outputs |= {"mnemonic": mnemonic, "passphrase": passphrase}
        return outputs


def _target(key: TargetKey) -> ImportTarget:
    return ImportTarget(key.private_key_object().public_key())


CONSTRUCTS = (
    construct(
        "import_bundle",
        "IMPORT-BUNDLE",
        (Verification, Wallet, PrivateKey, Sealed),
        "Imports: the bundle with the enclave's key, the forms of what is imported, and what is sealed.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
)
