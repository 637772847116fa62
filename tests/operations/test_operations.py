"""Each operation against the table of the specification."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import pytest

from sealwax import ApiKey, ApiKeyStamper, InvalidRequest, operations
from sealwax.operations import AuthProxyOperation, Operation, SubmitOperation, operation_schemas
from sealwax.operations.all_operations import SPECIFIED
from tests.ecma import EcmaValidator
from tests.loops import failures
from tests.operations import specification
from tests.operations.specification import AUTH_PROXY, PARAMETERS, QUERY, SUBMIT

STAMPER = ApiKeyStamper(ApiKey.from_private_key(b"\x07" * 32), deterministic=True)
SCHEMAS = operation_schemas()


def seal(operation: Operation[Any]) -> Any:
    """Seal whatever operation it is, and give its body."""
    if isinstance(operation, AuthProxyOperation):
        sealed = operation.seal(configuration_id="c")
    elif isinstance(operation, SubmitOperation):
        sealed = operation.seal(STAMPER, organization_id="o", timestamp_ms=1)
    else:
        assert isinstance(operation, operations.QueryOperation)
        sealed = operation.seal(STAMPER, organization_id="o")
    return json.loads(sealed.body)


def parameters_of(name: str, body: Any) -> Any:
    """Take the parameters out of a body."""
    if name in SUBMIT:
        return body["parameters"]
    return {field: value for field, value in body.items() if name not in QUERY or field != "organizationId"}


def is_valid(name: str, params: Any) -> bool:
    """Whether the JSON Schema of the request takes parameters."""
    body = {"organizationId": "o", **params} if name in QUERY else params
    if name in SUBMIT:
        body = {
            "type": SUBMIT[name].type,
            "timestampMs": "1",
            "organizationId": "o",
            "parameters": params,
        }
    return bool(EcmaValidator({**SCHEMAS, "$ref": f"#/$defs/{name}_request"}).is_valid(body))


class Place(NamedTuple):
    """A field somewhere in the parameters of an operation."""

    operation: str
    steps: tuple[str | int, ...]
    required: bool
    kind: Any

    @property
    def path(self) -> str:
        """How errors name it."""
        text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps)
        return text.removeprefix(".")

    def change(self, value: object = ...) -> Any:
        """Make whole parameters with this field changed, or left out."""
        made = specification.arguments(self.operation)
        if self.path == "publicKey" and self.operation == "set_ip_allowlist":
            del made["enabled"]
        *way, last = self.steps
        target = made
        for step in way:
            target = target[step]
        if value is ...:
            target.pop(last, None)
        else:
            target[last] = value
        return made


def places_in(name: str, kind: Any, steps: tuple[str | int, ...] = ()) -> Iterator[Place]:
    if isinstance(kind, list):
        yield from places_in(name, kind[0], (*steps, 0))
    elif isinstance(kind, dict):
        for field, inner in kind.items():
            inner_steps = (*steps, field.removesuffix("?"))
            yield Place(name, inner_steps, not field.endswith("?"), inner)
            yield from places_in(name, inner, inner_steps)


PLACES = [place for name, fields in PARAMETERS.items() for place in places_in(name, fields)]


def place_name(place: Place) -> str:
    return f"{place.operation}.{place.path}"


def ids(places: list[Place]) -> list[str]:
    return [place_name(place) for place in places]


def refused(name: str, params: Any, path: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        SPECIFIED[name].from_params(params)
    message = str(caught.value)
    assert f"{message} ".startswith(f"{name}: {path} "), message
    assert caught.value.code == "invalid-request"
    # No exception that could hold what was given hangs on it.
    assert caught.value.__context__ is None


def test_all_22_operations_are_there_in_the_order_of_the_specification() -> None:
    assert list(SPECIFIED) == list(PARAMETERS)
    assert list(SPECIFIED)[:22] == [*specification.SPECIFIED]
    assert (len(SUBMIT), len(QUERY), len(AUTH_PROXY)) == (19 + 4, 1 + 1, 2)
    for name, operation in SPECIFIED.items():
        assert operation.operation_name == name
        assert getattr(operations, operation.__name__) is operation


@pytest.mark.parametrize(("name", "specified"), SUBMIT.items(), ids=SUBMIT)
def test_submit_operations(name: str, specified: specification.Submit) -> None:
    operation = SPECIFIED[name]
    assert issubclass(operation, SubmitOperation)
    assert operation.path() == f"/public/v1/submit/{name}"
    assert operation.activity_type == specified.type
    assert (operation.intent_key, operation.result_key) == (specified.intent, specified.result)
    assert operation.makes_app_proofs == (name not in specification.WITHOUT_APP_PROOFS)


@pytest.mark.parametrize(("name", "specified"), (QUERY | AUTH_PROXY).items(), ids=QUERY | AUTH_PROXY)
def test_other_operations(name: str, specified: specification.Call) -> None:
    assert SPECIFIED[name].path() == specified.path


def described(schema: Any) -> Any:
    """Read a schema as the table has it, as far as the types that JSON knows."""
    # What is optional and means something as null is the one choice.
    (schema,) = [each for each in schema.get("anyOf", [schema]) if each != {"type": "null"}]
    if "$ref" in schema:
        definitions: Any = SCHEMAS["$defs"]
        definition = definitions[schema["$ref"].rpartition("/")[2]]
        assert definition["additionalProperties"] is False
        return {
            field if field in definition["required"] else f"{field}?": described(inner)
            for field, inner in definition["properties"].items()
        }
    if "enum" in schema:
        return set(schema["enum"])
    return [described(schema["items"])] if schema["type"] == "array" else schema["type"]


def plain(kind: Any) -> Any:
    """Give a kind as far as the types that JSON knows."""
    match kind:
        case "boolean" | "integer" | set():
            return kind
        case str():
            return "string"
        case [item]:
            return [plain(item)]
    return {field: plain(inner) for field, inner in kind.items()}


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_fields_are_those_of_the_specification(name: str) -> None:
    reference = f"#/$defs/{SPECIFIED[name].__name__}"
    if name in QUERY:
        expected = {"organizationId": "string", **plain(PARAMETERS[name])}
        assert described({"$ref": f"{reference}Body"}) == expected
    else:
        assert described({"$ref": reference}) == plain(PARAMETERS[name])
    if name in SUBMIT:
        proofs = {} if name in specification.WITHOUT_APP_PROOFS else {"generateAppProofs?": "boolean"}
        assert described({"$ref": f"{reference}Body"}) == {
            "type": {SUBMIT[name].type},
            "timestampMs": "string",
            "organizationId": "string",
            "parameters": plain(PARAMETERS[name]),
            **proofs,
        }


def test_the_address_formats_are_those_of_the_specification() -> None:
    assert set(get_args(operations.AddressFormat)) == specification.ADDRESS_FORMATS


@pytest.mark.parametrize("name", PARAMETERS)
def test_what_is_given_is_what_is_sent(name: str) -> None:
    for params in (specification.arguments(name), specification.smallest(PARAMETERS[name])):
        operation = SPECIFIED[name].from_params(params)
        assert operation.to_params() == params
        assert parameters_of(name, seal(operation)) == params
        assert is_valid(name, params)
        assert SPECIFIED[name].from_params(operation.to_params()) == operation


def check_null_is_not_the_same_as_leaving_a_field_out(place: Place) -> None:
    params = place.change(None)
    if (place.operation, place.path) == ("set_ip_allowlist", "publicKey"):
        # The specification has null for the organization's own list, which is what leaving it out is.
        assert is_valid(place.operation, params)
        assert "publicKey" not in seal(SPECIFIED[place.operation].from_params(params))["parameters"]
    else:
        refused(place.operation, params, place.path)
        assert not is_valid(place.operation, params)


def test_null_is_not_the_same_as_leaving_a_field_out() -> None:
    assert failures(check_null_is_not_the_same_as_leaving_a_field_out, PLACES, name=place_name) == []


ENUMERATIONS = [place for place in PLACES if isinstance(place.kind, set)]
LISTS_OF_ENUMERATIONS = [
    place for place in PLACES if isinstance(place.kind, list) and isinstance(place.kind[0], set)
]


@pytest.mark.parametrize("place", LISTS_OF_ENUMERATIONS, ids=ids(LISTS_OF_ENUMERATIONS))
def test_lists_of_enumerations(place: Place) -> None:
    values = sorted(place.kind[0])
    assert SPECIFIED[place.operation].from_params(place.change(values)).to_params() == place.change(values)
    refused(
        place.operation,
        place.change([*values, "AUTHENTICATOR_TRANSPORT_CABLE"]),
        f"{place.path}[{len(values)}]",
    )


TEXTS = [place for place in PLACES if place.kind == "text"]


def check_what_identifies_something_is_not_empty(place: Place) -> None:
    last = str(place.steps[-1])
    identifies = last.endswith(
        ("Id", "Key", "Token", "Bundle", "Object", "Json", "Payload", "address", "signature", "challenge")
    ) or last in {"before", "after"}
    # An OIDC token beside its claims is one of two ways, and may be whatever the provider has.
    if identifies and place.path != "oauthProviders[0].oidcToken":
        refused(place.operation, place.change(""), place.path)
    else:
        SPECIFIED[place.operation].from_params(place.change(""))


def test_what_identifies_something_is_not_empty() -> None:
    assert failures(check_what_identifies_something_is_not_empty, TEXTS, name=place_name) == []


ARRAYS = [place for place in PLACES if isinstance(place.kind, list)]


@pytest.mark.parametrize("place", ARRAYS, ids=ids(ARRAYS))
def test_arrays(place: Place) -> None:
    params = place.change([])
    if (place.operation, place.path) in specification.NOT_EMPTY:
        refused(place.operation, params, f"{place.path} must not be empty")
        assert not is_valid(place.operation, params)
    else:
        operation = SPECIFIED[place.operation].from_params(params)
        # An empty array is there, as the specification wants it.
        assert parameters_of(place.operation, seal(operation)) == params
    for value in ("x", {"x": "x"}, 5, True):
        refused(place.operation, place.change(value), place.path)
    items: tuple[object, ...] = (None, 5, True, [])
    for item in items:
        refused(place.operation, place.change([item]), f"{place.path}[0]")


@pytest.mark.parametrize("name", PARAMETERS)
def test_what_is_unknown_is_refused(name: str) -> None:
    refused(name, {**specification.arguments(name), "unknown": "x"}, "unknown")
    assert name in QUERY or not is_valid(name, {**specification.arguments(name), "unknown": "x"})


OBJECTS = [place for place in PLACES if isinstance(place.kind, dict)]


@pytest.mark.parametrize("place", OBJECTS, ids=ids(OBJECTS))
def test_what_is_unknown_within_is_refused(place: Place) -> None:
    inner = {**specification.sample(place.kind), "unknown": "x"}
    refused(place.operation, place.change(inner), f"{place.path}.unknown")
    assert not is_valid(place.operation, place.change(inner))


def test_what_is_for_the_organization_is_refused_for_a_key() -> None:
    rules = {"rules": [{"cidr": "192.0.2.0/24"}], "onEvaluationError": "ALLOW"}
    for enabled in (True, False):
        params = {**rules, "publicKey": "02ab", "enabled": enabled}
        refused("set_ip_allowlist", params, "enabled")
        assert not is_valid("set_ip_allowlist", params)
        for whole in ({**rules, "enabled": enabled}, {**rules, "publicKey": None, "enabled": enabled}):
            assert is_valid("set_ip_allowlist", whole)
            body = seal(operations.SetIpAllowlist.from_params(whole))
            assert body["parameters"] == {**rules, "enabled": enabled}
    assert seal(operations.SetIpAllowlist(public_key="02ab"))["parameters"] == {"publicKey": "02ab"}
    # The default is the service's: nothing is sent that was not given.
    assert seal(operations.SetIpAllowlist())["parameters"] == {}


def test_app_proofs() -> None:
    for name in SUBMIT:
        operation = SPECIFIED[name].from_params(specification.arguments(name))
        assert isinstance(operation, SubmitOperation)
        assert "generateAppProofs" not in seal(operation)
        for value in (True, False):
            if name in specification.WITHOUT_APP_PROOFS:
                with pytest.raises(InvalidRequest, match="delete_mfa_policy: generate_app_proofs is unknown"):
                    operation.seal(STAMPER, organization_id="o", generate_app_proofs=value)
            else:
                sealed = operation.seal(STAMPER, organization_id="o", generate_app_proofs=value)
                assert json.loads(sealed.body)["generateAppProofs"] is value


def test_removing_an_email_address() -> None:
    body = seal(operations.UpdateUserEmail(user_id="u", user_email=""))
    assert body["parameters"] == {"userId": "u", "userEmail": ""}


@pytest.mark.parametrize("where", ["language", "\ud800"])
def test_lone_surrogates_in_names_and_enumerations_are_refused(where: str) -> None:
    params = {"walletId": "w", "targetPublicKey": specification.BASE_POINT, where: "\ud800"}
    with pytest.raises(InvalidRequest, match="lone surrogate; pass text that UTF-8 can encode"):
        operations.ExportWallet.from_params(params)


def _nested(depth: int) -> object:
    value: object = "x"
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", [object(), b"x", 1.5, {1: 2}, {"a": object()}, _nested(10_000)], ids=range(6)
)
def test_what_json_has_not_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequest, match="target_public_key"):
        operations.ExportWallet(wallet_id="w", target_public_key=value)


@pytest.mark.parametrize("key", ["ab" * 32, "AB" * 32, "0x" + "ab" * 32, "ab" * 32 + "\n"])
def test_a_private_key_is_not_sent_as_a_target(key: str) -> None:
    for make in (
        lambda: operations.ExportWallet(wallet_id="w", target_public_key=key),
        lambda: operations.ExportWalletAccount(address="a", target_public_key=key),
    ):
        with pytest.raises(InvalidRequest, match="target_public_key has the form of a private key") as raised:
            make()
        assert "abab" not in str(raised.value).lower()


def test_a_target_key_is_a_point_on_its_curve() -> None:
    for last in ("4", "6"):
        key = specification.BASE_POINT[:-1] + last
        for make in (
            lambda key=key: operations.ExportWallet(wallet_id="w", target_public_key=key),
            lambda key=key: operations.ExportWalletAccount(address="a", target_public_key=key),
        ):
            with pytest.raises(
                InvalidRequest, match="target_public_key must be an uncompressed point on P-256"
            ):
                make()


def test_a_name_can_be_that_of_an_argument_of_python() -> None:
    for name in ("cls", "self"):
        given: Any = {name: 1, "wallet_id": "w", "target_public_key": specification.BASE_POINT}
        with pytest.raises(TypeError, match=f"'{name}'"):
            operations.ExportWallet(**given)
        with pytest.raises(InvalidRequest, match=f"{name} is unknown"):
            operations.ExportWallet.from_params(
                {name: 1, "walletId": "w", "targetPublicKey": specification.BASE_POINT}
            )


def patterns_in(schema: Any) -> Iterator[str]:
    """List the patterns of a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        for inner in schema.values():
            yield from patterns_in(inner)


