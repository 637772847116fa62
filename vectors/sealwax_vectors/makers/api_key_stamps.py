"""Vectors of API key stamps and keys (wire-formats.md, sections 1 and 2.1)."""

import base64
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec import UNSET, UnsetType

from sealwax._codec.base64url import encode_base64url
from sealwax._crypto.curves import API_CURVES
from sealwax._crypto.ed25519 import ED25519_KEY_BYTES
from sealwax._crypto.keccak import keccak256
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey, with_scheme
from sealwax.schemes import SCHEMES, Scheme
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.api_key_stamps import KeyCase, StampingCase, VerificationCase
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import (
    base64url_defects,
    compact,
    der_defects,
    hex_defects,
    json_defects,
    json_variants,
    last_digit_defects,
    near_misses,
)
from .edwards import (
    ED25519_ORDER,
    ED25519_PRIME,
    ORDER_8_Y,
    SMALL_ORDER,
    EdwardsPoint,
    add_edwards_points,
    decode_edwards_point,
    encode_edwards_point,
    secret_scalar,
)
from .labels import Label, by_rule, comment_of, id_of, placed

BODY = b'{"organizationId":"f9a31c64-d604-42e4-9bef-a773096afad7","timestampMs":"1748876837000"}'


class _Maker(Cases[VerificationCase]):
    """Makes cases for one scheme."""

    def __init__(self, scheme: Scheme, material: KeyMaterial) -> None:
        self.scheme, self.curve = scheme, scheme.curve
        row = API_CURVES[self.curve]
        self.key, self.other = (
            ApiKey(material.take("private key", row.private_key_bytes), self.curve) for _ in range(2)
        )
        # Ed25519 has no SEC1 points and no ECDSA order.
        self.ec_curve = row.curve or P256
        super().__init__(VerificationCase, public_key=self.key.public_key, scheme=scheme.name)

    def sign(self, body: bytes, key: ApiKey | None = None) -> bytes:
        return with_scheme(self.key if key is None else key, self.scheme.name).sign_deterministic(body)

    def stamp(self, body: bytes = BODY) -> dict[str, str]:
        """Return the fields of a body's stamp."""
        signature = self.sign(body).hex()
        return {"publicKey": self.key.public_key, "scheme": self.scheme.name, "signature": signature}

    def fields(
        self, header: str | None = None, *, body: bytes = BODY, repeat: int = 1, **changes: str
    ) -> dict[str, Any]:
        """Return a header, by default the stamp of the body, with changed fields."""
        if header is None:
            header = encoded({**self.stamp(body * repeat), **changes})
        return {"header": header, "body": body.hex(), "body_repeat": repeat}


def encoded(fields: object) -> str:
    """Encode a stamp's fields, or their JSON, as its header: base64url of compact JSON."""
    return encode_base64url((fields if isinstance(fields, str) else compact(fields)).encode())


def _bodies() -> Iterator[tuple[str, str, bytes, int]]:
    """Yield bodies, each with a comment, a flag, and how often it is repeated."""
    yield "an-ordinary-request", "Valid", BODY, 1
    yield "an-empty-body", "EdgeCaseBody", b"", 1
    yield "a-body-that-is-not-ASCII", "EdgeCaseBody", '{"userName":"Zoë 北京 🔑"}'.encode(), 1
    yield "a-body-that-is-not-text", "EdgeCaseBody", bytes(range(256)), 1
    yield "a-body-with-white-space-around-it", "EdgeCaseBody", b" \r\n{}\n\0", 1
    yield "a-body-of-1-MiB", "EdgeCaseBody", b"a", 1 << 20


