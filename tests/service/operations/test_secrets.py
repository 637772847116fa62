"""The local service's secrets: imported, listed, exported by several people, deleted."""

import json
from typing import Any, Final

import pytest

from sealwax import ApiKey, ApiKeyStamper, ServiceError, TargetKey, decrypt_secret_export, operations
from sealwax_service import LocalService
from tests.service.client import TARGET, Client

SUITE: Final = "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"


def perform(client: Client, operation: Any) -> Any:
    """Send one of this library's requests, and read the result."""
    request = operation.seal(
        ApiKeyStamper(client.key), organization_id=client.organization_id, base_url=client.service.url
    )
    answer = client.http.post(request.url, content=request.body, headers=request.headers)
    read = request.read(answer.content, http_status=answer.status_code)
    return read.result if isinstance(read, operations.Activity) else read


def import_secrets(client: Client, *texts: str, **fields: object) -> list[str]:
    made = perform(client, operations.InitImportSecrets(encryption_suite=SUITE, num_secrets=len(texts)))
    targets = made.verify(keys=client.service.keys)
    secrets = [
        {
            "secretPayload": target.encrypt_secret(text),
            "targetPublicKey": target.public_key,
            "encryptionSuite": SUITE,
            **fields,
        }
        for target, text in zip(targets, texts, strict=True)
    ]
    ids = perform(client, operations.ImportSecrets.from_params({"secrets": secrets})).secret_ids
    return [*ids]


def export(client: Client, *ids: str, key: TargetKey = TARGET) -> list[str]:
    result = perform(client, operations.ExportSecrets.for_recipient(ids, key.public_key))
    return [each.text for each in result.decrypt(key, keys=client.service.keys)]


def listed(client: Client, **options: str) -> list[str]:
    page = operations.Pagination.from_params(options) if options else None
    found = perform(client, operations.ListSecrets(pagination_options=page)).secrets
    return [each.secret_id for each in found]


def test_secrets_come_back(client: Client) -> None:
    ids = import_secrets(client, "one", "two")
    assert export(client, ids[1], ids[0]) == ["two", "one"]
    named = import_secrets(client, "three", name="n", staticProperties=[{"key": "k", "value": "v"}])
    (secret, *others) = perform(client, operations.ListSecrets()).secrets
    assert (secret.secret_id, secret.name) == (named[0], "n")
    assert [(each.key, each.value) for each in secret.static_properties] == [("k", "v")]
    assert [each.secret_id for each in others] == ids[::-1]
    assert others[0].name is None
    assert perform(client, operations.DeleteSecrets(secret_ids=ids)).secret_ids == tuple(ids)
    assert listed(client) == named
    assert client.submit("delete_secrets", secretIds=ids).error == (404, "SEALWAX_NOT_FOUND")
    assert client.submit("export_secrets", **export_of(ids[0])).error == (404, "SEALWAX_NOT_FOUND")


def export_of(*ids: str) -> dict[str, Any]:
    fields = {"targetPublicKey": TARGET.public_key, "encryptionSuite": SUITE}
    return {"secrets": [{"secretId": each, **fields} for each in ids]}


def test_a_target_works_once_and_only_for_its_key(client: Client) -> None:
    (target, other) = perform(
        client, operations.InitImportSecrets(encryption_suite=SUITE, num_secrets=2)
    ).verify(keys=client.service.keys)
    whole = {
        "secretPayload": target.encrypt_secret("x"),
        "targetPublicKey": target.public_key,
        "encryptionSuite": SUITE,
    }
    wrong = {"secrets": [{**whole, "targetPublicKey": other.public_key}]}
    assert client.submit("import_secrets", **wrong).status == 400
    client.submit("import_secrets", secrets=[whole]).check()
    assert client.submit("import_secrets", secrets=[whole]).status == 400


def test_names_are_unique(client: Client) -> None:
    import_secrets(client, "one", name="n")
    with pytest.raises(ServiceError, match="this name"):
        import_secrets(client, "two", name="n")
    with pytest.raises(ServiceError, match="this name"):
        import_secrets(client, "two", "three", name="m")
    import_secrets(client, "two", name="m")


def test_too_many_targets(client: Client) -> None:
    reply = client.submit("init_import_secrets", encryptionSuite=SUITE, numSecrets=33)
    assert reply.error == (400, "REQUEST_INVALID")


def need_approvals(client: Client, number: int) -> None:
    client.submit(
        "create_policy",
        policyName="p",
        effect="EFFECT_ALLOW",
        condition="activity.type == 'ACTIVITY_TYPE_EXPORT_SECRETS'",
        consensus=f"approvers.count() >= {number}",
        notes="",
    ).check()


@pytest.fixture
def voters(client: Client) -> list[Client]:
    """Three users, who are all needed for an export."""
    made = []
    for _ in range(3):
        key = ApiKey.generate()
        client.add_user(key)
        made.append(client.with_key(key))
    need_approvals(client, 3)
    return made


def test_the_same_bytes_by_another_user_are_a_vote(client: Client, voters: list[Client]) -> None:
    (secret_id,) = import_secrets(client, "shared")
    body = client.body("export_secrets", export_of(secret_id))
    waiting = {"status": "ACTIVITY_STATUS_CONSENSUS_NEEDED", "result": {}}
    for number, voter in enumerate(voters[:2]):
        activity = voter.post("export_secrets", body).activity
        assert waiting.items() <= activity.items()
        assert len(activity["votes"]) == number + 1
        # The same user again is no further vote.
        assert len(voter.post("export_secrets", body).activity["votes"]) == number + 1
    (payload,) = voters[2].post("export_secrets", body).result["secretPayloads"]
    opened = decrypt_secret_export(
        payload, TARGET, organization_id=client.organization_id, keys=client.service.keys
    )
    assert opened.text == "shared"
    (payload_again,) = voters[0].post("export_secrets", body).result["secretPayloads"]
    assert payload_again == payload


def test_a_denied_user_cannot_vote_so(client: Client, voters: list[Client]) -> None:
    (secret_id,) = import_secrets(client, "shared")
    body = client.body("export_secrets", export_of(secret_id))
    waiting = voters[0].post("export_secrets", body).activity
    client.submit(
        "create_policy",
        policyName="no",
        effect="EFFECT_DENY",
        condition="activity.type == 'ACTIVITY_TYPE_EXPORT_SECRETS'",
        notes="",
    ).check()
    assert voters[1].post("export_secrets", body).error == (403, "")
    approval = voters[1].submit("approve_activity", fingerprint=waiting["fingerprint"])
    assert approval.error == (403, "")
    seen = client.query("get_activity", activityId=waiting["id"])["activity"]
    assert (seen["status"], len(seen["votes"])) == ("ACTIVITY_STATUS_CONSENSUS_NEEDED", 1)


def test_a_secret_that_is_deleted_meanwhile(client: Client, voters: list[Client]) -> None:
    (secret_id,) = import_secrets(client, "shared")
    body = client.body("export_secrets", export_of(secret_id))
    for voter in voters[:2]:
        voter.post("export_secrets", body).check()
    client.submit("delete_secrets", secretIds=[secret_id]).check()
    activity = voters[2].post("export_secrets", body).activity
    assert activity["status"] == "ACTIVITY_STATUS_FAILED"
    assert "secret" in json.dumps(activity["failure"])


def test_no_secret_is_shown(local_service: LocalService, client: Client) -> None:
    import_secrets(client, "very-secret")
    assert "very-secret" not in json.dumps(client.admin("overview"))
    (organization, *_) = local_service._deployment.state.organizations.values()
    assert "very-secret" not in repr(organization.secrets)
