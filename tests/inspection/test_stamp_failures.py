"""Why a stamp was refused: made-up drifts of bodies and signatures, each with its cause."""

import base64
import json
from datetime import datetime, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from sealwax import ApiKey, ApiKeyStamper, webauthn_challenge
from sealwax.inspection import Check, inspect

KEY = ApiKey(bytes(range(1, 33)), "p256")
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
TIME = str(int(NOW.timestamp() * 1000))
DOCUMENTS: list[dict[str, object]] = [
    {
        "type": "ACTIVITY_TYPE_EXPORT_WALLET",
        "timestampMs": TIME,
        "organizationId": "f9a31c64",
        "parameters": {"walletId": f"w{number}", "targetPublicKey": "04", "language": "Zoë & <b>/x"},
    }
    for number in range(20)
]


def compact(document: object, *, ascii_: bool = False) -> bytes:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=ascii_).encode()


def check_of(stamp: str, body: bytes) -> Check:
    (check,) = inspect(stamp, body=body, now=NOW).checks
    return check


def stamped(signature: bytes, *, key: ApiKey = KEY, scheme: str = KEY.scheme) -> str:
    fields = {"publicKey": key.public_key, "scheme": scheme, "signature": signature.hex()}
    return base64.urlsafe_b64encode(json.dumps(fields).encode()).rstrip(b"=").decode()


class TestSignatures:
    BODY = compact(DOCUMENTS[0])

    def test_one_that_verifies(self) -> None:
        check = check_of(ApiKeyStamper(KEY).stamp(self.BODY).header_value, self.BODY)
        assert (check.outcome, check.detail) == ("verified", f"signed by {KEY.public_key}")

    def test_raw_r_and_s(self) -> None:
        r, s = decode_dss_signature(KEY.sign(self.BODY))
        check = check_of(stamped(r.to_bytes(32, "big") + s.to_bytes(32, "big")), self.BODY)
        assert check.detail == "the signature is raw r and s; the API takes DER"

    def test_another_scheme(self) -> None:
        key = ApiKey(bytes(range(1, 33)), "secp256k1")
        stamp = stamped(key.sign(self.BODY), key=key, scheme=KEY.scheme)
        assert "SIGNATURE_SCHEME_TK_API_SECP256K1" in check_of(stamp, self.BODY).detail

    @pytest.mark.parametrize("timestamp", ["", "x", 5, None, "²", "0" + TIME, "9" * 20, "9" * 5000])
    def test_a_time_that_cannot_be_compared(self, timestamp: object) -> None:
        body = compact({"timestampMs": timestamp})
        check = check_of(ApiKeyStamper(KEY).stamp(body).header_value, body)
        assert check.outcome == "verified"
        assert check.detail.startswith("but its timestampMs is not a time")

    @pytest.mark.parametrize("body", [b"{}", b"[]", b"not JSON"])
    def test_a_body_without_a_time(self, body: bytes) -> None:
        assert check_of(ApiKeyStamper(KEY).stamp(body).header_value, body).detail.startswith("signed by")

    def test_a_body_in_a_form_of_no_common_writer(self) -> None:
        body = b'{"b" : 1, "a":2}'
        stamp = ApiKeyStamper(KEY).stamp(b'{"a":2,"b":1}').header_value
        cause = "it was made for the body with its members sorted and without white space; "
        assert check_of(stamp, body).detail.startswith(cause)

    @pytest.mark.parametrize("body", [b"", b"\xff", b"[", b"[]", b"5", b"x" * (65 << 10), b"[" * 5000])
    def test_bodies_that_are_no_objects(self, body: bytes) -> None:
        stamp = ApiKeyStamper(KEY).stamp(self.BODY).header_value
        assert check_of(stamp, body).outcome == "failed"
        signed = ApiKeyStamper(KEY).stamp(body).header_value
        assert check_of(signed, body) == Check(
            "the stamp, with the body", "verified", f"signed by {KEY.public_key}"
        )
        assert "without its final newline" in check_of(signed, body + b"\n").detail

    @pytest.mark.parametrize(
        "fields",
        [
            {"publicKey": "zz", "scheme": KEY.scheme, "signature": "00"},
            {"publicKey": KEY.public_key, "scheme": "x", "signature": "00"},
            {"publicKey": KEY.public_key, "scheme": KEY.scheme, "signature": "zz"},
            {"publicKey": KEY.public_key, "scheme": KEY.scheme, "signature": "00" * 64},
            {"publicKey": "02" + "00" * 32, "scheme": KEY.scheme, "signature": "3000"},
            {"publicKey": 5, "scheme": [], "signature": {}},
        ],
    )
    def test_stamps_that_are_malformed(self, fields: dict[str, object]) -> None:
        stamp = base64.urlsafe_b64encode(json.dumps(fields).encode()).rstrip(b"=").decode()
        assert check_of(stamp, self.BODY).outcome == "failed"


class TestPasskeys:
    def stamp(self, body: bytes) -> str:
        challenge = base64.urlsafe_b64encode(webauthn_challenge(body)).rstrip(b"=").decode()
        client_data = {"type": "webauthn.get", "challenge": challenge, "origin": "https://example.com"}
        fields = {"authenticatorData": "AA", "credentialId": "AA", "signature": "AA"}
        return json.dumps({**fields, "clientDataJson": json.dumps(client_data)})

    def test_the_challenge_is_compared(self) -> None:
        body = compact(DOCUMENTS[0])
        assert check_of(self.stamp(body), body).outcome == "verified"
        drifted = check_of(self.stamp(body), body + b"\n")
        assert (drifted.outcome, "without its final newline" in drifted.detail) == ("failed", True)
        assert check_of(self.stamp(body), b"{}").detail == "it is for another body"

    def test_client_data_that_is_malformed(self) -> None:
        stamp = json.dumps({**json.loads(self.stamp(b"{}")), "clientDataJson": "x"})
        assert check_of(stamp, b"{}").detail == "the client data is malformed"
