"""The table of the public names of packages that load a name when it is first asked for (PEP 562).

``*`` stands for all names of the package that no other row has; ``names_in`` lists them.

``python -m tests.tools.stubs`` writes from it the literal ``__all__`` of each package, and the
``__init__.pyi`` that type checkers read.
"""

import sys
from collections.abc import Callable, Mapping

NAMES: dict[str, dict[str, str]] = {
    "sealwax": {
        "bundles.credentials": "decrypt_credential_bundle",
        "bundles.exports": (
            "ExportedAccount ExportedWallet decrypt_account_export decrypt_export decrypt_wallet_export"
        ),
        "bundles.imports": "ImportTarget verify_import_bundle",
        "bundles.otp": "encrypt_otp_bundle",
        "bundles.quorum_key": (
            "encrypt_oauth2_client_secret encrypt_on_ramp_secret encrypt_pull_secret encrypt_to_quorum_key"
        ),
        "bundles.secrets": "ExportedSecret SecretTarget decrypt_secret_export verify_secret_import_bundle",
        "errors": (
            "BadSignature ContextMismatch DecryptionFailed Expired InvalidRequest KeyMismatch "
            "MalformedInput MissingExtra NotCompleted Replayed SealwaxError ServiceError SignerError "
            "Unsupported UntrustedSigner"
        ),
        "keys": "ApiKey Eip191Signer TargetKey",
        "login.client_signature": (
            "ClientSignature VerifiedClientSignature sign_login sign_signup verify_client_signature"
        ),
        "login.oidc": "oidc_nonce",
        "login.tokens": "SessionClaims VerificationClaims verify_session_jwt verify_verification_token",
        "_crypto.curves": "Curve",
        "signing": "DeterministicSigner Signer",
        "stamps.api_key": "ApiKeyStamper",
        "stamps.api_key_verification": "StampVerifier VerifiedStamp verify_api_key_stamp",
        "stamps.attested": "AttestedScheme AttestedStamper VerifiedAttestedStamp verify_attested_stamp",
        "stamps.header": "Stamp",
        "stamps.request_verification": "verify_request",
        "stamps.webauthn": "VerifiedAssertion WebAuthnStamper verify_webauthn_stamp webauthn_challenge",
        "trust": "EnclaveKeys QuorumEncryptionKeys",
        "webauthn.attestation": "AttestationTrust VerifiedAttestation verify_attestation",
        "webauthn.ceremony": "Assertion Authenticator",
        "webauthn.registration": (
            "Attestation CredentialIdEncoding RegistrationCredential decode_credential_id "
            "encode_attestation encode_credential_id"
        ),
    },
    "sealwax.activities": {
        "sealwax._codec.enumerations": "HashFunction PayloadEncoding",
        "fingerprints": "activity_fingerprint",
        "payloads": "payload_digest",
        "signature_results": "SignatureKind SignatureResult VerifiedSignature",
        "votes": "VerifiedVote verify_activity_votes",
    },
    "sealwax.client": {"asynchronous": "AsyncClient", "blocking": "Client"},
    "sealwax.integrations": {},
    "sealwax.operations": {
        "sealwax.operations.openapi.description": "ApiDescription DescribedAnswer",
        "sealwax.operations.openapi.schemas": "operation_schemas",
        "operation": (
            "ActivityOperation AuthProxyOperation Operation QueryOperation SubmitOperation Surface "
            "VoteOperation"
        ),
        "parameters": "JsonObject MnemonicLength OnEvaluationError Parameters",
        "sealwax.operations.proposals": "ExportProposal ProposalFile read_export_proposal",
        "responses": "Activity ActivityRecord Record",
        "results": (
            "Address ExportSecretsResult ExportWalletAccountResult ExportWalletResult "
            "InitImportSecretsResult VerifyOtpResult"
        ),
        "sealing": "SealedRequest Stamper",
        "sealwax._codec.enumerations": "ApiKeyCurve HashFunction PayloadEncoding WalletCurve",
        "sealwax.wallets.address_format_names": "AddressFormat",
        "all_operations": "OPERATIONS AnyOperation",
        "timestamps": "is_timely",
        "unchecked": "UncheckedActivity UncheckedAnswer",
        "sealwax._codec.urls": "AUTH_PROXY_URL PUBLIC_API_URL",
        "waiting": "approve reject wait",
        "catalog": "*",
    },
    "sealwax.proofs": {
        "app": "AppProofExpectation AppProofType VerifiedAppProof verify_app_proof",
        "attestation": "AttestationChecks VerifiedAttestationDocument verify_attestation_document",
        "boot": "BootChecks Commitment VerifiedBootProof verify_boot_proof",
        "custom": (
            "DIGEST_FORM KNOWN_FORMS PROOF_TYPE_FORM RESERVED_TYPES SERVICE_FORM SIGNING_HALF_FORM "
            "SNAKE_CASE_FORM TEMPLATE_FORM KeyBytes ProofForm SignatureEncoding SignedPart "
            "VerifiedCustomProof verify_custom_proof"
        ),
        "identity": "PRODUCTION_PCR3 EnclaveIdentity",
        "manifest": "Manifest ManifestVersion QuorumMember QuorumSet decode_manifest",
        "nitro_roots": "AWS_NITRO_ROOT_G1 KNOWN_ROOTS",
        "operators": "ApprovedRelease OperatorSet ReleasedApplication",
        "releases": "EnclaveRelease",
    },
    "sealwax.replay_guards": {},
    "sealwax.inspection": {
        "artifacts": "inspect",
        "results": "Check CheckOutcome Field Inspection",
    },
    "sealwax.stamps": {"request_verification": "verify_request_async"},
    "sealwax.signers": {
        "sealwax.signing": "KeyAgreement",
        "opened_key": "OpenedKey",
        "uri": "open_key",
    },
    "sealwax.testing": {
        "authenticator": "SoftwareAuthenticator",
        "enclave": "PendingOtp ReferenceEnclave",
        "nitro": "AttestedEnclave KeySet",
        "releases": "ReferenceRelease",
        "sealed": "open_base58_secret open_envelope",
        "signature_results": "sign_raw_payload",
        "signers": "check_signer",
        "votes": "activity_with_votes api_key_vote approval_body attested_vote request_body webauthn_vote",
        "webhooks": "Delivery WebhookSender",
    },
    "sealwax.wallets": {
        "addresses": "DerivedAddress derive_address",
        "derivation": "Account derive_account",
        "key_formats": "format_private_key parse_private_key",
        "keystore": "decrypt_keystore encrypt_keystore",
        "address_format_names": "AddressFormat",
        "sealwax._codec.enumerations": "WalletCurve",
    },
}

