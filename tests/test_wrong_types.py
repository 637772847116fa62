"""A wrong Python type in a call of the public API: a SealwaxError, or an error that names the argument.

The ceremonies of WebAuthn have tests of their own; results, which callers only read, check nothing.
"""

import dataclasses
import inspect
import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta, timezone
from operator import attrgetter
from pathlib import Path
from types import FunctionType, MappingProxyType, NoneType
from typing import Any, NamedTuple, Protocol

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

import sealwax
from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    Eip191Signer,
    EnclaveKeys,
    ExportedAccount,
    ExportedSecret,
    ExportedWallet,
    ImportTarget,
    MalformedInput,
    QuorumEncryptionKeys,
    SealwaxError,
    SecretTarget,
    StampVerifier,
    TargetKey,
    Unsupported,
    VerificationClaims,
    WebAuthnStamper,
    activities,
    operations,
    proofs,
    wallets,
    webhooks,
)
from sealwax._names import NAMES
from sealwax.activities import SignatureResult, payload_digest
from sealwax.operations import CreateUserTag, ListPrivateKeys
from sealwax.proofs import AppProofExpectation, EnclaveIdentity, EnclaveRelease, QuorumMember, QuorumSet
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import (
    AttestedEnclave,
    ReferenceEnclave,
    SoftwareAuthenticator,
    WebhookSender,
    activity_with_votes,
    api_key_vote,
    request_body,
    sign_raw_payload,
)
from sealwax.wallets import Account
from sealwax.webhooks import MemoryReplayGuard, VerifiedWebhook, WebhookKeys
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.stamps.test_attested import CLAIMS, EXPIRY, TOKEN
from tests.wallets import test_keystore as keystores

