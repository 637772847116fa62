"""Write test vectors of HPKE on P-256 in Wycheproof's form: ``python -m tools.hpke_vectors``.

``contrib/upstream/wycheproof`` says to whom they go. Everything derives from a seed.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair

from sealwax._crypto.points import P256, compressed_point, decode_point, uncompressed_point
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.makers.hpke import FIELD
from tools import ROOT

FOLDER = ROOT / "contrib" / "upstream" / "wycheproof" / "testvectors_v1"
SEED = bytes(range(32))
KEM = {"kem": "DHKEM(P-256, HKDF-SHA256)", "kemId": 0x10}
KDFS = {KDFId.HKDF_SHA256: "HKDF-SHA256", KDFId.HKDF_SHA512: "HKDF-SHA512"}
AEADS = {
    AEADId.AES128_GCM: "AES-128-GCM",
    AEADId.AES256_GCM: "AES-256-GCM",
    AEADId.CHACHA20_POLY1305: "ChaCha20Poly1305",
}
SUITES = (
    *((KDFId.HKDF_SHA256, aead) for aead in AEADS),
    (KDFId.HKDF_SHA512, AEADId.AES256_GCM),
)
INFO, AAD, PLAINTEXT = b"an application and its version", b"what the message belongs to", b"a message"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of P-256's group (SEC2, section 2.4.2)."""

NOTES = {
    "Normal": {
        "bugType": "BASIC",
        "description": "Plaintexts, infos and aads of several lengths, in base mode.",
        "links": ["https://www.rfc-editor.org/rfc/rfc9180"],
    },
    "LeadingZero": {
        "bugType": "EDGE_CASE",
        "description": "A coordinate of a point, or the x coordinate that the two keys share, begins with a "
        "zero byte, which RFC 9180 keeps.",
        "effect": "An implementation that strips it derives another key for one message in 256.",
    },
    "EdgeCaseKey": {
        "bugType": "EDGE_CASE",
        "description": "A private key is the least or the greatest that there is.",
    },
    "ModifiedParameter": {
        "bugType": "MODIFIED_PARAMETER",
        "description": "The info, the aad, the ciphertext, its tag or the encapsulated key was changed.",
        "effect": "What is opened is not authenticated.",
    },
    "BoundKey": {
        "bugType": "MODIFIED_PARAMETER",
        "description": "The encapsulated key is the other point of the same x. The shared x coordinate is "
        "the same, and only the KEM's context, which has the encapsulated key, tells the difference.",
        "effect": "An implementation that leaves the key out of the context accepts a second encapsulation.",
    },
    "InvalidPoint": {
        "bugType": "AUTH_BYPASS",
        "description": "A public key is not on the curve, is at infinity, or has a coordinate that is not "
        "below the field's prime.",
        "effect": "Keys on other curves reveal the private key of the recipient.",
    },
    "InvalidEncoding": {
        "bugType": "CAN_OF_WORMS",
        "description": "A public key is not 65 bytes in the uncompressed form, which is the only one that "
        "RFC 9180 has (section 7.1.1).",
    },
}
"""The meaning of the flags."""

_Case = dict[str, Any]


class Message(NamedTuple):
    """The plaintext, its recipient, and the key."""

    recipient: ec.EllipticCurvePrivateKey
    ephemeral: ec.EllipticCurvePrivateKey
    info: bytes = INFO
    aad: bytes = AAD
    plaintext: bytes = PLAINTEXT


def seal(kdf: KDFId, aead: AEADId, message: Message) -> tuple[bytes, bytes]:
    """Seal a message; give the encapsulated key and the ciphertext."""
    suite = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, kdf, aead)
    pair = KEMKeyPair(
        KEMKey.from_pyca_cryptography_key(message.ephemeral),
        KEMKey.from_pyca_cryptography_key(message.ephemeral.public_key()),
    )
    recipient = KEMKey.from_pyca_cryptography_key(message.recipient.public_key())
    enc, context = suite.create_sender_context(recipient, message.info, eks=pair)
    return enc, context.seal(message.plaintext, message.aad)


