"""Open exported secrets of any kind, and seal secrets for import (wire-formats.md, section 4.6).

The export of a secret has the same fields as that of a wallet or an account: the caller must know which
export it requested. The import target of a secret has no user, unlike an import bundle of a wallet or a
private key: each reader refuses the other's format.
"""

from sealwax._codec.text import to_bytes
from sealwax._crypto.frozen_secret import FrozenSecret
from sealwax.errors import MalformedInput
from sealwax.signing import KeyAgreement
from sealwax.trust import PRODUCTION, EnclaveKeys

from .exports import decode_content, open_export
from .imports import SingleUseTarget
from .signed_envelope import SECRET_TARGET, open_signed_bundle


class ExportedSecret(FrozenSecret):
    """A secret from a verified export bundle.

    ``repr`` does not show the secret, and nothing serializes or copies it: see ``ExportedWallet``.

    Attributes:
        text: The secret, exactly as the enclave sealed it; may be empty.
    """

    __slots__ = ("text",)
    _secret_fields = ("text",)
    text: str

    def __init__(self, text: str) -> None:
        self._set(text=(text, str))


def decrypt_secret_export(
    bundle: str | bytes, target_key: KeyAgreement, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> ExportedSecret:
    """Open the export of a secret (wire-formats.md, section 4.6).

    The bundle does not say that it holds a secret: an exported wallet opens here as well. Open only what was
    requested with export_secrets.

    Args:
        bundle: An entry of the ``secretPayloads`` of the service's answer: JSON text.
        target_key: The key whose public key was sent as ``targetPublicKey``: a ``TargetKey``, or any object
            that implements ``KeyAgreement``.
        organization_id: The expected organization's id, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.

    Returns:
        The secret.

    Raises:
        MalformedInput: The bundle does not parse, is of another kind, or does not contain UTF-8 text
            (``decrypt_export`` returns any content).
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``).
        DecryptionFailed: The bundle was sealed to another key.
    """
    plaintext = open_export(bundle, target_key, organization_id, keys)
    return ExportedSecret(decode_content(plaintext))


class SecretTarget(SingleUseTarget):
    """The enclave's key from a verified import target for secrets, to seal one secret to.

    ``verify_secret_import_bundle`` returns it. It can be used once: its key may seal only one message.
    Threads may share it, but other processes, such as a fork, may not. ``pickle`` and ``copy`` refuse it.
    """

    __slots__ = ()

    def encrypt_secret(self, text: str) -> str:
        """Seal a secret to the enclave.

        Args:
            text: The secret, sealed exactly as given.

        Returns:
            The ``secretPayload`` to send with import_secrets: JSON text.

        Raises:
            MalformedInput: The secret is empty, cannot be encoded as UTF-8, or is too
                large. The target can still be used.
            InvalidRequest: The target has been used, or belongs to another process.
        """
        if not isinstance(text, str):
            raise TypeError(
                f"text must be str, not {type(text).__name__}; decode bytes, or encode them as base64"
            )
        if not text:
            raise MalformedInput("the secret is empty; check where it was read from")
        return self._seal(to_bytes(text, "the secret"))


def verify_secret_import_bundle(
    bundle: str | bytes, *, organization_id: str, keys: EnclaveKeys = PRODUCTION
) -> SecretTarget:
    """Verify an import target for secrets, and return the enclave's key to seal to.

    It is signed like an import bundle, but names no user (wire-formats.md, section 4.6).

    Args:
        bundle: An entry of the ``enclaveTargetMessages`` of the answer to init_import_secrets: JSON text.
        organization_id: The expected organization's id, compared exactly.
        keys: The enclave's public keys. Only ``signer`` is used.

    Returns:
        The target that seals one secret.

    Raises:
        MalformedInput: The bundle does not parse, or is of another kind.
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than ``keys``.
        BadSignature: The bundle's signature does not verify.
        ContextMismatch: The bundle was made for another organization (``wrong-organization``).
    """
    return SecretTarget(open_signed_bundle(bundle, SECRET_TARGET, keys=keys, organization_id=organization_id))
