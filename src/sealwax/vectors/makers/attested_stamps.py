"""Vectors of attested stamps (wire-formats.md, section 2.3)."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from msgspec import UNSET

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import to_milliseconds
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.login.oidc import oidc_nonce
from sealwax.login.tokens import VerificationClaims
from sealwax.stamps.attested import OIDC, VERIFICATION_TOKEN, AttestedScheme
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.oidc import OidcIssuer
from sealwax.vectors.cases.attested_stamps import StampingCase, VerificationCase
from sealwax.vectors.format import Case

from .api_key_stamps import BODY, encoded
from .builder import invalid, valid
from .defects import (
    base64url_defects,
    compact,
    der_defects,
    hex_defects,
    json_defects,
    json_variants,
    near_misses,
)
from .tokens import EXPIRY, NOW


class _Maker:
    def __init__(self, material: KeyMaterial) -> None:
        self.enclave = ReferenceEnclave(material.take("enclave"))
        self.foreign = ReferenceEnclave(material.take("enclave"))
        self.issuer = OidcIssuer(material.take_key("OIDC issuer"))
        self.foreign_issuer = OidcIssuer(material.take_key("OIDC issuer"))
        self.secret = material.take("client key")
        self.key = ApiKey.from_private_key(self.secret)
        self.other = ApiKey.from_private_key(material.take("client key"))
        self.context = {
            "body": BODY.hex(),
            "tls_fetcher_public_key": self.enclave.keys.tls_fetcher,
            "oidc_public_key": self.issuer.public_key,
            "now": to_milliseconds(NOW),
        }

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

    def oidc(
        self, nonce: str | None = None, payload: str | None = None, issuer: OidcIssuer | None = None
    ) -> str:
        """Make an OIDC token that the issuer signed."""
        if nonce is None:
            nonce = oidc_nonce(self.key.public_key)
        if payload is None:
            payload = compact({"iss": "https://issuer.example", "sub": "1", "aud": "a", "nonce": nonce})
        return (issuer or self.issuer).sign(payload.encode())

    def fields(self, scheme: AttestedScheme, **changes: str) -> dict[str, str]:
        token = self.token() if scheme == VERIFICATION_TOKEN else self.oidc()
        return {
            "publicKeyAttestation": token,
            "scheme": scheme,
            "publicKey": self.key.public_key,
            "signature": self.key.sign_deterministic(BODY).hex(),
            **changes,
        }

    def good(self, comment: str, flag: str, scheme: str, header: str, **more: Any) -> VerificationCase:
        return valid(
            VerificationCase,
            comment,
            flag,
            header=header,
            **{**self.context, **more},
            public_key=self.key.public_key,
            scheme=scheme,
        )

    def bad(self, comment: str, error: Any, flag: str, header: str, **more: Any) -> VerificationCase:
        return invalid(VerificationCase, comment, error, flag, header=header, **{**self.context, **more})


def _verification(maker: _Maker) -> Iterator[VerificationCase]:
    schemes: tuple[AttestedScheme, ...] = (VERIFICATION_TOKEN, OIDC)
    for scheme in schemes:
        name = "a verification token" if scheme == VERIFICATION_TOKEN else "an OIDC token"
        fields = maker.fields(scheme)
        header = encoded(fields)
        yield maker.good(name, "Valid", scheme, header)
        yield maker.good(
            f"{name}: keys in reverse order", "ClientVariant", scheme, encoded(dict(reversed(fields.items())))
        )
        spaced = encode_base64url(json.dumps(fields, indent=1).encode())
        yield maker.good(f"{name}: white space", "ClientVariant", scheme, spaced)
        yield maker.good(
            f"{name}: a field that is not known", "ClientVariant", scheme, encoded({**fields, "extra": 1})
        )
        yield maker.bad(
            f"{name}: another body", "bad-signature", "AlteredMessage", header, body=(BODY + b"\n").hex()
        )
        yield maker.bad(
            f"{name}: another public key",
            "bad-signature",
            "WrongKey",
            encoded({**fields, "publicKey": maker.other.public_key}),
        )
        stolen = {
            "publicKey": maker.other.public_key,
            "signature": maker.other.sign_deterministic(BODY).hex(),
        }
        yield maker.bad(
            f"{name} for another key than the one that signed",
            "key-mismatch",
            "ReplayedToken",
            encoded({**fields, **stolen}),
        )
        yield maker.bad(
            f"{name}: another scheme than there is",
            "unsupported",
            "SchemeConfusion",
            encoded({**fields, "scheme": "SIGNATURE_SCHEME_TK_API_P256"}),
        )
        wrong = OIDC if scheme == VERIFICATION_TOKEN else VERIFICATION_TOKEN
        yield maker.bad(
            f"{name} under the other scheme",
            "bad-signature",
            "SchemeConfusion",
            encoded({**fields, "scheme": wrong}),
        )
        for comment, token in (
            ("cut", fields["publicKeyAttestation"].rsplit(".", 1)[0]),
            ("a fourth part", fields["publicKeyAttestation"] + ".AA"),
            ("empty", ""),
        ):
            changed = encoded({**fields, "publicKeyAttestation": token})
            yield maker.bad(f"{name}: {comment}", "malformed", "JwtForm", changed)
    yield from _tokens(maker)
    fields = maker.fields(VERIFICATION_TOKEN)
    for defect in base64url_defects(encoded(fields)):
        yield maker.bad(f"the header: {defect.comment}", "malformed", defect.flag, defect.value)
    for comment, text in json_variants(fields):
        header = encode_base64url(text.encode())
        yield maker.good(f"the JSON: {comment}", "ClientVariant", VERIFICATION_TOKEN, header)
    yield maker.bad("the header: JSON without base64url", "malformed", "Base64Encoding", compact(fields))
    for defect in json_defects(fields):
        header = encode_base64url(defect.value.encode())
        yield maker.bad(f"the JSON: {defect.comment}", "malformed", defect.flag, header)
    for name in ("publicKey", "signature"):
        for defect in hex_defects(fields[name]):
            header = encoded({**fields, name: defect.value})
            yield maker.bad(f"{name}: {defect.comment}", "malformed", defect.flag, header)
    for defect in der_defects(bytes.fromhex(fields["signature"]), P256.group_order):
        header = encoded({**fields, "signature": defect.value})
        yield maker.bad(f"the signature: {defect.comment}", "malformed", defect.flag, header)
    whole = uncompressed_point(decode_point(bytes.fromhex(maker.key.public_key), P256, "key"))
    for comment, flag, point in (
        ("uncompressed", "CompressedPoint", whole.hex()),
        ("at infinity", "InvalidPoint", "00"),
        ("an x that is not in the field", "InvalidPoint", "02" + "ff" * 32),
        ("empty", "InvalidPoint", ""),
    ):
        header = encoded({**fields, "publicKey": point})
        yield maker.bad(f"the public key: {comment}", "malformed", flag, header)


def _tokens(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases with defects of the tokens."""

    def verification(token: str) -> str:
        return encoded(maker.fields(VERIFICATION_TOKEN, publicKeyAttestation=token))

    def oidc(token: str) -> str:
        return encoded(maker.fields(OIDC, publicKeyAttestation=token))

    upper = maker.key.public_key.upper()
    yield maker.good(
        "a verification token whose key is in upper case",
        "ClientVariant",
        VERIFICATION_TOKEN,
        verification(maker.token(upper)),
    )
    yield maker.bad(
        "a verification token by another enclave",
        "bad-signature",
        "ForeignKey",
        verification(maker.token(enclave=maker.foreign)),
    )
    header, _, signature = maker.token().split(".")
    other = maker.token(maker.other.public_key).split(".")[1]
    yield maker.bad(
        "a verification token with another payload",
        "bad-signature",
        "AlteredMessage",
        verification(f"{header}.{other}.{signature}"),
    )
    yield maker.bad(
        "a verification token that is expired",
        "expired",
        "ExpiredToken",
        verification(maker.token()),
        now=to_milliseconds(EXPIRY + timedelta(seconds=1)),
    )
    yield maker.bad(
        "a verification token whose key is not hex",
        "malformed",
        "HexEncoding",
        verification(maker.token("x")),
    )
    for comment, nonce in (
        (
            "of the key's bytes and not its text",
            oidc_nonce(bytes.fromhex(maker.key.public_key).decode("latin-1")),
        ),
        ("of the key in upper case", oidc_nonce(upper)),
        ("in upper case", oidc_nonce(maker.key.public_key).upper()),
        ("that is the key", maker.key.public_key),
        ("that is empty", ""),
    ):
        yield maker.bad(f"an OIDC nonce {comment}", "key-mismatch", "ReplayedToken", oidc(maker.oidc(nonce)))
    nonce = oidc_nonce(maker.key.public_key)
    for which, other_nonce in near_misses(nonce):
        comment = f"an OIDC nonce whose {which} digit is another"
        yield maker.bad(comment, "key-mismatch", "ReplayedToken", oidc(maker.oidc(other_nonce)))
        token = maker.oidc(payload=compact({"tknonce": other_nonce}))
        yield maker.bad(
            f"a tknonce whose {which} digit is another", "key-mismatch", "ReplayedToken", oidc(token)
        )
    for which, other_key in near_misses(maker.key.public_key):
        comment = f"a verification token for a key whose {which} digit is another"
        yield maker.bad(comment, "key-mismatch", "ReplayedToken", verification(maker.token(other_key)))
    yield maker.good(
        "an OIDC token with a tknonce in place of a nonce",
        "ClientVariant",
        OIDC,
        oidc(maker.oidc(payload=compact({"tknonce": nonce}))),
    )
    yield maker.good(
        "an OIDC token with a nonce of its issuer's and a tknonce",
        "ClientVariant",
        OIDC,
        oidc(maker.oidc(payload=compact({"nonce": "another", "tknonce": nonce}))),
    )
    seconds = to_milliseconds(NOW) // 1000
    last = maker.oidc(payload=compact({"nonce": nonce, "exp": seconds + 1}))
    yield maker.good("an OIDC token a second before its exp", "ExpiredToken", OIDC, oidc(last))
    for comment, exp in (("at the instant of its exp", seconds), ("years after its exp", 1_000_000_000)):
        token = maker.oidc(payload=compact({"nonce": nonce, "exp": exp}))
        yield maker.bad(f"an OIDC token {comment}", "expired", "ExpiredToken", oidc(token))
    for comment, token in (
        ("by another issuer", maker.oidc(issuer=maker.foreign_issuer)),
        ("without a signature, alg none", _unsigned(maker.oidc())),
        ("with the payload of another token", _with_payload_of(maker.oidc(), maker.oidc("x"))),
    ):
        yield maker.bad(f"an OIDC token {comment}", "bad-signature", "ForeignKey", oidc(token))
    yield maker.bad(
        "an OIDC token, and no issuer whose tokens can be verified",
        "unsupported",
        "ForeignKey",
        oidc(maker.oidc()),
        oidc_public_key=UNSET,
    )
    yield maker.bad(
        "a tknonce of another key",
        "key-mismatch",
        "ReplayedToken",
        oidc(maker.oidc(payload=compact({"tknonce": oidc_nonce(maker.other.public_key)}))),
    )
    for comment, flag, text in (
        ("without a nonce", "MissingField", '{"iss":"https://issuer.example"}'),
        ("whose nonce is a number", "WrongType", '{"nonce":5}'),
        ("with a nonce twice", "DuplicateKey", f'{{"nonce":"{nonce}","nonce":"{nonce}"}}'),
        ("whose payload is no JSON", "JsonStrictness", "nonce"),
        ("whose nonce is in upper case", "FoldedName", f'{{"NONCE":"{nonce}"}}'),
        ("with another nonce in upper case", "FoldedName", f'{{"nonce":"{nonce}","NONCE":"x"}}'),
        ("with a tknonce with a Kelvin sign", "FoldedName", f'{{"nonce":"{nonce}","t\u212anonce":"x"}}'),
    ):
        yield maker.bad(f"an OIDC token {comment}", "malformed", flag, oidc(maker.oidc(payload=text)))


