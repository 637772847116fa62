"""Policies: made, changed, deleted, and seen through the queries."""

from types import MappingProxyType

import pytest

from sealwax import ApiKey
from tests.service.client import INVALID, MISSING, NOT_FOUND, Client, new_tag

ALLOW_POLICY = MappingProxyType({"policyName": "p", "effect": "EFFECT_ALLOW", "notes": "n"})
TWO = "approvers.count() >= 2"


def policy(name: str = "p", **changes: object) -> dict[str, object]:
    return {"policyName": name, "effect": "EFFECT_ALLOW", "condition": "true", "notes": "", **changes}


def test_create_and_update(client: Client) -> None:
    made = client.submit("create_policy", **ALLOW_POLICY, condition="true", consensus=TWO).result
    client.submit("update_policy", policyId=made["policyId"]).check()
    shown = client.query("get_policy", policyId=made["policyId"])["policy"]
    assert (shown["policyName"], shown["consensus"], shown["notes"]) == ("p", TWO, "n")
    assert shown in client.query("list_policies")["policies"]


def test_update(client: Client) -> None:
    policy_id = client.service.ids["policyId"]
    result = client.submit(
        "update_policy",
        policyId=policy_id,
        policyName="new",
        policyEffect="EFFECT_DENY",
        policyCondition="activity.type == 'ACTIVITY_TYPE_EXPORT_WALLET'",
        policyConsensus="",
        policyNotes="why",
    ).result
    assert result == {"policyId": policy_id}
    shown = client.query("get_policy", policyId=policy_id)["policy"]
    assert (shown["policyName"], shown["effect"], shown["notes"]) == ("new", "EFFECT_DENY", "why")
    assert client.submit("update_policy", policyId=MISSING).error == (404, "SEALWAX_NOT_FOUND")
    client.submit("update_policy", policyId=policy_id, policyName="newer").check()
    client.submit("update_policy", policyId=policy_id, policyNotes="because").check()
    shown = client.query("get_policy", policyId=policy_id)["policy"]
    assert (shown["policyName"], shown["effect"], shown["notes"]) == ("newer", "EFFECT_DENY", "because")


@pytest.mark.parametrize(
    ("expressions", "code", "words"),
    [
        (
            {"consensus": "activity.type == 'A'"},
            "SEALWAX_INVALID_POLICY_CONSENSUS",
            "`activity`: the consensus",
        ),
        (
            {"condition": "approvers.count() > 1"},
            "SEALWAX_INVALID_POLICY_CONDITION",
            "`approvers`: the condition",
        ),
        (
            {"condition": " "},
            "SEALWAX_INVALID_POLICY_CONDITION",
            "invalid policy condition: it ends too early",
        ),
        (
            {"consensus": "true)"},
            "SEALWAX_INVALID_POLICY_CONSENSUS",
            "invalid policy consensus: `)` at character 5",
        ),
    ],
)
def test_what_is_not_evaluated_is_refused(
    client: Client, expressions: dict[str, str], code: str, words: str
) -> None:
    renamed = {f"policy{name.title()}": value for name, value in expressions.items()}
    for reply in (
        client.submit("create_policy", **{**ALLOW_POLICY, **expressions}),
        client.submit("update_policy", policyId=client.service.ids["policyId"], **renamed),
    ):
        assert reply.error == (400, code)
        assert words in reply.body["message"]
    (policy,) = client.query("list_policies")["policies"]
    assert (policy["condition"], policy["consensus"]) == ("false", "true")


def test_a_policy_that_denies_binds_all_but_root_users(client: Client) -> None:
    key = ApiKey.generate()
    client.add_user(key)
    second = client.with_key(key)
    deny = {
        **ALLOW_POLICY,
        "effect": "EFFECT_DENY",
        "condition": "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
    }
    client.admin("add", kind="policy", name="all")
    assert second.submit("create_user_tag", **new_tag()).result
    client.submit("create_policy", **deny).check()
    reply = second.submit("create_user_tag", **new_tag())
    assert reply.error == (403, "")
    assert client.submit("create_user_tag", **new_tag()).result


def test_several(client: Client) -> None:
    made = client.submit("create_policies", policies=[policy("a"), policy("b")]).result["policyIds"]
    names = {each["policyId"]: each["policyName"] for each in client.query("list_policies")["policies"]}
    assert [names[policy_id] for policy_id in made] == ["a", "b"]
    assert client.submit("delete_policy", policyId=made[0]).result == {"policyId": made[0]}
    assert client.submit("delete_policies", policyIds=made[1:]).result == {"policyIds": made[1:]}
    assert client.submit("delete_policy", policyId=made[0]).error == NOT_FOUND
    assert client.submit("delete_policies", policyIds=made).error == NOT_FOUND


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (policy("a"), "SEALWAX_LABEL_NOT_UNIQUE"),
        (policy("First policy"), "SEALWAX_LABEL_NOT_UNIQUE"),
        (policy("b", condition="x"), "SEALWAX_INVALID_POLICY_CONDITION"),
        (policy("b", effect="x"), "REQUEST_INVALID"),
    ],
)
def test_one_that_is_refused_leaves_none(client: Client, second: dict[str, object], code: str) -> None:
    before = client.query("list_policies")
    assert client.submit("create_policies", policies=[policy("a"), second]).error == (400, code)
    assert client.query("list_policies") == before


def test_names_are_unique(client: Client) -> None:
    made = client.submit("create_policy", **policy()).result
    assert client.submit("create_policy", **policy()).error == (400, "SEALWAX_LABEL_NOT_UNIQUE")
    renamed = {"policyId": made["policyId"], "policyName": "First policy"}
    assert client.submit("update_policy", **renamed).error == (400, "SEALWAX_LABEL_NOT_UNIQUE")
    client.submit("update_policy", **{**renamed, "policyName": "p"}).check()


def test_the_older_type_of_an_update(client: Client, strict_client: Client) -> None:
    for each, error in ((client, None), (strict_client, INVALID)):
        given = {"policyId": each.service.ids["policyId"], "policyName": "old"}
        reply = each.post(
            "update_policy", each.body("update_policy", given, type="ACTIVITY_TYPE_UPDATE_POLICY")
        )
        if error is None:
            assert reply.activity["result"] == {"updatePolicyResult": {"policyId": given["policyId"]}}
        else:
            assert reply.error == error


def test_evaluations_are_of_votes(client: Client) -> None:
    activity = client.submit("create_policy", **policy()).activity
    (found,) = client.query("get_policy_evaluations", activityId=activity["id"])["policyEvaluations"]
    assert (found["activityId"], found["voteId"]) == (activity["id"], activity["votes"][0]["id"])
