import hashlib
import json
from typing import Any, Literal

import cbor2
import pytest

from sealwax import (
    Assertion,
    BadSignature,
    ContextMismatch,
    MalformedInput,
    Unsupported,
    VerifiedAssertion,
    WebAuthnStamper,
    verify_webauthn_stamp,
    webauthn_challenge,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.strict_json import encode_json
from sealwax.testing import SoftwareAuthenticator
from tests.conftest import near_misses

RP_ID, ORIGIN = "example.com", "https://example.com"
BODY = b'{"organizationId":"x"}'


@pytest.fixture(params=["ES256", "EdDSA"])
def passkey(request: pytest.FixtureRequest) -> SoftwareAuthenticator:
    algorithm: Literal["ES256", "EdDSA"] = request.param
    return SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm, seed=b"\1" * 32)


def stamp(passkey: SoftwareAuthenticator, body: bytes = BODY) -> str:
    return WebAuthnStamper(passkey).stamp(body).header_value


def verify(
    header: str | bytes,
    passkey: SoftwareAuthenticator,
    body: str | bytes = BODY,
    *,
    allow_cross_origin: bool = False,
) -> VerifiedAssertion:
    return verify_webauthn_stamp(
        header,
        body,
        public_key=passkey.public_key,
        expected_rp_id=RP_ID,
        expected_origin=ORIGIN,
        allow_cross_origin=allow_cross_origin,
    )


def signed(passkey: SoftwareAuthenticator, data: bytes | None = None, **changes: object) -> Assertion:
    """The passkey's signature, with other authenticator data or other client data."""
    right = passkey.get_assertion(webauthn_challenge(BODY))
    data = right.authenticator_data if data is None else data
    client_data = encode_json({**json.loads(right.client_data_json), **changes}).encode()
    return signed_over(passkey, data, client_data)


def signed_over(passkey: SoftwareAuthenticator, data: bytes, client_data: bytes) -> Assertion:
    signature = passkey._sign(data + hashlib.sha256(client_data).digest())
    return Assertion(passkey.credential_id, data, client_data, signature)


def stamp_of(assertion: Assertion) -> str:
    return WebAuthnStamper(Replay(assertion)).stamp(BODY).header_value


class Replay:
    """An authenticator that answers what it is told to."""

    def __init__(self, assertion: Assertion) -> None:
        self._assertion = assertion

    def get_assertion(self, challenge: bytes) -> Assertion:
        assert challenge
        return self._assertion


def test_the_services_example_of_a_challenge() -> None:
    body = (
        '{"organization_id": "1234", "type": "ACTIVITY_TYPE_CREATE_API_KEYS", "params": {"for": "example"}}'
    )
    expected = b"20f99754275f3d321b0eab1d0e7fa0b4207b08fd5fb694fa611635ff08a0bd8d"
    assert webauthn_challenge(body) == webauthn_challenge(body.encode()) == expected


def test_the_stamp_is_the_protocols_json(passkey: SoftwareAuthenticator) -> None:
    made = WebAuthnStamper(passkey).stamp(BODY)
    assert made.header_name == "X-Stamp-WebAuthn"
    fields = json.loads(made.header_value)
    assert list(fields) == ["authenticatorData", "clientDataJson", "credentialId", "signature"]
    assert made.header_value == json.dumps(fields, separators=(",", ":"))
    assert fields["credentialId"] == encode_base64url(passkey.credential_id)


def test_spelling_that_changes_nothing_is_accepted(passkey: SoftwareAuthenticator) -> None:
    fields = json.loads(stamp(passkey))
    padded = {name: value + "=" * (-len(value) % 4) for name, value in fields.items()}
    for other in (dict(reversed(fields.items())), padded, {**fields, "extra": 1}):
        verify(json.dumps(other, indent=1), passkey)


def test_another_body_is_refused(passkey: SoftwareAuthenticator) -> None:
    for body in (b"", BODY + b"\n", BODY.swapcase()):
        with pytest.raises(BadSignature, match="is for another body; pass the body exactly as"):
            verify(stamp(passkey), passkey, body)


def test_a_challenge_that_is_the_raw_hash_is_refused(passkey: SoftwareAuthenticator) -> None:
    raw = bytes.fromhex(webauthn_challenge(BODY).decode())
    with pytest.raises(BadSignature, match="is for another body; pass the body exactly as"):
        verify(stamp_of(passkey.get_assertion(raw)), passkey)
    upper = webauthn_challenge(BODY).upper()
    with pytest.raises(BadSignature, match="is for another body; pass the body exactly as"):
        verify(stamp_of(passkey.get_assertion(upper)), passkey)


def test_a_registration_is_no_stamp(passkey: SoftwareAuthenticator) -> None:
    # Signed by the passkey, for this very challenge, but in the other ceremony.
    with pytest.raises(BadSignature, match=r"not of type webauthn\.get"):
        verify(stamp_of(signed(passkey, type="webauthn.create")), passkey)


def test_the_authenticator_data_of_a_registration_is_refused(passkey: SoftwareAuthenticator) -> None:
    created = cbor2.loads(passkey.create(b"challenge").attestation_object)["authData"]
    with pytest.raises(MalformedInput, match="the authenticator data of a registration"):
        verify(stamp_of(signed(passkey, data=created)), passkey)


