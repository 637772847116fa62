"""The results of sealing: the bytes, the stamp over them, and where they go."""

import copy
import json
import pickle
import subprocess
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Any

import msgspec
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    AttestedStamper,
    ClientSignature,
    InvalidRequest,
    MalformedInput,
    Stamp,
    Unsupported,
    VerificationClaims,
    WebAuthnStamper,
    encode_attestation,
    operations,
    verify_api_key_stamp,
    verify_attested_stamp,
    verify_client_signature,
    verify_webauthn_stamp,
)
from sealwax.operations import (
    AUTH_PROXY_URL,
    PUBLIC_API_URL,
    AuthProxyOperation,
    ExportWallet,
    ListPrivateKeys,
    OtpLoginV2,
    QueryOperation,
    SealedRequest,
    SignupV2,
    SubmitOperation,
    UpdateUser,
    VerifyOtp,
    is_timely,
)
from sealwax.operations.all_operations import SPECIFIED
from sealwax.testing import ReferenceEnclave, SoftwareAuthenticator
from tests.conftest import near_texts
from tests.operations.specification import BASE_POINT, arguments

FAR = datetime(9999, 12, 31, tzinfo=timezone.utc)
KEY = ApiKey.from_private_key(b"\x07" * 32)
STAMPER = ApiKeyStamper(KEY, deterministic=True)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
EXPORT = ExportWallet(wallet_id="w", target_public_key=BASE_POINT)
SIGNATURE = ClientSignature("02ab", "CLIENT_SIGNATURE_SCHEME_API_P256", "{}", "00")
LOGIN = OtpLoginV2(verification_token="t", public_key="02ab", client_signature=SIGNATURE)


def sealed(**options: Any) -> SealedRequest[Any]:
    return EXPORT.seal(STAMPER, **{"organization_id": "o", "timestamp_ms": 1767225600000, **options})


def test_the_body_is_compact_and_in_the_order_of_the_specification() -> None:
    request = sealed(generate_app_proofs=True)
    assert request.method == "POST"
    assert request.url == "https://api.turnkey.com/public/v1/submit/export_wallet"
    assert request.body == (
        b'{"type":"ACTIVITY_TYPE_EXPORT_WALLET","timestampMs":"1767225600000","organizationId":"o",'
        b'"parameters":{"walletId":"w","targetPublicKey":"%b"},"generateAppProofs":true}'
        % BASE_POINT.encode()
    )
    assert request.headers.keys() == {"Accept", "Content-Type", "X-Stamp"}
    assert request.headers["Content-Type"] == request.headers["Accept"] == "application/json"
    assert (request.operation, request.organization_id, request.timestamp_ms) == (EXPORT, "o", 1767225600000)


@pytest.mark.parametrize("name", SPECIFIED)
def test_the_stamp_is_over_just_the_bytes_that_are_sent(name: str) -> None:
    operation = SPECIFIED[name].from_params(arguments(name))
    if isinstance(operation, AuthProxyOperation):
        headers = operation.seal(configuration_id="c-1").headers
        assert headers == {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "X-Auth-Proxy-Config-Id": "c-1",
        }
        return
    seen: list[bytes] = []

    class Watching:
        def stamp(self, body: bytes) -> Stamp:
            seen.append(body)
            return STAMPER.stamp(body)

    assert isinstance(operation, SubmitOperation | QueryOperation)
    request = operation.seal(Watching(), organization_id="o")
    assert len(seen) == 1
    assert seen[0] is request.body
    assert verify_api_key_stamp(request.headers["X-Stamp"], request.body).public_key == KEY.public_key


def test_nothing_of_a_request_changes() -> None:
    request = sealed()
    request.headers["X-Stamp"] = "other"
    assert request.headers["X-Stamp"] != "other"
    for name in ("body", "url", "operation"):
        with pytest.raises(AttributeError):
            setattr(request, name, b"")
    with pytest.raises(AttributeError):
        EXPORT.wallet_id = "other"  # type: ignore[misc]


@pytest.mark.parametrize("name", SPECIFIED)
def test_what_was_checked_is_what_is_sent(name: str) -> None:
    operation = SPECIFIED[name].from_params(arguments(name))
    if isinstance(operation, AuthProxyOperation):
        request: SealedRequest[Any] = operation.seal(configuration_id="c")
    else:
        request = operation.seal(STAMPER, organization_id="o")
    sent = json.loads(request.body)
    if isinstance(operation, SubmitOperation | AuthProxyOperation):
        assert sent.get("parameters", sent) == operation.to_params()


