"""Vectors of secrets that are sealed to quorum keys (wire-formats.md, section 4.7)."""

from collections.abc import Iterator
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwax._codec.base58 import encode_base58, encode_base58check
from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point, uncompressed_point
from sealwax._limits import MAX_BASE58_SECRET_BYTES
from sealwax.bundles.quorum_key import envelope_aad, envelope_key, seal_envelope
from sealwax.keys import TargetKey
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.quorum_keys import (
    Base58Case,
    ClientSecretCase,
    KnownCase,
    OnRampCase,
    OpeningCase,
    PullSecretCase,
    SealingCase,
)
from sealwax_vectors.format import Case

from .builder import Cases
from .defects import hex_defects
from .labels import Label, by_rule, placed

T = TypeVar("T", bound="ClientSecretCase")

_PLAINTEXTS = (
    ("text", "Valid", b"a secret"),
    ("one-byte", "EdgeCaseBody", b"0"),
    ("a-byte-more-than-a-block", "EdgeCaseBody", bytes(range(17))),
    ("a-seed-of-32-bytes", "Valid", bytes(range(32))),
    ("not-text", "EdgeCaseBody", b"\xff\xfe\0"),
    ("not-ASCII", "ByteWiseText", "pässwörd 密码".encode()),
    ("300-bytes", "EdgeCaseBody", bytes(300)),
)


def _sealing(material: KeyMaterial) -> Iterator[SealingCase]:
    label: str | Label
    key = material.take_key("receiver")
    point = bytes.fromhex(key.public_key)
    short = compressed_point(decode_point(point, P256, "key"))
    cases = Cases(
        SealingCase,
        public_key=key.public_key,
        receiver_private_key=key.private_key_hex(),
        message=b"a secret".hex(),
        plaintext=b"a secret".hex(),
    )
    for label, flag, message in (*_PLAINTEXTS, ("an-empty-message", "EdgeCaseBody", b"")):
        yield cases.good(label, flag, message=message.hex(), plaintext=message.hex())
    for label, text in (
        ("the-receiver-compressed", short.hex()),
        (
            Label("the-receiver-compressed-in-upper-case", "the receiver compressed, in upper case"),
            short.hex().upper(),
        ),
        ("the-receiver-in-upper-case", key.public_key.upper()),
    ):
        yield cases.good(label, "ClientVariant", text)
    for form, digits in (("uncompressed", key.public_key), ("compressed", short.hex())):
        yield from cases.bad_each(Label(f"the-receiver-{form}", f"the receiver, {form}"), hex_defects(digits))
    for label, other in (
        ("off-the-curve", point[:-1] + bytes([point[-1] ^ 1])),
        ("hybrid", bytes([6 + (point[-1] & 1)]) + point[1:]),
        ("at-infinity", b"\0"),
        ("all-zero", b"\4" + bytes(64)),
        ("a-coordinate-that-is-not-in-the-field", b"\4" + b"\xff" * 64),
        (
            Label("an-x-that-is-not-in-the-field-compressed", "an x that is not in the field, compressed"),
            b"\2" + b"\xff" * 32,
        ),
        ("a-form-that-SEC1-does-not-have", b"\5" + short[1:]),
        (
            Label(
                "uncompressed-cut-to-a-compressed-one-s-length",
                "uncompressed, cut to a compressed one's length",
            ),
            point[:33],
        ),
        ("a-byte-after-it", point + b"\0"),
        ("a-byte-less", point[:-1]),
        ("without-its-first-byte", point[1:]),
        ("a-key-set-of-130-bytes", point + point),
        ("empty", b""),
    ):
        yield cases.bad(placed("the-receiver", label), "malformed", "InvalidPoint", other.hex())


def _known(material: KeyMaterial) -> Iterator[KnownCase]:
    key = material.take_key("receiver")
    for label, flag, message in _PLAINTEXTS:
        sender, nonce = material.take_key("sender"), material.take("nonce")[:12]
        envelope = seal_envelope(
            key.private_key_object().public_key(), message, ephemeral=sender.private_key_object(), nonce=nonce
        )
        yield Cases(KnownCase).good(
            label,
            flag,
            public_key=key.public_key,
            sender_private_key=sender.private_key_hex(),
            nonce=nonce.hex(),
            message=message.hex(),
            envelope=envelope.hex(),
        )


