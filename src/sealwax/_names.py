"""The public names of the packages that load a name when it is first asked for (PEP 562).

What is written from this list by ``python -m tests.stub``: the literal ``__all__`` of each package, and the
``__init__.pyi`` that type checkers read.
"""

import sys

NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "sealwax": {
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
        "login.client_signature": (
            "ClientSignature",
            "VerifiedClientSignature",
            "sign_login",
            "sign_signup",
            "verify_client_signature",
        ),
        "login.oidc": ("oidc_nonce",),
        "login.tokens": (
            "SessionClaims",
            "VerificationClaims",
            "verify_session_jwt",
            "verify_verification_token",
        ),
        "curves": ("Curve",),
        "signing": ("DeterministicSigner", "Signer"),
        "stamps.api_key": ("ApiKeyStamper",),
        "stamps.api_key_verification": ("StampVerifier", "VerifiedStamp", "verify_api_key_stamp"),
        "stamps.attested": (
            "AttestedScheme",
            "AttestedStamper",
            "VerifiedAttestedStamp",
            "verify_attested_stamp",
        ),
        "stamps.header": ("Stamp",),
        "stamps.webauthn": (
            "VerifiedAssertion",
            "WebAuthnStamper",
            "verify_webauthn_stamp",
            "webauthn_challenge",
        ),
        "trust": ("EnclaveKeys", "QuorumEncryptionKeys"),
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
    },
    "sealwax.activities": {
        "fingerprints": ("activity_fingerprint",),
        "signature_results": ("SignatureResult", "VerifiedSignature"),
        "votes": ("VerifiedVote", "verify_activity_votes"),
    },
    "sealwax.proofs": {
        "app": ("AppProofExpectation", "AppProofType", "VerifiedAppProof", "verify_app_proof"),
        "boot": (
            "PRODUCTION_PCR3",
            "BootChecks",
            "EnclaveIdentity",
            "VerifiedBootProof",
            "verify_boot_proof",
        ),
        "manifest": ("Manifest", "QuorumMember", "QuorumSet", "decode_manifest"),
        "nitro": ("AWS_NITRO_ROOT_G1",),
    },
    "sealwax.wallets": {
        "addresses": ("DerivedAddress", "derive_address"),
        "derivation": ("Account", "derive_account"),
        "key_formats": ("format_private_key", "parse_private_key"),
        "keystore": ("decrypt_keystore", "encrypt_keystore"),
    },
}


def load(package: str, name: str) -> object:
    """Load a public name of a package from the module in it that has the name."""
    for module, names in NAMES[package].items():
        if name in names:
            # With a name to take from it, __import__ returns the module itself and not the package around it.
            value: object = getattr(__import__(f"{package}.{module}", fromlist=[name]), name)
            vars(sys.modules[package])[name] = value
            return value
    raise AttributeError(f"module {package!r} has no attribute {name!r}")
