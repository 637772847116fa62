"""Vectors of secrets that are sealed to quorum keys (wire-formats.md, section 4.7)."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.base58 import encode_base58, encode_base58check
from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point, uncompressed_point
from sealwax.bundles.quorum_key import (
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_pull_secret,
    encrypt_to_quorum_key,
    seal_envelope,
)
from sealwax.keys import TargetKey
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.quorum_key import open_base58_secret, open_envelope
from sealwax.trust import QuorumEncryptionKeys
from sealwax.vectors.format import Case, Construct, Group, Hex, Outputs, invalid, valid

from .defects import hex_defects

T = TypeVar("T", bound="ClientSecretCase")

ReceiverPrivateKey = Annotated[Hex, Meta(description="The enclave's private key, 32 bytes.")]
Plaintext = Annotated[Hex, Meta(description="What is sealed.")]

_PLAINTEXTS = (
    ("text", "Valid", b"a secret"),
    ("one byte", "EdgeCaseBody", b"0"),
    ("a byte more than a block", "EdgeCaseBody", bytes(range(17))),
    ("a seed of 32 bytes", "Valid", bytes(range(32))),
    ("not text", "EdgeCaseBody", b"\xff\xfe\0"),
    ("not ASCII", "ByteWiseText", "pässwörd 密码".encode()),
    ("300 bytes", "EdgeCaseBody", bytes(300)),
)


class SealingCase(Case, kw_only=True):
    """A message to seal to a key."""

    public_key: Annotated[str, Meta(description="The receiver: should be a point, hex.")]
    receiver_private_key: ReceiverPrivateKey
    message: Plaintext
    plaintext: Annotated[Hex, Meta(description="Output: what the enclave finds.")] | UnsetType = UNSET


class Sealing(Group[SealingCase], tag="QuorumKeySealing"):
    """Check the receiver, and seal to it; what is sealed is random."""

    def run(self, case: SealingCase) -> Outputs:
        """Put a case through this library."""
        envelope = encrypt_to_quorum_key(bytes.fromhex(case.message), case.public_key)
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_envelope(envelope, key).hex()}


class KnownCase(Case, kw_only=True):
    """A message that is sealed with a sender's key and a nonce that are given, for comparison alone."""

    public_key: Annotated[Hex, Meta(description="The receiver, uncompressed.")]
    sender_private_key: Annotated[Hex, Meta(description="The sender's private key, 32 bytes.")]
    nonce: Annotated[Hex, Meta(description="The nonce, 12 bytes.")]
    message: Plaintext
    envelope: Annotated[Hex, Meta(description="Output: the envelope.")] | UnsetType = UNSET


class Known(Group[KnownCase], tag="QuorumKeyEnvelope"):
    """Seal with a sender's key and a nonce that are given."""

    def run(self, case: KnownCase) -> Outputs:
        """Put a case through this library."""
        envelope = seal_envelope(
            decode_point(bytes.fromhex(case.public_key), P256, "the receiver"),
            bytes.fromhex(case.message),
            ephemeral=TargetKey.from_private_key(case.sender_private_key).private_key_object(),
            nonce=bytes.fromhex(case.nonce),
        )
        return {"envelope": envelope.hex()}


class OpeningCase(Case, kw_only=True):
    """An envelope, as the enclave gets it."""

    receiver_private_key: ReceiverPrivateKey
    envelope: Annotated[Hex, Meta(description="The envelope.")]
    plaintext: Annotated[Hex, Meta(description="Output: what was sealed.")] | UnsetType = UNSET


class Opening(Group[OpeningCase], tag="QuorumKeyOpening"):
    """Open an envelope, as the enclave does."""

    def run(self, case: OpeningCase) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_envelope(bytes.fromhex(case.envelope), key).hex()}


class ClientSecretCase(Case, kw_only=True):
    """An OAuth 2.0 client secret to seal, as text."""

    secret: Annotated[str, Meta(description="The secret.")]
    plaintext: Annotated[Hex, Meta(description="Output: what the enclave finds.")] | UnsetType = UNSET


class ClientSecret(Group[ClientSecretCase], tag="Oauth2ClientSecret"):
    """Seal an OAuth 2.0 client secret, in hex."""

    def run(self, case: ClientSecretCase) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.generate()
        sealed = encrypt_oauth2_client_secret(
            case.secret, keys=QuorumEncryptionKeys(tls_fetcher=key.public_key)
        )
        return {"plaintext": open_envelope(bytes.fromhex(sealed), key).hex()}


class OnRampCase(ClientSecretCase, kw_only=True):
    """A credential of an on-ramp provider to seal, as text."""


