import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

ENCLAVE = ReferenceEnclave(SEED)


def sealed(private_key: bytes) -> str:
    return ENCLAVE.seal_credential(private_key, target_public_key=TARGET.public_key)


def test_the_captured_bundle_opens() -> None:
    captured = json.loads((CAPTURED / "credential_bundle.json").read_text())
    key = decrypt_credential_bundle(
        captured["bundle"], TargetKey.from_private_key(captured["targetPrivateKey"])
    )
    assert key == ApiKey.from_private_key(captured["expected"]["privateKey"])
    assert key.private_key_hex() == captured["expected"]["privateKey"]


def test_every_changed_digit_is_refused() -> None:
    bundle = sealed(b"\x1f" * 32)
    for position, digit in enumerate(bundle):
        other = "2" if digit == "1" else "1"
        with pytest.raises(MalformedInput):
            decrypt_credential_bundle(bundle[:position] + other + bundle[position + 1 :], TARGET)


def test_a_changed_content_with_a_right_checksum_does_not_open() -> None:
    content = decode_base58check(sealed(b"\x1f" * 32), "it")
    for position in (33, 40, len(content) - 1):
        changed = content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :]
        with pytest.raises(DecryptionFailed):
            decrypt_credential_bundle(encode_base58check(changed), TARGET)
    negated = bytes([content[0] ^ 1]) + content[1:]  # the other point of the same x
    with pytest.raises(DecryptionFailed):
        decrypt_credential_bundle(encode_base58check(negated), TARGET)


def test_another_key_does_not_open_it() -> None:
    with pytest.raises(DecryptionFailed):
        decrypt_credential_bundle(sealed(b"\x1f" * 32), TargetKey.from_private_key(b"\x08" * 32))


def test_what_begins_with_no_point_is_malformed() -> None:
    content = decode_base58check(sealed(b"\x1f" * 32), "it")
    for first in (0, 4, 5):
        with pytest.raises(MalformedInput, match="the encapsulated key"):
            decrypt_credential_bundle(encode_base58check(bytes([first]) + content[1:]), TARGET)


@given(st.text() | st.binary())
def test_no_input_breaks_it(bundle: str | bytes) -> None:
    with pytest.raises(SealwaxError):
        decrypt_credential_bundle(bundle, TARGET)


def test_an_export_bundle_is_named() -> None:
    bundle = ENCLAVE.export_wallet("words", organization_id="o", target_public_key=TARGET.public_key)
    for text in (bundle, f" {bundle}", bundle.encode()):
        with pytest.raises(MalformedInput, match="must be base58; this is JSON: open an export with"):
            decrypt_credential_bundle(text, TARGET)
