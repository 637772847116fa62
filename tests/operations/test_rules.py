"""Messages about parameters that break a rule: which field and which rule, and never the value."""

import copy
import inspect
import json
from typing import Any, get_args

import msgspec
import pytest

from sealwax import InvalidRequest, MalformedInput, Unsupported
from sealwax._codec.violations import explain_refusal
from sealwax.operations import (
    AddressFormat,
    CreateWallet,
    ExportSecrets,
    ExportWallet,
    GetWallet,
    IpAllowlistRule,
    SecretToExport,
    SignRawPayload,
    SignupAuthenticator,
    SignupWalletAccount,
    SubmitOperation,
    WalletAccountParams,
)
from sealwax.operations.all_operations import SPECIFIED
from sealwax.operations.parameters import Array, Parameters
from sealwax.webauthn.registration import Attestation
from tests.codec.test_violations import NUMBER, TEXT
from tests.operations.specification import ADDRESS_FORMATS, BASE_POINT, arguments

WALLET = {"walletName": TEXT, "accounts": []}
ACCOUNT = arguments("signup_v2")["wallet"]["accounts"][0]
BLOCK = {"cidr": "192.0.2.0/24"}

# An operation, parameters to add or (...) to leave out, and how what is said begins.
BROKEN: list[tuple[str, dict[Any, Any], str]] = [
    ("export_wallet", {"walletId": ...}, "walletId is missing"),
    ("export_wallet", {"walletId": NUMBER}, "walletId must be a string"),
    ("export_wallet", {"walletId": ""}, "walletId must not be empty"),
    ("export_wallet", {"walletId": None}, "walletId must be a string"),
    ("export_wallet", {"language": None}, "language is null; leave it out"),
    (
        "export_wallet",
        {"walletId": f"{TEXT}\ud800"},
        "walletId has a lone surrogate; pass text that UTF-8 can encode",
    ),
    (
        "export_wallet",
        {"language": TEXT},
        "language is not an allowed value; use MNEMONIC_LANGUAGE_CZECH, MNEMONIC_LANGUAGE_ENGLISH, ",
    ),
    ("export_wallet", {"other": TEXT}, "other is unknown; check its spelling"),
    ("export_wallet", {5: TEXT}, "it has a field name that is not a string"),
    (
        "export_wallet",
        {"\ud800": TEXT},
        "it has a field name with a lone surrogate; pass text that UTF-8 can encode",
    ),
    (
        "export_wallet",
        {"targetPublicKey": str(NUMBER).zfill(64)},
        "targetPublicKey has the form of a private key; pass the public key",
    ),
    (
        "export_wallet_account",
        {"targetPublicKey": f"0x{NUMBER:064}"},
        "targetPublicKey has the form of a private key; pass the public key",
    ),
    ("update_user", {"userTagIds": [TEXT, ""]}, "userTagIds[1] must not be empty"),
    ("update_user", {"userTagIds": TEXT}, "userTagIds must be an array"),
    (
        "update_user",
        {"userPhoneNumber": TEXT},
        "userPhoneNumber must be a phone number in E.164 form: +, then 2 to 15 digits, the first not 0",
    ),
    (
        "update_user",
        {"userPhoneNumber": f"+{NUMBER}\n"},
        "userPhoneNumber must be a phone number in E.164 form: +, then 2 to 15 digits, the first not 0",
    ),
    (
        "oauth_login",
        {"expirationSeconds": TEXT},
        "expirationSeconds must be a number of seconds as decimal text, at least 1, without",
    ),
    (
        "verify_otp",
        {"expirationSeconds": str(NUMBER)},
        "expirationSeconds must be a number of seconds as text, from 1 to 86400, ",
    ),
    ("update_webhook_endpoint", {"isActive": TEXT}, "isActive must be true or false"),
    (
        "set_ip_allowlist",
        {"rules": [BLOCK, {"cidr": TEXT}]},
        "rules[1].cidr must be an IPv4 or IPv6 CIDR block, such as 192.0.2.0/24",
    ),
    (
        "set_ip_allowlist",
        {"rules": [BLOCK, BLOCK, BLOCK, {"cidr": f"{NUMBER}/24"}]},
        "rules[3].cidr is not a valid CIDR block; check the prefix length, and that no host bit is set",
    ),
    (
        "set_ip_allowlist",
        {"rules": [BLOCK, {**BLOCK, "label": None}]},
        "rules[1].label is null; leave it out",
    ),
    ("set_ip_allowlist", {"rules": [BLOCK] * 5001}, "rules must have at most 5000 items"),
    ("set_ip_allowlist", {"rules": [{"cidr": "2001:db8::1/32"}]}, "rules[0].cidr is not a valid CIDR block"),
    (
        "set_ip_allowlist",
        {"publicKey": TEXT},
        "enabled is only for the organization's list; leave it out for the list of an API key",
    ),
    ("signup_v2", {"wallet": TEXT}, "wallet must be an object"),
    (
        "signup_v2",
        {"wallet": {**WALLET, "mnemonicLength": NUMBER}},
        "wallet.mnemonicLength is not an allowed value; use 12, 15, 18, 21 or 24",
    ),
    ("signup_v2", {"wallet": {**WALLET, "mnemonicLength": TEXT}}, "wallet.mnemonicLength must be an integer"),
    (
        "signup_v2",
        {"wallet": {**WALLET, "accounts": [ACCOUNT, {**ACCOUNT, "curve": TEXT}]}},
        "wallet.accounts[1].curve is not an allowed value; use CURVE_ED25519, CURVE_P256 or CURVE_",
    ),
    (
        "signup_v2",
        {"wallet": {**WALLET, "accounts": [{**ACCOUNT, "addressFormat": TEXT}]}},
        (
            "wallet.accounts[0].addressFormat is not an allowed value; use one of its "
            f"{len(ADDRESS_FORMATS)} values, such "
        ),
    ),
]


