"""Permissions beyond the table: quorums, votes, scopes, and the permissive service."""

import json
from datetime import timedelta
from typing import Any

import pytest

from sealwax import ApiKey, AttestedStamper, CredentialIdEncoding, WebAuthnStamper
from sealwax.activities import activity_fingerprint
from sealwax.activities.payloads import EIP7702
from sealwax.testing import SoftwareAuthenticator
from sealwax_service import LocalService
from sealwax_service._limits import MAX_PAYLOADS, MAX_REFUSALS
from sealwax_service.policies.consensus import includes
from sealwax_service.policies.request_facts import request_facts
from sealwax_service.state.outcomes import DENY_IMPLICIT, Decision
from tests.service.access.test_authentication import ORIGIN, RP_ID, passkey_fields
from tests.service.client import ETHEREUM, TARGET, Client, Reply, new_tag
from tests.service.operations.test_users import key_fields, new_user

NO = (403, "REQUEST_NOT_AUTHORIZED")
MISMATCH = (400, "ORGANIZATION_MISMATCH")
DENIED = (403, "")
WAITING, DONE = "ACTIVITY_STATUS_CONSENSUS_NEEDED", "ACTIVITY_STATUS_COMPLETED"
DAY = timedelta(hours=24)
TAG: dict[str, Any] = {"userTagName": "t", "userIds": []}


CONSENSUS = {
    "": False,
    "true": False,
    "approvers.count() >= 2": True,
    "approvers.any(user, user.alias == 'First')": True,
    "approvers.any(user, user.alias == 'Second')": False,
    "approvers.all(user, user.alias == 'First')": True,
    "approvers.all(user, user.alias == 'Second')": False,
    "approvers.filter(user, user.alias == 'First').count() > 1": True,
    "approvers.filter(user, user.alias == 'Second').count() > 1": False,
    "approvers.any(user, user.alias == 'Second') || (approvers.count() > 4)": True,
    "approvers.filter(user, user.alias == 'Second').any(user, user.alias == 'First')": False,
    "approvers[3].alias == 'Second'": True,
    "approvers[0].tags.any(tag, tag == 'Second')": True,
    "'approvers' == 'credentials'": False,
    "credentials.any(each, each.type == 'CREDENTIAL_TYPE_API_KEY_P256')": True,
}
"""Whether a consensus includes the user First, who has an API key."""


class Person:
    """A user of the root organization, with a client."""

    def __init__(self, client: Client, *, organization_id: str | None = None, **fields: object) -> None:
        self.key = ApiKey.generate()
        where = {} if organization_id is None else {"organizationId": organization_id}
        self.user_id = client.add_user(self.key, **fields, **where)
        self.client = client.with_key(self.key)
        self.client.ahead = client.ahead
        self.client.organization_id = organization_id or client.organization_id

    @property
    def is_approver(self) -> str:
        return f"approvers.any(user, user.id == '{self.user_id}')"


def add_policy(client: Client, consensus: str = "", condition: str = "", **fields: str) -> str:
    made: str = client.admin("add", kind="policy", consensus=consensus, condition=condition, **fields)["id"]
    return made


def status_of(client: Client, activity: Any) -> str:
    return str(client.query("get_activity", activityId=activity["id"])["activity"]["status"])


def authorize_each(client: Client, *nonces: int) -> Reply:
    """Sign an authorization of EIP-7702 for each nonce."""
    (key,) = client.query("list_private_keys")["privateKeys"]
    address = key["addresses"][0]["address"]
    payloads = [json.dumps({"address": address, "chainId": 1, "nonce": nonce}) for nonce in nonces]
    given = {"signWith": address, "payloads": payloads, "hashFunction": "HASH_FUNCTION_NO_OP"}
    return client.submit("sign_raw_payloads", **given, encoding=EIP7702)


def put_forward(by: timedelta, *clients: Client) -> None:
    clients[0].service.advance(by)
    for each in clients:
        each.ahead += by


