import base64
import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any, NoReturn

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedScheme,
    AttestedStamper,
    BadSignature,
    EnclaveKeys,
    KeyMismatch,
    MalformedInput,
    TargetKey,
    Unsupported,
    VerificationClaims,
    VerifiedAttestedStamp,
    oidc_nonce,
    verify_attested_stamp,
)
from sealwax._codec.base64url import encode_base64url
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN
from sealwax.testing import ReferenceEnclave
from sealwax.testing.jwt import OidcIssuer
from sealwax.testing.sealed import oidc_verifier
from tests.conftest import SEED

ENCLAVE = ReferenceEnclave(SEED)
KEY = ApiKey.from_private_key("1f" * 32)
OTHER = ApiKey.from_private_key("22" * 32)
BODY = b'{"organizationId":"x"}'
EXPIRY = datetime(2026, 1, 1, tzinfo=timezone.utc)
CLAIMS = VerificationClaims(
    id="i",
    verification_type="OTP_TYPE_EMAIL",
    contact="user@example.com",
    organization_id="o",
    public_key=KEY.public_key,
    expires_at=EXPIRY,
)
TOKEN = ENCLAVE.issue_verification_token(CLAIMS)


ISSUER = OidcIssuer(TargetKey.from_private_key("33" * 32))


def oidc_token(nonce: object, claim: str = "nonce", issuer: OidcIssuer = ISSUER) -> str:
    """An OIDC token, by the issuer."""
    return issuer.sign(json.dumps({"iss": "https://issuer.example", claim: nonce}).encode())


OIDC_TOKEN = oidc_token(oidc_nonce(KEY.public_key))
TOKENS = {VERIFICATION_TOKEN: TOKEN, OIDC: OIDC_TOKEN}


@pytest.fixture(params=[VERIFICATION_TOKEN, OIDC])
def scheme(request: pytest.FixtureRequest) -> AttestedScheme:
    value: AttestedScheme = request.param
    return value


def stamp(scheme: AttestedScheme) -> str:
    return AttestedStamper(KEY, TOKENS[scheme], scheme).stamp(BODY).header_value


def verify(header: str | bytes, body: str | bytes = BODY) -> VerifiedAttestedStamp:
    return verify_attested_stamp(
        header,
        body,
        keys=ENCLAVE.keys,
        now=EXPIRY - timedelta(seconds=1),
        verify_oidc=oidc_verifier(ISSUER.public_key),
    )


def fields_of(header: str) -> dict[str, str]:
    fields: dict[str, str] = json.loads(base64.urlsafe_b64decode(header + "=="))
    return fields


def encoded(fields: object) -> str:
    return encode_base64url(json.dumps(fields).encode())


def test_the_stamp_is_the_protocols_json(scheme: AttestedScheme) -> None:
    made = AttestedStamper(KEY, TOKENS[scheme].encode(), scheme, deterministic=True).stamp(BODY)
    assert made.header_name == "X-Stamp-Attested"
    text = base64.urlsafe_b64decode(made.header_value + "==").decode()
    assert text == json.dumps(
        {
            "publicKeyAttestation": TOKENS[scheme],
            "scheme": scheme,
            "publicKey": KEY.public_key,
            "signature": KEY.sign_deterministic(BODY).hex(),
        },
        separators=(",", ":"),
    )


def test_another_body_is_refused(scheme: AttestedScheme) -> None:
    for body in (b"", BODY + b"\n"):
        with pytest.raises(BadSignature):
            verify(stamp(scheme), body)


def test_another_key_is_refused(scheme: AttestedScheme) -> None:
    with pytest.raises(BadSignature):
        verify(encoded({**fields_of(stamp(scheme)), "publicKey": OTHER.public_key}))


def test_a_token_that_vouches_for_another_key_is_refused(scheme: AttestedScheme) -> None:
    forged = {
        **fields_of(stamp(scheme)),
        "publicKey": OTHER.public_key,
        "signature": OTHER.sign(BODY).hex(),
    }
    with pytest.raises(KeyMismatch):
        verify(encoded(forged))
    with pytest.raises(KeyMismatch):
        AttestedStamper(OTHER, TOKENS[scheme], scheme)


