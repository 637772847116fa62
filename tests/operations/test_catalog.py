"""The operations of the catalog: each is made from a sample, sealed, checked, and its answer is read."""

import ast
import inspect as python_inspect
import json
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    MalformedInput,
    NotCompleted,
    operations,
)
from sealwax.operations import (
    OPERATIONS,
    UncheckedActivity,
    catalog,
    forms,
)
from sealwax.operations.all_operations import NEWEST, SPECIFIED
from sealwax.operations.catalog.index import MODULES, OPERATIONS_BY_CLASS
from sealwax.operations.operation import ActivityOperation
from sealwax.operations.responses import is_ours
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.requests.reading import read_fields
from tests.loops import failures
from tests.operations.specification import BASE_POINT
from tools.catalog import decisions, documents, field_texts
from tools.catalog.generator import PACKAGE

STAMPER = ApiKeyStamper(ApiKey.from_private_key("01" * 32))
CLASSES = [name for name, facts in OPERATIONS_BY_CLASS.items() if not facts.specified]
"""The operations that no other test has a table of."""
NEWEST_CLASSES = [class_name for class_name, facts in NEWEST.values() if not facts.specified]
TEXTS = {
    inspect.type_info(forms.Int64Text).type.pattern: "12",  # type: ignore[attr-defined] # of a text
    r"^[1-9][0-9]{0,18}\Z": "900",
    r"^([1-9][0-9]?|100)\Z": "10",
    r"^[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})\Z": "192.0.2.0/24",
}
"""Texts that have a form."""


def bare(kind: inspect.Type) -> Any:
    """Take what is optional, or described, as what it is."""
    if isinstance(kind, inspect.Metadata):
        return bare(kind.type)
    if isinstance(kind, inspect.UnionType):
        (only,) = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return bare(only)
    return kind


def is_sent(cls: type, field: Any) -> bool:
    """Whether a field is one of the wire."""
    return not (issubclass(cls, operations.Record) and is_ours(field.encode_name))


def sample(kind: inspect.Type, *, whole: bool) -> Any:  # noqa: PLR0911 - one for each kind
    """Make a value of a type, with everything that may be left out, or without."""
    kind = bare(kind)
    match kind:
        case inspect.StructType() if kind.cls is UncheckedActivity:
            return activity()
        case inspect.StructType():
            fields = [
                field for field in kind.fields if is_sent(kind.cls, field) and (whole or field.required)
            ]
            made = {field.encode_name: sample(field.type, whole=whole) for field in fields}
            return made | dict.fromkeys(made.keys() & {"targetPublicKey"}, BASE_POINT)
        case inspect.VarTupleType():
            return [sample(kind.item_type, whole=whole)]
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.StrType():
            return TEXTS[kind.pattern] if kind.pattern else "x"
        case inspect.IntType():
            return 1
        case inspect.BoolType():
            return True
        case inspect.DictType():
            return {}
    raise AssertionError(kind)


MEANT: dict[str, object] = {
    "contact": "a@example.com",
    "expirationSeconds": "600",
    "filterType": "EMAIL",
    "otpLength": 6,
    "otpType": "OTP_TYPE_EMAIL",
    "userPhoneNumber": "+41791234567",
}
"""Values that the service knows more of than the description."""


def operation_of(class_name: str) -> Any:
    return getattr(operations, class_name)


@cache
def _arguments(class_name: str, whole: bool) -> str:
    return json.dumps(sample(inspect.type_info(operation_of(class_name)), whole=whole))


def arguments(class_name: str, *, whole: bool = True) -> Any:
    return json.loads(_arguments(class_name, whole))


def seal(class_name: str, params: Any, organization_id: str = "o") -> Any:
    operation = operation_of(class_name).from_params(params)
    if operation.surface == "auth_proxy":
        return operation.seal(configuration_id="c")
    return operation.seal(STAMPER, organization_id=organization_id)