ENCLAVE = ReferenceEnclave(SEED)
KEYS = ENCLAVE.keys
KEY = ApiKey.from_private_key("1f" * 32)
SECP256K1 = ApiKey.from_private_key("1f" * 32, "secp256k1")
PASSKEY = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
BODY = b'{"organizationId":"o"}'
NOW = EXPIRY - timedelta(minutes=1)
P256_KEY = ec.generate_private_key(ec.SECP256R1())
MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow"
EXPORT = ENCLAVE.export_wallet(MNEMONIC, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
ACCOUNT = ENCLAVE.export_account(SEED, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
SECRET = ENCLAVE.export_secret("s", organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
CREDENTIAL = ENCLAVE.seal_credential(SEED, target_public_key=TARGET.public_key)
IMPORT = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)
OTP = ENCLAVE.init_otp(code="123456", contact="a@example.com", organization_id=ORGANIZATION).target_bundle
SESSION = ENCLAVE.issue_session_jwt(
    sealwax.SessionClaims(
        expires_at=EXPIRY,
        public_key=KEY.public_key,
        session_type="SESSION_TYPE_READ_WRITE",
        user_id=USER,
        organization_id=ORGANIZATION,
    )
)
SUBMITTED = CreateUserTag(user_tag_name="t", user_ids=[]).seal(
    ApiKeyStamper(KEY), organization_id=ORGANIZATION
)
REQUEST = ListPrivateKeys().seal(ApiKeyStamper(KEY), organization_id=ORGANIZATION)

ATTESTED = AttestedEnclave(SEED)
RELEASE = f"""version: r1
signer:
  appBinaryDigest: {"11" * 32}
  PCR0: {"22" * 48}
  PCR1: {"22" * 48}
  PCR2: {"33" * 48}
  PCR3: {"44" * 48}
"""
ADDRESS_PROOF = {
    "organization_id": ORGANIZATION,
    "wallet_id": "w",
    "derivation_path": "m/44'/60'/0'/0/0",
    "address": "0x",
}
SENDER = WebhookSender(SEED)
VOTED_BODY = request_body(
    "ACTIVITY_TYPE_X", {}, organization_id=ORGANIZATION, timestamp=datetime.now(timezone.utc)
)
ACTIVITY = activity_with_votes(
    VOTED_BODY,
    [api_key_vote(VOTED_BODY, KEY)],
    activity_type="ACTIVITY_TYPE_X",
    organization_id=ORGANIZATION,
    intent={"xIntent": {}},
)
ACCOUNT_CALL: dict[str, Any] = {
    "path": "m/44'/60'/0'/0/0",
    "curve": "CURVE_SECP256K1",
    "address_format": "ADDRESS_FORMAT_ETHEREUM",
}
PAYLOAD_CALL = {"encoding": "PAYLOAD_ENCODING_TEXT_UTF8", "hash_function": "HASH_FUNCTION_SHA256"}

Types = tuple[type, ...]
TEXT_OR_BYTES: Types = (str, bytes)
TEXT_OR_NONE: Types = (str, NoneType)
TEXT_OR_MAPPING: Types = (str, bytes, Mapping)
FLAG: Types = (bool,)
PATH: Types = (str, os.PathLike)
SIGNER: Types = (ApiKey,)

ARTIFACTS = {
    "bundle",
    "target_bundle",
    "token",
    "verification_token",
    "header_value",
    "body",
    "signature",
    "answer",
    "activity",
    "app_proof",
    "boot_proof",
    "encoded",
    "keystore",
    "payload",
    "request_body",
}
"""Input of a wrong Python type: always MalformedInput."""

# What each argument takes, by its name; an argument that takes another thing elsewhere is in the call.
TYPES: dict[str, Types] = {
    **dict.fromkeys(ARTIFACTS, TEXT_OR_BYTES),
    "activity": TEXT_OR_MAPPING,
    "app_proof": TEXT_OR_MAPPING,
    "boot_proof": TEXT_OR_MAPPING,
    "request_body": (str, bytes, NoneType),
    "address": (str,),
    "address_format": (str,),
    "alias": (str,),
    "allow_any_chain": FLAG,
    "allow_scoped": FLAG,
    "allow_invalid_checksum": FLAG,
    "api_keys": (Sequence, NoneType),
    "authenticators": (Sequence, NoneType),
    "oauth_providers": (Sequence, NoneType),
    "allow_cross_origin": FLAG,
    "authenticator": (SoftwareAuthenticator,),
    "capacity": (int,),
    "clock": (Callable,),  # type: ignore[dict-item] # an abstract type
    "curve": (str,),
    "derivation_path": TEXT_OR_NONE,
    "deterministic": FLAG,
    "fast": FLAG,
    "email": TEXT_OR_NONE,
    "encoding": (str,),
    "event_id": (str,),
    "expected": (AppProofExpectation,),
    "expected_address": TEXT_OR_NONE,
    "expected_origin": (str, Collection),
    "expected_rp_id": TEXT_OR_BYTES,
    "expected_session_profile_id": TEXT_OR_NONE,
    "hash_function": (str,),
    "headers": (Mapping,),
    "http_status": (int, NoneType),
    "identity": (EnclaveIdentity,),
    "allow_untrusted": FLAG,
    "keep": (timedelta,),
    "key": TEXT_OR_BYTES,
    "keys": (EnclaveKeys,),
    "key_format": (str,),
    "leeway": (timedelta,),
    "low_s": FLAG,
    "limit": (int,),
    "manifest_hashes": (list, Mapping, frozenset),
    "manifest_set": (QuorumSet, NoneType),
    "share_set": (QuorumSet, NoneType),
    "pivot_hashes": (list, Mapping, frozenset),
    "min_nonce": (int, NoneType),
    "args": (tuple, list, NoneType),
    "require_live": FLAG,
    "allow_any_program": FLAG,
    "allow_debug_mode": FLAG,
    "application": TEXT_OR_NONE,
    "max_age": (timedelta, NoneType),
    "members": (tuple,),
    "message": (bytes,),
    "mnemonic": (str,),
    "namespace": TEXT_OR_NONE,
    "notarizer": TEXT_OR_NONE,
    "now": (datetime, NoneType),
    "on_ramp": TEXT_OR_NONE,
    "organization_id": (str,),
    "otp_code": (str,),
    "passphrase": TEXT_OR_NONE,
    "password": (str,),
    "path": PATH,
    "pcrs": (Mapping,),
    "phone_number": TEXT_OR_NONE,
    "plaintext": TEXT_OR_BYTES,
    "private_key": (bytes,),
    "public_key": (str,),
    "pull_secret": TEXT_OR_NONE,
    "quorum_key": TEXT_OR_NONE,
    "r": (str,),
    "require_user_verification": FLAG,
    "root": (str,),
    "s": (str,),
    "scheme": (str,),
    "secret": TEXT_OR_BYTES,
    "session_public_key": TEXT_OR_NONE,
    "signer": SIGNER,
    "target_key": (TargetKey,),
    "text": (str,),
    "threshold": (int,),
    "tls_fetcher": TEXT_OR_NONE,
    "trusted_keys": (frozenset,),
    "type": (str,),
    "user_id": (str,),
    "v": (str,),
    "variant": TEXT_OR_NONE,
    "verification": (VerificationClaims, NoneType),
    "wallet_id": TEXT_OR_NONE,
    "wrong_case": FLAG,
    "verify_oidc": (Callable, NoneType),  # type: ignore[dict-item] # an abstract type
}


class Call(NamedTuple):
    """A call that succeeds, and what its arguments take where that is not what their names say."""

    function: Callable[..., object]
    arguments: dict[str, object]
    types: Mapping[str, Types] = MappingProxyType({})


def target() -> ImportTarget:
    return sealwax.verify_import_bundle(IMPORT, organization_id=ORGANIZATION, user_id=USER, keys=KEYS)


def secret_target() -> SecretTarget:
    bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
    return sealwax.verify_secret_import_bundle(bundle, organization_id=ORGANIZATION, keys=KEYS)


def export(function: Callable[..., object], bundle: str, **more: object) -> Call:
    given = {"bundle": bundle, "target_key": TARGET, "organization_id": ORGANIZATION, "keys": KEYS}
    return Call(function, {**given, **more})


def seal_secret(function: Callable[..., object]) -> Call:
    given: dict[str, object] = {"secret": "s", "keys": ENCLAVE.encryption_keys}
    return Call(function, given, {"keys": (QuorumEncryptionKeys,)})


def token(function: Callable[..., object], token: str, **more: object) -> Call:
    return Call(function, {"token": token, "keys": KEYS, "now": NOW, "leeway": timedelta(), **more})


def calls(folder: Path) -> dict[str, Call]:
    """Every call of the public API that takes arguments, by the name of what is called."""
    key_file, target_file = folder / "key", folder / "target"
    KEY.save(key_file)
    TARGET.save(target_file)
    release_file = folder / "release.yaml"
    release_file.write_text(RELEASE)
    bodies: dict[str, object] = {"body": BODY}
    messages: dict[str, object] = {"message": b"m"}
    attested = AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN)
    webauthn = WebAuthnStamper(PASSKEY)
    eip191 = Eip191Signer(SECP256K1)
    account = wallets.derive_account(MNEMONIC, **ACCOUNT_CALL)
    exported_account = ExportedAccount(account.private_key)
    exported_wallet = ExportedWallet(MNEMONIC, None, "english", checksum_valid=True)
    of_account: dict[str, object] = {
        "variant": None,
        "expected_address": None,
        "allow_invalid_checksum": False,
    }
    signed = SignatureResult(**sign_raw_payload("p", account.private_key, **PAYLOAD_CALL))
    identity, member = ATTESTED.identity, ATTESTED.manifest_set.members[0]
    form = {each.name: each.default for each in dataclasses.fields(proofs.ProofForm)}
    boot_proof, address_proof = ATTESTED.boot_proof(), ATTESTED.address_proof(**ADDRESS_PROOF, timestamp=NOW)
    expectation: dict[str, Any] = {
        "type": "APP_PROOF_TYPE_ADDRESS_DERIVATION",
        **ADDRESS_PROOF,
        "max_age": timedelta(1),
    }
    headers, delivered = SENDER.deliver({"organizationId": ORGANIZATION}, event_id="e", now=NOW)
    guard = MemoryReplayGuard()
    new: Iterator[Path] = (folder / str(number) for number in range(10_000))
    return {
        "Account": Call(
            Account,
            {name: getattr(account, name) for name in Account.__slots__},
        ),
        "Account.format": Call(account.format, {"form": None}, {"form": TEXT_OR_NONE}),
        "ApiKey": Call(ApiKey, {"private_key": SEED, "curve": "p256"}),
        "ApiKey.from_private_key": Call(
            ApiKey.from_private_key,
            {"key": "1f" * 32, "curve": "p256", "public_key": KEY.public_key},
            {"public_key": (str, NoneType)},
        ),
        "ApiKey.generate": Call(ApiKey.generate, {"curve": "p256"}),
        "ApiKey.load": Call(ApiKey.load, {"path": key_file}),
        "ApiKey.save": Call(KEY.save, {"path": next(new)}),
        "ApiKey.sign": Call(KEY.sign, messages),
        "ApiKey.sign_deterministic": Call(KEY.sign_deterministic, messages),
        "AppProofExpectation": Call(AppProofExpectation, expectation, {"address": TEXT_OR_NONE}),
        "ApiKeyStamper": Call(ApiKeyStamper, {"signer": KEY, "deterministic": False, "fast": False}),
        "ApiKeyStamper.stamp": Call(ApiKeyStamper(KEY).stamp, bodies),
        "AttestedStamper": Call(
            AttestedStamper,
            {"signer": KEY, "token": TOKEN, "scheme": VERIFICATION_TOKEN, "deterministic": True},
        ),
        "AttestedStamper.stamp": Call(attested.stamp, bodies),
        "Eip191Signer": Call(Eip191Signer, {"key": SECP256K1}, {"key": (ApiKey,)}),
        "Eip191Signer.sign": Call(eip191.sign, messages),
        "Eip191Signer.sign_deterministic": Call(eip191.sign_deterministic, messages),
        "EnclaveIdentity": Call(
            EnclaveIdentity, {name: getattr(identity, name) for name in identity.__dataclass_fields__}
        ),
        "EnclaveRelease.from_text": Call(EnclaveRelease.from_text, {"text": RELEASE}, {"text": (str, bytes)}),
        "EnclaveRelease.identity": Call(
            EnclaveRelease.from_text(RELEASE).identity,
            {
                "application": "signer",
                "also": (),
                **{
                    name: getattr(identity, name)
                    for name in (
                        "manifest_hashes",
                        "quorum_key",
                        "namespace",
                        "min_nonce",
                        "args",
                        "manifest_set",
                        "share_set",
                        "root",
                        "require_live",
                        "allow_debug_mode",
                    )
                },
            },
            {"application": (str,), "also": (list, tuple)},
        ),
        "EnclaveRelease.load": Call(EnclaveRelease.load, {"path": release_file}),
        "EnclaveKeys": Call(
            EnclaveKeys,
            {"signer": KEYS.signer, "tls_fetcher": KEYS.tls_fetcher, "notarizer": KEYS.notarizer},
            {"signer": (str, NoneType)},
        ),
        "ExportedAccount": Call(ExportedAccount, {"private_key": SEED}),
        "ExportedAccount.addresses": Call(exported_account.addresses, {"curve": "CURVE_ED25519"}),
        "ExportedAccount.check_address": Call(exported_account.check_address, {"address": account.address}),
        "ExportedSecret": Call(ExportedSecret, {"text": "s"}),
        "ExportedWallet": Call(
            ExportedWallet,
            {"mnemonic": MNEMONIC, "passphrase": None, "language": None, "checksum_valid": True},
            {"language": (str, NoneType), "checksum_valid": FLAG},
        ),
        "ExportedWallet.account": Call(
            exported_wallet.account,
            {**ACCOUNT_CALL, **of_account},
            dict.fromkeys(("path", "curve", "address_format"), TEXT_OR_NONE),
        ),
        "ImportTarget": Call(
            ImportTarget, {"key": P256_KEY.public_key()}, {"key": (ec.EllipticCurvePublicKey,)}
        ),
        "ImportTarget.encrypt_private_key": Call(
            lambda **given: target().encrypt_private_key(**given), {"key": SEED}
        ),
        "ImportTarget.encrypt_wallet": Call(
            lambda **given: target().encrypt_wallet(**given),
            {"mnemonic": MNEMONIC, "passphrase": None, "allow_invalid_checksum": False},
        ),
        "QuorumEncryptionKeys": Call(
            QuorumEncryptionKeys,
            {"tls_fetcher": KEYS.tls_fetcher, "on_ramp": KEYS.signer, "pull_secret": KEYS.notarizer},
        ),
        "QuorumMember": Call(QuorumMember, {"alias": "1", "public_key": member.public_key}),
        "QuorumSet": Call(QuorumSet, {"threshold": 1, "members": (member,)}),
        "SealedRequest.is_timely": Call(SUBMITTED.is_timely, {"now": NOW}),
        "SealedRequest.of": Call(
            operations.SealedRequest.of,
            {"path": "/a", "body": BODY, "stamper": ApiKeyStamper(KEY), "base_url": "https://example.com"},
            {"path": (str,), "stamper": (ApiKeyStamper,), "base_url": (str,)},
        ),
        "SealedRequest.read": Call(
            REQUEST.read, {"answer": b'{"privateKeys":[]}', "http_status": 200, "limit": 1000}
        ),
        "SecretTarget": Call(
            SecretTarget, {"key": P256_KEY.public_key()}, {"key": (ec.EllipticCurvePublicKey,)}
        ),
        "SecretTarget.encrypt_secret": Call(
            lambda **given: secret_target().encrypt_secret(**given), {"text": "s"}
        ),
        "SignatureResult": Call(SignatureResult, {"r": "1", "s": "1", "v": "00"}),
        "SignatureResult.to_raw": Call(signed.to_raw, {"low_s": True}),
        "SignatureResult.verify": Call(
            signed.verify,
            {
                "payload": "p",
                **PAYLOAD_CALL,
                "public_key": account.public_key,
                "address": account.address,
                "address_format": account.address_format,
                "curve": account.curve,
                "allow_any_chain": False,
            },
            dict.fromkeys(("public_key", "address", "address_format", "curve"), TEXT_OR_NONE),
        ),
        "StampVerifier": Call(
            StampVerifier,
            {"trusted_keys": [(KEY.public_key, KEY.curve)], "fast": False},
            {"trusted_keys": (Iterable,)},
        ),
        "StampVerifier.verify": Call(
            StampVerifier([(KEY.public_key, KEY.curve)]).verify,
            {"header_value": ApiKeyStamper(KEY).stamp(BODY).header_value, "body": BODY},
        ),
        "TargetKey": Call(TargetKey, {"key": P256_KEY}, {"key": (ec.EllipticCurvePrivateKey,)}),
        "TargetKey.exchange": Call(
            TARGET.exchange, {"public_key": bytes.fromhex(KEYS.signer or "")}, {"public_key": (bytes,)}
        ),
        "TargetKey.from_private_key": Call(TargetKey.from_private_key, {"key": SEED}),
        "TargetKey.load": Call(TargetKey.load, {"path": target_file}),
        "TargetKey.save": Call(TARGET.save, {"path": next(new)}),
        "WebAuthnStamper": Call(WebAuthnStamper, {"authenticator": PASSKEY}),
        "WebAuthnStamper.stamp": Call(webauthn.stamp, bodies),
        "activity_fingerprint": Call(activities.activity_fingerprint, bodies),
        "decode_manifest": Call(proofs.decode_manifest, {"encoded": ATTESTED.encode(ATTESTED.manifest())}),
        "decrypt_account_export": export(sealwax.decrypt_account_export, ACCOUNT, expected_address=None),
        "decrypt_credential_bundle": Call(
            sealwax.decrypt_credential_bundle, {"bundle": CREDENTIAL, "target_key": TARGET}
        ),
        "decrypt_export": export(sealwax.decrypt_export, ACCOUNT),
        "decrypt_keystore": Call(
            wallets.decrypt_keystore,
            {
                "keystore": json.dumps(keystores.quick()),
                "password": keystores.PASSWORD,
                "expected_address": keystores.ADDRESS,
            },
        ),
        "decrypt_secret_export": export(sealwax.decrypt_secret_export, SECRET),
        "decrypt_wallet_export": export(sealwax.decrypt_wallet_export, EXPORT),
        "derive_account": Call(
            wallets.derive_account,
            {"mnemonic": MNEMONIC, **ACCOUNT_CALL, **of_account, "passphrase": None},
            dict.fromkeys(("path", "curve", "address_format"), TEXT_OR_NONE),
        ),
        "derive_address": Call(
            wallets.derive_address,
            {
                "public_key": account.public_key,
                "address_format": account.address_format,
                "curve": account.curve,
                "variant": None,
            },
            {"public_key": TEXT_OR_BYTES},
        ),
        "encrypt_keystore": Call(wallets.encrypt_keystore, {"private_key": SEED, "password": "p"}),
        "encrypt_oauth2_client_secret": seal_secret(sealwax.encrypt_oauth2_client_secret),
        "encrypt_on_ramp_secret": seal_secret(sealwax.encrypt_on_ramp_secret),
        "encrypt_otp_bundle": Call(
            sealwax.encrypt_otp_bundle,
            {"target_bundle": OTP, "otp_code": "123456", "public_key": KEY.public_key, "keys": KEYS},
        ),
        "encrypt_pull_secret": seal_secret(sealwax.encrypt_pull_secret),
        "encrypt_to_quorum_key": Call(
            sealwax.encrypt_to_quorum_key, {"plaintext": "m", "public_key": KEYS.signer}
        ),
        "format_private_key": Call(
            wallets.format_private_key,
            {"private_key": SEED, "key_format": "hex", "curve": None},
            {"curve": TEXT_OR_NONE},
        ),
        "oidc_nonce": Call(sealwax.oidc_nonce, {"public_key": KEY.public_key}, {"public_key": TEXT_OR_BYTES}),
        "parse_private_key": Call(wallets.parse_private_key, {"text": "1f" * 32}),
        "payload_digest": Call(
            payload_digest,
            {"payload": "p", **PAYLOAD_CALL, "curve": account.curve, "allow_any_chain": False},
        ),
        "sign_login": Call(
            sealwax.sign_login,
            {"signer": KEY, "verification_token": TOKEN, "session_public_key": KEY.public_key},
        ),
        "sign_signup": Call(
            sealwax.sign_signup,
            {
                "signer": KEY,
                "verification_token": TOKEN,
                "api_keys": [{"publicKey": "x"}],
                "authenticators": [],
                "oauth_providers": [],
                "email": "a@example.com",
                "phone_number": "+41",
            },
        ),
        "verify_activity_votes": Call(
            activities.verify_activity_votes,
            {
                "activity": ACTIVITY,
                "trusted_keys": frozenset({KEY.public_key}),
                "allow_untrusted": False,
                "organization_id": ORGANIZATION,
                "request_body": None,
                "expected_rp_id": None,
                "expected_origin": None,
                "keys": KEYS,
                "verify_oidc": None,
            },
            {
                "organization_id": TEXT_OR_NONE,
                "expected_rp_id": TEXT_OR_NONE,
                "expected_origin": (str, Collection, NoneType),
            },
        ),
        "verify_api_key_stamp": Call(
            sealwax.verify_api_key_stamp,
            {"header_value": ApiKeyStamper(KEY).stamp(BODY).header_value, "body": BODY},
        ),
        "verify_app_proof": Call(
            proofs.verify_app_proof,
            {
                "app_proof": address_proof,
                "boot_proof": boot_proof,
                "identity": identity,
                "expected": AppProofExpectation(**expectation),
                "now": NOW,
            },
        ),
        "ProofForm": Call(
            proofs.ProofForm,
            form,
            {
                "public_key": (str,),
                "payload": (str,),
                "signature": (str,),
                "scheme": TEXT_OR_NONE,
                "scheme_member": TEXT_OR_NONE,
                "key_bytes": (int,),
                "signature_encoding": (str,),
                "signs": (str,),
                "type_member": TEXT_OR_NONE,
                "time_member": TEXT_OR_NONE,
                "require_low_s": FLAG,
            },
        ),
        "verify_custom_proof": Call(
            proofs.verify_custom_proof,
            {
                "proof": ATTESTED.custom_proof({"type": "decision"}, form=proofs.ProofForm()),
                "boot_proof": boot_proof,
                "identity": identity,
                "form": proofs.ProofForm(),
                "expected_type": "decision",
                "content_type": None,
                "expected_members": {"type": "decision"},
                "payload": None,
                "max_age": None,
                "now": NOW,
            },
            {
                "proof": TEXT_OR_MAPPING,
                "form": (proofs.ProofForm,),
                "expected_type": TEXT_OR_NONE,
                "content_type": (type, NoneType),
                "expected_members": (Mapping, NoneType),
                "payload": (str, bytes, NoneType),
            },
        ),
        "verify_attested_stamp": Call(
            sealwax.verify_attested_stamp,
            {
                "header_value": attested.stamp(BODY).header_value,
                "body": BODY,
                "keys": KEYS,
                "now": NOW,
                "leeway": timedelta(),
                "verify_oidc": None,
            },
        ),
        "verify_attestation_document": Call(
            proofs.verify_attestation_document,
            {
                "document": ATTESTED.document(bytes(32)),
                "root": ATTESTED.root_sha256,
                "now": None,
                "expected_pcrs": identity.pcrs,
                "expected_user_data": bytes(32),
                "expected_nonce": None,
                "expected_public_key": ATTESTED.ephemeral.public,
            },
            {
                "document": (str, bytes),
                "root": (str, Collection),
                "expected_pcrs": (Mapping, NoneType),
                "expected_user_data": (bytes, NoneType),
                "expected_nonce": (bytes, NoneType),
                "expected_public_key": (bytes, NoneType),
            },
        ),
        "verify_boot_proof": Call(proofs.verify_boot_proof, {"boot_proof": boot_proof, "identity": identity}),
        "verify_client_signature": Call(
            sealwax.verify_client_signature,
            {"signature": sealwax.sign_login(KEY, TOKEN), "verification": CLAIMS},
            {"signature": (sealwax.ClientSignature,)},
        ),
        "verify_import_bundle": Call(
            sealwax.verify_import_bundle,
            {"bundle": IMPORT, "organization_id": ORGANIZATION, "user_id": USER, "keys": KEYS},
        ),
        "verify_request": Call(
            sealwax.verify_request,
            {
                "headers": ApiKeyStamper(KEY).stamp(BODY).headers,
                "body": BODY,
                "verifier": StampVerifier([(KEY.public_key, KEY.curve)]),
                "organization_id": "o",
                "max_age": timedelta(hours=1),
                "seen": None,
                "now": NOW,
            },
            {
                "verifier": (StampVerifier,),
                "organization_id": (str, AbstractSet, NoneType),
                "max_age": (timedelta,),
                "seen": (MemoryReplayGuard, NoneType),
            },
        ),
        "verify_secret_import_bundle": Call(
            sealwax.verify_secret_import_bundle,
            {
                "bundle": ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION),
                "organization_id": ORGANIZATION,
                "keys": KEYS,
            },
        ),
        "verify_session_jwt": token(
            sealwax.verify_session_jwt, SESSION, allow_scoped=False, expected_session_profile_id=None
        ),
        "verify_verification_token": token(sealwax.verify_verification_token, TOKEN),
        "verify_webauthn_stamp": Call(
            sealwax.verify_webauthn_stamp,
            {
                "header_value": webauthn.stamp(BODY).header_value,
                "body": BODY,
                "public_key": PASSKEY.public_key,
                "expected_rp_id": "example.com",
                "expected_origin": "https://example.com",
                "require_user_verification": False,
                "allow_cross_origin": False,
            },
            {"public_key": (bytes,)},
        ),
        "webauthn_challenge": Call(sealwax.webauthn_challenge, bodies),
        "webhooks.MemoryReplayGuard": Call(
            MemoryReplayGuard, {"capacity": 1, "keep": timedelta(hours=1), "clock": time.monotonic}
        ),
        "webhooks.MemoryReplayGuard.claim": Call(guard.claim, {"event_id": "e"}),
        "webhooks.MemoryReplayGuard.release": Call(guard.release, {"event_id": "e"}),
        "webhooks.WebhookKeys": Call(WebhookKeys, {"keys": SENDER.keys.to_dict()}, {"keys": (Mapping,)}),
        "webhooks.WebhookKeys.from_jwks": Call(WebhookKeys.from_jwks, {"text": SENDER.jwks}),
        "webhooks.verify_webhook": Call(
            webhooks.verify_webhook,
            {
                "headers": headers,
                "body": delivered,
                "keys": SENDER.keys,
                "organization_id": ORGANIZATION,
                "max_age": timedelta(minutes=1),
                "now": NOW,
            },
            {"keys": (WebhookKeys,), "organization_id": (str, AbstractSet), "max_age": (timedelta,)},
        ),
    }