@pytest.mark.parametrize("wrong", ["", 5, ["w"], "\ud800"])
def test_a_replaced_field_is_checked(wrong: Any) -> None:
    with pytest.raises(InvalidRequest, match=r"^export_wallet: wallet_id"):
        msgspec.structs.replace(EXPORT, wallet_id=wrong)
    with pytest.raises(InvalidRequest, match=r"^export_wallet: target_public_key must be"):
        msgspec.structs.replace(EXPORT, target_public_key="04" * 65)
    other = msgspec.structs.replace(EXPORT, wallet_id="other")
    assert other == ExportWallet(wallet_id="other", target_public_key=BASE_POINT)


def test_who_changes_a_field_by_force_sends_it() -> None:
    for copied in (copy.copy(EXPORT), copy.deepcopy(EXPORT), pickle.loads(pickle.dumps(EXPORT))):
        assert copied == EXPORT
        assert copied.seal(STAMPER, organization_id="o", timestamp_ms=1).body == sealed(timestamp_ms=1).body
        msgspec.structs.force_setattr(copied, "wallet_id", "")
        sent = json.loads(copied.seal(STAMPER, organization_id="o").body)
        assert sent["parameters"] == {"walletId": "", "targetPublicKey": BASE_POINT}


@pytest.mark.parametrize("wrong", ["\ud800", object(), {1: object()}])
def test_what_cannot_be_written_is_not_sent(wrong: object) -> None:
    changed = copy.copy(EXPORT)
    msgspec.structs.force_setattr(changed, "wallet_id", wrong)
    with pytest.raises(InvalidRequest, match=r"^export_wallet: parameters\.walletId") as caught:
        changed.seal(STAMPER, organization_id="o")
    assert caught.value.__context__ is None
    login = copy.copy(LOGIN)
    msgspec.structs.force_setattr(login, "public_key", wrong)
    with pytest.raises(InvalidRequest, match=r"^otp_login_v2: publicKey"):
        login.seal(configuration_id="c")


def test_parameters_keep_nothing_that_changes() -> None:
    class Text(str):
        __slots__ = ()

    key = operations.SignupApiKey(
        api_key_name=Text("a"), public_key=Text("p"), curve_type="API_KEY_CURVE_P256"
    )
    ids, keys = [Text("u")], [key]
    tag = operations.CreateUserTag(user_tag_name=Text("t"), user_ids=ids)
    signup = operations.SignupV2(api_keys=keys, authenticators=[], oauth_providers=())
    ids.append(Text("v"))
    keys.clear()
    assert tag == operations.CreateUserTag(user_tag_name="t", user_ids=["u"])
    assert {type(each) for each in (tag.user_tag_name, *tag.user_ids, key.api_key_name, key.public_key)} == {
        str
    }
    sent = tag.seal(STAMPER, organization_id=Text("o"), timestamp_ms=1).body
    assert sent == tag.seal(STAMPER, organization_id="o", timestamp_ms=1).body
    # A nested object is the one that was given.
    assert signup.api_keys[0] is key


def test_a_null_within_an_object_is_refused_by_its_place() -> None:
    given: Any = [{"cidr": "192.0.2.0/24", "label": None}]
    with pytest.raises(InvalidRequest, match=r"^set_ip_allowlist: rules\[0\]\.label is null; leave it out$"):
        operations.SetIpAllowlist(rules=given)
    with pytest.raises(InvalidRequest, match=r"^set_ip_allowlist: rules\[0\]\.label is null; leave it out$"):
        operations.SetIpAllowlist.from_params({"rules": given})
    for make in (operations.SetIpAllowlist.from_params, lambda each: operations.SetIpAllowlist(**each)):
        with pytest.raises(InvalidRequest, match=r"^set_ip_allowlist: rules\[1\]\.cidr is not a valid CIDR"):
            make({"rules": [{"cidr": "192.0.2.0/24"}, {"cidr": "192.0.2.1/24"}]})