def _unsigned(token: str) -> str:
    """Put the header and the signature of an unsigned JWT onto a token's payload (RFC 7519, section 6)."""
    header = encode_base64url(b'{"alg":"none","typ":"JWT"}')
    return f"{header}.{token.split('.')[1]}."


def _with_payload_of(token: str, other: str) -> str:
    header, _, signature = other.split(".")
    return f"{header}.{token.split('.')[1]}.{signature}"


def _stamping(maker: _Maker) -> Iterator[StampingCase]:
    inputs = {"curve": "p256", "private_key": maker.secret.hex(), "body": BODY.hex()}
    schemes: tuple[AttestedScheme, ...] = (VERIFICATION_TOKEN, OIDC)
    for scheme in schemes:
        fields = maker.fields(scheme)
        token = fields["publicKeyAttestation"]
        name = "a verification token" if scheme == VERIFICATION_TOKEN else "an OIDC token"
        for comment, body in (("an ordinary request", BODY), ("an empty body", b"")):
            signed = {**fields, "signature": maker.key.sign_deterministic(body).hex()}
            yield valid(
                StampingCase,
                f"{name}: {comment}",
                "DeterministicSignature",
                **{**inputs, "body": body.hex()},
                token=token,
                scheme=scheme,
                header=encoded(signed),
            )
        other = maker.token(maker.other.public_key)
        if scheme == OIDC:
            other = maker.oidc(oidc_nonce(maker.other.public_key))

        def bad(comment: str, error: Any, flag: str, **changes: str) -> StampingCase:
            given = {**inputs, "token": token, "scheme": scheme, **changes}  # noqa: B023 - called right here
            return invalid(StampingCase, f"{name}: {comment}", error, flag, **given)  # noqa: B023

        yield bad("for another key", "key-mismatch", "ReplayedToken", token=other)
        yield bad("another scheme than there is", "unsupported", "SchemeConfusion", scheme="P256")
        for curve in ("secp256k1", "ed25519"):
            yield bad(f"a key on {curve}", "unsupported", "SchemeConfusion", curve=curve)
        yield bad("cut", "malformed", "JwtForm", token=token.rsplit(".", 1)[0])


def attested_stamp(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of attested stamps."""
    maker = _Maker(material)
    yield from _verification(maker)
    yield from _stamping(maker)
