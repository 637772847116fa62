"""The npm packages' tasks for the cases of the vectors; ``vectors.mjs`` is the other half."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from sealwax import DecryptionFailed, TargetKey
from sealwax._crypto.points import compressed_point
from sealwax.testing import ReferenceEnclave, open_base58_secret, open_envelope
from sealwax.testing.sealed import open_sealed_text
from tests.conftest import ORGANIZATION, SEED, TARGET
from tests.interop.cases import VectorCase
from tests.interop.proofs import verify_proofs

Call = tuple[str, dict[str, Any]]

ENCLAVE = ReferenceEnclave(SEED)
USER = "6912b819-f4df-40f4-a192-20ee4309097a"
IMPORT = {
    "importBundle": ENCLAVE.sign_bundle(
        f'{{"targetPublic":"{TARGET.public_key}","organizationId":"{ORGANIZATION}","userId":"{USER}"}}'.encode()
    ),
    "organizationId": ORGANIZATION,
    "userId": USER,
    "dangerouslyOverrideSignerPublicKey": ENCLAVE.keys.signer,
}

COMPRESSED = compressed_point(TARGET.private_key_object().public_key()).hex()
SECRET_TARGET = ENCLAVE.sign_bundle(
    f'{{"targetPublic":"{TARGET.public_key}","organizationId":"{ORGANIZATION}"}}'.encode()
)

SCHEMES = {
    "api_key_stamp_secp256k1": "SIGNATURE_SCHEME_TK_API_SECP256K1",
    "api_key_stamp_eip191": "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191",
    "api_key_stamp_ed25519": "SIGNATURE_SCHEME_TK_API_ED25519",
}


def _is_text(case: VectorCase) -> bool:
    """Whether the body is text: the packages take nothing else."""
    try:
        bytes.fromhex(case.fields["body"]).decode()
    except UnicodeDecodeError:
        return False
    return True


def _verify_stamp(case: VectorCase) -> Call | None:
    if case.file == "api_key_stamp_p256" and not _is_text(case):
        return None
    return "verifyStamp", case.inputs("header", "body", "bodyRepeat")


def _make_stamp(case: VectorCase) -> Call | None:
    inputs = case.inputs("privateKey", "body", "bodyRepeat")
    if case.file != "api_key_stamp_p256":
        return "makeStamp", {"scheme": SCHEMES[case.file], **inputs}
    return ("makeP256Stamp", inputs) if _is_text(case) else None


def _import_key(case: VectorCase) -> Call | None:
    if "claimedPublicKey" not in case.fields:
        return "derivePublicKey", case.inputs("curve", "privateKey")
    # Only the stamper looks at both halves of a pair, and it knows P-256 alone.
    return ("stampAsPair", case.inputs("privateKey", "claimedPublicKey")) if _is_p256(case) else None


def _is_p256(case: VectorCase) -> bool:
    return bool(case.fields["curve"] == "p256")


def _attested(case: VectorCase) -> Call | None:
    # No package verifies an OIDC token, or looks at its nonce.
    if "OIDC" in case.fields["id"] or "tknonce" in case.fields["id"]:
        return None
    return "verifyAttestedStamp", case.inputs("header", "body", "now", "tlsFetcherPublicKey")


def _make_attested(case: VectorCase) -> Call | None:
    # What the token is bound to, and whether the scheme exists, no package looks at.
    return ("makeAttestedStamp", case.inputs("privateKey", "token", "scheme", "body")) if case.valid else None


def _signature(case: VectorCase) -> Call | None:
    # What the token says, no package compares with the signature.
    if "verificationToken" in case.fields:
        return None
    return "verifyClientSignature", case.inputs("clientSignature")


def _sign(case: VectorCase) -> Call | None:
    # The packages sign a message; to write it is for the caller.
    if not case.valid:
        return None
    message = case.fields["clientSignature"]["message"]
    return "signMessage", {"privateKey": case.fields["privateKey"], "message": message}


def _open_export(case: VectorCase) -> dict[str, Any]:
    return {
        "exportBundle": case.fields["bundle"],
        "embeddedKey": case.fields["targetPrivateKey"],
        "organizationId": case.fields["organizationId"],
        "dangerouslyOverrideSignerPublicKey": case.fields["signerPublicKey"],
    }


def _verify_import(case: VectorCase) -> Call | None:
    return "sealWallet", {
        "mnemonic": "abandon",
        "importBundle": case.fields["bundle"],
        "dangerouslyOverrideSignerPublicKey": case.fields["signerPublicKey"],
        **case.inputs("organizationId", "userId"),
    }


def _import_wallet(case: VectorCase) -> Call | None:
    # The packages have no passphrases: to join one to the mnemonic is for the caller.
    if case.fields["passphrase"] is not None:
        return None
    return "sealWallet", {"mnemonic": case.fields["mnemonic"], **IMPORT}


def _import_private_key(case: VectorCase) -> Call | None:
    text = case.fields["privateKeyText"]
    is_hex = re.fullmatch(r"\s*(0[xX])?[0-9a-fA-F\s]*", text) is not None
    return "sealPrivateKey", {
        "privateKey": text,
        "keyFormat": "HEXADECIMAL" if is_hex else "SOLANA",
        **IMPORT,
    }


def _fingerprint(case: VectorCase) -> Call | None:
    return ("activityFingerprint", case.inputs("body")) if _is_text(case) else None


def _verify_signature(case: VectorCase) -> Call | None:
    """Verify a signature by Ed25519, on P-256 or of BIP-340; ``ethereum.py`` has the others."""
    error = case.fields.get("error", "bad-signature")
    address_format = case.fields.get("addressFormat", "")
    kind = {"CURVE_ED25519": "ED25519", "CURVE_P256": "ECDSA_P256"}.get(case.fields["curve"], "BIP340")
    tweaked = address_format.endswith("P2TR")
    if error != "bad-signature" or (kind == "BIP340" and not tweaked and "SPARK" not in address_format):
        return None
    inputs = case.inputs("r", "s", "payload", "encoding", "hashFunction", "publicKey")
    return "verifySignature", {**inputs, "kind": kind, "tweaked": tweaked}


def _open_sealed(name: str) -> Callable[[VectorCase], Call]:
    return lambda case: (
        "openSealed",
        {"text": case.fields[name], "privateKey": case.fields["enclavePrivateKey"]},
    )


def _seal_secret(case: VectorCase) -> Call:
    return "sealSecret", {
        "secret": case.fields.get("secret", "secret"),
        **(
            case.inputs("bundle", "organizationId", "signerPublicKey")
            if "bundle" in case.fields
            else {
                "bundle": SECRET_TARGET,
                "organizationId": ORGANIZATION,
                "signerPublicKey": ENCLAVE.keys.signer,
            }
        ),
    }


CALLS: dict[str, Callable[[VectorCase], Call | None]] = {
    "ApiKeyStampVerification": _verify_stamp,
    "ApiKeyStamping": _make_stamp,
    "ApiKeyImport": _import_key,
    "AttestedStampVerification": _attested,
    "AttestedStamping": _make_attested,
    "ClientSignatureVerification": _signature,
    "ClientSignatureLogin": _sign,
    "ClientSignatureSignup": _sign,
    "WalletExport": lambda case: ("openWallet", _open_export(case)),
    # Solana's form is a second call, which checks more: only what must be accepted is asked for in it.
    "AccountExport": lambda case: ("openAccount", {**_open_export(case), "solana": case.valid}),
    "ImportBundleVerification": _verify_import,
    "ImportedWallet": _import_wallet,
    "ImportedPrivateKey": _import_private_key,
    "SealedImport": _open_sealed("encryptedBundle"),
    "SecretExport": lambda case: (
        "openSecret",
        case.inputs("bundle", "targetPrivateKey", "organizationId", "signerPublicKey"),
    ),
    "SecretImportVerification": _seal_secret,
    "ImportedSecret": _seal_secret,
    "SealedSecret": _open_sealed("encryptedBundle"),
    "QuorumKeySealing": lambda case: ("sealToQuorumKey", case.inputs("publicKey", "message")),
    "Oauth2ClientSecret": lambda case: (
        "sealClientSecret",
        {**case.inputs("secret"), "publicKey": TARGET.public_key},
    ),
    "OnRampSecret": lambda case: (
        "sealOnRampSecret",
        {**case.inputs("secret"), "publicKey": COMPRESSED},
    ),
    "WebhookVerification": lambda case: (
        "verifyWebhook",
        case.inputs("headers", "body", "jwks", "maxAgeMs", "now"),
    ),
    "OtpBundle": lambda case: (
        "sealOtp",
        case.inputs("otpCode", "targetBundle", "publicKey", "tlsFetcherPublicKey"),
    ),
    "SealedOtp": _open_sealed("encryptedOtpBundle"),
    "CredentialBundle": lambda case: ("openCredential", case.inputs("bundle", "targetPrivateKey")),
    "SessionJwt": lambda case: ("verifySession", case.inputs("token", "notarizerPublicKey")),
    "VerificationToken": lambda case: (
        "verifyVerificationToken",
        case.inputs("token", "now", "tlsFetcherPublicKey"),
    ),
    "AppProof": verify_proofs,
    "BootProof": verify_proofs,
    "HpkeOpenBase": lambda case: ("openHpke", case.inputs("enc", "ct", "skRm")),
    "ActivityFingerprint": _fingerprint,
    "SignatureVerification": _verify_signature,
    "Bip39Mnemonic": lambda case: ("readMnemonic", case.inputs("mnemonic", "passphrase")),
}
"""The task by the type of group; None for a case that no package covers."""


def call_for(case: VectorCase) -> Call | None:
    """The packages' task for a case; None if no package covers it."""
    make = CALLS.get(case.group)
    return None if make is None else make(case)


