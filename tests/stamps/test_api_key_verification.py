import base64
import json
from collections.abc import Callable
from typing import get_args

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    Curve,
    Eip191Signer,
    MalformedInput,
    MissingExtra,
    SealwaxError,
    Signer,
    StampVerifier,
    Unsupported,
    UntrustedSigner,
    verify_api_key_stamp,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._crypto import keccak
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.points import P256, SECP256K1, decode_point, uncompressed_point
from sealwax.schemes import find_scheme
from tests.conftest import near_misses, near_texts

BODY = b'{"organizationId":"x"}'
PRIVATE = "1f" * 32
CURVES: tuple[Curve, ...] = get_args(Curve)
ECDSA_CURVES = {"SIGNATURE_SCHEME_TK_API_P256": P256, "SIGNATURE_SCHEME_TK_API_SECP256K1": SECP256K1}


@pytest.fixture(params=[*CURVES, "eip191"])
def signer(request: pytest.FixtureRequest) -> Signer:
    if request.param == "eip191":
        pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
        return Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    return ApiKey.from_private_key(PRIVATE, request.param)


def stamp_fields(signer: Signer, body: bytes = BODY) -> dict[str, str]:
    header = ApiKeyStamper(signer).stamp(body).header_value
    fields: dict[str, str] = json.loads(base64.urlsafe_b64decode(header + "=="))
    return fields


def encoded(fields: object, **how: object) -> str:
    return encode_base64url(json.dumps(fields, **how).encode())  # type: ignore[arg-type]


@pytest.mark.parametrize("curve", ["p256", "secp256k1"])
def test_both_low_s_and_high_s_are_accepted(curve: Curve) -> None:
    fields = stamp_fields(ApiKey.from_private_key(PRIVATE, curve))
    r, s = decode_dss_signature(bytes.fromhex(fields["signature"]))
    other = encode_dss_signature(r, ECDSA_CURVES[fields["scheme"]].group_order - s)
    verify_api_key_stamp(encoded({**fields, "signature": other.hex()}), BODY)


def test_another_body_is_refused(signer: Signer) -> None:
    header = ApiKeyStamper(signer).stamp(BODY).header_value
    for body in (b"", BODY + b"\n", BODY[:-1], BODY.replace(b":", b": "), BODY.swapcase()):
        with pytest.raises(BadSignature):
            verify_api_key_stamp(header, body)


def test_another_key_is_refused(signer: Signer) -> None:
    other = ApiKey.from_private_key("22" * 32, find_scheme(signer.scheme).curve)
    with pytest.raises(BadSignature):
        verify_api_key_stamp(encoded({**stamp_fields(signer), "publicKey": other.public_key}), BODY)


def test_another_scheme_of_the_same_curve_is_refused() -> None:
    pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
    fields = stamp_fields(ApiKey.from_private_key(PRIVATE, "secp256k1"))
    with pytest.raises(BadSignature):
        verify_api_key_stamp(encoded({**fields, "scheme": "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"}), BODY)


@pytest.mark.parametrize(
    "scheme",
    ["", "SIGNATURE_SCHEME_TK_API_P384", "none", *near_texts("SIGNATURE_SCHEME_TK_API_P256")],
)
def test_other_schemes_are_unsupported(scheme: str) -> None:
    fields = stamp_fields(ApiKey.from_private_key(PRIVATE))
    with pytest.raises(Unsupported):
        verify_api_key_stamp(encoded({**fields, "scheme": scheme}), BODY)


@pytest.mark.parametrize("verify", [verify_api_key_stamp, StampVerifier([]).verify])
def test_an_attested_stamp_is_named(verify: Callable[[str, bytes], object]) -> None:
    fields = stamp_fields(ApiKey.from_private_key(PRIVATE))
    attested = encoded({**fields, "scheme": "STAMP_ATTESTED_SCHEME_P256_OIDC", "publicKeyAttestation": "t"})
    with pytest.raises(Unsupported, match=r"which verify_attested_stamp verifies; pass the value of X-Stamp"):
        verify(attested, BODY)
    for scheme in ("STAMP_ATTESTED_SCHEME", "stamp_attested_scheme_p256_oidc"):
        with pytest.raises(Unsupported, match="the scheme is unknown"):
            verify(encoded({**fields, "scheme": scheme}), BODY)


def test_an_eip191_stamp_without_keccak_needs_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("Crypto", reason="the extra ethereum is not installed")
    header = ApiKeyStamper(Eip191Signer(ApiKey.from_private_key(PRIVATE, "secp256k1"))).stamp(BODY)
    monkeypatch.setattr(keccak, "keccak", None)
    with pytest.raises(MissingExtra, match="ethereum"):
        verify_api_key_stamp(header.header_value, BODY)


def test_other_public_keys_are_malformed(signer: Signer) -> None:
    fields = stamp_fields(signer)
    key = fields["publicKey"]
    others = ["", key[:-1], key[:-2], key + "00", "0x" + key, key.replace(key[3], "g")]
    curve = API_CURVES[signer.curve].curve
    if curve is not None:
        point = decode_point(bytes.fromhex(key), curve, "it")
        others += [uncompressed_point(point).hex(), "04" + key[2:], "02" + "ff" * 32, "00"]
    for other in others:
        with pytest.raises(MalformedInput, match="public key"):
            verify_api_key_stamp(encoded({**fields, "publicKey": other}), BODY)


