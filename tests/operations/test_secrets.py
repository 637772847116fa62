"""The operations on secrets: what an answer must have, and what nothing vouches for."""

import json
from datetime import datetime, timezone
from typing import Any, Final, NamedTuple

import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    ContextMismatch,
    DecryptionFailed,
    InvalidRequest,
    KeyMismatch,
    MalformedInput,
    SecretTarget,
    TargetKey,
    operations,
)
from sealwax._limits import MAX_SECRETS_OF_A_REQUEST
from sealwax.operations import ExportSecrets, SealedRequest
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, SEED, near_texts

STAMPER = ApiKeyStamper(ApiKey.from_private_key(b"\x07" * 32), deterministic=True)
ENCLAVE = ReferenceEnclave(SEED)
MINE, THEIRS = TargetKey.from_private_key("08" * 32), TargetKey.from_private_key("09" * 32)
SUITE: Final = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"


def sealed(operation: Any) -> SealedRequest[Any]:
    request: SealedRequest[Any] = operation.seal(STAMPER, organization_id=ORGANIZATION, timestamp_ms=1)
    return request


def answer(request: SealedRequest[Any], **result: object) -> Any:
    operation: Any = request.operation
    activity = {
        "id": "a",
        "organizationId": ORGANIZATION,
        "status": "ACTIVITY_STATUS_COMPLETED",
        "type": operation.activity_type,
        "intent": {operation.intent_key: operation.to_params()},
        "result": {operation.result_key: result},
        "votes": [],
        "fingerprint": "sha256:",
        "canApprove": False,
        "canReject": False,
        "createdAt": "",
        "updatedAt": "",
    }
    return request.read(json.dumps({"activity": activity}))


def export(text: str, key: TargetKey = MINE, organization_id: str = ORGANIZATION) -> str:
    return ENCLAVE.export_secret(text, organization_id=organization_id, target_public_key=key.public_key)


def target(organization_id: str = ORGANIZATION) -> str:
    return ENCLAVE.secret_import_bundle(organization_id=organization_id)


def init(number: int) -> SealedRequest[Any]:
    return sealed(operations.InitImportSecrets(encryption_suite=SUITE, num_secrets=number))


def test_import_targets_are_verified() -> None:
    request = init(2)
    targets = answer(request, enclaveTargetMessages=[target(), target()]).result.verify(keys=ENCLAVE.keys)
    assert [type(each) for each in targets] == [SecretTarget] * 2
    for messages in ([target()], [target()] * 3, []):
        with pytest.raises(MalformedInput, match="enclaveTargetMessages instead of 2"):
            answer(request, enclaveTargetMessages=messages)
    other = answer(request, enclaveTargetMessages=[target(), target("other")])
    with pytest.raises(ContextMismatch):
        other.result.verify(keys=ENCLAVE.keys)
    repeated = answer(request, enclaveTargetMessages=[target()] * 2)
    with pytest.raises(MalformedInput, match="two import targets have one key"):
        repeated.result.verify(keys=ENCLAVE.keys)
    with pytest.raises(BadSignature):
        answer(init(1), enclaveTargetMessages=[target().replace("2c22", "2c23", 1)]).result.verify(
            keys=ENCLAVE.keys
        )


def test_an_import_has_an_id_for_each_secret() -> None:
    secrets = [
        {"secretPayload": "x", "targetPublicKey": key.public_key, "encryptionSuite": SUITE}
        for key in (MINE, THEIRS)
    ]
    request = sealed(operations.ImportSecrets.from_params({"secrets": secrets}))
    assert answer(request, secretIds=["1", "2"]).result.secret_ids == ("1", "2")
    for ids in (["1"], ["1", "2", "3"], []):
        with pytest.raises(MalformedInput, match="secretIds instead of 2"):
            answer(request, secretIds=ids)
    for wrong in ("x", 5, {"1": "2"}):
        with pytest.raises(MalformedInput, match=r"secretIds must be an array"):
            answer(request, secretIds=wrong)
    with pytest.raises(InvalidRequest, match=r"secrets\[1\].targetPublicKey is there twice"):
        operations.ImportSecrets.from_params({"secrets": [secrets[0], secrets[0]]})


def test_an_export_is_opened_in_the_order_of_the_request() -> None:
    operation = ExportSecrets.for_recipient(["1", "2"], MINE.public_key)
    request = sealed(operation)
    payloads = [export("one"), export("two")]
    result = answer(request, secretPayloads=payloads).result
    assert [each.text for each in result.decrypt(MINE, keys=ENCLAVE.keys)] == ["one", "two"]
    # Nothing vouches for which is which.
    swapped = answer(request, secretPayloads=payloads[::-1]).result
    assert [each.text for each in swapped.decrypt(MINE, keys=ENCLAVE.keys)] == ["two", "one"]
    assert "one" not in repr(result)
    assert payloads[0] not in repr(result)
    for wrong in (payloads[:1], [*payloads, payloads[0]], []):
        with pytest.raises(MalformedInput, match="secretPayloads instead of 2"):
            answer(request, secretPayloads=wrong)
    with pytest.raises(KeyMismatch, match="other target keys"):
        result.decrypt(THEIRS, keys=ENCLAVE.keys)
    for wrong, error in (
        ([payloads[0], export("two", THEIRS)], DecryptionFailed),
        ([payloads[0], export("two", organization_id="other")], ContextMismatch),
    ):
        with pytest.raises(error):
            answer(request, secretPayloads=wrong).result.decrypt(MINE, keys=ENCLAVE.keys)


