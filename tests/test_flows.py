"""Every flow of the API, from the client to the reference enclave and back."""

import json
from datetime import datetime, timedelta, timezone

from mnemonic import Mnemonic

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    CredentialIdEncoding,
    TargetKey,
    WebAuthnStamper,
    decrypt_account_export,
    decrypt_credential_bundle,
    decrypt_wallet_export,
    encode_attestation,
    encrypt_otp_bundle,
    sign_login,
    sign_signup,
    verify_api_key_stamp,
    verify_attestation,
    verify_attested_stamp,
    verify_import_bundle,
    verify_session_jwt,
    verify_verification_token,
    verify_webauthn_stamp,
)
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
LATER = NOW + timedelta(minutes=15)
ORGANIZATION, USER = "f9a31c64-d604-42e4-9bef-a773096afad7", "6912b819-f4df-40f4-a192-20ee43090974"
RP_ID, ORIGIN = "example.com", "https://example.com"
MNEMONIC = Mnemonic("japanese").to_mnemonic(bytes(range(16)))
BODY = b'{"organizationId":"f9a31c64-d604-42e4-9bef-a773096afad7"}'


def verification_token(enclave: ReferenceEnclave, key: ApiKey) -> str:
    otp = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id=ORGANIZATION)
    bundle = encrypt_otp_bundle(otp.target_bundle, "A1B2C3", public_key=key.public_key, keys=enclave.keys)
    return enclave.verify_otp(bundle, otp_id=otp.otp_id, expires_at=LATER)


def test_log_in_with_a_one_time_code(enclave: ReferenceEnclave) -> None:
    key, session_key = ApiKey.generate(), ApiKey.generate()
    token = verification_token(enclave, key)
    assert verify_verification_token(token, keys=enclave.keys, now=NOW).contact == "user@example.com"
    signature = sign_login(key, token, session_public_key=session_key.public_key)
    session = enclave.otp_login(
        {
            "verificationToken": token,
            "publicKey": session_key.public_key,
            "clientSignature": signature.to_dict(),
        },
        now=NOW,
        expires_at=LATER,
    )
    claims = verify_session_jwt(session, keys=enclave.keys, now=NOW)
    assert (claims.public_key, claims.organization_id) == (session_key.public_key, ORGANIZATION)
    stamp = ApiKeyStamper(session_key).stamp(BODY)
    assert verify_api_key_stamp(stamp.header_value, BODY).public_key == claims.public_key


def test_sign_up_with_a_passkey_and_stamp_with_it(enclave: ReferenceEnclave) -> None:
    key, challenge = ApiKey.generate(), b"a challenge of the application"
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    created = passkey.create(challenge, attestation="self")
    attestation = encode_attestation(
        created,
        credential_id_encoding=CredentialIdEncoding.CBOR,
        expected_challenge=challenge,
        expected_origin=ORIGIN,
        expected_rp_id=RP_ID,
    )
    authenticators: list[dict[str, object]] = [
        {
            "authenticatorName": "My passkey",
            "challenge": attestation.challenge,
            "attestation": attestation.to_dict(),
        }
    ]
    token = verification_token(enclave, key)
    signature = sign_signup(key, token, authenticators=authenticators, email="user@example.com")
    body = {
        "userEmail": "user@example.com",
        "verificationToken": token,
        "apiKeys": [],
        "authenticators": authenticators,
        "oauthProviders": [],
        "clientSignature": signature.to_dict(),
    }
    enclave.signup(json.loads(json.dumps(body)), now=NOW)
    # What the service keeps of the passkey is its public key.
    verified = verify_attestation(
        created, expected_challenge=challenge, expected_origin=ORIGIN, expected_rp_id=RP_ID
    )
    stamp = WebAuthnStamper(passkey).stamp(BODY)
    assertion = verify_webauthn_stamp(
        stamp.header_value, BODY, public_key=verified.public_key, expected_rp_id=RP_ID, expected_origin=ORIGIN
    )
    assert assertion.credential_id == verified.credential_id


def test_import_a_wallet_and_export_it_again(enclave: ReferenceEnclave) -> None:
    bundle = enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER)
    target = verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=enclave.keys)
    sealed = target.encrypt_wallet(MNEMONIC, "パスフレーズ")
    plaintext = enclave.open_import(sealed, organization_id=ORGANIZATION, user_id=USER)
    target_key = TargetKey.generate()
    export = enclave.export_plaintext(
        plaintext, organization_id=ORGANIZATION, target_public_key=target_key.public_key
    )
    wallet = decrypt_wallet_export(export, target_key, organization_id=ORGANIZATION, keys=enclave.keys)
    assert (wallet.mnemonic, wallet.passphrase, wallet.language) == (MNEMONIC, "パスフレーズ", "japanese")
    assert wallet.checksum_valid


def test_import_a_private_key_and_export_it_again(enclave: ReferenceEnclave) -> None:
    private_key, target_key = bytes(range(32)), TargetKey.generate()
    bundle = enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER)
    target = verify_import_bundle(bundle, organization_id=ORGANIZATION, user_id=USER, keys=enclave.keys)
    plaintext = enclave.open_import(
        target.encrypt_private_key("0x" + private_key.hex()), organization_id=ORGANIZATION, user_id=USER
    )
    export = enclave.export_account(
        plaintext, organization_id=ORGANIZATION, target_public_key=target_key.public_key
    )
    account = decrypt_account_export(export, target_key, organization_id=ORGANIZATION, keys=enclave.keys)
    assert account.private_key == private_key


def test_log_in_by_an_older_email_flow(enclave: ReferenceEnclave) -> None:
    key, target_key = ApiKey.generate(), TargetKey.generate()
    bundle = enclave.seal_credential(
        bytes.fromhex(key.private_key_hex()), target_public_key=target_key.public_key
    )
    assert decrypt_credential_bundle(bundle, target_key) == key


def test_stamp_with_a_key_that_a_token_vouches_for(enclave: ReferenceEnclave) -> None:
    key = ApiKey.generate()
    token = verification_token(enclave, key)
    stamp = AttestedStamper(key, token, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN").stamp(BODY)
    verified = verify_attested_stamp(stamp.header_value, BODY, keys=enclave.keys, now=NOW)
    assert verified.public_key == key.public_key
    assert verified.verification is not None
    assert verified.verification.contact == "user@example.com"