# What callers get, and errors.
RESULTS = {
    "AttestationChecks",
    "BootChecks",
    "ClientSignature",
    "DerivedAddress",
    "EnclaveRelease",
    "Manifest",
    "ReleasedApplication",
    "SealedRequest",
    "SessionClaims",
    "Stamp",
    "VerificationClaims",
    "VerifiedAppProof",
    "VerifiedAssertion",
    "VerifiedAttestationDocument",
    "VerifiedAttestedStamp",
    "VerifiedBootProof",
    "VerifiedClientSignature",
    "VerifiedCustomProof",
    "VerifiedSignature",
    "VerifiedStamp",
    "VerifiedVote",
    f"webhooks.{VerifiedWebhook.__name__}",
}
WRONG: tuple[object, ...] = (None, 5, True, 1.5, "text", b"bytes", bytearray(3), [], [5], {}, {5}, object())


def get_path(name: str) -> object:
    """Return what a public name of any room names, or one in it."""
    first = name.partition(".")[0]
    rooms = (room for room in (sealwax, activities, operations, proofs, wallets) if hasattr(room, first))
    return attrgetter(name)(next(rooms, sealwax))


def public_names() -> list[str]:
    """List the public names, of the packages and of the module that has its own."""
    of_packages = [
        name
        for package in ("sealwax", "sealwax.activities", "sealwax.proofs", "sealwax.wallets")
        for module, names in NAMES[package].items()
        if module != "errors" and not module.startswith("webauthn.")
        for name in names.split()
    ]
    return [*of_packages, "SealedRequest", *(f"webhooks.{name}" for name in webhooks.__all__)]