class TestRootQuorum:
    @pytest.fixture
    def second(self, client: Client) -> Person:
        """A second root user; both must approve."""
        person = Person(client)
        users = [client.service.user_id, person.user_id]
        client.submit("update_root_quorum", threshold=2, userIds=users).check()
        return person

    def test_of_two_waits(self, client: Client, second: Person) -> None:
        waiting = client.submit("update_organization_name", organizationName="new").activity
        assert waiting["status"] == WAITING
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert client.query("whoami")["organizationName"] == "new"

    def test_others_cannot_vote(self, client: Client, second: Person) -> None:
        third = Person(client)
        waiting = client.submit("create_user_tag", **TAG).activity
        for vote in ("approve_activity", "reject_activity"):
            assert third.client.submit(vote, fingerprint=waiting["fingerprint"]).error == NO
        seen = third.client.query("get_activity", activityId=waiting["id"])["activity"]
        assert (seen["canApprove"], seen["canReject"]) == (False, False)
        seen = second.client.query("get_activity", activityId=waiting["id"])["activity"]
        assert (seen["canApprove"], seen["canReject"]) == (True, True)

    def test_others_cannot_vote_on_what_no_policy_may_allow(self, client: Client, second: Person) -> None:
        third = Person(client)
        add_policy(client, consensus="approvers.count() >= 2")
        waiting = client.submit("update_organization_name", organizationName="new").activity
        assert third.client.submit("reject_activity", fingerprint=waiting["fingerprint"]).error == NO
        seen = third.client.query("get_activity", activityId=waiting["id"])["activity"]
        assert (seen["canApprove"], seen["canReject"]) == (False, False)
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    @pytest.mark.usefixtures("second")
    def test_a_policy_lets_one_act_alone(self, client: Client) -> None:
        add_policy(client, condition="activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'")
        assert client.submit("create_user_tag", **TAG).result
        # What only the root quorum may do still waits.
        add_policy(client, name="all")
        assert client.submit("update_organization_name", organizationName="n").activity["status"] == WAITING

    def test_a_denial_does_not_bind_it(self, client: Client, second: Person) -> None:
        add_policy(client, effect="EFFECT_DENY")
        waiting = client.submit("create_user_tag", **TAG).activity
        assert waiting["status"] == WAITING
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_of_a_sub_organization(self, client: Client) -> None:
        keys = ApiKey.generate(), ApiKey.generate()
        given: dict[str, Any] = {"authenticators": [], "oauthProviders": []}
        roots = [{"userName": "r", "apiKeys": [key_fields(key)], **given} for key in keys]
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=roots, rootQuorumThreshold=2
        ).result
        first, second = map(client.with_key, keys)
        first.organization_id = second.organization_id = made["subOrganizationId"]
        waiting = first.submit("delete_sub_organization", deleteWithoutExport=True).activity
        assert waiting["status"] == WAITING
        second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert first.try_query("whoami").error == (404, "ORGANIZATION_NOT_FOUND")


