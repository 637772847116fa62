"""A wrong Python type in a call of the public API: a TypeError or a ValueError that names the argument.

Artifacts come from outside, where their type was chosen too, so they give ``MalformedInput``.

The ceremonies of WebAuthn have tests of their own; results, which callers only read, check nothing.
"""

import inspect
import json
import re
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from operator import attrgetter
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Any, Literal, NamedTuple, Protocol

import httpx
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
    ExportedWallet,
    ImportTarget,
    MalformedInput,
    QuorumEncryptionKeys,
    SealwaxError,
    SecretTarget,
    StampVerifier,
    Unsupported,
    WebAuthnStamper,
    activities,
    client,
    operations,
    proofs,
    wallets,
    webhooks,
)
from sealwax.activities import SignatureResult
from sealwax.integrations.httpx import StampTransport
from sealwax.operations import CreateUserTag, ListPrivateKeys, Stamper
from sealwax.proofs import AppProofExpectation, EnclaveIdentity, EnclaveRelease, OperatorSet
from sealwax.signers import open_key
from sealwax.signing import KeyAgreement, Signer
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import (
    AttestedEnclave,
    ReferenceEnclave,
    ReferenceRelease,
    SoftwareAuthenticator,
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
from tests.wallets import test_keystore as keystores
from tools.support.public_names import homes_of

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


def fits(value: object, hint: object) -> bool:
    """Whether an annotation allows a value, of those in ``WRONG``: no protocol has one of them."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in {typing.Union, UnionType}:
        return any(fits(value, each) for each in arguments)
    if origin is typing.Literal:
        return type(value) in map(type, arguments)
    kind = origin or (NoneType if hint is None else hint)
    if not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return False
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        return False
    if not arguments or not isinstance(value, Iterable):
        return True
    # A text is a collection of texts, but the id of one thing is not a collection of ids.
    return not isinstance(value, (str, bytes, bytearray)) and all(fits(each, arguments[0]) for each in value)


@pytest.mark.parametrize(
    ("value", "hint", "allowed"),
    [
        ("text", str | None, True),
        (b"bytes", str | None, False),
        (True, int, False),
        (True, bool, True),
        ("text", Literal["p256"], True),
        (5, Literal["p256"], False),
        ("text", Collection[str], False),
        ([], Collection[str], True),
        ([5], Collection[str], False),
        ({}, Mapping[str, object], True),
        (object(), Signer, False),
    ],
)
def test_an_annotation_tells_what_is_wrong(value: object, hint: object, allowed: bool) -> None:
    assert fits(value, hint) is allowed


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
    "webhooks.MemoryReplayGuard": MemoryReplayGuard,
}
"""The objects whose methods are called, by their class or by the method."""

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
    "verify_attested_stamp": {
        "header_value": AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN).stamp(BODY).header_value
    },
    "verify_client_signature": {"signature": sealwax.sign_login(KEY, TOKEN), "verification": CLAIMS},
    "verify_custom_proof": {
        "proof": ATTESTED.custom_proof({"type": "decision"}, form=proofs.ProofForm()),
    },
    "verify_import_bundle": {"bundle": IMPORT},
    "verify_request": {"organization_id": "o"},
    "verify_secret_import_bundle": {"bundle": ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)},
    "verify_session_jwt": {"token": SESSION},
    "verify_verification_token": {"token": TOKEN},
    "verify_webauthn_stamp": {
        "header_value": WebAuthnStamper(PASSKEY).stamp(BODY).header_value,
        "public_key": PASSKEY.public_key,
        "expected_rp_id": "example.com",
        "expected_origin": "https://example.com",
    },
    "webhooks.WebhookKeys": {"keys": SENDER.keys.to_dict()},
    "webhooks.WebhookKeys.from_jwks": {"text": SENDER.jwks},
    "webhooks.verify_webhook": {"headers": HEADERS, "body": DELIVERED},
}
"""The other arguments with which a call succeeds."""


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
        for name, module in homes_of(package).items()
        if not module.startswith(("sealwax.errors", "sealwax.webauthn."))
    ]
    return [*of_packages, "SealedRequest", *(f"webhooks.{name}" for name in webhooks.__all__)]


def checks_its_arguments(cls: type) -> bool:
    """Whether callers make a class: a result, which callers only read, has no initializer of its own."""
    ours = [vars(base) for base in cls.__mro__ if base.__module__.startswith("sealwax")]
    initializers = [names.get("__post_init__") or names.get("__init__") for names in ours]
    return any(
        isinstance(each, FunctionType) and not each.__code__.co_filename.startswith("<")
        for each in initializers
    )


def public_calls() -> Iterator[str]:
    """List what can be called with arguments, by name."""
    for name in public_names():
        value = get_path(name)
        if isinstance(value, FunctionType):
            yield name
        elif inspect.isclass(value) and Protocol not in value.__mro__:
            if checks_its_arguments(value):
                yield name
            for method, function in inspect.getmembers(value, callable):
                of_a_library = not (getattr(function, "__module__", None) or "").startswith("sealwax")
                if not method.startswith("_") and not of_a_library:
                    arguments = [each for each in inspect.signature(function).parameters if each != "self"]
                    if arguments:
                        yield f"{name}.{method}"


def bound(name: str) -> Callable[..., object]:
    """Return a callable by its name, a method of an object that has it."""
    owner, _, method = name.rpartition(".")
    value = get_path(name)
    if isinstance(value, FunctionType) and (receiver := RECEIVERS.get(name) or RECEIVERS.get(owner)):
        value = getattr(receiver(), method)
    assert callable(value)
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


def test_results_alone_are_not_called() -> None:
    """A class that callers make has an initializer that checks; a class that they read has none."""
    assert {"ApiKey", "ImportTarget", "QuorumMember", "StampVerifier"} <= {*public_calls()}
    assert not {"Stamp", "VerifiedAppProof", "SessionClaims"} & {*public_calls()}


def is_artifact(name: str, argument: str, positional: Collection[str]) -> bool:
    """Whether an argument comes from outside."""
    if argument == "body" and name in MAKERS_OF_BODIES:
        return False
    return argument in ARTIFACTS.intersection(positional) or argument in ALSO_ARTIFACTS.get(name, ())


@pytest.mark.parametrize("name", sorted(public_calls()))
@pytest.mark.slow
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


@pytest.mark.parametrize("stamper", [KEY, "a.private", None])
@pytest.mark.parametrize(
    "use",
    [
        lambda stamper: CreateUserTag(user_tag_name="t", user_ids=[]).seal(
            stamper, organization_id=ORGANIZATION
        ),
        lambda stamper: ListPrivateKeys().seal(stamper, organization_id=ORGANIZATION),
        lambda stamper: operations.SealedRequest.of("/a", BODY, stamper),
        lambda stamper: operations.wait(lambda _: b"", SUBMITTED, stamper, timeout=timedelta()),
    ],
)
def test_a_stamper_stamps(use: Callable[[object], object], stamper: object) -> None:
    kind = type(stamper).__name__
    with pytest.raises(
        TypeError, match=rf"^stamper must be an object with a method stamp, not {kind}; .*ApiKeyStamper\("
    ):
        use(stamper)


# Without types, so that a wrong one passes the type checker.
TOP: Any = sealwax
CLIENT: Any = client
STAMPER: Any = ApiKeyStamper(KEY)


def open_export(target_key: Any = TARGET, keys: Any = KEYS) -> object:
    return sealwax.decrypt_export(EXPORT, target_key, organization_id=ORGANIZATION, keys=keys)


def verify_body(headers: Any = (), **options: Any) -> object:
    return sealwax.verify_request(headers, BODY, verifier=StampVerifier([]), **options)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: TOP.ApiKeyStamper(ApiKey),
            "signer must be ApiKey or another Signer, not the class ApiKey; ",
        ),
        (
            lambda: TOP.ApiKeyStamper(P256_KEY),
            "signer must be ApiKey or another Signer, whose public_key is ",
        ),
        (
            lambda: TOP.WebAuthnStamper(SoftwareAuthenticator),
            "authenticator must be an object with a method ",
        ),
        (
            lambda: REQUEST.of("/a", b"{}", TOP.ApiKeyStamper),
            "stamper must be an object with a method stamp, ",
        ),
        (
            lambda: CLIENT.Client(ApiKeyStamper, organization_id="a"),
            "stamper must be an object with a method ",
        ),
        (
            lambda: CLIENT.Client(STAMPER, organization_id="a", http=str),
            "http must be an httpx.Client, not the",
        ),
        (
            lambda: CLIENT.AsyncClient(STAMPER, organization_id="a", http=httpx.AsyncClient),
            "http must be an httpx.AsyncClient, not the class AsyncClient",
        ),
        (
            lambda: StampTransport(TOP.ApiKeyStamper),
            "stamper must be an object with a method stamp, not the ",
        ),
        (
            lambda: open_export(target_key=sealwax.TargetKey),
            "target_key must be TargetKey or another KeyAgree",
        ),
        (
            lambda: open_export(target_key=P256_KEY),
            "target_key must be TargetKey or another KeyAgreement, not ",
        ),
        (
            lambda: open_export(keys=EnclaveKeys),
            "keys must be EnclaveKeys, not the class EnclaveKeys; for the ",
        ),
        (lambda: verify_body(seen=MemoryReplayGuard), "seen must be an object with a method claim, not the "),
        (
            lambda: verify_body(seen=set()),
            "seen must be an object with a method claim, not set; pass a guard ",
        ),
    ],
)
def test_what_only_resembles_the_object(call: Callable[[], object], message: str) -> None:
    """A class has the members of its objects, and some keys have them as methods."""
    with pytest.raises(TypeError, match=f"^{re.escape(message)}"):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: TOP.ApiKey(KEY.private_key_hex(), "p256"),
            "private_key must be bytes, not str; ApiKey.from_private_key makes a key from hex",
        ),
        (
            lambda: TOP.TargetKey(TARGET.private_key_hex()),
            "key must be EllipticCurvePrivateKey, not str; TargetKey.from_private_key makes a key from hex",
        ),
        (
            lambda: verify_body(max_age=60),
            "max_age must be timedelta, not int; pass timedelta(seconds=60), for example",
        ),
        (
            lambda: verify_body(organization_id=["a"]),
            "organization_id must be str or Set, not list; write several in braces: {a, b}",
        ),
        (
            lambda: verify_body(headers="X-Stamp: a"),
            "headers must be a mapping or pairs, not str; pass all headers of the request, as received",
        ),
        (
            lambda: verify_body(max_age=None),
            "max_age must be timedelta, not NoneType; pass timedelta(seconds=60), for example",
        ),
        (
            lambda: webhooks.verify_webhook({}, BODY, keys=TOP, organization_id="a"),
            "keys must be WebhookKeys, not module; pass WebhookKeys.from_jwks(text)",
        ),
        (
            lambda: TOP.verify_session_jwt(SESSION, now=5),
            "now must be datetime, not int; pass datetime.now(timezone.utc), for example",
        ),
    ],
)
def test_the_message_says_what_to_pass(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        call()


@pytest.mark.parametrize("stamper", [ApiKeyStamper(KEY), WebAuthnStamper(PASSKEY)])
def test_a_mapping_is_not_a_body(stamper: Stamper) -> None:
    with pytest.raises(TypeError, match=r"^body must be str or bytes, not dict; write it as JSON once"):
        stamper.stamp({"a": 1})  # type: ignore[arg-type]


def test_the_parameters_of_an_operation_have_names() -> None:
    with pytest.raises(TypeError, match="Extra positional arguments provided"):
        CreateUserTag("t", [])  # type: ignore[call-arg]


def test_keys_that_are_none_name_the_production_keys() -> None:
    with pytest.raises(TypeError, match=r"not NoneType; .* EnclaveKeys\.production\(\)$"):
        sealwax.decrypt_export(EXPORT, TARGET, organization_id=ORGANIZATION, keys=None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not NoneType; .* QuorumEncryptionKeys\.production\(\)$"):
        sealwax.encrypt_oauth2_client_secret("s", keys=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "verify",
    [
        sealwax.verify_api_key_stamp,
        StampVerifier([(KEY.public_key, KEY.curve)]).verify,
        sealwax.verify_attested_stamp,
    ],
)
def test_a_body_before_its_stamp(verify: Callable[..., object]) -> None:
    value = ApiKeyStamper(KEY).stamp(BODY).header_value
    for stamp in (value, value.encode(), f"{value}=="):
        for body in (BODY, BODY.decode()):
            with pytest.raises(MalformedInput, match="the stamp and the body are swapped; pass the header's"):
                verify(body, stamp)
    for header, body in ((BODY, BODY), (BODY, b""), ("x{", value), (value[1:], value)):
        with pytest.raises(MalformedInput) as raised:
            verify(header, body)
        assert "swapped" not in str(raised.value)


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
    for wrong, advice in (
        ("bundle.json", "not an id or the name of a file"),
        (Path("b"), "pass the text itself"),
    ):
        with pytest.raises(MalformedInput, match=advice):
            sealwax.decrypt_export(wrong, TARGET, organization_id=ORGANIZATION)  # type: ignore[arg-type]


def test_a_signer_of_another_curve_may_leave_its_curve_out() -> None:
    class Secp256k1(NamedTuple):
        public_key: str = SECP256K1.public_key
        scheme: str = SECP256K1.scheme
        sign: Callable[[bytes], bytes] = SECP256K1.sign

    with pytest.raises(Unsupported, match="needs a P-256 key; this key is on secp256k1"):
        sealwax.sign_login(Secp256k1(), TOKEN)  # type: ignore[arg-type]


def test_the_stamp_of_another_kind_is_named() -> None:
    passkeys, keys = (
        stamper.stamp(BODY).header_value for stamper in (WebAuthnStamper(PASSKEY), ApiKeyStamper(KEY))
    )
    for verify in (sealwax.verify_api_key_stamp, StampVerifier([]).verify, sealwax.verify_attested_stamp):
        with pytest.raises(
            MalformedInput, match=r"^the stamp is JSON, .* verify_webauthn_stamp .* of X-Stamp or "
        ):
            verify(passkeys, BODY)
    for value in (keys, f"X-Stamp-WebAuthn: {passkeys}"):
        with pytest.raises(
            MalformedInput, match=r"^the WebAuthn stamp is not JSON, .* value of X-Stamp-WebAuthn$"
        ):
            sealwax.verify_webauthn_stamp(
                value, BODY, public_key=PASSKEY.public_key, expected_rp_id="example.com", expected_origin="a"
            )


def test_a_token_of_another_deployment_names_the_keys() -> None:
    for verify, token in (
        (sealwax.verify_verification_token, TOKEN),
        (sealwax.verify_session_jwt, SESSION),
    ):
        with pytest.raises(
            sealwax.BadSignature, match="if it comes from your own deployment, pass that deploy"
        ):
            verify(token)


def test_a_file_is_not_the_uri_of_a_key() -> None:
    with pytest.raises(
        Unsupported, match=r"must begin with .*; ApiKey\.load and TargetKey\.load read files$"
    ):
        open_key("a.private")


def test_what_leads_to_no_private_key_is_named() -> None:
    for text, name in (
        ("0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06", "an address"),
        (KEY.public_key, "a public key"),
        (f"0x{KEY.public_key}", "a public key"),
        (TARGET.public_key, "a public key"),
    ):
        with pytest.raises(MalformedInput, match=f"^the private key is {name}[,;] .*pass the private key$"):
            wallets.parse_private_key(text)


def test_the_public_key_of_an_api_key_is_compressed() -> None:
    with pytest.raises(sealwax.KeyMismatch, match=r"and a point in its compressed form$"):
        ApiKey.from_private_key(TARGET.private_key_hex(), public_key=TARGET.public_key)


def test_names_of_arguments_in_a_mapping() -> None:
    wanted = "in a mapping, write targetPublicKey$"
    for call in (
        lambda: operations.ExportWallet.from_params(
            {"walletId": "w", "target_public_key": TARGET.public_key}
        ),
        lambda: operations.ExportSecrets(secrets=[{"target_public_key": TARGET.public_key}]),  # type: ignore[list-item]
    ):
        with pytest.raises(sealwax.InvalidRequest, match=wanted):
            call()


def test_a_client_has_an_organization() -> None:
    for kind in (client.Client, client.AsyncClient):
        with pytest.raises(ValueError, match=r"^organization_id must not be empty$"):
            kind(ApiKeyStamper(KEY), organization_id="")


def test_a_signature_that_does_not_verify_leads_to_the_bytes() -> None:
    value = ApiKeyStamper(KEY).stamp(BODY).header_value
    with pytest.raises(
        sealwax.BadSignature, match=r"another key signed it; check that every byte is as received$"
    ):
        sealwax.verify_api_key_stamp(value, BODY + b"\n")