def test_every_operation_of_the_api_is_there() -> None:
    paths = [
        *documents.committed(documents.PUBLIC_API)["paths"],
        *documents.committed(documents.BEYOND)["paths"],
        *documents.committed(documents.AUTH_PROXY)["paths"],
    ]
    assert sorted(operation.path() for operation in OPERATIONS.values()) == sorted(paths)
    assert len(OPERATIONS) == len(NEWEST) > 180
    assert [*OPERATIONS][: len(SPECIFIED)] == [*SPECIFIED]
    for name, operation in OPERATIONS.items():
        assert operation.operation_name == name
        assert getattr(operations, operation.__name__) is operation
        assert name in OPERATIONS
    assert "nope" not in OPERATIONS
    assert OPERATIONS.get("nope") is None
    assert repr(OPERATIONS) == f"OPERATIONS({len(paths)} operations)"
    with pytest.raises(KeyError):
        OPERATIONS["nope"]
    with pytest.raises(AttributeError, match="has no attribute 'Nope'"):
        getattr(catalog, "Nope")  # noqa: B009 - type checkers refuse the attribute
    assert dir(catalog) == sorted(catalog.__all__) == sorted(MODULES)


def test_the_times_of_a_record() -> None:
    times = {
        "createdAt": {"seconds": "1767225600", "nanos": "5000"},
        "updatedAt": {"seconds": "x", "nanos": "0"},
    }
    answer = answer_to("GetWallet")
    answer["wallet"] |= times
    sealed = operations.GetWallet(wallet_id="w").seal(STAMPER, organization_id="o")
    wallet = sealed.read(json.dumps(answer)).wallet
    assert wallet.created_at.isoformat() == "2026-01-01T00:00:00.000005+00:00"
    with pytest.raises(MalformedInput, match="updatedAt is not a time"):
        _ = wallet.updated_at
    line = operations.LogLine(content="c")
    assert line.ts is None


def test_each_time_is_read_from_its_field() -> None:
    records = [getattr(catalog, name) for name in MODULES]
    times = [
        (record, name)
        for record in records
        for name, value in vars(record).items()
        if isinstance(value, property) and name != "raw"
    ]
    assert times
    for record, name in times:
        fields = sample(inspect.type_info(record), whole=True)
        (wire_name,) = (
            field.encode_name for field in msgspec.structs.fields(record) if field.name == f"_{name}"
        )
        if isinstance(fields[wire_name], str):
            fields[wire_name] = "7000" if wire_name.endswith("UnixMs") else "1970-01-01T00:00:07Z"
        else:
            fields[wire_name] = {"seconds": "7", "nanos": "0"}
        assert getattr(msgspec.convert(fields, record), name).timestamp() == 7, (record, name)


def arguments_of_answer(class_name: str) -> Any:
    """Make the result, or the answer to a query."""
    return sample(inspect.type_info(operation_of(class_name).result_type), whole=True)


def activity(**fields: object) -> Any:
    return {
        "id": "i",
        "organizationId": "o",
        "status": "ACTIVITY_STATUS_COMPLETED",
        "type": "ACTIVITY_TYPE_X",
        "intent": {"xIntent": {}},
        "result": {},
        "votes": [],
        "fingerprint": "f",
        "canApprove": False,
        "canReject": False,
        "createdAt": {"seconds": "1", "nanos": "0"},
        "updatedAt": {"seconds": "1", "nanos": "0"},
        **fields,
    }


def answer_to(class_name: str, **fields: object) -> Any:
    operation = operation_of(class_name)
    if not issubclass(operation, ActivityOperation):
        return arguments_of_answer(class_name)
    if operation.result_type is UncheckedActivity:
        return {"activity": activity(**fields)}
    return {
        "activity": activity(
            **{
                "type": operation.activity_type,
                "intent": {operation.intent_key: arguments(class_name)},
                "result": {operation.result_key: arguments_of_answer(class_name)},
                **fields,
            }
        )
    }


def test_the_ids_in_a_result_are_those_of_the_request() -> None:
    params = arguments("CreateReadWriteSession", whole=False)
    answer = json.dumps(answer_to("CreateReadWriteSession"))
    # Without the parameter, the service chooses the user.
    assert seal("CreateReadWriteSession", params).read(answer).result.user_id == "x"
    assert seal("CreateReadWriteSession", {**params, "userId": "X"}).read(answer).result.user_id == "x"
    with pytest.raises(MalformedInput, match="about another userId"):
        seal("CreateReadWriteSession", {**params, "userId": "y"}).read(answer)
    with pytest.raises(MalformedInput, match="about another privateKeyId"):
        exported = seal("ExportPrivateKey", {"privateKeyId": "y", "targetPublicKey": BASE_POINT})
        exported.read(json.dumps(answer_to("ExportPrivateKey")))