NAMES_OF_MODULES = {
    "sealwax.audit": "AuditResult audit",
    "sealwax.integrations.aiohttp": "WrongOrigin auth_proxy_middleware stamp_middleware",
    "sealwax.integrations.httpx": "AsyncStampTransport StampTransport WrongOrigin",
    "sealwax.integrations.requests": "StampAuth WrongOrigin",
    "sealwax.replay_guards.redis": "AsyncRedisClient AsyncRedisReplayGuard RedisClient RedisReplayGuard",
    "sealwax.replay_guards.sqlite": "AsyncSqliteReplayGuard SqliteReplayGuard",
    "sealwax.signers.aws_kms": "KmsSigner KmsTargetKey",
    "sealwax.signers.fido2": "AttestationConveyance SecurityKey UserVerification",
    "sealwax.signers.pkcs11": "Pin Pkcs11Signer Pkcs11TargetKey",
    "sealwax.webhooks": (
        "AsyncReplayGuard DEFAULT_MAX_AGE EventType Headers LONGEST_MAX_AGE MemoryReplayGuard ReplayGuard "
        "VerifiedWebhook WebhookKeys verify_webhook"
    ),
}
"""The public names of public modules, which are loaded with them."""

PUBLIC_MODULES = sorted({*NAMES, *NAMES_OF_MODULES} - {"sealwax"})
"""The modules and packages that are loaded as attributes of ``sealwax``."""

_HELP_IS_THE_DOCSTRING = {"sealwax", "sealwax.operations"}
"""The packages whose ``help`` is their docstring: in full, each of their names would take a page."""


def load_lazily(
    package: str, modules: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package: one of ``NAMES``, or with the rows given."""
    names: list[str] = sys.modules[package].__all__
    described = [] if package in _HELP_IS_THE_DOCSTRING else names
    within = NAMES[package] if modules is None else modules
    return lambda name: _load(package, within, name), lambda: described if _is_called_by_help() else names


def _is_called_by_help() -> bool:
    """Tell whether pydoc, rather than completion, asks for the names of a package."""
    # The frames of this function and of __dir__ itself are skipped, then those of inspect.getmembers.
    caller = sys._getframe(2)  # noqa: SLF001 - only the frame tells who asks
    while caller.f_back and caller.f_globals.get("__name__") == "inspect":
        caller = caller.f_back
    return bool(caller.f_globals.get("__name__") == "pydoc")


def _load(package: str, modules: Mapping[str, str], name: str) -> object:
    """Load a public name of a package, from the module that has it, or a public module of ``sealwax``."""
    listed = vars(sys.modules[package])["__all__"]
    for module, names in modules.items():
        if name in (listed if names == "*" else names.split()):
            # With a name to import, __import__ returns the module itself, not its top package.
            value: object = getattr(__import__(module_name(package, module), fromlist=[name]), name)
            vars(sys.modules[package])[name] = value
            return value
    if (module := f"{package}.{name}") in PUBLIC_MODULES:
        return __import__(module, fromlist=["__all__"])
    words = f"module {package!r} has no attribute {name!r}"
    tables = {**NAMES_OF_MODULES, **{other: " ".join(names_in(other).values()) for other in NAMES}}
    places = [other for other, names in tables.items() if name in names.split()]
    raise AttributeError(f"{words}; it is in {' and '.join(sorted(places))}" if places else words)


def module_name(package: str, module: str) -> str:
    """Return the full name of a module that ``NAMES`` has under a package."""
    return module if module.startswith("sealwax.") else f"{package}.{module}"


def names_in(package: str) -> dict[str, str]:
    """Return the rows of a package, with the names of each module."""
    rows = NAMES[package]
    if "*" not in rows.values():
        return rows
    others = {name for names in rows.values() for name in names.split()}
    listed: list[str] = __import__(package, fromlist=["__all__"]).__all__
    rest = " ".join(name for name in listed if name not in others)
    return {module: rest if names == "*" else names for module, names in rows.items()}
