"""The client-side cryptography of a wallet and key management API: stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.

Whatever arrives from outside gives a result or raises a ``SealwaxError``, whose ``code`` says what kind of
failure it was. Nothing here talks to the network.

More is in ``sealwax.operations`` (the requests of the API), ``sealwax.wallets`` (accounts, addresses, forms
of keys), ``sealwax.activities`` (votes and signature results), ``sealwax.proofs`` (what an enclave signs
about itself and its decisions), ``sealwax.webhooks``, ``sealwax.testing`` (makers of artifacts) and
``sealwax.vectors`` (test vectors).
"""

from ._names import load

__all__ = [
    "ApiKey",
    "ApiKeyStamper",
    "Assertion",
    "Attestation",
    "AttestationTrust",
    "AttestedScheme",
    "AttestedStamper",
    "Authenticator",
    "BadSignature",
    "ClientSignature",
    "ContextMismatch",
    "CredentialIdEncoding",
    "Curve",
    "DecryptionFailed",
    "DeterministicSigner",
    "Eip191Signer",
    "EnclaveKeys",
    "Expired",
    "ExportedAccount",
    "ExportedSecret",
    "ExportedWallet",
    "ImportTarget",
    "InvalidRequest",
    "KeyMismatch",
    "MalformedInput",
    "MissingExtra",
    "NotCompleted",
    "QuorumEncryptionKeys",
    "RegistrationCredential",
    "SealwaxError",
    "SecretTarget",
    "ServiceError",
    "SessionClaims",
    "Signer",
    "Stamp",
    "StampVerifier",
    "TargetKey",
    "Unsupported",
    "UntrustedSigner",
    "VerificationClaims",
    "VerifiedAssertion",
    "VerifiedAttestation",
    "VerifiedAttestedStamp",
    "VerifiedClientSignature",
    "VerifiedStamp",
    "WebAuthnStamper",
    "decode_credential_id",
    "decrypt_account_export",
    "decrypt_credential_bundle",
    "decrypt_export",
    "decrypt_secret_export",
    "decrypt_wallet_export",
    "encode_attestation",
    "encode_credential_id",
    "encrypt_oauth2_client_secret",
    "encrypt_on_ramp_secret",
    "encrypt_otp_bundle",
    "encrypt_pull_secret",
    "encrypt_to_quorum_key",
    "oidc_nonce",
    "sign_login",
    "sign_signup",
    "verify_api_key_stamp",
    "verify_attestation",
    "verify_attested_stamp",
    "verify_client_signature",
    "verify_import_bundle",
    "verify_secret_import_bundle",
    "verify_session_jwt",
    "verify_verification_token",
    "verify_webauthn_stamp",
    "webauthn_challenge",
]


def __getattr__(name: str) -> object:
    # A name is loaded when it is first asked for (PEP 562), so that a program that only stamps loads neither
    # HPKE, JSON parsing nor word lists.
    return load(__name__, name)


def __dir__() -> list[str]:
    return __all__
