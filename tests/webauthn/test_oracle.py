"""The package `webauthn` accepts and refuses the same attestations and assertions as we do."""

import dataclasses
import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Literal

import cbor2
import pytest
import webauthn
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers.exceptions import WebAuthnException

from sealwax import (
    Assertion,
    RegistrationCredential,
    SealwaxError,
    SoftwareAuthenticator,
    WebAuthnStamper,
    verify_attestation,
    verify_webauthn_stamp,
    webauthn_challenge,
)
from sealwax._codec.base64url import encode_base64url
from tests.certificates import LEAF_KEY, leaf

RP_ID, ORIGIN, CHALLENGE, BODY = "example.com", "https://example.com", b"challenge", b"{}"
Algorithm = Literal["ES256", "EdDSA"]


@pytest.fixture(params=["ES256", "EdDSA"])
def passkey(request: pytest.FixtureRequest) -> SoftwareAuthenticator:
    algorithm: Algorithm = request.param
    return SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm, seed=b"\1" * 32)


def accepted(verify: Callable[[], object], error: type[Exception]) -> bool:
    try:
        verify()
    except error:
        return False
    return True


def agree_on_attestation(
    credential: RegistrationCredential,
    *,
    challenge: bytes = CHALLENGE,
    origin: str = ORIGIN,
    rp_id: str = RP_ID,
    verified: bool = False,
) -> bool:
    """Whether a registration is accepted, by both or by neither."""
    ours = accepted(
        lambda: verify_attestation(
            credential,
            expected_challenge=challenge,
            expected_origin=origin,
            expected_rp_id=rp_id,
            require_user_verification=verified,
        ),
        SealwaxError,
    )
    theirs = accepted(
        lambda: webauthn.verify_registration_response(
            credential={
                "id": encode_base64url(credential.raw_id),
                "rawId": encode_base64url(credential.raw_id),
                "type": "public-key",
                "response": {
                    "clientDataJSON": encode_base64url(credential.client_data_json),
                    "attestationObject": encode_base64url(credential.attestation_object),
                },
            },
            expected_challenge=challenge,
            expected_origin=origin,
            expected_rp_id=rp_id,
            require_user_verification=verified,
        ),
        WebAuthnException,
    )
    assert ours == theirs
    return ours


def agree_on_assertion(
    assertion: Assertion,
    passkey: SoftwareAuthenticator,
    *,
    body: bytes = BODY,
    origin: str = ORIGIN,
    rp_id: str = RP_ID,
    verified: bool = False,
) -> bool:
    """Whether an assertion is accepted, by both or by neither."""

    class Replay:
        def get_assertion(self, challenge: bytes) -> Assertion:  # noqa: ARG002
            return assertion

    ours = accepted(
        lambda: verify_webauthn_stamp(
            WebAuthnStamper(Replay()).stamp(body).header_value,
            body,
            public_key=passkey.public_key,
            rp_id=rp_id,
            origin=origin,
            require_user_verification=verified,
        ),
        SealwaxError,
    )
    theirs = accepted(
        lambda: webauthn.verify_authentication_response(
            credential={
                "id": encode_base64url(assertion.credential_id),
                "rawId": encode_base64url(assertion.credential_id),
                "type": "public-key",
                "response": {
                    "clientDataJSON": encode_base64url(assertion.client_data_json),
                    "authenticatorData": encode_base64url(assertion.authenticator_data),
                    "signature": encode_base64url(assertion.signature),
                },
            },
            expected_challenge=webauthn_challenge(body),
            expected_origin=origin,
            expected_rp_id=rp_id,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=0,
            require_user_verification=verified,
        ),
        WebAuthnException,
    )
    assert ours == theirs
    return ours


def test_attestations_that_both_accept(passkey: SoftwareAuthenticator) -> None:
    assert agree_on_attestation(passkey.create(CHALLENGE), verified=True)
    assert agree_on_attestation(passkey.create(CHALLENGE, attestation="self"), verified=True)


