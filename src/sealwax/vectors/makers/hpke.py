"""Vectors of HPKE in the protocol's suite, with the names of RFC 9180 (wire-formats.md, section 3)."""

from collections.abc import Iterator
from typing import Annotated, Any

from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import UNSET, Meta, UnsetType
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair
from pyhpke.kdf import KDF

from sealwax._crypto.hpke import INFO, Sealed, open_base, seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point, uncompressed_point
from sealwax.keys import TargetKey
from sealwax.testing.key_material import KeyMaterial, derive_target_key
from sealwax.vectors.format import Case, Construct, Group, Hex, Outputs, invalid, valid

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
"""The prime of P-256's field (SEC2, section 2.4.2)."""

PLAINTEXT = b"leaf lady until indicate praise final route toast cake minimum insect unknown"

IkmE = Annotated[Hex, Meta(description="Key material of the ephemeral key, for DeriveKeyPair.")]
SkRm = Annotated[Hex, Meta(description="The receiver's private key, 32 bytes.")]
PkRm = Annotated[Hex, Meta(description="The receiver's public key, uncompressed.")]
_TO_COMPARE = (
    "The {} that the message was sealed with: to compare with in a valid case, never to take. An "
    "implementation makes its own, and must then refuse a message with another."
)
Info = Annotated[Hex, Meta(description=_TO_COMPARE.format("info"))]
Aad = Annotated[Hex, Meta(description=_TO_COMPARE.format("aad"))]
Enc = Annotated[Hex, Meta(description="The encapsulated key.")]
Ciphertext = Annotated[Hex, Meta(description="The ciphertext.")]


class DeriveCase(Case, kw_only=True):
    """Key material, and the key pair that it makes."""

    ikm: Annotated[Hex, Meta(description="Key material, 32 bytes or more.")]
    skm: Annotated[Hex, Meta(description="Output: the private key, 32 bytes.")] | UnsetType = UNSET
    pkm: Annotated[Hex, Meta(description="Output: the public key, uncompressed.")] | UnsetType = UNSET


class Derive(Group[DeriveCase], tag="HpkeDeriveKeyPair"):
    """Derive a key pair: RFC 9180, section 7.1.3."""

    def run(self, case: DeriveCase) -> Outputs:
        """Put a case through this library."""
        key = derive_target_key(bytes.fromhex(case.ikm))
        return {"skm": key.private_key_hex(), "pkm": key.public_key}


class SealCase(Case, kw_only=True):
    """A message, and what it becomes with a given ephemeral key."""

    ikmE: IkmE  # noqa: N815 - RFC 9180's name
    pkRm: PkRm  # noqa: N815
    info: Info
    aad: Aad
    pt: Annotated[Hex, Meta(description="The plaintext.")]
    enc: Annotated[Hex, Meta(description="Output: the encapsulated key, uncompressed.")] | UnsetType = UNSET
    ct: Annotated[Hex, Meta(description="Output: the ciphertext and its tag.")] | UnsetType = UNSET


class Seal(Group[SealCase], tag="HpkeSealBase"):
    """Seal a message in mode base, single shot."""

    def run(self, case: SealCase) -> Outputs:
        """Put a case through this library."""
        receiver = decode_point(bytes.fromhex(case.pkRm), P256, "pkRm")
        ephemeral = derive_target_key(bytes.fromhex(case.ikmE))
        sealed = seal_base(receiver, bytes.fromhex(case.pt), ephemeral=ephemeral.private_key_object())
        # The protocol determines the info and the aad, not the caller.
        aad = sealed.enc + uncompressed_point(receiver)
        return {"enc": sealed.enc.hex(), "ct": sealed.ct.hex(), "info": INFO.hex(), "aad": aad.hex()}