@pytest.mark.parametrize("name", SPECIFIED)
def test_json_is_not_a_parameter(name: str) -> None:
    # Only what was checked goes into a body as JSON.
    operation = SPECIFIED[name]
    for parameter in arguments(name):
        given = {**arguments(name), parameter: msgspec.Raw(b'{"a": 1, "a": 2}')}
        with pytest.raises(InvalidRequest):
            operation.from_params(given)


def test_other_stampers() -> None:
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    request = sealed()
    stamped = EXPORT.seal(WebAuthnStamper(passkey), organization_id="o")
    assert stamped.headers.keys() == request.headers.keys() - {"X-Stamp"} | {"X-Stamp-WebAuthn"}
    verify_webauthn_stamp(
        stamped.headers["X-Stamp-WebAuthn"],
        stamped.body,
        public_key=passkey.public_key,
        expected_rp_id="example.com",
        expected_origin="https://example.com",
    )
    enclave = ReferenceEnclave()
    token = enclave.issue_verification_token(
        VerificationClaims("i", "OTP_TYPE_EMAIL", "c", "o", KEY.public_key, FAR)
    )
    attested = AttestedStamper(KEY, token, "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN")
    other = EXPORT.seal(attested, organization_id="o")
    verify_attested_stamp(other.headers["X-Stamp-Attested"], other.body, keys=enclave.keys)


@pytest.mark.parametrize(
    "stamp",
    [
        ("Content-Type", "x"),
        *((near, "x") for near in near_texts("X-Stamp")),
        ("X-Stamp", ""),
        ("X-Stamp", "a\r\nX-Other: b"),
        ("X-Stamp", "ü"),
        ("X-Stamp", " a"),
        ("X-Stamp", "a "),
        ("X-Stamp", "a\x7f"),
        ("X-Stamp", "a\tb"),
        ("X-Stamp", b"a"),
        ("X-Stamp\r\n", "a"),
        (["X-Stamp"], "a"),
    ],
)
def test_a_stamper_puts_nothing_else_into_the_request(stamp: Any) -> None:
    class Odd:
        def stamp(self, body: bytes) -> Stamp:  # noqa: ARG002
            return Stamp(*stamp)

    with pytest.raises(MalformedInput, match="must return a stamp that an HTTP header can carry"):
        EXPORT.seal(Odd(), organization_id="o")


@pytest.mark.parametrize("stamp", [None, "X-Stamp", ("X-Stamp", "x"), {"X-Stamp": "x"}])
def test_a_stamper_returns_a_stamp(stamp: Any) -> None:
    class Odd:
        def stamp(self, body: bytes) -> Stamp:  # noqa: ARG002
            return stamp  # type: ignore[no-any-return]

    with pytest.raises(MalformedInput, match="must return a stamp that an HTTP header can carry"):
        EXPORT.seal(Odd(), organization_id="o")


def test_the_clock() -> None:
    before = datetime.now(timezone.utc)
    request = EXPORT.seal(STAMPER, organization_id="o")
    assert request.timestamp_ms is not None
    assert 0 <= request.timestamp_ms - before.timestamp() * 1000 + 1 < 60_000
    now = datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=1)))
    assert EXPORT.seal(STAMPER, organization_id="o", now=now).body == sealed().body
    for good in (0, 253402300799999):
        assert json.loads(sealed(timestamp_ms=good).body)["timestampMs"] == str(good)


@pytest.mark.parametrize(
    "options",
    [
        {"timestamp_ms": -1},
        {"timestamp_ms": 253402300800000},
        {"timestamp_ms": 10**100},
        {"timestamp_ms": True},
        {"timestamp_ms": 1.0},
        {"timestamp_ms": "1"},
        {"timestamp_ms": 1, "now": NOW},
        {"timestamp_ms": None, "now": datetime(1969, 1, 1, tzinfo=timezone.utc)},
    ],
)
def test_times_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest, match=r"^(timestamp_ms|now) "):
        sealed(**options)


def test_the_window_of_the_service() -> None:
    now_ms = 1767225600000
    for ms, timely in (
        (now_ms, True),
        (now_ms - 3_600_000, True),
        (now_ms - 3_600_001, False),
        (now_ms + 300_000, True),
        (now_ms + 300_001, False),
        (0, False),
    ):
        assert is_timely(ms, now=NOW) is timely
        assert is_timely(str(ms), now=NOW) is timely
    request = EXPORT.seal(STAMPER, organization_id="o")
    assert request.timestamp_ms is not None
    assert is_timely(request.timestamp_ms)
    assert not is_timely(now_ms - 24 * 3_600_000)


