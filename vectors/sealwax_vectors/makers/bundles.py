"""Cases that all signed bundles share: defects of the envelope and of the payload."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from sealwax._crypto.hpke import seal_base
from sealwax._crypto.points import P256, compressed_point, decode_point
from sealwax.bundles.signed_envelope import Payload
from sealwax.keys import TargetKey
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import AttestedEnclave
from sealwax_vectors.format import ErrorCode

from .defects import (
    Defect,
    compact,
    der_defects,
    hex_defects,
    json_defects,
    json_variants,
    near_missed_bytes,
    within,
)
from .labels import Label, id_of, placed, words_of

ORGANIZATION = "f9a31c64-d604-42e4-9bef-a773096afad7"
_OLDER_SIGNATURES = ("encappedPublicSignature", "targetPublicSignature")
"""Members of the older, unversioned forms."""
EQUIVALENT_IDS = (
    (
        Label("an-id-without-its-dashes", "an id without its dashes"),
        ORGANIZATION,
        ORGANIZATION.replace("-", ""),
    ),
    (Label("an-id-in-NFD-for-one-in-NFC", "an id in NFD for one in NFC"), "Z\u00fcrich", "Zu\u0308rich"),
)
"""Pairs of ids that some comparisons take for equal: a label, the signed id and the expected one."""


class Live(NamedTuple):
    """A valid artifact of a running service, from which its live vectors are made.

    Attributes:
        enclave: The service's enclave.
        artifact: The artifact.
        target_public_key: The public key that an export is sealed to; empty for other artifacts.
        prover: The enclave that signs app proofs; None for other artifacts.
    """

    enclave: ReferenceEnclave
    artifact: str
    target_public_key: str = ""
    prover: AttestedEnclave | None = None

    def payload(self) -> dict[str, Any]:
        """Return the signed payload of a bundle."""
        return _payload_of(self.artifact)


def envelope_defects(
    bundle: str, sign: Callable[[bytes], str], other_signed: Mapping[str, str]
) -> Iterator[Defect]:
    """Yield bundles with a defective envelope; ``other_signed`` has the same data, signed by other keys."""
    label: str | Label
    fields: dict[str, str] = json.loads(bundle)

    def changed(**changes: object) -> str:
        return compact({name: changes.get(name, value) for name, value in fields.items()})

    for defect in json_defects(fields):
        error: ErrorCode = "unsupported" if defect.id == "version-left-out" else "malformed"
        flag = "LegacyBundle" if error == "unsupported" else defect.flag
        yield Defect(placed("the-envelope", defect.label), error, flag, defect.value)
    for name in _OLDER_SIGNATURES:
        label = Label(f"the-older-form-s-{name}-in-upper-case", f"the older form's {name}, in upper case")
        yield Defect(label, "malformed", "FoldedName", compact({**fields, name.upper(): "00"}))
    yield Defect("an-empty-object", "malformed", "MissingField", "{}")
    answer = {"activity": {"result": {"exportWalletResult": {"exportBundle": bundle}}}}
    yield Defect("the-answer-that-holds-it", "malformed", "MissingField", compact(answer))
    for version in ("v1.0.1", "v2.0.0", "1.0.0", "V1.0.0", "v1.0.0 ", ""):
        label = Label(f"the-version-{id_of(version or 'empty')}", f"the version {version or 'empty'}")
        yield Defect(label, "unsupported", "LegacyBundle", changed(version=version))
    for name in ("data", "dataSignature", "enclaveQuorumPublic"):
        yield from within(name, hex_defects(fields[name]), changed, name)
    data = bytes.fromhex(fields["data"])
    for label, other in (
        ("a-bit-of-the-data-flipped", bytes([data[0] ^ 1]) + data[1:]),
        ("the-signed-data-cut", data[:-1]),
        ("a-space-after-the-data", data + b" "),
        ("the-data-with-its-keys-in-another-order", _reordered(data)),
        ("white-space-in-the-data", data.replace(b",", b", ", 1)),
        ("no-data", b""),
    ):
        # Data with a single key cannot be reordered.
        if other != data:
            yield Defect(label, "bad-signature", "AlteredMessage", changed(data=other.hex()))
    signature = bytes.fromhex(fields["dataSignature"])
    defects = der_defects(signature, P256.group_order)
    yield from within("the-signature", defects, changed, "dataSignature")
    r, s = decode_dss_signature(signature)
    swapped = encode_dss_signature(s, r).hex()
    yield Defect("r-and-s-swapped", "bad-signature", "AlteredMessage", changed(dataSignature=swapped))
    of_text = json.loads(sign(fields["data"].encode()))["dataSignature"]
    label = "a-signature-over-the-hex-text-of-the-data"
    yield Defect(label, "bad-signature", "AlteredMessage", changed(dataSignature=of_text))
    key = bytes.fromhex(fields["enclaveQuorumPublic"])
    short = compressed_point(decode_point(key, P256, "key"))
    _, (_, ninth) = near_missed_bytes(key)
    flipped = key[:-1] + bytes([key[-1] ^ 1])
    for label, error, flag, point in (
        ("a-bit-of-the-quorum-key-flipped", "untrusted-signer", "ForeignKey", flipped),
        ("the-ninth-byte-of-the-quorum-key-changed", "untrusted-signer", "ForeignKey", ninth),
        ("the-quorum-key-compressed", "malformed", "CompressedPoint", short),
        ("the-quorum-key-at-infinity", "malformed", "InvalidPoint", b"\0"),
        ("a-byte-after-the-quorum-key", "malformed", "InvalidPoint", key + b"\0"),
        ("no-quorum-key", "malformed", "InvalidPoint", b""),
    ):
        yield Defect(label, error, flag, changed(enclaveQuorumPublic=point.hex()))
    for who, other_bundle in other_signed.items():
        others = json.loads(other_bundle)
        yield Defect(
            Label(f"signed-by-{who}-which-it-names", f"signed by {words_of(who)}, which it names"),
            "untrusted-signer",
            "ForeignKey",
            other_bundle,
        )
        forged = changed(dataSignature=others["dataSignature"])
        yield Defect(
            Label(
                f"signed-by-{who}-naming-the-pinned-key", f"signed by {words_of(who)}, naming the pinned key"
            ),
            "bad-signature",
            "ForeignKey",
            forged,
        )
        renamed = changed(enclaveQuorumPublic=others["enclaveQuorumPublic"])
        yield Defect(
            Label(
                f"signed-by-the-pinned-key-naming-{who}", f"signed by the pinned key, naming {words_of(who)}"
            ),
            "untrusted-signer",
            "ForeignKey",
            renamed,
        )


def payload_defects(data: bytes, sign: Callable[[bytes], str]) -> Iterator[Defect]:
    """Yield well-signed bundles whose payload has one defect."""
    fields = json.loads(data)
    yield from within("the-data", json_defects(fields), lambda text: sign(text.encode()))
    for name in Payload.__struct_encode_fields__:
        if name not in fields:
            label = Label(
                f"the-data-{name}-of-other-kinds-in-upper-case",
                f"the data: {name}, of other kinds, in upper case",
                "FIELD, of other kinds, in upper case",
            )
            signed = sign(compact({**fields, name.upper(): "x"}).encode())
            yield Defect(label, "malformed", "FoldedName", signed)
    not_utf8 = data[:-1] + b',"extra":"\xff"}'
    yield Defect(
        Label("the-data-not-UTF-8", "the data: not UTF-8", idea="not UTF-8"),
        "malformed",
        "JsonStrictness",
        sign(not_utf8),
    )
    utf_16 = data.decode().encode("utf-16-le")
    yield Defect(
        Label("the-data-UTF-16", "the data: UTF-16", idea="UTF-16"),
        "malformed",
        "JsonStrictness",
        sign(utf_16),
    )


def target_defects(bundle: str, sign: Callable[[bytes], str], *, key: str) -> Iterator[Defect]:
    """Yield well-signed bundles whose target key has one defect, or that are also exports.

    ``key`` names the target key in comments.
    """
    payload = _payload_of(bundle)
    text = payload["targetPublic"]
    point = bytes.fromhex(text)

    def signed(**changes: str) -> str:
        return sign(compact({**payload, **changes}).encode())

    yield from within("the-target-key", hex_defects(text), signed, "targetPublic")
    for label, flag, other in (
        ("off-the-curve", "InvalidPoint", point[:-1] + bytes([point[-1] ^ 1])),
        ("compressed", "CompressedPoint", compressed_point(decode_point(point, P256, "key"))),
        ("hybrid", "InvalidPoint", bytes([6 + (point[-1] & 1)]) + point[1:]),
        ("at-infinity", "InvalidPoint", b"\0"),
        ("all-zero", "InvalidPoint", b"\4" + bytes(64)),
        ("empty", "InvalidPoint", b""),
    ):
        yield Defect(placed("the-target-key", label), "malformed", flag, signed(targetPublic=other.hex()))
    for name in ("encappedPublic", "ciphertext"):
        yield Defect(
            Label(f"{key}-with-an-export-s-{name}", f"{words_of(key)}, with an export's {name}"),
            "malformed",
            "KindConfusion",
            signed(**{name: text}),
        )


def import_target_variants(
    bundle: str, sign: Callable[[bytes], str]
) -> Iterator[tuple[str | Label, str, str]]:
    """Yield equivalent spellings of an import target, each with a comment and a flag."""
    payload = _payload_of(bundle)
    upper = payload["targetPublic"].upper()
    yield from variants(bundle)
    reordered = json.dumps(dict(reversed(payload.items())), indent=1)
    for label, text in (
        ("the-data-with-its-keys-in-reverse-order-and-white-space", reordered),
        ("a-field-in-the-data-that-is-not-known", compact({**payload, "walletName": "w"})),
        ("the-target-key-in-upper-case", compact({**payload, "targetPublic": upper})),
    ):
        yield label, "ClientVariant", sign(text.encode())


def legacy_import_target(bundle: str) -> Defect:
    """Return an import target in its unversioned form."""
    key, signature = _payload_of(bundle)["targetPublic"], json.loads(bundle)["dataSignature"]
    legacy = compact({"targetPublic": key, "targetPublicSignature": signature})
    return Defect(
        Label("the-older-unversioned-form", "the older, unversioned form"),
        "unsupported",
        "LegacyBundle",
        legacy,
    )


def variants(bundle: str) -> Iterator[tuple[str | Label, str, str]]:
    """Yield equivalent spellings of a bundle, each with a comment and a flag."""
    fields: dict[str, str] = json.loads(bundle)
    upper = {name: value if name == "version" else value.upper() for name, value in fields.items()}
    r, s = decode_dss_signature(bytes.fromhex(fields["dataSignature"]))
    twin = {**fields, "dataSignature": encode_dss_signature(r, P256.group_order - s).hex()}
    yield "the-signature-with-the-other-s", "LowS", compact(twin)
    yield "keys-in-reverse-order", "ClientVariant", compact(dict(reversed(fields.items())))
    yield "white-space", "ClientVariant", json.dumps(fields, indent=2) + "\n"
    yield "a-field-that-is-not-known", "ClientVariant", compact({**fields, "appProofs": []})
    for name in _OLDER_SIGNATURES:
        older = Label(
            f"the-older-form-s-{name}-beside-a-version", f"the older form's {name}, beside a version"
        )
        yield older, "LegacyBundle", compact({**fields, name: fields["dataSignature"]})
    yield "hex-in-upper-case", "ClientVariant", compact(upper)
    for label, text in json_variants(fields):
        yield placed("the-envelope", label), "ClientVariant", text
    upper_key = compact({**fields, "enclaveQuorumPublic": fields["enclaveQuorumPublic"].upper()})
    yield "the-quorum-key-in-upper-case", "ClientVariant", upper_key


def _payload_of(bundle: str) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(bytes.fromhex(json.loads(bundle)["data"]))
    return payload


def _reordered(data: bytes) -> bytes:
    return compact(dict(reversed(json.loads(data).items()))).encode()


def seal_text(plaintext: bytes, receiver: TargetKey, material: KeyMaterial) -> dict[str, str]:
    """Seal a plaintext to an enclave with an ephemeral key from the material; return the fields."""
    sealed = seal_base(
        receiver.private_key_object().public_key(),
        plaintext,
        ephemeral=material.take_key("ephemeral").private_key_object(),
    )
    return {"encappedPublic": sealed.enc.hex(), "ciphertext": sealed.ct.hex()}
