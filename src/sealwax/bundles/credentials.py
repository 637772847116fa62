"""Open the credential bundles of older email and OAuth logins (wire-formats.md, section 4.5)."""

from sealwax._codec.base58 import decode_base58check
from sealwax._codec.text import to_text
from sealwax._crypto.hpke import Sealed, open_base
from sealwax._crypto.points import COMPRESSED_BYTES, P256, decode_point, uncompressed_point
from sealwax.errors import MalformedInput
from sealwax.keys import ApiKey, opening_key
from sealwax.signing import KeyAgreement


def decrypt_credential_bundle(bundle: str | bytes, target_key: KeyAgreement) -> ApiKey:
    """Open a credential bundle, and return the API key in it (wire-formats.md, section 4.5).

    A credential bundle is not signed: anyone who knows the target public key can make one. Trust it only as
    far as the channel that delivered it.

    Args:
        bundle: The credential bundle: base58check of the encapsulated key, compressed, and the ciphertext.
        target_key: The key that the bundle was sealed to: a ``TargetKey``, or any object that implements
            ``KeyAgreement``.

    Returns:
        The P-256 API key.

    Raises:
        MalformedInput: The bundle is not base58check, is too short, does not begin with a point, or does
            not contain a private key.
        DecryptionFailed: The bundle was sealed to another key.
    """
    label = "the credential bundle"
    receiver = opening_key(target_key)
    text = to_text(bundle, label)
    if text.lstrip().startswith("{"):
        raise MalformedInput(
            f"{label} must be base58; this is JSON: open an export with decrypt_wallet_export"
        )
    content = decode_base58check(text, label)
    encapsulated = decode_point(content[:COMPRESSED_BYTES], P256, "the encapsulated key")
    # The bundle has the compressed key, but HPKE used, and authenticates, the uncompressed form.
    sealed = Sealed(uncompressed_point(encapsulated), content[COMPRESSED_BYTES:])
    return ApiKey.from_private_key(open_base(receiver, sealed))
