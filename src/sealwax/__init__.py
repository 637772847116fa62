"""Client-side cryptography of a wallet and key management API: request stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.
To derive an account: ``sealwax.wallets.derive_account``, or ``ExportedWallet.account``.
To verify a webhook: ``sealwax.webhooks.verify_webhook``.
To make a request of the API and read its answer: ``sealwax.operations``. To send it: ``sealwax.client``.
To log a person in: ``sealwax.flows``.

Input from outside gives a result or raises a ``SealwaxError``, whose ``code`` names the kind of failure. Text
and bytes from outside may measure up to 1 MiB, unless a function states another limit.
The network is used by keys in AWS KMS, ``sealwax.client``, ``sealwax.flows`` and the HTTP clients of
``sealwax.integrations``.

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
    errors      BadSignature, CallOutcome, ContextMismatch, DecryptionFailed, Expired, InvalidRequest,
                KeyMismatch, MalformedInput, MissingExtra, NotCompleted, Replayed, SealwaxError,
                ServiceError, SignerError, Unsupported, UntrustedSigner
    keys        ApiKey, Eip191Signer, TargetKey
    login       sign_login -> ClientSignature, sign_signup -> ClientSignature,
                verify_client_signature -> VerifiedClientSignature, oidc_nonce,
                verify_session_jwt -> SessionClaims, verify_verification_token -> VerificationClaims
    curves      Curve
    signing     DeterministicSigner, Signer
    stamps      ApiKeyStamper, verify_api_key_stamp -> VerifiedStamp, AttestedScheme, AttestedStamper,
                verify_attested_stamp -> VerifiedAttestedStamp, Stamp, WebAuthnStamper,
                verify_webauthn_stamp -> VerifiedAssertion, webauthn_challenge
    receivers   verify_request -> VerifiedStamp, StampVerifier, WebAuthnVerifier, AttestedVerifier,
                MemoryReplayGuard
    trust       EnclaveKeys, QuorumEncryptionKeys
    webauthn    AttestationTrust, verify_attestation -> VerifiedAttestation, Assertion, Authenticator,
                CredentialIdEncoding, RegistrationCredential, decode_credential_id,
                encode_attestation -> Attestation, encode_credential_id

The other names are in the module of their subject, which ``import sealwax`` loads when you use it::

    sealwax.operations  requests of the API, checked, serialized and stamped; their answers
    sealwax.client      clients that send operations, retry, and wait for activities
    sealwax.flows       functions that sign people up, log them in, and keep their sessions
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

from ._lazy_names import load_lazily

# Not read from the installed metadata, which bundles of serverless functions and frozen programs leave out.
__version__ = "1.0.0rc2"

# That of typing, which takes longer to load than the package.
TYPE_CHECKING: bool = False

if TYPE_CHECKING:
    from . import activities as activities
    from . import audit as audit
    from . import client as client
    from . import flows as flows
    from . import inspection as inspection
    from . import integrations as integrations
    from . import operations as operations
    from . import proofs as proofs
    from . import replay_guards as replay_guards
    from . import signers as signers
    from . import stamps as stamps
    from . import testing as testing
    from . import wallets as wallets
    from . import webhooks as webhooks
    from ._crypto.curves import Curve
    from .bundles.credentials import decrypt_credential_bundle
    from .bundles.exports import (
        ExportedAccount,
        ExportedWallet,
        decrypt_account_export,
        decrypt_export,
        decrypt_wallet_export,
    )
    from .bundles.imports import ImportTarget, verify_import_bundle
    from .bundles.otp import encrypt_otp_bundle
    from .bundles.quorum_key import (
        encrypt_oauth2_client_secret,
        encrypt_on_ramp_secret,
        encrypt_pull_secret,
        encrypt_to_quorum_key,
    )
    from .bundles.secrets import (
        ExportedSecret,
        SecretTarget,
        decrypt_secret_export,
        verify_secret_import_bundle,
    )
    from .errors import (
        BadSignature,
        CallOutcome,
        ContextMismatch,
        DecryptionFailed,
        Expired,
        InvalidRequest,
        KeyMismatch,
        MalformedInput,
        MissingExtra,
        NotCompleted,
        Replayed,
        SealwaxError,
        ServiceError,
        SignerError,
        Unsupported,
        UntrustedSigner,
    )
    from .keys import ApiKey, Eip191Signer, TargetKey
    from .login.client_signature import (
        ClientSignature,
        VerifiedClientSignature,
        sign_login,
        sign_signup,
        verify_client_signature,
    )
    from .login.oidc import oidc_nonce
    from .login.tokens import SessionClaims, VerificationClaims, verify_session_jwt, verify_verification_token
    from .replay_guards.memory import MemoryReplayGuard
    from .signing import DeterministicSigner, Signer
    from .stamps.api_key import ApiKeyStamper
    from .stamps.api_key_verification import StampVerifier, VerifiedStamp, verify_api_key_stamp
    from .stamps.attested import (
        AttestedScheme,
        AttestedStamper,
        AttestedVerifier,
        VerifiedAttestedStamp,
        verify_attested_stamp,
    )
    from .stamps.header import Stamp
    from .stamps.request_verification import verify_request
    from .stamps.webauthn import (
        VerifiedAssertion,
        WebAuthnStamper,
        WebAuthnVerifier,
        verify_webauthn_stamp,
        webauthn_challenge,
    )
    from .trust import EnclaveKeys, QuorumEncryptionKeys
    from .webauthn.attestation import AttestationTrust, VerifiedAttestation, verify_attestation
    from .webauthn.ceremony import Assertion, Authenticator
    from .webauthn.registration import (
        Attestation,
        CredentialIdEncoding,
        RegistrationCredential,
        decode_credential_id,
        encode_attestation,
        encode_credential_id,
    )
else:
    # A name is loaded on first use: a program that only stamps loads no HPKE, JSON parser or word list.
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "ApiKey": "sealwax.keys",
            "ApiKeyStamper": "sealwax.stamps.api_key",
            "Assertion": "sealwax.webauthn.ceremony",
            "Attestation": "sealwax.webauthn.registration",
            "AttestationTrust": "sealwax.webauthn.attestation",
            "AttestedScheme": "sealwax.stamps.attested",
            "AttestedStamper": "sealwax.stamps.attested",
            "AttestedVerifier": "sealwax.stamps.attested",
            "Authenticator": "sealwax.webauthn.ceremony",
            "BadSignature": "sealwax.errors",
            "CallOutcome": "sealwax.errors",
            "ClientSignature": "sealwax.login.client_signature",
            "ContextMismatch": "sealwax.errors",
            "CredentialIdEncoding": "sealwax.webauthn.registration",
            "Curve": "sealwax._crypto.curves",
            "DecryptionFailed": "sealwax.errors",
            "DeterministicSigner": "sealwax.signing",
            "Eip191Signer": "sealwax.keys",
            "EnclaveKeys": "sealwax.trust",
            "Expired": "sealwax.errors",
            "ExportedAccount": "sealwax.bundles.exports",
            "ExportedSecret": "sealwax.bundles.secrets",
            "ExportedWallet": "sealwax.bundles.exports",
            "ImportTarget": "sealwax.bundles.imports",
            "InvalidRequest": "sealwax.errors",
            "KeyMismatch": "sealwax.errors",
            "MalformedInput": "sealwax.errors",
            "MemoryReplayGuard": "sealwax.replay_guards.memory",
            "MissingExtra": "sealwax.errors",
            "NotCompleted": "sealwax.errors",
            "QuorumEncryptionKeys": "sealwax.trust",
            "RegistrationCredential": "sealwax.webauthn.registration",
            "Replayed": "sealwax.errors",
            "SealwaxError": "sealwax.errors",
            "SecretTarget": "sealwax.bundles.secrets",
            "ServiceError": "sealwax.errors",
            "SessionClaims": "sealwax.login.tokens",
            "Signer": "sealwax.signing",
            "SignerError": "sealwax.errors",
            "Stamp": "sealwax.stamps.header",
            "StampVerifier": "sealwax.stamps.api_key_verification",
            "TargetKey": "sealwax.keys",
            "Unsupported": "sealwax.errors",
            "UntrustedSigner": "sealwax.errors",
            "VerificationClaims": "sealwax.login.tokens",
            "VerifiedAssertion": "sealwax.stamps.webauthn",
            "VerifiedAttestation": "sealwax.webauthn.attestation",
            "VerifiedAttestedStamp": "sealwax.stamps.attested",
            "VerifiedClientSignature": "sealwax.login.client_signature",
            "VerifiedStamp": "sealwax.stamps.api_key_verification",
            "WebAuthnStamper": "sealwax.stamps.webauthn",
            "WebAuthnVerifier": "sealwax.stamps.webauthn",
            "decode_credential_id": "sealwax.webauthn.registration",
            "decrypt_account_export": "sealwax.bundles.exports",
            "decrypt_credential_bundle": "sealwax.bundles.credentials",
            "decrypt_export": "sealwax.bundles.exports",
            "decrypt_secret_export": "sealwax.bundles.secrets",
            "decrypt_wallet_export": "sealwax.bundles.exports",
            "encode_attestation": "sealwax.webauthn.registration",
            "encode_credential_id": "sealwax.webauthn.registration",
            "encrypt_oauth2_client_secret": "sealwax.bundles.quorum_key",
            "encrypt_on_ramp_secret": "sealwax.bundles.quorum_key",
            "encrypt_otp_bundle": "sealwax.bundles.otp",
            "encrypt_pull_secret": "sealwax.bundles.quorum_key",
            "encrypt_to_quorum_key": "sealwax.bundles.quorum_key",
            "oidc_nonce": "sealwax.login.oidc",
            "sign_login": "sealwax.login.client_signature",
            "sign_signup": "sealwax.login.client_signature",
            "verify_api_key_stamp": "sealwax.stamps.api_key_verification",
            "verify_attestation": "sealwax.webauthn.attestation",
            "verify_attested_stamp": "sealwax.stamps.attested",
            "verify_client_signature": "sealwax.login.client_signature",
            "verify_import_bundle": "sealwax.bundles.imports",
            "verify_request": "sealwax.stamps.request_verification",
            "verify_secret_import_bundle": "sealwax.bundles.secrets",
            "verify_session_jwt": "sealwax.login.tokens",
            "verify_verification_token": "sealwax.login.tokens",
            "verify_webauthn_stamp": "sealwax.stamps.webauthn",
            "webauthn_challenge": "sealwax.stamps.webauthn",
        },
        modules=(
            "activities",
            "audit",
            "client",
            "flows",
            "inspection",
            "integrations",
            "operations",
            "proofs",
            "replay_guards",
            "signers",
            "stamps",
            "testing",
            "wallets",
            "webhooks",
        ),
    )

__all__ = [
    "ApiKey", "ApiKeyStamper", "Assertion", "Attestation", "AttestationTrust", "AttestedScheme",
    "AttestedStamper", "AttestedVerifier", "Authenticator", "BadSignature", "CallOutcome", "ClientSignature",
    "ContextMismatch", "CredentialIdEncoding", "Curve", "DecryptionFailed", "DeterministicSigner",
    "Eip191Signer", "EnclaveKeys", "Expired", "ExportedAccount", "ExportedSecret", "ExportedWallet",
    "ImportTarget", "InvalidRequest", "KeyMismatch", "MalformedInput", "MemoryReplayGuard", "MissingExtra",
    "NotCompleted", "QuorumEncryptionKeys", "RegistrationCredential", "Replayed", "SealwaxError",
    "SecretTarget", "ServiceError", "SessionClaims", "Signer", "SignerError", "Stamp", "StampVerifier",
    "TargetKey", "Unsupported", "UntrustedSigner", "VerificationClaims", "VerifiedAssertion",
    "VerifiedAttestation", "VerifiedAttestedStamp", "VerifiedClientSignature", "VerifiedStamp",
    "WebAuthnStamper", "WebAuthnVerifier", "decode_credential_id", "decrypt_account_export",
    "decrypt_credential_bundle", "decrypt_export", "decrypt_secret_export", "decrypt_wallet_export",
    "encode_attestation", "encode_credential_id", "encrypt_oauth2_client_secret", "encrypt_on_ramp_secret",
    "encrypt_otp_bundle", "encrypt_pull_secret", "encrypt_to_quorum_key", "oidc_nonce", "sign_login",
    "sign_signup", "verify_api_key_stamp", "verify_attestation", "verify_attested_stamp",
    "verify_client_signature", "verify_import_bundle", "verify_request", "verify_secret_import_bundle",
    "verify_session_jwt", "verify_verification_token", "verify_webauthn_stamp", "webauthn_challenge"
]  # fmt: skip
