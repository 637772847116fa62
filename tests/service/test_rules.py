"""The rules of the specification, for all of its operations, over HTTP.

``tests/operations/specification.py`` has the fields of each operation. Here are requests that are valid, with
every field. From them come all requests with one thing wrong.
"""

import contextlib
import copy
import ipaddress
import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final

import pytest

from sealwax import (
    ApiKey,
    CredentialIdEncoding,
    decrypt_wallet_export,
    sign_login,
    verify_session_jwt,
    verify_verification_token,
)
from sealwax.testing import SoftwareAuthenticator
from tests.operations import specification
from tests.operations.specification import (
    ACTIVITY,
    AUTH_PROXY,
    BAD,
    GOOD,
    MNEMONIC_LENGTHS,
    SPECIFIED,
    WITHOUT_APP_PROOFS,
    Fields,
)
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import ETHEREUM, TARGET, Client, Reply
from tests.service.operations.test_users import key_fields

SUBMIT: Final = {name: specification.SUBMIT[name] for name in SPECIFIED if name in specification.SUBMIT}
QUERY: Final = {name: specification.QUERY[name] for name in SPECIFIED if name in specification.QUERY}
KEY: Final = ApiKey.from_private_key(b"\x07" * 32)
UNKNOWN: Final = "00000000-0000-4000-8000-000000000000"
INVALID: Final = (400, "REQUEST_INVALID")

Parameters = dict[str, Any]


def _verify_otp(client: Client) -> Parameters:
    otp = client.submit("init_otp", otpType="OTP_TYPE_EMAIL", contact="root@example.com", appName="a").result
    sealed = client.seal_code(otp, client.service.otp_code(otp["otpId"]), KEY)
    return {"otpId": otp["otpId"], "encryptedOtpBundle": sealed, "expirationSeconds": "86400"}


def _provider(client: Client) -> Parameters:
    claims = {"iss": "https://issuer.sealwax.test", "sub": "s", "aud": "sealwax-local-service"}
    token = client.service.oidc_token(KEY.public_key, subject="s")
    return {"providerName": "p", "oidcToken": token, "oidcClaims": claims}


def _signup(client: Client) -> Parameters:
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
    return {
        "userEmail": "a@example.com",
        "userPhoneNumber": "+4912345678",
        "userTag": "t",
        "userName": "n",
        "organizationName": "o",
        "apiKeys": [
            {
                "apiKeyName": "k",
                "publicKey": KEY.public_key,
                "curveType": "API_KEY_CURVE_P256",
                "expirationSeconds": "900",
            }
        ],
        "authenticators": [passkey_fields(passkey, CredentialIdEncoding.CBOR)],
        "oauthProviders": [_provider(client)],
        "wallet": {"walletName": "w", "accounts": [{**ETHEREUM, "name": "a"}], "mnemonicLength": 12},
    }


def _otp_login(client: Client) -> Parameters:
    token = client.token(KEY)
    return {
        "verificationToken": token,
        "publicKey": KEY.public_key,
        "clientSignature": sign_login(KEY, token).to_dict(),
        "invalidateExisting": False,
        "organizationId": client.organization_id,
    }


def _address(client: Client) -> str:
    address: str = client.query("list_wallet_accounts")["accounts"][0]["address"]
    return address


def _session_profile(client: Client) -> str:
    made = client.submit("create_session_profile", sessionProfileName="a", scope="true").result
    return str(made["sessionProfileId"])


