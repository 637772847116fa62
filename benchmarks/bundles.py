"""Opening exports and sealing OTP bundles beside one ECDSA verification and one HPKE operation by pyhpke."""

import hmac
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey

from sealwax import (
    ApiKey,
    TargetKey,
    decrypt_account_export,
    decrypt_export,
    decrypt_secret_export,
    decrypt_wallet_export,
    encrypt_otp_bundle,
    encrypt_to_quorum_key,
)
from sealwax.testing import ReferenceEnclave

from .groups import NPM_CRYPTO, Group, NodeCall

CAPTURED = Path(__file__).parent.parent / "vectors" / "captured"
ENCLAVE = ReferenceEnclave(bytes(32))
KEYS = ENCLAVE.keys  # made anew each time that it is asked for

_SUITE = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
_INFO = b"turnkey_hpke"
_SHA256 = ec.ECDSA(SHA256())
_CODE = "A1B2C3"
_TARGET_KEY = TargetKey.from_private_key(b"\x07" * 32)
_FOR = {"organization_id": "o", "target_public_key": _TARGET_KEY.public_key}


def groups() -> Iterator[Group]:
    """The export that the service made, those of an account and a secret, a code and an envelope."""
    yield _wallet()
    yield _any()
    yield _account()
    yield _secret()
    yield _otp()
    yield _envelope()


