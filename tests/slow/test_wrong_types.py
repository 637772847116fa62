"""The tests of ``tests/test_wrong_types.py`` that take long."""

import asyncio
import inspect
import json
import typing
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import sealwax
from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    AttestedVerifier,
    Eip191Signer,
    EnclaveKeys,
    ExportedAccount,
    ExportedWallet,
    ImportTarget,
    MalformedInput,
    QuorumEncryptionKeys,
    SealwaxError,
    SecretTarget,
    StampVerifier,
    WebAuthnStamper,
    WebAuthnVerifier,
    proofs,
    wallets,
)
from sealwax.activities import SignatureResult
from sealwax.operations import Stamper
from sealwax.proofs import AppProofExpectation, EnclaveIdentity, EnclaveRelease, OperatorSet
from sealwax.signing import KeyAgreement, Signer
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import (
    AttestedEnclave,
    ReferenceRelease,
    WebhookSender,
    activity_with_votes,
    api_key_vote,
    request_body,
    sign_raw_payload,
)
from sealwax.wallets import Account
from sealwax.webauthn.ceremony import Authenticator
from sealwax.webhooks import MemoryReplayGuard, WebhookKeys
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.stamps.test_attested import CLAIMS, EXPIRY, TOKEN
from tests.test_wrong_types import (
    BODY,
    CREDENTIAL,
    ENCLAVE,
    EXPORT,
    KEY,
    KEYS,
    MNEMONIC,
    P256_KEY,
    PASSKEY,
    REQUEST,
    SECP256K1,
    SESSION,
    SUBMITTED,
    fits,
    get_path,
    public_calls,
)
from tests.wallets import test_keystore as keystores

NOW = EXPIRY - timedelta(minutes=1)


ACCOUNT = ENCLAVE.export_account(SEED, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)


SECRET = ENCLAVE.export_secret("s", organization_id=ORGANIZATION, target_public_key=TARGET.public_key)


IMPORT = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)


OTP = ENCLAVE.init_otp(code="123456", contact="a@example.com", organization_id=ORGANIZATION).target_bundle


ATTESTED = AttestedEnclave(SEED)


RELEASE = ReferenceRelease(
    ATTESTED, dict(zip("12", ATTESTED.members[:2], strict=True)), applications=("signer",)
)


RELEASED = EnclaveRelease.from_files(RELEASE.files(), operators=RELEASE.operator_set)


ADDRESS_PROOF = {
    "organization_id": ORGANIZATION,
    "wallet_id": "w",
    "derivation_path": "m/44'/60'/0'/0/0",
    "address": "0x",
}


EXPECTATION: dict[str, Any] = {"type": "APP_PROOF_TYPE_ADDRESS_DERIVATION", **ADDRESS_PROOF}


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


ARTIFACTS = {
    "bundle",
    "target_bundle",
    "token",
    "verification_token",
    "header_value",
    "body",
    "answer",
    "activity",
    "app_proof",
    "boot_proof",
    "encoded",
    "keystore",
    "payload",
    "document",
    "proof",
    "signature",
}
"""Positional arguments from outside: with a wrong Python type always MalformedInput."""


ALSO_ARTIFACTS = {
    "OperatorSet.from_json": {"text"},
    "verify_activity_votes": {"request_body"},
    "webhooks.WebhookKeys.from_jwks": {"text"},
}
"""Other arguments from outside, by function."""


MAKERS_OF_BODIES = {
    "ApiKeyStamper.stamp",
    "AttestedStamper.stamp",
    "SealedRequest.of",
    "WebAuthnStamper.stamp",
}
"""The functions whose body the caller makes."""


PARAMETERS = {
    "sign_signup": {"api_keys", "authenticators", "oauth_providers", "email", "phone_number"},
}
"""The arguments that are checked as the parameters of a request are."""


WRONG: tuple[object, ...] = (None, 5, True, 1.5, "text", b"bytes", bytearray(3), [], [5], {}, {5}, object())


