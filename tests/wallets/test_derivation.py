from typing import Any

import pytest

from sealwax.errors import UnsupportedVersion
from sealwax.wallets import derive_account, derive_address
from tests.wallets.known_answers import ADDRESSES, MNEMONIC, NOT_HARDENED, address_id, needs_known_answers


@needs_known_answers
@pytest.mark.parametrize("entry", ADDRESSES, ids=address_id)
class TestKnownAnswers:
    def test_an_account_by_its_variant(self, entry: dict[str, Any]) -> None:
        account = derive_account(
            MNEMONIC,
            path=entry["path"],
            curve=entry["curve"],
            address_format=entry["format"],
            variant=entry["variant"] or None,
        )
        assert account.address == entry["address"]
        assert account.private_key.hex() == entry["privateKeyHex"]
        assert account.public_key == entry["publicKeyHex"]

    def test_an_account_by_its_address(self, entry: dict[str, Any]) -> None:
        account = derive_account(
            MNEMONIC,
            path=entry["path"],
            curve=entry["curve"],
            address_format=entry["format"],
            expected_address=entry["address"],
        )
        assert account.address == entry["address"]
        assert account.variant in {entry["variant"], "classic"}
        assert not account.wrong_case

    def test_the_address_of_a_public_key(self, entry: dict[str, Any]) -> None:
        for public_key in (entry["publicKeyHex"], bytes.fromhex(entry["publicKeyHex"])):
            assert (
                derive_address(
                    public_key, entry["format"], curve=entry["curve"], variant=entry["variant"] or None
                )
                == entry["address"]
            )


@needs_known_answers
@pytest.mark.parametrize(
    ("entry", "candidate"),
    [(entry, candidate) for entry in NOT_HARDENED for candidate in ("candidateA", "candidateB")],
    ids=lambda part: part if isinstance(part, str) else f"{part['format']} {part['path']}",
)
def test_the_address_decides_what_an_index_that_is_not_hardened_does(
    entry: dict[str, Any], candidate: str
) -> None:
    known = entry[candidate]
    arguments = {"path": entry["path"], "curve": "CURVE_ED25519", "address_format": entry["format"]}
    account = derive_account(MNEMONIC, **arguments, expected_address=known["address"])
    assert account.private_key.hex() == known["privateKeyHex"]
    assert account.variant.endswith({"candidateA": "all-hardened", "candidateB": "skipped"}[candidate])
    assert derive_account(MNEMONIC, **arguments, variant=account.variant) == account
    with pytest.raises(UnsupportedVersion, match=r"all-hardened, .*non-hardened-skipped"):
        derive_account(MNEMONIC, **arguments)
