"""Vectors of HPKE in the protocol's suite, with the names of RFC 9180 (wire-formats.md, section 3)."""

from collections.abc import Iterator
from typing import Any

from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

from sealwax._crypto.hpke import INFO, seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.testing.key_material import KeyMaterial, derive_target_key
from sealwax_vectors.constructs.hpke import (
    DeriveCase,
    KeySchedule,
    KeyScheduleCase,
    OpenCase,
    SealCase,
    to_kem,
)
from sealwax_vectors.format import Case

from .builder import Cases
from .labels import Label, by_rule, placed

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
"""The prime of P-256's field (SEC2, section 2.4.2)."""

PLAINTEXT = b"leaf lady until indicate praise final route toast cake minimum insect unknown"


class _Sealing:
    """Seals messages with any parameter changed."""

    def __init__(self, material: KeyMaterial) -> None:
        self.material = material
        self.receiver = material.take_key("receiver")
        self.ephemeral = material.take_key("ephemeral")

    @property
    def aad(self) -> bytes:
        return bytes.fromhex(self.ephemeral.public_key + self.receiver.public_key)

    def seal(
        self,
        plaintext: bytes = PLAINTEXT,
        *,
        info: bytes = INFO,
        aad: bytes | None = None,
        aead: AEADId = AEADId.AES256_GCM,
        kdf: KDFId = KDFId.HKDF_SHA256,
    ) -> dict[str, str]:
        """Seal a message, and return the inputs of a case."""
        aad = self.aad if aad is None else aad
        suite = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, kdf, aead)
        pair = to_kem(self.ephemeral.private_key_object())
        receiver = KEMKey.from_pyca_cryptography_key(self.receiver.private_key_object().public_key())
        enc, context = suite.create_sender_context(receiver, info, eks=pair)
        return {
            "skRm": self.receiver.private_key_hex(),
            "pkRm": self.receiver.public_key,
            "info": info.hex(),
            "aad": aad.hex(),
            "enc": enc.hex(),
            "ct": context.seal(plaintext, aad).hex(),
        }


def _plaintexts() -> Iterator[tuple[str, bytes]]:
    yield "a-mnemonic", PLAINTEXT
    yield "an-empty-message", b""
    yield "one-byte", b"\0"
    yield "a-private-key", bytes(range(32))
    yield "a-block-of-AES", b"x" * 16
    yield "text-that-is-not-ASCII", "あいこくしん".encode()
    yield "4-KiB", b"y" * 4096


def _derive(material: KeyMaterial) -> Iterator[DeriveCase]:
    cases = Cases(DeriveCase, ikm="", skm="", pkm="")
    for label, ikm in (
        ("all-zero", bytes(32)),
        ("all-one", b"\xff" * 32),
        ("32-bytes", material.take("ikm")),
        ("64-bytes", material.take("ikm") * 2),
    ):
        key = derive_target_key(ikm)
        yield cases.good(label, "Rfc9180", ikm.hex(), key.private_key_hex(), key.public_key)


def _key_schedule(material: KeyMaterial) -> Iterator[KeyScheduleCase]:
    for label, ikm_e, ikm_r, info in (
        (
            "the-test-vector-published-with-RFC-9180",
            bytes.fromhex("a90d3417c3da9cb6c6ae19b4b5dd6cc9529a4cc24efb7ae0ace1f31887a8cd6c"),
            bytes.fromhex("a0ce15d49e28bd47a18a97e147582d814b08cbe00109fed5ec27d1b4e9f6f5e3"),
            b"Ode on a Grecian Urn",
        ),
        ("the-info-of-the-protocol", material.take("ephemeral"), material.take("receiver"), INFO),
    ):
        cases = Cases(KeyScheduleCase, ikmE=ikm_e.hex(), ikmR=ikm_r.hex(), info=info.hex())
        outputs: Any = KeySchedule(tests=[]).run(cases.good(label, "Rfc9180"))
        yield cases.good(label, "Rfc9180", **outputs)


def _seal(material: KeyMaterial) -> Iterator[SealCase]:
    receiver = material.take_key("receiver")
    cases = Cases(SealCase, pkRm=receiver.public_key, info=INFO.hex())
    for label, plaintext in _plaintexts():
        ikm = material.take("ephemeral")
        ephemeral = derive_target_key(ikm)
        sealed = seal_base(
            receiver.private_key_object().public_key(), plaintext, ephemeral=ephemeral.private_key_object()
        )
        yield cases.good(
            label,
            "Rfc9180",
            ikmE=ikm.hex(),
            aad=ephemeral.public_key + receiver.public_key,
            pt=plaintext.hex(),
            enc=sealed.enc.hex(),
            ct=sealed.ct.hex(),
        )
    zeros = bytes(32)
    yield cases.bad(
        Label("the-receiver-s-key-compressed", "the receiver's key: compressed", idea="compressed"),
        "malformed",
        "CompressedPoint",
        pkRm=_compressed(bytes.fromhex(receiver.public_key)).hex(),
        ikmE=zeros.hex(),
        aad=derive_target_key(zeros).public_key + receiver.public_key,
        pt=PLAINTEXT.hex(),
    )


def _compressed(point: bytes) -> bytes:
    return compressed_point(decode_point(point, P256, "point"))