BY_TYPE: dict[object, object] = {
    ApiKey: SECP256K1,
    AppProofExpectation: AppProofExpectation(**EXPECTATION),
    Authenticator: PASSKEY,
    EnclaveIdentity: ATTESTED.identity,
    EnclaveKeys: KEYS,
    OperatorSet: RELEASE.operator_set,
    KeyAgreement: TARGET,
    QuorumEncryptionKeys: ENCLAVE.encryption_keys,
    Signer: KEY,
    StampVerifier: StampVerifier([(KEY.public_key, KEY.curve)]),
    Stamper: ApiKeyStamper(KEY),
    WebhookKeys: SENDER.keys,
    datetime | None: NOW,
    proofs.CustomProofExpectation: proofs.CustomProofExpectation(type="decision"),
    proofs.ProofForm: proofs.ProofForm(),
}
"""Arguments by their annotations."""


DERIVED = wallets.derive_account(MNEMONIC, **ACCOUNT_CALL)


HEADERS, DELIVERED = SENDER.deliver({"organizationId": ORGANIZATION}, event_id="e", now=NOW)


BY_NAME: dict[str, object] = {
    "address": DERIVED.address,
    "address_format": DERIVED.address_format,
    "app_proof": ATTESTED.address_proof(**ADDRESS_PROOF, timestamp=NOW),
    "body": BODY,
    "boot_proof": ATTESTED.boot_proof(),
    "curve": DERIVED.curve,
    "event_id": "e",
    "headers": ApiKeyStamper(KEY).stamp(BODY).headers,
    "header_value": ApiKeyStamper(KEY).stamp(BODY).header_value,
    "key": SEED,
    "message": b"m",
    "mnemonic": MNEMONIC,
    "organization_id": ORGANIZATION,
    "password": "p",
    "payload": "p",
    "private_key": SEED,
    "public_key": KEY.public_key,
    "secret": "s",
    "text": "s",
    "trusted_keys": frozenset({KEY.public_key}),
    "user_id": USER,
    "verification_token": TOKEN,
    **PAYLOAD_CALL,
}
"""Arguments without a default, by their names."""


def target() -> ImportTarget:
    return sealwax.verify_import_bundle(IMPORT, organization_id=ORGANIZATION, user_id=USER, keys=KEYS)


def secret_target() -> SecretTarget:
    bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
    return sealwax.verify_secret_import_bundle(bundle, organization_id=ORGANIZATION, keys=KEYS)


PASSKEYS: dict[str, Any] = {
    "find_key": lambda _credential_id: PASSKEY.public_key,
    "expected_rp_id": "example.com",
    "expected_origin": "https://example.com",
}


RECEIVERS: dict[str, Callable[[], object]] = {
    "Account": lambda: DERIVED,
    "ApiKey": lambda: KEY,
    "ApiKeyStamper": lambda: ApiKeyStamper(KEY),
    "AttestedStamper": lambda: AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN),
    "Eip191Signer": lambda: Eip191Signer(SECP256K1),
    "EnclaveRelease": lambda: RELEASED,
    "OperatorSet": lambda: RELEASE.operator_set,
    "ExportedAccount": lambda: ExportedAccount(DERIVED.private_key),
    "ExportedWallet": lambda: ExportedWallet(MNEMONIC, None, "english", checksum_valid=True),
    "ImportTarget": target,
    "SealedRequest": lambda: REQUEST,
    "SealedRequest.is_timely": lambda: SUBMITTED,
    "SecretTarget": secret_target,
    "SignatureResult": lambda: SignatureResult(**sign_raw_payload("p", DERIVED.private_key, **PAYLOAD_CALL)),
    "StampVerifier": lambda: StampVerifier([(KEY.public_key, KEY.curve)]),
    "TargetKey": lambda: TARGET,
    "WebAuthnStamper": lambda: WebAuthnStamper(PASSKEY),
    "AttestedVerifier": lambda: AttestedVerifier(keys=KEYS),
    "MemoryReplayGuard": MemoryReplayGuard,
    "WebAuthnVerifier": lambda: WebAuthnVerifier(**PASSKEYS),
    "webhooks.MemoryReplayGuard": MemoryReplayGuard,
}
"""The objects whose methods are called, by their class or by the method."""


ATTESTED_STAMP = AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN).stamp(BODY).header_value


