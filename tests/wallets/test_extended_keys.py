"""The keys of the test vectors of BIP-84, BIP-86 and BIP-49's words, as other tools write them."""

import pytest

from sealwax.wallets.extended_keys import bitcoin_account_key

WORDS = f"{'abandon ' * 11}about"


@pytest.mark.parametrize(
    ("path", "account", "key"),
    [
        (
            "m/84'/0'/0'/0/0",
            "m/84'/0'/0'",
            (
                "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31m"
                "GDtKsAYz2oz2AGutZYs"
            ),
        ),
        (
            "m/86'/0'/0'/1/5",
            "m/86'/0'/0'",
            (
                "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49y"
                "fdDEHGCtMMj92pReUsQ"
            ),
        ),
    ],
)
def test_of_a_path(path: str, account: str, key: str) -> None:
    found = bitcoin_account_key(WORDS, None, path)
    assert found is not None
    assert (found.fingerprint, found.path, found.slip132) == ("73c5da0a", account, key)
    assert found.xpub.startswith("xpub6")


def test_the_kinds() -> None:
    starts = {}
    for purpose in (44, 49, 84, 86):
        found = bitcoin_account_key(WORDS, "", f"m/{purpose}'/0'/2'/0/0")
        assert found is not None
        starts[purpose] = found.slip132[:4]
    assert starts == {44: "xpub", 49: "ypub", 84: "zpub", 86: "xpub"}


def test_a_passphrase_counts() -> None:
    found = bitcoin_account_key(WORDS, "x", "m/84'/0'/0'/0/0")
    assert found is not None
    assert found.fingerprint != "73c5da0a"


@pytest.mark.parametrize("path", ["m/84'/1'/0'/0/0", "m/44'/60'/0'/0/0", "m/0'"])
def test_not_of_other_paths(path: str) -> None:
    assert bitcoin_account_key(WORDS, None, path) is None