class PullSecretCase(ClientSecretCase, kw_only=True):
    """A pull secret to seal, as text."""


class OnRamp(Group[OnRampCase], tag="OnRampSecret"):
    """Seal a credential of an on-ramp provider, in base58check."""

    def run(self, case: OnRampCase) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.generate()
        sealed = encrypt_on_ramp_secret(case.secret, keys=QuorumEncryptionKeys(on_ramp=key.public_key))
        return {"plaintext": open_base58_secret(sealed, key).hex()}


class PullSecret(Group[PullSecretCase], tag="PullSecret"):
    """Seal the pull secret of a container image, without white space around it, in base58check."""

    def run(self, case: PullSecretCase) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.generate()
        sealed = encrypt_pull_secret(case.secret, keys=QuorumEncryptionKeys(pull_secret=key.public_key))
        return {"plaintext": open_base58_secret(sealed, key).hex()}


class Base58Case(Case, kw_only=True):
    """A secret that was sealed as HPKE in base58check, as the enclave gets it."""

    receiver_private_key: ReceiverPrivateKey
    sealed: Annotated[str, Meta(description="What a client sends: base58check.")]
    plaintext: Annotated[Hex, Meta(description="Output: what was sealed.")] | UnsetType = UNSET


class Base58(Group[Base58Case], tag="SealedBase58Secret"):
    """Open a secret that was sealed as HPKE in base58check, as the enclave does."""

    def run(self, case: Base58Case) -> Outputs:
        """Put a case through this library."""
        key = TargetKey.from_private_key(case.receiver_private_key)
        return {"plaintext": open_base58_secret(case.sealed, key).hex()}


def _sealing(material: KeyMaterial) -> Iterator[SealingCase]:
    key = material.take_key("receiver")
    point = bytes.fromhex(key.public_key)
    short = compressed_point(decode_point(point, P256, "key"))
    fixed = {"receiver_private_key": key.private_key_hex(), "message": b"a secret".hex()}

    for comment, flag, message in (*_PLAINTEXTS, ("an empty message", "EdgeCaseBody", b"")):
        fields = {**fixed, "message": message.hex(), "plaintext": message.hex()}
        yield valid(SealingCase, comment, flag, public_key=key.public_key, **fields)
    for comment, text in (
        ("the receiver compressed", short.hex()),
        ("the receiver compressed, in upper case", short.hex().upper()),
        ("the receiver in upper case", key.public_key.upper()),
    ):
        plaintext = fixed["message"]
        yield valid(SealingCase, comment, "ClientVariant", public_key=text, **fixed, plaintext=plaintext)

    def bad(comment: str, flag: str, public_key: str) -> SealingCase:
        return invalid(SealingCase, comment, "malformed", flag, public_key=public_key, **fixed)

    for form, digits in (("uncompressed", key.public_key), ("compressed", short.hex())):
        for defect in hex_defects(digits):
            yield bad(f"the receiver, {form}: {defect.comment}", defect.flag, defect.value)
    for comment, other in (
        ("off the curve", point[:-1] + bytes([point[-1] ^ 1])),
        ("hybrid", bytes([6 + (point[-1] & 1)]) + point[1:]),
        ("at infinity", b"\0"),
        ("all zero", b"\4" + bytes(64)),
        ("a coordinate that is not in the field", b"\4" + b"\xff" * 64),
        ("an x that is not in the field, compressed", b"\2" + b"\xff" * 32),
        ("a form that SEC1 does not have", b"\5" + short[1:]),
        ("uncompressed, cut to a compressed one's length", point[:33]),
        ("a byte after it", point + b"\0"),
        ("a byte less", point[:-1]),
        ("without its first byte", point[1:]),
        ("a key set of 130 bytes", point + point),
        ("empty", b""),
    ):
        yield bad(f"the receiver: {comment}", "InvalidPoint", other.hex())


def _known(material: KeyMaterial) -> Iterator[KnownCase]:
    key = material.take_key("receiver")
    for comment, flag, message in _PLAINTEXTS:
        sender, nonce = material.take_key("sender"), material.take("nonce")[:12]
        envelope = seal_envelope(
            key.private_key_object().public_key(), message, ephemeral=sender.private_key_object(), nonce=nonce
        )
        yield valid(
            KnownCase,
            comment,
            flag,
            public_key=key.public_key,
            sender_private_key=sender.private_key_hex(),
            nonce=nonce.hex(),
            message=message.hex(),
            envelope=envelope.hex(),
        )