def messages(material: KeyMaterial) -> Iterator[tuple[str, str, Message]]:
    """The messages of the valid cases, with a comment and a flag."""

    def key() -> ec.EllipticCurvePrivateKey:
        return material.take_key("key").private_key_object()

    def scalar(value: int) -> ec.EllipticCurvePrivateKey:
        return ec.derive_private_key(value, P256)

    for size in (0, 1, 15, 16, 17, 64, 1000):
        plaintext = bytes(number % 251 for number in range(size))
        yield f"plaintext of {size} bytes", "Normal", Message(key(), key(), plaintext=plaintext)
    yield "empty info", "Normal", Message(key(), key(), info=b"")
    yield "empty aad", "Normal", Message(key(), key(), aad=b"")
    yield "empty info and aad", "Normal", Message(key(), key(), info=b"", aad=b"")
    yield "long info and aad", "Normal", Message(key(), key(), info=bytes(300), aad=b"\xff" * 300)
    recipient, ephemeral = key(), key()
    bound = uncompressed_point(ephemeral.public_key()) + uncompressed_point(recipient.public_key())
    yield "the keys of both sides as aad", "Normal", Message(recipient, ephemeral, aad=bound)
    for what, found in (
        ("x of the encapsulated key begins with a zero", lambda one, _: one.public_key().public_numbers().x),
        ("y of the encapsulated key begins with a zero", lambda one, _: one.public_key().public_numbers().y),
        ("the shared x begins with a zero", _shared_x),
    ):
        recipient = key()
        ephemeral = next(each for each in iter(key, None) if not found(each, recipient) >> 248)
        yield what, "LeadingZero", Message(recipient, ephemeral)
    recipient = next(each for each in iter(key, None) if not each.public_key().public_numbers().x >> 248)
    yield "x of the recipient's key begins with a zero", "LeadingZero", Message(recipient, key())
    for what, value in (("1", 1), ("2", 2), ("the order less 1", ORDER - 1)):
        yield f"the recipient's private key is {what}", "EdgeCaseKey", Message(scalar(value), key())
        yield f"the ephemeral private key is {what}", "EdgeCaseKey", Message(key(), scalar(value))


def _shared_x(one: ec.EllipticCurvePrivateKey, other: ec.EllipticCurvePrivateKey) -> int:
    return int.from_bytes(one.exchange(ec.ECDH(), other.public_key()), "big")


def bad_points(point: bytes) -> Iterator[tuple[str, str, bytes]]:
    """What is no public key in the form of RFC 9180, made of one, with a comment and a flag."""
    short = compressed_point(decode_point(point, P256, "point"))
    x, y = point[1:33], point[33:]
    yield "not on the curve", "InvalidPoint", point[:-1] + bytes([point[-1] ^ 1])
    yield "coordinates swapped", "InvalidPoint", b"\4" + y + x
    yield "coordinates of zero", "InvalidPoint", b"\4" + bytes(64)
    yield "coordinates of all ones", "InvalidPoint", b"\4" + b"\xff" * 64
    yield "x is the field's prime", "InvalidPoint", b"\4" + FIELD.to_bytes(32, "big") + y
    # The point with x = 5 is on the curve; 5 and the prime still fit into 32 bytes.
    five = uncompressed_point(decode_point(b"\2" + (5).to_bytes(32, "big"), P256, "point"))
    yield "x is above the field's prime", "InvalidPoint", b"\4" + (FIELD + 5).to_bytes(32, "big") + five[33:]
    yield "infinity", "InvalidPoint", b"\0"
    yield "infinity, padded", "InvalidPoint", bytes(65)
    yield "compressed", "InvalidEncoding", short
    yield "compressed, padded", "InvalidEncoding", short + bytes(32)
    yield "hybrid", "InvalidEncoding", bytes([6 + (point[-1] & 1)]) + point[1:]
    yield "without its first byte", "InvalidEncoding", point[1:]
    yield "with another first byte", "InvalidEncoding", b"\5" + point[1:]
    yield "cut by a byte", "InvalidEncoding", point[:-1]
    yield "a byte after it", "InvalidEncoding", point + b"\0"
    yield "empty", "InvalidEncoding", b""


def _keys(message: Message) -> dict[str, str]:
    number = message.recipient.private_numbers().private_value
    return {
        "skRm": number.to_bytes(32, "big").hex(),
        "pkRm": uncompressed_point(message.recipient.public_key()).hex(),
    }


def _ephemeral(message: Message) -> str:
    return message.ephemeral.private_numbers().private_value.to_bytes(32, "big").hex()