def public_calls() -> Iterator[str]:
    """List what can be called with arguments, by name."""
    for name in public_names():
        value = get_path(name)
        if not isinstance(value, (type, FunctionType)):
            continue
        if not inspect.isclass(value):
            yield name
        elif Protocol not in value.__mro__:
            if name not in RESULTS:
                yield name
            for method, function in inspect.getmembers(value, callable):
                of_a_library = not (getattr(function, "__module__", None) or "").startswith("sealwax")
                if not method.startswith("_") and not of_a_library:
                    arguments = [each for each in inspect.signature(function).parameters if each != "self"]
                    if arguments:
                        yield f"{name}.{method}"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Call]:
    return calls(tmp_path_factory.mktemp("keys"))


def test_every_call_is_in_the_table(table: dict[str, Call]) -> None:
    assert sorted(table) == sorted(public_calls())


@pytest.mark.parametrize("name", sorted(public_calls()))
def test_a_wrong_type_is_refused_by_the_arguments_name(name: str, table: dict[str, Call]) -> None:
    function, arguments, types = table[name]
    function(**arguments)
    called = get_path(name)
    assert callable(called)
    assert arguments.keys() == inspect.signature(called).parameters.keys() - {"self"}
    for argument in arguments:
        taken = types.get(argument) or TYPES[argument]
        for wrong in WRONG:
            if isinstance(wrong, taken) and (type(wrong) is not bool or bool in taken):
                continue
            with pytest.raises((SealwaxError, TypeError, ValueError)) as raised:
                function(**{**arguments, argument: wrong})
            if argument in ARTIFACTS - types.keys():
                assert type(raised.value) is MalformedInput, (argument, wrong)
            elif not isinstance(raised.value, SealwaxError):
                assert argument in str(raised.value), (argument, wrong)


