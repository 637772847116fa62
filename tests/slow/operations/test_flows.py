"""The tests of ``tests/operations/test_flows.py`` that take long."""

import json
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    KeyMismatch,
    WebAuthnStamper,
    encode_attestation,
    operations,
    sign_login,
)
from sealwax.operations import (
    ExportWallet,
    InitImportWallet,
    ListPrivateKeys,
    OtpLoginV2,
    SealedRequest,
    SignupV2,
)
from sealwax.testing import SoftwareAuthenticator
from sealwax_service import LocalService
from tests.operations import test_flows as quick
from tests.operations.test_flows import ETHEREUM, MNEMONIC, TARGET, send, verify_otp
from tests.service.client import Client

service = quick.service
stamper = quick.stamper


RP_ID, ORIGIN = "example.com", "https://example.com"


@pytest.mark.parametrize("names_organization", [False, True])
def test_log_in_by_otp(service: LocalService, *, names_organization: bool) -> None:
    key = ApiKey.generate()
    token = verify_otp(service, key)
    login = OtpLoginV2(
        verification_token=token,
        public_key=key.public_key,
        client_signature=sign_login(key, token),
        organization_id=service.organization_id if names_organization else None,
    ).seal(configuration_id=service.configuration_id, base_url=service.auth_proxy_url)
    claims = login.read(send(login)).verify(keys=service.keys)
    assert (claims.public_key, claims.organization_id) == (key.public_key, service.organization_id)
    # The session's key stamps from now on.
    query = ListPrivateKeys().seal(
        ApiKeyStamper(key), organization_id=claims.organization_id, base_url=service.url
    )
    (found,) = query.read(send(query)).private_keys
    assert found.private_key_id == service.ids["privateKeyId"]


def test_sign_up_with_a_passkey(service: LocalService) -> None:
    key, challenge = ApiKey.generate(), b"a challenge of the application"
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    attestation = encode_attestation(
        passkey.create(challenge),
        expected_challenge=challenge,
        expected_origin=ORIGIN,
        expected_rp_id=RP_ID,
    )
    signup = SignupV2(
        user_email="user@example.com",
        verification_token=verify_otp(service, key, "user@example.com"),
        api_keys=[],
        authenticators=[
            operations.SignupAuthenticator(
                authenticator_name="My passkey", challenge=attestation.challenge, attestation=attestation
            )
        ],
        oauth_providers=[],
        wallet=operations.SignupWallet(wallet_name="My wallet", accounts=[ETHEREUM], mnemonic_length=24),
    )
    request = signup.signed(key).seal(
        configuration_id=service.configuration_id, base_url=service.auth_proxy_url
    )
    answer = request.read(send(request))
    assert answer.wallet is not None
    stamper = WebAuthnStamper(passkey)
    query = ListPrivateKeys().seal(stamper, organization_id=answer.organization_id, base_url=service.url)
    assert query.read(send(query)).private_keys == ()
    operation = ExportWallet(wallet_id=answer.wallet.wallet_id, target_public_key=TARGET.public_key)
    exported = operation.seal(stamper, organization_id=answer.organization_id, base_url=service.url)
    wallet = exported.read(send(exported)).result.decrypt(TARGET, keys=service.keys)
    assert len(wallet.mnemonic.split()) == 24
    (address,) = answer.wallet.addresses
    proofs: Any = answer.raw["appProofs"]
    (proof,) = proofs
    assert json.loads(proof["proofPayload"])["addressDerivationProof"]["address"] == address
    account = wallet.account(path=ETHEREUM.path, curve=ETHEREUM.curve, address_format=ETHEREUM.address_format)
    assert account.address == address


def test_import_a_wallet(service: LocalService, stamper: ApiKeyStamper) -> None:
    request = InitImportWallet(user_id=service.user_id).seal(
        stamper, organization_id=service.organization_id, base_url=service.url
    )
    target = request.read(send(request)).result.verify(keys=service.keys)
    client = Client(service)
    made = client.submit(
        "import_wallet",
        userId=service.user_id,
        walletName="mine",
        encryptedBundle=target.encrypt_wallet(MNEMONIC),
        accounts=[],
    ).result
    client.http.close()
    operation = ExportWallet(wallet_id=made["walletId"], target_public_key=TARGET.public_key)
    again = operation.seal(stamper, organization_id=service.organization_id, base_url=service.url)
    wallet = again.read(send(again)).result.decrypt(TARGET, keys=service.keys)
    assert (wallet.mnemonic, wallet.language) == (MNEMONIC, "japanese")


def test_a_session_for_another_key_or_organization_is_refused(service: LocalService) -> None:
    key, other = ApiKey.generate(), ApiKey.generate()
    token = verify_otp(service, key)

    def login(session_key: ApiKey, organization_id: str | None) -> SealedRequest[operations.Login]:
        return OtpLoginV2(
            verification_token=token,
            public_key=session_key.public_key,
            client_signature=sign_login(key, token, session_public_key=session_key.public_key),
            organization_id=organization_id,
        ).seal(configuration_id=service.configuration_id, base_url=service.url)

    answer = send(login(key, service.organization_id))
    with pytest.raises(KeyMismatch):
        login(other, service.organization_id).read(answer).verify(keys=service.keys)
    with pytest.raises(ContextMismatch):
        login(key, "another").read(answer).verify(keys=service.keys)
