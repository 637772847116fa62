"""Cases of HPKE in the protocol's suite, with the names of RFC 9180 (wire-formats.md, section 3)."""

from typing import Annotated

from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import UNSET, Meta, UnsetType
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey, KEMKeyPair
from pyhpke.kdf import KDF

from sealwax._crypto.hpke import INFO, Sealed, derive_key_pair, open_base, seal_base
from sealwax._crypto.points import decode_p256_hex, uncompressed_point
from sealwax.keys import TargetKey
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

IkmE = Annotated[
    Hex, Meta(description="Key material of the ephemeral key, 32 bytes, for DeriveKeyPair (RFC 9180, 7.1.3).")
]
SkRm = Annotated[Hex, Meta(description="The receiver's private key, 32 bytes.")]
_OF_SENDER = (
    "The {} of section 3 for these keys, to compare. An implementation never takes it: it makes its own."
)
_OF_MESSAGE = (
    "The {} with which the message was sealed, to compare in a valid case. An implementation never takes it: "
    "it makes its own, and must refuse a message with another."
)
Enc = Annotated[Hex, Meta(description="The encapsulated key: should be an uncompressed point.")]
Ciphertext = Annotated[Hex, Meta(description="The ciphertext, then its tag of 16 bytes.")]


class DeriveCase(Case, kw_only=True):
    """Key material, and the key pair that it makes."""

    ikm: Annotated[Hex, Meta(description="Key material: 32 or 64 bytes, used whole.")]
    skm: Annotated[Hex, Meta(description="Output: the private key, 32 bytes.")] | UnsetType = UNSET
    pkm: Annotated[Hex, Meta(description="Output: the public key, uncompressed.")] | UnsetType = UNSET


class Derive(Group[DeriveCase], tag="HpkeDeriveKeyPair"):
    """Derive a key pair: RFC 9180, section 7.1.3."""

    def run(self, case: DeriveCase) -> Outputs:
        key = TargetKey(derive_key_pair(bytes.fromhex(case.ikm)))
        return {"skm": key.private_key_hex(), "pkm": key.public_key}


class SealCase(Case, kw_only=True):
    """A message, and what it becomes with a given ephemeral key."""

    ikmE: IkmE  # noqa: N815 - RFC 9180's name
    pkRm: Annotated[  # noqa: N815
        Hex, Meta(description="The receiver's public key: should be an uncompressed point.")
    ]
    info: Annotated[Hex, Meta(description=_OF_SENDER.format("info"))]
    aad: Annotated[Hex, Meta(description=_OF_SENDER.format("aad"))]
    pt: Annotated[Hex, Meta(description="The plaintext.")]
    enc: Annotated[Hex, Meta(description="Output: the encapsulated key, uncompressed.")] | UnsetType = UNSET
    ct: Annotated[Hex, Meta(description="Output: the ciphertext, then its tag of 16 bytes.")] | UnsetType = (
        UNSET
    )


class Seal(Group[SealCase], tag="HpkeSealBase"):
    """Seal a message in mode base, single shot."""

    def run(self, case: SealCase) -> Outputs:
        receiver = decode_p256_hex(case.pkRm, "pkRm")
        ephemeral = derive_key_pair(bytes.fromhex(case.ikmE))
        sealed = seal_base(receiver, bytes.fromhex(case.pt), ephemeral=ephemeral)
        # The protocol determines the info and the aad, not the caller.
        aad = sealed.enc + uncompressed_point(receiver)
        return {"enc": sealed.enc.hex(), "ct": sealed.ct.hex(), "info": INFO.hex(), "aad": aad.hex()}


class OpenCase(Case, kw_only=True):
    """A sealed message. Its info and aad explain it; a reader uses its own."""

    skRm: SkRm  # noqa: N815
    pkRm: Annotated[  # noqa: N815
        Hex,
        Meta(
            description="An uncompressed point. A reader ignores it, and computes the public key from skRm, "
            "even where this is another key."
        ),
    ]
    info: Annotated[Hex, Meta(description=_OF_MESSAGE.format("info"))]
    aad: Annotated[Hex, Meta(description=_OF_MESSAGE.format("aad"))]
    enc: Enc
    ct: Ciphertext
    pt: Annotated[Hex, Meta(description="Output: the plaintext.")] | UnsetType = UNSET


class Open(Group[OpenCase], tag="HpkeOpenBase"):
    """Open a message in mode base, single shot."""

    def run(self, case: OpenCase) -> Outputs:
        key = TargetKey.from_private_key(case.skRm)
        enc = bytes.fromhex(case.enc)
        plaintext = open_base(key.private_key_object(), Sealed(enc, bytes.fromhex(case.ct)))
        return {"pt": plaintext.hex(), "info": INFO.hex(), "aad": (enc + bytes.fromhex(key.public_key)).hex()}


class KeyScheduleCase(Case, kw_only=True):
    """Both sides' key material, and the values in between, to find where an implementation goes wrong."""

    ikmE: IkmE  # noqa: N815
    ikmR: Annotated[  # noqa: N815
        Hex, Meta(description="Key material of the receiver's key, 32 bytes, for DeriveKeyPair.")
    ]
    info: Annotated[Hex, Meta(description="The info, which is not always that of the protocol.")]
    enc: Annotated[Hex, Meta(description="Output: the encapsulated key, uncompressed.")] | UnsetType = UNSET
    shared_secret: (
        Annotated[Hex, Meta(description="Output: what Encap and Decap give, 32 bytes.")] | UnsetType
    ) = UNSET
    key_schedule_context: (
        Annotated[Hex, Meta(description="Output: the mode, and the hashes of psk_id and info.")] | UnsetType
    ) = UNSET
    secret: (
        Annotated[Hex, Meta(description="Output: the secret from which key and nonce are expanded.")]
        | UnsetType
    ) = UNSET
    key: Annotated[Hex, Meta(description="Output: the key of AES-256-GCM, 32 bytes.")] | UnsetType = UNSET
    base_nonce: (
        Annotated[Hex, Meta(description="Output: the nonce of the message, 12 bytes.")] | UnsetType
    ) = UNSET


class KeySchedule(Group[KeyScheduleCase], tag="HpkeKeySchedule"):
    """Derive the values between the keys and the message: RFC 9180, sections 4.1 and 5.1."""

    def run(self, case: KeyScheduleCase) -> Outputs:
        """Run a case with this library's key pairs and the HPKE package."""
        ephemeral, receiver = (to_kem(derive_key_pair(bytes.fromhex(ikm))) for ikm in (case.ikmE, case.ikmR))
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


def to_kem(private_key: ec.EllipticCurvePrivateKey) -> KEMKeyPair:
    """Convert a private key for the HPKE package."""
    return KEMKeyPair(
        KEMKey.from_pyca_cryptography_key(private_key),
        KEMKey.from_pyca_cryptography_key(private_key.public_key()),
    )


CONSTRUCTS = (
    construct(
        "hpke",
        "HPKE",
        (Derive, Seal, Open, KeySchedule),
        "HPKE (RFC 9180) in the one suite of the protocol, mode base.",
        "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.",
        "info is the ASCII text turnkey_hpke.",
        "aad is the encapsulated key, then the receiver's, both uncompressed.",
    ),
)