def test_a_certified_attestation() -> None:
    now = datetime.now(timezone.utc)
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
    bare = passkey.create(CHALLENGE)
    data = cbor2.loads(bare.attestation_object)["authData"]
    signed = data + hashlib.sha256(bare.client_data_json).digest()
    certificate = leaf(not_before=now - timedelta(days=1), not_after=now + timedelta(days=1))
    for message, good in ((signed, True), (signed + b"x", False)):
        signature = LEAF_KEY.sign(message, ec.ECDSA(SHA256()))
        statement = {"alg": -7, "sig": signature, "x5c": [certificate]}
        encoded = cbor2.dumps({"fmt": "packed", "attStmt": statement, "authData": data})
        credential = dataclasses.replace(bare, attestation_object=encoded)
        assert agree_on_attestation(credential) is good


def test_attestations_that_both_refuse(passkey: SoftwareAuthenticator) -> None:
    good = passkey.create(CHALLENGE, attestation="self")
    assert not agree_on_attestation(good, challenge=b"another")
    assert not agree_on_attestation(good, origin="https://example.org")
    assert not agree_on_attestation(good, rp_id="example.org")
    fields = cbor2.loads(good.attestation_object)
    changed = bytearray(fields["attStmt"]["sig"])
    changed[-1] ^= 1
    bad_signature = cbor2.dumps({**fields, "attStmt": {**fields["attStmt"], "sig": bytes(changed)}})
    assert not agree_on_attestation(dataclasses.replace(good, attestation_object=bad_signature))
    full_none = cbor2.dumps({**fields, "fmt": "none"})
    assert not agree_on_attestation(dataclasses.replace(good, attestation_object=full_none))
    asserted = passkey.get_assertion(CHALLENGE)
    assert not agree_on_attestation(dataclasses.replace(good, client_data_json=asserted.client_data_json))
    cut = cbor2.dumps({**fields, "authData": fields["authData"][:-1]})
    assert not agree_on_attestation(dataclasses.replace(good, attestation_object=cut))


def test_assertions_that_both_accept(passkey: SoftwareAuthenticator) -> None:
    assert agree_on_assertion(passkey.get_assertion(webauthn_challenge(BODY)), passkey, verified=True)


def test_assertions_that_both_refuse(passkey: SoftwareAuthenticator) -> None:
    good = passkey.get_assertion(webauthn_challenge(BODY))
    assert not agree_on_assertion(good, passkey, body=b"another")
    assert not agree_on_assertion(good, passkey, origin="https://example.org")
    assert not agree_on_assertion(good, passkey, rp_id="example.org")
    other = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    assert not agree_on_assertion(good, other)
    raw = passkey.get_assertion(bytes.fromhex(webauthn_challenge(BODY).decode()))
    assert not agree_on_assertion(raw, passkey)
    created = passkey.create(webauthn_challenge(BODY))
    assert not agree_on_assertion(
        dataclasses.replace(good, client_data_json=created.client_data_json), passkey
    )
    changed = bytearray(good.signature)
    changed[-1] ^= 1
    assert not agree_on_assertion(dataclasses.replace(good, signature=bytes(changed)), passkey)
    flagged = bytearray(good.authenticator_data)
    flagged[32] ^= 0x04
    assert not agree_on_assertion(dataclasses.replace(good, authenticator_data=bytes(flagged)), passkey)


@pytest.mark.parametrize("algorithm", ["ES256", "EdDSA"])
def test_users_who_were_absent_or_unverified(algorithm: Algorithm) -> None:
    for present, verified in ((False, True), (True, False), (False, False)):
        passkey = SoftwareAuthenticator(
            rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm, user_present=present, user_verified=verified
        )
        assert agree_on_attestation(passkey.create(CHALLENGE)) is present
        assert not agree_on_attestation(passkey.create(CHALLENGE), verified=True)
        challenge = webauthn_challenge(BODY)
        assert agree_on_assertion(passkey.get_assertion(challenge), passkey) is present
        assert not agree_on_assertion(passkey.get_assertion(challenge), passkey, verified=True)