class NotASigner(NamedTuple):
    """A signer's data without its signing."""

    public_key: str = KEY.public_key
    scheme: str = KEY.scheme


@pytest.mark.parametrize(
    "make",
    [
        ApiKeyStamper,
        lambda signer: AttestedStamper(signer, TOKEN, VERIFICATION_TOKEN),
        lambda signer: sealwax.sign_login(signer, TOKEN),
        lambda signer: sealwax.sign_signup(signer, TOKEN),
    ],
)
@pytest.mark.parametrize("signer", ["a.private", Path("a.private"), TARGET, NotASigner(), None])
def test_a_signer_signs(make: Callable[[object], object], signer: object) -> None:
    kind = type(signer).__name__
    with pytest.raises(TypeError, match=rf"signer must be ApiKey .*, not {kind}; .*ApiKey\.load\(path\)"):
        make(signer)


@pytest.mark.parametrize("key", ["t.private", Path("t.private"), KEY])
@pytest.mark.parametrize(
    "open_bundle",
    [
        lambda key: sealwax.decrypt_export(EXPORT, key, organization_id=ORGANIZATION, keys=KEYS),
        lambda key: sealwax.decrypt_credential_bundle(CREDENTIAL, key),
    ],
)
def test_a_target_key_opens(open_bundle: Callable[[object], object], key: object) -> None:
    kind = type(key).__name__
    with pytest.raises(TypeError, match=rf"must be TargetKey or .*, not {kind}; .*TargetKey\.load\(path\)"):
        open_bundle(key)


