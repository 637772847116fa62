"""Vectors of attested stamps (wire-formats.md, section 2.3)."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from msgspec import UNSET

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import LAST_SECOND, to_milliseconds
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.login.oidc import oidc_nonce
from sealwax.login.tokens import VerificationClaims
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN, AttestedScheme
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.jwt import OidcIssuer, sign_es256
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.attested_stamps import StampingCase, VerificationCase
from sealwax_vectors.format import Case

from .api_key_stamps import BODY, encoded
from .builder import Cases
from .defects import (
    base64url_defects,
    compact,
    der_defects,
    hex_defects,
    json_defects,
    json_variants,
    near_misses,
    near_texts,
)
from .labels import Label, by_rule, comment_of, id_of, placed, words_of
from .tokens import EXPIRY, NOW

_SCHEMES: tuple[tuple[AttestedScheme, AttestedScheme, str], ...] = (
    (VERIFICATION_TOKEN, OIDC, "a-verification-token"),
    (OIDC, VERIFICATION_TOKEN, "an-OIDC-token"),
)
"""Each scheme, the other scheme, and the name of its token."""

_API_SCHEME = "SIGNATURE_SCHEME_TK_API_P256"


class _Maker(Cases[VerificationCase]):
    def __init__(self, material: KeyMaterial) -> None:
        self.enclave = ReferenceEnclave(material.take("enclave"))
        self.foreign = ReferenceEnclave(material.take("enclave"))
        self.issuer_key = material.take_key("OIDC issuer")
        self.issuer = OidcIssuer(self.issuer_key)
        self.foreign_issuer = OidcIssuer(material.take_key("OIDC issuer"))
        self.secret = material.take("client key")
        self.key = ApiKey.from_private_key(self.secret)
        self.other = ApiKey.from_private_key(material.take("client key"))
        super().__init__(
            VerificationCase,
            body=BODY.hex(),
            tls_fetcher_public_key=self.enclave.keys.tls_fetcher,
            oidc_public_key=self.issuer.public_key,
            now=to_milliseconds(NOW),
            public_key=self.key.public_key,
        )

    def token(self, public_key: str | None = None, enclave: ReferenceEnclave | None = None) -> str:
        return (enclave or self.enclave).issue_verification_token(
            VerificationClaims(
                id="eb39b199-3352-4289-b31f-57194c79609c",
                verification_type="OTP_TYPE_EMAIL",
                contact="user@example.com",
                organization_id="f9a31c64-d604-42e4-9bef-a773096afad7",
                public_key=self.key.public_key if public_key is None else public_key,
                expires_at=EXPIRY,
            )
        )

    def oidc(self, nonce: str | None = None, payload: object = None, issuer: OidcIssuer | None = None) -> str:
        """Make an OIDC token that the issuer signed; the payload is claims or any text."""
        if nonce is None:
            nonce = oidc_nonce(self.key.public_key)
        if payload is None:
            payload = {"iss": "https://issuer.example", "sub": "1", "aud": "a", "nonce": nonce}
        return (issuer or self.issuer).sign(
            (payload if isinstance(payload, str) else compact(payload)).encode()
        )

    def stamp(self, scheme: AttestedScheme, **changes: str) -> dict[str, str]:
        """Return the fields of a stamp, with changes."""
        return {
            "publicKeyAttestation": self.token() if scheme == VERIFICATION_TOKEN else self.oidc(),
            "scheme": scheme,
            "publicKey": self.key.public_key,
            "signature": self.key.sign_deterministic(BODY).hex(),
            **changes,
        }

    def fields(self, header: dict[str, str] | str, **changes: Any) -> dict[str, Any]:
        """Return the header, encoded if it is not yet, and the changed fields."""
        return {"header": header if isinstance(header, str) else encoded(header), **changes}

    def verification(self, token: str) -> str:
        """Make a header with a verification token."""
        return encoded(self.stamp(VERIFICATION_TOKEN, publicKeyAttestation=token))

    def with_oidc(self, nonce: str | None = None, **more: Any) -> str:
        """Make a header with an OIDC token."""
        return encoded(self.stamp(OIDC, publicKeyAttestation=self.oidc(nonce, **more)))


def _verification(maker: _Maker) -> Iterator[VerificationCase]:
    for scheme, wrong, name in _SCHEMES:
        fields = maker.stamp(scheme)
        token = fields["publicKeyAttestation"]
        for label, flag, header in (
            (name, "Valid", fields),
            (placed(name, "keys-in-reverse-order"), "ClientVariant", dict(reversed(fields.items()))),
            (placed(name, "white-space"), "ClientVariant", encoded(json.dumps(fields, indent=1))),
            (placed(name, "a-field-that-is-not-known"), "ClientVariant", encoded({**fields, "extra": 1})),
        ):
            yield maker.good(label, flag, header, scheme=scheme)
        other_body = (BODY + b"\n").hex()
        yield maker.bad(
            placed(name, "another-body"), "bad-signature", "AlteredMessage", fields, body=other_body
        )
        key = maker.other.public_key
        signature = maker.other.sign_deterministic(BODY).hex()
        for label, error, flag, changes in (
            (placed(name, "another-public-key"), "bad-signature", "WrongKey", {"publicKey": key}),
            (
                f"{name}-for-another-key-than-the-one-that-signed",
                "key-mismatch",
                "ReplayedToken",
                {"publicKey": key, "signature": signature},
            ),
            (
                placed(name, "another-scheme-than-there-is"),
                "unsupported",
                "SchemeConfusion",
                {"scheme": _API_SCHEME},
            ),
            (f"{name}-under-the-other-scheme", "bad-signature", "SchemeConfusion", {"scheme": wrong}),
            (placed(name, "cut"), "malformed", "JwtForm", {"publicKeyAttestation": token.rsplit(".", 1)[0]}),
            (placed(name, "a-fourth-part"), "malformed", "JwtForm", {"publicKeyAttestation": token + ".AA"}),
            (placed(name, "empty"), "malformed", "JwtForm", {"publicKeyAttestation": ""}),
        ):
            yield maker.bad(label, error, flag, {**fields, **changes})
    yield from _tokens(maker)
    fields = maker.stamp(VERIFICATION_TOKEN)
    yield from maker.bad_each("the-header", base64url_defects(encoded(fields)))
    for label, text in json_variants(fields):
        yield maker.good(placed("the-JSON", label), "ClientVariant", encoded(text), scheme=VERIFICATION_TOKEN)
    yield maker.bad(
        Label(
            "the-header-JSON-without-base64url",
            "the header: JSON without base64url",
            idea="JSON without base64url",
        ),
        "malformed",
        "Base64Encoding",
        compact(fields),
    )
    yield from maker.bad_each("the-JSON", json_defects(fields), encoded)

    def changed(**changes: str) -> str:
        return encoded({**fields, **changes})

    for name in ("publicKey", "signature"):
        yield from maker.bad_each(name, hex_defects(fields[name]), changed, name)
    defects = der_defects(bytes.fromhex(fields["signature"]), P256.group_order)
    yield from maker.bad_each("the-signature", defects, changed, "signature")
    whole = uncompressed_point(decode_point(bytes.fromhex(maker.key.public_key), P256, "key"))
    for label, flag, point in (
        ("at-infinity", "InvalidPoint", "00"),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", "02" + "ff" * 32),
        ("empty", "InvalidPoint", ""),
    ):
        yield maker.bad(placed("the-public-key", label), "malformed", flag, changed(publicKey=point))
    token = maker.oidc(oidc_nonce(whole.hex()))
    header = encoded(maker.stamp(OIDC, publicKeyAttestation=token, publicKey=whole.hex()))
    label = Label(
        "the-public-key-uncompressed-and-so-in-the-nonce-of-its-OIDC-token",
        "the public key: uncompressed, and so in the nonce of its OIDC token",
        idea="uncompressed, and so in the nonce of its OIDC token",
    )
    yield maker.bad(label, "malformed", "CompressedPoint", header)


def _tokens(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases with defects of the tokens."""
    label: str | Label
    upper = maker.key.public_key.upper()
    verification, oidc = maker.verification, maker.with_oidc
    label = "a-verification-token-whose-key-is-in-upper-case"
    yield maker.good(label, "ClientVariant", verification(maker.token(upper)), scheme=VERIFICATION_TOKEN)
    mixed = maker.token(upper[:-8] + maker.key.public_key[-8:])
    label = "a-verification-token-whose-key-is-in-mixed-case"
    yield maker.bad(label, "malformed", "HexEncoding", verification(mixed))
    token = maker.token(enclave=maker.foreign)
    label = "a-verification-token-by-another-enclave"
    yield maker.bad(label, "bad-signature", "ForeignKey", verification(token))
    token = _with_payload_of(maker.token(maker.other.public_key), maker.token())
    label = "a-verification-token-with-another-payload"
    yield maker.bad(label, "bad-signature", "AlteredMessage", verification(token))
    late = to_milliseconds(EXPIRY + timedelta(seconds=1))
    label = "a-verification-token-that-is-expired"
    yield maker.bad(label, "expired", "ExpiredToken", verification(maker.token()), now=late)
    label = "a-verification-token-whose-key-is-not-hex"
    yield maker.bad(label, "malformed", "HexEncoding", verification(maker.token("x")))
    key = maker.key.public_key
    for label, nonce in (
        (
            Label("of-the-key-s-bytes-and-not-its-text", "of the key's bytes and not its text"),
            oidc_nonce(bytes.fromhex(key).decode("latin-1")),
        ),
        ("of-the-key-in-upper-case", oidc_nonce(upper)),
        ("in-upper-case", oidc_nonce(key).upper()),
        ("that-is-the-key", key),
        ("that-is-empty", ""),
    ):
        yield maker.bad(
            Label(f"an-OIDC-nonce-{id_of(label)}", f"an OIDC nonce {comment_of(label)}"),
            "key-mismatch",
            "ReplayedToken",
            oidc(nonce),
        )
    nonce = oidc_nonce(maker.key.public_key)
    for which, other_nonce in near_misses(nonce):
        label = f"an-OIDC-nonce-whose-{which}-digit-is-another"
        yield maker.bad(label, "key-mismatch", "ReplayedToken", oidc(other_nonce))
        header = oidc(payload={"tknonce": other_nonce})
        label = f"a-tknonce-whose-{which}-digit-is-another"
        yield maker.bad(label, "key-mismatch", "ReplayedToken", header)
    for difference, other_nonce in near_texts(nonce):
        if not other_nonce.isupper():
            label = Label(f"an-OIDC-nonce-{difference}", f"an OIDC nonce, {words_of(difference)}")
            yield maker.bad(label, "key-mismatch", "ReplayedToken", oidc(other_nonce))
    for scheme, _, name in _SCHEMES:
        fields = maker.stamp(scheme)
        for difference, other_scheme in near_texts(scheme):
            label = placed(name, Label(f"its-scheme-{difference}", f"its scheme, {words_of(difference)}"))
            yield maker.bad(label, "unsupported", "SchemeConfusion", {**fields, "scheme": other_scheme})
    label = "a-verification-token-for-a-key-that-is-cut-by-a-byte"
    token = maker.token(maker.key.public_key[:-2])
    yield maker.bad(label, "key-mismatch", "ReplayedToken", verification(token))
    for which, other_key in near_misses(maker.key.public_key):
        label = f"a-verification-token-for-a-key-whose-{which}-digit-is-another"
        yield maker.bad(label, "key-mismatch", "ReplayedToken", verification(maker.token(other_key)))
    seconds = to_milliseconds(NOW) // 1000
    for label, flag, claims in (
        ("with-a-tknonce-in-place-of-a-nonce", "ClientVariant", {"tknonce": nonce}),
        (
            Label("with-a-nonce-of-its-issuer-s-and-a-tknonce", "with a nonce of its issuer's and a tknonce"),
            "ClientVariant",
            {"nonce": "another", "tknonce": nonce},
        ),
        (
            Label("with-a-nonce-and-a-tknonce-of-its-issuer-s", "with a nonce and a tknonce of its issuer's"),
            "ClientVariant",
            {"nonce": nonce, "tknonce": "x"},
        ),
        ("a-second-before-its-exp", "ExpiredToken", {"nonce": nonce, "exp": seconds + 1}),
    ):
        yield maker.good(
            Label(f"an-OIDC-token-{id_of(label)}", f"an OIDC token {comment_of(label)}"),
            flag,
            oidc(payload=claims),
            scheme=OIDC,
        )
    of_another = {"nonce": oidc_nonce(maker.other.public_key), "exp": seconds + 1}
    label = Label(
        "an-OIDC-token-for-another-key-a-second-before-its-exp",
        "an OIDC token for another key, a second before its exp",
    )
    yield maker.bad(label, "key-mismatch", "ReplayedToken", oidc(payload=of_another))
    upper = maker.key.public_key.upper()
    stamp = maker.stamp(OIDC, publicKey=upper, publicKeyAttestation=maker.oidc(oidc_nonce(upper)))
    label = Label(
        "an-OIDC-token-for-the-key-in-upper-case-as-the-stamp-has-it",
        "an OIDC token for the key in upper case, as the stamp has it",
    )
    yield maker.good(label, "ClientVariant", stamp, scheme=OIDC)
    stamp = maker.stamp(OIDC, publicKey=upper)
    label = Label(
        "an-OIDC-token-for-the-key-in-lower-case-which-the-stamp-has-in-upper-case",
        "an OIDC token for the key in lower case, which the stamp has in upper case",
    )
    yield maker.bad(label, "key-mismatch", "ReplayedToken", stamp)
    header = oidc(payload={"nonce": nonce, "exp": LAST_SECOND})
    label = by_rule("an-OIDC-token-whose-exp-is-the-last-second-of-the-year-9999")
    yield maker.good(label, "NumberNotation", header, scheme=OIDC)
    header = oidc(payload={"nonce": nonce, "exp": LAST_SECOND + 1})
    label = by_rule("an-OIDC-token-whose-exp-is-past-the-year-9999")
    yield maker.bad(label, "malformed", "NumberNotation", header)
    for label, exp in (("at-the-instant-of-its-exp", seconds), ("years-after-its-exp", 1_000_000_000)):
        header = oidc(payload={"nonce": nonce, "exp": exp})
        yield maker.bad(f"an-OIDC-token-{label}", "expired", "ExpiredToken", header)
    others = {
        "text": f"{seconds + 1}",
        "null": None,
        "true": True,
        "a-fraction": seconds + 1.5,
        "negative": -1,
    }
    for label, other in others.items():
        header = oidc(payload={"nonce": nonce, "exp": other})
        yield maker.bad(f"an-OIDC-token-whose-exp-is-{label}", "malformed", "NumberNotation", header)
    for label, token in (
        ("by-another-issuer", maker.oidc(issuer=maker.foreign_issuer)),
        (Label("without-a-signature-alg-none", "without a signature, alg none"), _unsigned(maker.oidc())),
        ("with-the-payload-of-another-token", _with_payload_of(maker.oidc(), maker.oidc("x"))),
    ):
        header = encoded(maker.stamp(OIDC, publicKeyAttestation=token))
        yield maker.bad(
            Label(f"an-OIDC-token-{id_of(label)}", f"an OIDC token {comment_of(label)}"),
            "bad-signature",
            "ForeignKey",
            header,
        )
    claims_of_it = compact({"nonce": nonce}).encode()
    header = encoded(
        maker.stamp(OIDC, publicKeyAttestation=sign_es256(maker.issuer_key, b'{"alg":"ES256"}', claims_of_it))
    )
    yield maker.bad(by_rule("an-OIDC-token-whose-header-has-no-typ"), "bad-signature", "MissingField", header)
    es384 = sign_es256(maker.issuer_key, b'{"alg":"ES384","typ":"JWT"}', claims_of_it)
    header = encoded(maker.stamp(OIDC, publicKeyAttestation=es384))
    label = Label(
        "an-OIDC-token-whose-header-has-another-alg",
        "an OIDC token whose header has another alg",
        section="2.3",
    )
    yield maker.bad(label, "bad-signature", "JwtAlgorithm", header)
    label = Label(
        "an-OIDC-token-and-no-issuer-whose-tokens-can-be-verified",
        "an OIDC token, and no issuer whose tokens can be verified",
    )
    yield maker.bad(label, "unsupported", "ForeignKey", oidc(), oidc_public_key=UNSET)
    header = oidc(payload={"tknonce": oidc_nonce(maker.other.public_key)})
    yield maker.bad("a-tknonce-of-another-key", "key-mismatch", "ReplayedToken", header)
    for label, flag, text in (
        ("without-a-nonce", "MissingField", '{"iss":"https://issuer.example"}'),
        ("whose-nonce-is-a-number", "WrongType", '{"nonce":5}'),
        ("with-a-nonce-twice", "DuplicateKey", f'{{"nonce":"{nonce}","nonce":"{nonce}"}}'),
        ("whose-payload-is-no-JSON", "JsonStrictness", "nonce"),
        ("whose-nonce-is-in-upper-case", "FoldedName", f'{{"NONCE":"{nonce}"}}'),
        ("with-another-nonce-in-upper-case", "FoldedName", f'{{"nonce":"{nonce}","NONCE":"x"}}'),
        ("with-a-tknonce-with-a-Kelvin-sign", "FoldedName", f'{{"nonce":"{nonce}","t\u212anonce":"x"}}'),
        ("whose-exp-is-in-upper-case", "FoldedName", f'{{"nonce":"{nonce}","EXP":{seconds + 1}}}'),
    ):
        yield maker.bad(f"an-OIDC-token-{label}", "malformed", flag, oidc(payload=text))


