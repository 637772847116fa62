"""The client-side cryptography of a wallet and key management API: stamps and sealed bundles.

To authenticate a request, stamp its body: ``ApiKeyStamper(ApiKey.load("a.private")).stamp(body).headers``.
To open an export, keep the key whose public key you asked it to be sealed to:
``decrypt_wallet_export(bundle, TargetKey.load("t.private"), organization_id=...)``.

Whatever the input, these functions give a result or raise a ``SealwaxError``, whose ``code`` says what kind
of failure it was. Nothing here talks to the network.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from .errors import (
        BadSignature,
        ContextMismatch,
        DecryptionFailed,
        Expired,
        InvalidRequest,
        KeyMismatch,
        MalformedInput,
        SealwaxError,
        UnsupportedVersion,
        UntrustedSigner,
    )
    from .keys import ApiKey, Curve, DeterministicSigner, Signer, TargetKey
    from .login.client_signature import ClientSignature, sign_login, sign_signup, verify_client_signature
    from .login.tokens import (
        SessionClaims,
        VerificationClaims,
        oidc_nonce,
        verify_session_jwt,
        verify_verification_token,
    )
    from .operations import SealedRequest
    from .stamps.api_key import ApiKeyStamper, Stamp
    from .stamps.attested import AttestedScheme, AttestedStamper, VerifiedAttestedStamp, verify_attested_stamp
    from .stamps.eip191 import Eip191Signer
    from .stamps.verification import VerifiedStamp, verify_api_key_stamp
    from .stamps.webauthn import VerifiedAssertion, WebAuthnStamper, verify_webauthn_stamp, webauthn_challenge
    from .testing.authenticator import SoftwareAuthenticator
    from .testing.enclave import PendingOtp, ReferenceEnclave
    from .trust import EnclaveKeys
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
    "ExportedWallet",
    "ImportTarget",
    "InvalidRequest",
    "KeyMismatch",
    "MalformedInput",
    "PendingOtp",
    "ReferenceEnclave",
    "RegistrationCredential",
    "SealedRequest",
    "SealwaxError",
    "SessionClaims",
    "Signer",
    "SoftwareAuthenticator",
    "Stamp",
    "TargetKey",
    "UnsupportedVersion",
    "UntrustedSigner",
    "VerificationClaims",
    "VerifiedAssertion",
    "VerifiedAttestation",
    "VerifiedAttestedStamp",
    "VerifiedStamp",
    "WebAuthnStamper",
    "decode_credential_id",
    "decrypt_account_export",
    "decrypt_credential_bundle",
    "decrypt_export",
    "decrypt_wallet_export",
    "encode_attestation",
    "encode_credential_id",
    "encrypt_otp_bundle",
    "oidc_nonce",
    "sign_login",
    "sign_signup",
    "verify_api_key_stamp",
    "verify_attestation",
    "verify_attested_stamp",
    "verify_client_signature",
    "verify_import_bundle",
    "verify_session_jwt",
    "verify_verification_token",
    "verify_webauthn_stamp",
    "webauthn_challenge",
]

# Which module has which name. A name is loaded when it is first asked for (PEP 562), so that a program
# that only stamps never loads HPKE, JSON parsing or word lists.
_MODULES = {
    "webauthn.registration": (
        "Attestation",
        "CredentialIdEncoding",
        "RegistrationCredential",
        "decode_credential_id",
        "encode_attestation",
        "encode_credential_id",
    ),
    "webauthn.attestation": ("AttestationTrust", "VerifiedAttestation", "verify_attestation"),
    "stamps.attested": (
        "AttestedScheme",
        "AttestedStamper",
        "VerifiedAttestedStamp",
        "verify_attested_stamp",
    ),
    "login.client_signature": ("ClientSignature", "sign_login", "sign_signup", "verify_client_signature"),
    "bundles.credentials": ("decrypt_credential_bundle",),
    "stamps.eip191": ("Eip191Signer",),
    "testing.enclave": ("PendingOtp", "ReferenceEnclave"),
    "errors": (
        "BadSignature",
        "ContextMismatch",
        "DecryptionFailed",
        "Expired",
        "InvalidRequest",
        "KeyMismatch",
        "MalformedInput",
        "SealwaxError",
        "UnsupportedVersion",
        "UntrustedSigner",
    ),
    "bundles.exports": (
        "ExportedAccount",
        "ExportedWallet",
        "decrypt_account_export",
        "decrypt_export",
        "decrypt_wallet_export",
    ),
    "bundles.imports": ("ImportTarget", "verify_import_bundle"),
    "keys": ("ApiKey", "Curve", "DeterministicSigner", "Signer", "TargetKey"),
    "operations": ("SealedRequest",),
    "bundles.otp": ("encrypt_otp_bundle",),
    "testing.authenticator": ("SoftwareAuthenticator",),
    "stamps.verification": ("VerifiedStamp", "verify_api_key_stamp"),
    "stamps.api_key": ("ApiKeyStamper", "Stamp"),
    "login.tokens": (
        "SessionClaims",
        "VerificationClaims",
        "oidc_nonce",
        "verify_session_jwt",
        "verify_verification_token",
    ),
    "trust": ("EnclaveKeys",),
    "webauthn.ceremony": ("Assertion", "Authenticator"),
    "stamps.webauthn": (
        "VerifiedAssertion",
        "WebAuthnStamper",
        "verify_webauthn_stamp",
        "webauthn_challenge",
    ),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # a type checker is to see that a name does not exist

    def __getattr__(name: str) -> object:
        module = _MODULE_OF.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{module}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
