"""Every public name of ``sealwax``, under the module that has it: the one list of them.

Type checkers read ``__init__.pyi``, which ``python -m tests.stub`` writes from this list.
"""

NAMES = {
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
        "UnsupportedVersion",
        "UntrustedSigner",
    ),
    "keys": ("ApiKey", "TargetKey"),
    "login.client_signature": ("ClientSignature", "sign_login", "sign_signup", "verify_client_signature"),
    "login.oidc": ("oidc_nonce",),
    "login.tokens": (
        "SessionClaims",
        "VerificationClaims",
        "verify_session_jwt",
        "verify_verification_token",
    ),
    "operations": ("SealedRequest",),
    "schemes": ("Curve",),
    "signing": ("DeterministicSigner", "Signer"),
    "stamps.api_key": ("ApiKeyStamper",),
    "stamps.attested": (
        "AttestedScheme",
        "AttestedStamper",
        "VerifiedAttestedStamp",
        "verify_attested_stamp",
    ),
    "stamps.eip191": ("Eip191Signer",),
    "stamps.header": ("Stamp",),
    "stamps.verification": ("StampVerifier", "VerifiedStamp", "verify_api_key_stamp"),
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
