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
    KeyMismatch,
    SealedRequest,
    ServiceError,
    TargetKey,
    WebAuthnStamper,
    encode_attestation,
    encrypt_otp_bundle,
    operations,
    sign_login,
    verify_api_key_stamp,
    verify_attestation,
)
from sealwax.operations import (
    Activity,
    ExportWallet,
    ExportWalletAccount,
    ExportWalletResult,
    InitImportWallet,
    ListPrivateKeys,
    OtpLoginV2,
    SignupV2,
    VerifyOtp,
)
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import ORGANIZATION
from tests.operations.service import CONFIGURATION, NEW_ORGANIZATION, ORIGIN, RP_ID, Service, running

KEY = ApiKey.from_private_key(b"\x07" * 32)
STAMPER = ApiKeyStamper(KEY)
TARGET = TargetKey.from_private_key(b"\x08" * 32)
WALLET, ADDRESS, USER = "w-1", "0xedE35562d3555e61120a151B3c8e8e91d83a378a", "u-1"
# The service gives the key of ADDRESS for it.
SWAPPED = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
MNEMONIC = Mnemonic("japanese").to_mnemonic(bytes(range(16)))


@pytest.fixture
def service(enclave: ReferenceEnclave, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = Service(
        enclave,
        organization_id=ORGANIZATION,
        wallets={WALLET: MNEMONIC},
        accounts={ADDRESS: bytes(range(32)), SWAPPED: bytes(range(32))},
        keys={KEY.public_key},
    )
    with running(made):
        yield made


def send(request: SealedRequest[object]) -> bytes:
    answer = httpx.request(request.method, request.url, content=request.body, headers=request.headers)
    assert answer.status_code == 200, answer.text
    return answer.content


def export(
    service: Service, organization_id: str = ORGANIZATION
) -> SealedRequest[Activity[ExportWalletResult]]:
    operation = ExportWallet(wallet_id=WALLET, target_public_key=TARGET.public_key)
    return operation.seal(STAMPER, organization_id=organization_id, base_url=service.url)


def test_export_a_wallet(service: Service) -> None:
    request = export(service)
    activity = request.read(send(request))
    wallet = activity.result.decrypt(TARGET, keys=service.enclave.keys)
    assert (wallet.mnemonic, wallet.language) == (MNEMONIC, "japanese")
    assert activity.is_completed
    assert activity.intent == {"walletId": WALLET, "targetPublicKey": TARGET.public_key}
    assert ExportWallet.from_params(activity.intent) == request.operation
    (received,) = service.received
    assert received.body == request.body
    assert verify_api_key_stamp(received.headers["x-stamp"], received.body).public_key == KEY.public_key


def test_export_an_account(service: Service) -> None:
    request = ExportWalletAccount(address=ADDRESS, target_public_key=TARGET.public_key).seal(
        STAMPER, organization_id=ORGANIZATION, base_url=service.url
    )
    account = request.read(send(request)).result.decrypt(TARGET, keys=service.enclave.keys)
    assert account.private_key == bytes(range(32))


def test_an_account_with_another_key_than_the_requested_address_has(service: Service) -> None:
    request = ExportWalletAccount(address=SWAPPED, target_public_key=TARGET.public_key).seal(
        STAMPER, organization_id=ORGANIZATION, base_url=service.url
    )
    result = request.read(send(request)).result
    with pytest.raises(ContextMismatch) as raised:
        result.decrypt(TARGET, keys=service.enclave.keys)
    assert raised.value.code == "wrong-address"
    account = result.decrypt(TARGET, keys=service.enclave.keys, check_address=False)
    assert account.private_key == bytes(range(32))


def test_import_a_wallet(service: Service) -> None:
    request = InitImportWallet(user_id=USER).seal(STAMPER, organization_id=ORGANIZATION, base_url=service.url)
    target = request.read(send(request)).result.verify(keys=service.enclave.keys)
    sealed = target.encrypt_wallet(MNEMONIC)
    opened = service.enclave.open_import(sealed, organization_id=ORGANIZATION, user_id=USER)
    assert opened.decode() == MNEMONIC


def verify_otp(service: Service, key: ApiKey) -> str:
    otp = service.enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
    bundle = encrypt_otp_bundle(
        "A1B2C3", otp.target_bundle, public_key=key.public_key, keys=service.enclave.keys
    )
    request = VerifyOtp(otp_id=otp.otp_id, encrypted_otp_bundle=bundle, expiration_seconds="900").seal(
        STAMPER, organization_id=ORGANIZATION, base_url=service.url
    )
    result = request.read(send(request)).result
    claims = result.verify(keys=service.enclave.keys)
    assert (claims.contact, claims.public_key) == ("user@example.com", key.public_key)
    with pytest.raises(Expired):
        result.verify(keys=service.enclave.keys, now=datetime.now(timezone.utc) + timedelta(hours=1))
    return result.verification_token


@pytest.mark.parametrize("organization_id", [None, ORGANIZATION])
def test_log_in_by_otp(service: Service, organization_id: str | None) -> None:
    key = ApiKey.generate()
    token = verify_otp(service, key)
    login = OtpLoginV2(
        verification_token=token,
        public_key=key.public_key,
        client_signature=sign_login(key, token),
        organization_id=organization_id,
    ).seal(configuration_id=CONFIGURATION, base_url=service.url)
    claims = login.read(send(login)).verify(keys=service.enclave.keys)
    assert (claims.public_key, claims.organization_id) == (key.public_key, ORGANIZATION)
    # The session's key stamps from now on.
    query = ListPrivateKeys().seal(
        ApiKeyStamper(key), organization_id=claims.organization_id, base_url=service.url
    )
    assert query.read(send(query)).private_keys == ()


def test_sign_up_with_a_passkey(service: Service) -> None:
    key, challenge = ApiKey.generate(), b"a challenge of the application"
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    credential = passkey.create(challenge)
    attestation = encode_attestation(
        credential, expected_challenge=challenge, expected_origin=ORIGIN, expected_rp_id=RP_ID
    )
    signup = SignupV2(
        user_email="user@example.com",
        verification_token=verify_otp(service, key),
        api_keys=[],
        authenticators=[
            operations.SignupAuthenticator(
                authenticator_name="My passkey", challenge=attestation.challenge, attestation=attestation
            )
        ],
        oauth_providers=[],
        wallet=operations.SignupWallet(
            wallet_name="My wallet",
            accounts=[
                operations.SignupWalletAccount(
                    curve="CURVE_SECP256K1",
                    path_format="PATH_FORMAT_BIP32",
                    path="m/44'/60'/0'/0/0",
                    address_format="ADDRESS_FORMAT_ETHEREUM",
                )
            ],
            mnemonic_length=24,
        ),
    )
    request = signup.signed(key).seal(configuration_id=CONFIGURATION, base_url=service.url)
    answer = request.read(send(request))
    assert answer.organization_id == NEW_ORGANIZATION
    assert answer.wallet is not None
    assert (answer.wallet.wallet_id, answer.wallet.addresses) == ("w-new", ("0x00",))
    assert answer.raw["appProofs"] == []
    service.passkey = verify_attestation(
        credential, expected_challenge=challenge, expected_origin=ORIGIN, expected_rp_id=RP_ID
    ).public_key
    query = ListPrivateKeys().seal(
        WebAuthnStamper(passkey), organization_id=answer.organization_id, base_url=service.url
    )
    assert query.read(send(query)).private_keys == ()


def test_a_body_that_was_serialised_again_is_refused(service: Service) -> None:
    request = export(service)
    again = json.dumps(json.loads(request.body)).encode()
    answer = httpx.post(request.url, content=again, headers=request.headers)
    assert answer.status_code == 400
    assert "stamp" in answer.text


def test_an_old_request_is_refused(service: Service) -> None:
    operation = ExportWallet(wallet_id=WALLET, target_public_key=TARGET.public_key)
    old = datetime.now(timezone.utc) - timedelta(hours=1, seconds=1)
    request = operation.seal(STAMPER, organization_id=ORGANIZATION, now=old, base_url=service.url)
    answer = httpx.post(request.url, content=request.body, headers=request.headers)
    assert (answer.status_code, "not in time" in answer.text) == (400, True)
    with pytest.raises(ServiceError, match="not in time") as raised:
        request.read(answer.content, http_status=answer.status_code)
    assert raised.value.http_status == 400


def test_an_export_for_another_organization_is_refused(service: Service) -> None:
    request = export(service)
    answer = json.loads(send(request))
    bundle = service.enclave.export_wallet(
        MNEMONIC, organization_id="another", target_public_key=TARGET.public_key
    )
    # The outside says what was asked for; what the enclave signed does not.
    answer["activity"]["result"]["exportWalletResult"]["exportBundle"] = bundle
    with pytest.raises(ContextMismatch) as caught:
        request.read(json.dumps(answer)).result.decrypt(TARGET, keys=service.enclave.keys)
    assert caught.value.code == "wrong-organization"


def test_an_import_for_another_user_is_refused(service: Service) -> None:
    request = InitImportWallet(user_id=USER).seal(STAMPER, organization_id=ORGANIZATION, base_url=service.url)
    answer = json.loads(send(request))
    bundle = service.enclave.import_bundle(organization_id=ORGANIZATION, user_id="another")
    answer["activity"]["result"]["initImportWalletResult"]["importBundle"] = bundle
    answer["activity"]["intent"]["initImportWalletIntent"]["userId"] = "another"
    with pytest.raises(ContextMismatch) as caught:
        request.read(json.dumps(answer)).result.verify(keys=service.enclave.keys)
    assert caught.value.code == "wrong-user"


def test_a_session_for_another_key_or_organization_is_refused(service: Service) -> None:
    key, other = ApiKey.generate(), ApiKey.generate()
    token = verify_otp(service, key)

    def login(session_key: ApiKey, organization_id: str | None) -> SealedRequest[operations.Login]:
        return OtpLoginV2(
            verification_token=token,
            public_key=session_key.public_key,
            client_signature=sign_login(key, token, session_public_key=session_key.public_key),
            organization_id=organization_id,
        ).seal(configuration_id=CONFIGURATION, base_url=service.url)

    answer = send(login(key, ORGANIZATION))
    with pytest.raises(KeyMismatch):
        login(other, ORGANIZATION).read(answer).verify(keys=service.enclave.keys)
    with pytest.raises(ContextMismatch):
        login(key, "another").read(answer).verify(keys=service.enclave.keys)


def test_other_clients_send_the_same_bytes(service: Service) -> None:
    request = export(service)
    prepared = urllib.request.Request(
        request.url, data=request.body, headers=request.headers, method=request.method
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(prepared) as answer:
        request.read(answer.read()).result.decrypt(TARGET, keys=service.enclave.keys)
    assert service.received[-1].body == request.body


@pytest.mark.skipif(which("curl") is None, reason="curl is not installed")
def test_the_curl_command_is_taken(service: Service) -> None:
    request = export(service)
    shown = subprocess.run(
        ["sh", "-c", request.to_curl()], capture_output=True, check=True, env={"NO_PROXY": "127.0.0.1"}
    ).stdout
    wallet = request.read(shown).result.decrypt(TARGET, keys=service.enclave.keys)
    assert wallet.mnemonic == MNEMONIC
    assert service.received[-1].body == request.body
