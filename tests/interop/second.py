"""Cases of the vectors through libraries that share no code with this one, in this process.

Each function takes a case and gives what comes of it, by the names of the case's fields. It raises what its
library raises for what it refuses; ``REFUSALS`` has those.
"""

import hashlib
import hmac
import json
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal
from unittest import mock

import jwt
import webauthn
from Crypto.Hash import SHA256, keccak
from Crypto.Protocol import HPKE
from Crypto.PublicKey import ECC
from Crypto.Signature import DSS, eddsa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from mnemonic import Mnemonic
from webauthn.helpers.exceptions import WebAuthnException

from sealwax._crypto.bip39 import LANGUAGES
from tests.interop.cases import VectorCase

Outputs = dict[str, Any]
Implementation = Callable[[VectorCase], Outputs]

SECP256K1_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
HPKE_INFO = b"turnkey_hpke"

SIGNATURE = frozenset(
    {
        "AlteredMessage",
        "CompressedPoint",
        "DerTrailingBytes",
        "DerUnstrippedZeros",
        "ForeignKey",
        "InvalidPoint",
        "OtherEnclaveKey",
        "OtherHash",
        "RawSignature",
        "RsaPadding",
        "SignatureRange",
        "WrongKey",
    }
)
"""The flags of the invalid cases that a library of signatures can tell; the rest are for who calls it."""

# How a token is spelled is left out: the versions of PyJWT differ on that.
TOKEN = SIGNATURE | {"JwtAlgorithm"}
CEREMONY = SIGNATURE | {
    "CeremonyConfusion",
    "RawChallenge",
    "SchemeConfusion",
    "UserPresence",
    "WrongContext",
}

REFUSALS = (ValueError, KeyError, TypeError, jwt.PyJWTError, WebAuthnException)


class DoesNotVerifyError(ValueError):
    """A library said so without raising."""


def must(holds: object) -> None:
    if not holds:
        raise DoesNotVerifyError


def unpadded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def body_of(case: VectorCase) -> bytes:
    return bytes.fromhex(case.fields["body"]) * int(case.fields.get("bodyRepeat", 1))


def header_of(fields: dict[str, str]) -> str:
    return urlsafe_b64encode(json.dumps(fields, separators=(",", ":")).encode()).decode().rstrip("=")


# HPKE, by pycryptodome.


def derive_scalar(ikm: bytes) -> int:
    """DeriveKeyPair of RFC 9180, section 7.1.3, for DHKEM(P-256, HKDF-SHA256)."""
    suite = b"KEM\x00\x10"
    prk = hmac.digest(b"", b"HPKE-v1" + suite + b"dkp_prk" + ikm, "sha256")
    for counter in range(256):
        # One block of HKDF-Expand is all of the 32 bytes.
        info = b"\x00\x20HPKE-v1" + suite + b"candidate" + bytes([counter])
        scalar = int.from_bytes(hmac.digest(prk, info + b"\x01", "sha256"), "big")
        if 0 < scalar < P256_ORDER:
            return scalar
    raise DoesNotVerifyError


def derive_key(ikm: bytes) -> ECC.EccKey:
    return ECC.construct(curve="p256", d=derive_scalar(ikm))


def raw_point(key: ECC.EccKey) -> bytes:
    point: bytes = key.public_key().export_key(format="raw", compress=False)
    return point


def hpke_derive(case: VectorCase) -> Outputs:
    key = derive_key(bytes.fromhex(case.fields["ikm"]))
    return {"skm": f"{int(key.d):064x}", "pkm": raw_point(key).hex()}


@contextmanager
def ephemeral_key(key: ECC.EccKey) -> Iterator[None]:
    """Have pycryptodome generate this key, which it cannot be given."""
    with mock.patch.object(ECC, "generate", return_value=key):
        yield


def hpke_seal(case: VectorCase) -> Outputs:
    receiver = ECC.import_key(bytes.fromhex(case.fields["pkRm"]), curve_name="p256")
    with ephemeral_key(derive_key(bytes.fromhex(case.fields["ikmE"]))):
        context = HPKE.new(receiver_key=receiver, aead_id=HPKE.AEAD.AES256_GCM, info=HPKE_INFO)
    aad = context.enc + raw_point(receiver)
    sealed = context.seal(bytes.fromhex(case.fields["pt"]), aad)
    return {"enc": context.enc.hex(), "ct": sealed.hex(), "aad": aad.hex(), "info": HPKE_INFO.hex()}