def _open(material: KeyMaterial) -> Iterator[OpenCase]:
    label: str | Label
    for label, plaintext in _plaintexts():
        sealed = _Sealing(material).seal(plaintext)
        yield Cases(OpenCase, **sealed).good(label, "Rfc9180", pt=plaintext.hex())
    sealing = _Sealing(material)
    cases = Cases(OpenCase, **sealing.seal())
    enc, receiver = bytes.fromhex(sealing.ephemeral.public_key), bytes.fromhex(sealing.receiver.public_key)

    def bad(label: str | Label, flag: str, error: Any = "decryption-failed", **changes: str) -> OpenCase:
        return cases.bad(label, error, flag, **changes)

    for label, info in (
        ("an-empty-info", b""),
        ("another-info", b"turnkey_hpkf"),
        ("the-info-in-upper-case", INFO.upper()),
        ("the-info-with-a-zero-after-it", INFO + b"\0"),
    ):
        yield bad(label, "WrongInfo", **sealing.seal(info=info))
    for label, aad in (
        ("an-empty-aad", b""),
        ("the-two-keys-of-the-aad-swapped", receiver + enc),
        ("the-encapsulated-key-alone-as-aad", enc),
        (Label("the-receiver-s-key-alone-as-aad", "the receiver's key alone as aad"), receiver),
        ("compressed-keys-as-aad", _compressed(enc) + _compressed(receiver)),
        ("the-info-as-aad", INFO),
        ("the-aad-as-hex-text", (enc + receiver).hex().encode()),
    ):
        yield bad(label, "WrongAad", **sealing.seal(aad=aad))
    for label, aead in (
        (Label("sealed-with-AES-128-GCM", "sealed with AES-128-GCM"), AEADId.AES128_GCM),
        (Label("sealed-with-ChaCha20-Poly1305", "sealed with ChaCha20-Poly1305"), AEADId.CHACHA20_POLY1305),
    ):
        yield bad(label, "OtherAead", **sealing.seal(aead=aead))
    yield bad(
        Label("sealed-with-HKDF-SHA512", "sealed with HKDF-SHA512"),
        "OtherAead",
        **sealing.seal(kdf=KDFId.HKDF_SHA512),
    )
    other = material.take_key("receiver")
    yield bad(
        Label("another-receiver-s-key", "another receiver's key"),
        "WrongKey",
        skRm=other.private_key_hex(),
        pkRm=other.public_key,
    )
    ct = bytes.fromhex(cases.usual["ct"])
    for label, changed in (
        ("the-first-bit-flipped", bytes([ct[0] ^ 0x80]) + ct[1:]),
        ("the-last-bit-of-the-tag-flipped", ct[:-1] + bytes([ct[-1] ^ 1])),
        ("the-tag-of-zeros", ct[:-16] + bytes(16)),
        ("cut-by-a-byte", ct[:-1]),
        ("the-first-byte-left-out", ct[1:]),
        ("a-byte-after-it", ct + b"\0"),
        ("the-tag-alone", ct[-16:]),
        ("the-tag-in-front", ct[-16:] + ct[:-16]),
    ):
        yield bad(placed("the-ciphertext", label), "AlteredCiphertext", ct=changed.hex())
    for label, changed in (("shorter-than-a-tag", ct[:15]), ("empty", b"")):
        yield bad(placed("the-ciphertext", label), "AlteredCiphertext", "malformed", ct=changed.hex())
    # Libraries of AES-GCM may take a tag of 4, 8 or 12 to 16 bytes.
    empty = sealing.seal(b"")
    for length in (4, 12):
        label = placed("an-empty-message", f"its-tag-cut-to-{length}-bytes")
        changes = {**empty, "ct": empty["ct"][: 2 * length]}
        yield bad(label, "AlteredCiphertext", "malformed", **changes)
    negated = enc[:33] + (FIELD - int.from_bytes(enc[33:], "big")).to_bytes(32, "big")
    yield bad(
        Label(
            "the-encapsulated-key-the-other-point-of-the-same-x",
            "the encapsulated key: the other point of the same x",
            idea="the other point of the same x",
        ),
        "AlteredCiphertext",
        enc=negated.hex(),
    )
    another = material.take_key("ephemeral").public_key
    yield bad(
        Label(
            "the-encapsulated-key-another-point", "the encapsulated key: another point", idea="another point"
        ),
        "AlteredCiphertext",
        enc=another,
    )
    for label, flag, point in (
        ("off-the-curve", "InvalidPoint", enc[:-1] + bytes([enc[-1] ^ 1])),
        ("all-zero", "InvalidPoint", b"\4" + bytes(64)),
        ("at-infinity", "InvalidPoint", b"\0"),
        ("compressed", "CompressedPoint", _compressed(enc)),
        ("hybrid", "InvalidPoint", bytes([6 + (enc[-1] & 1)]) + enc[1:]),
        ("cut", "InvalidPoint", enc[:-1]),
        ("a-byte-after-it", "InvalidPoint", enc + b"\0"),
        ("coordinates-out-of-the-field", "InvalidPoint", b"\4" + b"\xff" * 64),
        ("empty", "InvalidPoint", b""),
    ):
        yield bad(placed("the-encapsulated-key", label), flag, "malformed", enc=point.hex())
    # The encoding of P-256's point with x = 0 must keep the leading zeros.
    yield bad(
        Label(
            "the-encapsulated-key-the-point-with-x-0",
            "the encapsulated key: the point with x = 0",
            idea="the point with x = 0",
        ),
        "AlteredCiphertext",
        enc=_point_with_x(0).hex(),
    )
    # A reader has its private key alone.
    yield cases.good(
        by_rule(Label("another-receiver-s-public-key-beside", "another receiver's public key beside")),
        "WrongKey",
        pkRm=other.public_key,
        pt=PLAINTEXT.hex(),
    )


def _point_with_x(x: int) -> bytes:
    key = decode_point(b"\2" + x.to_bytes(32, "big"), P256, "point")
    numbers = key.public_numbers()
    return b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def hpke(material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of HPKE."""
    yield from _derive(material)
    yield from _seal(material)
    yield from _open(material)
    yield from _key_schedule(material)
