"""A wrong Python type in a call of the public API: a TypeError or a ValueError that names the argument.

Artifacts come from outside, where their type was chosen too, so they give ``MalformedInput``.

The ceremonies of WebAuthn have tests of their own; results, which callers only read, check nothing.
"""

import inspect
import re
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import timedelta
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
    EnclaveKeys,
    MalformedInput,
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
from sealwax.integrations.httpx import StampTransport
from sealwax.operations import CreateUserTag, ListPrivateKeys, Stamper
from sealwax.signers import open_key
from sealwax.signing import Signer
from sealwax.stamps.attested import VERIFICATION_TOKEN
from sealwax.testing import (
    ReferenceEnclave,
    SoftwareAuthenticator,
)
from sealwax.webhooks import MemoryReplayGuard
from tests.conftest import ORGANIZATION, SEED, TARGET, USER
from tests.stamps.test_attested import EXPIRY, TOKEN
from tools.support.public_names import homes_of

ENCLAVE = ReferenceEnclave(SEED)
KEYS = ENCLAVE.keys
KEY = ApiKey.from_private_key("1f" * 32)
SECP256K1 = ApiKey.from_private_key("1f" * 32, "secp256k1")
PASSKEY = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com", seed=SEED)
BODY = b'{"organizationId":"o"}'
P256_KEY = ec.generate_private_key(ec.SECP256R1())
MNEMONIC = "legal winner thank year wave sausage worth useful legal winner thank yellow"
EXPORT = ENCLAVE.export_wallet(MNEMONIC, organization_id=ORGANIZATION, target_public_key=TARGET.public_key)
CREDENTIAL = ENCLAVE.seal_credential(SEED, target_public_key=TARGET.public_key)
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


def test_results_alone_are_not_called() -> None:
    """A class that callers make has an initializer that checks; a class that they read has none."""
    assert {"ApiKey", "ImportTarget", "QuorumMember", "StampVerifier"} <= {*public_calls()}
    assert not {"Stamp", "VerifiedAppProof", "SessionClaims"} & {*public_calls()}


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