def test_the_wrong_scheme_for_a_token_is_refused() -> None:
    with pytest.raises(BadSignature):
        verify(encoded({**fields_of(stamp(VERIFICATION_TOKEN)), "scheme": OIDC}))
    with pytest.raises(BadSignature):
        verify(encoded({**fields_of(stamp(OIDC)), "scheme": VERIFICATION_TOKEN}))


@pytest.mark.parametrize("other", ["", "SIGNATURE_SCHEME_TK_API_P256", "STAMP_ATTESTED_SCHEME_P256"])
def test_other_schemes_are_unsupported(other: AttestedScheme) -> None:
    with pytest.raises(Unsupported):
        verify(encoded({**fields_of(stamp(OIDC)), "scheme": other}))
    with pytest.raises(Unsupported):
        AttestedStamper(KEY, OIDC_TOKEN, other)


def test_an_api_key_stamp_is_named() -> None:
    header = ApiKeyStamper(KEY).stamp(BODY).header_value
    with pytest.raises(
        MalformedInput, match=r"which verify_api_key_stamp verifies; pass .* of X-Stamp-Attested"
    ):
        verify(header)
    fields = fields_of(header)
    for scheme in (VERIFICATION_TOKEN, "signature_scheme_tk_api_p256", ""):
        with pytest.raises(MalformedInput, match="malformed: publicKeyAttestation is missing"):
            verify(encoded({**fields, "scheme": scheme}))
    with pytest.raises(Unsupported, match="the scheme is unknown; for an attested stamp"):
        verify(encoded({**fields, "publicKeyAttestation": TOKEN}))


def test_an_oidc_nonce_names_the_keys_text() -> None:
    upper = KEY.public_key.upper()
    fields = {**fields_of(stamp(OIDC)), "publicKey": upper}
    with pytest.raises(KeyMismatch):
        verify(encoded(fields))
    fields["publicKeyAttestation"] = oidc_token(oidc_nonce(upper))
    assert verify(encoded(fields)).public_key == KEY.public_key