def _verification(maker: _Maker) -> Iterator[VerificationCase]:
    label: str | Label
    for label, flag, body, repeat in _bodies():
        yield maker.good(label, flag, body=body, repeat=repeat)
    fields = maker.stamp()
    whole = encoded(fields)
    spaced = json.dumps(fields)
    padded = spaced + " " * (len(spaced) % 3 == 0)
    as_go_has_it = {name: fields[name] for name in ("publicKey", "signature", "scheme")}
    for label, header in (
        ("with-padding", base64.urlsafe_b64encode(padded.encode()).decode()),
        (
            Label(
                "white-space-in-the-JSON-as-Python-writes-it", "white space in the JSON, as Python writes it"
            ),
            encoded(spaced),
        ),
        ("keys-in-the-order-of-Go-and-Rust", encoded(as_go_has_it)),
        ("keys-in-reverse-order", encoded(dict(reversed(fields.items())))),
        ("a-field-that-is-not-known", encoded({**fields, "version": 2})),
        ("the-public-key-in-upper-case", encoded({**fields, "publicKey": fields["publicKey"].upper()})),
        ("the-signature-in-upper-case", encoded({**fields, "signature": fields["signature"].upper()})),
    ):
        yield maker.good(label, "ClientVariant", header)
    for label, text in json_variants(fields):
        yield maker.good(placed("the-JSON", label), "ClientVariant", encoded(text))
    # The encoding of the JSON.
    yield from maker.bad_each("the-header", base64url_defects(whole))
    if len(whole) % 4 == 0:
        # The last digit has no spare bits; a space in the JSON adds some.
        yield from maker.bad_each("the-header", last_digit_defects(encoded(compact(fields) + " ")))
    yield from maker.bad_each("the-JSON", json_defects(fields), encoded)
    not_utf8 = encode_base64url(compact(fields)[:-1].encode() + b',"extra":"\xff"}')
    yield maker.bad(
        Label("the-JSON-is-not-UTF-8", "the JSON is not UTF-8"), "malformed", "JsonStrictness", not_utf8
    )
    utf_16 = encode_base64url(compact(fields).encode("utf-16-le"))
    yield maker.bad(Label("the-JSON-is-UTF-16", "the JSON is UTF-16"), "malformed", "JsonStrictness", utf_16)
    yield from _limits(maker, fields)
    # The signer and the message.
    for label, body in (
        ("a-newline-after-the-body", BODY + b"\n"),
        ("white-space-in-the-body", BODY.replace(b",", b", ")),
        ("a-letter-of-another-case-in-the-body", BODY.replace(b"f9a3", b"F9a3")),
        ("the-body-cut", BODY[:-1]),
        ("an-empty-body-instead", b""),
    ):
        yield maker.bad(label, "bad-signature", "AlteredMessage", whole, body=body)
    yield maker.bad("another-public-key", "bad-signature", "WrongKey", publicKey=maker.other.public_key)
    signature = maker.sign(BODY, maker.other).hex()
    yield maker.bad("signed-by-another-key", "bad-signature", "WrongKey", signature=signature)
    for label, flag, message in (
        ("the-hex-of-the-body", "AlteredMessage", BODY.hex().encode()),
        ("base64url-of-the-body", "AlteredMessage", encode_base64url(BODY).encode()),
        (
            Label("the-SHA-256-of-the-body", "the SHA-256 of the body"),
            "OtherHash",
            hashlib.sha256(BODY).digest(),
        ),
        (
            Label("the-hex-of-the-SHA-256-of-the-body", "the hex of the SHA-256 of the body"),
            "OtherHash",
            hashlib.sha256(BODY).hexdigest().encode(),
        ),
    ):
        signature = maker.sign(message).hex()
        yield maker.bad(
            Label(f"signed-over-{id_of(label)}", f"signed over {comment_of(label)}"),
            "bad-signature",
            flag,
            signature=signature,
        )
    if maker.curve == "secp256k1":
        signature = _sign_digest(maker.key, keccak256(BODY)).hex()
        yield maker.bad(
            Label("signed-over-Keccak-256-of-the-body", "signed over Keccak-256 of the body"),
            "bad-signature",
            "OtherHash",
            signature=signature,
        )
    # The scheme.
    for scheme in ("SIGNATURE_SCHEME_TK_API_P384", "", maker.scheme.name.lower(), "none"):
        label = placed("a-scheme-that-there-is-not", _no_scheme(scheme))
        yield maker.bad(label, "unsupported", "SchemeConfusion", scheme=scheme)
    for other in SCHEMES.values():
        if other is maker.scheme:
            continue
        if other.curve == maker.curve:
            label = "another-scheme-of-the-same-curve"
            yield maker.bad(label, "bad-signature", "SchemeConfusion", scheme=other.name)
        elif other.public_key_bytes != maker.scheme.public_key_bytes:
            label = Label(
                f"{id_of(other.name)}-whose-keys-have-another-size",
                f"{other.name}, whose keys have another size",
            )
            yield maker.bad(label, "malformed", "SchemeConfusion", scheme=other.name)
    # The key and the signature as text.
    yield from maker.bad_each("the-public-key", hex_defects(fields["publicKey"]), "publicKey")
    yield from maker.bad_each("the-signature", hex_defects(fields["signature"]), "signature")
    yield from (_ed25519(maker) if maker.curve == "ed25519" else _ecdsa(maker))