class TestVotes:
    @pytest.fixture
    def both(self, client: Client) -> tuple[Person, Person]:
        """Two users who may make tags together."""
        first, second = Person(client), Person(client)
        add_policy(client, f"{first.is_approver} && {second.is_approver}")
        return first, second

    def test_a_bystander_cannot_vote(self, client: Client, both: tuple[Person, Person]) -> None:
        first, second = both
        body = first.client.body("create_user_tag", TAG)
        waiting = first.client.post("create_user_tag", body).activity
        bystander = Person(client)
        assert bystander.client.post("create_user_tag", body).error == NO
        assert bystander.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).error == NO
        # The same bytes by the sender are a poll, and those of the other user a vote.
        assert first.client.post("create_user_tag", body).activity["status"] == WAITING
        assert second.client.post("create_user_tag", body).activity["status"] == DONE
        # Everybody reads.
        assert bystander.client.post("create_user_tag", body).activity["status"] == DONE

    def test_one_votes_once_and_on_what_waits(self, client: Client, both: tuple[Person, Person]) -> None:
        first, second = both
        waiting = first.client.submit("create_user_tag", **TAG).activity

        def may_vote() -> list[bool]:
            clients = (each.client for each in both)
            seen = [each.query("get_activity", activityId=waiting["id"])["activity"] for each in clients]
            assert all(each["canApprove"] == each["canReject"] for each in seen)
            return [each["canApprove"] for each in seen]

        assert may_vote() == [False, True]
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE
        assert may_vote() == [False, False]

    def test_one_whom_no_consensus_needs_may_request(
        self, client: Client, both: tuple[Person, Person]
    ) -> None:
        sender = Person(client)
        body = sender.client.body("create_user_tag", TAG)
        waiting = sender.client.post("create_user_tag", body).activity
        assert (waiting["status"], waiting["canApprove"]) == (WAITING, False)
        assert sender.client.post("create_user_tag", body).activity["status"] == WAITING
        for each in both:
            assert status_of(client, waiting) == WAITING
            each.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_the_approval_of_a_deleted_user_does_not_count(self, client: Client) -> None:
        first, second, third = Person(client), Person(client), Person(client)
        add_policy(client, consensus="approvers.count() >= 2")
        waiting = first.client.submit("create_user_tag", **TAG).activity
        client.submit("delete_users", userIds=[first.user_id]).check()
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == WAITING
        third.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_the_root_user_may_approve(self, client: Client, both: tuple[Person, Person]) -> None:
        waiting = both[0].client.submit("create_user_tag", **TAG).activity
        client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_approvals_expire(self, client: Client, both: tuple[Person, Person]) -> None:
        first, second = both
        waiting = first.client.submit("create_user_tag", **TAG).activity
        put_forward(DAY, client, first.client, second.client)
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == WAITING
        again = second.client.submit("approve_activity", fingerprint=waiting["fingerprint"])
        assert again.error == (409, "SEALWAX_CONFLICT")
        first.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        done = client.query("get_activity", activityId=waiting["id"])["activity"]
        assert (done["status"], len(done["votes"])) == (DONE, 3)

    def test_approvals_last_a_day(self, client: Client, both: tuple[Person, Person]) -> None:
        first, second = both
        waiting = first.client.submit("create_user_tag", **TAG).activity
        put_forward(DAY - timedelta(hours=1), client, second.client)
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_it_goes_on_in_another_service(self, client: Client, both: tuple[Person, Person]) -> None:
        waiting = both[0].client.submit("create_user_tag", **TAG).activity
        with LocalService() as service:
            service.import_state(client.service.export_state())
            root = Client(service)
            second = root.with_key(both[1].key)
            second.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
            assert status_of(root, waiting) == DONE
            root.http.close()

    def test_a_denial_of_votes(self, client: Client, both: tuple[Person, Person]) -> None:
        first, second = both
        condition = "activity.type == 'ACTIVITY_TYPE_APPROVE_ACTIVITY'"
        add_policy(client, second.is_approver, condition, effect="EFFECT_DENY", name="no")
        waiting = first.client.submit("create_user_tag", **TAG).activity
        reply = second.client.submit("approve_activity", fingerprint=waiting["fingerprint"])
        assert reply.error == DENIED
        second.client.submit("reject_activity", fingerprint=waiting["fingerprint"]).check()

    def test_a_denial_of_approvals_holds_for_the_same_bytes(
        self, client: Client, both: tuple[Person, Person]
    ) -> None:
        first, second = both
        denial = add_policy(
            client,
            condition="activity.type == 'ACTIVITY_TYPE_APPROVE_ACTIVITY'",
            effect="EFFECT_DENY",
            name="no",
        )
        body = first.client.body("create_user_tag", TAG)
        waiting = first.client.post("create_user_tag", body).activity
        assert second.client.post("create_user_tag", body).error == DENIED
        (shown,) = client.admin("overview")["organizations"]
        (last,) = (each["lastDecision"] for each in shown["policies"] if each["policyId"] == denial)
        assert last["activityType"] == "ACTIVITY_TYPE_APPROVE_ACTIVITY"
        # The sender polls.
        assert first.client.post("create_user_tag", body).activity["status"] == WAITING
        reply = second.client.submit("approve_activity", fingerprint=waiting["fingerprint"])
        assert reply.error == DENIED
        client.submit("delete_policy", policyId=denial).check()
        assert second.client.post("create_user_tag", body).activity["status"] == DONE
        # The same bytes again approve nothing, so that a denial of approvals does not hide the activity.
        add_policy(
            client,
            condition="activity.type == 'ACTIVITY_TYPE_APPROVE_ACTIVITY'",
            effect="EFFECT_DENY",
            name="again",
        )
        for each in (first, second):
            assert each.client.post("create_user_tag", body).activity["status"] == DONE

    def test_a_request_waits_only_if_there_are_enough_users(self, client: Client) -> None:
        person = Person(client)
        assert len(client.query("list_users")["users"]) == 2
        add_policy(client, "approvers.count() >= 3", name="three")
        assert person.client.submit("create_user_tag", **TAG).error == NO
        add_policy(client, "approvers.count() >= 2", name="two")
        assert person.client.submit("create_user_tag", **TAG).activity["status"] == WAITING

    def test_a_request_does_not_wait_for_a_denial(self, client: Client) -> None:
        person = Person(client)
        add_policy(client, "approvers.count() >= 2", effect="EFFECT_DENY", name="no")
        assert person.client.submit("create_user_tag", **TAG).error == NO
        add_policy(client, person.is_approver, name="yes")
        assert person.client.submit("create_user_tag", **TAG).result

    def test_a_policy_with_a_time_allows_and_denies_nothing(self, client: Client) -> None:
        person, policies = Person(client), client.service._deployment.organization.policies
        first = policies[add_policy(client, person.is_approver, name="yes")]
        second = policies[add_policy(client, person.is_approver, effect="EFFECT_DENY", name="no")]
        assert person.client.submit("create_user_tag", **new_tag()).error == DENIED
        second.time = "Span('a', 'b')"
        assert person.client.submit("create_user_tag", **new_tag()).result
        first.time = "Span('a', 'b')"
        assert person.client.submit("create_user_tag", **new_tag()).error == NO

    def test_each_payload_needs_a_policy(self, client: Client) -> None:
        person, other = Person(client), Person(client)
        add_policy(client, person.is_approver, "eth.eip_7702_authorization.nonce == 1", name="alone")
        both = f"{person.is_approver} && {other.is_approver}"
        add_policy(client, both, "eth.eip_7702_authorization.nonce == 2", name="both")
        assert authorize_each(person.client, 1).activity["status"] == DONE
        for nonces in ([2], [1, 2], [2, 1]):
            assert authorize_each(person.client, *nonces).activity["status"] == WAITING
        for nonces in ([3], [1, 2, 3]):
            assert authorize_each(person.client, *nonces).error == NO

    @pytest.mark.parametrize("effect", ["EFFECT_ALLOW", "EFFECT_DENY"])
    def test_a_consensus_that_cannot_be_evaluated(self, client: Client, effect: str) -> None:
        person = Person(client)
        # With another approver, it could be.
        consensus = "approvers[1].alias == 'x' || approvers.count() >= 2"
        policy_id = add_policy(client, consensus, effect=effect)
        body = person.client.body("create_user_tag", TAG)
        assert person.client.post("create_user_tag", body).error == NO
        decision = client.service.explain(fingerprint=activity_fingerprint(body)).decision
        assert decision is not None
        outcomes = {each.policy_id: each.outcome for each in decision.policies}
        assert outcomes[policy_id] == "OUTCOME_ERROR"

    def test_the_outcomes_are_shown(self, client: Client) -> None:
        person = Person(client)
        allowing, other = (
            add_policy(client, person.is_approver),
            add_policy(client, condition="false", name="o"),
        )
        activity = person.client.submit("create_user_tag", **TAG).activity
        (found,) = client.query("get_policy_evaluations", activityId=activity["id"])["policyEvaluations"]
        outcomes = {each["policyId"]: each["outcome"] for each in found["policyEvaluations"]}
        assert (outcomes[allowing], outcomes[other]) == ("OUTCOME_ALLOW", "OUTCOME_DENY_IMPLICIT")

    def test_whom_a_consensus_includes(self, client: Client) -> None:
        person, organization = Person(client, name="First"), client.service._deployment.organization
        user = organization.users[person.user_id]
        policy = organization.policies[add_policy(client)]
        facts = request_facts(organization, "create_user_tag", "ACTIVITY_TYPE_CREATE_USER_TAG", {})
        for policy.consensus, is_included in CONSENSUS.items():
            assert includes(policy, user, facts) is is_included, policy.consensus
        policy.consensus = "credentials.any(each, each.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')"
        assert not includes(policy, user, facts)
        device = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
        passkey = passkey_fields(device, CredentialIdEncoding.CBOR)
        client.submit("create_authenticators", userId=person.user_id, authenticators=[passkey]).check()
        assert includes(policy, user, facts)
        policy.condition = "false"
        assert not includes(policy, user, facts)
        policy.condition, policy.effect = "", "EFFECT_DENY"
        assert not includes(policy, user, facts)

    def test_a_consensus_includes_those_of_any_payload(self, client: Client) -> None:
        person, organization = Person(client), client.service._deployment.organization
        policy = organization.policies[add_policy(client, "approvers.count() >= 2", "eth.tx.nonce == 1")]
        user = organization.users[person.user_id]
        first, second = ({"eth": {"tx": {"nonce": nonce}}} for nonce in (1, 2))
        assert includes(policy, user, (first, second))
        assert not includes(policy, user, (second, second))


