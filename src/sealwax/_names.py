"""Every public name of ``sealwax``, under the module that has it: the one list of them.

A name is loaded when it is first asked for (PEP 562), from the package or from its room. Type checkers read
``__init__.pyi``, which ``python -m tests.stub`` writes from this list.
"""

import sys

NAMES = {
    "activities.fingerprints": ("activity_fingerprint",),
    "activities.signature_results": ("SignatureResult", "VerifiedSignature"),
    "activities.votes": ("VerifiedVote", "verify_activity_votes"),
    "bundles.credentials": ("decrypt_credential_bundle",),
    "bundles.exports": (
        "ExportedAccount",
        "ExportedWallet",
        "decrypt_account_export",
        "decrypt_export",
        "decrypt_wallet_export",
    ),
    "bundles.imports": ("ImportTarget", "verify_import_bundle"),
    "bundles.otp": ("encrypt_otp_bundle",),
    "bundles.quorum_key": (
        "encrypt_oauth2_client_secret",
        "encrypt_on_ramp_secret",
        "encrypt_pull_secret",
        "encrypt_to_quorum_key",
    ),
    "bundles.secrets": (
        "ExportedSecret",
        "SecretTarget",
        "decrypt_secret_export",
        "verify_secret_import_bundle",
    ),
    "errors": (
        "BadSignature",
        "ContextMismatch",
        "DecryptionFailed",
        "Expired",
        "InvalidRequest",
        "KeyMismatch",
        "MalformedInput",
        "MissingExtra",
        "NotCompleted",
        "SealwaxError",
        "ServiceError",
        "Unsupported",
        "UntrustedSigner",
    ),
    "keys": ("ApiKey", "Eip191Signer", "TargetKey"),
    "login.client_signature": ("ClientSignature", "sign_login", "sign_signup", "verify_client_signature"),
    "login.oidc": ("oidc_nonce",),
    "login.tokens": (
        "SessionClaims",
        "VerificationClaims",
        "verify_session_jwt",
        "verify_verification_token",
    ),
    "operations": ("SealedRequest",),
    "proofs.app": ("AppProofExpectation", "AppProofType", "VerifiedAppProof", "verify_app_proof"),
    "proofs.boot": (
        "PRODUCTION_PCR3",
        "BootChecks",
        "EnclaveIdentity",
        "VerifiedBootProof",
        "verify_boot_proof",
    ),
    "proofs.manifest": ("Manifest", "QuorumMember", "QuorumSet", "decode_manifest"),
    "proofs.nitro": ("AWS_NITRO_ROOT_G1",),
    "schemes": ("Curve",),
    "signing": ("DeterministicSigner", "Signer"),
    "stamps.api_key": ("ApiKeyStamper",),
    "stamps.attested": (
        "AttestedScheme",
        "AttestedStamper",
        "VerifiedAttestedStamp",
        "verify_attested_stamp",
    ),
    "stamps.header": ("Stamp",),
    "stamps.api_key_verification": ("StampVerifier", "VerifiedStamp", "verify_api_key_stamp"),
    "stamps.webauthn": (
        "VerifiedAssertion",
        "WebAuthnStamper",
        "verify_webauthn_stamp",
        "webauthn_challenge",
    ),
    "trust": ("EnclaveKeys", "QuorumEncryptionKeys"),
    "wallets.addresses": ("DerivedAddress", "derive_address"),
    "wallets.derivation": ("Account", "derive_account"),
    "wallets.key_formats": ("format_private_key", "parse_private_key"),
    "wallets.keystore": ("decrypt_keystore", "encrypt_keystore"),
    "webauthn.attestation": ("AttestationTrust", "VerifiedAttestation", "verify_attestation"),
    "webauthn.ceremony": ("Assertion", "Authenticator"),
    "webauthn.registration": (
        "Attestation",
        "CredentialIdEncoding",
        "RegistrationCredential",
        "decode_credential_id",
        "encode_attestation",
        "encode_credential_id",
    ),
}

MODULE_OF = {name: module for module, names in NAMES.items() for name in names}


def of_room(room: str) -> dict[str, str]:
    """Return the public names of a room, each with the module in the room that has it."""
    within = f"{room}."
    return {
        name: module.removeprefix(within) for name, module in MODULE_OF.items() if module.startswith(within)
    }


def load(package: str, module: str | None, name: str) -> object:
    """Load a public name of a package from the module in it that has the name."""
    if module is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    # With a name to take from it, __import__ returns the module itself and not the package around it.
    value = getattr(__import__(f"{package}.{module}", fromlist=[name]), name)
    vars(sys.modules[package])[name] = value
    return value