def hpke_open(case: VectorCase) -> Outputs:
    receiver = ECC.construct(curve="p256", d=int(case.fields["skRm"], 16))
    enc = bytes.fromhex(case.fields["enc"])
    context = HPKE.new(receiver_key=receiver, aead_id=HPKE.AEAD.AES256_GCM, info=HPKE_INFO, enc=enc)
    opened = context.unseal(bytes.fromhex(case.fields["ct"]), enc + raw_point(receiver))
    return {"pt": opened.hex()}


def hpke_key_schedule(case: VectorCase) -> Outputs:
    receiver = derive_key(bytes.fromhex(case.fields["ikmR"]))
    with ephemeral_key(derive_key(bytes.fromhex(case.fields["ikmE"]))):
        context = HPKE.new(
            receiver_key=receiver.public_key(),
            aead_id=HPKE.AEAD.AES256_GCM,
            info=bytes.fromhex(case.fields["info"]),
        )
    # Nobody needs these, so that they have no public names.
    internal: Any = context
    shared_secret = internal._decap(context.enc, receiver, internal._kem_id, internal._hashmod)
    return {
        "enc": context.enc.hex(),
        "sharedSecret": shared_secret.hex(),
        "key": internal._key.hex(),
        "baseNonce": internal._base_nonce.hex(),
    }


# Stamps and client signatures, by pycryptodome.


def verify_p256(
    public_key: str, signature: bytes, message: bytes, encoding: Literal["binary", "der"]
) -> None:
    key = ECC.import_key(bytes.fromhex(public_key), curve_name="p256")
    DSS.new(key, "fips-186-3", encoding).verify(SHA256.new(message), signature)


def verify_stamp(case: VectorCase) -> Outputs:
    fields = json.loads(unpadded(case.fields["header"]))
    signature = bytes.fromhex(fields["signature"])
    if case.file == "api_key_stamp_p256":
        verify_p256(fields["publicKey"], signature, body_of(case), "der")
    else:
        key = eddsa.import_public_key(bytes.fromhex(fields["publicKey"]))
        eddsa.new(key, "rfc8032").verify(body_of(case), signature)
    return {"publicKey": fields["publicKey"].lower(), "scheme": fields["scheme"]}


def make_stamp(case: VectorCase) -> Outputs:
    secret = bytes.fromhex(case.fields["privateKey"])
    if case.file == "api_key_stamp_p256":
        key = ECC.construct(curve="p256", d=int.from_bytes(secret, "big"))
        public_key = key.public_key().export_key(format="raw", compress=True)
        signature = DSS.new(key, "deterministic-rfc6979", "der").sign(SHA256.new(body_of(case)))
        scheme = "SIGNATURE_SCHEME_TK_API_P256"
    else:
        key = eddsa.import_private_key(secret)
        public_key = key.public_key().export_key(format="raw")
        signature = eddsa.new(key, "rfc8032").sign(body_of(case))
        scheme = "SIGNATURE_SCHEME_TK_API_ED25519"
    return {
        "header": header_of({"publicKey": public_key.hex(), "scheme": scheme, "signature": signature.hex()})
    }


def verify_client_signature(case: VectorCase) -> Outputs:
    signature = case.fields["clientSignature"]
    raw = bytes.fromhex(signature["signature"])
    verify_p256(signature["publicKey"], raw, signature["message"].encode(), "binary")
    return {}


def sign_message(case: VectorCase) -> Outputs:
    expected = case.fields["clientSignature"]
    key = ECC.construct(curve="p256", d=int(case.fields["privateKey"], 16))
    signer = DSS.new(key, "deterministic-rfc6979", "binary")
    signature = signer.sign(SHA256.new(expected["message"].encode())).hex()
    public_key = key.public_key().export_key(format="raw", compress=True).hex()
    return {"clientSignature": {**expected, "publicKey": public_key, "signature": signature}}


# secp256k1. Here libsecp256k1 verifies and OpenSSL signs: sealwax uses each for the other.


def secp256k1_digest(case: VectorCase) -> bytes:
    body = body_of(case)
    if case.file == "api_key_stamp_eip191":
        prefix = b"\x19Ethereum Signed Message:\n%d" % len(body)
        digest: bytes = keccak.new(digest_bits=256, data=prefix + body).digest()
        return digest
    return hashlib.sha256(body).digest()


