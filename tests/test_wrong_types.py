"""A wrong Python type in a call of the public API: a SealwaxError, or an error that names the argument.

The ceremonies of WebAuthn have tests of their own; results, which callers only read, check nothing.
"""

import inspect
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import FunctionType, MappingProxyType, NoneType
from typing import NamedTuple, Protocol

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
    SealwaxError,
    StampVerifier,
    TargetKey,
    UnsupportedVersion,
    VerificationClaims,
    WebAuthnStamper,
)
from sealwax._names import MODULE_OF
from sealwax.operations import CreateUserTag, ListPrivateKeys
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.stamps.test_attested import CLAIMS, EXPIRY, TOKEN

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
CREDENTIAL = ENCLAVE.seal_credential(SEED, target_public_key=TARGET.public_key)
IMPORT = ENCLAVE.import_bundle(organization_id=ORGANIZATION, user_id=USER)
OTP = ENCLAVE.init_otp(code="123456", contact="a@example.com", organization_id=ORGANIZATION).target_bundle
SESSION = ENCLAVE.issue_session_jwt(
    sealwax.SessionClaims(
        exp=int(EXPIRY.timestamp()),
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

Types = tuple[type, ...]
TEXT_OR_BYTES: Types = (str, bytes)
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
}
"""What comes from outside, of whatever Python type: always MalformedInput."""

# What each argument takes, by its name; an argument that takes another thing elsewhere is in the call.
TYPES: dict[str, Types] = {
    **dict.fromkeys(ARTIFACTS, TEXT_OR_BYTES),
    "api_keys": (Sequence, NoneType),
    "authenticators": (Sequence, NoneType),
    "oauth_providers": (Sequence, NoneType),
    "allow_cross_origin": FLAG,
    "allow_invalid_mnemonic": FLAG,
    "authenticator": (SoftwareAuthenticator,),
    "content": (bytes,),
    "curve": (str,),
    "deterministic": FLAG,
    "fast": FLAG,
    "email": (str, NoneType),
    "expected_origin": (str, Collection),
    "expected_rp_id": TEXT_OR_BYTES,
    "http_status": (int, NoneType),
    "key": TEXT_OR_BYTES,
    "keys": (EnclaveKeys,),
    "leeway": (timedelta,),
    "limit": (int,),
    "message": (bytes,),
    "mnemonic": (str,),
    "notarizer": (str, NoneType),
    "now": (datetime, NoneType),
    "organization_id": (str,),
    "otp_code": (str,),
    "passphrase": (str, NoneType),
    "path": PATH,
    "phone_number": (str, NoneType),
    "private_key": (bytes,),
    "public_key": (str,),
    "require_user_verification": FLAG,
    "scheme": (str,),
    "session_public_key": (str, NoneType),
    "signer": SIGNER,
    "target_key": (TargetKey,),
    "tls_fetcher": (str, NoneType),
    "user_id": (str,),
    "verification": (VerificationClaims, NoneType),
    "what": (str,),
    "verify_oidc": (Callable, NoneType),  # type: ignore[dict-item] # an abstract type
}


class Call(NamedTuple):
    """A call that succeeds, and what its arguments take where that is not what their names say."""

    function: Callable[..., object]
    arguments: dict[str, object]
    types: Mapping[str, Types] = MappingProxyType({})


def target() -> ImportTarget:
    return sealwax.verify_import_bundle(IMPORT, organization_id=ORGANIZATION, user_id=USER, keys=KEYS)


def export(function: Callable[..., object], bundle: str) -> Call:
    given = {"bundle": bundle, "target_key": TARGET, "organization_id": ORGANIZATION, "keys": KEYS}
    return Call(function, given)


def token(function: Callable[..., object], token: str) -> Call:
    return Call(function, {"token": token, "keys": KEYS, "now": NOW, "leeway": timedelta()})


def calls(folder: Path) -> dict[str, Call]:
    """Every call of the public API that takes arguments, by the name of what is called."""
    key_file, target_file = folder / "key", folder / "target"
    KEY.save(key_file)
    TARGET.save(target_file)
    bodies: dict[str, object] = {"body": BODY}
    messages: dict[str, object] = {"message": b"m"}
    attested = AttestedStamper(KEY, TOKEN, VERIFICATION_TOKEN)
    webauthn = WebAuthnStamper(PASSKEY)
    eip191 = Eip191Signer(SECP256K1)
    new: Iterator[Path] = (folder / str(number) for number in range(10_000))
    return {
        "ApiKey": Call(ApiKey, {"private_key": SEED, "curve": "p256"}),
        "ApiKey.from_private_key": Call(
            ApiKey.from_private_key,
            {"key": "1f" * 32, "curve": "p256", "public_key": KEY.public_key},
            {"public_key": (str, NoneType)},
        ),
        "ApiKey.from_file_content": Call(
            ApiKey.from_file_content, {"content": key_file.read_bytes(), "what": "the key"}
        ),
        "ApiKey.generate": Call(ApiKey.generate, {"curve": "p256"}),
        "ApiKey.load": Call(ApiKey.load, {"path": key_file}),
        "ApiKey.save": Call(KEY.save, {"path": next(new)}),
        "ApiKey.sign": Call(KEY.sign, messages),
        "ApiKey.sign_deterministic": Call(KEY.sign_deterministic, messages),
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
        "EnclaveKeys": Call(
            EnclaveKeys,
            {"signer": KEYS.signer, "tls_fetcher": KEYS.tls_fetcher, "notarizer": KEYS.notarizer},
            {"signer": (str, NoneType)},
        ),
        "ExportedAccount": Call(ExportedAccount, {"private_key": SEED}),
        "ExportedWallet": Call(
            ExportedWallet,
            {"mnemonic": MNEMONIC, "passphrase": None, "language": None, "checksum_valid": True},
            {"language": (str, NoneType), "checksum_valid": FLAG},
        ),
        "ImportTarget": Call(
            ImportTarget, {"key": P256_KEY.public_key()}, {"key": (ec.EllipticCurvePublicKey,)}
        ),
        "ImportTarget.encrypt_private_key": Call(
            lambda **given: target().encrypt_private_key(**given), {"key": SEED}
        ),
        "ImportTarget.encrypt_wallet": Call(
            lambda **given: target().encrypt_wallet(**given),
            {"mnemonic": MNEMONIC, "passphrase": None, "allow_invalid_mnemonic": False},
        ),
        "SealedRequest.is_timely": Call(SUBMITTED.is_timely, {"now": NOW}),
        "SealedRequest.read": Call(
            REQUEST.read, {"answer": b'{"privateKeys":[]}', "http_status": 200, "limit": 1000}
        ),
        "StampVerifier": Call(
            StampVerifier,
            {"keys": [(KEY.public_key, KEY.curve)], "fast": False},
            {"keys": (Iterable,)},
        ),
        "StampVerifier.verify": Call(
            StampVerifier([(KEY.public_key, KEY.curve)]).verify,
            {"header_value": ApiKeyStamper(KEY).stamp(BODY).header_value, "body": BODY},
        ),
        "TargetKey": Call(TargetKey, {"key": P256_KEY}, {"key": (ec.EllipticCurvePrivateKey,)}),
        "TargetKey.from_file_content": Call(
            TargetKey.from_file_content, {"content": target_file.read_bytes(), "what": "the key"}
        ),
        "TargetKey.from_private_key": Call(TargetKey.from_private_key, {"key": SEED}),
        "TargetKey.load": Call(TargetKey.load, {"path": target_file}),
        "TargetKey.save": Call(TARGET.save, {"path": next(new)}),
        "WebAuthnStamper": Call(WebAuthnStamper, {"authenticator": PASSKEY}),
        "WebAuthnStamper.stamp": Call(webauthn.stamp, bodies),
        "decrypt_account_export": export(sealwax.decrypt_account_export, ACCOUNT),
        "decrypt_credential_bundle": Call(
            sealwax.decrypt_credential_bundle, {"bundle": CREDENTIAL, "target_key": TARGET}
        ),
        "decrypt_export": export(sealwax.decrypt_export, ACCOUNT),
        "decrypt_wallet_export": export(sealwax.decrypt_wallet_export, EXPORT),
        "encrypt_otp_bundle": Call(
            sealwax.encrypt_otp_bundle,
            {"otp_code": "123456", "target_bundle": OTP, "public_key": KEY.public_key, "keys": KEYS},
        ),
        "oidc_nonce": Call(sealwax.oidc_nonce, {"public_key": KEY.public_key}, {"public_key": TEXT_OR_BYTES}),
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
        "verify_api_key_stamp": Call(
            sealwax.verify_api_key_stamp,
            {"header_value": ApiKeyStamper(KEY).stamp(BODY).header_value, "body": BODY},
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
        "verify_client_signature": Call(
            sealwax.verify_client_signature,
            {"signature": sealwax.sign_login(KEY, TOKEN), "verification": CLAIMS},
            {"signature": (sealwax.ClientSignature,)},
        ),
        "verify_import_bundle": Call(
            sealwax.verify_import_bundle,
            {"bundle": IMPORT, "organization_id": ORGANIZATION, "user_id": USER, "keys": KEYS},
        ),
        "verify_session_jwt": token(sealwax.verify_session_jwt, SESSION),
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
    }


# What callers get, and errors.
RESULTS = {
    "ClientSignature",
    "SealedRequest",
    "SessionClaims",
    "Stamp",
    "VerificationClaims",
    "VerifiedAssertion",
    "VerifiedAttestedStamp",
    "VerifiedStamp",
}
WRONG: tuple[object, ...] = (None, 5, True, 1.5, "text", b"bytes", bytearray(3), [], [5], {}, {5}, object())


def public_calls() -> Iterator[str]:
    """List what can be called with arguments, by name."""
    for name, module in MODULE_OF.items():
        value = getattr(sealwax, name)
        if (
            module == "errors"
            or module.startswith("webauthn.")
            or not isinstance(value, (type, FunctionType))
        ):
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
    assert arguments.keys() == inspect.signature(getattr_path(name)).parameters.keys() - {"self"}
    for argument in arguments:
        taken = types.get(argument) or TYPES[argument]
        for wrong in WRONG:
            if isinstance(wrong, taken) and (type(wrong) is not bool or bool in taken):
                continue
            with pytest.raises((SealwaxError, TypeError, ValueError)) as raised:
                function(**{**arguments, argument: wrong})
            if argument in ARTIFACTS:
                assert type(raised.value) is MalformedInput, (argument, wrong)
            elif not isinstance(raised.value, SealwaxError):
                assert argument in str(raised.value), (argument, wrong)


def getattr_path(name: str) -> Callable[..., object]:
    found: object = sealwax
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)
    return found


class NotASigner(NamedTuple):
    """What has the data of a signer, and signs nothing."""

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
def test_a_signer_signs(make: Callable[[object], object]) -> None:
    with pytest.raises(MalformedInput, match="the signer has no `sign` method"):
        make(NotASigner())


def test_a_signer_of_another_curve_may_leave_its_curve_out() -> None:
    class Secp256k1(NamedTuple):
        public_key: str = SECP256K1.public_key
        scheme: str = SECP256K1.scheme
        sign: Callable[[bytes], bytes] = SECP256K1.sign

    with pytest.raises(UnsupportedVersion, match="needs a P-256 key; this key is on secp256k1"):
        sealwax.sign_login(Secp256k1(), TOKEN)  # type: ignore[arg-type]