def _sign_digest(key: ApiKey, digest: bytes) -> bytes:
    """Sign a digest on secp256k1, with the nonce of RFC 6979."""
    private_key = ec.derive_private_key(int(key.private_key_hex(), 16), ec.SECP256K1())
    return private_key.sign(digest, ec.ECDSA(Prehashed(SHA256()), deterministic_signing=True))


def _no_scheme(scheme: str) -> Label:
    """Return the label of a scheme that there is not."""
    return Label(
        id_of(scheme) or "empty", scheme or "empty", "FIELD" if scheme.islower() and "_" in scheme else ""
    )


def _limits(maker: _Maker, fields: dict[str, str]) -> Iterator[VerificationCase]:
    """Yield documents at and above the limits on depth and on the number of arrays."""
    # The outer object counts as well. The limit is 2000 arrays and objects, and one for every 32 bytes.
    start = f'{compact(fields)[:-1]},"extra":'
    at_limit = _arrays_at_limit(len(start) + len("}"))
    for label, extra, allowed in (
        (by_rule("64-levels"), "[" * 63 + "]" * 63, True),
        (by_rule("2000-arrays-and-objects"), f"[{','.join(['[]'] * 1998)}]", True),
        (by_rule("3000-arrays-and-objects"), f"[{','.join(['[]'] * 2998)}]", False),
        (by_rule("one-array-among-3000-arrays-and-objects"), f"[{','.join(['{}'] * 2998)}]", False),
        (by_rule("as-many-arrays-and-objects-as-its-size-allows"), at_limit, True),
        (
            by_rule(
                Label(
                    "as-many-arrays-and-objects-as-a-byte-more-would-allow",
                    "as many arrays and objects as a byte more would allow",
                )
            ),
            at_limit[:-1],
            False,
        ),
    ):
        header = encoded(f"{start}{extra}}}")
        if allowed:
            yield maker.good(placed("the-JSON", label), "FieldLimit", header)
        else:
            yield maker.bad(placed("the-JSON", label), "malformed", "FieldLimit", header)


def _arrays_at_limit(other_bytes: int) -> str:
    """Return an array of arrays, then spaces: as many as the limit allows, in a document with these bytes."""
    for parts in itertools.count():
        # The object around it and the outer array count as well.
        text = f"[{','.join(['[]'] * (2000 + parts - 2))}]"
        spaces = 32 * parts - other_bytes - len(text)
        if spaces > 0:
            return text + " " * spaces
    raise AssertionError