def verify_secp256k1_stamp(case: VectorCase) -> Outputs:
    from btclib_secp256k1 import dsa  # noqa: PLC0415 - it is not there on every Python

    fields = json.loads(unpadded(case.fields["header"]))
    key, signature = bytes.fromhex(fields["publicKey"]), bytes.fromhex(fields["signature"])
    must(dsa.verify(secp256k1_digest(case), key, signature))
    return {"publicKey": fields["publicKey"].lower(), "scheme": fields["scheme"]}


def make_secp256k1_stamp(case: VectorCase) -> Outputs:
    key = ec.derive_private_key(int(case.fields["privateKey"], 16), ec.SECP256K1())
    algorithm = ec.ECDSA(Prehashed(hashes.SHA256()), deterministic_signing=True)
    r, s = decode_dss_signature(key.sign(secp256k1_digest(case), algorithm))
    low_s = encode_dss_signature(r, min(s, SECP256K1_ORDER - s))
    public_key = key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    scheme = "SIGNATURE_SCHEME_TK_API_SECP256K1"
    if case.file == "api_key_stamp_eip191":
        scheme += "_EIP191"
    fields = {
        "publicKey": public_key.hex(),
        "scheme": scheme,
        "signature": low_s.hex(),
    }
    return {"header": header_of(fields)}


# The verification token, which is a standard JWT, by PyJWT.


def verify_token(case: VectorCase) -> Outputs:
    key = ECC.import_key(bytes.fromhex(case.fields["tlsFetcherPublicKey"]), curve_name="p256")
    pem = key.export_key(format="PEM")
    # Its expiry is in milliseconds, and text: not that of RFC 7519.
    options: Any = {"verify_exp": False, "verify_aud": False, "verify_iat": False}
    claims = jwt.decode(case.fields["token"], pem, algorithms=["ES256"], options=options)
    return {"claims": {name: claims[name] for name in case.fields.get("claims", ())}}


# WebAuthn, by the package of that name.


def verify_assertion(case: VectorCase) -> Outputs:
    stamp = json.loads(case.fields["header"])
    challenge = hashlib.sha256(body_of(case)).hexdigest().encode()
    verified = webauthn.verify_authentication_response(
        credential={
            "id": stamp["credentialId"].rstrip("="),
            "rawId": stamp["credentialId"],
            "type": "public-key",
            "response": {
                "clientDataJSON": stamp["clientDataJson"],
                "authenticatorData": stamp["authenticatorData"],
                "signature": stamp["signature"],
            },
        },
        expected_challenge=challenge,
        expected_origin=case.fields["origin"],
        expected_rp_id=case.fields["rpId"],
        credential_public_key=bytes.fromhex(case.fields["cosePublicKey"]),
        credential_current_sign_count=0,
        require_user_verification=case.fields.get("requireUserVerification", False),
    )
    return {
        "credentialId": verified.credential_id.hex(),
        "signCount": verified.new_sign_count,
        "userVerified": verified.user_verified,
    }


def verify_registration(case: VectorCase) -> Outputs:
    verified = webauthn.verify_registration_response(
        credential=case.fields["credential"],
        expected_challenge=unpadded(case.fields["expectedChallenge"]),
        expected_origin=case.fields["expectedOrigin"],
        expected_rp_id=case.fields["expectedRpId"],
        require_user_presence=not case.fields.get("allowUserAbsent", False),
        require_user_verification=case.fields.get("requireUserVerification", False),
    )
    return {
        # An enumeration until version 3, then text.
        "fmt": getattr(verified.fmt, "value", verified.fmt),
        "cosePublicKey": verified.credential_public_key.hex(),
        "aaguid": verified.aaguid.replace("-", ""),
        "userVerified": verified.user_verified,
    }


def challenge_of(case: VectorCase) -> Outputs:
    return {"challenge": hashlib.sha256(body_of(case)).hexdigest()}


# BIP-39, as its text has it, over the word lists of the package ``mnemonic``; the tests in Node.js have the
# lists of another.


def read_mnemonic(case: VectorCase) -> Outputs:
    text = unicodedata.normalize("NFKD", case.fields["mnemonic"])
    words = text.split(" ")
    must(len(words) in {12, 15, 18, 21, 24})
    found = [
        (language, entropy)
        for language in LANGUAGES
        if (entropy := entropy_of(words, Mnemonic(language).wordlist)) is not None
    ]
    must(found)
    language, entropy = found[0]
    salt = unicodedata.normalize("NFKD", "mnemonic" + case.fields.get("passphrase", ""))
    seed = hashlib.pbkdf2_hmac("sha512", text.encode(), salt.encode(), 2048)
    return {"language": language, "entropy": entropy.hex(), "seed": seed.hex()}