def test_patterns_are_regular_expressions_of_every_engine() -> None:
    # RE2, and so Go, knows no lookaround and no backreferences; ECMA-262 no \A and no \Z.
    portable = re.compile(r"\^(?:[^\\()^$]|\\[+.]|\((?!\?)|\))+\$")
    patterns = set(patterns_in(SCHEMAS))
    assert len(patterns) == 7
    for pattern in patterns:
        assert portable.fullmatch(pattern), pattern


def test_what_is_optional_in_a_request_is_null_only_where_that_means_something() -> None:
    definitions: Any = operation_schemas(["set_ip_allowlist", "update_user"])["$defs"]
    assert definitions["SetIpAllowlist"]["properties"]["publicKey"] == {
        "description": "The public key of the API key to set the list for; null for the organization.",
        "anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}],
    }
    assert definitions["UpdateUser"]["properties"]["userName"] == {
        "type": "string",
        "description": "The user's new name.",
    }


@pytest.mark.parametrize("names", [["nope"], "export_wallet", ["Export_Wallet"], [" export_wallet "]])
def test_schemas_are_of_operations_alone(names: list[str]) -> None:
    with pytest.raises(InvalidRequest, match="the operation is unknown; use one of "):
        operation_schemas(names)


def test_a_subclass_is_the_same_operation() -> None:
    class Other(operations.CreatePolicy, frozen=True, kw_only=True):
        """The operation, with something of the caller's own."""

    for name in ("operation_name", "activity_type", "intent_key", "result_key", "result_type"):
        assert getattr(Other, name) == getattr(operations.CreatePolicy, name)
