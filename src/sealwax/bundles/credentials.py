"""Opening the credential bundles of older email and OAuth logins (wire-formats.md, section 4.5)."""

from sealwax._codec.arguments import require_type
from sealwax._codec.base58 import decode_base58check
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._crypto.hpke import Sealed, open_base
from sealwax._crypto.points import COMPRESSED_BYTES, P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey, TargetKey


def decrypt_credential_bundle(bundle: str | bytes, target_key: TargetKey) -> ApiKey:
    """Open a credential bundle.

    Nothing signs such a bundle: whoever knows the target public key can make one. What comes out of it is
    only as good as the way that it came.

    Args:
        bundle: base58check of the encapsulated key, compressed, and the ciphertext.
        target_key: The key that it was sealed to.

    Returns:
        The P-256 API key inside.

    Raises:
        MalformedInput: It is not base58check, is too short, begins with no point, or holds something else
            than a private key.
        DecryptionFailed: It was sealed to another key.
    """
    what = "the credential bundle"
    require_type(target_key, TargetKey, "target_key")
    content = decode_base58check(decode_utf8(to_bytes(bundle, what), what), what)
    encapsulated = decode_point(content[:COMPRESSED_BYTES], P256, "the encapsulated key")
    # The key travels compressed, but HPKE was run on, and bound to, its uncompressed form.
    sealed = Sealed(uncompressed_point(encapsulated), content[COMPRESSED_BYTES:])
    return ApiKey.from_private_key(open_base(target_key.to_cryptography(), sealed))
