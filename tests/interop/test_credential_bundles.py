"""Credential bundles, opened by decryptCredentialBundle of @turnkey/crypto and by us."""

import json

import pytest

from sealwax import (
    ApiKey,
    DecryptionFailed,
    MalformedInput,
    SealwaxError,
    TargetKey,
    decrypt_credential_bundle,
)
from sealwax._codec.base58 import decode_base58check, encode_base58check
from sealwax.testing import ReferenceEnclave
from tests.conftest import CAPTURED, SEED, TARGET
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
PRIVATE_KEY = bytes(1) + b"\xa5" * 31


def sealed(content: bytes) -> str:
    return ENCLAVE.seal_credential(content, target_public_key=TARGET.public_key)


BUNDLE = sealed(PRIVATE_KEY)
CONTENT = decode_base58check(BUNDLE, "it")


def they_open(peer: Peer, bundle: str, key: TargetKey = TARGET) -> str:
    opened: str = peer.call(
        "decryptCredentialBundle", credentialBundle=bundle, embeddedKey=key.private_key_hex()
    )
    return opened


def test_the_captured_one_opens_in_both(peer: Peer) -> None:
    captured = json.loads((CAPTURED / "credential_bundle.json").read_text())
    key = TargetKey.from_private_key(captured["targetPrivateKey"])
    private_key = captured["expected"]["privateKey"]
    assert they_open(peer, captured["bundle"], key) == private_key
    assert decrypt_credential_bundle(captured["bundle"], key) == ApiKey.from_private_key(private_key)


@pytest.mark.parametrize("private_key", [PRIVATE_KEY, b"\x1f" * 32, bytes(31) + b"\1"])
def test_those_of_the_enclave_open_in_both(peer: Peer, private_key: bytes) -> None:
    bundle = sealed(private_key)
    assert they_open(peer, bundle) == private_key.hex()
    assert decrypt_credential_bundle(bundle, TARGET).private_key_hex() == private_key.hex()


def test_a_hundred_of_them_open_in_both(peer: Peer) -> None:
    # Each with another encapsulated key to decompress.
    for _ in range(100):
        bundle = sealed(PRIVATE_KEY)
        assert they_open(peer, bundle) == decrypt_credential_bundle(bundle, TARGET).private_key_hex()


@pytest.mark.parametrize(
    ("bundle", "complaint", "error"),
    [
        pytest.param(BUNDLE[:-1], "Invalid checksum", MalformedInput, id="a digit short"),
        pytest.param("", "Invalid checksum", MalformedInput, id="nothing"),
        pytest.param(f"{BUNDLE}\n", "Non-base58", MalformedInput, id="a newline after it"),
        pytest.param("0" + BUNDLE[1:], "Non-base58", MalformedInput, id="not base58"),
        pytest.param(encode_base58check(CONTENT[:33]), "too low", MalformedInput, id="no ciphertext"),
        pytest.param(
            encode_base58check(CONTENT[:48]),
            "smaller than tagLength",
            MalformedInput,
            id="a ciphertext too short",
        ),
        pytest.param(
            encode_base58check(b"\5" + CONTENT[1:]), "invalid prefix", MalformedInput, id="no such point form"
        ),
        pytest.param(
            encode_base58check(b"\2" + b"\xff" * 32 + CONTENT[33:]),
            "square root",
            MalformedInput,
            id="what is no point",
        ),
        pytest.param(
            encode_base58check(bytes([CONTENT[0] ^ 1]) + CONTENT[1:]),
            "invalid ghash tag",
            DecryptionFailed,
            id="the other point of that x",
        ),
        pytest.param(
            encode_base58check(CONTENT[:-1] + b"\0"),
            "invalid ghash tag",
            DecryptionFailed,
            id="a changed ciphertext",
        ),
    ],
)
def test_one_thing_is_wrong_and_both_refuse_it(
    peer: Peer, bundle: str, complaint: str, error: type[SealwaxError]
) -> None:
    with pytest.raises(PeerError, match=complaint):
        they_open(peer, bundle)
    with pytest.raises(error):
        decrypt_credential_bundle(bundle, TARGET)


def test_another_target_key_is_refused_by_both(peer: Peer) -> None:
    other = TargetKey.from_private_key(b"\x08" * 32)
    with pytest.raises(PeerError, match="invalid ghash tag"):
        they_open(peer, BUNDLE, other)
    with pytest.raises(DecryptionFailed):
        decrypt_credential_bundle(BUNDLE, other)


@pytest.mark.parametrize("content", [b"", b"\1" * 31, b"\1" * 33, bytes(32), b"\xff" * 32])
def test_what_is_no_private_key_of_p256_is_given_by_them_alone(peer: Peer, content: bytes) -> None:
    # They give hex of whatever it is; we give a key.
    bundle = sealed(content)
    assert they_open(peer, bundle) == content.hex()
    with pytest.raises(MalformedInput, match="32 bytes"):
        decrypt_credential_bundle(bundle, TARGET)
