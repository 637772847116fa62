"""Session JWTs and verification tokens, verified by @turnkey/crypto and by us.

Of a session JWT they verify the signature alone, and leave header, claims and expiry to the caller.
"""

import base64
import json
from collections.abc import Callable
from datetime import datetime, timezone

import pytest

from sealwax import (
    BadSignature,
    EnclaveKeys,
    Expired,
    MalformedInput,
    SealwaxError,
    SessionClaims,
    Unsupported,
    VerificationClaims,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.der import raw_to_der
from sealwax._crypto.points import P256
from sealwax.testing import ReferenceEnclave
from sealwax.testing.sealed import to_payload
from tests.conftest import CAPTURED, ORGANIZATION, SEED
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
STRANGER = ReferenceEnclave(bytes(32))
HEADER = b'{"alg":"ES256","typ":"JWT"}'
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
PUBLIC_KEY = "02" + "11" * 32
SESSION: dict[str, object] = {
    "exp": 4102444800,
    "public_key": PUBLIC_KEY,
    "session_type": "SESSION_TYPE_READ_WRITE",
    "user_id": "6912b819-f4df-40f4-a192-20ee43090974",
    "organization_id": ORGANIZATION,
}
# They compare with the clock of the machine, so that this one is as late as a token can be.
VERIFICATION: dict[str, object] = {
    "exp": "253402300799999",
    "id": "eb39b199-3352-4289-b31f-57194c79609c",
    "organization_id": ORGANIZATION,
    "verification_type": "OTP_TYPE_EMAIL",
    "contact": "user@example.com",
    "public_key": PUBLIC_KEY,
}


def encoded(claims: dict[str, object]) -> bytes:
    return json.dumps(claims, ensure_ascii=False).encode()


def session(claims: bytes = encoded(SESSION), header: bytes = HEADER) -> str:
    return ENCLAVE.sign_session_jwt(header, claims)


def verification(claims: bytes = encoded(VERIFICATION), header: bytes = HEADER) -> str:
    return ENCLAVE.sign_verification_token(header, claims)


def they_verify_session(peer: Peer, token: str, notarizer: str | None = ENCLAVE.keys.notarizer) -> bool:
    verifies: bool = peer.call(
        "verifySessionJwtSignature", jwt=token, dangerouslyOverrideNotarizerPublicKey=notarizer
    )
    return verifies


def they_verify_verification(
    peer: Peer, token: str, tls_fetcher: str | None = ENCLAVE.keys.tls_fetcher
) -> dict[str, str]:
    claims: dict[str, str] = peer.call(
        "verifyOtpVerificationToken", jwt=token, dangerouslyOverrideSignerPublicKey=tls_fetcher
    )
    return claims


def we_verify_session(token: str) -> SessionClaims:
    return verify_session_jwt(token, keys=ENCLAVE.keys, now=NOW)


def we_verify_verification(token: str) -> VerificationClaims:
    return verify_verification_token(token, keys=ENCLAVE.keys, now=NOW)


def resigned(token: str, change: Callable[[bytes], str]) -> str:
    """The token with its signature written in another way."""
    signed, _, signature = token.rpartition(".")
    return f"{signed}.{change(decode_base64url(signature, 'it'))}"


def with_high_and_low_s(token: str) -> list[str]:
    """The two signatures that verify, if one does: with s, and with the order less s."""

    def twin(raw: bytes) -> str:
        s = P256.group_order - int.from_bytes(raw[32:], "big")
        return encode_base64url(raw[:32] + s.to_bytes(32, "big"))

    return [token, resigned(token, twin)]


def as_der(raw: bytes) -> str:
    return encode_base64url(raw_to_der(raw, P256.group_order))


def in_the_other_alphabet(raw: bytes) -> str:
    return base64.b64encode(raw).decode().rstrip("=")


def with_stray_bits(raw: bytes) -> str:
    digits = encode_base64url(raw)
    return digits[:-1] + {"A": "B", "Q": "R", "g": "h", "w": "x"}[digits[-1]]


FORMS = [
    pytest.param(as_der, id="DER"),
    pytest.param(lambda raw: encode_base64url(raw) + "==", id="padding"),
    pytest.param(with_stray_bits, id="stray bits in the last digit"),
    pytest.param(in_the_other_alphabet, id="the alphabet of plain base64"),
]
"""Ways of writing a signature that they accept and we refuse: one token has one spelling."""


def with_dash_or_underscore(sign: Callable[[bytes], str], claims: dict[str, object]) -> str:
    """A token in whose signature the two alphabets of base64 differ."""
    tokens = (sign(encoded({**claims, "number": number})) for number in range(100))
    return next(token for token in tokens if {"-", "_"} & set(token.rpartition(".")[2]))


class TestSessions:
    def test_both_verify_those_of_the_enclave(self, peer: Peer) -> None:
        claims = we_verify_session(session())
        token = ENCLAVE.issue_session_jwt(claims)
        assert they_verify_session(peer, token)
        assert we_verify_session(token) == claims
        assert to_payload(claims) == SESSION

    def test_both_verify_a_hundred_of_them(self, peer: Peer) -> None:
        for number in range(100):
            token = session(encoded({**SESSION, "user_id": f"user {number}"}))
            assert they_verify_session(peer, token)
            assert we_verify_session(token).user_id == f"user {number}"

    def test_both_verify_the_captured_one(self, peer: Peer) -> None:
        captured = json.loads((CAPTURED / "session_jwt.json").read_text())
        assert they_verify_session(peer, captured["jwt"], notarizer=None)
        claims = verify_session_jwt(captured["jwt"], now=datetime(2025, 6, 1, tzinfo=timezone.utc))
        assert to_payload(claims) == captured["expected"]["claims"]

    def test_low_s_and_high_s_are_accepted_by_both(self, peer: Peer) -> None:
        for token in with_high_and_low_s(session()):
            assert they_verify_session(peer, token)
            we_verify_session(token)

    @pytest.mark.parametrize(
        "token",
        [
            pytest.param(session().replace(".e", ".f"), id="changed claims"),
            pytest.param(session().replace("e", "f", 1), id="a changed header"),
            pytest.param(
                ENCLAVE.sign_verification_token(HEADER, encoded(SESSION)),
                id="signed as a verification token is",
            ),
            pytest.param(STRANGER.sign_session_jwt(HEADER, encoded(SESSION)), id="of another enclave"),
        ],
    )
    def test_what_was_not_signed_is_refused_by_both(self, peer: Peer, token: str) -> None:
        assert not they_verify_session(peer, token)
        with pytest.raises(BadSignature):
            we_verify_session(token)

    @pytest.mark.parametrize("keys", [EnclaveKeys.production(), STRANGER.keys], ids=["production", "another"])
    def test_the_keys_of_others_are_refused_by_both(self, peer: Peer, keys: EnclaveKeys) -> None:
        assert not they_verify_session(peer, session(), keys.notarizer)
        with pytest.raises(BadSignature):
            verify_session_jwt(session(), keys=keys, now=NOW)

    @pytest.mark.parametrize(
        "token",
        [
            pytest.param("", id="nothing"),
            pytest.param(session().rpartition(".")[0], id="two parts"),
            pytest.param(session().rpartition(".")[0] + ".", id="an empty signature"),
            pytest.param(session() + "\n", id="a newline after it"),
            pytest.param(session() + "!", id="another character after it"),
        ],
    )
    def test_what_is_no_jwt_is_refused_by_both(self, peer: Peer, token: str) -> None:
        with pytest.raises(PeerError):
            they_verify_session(peer, token)
        with pytest.raises(MalformedInput):
            we_verify_session(token)

    @pytest.mark.parametrize("length", [63, 65])
    def test_a_signature_of_another_length_is_refused_by_both(self, peer: Peer, length: int) -> None:
        token = resigned(session(), lambda raw: encode_base64url((raw + b"\0")[:length]))
        assert not they_verify_session(peer, token)
        with pytest.raises(MalformedInput, match="must be 64"):
            we_verify_session(token)


class TestSessionsAcceptedByThemAlone:
    @pytest.mark.parametrize("more", [".", ".x", ".a.b.c", f".{session()}"])
    def test_a_fourth_part(self, peer: Peer, more: str) -> None:
        # They take the first three parts and drop the rest, which nothing has signed.
        assert they_verify_session(peer, session() + more)
        with pytest.raises(MalformedInput, match="must be a JWT"):
            we_verify_session(session() + more)

    @pytest.mark.parametrize("form", FORMS)
    def test_a_signature_in_another_form(self, peer: Peer, form: Callable[[bytes], str]) -> None:
        token = resigned(with_dash_or_underscore(session, SESSION), form)
        assert they_verify_session(peer, token)
        with pytest.raises(MalformedInput):
            we_verify_session(token)

    @pytest.mark.parametrize(
        ("header", "error"),
        [
            (b'{"alg":"none","typ":"JWT"}', Unsupported),
            (b'{"alg":"ES256","typ":"at+jwt"}', Unsupported),
            (b'{"alg":"ES256","typ":"JWT","crit":["exp"]}', Unsupported),
            (b'{"alg":"ES256"}', MalformedInput),
            (b"", MalformedInput),
            (b"not JSON", MalformedInput),
        ],
    )
    def test_any_header(self, peer: Peer, header: bytes, error: type[SealwaxError]) -> None:
        token = session(header=header)
        assert they_verify_session(peer, token)
        with pytest.raises(error):
            we_verify_session(token)

    @pytest.mark.parametrize(
        ("claims", "error"),
        [
            pytest.param(b"not JSON", MalformedInput, id="not JSON"),
            pytest.param(b"{}", MalformedInput, id="none"),
            pytest.param(encoded({**SESSION, "user_id": ""}), MalformedInput, id="an empty one"),
            pytest.param(
                encoded({**SESSION, "exp": "4102444800"}), MalformedInput, id="an expiry that is text"
            ),
            pytest.param(
                encoded(SESSION)[:-1] + b',"user_id":"another"}', MalformedInput, id="the same one twice"
            ),
            pytest.param(encoded({**SESSION, "exp": 1}), Expired, id="expired"),
        ],
    )
    def test_any_claims(self, peer: Peer, claims: bytes, error: type[SealwaxError]) -> None:
        token = session(claims)
        assert they_verify_session(peer, token)
        with pytest.raises(error):
            we_verify_session(token)


class TestVerificationTokens:
    def test_both_verify_those_of_the_enclave(self, peer: Peer) -> None:
        claims = we_verify_verification(verification())
        token = ENCLAVE.issue_verification_token(claims)
        assert they_verify_verification(peer, token) == VERIFICATION
        assert we_verify_verification(token) == claims

    def test_both_read_claims_that_are_not_ascii(self, peer: Peer) -> None:
        token = verification(encoded({**VERIFICATION, "contact": "grüße@日本.例"}))
        assert they_verify_verification(peer, token) == to_payload(we_verify_verification(token))

    def test_both_verify_a_hundred_of_them(self, peer: Peer) -> None:
        for number in range(100):
            token = verification(encoded({**VERIFICATION, "id": str(number)}))
            assert they_verify_verification(peer, token)["id"] == we_verify_verification(token).id

    def test_both_say_that_the_captured_one_has_expired(self, peer: Peer) -> None:
        captured = json.loads((CAPTURED / "verification_token.json").read_text())
        # Both look at the time last, so that all before that was good.
        with pytest.raises(PeerError, match="has expired"):
            they_verify_verification(peer, captured["jwt"], tls_fetcher=None)
        with pytest.raises(Expired):
            verify_verification_token(captured["jwt"], now=datetime(2026, 8, 1, tzinfo=timezone.utc))
        claims = verify_verification_token(captured["jwt"], now=NOW)
        assert to_payload(claims) == captured["expected"]["claims"]

    def test_low_s_and_high_s_are_accepted_by_both(self, peer: Peer) -> None:
        for token in with_high_and_low_s(verification()):
            they_verify_verification(peer, token)
            we_verify_verification(token)

    @pytest.mark.parametrize(
        ("token", "complaint", "error"),
        [
            pytest.param("", "need 3 parts", MalformedInput, id="nothing"),
            pytest.param(verification().rpartition(".")[0], "need 3 parts", MalformedInput, id="two parts"),
            pytest.param(verification() + ".x", "need 3 parts", MalformedInput, id="a fourth part"),
            pytest.param(verification() + "\n", "Invalid character", MalformedInput, id="a newline after it"),
            pytest.param(
                verification().replace(".e", ".f"), "signature is invalid", BadSignature, id="changed claims"
            ),
            pytest.param(
                ENCLAVE.sign_session_jwt(HEADER, encoded(VERIFICATION)),
                "signature is invalid",
                BadSignature,
                id="signed as a session is",
            ),
            pytest.param(
                STRANGER.sign_verification_token(HEADER, encoded(VERIFICATION)),
                "signature is invalid",
                BadSignature,
                id="of another enclave",
            ),
            pytest.param(
                resigned(verification(), lambda raw: encode_base64url(raw[:-1])),
                "signature is invalid",
                MalformedInput,
                id="a signature of 63 bytes",
            ),
            pytest.param(
                verification(header=b'{"alg":"none","typ":"JWT"}'),
                "unsupported alg",
                Unsupported,
                id="another algorithm",
            ),
            pytest.param(
                verification(header=b'{"alg":"ES256","typ":"at+jwt"}'),
                "unsupported typ",
                Unsupported,
                id="another type",
            ),
            pytest.param(
                verification(header=b'{"alg":"ES256"}'), "unsupported typ", MalformedInput, id="no type"
            ),
            pytest.param(verification(header=b"not JSON"), "JSON", MalformedInput, id="a header of no JSON"),
            pytest.param(verification(b"not JSON"), "JSON", MalformedInput, id="claims of no JSON"),
            pytest.param(
                verification(encoded({**VERIFICATION, "exp": 253402300799999})),
                "missing required 'exp'",
                MalformedInput,
                id="an expiry that is a number",
            ),
            pytest.param(
                verification(encoded({**VERIFICATION, "exp": "Infinity"})),
                "invalid 'exp'",
                MalformedInput,
                id="an expiry that never comes",
            ),
            pytest.param(
                verification(encoded({**VERIFICATION, "exp": "1000"})), "has expired", Expired, id="expired"
            ),
        ],
    )
    def test_one_thing_is_wrong_and_both_refuse_it(
        self, peer: Peer, token: str, complaint: str, error: type[SealwaxError]
    ) -> None:
        with pytest.raises(PeerError, match=complaint):
            they_verify_verification(peer, token)
        with pytest.raises(error):
            we_verify_verification(token)

    @pytest.mark.parametrize("name", VERIFICATION)
    def test_every_claim_is_required_by_both(self, peer: Peer, name: str) -> None:
        without = {other: value for other, value in VERIFICATION.items() if other != name}
        for claims in (without, {**VERIFICATION, name: ""}, {**VERIFICATION, name: None}):
            token = verification(encoded(claims))
            with pytest.raises(PeerError, match=f"missing required '{name}'"):
                they_verify_verification(peer, token)
            with pytest.raises(MalformedInput):
                we_verify_verification(token)


class TestVerificationTokensAcceptedByThemAlone:
    @pytest.mark.parametrize("form", FORMS)
    def test_a_signature_in_another_form(self, peer: Peer, form: Callable[[bytes], str]) -> None:
        token = resigned(with_dash_or_underscore(verification, VERIFICATION), form)
        assert they_verify_verification(peer, token)
        with pytest.raises(MalformedInput):
            we_verify_verification(token)

    def test_a_header_that_must_be_understood(self, peer: Peer) -> None:
        # RFC 7515, section 4.1.11: who does not know what `crit` names has to refuse the token.
        token = verification(header=b'{"alg":"ES256","typ":"JWT","crit":["exp"]}')
        assert they_verify_verification(peer, token) == VERIFICATION
        with pytest.raises(Unsupported):
            we_verify_verification(token)

    def test_a_claim_twice(self, peer: Peer) -> None:
        # They take the last one; a reader that takes the first would see another contact.
        token = verification(encoded(VERIFICATION)[:-1] + b',"contact":"another@example.com"}')
        assert they_verify_verification(peer, token)["contact"] == "another@example.com"
        with pytest.raises(MalformedInput, match="a key twice"):
            we_verify_verification(token)

    @pytest.mark.parametrize(
        "exp",
        [
            "2534e11",
            " 253402300799999 ",
            "0xe677d21fdbff",
            "+253402300799999",
            "0253402300799999",
            "253402300799999.5",
            "253402300800000",
        ],
    )
    def test_an_expiry_in_another_notation_or_after_the_year_9999(self, peer: Peer, exp: str) -> None:
        # They read it with Number(), which takes all of these; we take whole decimal milliseconds.
        token = verification(encoded({**VERIFICATION, "exp": exp}))
        assert they_verify_verification(peer, token)["exp"] == exp
        with pytest.raises(MalformedInput, match="must be a time in milliseconds"):
            we_verify_verification(token)
