"""MFA policies: made, changed, deleted, and seen through the queries."""

from typing import Any

from tests.service.client import INVALID, NOT_FOUND, Client


class TestMfaPolicies:
    GIVEN: dict[str, Any] = {  # noqa: RUF012 - it does not change
        "mfaPolicyName": "m",
        "condition": "true",
        "requiredAuthenticationMethods": [{"any": [{"type": "AUTHENTICATION_TYPE_PASSKEY"}]}],
        "order": 3,
        "notes": "n",
    }

    def test_made_and_changed(self, client: Client) -> None:
        user_id = client.service.user_id
        made = client.submit("create_mfa_policy", userId=user_id, **self.GIVEN).result
        policy_id = made["mfaPolicyId"]
        found = client.query("get_mfa_policy", userId=user_id, mfaPolicyId=policy_id)["mfaPolicy"]
        assert {name: found[name] for name in self.GIVEN} == self.GIVEN
        change = {"mfaPolicyId": policy_id, "order": 1}
        assert client.submit("update_mfa_policy", userId=user_id, **change).result == made
        found = client.query("get_mfa_policy", userId=user_id, mfaPolicyId=policy_id)["mfaPolicy"]
        assert {name: found[name] for name in self.GIVEN} == {**self.GIVEN, "order": 1}
        wrong = {"mfaPolicyId": policy_id, "order": 1 << 63}
        assert client.submit("update_mfa_policy", userId=user_id, **wrong).error == INVALID

    def test_status(self, client: Client) -> None:
        user_id = client.service.user_id
        activity = client.submit("create_mfa_policy", userId=user_id, **self.GIVEN).activity
        every = client.query("get_mfa_status", activityId=activity["id"])["mfaStatuses"]
        mine = client.query("get_mfa_status", activityId=activity["id"], userId=user_id)["mfaStatuses"]
        assert every == mine
        assert [each["satisfied"] for each in mine] == [False, False]
        assert mine[1]["requiredMethods"] == self.GIVEN["requiredAuthenticationMethods"]
        unknown = client.try_query("get_mfa_status", activityId=activity["id"], userId="x")
        assert unknown.error == NOT_FOUND

    def test_deleted(self, client: Client) -> None:
        policy_id, user_id = client.service.ids["mfaPolicyId"], client.service.user_id
        (policy,) = client.query("get_mfa_policies", userId=user_id)["mfaPolicies"]
        assert policy["mfaPolicyId"] == policy_id
        given = {"userId": user_id, "mfaPolicyId": policy_id}
        assert client.submit("delete_mfa_policy", **given).result == {"mfaPolicyId": policy_id}
        assert client.query("get_mfa_policies", userId=user_id)["mfaPolicies"] == []
        assert client.submit("delete_mfa_policy", **given).error == (404, "SEALWAX_NOT_FOUND")