def entropy_of(words: list[str], word_list: list[str]) -> bytes | None:
    """The entropy that words of a list encode, if their checksum holds."""
    places = {unicodedata.normalize("NFKD", word): place for place, word in enumerate(word_list)}
    if not places.keys() >= set(words):
        return None
    number = 0
    for word in words:
        number = number << 11 | places[word]
    checksum_bits = len(words) // 3
    entropy = (number >> checksum_bits).to_bytes(4 * checksum_bits, "big")
    checksum = hashlib.sha256(entropy).digest()[0] >> (8 - checksum_bits)
    return entropy if number & ((1 << checksum_bits) - 1) == checksum else None


@dataclass(frozen=True)
class Covered:
    """The task of a library for a group of cases.

    Attributes:
        library: Whose it is.
        run: What it does.
        flags: Which invalid cases it can tell; all of them if None.
    """

    library: str
    run: Implementation
    flags: frozenset[str] | None = None

    def covers(self, case: VectorCase) -> bool:
        """Whether a case is one that the library can tell."""
        if case.group.startswith("ClientSignature"):
            # The binding to a token is not the library's, nor is what it is that is signed.
            making = case.group != "ClientSignatureVerification"
            if (making != case.valid and making) or (not making and "verificationToken" in case.fields):
                return False
        if case.fields.get("trust") == "unverified":
            return False
        return case.valid or self.flags is None or not self.flags.isdisjoint(case.fields["flags"])


COVERED: dict[tuple[str, str], Covered] = {
    ("hpke", "HpkeDeriveKeyPair"): Covered("pycryptodome", hpke_derive),
    # It reads a key in any form.
    ("hpke", "HpkeSealBase"): Covered("pycryptodome", hpke_seal, frozenset()),
    ("hpke", "HpkeOpenBase"): Covered("pycryptodome", hpke_open),
    ("hpke", "HpkeKeySchedule"): Covered("pycryptodome", hpke_key_schedule),
    ("api_key_stamp_p256", "ApiKeyStampVerification"): Covered("pycryptodome", verify_stamp, SIGNATURE),
    ("api_key_stamp_p256", "ApiKeyStamping"): Covered("pycryptodome", make_stamp),
    ("api_key_stamp_ed25519", "ApiKeyStampVerification"): Covered(
        # Its versions differ on points of small order.
        "pycryptodome",
        verify_stamp,
        SIGNATURE - {"InvalidPoint"},
    ),
    ("api_key_stamp_ed25519", "ApiKeyStamping"): Covered("pycryptodome", make_stamp),
    ("client_signature", "ClientSignatureVerification"): Covered(
        "pycryptodome", verify_client_signature, SIGNATURE
    ),
    ("client_signature", "ClientSignatureLogin"): Covered("pycryptodome", sign_message),
    ("client_signature", "ClientSignatureSignup"): Covered("pycryptodome", sign_message),
    ("api_key_stamp_secp256k1", "ApiKeyStampVerification"): Covered(
        "libsecp256k1", verify_secp256k1_stamp, SIGNATURE
    ),
    ("api_key_stamp_secp256k1", "ApiKeyStamping"): Covered("cryptography", make_secp256k1_stamp),
    ("api_key_stamp_eip191", "ApiKeyStampVerification"): Covered(
        "libsecp256k1", verify_secp256k1_stamp, SIGNATURE
    ),
    ("api_key_stamp_eip191", "ApiKeyStamping"): Covered("cryptography", make_secp256k1_stamp),
    ("verification_token", "VerificationToken"): Covered("PyJWT", verify_token, TOKEN),
    ("webauthn_stamp", "WebAuthnChallenge"): Covered("hashlib", challenge_of),
    ("webauthn_stamp", "WebAuthnStampVerification"): Covered("webauthn", verify_assertion, CEREMONY),
    ("webauthn_attestation", "AttestationVerification"): Covered("webauthn", verify_registration, CEREMONY),
    ("bip39", "Bip39Mnemonic"): Covered("hashlib", read_mnemonic),
}
"""The covered cases, by file and type of group."""
