"""Bitcoin Core's and Dogecoin Core's own vectors of keys and addresses, which two npm packages carry."""

import json
from typing import Any, NamedTuple

import pytest

from sealwax import SealwaxError, Unsupported
from sealwax._codec.base58 import decode_base58check
from sealwax.wallets import format_private_key, parse_private_key
from sealwax.wallets.address_formats import formats_like
from tests.interop.wallets.environment import FOLDER
from tools.support.nodejs import install


class Chain(NamedTuple):
    """A package, and the forms of keys and formats of addresses in its vectors: main and test network."""

    package: str
    forms: tuple[str, str]
    p2pkh: tuple[str, str]
    p2sh: tuple[str, str] | None


BITCOIN = Chain(
    "bitcore-lib",
    ("wif", "wif-testnet"),
    ("BITCOIN_MAINNET_P2PKH", "BITCOIN_TESTNET_P2PKH"),
    ("BITCOIN_MAINNET_P2SH", "BITCOIN_TESTNET_P2SH"),
)
DOGE = Chain("bitcore-lib-doge", ("wif-doge", "wif-doge-testnet"), ("DOGE_MAINNET", "DOGE_TESTNET"), None)

each_chain = pytest.mark.parametrize("chain", [BITCOIN, DOGE], ids=lambda chain: chain.package)


def vectors(chain: Chain, name: str) -> list[list[Any]]:
    install(FOLDER)
    path = FOLDER / "node_modules" / chain.package / "test" / "data" / "bitcoind" / f"base58_keys_{name}.json"
    found: list[list[Any]] = json.loads(path.read_text())
    assert len(found) == 50
    return found


def keys(chain: Chain, *, compressed: bool) -> list[tuple[str, bytes, str]]:
    found = [
        # Dogecoin's have a digit too many.
        (text, bytes.fromhex(content[:64]), chain.forms[about["isTestnet"]])
        for text, content, about in vectors(chain, "valid")
        if about["isPrivkey"] and about["isCompressed"] is compressed
    ]
    assert len(found) == 12
    return found


@each_chain
def test_keys_are_read_and_written_as_they_stand(chain: Chain) -> None:
    for text, key, form in keys(chain, compressed=True):
        assert parse_private_key(text) == key
        assert format_private_key(key, form) == text


@each_chain
def test_uncompressed_keys_are_refused(chain: Chain) -> None:
    for text, _, _ in keys(chain, compressed=False):
        with pytest.raises(Unsupported, match="uncompressed"):
            parse_private_key(text)


@each_chain
def test_addresses_are_recognised(chain: Chain) -> None:
    for text, content, about in vectors(chain, "valid"):
        if about["isPrivkey"]:
            continue
        names = {row.name.removeprefix("ADDRESS_FORMAT_") for row in formats_like(text)}
        formats = chain.p2pkh if about["addrType"] == "pubkey" else chain.p2sh
        if formats is not None:
            assert formats[about["isTestnet"]] in names
            assert formats[not about["isTestnet"]] not in names
        assert decode_base58check(text, "the address")[1:].hex() == content


@each_chain
def test_what_is_invalid_is_no_key(chain: Chain) -> None:
    for (text,) in vectors(chain, "invalid"):
        with pytest.raises(SealwaxError):
            parse_private_key(text)