class TestDefaults:
    def test_an_import_is_for_oneself(self, client: Client, permissive_client: Client) -> None:
        for each, is_allowed in ((client, False), (permissive_client, True)):
            other = new_user(each)
            reply = each.submit("init_import_wallet", userId=other)
            assert (reply.status == 200) is is_allowed
            assert is_allowed or reply.error == NO
            assert each.submit("init_import_wallet", userId=each.service.user_id).result

    def test_own_credentials(self, client: Client) -> None:
        person, other = Person(client), new_user(client)
        mine = {"userId": person.user_id, "apiKeys": [key_fields(ApiKey.generate())]}
        assert person.client.submit("create_api_keys", **mine).result
        assert person.client.submit("create_api_keys", **{**mine, "userId": other}).error == NO
        add_policy(client, effect="EFFECT_DENY", condition="activity.resource == 'CREDENTIAL'")
        mine["apiKeys"] = [key_fields(ApiKey.generate())]
        assert person.client.submit("create_api_keys", **mine).error == DENIED

    def test_a_policy_that_allows_own_credentials_is_named(self, client: Client) -> None:
        person = Person(client)

        def deciding() -> str | None:
            given = {"userId": person.user_id, "apiKeys": [key_fields(ApiKey.generate())]}
            made = person.client.submit("create_api_keys", **given).activity
            (vote,) = client.service.explain(activity_id=made["id"]).votes
            return vote.decision.policy_id

        assert deciding() is None
        policy_id = add_policy(client, person.is_approver)
        assert deciding() == policy_id

    def test_a_read_only_session_does_not_send_bytes_again(self, client: Client) -> None:
        token = client.submit("create_read_only_session").result["session"]
        body = client.body("create_user_tag", TAG)
        client.post("create_user_tag", body).check()
        assert client.send("/public/v1/submit/create_user_tag", body, {"X-Session": token}).error == NO

    def test_the_refusal_says_which_policy(self, client: Client) -> None:
        person = Person(client)
        reply = person.client.submit("create_user_tag", **TAG)
        assert reply.body["message"] == (
            "request not authorized: no policy allows it; /_sealwax/explain tells why"
        )
        # No policy decides about this one, so that there is nothing to explain.
        reply = person.client.submit("update_organization_name", organizationName="n")
        assert reply.body["message"] == "request not authorized: only the root quorum may do this"
        policy_id = add_policy(client, effect="EFFECT_DENY")
        body = person.client.body("create_user_tag", TAG)
        headers = person.client.stamper.stamp(body).headers
        answer = client.http.post("/public/v1/submit/create_user_tag", content=body, headers=headers)
        assert answer.json() == {
            "code": 7,
            "message": "policy engine denied request explicitly",
            "details": [],
        }
        assert answer.headers["X-Sealwax-Reason"] == f"a policy denies it: {policy_id}"
        refusals = client.service._deployment.organization.refusals.values()
        assert [each.policy_id for each in refusals] == [None, None, policy_id]

    def test_the_last_refusals_are_kept(self, client: Client) -> None:
        organization = client.service._deployment.organization
        for number in range(MAX_REFUSALS + 1):
            organization.keep_refusal(str(number), Decision(DENY_IMPLICIT, None, ""))
        organization.keep_refusal("1", Decision(DENY_IMPLICIT, None, "again"))
        assert len(organization.refusals) == MAX_REFUSALS
        oldest, *_, newest = organization.refusals
        assert (oldest, newest) == ("2", "1")


