"""The search for an account, in each format of an address."""

import pytest

from sealwax.wallets.address_formats import FORMATS, AddressFormatRow
from sealwax.wallets.addresses import known_formats
from sealwax.wallets.derivation import list_accounts, parse_path, search_account, wallet_seed
from sealwax.wallets.public_key import find_curve
from tests.wallets.test_derivation import WORDS

SEED = wallet_seed(WORDS, "")


@pytest.mark.parametrize("row", FORMATS.values(), ids=lambda row: row.name)
def test_each_format_is_found_at_its_default_paths(row: AddressFormatRow) -> None:
    for curve in row.variants:
        for path in row.paths:
            accounts = list_accounts(SEED, parse_path(path), find_curve(curve), row)
            for account in {account.private_key: account for account in accounts}.values():
                found = search_account(SEED, account.address, known_formats(account.address))
                assert found is not None
                # Formats share texts, and paths that differ may lead to the same key.
                assert found.private_key == account.private_key
                assert found.address.lower() == account.address.lower()