def test_a_request_knows_until_when_it_is_taken() -> None:
    request = sealed()
    assert request.is_timely(now=NOW + timedelta(hours=1))
    assert not request.is_timely(now=NOW + timedelta(hours=1, milliseconds=1))
    assert EXPORT.seal(STAMPER, organization_id="o").is_timely()
    for timeless in (ListPrivateKeys().seal(STAMPER, organization_id="o"), LOGIN.seal(configuration_id="c")):
        assert timeless.timestamp_ms is None
        assert timeless.is_timely()
    with pytest.raises(ValueError, match="now must have a time zone"):
        request.is_timely(now=NOW.replace(tzinfo=None))


@pytest.mark.parametrize(
    "wrong", ["", "01", "+1", "1 ", "1_0", "\u0661", "1.0", "9" * 16, "9" * 10_000, True, 1.5]
)
def test_what_is_no_timestamp_has_no_window(wrong: Any) -> None:
    with pytest.raises(InvalidRequest, match=r"^timestamp_ms "):
        is_timely(wrong, now=NOW)
    with pytest.raises(ValueError, match="now must have a time zone"):
        is_timely(1, now=NOW.replace(tzinfo=None))


@pytest.mark.parametrize(
    ("url", "start"),
    [
        ("https://api.example.com", "https://api.example.com/"),
        ("https://api.example.com/", "https://api.example.com/"),
        ("https://api.example.com:8443/a/b/", "https://api.example.com:8443/a/b/"),
        ("https://api.example.com:65535", "https://api.example.com:65535/"),
        ("http://LocalHost", "http://LocalHost/"),
        ("http://localhost:8080", "http://localhost:8080/"),
        ("http://127.0.0.1", "http://127.0.0.1/"),
        ("http://127.8.0.1:1", "http://127.8.0.1:1/"),
        ("http://[::1]:8080", "http://[::1]:8080/"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]/"),
    ],
)
def test_base_urls(url: str, start: str) -> None:
    assert sealed(base_url=url).url == f"{start}public/v1/submit/export_wallet"
    query = ListPrivateKeys().seal(STAMPER, organization_id="o", base_url=url)
    assert query.url == f"{start}public/v1/query/list_private_keys"
    assert LOGIN.seal(configuration_id="c", base_url=url).url == f"{start}v1/otp_login_v2"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.com",
        "http://api.example.com",
        "http://10.0.0.1",
        "http://0.0.0.0",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
        "http://0x7f.1",
        "ftp://api.example.com",
        "file:///etc/passwd",
        "https://",
        "https://api.example.com/public/v1",
        "https://api.example.com/gateway/public/v1//",
        "https://api.example.com/public/v1/submit/create_wallet",
        "https://api.example.com/v1/query/whoami",
        "https:///path",
        "https://user@api.example.com",
        "https://user:secret@api.example.com",
        "https://api.example.com?x",
        "https://api.example.com/?x=y",
        "https://api.example.com#x",
        "https://api.example.com/\nx",
        "https://api.example.com/ x",
        "https://api.example.com\t",
        "https://api.example.com\\@evil.example",
        "https://api.example.com/../x",
        "https://api.example.com/%2e%2e",
        "https://api.example.com:port",
        "https://api.example.com:99999",
        "https://api.example.com:65536",
        "HTTPS://api.example.com",
        "HTTP://localhost",
        "http://localhosts",
        "http://localhos",
        "http://localhosu",
        "http://mocalhost",
        "https://[::1",
        "https://[x]",
        "https://[]",
        "https://[127.0.0.1]",
        "https://[::1]x",
        "https://ä.example",
        "https://\uff41.example",
    ],
)
def test_what_is_no_base_url(url: Any) -> None:
    for call in (
        lambda: sealed(base_url=url),
        lambda: ListPrivateKeys().seal(STAMPER, organization_id="o", base_url=url),
        lambda: LOGIN.seal(configuration_id="c", base_url=url),
    ):
        with pytest.raises(InvalidRequest, match="base URL") as caught:
            call()
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", [None, 5, b"https://api.example.com"])
def test_a_base_url_is_text(url: Any) -> None:
    with pytest.raises(TypeError, match="base_url must be str"):
        sealed(base_url=url)


