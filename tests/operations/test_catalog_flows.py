"""What an enclave sealed or signed for operations of the catalog, from the request to the secret."""

import hashlib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    InvalidRequest,
    KeyMismatch,
    TargetKey,
)
from sealwax import operations as ops
from sealwax_service import LocalService
from tests.conftest import SEED

TARGET = TargetKey.from_private_key(b"\x08" * 32)
PRIVATE_KEY = hashlib.sha256(b"imported").digest()


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


def ask(service: LocalService, operation: Any) -> Any:
    """Send an operation, and read the answer: of an activity, the result."""
    request = operation.seal(
        ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
    )
    answer = httpx.post(request.url, content=request.body, headers=request.headers, trust_env=False)
    read = request.read(answer.content, http_status=answer.status_code)
    return read.result if isinstance(read, ops.Activity) else read


@pytest.fixture(scope="module")
def private_key_id(service: LocalService) -> str:
    """The id of a private key that was imported."""
    result = ask(service, ops.InitImportPrivateKey(user_id=service.user_id))
    target = result.verify(keys=service.keys)
    imported = ask(
        service,
        ops.ImportPrivateKey(
            user_id=service.user_id,
            private_key_name="imported",
            encrypted_bundle=target.encrypt_private_key(PRIVATE_KEY),
            curve="CURVE_SECP256K1",
            address_formats=["ADDRESS_FORMAT_ETHEREUM"],
        ),
    )
    assert imported.addresses[0].format == "ADDRESS_FORMAT_ETHEREUM"
    made: str = imported.private_key_id
    return made


def test_an_import_bundle_is_of_the_request(service: LocalService) -> None:
    result = ask(service, ops.InitImportPrivateKey(user_id=service.user_id))
    with pytest.raises(ContextMismatch):
        ops.InitImportPrivateKeyResult(
            import_bundle=result.import_bundle,
            expected_organization_id=service.organization_id,
            expected_user_id="another",
        ).verify(keys=service.keys)


def test_a_session_is_of_the_request(service: LocalService) -> None:
    key = ApiKey.generate()
    result = ask(service, ops.StampLogin(public_key=key.public_key))
    assert result.verify(keys=service.keys).public_key == key.public_key
    with pytest.raises(KeyMismatch):
        ops.StampLoginResult(
            session=result.session,
            expected_organization_id=service.organization_id,
            expected_public_key="02ab",
            expected_session_profile_id=None,
        ).verify(keys=service.keys)


def test_a_credential_bundle_has_a_key(service: LocalService) -> None:
    result = ask(service, ops.CreateReadWriteSession(target_public_key=TARGET.public_key))
    key = result.decrypt(TARGET)
    me = ops.GetWhoami().seal(
        ApiKeyStamper(key), organization_id=service.organization_id, base_url=service.url
    )
    answer = httpx.post(me.url, content=me.body, headers=me.headers, trust_env=False)
    assert me.read(answer.content, http_status=answer.status_code).user_id == service.user_id


@pytest.mark.parametrize("key", ["ab" * 32, "04" + "ab" * 64, "02ab", ""])
def test_a_target_key_is_a_public_key(key: str) -> None:
    with pytest.raises(InvalidRequest, match="export_private_key: target_public_key "):
        ops.ExportPrivateKey(private_key_id="p", target_public_key=key)
    with pytest.raises(InvalidRequest, match="oauth: target_public_key "):
        ops.Oauth(oidc_token="t", target_public_key=key)