def _wrong_nonces(good: KnownCase) -> Iterator[KnownCase]:
    """Yield a known case with a nonce of another length."""
    fields = {name: getattr(good, name) for name in ("public_key", "sender_private_key", "message")}
    for size in (11, 13):
        label = f"a-nonce-of-{size}-bytes"
        nonce = good.nonce[:22].ljust(2 * size, "0")
        yield Cases(KnownCase, **fields).bad(label, "malformed", "FieldLimit", nonce=nonce)


def _opening(material: KeyMaterial) -> Iterator[OpeningCase]:
    label: str | Label
    key, other = material.take_key("receiver"), material.take_key("receiver")

    def seal(message: bytes) -> bytes:
        sender, nonce = material.take_key("sender"), material.take("nonce")[:12]
        receiver = key.private_key_object().public_key()
        return seal_envelope(receiver, message, ephemeral=sender.private_key_object(), nonce=nonce)

    cases = Cases(OpeningCase, envelope="", receiver_private_key=key.private_key_hex())
    for label, flag, message in _PLAINTEXTS:
        yield cases.good(label, flag, seal(message).hex(), plaintext=message.hex())
    empty = seal(b"")
    yield cases.good("an-empty-message", "EdgeCaseBody", empty.hex(), plaintext="")
    whole = seal(b"a secret")

    def bad(label: str | Label, error: Any, flag: str, envelope: bytes, **changes: str) -> OpeningCase:
        return cases.bad(label, error, flag, envelope.hex(), **changes)

    def flipped(position: int) -> bytes:
        return whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :]

    label = "another-key"
    yield bad(label, "decryption-failed", "WrongKey", whole, receiver_private_key=other.private_key_hex())
    for label, position in (
        ("the-nonce", 0),
        ("the-last-byte-of-the-nonce", 11),
        ("the-ciphertext", 81),
        ("the-tag", len(whole) - 1),
    ):
        yield bad(f"a-bit-flipped-in-{label}", "decryption-failed", "AlteredCiphertext", flipped(position))
    point, length, ciphertext = whole[12:77], whole[77:81], whole[81:]
    another = seal(b"a secret")
    for label, envelope in (
        ("the-sender-of-another-envelope", whole[:12] + another[12:77] + whole[77:]),
        ("the-nonce-of-another-envelope", another[:12] + whole[12:]),
        ("the-ciphertext-of-another-envelope", whole[:81] + another[81:]),
        (
            Label("the-sender-s-point-negated", "the sender's point negated"),
            whole[:12] + _negated(point) + whole[77:],
        ),
        (
            Label("the-ciphertext-cut-with-its-length", "the ciphertext cut, with its length"),
            whole[:77] + b"\x17\0\0\0" + ciphertext[:-1],
        ),
        (
            Label("a-byte-after-it-with-its-length", "a byte after it, with its length"),
            whole[:77] + b"\x19\0\0\0" + ciphertext + b"\0",
        ),
        ("sealed-as-HPKE", _as_hpke(material, key, whole[:12])),
    ):
        yield bad(label, "decryption-failed", "AlteredCiphertext", envelope)
    for label, flag, sealed in _sealed_otherwise(material, key):
        yield bad(label, "decryption-failed", flag, sealed)
    for label, envelope in (
        ("the-ciphertext-cut", whole[:-1]),
        ("a-byte-after-the-ciphertext", whole + b"\0"),
        ("a-length-in-big-endian", whole[:77] + length[::-1] + ciphertext),
        ("a-length-of-0", whole[:77] + bytes(4) + ciphertext),
        ("a-length-of-4-GiB", whole[:77] + b"\xff" * 4 + ciphertext),
        ("a-length-of-two-bytes", whole[:77] + length[:2] + ciphertext),
        ("shorter-than-its-tag", whole[:77] + b"\x0f\0\0\0" + ciphertext[:15]),
        (
            Label("an-empty-message-its-tag-cut-to-12-bytes", "an empty message, its tag cut to 12 bytes"),
            empty[:77] + b"\x0c\0\0\0" + empty[81:93],
        ),
        ("no-ciphertext", whole[:77] + bytes(4)),
        ("its-nonce-alone", whole[:12]),
        ("empty", b""),
    ):
        yield bad(label, "malformed", "EnvelopeLength", envelope)
    short = compressed_point(decode_point(point, P256, "point"))
    for label, flag, sender in (
        ("off-the-curve", "InvalidPoint", point[:-1] + bytes([point[-1] ^ 1])),
        ("hybrid", "InvalidPoint", bytes([6 + (point[-1] & 1)]) + point[1:]),
        ("all-zero", "InvalidPoint", b"\4" + bytes(64)),
        ("compressed", "CompressedPoint", short),
        (
            Label("compressed-and-zeros-after-it", "compressed, and zeros after it"),
            "CompressedPoint",
            short + bytes(32),
        ),
    ):
        envelope = whole[:12] + sender + whole[77:]
        yield bad(
            placed(Label("the-sender-s-point", "the sender's point"), label), "malformed", flag, envelope
        )