PASSKEY_STAMP = WebAuthnStamper(PASSKEY).stamp(BODY).header_value


QUORUM_MEMBER = ATTESTED.manifest_set.members[0]


ARGUMENTS: dict[str, dict[str, object]] = {
    "Account": {name: getattr(DERIVED, name) for name in Account.__slots__},
    "ApiKey": {"curve": "p256"},
    "AppProofExpectation": EXPECTATION,
    "CustomProofExpectation": {"type": "decision"},
    "AttestedStamper": {"token": TOKEN, "scheme": VERIFICATION_TOKEN},
    "EnclaveIdentity": {
        name: getattr(ATTESTED.identity, name) for name in ATTESTED.identity.__dataclass_fields__
    },
    "ApprovedRelease": {"applications": RELEASED.applications},
    "EnclaveRelease": {"applications": RELEASED.applications},
    "EnclaveRelease.from_files": {"files": RELEASE.files()},
    "EnclaveRelease.identity": {"application": "signer"},
    "OperatorSet": {"threshold": 2, "members": RELEASE.operator_set.members},
    "OperatorSet.follow": {"release": RELEASED},
    "ApiKey.from_text": {"text": "1f" * 32},
    "OperatorSet.from_json": {"text": RELEASE.operator_set.to_json()},
    "TargetKey.from_text": {"text": "1f" * 32},
    "ReleasedApplication": {
        "manifest": RELEASED.applications["signer"].manifest,
        "approved_by": RELEASED.applications["signer"].approved_by,
    },
    "ExportedWallet": {"passphrase": None, "language": None, "checksum_valid": True},
    "ExportedWallet.account": ACCOUNT_CALL,
    "ImportTarget": {"key": P256_KEY.public_key()},
    "QuorumMember": {"alias": "1", "public_key": QUORUM_MEMBER.public_key},
    "QuorumSet": {"threshold": 1, "members": (QUORUM_MEMBER,)},
    "SealedRequest.of": {"path": "/a"},
    "SealedRequest.read": {"answer": b'{"privateKeys":[]}'},
    "SecretTarget": {"key": P256_KEY.public_key()},
    "SignatureResult": {"r": "1", "s": "1", "v": "00"},
    "SignatureResult.verify": {"public_key": DERIVED.public_key},
    "StampVerifier": {"trusted_keys": [(KEY.public_key, KEY.curve)]},
    "TargetKey": {"key": P256_KEY},
    "TargetKey.exchange": {"public_key": bytes.fromhex(KEYS.signer or "")},
    "decode_manifest": {"encoded": ATTESTED.encode(ATTESTED.manifest())},
    "decrypt_account_export": {"bundle": ACCOUNT},
    "decrypt_credential_bundle": {"bundle": CREDENTIAL},
    "decrypt_export": {"bundle": ACCOUNT},
    "decrypt_keystore": {"keystore": json.dumps(keystores.quick()), "password": keystores.PASSWORD},
    "decrypt_secret_export": {"bundle": SECRET},
    "decrypt_wallet_export": {"bundle": EXPORT},
    "derive_account": ACCOUNT_CALL,
    "derive_address": {"public_key": DERIVED.public_key},
    "encrypt_otp_bundle": {"target_bundle": OTP, "otp_code": "123456"},
    "encrypt_to_quorum_key": {"plaintext": "m", "public_key": KEYS.signer},
    "format_private_key": {"key_format": "hex"},
    "parse_private_key": {"text": "1f" * 32},
    "verify_activity_votes": {"activity": ACTIVITY},
    "verify_attestation_document": {
        "document": ATTESTED.document(bytes(32)),
        "root": ATTESTED.root_sha256,
        "now": None,
    },
    "AttestedVerifier.verify": {"header_value": ATTESTED_STAMP},
    "WebAuthnVerifier": PASSKEYS,
    "WebAuthnVerifier.verify": {"header_value": PASSKEY_STAMP},
    "WebAuthnVerifier.verify_async": {"header_value": PASSKEY_STAMP},
    "verify_attested_stamp": {"header_value": ATTESTED_STAMP},
    "verify_client_signature": {"signature": sealwax.sign_login(KEY, TOKEN), "verification": CLAIMS},
    "verify_custom_proof": {
        "proof": ATTESTED.custom_proof({"type": "decision"}, form=proofs.ProofForm()),
    },
    "verify_import_bundle": {"bundle": IMPORT},
    "verify_request": {"organization_id": "o", "verifier": StampVerifier([(KEY.public_key, KEY.curve)])},
    "verify_secret_import_bundle": {"bundle": ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)},
    "verify_session_jwt": {"token": SESSION},
    "verify_verification_token": {"token": TOKEN},
    "verify_webauthn_stamp": {
        "header_value": PASSKEY_STAMP,
        "public_key": PASSKEY.public_key,
        "expected_rp_id": "example.com",
        "expected_origin": "https://example.com",
    },
    "webhooks.WebhookKeys": {"keys": SENDER.keys.to_dict()},
    "webhooks.WebhookKeys.from_jwks": {"text": SENDER.jwks},
    "webhooks.verify_webhook": {"headers": HEADERS, "body": DELIVERED},
}
"""The other arguments with which a call succeeds."""


