"""The tests of ``tests/signers/test_fido2.py`` that need devices, or stand-ins for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    SignerError,
    WebAuthnStamper,
    encode_attestation,
    operations,
    verify_attestation,
    verify_webauthn_stamp,
)
from sealwax.operations import ListPrivateKeys, SignupV2
from sealwax.signers.fido2 import SecurityKey
from sealwax_service import LocalService
from tests.operations.test_flows import send, verify_otp
from tests.signers.ctap import AAGUID, SecurityKeyInSoftware
from tests.signers.test_fido2 import BODY, CHALLENGE, ORIGIN, PIN, RP_ID, open_key


@contextmanager
def fails(words: str, reason: str, *, retryable: bool = False) -> Iterator[None]:
    with pytest.raises(SignerError, match=words) as caught:
        yield
    assert (caught.value.reason, caught.value.retryable) == (reason, retryable)
    assert PIN not in str(caught.value)


def expect(key: SecurityKey, registered: Any) -> None:
    """Check that a stamp verifies with the registered key."""
    attested = verify_attestation(
        registered, expected_challenge=CHALLENGE, expected_origin=ORIGIN, expected_rp_id=RP_ID
    )
    header = WebAuthnStamper(key).stamp(BODY).header_value
    verified = verify_webauthn_stamp(
        header, BODY, public_key=attested.public_key, expected_rp_id=RP_ID, expected_origin=ORIGIN
    )
    assert verified.credential_id == registered.raw_id


class TestStamps:
    def test_a_signup_and_a_stamped_request(self) -> None:
        touches: list[str] = []
        device = SecurityKeyInSoftware()
        passkey = open_key(device, touch=lambda: touches.append("touch"))
        key = ApiKey.generate()
        with LocalService() as service:
            attestation = encode_attestation(
                passkey.register(CHALLENGE, user_name="user@example.com"),
                expected_challenge=CHALLENGE,
                expected_origin=ORIGIN,
                expected_rp_id=RP_ID,
            )
            signup = SignupV2(
                user_email="user@example.com",
                verification_token=verify_otp(service, key, "user@example.com"),
                api_keys=[],
                authenticators=[
                    operations.SignupAuthenticator(
                        authenticator_name="My security key",
                        challenge=attestation.challenge,
                        attestation=attestation,
                    )
                ],
                oauth_providers=[],
            )
            request = signup.signed(key).seal(
                configuration_id=service.configuration_id, base_url=service.auth_proxy_url
            )
            answer = request.read(send(request))
            query = ListPrivateKeys().seal(
                WebAuthnStamper(passkey), organization_id=answer.organization_id, base_url=service.url
            )
            assert query.read(send(query)).private_keys == ()
        assert touches == ["touch", "touch"]
        assert device.closed == 2

    def test_the_make_of_the_security_key_is_not_told(self) -> None:
        registered = open_key(SecurityKeyInSoftware()).register(CHALLENGE, user_name="u")
        assert AAGUID not in registered.attestation_object
        assert b"packed" not in registered.attestation_object
        attested = verify_attestation(
            registered, expected_challenge=CHALLENGE, expected_origin=ORIGIN, expected_rp_id=RP_ID
        )
        assert attested.fmt == "none"

    def test_a_direct_attestation_verifies(self) -> None:
        device = SecurityKeyInSoftware()
        key = open_key(device)
        registered = key.register(CHALLENGE, user_name="u", attestation="direct")
        assert AAGUID in registered.attestation_object
        attested = verify_attestation(
            registered, expected_challenge=CHALLENGE, expected_origin=ORIGIN, expected_rp_id=RP_ID
        )
        assert attested.fmt == "packed"
        expect(key, registered)

    def test_a_credential_is_found_by_its_id(self) -> None:
        device = SecurityKeyInSoftware()
        registered = open_key(device).register(CHALLENGE, user_name="u", user_handle=b"handle")
        assert device.credentials[0]["user"] == {"id": b"handle", "name": "u", "displayName": "u"}
        other = bytes(32)
        key = open_key(device, credential_ids=[other, registered.raw_id])
        assert key.credential_ids == (other, registered.raw_id)
        expect(key, registered)

    def test_a_credential_that_is_stored_needs_no_id(self) -> None:
        device = SecurityKeyInSoftware()
        registered = open_key(device).register(CHALLENGE, user_name="u", require_resident_key=True)
        expect(open_key(device), registered)

    def test_none_of_several_stored_credentials_is_picked(self) -> None:
        device = SecurityKeyInSoftware()
        first, second = (
            open_key(device).register(CHALLENGE, user_name=name, require_resident_key=True) for name in "ab"
        )
        with fails(
            "the security key has 2 credentials of this relying party; pass credential_ids", "wrong-key"
        ):
            open_key(device).get_assertion(CHALLENGE)
        for registered in (first, second):
            expect(open_key(device, credential_ids=[registered.raw_id]), registered)

    def test_a_security_key_is_registered_once(self) -> None:
        device = SecurityKeyInSoftware()
        key = open_key(device)
        key.register(CHALLENGE, user_name="u")
        with fails("the security key is registered already", "wrong-key"):
            key.register(CHALLENGE, user_name="u")
        assert len(device.credentials) == len(key.credential_ids) == 1


class TestPin:
    def test_a_pin_is_asked_for_at_the_registration_alone(self) -> None:
        asked: list[str] = []

        def ask() -> str:
            asked.append("PIN")
            return PIN

        key = open_key(SecurityKeyInSoftware(pin=PIN), pin=ask)
        registered = key.register(CHALLENGE, user_name="u")
        assert asked == ["PIN"]
        expect(key, registered)
        assert asked == ["PIN"]

    @pytest.mark.parametrize("wanted", ["preferred", "required"])
    def test_the_user_is_verified_if_wanted(self, wanted: str) -> None:
        device = SecurityKeyInSoftware(pin=PIN)
        key = open_key(device, pin=PIN, user_verification=wanted)
        registered = key.register(CHALLENGE, user_name="u")
        attested = verify_attestation(
            registered, expected_challenge=CHALLENGE, expected_origin=ORIGIN, expected_rp_id=RP_ID
        )
        verified = verify_webauthn_stamp(
            WebAuthnStamper(key).stamp(BODY).header_value,
            BODY,
            public_key=attested.public_key,
            expected_rp_id=RP_ID,
            expected_origin=ORIGIN,
            require_user_verification=True,
        )
        assert verified.user_verified

    def test_a_security_key_without_a_pin_cannot_verify_the_user(self) -> None:
        key = open_key(SecurityKeyInSoftware(), user_verification="required")
        with fails("cannot verify the user; set a PIN", "wrong-key"):
            key.register(CHALLENGE, user_name="u")

    def test_a_fingerprint_is_enough(self) -> None:
        device = SecurityKeyInSoftware(fingerprint=True)
        key = open_key(device, user_verification="required")
        registered = key.register(CHALLENGE, user_name="u")
        attested = verify_attestation(
            registered, expected_challenge=CHALLENGE, expected_origin=ORIGIN, expected_rp_id=RP_ID
        )
        assert attested.user_verified

    @pytest.mark.parametrize("pin", [None, lambda: None])
    def test_no_pin_is_given(self, pin: object) -> None:
        with fails("the security key asks for its PIN", "wrong-pin"):
            open_key(SecurityKeyInSoftware(pin=PIN), pin=pin).register(CHALLENGE, user_name="u")

    def test_a_wrong_pin_is_tried_once(self) -> None:
        device = SecurityKeyInSoftware(pin=PIN)
        key = open_key(device, pin="0000")
        for _ in range(3):
            with fails("the PIN of the security key is wrong; it is not tried again", "wrong-pin"):
                key.register(CHALLENGE, user_name="u")
        assert device.tries == 2

    def test_three_wrong_pins_block_it_until_it_is_plugged_in_again(self) -> None:
        device = SecurityKeyInSoftware(pin=PIN)
        pins = iter(["0000", "0001", "0002", PIN])
        key = open_key(device, pin=lambda: next(pins))
        for _ in range(2):
            with fails("the PIN of the security key is wrong", "wrong-pin"):
                key.register(CHALLENGE, user_name="u")
        for _ in range(2):
            with fails("unplug the security key and plug it in again", "locked"):
                key.register(CHALLENGE, user_name="u")
        device.tries = 3
        open_key(device, pin=PIN).register(CHALLENGE, user_name="u")

    def test_a_locked_pin(self) -> None:
        device = SecurityKeyInSoftware(pin=PIN)
        device.tries_in_all = 0
        with fails("the PIN of the security key is locked; the key must be reset", "locked"):
            open_key(device, pin=PIN).register(CHALLENGE, user_name="u")


class TestRefusals:
    def test_no_security_key(self) -> None:
        with fails("no security key is plugged in", "absent", retryable=True):
            open_key().get_assertion(CHALLENGE)

    def test_the_security_keys_on_usb_are_listed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hid = pytest.importorskip("fido2.hid", reason="the extra fido2 is not installed")
        monkeypatch.setattr(hid.CtapHidDevice, "list_devices", lambda: iter(()))
        with fails("no security key is plugged in", "absent", retryable=True):
            SecurityKey(rp_id=RP_ID, origin=ORIGIN).get_assertion(CHALLENGE)

    def test_it_is_pulled_and_plugged_in_again(self) -> None:
        device = SecurityKeyInSoftware()
        key = open_key(device)
        registered = key.register(CHALLENGE, user_name="u")
        device.unplugged = True
        with fails("no security key is plugged in", "absent", retryable=True):
            key.get_assertion(CHALLENGE)
        device.unplugged = False
        expect(key, registered)

    def test_nobody_touches_it(self) -> None:
        device = SecurityKeyInSoftware(touched=False)
        with fails("the security key was not touched in time", "timeout", retryable=True):
            open_key(device, timeout=timedelta(milliseconds=20)).register(CHALLENGE, user_name="u")

    def test_no_credential(self) -> None:
        for ids in (None, [b"another"]):
            with fails("the security key has none of these credentials", "absent"):
                open_key(SecurityKeyInSoftware(), credential_ids=ids).get_assertion(CHALLENGE)

    def test_a_credential_of_another_relying_party(self) -> None:
        device = SecurityKeyInSoftware()
        registered = open_key(device).register(CHALLENGE, user_name="u")
        other = open_key(
            device, rp_id="example.org", origin="https://example.org", credential_ids=[registered.raw_id]
        )
        with fails("the security key has none of these credentials", "absent"):
            other.get_assertion(CHALLENGE)

    @pytest.mark.parametrize("rp_id", ["example.org", "com", "a.login.example.com", ""])
    def test_a_relying_party_of_another_origin(self, rp_id: str) -> None:
        with fails("`rp_id` must be the host of `origin` or a domain above it", "failed"):
            open_key(SecurityKeyInSoftware(), rp_id=rp_id).get_assertion(CHALLENGE)

    @pytest.mark.parametrize(
        ("status", "words", "reason", "retryable"),
        [
            (0x27, "the user refused the request", "cancelled", False),
            (0x2F, "the security key was not touched in time", "timeout", True),
            (0x28, "the security key has no room for a credential", "failed", False),
            (0x26, "the security key supports neither ES256 nor EdDSA", "wrong-key", False),
            (0x7F, "the security key failed with OTHER", "failed", False),
            (0xF5, "the security key failed with UNKNOWN_ERR", "failed", False),
        ],
    )
    def test_other_statuses(self, status: int, words: str, reason: str, retryable: bool) -> None:
        device = SecurityKeyInSoftware()
        device.refusal = status
        with fails(words, reason, retryable=retryable):
            open_key(device).register(CHALLENGE, user_name="u")

    @pytest.mark.parametrize(
        "noise", [b"", b"\0", b"\0\xff", b"\0\xa0", b"\0\x01", b"\0\xa1\x01\x02", bytes(100)]
    )
    def test_noise_of_a_device(self, noise: bytes) -> None:
        device = SecurityKeyInSoftware()
        device.noise = noise
        words = "the security key's answer does not conform to CTAP 2"
        with fails(words, "failed"):
            open_key(device).register(CHALLENGE, user_name="u")
        for ids in (None, [b"x"]):
            with fails(words, "failed"):
                open_key(device, credential_ids=ids).get_assertion(CHALLENGE)

    def test_a_device_that_is_busy(self) -> None:
        busy = pytest.importorskip("fido2.ctap", reason="the extra fido2 is not installed").CtapError(6)

        def devices() -> Iterator[SecurityKeyInSoftware]:
            yield SecurityKeyInSoftware()
            raise busy

        with fails("the security key failed with CHANNEL_BUSY", "failed"):
            open_key(devices=devices).get_assertion(CHALLENGE)

    @pytest.mark.parametrize("error", [ValueError, KeyError, OSError, KeyboardInterrupt])
    def test_what_a_function_of_the_caller_raises_passes_through(self, error: type[BaseException]) -> None:
        def fail() -> str:
            raise error("of the caller")

        with pytest.raises(error, match="of the caller"):
            open_key(SecurityKeyInSoftware(pin=PIN), pin=fail).register(CHALLENGE, user_name="u")
        with pytest.raises(error, match="of the caller"):
            open_key(SecurityKeyInSoftware(), touch=fail).register(CHALLENGE, user_name="u")
        with pytest.raises(error, match="of the caller"):
            open_key(SecurityKeyInSoftware(), SecurityKeyInSoftware(), touch=fail).get_assertion(CHALLENGE)


class TestSeveral:
    @pytest.mark.parametrize("version", ["FIDO_2_0", "FIDO_2_1"])
    @pytest.mark.parametrize("touched", [0, 1])
    def test_the_one_that_is_touched_stamps(self, touched: int, version: str) -> None:
        plugged = [SecurityKeyInSoftware(touched=False) for _ in range(2)]
        plugged[touched].touched = True
        for device in plugged:
            device.version = version
        touches: list[str] = []
        key = open_key(*plugged, touch=lambda: touches.append("touch"))
        registered = key.register(CHALLENGE, user_name="u")
        assert [len(device.credentials) for device in plugged] == [1 - touched, touched]
        expect(key, registered)
        # To select, then to sign.
        assert len(touches) == 4
        assert [device.closed for device in plugged] == [2, 2]

    def test_none_is_touched(self) -> None:
        plugged = [SecurityKeyInSoftware(touched=False) for _ in range(2)]
        with fails("the security key was not touched in time", "timeout", retryable=True):
            open_key(*plugged, timeout=timedelta(milliseconds=20)).get_assertion(CHALLENGE)

    def test_one_that_fails_does_not_stop_the_other(self) -> None:
        device, broken = SecurityKeyInSoftware(), SecurityKeyInSoftware()
        registered = open_key(device).register(CHALLENGE, user_name="u")

        def fail(*_: object) -> None:
            raise OSError("pulled")

        broken._wait = fail  # type: ignore[method-assign, assignment]
        expect(open_key(broken, device, credential_ids=[registered.raw_id]), registered)
        device._wait = fail  # type: ignore[method-assign, assignment]
        with fails("no security key is plugged in", "absent", retryable=True):
            open_key(broken, device).get_assertion(CHALLENGE)