@pytest.mark.parametrize(
    "verify",
    [
        lambda value: sealwax.verify_api_key_stamp(value, BODY),
        lambda value: StampVerifier([(KEY.public_key, KEY.curve)]).verify(value, BODY),
        lambda value: sealwax.verify_attested_stamp(value, BODY),
        lambda value: sealwax.verify_webauthn_stamp(
            value, BODY, public_key=PASSKEY.public_key, expected_rp_id="r", expected_origin="o"
        ),
    ],
)
def test_a_stamp_in_place_of_its_value(verify: Callable[[object], object]) -> None:
    stamp = ApiKeyStamper(KEY).stamp(BODY)
    for wrong in (stamp, stamp.headers):
        with pytest.raises(MalformedInput, match=r"; pass the header's value, such as stamp\.header_value"):
            verify(wrong)


def test_a_path_in_place_of_a_bundle() -> None:
    for wrong, advice in (("bundle.json", "not the name of a file"), (Path("b"), "pass the text itself")):
        with pytest.raises(MalformedInput, match=advice):
            sealwax.decrypt_export(wrong, TARGET, organization_id=ORGANIZATION)  # type: ignore[arg-type]


def test_a_signer_of_another_curve_may_leave_its_curve_out() -> None:
    class Secp256k1(NamedTuple):
        public_key: str = SECP256K1.public_key
        scheme: str = SECP256K1.scheme
        sign: Callable[[bytes], bytes] = SECP256K1.sign

    with pytest.raises(Unsupported, match="needs a P-256 key; this key is on secp256k1"):
        sealwax.sign_login(Secp256k1(), TOKEN)  # type: ignore[arg-type]
