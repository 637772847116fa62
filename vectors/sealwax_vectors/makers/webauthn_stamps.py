"""Vectors of WebAuthn stamps (wire-formats.md, section 2.2)."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._crypto.points import P256
from sealwax.stamps.webauthn import webauthn_challenge
from sealwax.testing.key_material import KeyMaterial
from sealwax.webauthn.cose import encode_eddsa_key, encode_es256_key
from sealwax_vectors.constructs.webauthn_stamps import ChallengeCase, VerificationCase
from sealwax_vectors.format import Case

from .api_key_stamps import BODY
from .builder import Cases
from .defects import (
    base64url_defects,
    compact,
    der_defects,
    json_defects,
    json_variants,
    near_missed_bytes,
    near_misses,
    near_texts,
    without_mark,
)
from .labels import Label, id_of, of_field, placed, words_of
from .rsa_key import (
    CUBE_KEY,
    FORGERS_KEY,
    LONG_EXPONENT_KEY,
    LONG_KEY,
    LONGEST_EXPONENT_KEY,
    RSA_KEY,
    SHORT_KEY,
    encode_rs256_key,
    sign_padded,
    sign_rs256,
    unusual_paddings,
)

RP_ID, ORIGIN = "example.com", "https://example.com"


class Passkey:
    """A passkey whose every byte can be chosen; RS256 always has the key of RFC 7515."""

    def __init__(self, algorithm: str, material: KeyMaterial) -> None:
        self.algorithm = algorithm
        self.credential_id: bytes = material.take("credential id")
        self.sign: Callable[[bytes], bytes]
        self.public_key: bytes
        if algorithm == "ES256":
            es256 = material.take_key("passkey").private_key_object()
            self.sign = lambda message: es256.sign(message, ec.ECDSA(SHA256(), deterministic_signing=True))
            self.public_key = encode_es256_key(es256.public_key())
        elif algorithm == "EdDSA":
            eddsa = ed25519.Ed25519PrivateKey.from_private_bytes(material.take("passkey"))
            self.sign = eddsa.sign
            self.public_key = encode_eddsa_key(eddsa.public_key().public_bytes_raw())
        else:
            self.sign = sign_rs256
            self.public_key = encode_rs256_key(RSA_KEY.public_key().public_numbers())

    def client_data(self, challenge: bytes, /, **changes: Any) -> bytes:
        """Serialize client data, with changes."""
        fields = {
            "type": "webauthn.get",
            "challenge": encode_base64url(challenge),
            "origin": ORIGIN,
            "crossOrigin": False,
            **changes,
        }
        return compact(fields).encode()

    def data(self, *, flags: int = 0x05, count: int = 1, rp_id: str = RP_ID, rest: bytes = b"") -> bytes:
        """Make authenticator data, with changes."""
        return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big") + rest

    def fields(
        self, body: bytes = BODY, *, client_data: bytes | None = None, data: bytes | None = None
    ) -> dict[str, str]:
        """Sign, and return the fields of the stamp."""
        client_data = self.client_data(webauthn_challenge(body)) if client_data is None else client_data
        data = self.data() if data is None else data
        signature = self.sign(data + hashlib.sha256(client_data).digest())
        parts = {
            "authenticatorData": data,
            "clientDataJson": client_data,
            "credentialId": self.credential_id,
            "signature": signature,
        }
        return {name: encode_base64url(value) for name, value in parts.items()}


class _Maker(Cases[VerificationCase]):
    """Makes cases for one passkey."""

    def __init__(self, passkey: Passkey) -> None:
        self.passkey = passkey
        super().__init__(
            VerificationCase,
            passkey.algorithm,
            body=BODY.hex(),
            cose_public_key=passkey.public_key.hex(),
            rp_id=RP_ID,
            origin=ORIGIN,
            credential_id=passkey.credential_id.hex(),
            sign_count=1,
            user_verified=True,
        )

    def fields(self, stamp: dict[str, str] | str | None = None, **changes: Any) -> dict[str, Any]:
        """Return a stamp, given by its fields or its JSON, and changed fields of the case."""
        stamp = self.passkey.fields() if stamp is None else stamp
        return {"header": stamp if isinstance(stamp, str) else compact(stamp), **changes}

    def signed(self, text: str) -> dict[str, str]:
        """Sign any client data."""
        return self.passkey.fields(client_data=text.encode())


def _every_algorithm(maker: _Maker, other: Passkey) -> Iterator[VerificationCase]:
    """Yield the cases that hold for every algorithm."""
    label: str | Label
    passkey = maker.passkey
    fields = passkey.fields()
    yield maker.good("as-a-browser-makes-it", "Valid", fields)
    for label, body in (("an-empty-body", b""), ("a-body-that-is-not-text", bytes(range(256)))):
        yield maker.good(label, "EdgeCaseBody", passkey.fields(body), body=body.hex())
    yield maker.good(
        Label("the-user-verified-as-required", "the user verified, as required"),
        "UserPresence",
        fields,
        require_user_verification=True,
    )
    yield maker.good(
        "the-user-present-alone",
        "UserPresence",
        passkey.fields(data=passkey.data(flags=0x01)),
        user_verified=False,
    )
    variants: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("no-counter", {"count": 0}, 0),
        ("the-largest-counter", {"count": 2**32 - 1}, 2**32 - 1),
        ("a-credential-that-is-backed-up", {"flags": 0x1D}, 1),
        ("extensions", {"flags": 0x85, "rest": cbor2.dumps({"uvm": [[1, 2, 3]]})}, 1),
        ("a-flag-that-is-reserved", {"flags": 0x25}, 1),
    )
    for label, how, count in variants:
        yield maker.good(label, "ClientVariant", passkey.fields(data=passkey.data(**how)), sign_count=count)
    challenge = webauthn_challenge(BODY)
    usual = passkey.client_data(challenge)
    for label, client_data in (
        ("a-key-in-the-client-data-that-is-not-known", passkey.client_data(challenge, other_keys="x")),
        ("no-crossOrigin-in-the-client-data", usual.replace(b',"crossOrigin":false', b"")),
        ("white-space-in-the-client-data", json.dumps(json.loads(usual)).encode()),
    ):
        yield maker.good(label, "ClientVariant", passkey.fields(client_data=client_data))
    # The signed message.
    for label, body in (("a-newline-after-the-body", BODY + b"\n"), ("the-body-left-out", b"")):
        yield maker.bad(label, "bad-signature", "AlteredMessage", fields, body=body.hex())
    label = Label("another-passkey-s-key", "another passkey's key")
    yield maker.bad(label, "bad-signature", "WrongKey", fields, cose_public_key=other.public_key.hex())
    for label, bad_challenge in (
        ("the-challenge-is-the-raw-hash", hashlib.sha256(BODY).digest()),
        ("the-challenge-is-the-hex-in-upper-case", challenge.upper()),
        ("the-challenge-is-base64url-of-the-hash", encode_base64url(hashlib.sha256(BODY).digest()).encode()),
        ("the-challenge-is-the-body", BODY),
        ("the-challenge-is-empty", b""),
    ):
        client_data = passkey.client_data(bad_challenge)
        yield maker.bad(label, "bad-signature", "RawChallenge", passkey.fields(client_data=client_data))
    yield from _other_messages(maker)
    for label, flag, changes in (
        (
            Label("a-registration-s-client-data", "a registration's client data"),
            "CeremonyConfusion",
            {"type": "webauthn.create"},
        ),
        (
            Label("a-payment-s-client-data", "a payment's client data"),
            "CeremonyConfusion",
            {"type": "payment.get"},
        ),
        ("another-origin", "WrongContext", {"origin": "https://example.org"}),
        ("the-origin-with-a-slash", "WrongContext", {"origin": ORIGIN + "/"}),
        ("the-origin-without-TLS", "WrongContext", {"origin": "http://example.com"}),
        (
            Label("a-sub-domain-as-origin", "a sub-domain as origin"),
            "WrongContext",
            {"origin": "https://www.example.com"},
        ),
    ):
        client_data = passkey.client_data(challenge, **changes)
        error = "wrong-origin" if flag == "WrongContext" else "bad-signature"
        yield maker.bad(label, error, flag, passkey.fields(client_data=client_data))
    other_party = passkey.fields(data=passkey.data(rp_id="example.org"))
    yield maker.bad("another-relying-party", "wrong-origin", "WrongContext", other_party)
    rp_id_hash = passkey.data()[:32]
    for which, changed_hash in near_missed_bytes(rp_id_hash):
        signed = passkey.fields(data=changed_hash + passkey.data()[32:])
        label = Label(
            f"the-{which}-byte-of-the-relying-party-s-hash-changed",
            f"the {which} byte of the relying party's hash changed",
        )
        yield maker.bad(label, "wrong-origin", "WrongContext", signed)
    for label, changed_origin in (("cut", ORIGIN[:-1]), ("longer", ORIGIN + "m")):
        client_data = passkey.client_data(challenge, origin=changed_origin)
        signed = passkey.fields(client_data=client_data)
        yield maker.bad(f"an-origin-that-is-{label}-by-a-letter", "wrong-origin", "WrongContext", signed)
    for label, flag, data in (
        ("the-user-absent", "UserPresence", passkey.data(flags=0x04)),
        ("no-flag-at-all", "UserPresence", passkey.data(flags=0x00)),
    ):
        yield maker.bad(label, "bad-signature", flag, passkey.fields(data=data))
    label = Label("the-user-not-verified-but-required", "the user not verified, but required")
    signed = passkey.fields(data=passkey.data(flags=0x01))
    yield maker.bad(label, "bad-signature", "UserPresence", signed, require_user_verification=True)
    for label, data in (
        ("cut", passkey.data()[:-1]),
        ("empty", b""),
        ("a-byte-after-it", passkey.data() + b"\0"),
        ("extensions-that-are-not-there", passkey.data(flags=0x85)),
        ("extensions-that-are-no-map", passkey.data(flags=0x85, rest=b"\x80")),
        ("extensions-with-a-key-twice", passkey.data(flags=0x85, rest=b"\xa2\x61a\x01\x61a\x01")),
        ("extensions-with-a-tag", passkey.data(flags=0x85, rest=b"\xa1\x61a\xc1\x00")),
        ("a-byte-after-the-extensions", passkey.data(flags=0x85, rest=b"\xa0\x00")),
        ("a-credential-that-is-not-there", passkey.data(flags=0x45)),
        ("backed-up-but-not-eligible-for-it", passkey.data(flags=0x15)),
    ):
        flag = "CborStrictness" if "extensions" in id_of(label) else "WrongType"
        yield maker.bad(placed("authenticator-data", label), "malformed", flag, passkey.fields(data=data))
    whole = {"type": "webauthn.get", "challenge": encode_base64url(challenge), "origin": ORIGIN}
    yield from maker.bad_each("client-data", without_mark(json_defects(whole)), maker.signed)
    signed = passkey.fields(client_data=compact(whole).encode("utf-16-le"))
    yield maker.bad(
        Label("client-data-UTF-16", "client data: UTF-16", idea="UTF-16"),
        "malformed",
        "JsonStrictness",
        signed,
    )
    for label, text in json_variants(whole):
        yield maker.good(placed("client-data", label), "ClientVariant", maker.signed(text))
    padded = compact({**whole, "challenge": f"{encode_base64url(challenge)}=="})
    yield maker.good("the-challenge-with-its-padding", "ClientVariant", maker.signed(padded))
    defects = base64url_defects(encode_base64url(challenge))
    yield from maker.bad_each(
        "the-challenge", defects, lambda text: maker.signed(compact({**whole, "challenge": text}))
    )
    # Bytes changed after signing.
    data, client_data = passkey.data(), passkey.client_data(challenge)
    for label, name, value in (
        ("the-counter-changed", "authenticatorData", passkey.data(count=2)),
        ("the-flags-changed", "authenticatorData", passkey.data(flags=0x01)),
        ("white-space-in-the-client-data-added", "clientDataJson", client_data.replace(b",", b", ", 1)),
        (
            Label("a-registration-s-client-data-put-in", "a registration's client data put in"),
            "clientDataJson",
            client_data.replace(b".get", b".create"),
        ),
        ("the-authenticator-data-doubled", "authenticatorData", data + data),
    ):
        changed = {**fields, name: encode_base64url(value)}
        yield maker.bad(label, "bad-signature", "AlteredMessage", changed)


def _encodings(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases about the encoding of the stamp and its fields."""
    label: str | Label
    passkey = maker.passkey
    fields = passkey.fields()
    padded = {name: value + "=" * (-len(value) % 4) for name, value in fields.items()}
    for label, header in (
        ("keys-in-reverse-order", compact(dict(reversed(fields.items())))),
        ("white-space", json.dumps(fields, indent=2)),
        ("fields-with-padding", compact(padded)),
        ("a-field-that-is-not-known", compact({**fields, "userHandle": "x"})),
    ):
        yield maker.good(label, "ClientVariant", header)
    for label, header in json_variants(fields):
        yield maker.good(label, "ClientVariant", header)
    yield from maker.bad_each("", json_defects(fields))

    def changed(**changes: str) -> dict[str, str]:
        return {**fields, **changes}

    for name, value in fields.items():
        yield from maker.bad_each(name, base64url_defects(value), changed, name)
    yield maker.bad("an-empty-credential-id", "malformed", "WrongType", {**fields, "credentialId": ""})
    label = "base64url-around-the-JSON"
    yield maker.bad(label, "malformed", "Base64Encoding", encode_base64url(compact(fields).encode()))