@pytest.mark.parametrize(("name", "changes", "words"), BROKEN, ids=[words[:40] for _, _, words in BROKEN])
def test_messages_name_the_field_and_its_rule(name: str, changes: dict[Any, Any], words: str) -> None:
    params = {field: value for field, value in {**arguments(name), **changes}.items() if value is not ...}
    with pytest.raises(InvalidRequest) as raised:
        SPECIFIED[name].from_params(params)
    message = str(raised.value)
    assert message.startswith(f"{name}: {words}")
    assert "MARKER" not in message
    assert str(NUMBER) not in message
    assert raised.value.__context__ is None


def test_the_body_of_a_whole_request_is_named() -> None:
    operation = CreateWallet(wallet_name="w", accounts=())
    body = json.loads(operation.to_body(organization_id="o"))
    with pytest.raises(
        InvalidRequest, match=r"^create_wallet: this is the body of a whole request; pass its mem"
    ):
        CreateWallet.from_params(body)
    assert CreateWallet.from_params(body["parameters"]) == operation
    with pytest.raises(InvalidRequest, match=r"get_wallet: organizationId is not a parameter; .* to seal"):
        GetWallet.from_params({"organizationId": "o", "walletId": "w"})
    for name in ("organizationid", "parameter"):
        with pytest.raises(InvalidRequest, match=f"get_wallet: {name} is unknown; check its spelling"):
            GetWallet.from_params({name: "o", "walletId": "w"})


def test_messages_name_a_field_of_the_body() -> None:
    types: list[Any] = [each.body_type() for each in SPECIFIED.values() if issubclass(each, SubmitOperation)]
    for into in types:
        for value, words in (
            (NUMBER, "timestampMs must be a string"),
            (TEXT, "timestampMs must be a time in"),
        ):
            assert explain_refusal({"timestampMs": value}, into).startswith(words)


def test_rules_of_our_own_are_found_within_values() -> None:
    wrong = {"cidr": "192.0.2.1/24"}
    with pytest.raises(InvalidRequest, match=r"^IpAllowlistRule: cidr is not a valid CIDR block"):
        IpAllowlistRule(**wrong)
    with pytest.raises(InvalidRequest, match=r"^set_ip_allowlist: rules\[0\].cidr is not a valid CIDR block"):
        SPECIFIED["set_ip_allowlist"].from_params({"rules": [wrong]})
    made = ExportWallet(wallet_id="w", target_public_key=BASE_POINT)
    with pytest.raises(InvalidRequest, match=r"^export_wallet: target_public_key has the form of a"):
        msgspec.structs.replace(made, target_public_key="ab" * 32)


def test_fields_are_named_as_the_caller_wrote_them() -> None:
    other = "04" + BASE_POINT[2:]
    suite: Any = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"
    made = SecretToExport(secret_id="s", target_public_key=other, encryption_suite=suite)
    changed, given = copy.copy(made), made.to_params()
    msgspec.structs.force_setattr(changed, "secret_id", "")
    # Of a set, the items have no order.
    calls: list[tuple[Any, str]] = [
        ([made, made], "secrets[1].secret_id is there twice"),
        ([made, given], "secrets[1].secretId is there twice"),
        ([made, {**given, "secretId": "t", "targetPublicKey": "x"}], "secrets[1].targetPublicKey must be an"),
        ([made, {**given, "requestContext": None}], "secrets[1].requestContext is null"),
        ([{**given, "requestContext": [{"key": "k", "value": None}]}], "secrets[0].requestContext[0].value "),
        ([{**given, "secretId": "\ud800"}], "secrets[0].secretId has a lone surrogate"),
        (
            [made, {"secret_id": "t"}],
            "secrets[1].secret_id is the name of an argument; in a mapping, write secretId",
        ),
        ([made, changed, 5], "secrets[1].secret_id must not be empty"),
        ({5}, "secrets[0] must be an object"),
        (5, "secrets must be an array"),
    ]
    for secrets, words in calls:
        with pytest.raises(InvalidRequest) as caught:
            ExportSecrets(secrets=secrets)
        assert str(caught.value).startswith(f"export_secrets: {words}")
        assert caught.value.__context__ is None
    wrong: Any = Attestation(
        credential_id="", client_data_json="c", attestation_object="o", transports=(), challenge="c"
    )
    with pytest.raises(InvalidRequest, match=r"^SignupAuthenticator: attestation\.credentialId"):
        SignupAuthenticator(authenticator_name="a", challenge="c", attestation=wrong)