@pytest.mark.parametrize("top_origin", [None, "https://top.example"])
def test_an_embedded_page_is_another_origin(passkey: SoftwareAuthenticator, top_origin: str | None) -> None:
    more: dict[str, Any] = {} if top_origin is None else {"topOrigin": top_origin}
    header = stamp_of(signed(passkey, crossOrigin=True, **more))
    with pytest.raises(ContextMismatch, match="embedded in a page of another origin") as raised:
        verify(header, passkey)
    assert raised.value.code == "wrong-origin"
    verified = verify(header, passkey, allow_cross_origin=True)
    assert (verified.origin, verified.cross_origin, verified.top_origin) == (ORIGIN, True, top_origin)


def test_a_top_origin_without_a_cross_origin_is_malformed(passkey: SoftwareAuthenticator) -> None:
    header = stamp_of(signed(passkey, topOrigin="https://top.example"))
    with pytest.raises(MalformedInput, match="`topOrigin`"):
        verify(header, passkey, allow_cross_origin=True)


@pytest.mark.parametrize(
    "origin", [ORIGIN + ":443", ORIGIN.upper(), "HTTPS://example.com", "https://Example.com"]
)
def test_an_origin_in_another_spelling_is_another(passkey: SoftwareAuthenticator, origin: str) -> None:
    with pytest.raises(ContextMismatch, match=r"another origin .* must be the page's scheme, host") as raised:
        verify(stamp_of(signed(passkey, origin=origin)), passkey)
    assert raised.value.code == "wrong-origin"


def test_a_challenge_that_is_nearly_right_is_refused(passkey: SoftwareAuthenticator) -> None:
    right = webauthn_challenge(BODY).decode()
    for challenge in (*near_misses(right), right[:-1], right + "0"):
        wrong = signed(passkey, challenge=encode_base64url(challenge.encode()))
        with pytest.raises(BadSignature, match="is for another body"):
            verify(stamp_of(wrong), passkey)


def test_the_length_of_a_credential_id(passkey: SoftwareAuthenticator) -> None:
    fields = json.loads(stamp(passkey))
    longest = encode_json({**fields, "credentialId": encode_base64url(b"i" * 1023)})
    assert verify(longest, passkey).credential_id == b"i" * 1023
    for size in (0, 1024):
        other = encode_json({**fields, "credentialId": encode_base64url(b"i" * size)})
        with pytest.raises(MalformedInput, match=f"a credential id of {size} bytes; it must have 1 to 1023"):
            verify(other, passkey)


def test_another_origin_and_relying_party_are_refused(passkey: SoftwareAuthenticator) -> None:
    header = stamp(passkey)
    with pytest.raises(ContextMismatch, match="another origin"):
        verify_webauthn_stamp(
            header,
            BODY,
            public_key=passkey.public_key,
            expected_rp_id=RP_ID,
            expected_origin="https://example.org",
        )
    with pytest.raises(ContextMismatch, match="another relying party"):
        verify_webauthn_stamp(
            header, BODY, public_key=passkey.public_key, expected_rp_id="example.org", expected_origin=ORIGIN
        )
    verify_webauthn_stamp(
        header,
        BODY,
        public_key=passkey.public_key,
        expected_rp_id=RP_ID,
        expected_origin=["https://example.org", ORIGIN],
    )


@pytest.mark.parametrize(("present", "verified"), [(False, True), (True, False), (False, False)])
def test_the_user_has_to_be_there(present: bool, verified: bool) -> None:
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, user_present=present, user_verified=verified)
    header = stamp(passkey)
    if present:
        assert verify(header, passkey).user_verified is verified
        with pytest.raises(BadSignature, match="without verifying the user"):
            verify_webauthn_stamp(
                header,
                BODY,
                public_key=passkey.public_key,
                expected_rp_id=RP_ID,
                expected_origin=ORIGIN,
                require_user_verification=True,
            )
    else:
        with pytest.raises(BadSignature, match="without the user present"):
            verify(header, passkey)


def test_another_passkey_is_refused(passkey: SoftwareAuthenticator) -> None:
    for algorithm in ("ES256", "EdDSA"):
        other = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, algorithm=algorithm)
        with pytest.raises((BadSignature, MalformedInput)):
            verify(stamp(passkey), other)


def test_other_keys_are_refused(passkey: SoftwareAuthenticator) -> None:
    for key, error in (
        (b"", MalformedInput),
        (passkey.public_key[:-1], MalformedInput),
        (passkey.public_key + b"\0", MalformedInput),
        (b"\xa2\x01\x02\x03\x38\x22", Unsupported),
    ):
        with pytest.raises(error, match="the credential's public key"):
            verify_webauthn_stamp(
                stamp(passkey), BODY, public_key=key, expected_rp_id=RP_ID, expected_origin=ORIGIN
            )


def test_a_key_twice_is_malformed(passkey: SoftwareAuthenticator) -> None:
    header = stamp(passkey)
    with pytest.raises(MalformedInput, match="key twice"):
        verify(header[:-1] + ',"signature":"x"}', passkey)
