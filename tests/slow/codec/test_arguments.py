import re
from typing import Any

import pytest

from sealwax import ApiKey, ApiKeyStamper
from sealwax._codec.arguments import require_type
from sealwax.client import Client
from sealwax.operations import GetWallet, ListWallets, Operation


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (ListWallets, "operation must be Operation, not the class ListWallets; call it: ListWallets(...)"),
        (GetWallet, "operation must be Operation, not the class GetWallet; call it: GetWallet(...)"),
        (str, "operation must be Operation, not type; pass an operation, such as ListWallets()"),
        ("ListWallets", "operation must be Operation, not str; pass an operation, such as ListWallets()"),
    ],
)
def test_a_class_in_place_of_its_instance_is_named(value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        require_type(value, Operation, "operation")
    with (
        Client(ApiKeyStamper(ApiKey.generate()), organization_id="a") as client,
        pytest.raises(TypeError, match=f"^{re.escape(message)}$"),
    ):
        client.send(value)
