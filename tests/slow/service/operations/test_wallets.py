"""The tests of ``tests/service/operations/test_wallets.py`` that take long."""

import pytest

from sealwax.operations import AddressFormat
from sealwax.wallets.address_formats import FORMATS
from tests.service.client import Client


class TestWallets:
    @pytest.mark.parametrize("address_format", FORMATS)
    def test_every_format_has_an_address(self, client: Client, address_format: AddressFormat) -> None:
        row = FORMATS[address_format]
        for curve in row.variants:
            account = {
                "curve": curve,
                "pathFormat": "PATH_FORMAT_BIP32",
                "path": row.paths[0],
                "addressFormat": address_format,
            }
            (address,) = client.submit("create_wallet", walletName=curve, accounts=[account]).result[
                "addresses"
            ]
            assert address