def _opening(material: KeyMaterial) -> Iterator[OpeningCase]:
    key, other = material.take_key("receiver"), material.take_key("receiver")

    def seal(message: bytes) -> bytes:
        sender, nonce = material.take_key("sender"), material.take("nonce")[:12]
        receiver = key.private_key_object().public_key()
        return seal_envelope(receiver, message, ephemeral=sender.private_key_object(), nonce=nonce)

    private = {"receiver_private_key": key.private_key_hex()}
    for comment, flag, message in (*_PLAINTEXTS, ("an empty message", "EdgeCaseBody", b"")):
        fields = {"envelope": seal(message).hex(), "plaintext": message.hex()}
        yield valid(OpeningCase, comment, flag, **private, **fields)
    whole = seal(b"a secret")

    def bad(comment: str, error: Any, flag: str, envelope: bytes, **changes: str) -> OpeningCase:
        fields = {**private, "envelope": envelope.hex(), **changes}
        return invalid(OpeningCase, comment, error, flag, **fields)

    def flipped(position: int) -> bytes:
        return whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :]

    yield bad(
        "another key",
        "decryption-failed",
        "WrongKey",
        whole,
        receiver_private_key=other.private_key_hex(),
    )
    for comment, position in (
        ("the nonce", 0),
        ("the last byte of the nonce", 11),
        ("the ciphertext", 81),
        ("the tag", len(whole) - 1),
    ):
        yield bad(f"a bit flipped in {comment}", "decryption-failed", "AlteredCiphertext", flipped(position))
    point, length, ciphertext = whole[12:77], whole[77:81], whole[81:]
    another = seal(b"a secret")
    for comment, envelope in (
        ("the sender of another envelope", whole[:12] + another[12:77] + whole[77:]),
        ("the nonce of another envelope", another[:12] + whole[12:]),
        ("the ciphertext of another envelope", whole[:81] + another[81:]),
        ("the sender's point negated", whole[:12] + _negated(point) + whole[77:]),
        ("the ciphertext cut, with its length", whole[:77] + b"\x17\0\0\0" + ciphertext[:-1]),
        ("a byte after it, with its length", whole[:77] + b"\x19\0\0\0" + ciphertext + b"\0"),
        ("sealed as HPKE", _as_hpke(material, key, whole[:12])),
    ):
        yield bad(comment, "decryption-failed", "AlteredCiphertext", envelope)
    for comment, envelope in (
        ("the ciphertext cut", whole[:-1]),
        ("a byte after the ciphertext", whole + b"\0"),
        ("a length in big endian", whole[:77] + length[::-1] + ciphertext),
        ("a length of 0", whole[:77] + bytes(4) + ciphertext),
        ("a length of 4 GiB", whole[:77] + b"\xff" * 4 + ciphertext),
        ("a length of two bytes", whole[:77] + length[:2] + ciphertext),
        ("shorter than its tag", whole[:77] + b"\x0f\0\0\0" + ciphertext[:15]),
        ("no ciphertext", whole[:77] + bytes(4)),
        ("its nonce alone", whole[:12]),
        ("empty", b""),
    ):
        yield bad(comment, "malformed", "EnvelopeLength", envelope)
    short = compressed_point(decode_point(point, P256, "point"))
    for comment, flag, sender in (
        ("off the curve", "InvalidPoint", point[:-1] + bytes([point[-1] ^ 1])),
        ("hybrid", "InvalidPoint", bytes([6 + (point[-1] & 1)]) + point[1:]),
        ("all zero", "InvalidPoint", b"\4" + bytes(64)),
        ("compressed", "CompressedPoint", short),
        ("compressed, and zeros after it", "CompressedPoint", short + bytes(32)),
    ):
        envelope = whole[:12] + sender + whole[77:]
        yield bad(f"the sender's point: {comment}", "malformed", flag, envelope)


def _negated(point: bytes) -> bytes:
    """Negate an uncompressed point."""
    x, y = point[1:33], point[33:]
    compressed = bytes([3 - (y[-1] & 1)]) + x
    return uncompressed_point(decode_point(compressed, P256, "point"))


def _as_hpke(material: KeyMaterial, key: TargetKey, nonce: bytes) -> bytes:
    ephemeral = material.take_key("sender").private_key_object()
    sealed = seal_base(key.private_key_object().public_key(), b"a secret", ephemeral=ephemeral)
    return nonce + sealed.enc + len(sealed.ct).to_bytes(4, "little") + sealed.ct


