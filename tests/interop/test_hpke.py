"""HPKE: what one side seals, the other opens."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from sealwax import DecryptionFailed, MalformedInput, TargetKey
from sealwax._crypto.hpke import Sealed, open_base, seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing.key_material import derive_target_key
from tests.interop.peer import Peer, PeerError

SIZES = (0, 1, 15, 16, 17, 32, 1000, 50_000)
RECEIVERS = {
    "plain": TargetKey.from_private_key(b"\x07" * 32),
    "private key of zeros and a five": TargetKey.from_private_key(bytes(31) + b"\x05"),
    "x begins with a zero": TargetKey.from_private_key((379).to_bytes(32, "big")),
    "y begins with a zero": TargetKey.from_private_key((43).to_bytes(32, "big")),
}
RECEIVER = RECEIVERS["plain"]

each_receiver = pytest.mark.parametrize("receiver", RECEIVERS.values(), ids=RECEIVERS)


def plaintext_of(size: int) -> bytes:
    return bytes(number % 251 for number in range(size))


def they_open(peer: Peer, sealed: Sealed, receiver: TargetKey) -> bytes:
    opened = peer.call(
        "hpkeDecrypt",
        ciphertext=sealed.ct.hex(),
        encappedKey=sealed.enc.hex(),
        receiverPriv=receiver.private_key_hex(),
    )
    return bytes.fromhex(opened)


def they_seal(peer: Peer, plaintext: bytes, target: str) -> Sealed:
    sealed = json.loads(peer.call("hpkeEncrypt", plainText=plaintext.hex(), targetKey=target))
    return Sealed(bytes.fromhex(sealed["encappedPublic"]), bytes.fromhex(sealed["ciphertext"]))


@pytest.mark.parametrize("size", SIZES)
@each_receiver
def test_they_open_what_we_seal(peer: Peer, receiver: TargetKey, size: int) -> None:
    sealed = seal_base(receiver.private_key_object().public_key(), plaintext_of(size))
    assert they_open(peer, sealed, receiver) == plaintext_of(size)


@pytest.mark.parametrize("size", SIZES)
@each_receiver
def test_we_open_what_they_seal(peer: Peer, receiver: TargetKey, size: int) -> None:
    sealed = they_seal(peer, plaintext_of(size), receiver.public_key)
    assert open_base(receiver.private_key_object(), sealed) == plaintext_of(size)


def test_a_key_pair_of_theirs_receives(peer: Peer) -> None:
    pair = peer.call("generateP256KeyPair")
    receiver = TargetKey.from_private_key(pair["privateKey"])
    assert receiver.public_key == pair["publicKeyUncompressed"]
    assert (
        they_open(peer, seal_base(receiver.private_key_object().public_key(), b"text"), receiver) == b"text"
    )


def test_they_open_hundreds_of_ours(peer: Peer) -> None:
    public_key = RECEIVER.private_key_object().public_key()
    for number in range(300):
        sealed = seal_base(
            public_key, b"text", ephemeral=derive_target_key(number.to_bytes(32, "big")).private_key_object()
        )
        assert they_open(peer, sealed, RECEIVER) == b"text"


def test_a_shared_secret_that_begins_with_a_zero(peer: Peer) -> None:
    ephemeral = TargetKey.from_private_key((90).to_bytes(32, "big"))
    public_key = RECEIVER.private_key_object().public_key()
    assert ephemeral.private_key_object().exchange(ec.ECDH(), public_key)[0] == 0
    sealed = seal_base(public_key, b"text", ephemeral=ephemeral.private_key_object())
    assert they_open(peer, sealed, RECEIVER) == open_base(RECEIVER.private_key_object(), sealed) == b"text"


def test_a_changed_ciphertext_is_refused_by_both(peer: Peer) -> None:
    enc, ct = seal_base(RECEIVER.private_key_object().public_key(), b"text")
    for changed in (bytes([ct[0] ^ 1]) + ct[1:], ct[:-1] + bytes([ct[-1] ^ 1]), ct + b"\0", ct[:-1]):
        with pytest.raises(PeerError, match="invalid ghash tag"):
            they_open(peer, Sealed(enc, changed), RECEIVER)
        with pytest.raises(DecryptionFailed):
            open_base(RECEIVER.private_key_object(), Sealed(enc, changed))


def test_they_seal_to_a_compressed_key_what_nobody_opens(peer: Peer) -> None:
    # They bind the key in the form in which they are given it, and the receiver has the other one.
    compressed = compressed_point(decode_point(bytes.fromhex(RECEIVER.public_key), P256, "it"))
    sealed = they_seal(peer, b"text", compressed.hex())
    with pytest.raises(PeerError, match="invalid ghash tag"):
        they_open(peer, sealed, RECEIVER)
    with pytest.raises(DecryptionFailed):
        open_base(RECEIVER.private_key_object(), sealed)


def test_a_compressed_encapsulated_key_opens_in_neither(peer: Peer) -> None:
    enc, ct = seal_base(RECEIVER.private_key_object().public_key(), b"text")
    sealed = Sealed(compressed_point(decode_point(enc, P256, "it")), ct)
    with pytest.raises(PeerError, match="invalid ghash tag"):
        they_open(peer, sealed, RECEIVER)
    with pytest.raises(MalformedInput, match="must have 65"):
        open_base(RECEIVER.private_key_object(), sealed)