def test_an_activity_in_an_answer_is_typed() -> None:
    sealed = operations.GetActivity(activity_id="i").seal(STAMPER, organization_id="o")
    completed = sealed.read(json.dumps({"activity": activity(result={"xResult": {"a": 1}})})).activity
    assert (completed.is_completed, completed.result) == (True, {"xResult": {"a": 1}})
    waiting = activity(status="ACTIVITY_STATUS_PENDING", result={})
    pending = sealed.read(json.dumps({"activity": waiting})).activity
    with pytest.raises(NotCompleted) as caught:
        _ = pending.result
    assert caught.value.activity_id == "i"
    listed = operations.ListActivities().seal(STAMPER, organization_id="o")
    (one,) = listed.read(json.dumps({"activities": [waiting]})).activities
    assert one == pending


def test_types_of_parameters_and_answers() -> None:
    """mypy checks what is here."""
    wallet = operations.CreateWallet(
        wallet_name="w",
        accounts=[
            operations.WalletAccountParams(
                curve="CURVE_SECP256K1",
                path_format="PATH_FORMAT_BIP32",
                path="m/44'/60'/0'/0/0",
                address_format="ADDRESS_FORMAT_ETHEREUM",
            )
        ],
    )
    created = wallet.seal(STAMPER, organization_id="o").read(json.dumps(answer_to("CreateWallet"))).result
    addresses: tuple[str, ...] = tuple(created.addresses)
    wallet_id: str = created.wallet_id
    assert (wallet_id, addresses) == ("x", ("x",))
    me = operations.GetWhoami().seal(STAMPER, organization_id="o").read(json.dumps(answer_to("GetWhoami")))
    user_id: str = me.user_id
    assert user_id == "x"


def test_tokens_are_not_shown() -> None:
    shown = repr(operations.OtpAuth(otp_id="o", otp_code="123456", target_public_key=BASE_POINT))
    assert "123456" not in shown
    assert shown == f"OtpAuth(otp_id='o', otp_code=<hidden>, target_public_key='{BASE_POINT}')"


def check_the_local_service_reads_what_it_has_a_route_for(class_name: str) -> None:
    operation = operation_of(class_name)
    row: Any = SUBMITS.get(operation.operation_name) or QUERIES.get(operation.operation_name)
    if row is None:
        return
    params = json.loads(
        json.dumps(arguments(class_name)),
        object_hook=lambda each: {**each, **{name: MEANT[name] for name in each.keys() & MEANT.keys()}},
    )
    if operation.surface == "query":
        read_fields(class_name, row.parameters, {"organizationId": "o", **params}, strict=True)
        return
    (version,) = [each for each in row.versions if each.type == operation.activity_type]
    assert version.intent_key == operation.intent_key
    assert version.result_key in {None, getattr(operation, "result_key", None)}
    reader, _ = row.handlers[version.type]
    reader.from_params(params)


def test_the_local_service_reads_what_it_has_a_route_for() -> None:
    assert failures(check_the_local_service_reads_what_it_has_a_route_for, NEWEST_CLASSES) == []


@cache
def class_nodes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse((PACKAGE / f"{module}.py").read_text())
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def fields_of(node: ast.ClassDef) -> Iterator[tuple[str, ast.AnnAssign, ast.stmt | None]]:
    """Give the name of each field of a class, its line and what is under it."""
    for line, following in zip(node.body, [*node.body[1:], None], strict=True):
        match line:
            case ast.AnnAssign(target=ast.Name("result_type")):
                pass  # A constant.
            case ast.AnnAssign(target=ast.Name(name)):
                yield name, line, following
            case _:
                pass


CATALOGED = [(name, node) for module in {*MODULES.values()} for name, node in class_nodes(module).items()]


