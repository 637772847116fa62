import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax import BadSignature, MalformedInput
from sealwax._crypto.ed25519 import verify_ed25519

MESSAGE = b"message"


def changed(point: bytes, position: int, value: int) -> bytes:
    return point[:position] + bytes([value]) + point[position + 1 :]


def test_ed25519_signatures() -> None:
    key = ed25519.Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
    public_key, signature = key.public_key().public_bytes_raw(), key.sign(MESSAGE)
    verify_ed25519(public_key, signature, MESSAGE, "it")
    with pytest.raises(BadSignature, match="the signature of the thing"):
        verify_ed25519(public_key, signature, MESSAGE + b" ", "the thing")
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, changed(signature, 0, signature[0] ^ 1), MESSAGE, "it")
    with pytest.raises(BadSignature):
        verify_ed25519(b"\xff" * 32, signature, MESSAGE, "it")  # bytes that are no point
    with pytest.raises(MalformedInput, match="63 bytes long"):
        verify_ed25519(public_key, signature[:-1], MESSAGE, "it")
    # s + L is the same number modulo L; RFC 8032 refuses that second spelling.
    group_order = 2**252 + 27742317777372353535851937790883648493
    again = int.from_bytes(signature[32:], "little") + group_order
    with pytest.raises(BadSignature):
        verify_ed25519(public_key, signature[:32] + again.to_bytes(32, "little"), MESSAGE, "it")