class OpenCase(Case, kw_only=True):
    """A sealed message. How it was sealed is given to explain it; a reader uses its own info and aad."""

    skRm: SkRm  # noqa: N815
    pkRm: PkRm  # noqa: N815
    info: Info
    aad: Aad
    enc: Enc
    ct: Ciphertext
    pt: Annotated[Hex, Meta(description="Output: the plaintext.")] | UnsetType = UNSET


class Open(Group[OpenCase], tag="HpkeOpenBase"):
    """Open a message in mode base, single shot."""

    def run(self, case: OpenCase) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.from_private_key(case.skRm)
        enc = bytes.fromhex(case.enc)
        plaintext = open_base(key.private_key_object(), Sealed(enc, bytes.fromhex(case.ct)))
        return {"pt": plaintext.hex(), "info": INFO.hex(), "aad": (enc + bytes.fromhex(key.public_key)).hex()}


class KeyScheduleCase(Case, kw_only=True):
    """Both sides' key material, and the values in between, to find where an implementation goes wrong."""

    ikmE: IkmE  # noqa: N815
    ikmR: Annotated[Hex, Meta(description="Key material of the receiver's key, for DeriveKeyPair.")]  # noqa: N815
    info: Annotated[Hex, Meta(description="The info, which is not always that of the protocol.")]
    enc: Annotated[Hex, Meta(description="Output: the encapsulated key, uncompressed.")] | UnsetType = UNSET
    shared_secret: (
        Annotated[Hex, Meta(description="Output: what Encap and Decap give, 32 bytes.")] | UnsetType
    ) = UNSET
    key_schedule_context: (
        Annotated[Hex, Meta(description="Output: the mode, and the hashes of psk_id and info.")] | UnsetType
    ) = UNSET
    secret: Annotated[Hex, Meta(description="Output: what key and nonce are expanded from.")] | UnsetType = (
        UNSET
    )
    key: Annotated[Hex, Meta(description="Output: the key of AES-256-GCM, 32 bytes.")] | UnsetType = UNSET
    base_nonce: (
        Annotated[Hex, Meta(description="Output: the nonce of the message, 12 bytes.")] | UnsetType
    ) = UNSET


class KeySchedule(Group[KeyScheduleCase], tag="HpkeKeySchedule"):
    """Derive the values between the keys and the message: RFC 9180, sections 4.1 and 5.1."""

    def run(self, case: KeyScheduleCase) -> Outputs:
        """Put a case through this library's key pairs and the package that its HPKE uses."""
        ephemeral, receiver = (
            _to_kem(derive_target_key(bytes.fromhex(ikm)).private_key_object())
            for ikm in (case.ikmE, case.ikmR)
        )
        shared_secret, enc = _SUITE.kem.encap(receiver.public_key, eks=ephemeral)
        kdf = KDF(KDFId.HKDF_SHA256, _SUITE_ID)
        hashes = (
            kdf.labeled_extract(b"", label, value)
            for label, value in ((b"psk_id_hash", b""), (b"info_hash", bytes.fromhex(case.info)))
        )
        context = b"\0" + b"".join(hashes)
        secret = kdf.labeled_extract(shared_secret, b"secret", b"")
        outputs = {
            "enc": enc,
            "shared_secret": shared_secret,
            "key_schedule_context": context,
            "secret": secret,
            "key": kdf.labeled_expand(secret, b"key", context, 32),
            "base_nonce": kdf.labeled_expand(secret, b"base_nonce", context, 12),
        }
        return {name: value.hex() for name, value in outputs.items()}


