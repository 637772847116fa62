# Written by `python -m tests.tools.stubs`.

from . import activities as activities
from . import audit as audit
from . import client as client
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
from ._crypto.curves import Curve as Curve
from .bundles.credentials import decrypt_credential_bundle as decrypt_credential_bundle
from .bundles.exports import ExportedAccount as ExportedAccount
from .bundles.exports import ExportedWallet as ExportedWallet
from .bundles.exports import decrypt_account_export as decrypt_account_export
from .bundles.exports import decrypt_export as decrypt_export
from .bundles.exports import decrypt_wallet_export as decrypt_wallet_export
from .bundles.imports import ImportTarget as ImportTarget
from .bundles.imports import verify_import_bundle as verify_import_bundle
from .bundles.otp import encrypt_otp_bundle as encrypt_otp_bundle
from .bundles.quorum_key import encrypt_oauth2_client_secret as encrypt_oauth2_client_secret
from .bundles.quorum_key import encrypt_on_ramp_secret as encrypt_on_ramp_secret
from .bundles.quorum_key import encrypt_pull_secret as encrypt_pull_secret
from .bundles.quorum_key import encrypt_to_quorum_key as encrypt_to_quorum_key
from .bundles.secrets import ExportedSecret as ExportedSecret
from .bundles.secrets import SecretTarget as SecretTarget
from .bundles.secrets import decrypt_secret_export as decrypt_secret_export
from .bundles.secrets import verify_secret_import_bundle as verify_secret_import_bundle
from .errors import BadSignature as BadSignature
from .errors import ContextMismatch as ContextMismatch
from .errors import DecryptionFailed as DecryptionFailed
from .errors import Expired as Expired
from .errors import InvalidRequest as InvalidRequest
from .errors import KeyMismatch as KeyMismatch
from .errors import MalformedInput as MalformedInput
from .errors import MissingExtra as MissingExtra
from .errors import NotCompleted as NotCompleted
from .errors import Replayed as Replayed
from .errors import SealwaxError as SealwaxError
from .errors import ServiceError as ServiceError
from .errors import SignerError as SignerError
from .errors import Unsupported as Unsupported
from .errors import UntrustedSigner as UntrustedSigner
from .keys import ApiKey as ApiKey
from .keys import Eip191Signer as Eip191Signer
from .keys import TargetKey as TargetKey
from .login.client_signature import ClientSignature as ClientSignature
from .login.client_signature import VerifiedClientSignature as VerifiedClientSignature
from .login.client_signature import sign_login as sign_login
from .login.client_signature import sign_signup as sign_signup
from .login.client_signature import verify_client_signature as verify_client_signature
from .login.oidc import oidc_nonce as oidc_nonce
from .login.tokens import SessionClaims as SessionClaims
from .login.tokens import VerificationClaims as VerificationClaims
from .login.tokens import verify_session_jwt as verify_session_jwt
from .login.tokens import verify_verification_token as verify_verification_token
from .signing import DeterministicSigner as DeterministicSigner
from .signing import Signer as Signer
from .stamps.api_key import ApiKeyStamper as ApiKeyStamper
from .stamps.api_key_verification import StampVerifier as StampVerifier
from .stamps.api_key_verification import VerifiedStamp as VerifiedStamp
from .stamps.api_key_verification import verify_api_key_stamp as verify_api_key_stamp
from .stamps.attested import AttestedScheme as AttestedScheme
from .stamps.attested import AttestedStamper as AttestedStamper
from .stamps.attested import VerifiedAttestedStamp as VerifiedAttestedStamp
from .stamps.attested import verify_attested_stamp as verify_attested_stamp
from .stamps.header import Stamp as Stamp
from .stamps.request_verification import verify_request as verify_request
from .stamps.webauthn import VerifiedAssertion as VerifiedAssertion
from .stamps.webauthn import WebAuthnStamper as WebAuthnStamper
from .stamps.webauthn import verify_webauthn_stamp as verify_webauthn_stamp
from .stamps.webauthn import webauthn_challenge as webauthn_challenge
from .trust import EnclaveKeys as EnclaveKeys
from .trust import QuorumEncryptionKeys as QuorumEncryptionKeys
from .webauthn.attestation import AttestationTrust as AttestationTrust
from .webauthn.attestation import VerifiedAttestation as VerifiedAttestation
from .webauthn.attestation import verify_attestation as verify_attestation
from .webauthn.ceremony import Assertion as Assertion
from .webauthn.ceremony import Authenticator as Authenticator
from .webauthn.registration import Attestation as Attestation
from .webauthn.registration import CredentialIdEncoding as CredentialIdEncoding
from .webauthn.registration import RegistrationCredential as RegistrationCredential
from .webauthn.registration import decode_credential_id as decode_credential_id
from .webauthn.registration import encode_attestation as encode_attestation
from .webauthn.registration import encode_credential_id as encode_credential_id

__version__: str

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
