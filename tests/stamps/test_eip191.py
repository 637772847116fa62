import pytest

from sealwax import ApiKey, Eip191Signer, KeyMismatch, UnsupportedVersion
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import SECP256K1, decode_point
from sealwax.stamps import eip191
from sealwax.stamps.eip191 import personal_message_digest

pytest.importorskip("Crypto", reason="the extra ethereum is not installed")

PRIVATE = "1f" * 32


@pytest.mark.parametrize(
    ("message", "digest"),
    [
        # eth_account's documentation of encode_defunct and ethers' of hashMessage give these two.
        (b"hello world", "d9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68"),
        (b"Hello World", "a1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2"),
    ],
)
def test_digests_that_wallets_publish(message: bytes, digest: str) -> None:
    assert personal_message_digest(message).hex() == digest


def test_the_length_is_that_of_the_bytes() -> None:
    assert personal_message_digest("é".encode()) == personal_message_digest(b"\xc3\xa9")
    assert personal_message_digest(b"") != personal_message_digest(b"0")


def test_it_signs_the_digest() -> None:
    signer = Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    key = decode_point(bytes.fromhex(signer.public_key), SECP256K1, "it")
    for signature in (signer.sign(b"x"), signer.sign_deterministic(b"x")):
        verify_ecdsa(key, signature, personal_message_digest(b"x"), "it", prehashed=True)
    assert signer.sign_deterministic(b"x") == signer.sign_deterministic(b"x")
    assert (signer.curve, signer.scheme) == ("secp256k1", "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191")


def test_other_curves_are_refused() -> None:
    with pytest.raises(KeyMismatch, match="this key is on p256"):
        Eip191Signer(ApiKey.from_private_key(PRIVATE))


def test_no_repr_shows_the_secret() -> None:
    signer = Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    assert signer.public_key in repr(signer)
    assert PRIVATE not in repr(signer)


def test_without_keccak_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eip191, "keccak", None)
    with pytest.raises(UnsupportedVersion, match=r"install sealwax\[ethereum\]"):
        personal_message_digest(b"x")
    with pytest.raises(UnsupportedVersion, match=r"install sealwax\[ethereum\]"):
        Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