def bound(name: str) -> Callable[..., object]:
    """Return a callable by its name, a method of an object that has it."""
    owner, _, method = name.rpartition(".")
    value = get_path(name)
    if isinstance(value, FunctionType) and (receiver := RECEIVERS.get(name) or RECEIVERS.get(owner)):
        value = getattr(receiver(), method)
    assert callable(value)
    if inspect.iscoroutinefunction(value):
        return lambda **arguments: asyncio.run(value(**arguments))
    return value


def succeeding(name: str, hints: Mapping[str, object], folder: Path) -> dict[str, object]:
    """Make the arguments with which a call succeeds; those that are left out have their defaults."""
    arguments: dict[str, object] = {}
    function = get_path(name)
    assert callable(function)
    for parameter in inspect.signature(function).parameters.values():
        is_required = parameter.default is inspect.Parameter.empty
        if parameter.name in ARGUMENTS.get(name, {}):
            arguments[parameter.name] = ARGUMENTS[name][parameter.name]
        elif hints.get(parameter.name) in BY_TYPE:
            arguments[parameter.name] = BY_TYPE[hints[parameter.name]]
        elif is_required and parameter.name in {"path", "folder"}:
            arguments[parameter.name] = folder / name
        elif is_required and parameter.name != "self":
            arguments[parameter.name] = BY_NAME[parameter.name]
    return arguments


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that are loaded."""
    made = tmp_path_factory.mktemp("keys")
    KEY.save(made / "ApiKey.load")
    TARGET.save(made / "TargetKey.load")
    RELEASE.save(made / "EnclaveRelease.load")
    (made / "OperatorSet.load").write_text(RELEASE.operator_set.to_json())
    return made


def is_artifact(name: str, argument: str, positional: Collection[str]) -> bool:
    """Whether an argument comes from outside."""
    if argument == "body" and name in MAKERS_OF_BODIES:
        return False
    return argument in ARTIFACTS.intersection(positional) or argument in ALSO_ARTIFACTS.get(name, ())


@pytest.mark.parametrize("name", sorted(public_calls()))
def test_a_wrong_type_is_refused_by_the_arguments_name(name: str, folder: Path) -> None:
    function = get_path(name)
    hints = typing.get_type_hints(
        getattr(function, "__init__", function) if inspect.isclass(function) else function
    )
    positional = inspect.getfullargspec(function).args
    arguments = succeeding(name, hints, folder)
    bound(name)(**arguments)
    for argument, hint in hints.items():
        for wrong in WRONG:
            if argument == "return" or fits(wrong, hint):
                continue
            with pytest.raises((SealwaxError, TypeError, ValueError)) as raised:
                bound(name)(**{**arguments, argument: wrong})
            if is_artifact(name, argument, positional) or argument in PARAMETERS.get(name, ()):
                assert type(raised.value) is MalformedInput, (argument, wrong)
            else:
                assert not isinstance(raised.value, SealwaxError), (argument, wrong)
                assert argument in str(raised.value), (argument, wrong)
