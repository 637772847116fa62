"""Client-side cryptography of a wallet and key management API: request stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.
To derive an account: ``sealwax.wallets.derive_account``, or ``ExportedWallet.account``.
To verify a webhook: ``sealwax.webhooks.verify_webhook``.
To make a request of the API and read its answer: ``sealwax.operations``. To send it: ``sealwax.client``.

Input from outside gives a result or raises a ``SealwaxError``, whose ``code`` names the kind of failure. Text
and bytes from outside may measure up to 1 MiB, unless a function states another limit.
The network is used by keys in AWS KMS, ``sealwax.client`` and the HTTP clients of ``sealwax.integrations``.

A mistake of the programmer raises Python's own errors, whose message names the argument: ``TypeError`` for a
value of the wrong Python type; ``ValueError`` for a value that only the programmer chooses and that is out of
range, such as a time without a zone, a negative span, an empty set, or ``keys`` without the key that the
function uses. ``keys`` are the service's production keys unless given. The docstrings do not repeat this.

``help(sealwax.ApiKey)`` describes one name. Here are the names that most programs need::

    bundles     decrypt_credential_bundle -> ApiKey, decrypt_account_export -> ExportedAccount,
                decrypt_export, decrypt_wallet_export -> ExportedWallet, verify_import_bundle -> ImportTarget,
                encrypt_otp_bundle, encrypt_oauth2_client_secret, encrypt_on_ramp_secret,
                encrypt_pull_secret, encrypt_to_quorum_key, decrypt_secret_export -> ExportedSecret,
                verify_secret_import_bundle -> SecretTarget
    errors      BadSignature, ContextMismatch, DecryptionFailed, Expired, InvalidRequest, KeyMismatch,
                MalformedInput, MissingExtra, NotCompleted, Replayed, SealwaxError, ServiceError,
                SignerError, Unsupported, UntrustedSigner
    keys        ApiKey, Eip191Signer, TargetKey
    login       sign_login -> ClientSignature, sign_signup -> ClientSignature,
                verify_client_signature -> VerifiedClientSignature, oidc_nonce,
                verify_session_jwt -> SessionClaims, verify_verification_token -> VerificationClaims
    curves      Curve
    signing     DeterministicSigner, Signer
    stamps      ApiKeyStamper, StampVerifier, verify_api_key_stamp -> VerifiedStamp, AttestedScheme,
                AttestedStamper, verify_attested_stamp -> VerifiedAttestedStamp, Stamp,
                verify_request -> VerifiedStamp, WebAuthnStamper, verify_webauthn_stamp -> VerifiedAssertion,
                webauthn_challenge
    trust       EnclaveKeys, QuorumEncryptionKeys
    webauthn    AttestationTrust, verify_attestation -> VerifiedAttestation, Assertion, Authenticator,
                CredentialIdEncoding, RegistrationCredential, decode_credential_id,
                encode_attestation -> Attestation, encode_credential_id

The other names are in the module of their subject, which ``import sealwax`` loads when you use it::

    sealwax.operations  requests of the API, checked, serialized and stamped; their answers
    sealwax.client      clients that send operations, retry, and wait for activities
    sealwax.wallets     accounts, addresses and private keys in the forms that wallets import
    sealwax.activities  votes on activities, and the results of signing
    sealwax.proofs      app proofs and boot proofs of enclaves
    sealwax.signers     keys that never leave their device: in sealwax.signers.pkcs11,
                        sealwax.signers.aws_kms, sealwax.signers.fido2
    sealwax.webhooks    deliveries of the service, verified
    sealwax.stamps      verify_request_async, for a guard that is awaited
    sealwax.replay_guards.sqlite, sealwax.replay_guards.redis: guards for several processes
    sealwax.audit       verify a whole archive of signed lines, on any executor
    sealwax.integrations.httpx, .requests, .aiohttp: HTTP clients that stamp their requests
    sealwax.inspection  name an artifact, and show its fields and checks
    sealwax.testing     enclaves, passkeys and signers for tests

The packages sealwax-service (a service to test against) and sealwax-vectors (test vectors of every construct)
are distributions of their own.
"""

from ._names import load_lazily

# Not read from the installed metadata, which bundles of serverless functions and frozen programs leave out.
__version__ = "1.0.0rc1"

__all__ = [
    "ApiKey", "ApiKeyStamper", "Assertion", "Attestation", "AttestationTrust", "AttestedScheme",
    "AttestedStamper", "Authenticator", "BadSignature", "ClientSignature", "ContextMismatch",
    "CredentialIdEncoding", "Curve", "DecryptionFailed", "DeterministicSigner", "Eip191Signer",
    "EnclaveKeys", "Expired", "ExportedAccount", "ExportedSecret", "ExportedWallet", "ImportTarget",
    "InvalidRequest", "KeyMismatch", "MalformedInput", "MissingExtra", "NotCompleted",
    "QuorumEncryptionKeys", "RegistrationCredential", "Replayed", "SealwaxError", "SecretTarget",
    "ServiceError", "SessionClaims", "Signer", "SignerError", "Stamp", "StampVerifier", "TargetKey",
    "Unsupported", "UntrustedSigner", "VerificationClaims", "VerifiedAssertion", "VerifiedAttestation",
    "VerifiedAttestedStamp", "VerifiedClientSignature", "VerifiedStamp", "WebAuthnStamper",
    "decode_credential_id", "decrypt_account_export", "decrypt_credential_bundle", "decrypt_export",
    "decrypt_secret_export", "decrypt_wallet_export", "encode_attestation", "encode_credential_id",
    "encrypt_oauth2_client_secret", "encrypt_on_ramp_secret", "encrypt_otp_bundle", "encrypt_pull_secret",
    "encrypt_to_quorum_key", "oidc_nonce", "sign_login", "sign_signup", "verify_api_key_stamp",
    "verify_attestation", "verify_attested_stamp", "verify_client_signature", "verify_import_bundle",
    "verify_request", "verify_secret_import_bundle", "verify_session_jwt", "verify_verification_token",
    "verify_webauthn_stamp", "webauthn_challenge"
]  # fmt: skip

# A name is loaded on first use (PEP 562): a program that only stamps loads no HPKE, JSON parser or word list.
__getattr__, __dir__ = load_lazily(__name__)