class Named(msgspec.Struct):
    """An object without rules of its own."""

    name: str


class Blocks(Parameters, frozen=True, kw_only=True):
    """Parameters with a rule within an object, beside one that has none."""

    named: Named
    lists: Array[Array[IpAllowlistRule]]


def test_a_rule_is_found_beside_and_within_other_objects() -> None:
    given: dict[str, Any] = {"named": {"name": "n"}, "lists": [[BLOCK], [BLOCK, {"cidr": "192.0.2.1/24"}]]}
    with pytest.raises(InvalidRequest, match=r"^Blocks: lists\[1\]\[1\]\.cidr is not a valid CIDR block"):
        Blocks.from_params(given)
    given["lists"][1].pop()
    assert Blocks.from_params(given).to_params() == given
    given["lists"][0] = [{**BLOCK, "label": None}]
    with pytest.raises(InvalidRequest, match=r"^Blocks: lists\[0\]\[0\]\.label is null"):
        Blocks.from_params(given)


@pytest.mark.parametrize("operation", [Parameters, ExportSecrets, IpAllowlistRule])
def test_no_method_has_a_private_type(operation: type[Parameters]) -> None:
    methods = [value for name, value in inspect.getmembers(operation, callable) if not name.startswith("_")]
    assert Parameters.to_params.__name__ in {method.__name__ for method in methods}
    for method in methods:
        assert "sealwax._" not in str(inspect.signature(method))
        assert "Violation" not in str(inspect.signature(method))


@pytest.mark.parametrize("account", [SignupWalletAccount, WalletAccountParams])
def test_the_usual_account_of_a_network(account: type[WalletAccountParams]) -> None:
    made = account.default_for("ADDRESS_FORMAT_SOLANA")
    assert made == account(
        curve="CURVE_ED25519",
        path_format="PATH_FORMAT_BIP32",
        path="m/44'/501'/0'/0'",
        address_format="ADDRESS_FORMAT_SOLANA",
    )


SEVERAL_CURVES = ["ADDRESS_FORMAT_UNCOMPRESSED", "ADDRESS_FORMAT_COMPRESSED", "ADDRESS_FORMAT_SEI"]


@pytest.mark.parametrize("name", [name for name in get_args(AddressFormat) if name not in SEVERAL_CURVES])
def test_each_format_on_one_curve_has_a_usual_account(name: AddressFormat) -> None:
    assert WalletAccountParams.default_for(name).address_format == name


@pytest.mark.parametrize("name", SEVERAL_CURVES)
def test_a_format_on_several_curves_has_no_usual_account(name: AddressFormat) -> None:
    with pytest.raises(Unsupported, match=f"^{name} has addresses on CURVE_SECP256K1, CURVE_"):
        WalletAccountParams.default_for(name)


def test_an_unknown_format_has_no_usual_account() -> None:
    unknown: Any = TEXT
    with pytest.raises(Unsupported, match="address format is unknown"):
        WalletAccountParams.default_for(unknown)


def test_a_message_of_an_ethereum_wallet() -> None:
    made = SignRawPayload.ethereum_message("hé", sign_with="0x1")
    assert bytes.fromhex(made.payload) == b"\x19Ethereum Signed Message:\n3h\xc3\xa9"
    assert made == SignRawPayload.ethereum_message("hé".encode(), sign_with="0x1")
    assert (made.sign_with, made.encoding, made.hash_function) == (
        "0x1",
        "PAYLOAD_ENCODING_HEXADECIMAL",
        "HASH_FUNCTION_KECCAK256",
    )


def test_a_message_that_utf_8_cannot_encode_is_refused() -> None:
    with pytest.raises(MalformedInput, match="the message contains a lone surrogate"):
        SignRawPayload.ethereum_message(f"{TEXT}\ud800", sign_with="0x1")


def test_a_message_needs_a_signer() -> None:
    number: Any = NUMBER
    with pytest.raises(InvalidRequest, match="signWith must be a string"):
        SignRawPayload.ethereum_message(TEXT, sign_with=number)
