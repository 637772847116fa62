"""The tests of ``tests/operations/test_catalog_flows.py`` that take long."""

import pytest

from sealwax import (
    ContextMismatch,
    MalformedInput,
)
from sealwax import operations as ops
from sealwax_service import LocalService
from tests.operations import test_catalog_flows as quick
from tests.operations.test_catalog_flows import PRIVATE_KEY, TARGET, ask

__all__ = ["private_key_id", "service"]

private_key_id = quick.private_key_id
service = quick.service


def test_export_a_private_key(service: LocalService, private_key_id: str) -> None:
    export = ops.ExportPrivateKey(private_key_id=private_key_id, target_public_key=TARGET.public_key)
    result = ask(service, export)
    assert result.decrypt(TARGET, keys=service.keys).private_key == PRIVATE_KEY
    with pytest.raises(ContextMismatch):
        ops.ExportPrivateKeyResult(
            private_key_id=private_key_id,
            export_bundle=result.export_bundle,
            expected_organization_id="another",
        ).decrypt(TARGET, keys=service.keys)


def test_a_signature_verifies(service: LocalService, private_key_id: str) -> None:
    payload = "00" * 32
    sign = ops.SignRawPayload(
        sign_with=private_key_id,
        payload=payload,
        encoding="PAYLOAD_ENCODING_HEXADECIMAL",
        hash_function="HASH_FUNCTION_NO_OP",
    )
    result = ask(service, sign)
    assert result.signature.to_raw().hex() == f"{result.r:0>64}{result.s:0>64}".lower()
    several = ask(
        service,
        ops.SignRawPayloads(
            sign_with=private_key_id,
            payloads=[payload, payload],
            encoding="PAYLOAD_ENCODING_HEXADECIMAL",
            hash_function="HASH_FUNCTION_NO_OP",
        ),
    )
    assert [each.signature.to_der() for each in several.signatures] == [result.signature.to_der()] * 2
    with pytest.raises(MalformedInput):
        _ = ops.SignRawPayloadResult(r="x", s="1", v="00").signature