def _sealed_to_target(_: VectorCase, result: Mapping[str, Any]) -> dict[str, Any]:
    return {"plaintext": open_sealed_text(TARGET, result["sealed"]).hex()}


def _sealed_otp(case: VectorCase, result: Mapping[str, Any]) -> dict[str, Any]:
    key = TargetKey.from_private_key(case.fields["enclavePrivateKey"])
    return {"plaintext": open_sealed_text(key, result["sealed"]).decode()}


def _sealed_envelope(case: VectorCase, result: Mapping[str, Any]) -> dict[str, Any]:
    private_key = case.fields.get("receiverPrivateKey")
    key = TARGET if private_key is None else TargetKey.from_private_key(private_key)
    try:
        return {"plaintext": open_envelope(bytes.fromhex(result["sealed"]), key).hex()}
    except DecryptionFailed:
        return {"plaintext": None}


def _claims(case: VectorCase, result: Mapping[str, Any]) -> dict[str, Any]:
    # They give every claim of the token; those that are known are compared.
    return {"claims": {name: result["claims"][name] for name in case.fields["claims"]}}


OUTPUTS: dict[str, Callable[[VectorCase, Mapping[str, Any]], dict[str, Any]]] = {
    "ImportedWallet": _sealed_to_target,
    "ImportedPrivateKey": _sealed_to_target,
    "ImportedSecret": _sealed_to_target,
    "OtpBundle": _sealed_otp,
    "SealedOtp": lambda _, result: {"plaintext": bytes.fromhex(result["plaintext"]).decode()},
    "SealedSecret": lambda _, result: {"text": bytes.fromhex(result["plaintext"]).decode()},
    # The private key to what they sealed is not in the case.
    "ImportBundleVerification": lambda _case, _result: {},
    "SecretImportVerification": lambda _, result: {"targetPublicKey": result["targetPublicKey"].lower()},
    "QuorumKeySealing": _sealed_envelope,
    "Oauth2ClientSecret": _sealed_envelope,
    "OnRampSecret": lambda _, result: {"plaintext": open_base58_secret(result["sealed"], TARGET).hex()},
    "VerificationToken": _claims,
}
"""How what a package gave is brought into the form of the case's fields, by the type of group."""


def outputs_of(case: VectorCase, result: Mapping[str, Any]) -> dict[str, Any]:
    """Bring what a package gave for a valid case into the form of the case's fields."""
    if case.group in OUTPUTS:
        return OUTPUTS[case.group](case, result)
    if "clientSignature" in case.fields and result:
        return {"clientSignature": {**case.fields["clientSignature"], **result}}
    return dict(result)
