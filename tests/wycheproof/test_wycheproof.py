"""Every case of Project Wycheproof that fits this library, with a stamp or bundle built around it."""

import base64
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import cbor2
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from sealwax import (
    EnclaveKeys,
    SealwaxError,
    StampVerifier,
    TargetKey,
    decrypt_credential_bundle,
    decrypt_export,
    oidc_nonce,
    verify_api_key_stamp,
    verify_attested_stamp,
    verify_client_signature,
    verify_import_bundle,
)
from sealwax._codec.base58 import encode_base58check
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax.schemes import find_scheme
from sealwax.testing import ReferenceEnclave
from sealwax.webauthn.cose import decode_cose_key
from tests.conftest import ORGANIZATION, SEED

from .fetch import DATA

Case = dict[str, Any]
Way = Callable[[Case, Case], bool]
"""Puts a case of a group through the library; whether it was accepted."""


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def accepted(call: Callable[..., object], *arguments: Any, beyond: str | None = None, **options: Any) -> bool:
    """Whether a call accepts what it is given, or gets as far as to complain about what is signed."""
    try:
        call(*arguments, **options)
    except SealwaxError as error:
        return beyond is not None and str(error).startswith(beyond)
    return True


def point_of(group: Case) -> str:
    point: str = group["publicKey"]["uncompressed"]
    return point


def compressed(point: str) -> str:
    return f"{2 + int(point[-1], 16) % 2:02x}{point[2:66]}"


def stamp(case: Case, public_key: str, scheme: str) -> bool:
    """Whether a stamp is accepted, by the function and by a server that knows the key alike."""
    fields = {"publicKey": public_key, "scheme": scheme, "signature": case["sig"]}
    header = base64url(json.dumps(fields).encode())
    message = bytes.fromhex(case["msg"])

    def verify(*, fast: bool) -> None:
        StampVerifier([(public_key, find_scheme(scheme).curve)], fast=fast).verify(header, message)

    result = accepted(verify_api_key_stamp, header, message)
    assert [accepted(verify, fast=fast) for fast in (False, True)] == [result, result]
    return result


def p256_stamp(group: Case, case: Case) -> bool:
    return stamp(case, compressed(point_of(group)), "SIGNATURE_SCHEME_TK_API_P256")


def secp256k1_stamp(group: Case, case: Case) -> bool:
    return stamp(case, compressed(point_of(group)), "SIGNATURE_SCHEME_TK_API_SECP256K1")


def ed25519_stamp(group: Case, case: Case) -> bool:
    return stamp(case, group["publicKey"]["pk"], "SIGNATURE_SCHEME_TK_API_ED25519")


def attested_stamp(group: Case, case: Case) -> bool:
    key = compressed(point_of(group))
    claims = {"nonce": oidc_nonce(key)}
    payload = json.dumps(claims).encode()
    fields = {
        "publicKey": key,
        "scheme": "STAMP_ATTESTED_SCHEME_P256_OIDC",
        "signature": case["sig"],
        "publicKeyAttestation": f"{base64url(b'{}')}.{base64url(payload)}.",
    }
    header = base64url(json.dumps(fields).encode())
    return accepted(verify_attested_stamp, header, bytes.fromhex(case["msg"]), verify_oidc=lambda _: claims)


def bundle(group: Case, case: Case) -> bool:
    envelope = {
        "version": "v1.0.0",
        "data": case["msg"],
        "dataSignature": case["sig"],
        "enclaveQuorumPublic": point_of(group),
    }
    return accepted(
        verify_import_bundle,
        json.dumps(envelope),
        organization_id="",
        user_id="",
        keys=EnclaveKeys(signer=point_of(group)),
        # The signature has been verified by then: no message of Wycheproof's is a bundle's data.
        beyond="the data of the import bundle ",
    )


def client_signature(group: Case, case: Case) -> bool:
    fields = {
        "publicKey": compressed(point_of(group)),
        "scheme": "CLIENT_SIGNATURE_SCHEME_API_P256",
        "message": bytes.fromhex(case["msg"]).decode(),
        "signature": case["sig"],
    }
    # As above: none of them is a client's message.
    return accepted(verify_client_signature, fields, beyond="the message of the client signature ")


def cose(key: dict[int, object], case: Case) -> bool:
    def verify() -> None:
        decode_cose_key(cbor2.dumps(key), "the key").verify(
            bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]), "it"
        )

    return accepted(verify)


def es256(group: Case, case: Case) -> bool:
    point = bytes.fromhex(point_of(group))
    return cose({1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]}, case)


def eddsa(group: Case, case: Case) -> bool:
    return cose({1: 1, 3: -8, -1: 6, -2: bytes.fromhex(group["publicKey"]["pk"])}, case)


def rs256(group: Case, case: Case) -> bool:
    names = ("modulus", "publicExponent")
    n, e = (bytes.fromhex(group["publicKey"][name]).lstrip(b"\0") for name in names)
    return cose({1: 3, 3: -257, -1: n, -2: e}, case)


def encapsulated_key(_: Case, case: Case) -> bool:
    """Open an export, or a credential bundle for a compressed point, sealed with the shared secret given."""
    receiver = TargetKey.from_private_key(int(case["private"], 16).to_bytes(32, "big"))
    point, shared = bytes.fromhex(case["public"]), bytes.fromhex(case["shared"])
    if len(point) == 33:
        return _opens_credential(receiver, point, shared)
    enclave = ReferenceEnclave(SEED)
    payload = {
        "encappedPublic": point.hex(),
        "ciphertext": _seal(shared, point, receiver, b"plaintext").hex(),
        "organizationId": ORGANIZATION,
    }
    signed = enclave.sign_bundle(json.dumps(payload).encode())
    try:
        return (
            decrypt_export(signed, receiver, organization_id=ORGANIZATION, keys=enclave.keys) == b"plaintext"
        )
    except SealwaxError:
        return False