class TestOidcToken:
    """A stamp with an OIDC token is worth what verified that token."""

    def with_token(self, token: str) -> str:
        return encoded({**fields_of(stamp(OIDC)), "publicKeyAttestation": token})

    def test_without_a_verifier_it_is_unsupported(self) -> None:
        with pytest.raises(Unsupported, match="pass verify_oidc"):
            verify_attested_stamp(stamp(OIDC), BODY, keys=ENCLAVE.keys)

    def test_a_verifier_is_not_asked_about_a_verification_token(self) -> None:
        def refuse(_: str) -> NoReturn:
            raise AssertionError

        now = EXPIRY - timedelta(seconds=1)
        verify_attested_stamp(stamp(VERIFICATION_TOKEN), BODY, keys=ENCLAVE.keys, now=now, verify_oidc=refuse)

    def test_an_unsigned_token_is_refused(self) -> None:
        header = encode_base64url(b'{"alg":"none","typ":"JWT"}')
        unsigned = f"{header}.{OIDC_TOKEN.split('.')[1]}."
        with pytest.raises(BadSignature):
            verify(self.with_token(unsigned))

    def test_another_issuers_token_is_refused(self) -> None:
        other = OidcIssuer(TargetKey.from_private_key("44" * 32))
        with pytest.raises(BadSignature):
            verify(self.with_token(oidc_token(oidc_nonce(KEY.public_key), issuer=other)))

    def test_what_the_verifier_raises_passes_through(self) -> None:
        class OtherLibraryError(Exception):
            pass

        def refuse(token: str) -> NoReturn:
            assert token == OIDC_TOKEN
            raise OtherLibraryError

        with pytest.raises(OtherLibraryError):
            verify_attested_stamp(stamp(OIDC), BODY, verify_oidc=refuse)

    def test_the_verifier_is_not_asked_about_a_stamp_that_does_not_verify(self) -> None:
        def refuse(_: str) -> NoReturn:
            raise AssertionError

        with pytest.raises(BadSignature):
            verify_attested_stamp(stamp(OIDC), BODY + b" ", verify_oidc=refuse)

    @pytest.mark.parametrize("claim", ["nonce", "tknonce"])
    def test_the_claims_are_those_that_the_verifier_returned(self, claim: str) -> None:
        nonce = oidc_nonce(KEY.public_key)
        verified = verify_attested_stamp(
            stamp(OIDC), BODY, keys=EnclaveKeys(), verify_oidc=lambda _: {claim: nonce, "sub": "s"}
        )
        assert verified.oidc_claims == {claim: nonce, "sub": "s"}
        assert verified.verification is None
        with pytest.raises(KeyMismatch):  # though the token itself has the right one
            verify_attested_stamp(stamp(OIDC), BODY, verify_oidc=lambda _: {claim: "another"})

    @pytest.mark.parametrize(
        "change",
        [lambda nonce: nonce[:-1] + "g", lambda nonce: nonce[:8] + "g" + nonce[9:], str.upper, str.strip],
    )
    def test_the_whole_nonce_is_compared(self, change: Callable[[str], str]) -> None:
        right = oidc_nonce(KEY.public_key)
        if change(right) != right:
            with pytest.raises(KeyMismatch):
                verify(self.with_token(oidc_token(change(right))))
        else:
            verify(self.with_token(oidc_token(right)))

    @pytest.mark.parametrize("claims", [{}, {"nonce": 5}, {"tknonce": None}, {"nonce": ["n"]}])
    def test_a_claim_that_binds_must_be_there(self, claims: dict[str, object]) -> None:
        with pytest.raises(MalformedInput, match="must have a `nonce` or a `tknonce`"):
            verify_attested_stamp(stamp(OIDC), BODY, verify_oidc=lambda _: claims)

    @pytest.mark.parametrize("returned", [None, True, "claims", ["nonce"]])
    def test_a_verifier_returns_claims(self, returned: Any) -> None:
        with pytest.raises(TypeError, match="the result of verify_oidc must be Mapping"):
            verify_attested_stamp(stamp(OIDC), BODY, verify_oidc=lambda _: returned)

    def test_the_claims_cannot_be_changed(self) -> None:
        claims = {"nonce": oidc_nonce(KEY.public_key)}
        verified = verify_attested_stamp(stamp(OIDC), BODY, verify_oidc=lambda _: claims)
        claims["sub"] = "another"
        assert verified.oidc_claims == {"nonce": oidc_nonce(KEY.public_key)}

    def test_a_tknonce_does_for_the_stamper_too(self) -> None:
        token = oidc_token(oidc_nonce(KEY.public_key), "tknonce")
        assert verify(AttestedStamper(KEY, token, OIDC).stamp(BODY).header_value).oidc_claims is not None


def test_other_fields_are_malformed(scheme: AttestedScheme) -> None:
    fields = fields_of(stamp(scheme))
    for name, value in (
        ("publicKey", "02" + "ff" * 32),
        ("publicKey", "04" + fields["publicKey"][2:]),
        ("publicKey", fields["publicKey"][:-2]),
        ("signature", fields["signature"] + "00"),
        ("signature", ""),
        ("publicKeyAttestation", ""),
        ("publicKeyAttestation", "a.b.c"),
    ):
        with pytest.raises(MalformedInput):
            verify(encoded({**fields, name: value}))
    for header in ("", json.dumps(fields), stamp(scheme) + "\n"):
        with pytest.raises(MalformedInput):
            verify(header)


def test_the_production_keys_are_the_default() -> None:
    assert EnclaveKeys.production() != ENCLAVE.keys
    with pytest.raises(BadSignature):
        verify_attested_stamp(stamp(VERIFICATION_TOKEN), BODY)