def test_other_signatures_are_malformed(signer: Signer) -> None:
    fields = stamp_fields(signer)
    signature = fields["signature"]
    for other in ("", signature[:-1], signature[:-2], signature + "00", "0x" + signature):
        with pytest.raises(MalformedInput, match="signature"):
            verify_api_key_stamp(encoded({**fields, "signature": other}), BODY)


def test_a_key_twice_is_malformed() -> None:
    text = json.dumps(stamp_fields(ApiKey.from_private_key(PRIVATE)))
    twice = encode_base64url((text[:-1] + ',"scheme":"x"}').encode())
    with pytest.raises(MalformedInput, match="key twice"):
        verify_api_key_stamp(twice, BODY)


def test_what_surrounds_the_stamp_is_malformed() -> None:
    header = ApiKeyStamper(ApiKey.from_private_key(PRIVATE)).stamp(BODY).header_value
    text = base64.urlsafe_b64decode(header + "==").decode()
    for other in ("", header + "\n", " " + header, "X-Stamp: " + header, header[:-1], text, header + "=" * 4):
        with pytest.raises(MalformedInput):
            verify_api_key_stamp(other, BODY)
    with pytest.raises(MalformedInput):
        verify_api_key_stamp(b"\xff" + header.encode(), BODY)


@given(st.text() | st.binary())
def test_no_header_breaks_the_verifier(header: str | bytes) -> None:
    with pytest.raises(SealwaxError):
        verify_api_key_stamp(header, BODY)


def needs_fast() -> None:
    pytest.importorskip("awscrt", reason="the extra fast is not installed")
    pytest.importorskip("nacl", reason="the extra fast is not installed")
    pytest.importorskip("btclib_secp256k1", reason="the extra fast is not installed")


@pytest.fixture(params=[False, True], ids=["usual", "fast"])
def fast(request: pytest.FixtureRequest) -> bool:
    if request.param:
        needs_fast()
    return bool(request.param)


class TestStampVerifier:
    def test_every_known_key_is_found(self, fast: bool) -> None:
        keys = [ApiKey.generate(curve) for curve in CURVES for _ in range(3)]
        verifier = StampVerifier(((key.public_key.upper(), key.curve) for key in keys), fast=fast)
        for key in keys:
            assert (
                verifier.verify(ApiKeyStamper(key).stamp(BODY).header_value, BODY).public_key
                == key.public_key
            )

    def test_other_keys_are_refused_before_their_point_is_looked_at(self, signer: Signer) -> None:
        known = ApiKey.from_private_key("22" * 32, find_scheme(signer.scheme).curve)
        verifier = StampVerifier([(known.public_key, known.curve)])
        fields = stamp_fields(signer)
        for other in (signer.public_key, *near_misses(known.public_key)):
            with pytest.raises(UntrustedSigner):
                verifier.verify(encoded({**fields, "publicKey": other}), BODY)

    def test_a_key_is_known_on_its_own_curve_only(self) -> None:
        p256 = ApiKey.from_private_key(PRIVATE)
        fields = stamp_fields(p256)
        verifier = StampVerifier([(p256.public_key, "p256")])
        with pytest.raises(UntrustedSigner):
            verifier.verify(encoded({**fields, "scheme": "SIGNATURE_SCHEME_TK_API_SECP256K1"}), BODY)

    def test_another_body_is_refused(self, signer: Signer, fast: bool) -> None:
        verifier = StampVerifier([(signer.public_key, signer.curve)], fast=fast)
        header = ApiKeyStamper(signer).stamp(BODY).header_value
        for body in (b"", BODY + b"\n", BODY[:-1]):
            with pytest.raises(BadSignature):
                verifier.verify(header, body)

    def test_no_key_means_no_stamp(self, signer: Signer) -> None:
        with pytest.raises(UntrustedSigner):
            StampVerifier([]).verify(ApiKeyStamper(signer).stamp(BODY).header_value, BODY)

    @pytest.mark.parametrize("public_key", ["", "02" * 32, "02" + "ff" * 32, "04" + "11" * 64, "zz" * 33])
    def test_keys_that_are_not_on_their_curve_are_malformed(self, public_key: str, fast: bool) -> None:
        good = ApiKey.from_private_key(PRIVATE).public_key
        with pytest.raises(MalformedInput, match="index 1"):
            StampVerifier([(good, "p256"), (public_key, "p256")], fast=fast)

    @pytest.mark.parametrize("curve", ["p384", *near_texts("p256")])
    def test_other_curves_are_unsupported(self, curve: str) -> None:
        good = ApiKey.from_private_key(PRIVATE).public_key
        with pytest.raises(Unsupported, match="curve"):
            StampVerifier([(good, curve)])

    @pytest.mark.parametrize("keys", [None, 5, [None], ["ab"], [("02" * 33,)], [(b"02", "p256")], [(1, 2)]])
    def test_keys_of_another_type_are_the_programmers_mistake(self, keys: object) -> None:
        with pytest.raises(TypeError):
            StampVerifier(keys)  # type: ignore[arg-type]
