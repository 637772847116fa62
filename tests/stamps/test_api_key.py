import base64
import json
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    Curve,
    MalformedInput,
    Signer,
    Unsupported,
    verify_api_key_stamp,
)
from sealwax._crypto.points import P256, SECP256K1, compressed_point
from sealwax.schemes import CheckedSigner, scheme_of_curve
from sealwax.signing import signing_function

BODY = b'{"organizationId":"x"}'
PRIVATE = "1f" * 32
CURVES: tuple[Curve, ...] = get_args(Curve)


@pytest.fixture(params=CURVES)
def api_key(request: pytest.FixtureRequest) -> ApiKey:
    return ApiKey.from_private_key(PRIVATE, request.param)


def decoded(header_value: str) -> str:
    return base64.urlsafe_b64decode(header_value + "=" * (-len(header_value) % 4)).decode()


def test_the_stamp_is_the_protocols_json(api_key: ApiKey) -> None:
    stamp = ApiKeyStamper(api_key, deterministic=True).stamp(BODY)
    assert stamp.header_name == "X-Stamp"
    assert stamp.headers == {"X-Stamp": stamp.header_value}
    assert "=" not in stamp.header_value
    assert decoded(stamp.header_value) == json.dumps(
        {
            "publicKey": api_key.public_key,
            "scheme": api_key.scheme,
            "signature": api_key.sign_deterministic(BODY).hex(),
        },
        separators=(",", ":"),
    )


def test_deterministic_stamps_repeat_and_others_do_not(api_key: ApiKey) -> None:
    deterministic = ApiKeyStamper(api_key, deterministic=True)
    assert deterministic.stamp(BODY) == deterministic.stamp(BODY)
    if api_key.curve == "p256":
        random = ApiKeyStamper(api_key)
        assert random.stamp(BODY) != random.stamp(BODY)


class DeviceSigner:
    """A key that never leaves its device: four members, and nothing of ``ApiKey``."""

    curve = "p256"
    scheme = "SIGNATURE_SCHEME_TK_API_P256"

    def __init__(self, curve: ec.EllipticCurve = P256) -> None:
        self._key = ec.derive_private_key(4242, curve)
        self.public_key = compressed_point(self._key.public_key()).hex()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message, ec.ECDSA(SHA256()))


class HighSDevice(DeviceSigner):
    """A device on secp256k1 that does not know about low-S."""

    curve = "secp256k1"
    scheme = "SIGNATURE_SCHEME_TK_API_SECP256K1"

    def __init__(self) -> None:
        super().__init__(SECP256K1)

    def sign(self, message: bytes) -> bytes:
        r, s = decode_dss_signature(super().sign(message))
        return encode_dss_signature(r, max(s, SECP256K1.group_order - s))


class RawDevice(DeviceSigner):
    """A device that answers r and s in a row, as PKCS#11 has it."""

    def sign(self, message: bytes) -> bytes:
        r, s = decode_dss_signature(super().sign(message))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


class EdDevice:
    public_key = "aa" * 32
    curve = "ed25519"
    scheme = "SIGNATURE_SCHEME_TK_API_ED25519"

    def __init__(self, length: int) -> None:
        self._length = length

    def sign(self, message: bytes) -> bytes:
        return message[:1].ljust(self._length)


def test_a_signer_that_is_not_an_api_key_stamps() -> None:
    signer: Signer = DeviceSigner()
    stamp = ApiKeyStamper(signer).stamp(BODY)
    assert verify_api_key_stamp(stamp.header_value, BODY).public_key == signer.public_key


def test_a_devices_signature_is_brought_to_low_s() -> None:
    stamp = ApiKeyStamper(HighSDevice()).stamp(BODY)
    verify_api_key_stamp(stamp.header_value, BODY)
    signature = bytes.fromhex(json.loads(decoded(stamp.header_value))["signature"])
    assert decode_dss_signature(signature)[1] <= SECP256K1.group_order // 2


def test_a_device_that_answers_in_another_form_is_refused() -> None:
    with pytest.raises(MalformedInput, match=r"the signer.s signature .* convert it to DER"):
        ApiKeyStamper(RawDevice()).stamp(BODY)
    for length in (63, 65):
        with pytest.raises(MalformedInput, match=f"the signer returned {length} bytes"):
            ApiKeyStamper(EdDevice(length)).stamp(BODY)
    assert ApiKeyStamper(EdDevice(64)).stamp(BODY).header_name == "X-Stamp"


@pytest.mark.parametrize("answer", [None, "3006", 5, bytearray(64), [0] * 64])
def test_a_device_that_answers_something_else_than_bytes_is_refused(answer: bytes) -> None:
    for device in (DeviceSigner(), EdDevice(64)):
        device.sign = lambda _message: answer  # type: ignore[method-assign, assignment]
        with pytest.raises(MalformedInput, match="the signer must return bytes"):
            ApiKeyStamper(device).stamp(BODY)


def test_a_device_with_rfc6979_can_be_deterministic() -> None:
    class DeterministicDevice(DeviceSigner):
        def sign_deterministic(self, message: bytes) -> bytes:
            return self._key.sign(message, ec.ECDSA(SHA256(), deterministic_signing=True))

    stamper = ApiKeyStamper(DeterministicDevice(), deterministic=True)
    assert stamper.stamp(BODY) == stamper.stamp(BODY)
    verify_api_key_stamp(stamper.stamp(BODY).header_value, BODY)


def test_a_signer_of_this_library_checks_its_signatures_itself() -> None:
    key = ApiKey.generate()

    class OnADevice(CheckedSigner):
        def __init__(self) -> None:
            self._public_key, self._scheme = key.public_key, scheme_of_curve(key.curve)

        def sign(self, message: bytes) -> bytes:
            return key.sign(message)

    signer = OnADevice()
    assert (signer.public_key, signer.curve, signer.scheme) == (key.public_key, key.curve, key.scheme)
    assert signing_function(signer, deterministic=False) == signer.sign
    verify_api_key_stamp(ApiKeyStamper(signer).stamp(BODY).header_value, BODY)
    with pytest.raises(Unsupported, match="the signer has no sign_deterministic method"):
        ApiKeyStamper(signer, deterministic=True)
    with pytest.raises(ValueError, match="fast must be False"):
        ApiKeyStamper(signer, fast=True)


def test_a_signer_without_rfc6979_cannot_be_deterministic() -> None:
    with pytest.raises(Unsupported, match="the signer has no sign_deterministic method"):
        ApiKeyStamper(DeviceSigner(), deterministic=True)


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("scheme", "SIGNATURE_SCHEME_TK_API_P384", Unsupported),
        ("scheme", "SIGNATURE_SCHEME_TK_API_ED25519", MalformedInput),
        ("public_key", "zz" * 33, MalformedInput),
        ("public_key", "02" * 32, MalformedInput),
        ("public_key", DeviceSigner().public_key.upper(), MalformedInput),
        ("public_key", '02","x":"' * 4, MalformedInput),
        ("public_key", None, MalformedInput),
        ("public_key", b"\2" * 33, MalformedInput),
        ("scheme", None, MalformedInput),
        ("scheme", [], MalformedInput),
    ],
)
def test_a_signer_that_describes_itself_wrongly_is_refused(
    name: str, value: object, error: type[Exception]
) -> None:
    signer = DeviceSigner()
    setattr(signer, name, value)
    with pytest.raises(error):
        ApiKeyStamper(signer)
