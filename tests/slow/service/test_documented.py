"""The tests of ``tests/service/test_documented.py`` that take long."""

import pytest

from tests.service.client import Client
from tests.service.documented import RULES, Rule


@pytest.mark.parametrize("rule", RULES, ids=[rule.fact for rule in RULES])
def test_rule(client: Client, rule: Rule) -> None:
    assert rule.ask(client) == rule.expected


@pytest.mark.parametrize("public_key", ["02" + "ff" * 32, "03" + "ff" * 32, "04" + "ff" * 64])
def test_a_key_that_only_looks_like_a_point_is_accepted(client: Client, public_key: str) -> None:
    key = {"apiKeyName": "k", "publicKey": public_key, "curveType": "API_KEY_CURVE_P256"}
    client.submit("create_api_keys", userId=client.service.user_id, apiKeys=[key]).check()