def _texts(case: type[T], *, stripped: bool = False) -> Iterator[T]:
    for comment, flag, text in (
        ("a secret", "Valid", "GOCSPX-4242"),
        ("one character", "EdgeCaseBody", "0"),
        ("not ASCII", "ByteWiseText", "pässwörd 密码"),
        ("white space within it", "EdgeCaseBody", "a b\nc"),
        ("white space around it", "EdgeCaseBody", " \t a secret\r\n"),
    ):
        plaintext = (text.strip() if stripped else text).encode().hex()
        yield valid(case, comment, flag, secret=text, plaintext=plaintext)
    yield invalid(case, "an empty secret", "malformed", "WrongType", secret="")
    if stripped:
        for comment, text in (("a space", " "), ("line ends", "\r\n"), ("tabs and newlines", "\t\n\t\n")):
            yield invalid(case, f"white space alone: {comment}", "malformed", "WrongType", secret=text)


def _base58(material: KeyMaterial) -> Iterator[Base58Case]:
    key, other = material.take_key("receiver"), material.take_key("receiver")
    private = {"receiver_private_key": key.private_key_hex()}

    def seal(message: bytes) -> bytes:
        ephemeral = material.take_key("ephemeral").private_key_object()
        sealed = seal_base(key.private_key_object().public_key(), message, ephemeral=ephemeral)
        return compressed_point(decode_point(sealed.enc, P256, "point")) + sealed.ct

    for comment, flag, message in _PLAINTEXTS:
        sealed = encode_base58check(seal(message))
        yield valid(Base58Case, comment, flag, **private, sealed=sealed, plaintext=message.hex())
    content = seal(b"a secret")
    text = encode_base58check(content)

    def bad(comment: str, error: Any, flag: str, sealed: str, **changes: str) -> Base58Case:
        return invalid(Base58Case, comment, error, flag, **{**private, "sealed": sealed, **changes})

    yield bad(
        "another key", "decryption-failed", "WrongKey", text, receiver_private_key=other.private_key_hex()
    )
    for comment, other_text in (
        ("a digit changed", text[:10] + ("2" if text[10] != "2" else "3") + text[11:]),
        ("cut", text[:-1]),
        ("a digit after it", text + "2"),
        ("base58 without a checksum", encode_base58(content)),
        ("a digit that base58 does not have", text[:-1] + "0"),
        ("a newline after it", text + "\n"),
        ("empty", ""),
        ("as hex", content.hex()),
    ):
        yield bad(comment, "malformed", "Base58Encoding", other_text)
    for comment, changed in (
        ("a bit of the ciphertext flipped", content[:33] + bytes([content[33] ^ 1]) + content[34:]),
        ("a bit of the tag flipped", content[:-1] + bytes([content[-1] ^ 1])),
        ("the ciphertext cut by a byte", content[:-1]),
        ("a byte after the ciphertext", content + b"\0"),
        ("the encapsulated key negated", bytes([content[0] ^ 1]) + content[1:]),
    ):
        yield bad(comment, "decryption-failed", "AlteredCiphertext", encode_base58check(changed))
    point = uncompressed_point(decode_point(content[:33], P256, "point"))
    for comment, flag, changed in (
        ("the encapsulated key uncompressed", "CompressedPoint", point + content[33:]),
        ("the encapsulated key at infinity", "InvalidPoint", b"\0" * 33 + content[33:]),
        ("an x that is not in the field", "InvalidPoint", b"\2" + b"\xff" * 32 + content[33:]),
        ("a form that SEC1 does not have", "InvalidPoint", b"\5" + content[1:]),
        ("shorter than key and tag", "AlteredCiphertext", content[:48]),
        ("nothing", "AlteredCiphertext", b""),
    ):
        yield bad(comment, "malformed", flag, encode_base58check(changed))


def _build(material: KeyMaterial) -> list[Group[Any]]:
    return [
        Sealing(tests=list(_sealing(material))),
        Known(tests=list(_known(material))),
        Opening(tests=list(_opening(material))),
        ClientSecret(tests=list(_texts(ClientSecretCase))),
        OnRamp(tests=list(_texts(OnRampCase))),
        PullSecret(tests=list(_texts(PullSecretCase, stripped=True))),
        Base58(tests=list(_base58(material))),
    ]


CONSTRUCTS = (
    Construct(
        name="quorum_key_envelope",
        algorithm="QUORUM-KEY-ENVELOPE",
        header=(
            "Secrets that a client seals to the long-lived key of an enclave.",
            "They go as envelopes, which are not HPKE, or as HPKE in base58check.",
            "What a client seals is random: cases give the plaintext, and sealed secrets for the enclave.",
        ),
        groups=(Sealing, Known, Opening, ClientSecret, OnRamp, PullSecret, Base58),
        build=_build,
    ),
)