class TestParents:
    @pytest.fixture
    def sub(self, client: Client) -> str:
        root = {"userName": "r", "userEmail": "r@example.com", "apiKeys": [key_fields(ApiKey.generate())]}
        made = client.submit(
            "create_sub_organization",
            subOrganizationName="s",
            rootUsers=[{**root, "authenticators": [], "oauthProviders": []}],
            rootQuorumThreshold=1,
            wallet={"walletName": "w", "accounts": [ETHEREUM]},
        ).result
        return str(made["subOrganizationId"])

    def login(self, client: Client, sub: str) -> Any:
        mail = {"email": "r@example.com", "emailCustomization": {"appName": "a"}}
        given = {**mail, "targetPublicKey": TARGET.public_key}
        return client.post("email_auth", client.body("email_auth", given, organizationId=sub))

    def test_its_policies_decide_about_logins(self, client: Client, sub: str) -> None:
        person = Person(client)
        assert self.login(person.client, sub).error == NO
        add_policy(client, person.is_approver, "activity.resource == 'AUTH' && activity.action == 'CREATE'")
        assert self.login(person.client, sub).result

    def test_its_users_vote_on_logins(self, client: Client, sub: str) -> None:
        first, second = Person(client), Person(client)
        add_policy(client, f"{first.is_approver} && {second.is_approver}")
        waiting = self.login(first.client, sub).activity
        assert waiting["status"] == WAITING
        for each in (first, second):
            each.client.organization_id = sub
        assert first.client.submit("create_user_tag", **TAG).error == MISMATCH
        second.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(first.client, waiting) == DONE

    def test_its_users_do_not_vote_where_a_fault_demands_approvals(self, client: Client, sub: str) -> None:
        person = Person(client, organization_id=sub)
        add_policy(client, person.is_approver, organizationId=sub)
        client.service.fail("create_user_tag", "consensus", approvals=2)
        body = person.client.body("create_user_tag", TAG)
        waiting = person.client.post("create_user_tag", body).activity
        client.organization_id = sub
        assert client.submit("approve_activity", fingerprint=waiting["fingerprint"]).error == NO
        assert client.post("create_user_tag", body).error == MISMATCH
        seen = client.query("get_activity", activityId=waiting["id"])["activity"]
        assert (seen["status"], seen["canApprove"]) == (WAITING, False)
        other = Person(client, organization_id=sub)
        other.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    @pytest.mark.parametrize("consensus", ["approvers.count() >= 2", "approvers.any(user, true)"])
    def test_a_consensus_for_everyone_is_for_its_own_users(
        self, client: Client, sub: str, consensus: str
    ) -> None:
        first, second, other = Person(client), Person(client), Person(client, organization_id=sub)
        add_policy(client, f"{first.is_approver} && {second.is_approver} && {consensus}")
        waiting = self.login(first.client, sub).activity
        assert waiting["status"] == WAITING
        fingerprint = waiting["fingerprint"]
        other.client.organization_id = second.client.organization_id = sub
        assert other.client.submit("approve_activity", fingerprint=fingerprint).error == NO
        second.client.submit("approve_activity", fingerprint=fingerprint).check()
        assert status_of(second.client, waiting) == DONE

    def test_it_writes_if_the_service_is_permissive(self, permissive_client: Client) -> None:
        client = permissive_client
        root = {"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[root], rootQuorumThreshold=1
        ).result
        client.organization_id = made["subOrganizationId"]
        assert client.submit("create_user_tag", **TAG).result
        # It never could delete it.
        assert client.submit("delete_sub_organization", deleteWithoutExport=True).error == NO