_SUITE = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
_SUITE_ID = b"HPKE" + b"".join(
    number.value.to_bytes(2, "big") for number in (_SUITE.kem.id, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
)


def _to_kem(private_key: ec.EllipticCurvePrivateKey) -> KEMKeyPair:
    return KEMKeyPair(
        KEMKey.from_pyca_cryptography_key(private_key),
        KEMKey.from_pyca_cryptography_key(private_key.public_key()),
    )


class _Sealing:
    """Seals messages, with every parameter open to change."""

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
        pair = _to_kem(self.ephemeral.private_key_object())
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
    yield "a mnemonic", PLAINTEXT
    yield "an empty message", b""
    yield "one byte", b"\0"
    yield "a private key", bytes(range(32))
    yield "a block of AES", b"x" * 16
    yield "text that is not ASCII", "あいこくしん".encode()
    yield "4 KiB", b"y" * 4096


def _derive(material: KeyMaterial) -> Iterator[DeriveCase]:
    for number, ikm in enumerate((bytes(32), b"\xff" * 32, material.take("ikm"), material.take("ikm") * 2)):
        key = derive_target_key(ikm)
        comment = ("all zero", "all one", "32 bytes", "64 bytes")[number]
        yield valid(
            DeriveCase, comment, "Rfc9180", ikm=ikm.hex(), skm=key.private_key_hex(), pkm=key.public_key
        )


def _key_schedule(material: KeyMaterial) -> Iterator[KeyScheduleCase]:
    for comment, ikm_e, ikm_r, info in (
        (
            "the test vector published with RFC 9180",
            bytes.fromhex("a90d3417c3da9cb6c6ae19b4b5dd6cc9529a4cc24efb7ae0ace1f31887a8cd6c"),
            bytes.fromhex("a0ce15d49e28bd47a18a97e147582d814b08cbe00109fed5ec27d1b4e9f6f5e3"),
            b"Ode on a Grecian Urn",
        ),
        ("the info of the protocol", material.take("ephemeral"), material.take("receiver"), INFO),
    ):
        inputs = {"ikmE": ikm_e.hex(), "ikmR": ikm_r.hex(), "info": info.hex()}
        case = valid(KeyScheduleCase, comment, "Rfc9180", **inputs)
        yield valid(KeyScheduleCase, comment, "Rfc9180", **inputs, **KeySchedule(tests=[]).run(case))


def _seal(material: KeyMaterial) -> Iterator[SealCase]:
    receiver = material.take_key("receiver")
    for comment, plaintext in _plaintexts():
        ikm = material.take("ephemeral")
        ephemeral = derive_target_key(ikm)
        sealed = seal_base(
            receiver.private_key_object().public_key(), plaintext, ephemeral=ephemeral.private_key_object()
        )
        yield valid(
            SealCase,
            comment,
            "Rfc9180",
            ikmE=ikm.hex(),
            pkRm=receiver.public_key,
            info=INFO.hex(),
            aad=ephemeral.public_key + receiver.public_key,
            pt=plaintext.hex(),
            enc=sealed.enc.hex(),
            ct=sealed.ct.hex(),
        )


def _open(material: KeyMaterial) -> Iterator[OpenCase]:
    for comment, plaintext in _plaintexts():
        yield valid(OpenCase, comment, "Rfc9180", **_Sealing(material).seal(plaintext), pt=plaintext.hex())
    sealing = _Sealing(material)
    good = sealing.seal()
    enc, receiver = bytes.fromhex(sealing.ephemeral.public_key), bytes.fromhex(sealing.receiver.public_key)

    def bad(comment: str, flag: str, error: Any = "decryption-failed", **changes: str) -> OpenCase:
        return invalid(OpenCase, comment, error, flag, **{**good, **changes})

    def short(point: bytes) -> bytes:
        return compressed_point(decode_point(point, P256, "point"))

    for comment, info in (
        ("an empty info", b""),
        ("another info", b"turnkey_hpkf"),
        ("the info in upper case", INFO.upper()),
        ("the info with a zero after it", INFO + b"\0"),
    ):
        yield bad(comment, "WrongInfo", **sealing.seal(info=info))
    for comment, aad in (
        ("an empty aad", b""),
        ("the two keys of the aad swapped", receiver + enc),
        ("the encapsulated key alone as aad", enc),
        ("the receiver's key alone as aad", receiver),
        ("compressed keys as aad", short(enc) + short(receiver)),
        ("the info as aad", INFO),
        ("the aad as hex text", (enc + receiver).hex().encode()),
    ):
        yield bad(comment, "WrongAad", **sealing.seal(aad=aad))
    for comment, aead in (
        ("sealed with AES-128-GCM", AEADId.AES128_GCM),
        ("sealed with ChaCha20-Poly1305", AEADId.CHACHA20_POLY1305),
    ):
        yield bad(comment, "OtherAead", **sealing.seal(aead=aead))
    yield bad("sealed with HKDF-SHA512", "OtherAead", **sealing.seal(kdf=KDFId.HKDF_SHA512))
    other = material.take_key("receiver")
    yield bad("another receiver's key", "WrongKey", skRm=other.private_key_hex(), pkRm=other.public_key)
    ct = bytes.fromhex(good["ct"])
    for comment, changed in (
        ("the first bit flipped", bytes([ct[0] ^ 0x80]) + ct[1:]),
        ("the last bit of the tag flipped", ct[:-1] + bytes([ct[-1] ^ 1])),
        ("the tag of zeros", ct[:-16] + bytes(16)),
        ("cut by a byte", ct[:-1]),
        ("the first byte left out", ct[1:]),
        ("a byte after it", ct + b"\0"),
        ("the tag alone", ct[-16:]),
        ("the tag in front", ct[-16:] + ct[:-16]),
    ):
        yield bad(f"the ciphertext: {comment}", "AlteredCiphertext", ct=changed.hex())
    for comment, changed in (("shorter than a tag", ct[:15]), ("empty", b"")):
        yield bad(f"the ciphertext: {comment}", "AlteredCiphertext", "malformed", ct=changed.hex())
    negated = enc[:33] + (FIELD - int.from_bytes(enc[33:], "big")).to_bytes(32, "big")
    yield bad("the encapsulated key: the other point of the same x", "AlteredCiphertext", enc=negated.hex())
    yield bad(
        "the encapsulated key: another point",
        "AlteredCiphertext",
        enc=material.take_key("ephemeral").public_key,
    )
    for comment, flag, point in (
        ("off the curve", "InvalidPoint", enc[:-1] + bytes([enc[-1] ^ 1])),
        ("all zero", "InvalidPoint", b"\4" + bytes(64)),
        ("at infinity", "InvalidPoint", b"\0"),
        ("compressed", "CompressedPoint", short(enc)),
        ("hybrid", "InvalidPoint", bytes([6 + (enc[-1] & 1)]) + enc[1:]),
        ("cut", "InvalidPoint", enc[:-1]),
        ("a byte after it", "InvalidPoint", enc + b"\0"),
        ("coordinates out of the field", "InvalidPoint", b"\4" + b"\xff" * 64),
        ("empty", "InvalidPoint", b""),
    ):
        yield bad(f"the encapsulated key: {comment}", flag, "malformed", enc=point.hex())
    # P-256 has a point with x = 0, whose encoding must keep the leading zeros.
    yield bad(
        "the encapsulated key: the point with x = 0",
        "AlteredCiphertext",
        enc=_point_with_x(0).hex(),
    )


def _point_with_x(x: int) -> bytes:
    key = decode_point(b"\2" + x.to_bytes(32, "big"), P256, "point")
    numbers = key.public_numbers()
    return b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def _build(material: KeyMaterial) -> list[Group[Any]]:
    return [
        Derive(tests=list(_derive(material))),
        Seal(tests=list(_seal(material))),
        Open(tests=list(_open(material))),
        KeySchedule(tests=list(_key_schedule(material))),
    ]


CONSTRUCTS = (
    Construct(
        name="hpke",
        algorithm="HPKE",
        header=(
            "HPKE (RFC 9180) in the one suite of the protocol, mode base.",
            "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.",
            "info is the ASCII text turnkey_hpke.",
            "aad is the encapsulated key, then the receiver's, both uncompressed.",
        ),
        groups=(Derive, Seal, Open, KeySchedule),
        build=_build,
    ),
)