def load_point(point: bytes) -> ec.EllipticCurvePublicKey:
    """Load a public key on P-256, with nothing of ours."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _wallet() -> Group:
    captured = json.loads((CAPTURED / "export_wallet.json").read_text())
    bundle = json.dumps(captured["bundle"], separators=(",", ":"))  # as the service writes it
    key = TargetKey.from_private_key(captured["targetPrivateKey"])
    organization, mnemonic = captured["organizationId"], captured["expected"]["mnemonic"]
    bare = _verify_and_open(bundle, key, mnemonic.encode())
    assert decrypt_wallet_export(bundle, key, organization_id=organization).mnemonic == mnemonic
    return Group(
        "open wallet export",
        bare=bare,
        ours=lambda: decrypt_wallet_export(bundle, key, organization_id=organization),
        node=NodeCall(
            NPM_CRYPTO,
            "decryptExportBundle",
            {
                "exportBundle": bundle,
                "embeddedKey": key.private_key_hex(),
                "organizationId": organization,
                "returnMnemonic": True,
            },
            lambda opened: bool(opened == mnemonic),
        ),
    )


def _any() -> Group:
    """The same envelope, opened without looking at its content."""
    bundle = ENCLAVE.export_secret("any content", **_FOR)
    return Group(
        "open any export",
        bare=_verify_and_open(bundle, _TARGET_KEY, b"any content"),
        ours=lambda: decrypt_export(bundle, _TARGET_KEY, organization_id="o", keys=KEYS),
    )


def _account() -> Group:
    secret = b"\x2a" * 32
    bundle = ENCLAVE.export_account(secret, **_FOR)
    return Group(
        "open account export",
        bare=_verify_and_open(bundle, _TARGET_KEY, secret),
        ours=lambda: decrypt_account_export(bundle, _TARGET_KEY, organization_id="o", keys=KEYS),
        node=NodeCall(
            NPM_CRYPTO,
            "decryptExportBundle",
            {
                "exportBundle": bundle,
                "embeddedKey": _TARGET_KEY.private_key_hex(),
                "organizationId": "o",
                "returnMnemonic": False,
                "dangerouslyOverrideSignerPublicKey": KEYS.signer,
            },
            lambda opened: bool(opened == secret.hex()),
        ),
    )


def _secret() -> Group:
    secret = "correct horse"
    bundle = ENCLAVE.export_secret(secret, **_FOR)
    return Group(
        "open secret export",
        bare=_verify_and_open(bundle, _TARGET_KEY, secret.encode()),
        ours=lambda: decrypt_secret_export(bundle, _TARGET_KEY, organization_id="o", keys=KEYS),
        node=NodeCall(
            NPM_CRYPTO,
            "decryptSecretBundle",
            {
                "secretPayload": bundle,
                "embeddedPrivateKey": _TARGET_KEY.private_key_hex(),
                "organizationId": "o",
                "dangerouslyOverrideSignerPublicKey": KEYS.signer,
            },
            lambda opened: bool(opened == secret),
        ),
    )


def _envelope() -> Group:
    public_key, message = ENCLAVE.encryption_keys.tls_fetcher, b"a client secret"
    point = bytes.fromhex(public_key)

    def seal() -> bytes:
        receiver, sender = load_point(point), ec.generate_private_key(ec.SECP256R1())
        numbers = sender.public_key().public_numbers()
        own = b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        secret = sender.exchange(ec.ECDH(), receiver)
        key = hmac.digest(own + point + secret, b"qos_encryption_hmac_message", "sha512")[:32]
        return AESGCM(key).encrypt(os.urandom(12), message, own + b"\x41" + point + b"\x41")

    return Group(
        "seal to quorum key",
        bare=seal,
        ours=lambda: encrypt_to_quorum_key(message, public_key),
        node=NodeCall(
            NPM_CRYPTO,
            "encryptToEnclave",
            {"publicKey": public_key, "message": message.decode()},
            lambda sealed: len(sealed) == 2 * (97 + len(message)),
        ),
    )


def _otp() -> Group:
    bundle = ENCLAVE.init_otp(code=_CODE, contact="user@example.com", organization_id="o").target_bundle
    public_key = ApiKey.from_private_key(b"\x1c" * 32).public_key
    envelope = json.loads(bundle)
    data, signature = bytes.fromhex(envelope["data"]), bytes.fromhex(envelope["dataSignature"])
    signer = load_point(bytes.fromhex(KEYS.tls_fetcher))
    receiver_point = bytes.fromhex(json.loads(data)["targetPublic"])
    plaintext = json.dumps({"otp_code": _CODE, "public_key": public_key}, separators=(",", ":")).encode()

    client_point = bytes.fromhex(public_key)

    def verify_and_seal() -> bytes:
        signer.verify(signature, data, _SHA256)
        load_point(client_point)  # a code that is bound to no point on the curve would be spent in vain
        receiver = KEMKey.from_pyca_cryptography_key(load_point(receiver_point))
        enc, context = _SUITE.create_sender_context(receiver, _INFO)
        return context.seal(plaintext, enc + receiver_point)

    return Group(
        "seal OTP bundle",
        bare=verify_and_seal,
        ours=lambda: encrypt_otp_bundle(bundle, _CODE, public_key=public_key, keys=KEYS),
        node=NodeCall(
            NPM_CRYPTO,
            "encryptOtpCodeToBundle",
            {
                "otpCode": _CODE,
                "targetBundle": bundle,
                "publicKey": public_key,
                "signer": KEYS.tls_fetcher,
            },
            lambda sealed: set(json.loads(sealed)) == {"encappedPublic", "ciphertext"},
        ),
    )


def _verify_and_open(bundle: str, key: TargetKey, content: bytes) -> Callable[[], bytes]:
    """The bare work of opening an export, which must give the content."""
    envelope = json.loads(bundle)
    data, signature = bytes.fromhex(envelope["data"]), bytes.fromhex(envelope["dataSignature"])
    signer = load_point(bytes.fromhex(envelope["enclaveQuorumPublic"]))
    payload = json.loads(data)
    enc, ciphertext = bytes.fromhex(payload["encappedPublic"]), bytes.fromhex(payload["ciphertext"])
    aad = enc + bytes.fromhex(key.public_key)
    receiver = KEMKey.from_pyca_cryptography_key(key.private_key_object())

    def verify_and_open() -> bytes:
        signer.verify(signature, data, _SHA256)
        return _SUITE.create_recipient_context(enc, receiver, _INFO).open(ciphertext, aad)

    assert verify_and_open() == content
    return verify_and_open