VALID: Final[dict[str, Callable[[Client], Parameters]]] = {
    "update_webhook_endpoint": lambda client: {
        "endpointId": client.service.add_webhook_endpoint(),
        "url": "https://example.com/",
        "name": "n",
        "isActive": True,
    },
    "update_user": lambda client: {
        "userId": client.service.user_id,
        "userName": "n",
        "userEmail": "root@example.com",
        "userTagIds": [client.service.ids["userTagId"]],
        "userPhoneNumber": "+4912345678",
    },
    "create_oauth_providers": lambda client: {
        "userId": client.service.user_id,
        "oauthProviders": [_provider(client)],
    },
    "set_ip_allowlist": lambda _client: {
        "enabled": True,
        "rules": [{"cidr": "127.0.0.0/20", "label": "here"}],
        "onEvaluationError": "ALLOW",
    },
    "oauth_login": lambda client: {
        "oidcToken": client.service.oidc_token(KEY.public_key),
        "publicKey": KEY.public_key,
        "expirationSeconds": "60",
        "invalidateExisting": True,
        "sessionProfileId": _session_profile(client),
    },
    "update_private_key_tag": lambda client: {
        "privateKeyTagId": client.service.ids["privateKeyTagId"],
        "newPrivateKeyTagName": "n",
        "addPrivateKeyIds": [client.service.ids["privateKeyId"]],
        "removePrivateKeyIds": [client.admin("add", kind="private_key")["id"]],
    },
    "update_policy": lambda client: {
        "policyId": client.service.ids["policyId"],
        "policyName": "n",
        "policyEffect": "EFFECT_ALLOW",
        "policyCondition": "true",
        "policyConsensus": "true",
        "policyNotes": "",
    },
    "verify_otp": _verify_otp,
    "export_wallet": lambda client: {
        "walletId": client.service.ids["walletId"],
        "targetPublicKey": TARGET.public_key,
        "language": "MNEMONIC_LANGUAGE_ENGLISH",
    },
    "create_policy": lambda _client: {
        "policyName": "n",
        "effect": "EFFECT_ALLOW",
        "condition": "true",
        "consensus": "true",
        "notes": "",
    },
    "delete_private_keys": lambda client: {
        "privateKeyIds": [client.service.ids["privateKeyId"]],
        "deleteWithoutExport": True,
    },
    "create_private_key_tag": lambda client: {
        "privateKeyTagName": "n",
        "privateKeyIds": [client.service.ids["privateKeyId"]],
    },
    "create_user_tag": lambda client: {"userTagName": "n", "userIds": [client.service.user_id]},
    "update_user_email": lambda client: {
        "userId": client.service.user_id,
        "userEmail": "root@example.com",
        "verificationToken": client.token(KEY),
    },
    "delete_user_tags": lambda client: {"userTagIds": [client.service.ids["userTagId"]]},
    "export_wallet_account": lambda client: {
        "address": _address(client),
        "targetPublicKey": TARGET.public_key,
    },
    "update_organization_name": lambda _client: {"organizationName": "n"},
    "delete_mfa_policy": lambda client: {
        "userId": client.service.user_id,
        "mfaPolicyId": client.service.ids["mfaPolicyId"],
    },
    "init_import_wallet": lambda client: {"userId": client.service.user_id},
    "list_private_keys": lambda _client: {},
    "signup_v2": _signup,
    "otp_login_v2": _otp_login,
}

FIELDS: Final[dict[str, Fields]] = {
    **{name: row.parameters for name, row in SUBMIT.items()},
    **{name: row.parameters for name, row in (QUERY | AUTH_PROXY).items()},
}

IDS: Final = {
    "update_webhook_endpoint": ["endpointId"],
    "update_user": ["userId", "userTagIds"],
    "create_oauth_providers": ["userId"],
    "update_private_key_tag": ["privateKeyTagId", "addPrivateKeyIds", "removePrivateKeyIds"],
    "update_policy": ["policyId"],
    "verify_otp": ["otpId"],
    "export_wallet": ["walletId"],
    "delete_private_keys": ["privateKeyIds"],
    "create_private_key_tag": ["privateKeyIds"],
    "create_user_tag": ["userIds"],
    "update_user_email": ["userId"],
    "delete_user_tags": ["userTagIds"],
    "export_wallet_account": ["address"],
    "delete_mfa_policy": ["userId", "mfaPolicyId"],
}
"""The parameters that name what must exist."""


def test_the_table_has_all_22_operations() -> None:
    assert VALID.keys() == FIELDS.keys()
    assert len(VALID) == 22


def call(client: Client, name: str, parameters: object) -> Reply:
    if name in SUBMIT:
        return client.post(name, client.body(name, parameters))
    if name in QUERY:
        return client.try_query(name, **(parameters if isinstance(parameters, dict) else {}))
    assert isinstance(parameters, dict)
    return client.proxy(name, **parameters)


Place = tuple[str | int, ...]


def places(kind: Any, value: Any, at: Place = ()) -> Iterator[tuple[Place, Any, bool]]:
    """Yield each field and item of a valid value: where it is, its kind, and whether it is required."""
    if isinstance(kind, dict):
        for name, inner in kind.items():
            key = name.removesuffix("?")
            if key in value:
                yield (*at, key), inner, not name.endswith("?")
                yield from places(inner, value[key], (*at, key))
    elif isinstance(kind, list) and value:
        yield (*at, 0), kind[0], False
        yield from places(kind[0], value[0], (*at, 0))


def wrong_values(kind: Any) -> list[Any]:
    """Values that are not of a kind."""
    if isinstance(kind, dict):
        return ["x", 5, [], True]
    if isinstance(kind, list):
        return ["x", 5, {}, True]
    if isinstance(kind, set):
        value = next(iter(kind))
        return [
            True,
            [],
            {},
            *(["X", value.lower(), f"{value} ", 5] if isinstance(value, str) else [13, "12"]),
        ]
    return [value for value in BAD[kind] if not isinstance(value, bytes) and not has_host_bits(value)]


