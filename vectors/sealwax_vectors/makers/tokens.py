"""Vectors of session JWTs and OTP verification tokens (wire-formats.md, section 5)."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.clock import to_milliseconds
from sealwax._codec.der import raw_to_der
from sealwax._crypto.points import P256
from sealwax.keys import ApiKey
from sealwax.login.tokens import VerificationClaims, split_jwt
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.jwt import sign_es256
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.sealed import to_payload
from sealwax_vectors.constructs.tokens import SessionCase, VerificationCase
from sealwax_vectors.format import Case

from .builder import Cases
from .bundles import ORGANIZATION, Live
from .defects import NOT_TEXT, base64url_defects, compact, json_defects, json_variants, near_texts
from .labels import Label, by_rule, comment_of, id_of, of_field, placed, words_of

EXPIRY = datetime(2030, 1, 1, tzinfo=timezone.utc)
NOW = EXPIRY - timedelta(hours=1)
HEADER = '{"alg":"ES256","typ":"JWT"}'


def verification_claims(
    public_key: str, claim_id: str = "eb39b199-3352-4289-b31f-57194c79609c"
) -> VerificationClaims:
    """Return the claims of a verification token that is bound to a public key, in hex."""
    return VerificationClaims(
        id=claim_id,
        verification_type="OTP_TYPE_EMAIL",
        contact="user@example.com",
        organization_id=ORGANIZATION,
        public_key=public_key,
        expires_at=EXPIRY,
    )


class _Maker(Cases[Any]):
    """Makes tokens of one kind."""

    def __init__(self, material: KeyMaterial, live: Live | None, *, session: bool) -> None:
        enclave, other = (ReferenceEnclave(material.take("enclave")) for _ in range(2))
        if live is not None:
            enclave = live.enclave
        # The enclave signs only over the hash of this kind; cases of the other hash need the key.
        self.key = enclave._notarizer if session else enclave._tls_fetcher  # noqa: SLF001
        key = ApiKey.from_private_key(material.take("client key")).public_key
        self.session, self.live = session, live is not None
        both: tuple[Callable[[bytes, bytes], str], ...] = (
            enclave.sign_session_jwt,
            enclave.sign_verification_token,
        )
        self.sign, self.other_kind = both if session else both[::-1]
        self.foreign = other.sign_session_jwt if session else other.sign_verification_token
        if session:
            context = {"notarizer_public_key": enclave.keys.notarizer}
            self.claims: dict[str, Any] = {
                "exp": to_milliseconds(EXPIRY) // 1000,
                "public_key": key,
                "session_type": "SESSION_TYPE_READ_WRITE",
                "user_id": "6912b819-f4df-40f4-a192-20ee43090974",
                "organization_id": ORGANIZATION,
            }
        else:
            context = {"tls_fetcher_public_key": enclave.keys.tls_fetcher}
            self.claims = to_payload(verification_claims(key))
        if live is not None:
            self.claims = json.loads(split_jwt(live.artifact, "the token").payload)
        case: Any = SessionCase if session else VerificationCase
        super().__init__(case, token="", claims=self.claims, now=to_milliseconds(NOW), **context)

    def token(self, payload: object = None, header: str = HEADER) -> str:
        """Sign a payload, which is claims, by default the usual ones, or text."""
        payload = self.claims if payload is None else payload
        text = payload if isinstance(payload, str) else compact(payload)
        return self.sign(header.encode(), text.encode())


def _tokens(maker: _Maker) -> Iterator[Any]:
    claims, token = maker.claims, maker.token()
    header, payload, signature = token.split(".")
    yield maker.good("as-the-service-makes-it", "Valid", token)
    spaced = json.dumps(claims, indent=1)
    later = dict.fromkeys(("nbf", "iat"), to_milliseconds(EXPIRY) // 1000)
    for label, other in (
        ("claims-in-reverse-order", maker.token(dict(reversed(claims.items())))),
        ("white-space-in-the-JSON", maker.token(spaced, '{ "alg":"ES256", "typ":"JWT" }')),
        ("claims-that-are-not-known", maker.token({**claims, "iat": 5, "aud": ["x"]})),
        ("typ-before-alg", maker.token(header='{"typ":"JWT","alg":"ES256"}')),
        ("a-key-id-in-the-header", maker.token(header='{"alg":"ES256","typ":"JWT","kid":"1"}')),
        (
            Label(
                "an-nbf-and-an-iat-in-the-future-which-are-not-known",
                "an nbf and an iat in the future, which are not known",
            ),
            maker.token({**claims, **later}),
        ),
    ):
        yield maker.good(label, "ClientVariant", other)
    for variant, text in json_variants(claims):
        yield maker.good(placed("the-payload", variant), "ClientVariant", maker.token(text))
    text = "用户 Zoë 🔑"
    name = "user_id" if maker.session else "contact"
    label = "a-claim-that-is-not-ASCII"
    found = {**claims, name: text}
    yield maker.good(label, "ByteWiseText", maker.token({**claims, name: text}), claims=found)
    # A signature with a short r or s keeps its 64 bytes. Live cases, all invalid, do without the slow search.
    for label, part in () if maker.live else (("r", slice(0, 1)), ("s", slice(32, 33))):
        other = next(
            candidate
            for candidate in (maker.token({**claims, "n": number}) for number in range(5000))
            if decode_base64url(candidate.split(".")[2], "signature")[part] == b"\0"
        )
        yield maker.good(of_field(label, "has-a-leading-zero-byte"), "EdgeCaseSignature", other)
    label = "a-millisecond-before-its-expiry"
    yield maker.good(label, "ExpiredToken", token, now=to_milliseconds(EXPIRY) - 1)
    last = 253402300799 if maker.session else "253402300799999"
    far = maker.token({**claims, "exp": last})
    label = "the-last-expiry-that-is-accepted"
    yield maker.good(label, "ExpiryNotation", far, claims={**claims, "exp": last})
    for label, now in (
        ("at-the-instant-of-its-expiry", EXPIRY),
        ("a-second-after-its-expiry", EXPIRY + timedelta(seconds=1)),
        ("years-after-its-expiry", EXPIRY + timedelta(days=3650)),
    ):
        yield maker.bad(label, "expired", "ExpiredToken", token, now=to_milliseconds(now))
    epoch = 0 if maker.session else "0"
    label = "an-expiry-at-the-epoch"
    yield maker.bad(label, "expired", "ExpiredToken", maker.token({**claims, "exp": epoch}))
    # The signer, the message and its hash.
    message = compact(claims).encode()
    label = Label("the-other-kind-s-key-and-hash", "the other kind's key and hash")
    yield maker.bad(label, "bad-signature", "OtherEnclaveKey", maker.other_kind(HEADER.encode(), message))
    other_hash = sign_es256(maker.key, HEADER.encode(), message, hashed_first=not maker.session)
    hashed = "over-a-single-hash" if maker.session else "over-a-double-hash"
    yield maker.bad(
        Label(f"by-the-right-key-{hashed}", f"by the right key, {words_of(hashed)}"),
        "bad-signature",
        "OtherHash",
        other_hash,
    )
    label = Label("another-enclave-s-key", "another enclave's key")
    yield maker.bad(label, "bad-signature", "ForeignKey", maker.foreign(HEADER.encode(), message))
    _, other_payload, _ = maker.token({**claims, "organization_id": "x"}).split(".")
    label = "another-payload"
    yield maker.bad(label, "bad-signature", "AlteredMessage", f"{header}.{other_payload}.{signature}")
    other_header = encode_base64url(b'{"alg":"ES256", "typ":"JWT"}')
    label = "white-space-in-the-header"
    yield maker.bad(label, "bad-signature", "AlteredMessage", f"{other_header}.{payload}.{signature}")
    raw = decode_base64url(signature, "signature")
    r, s = raw[:32], raw[32:]
    for label, raw_signature in (
        ("a-bit-of-r-flipped", bytes([r[0] ^ 1]) + r[1:] + s),
        ("a-bit-of-s-flipped", r + s[:-1] + bytes([s[-1] ^ 1])),
        ("r-and-s-swapped", s + r),
    ):
        changed = f"{header}.{payload}.{encode_base64url(raw_signature)}"
        yield maker.bad(label, "bad-signature", "AlteredMessage", changed)
    twin = (P256.group_order - int.from_bytes(s, "big")).to_bytes(32, "big")
    yield maker.good("s-in-its-other-form", "LowS", f"{header}.{payload}.{encode_base64url(r + twin)}")
    order = P256.group_order.to_bytes(32, "big")
    for label, flag, raw_signature in (
        (Label("r-is-0", "r is 0", idea="FIELD is 0"), "SignatureRange", bytes(32) + s),
        (Label("s-is-0", "s is 0", idea="FIELD is 0"), "SignatureRange", r + bytes(32)),
        (Label("r-is-the-order", "r is the order", idea="FIELD is the order"), "SignatureRange", order + s),
        (Label("s-is-the-order", "s is the order", idea="FIELD is the order"), "SignatureRange", r + order),
        ("all-zero", "SignatureRange", bytes(64)),
        ("cut-by-a-byte", "RawSignature", raw[:-1]),
        ("a-byte-after-it", "RawSignature", raw + b"\0"),
        ("as-DER", "RawSignature", raw_to_der(raw, P256.group_order)),
        ("as-DER-of-two-ones", "RawSignature", encode_dss_signature(1, 1)),
        ("empty", "RawSignature", b""),
        ("as-hex-text", "RawSignature", raw.hex().encode()),
    ):
        changed = f"{header}.{payload}.{encode_base64url(raw_signature)}"
        yield maker.bad(placed("the-signature", label), "malformed", flag, changed)
    # The JWT form.
    for label, other in (
        ("empty", ""),
        ("one-part", header),
        ("two-parts", f"{header}.{payload}"),
        ("a-fourth-part", f"{token}.{signature}"),
        ("an-empty-fourth-part", f"{token}."),
        ("an-empty-part-in-front", f".{token}"),
        ("only-dots", ".."),
        ("padding-after-the-signature", f"{token}=="),
        ("padding-after-the-header", f"{header}=.{payload}.{signature}"),
        ("Bearer-in-front", f"Bearer {token}"),
        ("quotes-around-it", f'"{token}"'),
    ):
        yield maker.bad(placed("the-token", label), "malformed", "JwtForm", other)
    defects = base64url_defects(signature)
    yield from maker.bad_each("the-signature", defects, lambda text: f"{header}.{payload}.{text}")
    # The header.
    for label, other in (
        ("none", '{"alg":"none","typ":"JWT"}'),
        ("HS256", '{"alg":"HS256","typ":"JWT"}'),
        ("RS256", '{"alg":"RS256","typ":"JWT"}'),
        ("ES384", '{"alg":"ES384","typ":"JWT"}'),
        ("es256-in-lower-case", '{"alg":"es256","typ":"JWT"}'),
        ("an-empty-alg", '{"alg":"","typ":"JWT"}'),
    ):
        signed = maker.token(header=other)
        yield maker.bad(placed("the-algorithm", label), "unsupported", "JwtAlgorithm", signed)
    for label, other in (
        ("a-typ-in-lower-case", '{"alg":"ES256","typ":"jwt"}'),
        ("the-typ-of-an-access-token", '{"alg":"ES256","typ":"at+jwt"}'),
        ("an-extension-that-must-be-understood", '{"alg":"ES256","typ":"JWT","crit":["exp"]}'),
    ):
        yield maker.bad(placed("the-header", label), "unsupported", "JwtAlgorithm", maker.token(header=other))
    for name, value in (("alg", "ES256"), ("typ", "JWT")):
        for difference, text in near_texts(value):
            if text not in {"es256", "jwt"}:
                signed = maker.token(header=compact({"alg": "ES256", "typ": "JWT", name: text}))
                yield maker.bad(
                    placed(Label(f"the-header-s-{name}", f"the header's {name}"), difference),
                    "unsupported",
                    "JwtAlgorithm",
                    signed,
                )
    shouted = maker.token(header='{"alg":"ES256","typ":"JWT","CRIT":["exp"]}')
    yield maker.bad(
        Label(
            "the-header-crit-is-in-upper-case",
            "the header: crit is in upper case",
            idea="FIELD is in upper case",
        ),
        "malformed",
        "FoldedName",
        shouted,
    )
    unsigned = encode_base64url(b'{"alg":"none","typ":"JWT"}')
    yield maker.bad("unsigned", "malformed", "JwtAlgorithm", f"{unsigned}.{payload}.")
    defects = json_defects({"alg": "ES256", "typ": "JWT"})
    yield from maker.bad_each("the-header", defects, lambda text: maker.token(header=text))
    # The payload.
    texts = {name: value for name, value in claims.items() if isinstance(value, str)}
    defects = json_defects(texts)
    if maker.session:
        expiry = f'{{"exp":{claims["exp"]},'
        objects = (defect for defect in defects if defect.value.startswith("{"))
        defects = (defect._replace(value=expiry + defect.value[1:]) for defect in objects)
    yield from maker.bad_each("the-payload", defects, maker.token)
    for name in texts:
        signed = maker.token({**claims, name: ""})
        yield maker.bad(placed("the-payload", of_field(name, "is-empty")), "malformed", "WrongType", signed)
    yield from _expiries(maker)
    if maker.session:
        yield from _scopes(maker)


_PROFILE = "d1a7b9c2-0001-4000-8000-000000000003"
_SCOPE = "activity.action == 'SIGN'"


def _in_upper_case_alone(claim: str) -> Label:
    """Return the label of a claim whose name is in upper case."""
    field = "FIELD" if "_" in claim else claim
    return Label(
        f"{id_of(claim)}-in-upper-case-alone", f"{claim} in upper case alone", f"{field} in upper case alone"
    )


def _scopes(maker: _Maker) -> Iterator[Any]:
    """Yield sessions with a profile and a scope, or with one of them."""
    both = {"session_profile_id": _PROFILE, "scope": _SCOPE}
    name = {"session_type": "the-signing-session"}
    for variant, parts in (
        ("a-profile-and-a-scope", {**name, **both}),
        (
            Label(
                "a-profile-and-a-scope-and-the-name-of-an-unrestricted-session",
                "a profile and a scope, and the name of an unrestricted session",
            ),
            both,
        ),
        ("a-profile-alone", {**name, "session_profile_id": _PROFILE}),
        ("a-scope-alone", {**name, "scope": _SCOPE}),
    ):
        claims = {**maker.claims, **parts}
        token = maker.token(claims)
        yield maker.bad(
            placed(Label(id_of(variant), comment_of(variant)), "not-allowed"),
            "wrong-scope",
            "SessionScope",
            token,
        )
        label = placed(Label(id_of(variant), comment_of(variant)), "allowed")
        yield maker.good(label, "SessionScope", token, claims=claims, allow_scoped=True)
        expected = {"expected_session_profile_id": _PROFILE}
        if "session_profile_id" in parts:
            yield maker.good(
                placed(Label(id_of(variant), comment_of(variant)), "expected"),
                "SessionScope",
                token,
                claims=claims,
                **expected,
            )
            label = placed(
                Label(id_of(variant), comment_of(variant)),
                Label("expected-and-allowed-as-well", "expected, and allowed as well"),
            )
            yield maker.good(label, "SessionScope", token, claims=claims, allow_scoped=True, **expected)
        else:
            yield maker.bad(
                placed(variant, "a-profile-is-expected"), "wrong-scope", "SessionScope", token, **expected
            )
    scoped = {**maker.claims, **name, **both}
    token = maker.token(scoped)
    for difference, profile in (*near_texts(_PROFILE), ("empty", ""), ("the-scope", _SCOPE)):
        label, expected = (
            placed("another-profile-is-expected", difference),
            {"expected_session_profile_id": profile},
        )
        yield maker.bad(label, "wrong-scope", "SessionScope", token, **expected)
        allowed = Label(
            f"{id_of(difference)}-and-any-is-allowed", f"{comment_of(difference)}, and any is allowed"
        )
        label = placed("another-profile-is-expected", allowed)
        yield maker.bad(label, "wrong-scope", "SessionScope", token, allow_scoped=True, **expected)
    expected = {"expected_session_profile_id": _PROFILE}
    usual = maker.token()
    yield maker.bad(
        Label("no-profile-and-one-is-expected", "no profile, and one is expected"),
        "wrong-scope",
        "SessionScope",
        usual,
        **expected,
    )
    yield maker.good(
        Label("no-profile-where-any-is-allowed", "no profile, where any is allowed"),
        "SessionScope",
        usual,
        allow_scoped=True,
    )
    after = to_milliseconds(EXPIRY)
    yield maker.bad(
        Label("a-scope-and-expired", "a scope, and expired"),
        "expired",
        "ExpiredToken",
        token,
        now=after,
        allow_scoped=True,
    )
    for claim, text in both.items():
        for json_type, value in (*NOT_TEXT.items(), ("empty", "")):
            signed = maker.token({**scoped, claim: value})
            label = placed(
                "the-payload",
                Label(
                    f"{id_of(claim)}-which-is-allowed-is-{json_type}",
                    f"{claim}, which is allowed, is {words_of(json_type)}",
                ),
            )
            yield maker.bad(label, "malformed", "WrongType", signed, allow_scoped=True)
        upper = maker.token({**maker.claims, claim.upper(): text})
        yield maker.bad(placed("the-payload", _in_upper_case_alone(claim)), "malformed", "FoldedName", upper)


def _expiries(maker: _Maker) -> Iterator[Any]:
    """Yield expiries in other notations that lenient parsers read as numbers."""
    notations: dict[str | Label, Any]
    exp = maker.claims["exp"]
    if maker.session:
        notations = {
            "as-text": f'"{exp}"',
            "with-a-fraction": f"{exp}.0",
            "with-an-exponent": "1.8934560e9",
            "with-an-exponent-and-no-fraction": "18934560E2",
            "negative": f"-{exp}",
            "infinite": "1e999",
            "true": "true",
            "null": "null",
            "in-an-array": f"[{exp}]",
            by_rule("past-the-year-9999"): "253402300800",
            "larger-than-any-number-of-64-bits": "9" * 30,
            "with-a-leading-zero": f"0{exp}",
            "with-a-plus-sign": f"+{exp}",
            "in-hexadecimal": "0x70DBD880",
        }
    else:
        notations = {
            "as-a-number": exp,
            "with-a-fraction": f'"{exp}.0"',
            "with-an-exponent": '"1.893456e12"',
            Label("in-seconds-with-an-exponent", "in seconds, with an exponent"): '"1893456000e3"',
            "negative": f'"-{exp}"',
            "with-a-plus-sign": f'"+{exp}"',
            "with-a-space-in-front": f'" {exp}"',
            "with-a-newline-after-it": f'"{exp}\\n"',
            "with-a-leading-zero": f'"0{exp}"',
            "with-underscores": '"1_893_456_000_000"',
            "with-commas": '"1,893,456,000,000"',
            "in-Arabic-digits": '"١٨٩٣٤٥٦٠٠٠٠٠٠"',
            "in-hexadecimal": '"0x1B8DCE27800"',
            "Infinity": '"Infinity"',
            by_rule("past-the-year-9999"): '"253402300800000"',
            "larger-than-any-number-of-64-bits": f'"{"9" * 30}"',
            "as-a-date": '"2030-01-01T00:00:00Z"',
        }
    whole = compact(maker.claims)
    written = f'"exp":{compact(exp)}'
    for label, notation in notations.items():
        signed = maker.token(whole.replace(written, f'"exp":{notation}'))
        yield maker.bad(placed("the-expiry", label), "malformed", "ExpiryNotation", signed)
    again = maker.token({**maker.claims, "Exp": exp})
    yield maker.bad(
        Label(
            "the-expiry-once-more-with-a-capital",
            "the expiry: once more with a capital",
            idea="once more with a capital",
        ),
        "malformed",
        "FoldedName",
        again,
    )
    if maker.session:
        without = {name: value for name, value in maker.claims.items() if name != "exp"}
        yield maker.bad(
            Label("the-expiry-left-out", "the expiry: left out", idea="left out"),
            "malformed",
            "MissingField",
            maker.token(without),
        )


def session_jwt(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of session JWTs."""
    return _tokens(_Maker(material, live, session=True))


def verification_token(material: KeyMaterial, live: Live | None = None) -> Iterator[Case]:
    """Make the cases of verification tokens."""
    return _tokens(_Maker(material, live, session=False))
