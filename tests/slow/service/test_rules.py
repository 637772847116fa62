"""The tests of ``tests/service/test_rules.py`` that take long."""

import contextlib
import copy
import ipaddress
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import pytest

from sealwax import (
    ApiKey,
    verify_verification_token,
)
from tests.operations.specification import (
    ACTIVITY,
    AUTH_PROXY,
    BAD,
    GOOD,
    WITHOUT_APP_PROOFS,
)
from tests.service.client import Client, Reply
from tests.service.test_rules import FIELDS, QUERY, SUBMIT, UNKNOWN, VALID, Parameters, _verify_otp

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
def test_one_thing_wrong_is_refused(client: Client, name: str) -> None:
    parameters = VALID[name](client)
    taken = [what for what, each in broken(name, parameters) if call(client, name, each).status != 400]
    assert taken == []
    # Nothing was done, and the request that all came from is right.
    assert call(client, name, parameters).status == 200


@pytest.mark.parametrize("name", VALID)
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
def test_what_does_not_exist(client: Client, name: str, field: str) -> None:
    parameters = VALID[name](client)
    unknown = [UNKNOWN] if isinstance(parameters[field], list) else UNKNOWN
    assert call(client, name, {**parameters, field: unknown}).error == (404, "SEALWAX_NOT_FOUND")


@pytest.mark.parametrize("name", SUBMIT)
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


class TestLimitsAndDefaults:
    @pytest.mark.parametrize("seconds", [None, *GOOD["seconds of a day"]])
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