def has_host_bits(value: object) -> bool:
    """Whether a value is a block of addresses with host bits, which the service clears."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            interface = ipaddress.ip_interface(value)
            return interface.ip != interface.network.network_address
    return False


def with_value(parameters: Parameters, place: Place, *value: Any) -> Parameters:
    """A copy with a value at a place, or without the field."""
    made = copy.deepcopy(parameters)
    within: Any = made
    for step in place[:-1]:
        within = within[step]
    if value:
        within[place[-1]] = value[0]
    else:
        del within[place[-1]]
    return made


def broken(name: str, parameters: Parameters) -> Iterator[tuple[str, Parameters]]:
    """Yield requests with one thing wrong, and what it is."""
    fields = FIELDS[name]
    if name not in QUERY:
        yield "another field", {**parameters, "noSuchField": 1}
    for place, kind, is_required in places(fields, parameters):
        if is_required:
            yield f"without {place}", with_value(parameters, place)
            yield f"null at {place}", with_value(parameters, place, None)
        for value in wrong_values(kind):
            yield f"{value!r} at {place}", with_value(parameters, place, value)
        if isinstance(kind, dict):
            yield f"another field in {place}", with_value(parameters, (*place, "noSuchField"), 1)


def fits(kind: Any, value: Any) -> bool:
    """Whether a value of an answer is of a kind: all required fields, and no other type."""
    if isinstance(kind, dict):
        required = [name for name in kind if not name.endswith("?")]
        return all(name in value for name in required) and all(
            fits(inner, value[name.removesuffix("?")])
            for name, inner in kind.items()
            if name.removesuffix("?") in value
        )
    if isinstance(kind, list):
        return isinstance(value, list) and all(fits(kind[0], each) for each in value)
    if isinstance(kind, set):
        return value in kind
    # Every other word is text of some form.
    types: dict[str, type] = {"boolean": bool, "object": dict}
    return isinstance(value, types.get(kind, str))


@pytest.mark.parametrize("name", VALID)
@pytest.mark.slow
def test_one_thing_wrong_is_refused(client: Client, name: str) -> None:
    parameters = VALID[name](client)
    taken = [what for what, each in broken(name, parameters) if call(client, name, each).status != 400]
    assert taken == []
    # Nothing was done, and the request that all came from is right.
    assert call(client, name, parameters).status == 200


@pytest.mark.parametrize("name", VALID)
@pytest.mark.slow
def test_the_answer(strict_client: Client, name: str) -> None:
    """Strictly as the specification has it: every field of the request, and of the answer."""
    client = strict_client
    parameters = VALID[name](client)
    assert fits(FIELDS[name], parameters)
    reply = call(client, name, parameters)
    assert reply.status == 200, reply.body
    if name not in SUBMIT:
        assert fits((QUERY | AUTH_PROXY)[name].answer, reply.body)
        return
    row, activity = SUBMIT[name], reply.activity
    assert fits(ACTIVITY, activity)
    assert (activity["type"], activity["status"]) == (row.type, "ACTIVITY_STATUS_COMPLETED")
    assert activity["intent"] == {row.intent: parameters}
    assert activity["result"].keys() == {row.result}
    assert fits(row.result_fields, activity["result"][row.result])
    assert activity["result"][row.result].keys() >= {
        field for field in row.result_fields if not field.endswith("?")
    }


@pytest.mark.parametrize("name", VALID)
@pytest.mark.slow
def test_what_is_optional_can_be_left_out(strict_client: Client, name: str) -> None:
    parameters = VALID[name](strict_client)
    required = {field for field in FIELDS[name] if not field.endswith("?")}
    given = {field: value for field, value in parameters.items() if field in required}
    reply = call(strict_client, name, given)
    # A key that was not exported needs the optional field.
    expected = 400 if name == "delete_private_keys" else 200
    assert reply.status == expected, reply.body


@pytest.mark.parametrize(
    ("name", "field"), [(name, field) for name, fields in IDS.items() for field in fields]
)
@pytest.mark.slow
def test_what_does_not_exist(client: Client, name: str, field: str) -> None:
    parameters = VALID[name](client)
    unknown = [UNKNOWN] if isinstance(parameters[field], list) else UNKNOWN
    assert call(client, name, {**parameters, field: unknown}).error == (404, "SEALWAX_NOT_FOUND")


@pytest.mark.parametrize("name", SUBMIT)
@pytest.mark.slow
def test_the_envelope(client: Client, strict_client: Client, name: str) -> None:
    parameters = VALID[name](client)
    other = "ACTIVITY_TYPE_CREATE_USER_TAG" if name != "create_user_tag" else "ACTIVITY_TYPE_UPDATE_USER"
    wrong: tuple[dict[str, Any], ...] = (
        {"type": other},
        {"type": SUBMIT[name].type.lower()},
        *({field: ...} for field in ("type", "timestampMs", "organizationId", "parameters")),
        *({field: None} for field in ("type", "timestampMs", "organizationId", "parameters")),
        *({field: 5} for field in ("type", "timestampMs", "organizationId", "parameters")),
        {"timestampMs": "1"},
        {"generateAppProofs": "true"},
        {"noSuchField": 1},
    )
    for changes in wrong:
        body = client.body(name, **{"parameters": parameters, **changes})
        assert client.post(name, body).status == 400, changes
    body = strict_client.body(name, VALID[name](strict_client), generateAppProofs=False)
    expected = 400 if name in WITHOUT_APP_PROOFS else 200
    assert strict_client.post(name, body).status == expected


@pytest.mark.parametrize("name", [*SUBMIT, *QUERY])
@pytest.mark.slow
def test_a_stamp_is_required(client: Client, name: str) -> None:
    body = client.body(name, VALID[name](client)) if name in SUBMIT else b"{}"
    path = f"/public/v1/submit/{name}"
    if name in QUERY:
        body, path = json.dumps({"organizationId": client.organization_id}).encode(), QUERY[name].path
    assert client.send(path, body, {}).error == (401, "SIGNATURE_MISSING")
    wrong = client.stamper.stamp(body + b" ").headers
    assert client.send(path, body, wrong).error == (401, "SIGNATURE_INVALID")
    stranger = client.with_key(ApiKey.generate()).stamper.stamp(body).headers
    assert client.send(path, body, stranger).error == (401, "PUBLIC_KEY_NOT_FOUND")
    assert client.http.get(path).status_code == 405
    assert client.send(path, body, client.stamper.stamp(body).headers).status == 200


@pytest.mark.parametrize("name", AUTH_PROXY)
def test_a_configuration_id_is_required(client: Client, name: str) -> None:
    parameters = VALID[name](client)
    body = json.dumps(parameters).encode()
    for headers in ({}, {"X-Auth-Proxy-Config-Id": UNKNOWN}, {"X-Auth-Proxy-Config-Id": ""}):
        reply = client.send(AUTH_PROXY[name].path, body, headers)
        assert reply.error == (401, "SEALWAX_UNKNOWN_CONFIGURATION")
    assert client.http.get(AUTH_PROXY[name].path).status_code == 405
    assert client.proxy(name, **parameters).status == 200


class TestLimitsAndDefaults:
    @pytest.mark.parametrize("seconds", [None, *GOOD["seconds of a day"]])
    @pytest.mark.slow
    def test_of_a_verification_token(self, client: Client, seconds: str | None) -> None:
        given = {**_verify_otp(client), "expirationSeconds": seconds}
        before = client.service.now()
        token = client.submit("verify_otp", **given).result["verificationToken"]
        claims = verify_verification_token(token, keys=client.service.keys, leeway=timedelta(seconds=30))
        lifetime = timedelta(seconds=int(seconds or 3600))
        assert claims.expires_at is not None
        assert (
            lifetime - timedelta(seconds=1) <= claims.expires_at - before <= lifetime + timedelta(seconds=30)
        )

    @pytest.mark.parametrize("seconds", [None, "1", "86401"])
    def test_of_a_session(self, client: Client, seconds: str | None) -> None:
        given = {**VALID["oauth_login"](client), "expirationSeconds": seconds}
        before = client.service.now()
        session = client.submit("oauth_login", **given).result["session"]
        claims = verify_session_jwt(
            session, keys=client.service.keys, leeway=timedelta(seconds=30), allow_scoped=True
        )
        lifetime = timedelta(seconds=int(seconds or 900))
        assert (
            lifetime - timedelta(seconds=1) <= claims.expires_at - before <= lifetime + timedelta(seconds=30)
        )

    @pytest.mark.parametrize("length", [None, *sorted(MNEMONIC_LENGTHS)])
    def test_of_a_mnemonic(self, client: Client, length: int | None) -> None:
        wallet = {"walletName": "w", "accounts": [], **({} if length is None else {"mnemonicLength": length})}
        made = client.proxy(
            "signup_v2", apiKeys=[key_fields(KEY)], authenticators=[], oauthProviders=[], wallet=wallet
        ).body
        client = client.with_key(KEY)
        client.organization_id = made["organizationId"]
        export = client.submit(
            "export_wallet", walletId=made["wallet"]["walletId"], targetPublicKey=TARGET.public_key
        ).result["exportBundle"]
        opened = decrypt_wallet_export(
            export, TARGET, organization_id=made["organizationId"], keys=client.service.keys
        )
        assert len(opened.mnemonic.split()) == (length or 12)

    def test_of_an_allowlist(self, client: Client) -> None:
        client.submit("set_ip_allowlist", enabled=False).check()
        assert client.query("get_ip_allowlist")["allowlist"]["onEvaluationError"] == "DENY"
