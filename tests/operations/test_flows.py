"""The four flows, from the request to the secret, through httpx and a server on this machine."""

import json
import subprocess
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from shutil import which

import httpx
import pytest
from mnemonic import Mnemonic

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    Expired,
    ServiceError,
    TargetKey,
    encrypt_otp_bundle,
    operations,
    verify_api_key_stamp,
)
from sealwax.operations import (
    Activity,
    ExportWallet,
    ExportWalletAccount,
    ExportWalletResult,
    InitImportWallet,
    SealedRequest,
    VerifyOtp,
)
from sealwax_service import LocalService
from tests.conftest import SEED
from tests.service.client import Client

TARGET = TargetKey.from_private_key(b"\x08" * 32)
MNEMONIC = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
ETHEREUM = operations.SignupWalletAccount(
    curve="CURVE_SECP256K1",
    path_format="PATH_FORMAT_BIP32",
    path="m/44'/60'/0'/0/0",
    address_format="ADDRESS_FORMAT_ETHEREUM",
)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalService]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with LocalService(SEED) as made:
        yield made


@pytest.fixture
def stamper(service: LocalService) -> ApiKeyStamper:
    return ApiKeyStamper(service.api_key)


def address_of(service: LocalService) -> str:
    """The address of the first wallet's account."""
    ((_, account),) = service._deployment.organization.accounts()
    return account.address


def send(request: SealedRequest[object]) -> bytes:
    answer = httpx.request(
        request.method, request.url, content=request.body, headers=request.headers, timeout=60
    )
    assert answer.status_code == 200, answer.text
    return answer.content


def export(service: LocalService) -> SealedRequest[Activity[ExportWalletResult]]:
    operation = ExportWallet(wallet_id=service.ids["walletId"], target_public_key=TARGET.public_key)
    return operation.seal(
        ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
    )


def test_export_a_wallet(service: LocalService) -> None:
    request = export(service)
    activity = request.read(send(request))
    wallet = activity.result.decrypt(TARGET, keys=service.keys)
    account = wallet.account(path=ETHEREUM.path, curve=ETHEREUM.curve, address_format=ETHEREUM.address_format)
    assert account.address == address_of(service)
    assert activity.is_completed
    assert activity.intent == {"walletId": service.ids["walletId"], "targetPublicKey": TARGET.public_key}
    assert ExportWallet.from_params(activity.intent) == request.operation
    (received,) = service.requests
    assert received.body == request.body
    stamp = verify_api_key_stamp(received.headers["x-stamp"], received.body)
    assert stamp.public_key == service.api_key.public_key


def test_export_an_account(service: LocalService, stamper: ApiKeyStamper) -> None:
    request = ExportWalletAccount(address=address_of(service), target_public_key=TARGET.public_key).seal(
        stamper, organization_id=service.organization_id, base_url=service.url
    )
    account = request.read(send(request)).result.decrypt(TARGET, keys=service.keys)
    assert account.check_address(address_of(service))


def verify_otp(service: LocalService, key: ApiKey, contact: str = "root@example.com") -> str:
    client = Client(service)
    otp = client.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact=contact, appName="a").result
    client.http.close()
    bundle = encrypt_otp_bundle(
        otp["otpEncryptionTargetBundle"],
        service.otp_code(otp["otpId"]),
        public_key=key.public_key,
        keys=service.keys,
    )
    request = VerifyOtp(otp_id=otp["otpId"], encrypted_otp_bundle=bundle, expiration_seconds="900").seal(
        ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
    )
    result = request.read(send(request)).result
    claims = result.verify(keys=service.keys)
    assert (claims.contact, claims.public_key) == (contact, key.public_key)
    with pytest.raises(Expired):
        result.verify(keys=service.keys, now=datetime.now(timezone.utc) + timedelta(hours=1))
    return result.verification_token


def test_a_body_that_was_serialised_again_is_refused(service: LocalService) -> None:
    request = export(service)
    again = json.dumps(json.loads(request.body)).encode()
    answer = httpx.post(request.url, content=again, headers=request.headers, timeout=60)
    assert answer.status_code == 401
    assert "SIGNATURE_INVALID" in answer.text


def test_an_old_request_is_refused(service: LocalService) -> None:
    operation = ExportWallet(wallet_id=service.ids["walletId"], target_public_key=TARGET.public_key)
    old = datetime.now(timezone.utc) - timedelta(hours=1, seconds=1)
    request = operation.seal(
        ApiKeyStamper(service.api_key),
        organization_id=service.organization_id,
        now=old,
        base_url=service.url,
    )
    answer = httpx.post(request.url, content=request.body, headers=request.headers, timeout=60)
    assert (answer.status_code, "REQUEST_INVALID" in answer.text) == (400, True)
    with pytest.raises(ServiceError, match="timestampMs") as raised:
        request.read(answer.content, http_status=answer.status_code)
    assert raised.value.http_status == 400


def test_an_export_for_another_organization_is_refused(service: LocalService) -> None:
    request = export(service)
    answer = json.loads(send(request))
    bundle = service._deployment.provisioner.enclave.export_wallet(
        MNEMONIC, organization_id="another", target_public_key=TARGET.public_key
    )
    # The outside says what was asked for; what the enclave signed does not.
    answer["activity"]["result"]["exportWalletResult"]["exportBundle"] = bundle
    with pytest.raises(ContextMismatch) as caught:
        request.read(json.dumps(answer)).result.decrypt(TARGET, keys=service.keys)
    assert caught.value.code == "wrong-organization"


def test_an_import_for_another_user_is_refused(service: LocalService) -> None:
    request = InitImportWallet(user_id=service.user_id).seal(
        ApiKeyStamper(service.api_key), organization_id=service.organization_id, base_url=service.url
    )
    answer = json.loads(send(request))
    bundle = service._deployment.provisioner.enclave.import_bundle(
        organization_id=service.organization_id, user_id="another"
    )
    answer["activity"]["result"]["initImportWalletResult"]["importBundle"] = bundle
    answer["activity"]["intent"]["initImportWalletIntent"]["userId"] = "another"
    with pytest.raises(ContextMismatch) as caught:
        request.read(json.dumps(answer)).result.verify(keys=service.keys)
    assert caught.value.code == "wrong-user"


def test_other_clients_send_the_same_bytes(service: LocalService) -> None:
    request = export(service)
    prepared = urllib.request.Request(
        request.url, data=request.body, headers=request.headers, method=request.method
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(prepared) as answer:
        request.read(answer.read()).result.decrypt(TARGET, keys=service.keys)
    assert service.requests[-1].body == request.body


@pytest.mark.skipif(which("curl") is None, reason="curl is not installed")
def test_the_curl_command_is_taken(service: LocalService) -> None:
    request = export(service)
    shown = subprocess.run(
        ["sh", "-c", request.to_curl()], capture_output=True, check=True, env={"NO_PROXY": "127.0.0.1"}
    ).stdout
    wallet = request.read(shown).result.decrypt(TARGET, keys=service.keys)
    assert wallet.checksum_valid
    assert service.requests[-1].body == request.body
