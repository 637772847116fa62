"""The features that cases need, of an implementation or of its platform.

A case needs the features of its file, those of its group, and those that its id or its inputs name. Each task
of the suite lists them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .format import Case, Construct, Group, case_inputs, group_type, to_json

VECTORS_RULE: Final = "VectorsRule"
"""The flag of cases that rest on a decision of these vectors where the protocol leaves a choice."""

FEATURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "stamps": "API key stamps, and importing API keys",
        "passkey-stamps": "WebAuthn stamps",
        "attested-stamps": "attested stamps",
        "registrations": "new passkeys, and their attestation",
        "exports": "exports of wallets and accounts",
        "imports": "imports of wallets and private keys",
        "secrets": "exports and imports of secrets",
        "otp": "one-time codes, sealed",
        "credentials": "credential bundles of older logins",
        "quorum-keys": "secrets that are sealed to the key of an enclave",
        "hpke": "HPKE by itself, which all sealed bundles use",
        "tokens": "session JWTs and verification tokens",
        "client-signatures": "client signatures of signups and logins",
        "mnemonics": "BIP-39: word lists, checksums and seeds",
        "addresses": "accounts of wallets, and their addresses",
        "key-forms": "private keys as the text that wallets import",
        "keystores": "keystores of Ethereum wallets: scrypt, PBKDF2, AES",
        "requests": "requests of every operation, built and validated",
        "proposals": "exports of secrets that several people stamp",
        "votes": "activities, their fingerprints and votes",
        "payload-digests": "digests of payloads that the service signs: EIP-712, EIP-7702",
        "signature-results": "signatures that the service made, and their forms",
        "webhooks": "deliveries of webhooks",
        "attestation-documents": "attestation documents of Nitro enclaves",
        "proofs": "boot proofs, app proofs and manifests",
        "custom-proofs": "proofs of other applications in enclaves",
        "releases": "releases of enclaves, and who approved them",
        "secp256k1": "the curve secp256k1, which WebCrypto, CryptoKit and the JDK lack",
        "ed25519": "Ed25519 that refuses points of small order, which the JDK and CryptoKit accept",
        "keccak256": "Keccak-256, which is not SHA3-256",
        "rfc6979": "ECDSA with the nonce of RFC 6979, which WebCrypto, CryptoKit and the JDK cannot choose",
        "hpke-internals": "HPKE with a given ephemeral key, or its key schedule, which few libraries show",
        "passphrase": "passphrases of mnemonics",
        "attestation-formats": "attestations by TPMs, Android, Apple and U2F, and ES384 and ES512",
        "ed448": "Ed448, which WebCrypto, CryptoKit and Go's standard library lack",
        "vectors-rules": "rules of these vectors that the protocol does not have: `VectorsRule`",
    }
)
"""The features in documentation order: roles of implementations, then features that platforms may lack."""

_OF_FILES: Final = {
    "account_export": ("exports",),
    "activity_vote": ("votes",),
    "api_key_stamp_ed25519": ("stamps", "ed25519"),
    "api_key_stamp_eip191": ("stamps", "secp256k1", "keccak256"),
    "api_key_stamp_p256": ("stamps",),
    "api_key_stamp_secp256k1": ("stamps", "secp256k1"),
    "app_proof": ("proofs",),
    "attestation_document": ("attestation-documents",),
    "attested_stamp": ("attested-stamps",),
    "bip39": ("mnemonics",),
    "boot_proof": ("proofs",),
    "client_signature": ("client-signatures",),
    "credential_bundle": ("credentials",),
    "custom_proof": ("custom-proofs",),
    "enclave_release": ("releases",),
    "export_proposal": ("proposals",),
    "hpke": ("hpke",),
    "import_bundle": ("imports",),
    "otp_bundle": ("otp",),
    "payload_digest": ("payload-digests", "keccak256"),
    "private_key_form": ("key-forms",),
    "quorum_key_envelope": ("quorum-keys",),
    "sealed_request": ("requests",),
    "secret_export": ("secrets",),
    "secret_import": ("secrets",),
    "session_jwt": ("tokens",),
    "signature_result": ("signature-results",),
    "verification_token": ("tokens",),
    "wallet_address": ("addresses", "secp256k1", "ed25519", "keccak256"),
    "wallet_export": ("exports",),
    "webauthn_attestation": ("registrations",),
    "webauthn_stamp": ("passkey-stamps",),
    "webhook": ("webhooks", "ed25519"),
}

_OF_GROUPS: Final = {
    "ApiKeyStamping": ("rfc6979",),
    "AttestedStamping": ("rfc6979",),
    "ClientSignatureLogin": ("rfc6979",),
    "ClientSignatureSignup": ("rfc6979",),
    "HpkeDeriveKeyPair": ("hpke-internals",),
    "HpkeKeySchedule": ("hpke-internals",),
    "HpkeSealBase": ("hpke-internals",),
    "ImportedPrivateKey": ("ed25519",),
    "KeystoreDecryption": ("keystores", "secp256k1", "keccak256"),
    "PrivateKeyReading": ("ed25519",),
    "PrivateKeyWriting": ("ed25519",),
    "ProposalFile": ("secp256k1", "ed25519"),
    "SignatureVerification": ("secp256k1", "ed25519", "keccak256"),
    "StampedRequest": ("rfc6979",),
}

_NAMED: Final = {
    "secp256k1": ("secp256k1",),
    "ed25519": ("ed25519", "eddsa", "solana"),
    "keccak256": ("keccak", "eip191"),
}
_ATTESTATIONS: Final = {
    "attestation-formats": ("fido-u2f-", "tpm-", "android-key-", "apple-", "ES384-", "ES512-"),
    "ed448": ("Ed448-",),
}
"""The features of attestations, with the prefixes of their cases' names."""
_ONLY_NAMES: Final = frozenset({"AuthProxyRequest", "PayloadDigest", "PrivateKeyWriting", "StampedRequest"})
"""Groups whose inputs may name an unused curve; only ``curve`` names a used one."""


def find_features(construct: Construct, group: type[Group[Case]], case: Case) -> tuple[str, ...]:
    """Find the features that a case needs.

    Args:
        construct: The construct of the case's file.
        group: The class of its group.
        case: The case.

    Returns:
        The features, in the order of ``FEATURES``.
    """
    name = group_type(group)
    inputs = case_inputs(case)
    text = (str(inputs.get("curve", "")) if name in _ONLY_NAMES else case.id + to_json(inputs)).lower()
    needed = {
        *_OF_FILES[construct.name],
        *_OF_GROUPS.get(name, ()),
        *(feature for feature, words in _NAMED.items() if any(word in text for word in words)),
    }
    if name == "AttestationVerification":
        own_name = case.id.rpartition("/")[2]
        needed.update(feature for feature, starts in _ATTESTATIONS.items() if own_name.startswith(starts))
    if "Passphrase" in case.flags or getattr(case, "passphrase", None):
        needed.add("passphrase")
    if VECTORS_RULE in case.flags:
        needed.add("vectors-rules")
    return tuple(feature for feature in FEATURES if feature in needed)