class TestWhoami:
    """A user of a sub-organization asks for it by the parent's id."""

    KEY = ApiKey.from_private_key(b"\x71" * 32)

    def open(self, client: Client, **fields: object) -> Any:
        given = {"apiKeys": [key_fields(self.KEY)], "authenticators": [], "oauthProviders": [], **fields}
        return client.submit(
            "create_sub_organization",
            subOrganizationName="s",
            rootUsers=[{"userName": "r", **given}],
            rootQuorumThreshold=1,
        ).result

    def test_by_an_api_key(self, client: Client) -> None:
        made, child = self.open(client), client.with_key(self.KEY)
        seen = child.query("whoami")
        assert (seen["organizationId"], seen["userId"]) == (made["subOrganizationId"], made["rootUserIds"][0])
        assert child.try_query("list_users").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert client.query("whoami")["organizationId"] == client.organization_id

    def test_by_a_passkey(self, client: Client) -> None:
        device = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN)
        made = self.open(
            client, apiKeys=[], authenticators=[passkey_fields(device, CredentialIdEncoding.CBOR)]
        )
        client.stamper = WebAuthnStamper(device)
        assert client.query("whoami")["organizationId"] == made["subOrganizationId"]

    def test_a_key_of_two(self, client: Client) -> None:
        for _ in range(2):
            self.open(client)
        assert client.with_key(self.KEY).try_query("whoami").error == (401, "CREDENTIAL_CONFLICT")

    def test_of_nobody(self, client: Client) -> None:
        self.open(client)
        stranger = client.with_key(ApiKey.generate())
        assert stranger.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        token = client.service.oidc_token(stranger.key.public_key, subject="nobody")
        client.stamper = AttestedStamper(stranger.key, token, "STAMP_ATTESTED_SCHEME_P256_OIDC")
        assert client.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")


