"""The tests of ``tests/service/operations/test_plain_records.py`` that take long."""

import json

import pytest

from tests.service.client import INVALID, NOT_FOUND, Client
from tests.service.operations.test_plain_records import INTERFACE


class TestSmartContractInterfaces:
    @pytest.mark.parametrize(
        "changes",
        [
            {"smartContractInterface": "{"},
            {"smartContractInterface": "{}"},
            {"smartContractInterface": json.dumps(["x" * 400_000])},
            {"type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"},
            {"type": "SMART_CONTRACT_INTERFACE_TYPE_SOLANA", "smartContractInterface": '{"name": "n"}'},
            {"type": "x"},
        ],
    )
    def test_refused(self, client: Client, changes: dict[str, str]) -> None:
        assert client.submit("create_smart_contract_interface", **{**INTERFACE, **changes}).error == INVALID


def test_session_profiles_are_seen_by_sub_organizations(client: Client, sub: Client) -> None:
    given = {"sessionProfileName": "n", "scope": "activity.action != 'EXPORT'", "expirationSeconds": "60"}
    made = client.submit("create_session_profile", **given).result
    for each in (client, sub):
        (record,) = each.query("get_session_profiles")["sessionProfiles"]
        assert {name: record[name] for name in given} == given
        assert each.query("get_session_profile", **made) == {"sessionProfile": record}
    mine = sub.submit("create_session_profile", **given).result
    assert client.try_query("get_session_profile", **mine).error == NOT_FOUND