def test_each_recipient_gets_their_own() -> None:
    one, two = (
        ExportSecrets.for_recipient([each], key.public_key) for each, key in (("1", MINE), ("2", THEIRS))
    )
    request = sealed(ExportSecrets(secrets=[*one.secrets, *two.secrets]))
    result = answer(request, secretPayloads=[export("one"), export("two", THEIRS)]).result
    assert [each.text for each in result.decrypt(MINE, keys=ENCLAVE.keys)] == ["one"]
    assert [each.text for each in result.decrypt(THEIRS, keys=ENCLAVE.keys)] == ["two"]


class Device(NamedTuple):
    """A key that has a name of its own."""

    public_key: str

    def exchange(self, public_key: bytes) -> bytes:
        return MINE.exchange(public_key)


def test_the_whole_key_of_an_export_is_compared() -> None:
    request = sealed(ExportSecrets.for_recipient(["1"], MINE.public_key))
    result = answer(request, secretPayloads=[export("one")]).result
    assert result.decrypt(Device(MINE.public_key), keys=ENCLAVE.keys)[0].text == "one"
    near = [each for each in near_texts(MINE.public_key) if each.lower() != MINE.public_key]
    for other in (*near, MINE.public_key.replace("ff", "\ufb00")):
        with pytest.raises(KeyMismatch, match="other target keys"):
            result.decrypt(Device(other), keys=ENCLAVE.keys)


def test_a_deletion_names_the_same_secrets() -> None:
    request = sealed(operations.DeleteSecrets(secret_ids=["a", "b"]))
    assert answer(request, secretIds=["A", "b"]).result.secret_ids == ("A", "b")
    for ids in (["a"], ["b", "a"], ["a", "b", "c"], ["a", "x"], "ab"):
        with pytest.raises(MalformedInput, match="another secretIds"):
            answer(request, secretIds=ids)


def test_limits() -> None:
    ids = [str(number) for number in range(MAX_SECRETS_OF_A_REQUEST + 1)]
    operations.DeleteSecrets(secret_ids=ids[:-1])
    ExportSecrets.for_recipient(ids[:-1], MINE.public_key)
    with pytest.raises(InvalidRequest, match=": secret_ids must have at most"):
        operations.DeleteSecrets(secret_ids=ids)
    with pytest.raises(InvalidRequest, match=": secret_ids must have at most"):
        ExportSecrets.for_recipient(ids, MINE.public_key)
    operations.DeleteSecrets(secret_ids=["ab", "abc", " ab ", "ss1", "\u00df1"])
    for twice in (["a", "b", "a"], ["a", "b", "A"]):
        with pytest.raises(InvalidRequest, match=r"secret_ids\[2\] is there twice"):
            operations.DeleteSecrets(secret_ids=twice)
        with pytest.raises(InvalidRequest, match=r": secret_ids\[2\] is there twice"):
            ExportSecrets.for_recipient(twice, MINE.public_key)


def test_the_arguments_of_an_export_to_one_recipient_are_named() -> None:
    make: Any = ExportSecrets.for_recipient
    for secret_ids, key, context, words in (
        (["a", ""], MINE.public_key, None, "secret_ids[1] must not be empty"),
        (["a", None], MINE.public_key, None, "secret_ids[1] must be a string"),
        ([], MINE.public_key, None, "secret_ids must not be empty"),
        (["a"], "ab" * 32, None, "target_public_key has the form of a private key; pass the public key"),
        (["a"], 5, None, "target_public_key must be a string"),
        (["a"], MINE.public_key, {"k": 5}, "request_context[0].value must be a string"),
    ):
        with pytest.raises(InvalidRequest) as caught:
            make(secret_ids, key, request_context=context)
        assert str(caught.value) == f"export_secrets: {words}"
    with pytest.raises(TypeError, match="secret_ids must be a list of strings"):
        make("abc", MINE.public_key)
    with pytest.raises(TypeError, match="secret_ids must be Sequence"):
        make(None, MINE.public_key)
    with pytest.raises(TypeError, match="request_context must be Mapping"):
        make(["a"], MINE.public_key, request_context=[("k", "v")])


def test_a_list_has_no_secrets() -> None:
    request = operations.ListSecrets(pagination_options=operations.Pagination(limit="2")).seal(
        STAMPER, organization_id=ORGANIZATION
    )
    assert json.loads(request.body) == {"organizationId": ORGANIZATION, "paginationOptions": {"limit": "2"}}
    records = [{"secretId": "1", "staticProperties": [{"key": "k", "value": "v"}], "createdAtUnixMs": "5"}]
    (secret,) = request.read(json.dumps({"secrets": records})).secrets
    assert (secret.secret_id, secret.name) == ("1", None)
    assert secret.created_at == datetime(1970, 1, 1, 0, 0, 0, 5000, timezone.utc)
    records[0]["createdAtUnixMs"] = "05"
    (secret,) = request.read(json.dumps({"secrets": records})).secrets
    with pytest.raises(MalformedInput, match=r"^createdAtUnixMs must be a time in milliseconds"):
        _ = secret.created_at
    assert [(each.key, each.value) for each in secret.static_properties] == [("k", "v")]
