"""A client of a sub-organization."""

import pytest

from tests.service.client import ETHEREUM, SUB_KEY, Client, sub_organization


@pytest.fixture
def sub(client: Client) -> Client:
    """The root user of a sub-organization."""
    wallet = {"walletName": "w", "accounts": [ETHEREUM]}
    made = client.submit("create_sub_organization", **sub_organization(), wallet=wallet).result
    found = client.with_key(SUB_KEY)
    found.organization_id = made["subOrganizationId"]
    return found