def _decryption(kdf: KDFId, aead: AEADId, material: KeyMaterial) -> Iterator[_Case]:
    """The cases of opening in one suite."""
    for comment, flag, message in messages(material):
        enc, ct = seal(kdf, aead, message)
        yield {
            "comment": comment,
            **_keys(message),
            "ikmE": _ephemeral(message),
            "info": message.info.hex(),
            "aad": message.aad.hex(),
            "enc": enc.hex(),
            "ct": ct.hex(),
            "pt": message.plaintext.hex(),
            "result": "valid",
            "flags": [flag],
        }
    take = material.take_key
    message = Message(take("key").private_key_object(), take("key").private_key_object())
    enc, ct = seal(kdf, aead, message)

    def bad(comment: str, changed: dict[str, bytes], flag: str = "ModifiedParameter") -> _Case:
        given = {"info": message.info, "aad": message.aad, "enc": enc, "ct": ct} | changed
        texts = {name: value.hex() for name, value in given.items()}
        return {"comment": comment, **_keys(message), **texts, "pt": "", "result": "invalid", "flags": [flag]}

    for name, value in (("info", message.info), ("aad", message.aad)):
        yield bad(f"another {name}", {name: value[:-1] + bytes([value[-1] ^ 1])})
        yield bad(f"empty {name}", {name: b""})
        yield bad(f"a zero after the {name}", {name: value + b"\0"})
    yield bad("info and aad swapped", {"info": message.aad, "aad": message.info})
    for position in (0, len(ct) - 17, len(ct) - 16, len(ct) - 1):
        flipped = ct[:position] + bytes([ct[position] ^ 1]) + ct[position + 1 :]
        yield bad(f"byte {position} of the ciphertext changed", {"ct": flipped})
    yield bad("a tag of zeros", {"ct": ct[:-16] + bytes(16)})
    yield bad("ciphertext cut by a byte", {"ct": ct[:-1]})
    yield bad("a byte after the ciphertext", {"ct": ct + b"\0"})
    yield bad("the tag alone", {"ct": ct[-16:]})
    yield bad("shorter than a tag", {"ct": ct[:15]})
    yield bad("empty ciphertext", {"ct": b""})
    negated = enc[:33] + (FIELD - int.from_bytes(enc[33:], "big")).to_bytes(32, "big")
    yield bad("the other point of the same x as encapsulated key", {"enc": negated}, "BoundKey")
    yield bad("another encapsulated key", {"enc": bytes.fromhex(take("key").public_key)})
    yield bad("the recipient's key as encapsulated key", {"enc": bytes.fromhex(_keys(message)["pkRm"])})
    for comment, flag, point in bad_points(enc):
        yield bad(f"encapsulated key: {comment}", {"enc": point}, flag)


def _encapsulation(kdf: KDFId, aead: AEADId, material: KeyMaterial) -> Iterator[_Case]:
    """The cases of sealing in one suite."""
    for comment, flag, message in messages(material):
        enc, ct = seal(kdf, aead, message)
        keys = _keys(message)
        yield {
            "comment": comment,
            "pkRm": keys["pkRm"],
            "ikmE": _ephemeral(message),
            "skRm": keys["skRm"],
            "info": message.info.hex(),
            "aad": message.aad.hex(),
            "pt": message.plaintext.hex(),
            "enc": enc.hex(),
            "ct": ct.hex(),
            "result": "valid",
            "flags": [flag],
        }
    point = bytes.fromhex(material.take_key("key").public_key)
    nothing = {"pt": "", "enc": "", "ct": "", "result": "invalid"}
    for comment, flag, changed in bad_points(point):
        named = {"comment": comment, "pkRm": changed.hex(), "info": INFO.hex(), "aad": AAD.hex()}
        yield {**named, **nothing, "flags": [flag]}


KINDS = {"decrypt": ("HpkeTest", _decryption), "encap": ("HpkeEncapTest", _encapsulation)}
"""The subject of a file, with the type of its groups."""


def file_of(kind: str) -> str:
    """The name of a file."""
    return f"hpke_dhkem_p256_{kind}_test.json"


def content(kind: str) -> str:
    """Make the text of a file."""
    group_type, cases_of = KINDS[kind]
    material = KeyMaterial(SEED)
    groups: list[dict[str, Any]] = []
    number = 0
    for kdf, aead in SUITES:
        tests = []
        for case in cases_of(kdf, aead, material):
            number += 1
            tests.append({"tcId": number, **case})
        groups.append(
            {
                "type": group_type,
                "source": {"name": "sealwax", "version": "1.0.0"},
                **KEM,
                "kdf": KDFS[kdf],
                "kdfId": kdf.value,
                "aead": AEADS[aead],
                "aeadId": aead.value,
                "tests": tests,
            }
        )
    used = {flag for group in groups for case in group["tests"] for flag in case["flags"]}
    whole = {
        "algorithm": "HPKE",
        "schema": f"hpke_{kind}_test_schema.json",
        "numberOfTests": number,
        "header": ["HPKE (RFC 9180) in base mode, with DHKEM(P-256, HKDF-SHA256)."],
        "notes": {flag: note for flag, note in sorted(NOTES.items()) if flag in used},
        "testGroups": groups,
    }
    return json.dumps(whole, indent=2) + "\n"


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        (FOLDER / file_of(kind)).write_text(content(kind), encoding="ascii")


if __name__ == "__main__":
    main()
