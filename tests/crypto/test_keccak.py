import re

import pytest

from sealwax import ApiKey, Eip191Signer, MissingExtra
from sealwax._crypto import keccak
from sealwax._crypto.keccak import keccak256, personal_message_digest
from sealwax.errors import install_command

pytest.importorskip("Crypto", reason="the extra ethereum is not installed")


@pytest.mark.parametrize("parts", [(), (b"",), (b"", b"")])
def test_it_is_not_sha3(parts: tuple[bytes, ...]) -> None:
    # The code hash of an account without code, in Ethereum's Yellow Paper.
    empty = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak256(*parts).hex() == empty


def test_parts_are_hashed_as_one() -> None:
    assert keccak256(b"ab", b"", b"c") == keccak256(b"abc")


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


def test_without_keccak_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keccak, "keccak", None)
    key = ApiKey.from_private_key("1f" * 32, "secp256k1")
    for use in (lambda: personal_message_digest(b"x"), lambda: Eip191Signer(key)):
        with pytest.raises(MissingExtra, match=re.escape(install_command("ethereum"))) as raised:
            use()
        assert (raised.value.code, raised.value.extra) == ("missing-extra", "ethereum")