def _sealed_otherwise(material: KeyMaterial, key: TargetKey) -> Iterator[tuple[str | Label, str, bytes]]:
    """Yield envelopes with a wrong aad or a wrong AES key, each with a comment and a flag."""
    label: str | Label
    sender, nonce = material.take_key("sender of other aads"), material.take("nonce of other aads")[:12]
    one, other = bytes.fromhex(sender.public_key), bytes.fromhex(key.public_key)
    short_one, short_other = (compressed_point(decode_point(point, P256, "point")) for point in (one, other))
    shared = sender.private_key_object().exchange(ec.ECDH(), key.private_key_object().public_key())

    def sealed(derived: bytes, aad: bytes) -> bytes:
        ciphertext = AESGCM(derived).encrypt(nonce, b"a secret", aad)
        return nonce + one + len(ciphertext).to_bytes(4, "little") + ciphertext

    derived, aad = envelope_key(one, other, shared), envelope_aad(one, other)
    for label, wrong_aad in (
        ("an-empty-aad", b""),
        ("an-aad-without-the-lengths-of-the-points", one + other),
        ("an-aad-with-the-receiver-in-front", envelope_aad(other, one)),
        ("an-aad-of-the-sender-alone", one + b"\x41"),
        ("an-aad-of-the-receiver-alone", other + b"\x41"),
        ("an-aad-with-the-lengths-before-the-points", b"\x41" + one + b"\x41" + other),
        ("an-aad-of-compressed-points", short_one + b"\x21" + short_other + b"\x21"),
    ):
        yield label, "WrongAad", sealed(derived, wrong_aad)
    for label, wrong_key in (
        (
            Label("a-key-from-the-receiver-s-point-in-front", "a key from the receiver's point in front"),
            envelope_key(other, one, shared),
        ),
        ("a-key-from-compressed-points", envelope_key(short_one, short_other, shared)),
        ("a-key-from-the-ECDH-secret-alone", envelope_key(b"", b"", shared)),
    ):
        yield label, "WrongInfo", sealed(wrong_key, aad)


def _negated(point: bytes) -> bytes:
    """Negate an uncompressed point."""
    x, y = point[1:33], point[33:]
    compressed = bytes([3 - (y[-1] & 1)]) + x
    return uncompressed_point(decode_point(compressed, P256, "point"))


def _as_hpke(material: KeyMaterial, key: TargetKey, nonce: bytes) -> bytes:
    ephemeral = material.take_key("sender").private_key_object()
    sealed = seal_base(key.private_key_object().public_key(), b"a secret", ephemeral=ephemeral)
    return nonce + sealed.enc + len(sealed.ct).to_bytes(4, "little") + sealed.ct


