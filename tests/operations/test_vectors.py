"""The file of sealed requests: it holds for others what the table of the specification says."""

import json
from typing import Any

import pytest

from sealwax import verify_api_key_stamp
from sealwax.operations.all_operations import SPECIFIED
from sealwax_vectors import load_file
from tests.conftest import ROOT
from tests.operations.specification import AUTH_PROXY, QUERY, SUBMIT
from tests.operations.test_operations import is_valid, parameters_of

PATH = ROOT / "vectors" / "sealed_request.json"
SUITE = load_file(PATH)
CASES: list[Any] = [case for group in SUITE.test_groups for case in group.tests]
VALID = [case for case in CASES if case.result == "valid"]


@pytest.mark.parametrize("name", SPECIFIED)
def test_every_operation_has_a_request(name: str) -> None:
    for case in VALID:
        if case.operation != name:
            continue
        body = json.loads(case.body)
        given = {field: value for field, value in case.parameters.items() if value is not None}
        assert parameters_of(name, body) == given
        assert is_valid(name, given)
        assert case.url == case.base_url.rstrip("/") + SPECIFIED[name].path()
        if name in AUTH_PROXY:
            assert case.headers["X-Auth-Proxy-Config-Id"] == case.configuration_id
        else:
            verify_api_key_stamp(case.headers["X-Stamp"], case.body)
            assert body["organizationId"] == case.organization_id
        if name in SUBMIT:
            assert body["type"] == SUBMIT[name].type
            assert body["timestampMs"] == str(case.timestamp_ms)
    assert {case.operation for case in VALID} == SUBMIT.keys() | QUERY.keys() | AUTH_PROXY.keys()