def test_the_deployed_service_is_the_default() -> None:
    assert sealed().url.startswith(PUBLIC_API_URL)
    assert LOGIN.seal(configuration_id="c").url == f"{AUTH_PROXY_URL}/v1/otp_login_v2"


ODD_TEXT = "a'b\"c\\d\n$(touch x)`touch x`;&|<>!#* \u2028ü🔑@x"


def test_a_body_that_no_argument_may_have_is_piped_into_curl() -> None:
    request = UpdateUser(user_id="u", user_name="'x' $y `z` " * 20_000).seal(STAMPER, organization_id="o")
    command = request.to_curl()
    shown = subprocess.run(
        ["sh"], input=f"curl() {{ cat; }}\n{command}".encode(), capture_output=True, check=True
    ).stdout
    assert shown == request.body
    assert command.endswith(f" | curl --request POST {command.rpartition(' | curl --request POST ')[2]}")
    assert "--data-binary @- " in command


@pytest.mark.parametrize("length", [100_000, 100_001])
def test_the_longest_body_that_is_an_argument(length: int) -> None:
    shortest = len(UpdateUser(user_id="u", user_name="x").seal(STAMPER, organization_id="o").body)
    request = UpdateUser(user_id="u", user_name="x" * (length - shortest + 1)).seal(
        STAMPER, organization_id="o"
    )
    assert len(request.body) == length
    assert ("--data-binary @- " in request.to_curl()) == (length > 100_000)


def test_secrets_are_not_shown() -> None:
    secret = "eyJ.secret"
    shown: list[object] = [
        OtpLoginV2(verification_token=secret, public_key="02ab", client_signature=SIGNATURE),
        VerifyOtp(otp_id="i", encrypted_otp_bundle=secret),
        operations.OauthLogin(oidc_token=secret, public_key="02ab"),
        operations.UpdateUserEmail(user_id="u", user_email="e", verification_token=secret),
        operations.OauthProvider(provider_name="p", oidc_token=secret),
        SignupV2(verification_token=secret, api_keys=[], authenticators=[], oauth_providers=[]),
        operations.CreateOauthProviders(
            user_id="u", oauth_providers=[operations.OauthProvider(provider_name="p", oidc_token=secret)]
        ),
        OtpLoginV2(verification_token=secret, public_key="02ab", client_signature=SIGNATURE).seal(
            configuration_id="c"
        ),
    ]
    for value in shown:
        assert secret not in repr(value)
        assert secret not in str(value)
    assert "<hidden>" in repr(shown[0])
    named = operations.OauthLogin(oidc_token=secret, public_key="02ab", session_profile_id="profile")
    assert "session_profile_id='profile'" in repr(named)


def test_python_values() -> None:
    class Language(str, Enum):
        CZECH = "MNEMONIC_LANGUAGE_CZECH"

    class Text(str):
        __slots__ = ()

    one = ExportWallet(wallet_id=Text("w"), target_public_key=BASE_POINT, language=Language.CZECH)  # type: ignore[arg-type]
    other = ExportWallet(wallet_id="w", target_public_key=BASE_POINT, language="MNEMONIC_LANGUAGE_CZECH")
    assert one == other
    assert hash(one) == hash(other)
    assert (type(one.wallet_id), type(one.language)) == (str, str)
    # None is what an optional parameter is that is left out.
    assert ExportWallet(wallet_id="w", target_public_key=BASE_POINT, language=None) == EXPORT
    tags = ["a", "b"]
    user = UpdateUser(user_id="u", user_tag_ids=tags)
    tags.append("c")
    assert user.user_tag_ids == ("a", "b")
    for made in (copy.copy(user), copy.deepcopy(user), pickle.loads(pickle.dumps(user))):
        assert made == user


