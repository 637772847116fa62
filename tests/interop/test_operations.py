"""Requests as @turnkey/http makes them, and its types of them, beside ours."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from sealwax import ApiKey, ApiKeyStamper, operations, verify_api_key_stamp
from sealwax.operations import SubmitOperation
from sealwax.operations.all_operations import SPECIFIED
from tests.interop.peer import FOLDER, Peer
from tests.operations.specification import (
    ADDRESS_FORMATS,
    API_KEY_CURVES,
    AUTH_PROXY,
    CURVES,
    EFFECTS,
    LANGUAGES,
    PARAMETERS,
    PATH_FORMATS,
    SUBMIT,
    TRANSPORTS,
    WITHOUT_APP_PROOFS,
    Fields,
    arguments,
    smallest,
)

KEY = ApiKey.from_private_key(b"\x1c" * 32)
BASE_URL = "https://api.example.com"
KINDS = {"boolean": "boolean", "integer": "number"}
# A property without a key or a value means nothing, so that it has both here; in theirs, both are optional.
REQUIRED_HERE = {"v1KeyValue.key", "v1KeyValue.value"}
# Their requests on secrets do not have the field that asks for app proofs; ours have it, as all others do.
WITHOUT_THE_FIELD = {"init_import_secrets", "import_secrets", "export_secrets", "delete_secrets"}


def stamp(peer: Peer, name: str, body: Any) -> Any:
    operation = "GetPrivateKeys" if name == "list_private_keys" else SPECIFIED[name].__name__
    return peer.call(
        "stampRequest",
        operation=operation,
        input=body,
        baseUrl=BASE_URL,
        apiPublicKey=KEY.public_key,
        apiPrivateKey=KEY.private_key_hex(),
    )


@pytest.mark.parametrize("name", SUBMIT)
@pytest.mark.parametrize("which", ["every parameter", "what is required", "app proofs"])
def test_submit_requests_are_equal(peer: Peer, name: str, which: str) -> None:
    params = smallest(PARAMETERS[name]) if which == "what is required" else arguments(name)
    body: dict[str, Any] = {
        "type": SUBMIT[name].type,
        "timestampMs": "1767225600000",
        "organizationId": "o",
        "parameters": params,
    }
    operation = SPECIFIED[name].from_params(params)
    assert isinstance(operation, SubmitOperation)
    proofs = True if which == "app proofs" and operation.makes_app_proofs else None
    if proofs is not None:
        body["generateAppProofs"] = proofs
    theirs = stamp(peer, name, body)
    ours = operation.seal(
        ApiKeyStamper(KEY),
        organization_id="o",
        timestamp_ms=1767225600000,
        generate_app_proofs=proofs,
        base_url=BASE_URL,
    )
    assert json.loads(ours.body) == json.loads(theirs["body"])
    assert ours.url == theirs["url"]
    verified = verify_api_key_stamp(theirs["stamp"]["stampHeaderValue"], theirs["body"])
    assert verified == verify_api_key_stamp(ours.headers[theirs["stamp"]["stampHeaderName"]], ours.body)
    # In their order, ours is the same to the byte.
    ordered = {field: body[field] for field in json.loads(ours.body)}
    assert stamp(peer, name, ordered)["body"].encode() == ours.body


def test_queries_are_equal(peer: Peer) -> None:
    theirs = stamp(peer, "list_private_keys", {"organizationId": "o"})
    ours = operations.ListPrivateKeys().seal(ApiKeyStamper(KEY), organization_id="o", base_url=BASE_URL)
    assert ours.body.decode() == theirs["body"]
    # Their name of it is another, GetPrivateKeys; the path is the same.
    assert ours.url == theirs["url"]


@pytest.mark.parametrize("name", AUTH_PROXY)
def test_calls_of_the_auth_proxy_are_equal(name: str) -> None:
    # No package of theirs that is compared with has these two: this is the body as JSON.stringify makes it.
    for params in (arguments(name), smallest(PARAMETERS[name])):
        operation = SPECIFIED[name].from_params(params)
        assert isinstance(operation, operations.AuthProxyOperation)
        body = operation.seal(configuration_id="c").body
        assert body.decode() == json.dumps(params, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=1)
def definitions() -> dict[str, str]:
    """Their types: the text between the braces, or of the union, by name."""
    folder = FOLDER / "node_modules/@turnkey/http/dist/__generated__/services/coordinator/public/v1"
    text = Path(folder / "public_api.types.d.ts").read_text()
    found = dict(re.findall(r"^    (\w+): \{\n(.*?)^    \};", text, re.MULTILINE | re.DOTALL))
    return {**found, **dict(re.findall(r'^    (\w+): ("[^;]*);', text, re.MULTILINE))}


def fields_in(name: str) -> dict[str, str]:
    """The fields of a type of theirs, with a ``?`` behind those that are optional, and their types."""
    return dict(re.findall(r"^        (\w+\??): ([^;]+);", definitions()[name], re.MULTILINE))


def _name_in(theirs: str) -> str:
    return re.fullmatch(r'definitions\["(\w+)"\]', theirs)[1]  # type: ignore[index]


def check_type(theirs: str, kind: Any) -> None:
    if isinstance(kind, list):
        assert theirs.endswith("[]")
        theirs, kind = theirs[:-2], kind[0]
    if isinstance(kind, dict):
        check_fields(_name_in(theirs), kind)
    elif isinstance(kind, str):
        assert theirs == KINDS.get(kind, "string")
    elif theirs != "string":
        assert set(re.findall(r'"(\w+)"', definitions()[_name_in(theirs)])) == kind


def check_fields(name: str, fields: Fields) -> None:
    theirs = fields_in(name)
    for field, kind in fields.items():
        in_theirs = f"{field}?" if f"{name}.{field}" in REQUIRED_HERE else field
        assert in_theirs in theirs, f"{name}.{field}"
        check_type(theirs[in_theirs], kind)
    # What they have and the specification does not, such as what is deprecated, is optional.
    assert all(field.endswith("?") for field in theirs.keys() - fields.keys()), name


@pytest.mark.usefixtures("peer")
@pytest.mark.parametrize("name", SUBMIT)
def test_their_types_have_the_same_fields(name: str) -> None:
    specified = SUBMIT[name]
    intent = specified.intent[0].upper() + specified.intent[1:]
    check_fields(f"v1{intent}", specified.parameters)
    result = specified.result[0].upper() + specified.result[1:]
    if specified.result_fields:
        check_fields(f"v1{result}", specified.result_fields)
    requests = [text for text in definitions().values() if f'type: "{specified.type}"' in text]
    assert len(requests) == 1
    assert (re.search(r"generateAppProofs\?: boolean", requests[0]) is None) == (
        name in WITHOUT_APP_PROOFS | WITHOUT_THE_FIELD
    )


@pytest.mark.usefixtures("peer")
def test_their_enumerations_are_the_same() -> None:
    for name, values in (
        ("v1AddressFormat", ADDRESS_FORMATS),
        ("v1Curve", CURVES),
        ("v1PathFormat", PATH_FORMATS),
        ("v1ApiKeyCurve", API_KEY_CURVES),
        ("v1AuthenticatorTransport", TRANSPORTS),
        ("v1MnemonicLanguage", LANGUAGES),
        ("v1Effect", EFFECTS),
    ):
        assert set(re.findall(r'"(\w+)"', definitions()[name])) == values