def _opens_credential(receiver: TargetKey, point: bytes, shared: bytes) -> bool:
    try:
        encapsulated = uncompressed_point(decode_point(point, P256, "it"))
    except SealwaxError:
        # Not a point: what it would have been sealed with makes no difference.
        encapsulated = b"\4" + bytes(64)
    key = bytes(range(1, 33))
    text = encode_base58check(point + _seal(shared, encapsulated, receiver, key))
    try:
        return decrypt_credential_bundle(text, receiver).private_key_hex() == key.hex()
    except SealwaxError:
        return False


def _seal(dh: bytes, enc: bytes, receiver: TargetKey, plaintext: bytes) -> bytes:
    """SealBase of RFC 9180 with a shared secret that is given instead of agreed on (sections 4.1 and 5.1)."""

    def extract(suite: bytes, salt: bytes, label: bytes, ikm: bytes) -> bytes:
        mac = HMAC(salt or bytes(32), SHA256())
        mac.update(b"HPKE-v1" + suite + label + ikm)
        return mac.finalize()

    def expand(suite: bytes, prk: bytes, label: bytes, info: bytes, length: int) -> bytes:
        labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
        return HKDFExpand(SHA256(), length, labeled).derive(prk)

    kem, hpke = b"KEM\0\x10", b"HPKE\0\x10\0\1\0\2"
    context = enc + bytes.fromhex(receiver.public_key)
    secret = expand(kem, extract(kem, b"", b"eae_prk", dh), b"shared_secret", context, 32)
    hashes = extract(hpke, b"", b"psk_id_hash", b"") + extract(hpke, b"", b"info_hash", b"turnkey_hpke")
    prk = extract(hpke, secret, b"secret", b"")
    key = expand(hpke, prk, b"key", b"\0" + hashes, 32)
    nonce = expand(hpke, prk, b"base_nonce", b"\0" + hashes, 12)
    return AESGCM(key).encrypt(nonce, plaintext, context)


class Disagreement(NamedTuple):
    """Cases that come out otherwise than Wycheproof has them: those it calls acceptable count as valid."""

    reason: str
    cases: set[int]


P256_DER, P256_RAW = "ecdsa_secp256r1_sha256_test", "ecdsa_secp256r1_sha256_p1363_test"
SECP256K1, ED25519 = "ecdsa_secp256k1_sha256_bitcoin_test", "ed25519_test"
ECDH = "ecdh_secp256r1_ecpoint_test"
RSA = tuple(f"rsa_signature_{bits}_sha256_test" for bits in (2048, 3072, 4096, 8192))

WAYS: tuple[tuple[str, Way], ...] = (
    (P256_DER, p256_stamp),
    (P256_DER, bundle),
    (P256_DER, attested_stamp),
    (P256_DER, es256),
    (P256_RAW, client_signature),
    (SECP256K1, secp256k1_stamp),
    (ED25519, ed25519_stamp),
    (ED25519, eddsa),
    *((name, rs256) for name in RSA),
    (ECDH, encapsulated_key),
)
"""The vectors, and what they go through."""
# Counted here too, so that a file that lost some is noticed.
NUMBERS_OF_CASES = {
    P256_DER: 484,
    P256_RAW: 262,
    SECP256K1: 463,
    ED25519: 210,
    **dict(zip(RSA, (259, 259, 258, 258), strict=True)),
    ECDH: 355,
}
DISAGREEMENTS: dict[str, tuple[Disagreement, ...]] = {
    SECP256K1: (
        Disagreement(
            "invalid, accepted: high-S. Bitcoin refuses it; enclaves and clients make both forms, and what a "
            "stamp authenticates does not depend on which it is",
            {1, 388},
        ),
    ),
    ED25519: (
        Disagreement(
            "acceptable, refused: under a key of small order, anyone can sign anything",
            set(range(152, 160)),
        ),
    ),
    **{
        name: (
            Disagreement(
                "acceptable, refused: without the NULL in the digest's algorithm (RFC 8017, appendix A.2.4)",
                {8},
            ),
        )
        for name in RSA
    },
}


def load(name: str) -> Case:
    path = DATA / f"{name}.json"
    if not path.exists():
        pytest.fail(f"{path.name} is not there; run python -m tests.wycheproof.fetch")
    content: Case = json.loads(path.read_text())
    return content


@pytest.mark.parametrize(("name", "way"), WAYS, ids=lambda value: getattr(value, "__name__", value))
def test_each_case_comes_out_as_wycheproof_has_it(name: str, way: Way) -> None:
    content = load(name)
    outcomes: Counter[tuple[str, str]] = Counter()
    disagreements = set()
    for group in content["testGroups"]:
        for case in group["tests"]:
            is_accepted = way(group, case)
            outcomes[case["result"], "accepted" if is_accepted else "refused"] += 1
            if is_accepted != (case["result"] != "invalid"):
                disagreements.add(case["tcId"])
    print(f"{name}, {way.__name__}: {dict(outcomes)}")  # noqa: T201 - shown with -rP
    assert outcomes.total() == content["numberOfTests"] == NUMBERS_OF_CASES[name]
    known = [disagreement.cases for disagreement in DISAGREEMENTS.get(name, ())]
    assert disagreements == set().union(*known)