class TestScopes:
    def open(self, client: Client, scope: str) -> tuple[Client, str]:
        """Log in with a new session profile; give the session's client, and the profile's id."""
        made = client.submit("create_session_profile", sessionProfileName="p", scope=scope).result
        key, profile_id = ApiKey.generate(), made["sessionProfileId"]
        client.submit("stamp_login", publicKey=key.public_key, sessionProfileId=profile_id).check()
        return client.with_key(key), profile_id

    def test_holds_a_root_user(self, client: Client) -> None:
        session, profile_id = self.open(client, "activity.action != 'EXPORT'")
        export = {"walletId": client.service.ids["walletId"], "targetPublicKey": TARGET.public_key}
        reply = session.submit("export_wallet", **export)
        assert reply.error == NO
        assert "scope" in reply.body["message"]
        assert session.submit("create_wallet", walletName="w", accounts=[]).result
        assert session.query("list_wallets")
        assert client.submit("export_wallet", **export).result
        profiles = [key["credential"].get("sessionProfileId") for key in client.user()["apiKeys"]]
        assert profiles == [None, profile_id]

    def test_of_the_parent(self, client: Client) -> None:
        key, session = ApiKey.generate(), ApiKey.generate()
        root = {"userName": "r", "apiKeys": [key_fields(key)], "authenticators": [], "oauthProviders": []}
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[root], rootQuorumThreshold=1
        ).result
        profile = client.submit("create_session_profile", sessionProfileName="p", scope="false").result
        child, scoped = client.with_key(key), client.with_key(session)
        child.organization_id = scoped.organization_id = made["subOrganizationId"]
        child.submit("stamp_login", publicKey=session.public_key, **profile).check()
        assert scoped.submit("create_user_tag", **TAG).error == NO

    def test_that_cannot_be_evaluated_for_a_request(self, client: Client) -> None:
        session, _ = self.open(client, "eth.tx.nonce == 1 || activity.action == 'CREATE'")
        assert session.submit("create_user_tag", **TAG).error == NO

    def test_holds_for_each_payload(self, client: Client) -> None:
        session, _ = self.open(client, "eth.eip_7702_authorization.nonce <= 1")
        assert len(authorize_each(session, 0, 1).result["signatures"]) == 2
        for nonces in ([1, 2], [2, 1], [2]):
            assert authorize_each(session, *nonces).error == NO

    def test_that_no_policy_could_have(self, client: Client) -> None:
        given = {"sessionProfileName": "p", "scope": "approvers.count() > 1"}
        assert client.submit("create_session_profile", **given).error == (400, "REQUEST_INVALID")

    def test_does_not_count_if_the_service_is_permissive(self, permissive_client: Client) -> None:
        session, _ = self.open(permissive_client, "false")
        assert session.submit("create_user_tag", **TAG).result


class TestSessions:
    def test_the_oldest_of_ten_goes(self, client: Client) -> None:
        keys = [ApiKey.generate() for _ in range(11)]
        for key in keys:
            client.submit("stamp_login", publicKey=key.public_key).check()
        first, second, *_, last = map(client.with_key, keys)
        assert first.try_query("whoami").error == (401, "PUBLIC_KEY_NOT_FOUND")
        assert second.query("whoami") == last.query("whoami")


class TestAllowlists:
    OTHERS: tuple[dict[str, str]] = ({"cidr": "192.0.2.0/24"},)

    def test_that_of_a_key_needs_that_of_the_organization(self, client: Client) -> None:
        own = {"publicKey": client.key.public_key, "rules": [*self.OTHERS]}
        client.submit("set_ip_allowlist", **own).check()
        assert client.query("whoami")
        client.submit("set_ip_allowlist", enabled=True, rules=[{"cidr": "127.0.0.0/20"}])
        assert client.try_query("whoami").error == NO

    def test_a_session_is_under_that_of_the_organization(self, client: Client) -> None:
        token = client.submit("create_read_only_session").result["session"]
        own = {"publicKey": client.key.public_key, "rules": [{"cidr": "127.0.0.0/20"}]}
        client.submit("set_ip_allowlist", **own).check()
        client.submit("set_ip_allowlist", enabled=True, rules=[]).check()
        assert client.query("whoami")
        body = b'{"organizationId":"%s"}' % client.organization_id.encode()
        assert client.send("/public/v1/query/whoami", body, {"X-Session": token}).error == NO