def _texts(case: type[T], *, stripped: bool = False, limited: bool = True) -> Iterator[T]:
    cases = Cases(case, secret="")
    longest = "s" * MAX_BASE58_SECRET_BYTES
    yield cases.good(by_rule("16384-bytes"), "FieldLimit", longest, plaintext=longest.encode().hex())
    if limited:
        yield cases.bad(by_rule("16385-bytes"), "malformed", "FieldLimit", longest + "s")
        wide = "\u00e9" * (MAX_BASE58_SECRET_BYTES // 2) + "s"
        yield cases.bad(by_rule("16385-bytes-of-8193-characters"), "malformed", "FieldLimit", wide)
    if stripped:
        padded, plaintext = f" {longest}\n", longest.encode().hex()
        yield cases.good(
            by_rule(
                Label("16384-bytes-and-white-space-around-them", "16384 bytes, and white space around them")
            ),
            "FieldLimit",
            padded,
            plaintext=plaintext,
        )
    for label, flag, text in (
        ("a-secret", "Valid", "GOCSPX-4242"),
        ("one-character", "EdgeCaseBody", "0"),
        ("not-ASCII", "ByteWiseText", "pässwörd 密码"),
        ("white-space-within-it", "EdgeCaseBody", "a b\nc"),
        ("white-space-around-it", "EdgeCaseBody", " \t a secret\r\n"),
    ):
        plaintext = (text.strip() if stripped else text).encode().hex()
        yield cases.good(label, flag, text, plaintext=plaintext)
    yield cases.bad("an-empty-secret", "malformed", "WrongType")
    if stripped:
        for label, text in (("a-space", " "), ("line-ends", "\r\n"), ("tabs-and-newlines", "\t\n\t\n")):
            yield cases.bad(placed("white-space-alone", label), "malformed", "WrongType", text)


def _base58(material: KeyMaterial) -> Iterator[Base58Case]:
    label: str | Label
    key, other = material.take_key("receiver"), material.take_key("receiver")
    cases = Cases(Base58Case, sealed="", receiver_private_key=key.private_key_hex())
    bad = cases.bad

    def seal(message: bytes, material: KeyMaterial = material) -> bytes:
        ephemeral = material.take_key("ephemeral").private_key_object()
        sealed = seal_base(key.private_key_object().public_key(), message, ephemeral=ephemeral)
        return compressed_point(decode_point(sealed.enc, P256, "point")) + sealed.ct

    for label, flag, message in _PLAINTEXTS:
        yield cases.good(label, flag, encode_base58check(seal(message)), plaintext=message.hex())
    fresh = KeyMaterial(material.take("more ephemeral keys"))
    for label, flag, message in (
        ("an-empty-message", "EdgeCaseBody", b""),
        (by_rule("16384-bytes"), "FieldLimit", b"s" * MAX_BASE58_SECRET_BYTES),
    ):
        sealed = encode_base58check(seal(message, fresh))
        yield cases.good(label, flag, sealed, plaintext=message.hex())
    content = seal(b"a secret")
    text = encode_base58check(content)

    label = "another-key"
    yield bad(label, "decryption-failed", "WrongKey", text, receiver_private_key=other.private_key_hex())
    for label, other_text in (
        ("a-digit-changed", text[:10] + ("2" if text[10] != "2" else "3") + text[11:]),
        ("cut", text[:-1]),
        ("a-digit-after-it", text + "2"),
        ("base58-without-a-checksum", encode_base58(content)),
        ("a-digit-that-base58-does-not-have", text[:-1] + "0"),
        ("a-newline-after-it", text + "\n"),
        ("empty", ""),
        ("as-hex", content.hex()),
    ):
        yield bad(label, "malformed", "Base58Encoding", other_text)
    for label, changed in (
        ("a-bit-of-the-ciphertext-flipped", content[:33] + bytes([content[33] ^ 1]) + content[34:]),
        ("a-bit-of-the-tag-flipped", content[:-1] + bytes([content[-1] ^ 1])),
        ("the-ciphertext-cut-by-a-byte", content[:-1]),
        ("a-byte-after-the-ciphertext", content + b"\0"),
        ("the-encapsulated-key-negated", bytes([content[0] ^ 1]) + content[1:]),
    ):
        yield bad(label, "decryption-failed", "AlteredCiphertext", encode_base58check(changed))
    point = uncompressed_point(decode_point(content[:33], P256, "point"))
    for label, flag, changed in (
        ("the-encapsulated-key-uncompressed", "CompressedPoint", point + content[33:]),
        ("the-encapsulated-key-at-infinity", "InvalidPoint", b"\0" * 33 + content[33:]),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", b"\2" + b"\xff" * 32 + content[33:]),
        ("a-form-that-SEC1-does-not-have", "InvalidPoint", b"\5" + content[1:]),
        ("shorter-than-key-and-tag", "AlteredCiphertext", content[:48]),
        ("the-base58check-of-no-bytes", "AlteredCiphertext", b""),
    ):
        yield bad(label, "malformed", flag, encode_base58check(changed))


def quorum_key_envelope(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of secrets that are sealed to quorum keys."""
    yield from _sealing(material)
    known = list(_known(material))
    yield from known
    yield from _wrong_nonces(known[-1])
    yield from _opening(material)
    yield from _texts(ClientSecretCase, limited=False)
    yield from _texts(OnRampCase)
    yield from _texts(PullSecretCase, stripped=True)
    yield from _base58(material)