def _near_contexts(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield client data and authenticator data that nearly match the expectations."""
    label: str | Label
    passkey, challenge = maker.passkey, webauthn_challenge(BODY)
    for name, value, error, flag in (
        ("type", "webauthn.get", "bad-signature", "CeremonyConfusion"),
        ("origin", ORIGIN, "wrong-origin", "WrongContext"),
    ):
        for difference, other in near_texts(value):
            client_data = passkey.client_data(challenge, **{name: other})
            label = placed(f"the-{name}", difference)
            yield maker.bad(label, error, flag, passkey.fields(client_data=client_data))
    for label, other_challenge in (
        ("its-first-digit-changed", b"g" + challenge[1:]),
        ("a-digit-after-it", challenge + b"0"),
        ("cut-by-a-digit", challenge[:-1]),
    ):
        signed = passkey.fields(client_data=passkey.client_data(other_challenge))
        yield maker.bad(placed("the-challenge", label), "bad-signature", "RawChallenge", signed)
    data = passkey.data()
    signed = passkey.fields(data=bytes([data[0] ^ 1]) + data[1:])
    label = Label(
        "the-first-byte-of-the-relying-party-s-hash-changed",
        "the first byte of the relying party's hash changed",
    )
    yield maker.bad(label, "wrong-origin", "WrongContext", signed)


def _other_messages(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield genuine signatures over other messages, composed of the same parts."""
    passkey = maker.passkey
    data, client_data = passkey.data(), passkey.client_data(webauthn_challenge(BODY))
    client_hash = hashlib.sha256(client_data).digest()
    for label, message in (
        ("the-authenticator-data-alone", data),
        ("the-hash-of-the-client-data-alone", client_hash),
        ("the-client-data-itself", data + client_data),
        ("the-two-parts-in-the-other-order", client_hash + data),
        ("the-body", BODY),
    ):
        fields = {**passkey.fields(), "signature": encode_base64url(passkey.sign(message))}
        yield maker.bad(f"signed-over-{label}", "bad-signature", "AlteredMessage", fields)


def _es256(maker: _Maker) -> Iterator[VerificationCase]:
    yield from _near_contexts(maker)
    passkey = maker.passkey
    message = passkey.data() + hashlib.sha256(passkey.client_data(webauthn_challenge(BODY))).digest()
    signature = passkey.sign(message)
    fields = passkey.fields()
    r, s = decode_dss_signature(signature)
    twin = encode_dss_signature(r, P256.group_order - s)
    yield maker.good("s-in-its-other-half", "LowS", {**fields, "signature": encode_base64url(twin)})
    yield from maker.bad_each(
        "the-signature",
        der_defects(signature, P256.group_order),
        lambda text: {**fields, "signature": encode_base64url(bytes.fromhex(text))},
    )
    key = cbor2.loads(passkey.public_key)
    yield from _keys(
        maker,
        (
            (
                Label("the-key-s-x-changed-off-the-curve", "the key's x changed, off the curve"),
                "InvalidPoint",
                {**key, -2: bytes(32)[:-1] + b"\5"},
            ),
            (Label("the-key-s-x-cut", "the key's x cut"), "InvalidPoint", {**key, -2: key[-2][:-1]}),
            (
                Label("the-key-s-y-left-out", "the key's y left out"),
                "MissingField",
                {label: key[label] for label in key if label != -3},
            ),
            (
                Label(
                    "the-key-s-y-a-boolean-as-in-the-compressed-form",
                    "the key's y a boolean, as in the compressed form",
                ),
                "CompressedPoint",
                {**key, -3: True},
            ),
            (Label("the-key-s-type-as-text", "the key's type as text"), "WrongType", {**key, 1: "EC2"}),
            (
                Label("the-key-s-algorithm-left-out", "the key's algorithm left out"),
                "MissingField",
                {label: key[label] for label in key if label != 3},
            ),
            (
                Label("the-key-s-curve-left-out", "the key's curve left out"),
                "MissingField",
                {label: key[label] for label in key if label != -1},
            ),
            ("the-key-an-array", "CborStrictness", [1, 2]),
        ),
        (
            (Label("the-key-on-P-384", "the key on P-384"), {**key, -1: 2}),
            ("the-key-for-ES384", {**key, 3: -35}),
            ("the-key-for-ES256K", {**key, 3: -47}),
            ("the-key-of-type-OKP", {**key, 1: 1}),
            ("the-key-of-type-RSA", {**key, 1: 3}),
            (
                Label("the-key-of-type-0-which-is-reserved", "the key of type 0, which is reserved"),
                {**key, 1: 0},
            ),
        ),
    )
    unknown = cbor2.dumps({**key, 2: b"id", 4: [2], -4: b"x", "more": None}).hex()
    yield maker.good("labels-of-the-key-that-are-not-known", "ClientVariant", cose_public_key=unknown)
    for label, changed_key in (
        (
            Label("the-key-s-type-left-out", "the key's type left out"),
            {label: key[label] for label in key if label != 1},
        ),
        (Label("the-key-s-type-as-a-float", "the key's type as a float"), {**key, 1: 2.0}),
        (Label("the-key-s-algorithm-as-a-float", "the key's algorithm as a float"), {**key, 3: -7.0}),
        (Label("the-key-s-curve-as-a-float", "the key's curve as a float"), {**key, -1: 1.0}),
        (Label("the-key-s-type-null", "the key's type null"), {**key, 1: None}),
    ):
        encoded = cbor2.dumps(changed_key).hex()
        yield maker.bad(label, "malformed", "WrongType", fields, cose_public_key=encoded)


def _eddsa(maker: _Maker) -> Iterator[VerificationCase]:
    label: str | Label
    fields = maker.passkey.fields()
    signature = maker.passkey.sign(b"x")
    for label, other in (("cut", signature[:-1]), ("a-byte-after-it", signature + b"\0"), ("empty", b"")):
        changed = {**fields, "signature": encode_base64url(other)}
        yield maker.bad(placed("the-signature", label), "malformed", "RawSignature", changed)
    key = cbor2.loads(maker.passkey.public_key)
    yield from _keys(
        maker,
        (
            (Label("the-key-s-x-cut", "the key's x cut"), "InvalidPoint", {**key, -2: key[-2][:-1]}),
            (
                Label("the-key-s-x-left-out", "the key's x left out"),
                "MissingField",
                {label: key[label] for label in key if label != -2},
            ),
        ),
        (
            ("the-key-on-Ed448", {**key, -1: 7}),
            ("the-key-of-type-EC2", {**key, 1: 2}),
            ("the-key-on-X25519", {**key, -1: 4}),
        ),
    )
    # With R neutral and S = 0, any message verifies by the neutral point.
    forged = {**fields, "signature": encode_base64url(b"\1" + bytes(63))}
    label = Label(
        "the-key-is-the-neutral-point-and-a-signature-that-anyone-can-make",
        "the key is the neutral point, and a signature that anyone can make",
    )
    neutral = cbor2.dumps({**key, -2: b"\1" + bytes(31)}).hex()
    yield maker.bad(label, "malformed", "SmallOrder", forged, cose_public_key=neutral)
    no_point = cbor2.dumps({**key, -2: b"\2" + bytes(31)}).hex()
    label = Label("the-key-is-no-point", "the key is no point", section="8.1")
    yield maker.bad(label, "bad-signature", "InvalidPoint", fields, cose_public_key=no_point)


def _rs256(maker: _Maker) -> Iterator[VerificationCase]:
    fields = maker.passkey.fields()
    signature = maker.passkey.sign(b"x")
    for label, other in (
        ("cut", signature[:-1]),
        ("a-byte-after-it", signature + b"\0"),
        ("empty", b""),
        ("all-zero", bytes(256)),
    ):
        changed = {**fields, "signature": encode_base64url(other)}
        yield maker.bad(placed("the-signature", label), "bad-signature", "AlteredMessage", changed)
    yield from _rsa_signatures(maker)
    key = cbor2.loads(maker.passkey.public_key)
    modulus = int.from_bytes(key[-1], "big")
    yield from _keys(
        maker,
        (
            ("a-modulus-with-a-leading-zero-byte", "InvalidPoint", {**key, -1: b"\0" + key[-1]}),
            ("an-exponent-with-a-leading-zero-byte", "InvalidPoint", {**key, -2: b"\0" + key[-2]}),
            ("a-modulus-of-1024-bits", "InvalidPoint", {**key, -1: key[-1][:128]}),
            ("a-modulus-of-more-than-8192-bits", "InvalidPoint", {**key, -1: b"\xff" * 1025}),
            ("an-even-modulus", "InvalidPoint", {**key, -1: key[-1][:-1] + b"\0"}),
            ("an-exponent-of-1", "InvalidPoint", {**key, -2: b"\1"}),
            ("an-even-exponent", "InvalidPoint", {**key, -2: b"\1\0"}),
            ("an-exponent-of-40-bits", "InvalidPoint", {**key, -2: b"\1\0\0\0\1"}),
            ("no-modulus", "MissingField", {label: key[label] for label in key if label != -1}),
            ("a-modulus-that-is-a-number", "WrongType", {**key, -1: modulus}),
        ),
        (
            ("the-key-for-PS256", {**key, 3: -37}),
            ("the-key-for-RS1", {**key, 3: -65535}),
            ("the-key-of-type-EC2", {**key, 1: 2}),
        ),
    )


def _rsa_signatures(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield signatures by the key's holder that only lenient verifiers accept (RFC 8017, section 8.2.2)."""
    label: str | Label
    passkey, fields = maker.passkey, maker.passkey.fields()
    message = passkey.data() + hashlib.sha256(passkey.client_data(webauthn_challenge(BODY))).digest()
    for label, padded in unusual_paddings(message):
        changed = {**fields, "signature": encode_base64url(sign_padded(padded))}
        yield maker.bad(placed("the-signature", label), "bad-signature", "RsaPadding", changed)
    pss = RSA_KEY.sign(message, padding.PSS(padding.MGF1(SHA256()), 0), SHA256())
    label = Label(
        "the-signature-PSS-as-PS256-has-it",
        "the signature: PSS, as PS256 has it",
        idea="PSS, as PS256 has it",
    )
    yield maker.bad(label, "bad-signature", "RsaPadding", {**fields, "signature": encode_base64url(pss)})
    modulus = RSA_KEY.public_key().public_numbers().n
    signed, signature = next(
        (candidate, signature)
        for number in range(10_000)
        for candidate in [passkey.fields(client_data=passkey.client_data(webauthn_challenge(BODY), n=number))]
        for signature in [decode_base64url(candidate["signature"], "signature")]
        if signature[0] == 0
    )
    yield maker.good("a-signature-with-a-leading-zero-byte", "EdgeCaseSignature", signed)
    short = {**signed, "signature": encode_base64url(signature[1:])}
    yield maker.bad("a-signature-without-its-leading-zero-byte", "bad-signature", "SignatureRange", short)
    larger = (int.from_bytes(signature, "big") + modulus).to_bytes(256, "big")
    again = {**signed, "signature": encode_base64url(larger)}
    yield maker.bad("a-signature-plus-the-modulus", "bad-signature", "SignatureRange", again)


def _keys(
    maker: _Maker,
    malformed: tuple[tuple[str | Label, str, object], ...],
    unsupported: tuple[tuple[str | Label, object], ...],
) -> Iterator[VerificationCase]:
    fields = maker.passkey.fields()
    encoded = maker.passkey.public_key
    for label, flag, key in malformed:
        yield maker.bad(label, "malformed", flag, fields, cose_public_key=cbor2.dumps(key).hex())
    for label, key in unsupported:
        yield maker.bad(
            label, "unsupported", "SchemeConfusion", fields, cose_public_key=cbor2.dumps(key).hex()
        )
    labels = encoded[0] & 0x1F
    for label, other in (
        ("the-key-cut", encoded[:-1]),
        ("a-byte-after-the-key", encoded + b"\0"),
        ("the-key-of-indefinite-length", b"\xbf" + encoded[1:] + b"\xff"),
        ("a-label-of-the-key-twice", bytes([0xA0 | labels + 1]) + encoded[1:] + encoded[1:3]),
        ("a-tag-around-the-key", b"\xd9\xd9\xf7" + encoded),
        ("an-empty-key", b""),
    ):
        yield maker.bad(label, "malformed", "CborStrictness", fields, cose_public_key=other.hex())


def _contexts(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases about the requesting page, the challenge, and the credential."""
    label: str | Label
    passkey, challenge, top_origin = maker.passkey, webauthn_challenge(BODY), "https://example.org"
    for label, flag, changes, error in (
        ("an-embedded-page-of-another-origin", "WrongContext", {"crossOrigin": True}, "wrong-origin"),
        (
            "a-topOrigin-and-a-crossOrigin-that-is-false",
            "FieldConflict",
            {"topOrigin": top_origin},
            "malformed",
        ),
        ("the-origin-in-upper-case", "WrongContext", {"origin": ORIGIN.upper()}, "wrong-origin"),
        ("the-origin-with-its-port", "WrongContext", {"origin": ORIGIN + ":443"}, "wrong-origin"),
    ):
        signed = passkey.fields(client_data=passkey.client_data(challenge, **changes))
        yield maker.bad(label, error, flag, signed)
    top = passkey.client_data(challenge, topOrigin=top_origin)
    without = passkey.fields(client_data=top.replace(b'"crossOrigin":false,', b""))
    yield maker.bad("a-topOrigin-without-a-crossOrigin", "malformed", "FieldConflict", without)
    for json_type, value in (("text", "false"), ("a-number", 0), ("an-array", [])):
        signed = passkey.fields(client_data=passkey.client_data(challenge, crossOrigin=value))
        yield maker.bad(f"a-crossOrigin-that-is-{json_type}", "malformed", "WrongType", signed)
    for name, hidden in (("crossOrigin", True), ("topOrigin", top_origin)):
        signed = passkey.fields(client_data=passkey.client_data(challenge, **{name.upper(): hidden}))
        yield maker.bad(of_field(name, "in-upper-case"), "malformed", "FoldedName", signed)
    for which, digits in near_misses(challenge.decode()):
        signed = passkey.fields(client_data=passkey.client_data(digits.encode()))
        label = f"the-challenge-with-its-{which}-digit-changed"
        yield maker.bad(label, "bad-signature", "AlteredMessage", signed)
    raw_id = passkey.credential_id
    attested = bytes(16) + len(raw_id).to_bytes(2, "big") + raw_id + passkey.public_key
    signed = passkey.fields(data=passkey.data(flags=0x45, rest=attested))
    label = Label(
        "authenticator-data-with-a-credential-as-in-a-registration",
        "authenticator data with a credential, as in a registration",
    )
    yield maker.bad(label, "malformed", "CeremonyConfusion", signed)
    fields = passkey.fields()
    longest = b"i" * 1023
    yield maker.good(
        "a-credential-id-of-1023-bytes",
        "FieldLimit",
        {**fields, "credentialId": encode_base64url(longest)},
        credential_id=longest.hex(),
    )
    too_long = {**fields, "credentialId": encode_base64url(longest + b"i")}
    yield maker.bad("a-credential-id-of-1024-bytes", "malformed", "FieldLimit", too_long)


def in_client_data(names: str) -> Label:
    """Return the label of members of the client data."""
    words = words_of(names)
    _, _, others = words.partition(" ")
    idea = f"FIELD {others} of the client data" if others else "FIELD of the client data"
    return Label(f"{names}-of-the-client-data", f"{words} of the client data", idea)


def _nulls_and_marks(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield client data with members that are null, or after a byte order mark."""
    label: str | Label
    passkey, challenge = maker.passkey, webauthn_challenge(BODY)
    for label, changes in (
        ("crossOrigin", {"crossOrigin": None}),
        ("topOrigin", {"topOrigin": None}),
        ("crossOrigin-and-topOrigin", {"crossOrigin": None, "topOrigin": None}),
    ):
        signed = passkey.fields(client_data=passkey.client_data(challenge, **changes))
        yield maker.good(
            placed(Label("null-as-if-left-out", "null, as if left out"), in_client_data(label)),
            "OptionalField",
            signed,
        )
    client_data = passkey.client_data(challenge, crossOrigin=None, topOrigin="https://example.org")
    label = Label("a-topOrigin-and-a-crossOrigin-that-is-null", "a topOrigin, and a crossOrigin that is null")
    yield maker.bad(label, "malformed", "FieldConflict", passkey.fields(client_data=client_data))
    plain = passkey.client_data(challenge)
    marked = passkey.fields(client_data=b"\xef\xbb\xbf" + plain)
    yield maker.good("client-data-that-begins-with-a-byte-order-mark", "ClientVariant", marked)
    label = "client-data-without-the-byte-order-mark-that-was-signed"
    unsigned = {**marked, "clientDataJson": encode_base64url(plain)}
    yield maker.bad(label, "bad-signature", "AlteredMessage", unsigned)
    for label, client_data in (
        ("two-byte-order-marks-before-it", b"\xef\xbb\xbf" * 2 + plain),
        ("a-byte-order-mark-after-it", plain + b"\xef\xbb\xbf"),
    ):
        signed = passkey.fields(client_data=client_data)
        yield maker.bad(placed("client-data", label), "malformed", "JsonStrictness", signed)


def _rsa_keys(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield keys at and beyond the limits; all signatures verify."""
    label: str | Label
    passkey = maker.passkey
    message = passkey.data() + hashlib.sha256(passkey.client_data(webauthn_challenge(BODY))).digest()
    for label, key in (("an-exponent-of-3", CUBE_KEY), ("an-exponent-of-31-bits", LONGEST_EXPONENT_KEY)):
        fields = {**passkey.fields(), "signature": encode_base64url(key.sign_rs256(message))}
        encoded = encode_rs256_key(key.public)
        yield maker.good(label, "FieldLimit", fields, cose_public_key=encoded.hex())
    for label, key in (
        (
            Label(
                "an-exponent-of-32-bits-and-a-signature-by-its-key",
                "an exponent of 32 bits, and a signature by its key",
            ),
            LONG_EXPONENT_KEY,
        ),
        (
            Label(
                "an-exponent-of-1-and-a-signature-that-anyone-can-make",
                "an exponent of 1, and a signature that anyone can make",
            ),
            FORGERS_KEY,
        ),
        (
            Label(
                "a-modulus-of-1024-bits-and-a-signature-by-its-key",
                "a modulus of 1024 bits, and a signature by its key",
            ),
            SHORT_KEY,
        ),
        (
            Label(
                "a-modulus-of-8676-bits-and-a-signature-by-its-key",
                "a modulus of 8676 bits, and a signature by its key",
            ),
            LONG_KEY,
        ),
    ):
        fields = {**passkey.fields(), "signature": encode_base64url(key.sign_rs256(message))}
        encoded = encode_rs256_key(key.public)
        yield maker.bad(label, "malformed", "InvalidPoint", fields, cose_public_key=encoded.hex())


def _challenges() -> Iterator[ChallengeCase]:
    for label, flag, body in (
        ("an-ordinary-request", "Valid", BODY),
        (
            Label(
                "the-service-s-own-example-whose-documentation-prints-another-challenge",
                "the service's own example, whose documentation prints another challenge",
            ),
            "Valid",
            (
                b'{"organization_id": "1234", "type": "ACTIVITY_TYPE_CREATE_API_KEYS", '
                b'"params": {"for": "example"}}'
            ),
        ),
        ("an-empty-body", "EdgeCaseBody", b""),
        ("a-body-that-is-not-ASCII", "EdgeCaseBody", "Zoë 北京 🔑".encode()),
        ("a-body-that-is-not-text", "EdgeCaseBody", bytes(range(256))),
    ):
        challenge = hashlib.sha256(body).hexdigest()
        yield Cases(ChallengeCase).good(label, flag, body=body.hex(), challenge=challenge)


def webauthn_stamp(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of WebAuthn stamps."""
    makers = {name: _Maker(Passkey(name, material)) for name in ("ES256", "EdDSA", "RS256")}
    others = {name: Passkey(name, material) for name in ("ES256", "EdDSA")}
    for name, maker in makers.items():
        # There is only one RSA key.
        if name != "RS256":
            yield from _every_algorithm(maker, others[name])
        else:
            yield maker.good("as-a-browser-makes-it", "Valid")
            other = (BODY + b"\n").hex()
            yield maker.bad("a-newline-after-the-body", "bad-signature", "AlteredMessage", body=other)
    yield from _encodings(makers["ES256"])
    yield from _es256(makers["ES256"])
    yield from _eddsa(makers["EdDSA"])
    yield from _rs256(makers["RS256"])
    for name in others:
        yield from _contexts(makers[name])
        yield from _nulls_and_marks(makers[name])
    yield from _rsa_keys(makers["RS256"])
    yield from _challenges()
