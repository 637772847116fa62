"""The properties of all that a browser returns, live or captured."""

import base64
import hashlib
import json
from typing import Any

import pytest

from sealwax import (
    Attestation,
    AttestationTrust,
    BadSignature,
    ContextMismatch,
    CredentialIdEncoding,
    VerifiedAttestation,
    decode_credential_id,
    encode_attestation,
    encode_credential_id,
    verify_attestation,
    verify_webauthn_stamp,
)

ALGORITHMS = (-7, -8, -257)
OTHER_ORIGIN = "http://localhost.example"
OTHER_RP_ID = "localhost.example"


def check_capture(capture: dict[str, Any]) -> None:
    """Check a file that `capture.mjs` wrote, with the library."""
    assert capture["algorithm"] in ALGORITHMS
    assert capture["attestationConveyance"] in {"none", "direct"}
    _check_encoding(capture)
    verified = _check_registration(capture)
    _check_assertion(capture, verified)


def _check_encoding(capture: dict[str, Any]) -> None:
    registration = capture["registration"]
    raw_id = bytes.fromhex(registration["raw"]["rawId"])
    client_data_json = bytes.fromhex(registration["raw"]["clientDataJSON"])
    attestation_object = bytes.fromhex(registration["raw"]["attestationObject"])
    raw = {
        "rawId": raw_id,
        "response": {
            "clientDataJSON": client_data_json,
            "attestationObject": attestation_object,
            "transports": registration["raw"]["transports"],
        },
        "type": "public-key",
    }
    for encoding in CredentialIdEncoding:
        encoded = [
            encode_attestation(
                form,
                credential_id_encoding=encoding,
                expected_challenge=_challenge(registration),
                expected_origin=capture["origin"],
                expected_rp_id=capture["rpId"],
            )
            for form in (registration["toJSON"], json.dumps(registration["toJSON"]), raw)
        ]
        expected = Attestation(
            credential_id=encode_credential_id(raw_id, encoding),
            client_data_json=_base64url(client_data_json),
            attestation_object=_base64url(attestation_object),
            transports=("AUTHENTICATOR_TRANSPORT_INTERNAL",),
            challenge=registration["challenge"],
        )
        assert encoded == [expected] * 3
        assert decode_credential_id(expected.credential_id, encoding) == raw_id
    assert encode_credential_id(raw_id, CredentialIdEncoding.RAW) == registration["toJSON"]["id"]


def _check_registration(capture: dict[str, Any]) -> VerifiedAttestation:
    registration = capture["registration"]
    matching: dict[str, Any] = {
        "expected_challenge": _challenge(registration),
        "expected_origin": capture["origin"],
        "expected_rp_id": capture["rpId"],
    }
    response = registration["toJSON"]["response"]
    verified = verify_attestation(registration["toJSON"], **matching)
    assert verified.credential_id == bytes.fromhex(registration["raw"]["rawId"])
    assert verified.algorithm == capture["algorithm"] == response["publicKeyAlgorithm"]
    assert verified.user_verified is capture["userVerified"]
    assert not verified.anchored
    if capture["attestationConveyance"] == "none":
        assert (verified.fmt, verified.trust, verified.certificates) == ("none", AttestationTrust.NONE, ())
    else:
        assert verified.fmt == "packed"
        assert verified.trust in {AttestationTrust.SELF, AttestationTrust.CERTIFIED}
        assert bool(verified.certificates) is (verified.trust is AttestationTrust.CERTIFIED)

    if capture["userVerified"]:
        assert (
            verify_attestation(registration["toJSON"], **matching, require_user_verification=True) == verified
        )
    else:
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify_attestation(registration["toJSON"], **matching, require_user_verification=True)
    for another in (
        {"expected_challenge": bytes(32)},
        {"expected_origin": OTHER_ORIGIN},
        {"expected_rp_id": OTHER_RP_ID},
    ):
        with pytest.raises((BadSignature, ContextMismatch)):
            verify_attestation(registration["toJSON"], **{**matching, **another})
        with pytest.raises((BadSignature, ContextMismatch)):
            encode_attestation(registration["toJSON"], **{**matching, **another})
    return verified


def _check_assertion(capture: dict[str, Any], credential: VerifiedAttestation) -> None:
    body, raw = capture["assertion"]["body"], capture["assertion"]["raw"]
    client_data = json.loads(bytes.fromhex(raw["clientDataJSON"]))
    assert client_data["challenge"] == _base64url(hashlib.sha256(body.encode()).hexdigest().encode())

    # From what toJSON() gave, as a page would; it must say the same as the raw bytes.
    said = capture["assertion"]["toJSON"]
    assert (said["type"], said["rawId"]) == ("public-key", said["id"])
    stamp = {
        "authenticatorData": said["response"]["authenticatorData"],
        "clientDataJson": said["response"]["clientDataJSON"],
        "credentialId": said["id"],
        "signature": said["response"]["signature"],
    }
    assert stamp == {
        "authenticatorData": _base64url(bytes.fromhex(raw["authenticatorData"])),
        "clientDataJson": _base64url(bytes.fromhex(raw["clientDataJSON"])),
        "credentialId": _base64url(bytes.fromhex(raw["rawId"])),
        "signature": _base64url(bytes.fromhex(raw["signature"])),
    }
    header = json.dumps(stamp)
    matching: dict[str, Any] = {
        "body": body,
        "public_key": credential.public_key,
        "expected_rp_id": capture["rpId"],
        "expected_origin": capture["origin"],
    }
    verified = verify_webauthn_stamp(header, **matching)
    assert verified.credential_id == credential.credential_id
    assert verified.user_verified is capture["userVerified"]
    assert verified.origin == capture["origin"]
    assert not verified.cross_origin
    assert verified.sign_count > credential.sign_count

    if capture["userVerified"]:
        assert verify_webauthn_stamp(header, **matching, require_user_verification=True) == verified
    else:
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify_webauthn_stamp(header, **matching, require_user_verification=True)
    for another in ({"body": body + " "}, {"expected_origin": OTHER_ORIGIN}, {"expected_rp_id": OTHER_RP_ID}):
        with pytest.raises((BadSignature, ContextMismatch)):
            verify_webauthn_stamp(header, **{**matching, **another})


def _base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _challenge(registration: dict[str, Any]) -> bytes:
    challenge: str = registration["challenge"]
    return base64.urlsafe_b64decode(challenge + "=" * (-len(challenge) % 4))