class TestPermissive:
    def test_everybody_may_do_what_no_policy_denies(self, permissive_client: Client) -> None:
        client = permissive_client
        person = Person(client)
        assert person.client.submit("create_user_tag", **new_tag()).result
        add_policy(client, effect="EFFECT_DENY")
        assert person.client.submit("create_user_tag", **new_tag()).error == DENIED
        assert client.submit("create_user_tag", **new_tag()).result

    def test_a_consensus_binds_the_root_user(self, permissive_client: Client) -> None:
        client = permissive_client
        person = Person(client)
        add_policy(client, "approvers.count() >= 2")
        add_policy(client, name="all")
        waiting = client.submit("create_user_tag", **TAG).activity
        assert waiting["status"] == WAITING
        person.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_anyone_approves_for_the_root_quorum(self, permissive_client: Client) -> None:
        client = permissive_client
        second, third = Person(client), Person(client)
        users = [client.service.user_id, second.user_id]
        client.submit("update_root_quorum", threshold=2, userIds=users).check()
        waiting = client.submit("create_user_tag", **TAG).activity
        assert waiting["status"] == WAITING
        # Only a root user's request needs the quorum.
        assert third.client.submit("create_user_tag", **new_tag()).result
        third.client.submit("approve_activity", fingerprint=waiting["fingerprint"]).check()
        assert status_of(client, waiting) == DONE

    def test_without_policies_any_number_of_payloads_is_signed(self, permissive_client: Client) -> None:
        client = permissive_client
        person, address = Person(client), client.private_key()["addresses"][0]["address"]
        given = {
            "signWith": address,
            "payloads": [
                json.dumps({"address": address, "chainId": 1, "nonce": nonce})
                for nonce in range(MAX_PAYLOADS + 1)
            ],
            "encoding": EIP7702,
            "hashFunction": "HASH_FUNCTION_NO_OP",
        }
        client.submit("delete_policy", policyId=client.service.ids["policyId"]).check()
        for each in (client, person.client):
            assert len(each.submit("sign_raw_payloads", **given).result["signatures"]) == MAX_PAYLOADS + 1
        add_policy(client, condition="false")
        assert person.client.submit("sign_raw_payloads", **given).error == (400, "REQUEST_INVALID")

    def test_the_policies_of_the_named_organization_count(self, permissive_client: Client) -> None:
        client = permissive_client
        root = {"userName": "r", "apiKeys": [], "authenticators": [], "oauthProviders": []}
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[root], rootQuorumThreshold=1
        ).result
        person, sub = Person(client), made["subOrganizationId"]
        denial = add_policy(client, effect="EFFECT_DENY")
        person.client.organization_id = sub
        assert person.client.submit("create_user_tag", **new_tag()).result
        client.submit("delete_policy", policyId=denial).check()
        add_policy(client, effect="EFFECT_DENY", organizationId=sub)
        assert person.client.submit("create_user_tag", **new_tag()).error == DENIED
        person.client.organization_id = client.organization_id
        assert person.client.submit("create_user_tag", **new_tag()).result

    def test_only_a_root_user_deletes_a_sub_organization(self, permissive_client: Client) -> None:
        client, key = permissive_client, ApiKey.generate()
        root = {"userName": "r", "apiKeys": [key_fields(key)], "authenticators": [], "oauthProviders": []}
        made = client.submit(
            "create_sub_organization", subOrganizationName="s", rootUsers=[root], rootQuorumThreshold=1
        ).result
        person = Person(client, organization_id=made["subOrganizationId"])
        assert person.client.submit("update_organization_name", organizationName="n").result
        assert person.client.submit("delete_sub_organization", deleteWithoutExport=True).error == NO
        owner = client.with_key(key)
        owner.organization_id = made["subOrganizationId"]
        assert owner.submit("delete_sub_organization", deleteWithoutExport=True).result
