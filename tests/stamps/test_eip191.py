import pytest

from sealwax import ApiKey, Eip191Signer, KeyMismatch
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.eip191 import personal_message_digest
from sealwax._crypto.points import SECP256K1, decode_point

pytest.importorskip("Crypto", reason="the extra ethereum is not installed")

PRIVATE = "1f" * 32


def test_it_signs_the_digest() -> None:
    signer = Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    key = decode_point(bytes.fromhex(signer.public_key), SECP256K1, "it")
    for signature in (signer.sign(b"x"), signer.sign_deterministic(b"x")):
        verify_ecdsa(key, signature, personal_message_digest(b"x"), "it", prehashed=True)
    assert signer.sign_deterministic(b"x") == signer.sign_deterministic(b"x")
    assert (signer.curve, signer.scheme) == ("secp256k1", "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191")


def test_other_curves_are_refused() -> None:
    with pytest.raises(KeyMismatch, match="needs a key on secp256k1; this key is on p256"):
        Eip191Signer(ApiKey.from_private_key(PRIVATE))


def test_no_repr_shows_the_secret() -> None:
    signer = Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    assert signer.public_key in repr(signer)
    assert PRIVATE not in repr(signer)