def test_each_field_has_its_text_where_editors_show_it() -> None:
    found = 0
    for name, node in CATALOGED:
        for field, line, following in fields_of(node):
            text = field_texts.find(name, field.removeprefix("_"))
            assert text, (name, field)
            if field.startswith("_"):
                # A time, which a property reads.
                shown = getattr(operation_of(name), field[1:]).__doc__
                assert shown.startswith(f"{text.removesuffix('.')}, as an aware datetime.")
                continue
            assert isinstance(following, ast.Expr), (name, field)
            assert ast.literal_eval(following.value).split() == text.split()
            is_in_schemas = name in decisions.SPECIFIED_FIELDS or bool(decisions.ENCODED.search(text))
            assert (f"about({text!r})" in ast.unparse(line.annotation)) is is_in_schemas
            found += 1
    assert found > 1400


def test_the_facts_are_of_operations() -> None:
    assert decisions.SUMMARIES.keys() == {*NEWEST, *decisions.OLDER}
    for names in (decisions.CLASS_NAMES, decisions.OLDER):
        assert names.keys() <= {*OPERATIONS}


@pytest.mark.parametrize("path", documents.committed(documents.AUTH_PROXY)["paths"])
def test_the_auth_proxy_has_the_described_fields(path: str) -> None:
    facts = documents.committed(documents.AUTH_PROXY)
    (operation,) = [
        each for each in OPERATIONS.values() if each.surface == "auth_proxy" and each.path() == path
    ]
    for cls, definition in (
        (operation, facts["paths"][path]["body"]),
        (operation.result_type, facts["paths"][path]["answer"]),
    ):
        fields = [field for field in msgspec.structs.fields(cls) if is_sent(cls, field)]
        described = {*facts["definitions"][definition]} - NOT_SPECIFIED.get(cls.__name__, set())
        assert {f"{field.encode_name}{'' if field.required else '?'}" for field in fields} == described


NOT_SPECIFIED = {"Signup": {"userId"}}
"""The described fields that the API's specification does not have."""


def test_the_documentation_of_classes() -> None:
    wanted = {
        "AppStatus": "The status of a verifiable cloud application, with its deployments.",
        "CreateApiKeysResult": "The result of create_api_keys.",
        "CreateApiKeysV1Result": "The result of create_api_keys, version 1.",
        "CreateUsersV3Result": "The result of create_users, version 3.",
        "GetWhoamiResult": "The answer to whoami.",
        "Login": "The answer to a login through the auth proxy.",
        "RootUserParams": "A root user of a new sub-organization.",
        "WalletResult": "The wallet that was created with a sub-organization.",
    }
    assert {name: operation_of(name).__doc__ for name in wanted} == wanted


def test_each_class_is_where_the_index_says() -> None:
    for name, module in MODULES.items():
        value = operation_of(name)
        if isinstance(value, type):
            assert (value.__name__, value.__module__) == (name, f"{catalog.__name__}.{module}")
            assert name in class_nodes(module)
            assert python_inspect.getdoc(value)
        facts = OPERATIONS_BY_CLASS.get(name)
        if facts is not None:
            assert value.operation_name == facts.name
            assert (facts.surface == "vote") is (value.result_type is UncheckedActivity)
            for member in ("activity_type", "intent_key", "makes_app_proofs", "result_key"):
                wanted = getattr(facts, member) if facts.is_activity else None
                assert getattr(value, member, None) == wanted


def check_an_operation_has_its_constants_where_it_is_written(name: str) -> None:
    operation, facts = operation_of(name), OPERATIONS_BY_CLASS[name]
    written = {}
    for statement in class_nodes(MODULES[name])[name].body:
        match statement:
            case ast.Assign(targets=[ast.Name(constant)], value=value):
                written[constant] = ast.unparse(value)
            case ast.AnnAssign(target=ast.Name("result_type"), value=ast.expr() as value):
                written["result_type"] = ast.unparse(value)
    wanted = {constant: repr(value) for constant, value in facts.constants().items()}
    if facts.surface != "vote":
        (result,) = get_args(operation.__orig_bases__[0])
        wanted["result_type"] = result.__name__
    assert written == wanted


def test_an_operation_has_its_constants_where_it_is_written() -> None:
    assert failures(check_an_operation_has_its_constants_where_it_is_written, OPERATIONS_BY_CLASS) == []
