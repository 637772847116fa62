"""Vectors of credential bundles (wire-formats.md, section 4.5)."""

from collections.abc import Iterator
from hashlib import sha256

from sealwax._codec.base58 import decode_base58check, encode_base58, encode_base58check
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.keys import ApiKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.credentials import CredentialCase

from .builder import Cases
from .labels import Label, placed


def credential_bundle(material: KeyMaterial) -> Iterator[CredentialCase]:
    """Make the cases of credential bundles."""
    label: str | Label
    enclave = ReferenceEnclave(material.take("enclave"))
    target = material.take_key("target key")
    other = material.take_key("target key")
    cases = Cases(CredentialCase, bundle="", target_private_key=target.private_key_hex())

    def seal(plaintext: bytes) -> str:
        return enclave.seal_credential(plaintext, target_public_key=target.public_key)

    for label, flag, key in (
        ("an-ordinary-key", "Valid", material.take("API key")),
        ("leading-zeros", "EdgeCaseKey", bytes(31) + b"\1"),
        ("the-largest-scalar", "EdgeCaseKey", (P256.group_order - 1).to_bytes(32, "big")),
    ):
        public_key = ApiKey.from_private_key(key).public_key
        yield cases.good(label, flag, seal(key), private_key=key.hex(), public_key=public_key)
    bundle = seal(material.take("API key"))
    content = decode_base58check(bundle, "bundle")

    wrong = other.private_key_hex()
    yield cases.bad("another-target-key", "decryption-failed", "WrongKey", bundle, target_private_key=wrong)
    checksum = sha256(sha256(content).digest()).digest()[:4]
    wrong_checksum = checksum[:3] + bytes([checksum[3] ^ 1])
    for label, text in (
        ("a-digit-changed", bundle[:10] + ("2" if bundle[10] != "2" else "3") + bundle[11:]),
        ("cut", bundle[:-1]),
        ("a-digit-after-it", bundle + "2"),
        (
            Label("a-1-in-front-which-stands-for-a-zero-byte", "a 1 in front, which stands for a zero byte"),
            "1" + bundle,
        ),
        ("two-digits-swapped", bundle[:4] + bundle[5] + bundle[4] + bundle[6:]),
        ("base58-without-a-checksum", encode_base58(content)),
        (
            Label("a-digit-more-which-base58-does-not-have", "a digit more, which base58 does not have"),
            bundle[:-1] + "0" + bundle[-1],
        ),
        ("its-checksum-wrong-in-the-last-byte", encode_base58(content + wrong_checksum)),
        ("its-checksum-of-a-single-hash", encode_base58(content + sha256(content).digest()[:4])),
        ("a-newline-after-it", bundle + "\n"),
        ("a-space-in-front", " " + bundle),
        ("empty", ""),
        ("three-digits", "111"),
        (Label("a-full-width-digit", "a full-width digit"), "\uff11" + bundle[1:]),
        ("as-hex", content.hex()),
        ("more-digits-than-any-bundle-has", "2" * 300),
    ):
        yield cases.bad(label, "malformed", "Base58Encoding", text)
    for label, other_content in (
        ("a-bit-of-the-ciphertext-flipped", content[:33] + bytes([content[33] ^ 1]) + content[34:]),
        ("a-bit-of-the-tag-flipped", content[:-1] + bytes([content[-1] ^ 1])),
        ("the-ciphertext-cut-by-a-byte", content[:-1]),
        ("a-byte-after-the-ciphertext", content + b"\0"),
        ("the-encapsulated-key-negated", bytes([content[0] ^ 1]) + content[1:]),
    ):
        yield cases.bad(label, "decryption-failed", "AlteredCiphertext", encode_base58check(other_content))
    whole = uncompressed_point(decode_point(content[:33], P256, "point"))
    for label, flag, other_content in (
        ("the-encapsulated-key-uncompressed", "CompressedPoint", whole + content[33:]),
        ("the-encapsulated-key-at-infinity", "InvalidPoint", b"\0" * 33 + content[33:]),
        ("an-x-that-is-not-in-the-field", "InvalidPoint", b"\2" + b"\xff" * 32 + content[33:]),
        ("a-form-that-SEC1-does-not-have", "InvalidPoint", b"\5" + content[1:]),
        ("shorter-than-key-and-tag", "AlteredCiphertext", content[:48]),
        ("the-encapsulated-key-alone", "AlteredCiphertext", content[:33]),
        ("the-base58check-of-no-bytes", "AlteredCiphertext", b""),
    ):
        yield cases.bad(label, "malformed", flag, encode_base58check(other_content))
    order = P256.group_order
    for label, flag, plaintext in (
        ("31-bytes", "PrivateKeyForm", b"\1" * 31),
        ("33-bytes", "PrivateKeyForm", b"\1" * 33),
        ("no-bytes", "PrivateKeyForm", b""),
        ("64-digits-of-hex", "PrivateKeyForm", b"11" * 32),
        ("a-scalar-of-0", "InvalidScalar", bytes(32)),
        ("the-order-as-a-scalar", "InvalidScalar", order.to_bytes(32, "big")),
        ("the-largest-number-of-32-bytes", "InvalidScalar", b"\xff" * 32),
    ):
        yield cases.bad(placed("inside", label), "malformed", flag, seal(plaintext))
