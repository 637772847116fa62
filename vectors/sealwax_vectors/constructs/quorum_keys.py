"""Cases of secrets that are sealed to quorum keys (wire-formats.md, section 4.7)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._crypto.points import P256, decode_point
from sealwax.bundles.quorum_key import (
    NONCE_BYTES,
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_pull_secret,
    encrypt_to_quorum_key,
    seal_envelope,
)
from sealwax.errors import MalformedInput
from sealwax.keys import TargetKey
from sealwax.testing.sealed import open_base58_secret, open_envelope
from sealwax.trust import QuorumEncryptionKeys
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

ReceiverPrivateKey = Annotated[Hex, Meta(description="The enclave's private key, 32 bytes.")]
Plaintext = Annotated[Hex, Meta(description="The plaintext.")]


class SealingCase(Case, kw_only=True):
    """A message to seal to a key."""

    public_key: Annotated[str, Meta(description="The receiver: should be a point, hex.")]
    receiver_private_key: ReceiverPrivateKey
    message: Plaintext
    plaintext: Annotated[Hex, Meta(description="Output: what the enclave finds.")] | UnsetType = UNSET


class Sealing(Group[SealingCase], tag="QuorumKeySealing"):
    """Check the receiver, and seal to it; what is sealed is random."""

    def run(self, case: SealingCase) -> Outputs:
        envelope = encrypt_to_quorum_key(bytes.fromhex(case.message), case.public_key)
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_envelope(envelope, key).hex()}


class KnownCase(Case, kw_only=True):
    """A message sealed with a given sender's key and nonce, for comparison only."""

    public_key: Annotated[Hex, Meta(description="The receiver, uncompressed.")]
    sender_private_key: Annotated[Hex, Meta(description="The sender's private key, 32 bytes.")]
    nonce: Annotated[Hex, Meta(description="The nonce, 12 bytes.")]
    message: Plaintext
    envelope: Annotated[Hex, Meta(description="Output: the envelope.")] | UnsetType = UNSET


class Known(Group[KnownCase], tag="QuorumKeyEnvelope"):
    """Seal with a given sender's key and nonce."""

    def run(self, case: KnownCase) -> Outputs:
        nonce = bytes.fromhex(case.nonce)
        if len(nonce) != NONCE_BYTES:
            raise MalformedInput(f"the nonce must be {NONCE_BYTES} bytes long")
        envelope = seal_envelope(
            decode_point(bytes.fromhex(case.public_key), P256, "the receiver"),
            bytes.fromhex(case.message),
            ephemeral=TargetKey.from_private_key(case.sender_private_key).private_key_object(),
            nonce=nonce,
        )
        return {"envelope": envelope.hex()}


class OpeningCase(Case, kw_only=True):
    """An envelope, as the enclave gets it."""

    receiver_private_key: ReceiverPrivateKey
    envelope: Annotated[Hex, Meta(description="The envelope.")]
    plaintext: Annotated[Hex, Meta(description="Output: what was sealed.")] | UnsetType = UNSET


class Opening(Group[OpeningCase], tag="QuorumKeyOpening"):
    """Open an envelope, as the enclave does."""

    def run(self, case: OpeningCase) -> Outputs:
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_envelope(bytes.fromhex(case.envelope), key).hex()}


class ClientSecretCase(Case, kw_only=True):
    """An OAuth 2.0 client secret to seal, as text."""

    secret: Annotated[str, Meta(description="The secret.")]
    plaintext: Annotated[Hex, Meta(description="Output: what the enclave finds.")] | UnsetType = UNSET


class ClientSecret(Group[ClientSecretCase], tag="Oauth2ClientSecret"):
    """Seal an OAuth 2.0 client secret, in hex."""

    def run(self, case: ClientSecretCase) -> Outputs:
        key = TargetKey.generate()
        sealed = encrypt_oauth2_client_secret(
            case.secret, keys=QuorumEncryptionKeys(tls_fetcher=key.public_key)
        )
        return {"plaintext": open_envelope(bytes.fromhex(sealed), key).hex()}


class OnRampCase(ClientSecretCase, kw_only=True):
    """A credential of an on-ramp provider to seal, as text."""


class PullSecretCase(ClientSecretCase, kw_only=True):
    """A pull secret to seal, as text."""


class OnRamp(Group[OnRampCase], tag="OnRampSecret"):
    """Seal a credential of an on-ramp provider, in base58check."""

    def run(self, case: OnRampCase) -> Outputs:
        key = TargetKey.generate()
        sealed = encrypt_on_ramp_secret(case.secret, keys=QuorumEncryptionKeys(on_ramp=key.public_key))
        return {"plaintext": open_base58_secret(sealed, key).hex()}


class PullSecret(Group[PullSecretCase], tag="PullSecret"):
    """Seal the pull secret of a container image, without white space around it, in base58check."""

    def run(self, case: PullSecretCase) -> Outputs:
        key = TargetKey.generate()
        sealed = encrypt_pull_secret(case.secret, keys=QuorumEncryptionKeys(pull_secret=key.public_key))
        return {"plaintext": open_base58_secret(sealed, key).hex()}


class Base58Case(Case, kw_only=True):
    """A secret that was sealed as HPKE in base58check, as the enclave gets it."""

    receiver_private_key: ReceiverPrivateKey
    sealed: Annotated[str, Meta(description="The client's payload: base58check.")]
    plaintext: Annotated[Hex, Meta(description="Output: what was sealed.")] | UnsetType = UNSET


class Base58(Group[Base58Case], tag="SealedBase58Secret"):
    """Open a secret that was sealed as HPKE in base58check, as the enclave does."""

    def run(self, case: Base58Case) -> Outputs:
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_base58_secret(case.sealed, key).hex()}


CONSTRUCTS = (
    construct(
        "quorum_key_envelope",
        "QUORUM-KEY-ENVELOPE",
        (
            Sealing,
            Known,
            Opening,
            ClientSecret,
            OnRamp,
            PullSecret,
            Base58,
        ),
        "Secrets that a client seals to the long-lived key of an enclave.",
        "They go as envelopes, which are not HPKE, or as HPKE in base58check.",
        "What a client seals is random: cases give the plaintext, and sealed secrets for the enclave.",
    ),
)