def test_a_missing_value_is_an_invalid_request_and_a_missing_name_is_not() -> None:
    nothing: Any = None
    with pytest.raises(InvalidRequest, match=r"^export_wallet: wallet_id is missing$"):
        ExportWallet(wallet_id=nothing, target_public_key=BASE_POINT)
    with pytest.raises(InvalidRequest, match=r"^export_wallet: walletId is missing$"):
        ExportWallet.from_params({"targetPublicKey": BASE_POINT})
    for near in near_texts("wallet_id"):
        names: Any = {near: "w", "target_public_key": BASE_POINT}
        with pytest.raises(TypeError, match=r"Unexpected keyword argument|Missing required argument"):
            ExportWallet(**names)
    with pytest.raises(TypeError, match="Extra positional arguments provided"):
        ExportWallet("w", BASE_POINT)  # type: ignore[call-arg]


def test_messages_say_what_is_wanted() -> None:
    user: dict[str, Any] = {"user_id": "u"}
    calls: list[tuple[Any, dict[str, Any], str]] = [
        (
            UpdateUser,
            user | {"user_phone_number": "41"},
            "user_phone_number must be a phone number in E.164 form",
        ),
        (UpdateUser, user | {"user_name": 5}, "user_name must be a string"),
        (UpdateUser, user | {"user_tag_ids": "x"}, "user_tag_ids must be an array"),
        (UpdateUser, {"user_id": ""}, "user_id must not be empty"),
        (operations.IpAllowlistRule, {"cidr": "10.0.0.1"}, "cidr must be an IPv4 or IPv6 CIDR block"),
        (operations.IpAllowlistRule, {"cidr": "10.0.0.1/8"}, "cidr is not a valid CIDR block; check "),
        (
            VerifyOtp,
            {"otp_id": "i", "encrypted_otp_bundle": "b", "expiration_seconds": "86401"},
            "expiration_seconds must be a number of seconds as text, from 1 to 86400",
        ),
        (
            operations.UpdatePolicy,
            {"policy_id": "p", "policy_effect": "ALLOW"},
            "policy_effect is not an allowed value; use EFFECT_ALLOW or EFFECT_DENY",
        ),
    ]
    for make, fields, message in calls:
        with pytest.raises(InvalidRequest) as caught:
            make(**fields)
        assert str(caught.value).partition(": ")[2].startswith(message)


def test_what_this_library_makes_goes_in_as_it_is() -> None:
    passkey = SoftwareAuthenticator(rp_id="example.com", origin="https://example.com")
    attestation = encode_attestation(passkey.create(b"challenge"))
    authenticator = operations.SignupAuthenticator(
        authenticator_name="My passkey", challenge=attestation.challenge, attestation=attestation
    )
    assert authenticator.to_params() == {
        "authenticatorName": "My passkey",
        "challenge": attestation.challenge,
        "attestation": attestation.to_dict(),
    }
    assert LOGIN.to_params()["clientSignature"] == SIGNATURE.to_dict()
    with pytest.raises(InvalidRequest, match=r"signup_v2: authenticators\[0\] must be an object"):
        SignupV2(api_keys=[], authenticators=[attestation], oauth_providers=[])  # type: ignore[list-item]


def test_signing_a_signup() -> None:
    claims = VerificationClaims("i", "OTP_TYPE_EMAIL", "c", "o", KEY.public_key, FAR)
    signup = SignupV2(
        user_email="user@example.com",
        user_phone_number="+41000000000",
        user_name="not signed",
        verification_token=ReferenceEnclave().issue_verification_token(claims),
        api_keys=[
            operations.SignupApiKey(
                api_key_name="é", public_key=KEY.public_key, curve_type="API_KEY_CURVE_P256"
            )
        ],
        authenticators=[],
        oauth_providers=[operations.OauthProvider(provider_name="p")],
    )
    body = json.loads(signup.signed(KEY).seal(configuration_id="c").body)
    verify_client_signature(body["clientSignature"], verification=claims)
    assert {name: value for name, value in body.items() if name != "clientSignature"} == signup.to_params()
    assert json.loads(body["clientSignature"]["message"])["signupV2"] == {
        "apiKeys": body["apiKeys"],
        "authenticators": [],
        "oauthProviders": [{"providerName": "p"}],
        "email": "user@example.com",
        "phoneNumber": "+41000000000",
    }
    with pytest.raises(Unsupported):
        signup.signed(ApiKey.generate("ed25519"))
    with pytest.raises(InvalidRequest, match="verification_token is missing"):
        SignupV2(api_keys=[], authenticators=[], oauth_providers=[]).signed(KEY)