def _unsigned(token: str) -> str:
    """Put the header and the signature of an unsigned JWT onto a token's payload (RFC 7519, section 6)."""
    header = encode_base64url(b'{"alg":"none","typ":"JWT"}')
    return f"{header}.{token.split('.')[1]}."


def _with_payload_of(token: str, other: str) -> str:
    header, _, signature = other.split(".")
    return f"{header}.{token.split('.')[1]}.{signature}"


def _stamping(maker: _Maker) -> Iterator[StampingCase]:
    label: str | Label
    for scheme, _, name in _SCHEMES:
        fields = maker.stamp(scheme)
        token = fields["publicKeyAttestation"]
        cases = Cases(
            StampingCase,
            name,
            token=token,
            scheme=scheme,
            curve="p256",
            private_key=maker.secret.hex(),
            body=BODY.hex(),
        )
        for label, body in (("an-ordinary-request", BODY), ("an-empty-body", b"")):
            header = encoded({**fields, "signature": maker.key.sign_deterministic(body).hex()})
            yield cases.good(label, "DeterministicSignature", body=body.hex(), header=header)
        if scheme == OIDC:
            # Most issuers sign with RS256; clients do not verify it.
            _, payload, _ = token.split(".")
            rs256 = encode_base64url(b'{"alg":"RS256","kid":"1"}')
            of_rsa = ".".join((rs256, payload, encode_base64url(bytes(256))))
            header = encoded({**fields, "publicKeyAttestation": of_rsa})
            label = Label(
                "signed-with-RS256-which-is-for-who-verifies-it",
                "signed with RS256, which is for who verifies it",
            )
            yield cases.good(label, "ClientVariant", of_rsa, header=header)
        other = maker.other.public_key
        other_token = maker.oidc(oidc_nonce(other)) if scheme == OIDC else maker.token(other)
        yield cases.bad("for-another-key", "key-mismatch", "ReplayedToken", other_token)
        yield cases.bad("another-scheme-than-there-is", "unsupported", "SchemeConfusion", scheme="P256")
        for curve in ("secp256k1", "ed25519"):
            yield cases.bad(f"a-key-on-{curve}", "unsupported", "SchemeConfusion", curve=curve)
        yield cases.bad("cut", "malformed", "JwtForm", token.rsplit(".", 1)[0])


def attested_stamp(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of attested stamps."""
    maker = _Maker(material)
    yield from _verification(maker)
    yield from _stamping(maker)