def _ecdsa(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases that only ECDSA has: points, DER, the two forms of s."""
    label: str | Label
    curve = maker.ec_curve
    fields = maker.stamp()
    signature = bytes.fromhex(fields["signature"])
    r, s = decode_dss_signature(signature)
    twin = {**fields, "signature": encode_dss_signature(r, curve.group_order - s).hex()}
    yield maker.good("the-signature-with-the-other-s", "LowS", encoded(twin))
    wanted: dict[str | Label, Callable[[int, int], bool]] = {
        Label(
            "r-has-a-leading-zero-byte", "r has a leading zero byte", idea="FIELD has a leading zero byte"
        ): lambda r, _: r >> 248 == 0,
        Label(
            "r-has-its-high-bit-set", "r has its high bit set", idea="FIELD has its high bit set"
        ): lambda r, _: r >> 255 == 1,
        Label(
            "s-has-a-leading-zero-byte", "s has a leading zero byte", idea="FIELD has a leading zero byte"
        ): lambda _, s: s >> 248 == 0,
        "r-and-s-have-their-high-bits-clear": lambda r, s: r >> 255 == s >> 255 == 0,
    }
    for label, has in wanted.items():
        body = next(
            candidate
            for candidate in (b'{"n":%d}' % number for number in range(100_000))
            if has(*decode_dss_signature(maker.sign(candidate)))
        )
        yield maker.good(label, "EdgeCaseSignature", body=body)
    yield from maker.bad_each("the-signature", der_defects(signature, curve.group_order), "signature")
    body = next(
        candidate
        for candidate in (b'{"n":%d}' % number for number in range(100_000))
        if decode_dss_signature(maker.sign(candidate))[0] >> 255
    )
    # The sequence has less than 128 bytes, and r has 33 bytes with a zero first.
    der = maker.sign(body)
    stripped = der[:1] + bytes([der[1] - 1]) + b"\2\x20" + der[5:]
    label = Label(
        "the-signature-r-without-the-zero-before-its-high-bit",
        "the signature: r without the zero before its high bit",
        idea="r without the zero before its high bit",
    )
    yield maker.bad(label, "malformed", "SignatureRange", body=body, signature=stripped.hex())
    swapped = encode_dss_signature(s, r).hex()
    yield maker.bad("r-and-s-swapped", "bad-signature", "AlteredMessage", signature=swapped)
    for position, integer in ((8, "r"), (len(signature) - 1, "s")):
        changed = signature[:position] + bytes([signature[position] ^ 1]) + signature[position + 1 :]
        label = f"a-bit-of-{integer}-flipped"
        yield maker.bad(label, "bad-signature", "AlteredMessage", signature=changed.hex())
    # Points.
    point = bytes.fromhex(fields["publicKey"])
    whole = uncompressed_point(decode_point(point, curve, "the public key"))
    negated = (bytes([point[0] ^ 1]) + point[1:]).hex()
    yield maker.bad("the-other-point-of-the-same-x", "bad-signature", "WrongKey", publicKey=negated)
    for label, flag, other in (
        ("the-public-key-is-uncompressed", "CompressedPoint", whole),
        ("the-public-key-is-hybrid", "InvalidPoint", bytes([6 + (whole[-1] & 1)]) + whole[1:]),
        ("the-public-key-is-65-bytes-that-begin-with-02", "InvalidPoint", b"\2" + whole[1:]),
        ("the-public-key-is-the-point-at-infinity", "InvalidPoint", b"\0"),
        ("the-public-key-is-33-bytes-that-begin-with-04", "InvalidPoint", b"\4" + point[1:]),
        ("the-public-key-is-33-bytes-that-begin-with-05", "InvalidPoint", b"\5" + point[1:]),
        ("an-x-that-no-point-has", "InvalidPoint", _no_point(maker)),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", b"\2" + b"\xff" * 32),
        ("the-public-key-cut", "InvalidPoint", point[:-1]),
        ("a-byte-after-the-public-key", "InvalidPoint", point + b"\0"),
        ("an-empty-public-key", "InvalidPoint", b""),
    ):
        yield maker.bad(label, "malformed", flag, publicKey=other.hex())


def _no_point(maker: _Maker) -> bytes:
    """Return the smallest x for which the curve has no point, in compressed form."""
    curve = maker.ec_curve
    for x in range(100):
        candidate = b"\2" + x.to_bytes(32, "big")
        try:
            decode_point(candidate, curve, "x")
        except ValueError:
            return candidate
    raise AssertionError


def _ed25519(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield cases that only Ed25519 has: lengths, and the second spelling of s."""
    label: str | Label
    fields = maker.stamp()
    key, signature = bytes.fromhex(fields["publicKey"]), bytes.fromhex(fields["signature"])
    again = (int.from_bytes(signature[32:], "little") + ED25519_ORDER).to_bytes(32, "little")
    flipped = signature[:32] + bytes([signature[32] ^ 1]) + signature[33:]
    for label, flag, other in (
        ("a-bit-of-R-flipped", "AlteredMessage", bytes([signature[0] ^ 1]) + signature[1:]),
        ("a-bit-of-S-flipped", "AlteredMessage", flipped),
        ("S-plus-the-order-of-the-group", "SignatureRange", signature[:32] + again),
        ("a-signature-of-zeros", "SignatureRange", bytes(64)),
    ):
        yield maker.bad(label, "bad-signature", flag, signature=other.hex())
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    for label, other in (
        ("an-empty-signature", b""),
        ("the-signature-cut", signature[:-1]),
        ("a-byte-after-the-signature", signature + b"\0"),
        ("the-signature-wrapped-as-DER", der),
    ):
        yield maker.bad(label, "malformed", "RawSignature", signature=other.hex())
    for label, other in (
        ("the-public-key-cut", key[:-1]),
        ("a-byte-after-the-public-key", key + b"\0"),
        (
            Label(
                "a-byte-before-the-public-key-as-a-compressed-point-has",
                "a byte before the public key, as a compressed point has",
            ),
            b"\2" + key,
        ),
        ("an-empty-public-key", b""),
    ):
        yield maker.bad(label, "malformed", "InvalidPoint", publicKey=other.hex())
    # With R neutral and S = 0, any body verifies if the key is the neutral point, and about one body in n if
    # the key has the small order n.
    forged = (b"\1" + bytes(63)).hex()
    for label, encoded in SMALL_ORDER:
        changes = {"publicKey": encoded.to_bytes(ED25519_KEY_BYTES, "little").hex(), "signature": forged}
        yield maker.bad(
            Label(f"the-public-key-is-{id_of(label)}", f"the public key is {comment_of(label)}"),
            "malformed",
            "InvalidPoint",
            **changes,
        )
    for label, encoded in (
        ("a-y-that-is-not-reduced", ED25519_PRIME + 3),
        ("a-y-that-is-as-large-as-can-be", 2**256 - 1),
    ):
        key_text = encoded.to_bytes(ED25519_KEY_BYTES, "little").hex()
        yield maker.bad(label, "malformed", "InvalidPoint", publicKey=key_text)
    key_text = (2).to_bytes(ED25519_KEY_BYTES, "little").hex()
    yield maker.bad("a-y-that-no-point-has", "bad-signature", "InvalidPoint", publicKey=key_text)
    yield from _ed25519_of_mixed_order(maker)


def _sum(first: EdwardsPoint, second: EdwardsPoint) -> bytes:
    return encode_edwards_point(add_edwards_points(first, second))


def _ed25519_of_mixed_order(maker: _Maker) -> Iterator[VerificationCase]:
    """Yield signatures for the key A + T: its holder knows A = aB, and T has order 8.

    If R = -kT, S = ka solves SB = R + k(A + T) without the cofactor. If 8 divides k, kT is neutral, and any
    R = rB works with S = r + ka.
    """
    label: str | Label
    order_8 = decode_edwards_point(ORDER_8_Y.to_bytes(ED25519_KEY_BYTES, "little"))
    own, other = (bytes.fromhex(key.public_key) for key in (maker.key, maker.other))
    secret, nonce = (secret_scalar(bytes.fromhex(key.private_key_hex())) for key in (maker.key, maker.other))
    public_key = encode_edwards_point(add_edwards_points(decode_edwards_point(own), order_8))
    multiples = [(0, 1)]
    while len(multiples) < 8:
        multiples.append(add_edwards_points(multiples[-1], order_8))

    def sign(r: bytes, nonce: int, multiple: int) -> tuple[bytes, str]:
        """Find a body with -k equal to ``multiple`` modulo 8; return it and its header."""
        body, k = next(
            (candidate, k)
            for candidate in (b'{"n":%d}' % number for number in range(10_000))
            for k in [int.from_bytes(hashlib.sha512(r + public_key + candidate).digest(), "little")]
            if -(k % ED25519_ORDER) % 8 == multiple
        )
        s = (nonce + k * secret) % ED25519_ORDER
        signature = r + s.to_bytes(ED25519_KEY_BYTES, "little")
        changes = {"publicKey": public_key.hex(), "signature": signature.hex()}
        return body, encoded({**maker.stamp(), **changes})

    body, header = sign(other, nonce, 0)
    label = Label(
        "a-public-key-with-a-component-of-small-order-as-its-holder-chose-it",
        "a public key with a component of small order, as its holder chose it",
    )
    case = maker.good(label, "EdgeCaseKey", header, body=body)
    case.public_key = public_key.hex()
    yield case
    r_point = decode_edwards_point(other)
    # The equation with the cofactor, 8SB = 8R + 8k(A + T), ignores components of small order.
    for label, r, multiple, verifies in (
        ("R-and-the-key-have-parts-of-small-order-that-cancel-out", _sum(r_point, multiples[3]), 3, True),
        (
            "R-and-the-key-have-parts-of-small-order-that-only-cofactors-cancel",
            _sum(r_point, multiples[2]),
            3,
            False,
        ),
        ("the-key-has-a-part-of-small-order-that-only-the-cofactor-cancels", other, 1, False),
    ):
        body, header = sign(r, nonce, multiple)
        if verifies:
            case = maker.good(label, "SmallOrder", header, body=body)
            case.public_key = public_key.hex()
            yield case
        else:
            yield maker.bad(label, "bad-signature", "SmallOrder", header, body=body)
    r = _sum(r_point, order_8)
    k = int.from_bytes(hashlib.sha512(r + own + BODY).digest(), "little")
    signature = r + ((nonce + k * secret) % ED25519_ORDER).to_bytes(ED25519_KEY_BYTES, "little")
    label = "R-has-a-part-of-small-order-that-only-the-cofactor-cancels"
    yield maker.bad(label, "bad-signature", "SmallOrder", signature=signature.hex())
    for point, number in SMALL_ORDER:
        r = number.to_bytes(ED25519_KEY_BYTES, "little")
        body, header = sign(r, 0, multiples.index(decode_edwards_point(r)))
        label = Label(
            f"R-is-{id_of(point)}-and-the-key-s-holder-made-S-for-it",
            f"R is {comment_of(point)}, and the key's holder made S for it",
        )
        yield maker.bad(label, "bad-signature", "SmallOrder", header, body=body)


def _stamping(maker: _Maker) -> Iterator[StampingCase]:
    cases = Cases(StampingCase, scheme=maker.scheme.name, private_key=maker.key.private_key_hex())
    for label, flag, body, repeat in _bodies():
        header = encoded(maker.stamp(body * repeat))
        flags = f"{flag}+DeterministicSignature"
        yield cases.good(label, flags, body=body.hex(), body_repeat=repeat, header=header)


def _keys(maker: _Maker) -> Iterator[KeyCase]:
    curve, order = maker.curve, maker.ec_curve.group_order
    private = maker.key.private_key_hex()
    cases = Cases(KeyCase, private_key="", claimed_public_key=UNSET, curve=curve)
    bad = cases.bad

    def good(label: str | Label, flag: str, text: str, claimed: str | UnsetType = UNSET) -> KeyCase:
        public_key = ApiKey.from_private_key(text, curve).public_key
        return cases.good(label, flag, text, claimed, public_key=public_key)

    yield good("an-ordinary-key", "Valid", private)
    yield good("an-ordinary-key-with-its-public-key", "Valid", private, maker.key.public_key)
    yield good("in-upper-case", "ClientVariant", private.upper())
    yield good("the-public-key-in-upper-case", "ClientVariant", private, maker.key.public_key.upper())
    yield good("a-leading-zero-byte", "EdgeCaseKey", "00" + private[2:])
    yield good(
        Label("thirty-one-leading-zero-bytes", "thirty-one leading zero bytes"),
        "EdgeCaseKey",
        "01".rjust(64, "0"),
    )
    yield from cases.bad_each("the-private-key", hex_defects(private))
    yield bad("empty", "malformed", "PrivateKeyForm", "")
    yield bad("leading-zeros-left-out", "malformed", "PrivateKeyForm", private[2:])
    yield bad("33-bytes", "malformed", "PrivateKeyForm", "00" + private)
    yield bad(
        Label("another-pair-s-public-key", "another pair's public key"),
        "key-mismatch",
        "WrongKey",
        private,
        maker.other.public_key,
    )
    for which, claimed in near_misses(maker.key.public_key):
        label = f"a-public-key-whose-{which}-digit-is-another"
        yield bad(label, "key-mismatch", "WrongKey", private, claimed)
    yield bad("a-public-key-that-is-not-hex", "malformed", "HexEncoding", private, "x" + private[1:])
    yield bad("an-empty-public-key", "key-mismatch", "WrongKey", private, "")
    if curve == "ed25519":
        long_form = private + maker.key.public_key
        yield good("the-seed-and-its-public-key", "ClientVariant", long_form)
        yield bad("halves-that-disagree", "key-mismatch", "PrivateKeyForm", private + maker.other.public_key)
        yield bad("the-seed-twice", "key-mismatch", "PrivateKeyForm", private * 2)
        for which, public_key in near_misses(maker.key.public_key):
            label = f"a-second-half-whose-{which}-digit-is-another"
            yield bad(label, "key-mismatch", "PrivateKeyForm", private + public_key)
        return
    point = uncompressed_point(
        decode_point(bytes.fromhex(maker.key.public_key), maker.ec_curve, "the public key")
    )
    yield bad("its-public-key-uncompressed", "key-mismatch", "CompressedPoint", private, point.hex())
    yield good("the-largest-scalar", "EdgeCaseKey", f"{order - 1:064x}")
    yield bad("a-scalar-of-0", "malformed", "InvalidScalar", "00" * 32)
    yield bad("the-order-as-a-scalar", "malformed", "InvalidScalar", f"{order:064x}")
    yield bad("the-order-plus-1-as-a-scalar", "malformed", "InvalidScalar", f"{order + 1:064x}")
    yield bad("the-largest-number-of-32-bytes", "malformed", "InvalidScalar", "ff" * 32)
    yield bad(
        Label("64-bytes-as-Ed25519-has-them", "64 bytes, as Ed25519 has them"),
        "malformed",
        "PrivateKeyForm",
        private * 2,
    )


def _cases(scheme: Scheme, material: KeyMaterial) -> Iterator[Case]:
    maker = _Maker(scheme, material)
    yield from _verification(maker)
    yield from _stamping(maker)
    if scheme.is_default:
        yield from _keys(maker)


_Cases = Callable[[KeyMaterial], Iterator[Case]]
api_key_stamp_p256: _Cases = partial(_cases, SCHEMES["SIGNATURE_SCHEME_TK_API_P256"])
api_key_stamp_secp256k1: _Cases = partial(_cases, SCHEMES["SIGNATURE_SCHEME_TK_API_SECP256K1"])
api_key_stamp_eip191: _Cases = partial(_cases, SCHEMES["SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"])
api_key_stamp_ed25519: _Cases = partial(_cases, SCHEMES["SIGNATURE_SCHEME_TK_API_ED25519"])
