"""The tests of ``tests/operations/test_catalog_flows.py`` that take longest."""

import pytest

from sealwax import (
    ContextMismatch,
)
from sealwax import operations as ops
from sealwax_service import LocalService
from tests.operations import test_catalog_flows as quick
from tests.operations.test_catalog_flows import PRIVATE_KEY, TARGET, ask

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
